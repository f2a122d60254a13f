#[path = "shared/types.rs"]
mod types;

use types::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Month {}

/// Category balances for a month.
#[avenir_tool(title = "Category balances")]
pub async fn get_category_balances(_cx: &ReadCx, _args: Month) -> Result<Balances, ToolError> {
    unimplemented!()
}

fn main() {}
