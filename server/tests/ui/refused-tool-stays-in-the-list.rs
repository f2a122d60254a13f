#[path = "shared/types.rs"]
mod types;

use types::*;

/// Category balances for a month.
#[avenir_tool()]
pub async fn get_category_balances(_cx: &ReadCx, _args: MonthArgs) -> Result<Balances, ToolError> {
    Ok(Balances {})
}

static TOOLS: [&dyn avenir::tool::Tool; 1] = [&get_category_balances];

fn main() {}
