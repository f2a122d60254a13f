//! What was found, in words.

use super::Answer;
use crate::domain::currency::Currency;
use crate::domain::text::visible_line;
use crate::logic::flows::Line;
use crate::logic::pending::Pending;
use crate::logic::wording::Labels;

impl Answer<'_> {
    /// The conclusion in one sentence.
    pub fn message(&self, listed: usize, currency: &Currency) -> String {
        let Some((first, last)) = self.days else {
            return "No transaction fits.".to_owned();
        };
        let days = if first == last {
            format!("on {first}")
        } else {
            format!("from {first} to {last}")
        };
        let sum = currency.plain(self.sum);
        let both = !self.inflow.is_zero() && !self.outflow.is_zero();
        let sides = if both {
            format!(
                " (in {}, out {})",
                currency.plain(self.inflow),
                currency.plain(self.outflow)
            )
        } else {
            String::new()
        };
        let listed = if listed < self.total {
            format!("; {listed} of them here")
        } else {
            String::new()
        };
        let (what, come) = if self.total == 1 {
            ("transaction", "comes")
        } else {
            ("transactions", "come")
        };
        format!("{} {what} {days} {come} to {sum}{sides}{listed}.", self.total)
    }
}

/// A line of a split in words: `-20.00 Groceries: bread`.
pub fn line_in_words(line: Line<'_>, labels: &Labels, pending: &Pending<'_, '_>, currency: &Currency) -> String {
    let amount = currency.plain(line.amount());
    let what = match (pending.why_none(line), line.transfer_account_id()) {
        (None, _) => line.category_id().map_or_else(String::new, |id| labels.category(id)),
        (Some(_), Some(other)) => format!("transfer with {}", labels.account(other)),
        (Some(why), None) => why.as_str().to_owned(),
    };
    match line.part.and_then(|part| part.memo.as_deref()).map(visible_line) {
        Some(memo) if !memo.is_empty() => format!("{amount} {what}: {memo}"),
        _ => format!("{amount} {what}"),
    }
}
