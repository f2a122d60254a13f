//! The stand-in's time: the system's or a fixed day, and moved on by tests.

use std::time::{Duration, Instant};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::model::midday;

/// Where the stand-in takes its time from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Clock {
    /// The system's clock.
    #[default]
    System,
    /// Noon of this day, UTC, for ever.
    Fixed(NaiveDate),
}

/// A clock and how far it was moved on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Time {
    clock: Clock,
    moved: Duration,
}

impl Time {
    /// The clock, not moved.
    pub(crate) fn new(clock: Clock) -> Self {
        Self {
            clock,
            moved: Duration::ZERO,
        }
    }

    /// The time in UTC.
    pub(crate) fn now(self) -> DateTime<Utc> {
        let start = match self.clock {
            Clock::System => Utc::now(),
            Clock::Fixed(day) => midday(day),
        };
        let moved = TimeDelta::from_std(self.moved).unwrap_or_default();
        start.checked_add_signed(moved).unwrap_or(start)
    }

    /// A time that only goes forward, for the rolling limit.
    pub(crate) fn monotonic(self) -> Instant {
        Instant::now() + self.moved
    }

    /// Moves the time on.
    pub(crate) fn advance(&mut self, by: Duration) {
        self.moved += by;
    }

    /// Takes the time from another clock.
    pub(crate) fn set(&mut self, clock: Clock) {
        *self = Self::new(clock);
    }
}
