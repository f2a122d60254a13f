#[path = "shared/types.rs"]
mod types;

use types::*;

#[derive(serde::Serialize)]
pub struct Amount {}

/// Moves money between categories.
#[avenir_tool(write, title = "Move money", subject = Amount, destructive = true, idempotent = false)]
pub async fn move_money(_cx: &ReadCx, _args: MoveMoney) -> Result<Proposal<Amount, Moved>, ToolError> {
    unimplemented!()
}

fn main() {}
