//! The runway in words: the conclusion, and what to know beside the figures.

use super::{Pace, Runway};
use crate::domain::currency::Currency;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::percent::Hundredths;
use crate::logic::measured::counted;

impl Runway<'_> {
    /// The conclusion.
    pub fn message(&self, currency: &Currency) -> Result<String, MoneyError> {
        let available = format!("{} is at hand", currency.plain(self.liquid));
        let (Some(pace), Some(span)) = (self.spending, self.measured.span()) else {
            return Ok(format!(
                "{available}, but no full month lies behind this plan yet, so nobody can tell how long it lasts."
            ));
        };
        let count = counted(self.measured.complete().count(), "full month", "full months");
        let all = pace.text("with all spending", currency)?;
        let essential = self
            .essential
            .map(|pace| pace.text("With essential spending alone", currency));
        let essential = essential
            .transpose()?
            .map(|text| format!(" {text}"))
            .unwrap_or_default();
        Ok(format!("{available}. By {count} ({span}): {all}{essential}"))
    }

    /// What to know beside the figures.
    pub fn notes(&self, currency: &Currency) -> Result<Vec<String>, MoneyError> {
        let mut notes = vec![
            "No income is assumed. Refunds are deducted from spending; moves to tracking accounts that are no debt are not \
             spending. The months to come may differ."
                .to_owned(),
        ];
        if self.owed_on_cards.is_negative() {
            let owed = currency.plain(self.owed_on_cards.checked_abs()?);
            notes.push(format!("{owed} owed on cards is already subtracted."));
        }
        if self.savings_left_out {
            notes.push("Savings accounts are left out, as asked.".to_owned());
        }
        if !self.liquid.is_positive() {
            notes.push("Nothing is at hand: cards owe as much as the cash accounts hold, or more.".to_owned());
        }
        if self.unsorted.count > 0 {
            notes.push(format!(
                "{} ({}) without a category: not deducted, though some may be refunds.",
                counted(self.unsorted.count, "inflow", "inflows"),
                currency.plain(self.unsorted.amount()?)
            ));
        }
        notes.extend(self.measured.notes());
        Ok(notes)
    }
}

impl Pace {
    /// How long it lasts, in a sentence; the month in the middle is told where it says something else.
    fn text(self, what: &str, currency: &Currency) -> Result<String, MoneyError> {
        let Some(mean) = self.mean_lasts else {
            return Ok(format!("{what}, on average nothing goes out, so it has no end."));
        };
        let amount = |spending: Milliunits| spending.checked_abs().map(|spent| currency.plain(spent));
        let typical = match self.median_lasts {
            _ if self.median == self.mean => String::new(),
            Some(median) => format!(
                "; {} at the {} of a typical (median) month",
                months(median),
                amount(self.median)?
            ),
            None => "; in a typical (median) month nothing goes out".to_owned(),
        };
        Ok(format!(
            "{what} it lasts {}, at {} a month on average{typical}.",
            months(mean),
            amount(self.mean)?
        ))
    }
}

fn months(lasts: Hundredths) -> String {
    let number = Milliunits::new(lasts.get().saturating_mul(10)).exact_text(1);
    format!("{number} {}", if number == "1.0" { "month" } else { "months" })
}
