//! The open accounts of a plan.

use serde::Serialize;

use super::{Content, Resource, json};
use crate::context::ReadCx;
use crate::domain::number::Amount;
use crate::domain::text::Untrusted;
use crate::error::ToolError;

/// Declared here, listed in [`super::RESOURCES`].
pub(super) const ACCOUNTS: Resource = Resource {
    uri: "ynab://plans/{plan_id}/accounts",
    name: "accounts",
    title: "Accounts of a plan",
    description: "The open accounts of a plan with their ids, types and balances today; debts are negative. The plan is an id, \
                  a name or `last-used`.",
    content: Content::OfPlan(|cx, plan| Box::pin(read(cx, plan))),
};

#[derive(Serialize)]
struct Row<'a> {
    account_id: &'a str,
    name: &'a Untrusted,
    #[serde(rename = "type")]
    kind: Untrusted,
    on_budget: bool,
    balance: Amount,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<&'a str>,
}

async fn read(cx: ReadCx, plan: String) -> Result<String, ToolError> {
    let plan = cx.plan(Some(&plan)).await?;
    let (summary, accounts) = tokio::try_join!(plan.summary(), plan.accounts())?;
    let open = accounts.iter().filter(|account| !account.closed);
    let rows = open.map(|account| Row {
        account_id: account.id.as_str(),
        name: &account.name,
        kind: Untrusted::new(account.kind.as_str()),
        on_budget: account.on_budget,
        balance: Amount(account.balance),
        currency: summary.currency.code(),
    });
    json(&rows.collect::<Vec<_>>())
}
