//! What was paid and received on the forecast's accounts: one pass over the history.

use std::sync::Arc;

use chrono::{Datelike, NaiveDate};

use super::AVERAGED_MONTHS;
use super::alike::Sought;
use super::places::Places;
use super::usual::Averaged;
use crate::domain::ids::{AccountId, CategoryId, PayeeId};
use crate::domain::lines::{Entry, Ledger, Number};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::plan::Transaction;
use crate::logic::flows::{Chart, Flow, Kinds};
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
    /// Collects what concerns the accounts since a day; from another day on, what is averaged, with what it is. Opening
    /// balances and adjustments are nobody's habit. A transfer between two of the accounts is taken once, from the side that
    /// pays.
    pub(super) fn collect(
        chart: &Chart<'a>,
        places: &Places<'a>,
        ledger: Ledger<'a>,
        (since, averaged): (NaiveDate, NaiveDate),
    ) -> Result<Self, MoneyError> {
        let mut past = Self {
            paid: Vec::new(),
            first: None,
        };
        let reading = Reading::new(chart, places, ledger, averaged);
        for lines in ledger.by_row() {
            let Some(row) = lines.first() else { continue };
            let Some(account) = reading.place(row.account) else {
                continue;
            };
            if past.first.is_none_or(|first| row.date < first) {
                past.first = Some(row.date);
            }
            if row.date >= since {
                past.add(&reading, account, lines)?;
            }
        }
        Ok(past)
    }

    fn add(&mut self, reading: &Reading<'a>, account: usize, lines: &[Entry]) -> Result<(), MoneyError> {
        let Some(whole) = lines.first().and_then(|first| reading.whole(first, account)) else {
            return Ok(());
        };
        let ledger = reading.ledger;
        let mut outside = whole;
        for line in lines {
            let amount = line.amount;
            if let Some(other) = line.transfer {
                // Money between two of the accounts shows on both; money to an account that is gone does not go again.
                let twice = reading.place(other).is_some() && !amount.is_negative();
                if !twice && !amount.is_zero() && reading.is_partner(other) {
                    self.paid.push(Paid {
                        payee_id: line.payee.and_then(|payee| ledger.payee(payee)),
                        payee_name: line.name.and_then(|name| ledger.name(name)),
                        category_id: line.category.and_then(|category| ledger.category(category)),
                        other: ledger.account(other),
                        amount,
                        ..whole
                    });
                }
                continue;
            }
            let side = match reading.kind(line) {
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

/// What is known of the history's accounts, categories and payees, by their numbers.
struct Reading<'a> {
    ledger: Ledger<'a>,
    kinds: Kinds,
    /// The places of the forecast's accounts.
    places: Vec<Option<usize>>,
    /// Accounts that money can still go to or come from.
    partners: Vec<bool>,
    /// From this day on it is averaged.
    averaged: NaiveDate,
}

impl<'a> Reading<'a> {
    fn new(chart: &Chart<'a>, places: &Places<'a>, ledger: Ledger<'a>, averaged: NaiveDate) -> Self {
        let accounts = ledger.accounts();
        Self {
            ledger,
            kinds: Kinds::new(chart, ledger),
            places: accounts.iter().map(|id| places.of(id)).collect(),
            partners: accounts.iter().map(|id| places.partner(id).is_some()).collect(),
            averaged,
        }
    }

    fn place(&self, account: Number) -> Option<usize> {
        account.of(&self.places)?
    }

    fn is_partner(&self, account: Number) -> bool {
        account.of(&self.partners) == Some(true)
    }

    /// The transaction of a line, before anything of it is added up.
    fn whole(&self, first: &Entry, account: usize) -> Option<Paid<'a>> {
        let (ledger, part) = (self.ledger, first.is_part());
        let row = part.then(|| ledger.row(first)).flatten();
        let of_row = |row: &'a Transaction| (row.payee_id.as_ref(), row.category_id.as_ref());
        let of_line = || {
            let payee = first.payee.and_then(|payee| ledger.payee(payee));
            (payee, first.category.and_then(|category| ledger.category(category)))
        };
        let (payee_id, category_id) = row.map_or_else(of_line, of_row);
        Some(Paid {
            date: first.date,
            account,
            account_id: ledger.account(first.account)?,
            payee_id,
            payee_name: first.row_name.and_then(|name| ledger.name(name)),
            category_id,
            other: None,
            amount: Milliunits::ZERO,
            spent: Milliunits::ZERO,
            income: Milliunits::ZERO,
        })
    }

    fn kind(&self, line: &Entry) -> Kind {
        if self.kinds.sets_balance(line) {
            return Kind::Set;
        }
        // Of what is too old to be averaged, only the amount is asked for.
        if line.date < self.averaged {
            return Kind::Spent;
        }
        match self.kinds.flow(line) {
            Flow::Opening | Flow::Adjustment | Flow::Nothing => Kind::Set,
            Flow::Income | Flow::Unsorted => Kind::Income,
            Flow::Tracking if line.amount.is_positive() => Kind::Income,
            _ => Kind::Spent,
        }
    }
}
