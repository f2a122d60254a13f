//! The time, as a value that is passed in: the machine's in the server, a hand-moved one in tests.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Local, NaiveDate, Utc};

/// What tells the time. Clones tell the same time.
#[derive(Clone)]
pub struct Clock {
    source: Source,
    fixed_today: Option<NaiveDate>,
}

#[derive(Clone)]
enum Source {
    System { started: Instant },
    Manual(Arc<Mutex<Reading>>),
}

/// What a hand-moved clock shows.
#[derive(Clone, Copy)]
struct Reading {
    since_start: Duration,
    now: DateTime<Utc>,
    today: Option<NaiveDate>,
}

impl Clock {
    /// The machine's time, counted from now.
    pub fn system() -> Self {
        Self {
            source: Source::System {
                started: Instant::now(),
            },
            fixed_today: None,
        }
    }

    /// The same clock with one day that is always today, as `AVENIR_MCP_TODAY` asks. The time of day and the passing of
    /// time stay as they are.
    #[must_use]
    pub fn with_today(self, today: NaiveDate) -> Self {
        Self {
            fixed_today: Some(today),
            ..self
        }
    }

    /// Time since the clock was made. It never goes back, whatever is done to the machine's date.
    pub fn monotonic(&self) -> Duration {
        match &self.source {
            Source::System { started } => started.elapsed(),
            Source::Manual(reading) => read(reading).since_start,
        }
    }

    /// The date and time in UTC.
    pub fn now_utc(&self) -> DateTime<Utc> {
        match &self.source {
            Source::System { .. } => Utc::now(),
            Source::Manual(reading) => read(reading).now,
        }
    }

    /// The person's own day: the fixed one, else the day in the zone that `TZ` names, else in the system's.
    pub fn today(&self) -> NaiveDate {
        if let Some(today) = self.fixed_today {
            return today;
        }
        match &self.source {
            Source::System { .. } => Local::now().date_naive(),
            Source::Manual(reading) => {
                let reading = read(reading);
                reading.today.unwrap_or_else(|| reading.now.date_naive())
            }
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Clock({})", self.now_utc())
    }
}

/// Moves a clock by hand; for tests. Its zone is UTC.
#[derive(Clone)]
pub struct ManualClock(Arc<Mutex<Reading>>);

impl ManualClock {
    /// A clock that stands still at the given time.
    pub fn at(now: DateTime<Utc>) -> Self {
        Self(Arc::new(Mutex::new(Reading {
            since_start: Duration::ZERO,
            now,
            today: None,
        })))
    }

    /// The clock it moves.
    pub fn clock(&self) -> Clock {
        Clock {
            source: Source::Manual(Arc::clone(&self.0)),
            fixed_today: None,
        }
    }

    /// Lets time pass.
    pub fn advance(&self, by: Duration) {
        let mut reading = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reading.since_start = reading.since_start.saturating_add(by);
        let step = chrono::TimeDelta::from_std(by).unwrap_or(chrono::TimeDelta::MAX);
        reading.now = reading.now.checked_add_signed(step).unwrap_or(DateTime::<Utc>::MAX_UTC);
    }

    /// Sets the date without letting time pass, as a person does who sets the machine's clock.
    pub fn set_now(&self, now: DateTime<Utc>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).now = now;
    }

    /// Sets the person's day apart from the UTC date, as it is near midnight.
    pub fn set_today(&self, today: NaiveDate) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).today = Some(today);
    }
}

fn read(reading: &Mutex<Reading>) -> Reading {
    *reading.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        "2026-10-05T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn a_manual_clock_moves_only_by_hand_and_all_its_clones_with_it() {
        let hand = ManualClock::at(noon());
        let (clock, twin) = (hand.clock(), hand.clock().clone());
        assert_eq!((clock.monotonic(), clock.now_utc()), (Duration::ZERO, noon()));
        hand.advance(Duration::from_hours(24));
        assert_eq!(twin.monotonic(), Duration::from_hours(24));
        assert_eq!(twin.now_utc().to_rfc3339(), "2026-10-06T12:00:00+00:00");
        assert_eq!(clock.today().to_string(), "2026-10-06");
    }

    #[test]
    fn setting_the_date_back_does_not_turn_back_the_passing_of_time() {
        let hand = ManualClock::at(noon());
        hand.advance(Duration::from_secs(10));
        hand.set_now("2001-01-01T00:00:00Z".parse().unwrap());
        assert_eq!(hand.clock().monotonic(), Duration::from_secs(10));
        assert_eq!(hand.clock().today().to_string(), "2001-01-01");
    }

    #[test]
    fn the_day_of_the_person_may_differ_from_the_day_in_utc() {
        let hand = ManualClock::at("2026-10-31T23:30:00Z".parse().unwrap());
        hand.set_today("2026-11-01".parse().unwrap());
        assert_eq!(hand.clock().today().to_string(), "2026-11-01");
        assert_eq!(hand.clock().now_utc().date_naive().to_string(), "2026-10-31");
    }

    #[test]
    fn a_fixed_day_stays_while_time_passes() {
        let hand = ManualClock::at(noon());
        let clock = hand.clock().with_today("2020-02-29".parse().unwrap());
        hand.advance(Duration::from_secs(1_000_000));
        assert_eq!(clock.today().to_string(), "2020-02-29");
        assert_eq!(clock.monotonic(), Duration::from_secs(1_000_000));
        assert_eq!(
            Clock::system()
                .with_today("2020-02-29".parse().unwrap())
                .today()
                .to_string(),
            "2020-02-29"
        );
    }

    #[test]
    fn the_system_clock_goes_forward() {
        let clock = Clock::system();
        let before = clock.monotonic();
        assert!(clock.monotonic() >= before);
        assert!(clock.now_utc() > "2025-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap());
    }
}
