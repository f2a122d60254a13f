//! Changing, deleting and importing transactions.

use ynab_api::{open, types as wire};

use super::super::convert;
use super::super::error::{WriteError, YnabError};
use super::super::meter::Meter;
use super::super::store::Touched;
use super::super::texts::Texts;
use super::{Change, Writer, readable, rows, uuid};
use crate::domain::flag::FlagColor;
use crate::domain::ids::{BadId, CategoryId, PlanId, TransactionId};
use crate::domain::plan::{Cleared, Transaction};
use crate::domain::row::RowLine;
use crate::io::state::Reservation;

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
    /// The lines that it is split into, which take the place of its category; none of them change nothing.
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

impl Writer {
    /// Changes the transactions in one request and gives them as YNAB answers them; without any, nothing is sent.
    pub async fn update_transactions(
        &self,
        plan: &PlanId,
        patches: &[TransactionPatch],
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Vec<Transaction>, WriteError> {
        const WHAT: &str = "one of these transactions";
        if patches.is_empty() {
            return Ok(Vec::new());
        }
        let transactions = patches
            .iter()
            .map(patch)
            .collect::<Result<Vec<_>, _>>()
            .map_err(WriteError::NotSent)?;
        let body = wire::PatchTransactionsWrapper { transactions };
        let request = |ynab: ynab_api::Operations| async move { ynab.update_transactions(plan.as_str(), &body).await };
        let sent = self.send(plan, Touched::Transactions, WHAT, reservation, meter, request);
        let (status, answer) = sent.await?;
        readable(status, answered(answer.data.transactions))
    }

    /// Deletes a transaction, and with it the other side of what it transfers. When YNAB does not know it (404), the error
    /// is a refusal that says not found.
    pub async fn delete_transaction(
        &self,
        plan: &PlanId,
        id: &TransactionId,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<(), WriteError> {
        const WHAT: &str = "this transaction";
        let request =
            |ynab: ynab_api::Operations| async move { ynab.delete_transaction(plan.as_str(), id.as_str()).await };
        let sent = self.send(plan, Touched::Transactions, WHAT, reservation, meter, request);
        sent.await.map(drop)
    }

    /// Has YNAB fetch what is new at the linked banks, and gives the ids of the transactions that came; none when nothing is
    /// new.
    pub async fn import_transactions(
        &self,
        plan: &PlanId,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Vec<TransactionId>, WriteError> {
        const WHAT: &str = "this plan";
        let request = |ynab: ynab_api::Operations| async move { ynab.import_transactions(plan.as_str()).await };
        let sent = self.send(plan, Touched::Transactions, WHAT, reservation, meter, request);
        let (status, answer) = sent.await?;
        let ids = answer.data.transaction_ids.iter();
        readable(status, ids.map(|id| TransactionId::parse(id)).collect())
    }
}

/// The transactions of an answer that are not deleted.
pub(super) fn answered(rows: Vec<wire::TransactionDetail>) -> Result<Vec<Transaction>, BadId> {
    let mut texts = Texts::default();
    let there = rows.into_iter().filter(|row| !row.deleted);
    there.map(|row| convert::transaction(row, &mut texts)).collect()
}

/// The patch as YNAB takes it: what stays is left out, what is taken away is an explicit null.
fn patch(patch: &TransactionPatch) -> Result<wire::SaveTransactionWithIdOrImportId, YnabError> {
    let lines = match &patch.lines {
        Change::Keep => &[],
        Change::Set(lines) => lines.as_slice(),
    };
    let category_id = match &patch.category {
        _ if !lines.is_empty() => Some(None),
        Change::Keep => None,
        Change::Set(None) => Some(None),
        Change::Set(Some(id)) => Some(Some(uuid("the category", id.as_str())?)),
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
        subtransactions: rows::lines(lines)?,
        ..wire::SaveTransactionWithIdOrImportId::default()
    })
}
