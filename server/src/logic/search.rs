//! Finding transactions, over any span of the history.

pub mod terms;
mod words;

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::domain::flag::FlagColor;
use crate::domain::ids::{AccountId, CategoryId};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::plan::{Cleared, Transaction};
use crate::error::ToolError;
use crate::logic::by_text::ByText;
use crate::logic::flows::{Line, lines};
use crate::logic::paging::{self, Place};
use crate::logic::pending::{NoCategory, Pending};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Clone, Debug)]
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
        transactions: impl Iterator<Item = &'a Transaction>,
        pending: &Pending<'_, 'a>,
        after: Option<&Place>,
        most: usize,
    ) -> Result<Answer<'a>, MoneyError> {
        let mut payees = ByText::default();
        let mut fitting = Fitting {
            search: self,
            pending,
            payees: &mut payees,
        };
        let mut answer = Answer {
            total: 0,
            days: None,
            inflow: Milliunits::ZERO,
            outflow: Milliunits::ZERO,
            sum: Milliunits::ZERO,
            page: Vec::new(),
        };
        let mut rows = Vec::new();
        for row in transactions {
            let Some(amount) = fitting.amount(row)? else { continue };
            answer.total += 1;
            answer.sum = answer.sum.checked_add(amount)?;
            let side = if amount.is_negative() {
                &mut answer.outflow
            } else {
                &mut answer.inflow
            };
            *side = side.checked_add(amount)?;
            let (first, last) = answer.days.unwrap_or((row.date, row.date));
            answer.days = Some((first.min(row.date), last.max(row.date)));
            rows.push(row);
        }
        for row in paging::behind(rows, after, most) {
            let lines = fitting.lines(row);
            let amount = fitting.amount(row)?.unwrap_or(Milliunits::ZERO);
            answer.page.push(Found { row, lines, amount });
        }
        Ok(answer)
    }
}

/// A search while it goes through a history.
struct Fitting<'s, 'c, 'a> {
    search: &'s Search,
    pending: &'s Pending<'c, 'a>,
    /// Which payees fit: each is looked at once.
    payees: &'s mut ByText<'a, bool>,
}

impl<'a> Fitting<'_, '_, 'a> {
    /// What of the transaction's amount fits; none where nothing does.
    fn amount(&mut self, row: &'a Transaction) -> Result<Option<Milliunits>, MoneyError> {
        if !self.row(row) {
            return Ok(None);
        }
        if self.whole(row) {
            return Ok(Some(row.amount));
        }
        let mut sum = None;
        for line in lines(row).filter(|line| line.part.is_some()) {
            if self.line(line) {
                sum = Some(sum.unwrap_or(Milliunits::ZERO).checked_add(line.amount())?);
            }
        }
        Ok(sum)
    }

    /// The lines that fit, where not all of the transaction does.
    fn lines(&mut self, row: &'a Transaction) -> Vec<Line<'a>> {
        if self.whole(row) {
            return Vec::new();
        }
        lines(row)
            .filter(|line| line.part.is_some() && self.line(*line))
            .collect()
    }

    /// What a transaction says once for all its lines.
    fn row(&self, row: &Transaction) -> bool {
        let search = self.search;
        search.since.is_none_or(|since| row.date >= since)
            && search.until.is_none_or(|until| row.date <= until)
            && search.accounts.as_ref().is_none_or(|ids| ids.contains(&row.account_id))
            && search.flag.as_ref().is_none_or(|OfFlag(flag)| row.flag == *flag)
            && search.only.iter().all(|only| match only {
                Only::Approved => row.approved,
                Only::Unapproved => !row.approved,
                Only::Cleared => row.cleared == Cleared::Cleared,
                Only::Uncleared => row.cleared == Cleared::Uncleared,
                Only::Reconciled => row.cleared == Cleared::Reconciled,
                Only::Flagged => row.flag.is_some(),
                Only::Split => !row.lines.is_empty(),
                Only::Inflow | Only::Outflow | Only::Uncategorized | Only::Transfer | Only::NoTransfer => true,
            })
    }

    /// Whether the transaction as a whole fits.
    fn whole(&mut self, row: &'a Transaction) -> bool {
        let search = self.search;
        let split = !row.lines.is_empty();
        let category =
            |ids: &BTreeSet<CategoryId>| !split && row.category_id.as_ref().is_some_and(|id| ids.contains(id));
        let part_is_transfer = || row.lines.iter().any(|line| line.transfer_account_id.is_some());
        self.fits_amount(row.amount)
            && search.categories.as_ref().is_none_or(category)
            && search.only.iter().all(|only| match only {
                Only::Inflow => row.amount.is_positive(),
                Only::Outflow => row.amount.is_negative(),
                Only::Uncategorized => self.pending.holds(row),
                Only::Transfer => row.transfer_account_id.is_some(),
                Only::NoTransfer => row.transfer_account_id.is_none() && !part_is_transfer(),
                _ => true,
            })
            && search
                .memo
                .as_ref()
                .is_none_or(|term| row.memo.as_deref().is_some_and(|memo| term.fits(memo)))
            && self.fits_payee(row.payee_name.as_deref())
    }

    /// Whether a line of a split fits. What the bank knows, the whole amount, and what is said of the whole transaction count
    /// for each of its lines.
    fn line(&mut self, line: Line<'a>) -> bool {
        let search = self.search;
        let memo = |term: &MemoTerm| {
            let own = line.part.and_then(|part| part.memo.as_deref());
            [own, line.row.memo.as_deref()]
                .into_iter()
                .flatten()
                .any(|memo| term.fits(memo))
        };
        let own_transfer = line.part.is_some_and(|part| part.transfer_account_id.is_some());
        (self.fits_amount(line.amount()) || self.fits_amount(line.row.amount))
            && search
                .categories
                .as_ref()
                .is_none_or(|ids| line.category_id().is_some_and(|id| ids.contains(id)))
            && search.only.iter().all(|only| match only {
                Only::Inflow => line.amount().is_positive(),
                Only::Outflow => line.amount().is_negative(),
                Only::Uncategorized => self.pending.why_none(line) == Some(NoCategory::Uncategorized),
                Only::Transfer => own_transfer,
                Only::NoTransfer => !own_transfer,
                _ => true,
            })
            && search.memo.as_ref().is_none_or(memo)
            && (self.fits_payee(line.payee_name()) || self.fits_payee(line.row.payee_name.as_deref()))
    }

    fn fits_amount(&self, amount: Milliunits) -> bool {
        let search = self.search;
        let size = |amount: Milliunits| amount.get().unsigned_abs();
        search.amount.is_none_or(|wanted| amount == wanted)
            && search.least.is_none_or(|least| size(amount) >= size(least))
            && search.greatest.is_none_or(|greatest| size(amount) <= size(greatest))
    }

    fn fits_payee(&mut self, payee: Option<&'a str>) -> bool {
        match (&self.search.payee, payee) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(term), Some(payee)) => self.payees.of(payee, |payee| term.fits(payee)),
        }
    }
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
