//! The server.

pub mod domain;
