use super::*;
use crate::domain::money::Milliunits;

fn months(months: &[(&str, Option<i64>)]) -> Vec<MonthSummary> {
    let month = |(month, age_of_money): &(&str, Option<i64>)| MonthSummary {
        month: Month::parse(month).unwrap(),
        income: Milliunits::ZERO,
        assigned: Milliunits::ZERO,
        activity: Milliunits::ZERO,
        ready_to_assign: Milliunits::ZERO,
        age_of_money: *age_of_money,
    };
    months.iter().map(month).collect()
}

fn age(of: &[(&str, Option<i64>)], asked: u32) -> AgeOfMoney {
    AgeOfMoney::new(&months(of), "2026-09-15".parse().unwrap(), asked)
}

fn rows(age: &AgeOfMoney) -> Vec<(String, Option<i64>, Option<i64>)> {
    let row = |row: &MonthAge| (row.month.short(), row.days, row.change);
    age.months.iter().map(row).collect()
}

#[test]
fn months_stand_in_order_and_those_to_come_are_left_out() {
    let age = age(
        &[
            ("2026-10", None),
            ("2026-09", Some(41)),
            ("2026-07", Some(30)),
            ("2026-08", Some(28)),
            ("2027-01", None),
        ],
        12,
    );
    assert_eq!(
        rows(&age),
        [
            ("2026-07".to_owned(), Some(30), None),
            ("2026-08".to_owned(), Some(28), Some(-2)),
            ("2026-09".to_owned(), Some(41), Some(13)),
        ]
    );
    assert_eq!(
        (age.last.unwrap().1, age.change, age.trend()),
        (41, Some(11), Some(Trend::Up))
    );
    assert_eq!(
        age.message(),
        "Age of Money is 41 days as of 2026-09: money stays for a month or longer, so this month is lived on earlier \
         income. Up by 11 days since 2026-07."
    );
    assert_eq!(
        age.notes().get(1..).unwrap(),
        [
            "2026-09 is not over: its figure still moves.",
            "12 months were asked for, but YNAB holds 3 only."
        ]
    );
}

#[test]
fn only_the_last_months_asked_for_are_answered() {
    let age = age(
        &[("2026-07", Some(50)), ("2026-08", Some(20)), ("2026-09", Some(19))],
        2,
    );
    assert_eq!(
        rows(&age),
        [
            ("2026-08".to_owned(), Some(20), None),
            ("2026-09".to_owned(), Some(19), Some(-1))
        ]
    );
    assert_eq!(
        age.message(),
        "Age of Money is 19 days as of 2026-09: money is spent within a month of coming in. Down by 1 day since 2026-08."
    );
    assert_eq!(age.trend(), Some(Trend::Down));
}

#[test]
fn a_month_without_a_figure_is_not_a_month_of_zero_days() {
    let age = age(
        &[
            ("2026-06", None),
            ("2026-07", Some(12)),
            ("2026-08", None),
            ("2026-09", Some(12)),
        ],
        4,
    );
    let changes: Vec<Option<i64>> = age.months.iter().map(|row| row.change).collect();
    assert_eq!(changes, [None; 4], "a change needs both months");
    assert_eq!((age.change, age.trend()), (Some(0), Some(Trend::Steady)));
    assert!(
        age.message().ends_with(" It has not changed since 2026-07."),
        "{}",
        age.message()
    );
    assert_eq!(
        age.notes().get(2).unwrap(),
        "YNAB gives no figure for 2 months: too little spending to tell. That is not an age of zero days."
    );
}

#[test]
fn an_age_of_zero_days_is_a_figure() {
    let age = age(&[("2026-08", Some(1)), ("2026-09", Some(0))], 12);
    assert_eq!((age.last.map(|(_, days)| days), age.change), (Some(0), Some(-1)));
    assert!(age.message().starts_with("Age of Money is 0 days as of 2026-09"));
}

#[test]
fn one_known_figure_has_no_trend_and_the_last_known_may_be_of_an_earlier_month() {
    let age = age(&[("2026-08", Some(30)), ("2026-09", None)], 12);
    assert_eq!(
        (age.last.unwrap().0.short(), age.change, age.trend()),
        ("2026-08".to_owned(), None, None)
    );
    assert_eq!(
        age.message(),
        "Age of Money is 30 days as of 2026-08: money stays for a month or longer, so this month is lived on earlier income."
    );
}

#[test]
fn without_a_month_or_a_figure_the_message_says_so() {
    let none = age(&[], 12);
    assert_eq!(
        none.message(),
        "YNAB holds no month of this plan yet, so there is no Age of Money."
    );
    assert_eq!((none.last, none.notes().len()), (None, 1));
    let ahead = age(&[("2026-10", Some(3))], 12);
    assert_eq!(ahead.message(), none.message(), "a month to come is no month held");
    let unknown = age(&[("2026-09", None)], 12);
    assert_eq!(
        unknown.message(),
        "YNAB gives no Age of Money for 1 month yet: it needs some spending from money that came in before."
    );
}

#[test]
fn a_current_month_that_ynab_does_not_hold_is_told() {
    let age = age(&[("2026-08", Some(30))], 1);
    assert_eq!(age.notes().get(1).unwrap(), "YNAB does not hold 2026-09 yet.");
}
