//! What can be worked out from values alone: pure functions, no network, disk, clock, environment or randomness.

pub mod amounts;
pub mod history;
pub mod month;
pub mod payees;
pub mod plans;
pub mod search;
pub mod standing;
pub mod transactions;
pub mod undo;
pub mod wording;
