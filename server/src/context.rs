//! A stand-in.

/// All a tool may touch.
pub struct ReadCx;
