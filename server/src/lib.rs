//! An MCP server for YNAB that lets an agent read and change a plan, and changes nothing without the person's yes.
//!
//! `app` speaks the protocol and names no tool; `registry` lists the tools; a tool in `tools` reads through `context` and
//! proposes; `confirm` is the only write path; `logic` is pure; `io` holds the only side effects.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests set up files, processes and times; what is shipped is checked without them"
    )
)]

extern crate self as avenir;

pub mod app;
pub mod arguments;
pub mod cli;
#[expect(
    clippy::disallowed_methods,
    reason = "this is the clock: all others are told the time"
)]
pub mod clock;
pub mod completion;
pub mod config;
pub mod confirm;
pub mod context;
pub mod domain;
pub mod error;
pub mod guide;
pub mod io;
pub mod log;
pub mod logic;
pub mod prompts;
pub mod registry;
pub mod resources;
pub mod runtime;
pub mod schema;
pub mod start;
pub mod tool;
mod tools;
pub mod transport;
