//! Changing a plan: one request each, sent once, its answer read.

mod categories;
mod payees;
mod rows;
mod transactions;

use std::sync::Arc;

use uuid::Uuid;

pub use categories::CategoryPatch;
pub use rows::CreatedRows;
pub use transactions::TransactionPatch;

use super::connection::Outcome;
use super::error::{WriteError, YnabError};
use super::meter::Meter;
use super::read::Core;
use super::store::Touched;
use crate::domain::ids::{BadId, PlanId};
use crate::io::state::Reservation;

/// Changes plans. There is one, and it is no one's to copy: who holds it is the only one who can change anything.
pub struct Writer(Arc<Core>);

/// What becomes of a field.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Change<T> {
    /// It stays as it is.
    #[default]
    Keep,
    /// It gets the value.
    Set(T),
}

impl<T> Change<T> {
    fn replace(&mut self, other: Self) {
        if let Self::Set(_) = other {
            *self = other;
        }
    }
}

impl Writer {
    pub(super) fn new(core: Arc<Core>) -> Self {
        Self(core)
    }

    /// Sets requests aside for a change of several steps, all or none, so that it does not stop half-way at the limit.
    pub fn reserve(&self, requests: usize) -> Result<Reservation, YnabError> {
        self.0.connection.reserve(requests)
    }

    /// Sends a write, and makes stale what it touches, however it ends. `what` names its subject in errors.
    async fn send<T, Sent>(
        &self,
        plan: &PlanId,
        touched: Touched,
        what: &str,
        reservation: &mut Reservation,
        meter: &Meter,
        request: impl FnOnce(ynab_api::Operations) -> Sent,
    ) -> Result<(u16, T), WriteError>
    where
        Sent: Future<Output = Outcome<T>>,
    {
        let _touching = self.0.store.touch(plan, touched);
        self.0.connection.write(meter, reservation, what, request).await
    }
}

/// What was read out of an answer of this status; an answer with a bad id cannot be read.
fn readable<T>(status: u16, read: Result<T, BadId>) -> Result<T, WriteError> {
    read.map_err(|error| WriteError::Unreadable {
        status,
        cause: error.to_string(),
    })
}

/// Most things have UUIDs in requests. One that has none came from nowhere in YNAB.
fn uuid(what: &str, id: &str) -> Result<Uuid, YnabError> {
    let unknown = |_| YnabError::NotFound {
        what: format!("{what} {id}"),
        detail: None,
    };
    Uuid::parse_str(id).map_err(unknown)
}
