//! What can be worked out from values alone: pure functions, no network, disk, clock, environment or randomness.

pub mod actuals;
pub mod age_of_money;
pub mod amounts;
pub mod card_coverage;
pub mod categories;
pub mod category_list;
pub mod charges;
pub mod create;
pub mod flows;
pub mod forecast;
pub mod history;
pub mod made;
pub mod matching;
pub mod measured;
pub mod month;
pub mod needs;
pub mod net_worth;
pub mod obstacle;
pub mod overspending;
pub mod pages;
pub mod paging;
pub mod payee_list;
pub mod payee_names;
pub use crate::domain::payees;
pub mod payoff;
pub mod plans;
pub mod reconcile;
pub mod recurring;
pub mod runway;
pub mod savings;
pub mod schedule;
pub mod search;
pub mod spending;
pub mod split;
pub mod standing;
pub mod suggest;
pub mod targets;
pub mod transactions;
pub mod trends;
pub mod unapproved;
pub mod underfunded;
pub mod undo;
pub mod upcoming;
pub mod wording;

#[cfg(test)]
mod samples;
