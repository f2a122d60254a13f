#[path = "shared/types.rs"]
mod types;

use types::*;

struct Reader;

impl Reader {
    /// Category balances for a month.
    #[avenir_tool(title = "Category balances")]
    pub async fn get_category_balances(&self, _args: MonthArgs) -> Result<Balances, ToolError> {
        Ok(Balances {})
    }
}

fn main() {}
