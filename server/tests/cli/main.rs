//! The command line, as a person and a shell meet it: the built program, its output, its exit code, and a terminal.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests start the program and look at the files that it leaves, and helpers of tests may fail"
)]
#![cfg(unix)]

mod demo;
mod program;
mod settings;
mod terminal;
mod usage;
