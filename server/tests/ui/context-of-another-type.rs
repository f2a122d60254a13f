#[path = "shared/types.rs"]
mod types;

use types::*;

pub struct Writer;

/// Category balances for a month.
#[avenir_tool(title = "Category balances")]
pub async fn get_category_balances(_cx: &Writer, _args: MonthArgs) -> Result<Balances, ToolError> {
    unimplemented!()
}

fn main() {}
