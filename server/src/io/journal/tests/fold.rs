//! Intents and outcomes become operations.

use std::fs;

use super::*;
use crate::domain::history::SkipReason;
use crate::domain::operation::{EffectRecord, Origin};
use crate::io::digest::short_sha256;

#[test]
fn nothing_was_done_before_the_first_line() {
    let scene = Scene::new();
    assert_eq!(scene.history(), History::default());
    assert!(!scene.ours().exists(), "reading makes no file");
}

#[test]
fn an_intent_without_an_outcome_is_unsettled() {
    let scene = Scene::new();
    scene.journal.begin(&intent(1, vec![moved()])).unwrap();
    let history = scene.history();
    assert_eq!(history.operations.len(), 1);
    let found = &history.operations[0];
    assert_eq!(
        (&found.operation_id, &found.plan_id, found.origin),
        (&operation(1), &plan(), Origin::Ours)
    );
    assert_eq!((found.tool.as_str(), found.at), ("move_money", at(1)));
    assert_eq!(found.title, "Move 30.00 from Tennis to Restaurants");
    assert!(found.unsettled() && !found.in_effect());
    assert_eq!(history.unreadable, []);
}

#[test]
fn the_latest_outcome_wins_and_an_actual_value_replaces_the_effect() {
    let scene = Scene::new();
    scene.journal.begin(&intent(1, vec![moved()])).unwrap();
    let first = [outcome(0, 0, EffectState::Applied), outcome(0, 1, EffectState::Unknown)];
    scene.journal.outcome(&operation(1), at(2), &first, None).unwrap();
    let answered = assigned("food", 120_000, 149_990);
    let second = [EffectOutcome {
        actual: Some(answered.clone()),
        ..outcome(0, 1, EffectState::Applied)
    }];
    scene
        .journal
        .outcome(&operation(1), at(3), &second, Some("read again"))
        .unwrap();
    let expected = vec![
        EffectRecord {
            effect: assigned("tennis", 80_000, 50_000),
            state: EffectState::Applied,
        },
        EffectRecord {
            effect: answered,
            state: EffectState::Applied,
        },
    ];
    assert_eq!(scene.history().operations[0].groups[0].effects, expected);
    assert!(
        fs::read_to_string(scene.ours())
            .unwrap()
            .contains(r#""note":"read again""#)
    );
}

#[test]
fn an_undo_takes_back_a_group_and_its_own_undo_gives_it_back() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved(), moved()]));
    let undone_by = |history: &History, operation: usize, group: usize| {
        history.operations[operation].groups[group]
            .undone_by
            .as_ref()
            .map(|by| (by.operation_id.clone(), by.group))
    };

    scene.journal.begin(&undo(2, 1, 1)).unwrap();
    assert_eq!(
        undone_by(&scene.history(), 0, 1),
        None,
        "an undo that was not applied undoes nothing"
    );
    let both = [outcome(0, 0, EffectState::Applied), outcome(0, 1, EffectState::Applied)];
    scene.journal.outcome(&operation(2), at(3), &both, None).unwrap();
    let history = scene.history();
    assert_eq!(undone_by(&history, 0, 0), None);
    assert_eq!(undone_by(&history, 0, 1), Some((operation(2), 0)));
    assert_eq!(history.operations[1].undo_of, Some(operation(1)));

    apply(&scene.journal, &undo(4, 2, 0));
    let history = scene.history();
    assert_eq!(undone_by(&history, 0, 1), None, "redone");
    assert_eq!(undone_by(&history, 1, 0), Some((operation(4), 0)));

    apply(&scene.journal, &undo(5, 4, 0));
    let history = scene.history();
    assert_eq!(undone_by(&history, 0, 1), Some((operation(2), 0)));
    assert_eq!(undone_by(&history, 1, 0), None);
    assert_eq!(undone_by(&history, 2, 0), Some((operation(5), 0)));
}

#[test]
fn an_undo_that_was_compensated_undoes_nothing() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    scene.journal.begin(&undo(2, 1, 0)).unwrap();
    let failed = [
        outcome(0, 0, EffectState::TakenBack),
        outcome(0, 1, EffectState::NotApplied),
    ];
    scene.journal.outcome(&operation(2), at(3), &failed, None).unwrap();
    let history = scene.history();
    assert!(history.operations[0].in_effect());
    assert!(!history.operations[1].in_effect() && !history.operations[1].unsettled());
}

#[test]
fn plans_do_not_mix() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    let other = PlanId::parse("plan-2").unwrap();
    apply(
        &scene.journal,
        &Intent {
            plan_id: other.clone(),
            ..intent(2, vec![moved()])
        },
    );
    let ids = |history: History| {
        history
            .operations
            .into_iter()
            .map(|found| found.operation_id)
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(scene.history()), [operation(1)]);
    assert_eq!(ids(scene.journal.history(&other).unwrap()), [operation(2)]);
    assert_eq!(
        ids(scene.journal.history_of_all_plans().unwrap()),
        [operation(1), operation(2)]
    );
}

#[test]
fn an_undo_of_itself_or_of_a_later_operation_undoes_nothing() {
    let scene = Scene::new();
    apply(&scene.journal, &undo(1, 1, 0));
    apply(&scene.journal, &undo(2, 3, 0));
    apply(&scene.journal, &undo(3, 2, 0));
    apply(&scene.journal, &undo(4, 9, 0));
    apply(&scene.journal, &undo(5, 1, 7));
    let history = scene.history();
    let undone: Vec<bool> = history
        .operations
        .iter()
        .map(|found| found.groups[0].undone_by.is_some())
        .collect();
    assert_eq!(undone, [false, true, false, false, false]);
}

/// An entry with its right checksum, as a newer version might write it.
fn entry(text: &str) -> String {
    format!(
        "{{\"sum\":\"{}\",\"entry\":{text}}}\n",
        short_sha256(&[text.as_bytes()])
    )
}

#[test]
fn what_a_newer_version_wrote_is_told_and_never_an_error() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    let ours = fs::read_to_string(scene.ours()).unwrap();
    let newer = [
        entry(r#"{"line":"intent","format":2,"operation_id":{"odd":1}}"#),
        entry(r#"{"line":"renumbered","format":1,"old":"t1","new":"t2"}"#),
        entry(r#"{"line":"intent","format":1,"operation_id":"00000000000x"}"#),
    ];
    fs::write(scene.ours(), format!("{}{ours}{}{}", newer[0], newer[1], newer[2])).unwrap();
    let history = scene.history();
    assert!(history.operations[0].in_effect());
    let skipped: Vec<(usize, SkipReason)> = history.unreadable.iter().map(|line| (line.line, line.why)).collect();
    assert_eq!(
        skipped,
        [
            (1, SkipReason::Newer),
            (4, SkipReason::Newer),
            (5, SkipReason::Incomplete)
        ]
    );
}

#[test]
fn an_operation_with_effects_of_a_newer_version_is_listed_and_still_takes_back_what_it_undoes() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    let newer = entry(
        r#"{"line":"intent","format":1,"operation_id":"0000000000aa","plan_id":"plan-1","tool":"undo_operation","title":"Undo","at":"2026-09-22T10:00:00Z","undo_of":"000000000001","groups":[{"effects":[{"kind":"teleport","x":[1]}],"undoes":{"operation_id":"000000000001","group":0}},{"effects":[{"kind":"approved","transaction_id":"t1","before":false,"after":true}]}],"mood":"good"}"#,
    );
    let settled = entry(
        r#"{"line":"outcome","format":1,"operation_id":"0000000000aa","at":"2026-09-22T10:00:01Z","effects":[{"group":0,"effect":0,"state":"applied","actual":{"kind":"teleport"}},{"group":1,"effect":0,"state":"queued"}]}"#,
    );
    let ours = fs::read_to_string(scene.ours()).unwrap();
    fs::write(scene.ours(), ours + &newer + &settled).unwrap();
    let history = scene.history();
    assert_eq!(history.unreadable, []);
    assert_eq!(
        history.operations[0].groups[0]
            .undone_by
            .as_ref()
            .unwrap()
            .operation_id
            .as_str(),
        "0000000000aa"
    );
    let newer = &history.operations[1];
    assert_eq!(
        newer.not_undoable.as_deref(),
        Some("a newer version made it, with changes that this one does not know")
    );
    assert_eq!(newer.groups[0].effects, []);
    assert_eq!(
        newer.groups[1].effects[0].state,
        EffectState::Unknown,
        "a state of a newer version"
    );
}

#[test]
fn a_repeated_operation_and_an_outcome_of_nothing_are_told() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    scene.journal.begin(&intent(1, vec![])).unwrap();
    scene
        .journal
        .outcome(&operation(9), at(1), &[outcome(0, 0, EffectState::Applied)], None)
        .unwrap();
    let misplaced = [
        outcome(3, 0, EffectState::Applied),
        outcome(0, 1, EffectState::NotApplied),
    ];
    scene.journal.outcome(&operation(1), at(1), &misplaced, None).unwrap();
    let history = scene.history();
    let skipped: Vec<(usize, SkipReason)> = history.unreadable.iter().map(|line| (line.line, line.why)).collect();
    assert_eq!(
        skipped,
        [
            (3, SkipReason::Repeated),
            (4, SkipReason::Orphan),
            (5, SkipReason::Orphan)
        ]
    );
    let states: Vec<EffectState> = history.operations[0].groups[0]
        .effects
        .iter()
        .map(|record| record.state)
        .collect();
    assert_eq!(
        states,
        [EffectState::Applied, EffectState::NotApplied],
        "what has a place is kept"
    );
}

#[test]
fn a_line_is_what_the_format_says() {
    let scene = Scene::new();
    let change = category("t1", None, Some("food"));
    scene
        .journal
        .begin(&Intent {
            groups: vec![Group::new(vec![change])],
            ..intent(1, vec![])
        })
        .unwrap();
    let text = r#"{"line":"intent","format":1,"operation_id":"000000000001","plan_id":"plan-1","tool":"move_money","title":"Move 30.00 from Tennis to Restaurants","at":"2026-09-21T14:13:21Z","groups":[{"effects":[{"kind":"category","transaction_id":"t1","before":null,"after":"food"}]}]}"#;
    assert_eq!(fs::read_to_string(scene.ours()).unwrap(), entry(text));
}

#[test]
fn a_reason_written_down_keeps_an_operation_from_being_undone_when_it_holds_for_all_that_was_applied() {
    let stuck = || moved().without_way_back(Some("its other side would be lost".into()));
    let reason = |groups: Vec<Group>, applied: &[usize]| {
        let scene = Scene::new();
        scene.journal.begin(&intent(1, groups)).unwrap();
        let outcomes: Vec<_> = applied
            .iter()
            .flat_map(|group| [0, 1].map(|effect| outcome(*group, effect, EffectState::Applied)))
            .collect();
        scene.journal.outcome(&operation(1), at(2), &outcomes, None).unwrap();
        scene.history().operations[0].not_undoable.clone()
    };
    let why = Some("its other side would be lost".to_owned());
    assert_eq!(reason(vec![stuck()], &[0]), why);
    assert_eq!(reason(vec![stuck(), moved()], &[0, 1]), None);
    assert_eq!(reason(vec![stuck(), moved()], &[0]), why);
    assert_eq!(reason(vec![moved()], &[0]), None);
}

fn states(history: &History, operation: usize) -> Vec<EffectState> {
    let groups = &history.operations[operation].groups;
    groups
        .iter()
        .flat_map(|group| &group.effects)
        .map(|record| record.state)
        .collect()
}

/// A move of which only the first side was found, then an undo of that side.
fn half_undone(scene: &Scene) {
    scene.journal.begin(&intent(1, vec![moved()])).unwrap();
    let half = [
        outcome(0, 0, EffectState::Applied),
        outcome(0, 1, EffectState::NotFound),
    ];
    scene.journal.outcome(&operation(1), at(1), &half, None).unwrap();
    let mut back = undo(2, 1, 0);
    back.groups[0].effects.truncate(1);
    apply(&scene.journal, &back);
}

#[test]
fn what_arrives_after_its_group_was_taken_back_is_in_effect_alone() {
    use EffectState::{Applied, NotFound, TakenBack};
    let scene = Scene::new();
    half_undone(&scene);
    let history = scene.history();
    assert_eq!(states(&history, 0), [Applied, NotFound]);
    assert!(!history.operations[0].in_effect());
    let arrived = [outcome(0, 1, Applied)];
    scene.journal.outcome(&operation(1), at(9), &arrived, None).unwrap();
    let history = scene.history();
    assert_eq!(states(&history, 0), [TakenBack, Applied]);
    assert_eq!(history.operations[0].groups[0].undone_by, None);
    assert!(history.operations[0].in_effect());
    // What took the first side back stands for itself, and is still the undo of the same operation.
    let undo = &history.operations[1];
    assert_eq!((&undo.groups[0].undoes, &undo.undo_of), (&None, &Some(operation(1))));
    assert!(undo.in_effect());
}

#[test]
fn what_had_arrived_before_it_was_taken_back_is_taken_back_with_the_rest() {
    let scene = Scene::new();
    scene.journal.begin(&intent(1, vec![moved()])).unwrap();
    for (effect, state) in [
        (0, EffectState::Applied),
        (1, EffectState::NotFound),
        (1, EffectState::Applied),
    ] {
        let told = [outcome(0, effect, state)];
        scene.journal.outcome(&operation(1), at(1), &told, None).unwrap();
    }
    apply(&scene.journal, &undo(2, 1, 0));
    let history = scene.history();
    assert_eq!(states(&history, 0), [EffectState::Applied; 2]);
    assert!(!history.operations[0].in_effect());
}

#[test]
fn what_an_undo_did_not_manage_stays_in_effect_beside_what_came_late() {
    use EffectState::{Applied, NotFound, TakenBack};
    let scene = Scene::new();
    let food = |row: &str| category(row, None, Some("food"));
    let rows = Group::new(vec![food("t1"), food("t2"), food("t3")]);
    scene.journal.begin(&intent(1, vec![rows])).unwrap();
    let told = [outcome(0, 0, Applied), outcome(0, 1, Applied), outcome(0, 2, NotFound)];
    scene.journal.outcome(&operation(1), at(1), &told, None).unwrap();
    let mut back = undo(2, 1, 0);
    let none = |row: &str| category(row, Some("food"), None);
    back.groups[0].effects = vec![none("t1"), none("t2")];
    scene.journal.begin(&back).unwrap();
    let told = [outcome(0, 0, Applied), outcome(0, 1, NotFound)];
    scene.journal.outcome(&operation(2), at(2), &told, None).unwrap();
    let late = [outcome(0, 2, Applied)];
    scene.journal.outcome(&operation(1), at(3), &late, None).unwrap();
    assert_eq!(states(&scene.history(), 0), [TakenBack, Applied, Applied]);
}

#[test]
fn an_undo_that_went_over_a_later_change_took_nothing_back() {
    let scene = Scene::new();
    apply(
        &scene.journal,
        &intent(1, vec![Group::new(vec![assigned("tennis", 80_000, 50_000)])]),
    );
    let mut back = undo(2, 1, 0);
    back.groups[0].effects.truncate(1);
    scene.journal.begin(&back).unwrap();
    let unheard = [outcome(0, 0, EffectState::NotFound)];
    scene.journal.outcome(&operation(2), at(2), &unheard, None).unwrap();
    for (before, own) in [(50_000, true), (70_000, false)] {
        let late = [EffectOutcome {
            actual: Some(assigned("tennis", before, 80_000)),
            ..outcome(0, 0, EffectState::Applied)
        }];
        let copy = Scene::new();
        fs::create_dir_all(copy.ours().parent().unwrap()).unwrap();
        fs::copy(scene.ours(), copy.ours()).unwrap();
        copy.journal.outcome(&operation(2), at(3), &late, None).unwrap();
        let history = copy.history();
        assert_eq!(history.operations[0].in_effect(), !own, "{before}");
        assert_eq!(history.operations[1].undo_of.is_some(), own, "{before}");
        assert!(history.operations[1].in_effect());
    }
}
