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
