//! What can be undone, by the histories that people make.

use chrono::DateTime;

use super::*;
use crate::domain::effect::Effect;
use crate::domain::ids::{PlanId, TransactionId};
use crate::domain::operation::{EffectRecord, EffectState, GroupRecord};

pub(super) fn id(name: &str) -> OperationId {
    OperationId::parse(name).unwrap()
}

pub(super) fn group(state: EffectState) -> GroupRecord {
    let effect = Effect::Approved {
        transaction_id: TransactionId::parse("t1").unwrap(),
        before: false,
        after: true,
    };
    GroupRecord {
        effects: vec![EffectRecord { effect, state }],
        undoes: None,
        undone_by: None,
    }
}

/// An applied operation of so many groups.
pub(super) fn operation(name: &str, groups: usize) -> Operation {
    Operation {
        operation_id: id(name),
        plan_id: PlanId::parse("plan-1").unwrap(),
        tool: "approve_transactions".into(),
        title: "Approve".into(),
        at: DateTime::UNIX_EPOCH,
        undo_of: None,
        groups: vec![group(EffectState::Applied); groups],
        origin: Origin::Ours,
        all_known: true,
        not_undoable: None,
    }
}

/// Adds an applied operation that takes back these groups of an earlier one, and says so in what it takes back: what the
/// journal's reader does.
pub(super) fn undo(history: &mut History, name: &str, of: &str, groups: &[usize]) {
    let mut undo = operation(name, groups.len());
    undo.undo_of = Some(id(of));
    for (record, of_group) in undo.groups.iter_mut().zip(groups) {
        record.undoes = Some(GroupRef {
            operation_id: id(of),
            group: *of_group,
        });
    }
    history.operations.push(undo);
    for operation in &mut history.operations {
        operation.groups.iter_mut().for_each(|group| group.undone_by = None);
    }
    for place in (0..history.operations.len()).rev() {
        let later = history.operations[place].clone();
        for (by, group) in later.groups.iter().enumerate().filter(|(_, group)| group.in_effect()) {
            let Some(undoes) = &group.undoes else { continue };
            let earlier = history
                .operations
                .iter_mut()
                .find(|found| found.operation_id == undoes.operation_id)
                .unwrap();
            earlier.groups[undoes.group].undone_by = Some(GroupRef {
                operation_id: later.operation_id.clone(),
                group: by,
            });
        }
    }
}

pub(super) fn history(operations: Vec<Operation>) -> History {
    History {
        operations,
        ..History::default()
    }
}

fn names(operations: Vec<&Operation>) -> Vec<&str> {
    operations
        .into_iter()
        .map(|found| found.operation_id.as_str())
        .collect()
}

fn found<'a>(history: &'a History, name: &str) -> Result<&'a str, WhyNot> {
    find(history, &id(name)).map(|found| found.operation_id.as_str())
}

fn already(by: &str) -> Result<&'static str, WhyNot> {
    Err(WhyNot::AlreadyUndone { by: id(by) })
}

#[test]
fn undoing_again_and_again_walks_back() {
    let mut history = history(vec![operation("a", 1), operation("b", 1), operation("c", 1)]);
    for expected in ["c", "b", "a"] {
        assert_eq!(latest_undoable(&history).unwrap().operation_id, id(expected));
        undo(&mut history, &format!("undo-{expected}"), expected, &[0]);
    }
    assert_eq!(latest_undoable(&history), None);
    assert_eq!(found(&history, "b"), already("undo-b"));
    assert_eq!(found(&history, "undo-b"), Ok("undo-b"), "named, an undo can be undone");
}

#[test]
fn a_redo_is_the_operation_once_more() {
    let mut history = history(vec![operation("a", 1), operation("b", 1)]);
    undo(&mut history, "undo", "b", &[0]);
    undo(&mut history, "redo", "undo", &[0]);
    assert_eq!(
        names(undoable(&history)),
        ["redo", "a"],
        "b itself is not offered beside its redo"
    );
    assert_eq!(found(&history, "b"), Ok("redo"));
    assert_eq!(found(&history, "undo"), already("redo"));

    undo(&mut history, "undo-2", "redo", &[0]);
    assert_eq!(names(undoable(&history)), ["a"]);
    assert_eq!(found(&history, "b"), already("undo-2"));
    assert_eq!(found(&history, "redo"), already("undo-2"));
    assert_eq!(found(&history, "undo"), Ok("undo-2"));
    assert_eq!(found(&history, "undo-2"), Ok("undo-2"));

    undo(&mut history, "redo-2", "undo-2", &[0]);
    assert_eq!(names(undoable(&history)), ["redo-2", "a"]);
    assert_eq!(found(&history, "b"), Ok("redo-2"));
}

#[test]
fn groups_that_an_undo_left_alone_can_be_undone_later() {
    let mut history = history(vec![operation("a", 3)]);
    undo(&mut history, "undo", "a", &[0, 2]);
    assert_eq!(names(undoable(&history)), ["a"]);
    assert_eq!(standing_groups(&history, &history.operations[0]), [1]);

    undo(&mut history, "redo", "undo", &[1]);
    assert_eq!(names(undoable(&history)), ["redo", "a"]);
    assert_eq!(
        standing_groups(&history, &history.operations[0]),
        [1],
        "the redo stands for the third"
    );
    assert_eq!(standing_groups(&history, &history.operations[1]), [0]);
    assert_eq!(standing_groups(&history, &history.operations[2]), [0]);
    assert_eq!(found(&history, "a"), Ok("redo"));

    undo(&mut history, "undo-2", "redo", &[0]);
    assert_eq!(found(&history, "a"), Ok("a"));
    assert_eq!(standing_groups(&history, &history.operations[0]), [1]);
}

#[test]
fn an_operation_that_cannot_be_undone_hides_none_before_it() {
    let mut created = operation("b", 0);
    created.not_undoable = Some("not yet".into());
    let mut newer = operation("c", 1);
    newer.not_undoable = Some("newer".into());
    let history = history(vec![operation("a", 1), created, newer]);
    assert_eq!(names(undoable(&history)), ["a"]);
    assert_eq!(found(&history, "b"), Err(WhyNot::NotUndoable("not yet".into())));
    assert_eq!(found(&history, "c"), Err(WhyNot::NotUndoable("newer".into())));
}

#[test]
fn every_other_reason_is_told() {
    let with = |name: &str, state| Operation {
        groups: vec![group(state)],
        ..operation(name, 0)
    };
    let mut history = history(vec![
        with("refused", EffectState::NotApplied),
        with("compensated", EffectState::TakenBack),
        with("lost", EffectState::Unknown),
        with("killed", EffectState::Intended),
        with("marked", EffectState::TakenBack),
    ]);
    history.undone_by_python.insert(id("marked"));
    assert_eq!(found(&history, "refused"), Err(WhyNot::NothingApplied));
    assert_eq!(found(&history, "compensated"), Err(WhyNot::NothingApplied));
    assert_eq!(found(&history, "lost"), Err(WhyNot::Unsettled));
    assert_eq!(found(&history, "killed"), Err(WhyNot::Unsettled));
    assert_eq!(found(&history, "marked"), Err(WhyNot::UndoneByPython));
    assert_eq!(found(&history, "missing"), Err(WhyNot::NotFound));
    assert_eq!(names(unsettled(&history)), ["lost", "killed"]);
    assert_eq!(latest_undoable(&history), None);
}

#[test]
fn an_undo_whose_operation_is_in_no_line_is_still_an_undo() {
    let mut undo = operation("undo", 1);
    undo.undo_of = Some(id("gone"));
    let history = history(vec![operation("a", 1), undo]);
    assert_eq!(names(undoable(&history)), ["a"]);
    assert_eq!(found(&history, "undo"), Ok("undo"));
}

#[test]
fn a_long_chain_of_undos_is_walked_in_one_go() {
    let mut operations = vec![operation("0", 1)];
    for number in 1..20_000_usize {
        let of = id(&(number - 1).to_string());
        let mut undo = operation(&number.to_string(), 1);
        undo.groups[0].undoes = Some(GroupRef {
            operation_id: of.clone(),
            group: 0,
        });
        undo.undo_of = Some(of);
        operations.push(undo);
    }
    // From the newest: in effect, undone, in effect, and so on.
    for number in (0..19_999_usize).rev().step_by(2) {
        operations[number].groups[0].undone_by = Some(GroupRef {
            operation_id: id(&(number + 1).to_string()),
            group: 0,
        });
    }
    let history = history(operations);
    assert_eq!(latest_undoable(&history), None, "the last of them is an undo");
    assert_eq!(found(&history, "1"), Ok("19999"));
    assert_eq!(found(&history, "0"), already("19999"));
}

#[test]
fn what_cannot_be_undone_here_is_told_down_to_what_can() {
    let mut history = History::default();
    for (name, origin, groups, reason) in [
        ("old", Origin::Python, 0, Some("made")),
        ("ours", Origin::Ours, 1, None),
        ("newer", Origin::Ours, 1, Some("newer")),
        ("failed", Origin::Ours, 0, Some("newer")),
        ("back", Origin::Python, 0, Some("made")),
        ("last", Origin::Python, 0, Some("made")),
    ] {
        history.operations.push(Operation {
            origin,
            not_undoable: reason.map(str::to_owned),
            ..operation(name, groups)
        });
    }
    history.undone_by_python.insert(id("back"));
    let told = |since: Option<&str>| -> Vec<String> {
        let since = since.map(|since| find(&history, &id(since)).unwrap());
        let found = not_undoable_since(&history, since);
        found
            .iter()
            .map(|(operation, _)| operation.operation_id.to_string())
            .collect()
    };
    assert_eq!(told(Some("ours")), ["last", "newer"]);
    assert_eq!(told(None), ["last", "newer", "old"]);
}

#[test]
fn an_operation_with_changes_of_an_unknown_kind_is_not_settled_here() {
    let unsettled_one = |name: &str, reason: Option<&str>| Operation {
        groups: vec![group(EffectState::Intended)],
        all_known: reason.is_none(),
        not_undoable: reason.map(str::to_owned),
        ..operation(name, 0)
    };
    let history = History {
        operations: vec![unsettled_one("known", None), unsettled_one("newer", Some("newer"))],
        ..History::default()
    };
    assert_eq!(unsettled(&history).len(), 1);
    assert_eq!(unsettled(&history)[0].operation_id, id("known"));
}

/// A move of two sides, its undo of which one side was made, and what brought that side back.
pub(super) fn half_undone() -> History {
    let mut past = history(vec![operation("aaaaaaaaaaaa", 1)]);
    past.operations[0].groups[0] = GroupRecord {
        effects: vec![group(EffectState::Applied).effects[0].clone(); 2],
        ..group(EffectState::Applied)
    };
    undo(&mut past, "bbbbbbbbbbbb", "aaaaaaaaaaaa", &[0]);
    let not_applied = group(EffectState::NotApplied).effects[0].clone();
    past.operations[1].groups[0].effects.push(not_applied);
    past
}

#[test]
fn an_undo_that_was_made_in_part_comes_first() {
    let past = half_undone();
    assert_eq!(names(undoable(&past)), ["bbbbbbbbbbbb"]);
    assert_eq!(found(&past, "bbbbbbbbbbbb"), Ok("bbbbbbbbbbbb"));
    let by = id("bbbbbbbbbbbb");
    assert_eq!(found(&past, "aaaaaaaaaaaa"), Err(WhyNot::UndoneInPart { by }));
}

#[test]
fn what_brings_a_part_back_takes_no_place_of_its_own() {
    let mut past = half_undone();
    undo(&mut past, "cccccccccccc", "bbbbbbbbbbbb", &[0]);
    assert_eq!(names(undoable(&past)), ["aaaaaaaaaaaa"]);
    for name in ["aaaaaaaaaaaa", "cccccccccccc"] {
        assert_eq!(found(&past, name), Ok("aaaaaaaaaaaa"));
    }
    let whole = find(&past, &id("aaaaaaaaaaaa")).unwrap();
    assert_eq!(standing_groups(&past, whole), [0]);
    undo(&mut past, "dddddddddddd", "aaaaaaaaaaaa", &[0]);
    assert_eq!(names(undoable(&past)), Vec::<&str>::new());
    let by = id("dddddddddddd");
    assert_eq!(found(&past, "cccccccccccc"), Err(WhyNot::AlreadyUndone { by }));
    undo(&mut past, "eeeeeeeeeeee", "dddddddddddd", &[0]);
    assert_eq!(names(undoable(&past)), ["eeeeeeeeeeee"]);
}
