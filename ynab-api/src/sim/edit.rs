//! Editing a plan past all rules, as another application or YNAB itself could, written as JSON for the control address.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::model::{PendingImport, Plan};
use super::table::{Record, Table};

/// An edit of a plan.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// Sets fields of a row, under the names [`super::World::to_json`] gives them.
    Set {
        /// Which table.
        table: TableName,
        /// The row.
        id: String,
        /// Fields and their new values.
        fields: Map<String, Value>,
    },
    /// Sets the assigned money of a category in a month, without a movement in the log.
    Assign {
        /// First day of the month.
        month: chrono::NaiveDate,
        /// The category.
        category_id: Uuid,
        /// Milliunits.
        amount: i64,
    },
    /// Puts a row at the bank, for the next import.
    PendingImport {
        /// The row.
        row: PendingImport,
    },
}

/// The tables whose rows can be edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableName {
    /// Accounts.
    Accounts,
    /// Category groups.
    Groups,
    /// Categories.
    Categories,
    /// Payees.
    Payees,
    /// Transactions.
    Transactions,
    /// Scheduled transactions.
    Scheduled,
}

impl Plan {
    /// Makes an edit, inside [`Plan::change`]; says what is wrong with one that cannot be made.
    pub fn apply_edit(&mut self, edit: Edit) -> Result<(), String> {
        match edit {
            Edit::Assign {
                month,
                category_id,
                amount,
            } => {
                self.assign(month, category_id, amount);
                Ok(())
            }
            Edit::PendingImport { row } => {
                self.pending_imports.push(row);
                Ok(())
            }
            Edit::Set { table, id, fields } => self.set_fields(table, &id, fields),
        }
    }

    fn set_fields(&mut self, table: TableName, id: &str, fields: Map<String, Value>) -> Result<(), String> {
        if table == TableName::Transactions {
            let row = merged(&self.transactions, &id.to_owned(), fields)?;
            self.put_transaction(row);
            return Ok(());
        }
        let id: Uuid = id.parse().map_err(|_| format!("{id} is not an id"))?;
        match table {
            TableName::Accounts => {
                let row = merged(&self.accounts, &id, fields)?;
                self.edit_account(id, |held| *held = row);
            }
            TableName::Groups => {
                let row = merged(&self.groups, &id, fields)?;
                self.edit_group(id, |held| *held = row);
            }
            TableName::Categories => {
                let row = merged(&self.categories, &id, fields)?;
                self.edit_category(id, |held| *held = row);
            }
            TableName::Payees => {
                let row = merged(&self.payees, &id, fields)?;
                self.edit_payee(id, |held| *held = row);
            }
            TableName::Scheduled => {
                let row = merged(&self.scheduled, &id, fields)?;
                self.edit_scheduled(id, |held| *held = row);
            }
            TableName::Transactions => {}
        }
        Ok(())
    }
}

/// The row with fields replaced.
fn merged<T>(table: &Table<T>, id: &T::Key, fields: Map<String, Value>) -> Result<T, String>
where
    T: Record + Serialize + DeserializeOwned,
{
    let row = table.get(id).ok_or("there is no such row")?;
    let mut value = serde_json::to_value(row).map_err(|error| error.to_string())?;
    if let Some(held) = value.as_object_mut() {
        held.extend(fields);
    }
    serde_json::from_value(value).map_err(|error| error.to_string())
}
