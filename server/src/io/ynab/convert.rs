//! YNAB's wire types turned into domain values: here they end.

mod categories;
mod payees;
mod scheduled;
mod transactions;

use std::collections::BTreeMap;

use chrono::{NaiveDate, SecondsFormat};
use ynab_api::types as wire;

use super::texts::written;
use crate::domain::currency::Currency;
use crate::domain::ids::{AccountId, BadId, PayeeId, PlanId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::{Account, BankLink, DebtTerms, PlanSummary};

pub(super) use categories::{category, merge_groups, merge_months, month_detail, name_groups};
pub(super) use payees::{merge_payees, payee};
pub(super) use scheduled::merge_scheduled;
pub(super) use transactions::{merge_transactions, transaction};

/// The plans, in YNAB's order.
pub(super) fn plans(list: Vec<wire::PlanSummary>) -> Result<Vec<PlanSummary>, BadId> {
    list.into_iter().map(plan).collect()
}

fn plan(plan: wire::PlanSummary) -> Result<PlanSummary, BadId> {
    Ok(PlanSummary {
        id: plan_id(plan.id)?,
        name: plan.name.into(),
        currency: plan
            .currency_format
            .map_or_else(Currency::neutral, |format| currency(&format)),
        first_month: plan.first_month.map(Month::of),
        last_month: plan.last_month.map(Month::of),
        last_modified_on: plan
            .last_modified_on
            .map(|at| at.to_rfc3339_opts(SecondsFormat::AutoSi, true)),
    })
}

/// A plan's real id.
pub(super) fn plan_id(id: uuid::Uuid) -> Result<PlanId, BadId> {
    written(id, PlanId::parse)
}

fn currency(format: &wire::CurrencyFormat) -> Currency {
    Currency::new(&format.iso_code, format.decimal_digits)
}

/// Puts the accounts into the list: changed ones in their places, new ones at the end, deleted ones out.
pub(super) fn merge_accounts(list: &mut Vec<Account>, changes: Vec<wire::Account>) -> Result<(), BadId> {
    for change in changes {
        let deleted = change.deleted;
        let account = account(change)?;
        put(list, account, deleted, |known, new| known.id == new.id);
    }
    Ok(())
}

/// Puts one thing into a list: in the place of the same one, or at the end; a deleted one goes out.
fn put<T>(list: &mut Vec<T>, thing: T, deleted: bool, same: impl Fn(&T, &T) -> bool) {
    let place = list.iter().position(|known| same(known, &thing));
    match place {
        Some(place) if deleted => drop(list.remove(place)),
        Some(place) => {
            if let Some(known) = list.get_mut(place) {
                *known = thing;
            }
        }
        None if deleted => {}
        None => list.push(thing),
    }
}

fn account(account: wire::Account) -> Result<Account, BadId> {
    let bank_link = match (account.direct_import_linked, account.direct_import_in_error) {
        (Some(true), Some(true)) => BankLink::Broken,
        (Some(true), _) => BankLink::Healthy,
        _ => BankLink::None,
    };
    Ok(Account {
        id: written(account.id, AccountId::parse)?,
        name: account.name.into(),
        kind: account.type_.to_string(),
        on_budget: account.on_budget,
        closed: account.closed,
        balance: Milliunits::new(account.balance),
        cleared_balance: Milliunits::new(account.cleared_balance),
        uncleared_balance: Milliunits::new(account.uncleared_balance),
        transfer_payee_id: account
            .transfer_payee_id
            .map(|id| written(id, PayeeId::parse))
            .transpose()?,
        bank_link,
        last_reconciled: account.last_reconciled_at.map(|at| at.date_naive()),
        note: account.note.filter(|note| !note.is_empty()),
        debt: DebtTerms {
            interest_rates: by_day(account.debt_interest_rates, |rate| rate),
            minimum_payments: by_day(account.debt_minimum_payments, Milliunits::new),
            escrow_amounts: by_day(account.debt_escrow_amounts, Milliunits::new),
        },
    })
}

/// A loan's values by the day from which each is in force; what is no day is left out.
fn by_day<T>(values: Option<wire::LoanAccountPeriodicValue>, value: impl Fn(i64) -> T) -> BTreeMap<NaiveDate, T> {
    let values = values.map(|values| values.0).unwrap_or_default();
    let dated = values
        .into_iter()
        .filter_map(|(day, amount)| Some((day.get(..10)?.parse().ok()?, value(amount))));
    dated.collect()
}

#[cfg(test)]
mod tests;
