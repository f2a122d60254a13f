use proptest::prelude::*;

use super::*;
use crate::domain::currency::Currency;
use crate::domain::month::Month;
use crate::domain::target::Target;
use crate::logic::samples::{account, category_id, groups};

fn money(thousandths: i64) -> Milliunits {
    Milliunits::new(thousandths)
}

fn target(kind: TargetKind, cadence: i32, every: i32, date: Option<&str>) -> Target {
    Target {
        kind,
        amount: money(120_000),
        whole_amount: None,
        cadence: Some(cadence),
        every: Some(every),
        day: None,
        date: date.map(|date| date.parse().unwrap()),
    }
}

/// A category whose target needs this much.
fn aiming(id: &str, target: Target, needed: i64) -> Category {
    let mut category = groups().remove(0).categories.remove(0);
    category.id = category_id(id);
    category.name = id.into();
    category.progress = Some(Box::new(TargetProgress {
        kind: target.kind.clone(),
        under_funded: Some(money(needed)),
        overall_funded: None,
        overall_left: Some(money(needed * 2)),
        percent_complete: Some(40),
        months_left: Some(3),
        snoozed: false,
    }));
    category.target = Some(Box::new(target));
    category
}

fn monthly(id: &str, needed: i64) -> Category {
    aiming(id, target(TargetKind::Spending, 1, 1, None), needed)
}

fn by(id: &str, date: &str, needed: i64) -> Category {
    aiming(id, target(TargetKind::Spending, 0, 1, Some(date)), needed)
}

fn snoozed(mut category: Category) -> Category {
    category.progress.as_mut().unwrap().snoozed = true;
    category
}

fn in_group(mut category: Category, group: &str, role: GroupRole) -> Category {
    category.group_id = CategoryGroupId::parse(group).unwrap();
    (category.group_name, category.role) = (group.into(), role);
    category
}

fn month(ready_to_assign: i64, categories: Vec<Category>) -> MonthDetail {
    MonthDetail {
        month: Month::parse("2026-09").unwrap(),
        income: Milliunits::ZERO,
        assigned: Milliunits::ZERO,
        activity: Milliunits::ZERO,
        ready_to_assign: money(ready_to_assign),
        age_of_money: None,
        categories,
    }
}

fn september() -> Month {
    Month::parse("2026-09").unwrap()
}

fn names<'a>(found: &'a Underfunded<'_>) -> Vec<(&'a str, i64)> {
    let row = |row: &'a Behind| (row.category.id.as_str(), row.could_fund.get());
    found.behind.iter().map(row).collect()
}

fn told(found: &Underfunded<'_>) -> String {
    found.message(Month::parse("2026-09").unwrap(), &Currency::neutral())
}

#[test]
fn scarce_money_goes_to_the_nearest_date_first_then_to_the_largest_need() {
    let month = month(
        100_000,
        vec![
            monthly("small", 10_000),
            monthly("large", 60_000),
            aiming("hold", target(TargetKind::Balance, 0, 1, None), 90_000),
            by("late", "2027-01-01", 30_000),
            by("soon", "2026-10-01", 20_000),
            monthly("done", 0),
        ],
    );
    let found = underfunded(&month, &[], None).unwrap();
    assert_eq!(
        names(&found),
        [
            ("soon", 20_000),
            ("late", 30_000),
            ("large", 50_000),
            ("small", 0),
            ("hold", 0)
        ]
    );
    assert_eq!(
        (
            found.needed,
            found.covered,
            found.short_by,
            found.on_track,
            found.is_enough()
        ),
        (money(210_000), money(100_000), money(110_000), 1, false)
    );
    assert_eq!(
        told(&found),
        "5 targets need 210.00 together in 2026-09. Ready to Assign holds 100.00: it covers 100.00, and 110.00 is missing."
    );
}

#[test]
fn names_and_then_ids_decide_what_is_equal() {
    let month = month(0, vec![monthly("b", 10_000), monthly("a", 10_000)]);
    assert_eq!(names(&underfunded(&month, &[], None).unwrap()), [("a", 0), ("b", 0)]);
    assert_eq!(
        told(&underfunded(&month, &[], None).unwrap()),
        "2 targets need 20.00 together in 2026-09. Ready to Assign is empty."
    );
}

#[test]
fn less_than_nothing_covers_nothing() {
    let month = month(-50_000, vec![monthly("rent", 10_000)]);
    let found = underfunded(&month, &[], None).unwrap();
    assert_eq!(
        (found.covered, found.short_by, found.is_enough()),
        (money(0), money(10_000), false)
    );
    assert_eq!(
        told(&found),
        "1 target needs 10.00 in 2026-09. Ready to Assign is -50.00: more was assigned than there is, so it covers nothing."
    );
}

#[test]
fn what_is_enough_says_what_is_left() {
    let month = month(10_000, vec![monthly("rent", 10_000), snoozed(monthly("fun", 5_000))]);
    let found = underfunded(&month, &[], None).unwrap();
    assert!(found.is_enough());
    assert_eq!(
        told(&found),
        "1 target needs 10.00 in 2026-09 (1 more is snoozed). Ready to Assign holds 10.00: enough, with 0.00 left."
    );
}

#[test]
fn snoozed_targets_stand_apart() {
    let all = month(0, vec![snoozed(monthly("a", 10_000)), snoozed(monthly("b", 0))]);
    let found = underfunded(&all, &[], None).unwrap();
    assert_eq!((found.behind.len(), found.on_track, found.snoozed.len()), (0, 0, 2));
    assert_eq!(told(&found), "All 2 targets are snoozed in 2026-09.");
    let some = month(0, vec![snoozed(monthly("a", 10_000)), monthly("b", 0), monthly("c", 0)]);
    assert_eq!(
        told(&underfunded(&some, &[], None).unwrap()),
        "All 2 targets of 2026-09 are on track (1 more is snoozed)."
    );
    assert_eq!(
        told(&underfunded(&month(0, vec![]), &[], None).unwrap()),
        "No category has a target in 2026-09."
    );
}

#[test]
fn hidden_categories_and_groups_and_ynabs_own_are_left_out_and_cards_stand_apart() {
    let mut hidden = monthly("hidden", 10_000);
    hidden.hidden = true;
    let mut all = groups();
    all[1].hidden = true;
    let month = month(
        0,
        vec![
            hidden,
            in_group(monthly("in-hidden", 10_000), "everyday", GroupRole::Ordinary),
            in_group(monthly("internal", 10_000), "own", GroupRole::Internal),
            in_group(monthly("put-away", 10_000), "away", GroupRole::Hidden),
            in_group(monthly("visa", 30_000), "cards", GroupRole::CardPayments),
            in_group(snoozed(monthly("gold", 30_000)), "cards", GroupRole::CardPayments),
            in_group(monthly("amex", 12_000), "cards", GroupRole::CardPayments),
            monthly("tennis", 5_000),
        ],
    );
    let found = underfunded(&month, &all, None).unwrap();
    assert_eq!(names(&found), [("tennis", 0)]);
    assert_eq!(
        (found.card_targets.count, found.card_targets.amount),
        (2, money(42_000))
    );
    assert!(told(&found).ends_with("Beside that, 2 targets of card payments need 42.00."));
}

#[test]
fn overspending_and_cards_are_told_beside() {
    let mut below = monthly("fun", 5_000);
    below.available = money(-7_000);
    let mut hidden = below.clone();
    hidden.hidden = true;
    let mut card = in_group(below.clone(), "cards", GroupRole::CardPayments);
    card.progress = None;
    let month = month(0, vec![below, hidden, card]);
    let found = underfunded(&month, &[], None).unwrap();
    assert_eq!((found.overspent.count, found.overspent.amount), (1, money(7_000)));
    assert_eq!(found.short_cards, None);
    let debt = |id: &str, name: &str| Account {
        balance: money(-4_500),
        ..account(id, name, "creditCard")
    };
    let accounts = [debt("visa", "fun"), debt("gold", "Gold")];
    let found = underfunded(&month, &[], Some(&accounts)).unwrap();
    // The card called like the payment category lacks what is owed and what the category is below zero.
    assert_eq!(
        found.short_cards,
        Some(Tally {
            count: 1,
            amount: money(11_500)
        })
    );
    assert_eq!(
        told(&found),
        "1 target needs 5.00 in 2026-09. Ready to Assign is empty. Beside that, 1 category is overspent by 7.00; 1 card \
         lacks 11.50."
    );
}

#[test]
fn groups_have_their_totals_in_the_plans_order() {
    let month = month(
        25_000,
        vec![
            in_group(monthly("a", 0), "second", GroupRole::Ordinary),
            in_group(monthly("b", 10_000), "first", GroupRole::Ordinary),
            in_group(monthly("c", 20_000), "second", GroupRole::Ordinary),
            in_group(monthly("d", 5_000), "first", GroupRole::Ordinary),
        ],
    );
    let found = underfunded(&month, &[], None).unwrap();
    let groups: Vec<_> = found
        .groups
        .iter()
        .map(|group| {
            (
                group.name.raw(),
                group.targets,
                group.needed.get(),
                group.could_fund.get(),
            )
        })
        .collect();
    assert_eq!(groups, [("second", 1, 20_000, 20_000), ("first", 2, 15_000, 5_000)]);
}

#[test]
fn a_rhythm_is_told_as_it_is_and_a_long_one_presses_by_its_date() {
    let spending = |cadence, every, date| target(TargetKind::Spending, cadence, every, date);
    let of = |kind| target(kind, 0, 1, None);
    let date = Some("2026-12-31");
    for (target, words, urgency) in [
        (spending(1, 1, None), "120.00 each month", Urgency::Repeating),
        (spending(2, 1, None), "120.00 each week", Urgency::Repeating),
        (spending(2, 2, None), "120.00 every other week", Urgency::Repeating),
        (
            spending(1, 2, date),
            "120.00 every other month, next by 2026-12-31",
            Urgency::DueDate,
        ),
        (
            spending(3, 1, date),
            "120.00 every other month, next by 2026-12-31",
            Urgency::DueDate,
        ),
        (
            spending(4, 1, date),
            "120.00 each quarter, next by 2026-12-31",
            Urgency::DueDate,
        ),
        (
            spending(1, 3, date),
            "120.00 each quarter, next by 2026-12-31",
            Urgency::DueDate,
        ),
        (
            spending(7, 1, date),
            "120.00 every 6 months, next by 2026-12-31",
            Urgency::DueDate,
        ),
        (spending(12, 1, None), "120.00 every 11 months", Urgency::DueDate),
        (
            spending(13, 1, date),
            "120.00 each year, next by 2026-12-31",
            Urgency::DueDate,
        ),
        (
            spending(14, 1, date),
            "120.00 every other year, next by 2026-12-31",
            Urgency::DueDate,
        ),
        (spending(13, 3, None), "120.00 every 3 years", Urgency::DueDate),
        (spending(0, 1, date), "120.00 by 2026-12-31", Urgency::DueDate),
        (spending(0, 1, None), "120.00", Urgency::Other),
        (
            of(TargetKind::MonthlyFunding),
            "set aside 120.00 each month",
            Urgency::Repeating,
        ),
        (of(TargetKind::Balance), "hold 120.00", Urgency::Other),
        (
            target(TargetKind::BalanceByDate, 0, 1, date),
            "hold 120.00 by 2026-12-31",
            Urgency::DueDate,
        ),
        (
            of(TargetKind::Debt),
            "pay 120.00 of a debt each month",
            Urgency::Repeating,
        ),
        (of(TargetKind::Other("NEW".to_owned())), "120.00 (NEW)", Urgency::Other),
    ] {
        let category = aiming("a", target, 10_000);
        let progress = category.progress.as_deref().unwrap();
        assert_eq!(target_words(&category, &Currency::neutral()), words);
        assert_eq!(super::urgency(&category, progress, september()).0, urgency, "{words}");
    }
    let mut refilled = spending(13, 1, date);
    refilled.whole_amount = Some(false);
    assert_eq!(
        target_words(&aiming("a", refilled, 1), &Currency::neutral()),
        "120.00 each year, next by 2026-12-31, refilled up to it"
    );
}

#[test]
fn the_months_left_stand_for_a_date_that_ynab_does_not_tell() {
    let quarterly = |id: &str, months: Option<i64>| {
        let mut category = aiming(id, target(TargetKind::Spending, 4, 1, None), 10_000);
        category.progress.as_mut().unwrap().months_left = months;
        category
    };
    let month = month(
        0,
        vec![
            quarterly("never", None),
            quarterly("far", Some(3)),
            by("between", "2026-10-31", 10_000),
            quarterly("now", Some(1)),
        ],
    );
    let found = underfunded(&month, &[], None).unwrap();
    let order: Vec<_> = found
        .behind
        .iter()
        .map(|row| (row.category.id.as_str(), row.urgency))
        .collect();
    assert_eq!(
        order,
        [
            ("now", Urgency::DueDate),
            ("between", Urgency::DueDate),
            ("far", Urgency::DueDate),
            ("never", Urgency::Repeating),
        ]
    );
    let due: Vec<_> = found
        .behind
        .iter()
        .map(|row| row.presses_by.map(|day| day.to_string()))
        .collect();
    let due: Vec<_> = due.iter().map(Option::as_deref).collect();
    assert_eq!(due, [Some("2026-09-30"), Some("2026-10-31"), Some("2026-11-30"), None]);
}

#[test]
fn a_target_without_amount_is_told_by_its_kind() {
    let mut category = aiming("loan", target(TargetKind::Debt, 1, 1, None), 50_000);
    category.target = None;
    let yen = Currency::new("JPY", 0);
    assert_eq!(
        target_words(&category, &yen),
        "pay a debt each month, amount not told by YNAB"
    );
    let month = month(0, vec![category]);
    let found = underfunded(&month, &[], None).unwrap();
    assert_eq!(names(&found), [("loan", 0)]);
    assert_eq!(
        found.message(month.month, &yen),
        "1 target needs 50 in 2026-09. Ready to Assign is empty."
    );
    let mut none = monthly("a", 1);
    (none.target, none.progress) = (None, None);
    assert_eq!(target_words(&none, &yen), "no target");
}

#[test]
fn needs_that_do_not_fit_together_are_an_error() {
    let month = month(
        0,
        vec![monthly("a", i64::MAX / 2), monthly("b", i64::MAX / 2), monthly("c", 10)],
    );
    assert_eq!(underfunded(&month, &[], None), Err(MoneyError::Overflow));
}

fn category() -> impl Strategy<Value = Category> {
    let date = proptest::option::of(prop_oneof![Just("2026-10-01"), Just("2026-11-01"), Just("2027-01-01")]);
    let kind = prop_oneof![
        Just(TargetKind::Spending),
        Just(TargetKind::MonthlyFunding),
        Just(TargetKind::Balance),
        Just(TargetKind::Debt),
    ];
    let what = (kind, 0_i32..15, 1_i32..4, date, -5_000_i64..40_000);
    (what, "[a-d]", 0..4_usize, any::<bool>(), 0..3_usize).prop_map(
        |((kind, cadence, every, date, needed), name, role, snooze, group)| {
            let mut category = aiming("a", target(kind, cadence, every, date), needed);
            category.name = name.as_str().into();
            let roles = [
                GroupRole::Ordinary,
                GroupRole::Ordinary,
                GroupRole::CardPayments,
                GroupRole::Internal,
            ];
            let groups = ["one", "two", "three"];
            let category = in_group(category, groups[group], roles[role]);
            if snooze { snoozed(category) } else { category }
        },
    )
}

proptest! {
    #[test]
    fn money_is_given_out_one_unit_at_a_time(
        mut categories in proptest::collection::vec(category(), 0..12), ready in -20_000_i64..150_000,
    ) {
        for (place, category) in categories.iter_mut().enumerate() {
            category.id = category_id(&format!("c{place}"));
        }
        let month = month(ready, categories);
        let found = underfunded(&month, &[], None).unwrap();
        let counts = |category: &&Category| category.role == GroupRole::Ordinary && !category.progress.as_ref().unwrap().snoozed;
        let need = |category: &Category| category.progress.as_ref().unwrap().under_funded.unwrap().get();
        let all = month.categories.iter().filter(counts);
        let expected = all.clone().map(|category| need(category).max(0)).sum::<i64>();
        prop_assert_eq!(found.needed.get(), expected);
        prop_assert_eq!(found.behind.len(), all.clone().filter(|category| need(category) > 0).count());
        prop_assert_eq!(found.behind.len() + found.on_track, all.count());
        // Nobody later in the list gets anything while somebody before lacks something.
        let mut left = ready.max(0);
        for row in &found.behind {
            let mut given = 0;
            while left > 0 && given < need(row.category) {
                (left, given) = (left - 1, given + 1);
            }
            prop_assert_eq!(row.could_fund.get(), given);
        }
        prop_assert_eq!(found.covered.get(), ready.max(0).min(expected));
        prop_assert_eq!(found.covered.get() + found.short_by.get(), expected);
        prop_assert_eq!(found.groups.iter().map(|group| group.needed.get()).sum::<i64>(), expected);
        prop_assert_eq!(found.groups.iter().map(|group| group.could_fund.get()).sum::<i64>(), found.covered.get());
        prop_assert_eq!(found.groups.iter().map(|group| group.targets).sum::<usize>(), found.behind.len());
        for pair in found.behind.windows(2) {
            let key = |row: &Behind| {
                (row.urgency as u8, row.presses_by, -row.needed.get(), row.category.name.raw().to_owned())
            };
            prop_assert!(key(&pair[0]) <= key(&pair[1]));
        }
    }
}
