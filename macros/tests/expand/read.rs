/// Category balances for a month: assigned, spent, available.
///
/// Amounts are in the plan's currency.
#[avenir_tool(title = "Category balances for a month")]
pub async fn get_category_balances(cx: &ReadCx, args: MonthArgs) -> Result<Balances, ToolError> {
    let month = cx.month(args.month).await?;
    Ok(logic::balances::of(&month))
}
