//! What a client sees, by behaviour.

#![allow(
    clippy::cast_precision_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where something is not as it must be"
)]

mod answers;
mod basics;
mod context;
mod failing;
mod freshness;
mod hostile;
mod killed;
mod killed_rows;
mod killing;
mod paths;
mod process;
mod secrets;
mod together;
mod tomorrow;
