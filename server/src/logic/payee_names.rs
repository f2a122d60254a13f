//! Names of payees: those that YNAB keeps for itself, and a payee that gets another name.

use crate::domain::effect::Effect;
use crate::domain::ids::PayeeId;
use crate::domain::names::{self, Named, name_key};
use crate::domain::plan::{Payee, Transaction};
use crate::domain::text::one_visible_line;
use crate::error::ToolError;

/// The longest name of a payee that YNAB takes when it is renamed.
pub const LONGEST_NAME: usize = 500;

/// Names that YNAB gives its own payees, each with what does what such a payee stands for.
const RESERVED: [(&str, &str); 4] = [
    ("Starting Balance", "an account's first balance is set in YNAB"),
    ("Manual Balance Adjustment", "reconcile_account makes an adjustment"),
    (
        "Reconciliation Balance Adjustment",
        "reconcile_account makes an adjustment",
    ),
    ("Transfer :", "a transfer is made with the other account"),
];

/// Whether the payee is YNAB's own for an account's first balance.
pub fn is_starting_balance(name: &str) -> bool {
    name == "Starting Balance"
}

/// Whether the payee is YNAB's own for an adjustment of a balance.
pub fn is_adjustment(name: &str) -> bool {
    matches!(name, "Reconciliation Balance Adjustment" | "Manual Balance Adjustment")
}

/// Why YNAB would refuse the name or take it for a payee of its own; none when anybody may have it.
pub fn reserved(name: &str) -> Option<&'static str> {
    let key = name_key(name);
    let transfer = key
        .trim_start()
        .strip_prefix("transfer")
        .is_some_and(|rest| rest.trim_start().starts_with(':'));
    RESERVED
        .iter()
        .find(|(reserved, _)| name_key(reserved) == key || (transfer && reserved.starts_with("Transfer")))
        .map(|(_, instead)| *instead)
}

/// A payee's name before and after.
#[derive(Clone, Debug)]
pub struct Renamed<'a> {
    /// The payee before.
    pub payee: &'a Payee,
    /// Its name after.
    pub name: String,
    /// How many transactions name it.
    pub transactions: usize,
}

/// Plans a payee's name.
pub fn rename<'a, 't>(
    payees: &'a [Payee],
    all: impl Iterator<Item = &'t Transaction>,
    payee: &str,
    name: &str,
) -> Result<Renamed<'a>, ToolError> {
    let name = match one_visible_line(name) {
        Ok(name) => name,
        Err(error) => return ToolError::nothing_sent(&error.to_string()),
    };
    let length = name.chars().count();
    if length > LONGEST_NAME {
        return ToolError::nothing_sent(&format!(
            "the name has {length} characters, and YNAB takes {LONGEST_NAME} for a payee"
        ));
    }
    if let Some(instead) = reserved(name) {
        return ToolError::nothing_sent(&format!("YNAB keeps that name for its own payees ({instead})"));
    }
    let payee = names::find_one("payee", payee, payees, |payee| Named {
        id: payee.id.as_str(),
        name: payee.name.raw(),
        context: None,
    })?;
    if payee.transfer_account_id.is_some() {
        return ToolError::nothing_sent("this payee stands for transfers to an account: rename the account in YNAB");
    }
    if reserved(payee.name.raw()).is_some() {
        return ToolError::nothing_sent("this payee is YNAB's own and keeps its name");
    }
    let (key, mut others) = (name_key(name), payees.iter().filter(|other| other.id != payee.id));
    let taken = others.find(|other| {
        let other = other.name.raw();
        other == name || (!key.is_empty() && name_key(other) == key)
    });
    if let Some(other) = taken {
        return ToolError::nothing_sent(&format!(
            "another payee, id {}, is called {} already, and YNAB's API cannot merge two: merge them in YNAB, or choose another \
             name",
            other.id, other.name
        ));
    }
    Ok(Renamed {
        payee,
        name: name.to_owned(),
        transactions: naming(&payee.id, all),
    })
}

/// How many transactions name a payee.
pub fn naming<'t>(payee: &PayeeId, all: impl Iterator<Item = &'t Transaction>) -> usize {
    all.filter(|transaction| transaction.payee_id.as_ref() == Some(payee))
        .count()
}

impl Renamed<'_> {
    /// The change as it is sent; none when the payee has that name.
    pub fn effect(&self) -> Option<Effect> {
        let before = self.payee.name.raw();
        (before != self.name).then(|| Effect::PayeeName {
            payee_id: self.payee.id.clone(),
            before: before.to_owned(),
            after: self.name.clone(),
        })
    }
}

#[cfg(test)]
mod tests;
