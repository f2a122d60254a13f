//! Effects in the words that people and agents read: the seed's lines and headlines.

mod changed;
pub mod undo;

use std::collections::BTreeMap;

use crate::domain::currency::Currency;
use crate::domain::effect::{Effect, Thing};
use crate::domain::flag::{FlagColor, FlagNames};
use crate::domain::ids::{AccountId, CategoryGroupId, CategoryId, PayeeId};
use crate::domain::plan::{Account, Category, CategoryGroup, Transaction};
use crate::domain::row::{Recorded, Row};
use crate::domain::target;
use crate::domain::text::visible_line;
use crate::logic::standing::Books;
use crate::logic::undo::{Conflict, Now};

/// The names of categories, accounts and flags.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    categories: BTreeMap<CategoryId, String>,
    accounts: BTreeMap<AccountId, String>,
    groups: BTreeMap<CategoryGroupId, String>,
    /// The accounts to which payees make transfers.
    transfers: BTreeMap<PayeeId, AccountId>,
    /// The names of flags.
    pub flags: FlagNames,
}

impl Labels {
    /// Of a plan.
    pub fn new(accounts: &[Account], groups: &[CategoryGroup]) -> Self {
        let mut labels = Self::default();
        labels.add_accounts(accounts);
        labels.add_groups(groups);
        labels
    }

    /// Learns the names of accounts.
    pub fn add_accounts(&mut self, accounts: &[Account]) {
        let named = accounts
            .iter()
            .map(|account| (account.id.clone(), account.name.to_string()));
        self.accounts.extend(named);
        let transfers = accounts
            .iter()
            .filter_map(|account| Some((account.transfer_payee_id.clone()?, account.id.clone())));
        self.transfers.extend(transfers);
    }

    /// Learns the names of groups and of their categories.
    pub fn add_groups(&mut self, groups: &[CategoryGroup]) {
        self.add(groups.iter().flat_map(|group| &group.categories));
        let named = groups.iter().map(|group| (group.id.clone(), group.name.to_string()));
        self.groups.extend(named);
    }

    /// Learns the names of more categories.
    pub fn add<'a>(&mut self, categories: impl IntoIterator<Item = &'a Category>) {
        let named = categories
            .into_iter()
            .map(|category| (category.id.clone(), category.name.to_string()));
        self.categories.extend(named);
    }

    /// An account's name; its id when it is not known any more.
    pub fn account(&self, id: &AccountId) -> String {
        self.accounts.get(id).cloned().unwrap_or_else(|| id.to_string())
    }

    /// A category's name; its id when it is not known any more, such as a deleted one.
    pub fn category(&self, id: &CategoryId) -> String {
        self.categories.get(id).cloned().unwrap_or_else(|| id.to_string())
    }

    /// A group's name; its id when it is not known any more.
    pub fn group(&self, id: &CategoryGroupId) -> String {
        self.groups.get(id).cloned().unwrap_or_else(|| id.to_string())
    }

    /// A row's category in words: its name, `no category`, that it is split, or to which account it is a transfer.
    pub fn category_of(&self, row: &Row) -> String {
        match (&row.category_id, row.lines.len()) {
            (_, lines @ 1..) => format!("split into {lines} lines"),
            (Some(id), _) => self.category(id),
            (None, _) => match self.other_account(row) {
                Some(other) if row.amount.is_negative() => format!("transfer to {other}"),
                Some(other) => format!("transfer from {other}"),
                None => "no category".to_owned(),
            },
        }
    }

    /// The name of the account on the other side of a transfer, where the accounts are known.
    pub fn other_account(&self, row: &Row) -> Option<&str> {
        let account = self.transfers.get(row.payee_id.as_ref()?)?;
        self.accounts.get(account).map(String::as_str)
    }

    /// What an effect changes from and to, in words.
    pub fn from_to(&self, effect: &Effect, currency: &Currency) -> (String, String) {
        let category = |id: &Option<CategoryId>| id.as_ref().map_or("no category".to_owned(), |id| self.category(id));
        let flag = |flag: &Option<FlagColor>| flag.as_ref().map_or("none".to_owned(), |flag| self.flags.shown(flag));
        let approval = |approved: bool| if approved { "approved" } else { "not approved" }.to_owned();
        match effect {
            Effect::Assigned { before, after, .. } => (currency.plain(*before), currency.plain(*after)),
            Effect::Category { before, after, .. } => (category(before), category(after)),
            Effect::Flag { before, after, .. } => (flag(before), flag(after)),
            Effect::Approved { before, after, .. } => (approval(*before), approval(*after)),
            Effect::Cleared { before, after, .. } => (visible_line(before.as_str()), visible_line(after.as_str())),
            Effect::Split { before, after, .. } => (self.category_of(before), self.category_of(after)),
            Effect::Created { row, .. } => ("not there".to_owned(), self.made(row)),
            Effect::Deleted { row, .. } => {
                let other = self.other_account(row);
                let too = other.map(|other| format!(", and its other side on {other} too"));
                (self.category_of(row), format!("deleted{}", too.unwrap_or_default()))
            }
            Effect::Target { before, after, .. } => (
                target::words(before.as_ref(), currency),
                target::words(after.as_ref(), currency),
            ),
            Effect::CategoryName { before, after, .. } | Effect::PayeeName { before, after, .. } => {
                (visible_line(before), visible_line(after))
            }
            Effect::CategoryGroup { before, after, .. } => (self.group(before), self.group(after)),
            Effect::NewCategory { group_id, .. } => ("not there".to_owned(), format!("in {}", self.group(group_id))),
            Effect::Imported { transaction_ids, .. } => (
                "not imported".to_owned(),
                format!("{} transaction(s) imported", transaction_ids.len()),
            ),
        }
    }

    fn made(&self, row: &Recorded) -> String {
        row.row().map_or_else(|| "made".to_owned(), |row| self.category_of(row))
    }

    /// `2026-11-20 Corner Shop -7.25: none → red`, the seed's line for one transaction's change.
    pub fn line(&self, transaction: &Transaction, effect: &Effect, currency: &Currency) -> String {
        let (from, to) = self.from_to(effect, currency);
        format!("{}: {from} → {to}", described(transaction, currency))
    }
}

/// `2026-11-20 Corner Shop -7.25`.
pub fn described(transaction: &Transaction, currency: &Currency) -> String {
    described_row(&Row::of(transaction), currency)
}

/// The same of a row that may have no id.
pub fn described_row(row: &Row, currency: &Currency) -> String {
    let payee = row.whole_payee();
    let space = if payee.is_empty() { "" } else { " " };
    format!("{}{space}{payee} {}", row.date, currency.plain(row.amount))
}

/// `2026-11-20 Corner Shop -7.25 (cleared, not approved)`.
pub fn described_state(row: &Row, currency: &Currency) -> String {
    let approved = if row.approved { "approved" } else { "not approved" };
    let cleared = visible_line(row.cleared.as_str());
    format!("{} ({cleared}, {approved})", described_row(row, currency))
}

/// What an effect is about, in words.
fn thing(effect: &Effect, books: &Books, labels: &Labels, currency: &Currency) -> String {
    if let Some(row) = effect.row() {
        return described_row(row, currency);
    }
    match effect.thing() {
        Thing::Assigned(category_id, month) => format!("{} for {month}", labels.category(category_id)),
        Thing::Transaction(id) => match books.transactions.get(id) {
            Some(transaction) => described(transaction, currency),
            None => format!("Transaction {id}"),
        },
        Thing::NewTransaction(_) => "A transaction".to_owned(),
        Thing::Category(id) => format!("Category ‘{}’", labels.category(id)),
        Thing::NewCategory(_, name) => format!("Category ‘{}’", visible_line(name)),
        Thing::Payee(id) => match books.payees.get(id) {
            Some(payee) => format!("Payee ‘{}’", payee.name),
            None => format!("Payee {id}"),
        },
        Thing::LinkedAccounts => "The linked accounts".to_owned(),
    }
}

/// One line for a change, before and after; of a whole row also on which account.
pub fn line(effect: &Effect, books: &Books, labels: &Labels, currency: &Currency) -> String {
    let (from, to) = labels.from_to(effect, currency);
    let row = match effect {
        Effect::Created { .. } | Effect::Deleted { .. } => effect.row(),
        _ => None,
    };
    let account = row.and_then(|row| labels.accounts.get(&row.account_id));
    let account = account.map(|name| format!(" on {name}")).unwrap_or_default();
    format!("{}{account}: {from} → {to}", thing(effect, books, labels, currency))
}

/// Whether the effect is that a row was made.
fn is_made(effect: &Effect) -> bool {
    matches!(effect, Effect::Created { .. })
}

/// One line for what an undo leaves alone.
pub fn conflict_line(conflict: &Conflict, books: &Books, labels: &Labels, currency: &Currency) -> String {
    let thing = thing(&conflict.effect, books, labels, currency);
    let (before, ours) = labels.from_to(&conflict.effect, currency);
    match &conflict.now {
        Now::Other(now) => {
            let rows = conflict.effect.row().zip(now.row());
            let differences =
                rows.and_then(|(ours, now)| changed::differences(ours, now, &books.uncategorized, labels, currency));
            let differences = differences.unwrap_or_else(|| {
                // Of a row of which only its id was recorded, no more can be told.
                let (_, now) = labels.from_to(now, currency);
                if now == ours || (is_made(&conflict.effect) && conflict.effect.row().is_none()) {
                    "it was changed since".to_owned()
                } else {
                    format!("it is {now} now, not {ours}")
                }
            });
            let cause = cause(conflict);
            format!("{thing}: {differences}{cause}, so it is left alone")
        }
        Now::Before => {
            format!("{thing}: it is {before} again, but the rest of the change is not, so all of it is left alone")
        }
        Now::Ours => {
            format!("{thing}: it is still {ours}, but the rest of the change is not, so all of it is left alone")
        }
        Now::NoWayBack(why) => {
            let cause = cause(conflict);
            format!("{thing}: {why}{cause}, so it is left alone")
        }
        Now::Gone => format!("{thing}: it is not there any more"),
    }
}

/// The later operation that is to be undone first, where one is known.
fn cause(conflict: &Conflict) -> String {
    let cause = conflict.cause.as_ref();
    let cause = cause.map(|id| format!(" (operation {id} did that: undo it first)"));
    cause.unwrap_or_default()
}

#[cfg(test)]
mod tests;
