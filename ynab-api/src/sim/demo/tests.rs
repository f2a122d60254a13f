//! What the demo must show.

use std::collections::HashSet;

use chrono::NaiveDate;

use crate::sim::model::{Role, TargetKind, World};
use crate::sim::schedule::Frequency;
use crate::sim::table::Record;

fn demo(day: &str) -> World {
    World::demo(day.parse().unwrap())
}

#[test]
fn the_books_balance_on_every_kind_of_day() {
    for day in ["2026-11-30", "2026-11-01", "2024-02-29", "2025-01-15", "2027-12-31"] {
        demo(day).assert_balanced();
    }
}

#[test]
fn the_same_day_gives_the_same_plan() {
    assert_eq!(
        demo("2026-11-30").to_json().unwrap(),
        demo("2026-11-30").to_json().unwrap()
    );
}

#[test]
fn one_category_is_overspent_and_a_little_is_ready_to_assign() {
    for day in ["2026-11-30", "2026-11-01", "2025-01-15", "2026-03-09"] {
        let world = demo(day);
        let plan = &world.plans[0];
        let month: NaiveDate = format!("{}-01", &day[..7]).parse().unwrap();
        assert_eq!(plan.ready_to_assign(month), Some(86_400), "{day}");
        let below: Vec<_> = plan
            .categories
            .iter()
            .filter(|category| !matches!(category.role, Role::ReadyToAssign | Role::Uncategorized))
            .filter(|category| plan.category_month(month, category.id).unwrap().balance < 0)
            .map(|category| {
                (
                    category.name.as_str(),
                    plan.category_month(month, category.id).unwrap().balance,
                )
            })
            .collect();
        assert_eq!(below, [("Eating Out", -22_500)], "{day}");
    }
}

#[test]
fn it_is_large_enough_to_be_real_and_small_enough_to_start_at_once() {
    let world = demo("2026-11-30");
    let rows = world.plans[0].transactions.len();
    assert!((1_800..=2_600).contains(&rows), "{rows} rows");
}

#[test]
fn every_kind_of_target_schedule_and_row_is_there() {
    let world = demo("2026-11-30");
    let plan = &world.plans[0];
    let kinds: HashSet<_> = plan
        .categories
        .iter()
        .filter_map(|c| c.target.as_ref())
        .map(|t| t.kind)
        .collect();
    assert_eq!(kinds.len(), TargetKind::ALL.len());
    let frequencies: HashSet<_> = plan
        .scheduled
        .iter()
        .filter(|row| !row.deleted())
        .map(|r| r.frequency)
        .collect();
    assert_eq!(frequencies.len(), Frequency::ALL.len());
    let count =
        |test: &dyn Fn(&crate::sim::Transaction) -> bool| plan.transactions.iter().filter(|row| test(row)).count();
    assert!(count(&|row| row.is_split()) >= 30);
    assert!(count(&|row| !row.approved) >= 9);
    assert_eq!(count(&|row| row.flag.as_deref() == Some("")), 1);
    assert!(count(&|row| row.debt_transaction_type.is_some()) > 100);
    assert_eq!(count(&|row| row.id.contains('_')), 2);
    assert_eq!(plan.groups.iter().filter(|group| group.deleted).count(), 1);
    assert!(plan.category_named("Gym").unwrap().hidden);
}
