use super::{Paid, day, each, every, monthly, only, paid, series, told};
use crate::domain::ids::AccountId;
use crate::domain::money::Milliunits;
use crate::logic::recurring::Rhythm;

fn totals(history: &[Paid]) -> Vec<(Rhythm, i64, usize)> {
    let found = series(history);
    let mut found = found
        .iter()
        .map(|found| (found.rhythm, found.amount.get(), found.times))
        .collect::<Vec<_>>();
    found.sort_unstable();
    found
}

#[test]
fn a_rise_of_thirty_percent_is_told_and_not_lost() {
    let history = [
        monthly("Stream", -9_990, 12, "2026-05", 12),
        monthly("Stream", -12_990, 12, "2026-09", 4),
    ];
    let found = only(&history.concat());
    assert_eq!(told(&found), (Rhythm::Monthly, -12_990, "2026-10-12".to_owned()));
    assert_eq!(found.amount_before.unwrap().get(), -9_990);
    assert_eq!(found.changed_on, Some(day("2026-06-12")));
    assert_eq!((found.times, found.varies), (16, false));
    // With its first payment already.
    let history = [
        monthly("Stream", -9_990, 12, "2026-08", 12),
        monthly("Stream", -12_990, 12, "2026-09", 1),
    ];
    let found = only(&history.concat());
    assert_eq!(
        (found.amount.get(), found.changed_on),
        (-12_990, Some(day("2026-09-12")))
    );
}

#[test]
fn a_small_rise_is_a_change_of_price_too() {
    let history = [
        monthly("Stream", -9_990, 12, "2026-07", 12),
        monthly("Stream", -10_290, 12, "2026-09", 2),
    ];
    let found = only(&history.concat());
    assert_eq!(
        (found.amount.get(), found.amount_before.map(Milliunits::get)),
        (-10_290, Some(-9_990))
    );
}

#[test]
fn a_fifth_more_is_as_much_a_change_of_price_as_anything_above() {
    for last in [120_000, 120_001, 121_000, 199_000] {
        for before in [2, 3] {
            let mut history = monthly("Club", -100_000, 5, "2026-08", before);
            history.extend(monthly("Club", -last, 5, "2026-09", 1));
            let found = only(&history);
            let before = found.amount_before.map(Milliunits::get);
            assert_eq!((found.amount.get(), before), (-last, Some(-100_000)), "{last}");
        }
    }
}

#[test]
fn amounts_a_thousandth_apart_are_one_price() {
    let mut history = monthly("Club", 0, 5, "2026-09", 4);
    for (paid, amount) in history.iter_mut().zip(10_001..) {
        paid.amount = -amount;
    }
    let found = only(&history);
    assert_eq!(
        (found.amount.get(), found.varies, found.amount_before),
        (-10_003, true, None)
    );
}

#[test]
fn payees_of_one_name_stay_apart_by_id() {
    let mut history = monthly("Acme", -9_990, 5, "2026-09", 6);
    let mut other = monthly("Acme", -9_990, 19, "2026-09", 6);
    for paid in &mut other {
        paid.payee_id = Some(crate::domain::ids::PayeeId::parse("acme-too").unwrap());
    }
    history.extend(other);
    let found = series(&history);
    let ids = found
        .iter()
        .filter_map(|found| found.payee_id.as_ref())
        .map(ToString::to_string);
    assert_eq!(ids.collect::<Vec<_>>(), ["acme", "acme-too"]);
    assert_eq!(totals(&history), [(Rhythm::Monthly, -9_990, 6); 2]);
}

#[test]
fn one_odd_payment_is_no_change_of_price() {
    let mut history = monthly("Phone", -20_000, 12, "2026-09", 12);
    history[6].amount = -26_500;
    let found = only(&history);
    assert_eq!(
        (found.amount.get(), found.amount_before, found.times),
        (-20_000, None, 12)
    );
}

#[test]
fn two_subscriptions_at_one_payee_stay_apart() {
    let history = [
        monthly("Acme", -9_990, 5, "2026-09", 14),
        monthly("Acme", -2_990, 20, "2026-08", 14),
    ];
    let expected = [(Rhythm::Monthly, -9_990, 14), (Rhythm::Monthly, -2_990, 14)];
    assert_eq!(totals(&history.concat()), expected);
    // On the same day, and with a price that changed.
    let history = [
        monthly("Acme", -9_990, 5, "2026-02", 8),
        monthly("Acme", -11_990, 5, "2026-09", 7),
        monthly("Acme", -2_990, 5, "2026-09", 15),
    ];
    let expected = [(Rhythm::Monthly, -11_990, 15), (Rhythm::Monthly, -2_990, 15)];
    assert_eq!(totals(&history.concat()), expected);
    // Of one amount.
    let history = [
        monthly("Acme", -9_990, 5, "2026-09", 14),
        monthly("Acme", -9_990, 8, "2026-09", 14),
    ];
    assert_eq!(totals(&history.concat()), [(Rhythm::Monthly, -9_990, 14); 2]);
    // One monthly, one yearly.
    let history = [
        monthly("Acme", -9_990, 5, "2026-09", 25),
        each("Acme", -89_000, &["2024-11-11", "2025-11-11"]),
    ];
    let expected = [(Rhythm::Monthly, -9_990, 25), (Rhythm::Yearly, -89_000, 2)];
    assert_eq!(totals(&history.concat()), expected);
}

#[test]
fn the_subscriptions_of_two_people_stay_apart() {
    let mut history = monthly("Gym", -30_000, 1, "2026-09", 12);
    let mut other = monthly("Gym", -30_000, 1, "2026-09", 12);
    for paid in &mut other {
        paid.account_id = AccountId::parse("shared").unwrap();
    }
    history.extend(other);
    let found = series(&history);
    assert_eq!(totals(&history), [(Rhythm::Monthly, -30_000, 12); 2]);
    assert_ne!(found[0].account_id, found[1].account_id);
}

/// Amounts and days that repeat by no rule.
fn by_no_rule(place: u64) -> (u64, i64) {
    let mut mixed = (place + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)) >> 5;
    (mixed % 11, i64::try_from(mixed % 9_000).unwrap())
}

/// Purchases on no particular days, of no particular amounts.
fn purchases(payee: &str, count: u64) -> Vec<Paid> {
    let mut date = day("2026-09-19");
    let mut all = Vec::new();
    for place in 0..count {
        let (days, amount) = by_no_rule(place);
        all.push(paid(payee, &date.to_string(), -3_010 - amount * 10));
        date = date - chrono::Days::new(3 + days);
    }
    all
}

#[test]
fn purchases_do_not_hide_a_subscription_and_are_none() {
    let history = [
        purchases("Market place", 60),
        monthly("Market place", -8_990, 17, "2026-09", 20),
    ];
    let found = only(&history.concat());
    assert_eq!(told(&found), (Rhythm::Monthly, -8_990, "2026-10-17".to_owned()));
    assert_eq!(found.times, 20);
    assert!(series(&purchases("Market place", 60)).is_empty());
}

#[test]
fn weekly_groceries_are_no_subscription() {
    let mut history = every("Market Fresh", 0, 7, "2026-09-19", 80);
    for (place, paid) in history.iter_mut().enumerate() {
        paid.amount = -45_000 - by_no_rule(u64::try_from(place).unwrap()).1 * 10;
    }
    assert!(series(&history).is_empty());
    // Of whole amounts some are equal by chance.
    for (place, paid) in history.iter_mut().enumerate() {
        paid.amount = -40_000 - by_no_rule(u64::try_from(place).unwrap()).1 % 60 * 1_000;
    }
    assert_eq!(series(&history), []);
    // A lesson that costs the same each week is one.
    let found = only(&every("Piano", -25_000, 7, "2026-09-18", 40));
    assert_eq!(
        (found.rhythm, found.yearly_amount().unwrap().get()),
        (Rhythm::Weekly, -1_300_000)
    );
}

#[test]
fn a_coffee_each_working_day_is_no_subscription() {
    let history = every("Café", -2_500, 1, "2026-09-18", 400);
    assert!(series(&history).is_empty());
}

#[test]
fn a_bill_that_differs_each_month_is_found_with_its_middle_amount() {
    let mut history = monthly("Power", 0, 15, "2026-09", 7);
    for (paid, amount) in history.iter_mut().zip([120, 110, 95, 80, 72, 84, 101]) {
        paid.amount = -amount * 1000;
    }
    let found = only(&history);
    // The last six are 72, 80, 84, 95, 101 and 110.
    assert_eq!(
        (found.amount.get(), found.varies, found.amount_before),
        (-95_000, true, None)
    );
}

#[test]
fn a_second_charge_in_one_month_is_left_aside() {
    let mut history = monthly("Phone", -20_000, 12, "2026-09", 12);
    history.extend(each("Phone", -7_500, &["2026-03-14"]));
    history.extend(each("Phone", -20_000, &["2026-06-13"]));
    let found = only(&history);
    assert_eq!((found.amount.get(), found.times, found.varies), (-20_000, 12, false));
}

#[test]
fn money_in_and_money_out_of_one_payee_are_two() {
    let history = [
        monthly("Acme", -9_990, 5, "2026-09", 12),
        monthly("Acme", 4_000, 5, "2026-09", 12),
    ];
    let found = series(&history.concat());
    assert_eq!(
        found
            .iter()
            .map(|found| (found.outflow, found.amount.get()))
            .collect::<Vec<_>>(),
        [(true, -9_990), (false, 4_000)]
    );
}

#[test]
fn a_price_in_another_currency_is_one_price() {
    let mut history = monthly("Cloud", 0, 9, "2026-09", 10);
    for (place, paid) in history.iter_mut().enumerate() {
        paid.amount = -9_100 - i64::try_from(place * 7 % 10).unwrap() * 30;
    }
    history.extend(purchases("Cloud", 20).into_iter().map(|mut paid| {
        paid.amount *= 4;
        paid
    }));
    let found = only(&history);
    assert_eq!(
        (found.rhythm, found.times, found.amount_before),
        (Rhythm::Monthly, 10, None)
    );
}

#[test]
fn payees_are_told_apart_by_id_and_without_one_by_label() {
    let mut history = monthly("東京電力", -8_000, 25, "2026-08", 12);
    let mut unknown = monthly("x", -8_000, 25, "2026-08", 12);
    for paid in &mut history {
        paid.payee_id = Some(crate::domain::ids::PayeeId::parse("one").unwrap());
    }
    for (place, paid) in unknown.iter_mut().enumerate() {
        paid.payee_id = None;
        paid.name = format!("CB 東京電力 {:02}/08", place + 1).into();
    }
    history.extend(unknown);
    let found = series(&history);
    assert_eq!(
        found.iter().map(|found| found.payee_id.is_some()).collect::<Vec<_>>(),
        [true, false]
    );
    assert!(
        found
            .iter()
            .all(|found| (found.rhythm, found.times) == (Rhythm::Monthly, 12))
    );
}

#[test]
fn a_long_name_is_shown_cut_and_found_once() {
    let name = "Stadtwerke ".repeat(9);
    let mut history = monthly("x", -45_000, 3, "2026-09", 6);
    for paid in &mut history {
        paid.name = name.trim_end().into();
    }
    let found = only(&history);
    assert_eq!(found.payee().chars().count(), 80);
    assert_eq!(found.payee_name.chars().count(), 98);
}
