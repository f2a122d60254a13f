//! Transactions: finding them, and changing what is said of them.

pub mod approve;
pub mod categorize;
pub mod create;
pub mod find;
pub mod flag;
pub mod get;
pub mod import;
mod page;
mod rows;
pub mod split;
pub mod suggest;
pub mod unapproved;

pub use rows::{AvailableRow, Outcome};
