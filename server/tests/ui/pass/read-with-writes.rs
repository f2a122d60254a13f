//! A tool that reads, and says more while writes are on.

use crate::types::*;

/// Category balances for a month.
#[avenir_tool(title = "Category balances", with_writes = "Move money with `move_money`.")]
pub async fn get_category_balances(_cx: &ReadCx, _args: MonthArgs) -> Result<Balances, ToolError> {
    std::future::pending().await
}
