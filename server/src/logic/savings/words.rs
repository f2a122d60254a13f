//! Savings in words: the conclusion, and what to know beside the figures.

use super::Savings;
use crate::domain::currency::Currency;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::percent::Percent;
use crate::logic::measured::{Tally, counted};

impl Savings {
    /// The conclusion.
    pub fn message(&self, currency: &Currency) -> Result<String, MoneyError> {
        let Some(span) = self.measured.span() else {
            return Ok("No full month lies behind this plan yet, so no savings rate can be given.".to_owned());
        };
        let count = self.measured.complete().count();
        let over = format!("Over {} ({span})", counted(count, "full month", "full months"));
        let spent = spent(self.total.spending, currency)?;
        let income = currency.plain(self.total.income);
        let Some(rate) = self.total.rate else {
            return Ok(if self.total.income.is_negative() {
                format!(
                    "{over} more income was taken back than came in ({income}) and {spent}: there is no savings rate."
                )
            } else {
                format!("{over} no income came in and {spent}: there is no savings rate.")
            });
        };
        let kept = if self.total.saved.is_negative() {
            let missing = self.total.saved.checked_abs()?;
            format!("{} more went out than came in", currency.plain(missing))
        } else {
            format!("{} was saved", currency.plain(self.total.saved))
        };
        let best = self.best_and_worst().unwrap_or_default();
        Ok(format!(
            "{over} {income} came in and {spent}: {kept}, a savings rate of {} %.{best}",
            rate.text()
        ))
    }

    fn best_and_worst(&self) -> Option<String> {
        let (best, worst) = (self.best?, self.worst?);
        let text = |month| Some(format!("{} ({} %)", Month::short(month), self.rate_of(month)?.text()));
        (best != worst).then_some(())?;
        Some(format!(" Best month {}, worst {}.", text(best)?, text(worst)?))
    }

    fn rate_of(&self, month: Month) -> Option<Percent> {
        let row = self.months.iter().find(|row| row.month == month)?;
        row.saved.rate
    }

    /// What to know beside the figures.
    pub fn notes(&self, currency: &Currency) -> Result<Vec<String>, MoneyError> {
        let mut notes = vec![
            "Income is what went to Ready to Assign, spending all else that left the plan, less refunds; moves between the \
             plan's own accounts, card payments among them, are neither."
                .to_owned(),
        ];
        let tell = |tally: Tally, what: &str| {
            let amount = tally.amount()?;
            Ok((tally.count > 0).then(|| what.replace("{}", &currency.plain(amount))))
        };
        let money_of = |tally: Tally, one: &str, many: &str| format!("{} ({{}})", counted(tally.count, one, many));
        let beside = &self.beside;
        let told: [Result<Option<String>, MoneyError>; 6] = [
            tell(
                beside.unsorted,
                &format!(
                    "{} without a category: neither income nor refund until a category says which.",
                    money_of(beside.unsorted, "inflow", "inflows")
                ),
            ),
            tell(
                beside.openings,
                &format!(
                    "{}: not counted.",
                    money_of(beside.openings, "opening balance", "opening balances")
                ),
            ),
            tell(
                beside.adjustments,
                &format!(
                    "{}: not counted.",
                    money_of(beside.adjustments, "balance adjustment", "balance adjustments")
                ),
            ),
            tell(
                beside.invested,
                "What moved to tracking accounts that are no debt was saved, not spent; money back from them is no income.",
            ),
            tell(beside.repaid, "Payments to tracked debts count as spending ({})."),
            tell(
                beside.borrowed,
                "Money from tracked debts is borrowed, not income ({}).",
            ),
        ];
        for note in told {
            notes.extend(note?);
        }
        let unrated = self
            .months
            .iter()
            .filter(|row| !row.partial && row.saved.rate.is_none());
        let unrated: Vec<String> = unrated.map(|row| row.month.short()).collect();
        if !unrated.is_empty() && self.total.rate.is_some() {
            notes.push(format!("No income, so no rate: {}.", unrated.join(", ")));
        }
        notes.extend(self.measured.notes());
        Ok(notes)
    }
}

/// What was spent, in words; refunds may have brought back more.
pub(in crate::logic) fn spent(spending: Milliunits, currency: &Currency) -> Result<String, MoneyError> {
    Ok(match spending.signum() {
        0 => "nothing was spent".to_owned(),
        1 => format!("refunds brought back {} more than was spent", currency.plain(spending)),
        _ => format!("{} was spent", currency.plain(spending.checked_abs()?)),
    })
}
