//! An MCP server for YNAB that lets an agent read and change a plan, and changes nothing without the person's yes.
//!
//! `app` speaks the protocol and names no tool; `registry` lists the tools; a tool in `tools` reads through `context` and
//! proposes; `confirm` is the only write path; `logic` is pure; `io` holds the only side effects.

extern crate self as avenir;

pub mod app;
pub mod arguments;
pub mod cli;
pub mod clock;
pub mod config;
pub mod confirm;
pub mod context;
pub mod domain;
pub mod error;
pub mod guide;
pub mod io;
pub mod log;
pub mod logic;
pub mod registry;
pub mod runtime;
pub mod schema;
pub mod start;
pub mod tool;
mod tools;
pub mod transport;
