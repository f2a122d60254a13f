//! A tool that writes at once. The order of the arguments is free.

use crate::types::*;

/// Approves transactions.
#[avenir_tool(
    idempotent = true,
    destructive = false,
    unconfirmed = "it moves no money",
    title = "Approve transactions",
    write
)]
pub async fn approve_transactions(_cx: &ReadCx, _args: Approve) -> Result<Proposal<(), Approved>, ToolError> {
    std::future::pending().await
}
