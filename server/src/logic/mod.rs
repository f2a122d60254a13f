//! Pure functions on domain types: no network, disk, clock, environment or randomness.

pub mod history;
