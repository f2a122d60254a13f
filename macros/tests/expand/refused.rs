/// Moves money.
#[avenir_tool(write, titel = "Move money")]
pub async fn move_money(cx: &ReadCx, args: MoveMoney) -> Result<Proposal<MoneyMove, MoveMoneyResult>, ToolError> {
    logic::moves::plan(cx, &args)
}
