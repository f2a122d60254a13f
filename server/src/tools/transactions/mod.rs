//! Transactions: finding them, and changing what is said of them.

pub mod approve;
pub mod categorize;
pub mod find;
pub mod flag;
mod rows;

pub use rows::{AvailableRow, Outcome};
