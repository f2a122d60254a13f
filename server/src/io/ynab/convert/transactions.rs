//! Transactions and their split lines.

use std::sync::Arc;

use ynab_api::open::{TransactionClearedStatus, TransactionFlagColor};
use ynab_api::types as wire;

use super::super::texts::Texts;
use super::super::transactions::Transactions;
use crate::domain::flag::FlagColor;
use crate::domain::ids::{BadId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::plan::{Cleared, SplitLine, Transaction};

/// Puts an answer into the history: changed transactions in their places, new ones at the end, deleted ones out.
///
/// The answer is used up on the way, so that a large one and what is made of it never stand side by side whole.
pub(in super::super) fn merge_transactions(
    history: &mut Transactions,
    answer: Vec<wire::TransactionDetail>,
) -> Result<(), BadId> {
    if history.is_empty() {
        history.reserve(answer.len());
    }
    let mut deleted = Vec::new();
    for row in answer {
        if row.deleted {
            deleted.push(TransactionId::parse(&row.id)?);
        } else {
            let row = transaction(row, &mut history.texts)?;
            history.put(row);
        }
    }
    history.remove(&deleted);
    Ok(())
}

/// One transaction.
pub(in super::super) fn transaction(row: wire::TransactionDetail, texts: &mut Texts) -> Result<Transaction, BadId> {
    let lines = row.subtransactions.into_iter().filter(|line| !line.deleted);
    Ok(Transaction {
        id: TransactionId::parse(&row.id)?,
        date: row.date,
        amount: Milliunits::new(row.amount),
        memo: filled(row.memo),
        cleared: cleared(row.cleared),
        approved: row.approved,
        flag: FlagColor::from_ynab(row.flag_color.as_ref().map(TransactionFlagColor::as_str)),
        flag_name: row
            .flag_name
            .filter(|name| !name.is_empty())
            .map(|name| texts.name(&name)),
        account_id: texts.account(row.account_id)?,
        payee_id: row.payee_id.map(|id| texts.payee(id)).transpose()?,
        payee_name: row.payee_name.map(|name| texts.name(&name)),
        category_id: row.category_id.map(|id| texts.category(id)).transpose()?,
        transfer_account_id: row.transfer_account_id.map(|id| texts.account(id)).transpose()?,
        transfer_transaction_id: other_side(row.transfer_transaction_id)?,
        import_id: filled(row.import_id),
        matched_transaction_id: other_side(row.matched_transaction_id)?,
        import_payee_name: row.import_payee_name.map(|name| texts.name(&name)),
        import_payee_name_original: row.import_payee_name_original.map(|name| texts.name(&name)),
        lines: lines.map(|line| split_line(line, texts)).collect::<Result<_, _>>()?,
    })
}

pub(super) fn split_line(line: wire::SubTransaction, texts: &mut Texts) -> Result<SplitLine, BadId> {
    Ok(SplitLine {
        amount: Milliunits::new(line.amount),
        memo: filled(line.memo),
        payee_id: line.payee_id.map(|id| texts.payee(id)).transpose()?,
        payee_name: line.payee_name.map(|name| texts.name(&name)),
        category_id: line.category_id.map(|id| texts.category(id)).transpose()?,
        transfer_account_id: line.transfer_account_id.map(|id| texts.account(id)).transpose()?,
        transfer_transaction_id: other_side(line.transfer_transaction_id)?,
    })
}

/// The id of another transaction, where there is one.
fn other_side(id: Option<String>) -> Result<Option<TransactionId>, BadId> {
    let id = id.filter(|id| !id.is_empty());
    id.map(|id| TransactionId::parse(&id)).transpose()
}

pub(super) fn filled(text: Option<String>) -> Option<Box<str>> {
    text.filter(|text| !text.is_empty()).map(String::into_boxed_str)
}

fn cleared(status: TransactionClearedStatus) -> Cleared {
    match status {
        TransactionClearedStatus::Cleared => Cleared::Cleared,
        TransactionClearedStatus::Uncleared => Cleared::Uncleared,
        TransactionClearedStatus::Reconciled => Cleared::Reconciled,
        TransactionClearedStatus::Other(text) => Cleared::Other(Arc::from(text)),
    }
}
