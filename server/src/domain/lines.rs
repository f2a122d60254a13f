//! The lines of a history, small and one behind the other: what an engine looks at that passes over all of them.
//!
//! A row of a history has two dozen members, and its ids are texts that lie elsewhere. Here each line is a few numbers: a
//! number stands in place of every id and name, counted in the order in which the history first has them, so that what is
//! to be known of an account, a category or a payee is looked up once and then found by its place in a list. They are made
//! in one pass when they are first asked for, and again only when the history has changed.

use std::num::NonZeroU32;
use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;

use super::by_id::ById;
use super::ids::{AccountId, CategoryId, PayeeId};
use super::money::Milliunits;
use super::payees::{Shop, Shops};
use super::plan::{SplitLine, Transaction};

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

/// The numbers given so far.
#[derive(Default)]
struct Numbers<'a> {
    accounts: Met<'a, AccountId>,
    categories: Met<'a, CategoryId>,
    payees: Met<'a, PayeeId>,
    names: Met<'a, Arc<str>>,
}

impl<'a> Numbers<'a> {
    fn part(&mut self, whole: Entry, line: &'a SplitLine) -> Entry {
        let own = self.payees.of_some(line.payee_id.as_ref());
        let own_name = self.names.of_some(line.payee_name.as_ref());
        Entry {
            amount: line.amount,
            transfer: self.accounts.of_some(line.transfer_account_id.as_ref()),
            category: self.categories.of_some(line.category_id.as_ref()),
            payee: own.or(whole.payee),
            name: own_name.or(whole.name),
            own_payee: own.is_some(),
            ..whole
        }
    }
}

/// Texts of one kind that were met, in order, and where each stands.
///
/// The rows of a history mostly share the text of an id, so it is mostly found by where it lies in memory, which is quicker
/// than reading it.
struct Met<'a, T> {
    in_order: Vec<T>,
    by_text: ById<&'a str, Number>,
    by_address: ById<(usize, usize), Number>,
}

impl<T> Default for Met<'_, T> {
    fn default() -> Self {
        Self {
            in_order: Vec::new(),
            by_text: ById::default(),
            by_address: ById::default(),
        }
    }
}

impl<'a, T: Clone + AsRef<str>> Met<'a, T> {
    fn of_some(&mut self, text: Option<&'a T>) -> Option<Number> {
        text.and_then(|text| self.of(text))
    }

    fn of(&mut self, thing: &'a T) -> Option<Number> {
        let text = thing.as_ref();
        let address = (text.as_ptr().addr(), text.len());
        if let Some(known) = self.by_address.get(&address) {
            return Some(*known);
        }
        let number = if let Some(known) = self.by_text.get(text) {
            *known
        } else {
            let new = Number::at(self.in_order.len())?;
            self.in_order.push(thing.clone());
            self.by_text.insert(text, new);
            new
        };
        self.by_address.insert(address, number);
        Some(number)
    }
}

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

#[cfg(test)]
mod tests;
