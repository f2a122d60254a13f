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

#[test]
fn a_day_past_the_end_is_the_last_and_full_months_leave_out_the_current_one() {
    let february = Month::parse("2026-02").unwrap();
    assert_eq!(february.day(31).to_string(), "2026-02-28");
    assert_eq!(february.day(1).to_string(), "2026-02-01");
    assert_eq!(Month::parse("2028-02").unwrap().days(), 29);
    let months = Month::full_before("2026-01-31".parse().unwrap(), 3);
    assert_eq!(
        months.map(Month::short).collect::<Vec<_>>(),
        ["2025-10", "2025-11", "2025-12"]
    );
}
