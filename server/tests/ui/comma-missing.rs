#[path = "shared/types.rs"]
mod types;

use types::*;

/// Moves money between categories.
#[avenir_tool(write title = "Move money", subject = MoneyMove, destructive = true, idempotent = false)]
pub async fn move_money(_cx: &ReadCx, _args: MoveMoney) -> Result<Proposal<MoneyMove, Moved>, ToolError> {
    unimplemented!()
}

fn main() {}
