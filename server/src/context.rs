//! Stand-in for the attribute's tests.

/// All a tool may touch.
pub struct ReadCx;
