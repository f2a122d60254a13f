//! What was paid on debts lately, read from the transactions.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::domain::by_id::{ById, Ids};
use crate::domain::ids::AccountId;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::plan::{Account, Transaction};
use crate::logic::flows::lines;

use super::MONTHS_OF_PAYMENTS;

/// Full months that must each be paid in full.
const MONTHS_IN_FULL: u32 = 2;

/// The recent months of the debts' accounts.
#[derive(Clone, Debug)]
pub struct Activity {
    today: NaiveDate,
    accounts: ById<AccountId, BTreeMap<Month, Moved>>,
}

/// What one month did to an account.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    /// Everything.
    all: Milliunits,
    /// The payments among it: transfers in from accounts that are no debts.
    paid: Milliunits,
}

impl Activity {
    /// Reads the months that matter in one pass.
    pub fn read<'t>(
        accounts: &[Account],
        owing: &[&Account],
        transactions: impl IntoIterator<Item = &'t Transaction>,
        today: NaiveDate,
    ) -> Result<Self, MoneyError> {
        let debts: Ids<&AccountId> = accounts
            .iter()
            .filter(|account| account.is_debt())
            .map(|account| &account.id)
            .collect();
        let first = Month::of(today).earlier(MONTHS_OF_PAYMENTS).first_day();
        let mut activity = Self {
            today,
            accounts: owing
                .iter()
                .map(|account| (account.id.clone(), BTreeMap::new()))
                .collect(),
        };
        for transaction in transactions {
            if transaction.date < first {
                continue;
            }
            let Some(months) = activity.accounts.get_mut(&transaction.account_id) else {
                continue;
            };
            let moved = months.entry(Month::of(transaction.date)).or_default();
            moved.all = moved.all.checked_add(transaction.amount)?;
            for line in lines(transaction) {
                let from = line.transfer_account_id();
                if line.amount().is_positive() && from.is_some_and(|from| !debts.contains(from)) {
                    moved.paid = moved.paid.checked_add(line.amount())?;
                }
            }
        }
        Ok(activity)
    }

    pub(super) fn today(&self) -> NaiveDate {
        self.today
    }

    /// Paid on a debt in the current month.
    pub fn paid_this_month(&self, account: &AccountId) -> Milliunits {
        self.in_month(account, Month::of(self.today)).paid
    }

    /// Paid on a debt in the full months before. What a card's payments paid of its new purchases does not count: it made no debt
    /// smaller, and is not there to pay one.
    pub fn paid_before(&self, account: &Account) -> Result<Milliunits, MoneyError> {
        let months =
            || Month::full_before(self.today, MONTHS_OF_PAYMENTS).map(|month| self.in_month(&account.id, month));
        let paid = Milliunits::checked_sum(months().map(|month| month.paid))?;
        if !account.is_card() {
            return Ok(paid);
        }
        let smaller = Milliunits::checked_sum(months().map(|month| month.all))?;
        Ok(smaller.clamp(Milliunits::ZERO, paid))
    }

    /// Whether in each of the last full months what was owed at its beginning was paid, and something was owed.
    pub fn is_paid_each_month(&self, account: &Account) -> Result<bool, MoneyError> {
        let (mut all_paid, mut owed_something) = (true, false);
        for month in Month::full_before(self.today, MONTHS_IN_FULL) {
            let months = self.accounts.get(&account.id).into_iter().flatten();
            let since = months
                .filter(|(moved_in, _)| **moved_in >= month)
                .map(|(_, moved)| moved.all);
            let balance = account.balance.checked_sub(Milliunits::checked_sum(since)?)?;
            let owed = balance.min(Milliunits::ZERO).checked_neg()?;
            all_paid &= self.in_month(&account.id, month).paid >= owed;
            owed_something |= owed.is_positive();
        }
        Ok(all_paid && owed_something)
    }

    fn in_month(&self, account: &AccountId, month: Month) -> Moved {
        let months = self.accounts.get(account);
        months
            .and_then(|months| months.get(&month))
            .copied()
            .unwrap_or_default()
    }
}
