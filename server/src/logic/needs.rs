//! What has to be read of a plan to compare some effects with it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use crate::domain::effect::{Effect, Thing};
use crate::domain::ids::{AccountId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::Transaction;
use crate::domain::row::Row;
use crate::logic::matching::is_near;
use crate::logic::standing::key;

/// What must be read to compare some effects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing to read or not")]
pub struct Needs {
    /// These months.
    pub months: BTreeSet<Month>,
    /// These transactions.
    pub transactions: BTreeSet<TransactionId>,
    /// The transactions of these accounts, dates and amounts.
    pub alike: BTreeSet<(AccountId, NaiveDate, Milliunits)>,
    /// The transactions near these new rows of the bank's, with which YNAB may have matched them.
    pub near: Vec<Row>,
    /// The rows of the bank's.
    pub bank_rows: bool,
    /// Categories, and which one means none.
    pub categories: bool,
    /// Payees.
    pub payees: bool,
    /// What the colours of flags are called.
    pub flags: bool,
    /// What accounts are called, which is told of whole rows.
    pub accounts: bool,
}

impl Needs {
    /// Of some effects.
    pub fn of<'a>(effects: impl IntoIterator<Item = &'a Effect>) -> Self {
        let mut needs = Self::default();
        for effect in effects {
            match effect.thing() {
                Thing::Assigned(_, month) => {
                    needs.months.insert(month);
                }
                Thing::Transaction(id) => {
                    needs.transactions.insert(id.clone());
                }
                Thing::Category(_) | Thing::NewCategory(..) => needs.categories = true,
                Thing::Payee(_) => needs.payees = true,
                Thing::LinkedAccounts => needs.bank_rows = true,
                Thing::NewTransaction(_) => {}
            }
            // Also where only a row's id was recorded: all that is known of it then is what is there.
            needs.categories |=
                effect.row().is_some() || matches!(effect, Effect::Category { .. } | Effect::Created { .. });
            needs.flags |= matches!(effect, Effect::Flag { .. });
            // Also of what is there or was split: taking it back makes a row that may be alike.
            needs.alike.extend(effect.row().map(key));
            needs.accounts |= effect.row().is_some();
            let new = effect.row().filter(|_| effect.transaction_id().is_none());
            needs.near.extend(new.filter(|row| row.import_id.is_some()).cloned());
        }
        needs
    }

    /// Whether the history must be read.
    pub fn of_transactions(&self) -> bool {
        !self.transactions.is_empty() || !self.alike.is_empty() || self.bank_rows || self.flags
    }

    /// Of the plan's transactions, those that are needed, with the other sides of transfers.
    pub fn pick<'a>(
        &self,
        all: impl Iterator<Item = &'a Transaction> + Clone,
        get: impl Fn(&TransactionId) -> Option<&'a Transaction>,
    ) -> BTreeMap<TransactionId, Transaction> {
        let named = self.transactions.iter().filter_map(&get);
        let alike = all.filter(|_| !self.alike.is_empty()).filter(|transaction| {
            let key = (transaction.account_id.clone(), transaction.date, transaction.amount);
            self.alike.contains(&key) || self.near.iter().any(|row| is_near(row, transaction))
        });
        let mut picked: BTreeMap<_, _> = named.chain(alike).map(|row| (row.id.clone(), row.clone())).collect();
        let others: Vec<_> = picked
            .values()
            .filter_map(|row| row.transfer_transaction_id.clone())
            .collect();
        picked.extend(others.iter().filter_map(get).map(|row| (row.id.clone(), row.clone())));
        picked
    }
}

/// The rows that came from a bank or were made with an import id, and those that YNAB matched with such a row.
pub fn bank_rows<'a>(all: impl Iterator<Item = &'a Transaction>) -> BTreeSet<TransactionId> {
    let of_a_bank = all.filter(|transaction| transaction.import_id.is_some() || transaction.matched());
    of_a_bank.map(|transaction| transaction.id.clone()).collect()
}
