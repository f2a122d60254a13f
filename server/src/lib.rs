//! The server.

pub mod clock;
pub mod domain;
pub mod io;
pub mod logic;
