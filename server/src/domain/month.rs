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

schema!(Month, text_like(r"^\d{4}-\d{2}-01$"));

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

    /// A day of this month by its number; past the month's end it is the last day.
    pub fn day(self, number: u32) -> NaiveDate {
        self.0.with_day(number.max(1)).unwrap_or_else(|| self.last_day())
    }

    /// How many days it has.
    pub fn days(self) -> u32 {
        self.last_day().day()
    }

    /// The full months before the month of `today`, the oldest first.
    pub fn full_before(today: NaiveDate, count: u32) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (1..=count).rev().map(move |back| Self::of(today).earlier(back))
    }

    /// As `YYYY-MM`.
    pub fn short(self) -> String {
        format!("{:04}-{:02}", self.year(), self.number())
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

schema!(MonthArgument, text_like(r"^(current|\d{4}-\d{2}(-01)?)$"));

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

schema!(DateArgument, text_like(r"^\d{4}-\d{2}-\d{2}$"));

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
mod tests;
