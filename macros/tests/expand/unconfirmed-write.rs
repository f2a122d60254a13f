/// Approves transactions.
#[avenir_tool(
    write,
    title = "Approve transactions",
    unconfirmed = "it moves no money",
    destructive = false,
    idempotent = true
)]
pub async fn approve_transactions(cx: &ReadCx, args: Approve) -> Result<Proposal<(), Approved>, ToolError> {
    cx.transactions(&args.ids).await.map(Proposal::from)
}
