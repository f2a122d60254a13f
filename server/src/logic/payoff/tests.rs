//! Debts with amounts that are easy to check, and generated ones against a slow reckoning.

mod cards;
mod oracle;
mod plans;
mod setting;
