//! Changing a plan: one request each, sent once, its answer read.

mod categories;
mod rows;

use std::sync::Arc;

use uuid::Uuid;
use ynab_api::{open, types as wire};

pub use categories::CategoryPatch;
pub use rows::CreatedRows;

use super::convert;
use super::error::{WriteError, YnabError};
use super::meter::Meter;
use super::read::Core;
use super::store::Touched;
use super::texts::Texts;
use crate::domain::flag::FlagColor;
use crate::domain::ids::{CategoryId, PlanId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::{Category, Cleared, Transaction};
use crate::domain::row::RowLine;
use crate::io::state::Reservation;

/// Changes plans. There is one, and it is no one's to copy: who holds it is the only one who can change anything.
pub struct Writer(Arc<Core>);

/// What becomes of a field.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Change<T> {
    /// It stays as it is.
    #[default]
    Keep,
    /// It gets the value.
    Set(T),
}

/// A change of some fields of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionPatch {
    /// The transaction.
    pub id: TransactionId,
    /// Its category, or none.
    pub category: Change<Option<CategoryId>>,
    /// Its flag, or none.
    pub flag: Change<Option<FlagColor>>,
    /// Whether it is approved.
    pub approved: Change<bool>,
    /// Whether it is cleared.
    pub cleared: Change<Cleared>,
    /// The lines of a split: only of one that is not split yet.
    pub lines: Change<Vec<RowLine>>,
}

impl TransactionPatch {
    /// A change of nothing yet.
    pub fn of(id: TransactionId) -> Self {
        Self {
            id,
            category: Change::Keep,
            flag: Change::Keep,
            approved: Change::Keep,
            cleared: Change::Keep,
            lines: Change::Keep,
        }
    }

    /// Makes the changes of another patch of the same transaction too; its values win.
    pub fn add(&mut self, other: Self) {
        self.category.replace(other.category);
        self.flag.replace(other.flag);
        self.approved.replace(other.approved);
        self.cleared.replace(other.cleared);
        self.lines.replace(other.lines);
    }
}

impl<T> Change<T> {
    fn replace(&mut self, other: Self) {
        if let Self::Set(_) = other {
            *self = other;
        }
    }
}

impl Writer {
    pub(super) fn new(core: Arc<Core>) -> Self {
        Self(core)
    }

    /// Sets requests aside for a change of several steps, all or none, so that it does not stop half-way at the limit.
    pub fn reserve(&self, requests: usize) -> Result<Reservation, YnabError> {
        self.0.connection.reserve(requests)
    }

    /// Changes the transactions in one request and gives them as YNAB answers them; without any, nothing is sent.
    pub async fn update_transactions(
        &self,
        plan: &PlanId,
        patches: &[TransactionPatch],
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Vec<Transaction>, WriteError> {
        if patches.is_empty() {
            return Ok(Vec::new());
        }
        let patches = patches
            .iter()
            .map(patch)
            .collect::<Result<Vec<_>, _>>()
            .map_err(WriteError::NotSent)?;
        let body = wire::PatchTransactionsWrapper { transactions: patches };
        let _touching = self.0.store.touch(plan, Touched::Transactions);
        let request = |ynab: ynab_api::Operations| async move { ynab.update_transactions(plan.as_str(), &body).await };
        let sent = self
            .0
            .connection
            .write(meter, reservation, "one of these transactions", request);
        let (status, answer) = sent.await?;
        transactions(answer.data.transactions, status)
    }

    /// Sets the assigned amount of a category in a month, and gives the category in that month as YNAB answers it.
    pub async fn set_assigned(
        &self,
        plan: &PlanId,
        month: Month,
        category: &CategoryId,
        amount: Milliunits,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Category, WriteError> {
        let body = wire::PatchMonthCategoryWrapper {
            category: wire::SaveMonthCategory { budgeted: amount.get() },
        };
        let _touching = self.0.store.touch(plan, Touched::Assigned);
        let request = |ynab: ynab_api::Operations| async move {
            ynab.update_month_category(plan.as_str(), &month.to_string(), category.as_str(), &body)
                .await
        };
        let sent = self
            .0
            .connection
            .write(meter, reservation, "this category in this month", request);
        let (status, answer) = sent.await?;
        convert::category(answer.data.category).map_err(|error| unreadable(status, &error))
    }
}

/// The rows of an answer that are not deleted.
fn transactions(rows: Vec<wire::TransactionDetail>, status: u16) -> Result<Vec<Transaction>, WriteError> {
    let mut texts = Texts::default();
    let rows = rows.into_iter().filter(|row| !row.deleted);
    rows.map(|row| convert::transaction(row, &mut texts))
        .collect::<Result<_, _>>()
        .map_err(|error| unreadable(status, &error))
}

/// YNAB said yes, in words that cannot be read.
fn unreadable(status: u16, error: &dyn std::fmt::Display) -> WriteError {
    WriteError::Unreadable {
        status,
        cause: error.to_string(),
    }
}

/// The patch as YNAB takes it: what stays is left out, what is taken away is an explicit null.
fn patch(patch: &TransactionPatch) -> Result<wire::SaveTransactionWithIdOrImportId, YnabError> {
    let lines = match &patch.lines {
        Change::Keep => Vec::new(),
        Change::Set(lines) => lines.iter().map(rows::line).collect::<Result<_, _>>()?,
    };
    let category_id = match &patch.category {
        Change::Keep if !lines.is_empty() => Some(None),
        Change::Keep => None,
        Change::Set(None) => Some(None),
        Change::Set(Some(id)) => Some(Some(uuid("category", id.as_str())?)),
    };
    let flag_color = match &patch.flag {
        Change::Keep => None,
        Change::Set(flag) => Some(flag.as_ref().map(|flag| open::TransactionFlagColor::from(flag.raw()))),
    };
    let cleared = match &patch.cleared {
        Change::Keep => None,
        Change::Set(cleared) => Some(open::TransactionClearedStatus::from(cleared.as_str())),
    };
    let approved = match patch.approved {
        Change::Keep => None,
        Change::Set(approved) => Some(approved),
    };
    Ok(wire::SaveTransactionWithIdOrImportId {
        id: Some(Some(patch.id.as_str().to_owned())),
        category_id,
        flag_color,
        cleared,
        approved,
        subtransactions: lines,
        ..wire::SaveTransactionWithIdOrImportId::default()
    })
}

/// These things have UUIDs in requests. One that has none came from nowhere in YNAB.
fn uuid(what: &str, id: &str) -> Result<Uuid, YnabError> {
    let unknown = |_| YnabError::NotFound {
        what: format!("the {what} {id}"),
        detail: None,
    };
    Uuid::parse_str(id).map_err(unknown)
}
