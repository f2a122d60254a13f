//! Net worth in words: the conclusion, and what to know beside the figures.

use super::NetWorth;
use crate::domain::currency::Currency;
use crate::domain::money::MoneyError;
use crate::domain::percent::Percent;
use crate::logic::measured::counted;

/// Accounts that a note names.
const MOST_NAMED: usize = 5;

impl NetWorth<'_> {
    /// The conclusion.
    pub fn message(&self, currency: &Currency) -> Result<String, MoneyError> {
        let Some(today) = self.months.last() else {
            return Ok(String::new());
        };
        let mut message = format!(
            "Net worth is {} today: {} owned, {} owed.",
            currency.plain(today.net_worth),
            currency.plain(today.assets),
            currency.plain(today.debts.checked_abs()?)
        );
        if let [first, _, ..] = self.months.as_slice() {
            let (since, change) = (first.month.short(), self.change()?);
            let moved = match change.signum() {
                0 => format!(" The same as at the end of {since}."),
                sign => {
                    let word = if sign > 0 { "up" } else { "down" };
                    let size = |percent: Percent| Percent::of_tenths(percent.tenths().saturating_abs());
                    let percent = self.change_percent().map(size);
                    let percent = percent.map(|percent| format!(" ({} %)", percent.text()));
                    format!(
                        " It is {word} by {}{} since the end of {since}.",
                        currency.plain(change.checked_abs()?),
                        percent.unwrap_or_default()
                    )
                }
            };
            message.push_str(&moved);
        }
        Ok(message)
    }

    /// What to know beside the figures.
    pub fn notes(&self, currency: &Currency) -> Result<Vec<String>, MoneyError> {
        let mut notes = Vec::new();
        if let Some(begins) = self.begins {
            notes.push(format!(
                "The plan begins in {}: months before it are left out.",
                begins.short()
            ));
        }
        if self.later.count > 0 {
            notes.push(format!(
                "{} dated after today ({} in all): in YNAB's balances, but in no figure here.",
                counted(self.later.count, "entry is", "entries are"),
                currency.plain(self.later.amount()?)
            ));
        }
        notes.extend(self.against_type());
        notes.extend(self.differences(currency));
        if self.deleted.count > 0 {
            notes.push(format!(
                "{} until the month of the last entry, then not at all; they held {} at that point.",
                counted(self.deleted.count, "deleted account counts", "deleted accounts count"),
                currency.plain(self.deleted.amount()?)
            ));
        }
        if self.one_sided.count > 0 {
            notes.push(format!(
                "{} deleted accounts of which YNAB holds nothing any more ({} in all): what those accounts held is missing \
                 from earlier months.",
                counted(self.one_sided.count, "transfer is with", "transfers are with"),
                currency.plain(self.one_sided.amount()?)
            ));
        }
        Ok(notes)
    }

    /// Cards in credit, overdrawn accounts and the like: they count by their balance.
    fn against_type(&self) -> Option<String> {
        let mut against = self.series.iter().filter(|series| {
            let sign = if series.account.is_debt() { 1 } else { -1 };
            series.balances.iter().any(|balance| balance.signum() == sign)
        });
        against.next().map(|_| {
            "An account counts by its balance, not its type: a card in credit as an asset, an overdrawn account as a debt."
                .to_owned()
        })
    }

    fn differences(&self, currency: &Currency) -> Option<String> {
        let named = self.differing.iter().take(MOST_NAMED);
        let named: Vec<String> = named
            .map(|one| format!("{} by {}", one.account.name, currency.plain(one.difference)))
            .collect();
        let more = self.differing.len().saturating_sub(named.len());
        let more = (more > 0).then(|| format!(" and {more} more"));
        (!named.is_empty()).then(|| {
            format!(
                "YNAB's balance differs from the sum of all transactions for {}{}: the difference stands in every month here.",
                named.join(", "),
                more.unwrap_or_default()
            )
        })
    }
}
