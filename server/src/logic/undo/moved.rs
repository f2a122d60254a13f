//! What rows that are made and deleted do to balances, the other sides of transfers included.

use std::collections::BTreeMap;

use crate::domain::effect::Effect;
use crate::domain::ids::{AccountId, CategoryId};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::plan::Account;
use crate::domain::row::Row;
use crate::logic::standing::Books;
use crate::logic::transactions::is_ready_to_assign;

/// What is moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved<'a> {
    /// Accounts whose balance changes, each with the balance after; in the order of the plan's accounts.
    pub accounts: Vec<(&'a Account, Milliunits)>,
    /// By how much Ready to Assign changes.
    pub ready_to_assign: Milliunits,
}

/// What the changes move. Only of whole rows is it told: a changed category moves no balance, and an assigned amount says itself
/// what it does.
pub fn moved<'a, 'e>(
    effects: impl IntoIterator<Item = &'e Effect>,
    books: &Books,
    accounts: &'a [Account],
) -> Result<Moved<'a>, MoneyError> {
    let mut by_account: BTreeMap<AccountId, Milliunits> = BTreeMap::new();
    let mut ready_to_assign = Milliunits::ZERO;
    for effect in effects {
        let (row, made) = match effect {
            Effect::Created { row, .. } => (row.row(), true),
            Effect::Deleted { row, .. } => (Some(&**row), false),
            _ => continue,
        };
        let Some(row) = row else { continue };
        let amount = if made { row.amount } else { row.amount.checked_neg()? };
        add(&mut by_account, &row.account_id, amount)?;
        if let Some(other) = other_side(effect, row, books, accounts) {
            add(&mut by_account, other, amount.checked_neg()?)?;
        }
        let inflow = inflow(row, books)?;
        let inflow = if made { inflow } else { inflow.checked_neg()? };
        ready_to_assign = ready_to_assign.checked_add(inflow)?;
    }
    let mut moved = Moved {
        accounts: Vec::new(),
        ready_to_assign,
    };
    for account in accounts {
        match by_account.get(&account.id) {
            Some(by) if *by != Milliunits::ZERO => moved.accounts.push((account, account.balance.checked_add(*by)?)),
            _ => {}
        }
    }
    Ok(moved)
}

fn add(by: &mut BTreeMap<AccountId, Milliunits>, account: &AccountId, amount: Milliunits) -> Result<(), MoneyError> {
    let sum = by.entry(account.clone()).or_insert(Milliunits::ZERO);
    *sum = sum.checked_add(amount)?;
    Ok(())
}

/// The account on the other side, when the row is a transfer: YNAB tells it of a row that is there; one that is made has the payee
/// that makes a transfer to it.
fn other_side<'b>(effect: &Effect, row: &Row, books: &'b Books, accounts: &'b [Account]) -> Option<&'b AccountId> {
    let there = effect.transaction_id().and_then(|id| books.transactions.get(id));
    if let Some(there) = there {
        return there.transfer_account_id.as_ref();
    }
    let payee = row.payee_id.as_ref()?;
    let other = accounts
        .iter()
        .find(|account| account.transfer_payee_id.as_ref() == Some(payee))?;
    Some(&other.id)
}

/// What of the row goes to Ready to Assign.
fn inflow(row: &Row, books: &Books) -> Result<Milliunits, MoneyError> {
    let ready = |id: Option<&CategoryId>| {
        id.and_then(|id| books.categories.get(id))
            .is_some_and(is_ready_to_assign)
    };
    let whole = Some(row.amount).filter(|_| ready(row.category_id.as_ref()));
    let lines = row.lines.iter().filter(|line| ready(line.category_id.as_ref()));
    let lines = lines.map(|line| line.amount);
    whole
        .into_iter()
        .chain(lines)
        .try_fold(Milliunits::ZERO, Milliunits::checked_add)
}
