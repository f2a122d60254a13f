//! Payees.

use ynab_api::types as wire;

use super::super::texts::written;
use super::put;
use crate::domain::ids::{AccountId, BadId, PayeeId};
use crate::domain::plan::Payee;

/// Puts the payees into the list: changed ones in their places, new ones at the end, deleted ones out.
pub(in super::super) fn merge_payees(list: &mut Vec<Payee>, changes: Vec<wire::Payee>) -> Result<(), BadId> {
    if list.is_empty() {
        // A whole list, which may be long, tells each payee once.
        let there = changes.into_iter().filter(|payee| !payee.deleted);
        *list = there.map(payee).collect::<Result<_, _>>()?;
        return Ok(());
    }
    for change in changes {
        let deleted = change.deleted;
        let payee = payee(change)?;
        put(list, payee, deleted, |known, new| known.id == new.id);
    }
    Ok(())
}

/// One payee.
pub(in super::super) fn payee(payee: wire::Payee) -> Result<Payee, BadId> {
    let account = payee.transfer_account_id.filter(|id| !id.is_empty());
    Ok(Payee {
        id: written(payee.id, PayeeId::parse)?,
        name: payee.name.into(),
        transfer_account_id: account.map(|id| AccountId::parse(&id)).transpose()?,
    })
}
