//! Whether YNAB holds what an effect left, still holds what was before, or something else: one comparison for lost answers,
//! recovery, undo and conflicts.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::effect::{Effect, Thing};
use crate::domain::ids::{CategoryId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::{Category, GroupRole, Transaction};

/// The values that some effects touch, as YNAB holds them.
#[derive(Clone, Debug, Default)]
pub struct Books {
    /// Assigned amounts.
    pub assigned: BTreeMap<(CategoryId, Month), Milliunits>,
    /// Transactions that are there.
    pub transactions: BTreeMap<TransactionId, Transaction>,
    /// All categories that are there, hidden ones included; read only when an effect is about one.
    pub categories: BTreeMap<CategoryId, Category>,
    /// YNAB's internal Uncategorized categories, which count as no category.
    pub uncategorized: BTreeSet<CategoryId>,
}

/// What YNAB holds, compared with an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The value after.
    After,
    /// The value before.
    Before,
    /// Another value: the effect as it would have to be to have left it.
    Other(Effect),
    /// The thing is not there.
    Gone,
}

/// What must be read to compare some effects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// These months.
    pub months: BTreeSet<Month>,
    /// These transactions.
    pub transactions: BTreeSet<TransactionId>,
    /// Which category means none.
    pub categories: bool,
    /// What the colours of flags are called.
    pub flags: bool,
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
                    needs.categories |= matches!(effect, Effect::Category { .. });
                    needs.flags |= matches!(effect, Effect::Flag { .. });
                }
            }
        }
        needs
    }
}

/// YNAB's internal Uncategorized categories: a transaction that carries one has no category.
pub fn uncategorized<'a>(categories: impl IntoIterator<Item = &'a Category>) -> BTreeSet<CategoryId> {
    let internal = categories
        .into_iter()
        .filter(|category| category.role == GroupRole::Internal);
    internal
        .filter(|category| category.name.raw() == "Uncategorized")
        .map(|category| category.id.clone())
        .collect()
}

impl Books {
    /// Whether what the effect sets is there to be set: a transaction cannot get a category that was deleted.
    pub fn can_be_set(&self, effect: &Effect) -> bool {
        match effect {
            Effect::Category { after: Some(id), .. } => self.categories.contains_key(id),
            _ => true,
        }
    }

    /// What YNAB holds, compared with `effect`.
    pub fn standing(&self, effect: &Effect) -> Standing {
        match self.now(effect) {
            None => Standing::Gone,
            Some(now) if self.same(&now, effect) => Standing::After,
            Some(now) => {
                let back = effect.inverse();
                if back.iter().all(|back| self.same(&now, back)) {
                    Standing::Before
                } else {
                    Standing::Other(now)
                }
            }
        }
    }

    /// The effect as it would have to be to have left what YNAB holds now; none when the thing is not there.
    fn now(&self, effect: &Effect) -> Option<Effect> {
        let mut now = effect.clone();
        match &mut now {
            Effect::Assigned {
                category_id,
                month,
                after,
                ..
            } => {
                *after = *self.assigned.get(&(category_id.clone(), *month))?;
            }
            Effect::Category {
                transaction_id, after, ..
            } => {
                after.clone_from(&self.transactions.get(transaction_id)?.category_id);
            }
            Effect::Flag {
                transaction_id, after, ..
            } => after.clone_from(&self.transactions.get(transaction_id)?.flag),
            Effect::Approved {
                transaction_id, after, ..
            } => *after = self.transactions.get(transaction_id)?.approved,
        }
        Some(now)
    }

    /// Whether two effects leave the same value; no category and the internal Uncategorized are one value.
    fn same(&self, one: &Effect, other: &Effect) -> bool {
        match one {
            Effect::Assigned { after: one, .. } => matches!(other, Effect::Assigned { after, .. } if after == one),
            Effect::Category { after: one, .. } => matches!(
                other,
                Effect::Category { after, .. } if self.category(after.as_ref()) == self.category(one.as_ref())
            ),
            Effect::Flag { after: one, .. } => matches!(other, Effect::Flag { after, .. } if after == one),
            Effect::Approved { after: one, .. } => matches!(other, Effect::Approved { after, .. } if after == one),
        }
    }

    fn category<'a>(&self, id: Option<&'a CategoryId>) -> Option<&'a CategoryId> {
        id.filter(|id| !self.uncategorized.contains(*id))
    }
}
