//! The Python version's journal beside ours, and its lines in ours.

use std::fs;

use super::*;
use crate::domain::flag::FlagColor;
use crate::domain::history::{JournalFile, SkipReason, Unreadable};
use crate::domain::ids::PayeeId;
use crate::domain::operation::Origin;
use crate::domain::plan::Cleared;
use crate::domain::row::Recorded;
use crate::domain::target::{Target, TargetFrequency, TargetKind};

fn line(id: usize, kind: &str, rest: &str) -> String {
    format!(
        r#"{{"operation_id":"{id:012x}","plan_id":"plan-1","kind":"{kind}","applied_at":"2026-09-20T16:48:09+00:00",{rest}}}"#
    )
}

fn history_of(lines: &[String]) -> History {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    Scene::with_python(&lines).history()
}

fn effects(history: &History, operation: usize) -> Vec<Vec<Effect>> {
    let groups = &history.operations[operation].groups;
    groups
        .iter()
        .map(|group| group.effects.iter().map(|record| record.effect.clone()).collect())
        .collect()
}

fn flag(transaction: &str, before: Option<FlagColor>, after: Option<FlagColor>) -> Effect {
    Effect::Flag {
        transaction_id: TransactionId::parse(transaction).unwrap(),
        before,
        after,
    }
}

#[test]
fn its_four_kinds_become_effects_in_groups() {
    let history = history_of(&[
        line(
            1,
            "budget",
            r#""moves":[],"details":{"month":"2026-09-01","category_id":"food","from":120000,"to":150000}"#,
        ),
        line(
            2,
            "move",
            r#""moves":[],"details":{"month":"2026-09-01","changes":[{"category_id":"tennis","from":80000,"to":50000},{"category_id":"food","from":-5,"to":29995}]}"#,
        ),
        line(
            3,
            "categorize",
            r#""moves":[{"transaction_id":"t1","from_category_id":null,"to_category_id":"food"},{"transaction_id":"t2","from_category_id":"food","to_category_id":null}],"details":{}"#,
        ),
        line(
            4,
            "flag",
            r#""moves":[],"details":{"changes":[{"transaction_id":"t1","from":null,"to":"red"},{"transaction_id":"t2","from":"blue","to":""}]}"#,
        ),
    ]);
    assert_eq!(history.unreadable, []);
    assert_eq!(effects(&history, 0), [[assigned("food", 120_000, 150_000)]]);
    assert_eq!(
        effects(&history, 1),
        [[assigned("tennis", 80_000, 50_000), assigned("food", -5, 29_995)]]
    );
    assert_eq!(
        effects(&history, 2),
        [
            [category("t1", None, Some("food"))],
            [category("t2", Some("food"), None)]
        ]
    );
    assert_eq!(
        effects(&history, 3),
        [
            [flag("t1", None, Some(FlagColor::Red))],
            [flag("t2", Some(FlagColor::Blue), None)]
        ]
    );
    for found in &history.operations {
        assert!(found.in_effect() && !found.unsettled(), "{found:?}");
        assert_eq!(
            (found.origin, &found.not_undoable, &found.plan_id),
            (Origin::Python, &None, &plan())
        );
        assert_eq!(found.at.to_rfc3339(), "2026-09-20T16:48:09+00:00");
    }
    let titles: Vec<&str> = history.operations.iter().map(|found| found.title.as_str()).collect();
    let expected = [
        "Set the assigned amount of a category",
        "Moved money between two categories",
        "Recategorised 2 transaction(s)",
        "Changed the flag of 2 transaction(s)",
    ];
    assert_eq!(titles, expected);
}

fn target_set(category_id: CategoryId, before: Option<Target>, after: Option<Target>) -> Effect {
    Effect::Target {
        category_id,
        before,
        after,
        request: None,
        card: false,
    }
}

#[test]
fn rows_names_and_targets_are_read_as_what_they_were() {
    let history = history_of(&[
        line(1, "create", r#""moves":[],"details":{"transaction_ids":["t1","t2"]}"#),
        line(
            2,
            "reconcile",
            r#""moves":[],"details":{"account_id":"a","reconciled_ids":["t1","t3"],"adjustment_id":"t3"}"#,
        ),
        line(
            3,
            "payee",
            r#""moves":[],"details":{"payee_id":"p","from":"a","to":"b"}"#,
        ),
        line(
            4,
            "target",
            r#""moves":[],"details":{"category_id":"food","undo":{"goal_target":120000,"goal_frequency":"weekly","goal_needs_whole_amount":false},"after":"150.00 by 2027-06-01"}"#,
        ),
        line(
            5,
            "target",
            r#""moves":[],"details":{"category_id":"card","undo":{"goal_target":90000},"after":"95.50 (monthly funding)"}"#,
        ),
        line(
            6,
            "target",
            r#""moves":[],"details":{"category_id":"food","undo":{"goal_target":null},"after":"no target"}"#,
        ),
        line(
            7,
            "target",
            r#""moves":[],"details":{"category_id":"food","undo":{},"after":"none"}"#,
        ),
    ]);
    let made = |id: &str, cleared| Effect::Created {
        transaction_id: Some(TransactionId::parse(id).unwrap()),
        row: Recorded::Only { cleared },
        alike: vec![],
        replaces: None,
    };
    let food = |id: &str| CategoryId::parse(id).unwrap();
    let milliunits = Milliunits::new;
    let expected = vec![
        vec![made("t1", Cleared::Cleared)],
        vec![made("t2", Cleared::Cleared)],
        vec![
            made("t3", Cleared::Reconciled),
            Effect::Cleared {
                transaction_id: TransactionId::parse("t1").unwrap(),
                before: Cleared::Cleared,
                after: Cleared::Reconciled,
            },
        ],
        vec![Effect::PayeeName {
            payee_id: PayeeId::parse("p").unwrap(),
            before: "a".to_owned(),
            after: "b".to_owned(),
        }],
        vec![target_set(
            food("food"),
            Some(Target::repeating(
                milliunits(120_000),
                TargetFrequency::Weekly,
                Some(false),
            )),
            Some(Target::by_date(
                milliunits(150_000),
                "2027-06-01".parse().unwrap(),
                None,
            )),
        )],
        vec![target_set(
            food("card"),
            Some(Target::monthly(TargetKind::MonthlyFunding, milliunits(90_000))),
            Some(Target::monthly(TargetKind::MonthlyFunding, milliunits(95_500))),
        )],
        vec![target_set(food("food"), None, None)],
    ];
    let groups = history.operations.iter().flat_map(|operation| &operation.groups);
    let effects = groups.map(|group| {
        group
            .effects
            .iter()
            .map(|record| record.effect.clone())
            .collect::<Vec<_>>()
    });
    assert_eq!(effects.collect::<Vec<_>>(), expected);
    let last = history.operations.last().unwrap();
    assert_eq!(
        last.not_undoable.as_deref(),
        Some("it was made by a version that this one does not know")
    );
    assert_eq!(history.unreadable, []);
}

#[test]
fn unknown_kinds_and_broken_details_are_listed_and_not_undone() {
    let history = history_of(&[
        line(1, "teleport", r#""moves":[]"#),
        line(2, "budget", r#""moves":[]"#),
        line(
            3,
            "budget",
            r#""details":{"month":"2026-9","category_id":"food","from":1,"to":2}"#,
        ),
        line(
            4,
            "budget",
            r#""details":{"month":"2026-09-01","category_id":"../food","from":1,"to":2}"#,
        ),
        line(
            5,
            "budget",
            r#""details":{"month":"2026-09-01","category_id":"food","from":1.5,"to":2}"#,
        ),
        line(
            6,
            "move",
            r#""details":{"month":"2026-09-01","changes":[{"category_id":"food","from":1,"to":2}]}"#,
        ),
        line(7, "categorize", r#""moves":[]"#),
        line(
            8,
            "categorize",
            r#""moves":[{"transaction_id":"t/1","from_category_id":null,"to_category_id":"food"}]"#,
        ),
        line(
            9,
            "flag",
            r#""details":{"changes":[{"transaction_id":"t1","to":"red"}]}"#,
        ),
        line(10, "Te\\u0000le\\nport", r#""moves":[]"#),
    ]);
    assert_eq!(history.unreadable, []);
    assert_eq!(history.operations.len(), 10);
    for found in &history.operations {
        assert_eq!(
            found.not_undoable.as_deref(),
            Some("it was made by a version that this one does not know"),
            "{found:?}"
        );
        assert_eq!(found.groups, []);
    }
    assert_eq!(history.operations[9].tool, "unknown");
}

#[test]
fn a_plan_that_was_never_resolved_is_shown_in_every_plan() {
    let budget = r#""kind":"budget","applied_at":"2026-09-20T16:48:09+00:00","details":{"month":"2026-09-01","category_id":"food","from":1,"to":2}"#;
    let scene = Scene::with_python(&[
        &format!(r#"{{"operation_id":"00000000000a","plan_id":"last-used",{budget}}}"#),
        &format!(r#"{{"operation_id":"00000000000b","budget_id":"plan-1",{budget}}}"#),
        &format!(r#"{{"operation_id":"00000000000c","plan_id":"plan-2",{budget}}}"#),
        &format!(r#"{{"operation_id":"00000000000d","plan_id":"../plan",{budget}}}"#),
    ]);
    let history = scene.history();
    let listed: Vec<(&str, bool)> = history
        .operations
        .iter()
        .map(|found| (found.operation_id.as_str(), found.not_undoable.is_none()))
        .collect();
    assert_eq!(listed, [("00000000000a", false), ("00000000000b", true)]);
    assert_eq!(
        history.operations[0].not_undoable.as_deref(),
        Some("it was made for the plan that was used last then, and its journal does not tell which one that was")
    );
    assert_eq!(
        history.plan_unknown.iter().map(OperationId::as_str).collect::<Vec<_>>(),
        ["00000000000a"]
    );
    assert_eq!(
        history.unreadable,
        [Unreadable {
            file: JournalFile::Python,
            line: 4,
            why: SkipReason::Incomplete
        }]
    );
    let all = scene.journal.history_of_all_plans().unwrap();
    assert_eq!(all.operations.len(), 2);
}

fn categorized(id: usize) -> String {
    line(
        id,
        "categorize",
        r#""moves":[{"transaction_id":"t1","from_category_id":null,"to_category_id":"food"}]"#,
    )
}

#[test]
fn its_own_mark_is_an_undo_that_tells_no_more() {
    let history = history_of(&[
        categorized(1),
        line(2, "create", r#""details":{"transaction_ids":["t1"]}"#),
        r#"{"undone":"000000000001"}"#.into(),
        r#"{"undone":"000000000002"}"#.into(),
        r#"{"undone":"00000000ffff"}"#.into(),
        r#"{"undone":7}"#.into(),
    ]);
    assert!(!history.operations[0].in_effect());
    assert_eq!(
        history.undone_by_python.into_iter().collect::<Vec<_>>(),
        [operation(1), operation(2)]
    );
    assert_eq!(
        history.unreadable,
        [Unreadable {
            file: JournalFile::Python,
            line: 6,
            why: SkipReason::Incomplete
        }]
    );
}

#[test]
fn our_undo_of_its_operation_tells_more_than_the_mark_beside_it() {
    let scene = Scene::with_python(&[&categorized(1)]);
    let undone_by = |scene: &Scene| scene.history().operations[0].groups[0].undone_by.clone();
    apply(&scene.journal, &undo(2, 1, 0));
    scene.journal.mark_python_undone(&operation(1)).unwrap();
    assert_eq!(
        undone_by(&scene),
        Some(GroupRef {
            operation_id: operation(2),
            group: 0
        })
    );
    assert!(scene.history().undone_by_python.is_empty());
    apply(&scene.journal, &undo(3, 2, 0));
    let history = scene.history();
    assert_eq!(history.operations[0].groups[0].undone_by, None);
    assert!(history.operations[0].in_effect(), "redone, whatever the mark says");
}

#[test]
fn a_mark_counts_when_our_undo_was_never_applied() {
    let scene = Scene::with_python(&[&categorized(1), r#"{"undone":"000000000001"}"#]);
    scene.journal.begin(&undo(2, 1, 0)).unwrap();
    let history = scene.history();
    assert!(!history.operations[0].in_effect());
    assert!(history.undone_by_python.contains(&operation(1)));
}

#[test]
fn nothing_but_its_own_mark_is_ever_added_to_its_file() {
    let scene = Scene::with_python(&[]);
    let torn = format!("{}\n{{\"operation_id\":\"0000", categorized(1));
    fs::write(scene.python(), &torn).unwrap();
    scene.journal.mark_python_undone(&operation(1)).unwrap();
    scene.journal.mark_python_undone(&operation(1)).unwrap();
    apply(&scene.journal, &intent(2, vec![moved()]));
    assert_eq!(
        fs::read_to_string(scene.python()).unwrap(),
        torn + "\n{\"undone\":\"000000000001\"}\n"
    );
}

#[test]
fn without_its_file_no_mark_is_written() {
    let scene = Scene::new();
    scene.journal.mark_python_undone(&operation(1)).unwrap();
    assert!(!scene.python().exists());
}

#[test]
fn its_lines_in_a_named_file_are_read_and_undone_by_our_lines_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("both.jsonl");
    fs::write(&path, categorized(1) + "\n").unwrap();
    let journal = Journal::open(JournalPaths::named(path.clone()));
    apply(&journal, &undo(2, 1, 0));
    journal.mark_python_undone(&operation(1)).unwrap();
    let history = journal.history(&plan()).unwrap();
    assert_eq!(history.operations[0].origin, Origin::Python);
    assert!(history.operations[0].groups[0].undone_by.is_some());
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 3);
}

#[test]
fn both_files_are_one_history_by_time_and_a_clock_set_back_breaks_no_undo() {
    let late = categorized(7).replace("2026-09-20T16:48:09+00:00", "2026-12-01T00:00:00.25+02:00");
    let naive = categorized(8).replace("2026-09-20T16:48:09+00:00", "2026-12-01T00:00:00");
    let scene = Scene::with_python(&[&categorized(6), &late, &naive]);
    apply(&scene.journal, &intent(1, vec![moved()]));
    apply(&scene.journal, &undo(2, 7, 0));
    let history = scene.history();
    let order: Vec<&str> = history
        .operations
        .iter()
        .map(|found| &found.operation_id.as_str()[11..])
        .collect();
    assert_eq!(order, ["6", "1", "2", "7", "8"]);
    assert_eq!(
        history.operations[3].groups[0].undone_by,
        Some(GroupRef {
            operation_id: operation(2),
            group: 0
        })
    );
}
