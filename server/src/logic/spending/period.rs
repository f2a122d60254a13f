//! Spans of days, and the ones they are compared with.

use std::fmt;

use chrono::{Datelike, Days, NaiveDate};

use crate::domain::month::Month;
use crate::error::ToolError;
use crate::logic::search::check_days;

/// Days, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first day.
    pub since: NaiveDate,
    /// The last day.
    pub until: NaiveDate,
}

/// What a period is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The period right before.
    Previous,
    /// The same days a year before.
    YearBefore,
}

impl Period {
    /// The period meant: up to today, and from the first of the last day's month, unless it is said otherwise.
    ///
    /// # Errors
    /// Days the wrong way round.
    pub fn meant(since: Option<NaiveDate>, until: Option<NaiveDate>, today: NaiveDate) -> Result<Self, ToolError> {
        let until = until.unwrap_or(today);
        let since = since.unwrap_or_else(|| Month::of(until).first_day());
        check_days(since, until)?;
        Ok(Self { since, until })
    }

    /// Whether the day is one of them.
    pub fn contains(self, day: NaiveDate) -> bool {
        (self.since..=self.until).contains(&day)
    }

    /// Whether it begins on the first of a month.
    fn begins_a_month(self) -> bool {
        Month::of(self.since).first_day() == self.since
    }

    /// How many months the other period lies before this one, where it lies a number of months before.
    pub fn months_back(self, against: Against) -> Option<u32> {
        match against {
            Against::YearBefore => Some(12),
            Against::Previous => {
                let touched = months_between(Month::of(self.since), Month::of(self.until)).saturating_add(1);
                self.begins_a_month().then_some(touched)
            }
        }
    }

    /// The period it is compared with.
    ///
    /// Months are compared with months: what begins on a first goes back by as many months as it touches, to the same day
    /// of the month, and a month's last day to a month's last day. So the month so far stands beside the same part of the
    /// month before. Any other period stands beside as many days right before it.
    #[must_use]
    pub fn before(self, against: Against) -> Self {
        let Some(months) = self.months_back(against) else {
            let days = self.until.signed_duration_since(self.since).num_days().unsigned_abs();
            let until = self.since.checked_sub_days(Days::new(1)).unwrap_or(self.since);
            return Self {
                since: until.checked_sub_days(Days::new(days)).unwrap_or(until),
                until,
            };
        };
        let back = |day: NaiveDate| Month::of(day).earlier(months).day(day.day());
        let last = Month::of(self.until);
        let whole = self.begins_a_month() && self.until == last.last_day();
        Self {
            since: back(self.since),
            until: if whole {
                last.earlier(months).last_day()
            } else {
                back(self.until)
            },
        }
    }
}

/// How many months the second lies after the first; zero when it does not.
pub fn months_between(first: Month, second: Month) -> u32 {
    let count = |month: Month| i64::from(month.year()) * 12 + i64::from(month.number());
    u32::try_from(count(second) - count(first)).unwrap_or(0)
}

impl fmt::Display for Period {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} to {}", self.since, self.until)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn period(since: &str, until: &str) -> Period {
        Period {
            since: day(since),
            until: day(until),
        }
    }

    #[test]
    fn left_out_days_mean_this_month_so_far() {
        let today = day("2026-09-15");
        let meant = |since: Option<&str>, until: Option<&str>| {
            Period::meant(since.map(day), until.map(day), today).map_err(|error| error.to_string())
        };
        assert_eq!(meant(None, None), Ok(period("2026-09-01", "2026-09-15")));
        assert_eq!(meant(Some("2025-01-01"), None), Ok(period("2025-01-01", "2026-09-15")));
        assert_eq!(meant(None, Some("2026-02-10")), Ok(period("2026-02-01", "2026-02-10")));
        assert!(
            meant(Some("2026-10-01"), None)
                .unwrap_err()
                .contains("is before `since_date`")
        );
    }

    #[test]
    fn months_stand_beside_months_and_days_beside_days() {
        for (since, until, earlier_since, earlier_until) in [
            ("2026-09-01", "2026-09-30", "2026-08-01", "2026-08-31"),
            ("2026-09-01", "2026-09-15", "2026-08-01", "2026-08-15"),
            ("2026-03-01", "2026-03-30", "2026-02-01", "2026-02-28"),
            ("2026-02-01", "2026-02-28", "2026-01-01", "2026-01-31"),
            ("2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"),
            ("2026-07-01", "2026-09-30", "2026-04-01", "2026-06-30"),
            ("2026-07-01", "2026-09-10", "2026-04-01", "2026-06-10"),
            ("2026-09-10", "2026-09-16", "2026-09-03", "2026-09-09"),
            ("2026-09-10", "2026-09-10", "2026-09-09", "2026-09-09"),
            ("2026-09-15", "2026-10-14", "2026-08-16", "2026-09-14"),
        ] {
            let expected = period(earlier_since, earlier_until);
            assert_eq!(
                period(since, until).before(Against::Previous),
                expected,
                "{since} {until}"
            );
        }
    }

    #[test]
    fn a_year_before_keeps_the_days_and_the_end_of_february() {
        for (since, until, earlier_since, earlier_until) in [
            ("2026-09-10", "2026-09-16", "2025-09-10", "2025-09-16"),
            ("2025-02-01", "2025-02-28", "2024-02-01", "2024-02-29"),
            ("2024-02-29", "2024-02-29", "2023-02-28", "2023-02-28"),
            ("2025-02-28", "2025-02-28", "2024-02-28", "2024-02-28"),
            ("2025-02-28", "2025-03-01", "2024-02-28", "2024-03-01"),
        ] {
            let expected = period(earlier_since, earlier_until);
            assert_eq!(
                period(since, until).before(Against::YearBefore),
                expected,
                "{since} {until}"
            );
        }
    }

    proptest! {
        #[test]
        fn the_period_before_ends_before_this_one_and_is_as_long_in_days_or_months(
            start in 0_u64..4000, length in 0_u64..800
        ) {
            let since = day("2015-01-01").checked_add_days(Days::new(start)).unwrap();
            let now = Period { since, until: since.checked_add_days(Days::new(length)).unwrap() };
            let before = now.before(Against::Previous);
            prop_assert!(before.since <= before.until && before.until < now.since);
            let days = |period: Period| period.until.signed_duration_since(period.since).num_days();
            if let Some(months) = now.months_back(Against::Previous) {
                prop_assert_eq!(Month::of(before.since).later(months).first_day(), now.since);
            } else {
                prop_assert_eq!(days(before), days(now));
                prop_assert_eq!(before.until.succ_opt().unwrap(), now.since);
            }
        }
    }
}
