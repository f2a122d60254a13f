//! Net worth month by month: what every account held at the end of each month, worked back from what YNAB says it holds.
//!
//! Whether an account is owned or owed is told by the sign of its balance on that day, never by its type: a card in credit
//! is an asset, and an overdrawn current account is a debt.

mod entries;
mod words;

use std::cmp::Reverse;

use chrono::NaiveDate;

use crate::domain::lines::Ledger;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::percent::Percent;
use crate::domain::plan::Account;
use crate::logic::measured::Tally;
use crate::logic::paging::{ROOM, shown_size};

use self::entries::Read;

/// Balances that series of single accounts hold, at the most.
const MOST_BALANCES: usize = 400;

/// Accounts that have a series of their own, at the most and however many months there are.
const MOST_SERIES: usize = 40;
const LEAST_SERIES: usize = 4;

/// A month's row without its figures, and how many of those it has; a series without its name and balances: in bytes.
const PLAIN_MONTH: usize = 100;
const FIGURES: usize = 6;
const PLAIN_SERIES: usize = 90;

/// What was owned and owed at the end of a month, or today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The month.
    pub month: Month,
    /// Accounts above zero.
    pub assets: Milliunits,
    /// Accounts below zero.
    pub debts: Milliunits,
    /// Both together.
    pub net_worth: Milliunits,
    /// The part of it in the plan's own accounts.
    pub on_budget: Milliunits,
    /// The part of it in tracking accounts.
    pub tracking: Milliunits,
    /// Of the assets, what stands in checking, savings and cash accounts.
    pub liquid: Milliunits,
}

/// An account's balances, one for each month.
#[derive(Clone, Debug, PartialEq)]
pub struct Series<'a> {
    /// The account.
    pub account: &'a Account,
    /// At the end of each month, the last one today's.
    pub balances: Vec<Milliunits>,
}

/// An account whose transactions do not add up to the balance that YNAB gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Differing<'a> {
    /// The account.
    pub account: &'a Account,
    /// YNAB's balance less the sum of all transactions.
    pub difference: Milliunits,
}

/// Net worth over some months.
#[derive(Clone, Debug, PartialEq)]
pub struct NetWorth<'a> {
    /// The oldest first; the last is the current month as of today.
    pub months: Vec<Standing>,
    /// Every account in YNAB's order, with its balances in those months.
    pub series: Vec<Series<'a>>,
    /// Entries dated after today: they are in YNAB's balances and in no figure here.
    pub later: Tally,
    /// Accounts whose balance is not the sum of their transactions.
    pub differing: Vec<Differing<'a>>,
    /// What deleted accounts held when their entries end; they count until then.
    pub deleted: Tally,
    /// Transfers of those months with deleted accounts of which YNAB holds no entry any more.
    pub one_sided: Tally,
    /// The first month with an entry, when months before it were left out.
    pub begins: Option<Month>,
    /// What deleted accounts held at the end of each month.
    gone: Vec<Milliunits>,
}

/// The series of single accounts, few enough for one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown<'s, 'a> {
    /// Those that held most, in YNAB's order.
    pub series: Vec<&'s Series<'a>>,
    /// All the others together, deleted ones too; none when there are none.
    pub others: Option<Vec<Milliunits>>,
    /// How many of the plan's accounts are among the others.
    pub more: usize,
}

/// What the plan's accounts held at the end of the last `count` months, today's included. Months before the first entry of
/// the plan are left out where nothing stood in them.
pub fn net_worth<'a>(
    accounts: &'a [Account],
    ledger: Ledger<'a>,
    today: NaiveDate,
    count: u32,
) -> Result<NetWorth<'a>, MoneyError> {
    let mut read = Read::new(accounts, ledger, today, count.max(1));
    for line in ledger.entries() {
        read.add(line);
    }
    read.finish()
}

impl<'a> NetWorth<'a> {
    /// From the end of the first month to today.
    pub fn change(&self) -> Result<Milliunits, MoneyError> {
        self.last().checked_sub(self.first())
    }

    /// The change in percent of what the first net worth is without its sign: better is above zero, also for a debt that
    /// became smaller. None from zero.
    pub fn change_percent(&self) -> Option<Percent> {
        Percent::of(self.change().ok()?, self.first().checked_abs().ok()?)
    }

    /// At the end of the first month.
    pub fn first(&self) -> Milliunits {
        self.months.first().map(|month| month.net_worth).unwrap_or_default()
    }

    /// Today.
    pub fn last(&self) -> Milliunits {
        self.months.last().map(|month| month.net_worth).unwrap_or_default()
    }

    /// The accounts that the figures are of: open ones, and closed ones that held something at the end of a month.
    pub fn counted(&self) -> impl Iterator<Item = &Series<'a>> {
        self.series
            .iter()
            .filter(|series| !series.account.closed || series.peak() > 0)
    }

    /// For how many series there is room beside the months and the others, whatever the names and amounts are.
    fn room_for_series(&self) -> usize {
        let months = self.months.len().max(1);
        let figures = self
            .months
            .iter()
            .flat_map(|month| [month.assets, month.debts, month.net_worth]);
        let balances = self.series.iter().flat_map(|series| &series.balances).copied();
        let largest = figures.chain(balances).map(|amount| amount.get().unsigned_abs()).max();
        // A sign, the digits, a point and a comma.
        let amount = largest.unwrap_or(0).to_string().len() + 3;
        let name = self.counted().map(|series| shown_size(series.account.name.raw())).max();
        let left = ROOM.saturating_sub(months * (PLAIN_MONTH + FIGURES * amount));
        (left / (PLAIN_SERIES + name.unwrap_or(0) + months * amount)).saturating_sub(1)
    }

    /// The series of single accounts, as many as an answer bears.
    pub fn shown(&self) -> Result<Shown<'_, 'a>, MoneyError> {
        let room = (MOST_BALANCES / self.months.len().max(1)).clamp(LEAST_SERIES, MOST_SERIES);
        let room = room.min(self.room_for_series());
        let mut largest: Vec<(usize, &Series)> = self.counted().enumerate().collect();
        largest.sort_by_key(|(_, series)| Reverse(series.peak()));
        let mut others = largest.split_off(room.min(largest.len()));
        largest.sort_by_key(|(place, _)| *place);
        let more = others.len();
        let lists = others.drain(..).map(|(_, series)| series.balances.as_slice());
        let lists: Vec<&[Milliunits]> = lists.chain([self.gone.as_slice()]).collect();
        let sum = |at: usize| Milliunits::checked_sum(lists.iter().filter_map(|list| list.get(at)).copied());
        let together = (0..self.months.len()).map(sum).collect::<Result<Vec<_>, _>>()?;
        let any = more > 0 || self.gone.iter().any(|balance| !balance.is_zero());
        Ok(Shown {
            series: largest.into_iter().map(|(_, series)| series).collect(),
            others: any.then_some(together),
            more,
        })
    }
}

impl Series<'_> {
    /// From the end of the first month to today.
    pub fn change(&self) -> Result<Milliunits, MoneyError> {
        let ends = (self.balances.first(), self.balances.last());
        let (Some(first), Some(last)) = ends else {
            return Ok(Milliunits::ZERO);
        };
        last.checked_sub(*first)
    }

    /// The most that it held or owed.
    fn peak(&self) -> u64 {
        let sizes = self.balances.iter().map(|balance| balance.get().unsigned_abs());
        sizes.max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;
