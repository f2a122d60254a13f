use super::super::tests::{group, half_undone, history, id, operation, undo};
use super::*;

/// Id, fate, changes made of those to make, and what an undo acts on.
type Listed<'a> = (&'a str, Fate, usize, usize, Result<&'a str, String>);

fn listed(past: &History) -> Vec<Listed<'_>> {
    let entries = newest_first(past, 0, usize::MAX).into_iter();
    entries
        .map(|entry| {
            let undo = entry.undo.map(OperationId::as_str).map_err(|why| why.to_string());
            let id = entry.operation.operation_id.as_str();
            (id, entry.fate, entry.applied, entry.changes, undo)
        })
        .collect()
}

#[test]
fn the_newest_comes_first_and_pages_follow_each_other() {
    let past = history(["a", "b", "c", "d"].map(|name| operation(name, 1)).into());
    let ids = |skipped, most| {
        let page = newest_first(&past, skipped, most).into_iter();
        page.map(|entry| entry.operation.operation_id.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(0, 3), ["d", "c", "b"]);
    assert_eq!(ids(3, 3), ["a"]);
    assert_eq!(ids(4, 3), Vec::<&str>::new());
}

#[test]
fn an_undo_and_its_undo_are_told_apart() {
    let mut past = history(vec![operation("aaaaaaaaaaaa", 2)]);
    undo(&mut past, "bbbbbbbbbbbb", "aaaaaaaaaaaa", &[0]);
    assert_eq!(
        listed(&past),
        [
            ("bbbbbbbbbbbb", Fate::InEffect, 1, 1, Ok("bbbbbbbbbbbb")),
            ("aaaaaaaaaaaa", Fate::PartlyInEffect, 2, 2, Ok("aaaaaaaaaaaa")),
        ]
    );
    undo(&mut past, "cccccccccccc", "aaaaaaaaaaaa", &[1]);
    assert_eq!(listed(&past)[2].1, Fate::Undone);
    assert_eq!(
        newest_first(&past, 2, 1)[0].undone_by,
        [&id("bbbbbbbbbbbb"), &id("cccccccccccc")]
    );
    undo(&mut past, "dddddddddddd", "bbbbbbbbbbbb", &[0]);
    let [redo, second, first, original] = &listed(&past)[..] else {
        panic!()
    };
    assert_eq!((redo.1, &redo.4), (Fate::InEffect, &Ok("dddddddddddd")));
    assert_eq!(second.1, Fate::InEffect);
    assert_eq!(first.1, Fate::Undone);
    assert_eq!(original.4, Ok("dddddddddddd"), "the redo stands in its place");
}

#[test]
fn a_half_is_a_part_and_nothing_is_nothing() {
    let past = half_undone();
    assert_eq!(
        listed(&past)[0],
        ("bbbbbbbbbbbb", Fate::PartlyInEffect, 1, 2, Ok("bbbbbbbbbbbb"))
    );
    for (state, fate, why) in [
        (EffectState::NotApplied, Fate::NotApplied, "nothing of it was applied"),
        (EffectState::TakenBack, Fate::NotApplied, "nothing of it was applied"),
        (
            EffectState::Unknown,
            Fate::Unknown,
            "what became of it is not known yet",
        ),
        (
            EffectState::Intended,
            Fate::Unknown,
            "what became of it is not known yet",
        ),
    ] {
        let mut past = history(vec![operation("a", 1)]);
        past.operations[0].groups = vec![group(state)];
        assert_eq!(listed(&past), [("a", fate, 0, 1, Err(why.to_owned()))]);
    }
}

#[test]
fn rows_that_were_refused_are_no_part_of_what_was_done() {
    let mut past = history(vec![operation("a", 3)]);
    past.operations[0].groups[1] = group(EffectState::NotApplied);
    assert_eq!(listed(&past), [("a", Fate::InEffect, 2, 3, Ok("a"))]);
}

#[test]
fn what_the_python_version_undid_is_undone() {
    let mut past = history(vec![operation("a", 1)]);
    past.undone_by_python.insert(id("a"));
    past.operations[0].not_undoable = Some("it was done elsewhere".into());
    let entry = &newest_first(&past, 0, 1)[0];
    assert_eq!((entry.fate, &entry.undo), (Fate::Undone, &Err(WhyNot::UndoneByPython)));
}

#[test]
fn an_operation_that_was_redone_says_by_which_and_why_that_one_cannot_be_undone() {
    let mut past = history(vec![operation("aaaaaaaaaaaa", 1)]);
    undo(&mut past, "bbbbbbbbbbbb", "aaaaaaaaaaaa", &[0]);
    undo(&mut past, "cccccccccccc", "bbbbbbbbbbbb", &[0]);
    past.operations[2].not_undoable = Some("it cannot come back".into());
    let entries = newest_first(&past, 0, 3);
    let why = Err(WhyNot::NotUndoable("it cannot come back".into()));
    assert_eq!((entries[2].fate, &entries[2].undo), (Fate::InEffect, &why));
    assert_eq!(entries[2].redone_by, Some(&id("cccccccccccc")));
    assert_eq!((&entries[0].undo, entries[0].redone_by), (&why, None));
}

#[test]
fn the_newest_undo_that_stands_is_the_one_to_do_again() {
    let mut past = history(vec![operation("aaaaaaaaaaaa", 1), operation("eeeeeeeeeeee", 1)]);
    let latest = |past: &History| super::super::latest_redoable(past).map(|undo| undo.operation_id.clone());
    assert_eq!(latest(&past), None);
    undo(&mut past, "bbbbbbbbbbbb", "aaaaaaaaaaaa", &[0]);
    undo(&mut past, "cccccccccccc", "eeeeeeeeeeee", &[0]);
    assert_eq!(latest(&past), Some(id("cccccccccccc")));
    past.operations[3].not_undoable = Some("no way".into());
    assert_eq!(latest(&past), Some(id("bbbbbbbbbbbb")));
}
