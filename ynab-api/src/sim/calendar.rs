//! Months and days, without the panics of plain date arithmetic.

use chrono::{Datelike, Days, Months, NaiveDate};

/// The first day of the date's month.
pub fn month_of(date: NaiveDate) -> NaiveDate {
    date.with_day(1).unwrap_or(date)
}

/// The date so many months later (earlier when negative), its day clamped to the month's end.
pub fn months_after(date: NaiveDate, months: i32) -> NaiveDate {
    let distance = Months::new(months.unsigned_abs());
    let moved = if months < 0 {
        date.checked_sub_months(distance)
    } else {
        date.checked_add_months(distance)
    };
    moved.unwrap_or(date)
}

/// The date so many days later (earlier when negative).
pub fn days_after(date: NaiveDate, days: i64) -> NaiveDate {
    let distance = Days::new(days.unsigned_abs());
    let moved = if days < 0 {
        date.checked_sub_days(distance)
    } else {
        date.checked_add_days(distance)
    };
    moved.unwrap_or(date)
}

/// The date of the month's given day, clamped to its end.
pub fn day_in_month(month: NaiveDate, day: u32) -> NaiveDate {
    month.with_day(day.clamp(1, days_in_month(month))).unwrap_or(month)
}

/// How many days the date's month has.
pub fn days_in_month(date: NaiveDate) -> u32 {
    let first = month_of(date);
    let length = months_after(first, 1).signed_duration_since(first).num_days();
    u32::try_from(length).unwrap_or(31)
}

/// Whole months from one month to another, negative when the second is earlier.
pub fn months_between(from: NaiveDate, to: NaiveDate) -> i64 {
    let years = i64::from(to.year()) - i64::from(from.year());
    years * 12 + i64::from(to.month()) - i64::from(from.month())
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::{day_in_month, days_in_month, month_of, months_after, months_between};

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn months_clamp_to_their_end() {
        assert_eq!(months_after(day("2026-01-31"), 1), day("2026-02-28"));
        assert_eq!(months_after(day("2024-03-31"), -1), day("2024-02-29"));
        assert_eq!(day_in_month(day("2026-04-01"), 31), day("2026-04-30"));
        assert_eq!(days_in_month(day("2024-02-10")), 29);
        assert_eq!(month_of(day("2026-11-30")), day("2026-11-01"));
    }

    #[test]
    fn months_between_count_across_years() {
        assert_eq!(months_between(day("2025-11-01"), day("2026-02-01")), 3);
        assert_eq!(months_between(day("2026-02-01"), day("2025-11-01")), -3);
    }
}
