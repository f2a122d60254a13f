//! What was paid and received on the forecast's accounts: one pass over the history.

use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use super::AVERAGED_MONTHS;
use super::alike::Sought;
use super::places::Places;
use super::usual::Averaged;
use crate::domain::ids::{AccountId, CategoryId, PayeeId};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::plan::Transaction;
use crate::logic::flows::{Chart, Flow, Line, lines};
use crate::logic::payee_names::{is_adjustment, is_starting_balance};
use crate::logic::recurring::{self, Payment, Series};

/// Something that was paid or received: a transaction without its transfers, or a transfer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paid<'a> {
    /// Its date.
    pub(super) date: NaiveDate,
    /// The place of its account.
    pub(super) account: usize,
    /// That account.
    pub(super) account_id: &'a AccountId,
    /// Its payee.
    pub(super) payee_id: Option<&'a PayeeId>,
    /// That payee's name.
    pub(super) payee_name: Option<&'a Arc<str>>,
    /// Its category.
    pub(super) category_id: Option<&'a CategoryId>,
    /// The account on the other side of a transfer.
    pub(super) other: Option<&'a AccountId>,
    /// Its amount.
    pub(super) amount: Milliunits,
    /// What of it is spending, refunds set against it.
    pub(super) spent: Milliunits,
    /// What of it is income.
    pub(super) income: Milliunits,
}

/// The history as far as a forecast looks back.
pub(super) struct Past<'a> {
    /// What was paid and received since then, what is dated ahead included.
    pub(super) paid: Vec<Paid<'a>>,
    /// The first day on which the accounts hold anything, however long ago.
    first: Option<NaiveDate>,
}

impl<'a> Past<'a> {
    /// Collects what concerns the accounts since a day; from another day on, what is averaged, with what it is. Opening balances and adjustments are nobody's habit. A transfer
    /// between two of the accounts is taken once, from the side that pays.
    pub(super) fn collect(
        chart: &Chart<'a>,
        places: &Places<'a>,
        transactions: impl Iterator<Item = &'a Transaction>,
        (since, averaged): (NaiveDate, NaiveDate),
    ) -> Result<Self, MoneyError> {
        let mut past = Self {
            paid: Vec::new(),
            first: None,
        };
        for row in transactions {
            let known = past.first.is_some_and(|first| first <= row.date);
            if known && row.date < since {
                continue;
            }
            let Some(account) = places.of(&row.account_id) else {
                continue;
            };
            if !known {
                past.first = Some(row.date);
            }
            if row.date >= since {
                let chart = (row.date >= averaged).then_some(chart);
                past.add(chart, places, account, row)?;
            }
        }
        Ok(past)
    }

    fn add(
        &mut self,
        chart: Option<&Chart<'a>>,
        places: &Places<'a>,
        account: usize,
        row: &'a Transaction,
    ) -> Result<(), MoneyError> {
        let whole = Paid {
            date: row.date,
            account,
            account_id: &row.account_id,
            payee_id: row.payee_id.as_ref(),
            payee_name: row.payee_name.as_ref(),
            category_id: row.category_id.as_ref(),
            other: None,
            amount: Milliunits::ZERO,
            spent: Milliunits::ZERO,
            income: Milliunits::ZERO,
        };
        let mut outside = whole;
        for line in lines(row) {
            let amount = line.amount();
            if let Some(other) = line.transfer_account_id() {
                // Money between two of the accounts shows on both; money to an account that is gone does not go again.
                let twice = places.of(other).is_some() && !amount.is_negative();
                if !twice && !amount.is_zero() && places.partner(other).is_some() {
                    self.paid.push(Paid {
                        payee_id: line.payee_id(),
                        payee_name: line.part.and_then(|part| part.payee_name.as_ref()).or(whole.payee_name),
                        category_id: line.category_id(),
                        other: Some(other),
                        amount,
                        ..whole
                    });
                }
                continue;
            }
            let side = match kind(chart, line) {
                Kind::Spent => &mut outside.spent,
                Kind::Income => &mut outside.income,
                Kind::Set => continue,
            };
            *side = side.checked_add(amount)?;
            outside.amount = outside.amount.checked_add(amount)?;
        }
        if !(outside.amount.is_zero() && outside.spent.is_zero()) {
            self.paid.push(outside);
        }
        Ok(())
    }

    /// What comes again.
    pub(super) fn series(&self, today: NaiveDate) -> Vec<Series> {
        let payments = self.paid.iter().map(|paid| Payment {
            date: paid.date,
            amount: paid.amount,
            account_id: paid.account_id,
            payee_id: paid.payee_id,
            payee_name: paid.payee_name,
            category_id: paid.category_id,
            transfer_account_id: paid.other,
        });
        recurring::find(payments.filter(|payment| !payment.amount.is_zero()), today)
    }

    /// Whether the payment is dated on this day or before.
    pub(super) fn is_until(&self, paid: usize, day: NaiveDate) -> bool {
        self.paid.get(paid).is_some_and(|paid| paid.date <= day)
    }

    /// Whether the payment is as large as it would be.
    pub(super) fn is_near(&self, paid: usize, sought: &Sought<'_>) -> bool {
        self.paid.get(paid).is_some_and(|paid| sought.near(paid.amount))
    }

    /// Whether the payment is a transfer, seen from one account, to or from another.
    pub(super) fn is_transfer(&self, paid: usize, from: &AccountId, to: &AccountId) -> bool {
        let paid = self.paid.get(paid);
        paid.is_some_and(|paid| paid.account_id == from && paid.other == Some(to))
    }

    /// The full months to average over: the last ones, as far as the history covers them. A history that covers none is
    /// averaged over the month it began in.
    pub(super) fn averaged_months(&self, today: NaiveDate) -> Averaged {
        let current = Month::of(today);
        let first = self.first.unwrap_or(today);
        let began = if first.day() == 1 {
            Month::of(first)
        } else {
            Month::of(first).next()
        };
        let mut full = Month::full_before(today, AVERAGED_MONTHS).filter(|month| *month >= began);
        match full.next() {
            Some(month) => Averaged {
                since: month.first_day(),
                months: u32::try_from(full.count()).unwrap_or_default() + 1,
            },
            None if Month::of(first) < current => Averaged {
                since: current.previous().first_day(),
                months: 1,
            },
            None => Averaged {
                since: current.first_day(),
                months: 0,
            },
        }
    }

    /// The account that money comes to and goes from when nothing else says: the one to pay from with the most entries.
    pub(super) fn main_account(&self, places: &Places<'a>) -> usize {
        let mut entries = vec![0_usize; places.accounts.len()];
        for paid in &self.paid {
            if let Some(entries) = entries.get_mut(paid.account) {
                *entries += 1;
            }
        }
        let pays = |place: usize| places.at(place).is_some_and(|account| places.pays(account));
        let best = (0..entries.len()).rev().filter(|place| pays(*place));
        best.max_by_key(|place| entries.get(*place)).unwrap_or_default()
    }
}

/// What a line that is no transfer means for a forecast.
enum Kind {
    Spent,
    Income,
    /// A balance that was set.
    Set,
}

fn kind(chart: Option<&Chart<'_>>, line: Line<'_>) -> Kind {
    if set_by_hand(line) {
        return Kind::Set;
    }
    // Of what is too old to be averaged, only the amount is asked for.
    let Some(chart) = chart else {
        return Kind::Spent;
    };
    match chart.flow(line) {
        Flow::Opening | Flow::Adjustment | Flow::Nothing => Kind::Set,
        Flow::Income | Flow::Unsorted => Kind::Income,
        Flow::Tracking if line.amount().is_positive() => Kind::Income,
        _ => Kind::Spent,
    }
}

fn set_by_hand(line: Line<'_>) -> bool {
    let payee = line.row.payee_name.as_deref();
    payee.is_some_and(|payee| is_starting_balance(payee) || is_adjustment(payee))
}
