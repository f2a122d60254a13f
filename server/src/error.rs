//! Stand-in for the attribute's tests.

/// Why a tool failed.
#[derive(Debug)]
pub struct ToolError;
