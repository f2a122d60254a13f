//! Effects in the words that people and agents read: the seed's lines and headlines.

use std::collections::BTreeMap;

use crate::domain::currency::Currency;
use crate::domain::effect::{Effect, Thing};
use crate::domain::flag::{FlagColor, FlagNames};
use crate::domain::ids::{AccountId, CategoryId};
use crate::domain::plan::{Account, Category, CategoryGroup, Transaction};
use crate::logic::standing::Books;
use crate::logic::undo::{Conflict, Now};

/// The names of categories, accounts and flags.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    categories: BTreeMap<CategoryId, String>,
    accounts: BTreeMap<AccountId, String>,
    /// The names of flags.
    pub flags: FlagNames,
}

impl Labels {
    /// Of a plan.
    pub fn new(accounts: &[Account], groups: &[CategoryGroup]) -> Self {
        let accounts = accounts
            .iter()
            .map(|account| (account.id.clone(), account.name.to_string()));
        let mut labels = Self {
            categories: BTreeMap::new(),
            accounts: accounts.collect(),
            flags: FlagNames::default(),
        };
        labels.add(groups.iter().flat_map(|group| &group.categories));
        labels
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
        }
    }

    /// `2026-11-20 Corner Shop -7.25: none → red`, the seed's line for one transaction's change.
    pub fn line(&self, transaction: &Transaction, effect: &Effect, currency: &Currency) -> String {
        let (from, to) = self.from_to(effect, currency);
        format!("{}: {from} → {to}", described(transaction, currency))
    }
}

/// `2026-11-20 Corner Shop -7.25`.
fn described(transaction: &Transaction, currency: &Currency) -> String {
    let payee = transaction.payee();
    let space = if payee.is_empty() { "" } else { " " };
    format!(
        "{}{space}{payee} {}",
        transaction.date,
        currency.plain(transaction.amount)
    )
}

/// What an effect is about, in words.
fn thing(effect: &Effect, books: &Books, labels: &Labels, currency: &Currency) -> String {
    match effect.thing() {
        Thing::Assigned(category_id, month) => format!("{} for {month}", labels.category(category_id)),
        Thing::Transaction(id) => match books.transactions.get(id) {
            Some(transaction) => described(transaction, currency),
            None => format!("Transaction {id}"),
        },
    }
}

/// One line for a change, before and after.
pub fn line(effect: &Effect, books: &Books, labels: &Labels, currency: &Currency) -> String {
    let (from, to) = labels.from_to(effect, currency);
    format!("{}: {from} → {to}", thing(effect, books, labels, currency))
}

/// One line for what an undo leaves alone.
pub fn conflict_line(conflict: &Conflict, books: &Books, labels: &Labels, currency: &Currency) -> String {
    let thing = thing(&conflict.effect, books, labels, currency);
    let (before, ours) = labels.from_to(&conflict.effect, currency);
    match &conflict.now {
        Now::Other(now) => {
            let (_, now) = labels.from_to(now, currency);
            format!("{thing}: it is {now} now, not {ours}, so it is left alone")
        }
        Now::Before => {
            format!("{thing}: it is {before} again, but the rest of the change is not, so all of it is left alone")
        }
        Now::Ours => {
            format!("{thing}: it is still {ours}, but the rest of the change is not, so all of it is left alone")
        }
        Now::NoWayBack => {
            format!("{thing}: {before}, which it was before, is not there any more, so it is left alone")
        }
        Now::Gone => format!("{thing}: it is not there any more"),
    }
}

/// The headline of an undo's question (confirmation seed), by the kind of what is put back.
pub fn undo_headline(effects: &[&Effect], labels: &Labels, currency: &Currency) -> String {
    if let [one, other] = effects
        && let Some(moved) = moved_back(one, other, labels, currency)
    {
        return moved;
    }
    if let [only] = effects
        && let Some((category_id, month)) = only.assigned()
    {
        let (_, to) = labels.from_to(only, currency);
        return format!("Undo: set {} for {month} back to {to}?", labels.category(category_id));
    }
    let all = |fits: fn(&Effect) -> bool| effects.iter().all(|effect| fits(effect));
    let count = effects.len();
    if all(|effect| matches!(effect, Effect::Category { .. })) {
        format!("Undo: recategorise {count} transaction(s)?")
    } else if all(|effect| matches!(effect, Effect::Flag { .. })) {
        format!("Undo: put back the flag of {count} transaction(s)?")
    } else if all(|effect| matches!(effect, Effect::Approved { after: false, .. })) {
        format!("Undo: mark {count} transaction(s) not approved?")
    } else if all(|effect| matches!(effect, Effect::Approved { .. })) {
        format!("Undo: approve {count} transaction(s) again?")
    } else {
        format!("Undo: put back {count} change(s)?")
    }
}

/// Two amounts of one month of which one falls as the other rises are a move.
fn moved_back(one: &Effect, other: &Effect, labels: &Labels, currency: &Currency) -> Option<String> {
    let side = |effect: &Effect| match effect {
        Effect::Assigned {
            category_id,
            month,
            before,
            after,
        } => Some((category_id.clone(), *month, after.checked_sub(*before).ok()?)),
        _ => None,
    };
    let (one, other) = (side(one)?, side(other)?);
    let (source, target) = if one.2.is_negative() {
        (one, other)
    } else {
        (other, one)
    };
    let opposite = source.2.checked_neg().ok()? == target.2;
    (opposite && source.1 == target.1).then(|| {
        let (from, to) = (labels.category(&source.0), labels.category(&target.0));
        format!(
            "Undo: move {} back from {from} to {to} for {}?",
            currency.plain(target.2),
            source.1
        )
    })
}
