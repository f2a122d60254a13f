#[path = "shared/types.rs"]
mod types;

use types::*;

trait Reader {
    /// Category balances for a month.
    #[avenir_tool(title = "Category balances")]
    async fn get_category_balances(cx: &ReadCx, args: MonthArgs) -> Result<Balances, ToolError>;
}

fn main() {}
