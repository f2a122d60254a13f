#[path = "shared/types.rs"]
mod types;

use types::*;

/// Approves transactions.
#[avenir_tool(write, title = "Approve", unconfirmed = "", destructive = false, idempotent = true)]
pub async fn approve_transactions(_cx: &ReadCx, _args: Approve) -> Result<Proposal<(), Approved>, ToolError> {
    unimplemented!()
}

fn main() {}
