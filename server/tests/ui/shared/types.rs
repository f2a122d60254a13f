//! What the tools of these cases are made of.
#![allow(dead_code, unused_imports, reason = "each case uses some of them")]

use avenir::confirm::{AfterWrite, Subject, WritePreview};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use avenir::confirm::Proposal;
pub use avenir::context::ReadCx;
pub use avenir::error::ToolError;
pub use avenir::tool::avenir_tool;

#[derive(Clone, Deserialize, JsonSchema)]
pub struct MonthArgs {}

#[derive(Serialize, JsonSchema)]
pub struct Balances {}

#[derive(Clone, Deserialize, JsonSchema)]
pub struct MoveMoney {}

#[derive(Serialize)]
pub struct MoneyMove {}

impl Subject for MoneyMove {}

#[derive(Serialize, JsonSchema)]
pub struct Moved {}

impl WritePreview for Moved {
    fn settle(&mut self, _after: &AfterWrite) {}
}

#[derive(Clone, Deserialize, JsonSchema)]
pub struct Approve {}

#[derive(Serialize, JsonSchema)]
pub struct Approved {}

impl WritePreview for Approved {
    fn settle(&mut self, _after: &AfterWrite) {}
}
