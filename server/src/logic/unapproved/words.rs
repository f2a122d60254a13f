//! The queue in words, and how much room it takes.

use super::{BrokenMatch, Entry, Queue, Reasons};
use crate::domain::currency::Currency;
use crate::logic::paging::shown_size;

/// Ids, dates, amounts and the names of members, of a row that has nothing else.
const PLAIN_ROW: usize = 330;

/// The same of the reasons.
const REASONS: usize = 260;

pub(super) fn size(entry: &Entry<'_>) -> usize {
    let row = entry.row;
    let texts = [row.payee_name.as_deref(), row.memo.as_deref()];
    let texts: usize = texts.into_iter().flatten().map(shown_size).sum();
    let reasons = if entry.reasons == Reasons::default() {
        0
    } else {
        REASONS
    };
    PLAIN_ROW + texts + reasons
}

impl Reasons<'_> {
    /// The reasons, with semicolons between; none when there is none.
    pub fn in_words(&self, currency: &Currency) -> Option<String> {
        let mut words = Vec::new();
        if self.new_payee {
            words.push("new payee: nothing of it was approved before".to_owned());
        }
        if let Some(usual) = self.unusual_amount {
            let (low, high) = (currency.plain(usual.low), currency.plain(usual.high));
            let range = if low == high { low } else { format!("{low} to {high}") };
            words.push(format!("unusual amount: usually {range} ({} earlier)", usual.rows));
        }
        if let Some(usual) = self.unusual_category {
            let name = &usual.category.name;
            words.push(format!(
                "unusual category: usually {name} ({} of {})",
                usual.lines, usual.of
            ));
        }
        if let Some(other) = self.duplicate_of {
            let approved = if other.approved { "approved" } else { "not approved" };
            words.push(format!("possible duplicate of one of {}, {approved}", other.date));
        }
        let broken = self.broken_match.map(|broken| match broken {
            BrokenMatch::Unlisted => {
                "possibly broken match: the row it is matched with is not in the history, as YNAB hides those of good ones too"
            }
            BrokenMatch::Differs => "broken match: the row it is matched with is of another account or amount",
        });
        words.extend(broken.map(str::to_owned));
        (!words.is_empty()).then(|| words.join("; "))
    }
}

impl Queue<'_> {
    /// The conclusion in one sentence.
    pub fn message(&self) -> String {
        let twice = self
            .entries
            .iter()
            .filter(|entry| entry.reasons != Reasons::default())
            .count();
        let shown = match (self.entries.len() < self.total, twice) {
            (_, 0) => String::new(),
            (true, twice) => format!(
                " {twice} of the {} shown should be looked at twice.",
                self.entries.len()
            ),
            (false, twice) => format!(" {twice} should be looked at twice."),
        };
        let category = match self.needing_category {
            0 => String::new(),
            1 => ", 1 of them for a category too".to_owned(),
            several => format!(", {several} of them for a category too"),
        };
        match self.total {
            0 => "No transaction waits for approval.".to_owned(),
            1 => format!("1 transaction waits for approval{category}.{shown}"),
            several => format!("{several} transactions wait for approval{category}.{shown}"),
        }
    }
}
