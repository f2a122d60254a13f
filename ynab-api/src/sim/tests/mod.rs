//! The rules, each asked for as a client would, without the network.

mod assigning;
mod banks;
mod bench;
mod cards;
mod categories;
mod deltas;
mod lists;
mod others;
mod properties;
mod scheduled;
mod splits;
mod targets;
mod transactions;
mod transfers;

pub(crate) use bench::Bench;
