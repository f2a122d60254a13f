use chrono::{Datelike, Days, NaiveDate};
use proptest::prelude::*;

use super::{dates, occurrences};
use crate::domain::ids::{AccountId, ScheduledId};
use crate::domain::money::Milliunits;
use crate::domain::scheduled::{Frequency, ScheduledTransaction};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// 10.00 out on the current account.
fn scheduled(frequency: &str, first: &str, next: &str) -> ScheduledTransaction {
    ScheduledTransaction {
        id: ScheduledId::parse("s1").unwrap(),
        date_first: day(first),
        date_next: day(next),
        frequency: Frequency::from_ynab(frequency),
        amount: Milliunits::new(-10_000),
        memo: None,
        flag: None,
        account_id: AccountId::parse("current").unwrap(),
        payee_id: None,
        payee_name: None,
        category_id: None,
        transfer_account_id: None,
        lines: Box::new([]),
    }
}

fn days(frequency: &str, first: &str, next: &str, from: &str, until: &str) -> Vec<String> {
    let dates = dates(&scheduled(frequency, first, next), day(from), day(until));
    dates.map(|date| date.to_string()).collect()
}

#[test]
fn a_month_end_comes_back_after_a_short_month() {
    assert_eq!(
        days("monthly", "2026-01-31", "2026-02-28", "2026-02-01", "2026-05-31"),
        ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]
    );
}

#[test]
fn twice_a_month_starts_on_either_half_and_misses_none() {
    assert_eq!(
        days("twiceAMonth", "2026-01-01", "2026-03-16", "2026-03-01", "2026-05-10"),
        ["2026-03-16", "2026-04-01", "2026-04-16", "2026-05-01"]
    );
    assert_eq!(
        days("twiceAMonth", "2026-01-16", "2026-04-01", "2026-03-01", "2026-05-31"),
        ["2026-04-01", "2026-04-16", "2026-05-01", "2026-05-16"]
    );
}

#[test]
fn occurrences_are_told_with_their_schedule() {
    let weekly = scheduled("weekly", "2026-01-01", "2026-01-08");
    let found = occurrences([&weekly], day("2026-01-09"), day("2026-01-22"));
    let found = found.map(|due| due.date.to_string()).collect::<Vec<_>>();
    assert_eq!(found, ["2026-01-15", "2026-01-22"]);
}

#[test]
fn each_frequency_walks_the_calendar() {
    let walked = |frequency, until| days(frequency, "2026-01-30", "2026-01-30", "2026-01-30", until).join(" ");
    assert_eq!(walked("daily", "2026-02-01"), "2026-01-30 2026-01-31 2026-02-01");
    assert_eq!(walked("weekly", "2026-02-13"), "2026-01-30 2026-02-06 2026-02-13");
    assert_eq!(
        walked("everyOtherWeek", "2026-02-28"),
        "2026-01-30 2026-02-13 2026-02-27"
    );
    assert_eq!(walked("every4Weeks", "2026-03-27"), "2026-01-30 2026-02-27 2026-03-27");
    assert_eq!(
        walked("twiceAMonth", "2026-03-15"),
        "2026-01-30 2026-02-15 2026-02-28 2026-03-15"
    );
    assert_eq!(walked("monthly", "2026-03-30"), "2026-01-30 2026-02-28 2026-03-30");
    assert_eq!(
        walked("everyOtherMonth", "2026-05-30"),
        "2026-01-30 2026-03-30 2026-05-30"
    );
    assert_eq!(walked("every3Months", "2026-07-30"), "2026-01-30 2026-04-30 2026-07-30");
    assert_eq!(walked("every4Months", "2026-09-30"), "2026-01-30 2026-05-30 2026-09-30");
    assert_eq!(walked("twiceAYear", "2027-01-30"), "2026-01-30 2026-07-30 2027-01-30");
    assert_eq!(walked("yearly", "2028-01-30"), "2026-01-30 2027-01-30 2028-01-30");
    assert_eq!(
        walked("everyOtherYear", "2030-01-30"),
        "2026-01-30 2028-01-30 2030-01-30"
    );
    assert_eq!(walked("never", "2030-01-30"), "2026-01-30");
    assert_eq!(walked("everyBlueMoon", "2030-01-30"), "2026-01-30");
}

#[test]
fn a_leap_day_comes_back_in_leap_years() {
    assert_eq!(
        days("yearly", "2024-02-29", "2026-02-28", "2026-01-01", "2028-12-31"),
        ["2026-02-28", "2027-02-28", "2028-02-29"]
    );
}

#[test]
fn once_is_told_inside_the_days_asked_for_only() {
    for (next, told) in [
        ("2026-09-19", 0),
        ("2026-09-20", 1),
        ("2026-10-20", 1),
        ("2026-10-21", 0),
    ] {
        assert_eq!(
            days("never", next, next, "2026-09-20", "2026-10-20").len(),
            told,
            "{next}"
        );
    }
}

#[test]
fn a_next_date_that_was_moved_comes_once_and_then_the_days_of_the_first_one() {
    assert_eq!(
        days("monthly", "2026-01-10", "2026-03-15", "2026-03-01", "2026-05-31"),
        ["2026-03-15", "2026-04-10", "2026-05-10"]
    );
    assert_eq!(
        days("twiceAMonth", "2026-01-10", "2026-03-03", "2026-03-01", "2026-04-05"),
        ["2026-03-03", "2026-03-10", "2026-03-25"]
    );
}

#[test]
fn a_schedule_that_is_late_by_centuries_is_walked_at_once() {
    assert_eq!(
        days("daily", "0001-01-01", "0001-01-01", "2026-09-20", "2026-09-21"),
        ["2026-09-20", "2026-09-21"]
    );
    assert_eq!(
        days("twiceAMonth", "0001-01-31", "0001-01-31", "2026-02-01", "2026-02-28"),
        ["2026-02-16", "2026-02-28"]
    );
    let end = NaiveDate::MAX.to_string();
    let last = NaiveDate::MAX - Days::new(3);
    let mut monthly = scheduled("monthly", "2026-01-31", "2026-01-31");
    monthly.date_next = last;
    assert_eq!(dates(&monthly, last, NaiveDate::MAX).count(), 1, "{end}");
}

/// Whether it is due on the day, by the day alone.
fn is_due(frequency: &Frequency, first: NaiveDate, next: NaiveDate, date: NaiveDate) -> bool {
    let weeks = |count: i64| (date - next).num_days() % (7 * count) == 0;
    let ends = |date: NaiveDate| (date + Days::new(1)).day() == 1;
    let on = |wanted: u32| date.day() == wanted || (ends(date) && wanted > date.day());
    let index = |date: NaiveDate| date.year() * 12 + date.month().cast_signed();
    let months = |count: i32| (index(date) - index(next)) % count == 0 && on(first.day());
    match frequency {
        Frequency::Never | Frequency::Other(_) => date == next,
        Frequency::Daily => true,
        Frequency::Weekly => weeks(1),
        Frequency::EveryOtherWeek => weeks(2),
        Frequency::Every4Weeks => weeks(4),
        Frequency::TwiceAMonth => {
            let day = first.day();
            on(day) || on(if day > 15 { day - 15 } else { day + 15 })
        }
        Frequency::Monthly => months(1),
        Frequency::EveryOtherMonth => months(2),
        Frequency::Every3Months => months(3),
        Frequency::Every4Months => months(4),
        Frequency::TwiceAYear => months(6),
        Frequency::Yearly => months(12),
        Frequency::EveryOtherYear => months(24),
    }
}

proptest! {
    #[test]
    fn the_days_are_those_that_a_walk_over_every_day_finds(
        frequency in prop::sample::select(Frequency::known().collect::<Vec<_>>()),
        first in 0_u64..1500,
        later in 0_u64..800,
        ahead in 0_u64..900,
        length in 0_u64..900,
    ) {
        let first = day("2023-01-01") + Days::new(first);
        // The next date is one on which it is due.
        let candidates = (0..800).map(|more| first + Days::new(later + more));
        let next = candidates.into_iter().find(|date| is_due(&frequency, first, first, *date)).unwrap_or(first);
        let from = next + Days::new(ahead) - Days::new(450);
        let until = from + Days::new(length);
        let every = from.iter_days().take_while(|date| *date <= until);
        let expected = every.filter(|date| *date >= next && is_due(&frequency, first, next, *date)).collect::<Vec<_>>();
        let mut schedule = scheduled(frequency.as_str(), "2026-01-01", "2026-01-01");
        (schedule.date_first, schedule.date_next) = (first, next);
        prop_assert_eq!(dates(&schedule, from, until).collect::<Vec<_>>(), expected);
    }
}
