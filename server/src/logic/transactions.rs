//! Changes of what is said of transactions: categories, flags, approval. Every bad row is named at once, before anything is
//! asked or sent.

use std::collections::BTreeSet;

use crate::domain::effect::{Effect, Group};
use crate::domain::flag::{FlagColor, FlagError};
use crate::domain::ids::{AccountId, CategoryId, TransactionId};
use crate::domain::month::Month;
use crate::domain::names::{self, Named};
use crate::domain::plan::{Account, Category, CategoryGroup, GroupRole, Transaction};
use crate::error::ToolError;
use crate::logic::standing::uncategorized;

/// Rows in one call.
pub const MOST_ROWS: usize = 200;

/// YNAB's type of credit cards.
pub const CREDIT_CARD: &str = "creditCard";

/// The name YNAB gives the category of money without a job.
const READY_TO_ASSIGN: &str = "Inflow: Ready to Assign";

/// One transaction's change.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed<'a> {
    /// The transaction before.
    pub transaction: &'a Transaction,
    /// The change.
    pub effect: Effect,
}

/// What a list of changes comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes<'a> {
    /// What would change, in the order asked.
    pub changed: Vec<Changed<'a>>,
    /// How many rows are already so.
    pub unchanged: usize,
}

impl Changes<'_> {
    /// One group for each transaction: each can be undone without the others.
    pub fn groups(&self) -> Vec<Group> {
        self.changed
            .iter()
            .map(|change| Group::new(vec![change.effect.clone()]))
            .collect()
    }
}

/// The accounts that ids or names mean.
///
/// # Errors
/// Names that mean none or several, and an empty list: some mean nothing by it, and some mean that nothing fits.
pub fn account_ids(accounts: &[Account], wanted: &[String]) -> Result<BTreeSet<AccountId>, ToolError> {
    some_of("account_ids", wanted)?;
    let mut found = BTreeSet::new();
    let mut problems = Vec::new();
    for wanted in wanted {
        match names::find_one("account", wanted, accounts, |account| Named {
            id: account.id.as_str(),
            name: account.name.raw(),
            context: Some(account.kind.as_str()),
        }) {
            Ok(account) => {
                found.insert(account.id.clone());
            }
            Err(error) => problems.push(error.to_string()),
        }
    }
    if problems.is_empty() {
        Ok(found)
    } else {
        Err(ToolError::Rows(problems))
    }
}

fn some_of(argument: &str, wanted: &[String]) -> Result<(), ToolError> {
    if wanted.is_empty() {
        return Err(ToolError::Refused(format!(
            "Nothing was read: `{argument}` is empty. Leave it out for all, or name some."
        )));
    }
    Ok(())
}

/// The category that an id or a name means, hidden ones included.
pub fn category<'a>(groups: &'a [CategoryGroup], wanted: &str) -> Result<&'a Category, names::NameError> {
    let all = groups.iter().flat_map(|group| &group.categories);
    names::find_one("category", wanted, all, |category| Named {
        id: category.id.as_str(),
        name: category.name.raw(),
        context: Some(category.group_name.raw()),
    })
}

/// The categories that ids or names mean.
///
/// # Errors
/// Names that mean none or several, and an empty list: some mean nothing by it, and some mean that nothing fits.
pub fn category_ids(groups: &[CategoryGroup], wanted: &[String]) -> Result<BTreeSet<CategoryId>, ToolError> {
    some_of("category_ids", wanted)?;
    let mut found = BTreeSet::new();
    let mut problems = Vec::new();
    for wanted in wanted {
        match category(groups, wanted) {
            Ok(category) => {
                found.insert(category.id.clone());
            }
            Err(error) => problems.push(error.to_string()),
        }
    }
    if problems.is_empty() {
        Ok(found)
    } else {
        Err(ToolError::Rows(problems))
    }
}

/// The ids that a list of rows names, before anything is read: each in the form of an id, each once, some and not too many.
/// `what` is the word for a row.
pub fn read_ids<'w>(
    wanted: impl ExactSizeIterator<Item = &'w str>,
    what: &str,
) -> Result<Vec<TransactionId>, ToolError> {
    if wanted.len() == 0 {
        return Err(ToolError::Refused(format!(
            "Nothing was sent to YNAB: give at least one {what}."
        )));
    }
    if wanted.len() > MOST_ROWS {
        return Err(ToolError::Refused(format!(
            "Nothing was sent to YNAB: {} rows are more than a call takes ({MOST_ROWS}); make several calls.",
            wanted.len()
        )));
    }
    let mut problems = Vec::new();
    let mut ids = Vec::new();
    let mut seen = BTreeSet::new();
    for text in wanted {
        match TransactionId::parse(text) {
            Err(error) => problems.push(error.to_string()),
            Ok(id) if !seen.insert(id.clone()) => {
                problems.push(format!("Transaction {id} is named twice: keep one"));
            }
            Ok(id) => ids.push(id),
        }
    }
    if problems.is_empty() {
        Ok(ids)
    } else {
        Err(ToolError::Rows(problems))
    }
}

/// The transaction that an id names.
pub fn one<'a>(
    id: &TransactionId,
    get: impl Fn(&TransactionId) -> Option<&'a Transaction>,
) -> Result<&'a Transaction, ToolError> {
    get(id).ok_or_else(|| ToolError::Rows(vec![not_there(id)]))
}

fn not_there(id: &TransactionId) -> String {
    format!("Transaction {id} is not in this plan: use ids from find_transactions")
}

/// The transactions that ids name, where they are there.
fn rows<'a>(
    ids: impl Iterator<Item = TransactionId>,
    get: impl Fn(&TransactionId) -> Option<&'a Transaction>,
    problems: &mut Vec<String>,
) -> Vec<Option<&'a Transaction>> {
    let mut row = |id: TransactionId| {
        let row = get(&id);
        if row.is_none() {
            problems.push(not_there(&id));
        }
        row
    };
    ids.map(&mut row).collect()
}

fn finish(changes: Changes<'_>, problems: Vec<String>) -> Result<Changes<'_>, ToolError> {
    if problems.is_empty() {
        Ok(changes)
    } else {
        Err(ToolError::Rows(problems))
    }
}

/// Assigns categories; each assignment is a transaction's id and a category's id or name.
pub fn categorize<'a>(
    assignments: &[(TransactionId, String)],
    get: impl Fn(&TransactionId) -> Option<&'a Transaction>,
    groups: &[CategoryGroup],
    accounts: &[Account],
) -> Result<Changes<'a>, ToolError> {
    let none = uncategorized(groups.iter().flat_map(|group| &group.categories));
    let mut problems = Vec::new();
    let mut changes = Changes::default();
    let found = rows(assignments.iter().map(|(id, _)| id.clone()), get, &mut problems);
    for ((_, wanted), transaction) in assignments.iter().zip(found) {
        let category = match category(groups, wanted) {
            Ok(category) => category,
            Err(error) => {
                problems.push(error.to_string());
                continue;
            }
        };
        let Some(transaction) = transaction else { continue };
        if let Err(problem) = can_have(transaction, category, accounts) {
            problems.push(problem);
        } else if transaction.category_id.as_ref() == Some(&category.id) {
            changes.unchanged += 1;
        } else {
            let effect = Effect::Category {
                transaction_id: transaction.id.clone(),
                before: transaction.category_id.clone().filter(|id| !none.contains(id)),
                after: Some(category.id.clone()),
            };
            changes.changed.push(Changed { transaction, effect });
        }
    }
    finish(changes, problems)
}

/// Whether YNAB would let the transaction have the category.
fn can_have(transaction: &Transaction, category: &Category, accounts: &[Account]) -> Result<(), String> {
    if !transaction.lines.is_empty() {
        return Err(format!(
            "Transaction {} is split across categories: its lines are changed in YNAB",
            transaction.id
        ));
    }
    line_can_have(transaction, category, accounts)
}

/// Whether YNAB would let a line of the transaction have the category.
pub fn line_can_have(transaction: &Transaction, category: &Category, accounts: &[Account]) -> Result<(), String> {
    let account = |id: &AccountId| accounts.iter().find(|account| account.id == *id);
    let transfer_to = transaction.transfer_account_id.as_ref().and_then(account);
    let what = format!("Transaction {}", transaction.id);
    category_fits(&what, account(&transaction.account_id), transfer_to, category)
}

/// Whether YNAB lets something on this account, or on its way to another, have the category. `what` begins the reason.
pub fn category_fits(
    what: &str,
    account: Option<&Account>,
    transfer_to: Option<&Account>,
    category: &Category,
) -> Result<(), String> {
    if account.is_some_and(|account| !account.on_budget) {
        return Err(format!("{what} is on a tracking account: YNAB gives it no category"));
    }
    if transfer_to.is_some_and(|other| other.on_budget) {
        return Err(format!(
            "{what} is a transfer within the plan: YNAB gives it no category"
        ));
    }
    let name = &category.name;
    match category.role {
        GroupRole::CardPayments => Err(format!(
            "Category {name} pays a credit card, and YNAB ignores it on a transaction: choose the category of what was bought"
        )),
        GroupRole::Internal if name.raw() != READY_TO_ASSIGN => {
            Err(format!("Category {name} is YNAB's own: choose a category of the plan"))
        }
        GroupRole::Internal if account.is_some_and(|account| account.kind == CREDIT_CARD) => Err(format!(
            "{what} is on a credit card, where YNAB takes no inflow to Ready to Assign: choose a category"
        )),
        _ if category.hidden => Err(format!(
            "Category {name} is hidden: choose a visible one, or show it in YNAB first"
        )),
        _ => Ok(()),
    }
}

/// The category of money without a job; by its group and name, never by its place.
pub fn ready_to_assign(groups: &[CategoryGroup]) -> Option<&Category> {
    let mut categories = groups.iter().flat_map(|group| &group.categories);
    categories.find(|category| is_ready_to_assign(category))
}

/// Whether it is the category of money without a job.
pub fn is_ready_to_assign(category: &Category) -> bool {
    category.role == GroupRole::Internal && category.name.raw() == READY_TO_ASSIGN
}

/// The month in which to look at what some changes left: theirs if it is one, else the current one.
pub fn month_of(months: impl IntoIterator<Item = Month>, current: Month) -> Month {
    let months: BTreeSet<Month> = months.into_iter().collect();
    match months.first() {
        Some(only) if months.len() == 1 => *only,
        _ => current,
    }
}

/// Sets or removes flags; each flag is a transaction's id and the colour after, or why there is none.
pub fn flag<'a>(
    flags: Vec<(TransactionId, Result<Option<FlagColor>, FlagError>)>,
    get: impl Fn(&TransactionId) -> Option<&'a Transaction>,
) -> Result<Changes<'a>, ToolError> {
    let mut problems = Vec::new();
    let mut changes = Changes::default();
    let found = rows(flags.iter().map(|(id, _)| id.clone()), get, &mut problems);
    for ((id, after), transaction) in flags.into_iter().zip(found) {
        let after = match after {
            Ok(after) => after,
            Err(error) => {
                problems.push(format!("Transaction {id}: {error}"));
                continue;
            }
        };
        let Some(transaction) = transaction else { continue };
        if transaction.flag == after {
            changes.unchanged += 1;
            continue;
        }
        let effect = Effect::Flag {
            transaction_id: transaction.id.clone(),
            before: transaction.flag.clone(),
            after,
        };
        changes.changed.push(Changed { transaction, effect });
    }
    finish(changes, problems)
}

/// Approves transactions.
pub fn approve<'a>(
    ids: &[TransactionId],
    get: impl Fn(&TransactionId) -> Option<&'a Transaction>,
) -> Result<Changes<'a>, ToolError> {
    let mut problems = Vec::new();
    let mut changes = Changes::default();
    for transaction in rows(ids.iter().cloned(), get, &mut problems).into_iter().flatten() {
        if transaction.approved {
            changes.unchanged += 1;
            continue;
        }
        let effect = Effect::Approved {
            transaction_id: transaction.id.clone(),
            before: false,
            after: true,
        };
        changes.changed.push(Changed { transaction, effect });
    }
    finish(changes, problems)
}
