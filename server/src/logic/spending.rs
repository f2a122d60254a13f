//! What was spent in any period, by category, group, payee, account or month.

pub mod period;
mod tally;
mod wanted;
mod wording;

use std::collections::BTreeSet;

use chrono::NaiveDate;

use self::period::{Against, Period};
use self::tally::{Months, Sums};
use self::wanted::Wanted;
use crate::domain::ids::{AccountId, CategoryGroupId, CategoryId, PayeeId};
use crate::domain::lines::Ledger;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::percent::Percent;
use crate::logic::flows::Chart;
use crate::logic::search::PayeeTerm;

/// What is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Categories.
    Category,
    /// Groups of categories.
    Group,
    /// Payees.
    Payee,
    /// Accounts.
    Account,
    /// Months.
    Month,
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Asked {
    /// When.
    pub period: Period,
    /// What is told apart.
    pub by: By,
    /// What it is compared with.
    pub against: Option<Against>,
    /// Only these categories; YNAB's own Uncategorized means what has none.
    pub categories: Option<BTreeSet<CategoryId>>,
    /// Only on these accounts.
    pub accounts: Option<BTreeSet<AccountId>>,
    /// Only payees with such a name.
    pub payee: Option<PayeeTerm>,
}

impl Asked {
    /// Whether it is of whatever was bought, of whomever.
    fn is_of_all(&self) -> bool {
        self.categories.is_none() && self.payee.is_none()
    }
}

/// What was spent.
#[derive(Clone, Debug, PartialEq)]
pub struct Spending<'a> {
    /// Those with the most spent first; months with the newest first.
    pub rows: Vec<Row<'a>>,
    /// All rows together.
    pub total: Tally,
    /// The other period, and all that was spent in it.
    pub before: Option<(Period, Tally)>,
    /// What came in to Ready to Assign in the period; none where only some categories or payees are wanted.
    pub income: Option<Milliunits>,
    /// What belongs to the period and is in no row.
    pub apart: Apart,
}

/// What is told beside the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Apart {
    /// Came in without a category: nobody has said whether it is income or a refund.
    pub unsorted: Milliunits,
    /// First balances of accounts.
    pub openings: Milliunits,
    /// Adjustments of balances.
    pub adjustments: Milliunits,
    /// In the rows all the same: moved to accounts that are only tracked and no debts, such as investments.
    pub to_assets: Milliunits,
}

/// One category, group, payee, account or month.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<'a> {
    /// What it is.
    pub key: Key<'a>,
    /// The payee's name, for a payee.
    pub payee: Option<&'a str>,
    /// What was spent.
    pub tally: Tally,
    /// Its part of all that was spent, refunds not taken off; none when nothing was spent.
    pub share: Option<Percent>,
    /// The same in the other period; none where a row has no other.
    pub before: Option<Tally>,
}

impl Row<'_> {
    /// How much more (or less) than in the other period, refunds taken off.
    pub fn change(&self) -> Result<Option<Milliunits>, MoneyError> {
        let before = self.before.map(|before| before.net()).transpose()?;
        before.map(|before| self.tally.net()?.checked_sub(before)).transpose()
    }
}

impl Spending<'_> {
    /// The rows beyond the first so many, as one: how many, and what they come to.
    pub fn rest(&self, shown: usize) -> Result<Option<(usize, Tally)>, MoneyError> {
        let rest = self.rows.get(shown..).unwrap_or_default();
        let sum = |amount: fn(&Tally) -> Milliunits| Milliunits::checked_sum(rest.iter().map(|row| amount(&row.tally)));
        let tally = Tally {
            spent: sum(|tally| tally.spent)?,
            refunded: sum(|tally| tally.refunded)?,
            lines: rest.iter().map(|row| row.tally.lines).sum(),
        };
        Ok((!rest.is_empty()).then_some((rest.len(), tally)))
    }

    /// How much more (or less) than in the other period, refunds taken off, and as a part of it where that is above zero.
    pub fn change(&self) -> Result<Option<(Milliunits, Option<Percent>)>, MoneyError> {
        let Some((_, before)) = self.before else {
            return Ok(None);
        };
        let before = before.net()?;
        let change = self.total.net()?.checked_sub(before)?;
        let percent = before.is_positive().then(|| Percent::of(change, before)).flatten();
        Ok(Some((change, percent)))
    }
}

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key<'a> {
    /// A category.
    Category(&'a CategoryId),
    /// A group.
    Group(&'a CategoryGroupId),
    /// No category.
    Uncategorized,
    /// Categories that are there no longer.
    Deleted,
    /// A payee.
    Payee(&'a PayeeId),
    /// No payee.
    NoPayee,
    /// An account.
    Account(&'a AccountId),
    /// A month.
    Month(Month),
}

/// Spending added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Spent, refunds not taken off.
    pub spent: Milliunits,
    /// Came back.
    pub refunded: Milliunits,
    /// Lines: a split transaction counts once for each of its lines here.
    pub lines: usize,
}

impl Tally {
    /// Spent, refunds taken off.
    pub fn net(&self) -> Result<Milliunits, MoneyError> {
        self.spent.checked_sub(self.refunded)
    }
}

/// Adds up what was spent.
pub fn spending<'a>(ledger: Ledger<'a>, chart: &Chart<'a>, asked: &'a Asked) -> Result<Spending<'a>, MoneyError> {
    let other = asked.against.map(|against| asked.period.before(against));
    let mut wanted = Wanted::new(asked, chart, ledger);
    let mut sums = Sums::new(asked.by, chart, ledger);
    let mut seen: Option<(NaiveDate, NaiveDate)> = None;
    for line in ledger.entries() {
        let day = line.date;
        seen = Some(seen.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
        let now = asked.period.contains(day);
        let before = other.is_some_and(|other| other.contains(day));
        if now || before {
            sums.add(line, wanted.part(line), now, before);
        }
    }
    let total = sums.now.total()?;
    let months = Months {
        first: seen.map(|(first, _)| asked.period.since.max(first)),
        last: seen.map(|(_, last)| asked.period.until.min(last)),
        back: asked.against.and_then(|against| asked.period.months_back(against)),
    };
    let rows = sums.rows(months)?.into_iter().map(|found| Row {
        key: found.key,
        payee: found.payee,
        tally: found.now,
        share: Percent::of(found.now.spent, total.spent),
        before: found.before.filter(|_| other.is_some()),
    });
    Ok(Spending {
        rows: sorted(rows.collect()),
        before: other.map(|other| Ok((other, sums.before.total()?))).transpose()?,
        income: asked.is_of_all().then(|| sums.now.income()).transpose()?,
        apart: sums.now.apart()?,
        total,
    })
}

/// Months with the newest first, others with the most spent first.
fn sorted(mut rows: Vec<Row<'_>>) -> Vec<Row<'_>> {
    let order = |row: &Row<'_>| {
        let before = row.before.map(|before| before.spent);
        (row.tally.spent, row.tally.refunded, before)
    };
    rows.sort_by(|one, other| match (one.key, other.key) {
        (Key::Month(one), Key::Month(other)) => other.cmp(&one),
        _ => order(other).cmp(&order(one)).then(one.key.cmp(&other.key)),
    });
    rows
}

#[cfg(test)]
mod tests;
