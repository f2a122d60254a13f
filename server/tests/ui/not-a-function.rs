#[path = "shared/types.rs"]
mod types;

use types::*;

/// Category balances for a month.
#[avenir_tool(title = "Category balances")]
pub struct CategoryBalances;

fn main() {}
