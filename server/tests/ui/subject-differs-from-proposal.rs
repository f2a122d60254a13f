#[path = "shared/types.rs"]
mod types;

use types::*;

#[derive(serde::Serialize)]
pub struct Recategorisation {}

impl avenir::confirm::Subject for Recategorisation {}

/// Moves money between categories.
#[avenir_tool(write, title = "Move money", subject = Recategorisation, destructive = true, idempotent = false)]
pub async fn move_money(_cx: &ReadCx, _args: MoveMoney) -> Result<Proposal<MoneyMove, Moved>, ToolError> {
    unimplemented!()
}

fn main() {}
