//! Whether YNAB holds what an effect left, still holds what was before, or something else: one comparison for lost answers,
//! recovery, undo and conflicts.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use crate::domain::effect::{Effect, Thing};
use crate::domain::ids::{AccountId, CategoryGroupId, CategoryId, PayeeId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::{Category, GroupRole, Payee, Transaction};
use crate::domain::row::{Recorded, Row, RowLine};
use crate::domain::target::Target;

/// The values that some effects touch, as YNAB holds them.
#[derive(Clone, Debug, Default)]
pub struct Books {
    /// Assigned amounts.
    pub assigned: BTreeMap<(CategoryId, Month), Milliunits>,
    /// Transactions that are there: those the effects name, the other sides of transfers, and those alike new ones.
    pub transactions: BTreeMap<TransactionId, Transaction>,
    /// All categories that are there, hidden ones included; read only when an effect is about one.
    pub categories: BTreeMap<CategoryId, Category>,
    /// All groups of categories that are there; read with the categories.
    pub groups: BTreeSet<CategoryGroupId>,
    /// YNAB's internal Uncategorized categories, which count as no category.
    pub uncategorized: BTreeSet<CategoryId>,
    /// All payees that are there; read only when an effect is about one.
    pub payees: BTreeMap<PayeeId, Payee>,
    /// The rows of the bank's; read only for an import.
    pub bank_rows: BTreeSet<TransactionId>,
    /// The person's own day; none where it does not matter.
    pub today: Option<NaiveDate>,
    /// Whether this is YNAB's answer to the request that made what is looked for, and nothing else.
    pub answered: bool,
    /// What YNAB answered to an import.
    pub imported: Option<Vec<TransactionId>>,
}

/// What YNAB holds, compared with an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The value after.
    After,
    /// The value before; for a new thing, that it is not there.
    Before,
    /// Another value: the effect as it would have to be to have left it.
    Other(Effect),
    /// The thing is not there.
    Gone,
}

/// What rows must share to be taken for one another: account, date and amount.
pub(super) fn key(row: &Row) -> (AccountId, NaiveDate, Milliunits) {
    (row.account_id.clone(), row.date, row.amount)
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
    /// What YNAB holds, compared with `effect`.
    pub fn standing(&self, effect: &Effect) -> Standing {
        match effect {
            Effect::Assigned {
                category_id,
                month,
                before,
                after,
            } => {
                let now = self.assigned.get(&(category_id.clone(), *month));
                compared(now, before, after, PartialEq::eq, |now| Effect::Assigned {
                    category_id: category_id.clone(),
                    month: *month,
                    before: *before,
                    after: now,
                })
            }
            Effect::Category { .. } | Effect::Flag { .. } | Effect::Approved { .. } | Effect::Cleared { .. } => {
                self.standing_of_field(effect)
            }
            Effect::Split {
                transaction_id,
                before,
                after,
            } => {
                let now = self.transactions.get(transaction_id).map(Row::of);
                let same = |one: &Row, other: &Row| self.same_row(one, other);
                compared(now.as_ref(), before, after, same, |now| Effect::Split {
                    transaction_id: transaction_id.clone(),
                    before: before.clone(),
                    after: Box::new(now),
                })
            }
            Effect::Created { .. } | Effect::Deleted { .. } => self.standing_of_row(effect),
            Effect::Target { .. }
            | Effect::CategoryName { .. }
            | Effect::CategoryGroup { .. }
            | Effect::NewCategory { .. } => self.standing_of_category(effect),
            Effect::PayeeName {
                payee_id,
                before,
                after,
            } => {
                let now = self.payees.get(payee_id).map(|now| now.name.raw().to_owned());
                compared(now.as_ref(), before, after, PartialEq::eq, |now| Effect::PayeeName {
                    payee_id: payee_id.clone(),
                    before: before.clone(),
                    after: now,
                })
            }
            Effect::Imported {
                transaction_ids,
                rows_before,
            } => {
                let came =
                    self.imported.is_some() || !transaction_ids.is_empty() || self.bank_rows.len() > *rows_before;
                if came { Standing::After } else { Standing::Before }
            }
        }
    }

    fn standing_of_field(&self, effect: &Effect) -> Standing {
        match effect {
            Effect::Category {
                transaction_id,
                before,
                after,
            } => {
                let now = self.transactions.get(transaction_id).map(|now| &now.category_id);
                let same = |one: &Option<CategoryId>, other: &Option<CategoryId>| {
                    self.category(one.as_ref()) == self.category(other.as_ref())
                };
                compared(now, before, after, same, |now| Effect::Category {
                    transaction_id: transaction_id.clone(),
                    before: before.clone(),
                    after: now,
                })
            }
            Effect::Flag {
                transaction_id,
                before,
                after,
            } => {
                let now = self.transactions.get(transaction_id).map(|now| &now.flag);
                compared(now, before, after, PartialEq::eq, |now| Effect::Flag {
                    transaction_id: transaction_id.clone(),
                    before: before.clone(),
                    after: now,
                })
            }
            Effect::Approved {
                transaction_id,
                before,
                after,
            } => {
                let now = self.transactions.get(transaction_id).map(|now| &now.approved);
                compared(now, before, after, PartialEq::eq, |now| Effect::Approved {
                    transaction_id: transaction_id.clone(),
                    before: *before,
                    after: now,
                })
            }
            Effect::Cleared {
                transaction_id,
                before,
                after,
            } => {
                let now = self.transactions.get(transaction_id).map(|now| &now.cleared);
                compared(now, before, after, PartialEq::eq, |now| Effect::Cleared {
                    transaction_id: transaction_id.clone(),
                    before: before.clone(),
                    after: now,
                })
            }
            _ => Standing::Gone,
        }
    }

    fn standing_of_row(&self, effect: &Effect) -> Standing {
        let now = effect
            .transaction_id()
            .and_then(|id| self.transactions.get(id))
            .map(Row::of);
        match (effect, now) {
            (Effect::Created { .. }, None) => Standing::Before,
            (
                Effect::Created {
                    row: Recorded::Whole(row),
                    ..
                },
                Some(now),
            ) if self.same_row(row, &now) => Standing::After,
            (
                Effect::Created {
                    row: Recorded::Only { cleared },
                    ..
                },
                Some(now),
            ) if now.cleared == *cleared && now.lines.is_empty() => Standing::After,
            (
                Effect::Created {
                    transaction_id,
                    alike,
                    replaces,
                    ..
                },
                Some(now),
            ) => Standing::Other(Effect::Created {
                transaction_id: transaction_id.clone(),
                row: Recorded::Whole(Box::new(now)),
                alike: alike.clone(),
                replaces: replaces.clone(),
            }),
            (Effect::Deleted { row, .. }, Some(now)) if self.same_row(row, &now) => Standing::Before,
            (Effect::Deleted { transaction_id, .. }, Some(now)) => Standing::Other(Effect::Deleted {
                transaction_id: transaction_id.clone(),
                row: Box::new(now),
            }),
            _ => Standing::After,
        }
    }

    fn standing_of_category(&self, effect: &Effect) -> Standing {
        let Thing::Category(id) = effect.thing() else {
            return Standing::Before;
        };
        let now = self.categories.get(id);
        match effect {
            Effect::Target {
                category_id,
                before,
                after,
                request,
                card,
            } => {
                let now = now.map(|now| now.target.as_deref().cloned());
                let same = |one: &Option<Target>, other: &Option<Target>| match (one, other) {
                    (Some(one), Some(other)) => one.agrees(other),
                    (one, other) => one.is_none() && other.is_none(),
                };
                compared(now.as_ref(), before, after, same, |now| Effect::Target {
                    category_id: category_id.clone(),
                    before: before.clone(),
                    after: now,
                    request: request.clone(),
                    card: *card,
                })
            }
            Effect::CategoryName {
                category_id,
                before,
                after,
            } => {
                let now = now.map(|now| now.name.raw().to_owned());
                compared(now.as_ref(), before, after, PartialEq::eq, |now| Effect::CategoryName {
                    category_id: category_id.clone(),
                    before: before.clone(),
                    after: now,
                })
            }
            Effect::CategoryGroup {
                category_id,
                before,
                after,
            } => compared(now.map(|now| &now.group_id), before, after, PartialEq::eq, |now| {
                Effect::CategoryGroup {
                    category_id: category_id.clone(),
                    before: before.clone(),
                    after: now,
                }
            }),
            _ if now.is_some() => Standing::After,
            _ => Standing::Before,
        }
    }

    /// Whether two rows say the same, whatever they are called in: no category and the internal Uncategorized are one value,
    /// and an import id is no part of it.
    pub(super) fn same_row(&self, one: &Row, other: &Row) -> bool {
        let same_lines = one.lines.len() == other.lines.len()
            && one.lines.iter().all(|line| {
                let count = |row: &Row| row.lines.iter().filter(|other| self.same_line(line, other)).count();
                count(one) == count(other)
            });
        let bare = |row: &Row| Row {
            payee_id: None,
            payee_name: None,
            category_id: self.category(row.category_id.as_ref()).cloned(),
            import_id: None,
            lines: Vec::new(),
            ..row.clone()
        };
        same_lines && one.same_payee(other) && bare(one) == bare(other)
    }

    fn same_line(&self, one: &RowLine, other: &RowLine) -> bool {
        one.amount == other.amount
            && one.memo == other.memo
            && self.category(one.category_id.as_ref()) == self.category(other.category_id.as_ref())
    }

    fn category<'a>(&self, id: Option<&'a CategoryId>) -> Option<&'a CategoryId> {
        id.filter(|id| !self.uncategorized.contains(*id))
    }

    /// The rows that are there of the same account, date and amount: what a new one could be taken for.
    pub fn alike(&self, row: &Row) -> impl Iterator<Item = &Transaction> {
        let key = key(row);
        self.transactions
            .values()
            .filter(move |other| (&other.account_id, other.date, other.amount) == (&key.0, key.1, key.2))
    }
}

/// What is held, compared with the value before and the value after.
fn compared<T: Clone>(
    now: Option<&T>,
    before: &T,
    after: &T,
    same: impl Fn(&T, &T) -> bool,
    other: impl FnOnce(T) -> Effect,
) -> Standing {
    match now {
        None => Standing::Gone,
        Some(now) if same(now, after) => Standing::After,
        Some(now) if same(now, before) => Standing::Before,
        Some(now) => Standing::Other(other(now.clone())),
    }
}
