//! The lines of a history, small and one behind the other: what an engine looks at that passes over all of them.
//!
//! A row of a history has two dozen members, and its ids are texts that lie elsewhere. Here each line is a few numbers: a
//! number stands in place of every id and name, counted in the order in which the history first has them, so that what is
//! to be known of an account, a category or a payee is looked up once and then found by its place in a list. They are made
//! in one pass when they are first asked for, and again only when the history has changed.

mod ledger;
mod numbers;

use std::num::NonZeroU32;
use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;

use super::ids::{AccountId, CategoryId, PayeeId};
use super::money::Milliunits;
use super::payees::{Shop, Shops};
use super::plan::Transaction;
pub use ledger::Ledger;
use numbers::Numbers;

/// A number in place of an id or a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(NonZeroU32);

impl Number {
    fn at(place: usize) -> Option<Self> {
        let number = u32::try_from(place).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(Self)
    }

    /// The place in a list of what is known of each.
    #[inline]
    pub fn place(self) -> usize {
        (self.0.get() - 1) as usize
    }

    /// What such a list says; nothing where it is too short.
    #[inline]
    pub fn of<T: Copy>(self, list: &[T]) -> Option<T> {
        list.get(self.place()).copied()
    }
}

/// A line of a split transaction, or a transaction that is not split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its date.
    pub date: NaiveDate,
    /// Its amount.
    pub amount: Milliunits,
    /// Its account.
    pub account: Number,
    /// The account on the other side.
    pub transfer: Option<Number>,
    /// Its category; YNAB's own ones too.
    pub category: Option<Number>,
    /// Its payee: the line's own, else the transaction's.
    pub payee: Option<Number>,
    /// That payee's name.
    pub name: Option<Number>,
    /// The name of the transaction's payee.
    pub row_name: Option<Number>,
    /// The payee of the transaction.
    pub row_payee: Option<Number>,
    /// The payee of the transaction as the bank wrote it.
    pub bank_name: Option<Number>,
    /// The place of its transaction.
    row: u32,
    /// Of a split, which line it is.
    part: Option<Number>,
    /// Whether its transaction is approved.
    pub approved: bool,
    /// Whether the line has a payee of its own.
    pub own_payee: bool,
}

impl Entry {
    /// Whether it is a line of a split.
    #[inline]
    pub fn is_part(&self) -> bool {
        self.part.is_some()
    }

    /// Whether it is the first line of its transaction.
    #[inline]
    pub fn is_first(&self) -> bool {
        self.part.is_none_or(|part| part.place() == 0)
    }
}

/// The lines of a history, and what their numbers stand for.
#[derive(Clone, Debug)]
pub struct Lines {
    entries: Box<[Entry]>,
    accounts: Vec<AccountId>,
    categories: Vec<CategoryId>,
    payees: Vec<PayeeId>,
    names: Vec<Arc<str>>,
    /// The shops that the names name, once they were asked for.
    shops_of_names: OnceLock<Box<[Option<Shop>]>>,
    shops: Arc<Shops>,
}

impl Lines {
    /// Of these rows, in their order. What is known of the shops is kept from one time to the next.
    pub fn of(rows: &[Transaction], shops: &Arc<Shops>) -> Self {
        let mut numbers = Numbers::default();
        let mut entries = Vec::with_capacity(rows.len() + rows.len() / 16);
        for (place, row) in rows.iter().enumerate() {
            // More rows than fit into a number are no history.
            let (Ok(place), Some(account)) = (u32::try_from(place), numbers.accounts.of(&row.account_id)) else {
                break;
            };
            let name = numbers.names.of_some(row.payee_name.as_ref());
            let payee = numbers.payees.of_some(row.payee_id.as_ref());
            let bank = row
                .import_payee_name_original
                .as_ref()
                .or(row.import_payee_name.as_ref());
            let whole = Entry {
                date: row.date,
                amount: row.amount,
                account,
                transfer: numbers.accounts.of_some(row.transfer_account_id.as_ref()),
                category: numbers.categories.of_some(row.category_id.as_ref()),
                payee,
                name,
                row_name: name,
                row_payee: payee,
                bank_name: numbers.names.of_some(bank),
                row: place,
                part: None,
                approved: row.approved,
                own_payee: false,
            };
            if row.lines.is_empty() {
                entries.push(whole);
            }
            for (part, line) in row.lines.iter().enumerate() {
                entries.push(Entry {
                    part: Number::at(part),
                    ..numbers.part(whole, line)
                });
            }
        }
        Self {
            entries: entries.into(),
            accounts: numbers.accounts.in_order,
            categories: numbers.categories.in_order,
            payees: numbers.payees.in_order,
            names: numbers.names.in_order,
            shops_of_names: OnceLock::new(),
            shops: Arc::clone(shops),
        }
    }
}

#[cfg(test)]
mod tests;
