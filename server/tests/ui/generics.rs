#[path = "shared/types.rs"]
mod types;

use types::*;

/// Category balances for a month.
#[avenir_tool(title = "Category balances")]
pub async fn get_category_balances<Month>(_cx: &ReadCx, _args: Month) -> Result<Balances, ToolError> {
    unimplemented!()
}

fn main() {}
