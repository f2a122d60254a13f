//! What is usual: what is neither scheduled nor regular, averaged over the last full months.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::Asked;
use super::explained::Explained;
use super::past::Past;
use super::places::Places;
use super::spread::{mean, shares};
use super::walk::{Leg, Stream};
use crate::domain::ids::AccountId;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::plan::Account;

/// The months that are averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Averaged {
    /// Their first day.
    pub(super) since: NaiveDate,
    /// How many they are.
    pub(super) months: u32,
}

/// Transfers of a month with one other account.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved<'a> {
    /// The account of the forecast.
    pub account: &'a Account,
    /// The other account.
    pub other: &'a Account,
    /// What the first one gets.
    pub amount: Milliunits,
}

/// An average, and what is left of it in the current month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Usual {
    month: Milliunits,
    left: Milliunits,
}

impl Usual {
    /// What is left after so much: it never turns round.
    fn new(month: Milliunits, so_far: Milliunits) -> Result<Self, MoneyError> {
        let left = month.checked_sub(so_far)?;
        let left = if left.signum() == month.signum() {
            left
        } else {
            Milliunits::ZERO
        };
        Ok(Self { month, left })
    }
}

/// Transfers in one direction between an account of the forecast and another.
type Pair<'a> = (usize, &'a AccountId, bool);

/// The sums of the months that are averaged, and of the current one.
#[derive(Default)]
pub(super) struct Sums<'a> {
    spent: Vec<Milliunits>,
    income: Vec<Milliunits>,
    /// Income of every kind.
    all_income: Vec<Milliunits>,
    spent_now: Milliunits,
    income_now: Milliunits,
    all_income_now: Milliunits,
    moved: BTreeMap<Pair<'a>, (Milliunits, Milliunits)>,
}

/// What is usual in a month.
pub(super) struct Habits<'a> {
    /// Spending.
    pub(super) variable: Milliunits,
    /// Income.
    pub(super) income: Milliunits,
    streams: Vec<Stream>,
    moved: Vec<(Pair<'a>, Usual)>,
}

fn add(sums: &mut [Milliunits], at: usize, amount: Milliunits) -> Result<(), MoneyError> {
    if let Some(sum) = sums.get_mut(at) {
        *sum = sum.checked_add(amount)?;
    }
    Ok(())
}

impl<'a> Sums<'a> {
    /// Adds up what nothing else tells. What is dated ahead counts as of the current month.
    pub(super) fn new(
        past: &Past<'a>,
        explained: &Explained,
        accounts: usize,
        (since, today): (NaiveDate, NaiveDate),
    ) -> Result<Self, MoneyError> {
        let mut sums = Self {
            spent: vec![Milliunits::ZERO; accounts],
            income: vec![Milliunits::ZERO; accounts],
            all_income: vec![Milliunits::ZERO; accounts],
            ..Self::default()
        };
        let current = Month::of(today).first_day();
        for (at, paid) in past.paid.iter().enumerate().filter(|(_, paid)| paid.date >= since) {
            let now = paid.date >= current;
            if now {
                sums.all_income_now = sums.all_income_now.checked_add(paid.income)?;
            } else {
                add(&mut sums.all_income, paid.account, paid.income)?;
            }
            if explained.tells(at) {
                continue;
            }
            if let Some(other) = paid.other {
                let pair = (paid.account, other, paid.amount.is_negative());
                let (before, so_far) = sums.moved.entry(pair).or_default();
                let sum = if now { so_far } else { before };
                *sum = sum.checked_add(paid.amount)?;
            } else if now {
                sums.spent_now = sums.spent_now.checked_add(paid.spent)?;
                sums.income_now = sums.income_now.checked_add(paid.income)?;
            } else {
                add(&mut sums.spent, paid.account, paid.spent)?;
                add(&mut sums.income, paid.account, paid.income)?;
            }
        }
        Ok(sums)
    }

    /// The averages, or what is asked in their place. `main` is the account for what no history places.
    pub(super) fn habits(self, asked: &Asked, months: u32, main: usize, unit: i64) -> Result<Habits<'a>, MoneyError> {
        let average = |sums: &[Milliunits]| mean(Milliunits::checked_sum(sums.iter().copied())?, months, unit);
        let variable = match asked.variable_monthly {
            Some(asked) => asked,
            // Refunds can come to more than was spent; they are no income that comes again.
            None => average(&self.spent)?.min(Milliunits::ZERO),
        };
        let (income, received, of_income) = match asked.monthly_income {
            Some(asked) => (asked, self.all_income_now, &self.all_income),
            None => (
                average(&self.income)?.max(Milliunits::ZERO),
                self.income_now,
                &self.income,
            ),
        };
        let spent = self.spent.iter().map(|spent| (*spent).min(Milliunits::ZERO));
        let came = of_income.iter().map(|income| (*income).max(Milliunits::ZERO));
        let streams = vec![
            stream(Usual::new(variable, self.spent_now)?, spent.collect(), main, unit)?,
            stream(Usual::new(income, received)?, came.collect(), main, unit)?,
        ];
        let moved = self.moved.into_iter().map(|(pair, (before, so_far))| {
            let usual = Usual::new(mean(before, months, unit)?, so_far)?;
            Ok((pair, usual))
        });
        let mut moved = moved.collect::<Result<Vec<_>, MoneyError>>()?;
        moved.retain(|(_, usual)| !usual.month.is_zero());
        moved.sort_by_key(|(_, usual)| std::cmp::Reverse(usual.month.get().unsigned_abs()));
        Ok(Habits {
            variable,
            income,
            streams,
            moved,
        })
    }
}

/// Cut over the accounts in whole coins, in proportion to what they had before.
fn stream(usual: Usual, mut weights: Vec<Milliunits>, main: usize, unit: i64) -> Result<Stream, MoneyError> {
    if weights.iter().all(|weight| weight.is_zero())
        && let Some(main) = weights.get_mut(main)
    {
        *main = Milliunits::new(1);
    }
    let cut = |total: Milliunits| -> Result<Vec<Leg>, MoneyError> {
        let shares = shares(total, &weights, unit)?.into_iter().enumerate();
        let shares = shares.filter(|(_, amount)| !amount.is_zero());
        Ok(shares.map(|(account, amount)| Leg { account, amount }).collect())
    };
    Ok(Stream {
        month: cut(usual.month)?,
        left: cut(usual.left)?,
    })
}

impl<'a> Habits<'a> {
    /// What is spread over the days.
    pub(super) fn streams(&self, places: &Places<'a>) -> Result<Vec<Stream>, MoneyError> {
        let mut streams = self.streams.clone();
        for ((account, other, _), usual) in &self.moved {
            let legs = |amount: Milliunits| -> Result<Vec<Leg>, MoneyError> {
                let mut legs = vec![Leg {
                    account: *account,
                    amount,
                }];
                if let Some(account) = places.of(other) {
                    let amount = amount.checked_neg()?;
                    legs.push(Leg { account, amount });
                }
                Ok(legs)
            };
            streams.push(Stream {
                month: legs(usual.month)?,
                left: legs(usual.left)?,
            });
        }
        Ok(streams)
    }

    /// The transfers, the largest first.
    pub(super) fn moved(&self, places: &Places<'a>) -> Vec<Moved<'a>> {
        let moved = self.moved.iter().filter_map(|((account, other, _), usual)| {
            Some(Moved {
                account: places.at(*account)?,
                other: places.partner(other)?,
                amount: usual.month,
            })
        });
        moved.collect()
    }
}
