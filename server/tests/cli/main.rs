//! The command line, as a person and a shell meet it: the built program, its output, its exit code, and a terminal.

#![expect(
    clippy::disallowed_methods,
    reason = "tests start the program, and look at the files that it leaves"
)]
#![cfg(unix)]

mod demo;
mod program;
mod settings;
mod terminal;
mod usage;
