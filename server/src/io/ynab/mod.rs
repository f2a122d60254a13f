//! YNAB, as the rest of the server sees it: a [`Reader`] with copies of what was read, and a [`Writer`].
//!
//! Wire types end here. Requests are counted in a ledger that all processes share, sent in the time a call has left, and
//! sent again only when they read.

mod collection;
mod collections;
mod connection;
mod convert;
mod error;
mod failure;
mod meter;
mod read;
mod recent;
mod shared;
mod store;
mod texts;
mod token;
mod transactions;
mod write;

use std::sync::Arc;

pub use connection::YnabOptions;
pub use error::{TokenError, WriteError, YnabError};
pub use meter::Meter;
pub use read::{CallReader, Reader};
pub use token::{AccessToken, TokenSource};
pub use transactions::Transactions;
pub use write::{CategoryPatch, Change, CreatedRows, TransactionPatch, Writer};
pub use ynab_api::Address;

use crate::clock::Clock;

/// The version of YNAB's API that the client is generated for.
pub const API_VERSION: &str = ynab_api::API_VERSION;

/// YNAB's own address.
pub const YNAB_URL: &str = ynab_api::client::YNAB_URL;

/// The two halves of the way to YNAB: what reads, and what writes. Nothing is opened, built or read before the first
/// request.
pub fn connect(options: YnabOptions, clock: Clock) -> (Reader, Writer) {
    let connection = connection::Connection::new(options, clock.clone());
    let core = Arc::new(read::Core {
        connection,
        store: store::Store::new(),
        clock,
    });
    (Reader::new(Arc::clone(&core)), Writer::new(core))
}

#[cfg(test)]
mod tests;
