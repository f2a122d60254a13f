//! An invented YNAB over real HTTP on the loopback address: for the demo, for tests and for development.
//!
//! [`World`] is the state, [`Sim`] serves it. The stand-in keeps YNAB's rules: the rolling limit, deltas with tombstones,
//! the year a list of transactions begins with, import ids, splits, transfers, card payments, targets, field limits and
//! error bodies; [`Fault`]s make it fail on purpose, [`Quirks`] make it behave as some reports say YNAB does.
//!
//! It shares no types with the generated client: what one misreads, the other does not.

mod advance;
mod answer;
mod books;
mod calendar;
mod clock;
mod control;
mod demo;
mod desk;
mod edit;
mod error;
mod faults;
mod fields;
mod future;
mod goals;
mod http;
mod ids;
mod large;
mod limit;
mod model;
mod money;
mod quirks;
mod reads;
mod record;
mod render;
mod request;
mod routes;
mod rules;
mod save;
mod schedule;
mod scribe;
mod server;
mod table;
#[cfg(test)]
mod tests;

pub use books::CategoryMonth;
pub use clock::Clock;
pub use edit::{Edit, TableName};
pub use faults::{Fault, FaultEffect, Matching};
pub use future::Future;
pub use model::{
    Account, AccountKind, Category, Cleared, Group, HiddenImport, Line, Location, Movement, MovementGroup, OwnRows,
    Payee, PendingImport, Plan, Role, Scheduled, Target, TargetKind, Transaction, World,
};
pub use money::CurrencyFormat;
pub use quirks::Quirks;
pub use record::Recorded;
pub use routes::Operation;
pub use schedule::Frequency;
pub use scribe::{Entry, EntryLine, Scribe};
pub use server::{Sim, SimOptions};
pub use table::{Record, Table};
