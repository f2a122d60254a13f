#![deny(dead_code)]

#[path = "shared/types.rs"]
mod types;

mod tools {
    use crate::types::*;

    fn used_by_the_tool_only() {}

    /// Category balances for a month.
    #[avenir_tool(title = "Category balances")]
    pub async fn get_category_balances(_cx: &ReadCx, _args: MoveMoney) -> Result<Balances, ToolError> {
        used_by_the_tool_only();
        Ok(Balances {})
    }
}

fn main() {}
