use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn amounts(amounts: &[i64]) -> Vec<Milliunits> {
    amounts.iter().copied().map(Milliunits::new).collect()
}

fn of_decimals(decimal_digits: i32) -> Currency {
    Currency::new("XXX", decimal_digits)
}

#[test]
fn months_are_measured_as_far_as_the_history_reaches_and_the_first_is_partial_unless_it_is_whole() {
    let months = |begins: &str| {
        let measured = Measured::new(Some(day(begins)), day("2026-09-15"), 3);
        let months: Vec<String> = measured.months.iter().map(|month| month.short()).collect();
        (months.join(" "), measured.partial.map(Month::short), measured.span())
    };
    let some = |text: &str| Some(text.to_owned());
    let all = "2026-06 2026-07 2026-08".to_owned();
    assert_eq!(months("2020-01-05"), (all.clone(), None, some("2026-06 to 2026-08")));
    assert_eq!(months("2026-06-01"), (all.clone(), None, some("2026-06 to 2026-08")));
    assert_eq!(months("2026-06-02"), (all, some("2026-06"), some("2026-07 to 2026-08")));
    assert_eq!(months("2026-08-01"), ("2026-08".to_owned(), None, some("2026-08")));
    assert_eq!(months("2026-08-31"), ("2026-08".to_owned(), some("2026-08"), None));
    assert_eq!(months("2026-09-01"), (String::new(), None, None));
    assert_eq!(months("2026-12-01"), (String::new(), None, None));
    assert_eq!(Measured::new(None, day("2026-09-15"), 3).months, []);
}

#[test]
fn the_last_day_of_a_month_does_not_make_the_month_full() {
    let measured = Measured::new(Some(day("2026-01-01")), day("2026-08-31"), 2);
    assert_eq!(measured.span().unwrap(), "2026-06 to 2026-07");
}

#[test]
fn fewer_months_than_asked_for_are_told_with_their_number_in_words_that_agree() {
    let notes = |begins: &str, asked| Measured::new(Some(day(begins)), day("2026-09-15"), asked).notes();
    assert_eq!(notes("2026-01-01", 6), [""; 0]);
    assert_eq!(
        notes("2026-08-01", 6),
        ["6 full months were asked for, but the plan's history reaches back 1 full month only."]
    );
    assert_eq!(
        notes("2026-07-15", 2),
        ["2026-07 is partial: the plan begins within it, so it counts in no total and no average."]
    );
}

#[test]
fn means_and_medians_are_rounded_to_the_currency_and_half_away_from_zero() {
    let mean = |list: &[i64], decimals| {
        mean(&amounts(list), &of_decimals(decimals))
            .unwrap()
            .map(Milliunits::get)
    };
    assert_eq!(mean(&[], 2), None);
    assert_eq!(mean(&[-10, -15], 3), Some(-13));
    assert_eq!(mean(&[-10, -15], 2), Some(-10));
    assert_eq!(mean(&[-10, -20], 2), Some(-20));
    assert_eq!(mean(&[10_000, 10_000, 10_010], 2), Some(10_000));
    assert_eq!(mean(&[1_000, 2_000], 0), Some(2_000));
    assert_eq!(mean(&[-1_000, -2_000], 0), Some(-2_000));
    let median = |list: &[i64]| median(&amounts(list), &of_decimals(2)).unwrap().map(Milliunits::get);
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[7_000]), Some(7_000));
    assert_eq!(median(&[900, 100]), Some(500));
    assert_eq!(median(&[-30_000_000, -1_000, -2_000]), Some(-2_000));
    assert_eq!(median(&[40, 10, 20, 30]), Some(30), "25 is half way between two cents");
}

#[test]
fn a_mean_of_amounts_that_do_not_fit_together_is_still_exact_and_one_that_does_not_fit_is_refused() {
    let most = i64::MAX;
    assert_eq!(
        mean(&amounts(&[most, most]), &of_decimals(3)).unwrap(),
        Some(Milliunits::new(most))
    );
    let largest_whole = i64::MAX - i64::MAX % 1000;
    assert_eq!(
        mean(&amounts(&[most]), &of_decimals(0)),
        Err(MoneyError::Overflow),
        "the nearest whole unit is above {largest_whole}"
    );
}

#[test]
fn a_median_percentage_is_rounded_to_a_tenth() {
    let median = |tenths: &[i64]| {
        let percents: Vec<Percent> = tenths.iter().copied().map(Percent::of_tenths).collect();
        median_percent(&percents).map(Percent::tenths)
    };
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[500, -39_900, 100]), Some(100));
    assert_eq!(median(&[-1, -2]), Some(-2));
}

#[test]
fn a_day_has_a_place_among_months_from_the_first_on() {
    let first = Month::parse("2025-11").unwrap();
    for (text, expected) in [
        ("2025-10-31", None),
        ("2025-11-01", Some(0)),
        ("2025-12-31", Some(1)),
        ("2026-01-01", Some(2)),
        ("2027-11-30", Some(24)),
    ] {
        assert_eq!(place(first, day(text)), expected, "{text}");
    }
}
