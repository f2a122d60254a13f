//! What waits for approval, and why to look twice.

mod past;
mod words;

use chrono::Days;

use crate::domain::by_id::ById;
use crate::domain::ids::TransactionId;
use crate::domain::lines::{Entry as Line, Ledger, Number};
use crate::domain::money::Milliunits;
use crate::domain::plan::{Category, Transaction};
use crate::logic::flows::{Chart, Kinds};
use crate::logic::paging::{self, Place};
use past::Past;

/// Two rows of the same amount and shop count as possible duplicates up to so many days apart.
const CLOSE_DAYS: Days = Days::new(3);

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

/// A transaction that waits, with its first line.
#[derive(Clone, Copy)]
struct Waiting<'a> {
    row: &'a Transaction,
    line: &'a Line,
}

/// Looks through the whole history. Reasons are worked out for the page only.
pub fn queue<'a>(
    ledger: Ledger<'a>,
    get: impl Fn(&TransactionId) -> Option<&'a Transaction>,
    chart: &Chart<'a>,
    asked: &Asked,
) -> Queue<'a> {
    let kinds = Kinds::new(chart, ledger);
    let first_lines = || ledger.entries().iter().filter(|line| line.is_first());
    let unapproved = first_lines().filter(|line| !line.approved);
    let waiting: Vec<_> = unapproved
        .filter_map(|line| ledger.row(line).map(|row| Waiting { row, line }))
        .collect();
    let total = waiting.len();
    let needing_category = waiting.iter().filter(|one| kinds.waits_for_category(one.line)).count();
    let mut page = paging::behind_by(waiting, |one| one.row, asked.after.as_ref(), asked.limit);
    let behind = page.len();
    page.truncate(asked.limit);
    let past = Past::of(&page, ledger, chart, &kinds);
    let twins = twins(&page, first_lines(), ledger);
    let entries = page.iter().map(|one| Entry {
        row: one.row,
        needs_category: kinds.waits_for_category(one.line),
        reasons: Reasons {
            duplicate_of: duplicate(*one, &twins, ledger),
            broken_match: broken_match(one.row, &get),
            ..past.reasons(*one)
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
type Twins<'a> = ById<(Number, Milliunits), Vec<Waiting<'a>>>;

/// The rows of the same account and amount as some, near to any of them.
fn twins<'a>(page: &[Waiting<'a>], first_lines: impl Iterator<Item = &'a Line>, ledger: Ledger<'a>) -> Twins<'a> {
    let mut twins: Twins<'a> = page
        .iter()
        .map(|one| ((one.line.account, one.row.amount), Vec::new()))
        .collect();
    let days = (
        page.iter().map(|one| one.row.date).min(),
        page.iter().map(|one| one.row.date).max(),
    );
    let (Some(first), Some(last)) = days else { return twins };
    let near = first.checked_sub_days(CLOSE_DAYS).unwrap_or(first)..=last.checked_add_days(CLOSE_DAYS).unwrap_or(last);
    for line in first_lines.filter(|line| near.contains(&line.date)) {
        let whole = ledger.whole_amount(std::slice::from_ref(line));
        if let Some(alike) = twins.get_mut(&(line.account, whole))
            && let Some(row) = ledger.row(line)
        {
            alike.push(Waiting { row, line });
        }
    }
    twins
}

/// The nearest row that may be the same: of the same account and amount and of a payee alike, few days away.
fn duplicate<'a>(one: Waiting<'a>, twins: &Twins<'a>, ledger: Ledger<'a>) -> Option<&'a Transaction> {
    let row = one.row;
    let days = |other: &Transaction| other.date.signed_duration_since(row.date).num_days().unsigned_abs();
    let alike = twins.get(&(one.line.account, row.amount))?;
    let mut alike: Vec<_> = alike
        .iter()
        .copied()
        .filter(|other| Days::new(days(other.row)) <= CLOSE_DAYS)
        .collect();
    alike.sort_by_key(|other| (days(other.row), !other.row.approved, &other.row.id));
    let found = alike.into_iter().find(|other| {
        let matched = row.matched_transaction_id.as_ref() == Some(&other.row.id)
            || other.row.matched_transaction_id.as_ref() == Some(&row.id);
        other.row.id != row.id && !matched && same_payee(one, *other, ledger)
    });
    found.map(|other| other.row)
}

/// Whether both are of one payee, or of labels of one shop; what names no payee at all may be the same too.
fn same_payee<'a>(one: Waiting<'a>, other: Waiting<'a>, ledger: Ledger<'a>) -> bool {
    if one.row.payee_id.is_some() && one.row.payee_id == other.row.payee_id {
        return true;
    }
    let labels = |of: Waiting<'a>| past::labels(of.line).filter_map(|name| name.of(ledger.shops()).flatten());
    let nameless = |row: &Transaction| row.payee_id.is_none() && row.payee_name.is_none();
    labels(one).any(|shop| labels(other).any(|other| other == shop)) || (nameless(one.row) && nameless(other.row))
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
