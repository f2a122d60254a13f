//! A tool that writes after a yes.

use crate::types::*;

/// Moves money between categories.
#[avenir_tool(write, title = "Move money", subject = MoneyMove, destructive = true, idempotent = false)]
pub async fn move_money(_cx: &ReadCx, _args: MoveMoney) -> Result<Proposal<MoneyMove, Moved>, ToolError> {
    std::future::pending().await
}
