//! Accounts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::number::Amount;
use crate::domain::plan::{Account, BankLink};
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::room::Room;
use crate::tool::avenir_tool;

/// Which plan.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ListAccounts {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
}

/// The accounts.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Accounts {
    /// Closed ones included, in YNAB's order.
    pub accounts: Vec<AccountRow>,
    /// How many there are, listed or not.
    pub total: usize,
}

/// One account.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AccountRow {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Untrusted,
    /// YNAB's account type.
    #[serde(rename = "type")]
    pub kind: Untrusted,
    /// In the plan; otherwise it is only tracked.
    pub on_budget: bool,
    /// Closed.
    pub closed: bool,
    /// Balance today, cleared and uncleared; debts are negative.
    pub balance: Amount,
    /// What the bank has confirmed.
    pub cleared_balance: Amount,
    /// What it has not.
    pub uncleared_balance: Amount,
    /// The link to the bank: a broken one explains missing transactions.
    pub bank_link: BankLinkWord,
    /// The day of the last reconciliation made in YNAB itself.
    pub last_reconciled: Option<String>,
}

/// The state of the link to the bank.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BankLinkWord {
    /// Linked and working.
    Healthy,
    /// Linked and in error.
    Broken,
    /// Not linked.
    None,
}

/// Lists the accounts of a plan with their balances today, the state of their bank link and the last reconciliation.
#[avenir_tool(title = "List accounts", costs = "one YNAB request")]
pub async fn list_accounts(cx: &ReadCx, args: ListAccounts) -> Result<InPlan<Accounts>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts) = tokio::try_join!(plan.summary(), plan.accounts())?;
    Ok(InPlan::new(
        &summary,
        Accounts {
            accounts: Room::default().take(accounts.iter().map(row)),
            total: accounts.len(),
        },
    ))
}

fn row(account: &Account) -> AccountRow {
    AccountRow {
        id: account.id.to_string(),
        name: account.name.clone(),
        kind: Untrusted::new(account.kind.as_str()),
        on_budget: account.on_budget,
        closed: account.closed,
        balance: Amount(account.balance),
        cleared_balance: Amount(account.cleared_balance),
        uncleared_balance: Amount(account.uncleared_balance),
        bank_link: match account.bank_link {
            BankLink::Healthy => BankLinkWord::Healthy,
            BankLink::Broken => BankLinkWord::Broken,
            BankLink::None => BankLinkWord::None,
        },
        last_reconciled: account.last_reconciled.map(|day| day.to_string()),
    }
}
