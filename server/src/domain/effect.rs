//! One change sent to YNAB, as data: what it touches, the value before and the value after.
//!
//! A tool proposes effects in groups; confirmation, sending, the journal, compensation, undo, redo and conflicts all work
//! on these values, so that no tool carries code of its own for any of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::flag::FlagColor;
use super::ids::{CategoryGroupId, CategoryId, OperationId, PayeeId, TransactionId};
use super::money::Milliunits;
use super::month::Month;
use super::plan::Cleared;
use super::row::{Recorded, Row};
use super::target::{Target, TargetRequest};

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
    /// Whether the bank has confirmed a transaction.
    Cleared {
        /// The transaction.
        transaction_id: TransactionId,
        /// Its state before.
        before: Cleared,
        /// Its state after.
        after: Cleared,
    },
    /// A plain transaction split over several categories, in place. YNAB takes no change of the lines afterwards, so the way
    /// back is another row.
    Split {
        /// The transaction.
        transaction_id: TransactionId,
        /// All of it before, without lines.
        before: Box<Row>,
        /// All of it after, with its lines.
        after: Box<Row>,
    },
    /// A transaction that was not there before.
    Created {
        /// Its id; none before YNAB gave it one.
        transaction_id: Option<TransactionId>,
        /// What it says of itself.
        row: Recorded,
        /// Rows of the same account, date and amount that were there before: none of them is this one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alike: Vec<TransactionId>,
        /// The deleted row that it stands for, when it is made again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<TransactionId>,
    },
    /// A transaction that is not there afterwards.
    Deleted {
        /// The transaction.
        transaction_id: TransactionId,
        /// All of it before.
        row: Box<Row>,
    },
    /// The target of a category.
    Target {
        /// The category.
        category_id: CategoryId,
        /// Its target before.
        before: Option<Target>,
        /// Its target after.
        after: Option<Target>,
        /// The fields as the person agreed to them. Where there are none, as in an undo, they follow from both targets.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<TargetRequest>,
        /// Whether the category is for the payments of a card, for which YNAB makes targets of other kinds.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        card: bool,
    },
    /// The name of a category.
    CategoryName {
        /// The category.
        category_id: CategoryId,
        /// Its name before.
        before: String,
        /// Its name after.
        after: String,
    },
    /// The group of a category.
    CategoryGroup {
        /// The category.
        category_id: CategoryId,
        /// Its group before.
        before: CategoryGroupId,
        /// Its group after.
        after: CategoryGroupId,
    },
    /// A category that was not there before.
    NewCategory {
        /// Its id; none before YNAB gave it one.
        category_id: Option<CategoryId>,
        /// Its group.
        group_id: CategoryGroupId,
        /// Its name.
        name: String,
    },
    /// The name of a payee, in every transaction that names it.
    PayeeName {
        /// The payee.
        payee_id: PayeeId,
        /// Its name before.
        before: String,
        /// Its name after.
        after: String,
    },
    /// What the linked banks sent since the last import.
    Imported {
        /// The transactions that came; none before YNAB answered.
        transaction_ids: Vec<TransactionId>,
        /// How many rows of the bank's the plan held before.
        rows_before: usize,
    },
}

/// The thing that an effect changes something of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing<'a> {
    /// The assigned amount of a category in a month.
    Assigned(&'a CategoryId, Month),
    /// A transaction.
    Transaction(&'a TransactionId),
    /// A transaction that has no id yet.
    NewTransaction(&'a Recorded),
    /// A category.
    Category(&'a CategoryId),
    /// A category that has no id yet.
    NewCategory(&'a CategoryGroupId, &'a str),
    /// A payee.
    Payee(&'a PayeeId),
    /// All linked accounts.
    LinkedAccounts,
}

impl Effect {
    /// The thing it changes something of.
    pub fn thing(&self) -> Thing<'_> {
        match self {
            Self::Assigned { category_id, month, .. } => Thing::Assigned(category_id, *month),
            Self::Category { transaction_id, .. }
            | Self::Flag { transaction_id, .. }
            | Self::Approved { transaction_id, .. }
            | Self::Cleared { transaction_id, .. }
            | Self::Split { transaction_id, .. }
            | Self::Deleted { transaction_id, .. }
            | Self::Created {
                transaction_id: Some(transaction_id),
                ..
            } => Thing::Transaction(transaction_id),
            Self::Created { row, .. } => Thing::NewTransaction(row),
            Self::Target { category_id, .. }
            | Self::CategoryName { category_id, .. }
            | Self::CategoryGroup { category_id, .. }
            | Self::NewCategory {
                category_id: Some(category_id),
                ..
            } => Thing::Category(category_id),
            Self::NewCategory { group_id, name, .. } => Thing::NewCategory(group_id, name),
            Self::PayeeName { payee_id, .. } => Thing::Payee(payee_id),
            Self::Imported { .. } => Thing::LinkedAccounts,
        }
    }

    /// Its kind, as the journal and the answers name it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Assigned { .. } => "assigned",
            Self::Category { .. } => "category",
            Self::Flag { .. } => "flag",
            Self::Approved { .. } => "approved",
            Self::Cleared { .. } => "cleared",
            Self::Split { .. } => "split",
            Self::Created { .. } => "created",
            Self::Deleted { .. } => "deleted",
            Self::Target { .. } => "target",
            Self::CategoryName { .. } => "category_name",
            Self::CategoryGroup { .. } => "category_group",
            Self::NewCategory { .. } => "new_category",
            Self::PayeeName { .. } => "payee_name",
            Self::Imported { .. } => "imported",
        }
    }

    /// Whether both change the same value of the same thing.
    pub fn changes_same(&self, other: &Self) -> bool {
        self.kind() == other.kind() && self.thing() == other.thing()
    }

    /// The transaction it changes, if it changes one that has an id.
    pub fn transaction_id(&self) -> Option<&TransactionId> {
        match self.thing() {
            Thing::Transaction(id) => Some(id),
            _ => None,
        }
    }

    /// The category and month whose assigned amount it changes, if it changes one.
    pub fn assigned(&self) -> Option<(&CategoryId, Month)> {
        match self.thing() {
            Thing::Assigned(category_id, month) => Some((category_id, month)),
            _ => None,
        }
    }

    /// The row that it makes or deletes, where all of it is known.
    pub fn row(&self) -> Option<&Row> {
        match self {
            Self::Created { row, .. } => row.row(),
            Self::Deleted { row, .. } => Some(row),
            Self::Split { after, .. } => Some(after),
            _ => None,
        }
    }

    /// The categories of which it changes what is available.
    pub fn categories(&self) -> Vec<&CategoryId> {
        match self {
            Self::Assigned { category_id, .. } => vec![category_id],
            Self::Category { before, after, .. } => [before, after].into_iter().flatten().collect(),
            Self::Split { before, after, .. } => categories_of(before).chain(categories_of(after)).collect(),
            Self::Created { .. } | Self::Deleted { .. } => {
                self.row().map(categories_of).into_iter().flatten().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Speaks of the row that stands for the one it was made of, where that was made again under another id. What deleted a row, or
    /// split it, is about that row and no other.
    pub fn follow(&mut self, replaced: &BTreeMap<TransactionId, TransactionId>) {
        let (Self::Category { transaction_id: id, .. }
        | Self::Flag { transaction_id: id, .. }
        | Self::Approved { transaction_id: id, .. }
        | Self::Cleared { transaction_id: id, .. }
        | Self::Created {
            transaction_id: Some(id),
            ..
        }) = self
        else {
            return;
        };
        if let Some(now) = replaced.get(id) {
            id.clone_from(now);
        }
    }

    /// The same for the row that a split made, which only another split stands for: one made again after the split was deleted alone.
    pub fn follow_split(&mut self, splits: &BTreeMap<TransactionId, TransactionId>) {
        if let Self::Split { transaction_id: id, .. } = self
            && let Some(now) = splits.get(id)
        {
            id.clone_from(now);
        }
    }

    /// Whether it puts back what the earlier one changed, or a part of it.
    pub fn takes_back(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (
                Self::Created {
                    replaces: Some(old), ..
                },
                Self::Deleted { transaction_id, .. } | Self::Split { transaction_id, .. },
            ) => old == transaction_id,
            (
                Self::Deleted {
                    transaction_id: old, ..
                },
                Self::Created {
                    transaction_id: Some(made),
                    ..
                }
                | Self::Split {
                    transaction_id: made, ..
                },
            ) => old == made,
            _ => self.changes_same(earlier),
        }
    }

    /// The same change of what the earlier one left: what that one left is the value before.
    #[must_use]
    pub fn over(mut self, earlier: &Self) -> Self {
        match (&mut self, earlier) {
            (Self::Assigned { before, .. }, Self::Assigned { after, .. }) => before.clone_from(after),
            (Self::Category { before, .. }, Self::Category { after, .. }) => before.clone_from(after),
            (Self::Flag { before, .. }, Self::Flag { after, .. }) => before.clone_from(after),
            (Self::Approved { before, .. }, Self::Approved { after, .. }) => before.clone_from(after),
            (Self::Cleared { before, .. }, Self::Cleared { after, .. }) => before.clone_from(after),
            (Self::Target { before, .. }, Self::Target { after, .. }) => before.clone_from(after),
            (Self::CategoryName { before, .. }, Self::CategoryName { after, .. })
            | (Self::PayeeName { before, .. }, Self::PayeeName { after, .. }) => before.clone_from(after),
            (Self::CategoryGroup { before, .. }, Self::CategoryGroup { after, .. }) => before.clone_from(after),
            _ => {}
        }
        self
    }

    /// Whether this is an import that brought nothing.
    pub fn is_empty_import(&self) -> bool {
        matches!(self, Self::Imported { transaction_ids, .. } if transaction_ids.is_empty())
    }

    /// Whether this split says of a row the same lines as another one; what else the row says may differ.
    pub fn is_split_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Split { after: one, .. }, Self::Split { after: other, .. }) => {
                !one.lines.is_empty() && one.lines == other.lines
            }
            _ => false,
        }
    }

    /// Why nothing can take it back through YNAB's API; none when something can.
    pub fn no_way_back(&self) -> Option<&'static str> {
        match self {
            Self::NewCategory { .. } => Some("YNAB's API cannot delete a category; it can be hidden in YNAB"),
            Self::Target {
                before, after, card, ..
            } if super::target::request(after.as_ref(), before.as_ref(), *card).is_none() => {
                Some("YNAB's API cannot set the target that was there before; YNAB itself can")
            }
            Self::Imported { .. } => Some("what a bank sent is taken back by deleting it in YNAB, row by row"),
            _ => None,
        }
    }

    /// The effects that put back what this one changed, in the order in which they are sent; none where there is
    /// [no way back](Self::no_way_back), nor for a row of which too little is known.
    pub fn inverse(&self) -> Vec<Self> {
        let mut back = self.clone();
        match &mut back {
            Self::Assigned { before, after, .. } => std::mem::swap(before, after),
            Self::Category { before, after, .. } => std::mem::swap(before, after),
            Self::Flag { before, after, .. } => std::mem::swap(before, after),
            Self::Approved { before, after, .. } => std::mem::swap(before, after),
            Self::Cleared { before, after, .. } => std::mem::swap(before, after),
            Self::Target {
                before, after, request, ..
            } => {
                std::mem::swap(before, after);
                *request = None;
            }
            Self::CategoryName { before, after, .. } | Self::PayeeName { before, after, .. } => {
                std::mem::swap(before, after);
            }
            Self::CategoryGroup { before, after, .. } => std::mem::swap(before, after),
            Self::Split {
                transaction_id,
                before,
                after,
            } => return replaced(transaction_id, before, after),
            Self::Created {
                transaction_id, row, ..
            } => {
                let deleted = transaction_id.clone().zip(row.row().cloned());
                let deleted = deleted.map(|(transaction_id, row)| Self::Deleted {
                    transaction_id,
                    row: Box::new(row),
                });
                return deleted.into_iter().collect();
            }
            Self::Deleted { transaction_id, row } => return vec![made_again(transaction_id, row)],
            Self::NewCategory { .. } | Self::Imported { .. } => return Vec::new(),
        }
        vec![back]
    }
}

fn categories_of(row: &Row) -> impl Iterator<Item = &CategoryId> {
    let lines = row.lines.iter().map(|line| &line.category_id);
    [&row.category_id].into_iter().chain(lines).flatten()
}

/// The row that stands for a deleted one. An import id is not used twice in an account, so the new row goes without.
fn made_again(transaction_id: &TransactionId, row: &Row) -> Effect {
    let row = Row {
        import_id: None,
        matched: false,
        ..row.clone()
    };
    Effect::Created {
        transaction_id: None,
        row: Recorded::Whole(Box::new(row)),
        alike: Vec::new(),
        replaces: Some(transaction_id.clone()),
    }
}

/// A split is taken back by another row: first that one is made, then the split is deleted.
fn replaced(transaction_id: &TransactionId, before: &Row, after: &Row) -> Vec<Effect> {
    vec![
        made_again(transaction_id, before),
        Effect::Deleted {
            transaction_id: transaction_id.clone(),
            row: Box::new(after.clone()),
        },
    ]
}

/// Effects that make sense only together, such as both sides of a move: applied whole, undone whole or left alone whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// In the order in which they are sent.
    pub effects: Vec<Effect>,
    /// The group of an earlier operation that this one takes back, when it is part of an undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<GroupRef>,
    /// Why it could not be taken back as things were when it was proposed: what the question says, the answer, the list of
    /// operations and an undo say too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_way_back: Option<String>,
}

impl Group {
    /// A group that undoes nothing.
    pub fn new(effects: Vec<Effect>) -> Self {
        Self {
            effects,
            undoes: None,
            no_way_back: None,
        }
    }

    /// The same, known not to be taken back where there is a reason. What an effect says [by itself](Effect::no_way_back) is not
    /// written down, since YNAB's answer may change it.
    #[must_use]
    pub fn without_way_back(mut self, why: Option<String>) -> Self {
        let by_itself = self.effects.iter().any(|effect| effect.no_way_back().is_some());
        self.no_way_back = why.filter(|_| !by_itself);
        self
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
