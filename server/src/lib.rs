//! The server.

pub mod domain;
pub mod io;
pub mod logic;
