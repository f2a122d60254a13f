//! Months of a plan, and months and dates as an agent writes them.

use std::fmt;

use chrono::{Datelike, Days, Months, NaiveDate};
use serde::{Deserialize, Serialize};

use super::{
    schema::{schema, text_like},
    text::quoted,
};

/// A calendar month, written as YNAB writes it: its first day, `2026-10-01`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Month(NaiveDate);

schema!(Month, text_like("^[0-9]{4}-(0[1-9]|1[0-2])-01$"));

/// A text that is not a month or a date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// Not a month where one is stored or sent.
    #[error("{shown} is not a month: write its first day as YYYY-MM-01, or YYYY-MM")]
    Month {
        /// The text as far as it shows, in quotes.
        shown: String,
    },
    /// Not a month as an argument.
    #[error("month must be `current` or the first day of a month as YYYY-MM-01 (or YYYY-MM), got {shown}")]
    MonthArgument {
        /// The text as far as it shows, in quotes.
        shown: String,
    },
    /// Not a date.
    #[error("{shown} is not a date: write a day of the calendar as YYYY-MM-DD")]
    Date {
        /// The text as far as it shows, in quotes.
        shown: String,
    },
}

impl Month {
    /// The month a day is in.
    pub fn of(day: NaiveDate) -> Self {
        // Every month has a first day.
        Self(day.with_day(1).unwrap_or(day))
    }

    /// Reads exactly `YYYY-MM-01` or `YYYY-MM`, nothing around it, from the year 1 to 9999.
    pub fn parse(text: &str) -> Result<Self, DateError> {
        let month = text.len() == "YYYY-MM".len();
        let day = if month {
            calendar_day(&format!("{text}-01"))
        } else {
            calendar_day(text)
        };
        day.filter(|day| day.day() == 1)
            .map(Self)
            .ok_or_else(|| DateError::Month { shown: quoted(text) })
    }

    /// The year.
    pub fn year(self) -> i32 {
        self.0.year()
    }

    /// The month of the year, 1 to 12.
    pub fn number(self) -> u32 {
        self.0.month()
    }

    /// The first day.
    pub fn first_day(self) -> NaiveDate {
        self.0
    }

    /// The last day.
    pub fn last_day(self) -> NaiveDate {
        self.next().0.checked_sub_days(Days::new(1)).unwrap_or(self.0)
    }

    /// The month after. At the end of the calendar, a quarter of a million years away, it stays.
    #[must_use]
    pub fn next(self) -> Self {
        self.later(1)
    }

    /// The month before.
    #[must_use]
    pub fn previous(self) -> Self {
        self.earlier(1)
    }

    /// So many months later.
    #[must_use]
    pub fn later(self, months: u32) -> Self {
        Self(self.0.checked_add_months(Months::new(months)).unwrap_or(self.0))
    }

    /// So many months earlier.
    #[must_use]
    pub fn earlier(self, months: u32) -> Self {
        Self(self.0.checked_sub_months(Months::new(months)).unwrap_or(self.0))
    }

    /// Whether the day is in this month.
    pub fn contains(self, day: NaiveDate) -> bool {
        Self::of(day) == self
    }
}

impl fmt::Display for Month {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, formatter)
    }
}

impl fmt::Debug for Month {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Month({})", self.0)
    }
}

impl TryFrom<String> for Month {
    type Error = DateError;

    fn try_from(text: String) -> Result<Self, DateError> {
        Self::parse(&text)
    }
}

impl From<Month> for String {
    fn from(month: Month) -> Self {
        month.to_string()
    }
}

/// A month as an argument: `current`, or a month by its first day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(try_from = "String")]
pub enum MonthArgument {
    /// The month of the person's own today.
    #[default]
    Current,
    /// A month by name.
    Named(Month),
}

schema!(MonthArgument, text_like("^(current|[0-9]{4}-(0[1-9]|1[0-2])(-01)?)$"));

impl MonthArgument {
    /// Reads `current`, `YYYY-MM-01` or `YYYY-MM`.
    pub fn parse(text: &str) -> Result<Self, DateError> {
        if text == "current" {
            return Ok(Self::Current);
        }
        Month::parse(text)
            .map(Self::Named)
            .map_err(|_| DateError::MonthArgument { shown: quoted(text) })
    }

    /// The month meant, given the person's today.
    pub fn resolve(self, today: NaiveDate) -> Month {
        match self {
            Self::Current => Month::of(today),
            Self::Named(month) => month,
        }
    }
}

impl TryFrom<String> for MonthArgument {
    type Error = DateError;

    fn try_from(text: String) -> Result<Self, DateError> {
        Self::parse(&text)
    }
}

/// A day as an argument, written exactly `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct DateArgument(NaiveDate);

schema!(
    DateArgument,
    text_like("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")
);

impl DateArgument {
    /// Reads exactly `YYYY-MM-DD`, nothing around it, from the year 1 to 9999.
    pub fn parse(text: &str) -> Result<Self, DateError> {
        calendar_day(text)
            .map(Self)
            .ok_or_else(|| DateError::Date { shown: quoted(text) })
    }

    /// The day.
    pub fn day(self) -> NaiveDate {
        self.0
    }
}

impl TryFrom<String> for DateArgument {
    type Error = DateError;

    fn try_from(text: String) -> Result<Self, DateError> {
        Self::parse(&text)
    }
}

/// The day written `YYYY-MM-DD`, if it is written so and the calendar has it. The calendar library's own reader takes
/// signs, spaces and short numbers too, so the form is checked first.
fn calendar_day(text: &str) -> Option<NaiveDate> {
    let as_written = text.len() == "YYYY-MM-DD".len()
        && text.bytes().enumerate().all(|(place, byte)| match place {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let day = as_written.then(|| text.parse::<NaiveDate>().ok()).flatten()?;
    (day.year() >= 1).then_some(day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_month_is_read_in_two_forms_and_written_in_one() {
        for text in ["2026-10-01", "2026-10"] {
            let month = Month::parse(text).unwrap();
            assert_eq!(
                (month.year(), month.number(), month.to_string()),
                (2026, 10, "2026-10-01".to_owned())
            );
        }
        assert_eq!(
            serde_json::to_string(&Month::parse("0001-02").unwrap()).unwrap(),
            "\"0001-02-01\""
        );
    }

    #[test]
    fn other_forms_of_a_month_are_refused() {
        for text in [
            "",
            "2026",
            "2026-1",
            "2026-10-02",
            "2026-00-01",
            "2026-13",
            "2026-10-01\n",
            "2026-10\n",
            " 2026-10",
            "26-10-01",
            "2026/10/01",
            "+026-10",
            "-026-10",
            "0000-01",
            "٢٠٢٦-١٠",
            "Current",
            "current ",
            "2026-10-1",
            "2026-10-001",
        ] {
            assert_eq!(
                Month::parse(text),
                Err(DateError::Month { shown: quoted(text) }),
                "{text:?}"
            );
            assert_eq!(
                MonthArgument::parse(text),
                Err(DateError::MonthArgument { shown: quoted(text) }),
                "{text:?}"
            );
        }
    }

    #[test]
    fn current_is_the_month_of_the_given_today() {
        let today = day("2026-12-31");
        let argument: MonthArgument = serde_json::from_str("\"current\"").unwrap();
        assert_eq!(argument.resolve(today).to_string(), "2026-12-01");
        let argument: MonthArgument = serde_json::from_str("\"2026-02-01\"").unwrap();
        assert_eq!(argument.resolve(today).to_string(), "2026-02-01");
        assert!(serde_json::from_str::<MonthArgument>("5").is_err());
    }

    #[test]
    fn months_step_over_the_turn_of_the_year() {
        let december = Month::parse("2026-12").unwrap();
        assert_eq!(december.next().to_string(), "2027-01-01");
        assert_eq!(december.next().previous(), december);
        assert_eq!(december.earlier(24).to_string(), "2024-12-01");
        assert_eq!(december.last_day(), day("2026-12-31"));
        assert_eq!(Month::parse("2028-02").unwrap().last_day(), day("2028-02-29"));
        assert!(december.contains(day("2026-12-01")) && december.contains(day("2026-12-31")));
        assert!(!december.contains(day("2027-01-01")) && !december.contains(day("2025-12-15")));
        assert!(december < december.next());
    }

    #[test]
    fn the_end_of_the_calendar_is_no_panic() {
        let last = Month::of(NaiveDate::MAX);
        assert_eq!(last.next(), last);
        assert_eq!(Month::of(NaiveDate::MIN).previous(), Month::of(NaiveDate::MIN));
        assert_eq!(last.later(u32::MAX), last);
    }

    #[test]
    fn dates_are_read_in_one_form() {
        assert_eq!(DateArgument::parse("2028-02-29").unwrap().day(), day("2028-02-29"));
        for text in [
            "2026-02-29",
            "2026-2-9",
            "2026-02",
            "2026-02-03T00:00:00",
            "2026-02-03\n",
            "+2026-2-3",
            "today",
            "",
        ] {
            assert_eq!(
                DateArgument::parse(text),
                Err(DateError::Date { shown: quoted(text) }),
                "{text:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics_and_what_is_read_writes_back(text in "\\PC{0,12}|[0-9]{4}-[0-9]{2}(-[0-9]{2})?") {
            if let Ok(month) = Month::parse(&text) {
                prop_assert!(month.to_string().starts_with(&text));
                prop_assert_eq!(Month::parse(&month.to_string()), Ok(month));
            }
            if let Ok(date) = DateArgument::parse(&text) {
                prop_assert_eq!(date.day().to_string(), text);
            }
        }
    }
}
