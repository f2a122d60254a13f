//! A tool that reads.

use crate::types::*;

/// Category balances for a month:
/// assigned, spent, available.
///
/// Amounts are in the plan's currency.
#[avenir_tool(title = "Category balances")]
pub async fn get_category_balances(_cx: &ReadCx, _args: MonthArgs) -> Result<Balances, ToolError> {
    std::future::pending().await
}
