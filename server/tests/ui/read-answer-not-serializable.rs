#[path = "shared/types.rs"]
mod types;

use types::*;

pub struct Month;

/// Category balances for a month.
#[avenir_tool(title = "Category balances")]
pub async fn get_category_balances(_cx: &ReadCx, _args: MonthArgs) -> Result<Month, ToolError> {
    unimplemented!()
}

fn main() {}
