#![deny(dead_code)]

#[path = "shared/types.rs"]
mod types;

mod tools {
    use crate::types::*;

    fn used_by_the_tool_alone() {}

    /// Category balances for a month.
    #[avenir_tool(title = "Category balances")]
    pub async fn get_category_balances(_cx: &ReadCx, _args: MonthArgs) -> Result<Balances, ToolError> {
        used_by_the_tool_alone();
        Ok(Balances {})
    }
}

fn main() {}
