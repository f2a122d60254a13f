//! A client's view of the server: the real binary, spoken to over its own input and output, with an invented YNAB beside it.
//!
//! [`Scene`] is a person's machine: a [`Household`] in a YNAB that runs apart from the server, and a folder for the server's
//! files. [`Server`] is the program as a child process that never outlives its test; [`Client`] speaks one of the
//! protocol's two eras to it, for a [`Person`] who answers in a way of their own. [`Record`] reads the journal with eyes of
//! its own. Nothing here sleeps for luck: [`until`] waits for what must happen, and says what did not.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where something is not as it must be"
)]

mod binary;
mod cases;
mod client;
mod household;
mod outcome;
mod person;
mod record;
mod scene;
mod server;
mod wait;

pub use binary::server_binary;
pub use cases::for_each;
pub use client::{Calling, Client, Era, Question};
pub use household::{Held, Household, MONTH, TODAY, day};
pub use outcome::Outcome;
pub use person::{Person, Reply};
pub use record::{LineKind, Record, RecordLine};
pub use scene::{Scene, Settings};
pub use server::{Ended, Response, Server};
pub use wait::{PATIENCE, until, until_async};
