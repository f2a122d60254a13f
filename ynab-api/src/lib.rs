//! Placeholder.

#[cfg(feature = "sim")]
pub mod sim;
