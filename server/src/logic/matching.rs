//! Rows of the bank's that YNAB matches with rows that were entered by hand, instead of making new ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::effect::Effect;
use crate::domain::ids::TransactionId;
use crate::domain::plan::{Cleared, Transaction};
use crate::domain::row::{Recorded, Row};
use crate::logic::standing::Books;

/// YNAB matches rows of one account and amount up to so many days apart.
const MATCH_DAYS: u64 = 10;

/// Whether a row is of the account and amount of the bank's row, and close enough to be matched with it.
pub fn is_near(bank: &Row, other: &Transaction) -> bool {
    let days = other.date.signed_duration_since(bank.date).num_days().unsigned_abs();
    (&bank.account_id, bank.amount) == (&other.account_id, other.amount) && days <= MATCH_DAYS
}

/// Whether YNAB may match a row near to the bank's with it: it was entered by hand, and is open.
pub fn may_match(other: &Transaction) -> bool {
    other.import_id.is_none() && !other.matched() && other.cleared != Cleared::Reconciled
}

/// The effect of a bank's row, naming the row that it was matched with.
fn behind_of(effect: &Effect, row: &Transaction) -> Effect {
    let mut named = effect.clone();
    if let Effect::Created {
        transaction_id,
        row: recorded,
        ..
    } = &mut named
    {
        *transaction_id = Some(row.id.clone());
        *recorded = Recorded::Whole(Box::new(Row::of(row)));
    }
    named
}

impl Books {
    /// Of effects that were looked for and not found, those that YNAB did not make since it matched them: the rows they were
    /// matched with, by the places of the effects.
    ///
    /// Such a row of the bank's stands behind one that was there before, which is matched now and was not then. Each stands
    /// behind another one.
    pub fn matched(&self, effects: &[Effect]) -> BTreeMap<usize, Effect> {
        let mut behind: BTreeSet<&TransactionId> = BTreeSet::new();
        let mut places = BTreeMap::new();
        for (place, effect) in effects.iter().enumerate() {
            let Effect::Created {
                transaction_id: None,
                row: Recorded::Whole(row),
                alike,
                ..
            } = effect
            else {
                continue;
            };
            if row.import_id.is_none() {
                continue;
            }
            let fits = |other: &&Transaction| {
                other.matched() && is_near(row, other) && !alike.contains(&other.id) && !behind.contains(&other.id)
            };
            let near = self.transactions.values().filter(fits);
            let nearest = near.min_by_key(|other| other.date.signed_duration_since(row.date).num_days().unsigned_abs());
            if let Some(nearest) = nearest {
                behind.insert(&nearest.id);
                places.insert(place, behind_of(effect, nearest));
            }
        }
        places
    }
}
