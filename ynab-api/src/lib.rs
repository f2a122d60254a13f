//! A typed client of YNAB's API without policy: it sends what it is told once, and says exactly what came of it.
//!
//! [`generated`] is written from the API's document by `cargo run -p avenir-spec -- generate`. Around it stand the
//! [`Client`] with its [`Token`], the [`Observer`] that counts and may refuse every request, and [`ApiError`], which
//! says for a write whether YNAB can have applied it. Nothing here retries, waits or prints.

pub mod address;
mod body;
pub mod client;
pub mod error;
#[rustfmt::skip]
#[allow(
    missing_docs,
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::allow_attributes_without_reason,
    reason = "written by progenitor, in its style; the lints are for what people write"
)]
pub mod generated;
pub mod hooks;
pub mod observe;
pub mod open;
pub mod operation;
mod path;
pub mod three_state;
pub mod token;

pub use address::Address;
pub use client::{Answer, Client, ClientError, News, Settings};
pub use error::{ApiError, Failure, Reason, Unreadable};
pub use generated::{API_VERSION, Client as Operations, OPERATIONS, types};
pub use observe::{Denied, Observer};
pub use operation::Operation;
pub use token::{Token, TokenError};

#[cfg(feature = "sim")]
pub mod sim;
