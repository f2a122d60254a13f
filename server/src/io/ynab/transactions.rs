//! The whole history of a plan, as one value that keeps its order and finds a transaction by id.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::texts::Texts;
use crate::domain::ids::TransactionId;
use crate::domain::lines::{Ledger, Lines};
use crate::domain::payees::Shops;
use crate::domain::plan::Transaction;

/// All transactions of a plan that are not deleted, in YNAB's order; those that came later stand at the end.
#[derive(Clone, Default)]
pub struct Transactions {
    rows: Vec<Transaction>,
    places: HashMap<TransactionId, usize>,
    pub(super) texts: Texts,
    /// The lines of the rows, once they were asked for.
    lines: OnceLock<Lines>,
    shops: Arc<Shops>,
}

impl Transactions {
    /// The transaction with the id.
    pub fn get(&self, id: &TransactionId) -> Option<&Transaction> {
        self.rows.get(*self.places.get(id)?)
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Transaction> {
        self.rows.iter()
    }

    /// All of them with their lines, which are made when they are first asked for.
    pub fn ledger(&self) -> Ledger<'_> {
        Ledger::new(
            &self.rows,
            self.lines.get_or_init(|| Lines::of(&self.rows, &self.shops)),
        )
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Makes room for so many more.
    pub(super) fn reserve(&mut self, more: usize) {
        self.rows.reserve_exact(more);
        self.places.reserve(more);
    }

    /// Puts the transaction in the place of the one with its id, or at the end.
    pub(super) fn put(&mut self, transaction: Transaction) {
        self.lines.take();
        if let Some(row) = self
            .places
            .get(&transaction.id)
            .and_then(|place| self.rows.get_mut(*place))
        {
            *row = transaction;
        } else {
            self.places.insert(transaction.id.clone(), self.rows.len());
            self.rows.push(transaction);
        }
    }

    /// Takes out those with the ids; unknown ids change nothing.
    pub(super) fn remove(&mut self, ids: &[TransactionId]) {
        let known = ids.iter().filter(|id| self.places.remove(*id).is_some()).count();
        if known == 0 {
            return;
        }
        self.lines.take();
        self.rows.retain(|row| self.places.contains_key(&row.id));
        for (place, row) in self.rows.iter().enumerate() {
            if let Some(known) = self.places.get_mut(&row.id) {
                *known = place;
            }
        }
    }
}

impl<'a> IntoIterator for &'a Transactions {
    type Item = &'a Transaction;
    type IntoIter = std::slice::Iter<'a, Transaction>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
