//! The write operations: each is checked whole before anything changes.

mod accounts;
mod apply;
mod bank;
mod categories;
mod draft;
mod months;
mod payees;
mod scheduled;
mod splits;
mod targets;
mod transactions;

use serde_json::Value;
use uuid::Uuid;

pub(crate) use apply::Side;

use super::answer::Answer;
use super::error::Refusal;
use super::model::{Account, Category, Plan, World};
use super::reads::Moment;
use super::render::Look;
use super::routes::{Operation, Route};

/// Text fields of transactions and notes: YNAB's limits in characters.
pub(crate) const MEMO_LIMIT: usize = 500;
/// A payee's name inside a transaction.
pub(crate) const PAYEE_NAME_LIMIT: usize = 200;
/// A payee's own name.
pub(crate) const PAYEE_LIMIT: usize = 500;
/// An import id.
pub(crate) const IMPORT_ID_LIMIT: usize = 36;
/// A category group's name.
pub(crate) const GROUP_LIMIT: usize = 50;

/// Answers a write operation.
pub(crate) fn write(world: &mut World, route: &Route, body: &Value, moment: Moment) -> Result<Answer, Refusal> {
    let id = world
        .named(&route.plan)
        .map(|plan| plan.id)
        .ok_or_else(Refusal::not_found)?;
    let plan = world.plan_mut(id).ok_or_else(Refusal::not_found)?;
    let mut writer = Writer {
        plan,
        id: &route.id,
        month: &route.month,
        body,
        moment,
    };
    match route.operation {
        Operation::CreateAccount => writer.create_account(),
        Operation::CreateCategory => writer.create_category(),
        Operation::UpdateCategory => writer.update_category(),
        Operation::UpdateMonthCategory => writer.update_month_category(),
        Operation::CreateGroup => writer.create_group(),
        Operation::UpdateGroup => writer.update_group(),
        Operation::CreatePayee => writer.create_payee(),
        Operation::UpdatePayee => writer.update_payee(),
        Operation::CreateTransaction => writer.create_transactions(),
        Operation::UpdateTransactions => writer.update_transactions(),
        Operation::UpdateTransaction => writer.update_transaction(),
        Operation::DeleteTransaction => writer.delete_transaction(),
        Operation::ImportTransactions => writer.import_transactions(),
        Operation::CreateScheduled => writer.create_scheduled(),
        Operation::UpdateScheduled => writer.update_scheduled(),
        Operation::DeleteScheduled => writer.delete_scheduled(),
        _ => Err(Refusal::no_such_path()),
    }
}

/// A write under way.
struct Writer<'a> {
    plan: &'a mut Plan,
    id: &'a str,
    month: &'a str,
    body: &'a Value,
    moment: Moment,
}

impl Writer<'_> {
    fn uuid(&self) -> Result<Uuid, Refusal> {
        self.id.parse().map_err(|_| Refusal::not_found())
    }

    fn look(&self) -> Look<'_> {
        Look::full(self.plan, self.moment.quirks)
    }
}

/// An account that is there, else a refusal.
fn live_account(plan: &Plan, id: Uuid) -> Result<&Account, Refusal> {
    plan.accounts
        .live(&id)
        .ok_or_else(|| Refusal::invalid("account_id is not an account of this plan"))
}

/// A category that is there, else a refusal.
fn live_category(plan: &Plan, id: Uuid) -> Result<&Category, Refusal> {
    plan.categories
        .live(&id)
        .ok_or_else(|| Refusal::invalid("category_id is not a category of this plan"))
}
