//! What holds of every tool, every file and every answer, whatever is added: most invariants are absences, and these tests
//! look for what must not be there. Each detector is first shown something that it has to find.

#![allow(
    clippy::case_sensitive_file_extension_comparisons,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests read the source tree, and helpers of tests may fail"
)]

mod answers;
mod client;
mod context;
mod documents;
mod gate;
mod generated;
mod hostile;
mod hygiene;
mod registry;
mod schemas;
mod served;
mod sizes;
mod snapshots;
mod source;
mod stand;
mod tree;
