//! How scheduled transactions repeat.

use chrono::{Datelike, NaiveDate};

use super::calendar::{day_in_month, days_after, month_of, months_after};
use super::model::words;

words! {
    /// YNAB's thirteen frequencies.
    Frequency {
        /// Once.
        Never = "never",
        /// Each day.
        Daily = "daily",
        /// Each week.
        Weekly = "weekly",
        /// Each second week.
        EveryOtherWeek = "everyOtherWeek",
        /// Two days a month, half a month apart.
        TwiceAMonth = "twiceAMonth",
        /// Each fourth week.
        Every4Weeks = "every4Weeks",
        /// Each month.
        Monthly = "monthly",
        /// Each second month.
        EveryOtherMonth = "everyOtherMonth",
        /// Each quarter.
        Every3Months = "every3Months",
        /// Each third of a year.
        Every4Months = "every4Months",
        /// Each half year.
        TwiceAYear = "twiceAYear",
        /// Each year.
        Yearly = "yearly",
        /// Each second year.
        EveryOtherYear = "everyOtherYear",
    }
}

impl Frequency {
    /// The five that some users report as the only ones YNAB takes from an application.
    pub const fn is_plain(self) -> bool {
        matches!(
            self,
            Self::Never | Self::Daily | Self::Weekly | Self::EveryOtherWeek | Self::Monthly | Self::Yearly
        )
    }

    /// The day after `current` on which it falls again; `first` holds the day of the month that short months clamp.
    pub fn next(self, first: NaiveDate, current: NaiveDate) -> Option<NaiveDate> {
        let next = match self {
            Self::Never => return None,
            Self::Daily => days_after(current, 1),
            Self::Weekly => days_after(current, 7),
            Self::EveryOtherWeek => days_after(current, 14),
            Self::Every4Weeks => days_after(current, 28),
            Self::TwiceAMonth => next_half(first, current),
            Self::Monthly => month_step(first, current, 1),
            Self::EveryOtherMonth => month_step(first, current, 2),
            Self::Every3Months => month_step(first, current, 3),
            Self::Every4Months => month_step(first, current, 4),
            Self::TwiceAYear => month_step(first, current, 6),
            Self::Yearly => month_step(first, current, 12),
            Self::EveryOtherYear => month_step(first, current, 24),
        };
        Some(next)
    }
}

fn month_step(first: NaiveDate, current: NaiveDate, months: i32) -> NaiveDate {
    day_in_month(months_after(month_of(current), months), first.day())
}

/// The other of two days of the month: the anchor and the one fifteen days from it.
fn next_half(first: NaiveDate, current: NaiveDate) -> NaiveDate {
    let early = if first.day() > 15 {
        first.day() - 15
    } else {
        first.day()
    };
    let month = month_of(current);
    let late = day_in_month(month, early + 15);
    if current < late {
        late
    } else {
        day_in_month(months_after(month, 1), early)
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::Frequency;

    fn run(frequency: Frequency, first: &str, count: usize) -> Vec<String> {
        let first: NaiveDate = first.parse().unwrap();
        let mut day = first;
        let mut days = Vec::new();
        for _ in 0..count {
            day = frequency.next(first, day).unwrap();
            days.push(day.to_string());
        }
        days
    }

    #[test]
    fn a_month_end_comes_back_after_a_short_month() {
        assert_eq!(
            run(Frequency::Monthly, "2026-01-31", 3),
            ["2026-02-28", "2026-03-31", "2026-04-30"]
        );
        assert_eq!(run(Frequency::Yearly, "2024-02-29", 4)[3], "2028-02-29");
    }

    #[test]
    fn twice_a_month_falls_on_two_days_whichever_half_it_started_in() {
        assert_eq!(
            run(Frequency::TwiceAMonth, "2026-01-01", 3),
            ["2026-01-16", "2026-02-01", "2026-02-16"]
        );
        assert_eq!(
            run(Frequency::TwiceAMonth, "2026-01-20", 3),
            ["2026-02-05", "2026-02-20", "2026-03-05"]
        );
        assert_eq!(
            run(Frequency::TwiceAMonth, "2026-01-15", 3),
            ["2026-01-30", "2026-02-15", "2026-02-28"]
        );
    }

    #[test]
    fn once_is_never_again() {
        assert_eq!(
            Frequency::Never.next("2026-01-01".parse().unwrap(), "2026-01-01".parse().unwrap()),
            None
        );
        assert_eq!(Frequency::ALL.len(), 13);
    }
}
