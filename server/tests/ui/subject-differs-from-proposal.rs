#[path = "shared/types.rs"]
mod types;

use types::*;

#[derive(serde::Serialize)]
struct Recategorisation {}

impl avenir::tool::Subject for Recategorisation {}

/// Moves money.
#[avenir_tool(write, title = "Move money", subject = Recategorisation, destructive = true, idempotent = false)]
pub async fn move_money(cx: &ReadCx, args: MoveMoney) -> Result<Proposal<MoneyMove, Balances>, ToolError> {
    todo!()
}

fn main() {}
