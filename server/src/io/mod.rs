//! All that touches the world outside the process: the disk here, YNAB beside it.

#[expect(clippy::disallowed_methods, reason = "starting over removes files")]
pub mod demo;
pub mod digest;
#[expect(
    clippy::disallowed_methods,
    reason = "files are opened, made and replaced here, for all others"
)]
pub mod files;
pub mod journal;
pub mod lock;
pub mod state;
#[expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "wire types begin and end here, and the token's file is read"
)]
pub mod ynab;
