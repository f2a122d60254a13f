//! Transactions that come and go.

use ynab_api::{open, types as wire};

use super::super::error::{WriteError, YnabError};
use super::super::meter::Meter;
use super::super::store::Touched;
use super::{Writer, transactions, unreadable, uuid};
use crate::domain::ids::{PlanId, TransactionId};
use crate::domain::plan::Transaction;
use crate::domain::row::{Row, RowLine};
use crate::io::state::Reservation;

/// What became of new transactions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CreatedRows {
    /// Those that were made, as YNAB answers them; their order is YNAB's.
    pub rows: Vec<Transaction>,
    /// Import ids that the account has already: nothing was made for these.
    pub duplicates: Vec<String>,
}

impl Writer {
    /// Makes transactions in one request; without any, nothing is sent.
    ///
    /// # Errors
    /// YNAB takes all or none of them; rows with an import id that is there already are no error.
    pub async fn create_transactions(
        &self,
        plan: &PlanId,
        rows: &[&Row],
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<CreatedRows, WriteError> {
        if rows.is_empty() {
            return Ok(CreatedRows::default());
        }
        let rows = rows.iter().map(|row| new_row(row)).collect::<Result<_, _>>();
        let body = wire::PostTransactionsWrapper {
            transaction: None,
            transactions: rows.map_err(WriteError::NotSent)?,
        };
        let _touching = self.0.store.touch(plan, Touched::Transactions);
        let request = |ynab: ynab_api::Operations| async move { ynab.create_transaction(plan.as_str(), &body).await };
        let sent = self
            .0
            .connection
            .write(meter, reservation, "what these transactions name", request);
        let (status, answer) = sent.await?;
        let mut made = answer.data.transactions;
        made.extend(answer.data.transaction);
        Ok(CreatedRows {
            rows: transactions(made, status)?,
            duplicates: answer.data.duplicate_import_ids,
        })
    }

    /// Deletes a transaction; of a transfer, both sides.
    ///
    /// # Errors
    /// One that is not there is refused as not found.
    pub async fn delete_transaction(
        &self,
        plan: &PlanId,
        transaction: &TransactionId,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<(), WriteError> {
        let _touching = self.0.store.touch(plan, Touched::Transactions);
        let request = |ynab: ynab_api::Operations| async move {
            ynab.delete_transaction(plan.as_str(), transaction.as_str()).await
        };
        let sent = self.0.connection.write(meter, reservation, "this transaction", request);
        let (status, answer) = sent.await?;
        let row = answer.data.transaction;
        if row.deleted && row.id == transaction.as_str() {
            Ok(())
        } else {
            Err(unreadable(status, &"it does not say that the transaction is deleted"))
        }
    }

    /// Has YNAB import what the linked banks have, and gives the ids of what came.
    pub async fn import_transactions(
        &self,
        plan: &PlanId,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Vec<TransactionId>, WriteError> {
        let _touching = self.0.store.touch(plan, Touched::Transactions);
        let request = |ynab: ynab_api::Operations| async move { ynab.import_transactions(plan.as_str()).await };
        let sent = self.0.connection.write(meter, reservation, "this plan", request);
        let (status, answer) = sent.await?;
        let ids = answer.data.transaction_ids.iter().map(|id| TransactionId::parse(id));
        ids.collect::<Result<_, _>>()
            .map_err(|error| unreadable(status, &error))
    }
}

/// A row as YNAB takes it: a known payee by its id, any other by its name; what it does not have is left out.
fn new_row(row: &Row) -> Result<wire::NewTransaction, YnabError> {
    let payee_id = row.payee_id.as_ref().map(|id| uuid("payee", id.as_str())).transpose()?;
    let payee_name = row.payee_name.clone().filter(|_| payee_id.is_none());
    let category_id = row
        .category_id
        .as_ref()
        .map(|id| uuid("category", id.as_str()))
        .transpose()?;
    Ok(wire::NewTransaction {
        account_id: Some(uuid("account", row.account_id.as_str())?),
        amount: Some(row.amount.get()),
        approved: Some(row.approved),
        category_id: category_id.map(Some),
        cleared: Some(open::TransactionClearedStatus::from(row.cleared.as_str())),
        date: Some(row.date),
        flag_color: row
            .flag
            .as_ref()
            .map(|flag| Some(open::TransactionFlagColor::from(flag.raw()))),
        import_id: row.import_id.clone().map(Some),
        memo: row.memo.clone().map(Some),
        payee_id: payee_id.map(Some),
        payee_name: payee_name.map(Some),
        subtransactions: row.lines.iter().map(line).collect::<Result<_, _>>()?,
    })
}

/// A line of a split as YNAB takes it.
pub(super) fn line(line: &RowLine) -> Result<wire::SaveSubTransaction, YnabError> {
    let category_id = line
        .category_id
        .as_ref()
        .map(|id| uuid("category", id.as_str()))
        .transpose()?;
    Ok(wire::SaveSubTransaction {
        amount: line.amount.get(),
        category_id: category_id.map(Some),
        memo: line.memo.clone().map(Some),
        payee_id: None,
        payee_name: None,
    })
}
