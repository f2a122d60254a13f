//! A stand-in.

/// Why a tool failed.
#[derive(Debug)]
pub struct ToolError;
