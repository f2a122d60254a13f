use super::{day, each, every, monthly, only, paid, series, told};
use crate::logic::recurring::Rhythm;

#[test]
fn each_rhythm_is_known_by_its_days() {
    for (days, last, rhythm, next, times) in [
        (7, "2026-09-18", Rhythm::Weekly, "2026-09-25", 30),
        (14, "2026-09-18", Rhythm::EveryTwoWeeks, "2026-10-02", 20),
        (28, "2026-09-18", Rhythm::EveryFourWeeks, "2026-10-16", 10),
    ] {
        let found = only(&every("Club", -12_000, days, last, times));
        assert_eq!(told(&found), (rhythm, -12_000, next.to_owned()));
        assert_eq!(found.times, usize::try_from(times).unwrap());
    }
    for (months, rhythm, next, times) in [
        (1, Rhythm::Monthly, "2026-10-07", 14),
        (2, Rhythm::EveryTwoMonths, "2026-11-07", 7),
        (3, Rhythm::Quarterly, "2026-12-07", 6),
        (4, Rhythm::EveryFourMonths, "2027-01-07", 5),
        (6, Rhythm::TwiceAYear, "2027-03-07", 4),
        (12, Rhythm::Yearly, "2027-09-07", 2),
    ] {
        let all = monthly("Club", -12_000, 7, "2026-09", 30);
        let history = all.into_iter().rev().step_by(months).take(times).collect::<Vec<_>>();
        let found = only(&history);
        assert_eq!(told(&found), (rhythm, -12_000, next.to_owned()));
        assert_eq!(found.times, times);
        assert!(!found.lapsed && !found.varies && found.amount_before.is_none());
    }
}

#[test]
fn a_salary_every_two_weeks_stays_one_through_a_month_with_three() {
    let history = every("Employer", 1_850_000, 14, "2026-09-11", 26);
    let july = history
        .iter()
        .filter(|paid| paid.date.to_string().starts_with("2026-07"));
    assert_eq!(july.count(), 3);
    let found = only(&history);
    assert_eq!(
        told(&found),
        (Rhythm::EveryTwoWeeks, 1_850_000, "2026-09-25".to_owned())
    );
    assert_eq!(found.yearly_amount().unwrap().get(), 48_100_000);
}

#[test]
fn twice_a_month_is_not_every_two_weeks() {
    let history = [
        monthly("Employer", 1_500_000, 15, "2026-09", 6),
        monthly("Employer", 1_500_000, 31, "2026-08", 6),
    ];
    let found = only(&history.concat());
    assert_eq!(told(&found), (Rhythm::TwiceAMonth, 1_500_000, "2026-09-30".to_owned()));
    let next = found
        .dates(day("2026-09-21"), day("2026-11-20"))
        .map(|date| date.to_string());
    assert_eq!(
        next.collect::<Vec<_>>(),
        ["2026-09-30", "2026-10-15", "2026-10-31", "2026-11-15"]
    );
}

#[test]
fn the_end_of_a_month_is_one_day_whatever_its_number() {
    for (number, next) in [(29, "2026-09-29"), (30, "2026-09-30"), (31, "2026-09-30")] {
        let found = only(&monthly("Landlord", -900_000, number, "2026-08", 10));
        assert_eq!(told(&found), (Rhythm::Monthly, -900_000, next.to_owned()));
        let after = found
            .dates(day("2027-02-01"), day("2027-03-31"))
            .map(|date| date.to_string());
        assert_eq!(
            after.collect::<Vec<_>>(),
            ["2027-02-28".to_owned(), format!("2027-03-{number}")]
        );
    }
}

#[test]
fn three_payments_around_a_short_february_are_monthly() {
    let history = each(
        "Gym",
        -30_000,
        &["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31"],
    );
    assert_eq!(only(&history).rhythm, Rhythm::Monthly);
    let history = each("Gym", -30_000, &["2026-01-05", "2026-02-05", "2026-03-05"]);
    assert_eq!(only(&history).rhythm, Rhythm::Monthly);
}

#[test]
fn weekends_and_a_payment_four_days_late_change_nothing() {
    let days = [
        "2026-01-05",
        "2026-02-05",
        "2026-03-05",
        "2026-04-07",
        "2026-05-05",
        "2026-06-09",
        "2026-07-06",
        "2026-08-05",
        "2026-09-07",
    ];
    let found = only(&each("Power", -80_000, &days));
    assert_eq!(told(&found), (Rhythm::Monthly, -80_000, "2026-10-05".to_owned()));
    assert_eq!(found.times, 9);
}

#[test]
fn a_payment_made_early_is_that_of_its_day() {
    let mut history = monthly("Landlord", -900_000, 1, "2026-09", 12);
    history.last_mut().unwrap().date = day("2026-08-29");
    assert_eq!(
        told(&only(&history)),
        (Rhythm::Monthly, -900_000, "2026-10-01".to_owned())
    );
}

#[test]
fn what_did_not_come_last_month_has_lapsed_and_what_is_only_late_has_not() {
    let gone = only(&monthly("Gym", -30_000, 3, "2026-07", 12));
    assert!(gone.lapsed);
    assert_eq!((gone.last, gone.next), (day("2026-07-03"), day("2026-08-03")));
    let late = only(&monthly("Gym", -30_000, 8, "2026-08", 12));
    assert!(!late.lapsed);
    assert_eq!(late.next, day("2026-09-08"));
    // Fifteen days late is half a month, sixteen is more.
    assert!(!only(&monthly("Gym", -30_000, 5, "2026-08", 12)).lapsed);
    assert!(only(&monthly("Gym", -30_000, 4, "2026-08", 12)).lapsed);
    // A week at the least.
    assert!(!only(&every("Club", -5_000, 7, "2026-09-06", 12)).lapsed);
    assert!(only(&every("Club", -5_000, 7, "2026-09-05", 12)).lapsed);
}

#[test]
fn a_yearly_one_is_seen_twice_and_once_is_not_again() {
    let history = [
        paid("Insurance", "2024-10-01", -480_000),
        paid("Insurance", "2025-10-02", -480_000),
    ];
    assert_eq!(
        told(&only(&history)),
        (Rhythm::Yearly, -480_000, "2026-10-02".to_owned())
    );
    assert!(series(&history[1..]).is_empty());
    let twice = each("Club", -60_000, &["2026-01-15", "2026-07-15"]);
    assert_eq!(
        told(&only(&twice)),
        (Rhythm::TwiceAYear, -60_000, "2027-01-15".to_owned())
    );
}

#[test]
fn two_of_the_same_month_or_of_any_other_distance_are_not_again() {
    assert!(series(&each("Shop", -20_000, &["2026-07-05", "2026-08-05"])).is_empty());
    assert!(series(&each("Shop", -20_000, &["2025-09-05", "2026-08-05"])).is_empty());
    assert!(series(&each("Shop", -20_000, &["2026-01-05", "2026-05-27", "2026-08-05"])).is_empty());
}

#[test]
fn what_is_older_than_the_months_looked_at_or_dated_after_today_does_not_count() {
    let history = monthly("Gym", -30_000, 3, "2024-07", 12);
    assert!(series(&history).is_empty());
    let mut history = monthly("Gym", -30_000, 3, "2026-09", 12);
    history.extend(each("Gym", -30_000, &["2026-10-03", "2026-11-03"]));
    let found = only(&history);
    assert_eq!((found.times, found.last), (12, day("2026-09-03")));
}

#[test]
fn a_pause_is_forgiven_and_a_new_beginning_is_the_one_that_counts() {
    let mut history = monthly("Gym", -30_000, 3, "2026-09", 16);
    history.retain(|paid| !["2026-04-03", "2026-05-03"].contains(&paid.date.to_string().as_str()));
    let found = only(&history);
    assert_eq!((found.times, found.first), (14, day("2025-06-03")));
    let history = [
        monthly("Gym", -30_000, 3, "2025-06", 8),
        monthly("Gym", -32_000, 3, "2026-09", 5),
    ];
    let found = only(&history.concat());
    assert_eq!((found.times, found.first), (5, day("2026-05-03")));
}

#[test]
fn a_billing_day_that_moved_is_still_one_series() {
    let history = [
        monthly("Phone", -19_990, 5, "2026-04", 12),
        monthly("Phone", -19_990, 20, "2026-08", 4),
    ];
    let found = only(&history.concat());
    assert_eq!(told(&found), (Rhythm::Monthly, -19_990, "2026-09-20".to_owned()));
    assert_eq!(found.times, 16);
}

#[test]
fn thirty_days_that_drift_through_the_month_are_monthly() {
    let found = only(&every("Prepaid", -10_000, 30, "2026-09-10", 20));
    assert_eq!(found.rhythm, Rhythm::Monthly);
    assert_eq!(found.times, 20);
}
