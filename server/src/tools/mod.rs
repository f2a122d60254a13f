//! The tools, one family a file: argument struct, answer struct, attribute, function. A tool fetches, calls one pure function
//! and returns; it neither computes nor writes.

pub mod accounts;
pub mod actuals;
pub mod age_of_money;
pub mod budget;
pub mod cards;
pub mod categories;
pub mod category_changes;
pub mod debts;
pub mod diagnose;
pub mod forecast;
pub mod months;
pub mod net_worth;
pub mod operations;
pub mod payees;
pub mod plans;
pub mod reconcile;
pub mod recurring;
pub mod runway;
pub mod savings;
pub mod scheduled;
pub mod spending;
pub mod targets;
pub mod transactions;
pub mod trends;
pub mod underfunded;
pub mod undo;
