//! A copy that many readers share: one of them asks YNAB, the others wait for what it gets.
//!
//! Order is kept in tickets, numbers that only grow. A reader draws one when it comes, a request when it starts, a write
//! when it ends. A copy serves a reader when its request started after everything that the reader must see.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::error::YnabError;
use super::meter::Meter;
use crate::clock::Clock;

/// A moment in the order of reads and writes; later is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ticket(u64);

impl Ticket {
    /// Before everything.
    pub(super) const FIRST: Self = Self(0);
}

/// Hands out tickets.
pub(super) struct Tickets(AtomicU64);

impl Tickets {
    pub(super) fn new() -> Self {
        Self(AtomicU64::new(1))
    }

    /// A ticket greater than all before it.
    pub(super) fn draw(&self) -> Ticket {
        Ticket(self.0.fetch_add(1, Ordering::SeqCst))
    }
}

/// What a reader brings along.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub(super) clock: &'a Clock,
    pub(super) tickets: &'a Tickets,
    pub(super) meter: &'a Meter,
    /// A copy asked for before this does not serve, however young.
    pub(super) since: Ticket,
    /// A copy this old, or older, is refreshed.
    pub(super) keep: Duration,
    /// How the age of what is served is noted.
    pub(super) note_age: fn(&Meter, Duration),
}

/// A value of YNAB's, the latest copy of it, and the turn to ask for a newer one.
pub(super) struct Shared<T> {
    state: Mutex<State<T>>,
    turn: tokio::sync::Mutex<()>,
}

struct State<T> {
    copy: Option<Held<T>>,
    /// The end of the last write that may have changed the value.
    changed: Ticket,
    /// When the copy was last forgotten: no answer to an earlier request is kept.
    forgotten: Ticket,
    /// The last request that failed: when it did, and why.
    failed: Option<(Ticket, YnabError)>,
}

struct Held<T> {
    value: T,
    asked: Ticket,
    arrived: Ticket,
    /// When it was asked for: it may be as old as that.
    at: Duration,
}

impl<T: Clone> Shared<T> {
    pub(super) fn new() -> Self {
        Self {
            state: Mutex::new(State {
                copy: None,
                changed: Ticket::FIRST,
                forgotten: Ticket::FIRST,
                failed: None,
            }),
            turn: tokio::sync::Mutex::new(()),
        }
    }

    /// A write that may have changed the value happened, or is about to.
    pub(super) fn mark_changed(&self, tickets: &Tickets) {
        let now = tickets.draw();
        let mut state = self.state();
        // Two writes may end in one order and come here in the other.
        state.changed = state.changed.max(now);
    }

    /// The copy goes, and with it what a request under way brings: changes alone would not bring them up to date.
    pub(super) fn forget(&self, tickets: &Tickets) {
        let now = tickets.draw();
        let mut state = self.state();
        state.changed = state.changed.max(now);
        state.forgotten = state.forgotten.max(now);
        state.copy = None;
    }

    /// What a look at the latest copy tells, fresh or not.
    pub(super) fn look<R>(&self, look: impl FnOnce(&T) -> R) -> Option<R> {
        self.state().copy.as_ref().map(|copy| look(&copy.value))
    }

    /// Takes the latest copy out, for the one whose turn it is, which puts a newer one in its place by returning it.
    pub(super) fn take(&self) -> Option<T> {
        self.state().copy.take().map(|copy| copy.value)
    }

    /// The value: the copy if it is young enough, what a request under way brings, or what `ask` brings.
    ///
    /// Readers that come while a request is under way get its answer, or its error, without another request. When the
    /// reader that asks is cancelled, or has no time left, the next one asks.
    pub(super) async fn read<'a, F>(
        &'a self,
        reading: Reading<'_>,
        ask: impl FnOnce(&'a Self) -> F,
    ) -> Result<T, YnabError>
    where
        F: Future<Output = Result<T, YnabError>>,
    {
        let came = reading.tickets.draw();
        if let Some(value) = self.young(&reading) {
            return Ok(value);
        }
        let turn = tokio::time::timeout(reading.meter.remaining(), self.turn.lock());
        let Ok(_turn) = turn.await else {
            return Err(YnabError::DeadlineExceeded);
        };
        if let Some(answer) = self.arrived_after(came, &reading) {
            return answer;
        }
        let (asked, at) = (reading.tickets.draw(), reading.clock.monotonic());
        let answer = ask(self).await;
        let arrived = reading.tickets.draw();
        match &answer {
            Ok(value) => self.keep(Held {
                value: value.clone(),
                asked,
                arrived,
                at,
            }),
            // This reader's own time is up; that is no news for those with more.
            Err(YnabError::DeadlineExceeded) => {}
            Err(error) => self.state().failed = Some((arrived, error.clone())),
        }
        if answer.is_ok() {
            (reading.note_age)(reading.meter, reading.clock.monotonic().saturating_sub(at));
        }
        answer
    }

    fn young(&self, reading: &Reading<'_>) -> Option<T> {
        let state = self.state();
        let copy = state.serves(reading)?;
        let age = reading.clock.monotonic().saturating_sub(copy.at);
        (age < reading.keep).then(|| {
            (reading.note_age)(reading.meter, age);
            copy.value.clone()
        })
    }

    /// What came while the reader waited for its turn: an answer serves it even if it took long, and an error is shared.
    fn arrived_after(&self, came: Ticket, reading: &Reading<'_>) -> Option<Result<T, YnabError>> {
        {
            let state = self.state();
            if let Some(copy) = state.serves(reading).filter(|copy| copy.arrived > came) {
                (reading.note_age)(reading.meter, reading.clock.monotonic().saturating_sub(copy.at));
                return Some(Ok(copy.value.clone()));
            }
            if let Some((failed, error)) = &state.failed
                && *failed > came
            {
                return Some(Err(error.clone()));
            }
        }
        self.young(reading).map(Ok)
    }

    fn keep(&self, copy: Held<T>) {
        let mut state = self.state();
        state.copy = Some(copy).filter(|copy| copy.asked > state.forgotten);
        state.failed = None;
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> State<T> {
    fn serves(&self, reading: &Reading<'_>) -> Option<&Held<T>> {
        self.copy
            .as_ref()
            .filter(|copy| copy.asked > self.changed && copy.asked > reading.since)
    }
}

#[cfg(test)]
mod tests;
