//! How clients reach the server.

pub mod elicit;
pub mod stdio;
mod surrogates;
