//! Suggestions in words, and how much room they take.

use super::{Item, Scored, Suggestions};
use crate::domain::plan::Category;
use crate::logic::paging::shown_size;

/// Ids, dates, amounts and the names of members, of a row that has nothing else.
const PLAIN_ROW: usize = 200;

/// The same of a suggestion, and of the other side of a transfer.
const SUGGESTION: usize = 180;
const OTHER_SIDE: usize = 70;

/// The same of a category in the list.
const CATEGORY: usize = 85;

pub(super) fn size(item: &Item<'_>) -> usize {
    let row = item.row;
    let texts = [row.payee_name.as_deref(), row.memo.as_deref()];
    let texts: usize = texts.into_iter().flatten().map(shown_size).sum();
    let name = |scored: &Scored<'_>| shown_size(scored.category.name.raw());
    let suggestion = item.suggestion.iter().map(|scored| SUGGESTION + name(scored));
    let candidates = item.candidates.iter().map(|scored| 25 + name(scored));
    let other = item.transfer_with.map_or(0, |_| OTHER_SIDE);
    PLAIN_ROW + texts + other + suggestion.chain(candidates).sum::<usize>()
}

pub(super) fn size_of_categories(categories: &[&Category]) -> usize {
    categories.iter().map(|category| size_of_category(category)).sum()
}

pub(super) fn size_of_category(category: &Category) -> usize {
    CATEGORY + shown_size(category.name.raw()) + shown_size(category.group_name.raw())
}

impl Item<'_> {
    /// `Groceries (7 earlier, 0.58); Household (3 earlier, 0.25)`; none when there is no candidate.
    pub fn candidates_in_words(&self) -> Option<String> {
        let named = |scored: &Scored<'_>| {
            let (whole, hundredths) = (scored.confidence.get() / 100, scored.confidence.get() % 100);
            let name = &scored.category.name;
            format!("{name} ({} earlier, {whole}.{hundredths:02})", scored.evidence)
        };
        let named: Vec<_> = self.candidates.iter().map(named).collect();
        (!named.is_empty()).then(|| named.join("; "))
    }
}

impl Suggestions<'_> {
    /// The conclusion in one sentence.
    pub fn message(&self) -> String {
        let (waiting, suggested) = (self.pending, self.suggested);
        let transfers = match self.transfers {
            0 => String::new(),
            transfers => format!(" {transfers} may be one side of a transfer."),
        };
        let more = match self.more_categories {
            0 => String::new(),
            more => format!(" {more} more categories are not listed here: see `list_categories`."),
        };
        let have = if suggested == 1 { "has" } else { "have" };
        match waiting {
            0 => format!("No transaction waits for a category.{more}"),
            1 => format!("1 transaction waits for a category, and {suggested} {have} a suggestion.{transfers}{more}"),
            _ => format!(
                "{waiting} transactions wait for a category, and {suggested} {have} a suggestion.{transfers}{more}"
            ),
        }
    }
}
