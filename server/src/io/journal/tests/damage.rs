//! What a crash, a full disk, a stranger or odd rights do to the journal.

use std::fs::{self, OpenOptions};
use std::io::Write;

use super::*;
use crate::domain::history::{JournalFile, SkipReason, Unreadable};
use crate::io::journal::JournalError;

fn append(scene: &Scene, bytes: &[u8]) {
    OpenOptions::new()
        .append(true)
        .open(scene.ours())
        .unwrap()
        .write_all(bytes)
        .unwrap();
}

fn skipped(scene: &Scene) -> Vec<(usize, SkipReason)> {
    scene
        .history()
        .unreadable
        .iter()
        .map(|line| (line.line, line.why))
        .collect()
}

fn ids(history: &History) -> Vec<OperationId> {
    history
        .operations
        .iter()
        .map(|found| found.operation_id.clone())
        .collect()
}

#[test]
fn a_line_that_was_cut_off_swallows_none_after_it() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    let whole = fs::read(scene.ours()).unwrap();
    append(&scene, &whole[..whole.len() / 3]);
    assert_eq!(skipped(&scene), [(3, SkipReason::Foreign)]);
    apply(&scene.journal, &intent(2, vec![moved()]));
    assert_eq!(ids(&scene.history()), [operation(1), operation(2)]);
    assert_eq!(skipped(&scene), [(3, SkipReason::Foreign)]);
}

#[test]
fn a_whole_line_without_its_line_break_counts() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    let mut bytes = fs::read(scene.ours()).unwrap();
    bytes.pop();
    fs::write(scene.ours(), bytes).unwrap();
    assert!(scene.history().operations[0].in_effect());
    apply(&scene.journal, &intent(2, vec![moved()]));
    assert_eq!(ids(&scene.history()), [operation(1), operation(2)]);
    assert_eq!(skipped(&scene), []);
}

#[test]
fn foreign_lines_are_skipped_and_told() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    append(
        &scene,
        b"\n  \nnot json\n[1]\n{}\n{\"sum\":7,\"entry\":{}}\n\xff\xfe\0\n\"\xe2\x82\"\nno line break",
    );
    apply(&scene.journal, &intent(2, vec![moved()]));
    assert_eq!(ids(&scene.history()), [operation(1), operation(2)]);
    let foreign = [5, 6, 7, 8, 9, 10, 11].map(|line| (line, SkipReason::Foreign));
    assert_eq!(skipped(&scene), foreign);
}

#[test]
fn a_damaged_line_in_the_middle_is_skipped_and_told() {
    let scene = Scene::new();
    for number in 1..=3 {
        apply(&scene.journal, &intent(number, vec![moved()]));
    }
    let text = fs::read_to_string(scene.ours()).unwrap();
    let damaged: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(line, text)| {
            if line == 2 {
                text.replace("80000", "80001")
            } else {
                text.to_owned()
            }
        })
        .collect();
    fs::write(scene.ours(), damaged.join("\n")).unwrap();
    assert_eq!(ids(&scene.history()), [operation(1), operation(3)]);
    assert_eq!(skipped(&scene), [(3, SkipReason::Damaged), (4, SkipReason::Orphan)]);
}

#[test]
fn a_line_of_ten_megabytes_is_only_a_line() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    append(&scene, &vec![b'['; 10_000_000]);
    apply(&scene.journal, &intent(2, vec![moved()]));
    assert_eq!(ids(&scene.history()), [operation(1), operation(2)]);
    assert_eq!(skipped(&scene), [(3, SkipReason::Foreign)]);
}

#[test]
fn a_folder_in_the_file_s_place_is_an_error_before_anything_is_asked() {
    let scene = Scene::new();
    fs::create_dir_all(scene.ours()).unwrap();
    let refused = scene.journal.check_writable().unwrap_err();
    assert!(
        matches!(&refused, JournalError::Unwritable { path, .. } if *path == scene.ours()),
        "{refused}"
    );
    assert!(matches!(
        scene.journal.begin(&intent(1, vec![])),
        Err(JournalError::Unwritable { .. })
    ));
    assert!(matches!(
        scene.journal.history(&plan()),
        Err(JournalError::UnreadableFile { .. })
    ));
}

#[test]
fn a_file_in_the_folder_s_place_is_an_error() {
    let scene = Scene::new();
    fs::write(scene.folder.path().join("avenir-mcp"), "").unwrap();
    assert!(matches!(
        scene.journal.check_writable(),
        Err(JournalError::Unwritable { .. })
    ));
}

#[test]
fn checking_makes_the_file_and_writes_no_line() {
    let scene = Scene::new();
    scene.journal.check_writable().unwrap();
    assert_eq!(fs::read(scene.ours()).unwrap(), b"");
}

#[test]
fn a_damaged_neighbour_does_not_hide_our_own_operations() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    fs::create_dir(scene.python()).unwrap();
    let history = scene.history();
    assert!(history.operations[0].in_effect());
    let whole_file = Unreadable {
        file: JournalFile::Python,
        line: 0,
        why: SkipReason::Unopened,
    };
    assert_eq!(history.unreadable, [whole_file]);
    assert!(matches!(
        scene.journal.mark_python_undone(&operation(1)),
        Err(JournalError::Unwritable { .. })
    ));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;
    use std::process::Command;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn loosen(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn only_the_owner_reads_it_and_loose_rights_are_tightened() {
        let scene = Scene::new();
        let folder = scene.folder.path().join("avenir-mcp");
        scene.journal.check_writable().unwrap();
        assert_eq!((mode(&folder), mode(&scene.ours())), (0o700, 0o600));
        loosen(&folder, 0o755);
        loosen(&scene.ours(), 0o644);
        apply(&scene.journal, &intent(1, vec![moved()]));
        assert_eq!((mode(&folder), mode(&scene.ours())), (0o700, 0o600));
    }

    #[test]
    fn a_folder_that_the_person_named_keeps_its_rights_and_a_missing_one_is_private() {
        let folder = tempfile::tempdir().unwrap();
        loosen(folder.path(), 0o755);
        let path = folder.path().join("made/for/it.jsonl");
        Journal::open(JournalPaths::named(path.clone()))
            .check_writable()
            .unwrap();
        let beside = Journal::open(JournalPaths::named(folder.path().join("own.jsonl")));
        beside.check_writable().unwrap();
        assert_eq!(mode(folder.path()), 0o755);
        assert_eq!(
            (mode(&folder.path().join("made")), mode(&folder.path().join("made/for"))),
            (0o700, 0o700)
        );
        assert_eq!(mode(&path), 0o600);
    }

    #[test]
    fn a_link_is_followed_and_kept() {
        let scene = Scene::new();
        let target = scene.folder.path().join("elsewhere.jsonl");
        fs::create_dir(scene.folder.path().join("avenir-mcp")).unwrap();
        fs::write(&target, "").unwrap();
        loosen(&target, 0o644);
        symlink(&target, scene.ours()).unwrap();
        apply(&scene.journal, &intent(1, vec![moved()]));
        assert!(scene.history().operations[0].in_effect());
        assert!(fs::symlink_metadata(scene.ours()).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap().lines().count(), 2);
        assert_eq!(mode(&target), 0o600);
    }

    #[test]
    fn a_pipe_is_refused_and_not_waited_for() {
        let scene = Scene::new();
        fs::create_dir(scene.folder.path().join("avenir-mcp")).unwrap();
        assert!(Command::new("mkfifo").arg(scene.ours()).status().unwrap().success());
        assert!(matches!(
            scene.journal.check_writable(),
            Err(JournalError::Unwritable { .. })
        ));
        assert!(matches!(
            scene.journal.history(&plan()),
            Err(JournalError::UnreadableFile { .. })
        ));
    }
}
