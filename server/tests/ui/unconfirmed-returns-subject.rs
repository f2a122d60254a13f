#[path = "shared/types.rs"]
mod types;

use types::*;

/// Approves transactions.
#[avenir_tool(write, title = "Approve", unconfirmed = "it moves no money", destructive = false, idempotent = true)]
pub async fn approve_transactions(_cx: &ReadCx, _args: Approve) -> Result<Proposal<MoneyMove, Approved>, ToolError> {
    unimplemented!()
}

fn main() {}
