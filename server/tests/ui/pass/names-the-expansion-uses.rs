//! Tools whose names also stand in what the attribute writes.

use crate::types::*;

/// Named like what a tool is called with.
#[avenir_tool(title = "Call")]
pub async fn call(_cx: &ReadCx, _args: MonthArgs) -> Result<Balances, ToolError> {
    std::future::pending().await
}

/// Named like the context.
#[avenir_tool(title = "Context")]
pub async fn cx(_cx: &ReadCx, _args: MonthArgs) -> Result<Balances, ToolError> {
    std::future::pending().await
}

/// Named like the arguments.
#[avenir_tool(title = "Arguments")]
pub async fn args(context: &ReadCx, month: MonthArgs) -> Result<Balances, ToolError> {
    answer(context, month).await
}

async fn answer(_: &ReadCx, _: MonthArgs) -> Result<Balances, ToolError> {
    std::future::pending().await
}

/// Named like a keyword.
#[avenir_tool(title = "Match")]
pub async fn r#match(_cx: &ReadCx, MonthArgs {}: MonthArgs) -> Result<Balances, ToolError> {
    std::future::pending().await
}

/// Not there at all.
#[avenir_tool(title = "Absent")]
#[cfg(any())]
pub async fn absent(_cx: &Nowhere, _args: Nothing) -> Result<Balances, ToolError> {
    std::future::pending().await
}
