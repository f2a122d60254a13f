//! How the days of something that comes again follow each other, and the walk over them.

use chrono::{Days, NaiveDate};

use crate::domain::month::Month;

/// Half a month apart, as YNAB counts it.
const HALF_MONTH: u32 = 15;

/// How the days of something that comes again follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// It comes once.
    Once,
    /// Every so many days.
    Days(u32),
    /// Every so many months.
    Months {
        /// How many.
        every: u32,
        /// The day of the month; the last one where the month is shorter.
        day: u32,
    },
    /// On two days of every month.
    TwiceAMonth {
        /// The earlier day of the month.
        early: u32,
        /// The later one; the last one where the month is shorter.
        late: u32,
    },
}

impl Pace {
    /// On this day of every month, and on the one half a month from it.
    pub fn twice_a_month(day: u32) -> Self {
        let early = if day > HALF_MONTH { day - HALF_MONTH } else { day };
        Self::TwiceAMonth {
            early,
            late: early + HALF_MONTH,
        }
    }

    /// The days from `from` to `until`, both included, of what comes on `start`, wherever that is, and then on the days of
    /// this pace.
    pub fn dates(self, start: NaiveDate, from: NaiveDate, until: NaiveDate) -> Dates {
        let mut dates = Dates {
            pace: self,
            start,
            step: 0,
            until,
        };
        dates.skip_to(from);
        dates
    }

    /// The day after so many steps from `start`, where the calendar has it.
    fn nth(self, start: NaiveDate, step: u32) -> Option<NaiveDate> {
        if step == 0 {
            return Some(start);
        }
        match self {
            Self::Once => None,
            Self::Days(every) => start.checked_add_days(Days::new(u64::from(step) * u64::from(every.max(1)))),
            Self::Months { every, day } => months_on(start, step.checked_mul(every.max(1))?, day),
            Self::TwiceAMonth { early, late } => {
                // Counted in halves of months, from the last one that `start` is not before.
                let month = Month::of(start);
                let passed = [early, late].into_iter().filter(|day| start >= month.day(*day)).count();
                let halves = step.checked_add(u32::try_from(passed).ok()?)?.checked_sub(1)?;
                let day = if halves.is_multiple_of(2) { early } else { late };
                months_on(start, halves / 2, day)
            }
        }
    }

    /// A number of steps that surely ends before `from`, or none.
    fn steps_before(self, start: NaiveDate, from: NaiveDate) -> u32 {
        let days = u32::try_from(from.signed_duration_since(start).num_days()).unwrap_or(0);
        match self {
            Self::Once => 0,
            Self::Days(every) => days / every.max(1),
            Self::Months { every, .. } => (days / (31 * every.max(1))).saturating_sub(1),
            Self::TwiceAMonth { .. } => (days / 16).saturating_sub(2),
        }
    }
}

/// The day of the month so many months later, where the calendar has it.
fn months_on(start: NaiveDate, months: u32, day: u32) -> Option<NaiveDate> {
    let month = Month::of(start).later(months);
    // At the end of the calendar months stay where they are.
    (month > Month::of(start) || months == 0).then(|| month.day(day))
}

/// Days in order, each once, up to a last one.
#[derive(Clone, Debug)]
pub struct Dates {
    pace: Pace,
    start: NaiveDate,
    step: u32,
    until: NaiveDate,
}

impl Dates {
    fn skip_to(&mut self, from: NaiveDate) {
        if from <= self.start {
            return;
        }
        self.step = self.pace.steps_before(self.start, from);
        while self.pace.nth(self.start, self.step).is_some_and(|day| day < from) {
            self.step = self.step.saturating_add(1);
        }
    }
}

impl Iterator for Dates {
    type Item = NaiveDate;

    fn next(&mut self) -> Option<NaiveDate> {
        let day = self.pace.nth(self.start, self.step).filter(|day| *day <= self.until)?;
        self.step = self.step.saturating_add(1);
        Some(day)
    }
}
