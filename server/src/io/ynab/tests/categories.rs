//! Categories made and changed, and their targets, against the stand-in.

use chrono::NaiveDate;

use super::standin::{Stage, day};
use super::*;
use crate::domain::ids::{CategoryGroupId, CategoryId};
use crate::domain::money::Milliunits;
use crate::domain::plan::{Category, GroupRole};
use crate::domain::target::{Target, TargetFrequency, TargetKind, TargetRequest};

pub(super) async fn create(stage: &Stage, group: &CategoryGroupId, name: &str) -> Result<Category, WriteError> {
    let (mut reservation, meter) = stage.sending();
    let writer = &stage.bench.writer;
    writer
        .create_category(&stage.plan, group, name, &mut reservation, &meter)
        .await
}

pub(super) async fn update(stage: &Stage, patch: &CategoryPatch) -> Result<Category, WriteError> {
    let (mut reservation, meter) = stage.sending();
    let writer = &stage.bench.writer;
    writer
        .update_category(&stage.plan, &stage.category(), patch, &mut reservation, &meter)
        .await
}

/// The category as the list has it at the next read.
pub(super) async fn listed(stage: &Stage, id: &CategoryId) -> Option<Category> {
    let groups = stage.bench.call().categories(&stage.plan).await.unwrap();
    let mut all = groups.iter().flat_map(|group| &group.categories);
    all.find(|category| category.id == *id).cloned()
}

/// A second group.
pub(super) fn group(stage: &Stage, name: &str) -> CategoryGroupId {
    let id = stage.sim.edit(|plan| plan.add_group(name)).unwrap();
    CategoryGroupId::parse(&id.to_string()).unwrap()
}

#[tokio::test]
async fn a_new_category_is_in_its_group_at_the_next_read() {
    let stage = Stage::new();
    assert!(listed(&stage, &stage.category()).await.is_some());
    let fun = group(&stage, "Fun");
    let made = create(&stage, &fun, "Games").await.unwrap();
    assert_eq!(
        stage.sent(),
        (
            "POST /categories".to_owned(),
            json!({ "category": { "category_group_id": fun.as_str(), "name": "Games" } })
        )
    );
    assert_eq!((made.name.raw(), made.group_name.raw()), ("Games", "Fun"));
    assert_eq!((&made.group_id, made.role), (&fun, GroupRole::Ordinary));
    assert_eq!((made.assigned.get(), &made.target), (0, &None));
    assert_eq!(listed(&stage, &made.id).await, Some(made));
}

#[tokio::test]
async fn a_category_is_renamed_and_moved_and_only_what_changes_is_sent() {
    let stage = Stage::new();
    let (before, fun) = (listed(&stage, &stage.category()).await.unwrap(), group(&stage, "Fun"));
    let mut patch = CategoryPatch {
        name: Change::Set("First".to_owned()),
        ..CategoryPatch::default()
    };
    patch.add(CategoryPatch {
        name: Change::Set("Housing".to_owned()),
        ..CategoryPatch::default()
    });
    let renamed = update(&stage, &patch).await.unwrap();
    let target = format!("PATCH /categories/{}", stage.category());
    assert_eq!(stage.sent(), (target, json!({ "category": { "name": "Housing" } })));
    let expected = Category {
        name: "Housing".into(),
        ..before
    };
    assert_eq!(renamed, expected);
    let move_it = CategoryPatch {
        group: Change::Set(fun.clone()),
        ..CategoryPatch::default()
    };
    let moved = update(&stage, &move_it).await.unwrap();
    assert_eq!(
        stage.sent().1,
        json!({ "category": { "category_group_id": fun.as_str() } })
    );
    let expected = Category {
        group_id: fun,
        group_name: "Fun".into(),
        ..expected
    };
    assert_eq!(moved, expected);
    assert_eq!(listed(&stage, &stage.category()).await, Some(expected));
    patch.add(move_it);
    update(&stage, &patch).await.unwrap();
    assert_eq!(stage.sent().1["category"].as_object().unwrap().len(), 2);
}

fn set(
    amount: i64,
    frequency: Option<TargetFrequency>,
    date: Option<NaiveDate>,
    whole_amount: Option<bool>,
) -> TargetRequest {
    TargetRequest::Set {
        amount: Milliunits::new(amount),
        frequency,
        date,
        whole_amount,
    }
}

fn spending(amount: i64, cadence: i32, every: Option<i32>) -> Target {
    Target {
        kind: TargetKind::Spending,
        amount: Milliunits::new(amount),
        whole_amount: Some(true),
        cadence: Some(cadence),
        every,
        day: None,
        date: None,
    }
}

#[tokio::test]
async fn every_target_that_can_be_set_comes_back_as_it_was_set() {
    let stage = Stage::new();
    assert_eq!(listed(&stage, &stage.category()).await.unwrap().target, None);
    let date = day("2027-06-30");
    let cases = [
        (
            set(100_000, None, None, None),
            json!({ "goal_target": 100_000 }),
            Some(spending(100_000, 1, Some(1))),
        ),
        (
            set(20_000, Some(TargetFrequency::Weekly), None, Some(false)),
            json!({ "goal_target": 20_000, "goal_frequency": "weekly", "goal_needs_whole_amount": false }),
            Some(Target {
                whole_amount: Some(false),
                day: Some(0),
                ..spending(20_000, 2, Some(1))
            }),
        ),
        (
            set(600_000, Some(TargetFrequency::Yearly), None, Some(true)),
            json!({ "goal_target": 600_000, "goal_frequency": "yearly", "goal_needs_whole_amount": true }),
            Some(Target {
                date: Some(day("2026-12-31")),
                ..spending(600_000, 13, Some(1))
            }),
        ),
        (
            set(30_000, Some(TargetFrequency::Monthly), None, None),
            json!({ "goal_target": 30_000, "goal_frequency": "monthly" }),
            Some(spending(30_000, 1, Some(1))),
        ),
        (
            set(900_000, None, Some(date), None),
            json!({ "goal_target": 900_000, "goal_target_date": "2027-06-30" }),
            Some(Target {
                date: Some(date),
                ..spending(900_000, 0, None)
            }),
        ),
        (TargetRequest::Remove, json!({ "goal_target": null }), None),
    ];
    for (request, sent, target) in cases {
        let patch = CategoryPatch {
            target: Change::Set(request),
            ..CategoryPatch::default()
        };
        let answered = update(&stage, &patch).await.unwrap();
        assert_eq!(stage.sent().1, json!({ "category": sent }));
        assert_eq!(answered.target.as_deref(), target.as_ref(), "{sent}");
        assert_eq!(listed(&stage, &stage.category()).await, Some(answered));
    }
}
