//! What category a transaction without one may have, from what was done before with its payee.

mod evidence;
mod transfers;
mod words;

use chrono::NaiveDate;

use crate::domain::ids::TransactionId;
use crate::domain::lines::{Entry, Ledger};
use crate::domain::percent::Hundredths;
use crate::domain::plan::{Category, Transaction};
use crate::logic::flows::{Chart, Kinds};
use crate::logic::paging::{self, Place};

/// The most categories that are named where none is sure.
const MOST_CANDIDATES: usize = 3;

/// What was asked for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// From which confidence on a category is suggested.
    pub threshold: Hundredths,
    /// Where the page begins.
    pub after: Option<Place>,
    /// The most rows of a page.
    pub limit: usize,
    /// The person's own day.
    pub today: NaiveDate,
}

/// A category that may be meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored<'a> {
    /// The category.
    pub category: &'a Category,
    /// How sure that is.
    pub confidence: Hundredths,
    /// How many earlier lines of the payee have it.
    pub evidence: usize,
}

/// A transaction without a category.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// The transaction.
    pub row: &'a Transaction,
    /// The category that is sure enough.
    pub suggestion: Option<Scored<'a>>,
    /// Where none is, those that may be meant, the most likely first.
    pub candidates: Vec<Scored<'a>>,
    /// A transaction of another account that may be its other side.
    pub transfer_with: Option<&'a TransactionId>,
}

/// A page of the transactions that wait for a category.
#[derive(Clone, Debug)]
pub struct Suggestions<'a> {
    /// How many wait in all.
    pub pending: usize,
    /// How many of them have a suggestion.
    pub suggested: usize,
    /// How many of them may be transfers.
    pub transfers: usize,
    /// The page, newest first.
    pub items: Vec<Item<'a>>,
    /// Where the next page begins; none on the last one.
    pub next: Option<Place>,
    /// On the first page, the categories that a transaction may have, as far as there is room for them.
    pub categories: Vec<&'a Category>,
    /// How many there are that are not among these.
    pub more_categories: usize,
}

/// A transaction that waits, with its line.
#[derive(Clone, Copy)]
struct Waiting<'a> {
    row: &'a Transaction,
    line: &'a Entry,
}

/// Looks through the whole history.
pub fn suggest<'a>(ledger: Ledger<'a>, chart: &Chart<'a>, asked: &Asked) -> Suggestions<'a> {
    let kinds = Kinds::new(chart, ledger);
    let waiting = ledger.entries().iter().filter(|line| kinds.waits_for_category(line));
    let mut waiting: Vec<_> = waiting
        .filter_map(|line| ledger.row(line).map(|row| Waiting { row, line }))
        .collect();
    waiting.sort_unstable_by(|one, other| paging::newest_first(one.row).cmp(&paging::newest_first(other.row)));
    let usable = evidence::Usable::of(chart);
    let first_page = asked.after.is_none();
    let mut categories = usable.categories().filter(|_| first_page).collect::<Vec<_>>();
    let usable_categories = categories.len();
    let sizes = categories.iter().map(|category| words::size_of_category(category));
    categories.truncate(paging::fitting(sizes, paging::ROOM / 2));
    let scores = evidence::scores(&waiting, ledger, chart, &usable, asked.today);
    let rows: Vec<_> = waiting.iter().map(|one| one.row).collect();
    let others = transfers::pairs(&rows, ledger);
    let items = rows.iter().zip(scores).zip(&others);
    let items: Vec<_> = items
        .map(|((row, scored), other)| item(row, scored, *other, asked.threshold))
        .collect();
    let suggested = items.iter().filter(|item| item.suggestion.is_some()).count();
    let pending = items.len();
    let behind = |item: &Item<'_>| asked.after.as_ref().is_none_or(|place| place.is_before(item.row));
    let mut page: Vec<_> = items.into_iter().filter(behind).collect();
    let behind = page.len();
    let room = paging::ROOM.saturating_sub(words::size_of_categories(&categories));
    page.truncate(asked.limit);
    page.truncate(paging::fitting(page.iter().map(words::size), room));
    Suggestions {
        pending,
        suggested,
        transfers: others.iter().flatten().count(),
        next: page
            .last()
            .filter(|_| behind > page.len())
            .map(|item| Place::behind(item.row)),
        items: page,
        more_categories: usable_categories - categories.len(),
        categories,
    }
}

fn item<'a>(
    row: &'a Transaction,
    mut scored: Vec<Scored<'a>>,
    transfer_with: Option<&'a TransactionId>,
    threshold: Hundredths,
) -> Item<'a> {
    let suggestion = scored.first().copied().filter(|first| first.confidence >= threshold);
    scored.truncate(if suggestion.is_some() { 0 } else { MOST_CANDIDATES });
    Item {
        row,
        suggestion,
        candidates: scored,
        transfer_with,
    }
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
