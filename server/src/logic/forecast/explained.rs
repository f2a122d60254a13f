//! What of the history is already told by a schedule or by something that comes again, so that it counts for no average;
//! and which of what comes again is told by a schedule.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::HashMap;

use chrono::NaiveDate;

use super::alike::{Sought, apart, days_before, difference, half, label, same_rhythm, step_days};
use super::expected::Expectations;
use super::past::{Paid, Past};
use super::plan::Plan;
use crate::domain::by_id::ById;
use crate::domain::ids::PayeeId;
use crate::domain::money::Milliunits;
use crate::logic::schedule::Pace;

/// What tells a payment of the past.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Teller {
    Nothing,
    Series,
    Schedule,
}

/// What is told by something else.
pub(super) struct Explained {
    /// For each payment of the past, what tells it.
    paid: Vec<Teller>,
    /// For each series, whether a schedule stands for it.
    by_schedule: Vec<bool>,
    /// For each series, the days to come that are posted already.
    ahead: Vec<Vec<NaiveDate>>,
}

impl Explained {
    /// Looks at the payments since a day.
    pub(super) fn new(past: &Past<'_>, expectations: &Expectations<'_, '_>, since: NaiveDate) -> Self {
        let today = expectations.today;
        let mut explained = Self {
            paid: vec![Teller::Nothing; past.paid.len()],
            by_schedule: vec![false; expectations.series().len()],
            ahead: vec![Vec::new(); expectations.series().len()],
        };
        let index = Index::new(past, since);
        for (at, (series, sought)) in expectations.series().enumerate() {
            let rows = index.of(sought);
            explained.take_own(past, &rows, series.payments.iter().filter(|(date, _)| *date >= since));
            let ahead = rows
                .into_iter()
                .filter(|row| !past.is_until(*row, today) && past.is_near(*row, sought));
            let ahead = ahead.collect::<Vec<_>>();
            if !ahead.is_empty() {
                let days = expectations.days(series);
                let taken = explained.take(past, &ahead, (series.pace, Teller::Series), days.into_iter());
                if let Some(ahead) = explained.ahead.get_mut(at) {
                    *ahead = taken;
                }
            }
        }
        for (plan, sought) in expectations.plans() {
            let next = plan.scheduled.date_next;
            let mut days = days_before(plan.pace, next, since, next).peekable();
            if days.peek().is_some() {
                let mut rows = index.of(sought);
                rows.retain(|row| past.is_near(*row, sought));
                explained.take(past, &rows, (plan.pace, Teller::Schedule), days);
            }
            explained.stand_for_one(expectations, plan, sought);
        }
        explained
    }

    /// Whether a series or a schedule tells the payment.
    pub(super) fn tells(&self, paid: usize) -> bool {
        self.teller(paid) > Teller::Nothing
    }

    fn teller(&self, paid: usize) -> Teller {
        self.paid.get(paid).copied().unwrap_or(Teller::Nothing)
    }

    /// Whether a schedule stands for the series.
    pub(super) fn is_scheduled(&self, series: usize) -> bool {
        self.by_schedule.get(series).copied().unwrap_or_default()
    }

    /// The days of the series that are to come and posted already.
    pub(super) fn posted_ahead(&self, series: usize) -> &[NaiveDate] {
        self.ahead.get(series).map(Vec::as_slice).unwrap_or_default()
    }

    /// Takes the payments that are known by date and amount.
    fn take_own<'p>(
        &mut self,
        past: &Past<'_>,
        rows: &[usize],
        payments: impl Iterator<Item = &'p (NaiveDate, Milliunits)>,
    ) {
        for payment in payments {
            let is = |row: usize| {
                past.paid
                    .get(row)
                    .is_some_and(|paid| (paid.date, paid.amount) == *payment)
            };
            let found = rows.iter().copied().find(|row| !self.tells(*row) && is(*row));
            if let Some(taken) = found.and_then(|row| self.paid.get_mut(row)) {
                *taken = Teller::Series;
            }
        }
    }

    /// For each day on which it was expected, takes the payment nearest to it; tells the days that found one. A schedule
    /// takes those that a series has taken before any other: both speak of the same.
    fn take(
        &mut self,
        past: &Past<'_>,
        rows: &[usize],
        (pace, teller): (Pace, Teller),
        days: impl Iterator<Item = NaiveDate>,
    ) -> Vec<NaiveDate> {
        let mut found = Vec::new();
        if rows.is_empty() {
            return found;
        }
        for day in days {
            let distance = |row: usize| past.paid.get(row).map_or(i64::MAX, |paid| apart(paid.date, day));
            let free = rows.iter().copied().filter(|row| self.teller(*row) < teller);
            let near = free.filter(|row| distance(*row) <= half(pace));
            let nearest = near.min_by_key(|row| (Reverse(self.teller(*row)), distance(*row)));
            if let Some(taken) = nearest.and_then(|row| self.paid.get_mut(row)) {
                *taken = teller;
                found.push(day);
            }
        }
        found
    }

    /// A schedule stands for one series of its rhythm at the most: the one whose days and amount are nearest.
    fn stand_for_one(&mut self, expectations: &Expectations<'_, '_>, plan: &Plan<'_>, sought: &Sought<'_>) {
        let free = expectations.series().enumerate().filter(|(at, (series, of_series))| {
            !series.lapsed
                && !self.is_scheduled(*at)
                && same_rhythm(series.pace, plan.pace)
                && of_series.near(sought.amount)
                && sought.is_same(of_series)
        });
        let step = step_days(plan.pace).max(1);
        let nearest = free.min_by_key(|(_, (series, _))| {
            let off = apart(series.next, plan.scheduled.date_next) % step;
            (off.min(step - off), difference(series.amount, sought.amount))
        });
        if let Some(stands) = nearest.and_then(|(at, _)| self.by_schedule.get_mut(at)) {
            *stands = true;
        }
    }
}

/// Payments since a day, by payee.
struct Index<'p, 'a> {
    past: &'p Past<'a>,
    since: NaiveDate,
    by_payee: ById<&'a PayeeId, Vec<usize>>,
    transfers: Vec<usize>,
    by_label: OnceCell<HashMap<String, Vec<usize>>>,
}

impl<'p, 'a> Index<'p, 'a> {
    fn new(past: &'p Past<'a>, since: NaiveDate) -> Self {
        let mut index = Self {
            past,
            since,
            by_payee: ById::default(),
            transfers: Vec::new(),
            by_label: OnceCell::new(),
        };
        for (at, paid) in index.rows() {
            match (paid.other, paid.payee_id) {
                (Some(_), _) => index.transfers.push(at),
                (None, Some(payee)) => index.by_payee.entry(payee).or_default().push(at),
                (None, None) => {}
            }
        }
        index
    }

    fn rows(&self) -> impl Iterator<Item = (usize, &'p Paid<'a>)> + use<'p, 'a> {
        let since = self.since;
        self.past
            .paid
            .iter()
            .enumerate()
            .filter(move |(_, paid)| paid.date >= since)
    }

    /// The payments of a payee, or the transfers between two accounts, of whatever amount.
    fn of(&self, sought: &Sought<'_>) -> Vec<usize> {
        if let Some((from, to)) = sought.transfer {
            let fits = |row: &usize| self.past.is_transfer(*row, from, to);
            return self.transfers.iter().copied().filter(fits).collect();
        }
        let known = sought.who.id.and_then(|payee| self.by_payee.get(payee));
        let known = known.or_else(|| self.by_label().get(sought.who.label()));
        known.cloned().unwrap_or_default()
    }

    /// The same by what the payees' names come to, each name looked at once.
    fn by_label(&self) -> &HashMap<String, Vec<usize>> {
        self.by_label.get_or_init(|| {
            let mut by_name: ById<&str, Vec<usize>> = ById::default();
            for (at, paid) in self.rows().filter(|(_, paid)| paid.other.is_none()) {
                if let Some(name) = paid.payee_name {
                    by_name.entry(name).or_default().push(at);
                }
            }
            let mut by_label: HashMap<String, Vec<usize>> = HashMap::new();
            for (name, rows) in by_name {
                by_label.entry(label(name)).or_default().extend(rows);
            }
            by_label.remove("");
            // Names come in no order; rows do.
            for rows in by_label.values_mut() {
                rows.sort_unstable();
            }
            by_label
        })
    }
}
