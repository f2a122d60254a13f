#[path = "shared/types.rs"]
mod types;

use types::*;

/// Category balances for a month.
#[avenir_tool(title = "Category balances", costs = "")]
pub async fn get_category_balances(_cx: &ReadCx, _args: MonthArgs) -> Result<Balances, ToolError> {
    Ok(Balances {})
}

fn main() {}
