//! What can be worked out from values alone: pure functions, no network, disk, clock, environment or randomness.

pub mod amounts;
pub mod categories;
pub mod create;
pub mod history;
pub mod made;
pub mod matching;
pub mod month;
pub mod needs;
pub mod obstacle;
pub mod payee_names;
pub mod payees;
pub mod plans;
pub mod reconcile;
pub mod search;
pub mod split;
pub mod standing;
pub mod targets;
pub mod transactions;
pub mod undo;
pub mod wording;

#[cfg(test)]
mod samples;
