//! What an undo puts back, leaves alone, and takes for done.

use chrono::DateTime;

use super::*;
use crate::domain::flag::FlagColor;
use crate::domain::history::History;
use crate::domain::ids::{OperationId, PlanId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::operation::{EffectRecord, GroupRecord, Origin};
use crate::domain::plan::{Cleared, Transaction};
use crate::domain::row::{Recorded, Row, RowLine};
use crate::domain::target::{Target, TargetFrequency, TargetKind};
use crate::logic::samples::{category_id, groups, row_id, split_line, transaction};

fn operation(groups: Vec<Vec<(Effect, EffectState)>>) -> Operation {
    let record = |effects: Vec<(Effect, EffectState)>| GroupRecord {
        effects: effects
            .into_iter()
            .map(|(effect, state)| EffectRecord { effect, state })
            .collect(),
        undoes: None,
        undone_by: None,
    };
    Operation {
        operation_id: OperationId::parse("aaaaaaaaaaaa").unwrap(),
        plan_id: PlanId::parse("plan-1").unwrap(),
        tool: "flag_transactions".into(),
        title: "Flags".into(),
        at: DateTime::UNIX_EPOCH,
        undo_of: None,
        groups: groups.into_iter().map(record).collect(),
        origin: Origin::Ours,
        all_known: true,
        not_undoable: None,
    }
}

/// An operation of one group whose effects are all applied.
fn applied(effects: Vec<Effect>) -> Operation {
    operation(vec![
        effects
            .into_iter()
            .map(|effect| (effect, EffectState::Applied))
            .collect(),
    ])
}

fn books(rows: &[Transaction]) -> Books {
    let groups = groups();
    let all = groups.iter().flat_map(|group| &group.categories);
    Books {
        transactions: rows.iter().map(|row| (row.id.clone(), row.clone())).collect(),
        categories: all.map(|category| (category.id.clone(), category.clone())).collect(),
        groups: groups.iter().map(|group| group.id.clone()).collect(),
        ..Books::default()
    }
}

fn flag(id: &str) -> Effect {
    Effect::Flag {
        transaction_id: row_id(id),
        before: None,
        after: Some(FlagColor::Blue),
    }
}

fn flagged(id: &str, color: Option<FlagColor>) -> Transaction {
    let mut row = transaction(id);
    row.flag = color;
    row
}

fn assigned(id: &str, before: i64, after: i64) -> Effect {
    Effect::Assigned {
        category_id: category_id(id),
        month: Month::of("2026-09-01".parse().unwrap()),
        before: Milliunits::new(before),
        after: Milliunits::new(after),
    }
}

fn holding(amounts: &[(&str, i64)]) -> Books {
    let amount = |(id, amount): &(&str, i64)| {
        let month = Month::of("2026-09-01".parse().unwrap());
        ((category_id(id), month), Milliunits::new(*amount))
    };
    Books {
        assigned: amounts.iter().map(amount).collect(),
        ..books(&[])
    }
}

fn nows(undo: &Undo) -> Vec<&Now> {
    undo.conflicts.iter().map(|conflict| &conflict.now).collect()
}

#[test]
fn each_group_is_judged_by_itself() {
    let group = |id| vec![(flag(id), EffectState::Applied)];
    let flags = operation(vec![group("stands"), group("back"), group("other"), group("gone")]);
    let held = books(&[
        flagged("stands", Some(FlagColor::Blue)),
        flagged("back", None),
        flagged("other", Some(FlagColor::Red)),
    ]);
    let undo = plan(&flags, &[0, 1, 2, 3], &held);
    let back = Effect::Flag {
        transaction_id: row_id("stands"),
        before: Some(FlagColor::Blue),
        after: None,
    };
    assert_eq!(undo.effects().collect::<Vec<_>>(), [&back]);
    let undoes = undo.groups[0].undoes.as_ref().unwrap();
    assert_eq!((undoes.operation_id.as_str(), undoes.group), ("aaaaaaaaaaaa", 0));
    assert_eq!((undo.already_back, undo.conflicts.len()), (2, 1));
    assert!(matches!(nows(&undo)[..], [Now::Other(_)]));
    // Only the groups that are named, and a place that is not there is none.
    assert_eq!(plan(&flags, &[1, 9], &held).already_back, 1);
    assert_eq!(plan(&flags, &[], &held), Undo::default());
}

#[test]
fn what_was_not_applied_is_not_taken_back() {
    let states = [
        EffectState::NotApplied,
        EffectState::TakenBack,
        EffectState::AlreadyThere,
        EffectState::Unknown,
        EffectState::Intended,
    ];
    for state in states {
        let flags = operation(vec![vec![(flag("one"), state), (flag("two"), EffectState::Applied)]]);
        let held = books(&[
            flagged("one", Some(FlagColor::Blue)),
            flagged("two", Some(FlagColor::Blue)),
        ]);
        let undo = plan(&flags, &[0], &held);
        let ids: Vec<_> = undo.effects().filter_map(Effect::transaction_id).collect();
        assert_eq!(ids, [&row_id("two")], "{state:?}");
    }
}

#[test]
fn both_sides_of_a_move_go_back_last_first_or_neither() {
    let moved = applied(vec![assigned("tennis", 80, 50), assigned("food", 120, 150)]);
    let undo = plan(&moved, &[0], &holding(&[("tennis", 50), ("food", 150)]));
    assert_eq!(
        undo.effects().cloned().collect::<Vec<_>>(),
        [assigned("food", 150, 120), assigned("tennis", 50, 80)]
    );
    for (tennis, food) in [(50, 160), (50, 120), (80, 150)] {
        let undo = plan(&moved, &[0], &holding(&[("tennis", tennis), ("food", food)]));
        assert_eq!((undo.groups.len(), undo.conflicts.len()), (0, 2), "{tennis} and {food}");
    }
    let undo = plan(&moved, &[0], &holding(&[("tennis", 50), ("food", 160)]));
    assert!(matches!(nows(&undo)[..], [Now::Ours, Now::Other(_)]));
    let undo = plan(&moved, &[0], &holding(&[("tennis", 50), ("food", 120)]));
    assert!(matches!(nows(&undo)[..], [Now::Ours, Now::Before]));
    // The money of a category that is gone went somewhere.
    let undo = plan(&moved, &[0], &holding(&[("tennis", 50)]));
    assert!(matches!(nows(&undo)[..], [Now::Ours, Now::Gone]));
    let undo = plan(&moved, &[0], &holding(&[("tennis", 80), ("food", 120)]));
    assert_eq!((undo.already_back, undo.groups.len(), undo.conflicts.len()), (2, 0, 0));
}

#[test]
fn a_row_of_which_only_the_id_was_written_down_is_compared_as_it_was_made() {
    let made = applied(vec![Effect::Created {
        transaction_id: Some(row_id("one")),
        row: Recorded::Only {
            cleared: Cleared::Cleared,
        },
        alike: vec![],
        replaces: None,
    }]);
    let row = transaction("one");
    let undo = plan(&made, &[0], &books(std::slice::from_ref(&row)));
    let deleted = Effect::Deleted {
        transaction_id: row_id("one"),
        row: Box::new(Row::of(&row)),
    };
    assert_eq!(undo.effects().collect::<Vec<_>>(), [&deleted]);
    let mut reconciled = row;
    reconciled.cleared = Cleared::Reconciled;
    let undo = plan(&made, &[0], &books(&[reconciled]));
    assert!(undo.groups.is_empty() && matches!(nows(&undo)[..], [Now::Other(_)]));
    assert_eq!(plan(&made, &[0], &books(&[])).already_back, 1);
}

#[test]
fn a_split_is_taken_back_by_a_row_that_knows_the_split_as_one_that_was_there() {
    let before = Row::of(&transaction("one"));
    let lines: Vec<_> = [(-50_000, "food"), (-36_400, "tennis")]
        .map(|(amount, category)| RowLine {
            amount: Milliunits::new(amount),
            category_id: Some(category_id(category)),
            memo: None,
        })
        .into();
    let after = Row {
        lines: lines.clone(),
        ..before.clone()
    };
    let split = applied(vec![Effect::Split {
        transaction_id: row_id("one"),
        before: Box::new(before.clone()),
        after: Box::new(after.clone()),
    }]);
    let mut held = transaction("one");
    let line = |line: &RowLine| split_line(line.amount.get(), line.category_id.clone());
    held.lines = lines.iter().map(line).collect();
    let undo = plan(&split, &[0], &books(std::slice::from_ref(&held)));
    let expected = [
        Effect::Created {
            transaction_id: None,
            row: Recorded::Whole(Box::new(before)),
            alike: vec![row_id("one")],
            replaces: Some(row_id("one")),
        },
        Effect::Deleted {
            transaction_id: row_id("one"),
            row: Box::new(after),
        },
    ];
    assert_eq!(undo.effects().cloned().collect::<Vec<_>>(), expected);
    held.memo = Some("mine".into());
    assert!(plan(&split, &[0], &books(&[held])).groups.is_empty());
    assert_eq!(plan(&split, &[0], &books(&[transaction("one")])).already_back, 1);
    assert_eq!(plan(&split, &[0], &books(&[])).already_back, 1);
}

#[test]
fn what_has_no_way_back_is_named_with_why() {
    let give = applied(vec![Effect::Category {
        transaction_id: row_id("one"),
        before: Some(category_id("gone")),
        after: None,
    }]);
    let undo = plan(&give, &[0], &books(&[transaction("one")]));
    assert!(undo.groups.is_empty());
    assert_eq!(nows(&undo), [&Now::NoWayBack(Obstacle::CategoryGone)]);
}

#[test]
fn what_moves_money_is_told_first_and_sent_in_its_own_order() {
    let mark = |id: &str| Effect::Cleared {
        transaction_id: row_id(id),
        before: Cleared::Cleared,
        after: Cleared::Reconciled,
    };
    let adjustment = transaction("adjustment");
    let made = Effect::Created {
        transaction_id: Some(row_id("adjustment")),
        row: Recorded::Whole(Box::new(Row::of(&adjustment))),
        alike: vec![],
        replaces: None,
    };
    let reconciled = |id: &str| Transaction {
        cleared: Cleared::Reconciled,
        ..transaction(id)
    };
    let operation = applied(vec![made, mark("one"), mark("two")]);
    let undo = plan(
        &operation,
        &[0],
        &books(&[reconciled("one"), reconciled("two"), adjustment]),
    );
    let kinds = |effects: Vec<&Effect>| effects.into_iter().map(Effect::kind).collect::<Vec<_>>();
    assert_eq!(kinds(undo.effects().collect()), ["cleared", "cleared", "deleted"]);
    let told = undo.told();
    assert_eq!(told.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [2, 0, 1]);
    assert_eq!(
        kinds(told.into_iter().map(|(_, effect)| effect).collect()),
        ["deleted", "cleared", "cleared"]
    );
}

#[test]
fn what_could_not_be_done_again_is_known_before_it_is_undone() {
    let target = |kind, amount| Target::monthly(kind, Milliunits::new(amount));
    let set = |category: &str, kind| Effect::Target {
        category_id: category_id(category),
        before: None,
        after: Some(target(kind, 90_000)),
        request: None,
        card: false,
    };
    let both = operation(vec![
        vec![(set("tennis", TargetKind::Balance), EffectState::Applied)],
        vec![(set("food", TargetKind::Spending), EffectState::Applied)],
    ]);
    let mut held = books(&[]);
    for (id, kind) in [("tennis", TargetKind::Balance), ("food", TargetKind::Spending)] {
        let category = held.categories.get_mut(&category_id(id)).unwrap();
        category.target = Some(Box::new(target(kind, 90_000)));
    }
    let undo = plan(&both, &[0, 1], &held);
    assert_eq!(undo.groups.len(), 2);
    let why = "YNAB's API cannot set the target that was there before; YNAB itself can";
    assert_eq!(undo.for_good(&held), Some((1, why.to_owned())));
    let only = plan(&both, &[1], &held);
    assert_eq!(only.for_good(&held), None);
}

#[test]
fn a_target_due_on_a_past_day_is_no_target_to_come_back_to() {
    let weekly = Target::repeating(Milliunits::new(60_000), TargetFrequency::Weekly, Some(true));
    let dated = Target::by_date(Milliunits::new(50_000), "2026-09-14".parse().unwrap(), Some(true));
    let set = applied(vec![Effect::Target {
        category_id: category_id("tennis"),
        before: Some(weekly),
        after: Some(dated.clone()),
        request: None,
        card: false,
    }]);
    let mut held = books(&[]);
    held.today = Some("2026-09-15".parse().unwrap());
    held.categories.get_mut(&category_id("tennis")).unwrap().target = Some(Box::new(dated));
    let undo = plan(&set, &[0], &held);
    let why = Obstacle::TargetPast.to_string();
    assert_eq!(undo.groups[0].no_way_back.as_ref(), Some(&why));
    assert_eq!(undo.for_good(&held), Some((1, why)));
}

#[test]
fn the_cause_is_a_later_operation_of_the_same_thing_that_still_stands() {
    let named = |name: &str, effect: Effect| Operation {
        operation_id: OperationId::parse(name).unwrap(),
        ..applied(vec![effect])
    };
    let recolor = |before, after| Effect::Flag {
        transaction_id: row_id("one"),
        before: Some(before),
        after: Some(after),
    };
    let past = History {
        operations: vec![
            applied(vec![flag("one")]),
            named("bbbbbbbbbbbb", recolor(FlagColor::Blue, FlagColor::Red)),
            named("cccccccccccc", flag("two")),
        ],
        ..History::default()
    };
    let cause = |color| {
        let held = books(&[flagged("one", Some(color)), flagged("two", Some(FlagColor::Blue))]);
        let mut undo = plan(&past.operations[0], &[0], &held);
        undo.find_causes(&past, &past.operations[0], &held);
        assert_eq!(undo.conflicts.len(), 1);
        undo.causes().first().map(ToString::to_string)
    };
    assert_eq!(cause(FlagColor::Red).as_deref(), Some("bbbbbbbbbbbb"));
    assert_eq!(cause(FlagColor::Green), None, "somebody else changed it once more");
}

#[test]
fn only_what_came_from_the_bank_comes_back_as_something_less() {
    let of_bank = |import_id: Option<&str>| {
        let row = Row {
            import_id: import_id.map(str::to_owned),
            ..Row::of(&transaction("one"))
        };
        let gone = applied(vec![Effect::Deleted {
            transaction_id: row_id("one"),
            row: Box::new(row),
        }]);
        let undo = plan(&gone, &[0], &books(&[]));
        assert_eq!(undo.groups.len(), 1);
        undo.without_import_id(&gone)
    };
    assert_eq!(of_bank(Some("YNAB:-86400:2026-09-12:1")), 1);
    assert_eq!(of_bank(None), 0);
}
