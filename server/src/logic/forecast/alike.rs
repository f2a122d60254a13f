//! When a schedule, what comes again, and a payment are the same thing: payee, direction, amount and rhythm.

use std::cell::OnceCell;

use chrono::{Days, NaiveDate};

use super::plan::Plan;
use crate::domain::ids::{AccountId, PayeeId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::names::name_key;
use crate::logic::payees;
use crate::logic::recurring::Series;
use crate::logic::schedule::Pace;

/// Two amounts are near when they differ by at most one part in so many.
const NEAR_PART: i128 = 5;

/// A payee: by id and by name. What the name comes to as a bank's label is worked out once, and only when it is asked for.
#[derive(Clone, Debug)]
pub(super) struct Who<'a> {
    /// The payee's id.
    pub(super) id: Option<&'a PayeeId>,
    name: &'a str,
    label: OnceCell<String>,
}

impl<'a> Who<'a> {
    /// With this id and name.
    pub(super) fn new(id: Option<&'a PayeeId>, name: &'a str) -> Self {
        Self {
            id,
            name,
            label: OnceCell::new(),
        }
    }

    /// The name as it is compared.
    pub(super) fn label(&self) -> &str {
        self.label.get_or_init(|| label(self.name))
    }

    /// Payees are the same by id; without ids, or where the bank's label made another payee, by what their names come to.
    fn is(&self, other: &Self) -> bool {
        (self.id.is_some() && self.id == other.id) || (!self.label().is_empty() && self.label() == other.label())
    }
}

/// A payee's name as it is compared: the label of the shop; where nothing of it is left, the name itself.
pub(super) fn label(name: &str) -> String {
    let label = payees::normalised(name);
    if label.is_empty() { name_key(name) } else { label }
}

/// A series or a schedule, as far as finding its like goes.
#[derive(Clone, Debug)]
pub(super) struct Sought<'a> {
    /// Its payee.
    pub(super) who: Who<'a>,
    /// Of a transfer: the account it is seen from, and the other.
    pub(super) transfer: Option<(&'a AccountId, &'a AccountId)>,
    /// What one time is.
    pub(super) amount: Milliunits,
    before: Option<Milliunits>,
    varies: bool,
}

impl<'a> Sought<'a> {
    /// Of a series.
    pub(super) fn of_series(series: &'a Series) -> Self {
        let other = series.transfer_account_id.as_ref();
        Self {
            who: Who::new(series.payee_id.as_ref(), &series.payee_name),
            transfer: other.map(|other| (&series.account_id, other)),
            amount: series.amount,
            before: series.amount_before,
            varies: series.varies,
        }
    }

    /// Of a schedule.
    pub(super) fn of_plan(plan: &Plan<'a>) -> Self {
        let name = plan.scheduled.payee_name.as_deref().unwrap_or_default();
        Self {
            who: Who::new(plan.scheduled.payee_id.as_ref(), name),
            transfer: plan.transfer,
            amount: plan.amount,
            before: None,
            varies: false,
        }
    }

    /// Whether a payment of this amount is of this kind: same direction, and near what it is or was before.
    pub(super) fn near(&self, amount: Milliunits) -> bool {
        let near = |own: Milliunits| {
            let (own_size, size) = (i128::from(own.get()).abs(), i128::from(amount.get()).abs());
            if own.signum() != amount.signum() {
                false
            } else if self.varies {
                size * 2 >= own_size && size <= own_size * 2
            } else {
                (size - own_size).abs() * NEAR_PART <= own_size
            }
        };
        near(self.amount) || self.before.is_some_and(near)
    }

    /// Whether both are of the same payee, or transfers between the same accounts in the same direction.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self.transfer, other.transfer) {
            (Some(own), Some(other)) => own == other,
            (None, None) => self.who.is(&other.who),
            _ => false,
        }
    }
}

/// Days between two.
pub(super) fn apart(one: NaiveDate, other: NaiveDate) -> i64 {
    one.signed_duration_since(other).num_days().abs()
}

/// How far two amounts are apart.
pub(super) fn difference(one: Milliunits, other: Milliunits) -> i128 {
    (i128::from(one.get()) - i128::from(other.get())).abs()
}

/// Days from one time to the next, on the whole.
pub(super) fn step_days(pace: Pace) -> i64 {
    match pace {
        Pace::Once => 1,
        Pace::Days(days) => days.into(),
        Pace::Months { every, .. } => 30 * i64::from(every),
        Pace::TwiceAMonth { .. } => 15,
    }
}

/// How far from its day a payment can be and still be the one of that day.
pub(super) fn half(pace: Pace) -> i64 {
    step_days(pace) / 2
}

/// Whether two come equally often.
pub(super) fn same_rhythm(one: Pace, other: Pace) -> bool {
    match (one, other) {
        (Pace::Days(one), Pace::Days(other)) | (Pace::Months { every: one, .. }, Pace::Months { every: other, .. }) => {
            one == other
        }
        (Pace::TwiceAMonth { .. }, Pace::TwiceAMonth { .. }) => true,
        _ => false,
    }
}

/// So many days later.
pub(super) fn after(day: NaiveDate, days: i64) -> NaiveDate {
    let days = Days::new(days.unsigned_abs());
    day.checked_add_days(days).unwrap_or(day)
}

/// So many days earlier.
pub(super) fn before(day: NaiveDate, days: i64) -> NaiveDate {
    let days = Days::new(days.unsigned_abs());
    day.checked_sub_days(days).unwrap_or(day)
}

/// The days before `next` at a pace, from about `since` to before `until`.
pub(super) fn days_before(
    pace: Pace,
    next: NaiveDate,
    since: NaiveDate,
    until: NaiveDate,
) -> impl Iterator<Item = NaiveDate> {
    let from = before(since, half(pace));
    let back = next.signed_duration_since(from).num_days().max(0);
    let start = match pace {
        Pace::Once => None,
        Pace::Days(every) => {
            let every = i64::from(every.max(1));
            Some(before(next, back / every * every))
        }
        Pace::Months { every, day } => {
            let every = every.max(1);
            let months = u32::try_from(back / 28).unwrap_or_default() / every * every;
            Some(Month::of(next).earlier(months).day(day))
        }
        Pace::TwiceAMonth { early, .. } => {
            let months = u32::try_from(back / 28).unwrap_or_default() + 1;
            Some(Month::of(next).earlier(months).day(early))
        }
    };
    let last = until.pred_opt().unwrap_or(until);
    start.into_iter().flat_map(move |start| pace.dates(start, from, last))
}
