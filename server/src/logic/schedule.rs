//! When scheduled transactions are due: YNAB's frequencies on the real calendar.

mod pace;

use chrono::{Datelike, NaiveDate};

pub use self::pace::{Dates, Pace};
use crate::domain::scheduled::{Frequency, ScheduledTransaction};

/// One day on which a scheduled transaction is due.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occurrence<'a> {
    /// The day.
    pub date: NaiveDate,
    /// What is due.
    pub scheduled: &'a ScheduledTransaction,
}

/// The days from `from` to `until`, both included, on which it is due: its next date and those that follow, in order and
/// each once. A next date before `from` is not among them, nor is any day before the next date.
pub fn dates(scheduled: &ScheduledTransaction, from: NaiveDate, until: NaiveDate) -> Dates {
    pace(scheduled).dates(scheduled.date_next, from, until)
}

/// All that is due from `from` to `until`, schedule by schedule.
pub fn occurrences<'a>(
    scheduled: impl IntoIterator<Item = &'a ScheduledTransaction>,
    from: NaiveDate,
    until: NaiveDate,
) -> impl Iterator<Item = Occurrence<'a>> {
    scheduled
        .into_iter()
        .flat_map(move |scheduled| dates(scheduled, from, until).map(move |date| Occurrence { date, scheduled }))
}

/// How its days follow each other. Its first date says on which day of the month it falls where the month is long enough. A
/// frequency that is not known comes once.
pub fn pace(scheduled: &ScheduledTransaction) -> Pace {
    let day = scheduled.date_first.day();
    let months = |every| Pace::Months { every, day };
    match scheduled.frequency {
        Frequency::Never | Frequency::Other(_) => Pace::Once,
        Frequency::Daily => Pace::Days(1),
        Frequency::Weekly => Pace::Days(7),
        Frequency::EveryOtherWeek => Pace::Days(14),
        Frequency::Every4Weeks => Pace::Days(28),
        Frequency::TwiceAMonth => Pace::twice_a_month(day),
        Frequency::Monthly => months(1),
        Frequency::EveryOtherMonth => months(2),
        Frequency::Every3Months => months(3),
        Frequency::Every4Months => months(4),
        Frequency::TwiceAYear => months(6),
        Frequency::Yearly => months(12),
        Frequency::EveryOtherYear => months(24),
    }
}

#[cfg(test)]
mod tests;
