//! Numbers given to ids and names in the order in which a history first has them.

use std::sync::Arc;

use super::{Entry, Number};
use crate::domain::by_id::ById;
use crate::domain::ids::{AccountId, CategoryId, PayeeId};
use crate::domain::plan::SplitLine;

/// The numbers given so far.
#[derive(Default)]
pub(super) struct Numbers<'a> {
    pub(super) accounts: Met<'a, AccountId>,
    pub(super) categories: Met<'a, CategoryId>,
    pub(super) payees: Met<'a, PayeeId>,
    pub(super) names: Met<'a, Arc<str>>,
}

impl<'a> Numbers<'a> {
    /// A line of a split, out of its whole transaction.
    pub(super) fn part(&mut self, whole: Entry, line: &'a SplitLine) -> Entry {
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
pub(super) struct Met<'a, T> {
    pub(super) in_order: Vec<T>,
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
    pub(super) fn of_some(&mut self, text: Option<&'a T>) -> Option<Number> {
        text.and_then(|text| self.of(text))
    }

    /// The number of a text, a new one when it was not met before.
    pub(super) fn of(&mut self, thing: &'a T) -> Option<Number> {
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
