//! Payments by payee and direction.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use super::payee::{self, Found};
use super::{Payment, Rhythm, Series};
use crate::domain::by_id::ById;
use crate::domain::ids::{AccountId, CategoryId, PayeeId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::logic::payees::normalised;

/// A payment, with what is compared again and again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'a> {
    /// The payment.
    pub payment: Payment<'a>,
    /// Its day, counted.
    pub day: i32,
    /// Its amount without its direction, in thousandths.
    pub size: u64,
}

impl<'a> Item<'a> {
    pub(super) fn new(payment: Payment<'a>) -> Self {
        Self {
            payment,
            day: payment.date.num_days_from_ce(),
            size: payment.amount.get().unsigned_abs(),
        }
    }

    fn order(&self) -> (i32, u64, &AccountId) {
        (self.day, self.size, self.payment.account_id)
    }
}

/// All payments, by payee and direction: by the payee's id, and without one by the label that the name has without what
/// differs from payment to payment.
#[derive(Default)]
pub(super) struct Parties<'a> {
    /// Each payment with its party's number.
    all: Vec<(usize, Payment<'a>)>,
    /// How many payments each party has.
    counts: Vec<usize>,
    by_id: ById<(&'a PayeeId, bool), usize>,
    by_name: ById<(&'a str, bool), usize>,
    by_label: HashMap<(String, bool), usize>,
    /// The same by where the id or name stands in memory: most are shared, and need to be read once only.
    by_address: ById<(usize, bool), usize>,
}

impl<'a> Parties<'a> {
    /// Adds a payment; one of nobody is left out.
    pub(super) fn add(&mut self, payment: Payment<'a>) {
        let outflow = payment.amount.is_negative();
        let address = match (payment.payee_id, payment.payee_name) {
            (Some(id), _) => id.as_str().as_ptr().addr(),
            (None, Some(name)) => name.as_ptr().addr(),
            (None, None) => return,
        };
        let known = self.by_address.get(&(address, outflow)).copied();
        let Some(party) = known.or_else(|| self.party(&payment, outflow)) else {
            return;
        };
        if known.is_none() {
            self.by_address.insert((address, outflow), party);
        }
        if let Some(count) = self.counts.get_mut(party) {
            *count += 1;
            self.all.push((party, payment));
        }
    }

    /// The number of the payment's party, a new one where it has none yet.
    fn party(&mut self, payment: &Payment<'a>, outflow: bool) -> Option<usize> {
        let new = self.counts.len();
        let party = if let Some(id) = payment.payee_id {
            *self.by_id.entry((id, outflow)).or_insert(new)
        } else {
            let name: &str = payment.payee_name?;
            if let Some(party) = self.by_name.get(&(name, outflow)) {
                return Some(*party);
            }
            let label = Some(normalised(name)).filter(|label| !label.is_empty())?;
            let party = *self.by_label.entry((label, outflow)).or_insert(new);
            self.by_name.insert((name, outflow), party);
            party
        };
        if party == new {
            self.counts.push(0);
        }
        Some(party)
    }

    /// The series of all of them.
    pub(super) fn series(self, today: NaiveDate) -> Vec<Series> {
        let mut found = Vec::new();
        let mut items = Vec::new();
        for party in self.sorted() {
            items.clear();
            items.extend(party.iter().map(|payment| Item::new(**payment)));
            // The order in which YNAB tells them means nothing.
            if !items.is_sorted_by(|one, other| one.order() <= other.order()) {
                items.sort_by(|one, other| one.order().cmp(&other.order()));
            }
            let own = payee::series(&items, today);
            found.extend(own.iter().filter_map(|own| series(&items, own, today)));
        }
        found
    }

    /// The payments of each party that has two at the least.
    fn sorted(&self) -> Vec<Vec<&Payment<'a>>> {
        let mut parties = self
            .counts
            .iter()
            .map(|count| Vec::with_capacity(*count))
            .collect::<Vec<_>>();
        for (party, payment) in &self.all {
            if let Some(party) = parties.get_mut(*party) {
                party.push(payment);
            }
        }
        parties.retain(|party| party.len() > 1);
        parties
    }
}

/// What was found among the payments, as it is told.
fn series(items: &[Item<'_>], found: &Found, today: NaiveDate) -> Option<Series> {
    let own = found
        .places
        .iter()
        .filter_map(|place| items.get(*place))
        .map(|item| &item.payment);
    let (first, last) = (own.clone().next()?, own.clone().next_back()?);
    let outflow = last.amount.is_negative();
    let signed = |size: u64| {
        let amount = if outflow { -i128::from(size) } else { i128::from(size) };
        i64::try_from(amount).ok().map(Milliunits::new)
    };
    let before = found
        .amounts
        .before
        .filter(|(before, _)| *before != found.amounts.usual);
    let changed = before.and_then(|(_, place)| own.clone().nth(place));
    let lapsed = is_lapsed(found.rhythm, found.fit.next, today);
    // Two payments half a year apart that were not the first of more were none.
    if lapsed && found.places.len() == 2 {
        return None;
    }
    Some(Series {
        payee_id: last.payee_id.cloned(),
        payee_name: last.payee_name.map_or_else(|| Arc::from(""), Arc::clone),
        account_id: last.account_id.clone(),
        category_id: usual_category(own.clone()),
        transfer_account_id: last.transfer_account_id.cloned(),
        outflow,
        amount: signed(found.amounts.usual)?,
        varies: found.amounts.varies,
        amount_before: before.and_then(|(before, _)| signed(before)),
        changed_on: changed.map(|payment| payment.date),
        rhythm: found.rhythm,
        pace: found.fit.pace,
        first: first.date,
        last: last.date,
        next: found.fit.next,
        times: found.places.len(),
        payments: own.clone().map(|payment| (payment.date, payment.amount)).collect(),
        months_seen: own
            .map(|payment| Month::of(payment.date))
            .collect::<BTreeSet<_>>()
            .len(),
        lapsed,
    })
}

/// Whether it did not come on its day for more than half its rhythm and a week at the least.
fn is_lapsed(rhythm: Rhythm, next: NaiveDate, today: NaiveDate) -> bool {
    let late = today.signed_duration_since(next).num_days();
    late > i64::from((rhythm.days() / 2).max(7))
}

/// The category that most payments have; of several, that of the latest.
fn usual_category<'a, 'p: 'a>(own: impl DoubleEndedIterator<Item = &'a Payment<'p>>) -> Option<CategoryId> {
    let mut counts: Vec<(&CategoryId, usize)> = Vec::new();
    for id in own.rev().filter_map(|payment| payment.category_id) {
        match counts.iter_mut().find(|(known, _)| *known == id) {
            Some((_, count)) => *count += 1,
            None => counts.push((id, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    let usual = counts.iter().find(|(_, count)| *count == most);
    usual.map(|(id, _)| (*id).clone())
}
