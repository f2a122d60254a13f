//! Accounts.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Look, money};
use crate::sim::model::Account;

/// An account with its balances.
pub(crate) struct AccountView<'a> {
    pub look: Look<'a>,
    pub account: &'a Account,
}

impl Serialize for AccountView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { look, account } = self;
        let sums = look
            .plan
            .accounts
            .place(&account.id)
            .map(|place| look.plan.books.sums(place))
            .unwrap_or_default();
        let terms = |terms| account.kind.is_loan().then_some(terms);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &account.id)?;
        map.serialize_entry("name", &account.name)?;
        map.serialize_entry("type", account.kind.word())?;
        map.serialize_entry("on_budget", &account.on_budget)?;
        map.serialize_entry("closed", &account.closed)?;
        map.serialize_entry("note", &account.note)?;
        money!(map, look, "balance", sums.cleared + sums.uncleared);
        money!(map, look, "cleared_balance", sums.cleared);
        money!(map, look, "uncleared_balance", sums.uncleared);
        map.serialize_entry("transfer_payee_id", &account.transfer_payee_id)?;
        map.serialize_entry("direct_import_linked", &account.direct_import_linked)?;
        map.serialize_entry("direct_import_in_error", &account.direct_import_in_error)?;
        map.serialize_entry("last_reconciled_at", &account.last_reconciled_at)?;
        map.serialize_entry("debt_original_balance", &None::<i64>)?;
        map.serialize_entry("debt_interest_rates", &terms(&account.debt_interest_rates))?;
        map.serialize_entry("debt_minimum_payments", &terms(&account.debt_minimum_payments))?;
        map.serialize_entry("debt_escrow_amounts", &terms(&account.debt_escrow_amounts))?;
        map.serialize_entry("deleted", &account.deleted)?;
        map.end()
    }
}
