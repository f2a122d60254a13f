//! The server.

// The attribute writes `::avenir::…` for tools of this crate as for those of others.
extern crate self as avenir;

pub mod confirm;
pub mod context;
pub mod error;
pub mod tool;
