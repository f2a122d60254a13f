//! A tool that reads.

use avenir::context::ReadCx;
use avenir::error::ToolError;
use avenir::tool::avenir_tool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Deserialize, JsonSchema)]
pub struct Nothing {}

#[derive(Serialize, JsonSchema)]
pub struct Plans {
    names: Vec<String>,
}

/// The plans of this person.
#[avenir_tool(title = "List plans")]
pub async fn list_plans(_cx: &ReadCx, _args: Nothing) -> Result<Plans, ToolError> {
    Ok(Plans { names: Vec::new() })
}
