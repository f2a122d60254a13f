//! One call's purse: how long it may still take, how many requests it has sent, how old the data is that it was served.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Clock;

/// Counts what one call costs, and ends its work with YNAB in time. Shared by everything that works for the call.
pub struct Meter {
    clock: Clock,
    limit: Duration,
    requests: AtomicU32,
    state: Mutex<State>,
}

struct State {
    /// When the counting of time last began, or nothing while it is paused.
    running_since: Option<Duration>,
    /// The time counted before that.
    spent: Duration,
    oldest: Option<Duration>,
    list: Option<Duration>,
    /// Working time beyond the limit.
    granted: Duration,
}

impl Meter {
    /// A meter that starts now and allows `limit` of working time.
    pub fn new(clock: &Clock, limit: Duration) -> Arc<Self> {
        let state = State {
            running_since: Some(clock.monotonic()),
            spent: Duration::ZERO,
            oldest: None,
            list: None,
            granted: Duration::ZERO,
        };
        Arc::new(Self {
            clock: clock.clone(),
            limit,
            requests: AtomicU32::new(0),
            state: Mutex::new(state),
        })
    }

    /// Requests sent so far, every attempt counted.
    pub fn requests(&self) -> u32 {
        self.requests.load(Ordering::Relaxed)
    }

    /// The age that the oldest copy had when it was served, or nothing when no copy was. The list of plans, which is kept
    /// longer and says nothing of what a plan holds, counts when there was nothing else.
    pub fn oldest(&self) -> Option<Duration> {
        let state = self.state();
        state.oldest.or(state.list)
    }

    /// The working time that is left.
    pub fn remaining(&self) -> Duration {
        let state = self.state();
        let running = state
            .running_since
            .map_or(Duration::ZERO, |since| self.clock.monotonic().saturating_sub(since));
        let limit = self.limit.saturating_add(state.granted);
        limit.saturating_sub(state.spent.saturating_add(running))
    }

    /// Allows so much working time beyond the limit, for what must not be left half done. Granting twice is granting once.
    pub fn grant(&self, more: Duration) {
        let mut state = self.state();
        state.granted = state.granted.max(more);
    }

    /// Stops counting time while the person is asked. Pausing twice is pausing once.
    pub fn pause(&self) {
        let mut state = self.state();
        if let Some(since) = state.running_since.take() {
            state.spent = state.spent.saturating_add(self.clock.monotonic().saturating_sub(since));
        }
    }

    /// Counts time again.
    pub fn resume(&self) {
        let mut state = self.state();
        if state.running_since.is_none() {
            state.running_since = Some(self.clock.monotonic());
        }
    }

    pub(super) fn count_request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    /// A copy of what a plan holds was served.
    pub(super) fn served(&self, age: Duration) {
        let mut state = self.state();
        state.oldest = state.oldest.max(Some(age));
    }

    /// The list of plans was served.
    pub(super) fn served_list(&self, age: Duration) {
        let mut state = self.state();
        state.list = state.list.max(Some(age));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn at_noon() -> ManualClock {
        ManualClock::at("2026-10-05T12:00:00Z".parse().unwrap())
    }

    #[test]
    fn the_time_that_is_left_runs_out_and_stays_out() {
        let hand = at_noon();
        let meter = Meter::new(&hand.clock(), seconds(45));
        assert_eq!(meter.remaining(), seconds(45));
        hand.advance(seconds(44));
        assert_eq!(meter.remaining(), seconds(1));
        hand.advance(seconds(2));
        assert_eq!(meter.remaining(), Duration::ZERO);
    }

    #[test]
    fn time_is_granted_beyond_the_limit_once() {
        let hand = at_noon();
        let meter = Meter::new(&hand.clock(), seconds(45));
        hand.advance(seconds(46));
        assert_eq!(meter.remaining(), Duration::ZERO);
        meter.grant(seconds(4));
        meter.grant(seconds(4));
        assert_eq!(meter.remaining(), seconds(3));
    }

    #[test]
    fn the_wait_for_the_person_does_not_count() {
        let hand = at_noon();
        let meter = Meter::new(&hand.clock(), seconds(45));
        hand.advance(seconds(5));
        meter.pause();
        hand.advance(seconds(300));
        meter.pause();
        hand.advance(seconds(300));
        assert_eq!(meter.remaining(), seconds(40));
        meter.resume();
        hand.advance(seconds(10));
        meter.resume();
        assert_eq!(meter.remaining(), seconds(30));
    }

    #[test]
    fn it_keeps_the_greatest_age_and_counts_requests() {
        let meter = Meter::new(&at_noon().clock(), seconds(45));
        assert_eq!((meter.requests(), meter.oldest()), (0, None));
        meter.served_list(seconds(400));
        assert_eq!(meter.oldest(), Some(seconds(400)));
        meter.served(seconds(3));
        meter.served(seconds(1));
        meter.count_request();
        meter.count_request();
        assert_eq!((meter.requests(), meter.oldest()), (2, Some(seconds(3))));
    }
}
