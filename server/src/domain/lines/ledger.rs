//! A history with its lines: what engines are given.

use std::sync::Arc;

use super::{Entry, Lines, Number};
use crate::domain::ids::{AccountId, CategoryId, PayeeId};
use crate::domain::money::Milliunits;
use crate::domain::payees::Shop;
use crate::domain::plan::{SplitLine, Transaction};

/// A history with its lines.
#[derive(Clone, Copy, Debug)]
pub struct Ledger<'a> {
    rows: &'a [Transaction],
    lines: &'a Lines,
}

impl<'a> Ledger<'a> {
    /// Of rows and the lines that were made of them.
    pub fn new(rows: &'a [Transaction], lines: &'a Lines) -> Self {
        Self { rows, lines }
    }

    /// All transactions, in YNAB's order.
    pub fn rows(self) -> &'a [Transaction] {
        self.rows
    }

    /// The lines of all of them.
    pub fn entries(self) -> &'a [Entry] {
        &self.lines.entries
    }

    /// The transactions of an account.
    pub fn rows_of(self, account: &AccountId) -> impl Iterator<Item = &'a Transaction> {
        let place = self.accounts().iter().position(|id| id == account);
        let own = move |line: &&Entry| place == Some(line.account.place()) && line.is_first();
        self.entries().iter().filter(own).filter_map(move |line| self.row(line))
    }

    /// The lines of each of them, transaction by transaction.
    pub fn by_row(self) -> impl Iterator<Item = &'a [Entry]> {
        self.entries().chunk_by(|one, other| one.row == other.row)
    }

    /// What a transaction comes to, of which these are the lines. That is YNAB's to say, not their sum.
    pub fn whole_amount(self, lines: &[Entry]) -> Milliunits {
        let whole = |line: &Entry| match line.part {
            None => line.amount,
            Some(_) => self.row(line).map_or(line.amount, |row| row.amount),
        };
        lines.first().map(whole).unwrap_or_default()
    }

    /// The transaction of a line.
    pub fn row(self, entry: &Entry) -> Option<&'a Transaction> {
        self.rows.get(entry.row as usize)
    }

    /// The line of the split that a line is.
    pub fn part(self, entry: &Entry) -> Option<&'a SplitLine> {
        self.row(entry)?.lines.get(entry.part?.place())
    }

    /// The id of an account.
    pub fn account(self, account: Number) -> Option<&'a AccountId> {
        self.lines.accounts.get(account.place())
    }

    /// The id of a category.
    pub fn category(self, category: Number) -> Option<&'a CategoryId> {
        self.lines.categories.get(category.place())
    }

    /// The id of a payee.
    pub fn payee(self, payee: Number) -> Option<&'a PayeeId> {
        self.lines.payees.get(payee.place())
    }

    /// A payee's name.
    pub fn name(self, name: Number) -> Option<&'a Arc<str>> {
        self.lines.names.get(name.place())
    }

    /// The accounts that the lines name, by their numbers.
    pub fn accounts(self) -> &'a [AccountId] {
        &self.lines.accounts
    }

    /// The categories that the lines name, by their numbers.
    pub fn categories(self) -> &'a [CategoryId] {
        &self.lines.categories
    }

    /// The payees that the lines name, by their numbers.
    pub fn payees(self) -> &'a [PayeeId] {
        &self.lines.payees
    }

    /// The shops that the payees' names and labels name, by the numbers of the names.
    pub fn shops(self) -> &'a [Option<Shop>] {
        let Lines { names, shops, .. } = self.lines;
        self.lines.shops_of_names.get_or_init(|| shops.named(names))
    }

    /// The payees' names, by their numbers.
    pub fn names(self) -> &'a [Arc<str>] {
        &self.lines.names
    }
}
