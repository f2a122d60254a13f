//! What was assigned in a month beside what was spent.

use proptest::prelude::*;

use super::*;
use crate::domain::plan::CategoryGroup;
use crate::logic::samples::{category_id, group, groups};

/// A month in which some categories have assigned, activity and available amounts.
fn month(groups: &[CategoryGroup], amounts: &[(&str, i64, i64, i64)]) -> MonthDetail {
    let mut categories: Vec<_> = groups.iter().flat_map(|group| group.categories.clone()).collect();
    for category in &mut categories {
        let given = amounts.iter().find(|(id, ..)| category.id == category_id(id));
        if let Some((_, assigned, activity, available)) = given {
            category.assigned = Milliunits::new(*assigned);
            category.activity = Milliunits::new(*activity);
            category.available = Milliunits::new(*available);
        }
    }
    MonthDetail {
        month: Month::parse("2026-09").unwrap(),
        income: Milliunits::ZERO,
        assigned: Milliunits::ZERO,
        activity: Milliunits::ZERO,
        ready_to_assign: Milliunits::ZERO,
        age_of_money: None,
        categories,
    }
}

fn row<'a>(found: &'a Actuals<'_>, id: &str) -> &'a Actual<'a> {
    found
        .rows
        .iter()
        .find(|row| row.category.id == category_id(id))
        .unwrap()
}

fn figures(row: &Actual<'_>) -> (i64, i64, i64, Option<String>) {
    let used = row.utilization.map(Percent::text);
    (row.carried_over.get(), row.actual.get(), row.refunded.get(), used)
}

#[test]
fn a_net_refund_is_no_spending_and_uses_nothing() {
    let month = month(
        &groups(),
        &[("food", 100_000, 40_000, 140_000), ("rent", 100_000, -40_000, 60_000)],
    );
    let found = compare(&month).unwrap();
    assert_eq!(figures(row(&found, "food")), (0, 0, 40_000, Some("0.0".to_owned())));
    assert_eq!(figures(row(&found, "rent")), (0, 40_000, 0, Some("40.0".to_owned())));
    assert_eq!(
        (found.totals.actual.get(), found.totals.refunded.get()),
        (40_000, 40_000)
    );
    assert_eq!(found.totals.net().unwrap(), Milliunits::ZERO);
}

#[test]
fn card_payments_and_ynabs_own_categories_have_no_row_and_are_in_no_total() {
    let amounts = [
        ("visa", 0, 250_000, 250_000),
        ("uncategorized", 0, -9_000, -9_000),
        ("food", 300_000, -250_000, 50_000),
    ];
    let month = month(&groups(), &amounts);
    let found = compare(&month).unwrap();
    let ids: Vec<_> = found.rows.iter().map(|row| row.category.id.as_str()).collect();
    assert_eq!(ids, ["food"]);
    assert_eq!((found.totals.actual.get(), found.totals.refunded.get()), (250_000, 0));
    assert_eq!((found.card_payments, found.empty), (1, 3));
    assert_eq!(found.uncategorized.get(), 9_000);
}

#[test]
fn how_much_is_used_is_exact_in_tenths_and_nothing_where_nothing_was_assigned() {
    for (assigned, activity, used) in [
        (3_000, -1_000, Some("33.3")),
        (3_000, -2_000, Some("66.7")),
        (2_000, -1, Some("0.1")),
        (2_001, -1, Some("0.0")),
        (10_000, -25_000, Some("250.0")),
        (10_000, 0, Some("0.0")),
        (0, -25_000, None),
        (-10_000, -25_000, None),
    ] {
        let month = month(&groups(), &[("food", assigned, activity, 1)]);
        let found = compare(&month).unwrap();
        let found = row(&found, "food").utilization.map(Percent::text);
        assert_eq!(found.as_deref(), used, "{activity} of {assigned}");
    }
}

#[test]
fn what_is_carried_over_is_what_the_month_does_not_explain() {
    let month = month(
        &groups(),
        &[
            ("food", 20_000, -35_500, 4_250),
            ("rent", 0, 0, 7_000),
            ("piano", -5_000, 0, 0),
        ],
    );
    let found = compare(&month).unwrap();
    assert_eq!(
        figures(row(&found, "food")),
        (19_750, 35_500, 0, Some("177.5".to_owned()))
    );
    assert_eq!(figures(row(&found, "rent")), (7_000, 0, 0, None));
    assert_eq!(figures(row(&found, "piano")), (5_000, 0, 0, None));
    assert_eq!(found.totals.carried_over.get(), 31_750);
    assert_eq!(found.totals.available.get(), 11_250);
}

#[test]
fn a_hidden_category_has_a_row_only_when_it_has_an_amount() {
    let mut groups = groups();
    for category in &mut groups[0].categories {
        category.hidden = true;
    }
    let month = month(&groups, &[("tennis", 0, -1_000, 0)]);
    let found = compare(&month).unwrap();
    assert_eq!(found.rows.len(), 1);
    assert!(row(&found, "tennis").category.hidden);
    assert_eq!(
        found.empty, 2,
        "hidden ones without an amount are not counted as left out"
    );
}

#[test]
fn two_categories_of_one_name_have_two_rows() {
    let mut groups = groups();
    groups[0].categories[1].name = "Misc".into();
    groups[1].categories[0].name = "Misc".into();
    let month = month(
        &groups,
        &[("piano", 5_000, -1_000, 4_000), ("food", 5_000, -2_000, 3_000)],
    );
    let found = compare(&month).unwrap();
    let told: Vec<_> = found
        .rows
        .iter()
        .map(|row| (row.category.name.raw(), row.actual.get()))
        .collect();
    assert_eq!(told, [("Misc", 1_000), ("Misc", 2_000)]);
}

#[test]
fn the_sentence_says_what_was_spent_and_what_is_overspent() {
    let told = |amounts: &[(&str, i64, i64, i64)]| {
        let month = month(&groups(), amounts);
        compare(&month).unwrap().message(&Currency::neutral()).unwrap()
    };
    assert_eq!(
        told(&[]),
        "2026-09: 0.00 was spent and 0.00 assigned. No category is overspent."
    );
    assert_eq!(
        told(&[("food", 30_000, -10_000, 20_000), ("rent", 0, -5_000, -5_000)]),
        "2026-09: 15.00 was spent and 30.00 assigned (50.0 %). 1 category is overspent: Rent."
    );
    assert_eq!(
        told(&[
            ("food", 0, -1_000, -1_000),
            ("rent", 0, -1_000, -1_000),
            ("tennis", 0, -1_000, -1_000),
            ("piano", 0, -1_000, -1_000),
            ("uncategorized", 0, -500, 0),
        ]),
        "2026-09: 4.00 was spent and 0.00 assigned. 4 categories are overspent: Tennis, Piano, Food and 1 more. Without a \
         category 0.50 more went out than came in."
    );
    assert_eq!(
        told(&[("food", 10_000, 4_000, 14_000)]),
        "2026-09: 4.00 came back beyond what was spent and 10.00 assigned. No category is overspent."
    );
}

#[test]
fn sums_that_do_not_fit_are_an_error() {
    let most = i64::MAX;
    let one = month(&groups(), &[("food", most, 1, 0)]);
    assert_eq!(compare(&one), Err(MoneyError::Overflow));
    let two = month(&groups(), &[("food", 0, i64::MIN, 0)]);
    assert_eq!(compare(&two), Err(MoneyError::Overflow));
}

/// Names of the wide month's categories.
const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// Assigned, activity and available of each category, and whether it is hidden.
fn wide() -> impl Strategy<Value = Vec<(i64, i64, i64, bool)>> {
    let amount = || prop_oneof![2 => Just(0), 5 => -2_000_000_i64..2_000_000];
    proptest::collection::vec((amount(), amount(), amount(), any::<bool>()), NAMES.len())
}

proptest! {
    #[test]
    fn every_month_adds_up(amounts in wide()) {
        let mut groups = vec![
            group("one", GroupRole::Ordinary, &NAMES[..3]),
            group("cards", GroupRole::CardPayments, &NAMES[3..4]),
            group("gone", GroupRole::Hidden, &NAMES[4..]),
        ];
        let named: Vec<_> = NAMES.iter().zip(&amounts).map(|(id, (assigned, activity, available, _))| (*id, *assigned, *activity, *available)).collect();
        for (category, (.., hidden)) in groups.iter_mut().flat_map(|group| &mut group.categories).zip(&amounts) {
            category.hidden = *hidden;
        }
        let month = month(&groups, &named);
        let found = compare(&month).unwrap();

        let (mut assigned, mut spent, mut back, mut available, mut rows) = (0, 0, 0, 0, 0);
        for (place, (budgeted, activity, balance, _)) in amounts.iter().enumerate() {
            if place == 3 || [budgeted, activity, balance] == [&0, &0, &0] {
                continue;
            }
            let row = &found.rows[rows];
            prop_assert_eq!(row.category.id.as_str(), NAMES[place]);
            prop_assert_eq!(row.carried_over.get() + budgeted + activity, *balance);
            prop_assert_eq!(row.refunded.get() - row.actual.get(), *activity);
            prop_assert!(row.actual.get() >= 0 && row.refunded.get() >= 0);
            prop_assert_eq!(row.utilization.is_some(), *budgeted > 0);
            rows += 1;
            assigned += budgeted;
            spent += row.actual.get();
            back += row.refunded.get();
            available += balance;
        }
        let totals = found.totals;
        prop_assert_eq!(found.rows.len(), rows);
        prop_assert_eq!(
            (totals.assigned.get(), totals.actual.get(), totals.refunded.get(), totals.available.get()),
            (assigned, spent, back, available)
        );
        let empty = |place: &usize| amounts[*place].0 == 0 && amounts[*place].1 == 0 && amounts[*place].2 == 0;
        prop_assert_eq!(found.empty, [0, 1, 2, 4, 5].iter().filter(|place| empty(place) && !amounts[**place].3).count());
    }
}
