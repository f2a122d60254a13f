//! Scheduled transactions.

use ynab_api::open::TransactionFlagColor;
use ynab_api::types as wire;

use super::super::texts::{Texts, written};
use super::put;
use super::transactions::filled;
use crate::domain::flag::FlagColor;
use crate::domain::ids::{AccountId, BadId, CategoryId, PayeeId, ScheduledId};
use crate::domain::money::Milliunits;
use crate::domain::plan::SplitLine;
use crate::domain::scheduled::{Frequency, ScheduledTransaction};

/// Puts scheduled transactions into the list: changed ones in their places, new ones at the end, deleted ones out.
pub(in super::super) fn merge_scheduled(
    list: &mut Vec<ScheduledTransaction>,
    changes: Vec<wire::ScheduledTransactionDetail>,
) -> Result<(), BadId> {
    let mut texts = Texts::default();
    for change in changes {
        let deleted = change.deleted;
        let scheduled = scheduled(change, &mut texts)?;
        put(list, scheduled, deleted, |known, new| known.id == new.id);
    }
    Ok(())
}

fn scheduled(row: wire::ScheduledTransactionDetail, texts: &mut Texts) -> Result<ScheduledTransaction, BadId> {
    let lines = row.subtransactions.into_iter().filter(|line| !line.deleted);
    Ok(ScheduledTransaction {
        id: written(row.id, ScheduledId::parse)?,
        date_first: row.date_first,
        date_next: row.date_next,
        frequency: Frequency::from_ynab(row.frequency.as_str()),
        amount: Milliunits::new(row.amount),
        memo: filled(row.memo),
        flag: FlagColor::from_ynab(row.flag_color.as_ref().map(TransactionFlagColor::as_str)),
        account_id: written(row.account_id, AccountId::parse)?,
        payee_id: row.payee_id.map(|id| written(id, PayeeId::parse)).transpose()?,
        payee_name: row.payee_name.map(|name| texts.name(&name)),
        category_id: row.category_id.map(|id| written(id, CategoryId::parse)).transpose()?,
        transfer_account_id: row
            .transfer_account_id
            .map(|id| written(id, AccountId::parse))
            .transpose()?,
        lines: lines.map(|line| split_line(line, texts)).collect::<Result<_, _>>()?,
    })
}

fn split_line(line: wire::ScheduledSubTransaction, texts: &mut Texts) -> Result<SplitLine, BadId> {
    Ok(SplitLine {
        amount: Milliunits::new(line.amount),
        memo: filled(line.memo),
        payee_id: line.payee_id.map(|id| texts.payee(id)).transpose()?,
        payee_name: line.payee_name.map(|name| texts.name(&name)),
        category_id: line.category_id.map(|id| texts.category(id)).transpose()?,
        transfer_account_id: line.transfer_account_id.map(|id| texts.account(id)).transpose()?,
        transfer_transaction_id: None,
    })
}
