//! Finding transactions, over any span of the history.

mod fitting;
pub mod terms;
mod words;

use std::collections::BTreeSet;

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::domain::flag::FlagColor;
use crate::domain::ids::{AccountId, CategoryId};
use crate::domain::lines::Ledger;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::plan::Transaction;
use crate::error::ToolError;
use crate::logic::flows::{Chart, Line};
use crate::logic::paging::{self, Place};
use fitting::Fitting;
pub use terms::{MemoTerm, PayeeTerm};
pub use words::line_in_words;

/// What is never so at once, in words.
const NEVER_TOGETHER: [(Only, Only, &str); 6] = [
    (Only::Inflow, Only::Outflow, "inflow and outflow"),
    (Only::Approved, Only::Unapproved, "approved and unapproved"),
    (Only::Cleared, Only::Uncleared, "cleared and uncleared"),
    (Only::Cleared, Only::Reconciled, "cleared and reconciled"),
    (Only::Uncleared, Only::Reconciled, "uncleared and reconciled"),
    (Only::Transfer, Only::NoTransfer, "transfer and no_transfer"),
];

/// What to look for; every part that is given must fit.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// First day, inclusive.
    pub since: Option<NaiveDate>,
    /// Last day, inclusive.
    pub until: Option<NaiveDate>,
    /// The exact amount, with its sign.
    pub amount: Option<Milliunits>,
    /// The least amount, without its sign.
    pub least: Option<Milliunits>,
    /// The greatest amount, without its sign.
    pub greatest: Option<Milliunits>,
    /// These accounts.
    pub accounts: Option<BTreeSet<AccountId>>,
    /// These categories.
    pub categories: Option<BTreeSet<CategoryId>>,
    /// Part of the payee's name.
    pub payee: Option<PayeeTerm>,
    /// Part of the memo.
    pub memo: Option<MemoTerm>,
    /// What the flag is.
    pub flag: Option<OfFlag>,
    /// What else must be so.
    pub only: BTreeSet<Only>,
}

/// A flag to look for; none for what has no flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfFlag(pub Option<FlagColor>);

/// Something that must be so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Only {
    /// Money in.
    Inflow,
    /// Money out.
    Outflow,
    /// Approved.
    Approved,
    /// Waits for approval.
    Unapproved,
    /// Cleared, and not reconciled.
    Cleared,
    /// Not cleared.
    Uncleared,
    /// Reconciled.
    Reconciled,
    /// Has a flag.
    Flagged,
    /// YNAB wants a category for it and has none.
    Uncategorized,
    /// Split over several categories.
    Split,
    /// A transfer.
    Transfer,
    /// No transfer.
    NoTransfer,
}

/// A transaction that fits.
#[derive(Clone, Debug)]
pub struct Found<'a> {
    /// The transaction.
    pub row: &'a Transaction,
    /// Which of its lines fit; all of it where there are none.
    pub lines: Vec<Line<'a>>,
    /// What of its amount fits.
    pub amount: Milliunits,
}

/// A page of what fits, and what all that fits comes to.
#[derive(Clone, Debug, Default)]
pub struct Answer<'a> {
    /// How many fit.
    pub total: usize,
    /// The days of the oldest and the newest.
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// Money in.
    pub inflow: Milliunits,
    /// Money out, negative.
    pub outflow: Milliunits,
    /// Both together.
    pub sum: Milliunits,
    /// The page, newest first, and one more where there is one.
    pub page: Vec<Found<'a>>,
}

/// Refuses days the wrong way round.
pub fn check_days(since: NaiveDate, until: NaiveDate) -> Result<(), ToolError> {
    if until < since {
        return Err(ToolError::Refused(format!(
            "Nothing was read: `until_date` ({until}; today when left out) is before `since_date` ({since})."
        )));
    }
    Ok(())
}

impl Search {
    /// Refuses what nothing can fit.
    ///
    /// # Errors
    /// Days or amounts the wrong way round, amounts with a sign, and two things that are never so at once.
    pub fn check(&self) -> Result<(), ToolError> {
        if let (Some(since), Some(until)) = (self.since, self.until) {
            check_days(since, until)?;
        }
        let mut bounds = [self.least, self.greatest].into_iter().flatten();
        if bounds.any(Milliunits::is_negative) {
            return Err(ToolError::refused(
                "Nothing was read: `min_amount` and `max_amount` have no sign; say `inflow` or `outflow` in `only`.",
            ));
        }
        if let (Some(least), Some(greatest)) = (self.least, self.greatest)
            && greatest < least
        {
            return Err(ToolError::refused(
                "Nothing was read: `max_amount` is less than `min_amount`.",
            ));
        }
        let asked = |(one, other, _): &&(Only, Only, &str)| self.only.contains(one) && self.only.contains(other);
        if self.flag == Some(OfFlag(None)) && self.only.contains(&Only::Flagged) {
            return Err(ToolError::refused(
                "Nothing was read: `flag` is none and `only` names `flagged`, and nothing is both.",
            ));
        }
        match NEVER_TOGETHER.iter().find(asked) {
            Some((_, _, both)) => Err(ToolError::Refused(format!(
                "Nothing was read: all that `only` names must be so, and nothing is {both} at once."
            ))),
            None => Ok(()),
        }
    }

    /// Looks through a history: what fits in all, and a page of it behind a place.
    ///
    /// # Errors
    /// Sums beyond what money can be.
    pub fn find<'a>(
        &self,
        ledger: Ledger<'a>,
        chart: &Chart<'_>,
        after: Option<&Place>,
        most: usize,
    ) -> Result<Answer<'a>, MoneyError> {
        let mut fitting = Fitting::new(self, ledger, chart);
        let mut answer = Answer::default();
        let mut found = Vec::new();
        for lines in ledger.by_row() {
            let Some(amount) = fitting.amount(lines)? else { continue };
            let Some(row) = lines.first().and_then(|line| ledger.row(line)) else {
                continue;
            };
            answer.add(row, amount)?;
            found.push((row, lines, amount));
        }
        for (row, lines, amount) in paging::behind_by(found, |(row, ..)| *row, after, most) {
            let lines = fitting.lines(row, lines);
            answer.page.push(Found { row, lines, amount });
        }
        Ok(answer)
    }
}

impl<'a> Answer<'a> {
    fn add(&mut self, row: &'a Transaction, amount: Milliunits) -> Result<(), MoneyError> {
        self.total += 1;
        self.sum = self.sum.checked_add(amount)?;
        let side = if amount.is_negative() {
            &mut self.outflow
        } else {
            &mut self.inflow
        };
        *side = side.checked_add(amount)?;
        let (first, last) = self.days.unwrap_or((row.date, row.date));
        self.days = Some((first.min(row.date), last.max(row.date)));
        Ok(())
    }
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
