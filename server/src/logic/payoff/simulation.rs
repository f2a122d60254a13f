//! Month after month: interest, minimum payments, then what is left to one debt after the other.

use std::cmp::Reverse;

use chrono::NaiveDate;

use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::percent::rounded;

use super::{Debt, Strategy};
use crate::logic::paging::shown_size;

/// What divides a balance times a rate (in thousandths of a percent a year) into a month's interest.
const RATE_TO_MONTH: i128 = 100_000 * 12;

/// Debts that have grown so many times over will not end.
const HOPELESS: i128 = 1000;

/// The most rows of a table: months are shown whole.
const MOST_ROWS: usize = 90;

/// The most bytes of a table, and of a row without the debt's name.
const TABLE_ROOM: usize = 13_000;
const PLAIN_ROW: usize = 110;

/// How debts end under one order.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan<'a> {
    /// The order.
    pub strategy: Strategy,
    /// Each debt, the first to end first; those without an end last.
    pub debts: Vec<DebtEnd<'a>>,
    /// The end of them all, if they end.
    pub end: Option<End>,
    /// Without an end: no less is owed in the last month looked at than now. Of minimum payments alone: no less of one debt.
    pub grows: bool,
}

/// One debt under one order.
#[derive(Clone, Debug, PartialEq)]
pub struct DebtEnd<'a> {
    /// The debt.
    pub debt: Debt<'a>,
    /// Its end, if it ends.
    pub end: Option<End>,
}

/// An end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// After so many months with payments.
    pub months: u32,
    /// The month of the last payment.
    pub month: Month,
    /// Interest until then.
    pub interest: Milliunits,
    /// Paid until then.
    pub paid: Milliunits,
}

/// The payments month by month.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<'a> {
    /// The order it is of.
    pub strategy: Strategy,
    /// One for each debt and month, months in order.
    pub rows: Vec<TableRow<'a>>,
    /// The month at which the rows would go on.
    pub next: Option<Month>,
    /// The bytes that the rows take.
    size: usize,
}

/// One debt in one month.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow<'a> {
    /// The month.
    pub month: Month,
    /// The debt.
    pub debt: Debt<'a>,
    /// Interest added.
    pub interest: Milliunits,
    /// Paid.
    pub paid: Milliunits,
    /// Owed at the end of the month.
    pub owed: Milliunits,
}

/// What every order has in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'s, 'a> {
    pub(super) debts: &'s [Debt<'a>],
    pub(super) budget: Milliunits,
    pub(super) lump_sum: Option<(Milliunits, Month)>,
    pub(super) first_month: Month,
    pub(super) today: NaiveDate,
    pub(super) max_months: u32,
    pub(super) unit: Milliunits,
}

/// One debt on its way.
struct Run<'s, 'a> {
    debt: &'s Debt<'a>,
    balance: i128,
    interest: i128,
    paid: i128,
    end: Option<End>,
    /// Of the month.
    added: i128,
    payment: i128,
}

/// A month's interest, rounded half away from zero to the smallest amount of the currency.
pub(super) fn interest(balance: i128, rate: i64, unit: i64) -> Result<i128, MoneyError> {
    let product = balance.checked_mul(rate.into()).ok_or(MoneyError::Overflow)?;
    let units = rounded(product, RATE_TO_MONTH * i128::from(unit)).ok_or(MoneyError::Overflow)?;
    units.checked_mul(unit.into()).ok_or(MoneyError::Overflow)
}

/// The amount, if it fits.
pub(super) fn money(amount: i128) -> Result<Milliunits, MoneyError> {
    i64::try_from(amount)
        .map(Milliunits::new)
        .map_err(|_| MoneyError::Overflow)
}

impl<'a> Scene<'_, 'a> {
    /// Runs one order to its end, and notes the payments from a month on.
    pub(super) fn run(
        &self,
        strategy: Strategy,
        table_from: Option<Month>,
    ) -> Result<(Plan<'a>, Option<Table<'a>>), MoneyError> {
        let mut runs: Vec<Run> = self.debts.iter().map(Run::new).collect();
        let mut table = table_from.map(|_| Table {
            strategy,
            rows: Vec::new(),
            next: None,
            size: 0,
        });
        let initial = total(&runs);
        let mut months = 0;
        while months < self.max_months && total(&runs) > 0 && total(&runs) <= initial * HOPELESS {
            let month = self.first_month.later(months);
            months += 1;
            self.month(&mut runs, strategy, month)?;
            for run in &mut runs {
                run.settle(month, months)?;
            }
            if table_from.is_some_and(|from| month >= from)
                && let Some(table) = &mut table
            {
                table.add(month, &runs)?;
            }
        }
        let ended = total(&runs) == 0;
        // What is left after the minimums shrinks one debt after the other; without it each debt is on its own.
        let grows = match strategy {
            Strategy::MinimumsOnly => runs.iter().any(|run| run.balance >= run.debt.owed.get().into()),
            Strategy::Avalanche | Strategy::Snowball => total(&runs) >= initial,
        };
        let plan = Plan {
            strategy,
            grows: !ended && grows,
            end: ended.then(|| end_of_all(&runs)).transpose()?.flatten(),
            debts: ends(runs, strategy, self.day_of(self.first_month)),
        };
        Ok((plan, table))
    }

    /// The day whose terms are those of a month: its first, and in the current month today.
    fn day_of(&self, month: Month) -> NaiveDate {
        if month.contains(self.today) {
            self.today
        } else {
            month.first_day()
        }
    }

    fn month(&self, runs: &mut [Run<'_, 'a>], strategy: Strategy, month: Month) -> Result<(), MoneyError> {
        let day = self.day_of(month);
        // Of the current month, what was paid already is done: it had its interest, and it is part of the budget.
        let under_way = month.contains(self.today);
        let done = |run: &Run| {
            if under_way {
                i128::from(run.debt.paid_this_month.get())
            } else {
                0
            }
        };
        let mut left = i128::from(self.budget.get()) - runs.iter().map(done).sum::<i128>();
        left = left.max(0);
        if let Some((amount, of)) = self.lump_sum
            && of == month
        {
            left += i128::from(amount.get());
        }
        if strategy == Strategy::MinimumsOnly {
            left = i128::MAX;
        }
        runs.sort_by(|one, other| one.priority(strategy, day).cmp(&other.priority(strategy, day)));
        for run in runs.iter_mut() {
            (run.added, run.payment) = (0, 0);
            if run.balance > 0 && done(run) == 0 {
                run.added = interest(run.balance, run.debt.rates.in_force(day).unwrap_or(0), self.unit.get())?;
                run.balance = run.balance.checked_add(run.added).ok_or(MoneyError::Overflow)?;
            }
        }
        for run in runs.iter_mut() {
            let minimum = run.debt.minimums.in_force(day).unwrap_or_default();
            run.pay((i128::from(minimum.get()) - done(run)).max(0), &mut left);
        }
        if strategy != Strategy::MinimumsOnly {
            for run in runs.iter_mut() {
                run.pay(i128::MAX, &mut left);
            }
        }
        Ok(())
    }
}

impl<'s, 'a> Run<'s, 'a> {
    fn new(debt: &'s Debt<'a>) -> Self {
        Self {
            debt,
            balance: debt.owed.get().into(),
            interest: 0,
            paid: 0,
            end: None,
            added: 0,
            payment: 0,
        }
    }

    /// Which debt comes first: by the rate of the day, or by what was owed at the start. The other of the two, the name and the
    /// id decide what is equal.
    fn priority(&self, strategy: Strategy, day: NaiveDate) -> (i64, Milliunits, Reverse<i64>, &'a str, &'a str) {
        let rate = self.debt.rates.in_force(day).unwrap_or(0);
        let account = self.debt.account;
        let first = match strategy {
            Strategy::Avalanche => -rate,
            Strategy::Snowball | Strategy::MinimumsOnly => 0,
        };
        (
            first,
            self.debt.owed,
            Reverse(rate),
            account.name.raw(),
            account.id.as_str(),
        )
    }

    fn pay(&mut self, at_most: i128, left: &mut i128) {
        let payment = self.balance.min(*left).min(at_most).max(0);
        self.balance -= payment;
        self.payment += payment;
        *left -= payment;
    }

    /// Adds the month up.
    fn settle(&mut self, month: Month, months: u32) -> Result<(), MoneyError> {
        self.interest += self.added;
        self.paid += self.payment;
        if self.balance == 0 && self.end.is_none() {
            self.end = Some(End {
                months,
                month,
                interest: money(self.interest)?,
                paid: money(self.paid)?,
            });
        }
        Ok(())
    }
}

impl<'a> Table<'a> {
    /// Adds a month, unless that makes the table too long.
    fn add(&mut self, month: Month, runs: &[Run<'_, 'a>]) -> Result<(), MoneyError> {
        if self.next.is_some() {
            return Ok(());
        }
        let moved: Vec<&Run> = runs
            .iter()
            .filter(|run| run.added != 0 || run.payment != 0 || run.balance != 0)
            .collect();
        let names = moved.iter().map(|run| shown_size(run.debt.account.name.raw()));
        let size: usize = names.map(|name| PLAIN_ROW + name).sum();
        let too_many = self.rows.len() + moved.len() > MOST_ROWS || self.size + size > TABLE_ROOM;
        if !self.rows.is_empty() && too_many {
            self.next = Some(month);
            return Ok(());
        }
        self.size += size;
        for run in moved {
            self.rows.push(TableRow {
                month,
                debt: run.debt.clone(),
                interest: money(run.added)?,
                paid: money(run.payment)?,
                owed: money(run.balance)?,
            });
        }
        Ok(())
    }
}

fn total(runs: &[Run<'_, '_>]) -> i128 {
    runs.iter().map(|run| run.balance).sum()
}

fn end_of_all(runs: &[Run<'_, '_>]) -> Result<Option<End>, MoneyError> {
    let last = runs.iter().filter_map(|run| run.end).max_by_key(|end| end.months);
    last.map(|last| {
        Ok(End {
            interest: money(runs.iter().map(|run| run.interest).sum())?,
            paid: money(runs.iter().map(|run| run.paid).sum())?,
            ..last
        })
    })
    .transpose()
}

fn ends<'a>(mut runs: Vec<Run<'_, 'a>>, strategy: Strategy, first_day: NaiveDate) -> Vec<DebtEnd<'a>> {
    runs.sort_by(|one, other| {
        let key = |run: &Run| run.end.map_or(u32::MAX, |end| end.months);
        let by_end = key(one).cmp(&key(other));
        by_end.then_with(|| {
            one.priority(strategy, first_day)
                .cmp(&other.priority(strategy, first_day))
        })
    });
    let end = |run: Run<'_, 'a>| DebtEnd {
        debt: run.debt.clone(),
        end: run.end,
    };
    runs.into_iter().map(end).collect()
}
