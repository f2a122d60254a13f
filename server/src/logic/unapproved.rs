//! What waits for approval, and why to look twice.

mod past;
mod words;

use crate::domain::by_id::{ById, Ids};
use crate::domain::ids::{AccountId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::plan::{Category, Transaction};
use crate::logic::flows::Chart;
use crate::logic::paging::{self, Place};
use crate::logic::payees::Shops;
use crate::logic::pending::Pending;
use past::Past;

/// Two rows of the same amount and shop count as possible duplicates up to so many days apart.
const CLOSE_DAYS: u64 = 3;

/// What was asked for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Where the page begins.
    pub after: Option<Place>,
    /// The most rows of a page.
    pub limit: usize,
}

/// What a payee's amounts usually are, without their direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsualAmount {
    /// From.
    pub low: Milliunits,
    /// To.
    pub high: Milliunits,
    /// How many rows that rests on.
    pub rows: usize,
}

/// What a payee's category usually is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UsualCategory<'a> {
    /// The category.
    pub category: &'a Category,
    /// How many lines have it.
    pub lines: usize,
    /// Of so many.
    pub of: usize,
}

/// Why to look twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasons<'a> {
    /// Nothing of the payee was approved before.
    pub new_payee: bool,
    /// The amount is unlike the payee's.
    pub unusual_amount: Option<UsualAmount>,
    /// The category is unlike the payee's.
    pub unusual_category: Option<UsualCategory<'a>>,
    /// The same may be there twice.
    pub duplicate_of: Option<&'a Transaction>,
    /// Its match may be broken.
    pub broken_match: Option<BrokenMatch>,
}

/// What is odd about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenMatch {
    /// The history does not have the row that it is matched with. YNAB hides the bank's row of a good match too, so that the
    /// person has to look.
    Unlisted,
    /// That row is of another account or amount.
    Differs,
}

/// A transaction that waits for approval.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The transaction.
    pub row: &'a Transaction,
    /// It waits for a category too.
    pub needs_category: bool,
    /// Why to look twice.
    pub reasons: Reasons<'a>,
}

/// A page of what waits for approval.
#[derive(Clone, Debug)]
pub struct Queue<'a> {
    /// How many wait in all.
    pub total: usize,
    /// How many of them wait for a category too.
    pub needing_category: usize,
    /// The page, newest first.
    pub entries: Vec<Entry<'a>>,
    /// Where the next page begins; none on the last one.
    pub next: Option<Place>,
}

/// Looks through the whole history. Reasons are worked out for the page only.
pub fn queue<'a>(
    all: impl Iterator<Item = &'a Transaction> + Clone,
    get: impl Fn(&TransactionId) -> Option<&'a Transaction>,
    chart: &Chart<'a>,
    asked: &Asked,
) -> Queue<'a> {
    let pending = Pending::new(chart);
    let waiting: Vec<_> = all.clone().filter(|row| !row.approved).collect();
    let total = waiting.len();
    let needing_category = waiting.iter().filter(|row| pending.holds(row)).count();
    let mut page = paging::behind(waiting, asked.after.as_ref(), asked.limit);
    let behind = page.len();
    page.truncate(asked.limit);
    let mut shops = Shops::default();
    let past = Past::of(&page, all.clone(), chart, &mut shops);
    let twins = twins(&page, all);
    let entries = page.iter().map(|row| Entry {
        row,
        needs_category: pending.holds(row),
        reasons: Reasons {
            duplicate_of: duplicate(row, &twins, &mut shops),
            broken_match: broken_match(row, &get),
            ..past.reasons(row)
        },
    });
    let mut entries: Vec<_> = entries.collect();
    entries.truncate(paging::fitting(entries.iter().map(words::size), paging::ROOM));
    Queue {
        total,
        needing_category,
        next: entries
            .last()
            .filter(|_| behind > entries.len())
            .map(|entry| Place::behind(entry.row)),
        entries,
    }
}

/// Rows of one account and amount.
type Twins<'a> = ById<(&'a AccountId, Milliunits), Vec<&'a Transaction>>;

/// The rows of the same account and amount as some, near to any of them.
fn twins<'a>(page: &[&'a Transaction], all: impl Iterator<Item = &'a Transaction>) -> Twins<'a> {
    let mut twins: Twins<'a> = page
        .iter()
        .map(|row| ((&row.account_id, row.amount), Vec::new()))
        .collect();
    let amounts: Ids<Milliunits> = page.iter().map(|row| row.amount).collect();
    let days = (
        page.iter().map(|row| row.date).min(),
        page.iter().map(|row| row.date).max(),
    );
    let (Some(first), Some(last)) = days else { return twins };
    let near = |row: &&Transaction| {
        let off = |day| row.date.signed_duration_since(day).num_days();
        let days = CLOSE_DAYS.cast_signed();
        off(first) >= -days && off(last) <= days
    };
    for row in all.filter(near).filter(|row| amounts.contains(&row.amount)) {
        if let Some(alike) = twins.get_mut(&(&row.account_id, row.amount)) {
            alike.push(row);
        }
    }
    twins
}

/// The nearest row that may be the same: of the same account and amount and of a payee alike, few days away.
fn duplicate<'a>(row: &'a Transaction, twins: &Twins<'a>, shops: &mut Shops<'a>) -> Option<&'a Transaction> {
    let days = |other: &Transaction| other.date.signed_duration_since(row.date).num_days().unsigned_abs();
    let alike = twins.get(&(&row.account_id, row.amount))?;
    let mut alike: Vec<_> = alike
        .iter()
        .copied()
        .filter(|other| days(other) <= CLOSE_DAYS)
        .collect();
    alike.sort_by_key(|other| (days(other), !other.approved, &other.id));
    alike.into_iter().find(|other| {
        let matched = row.matched_transaction_id.as_ref() == Some(&other.id)
            || other.matched_transaction_id.as_ref() == Some(&row.id);
        other.id != row.id && !matched && same_payee(row, other, shops)
    })
}

/// Whether both are of one payee, or of labels of one shop; what names no payee at all may be the same too.
fn same_payee<'a>(one: &'a Transaction, other: &'a Transaction, shops: &mut Shops<'a>) -> bool {
    if one.payee_id.is_some() && one.payee_id == other.payee_id {
        return true;
    }
    let mut labels = |row: &'a Transaction| {
        let named = past::labels(row).filter_map(|label| shops.named(label));
        named.collect::<Vec<_>>()
    };
    let (one_is, other_is) = (labels(one), labels(other));
    let nameless = |row: &Transaction| row.payee_id.is_none() && row.payee_name.is_none();
    one_is.iter().any(|shop| other_is.contains(shop)) || (nameless(one) && nameless(other))
}

fn broken_match<'a>(
    row: &Transaction,
    get: &impl Fn(&TransactionId) -> Option<&'a Transaction>,
) -> Option<BrokenMatch> {
    let Some(other) = get(row.matched_transaction_id.as_ref()?) else {
        return Some(BrokenMatch::Unlisted);
    };
    let same = (&other.account_id, other.amount) == (&row.account_id, row.amount);
    (!same).then_some(BrokenMatch::Differs)
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
