//! One change sent to YNAB, as data: what it touches, the value before and the value after.
//!
//! A tool proposes effects in groups; confirmation, sending, the journal, compensation, undo, redo and conflicts all work
//! on these values, so that no tool carries code of its own for any of them.

use serde::{Deserialize, Serialize};

use super::flag::FlagColor;
use super::ids::{CategoryId, OperationId, TransactionId};
use super::money::Milliunits;
use super::month::Month;

/// One change of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Effect {
    /// The assigned amount of a category in a month (absolute, never a difference).
    Assigned {
        /// The category.
        category_id: CategoryId,
        /// The month.
        month: Month,
        /// Milliunits assigned before.
        before: Milliunits,
        /// Milliunits assigned after.
        after: Milliunits,
    },
    /// The category of a transaction.
    Category {
        /// The transaction.
        transaction_id: TransactionId,
        /// Its category before; `None` is no category.
        before: Option<CategoryId>,
        /// Its category after; `None` is no category.
        after: Option<CategoryId>,
    },
    /// The flag of a transaction.
    Flag {
        /// The transaction.
        transaction_id: TransactionId,
        /// Its flag before; `None` is no flag.
        before: Option<FlagColor>,
        /// Its flag after; `None` is no flag.
        after: Option<FlagColor>,
    },
    /// Whether a transaction is approved.
    Approved {
        /// The transaction.
        transaction_id: TransactionId,
        /// Approved before.
        before: bool,
        /// Approved after.
        after: bool,
    },
}

/// The thing that an effect changes something of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing<'a> {
    /// The assigned amount of a category in a month.
    Assigned(&'a CategoryId, Month),
    /// A transaction.
    Transaction(&'a TransactionId),
}

impl Effect {
    /// The thing it changes something of.
    pub fn thing(&self) -> Thing<'_> {
        match self {
            Self::Assigned { category_id, month, .. } => Thing::Assigned(category_id, *month),
            Self::Category { transaction_id, .. }
            | Self::Flag { transaction_id, .. }
            | Self::Approved { transaction_id, .. } => Thing::Transaction(transaction_id),
        }
    }

    /// Its kind, as the journal and the answers name it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Assigned { .. } => "assigned",
            Self::Category { .. } => "category",
            Self::Flag { .. } => "flag",
            Self::Approved { .. } => "approved",
        }
    }

    /// Whether both change the same value of the same thing.
    pub fn changes_same(&self, other: &Self) -> bool {
        self.kind() == other.kind() && self.thing() == other.thing()
    }

    /// The transaction it changes, if it changes one.
    pub fn transaction_id(&self) -> Option<&TransactionId> {
        match self.thing() {
            Thing::Transaction(id) => Some(id),
            Thing::Assigned(..) => None,
        }
    }

    /// The category and month whose assigned amount it changes, if it changes one.
    pub fn assigned(&self) -> Option<(&CategoryId, Month)> {
        match self.thing() {
            Thing::Assigned(category_id, month) => Some((category_id, month)),
            Thing::Transaction(_) => None,
        }
    }

    /// The categories of which it changes what is available.
    pub fn categories(&self) -> Vec<&CategoryId> {
        match self {
            Self::Assigned { category_id, .. } => vec![category_id],
            Self::Category { before, after, .. } => [before, after].into_iter().flatten().collect(),
            _ => Vec::new(),
        }
    }

    /// The effects that put back what this one changed.
    pub fn inverse(&self) -> Vec<Self> {
        vec![match self.clone() {
            Self::Assigned {
                category_id,
                month,
                before,
                after,
            } => Self::Assigned {
                category_id,
                month,
                before: after,
                after: before,
            },
            Self::Category {
                transaction_id,
                before,
                after,
            } => Self::Category {
                transaction_id,
                before: after,
                after: before,
            },
            Self::Flag {
                transaction_id,
                before,
                after,
            } => Self::Flag {
                transaction_id,
                before: after,
                after: before,
            },
            Self::Approved {
                transaction_id,
                before,
                after,
            } => Self::Approved {
                transaction_id,
                before: after,
                after: before,
            },
        }]
    }
}

/// Effects that make sense only together, such as both sides of a move: applied whole, undone whole or left alone whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// In the order in which they are sent.
    pub effects: Vec<Effect>,
    /// The group of an earlier operation that this one takes back, when it is part of an undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<GroupRef>,
}

impl Group {
    /// A group that undoes nothing.
    pub fn new(effects: Vec<Effect>) -> Self {
        Self { effects, undoes: None }
    }
}

/// A group of a journaled operation, by its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GroupRef {
    /// The operation.
    pub operation_id: OperationId,
    /// The group's place in the operation, from 0.
    pub group: usize,
}
