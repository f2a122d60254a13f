//! The tools, one family a file: argument struct, answer struct, attribute, function. A tool fetches, calls one pure function
//! and returns; it neither computes nor writes.

pub mod accounts;
pub mod budget;
pub mod categories;
pub mod category_changes;
pub mod diagnose;
pub mod months;
pub mod operations;
pub mod payees;
pub mod plans;
pub mod reconcile;
pub mod targets;
pub mod transactions;
pub mod undo;
