//! The library as its callers see it: confirming, sending, undoing, recovering, against the stand-in of YNAB over loopback,
//! with a clock that is moved by hand.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests, outside of test functions"
)]

#[path = "../policy/client.rs"]
mod client;
mod stage;

mod amounts;
mod answers;
mod basis;
mod category_changes;
mod codes;
mod completing_arguments;
mod creating;
mod creating_again;
mod creating_bank;
mod creating_lost;
mod creating_meanwhile;
mod creating_undo;
mod debts;
mod diagnosing;
mod due;
mod external_tool;
mod figures;
mod finding;
mod flags;
mod forecasting;
mod getting_prompts;
mod importing;
mod late;
mod midnight;
mod operations;
mod payee_list;
mod payees;
mod plans;
mod python;
mod python_kinds;
mod questions;
mod random;
mod reading_resources;
mod reconciling;
mod reconciling_lost;
mod reconciling_undo;
mod recovery;
mod recurring;
mod rows;
mod sending;
mod spending;
mod splitting;
mod states;
mod storm;
mod suggesting;
mod target_kinds;
mod targets;
mod together;
mod undo;
mod undo_told;
mod unsplitting;
mod waiting;
mod wealth;
mod whose_row;
mod writes;
