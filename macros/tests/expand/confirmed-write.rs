/// Moves money from one category to another for a month.
#[avenir_tool(write, title = "Move money", subject = MoneyMove, destructive = true, idempotent = false)]
pub async fn move_money(cx: &ReadCx, args: MoveMoney) -> Result<Proposal<MoneyMove, MoveMoneyResult>, ToolError> {
    let month = cx.month(args.month).await?;
    logic::moves::plan(&month, &args).map(Proposal::from)
}
