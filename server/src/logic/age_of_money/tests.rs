use proptest::prelude::*;

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

proptest! {
    #[test]
    fn rows_and_changes_are_those_of_a_walk_back_from_today(
        held in proptest::collection::btree_map(0_u32..40, proptest::option::weighted(0.7, 0_i64..60), 0..30),
        order in any::<u64>(),
        asked in 1_u32..25,
    ) {
        // Months from two and a half years back to some months ahead, in any order.
        let this_month = Month::parse("2026-09").unwrap();
        let mut told = held
            .iter()
            .map(|(place, days)| (this_month.later(8).earlier(*place).short(), *days))
            .collect::<Vec<_>>();
        told.sort_by_key(|(month, _)| month.bytes().fold(order, |sum, byte| sum.rotate_left(7) ^ u64::from(byte)));
        let told = told.iter().map(|(month, days)| (month.as_str(), *days)).collect::<Vec<_>>();
        let found = age(&told, asked);

        let mut expected: Vec<(String, Option<i64>)> = Vec::new();
        for back in 0..32 {
            let month = this_month.earlier(back).short();
            if expected.len() < asked as usize {
                expected.extend(told.iter().filter(|(held, _)| *held == month).map(|(_, days)| (month.clone(), *days)));
            }
        }
        expected.reverse();
        prop_assert_eq!(found.months.len(), expected.len());
        let mut known = Vec::new();
        for (place, (row, (month, days))) in found.months.iter().zip(&expected).enumerate() {
            prop_assert_eq!((row.month.short(), row.days), (month.clone(), *days));
            let before = place.checked_sub(1).and_then(|place| expected[place].1);
            let both = days.zip(before);
            prop_assert_eq!(row.change, both.map(|(now, before)| now - before));
            known.extend(*days);
        }
        prop_assert_eq!(found.last.map(|(_, days)| days), known.last().copied());
        let all = (known.len() > 1).then(|| known[known.len() - 1] - known[0]);
        prop_assert_eq!(found.change, all);
        let up = all.map(|change| match change {
            0 => Trend::Steady,
            change if change > 0 => Trend::Up,
            _ => Trend::Down,
        });
        prop_assert_eq!(found.trend(), up);
    }
}
