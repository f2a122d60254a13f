//! What was found, in words.

use super::{Answer, Search};
use crate::domain::currency::Currency;
use crate::domain::lines::Ledger;
use crate::domain::money::MoneyError;
use crate::domain::text::visible_line;
use crate::logic::flows::{Chart, Line};
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

impl Search {
    /// Why nothing may have been found, where that can be told: no payee has such a name, or the amount has the other sign.
    ///
    /// # Errors
    /// Sums beyond what money can be.
    pub fn hint(&self, ledger: Ledger<'_>, chart: &Chart<'_>) -> Result<Option<String>, MoneyError> {
        let unknown = self.payee.as_ref().and_then(|term| term.fits_none_of(ledger.names()));
        if unknown.is_some() {
            return Ok(unknown);
        }
        let Some(amount) = self.amount.filter(|amount| !amount.is_zero()) else {
            return Ok(None);
        };
        let turned = Self {
            amount: Some(amount.checked_neg()?),
            ..self.clone()
        };
        let found = turned.find(ledger, chart, None, 0)?;
        let fits = |count| format!("{count} would with the other sign: money out is negative.");
        Ok(Some(found.total).filter(|total| *total > 0).map(fits))
    }
}

/// A line of a split in words: `-20.00 Groceries: bread`.
pub fn line_in_words(line: Line<'_>, labels: &Labels, chart: &Chart<'_>, currency: &Currency) -> String {
    let amount = currency.plain(line.amount());
    let what = match (chart.no_category(line), line.transfer_account_id()) {
        (None, _) => line.category_id().map_or_else(String::new, |id| labels.category(id)),
        (Some(_), Some(other)) => format!("transfer with {}", labels.account(other)),
        (Some(why), None) => why.as_str().to_owned(),
    };
    match line.part.and_then(|part| part.memo.as_deref()).map(visible_line) {
        Some(memo) if !memo.is_empty() => format!("{amount} {what}: {memo}"),
        _ => format!("{amount} {what}"),
    }
}
