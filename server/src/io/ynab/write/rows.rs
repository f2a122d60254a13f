//! Making transactions.

use ynab_api::{open, types as wire};

use super::super::error::{WriteError, YnabError};
use super::super::meter::Meter;
use super::super::store::Touched;
use super::transactions::answered;
use super::{Writer, readable, uuid};
use crate::domain::ids::PlanId;
use crate::domain::plan::Transaction;
use crate::domain::row::{Row, RowLine};
use crate::io::state::Reservation;

/// What became of rows that were sent to be made.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatedRows {
    /// The transactions as YNAB answers them. One that YNAB matched with a row that the person had entered is that row.
    pub rows: Vec<Transaction>,
    /// The import ids of the rows that were not made, since their accounts have them already.
    pub duplicates: Vec<String>,
}

impl Writer {
    /// Makes transactions of the rows in one request, all or none but for known import ids; without any, nothing is sent.
    pub async fn create_transactions(
        &self,
        plan: &PlanId,
        rows: &[&Row],
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<CreatedRows, WriteError> {
        const WHAT: &str = "this plan";
        if rows.is_empty() {
            return Ok(CreatedRows::default());
        }
        let transactions = rows
            .iter()
            .map(|row| new_row(row))
            .collect::<Result<Vec<_>, _>>()
            .map_err(WriteError::NotSent)?;
        let body = wire::PostTransactionsWrapper {
            transaction: None,
            transactions,
        };
        let request = |ynab: ynab_api::Operations| async move { ynab.create_transaction(plan.as_str(), &body).await };
        let sent = self.send(plan, Touched::Transactions, WHAT, reservation, meter, request);
        let (status, answer) = sent.await?;
        Ok(CreatedRows {
            rows: readable(status, answered(answer.data.transactions))?,
            duplicates: answer.data.duplicate_import_ids,
        })
    }
}

/// The row as YNAB takes it: what it does not have is left out, but a split says that it has no category.
fn new_row(row: &Row) -> Result<wire::NewTransaction, YnabError> {
    let category_id = match &row.category_id {
        _ if !row.lines.is_empty() => Some(None),
        None => None,
        Some(id) => Some(Some(uuid("the category", id.as_str())?)),
    };
    let payee_id = row.payee_id.as_ref().map(|id| uuid("the payee", id.as_str()));
    let payee_id = payee_id.transpose()?;
    let payee_name = row.payee_name.clone().filter(|_| payee_id.is_none());
    let flag = row.flag.as_ref();
    Ok(wire::NewTransaction {
        account_id: Some(uuid("the account", row.account_id.as_str())?),
        date: Some(row.date),
        amount: Some(row.amount.get()),
        payee_id: payee_id.map(Some),
        payee_name: payee_name.map(Some),
        category_id,
        memo: row.memo.clone().map(Some),
        cleared: Some(open::TransactionClearedStatus::from(row.cleared.as_str())),
        approved: Some(row.approved),
        flag_color: flag.map(|flag| Some(open::TransactionFlagColor::from(flag.raw()))),
        import_id: row.import_id.clone().map(Some),
        subtransactions: lines(&row.lines)?,
    })
}

/// The lines of a split as YNAB takes them.
pub(super) fn lines(lines: &[RowLine]) -> Result<Vec<wire::SaveSubTransaction>, YnabError> {
    let line = |line: &RowLine| {
        let category = line.category_id.as_ref().map(|id| uuid("the category", id.as_str()));
        Ok(wire::SaveSubTransaction {
            amount: line.amount.get(),
            category_id: category.transpose()?.map(Some),
            memo: line.memo.clone().map(Some),
            payee_id: None,
            payee_name: None,
        })
    };
    lines.iter().map(line).collect()
}
