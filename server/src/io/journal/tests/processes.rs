//! Several processes on one journal, and one that may write no more. Each child is this test program with one test.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::*;
use crate::domain::history::SkipReason;
use crate::io::journal::JournalError;

/// Tells a child where the journal is, and which number it has.
const FOLDER: &str = "AVENIR_TEST_JOURNAL_FOLDER";
const CHILD: &str = "AVENIR_TEST_JOURNAL_CHILD";

const OPERATIONS_OF_A_CHILD: usize = 15;

fn child_test(name: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", &format!("io::journal::tests::processes::{name}")])
        .stdout(Stdio::null());
    command
}

/// Nothing when the test was not started as a child.
fn journal_of_child() -> Option<Journal> {
    let folder = env::var_os(FOLDER)?;
    Some(Journal::open(JournalPaths::in_state_folder(Path::new(&folder))))
}

/// A child that does not outlive the test, however it ends.
struct Child(std::process::Child);

impl Child {
    fn succeeded(mut self) -> bool {
        self.0.wait().unwrap().success()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // One that has ended already cannot be ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn child_that_appends() {
    let Some(journal) = journal_of_child() else { return };
    let child: usize = env::var(CHILD).unwrap().parse().unwrap();
    for number in 0..OPERATIONS_OF_A_CHILD {
        // Longer than a page, so that it could be torn between two others.
        let groups = (0..60).map(|_| moved()).collect();
        apply(&journal, &intent(child * 1000 + number, groups));
    }
}

#[test]
fn processes_and_threads_that_append_at_once_lose_no_line_and_tear_none() {
    let scene = Scene::new();
    let folder = scene.folder.path().join("avenir-mcp");
    let child = |number: usize| {
        let mut command = child_test("child_that_appends");
        Child(
            command
                .env(FOLDER, &folder)
                .env(CHILD, number.to_string())
                .spawn()
                .unwrap(),
        )
    };
    let mut children = [child(1), child(2)];
    std::thread::scope(|scope| {
        for number in [3, 4] {
            let journal = Journal::open(JournalPaths::in_state_folder(&folder));
            scope.spawn(move || {
                for place in 0..OPERATIONS_OF_A_CHILD {
                    apply(&journal, &intent(number * 1000 + place, vec![moved()]));
                }
            });
        }
        while children.iter_mut().any(|child| child.0.try_wait().unwrap().is_none()) {
            assert_eq!(scene.history().unreadable, [], "a reader never sees half a line");
        }
    });
    assert!(children.into_iter().all(Child::succeeded));
    let history = scene.history();
    assert_eq!(history.unreadable, []);
    assert_eq!(history.operations.len(), 4 * OPERATIONS_OF_A_CHILD);
    assert!(
        history
            .operations
            .iter()
            .all(|found| found.in_effect() && !found.unsettled())
    );
    for number in 1..=4 {
        let of_one = history.operations.iter().filter(|found| {
            let id = usize::from_str_radix(found.operation_id.as_str(), 16).unwrap();
            id / 1000 == number
        });
        assert_eq!(of_one.count(), OPERATIONS_OF_A_CHILD, "writer {number}");
    }
}

#[test]
fn a_reader_waits_for_the_line_that_is_being_written() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    let whole = fs::read(scene.ours()).unwrap();
    let (first, rest) = whole.split_at(whole.len() - 20);
    let mut file = OpenOptions::new()
        .write(true)
        .truncate(true)
        .open(scene.ours())
        .unwrap();
    file.lock().unwrap();
    file.write_all(first).unwrap();
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| scene.history());
        // Time for a reader that does not wait to come back with half a line; one that waits is let go either way.
        std::thread::sleep(Duration::from_millis(20));
        file.write_all(rest).unwrap();
        file.unlock().unwrap();
        let history = reader.join().unwrap();
        assert_eq!(history.unreadable, []);
        assert!(history.operations[0].in_effect());
    });
}

#[test]
fn a_lock_that_is_never_given_back_is_an_error_and_no_end_of_waiting() {
    let scene = Scene::new();
    apply(&scene.journal, &intent(1, vec![moved()]));
    // As by a process that was stopped in the middle of a line.
    let file = OpenOptions::new().append(true).open(scene.ours()).unwrap();
    file.lock().unwrap();
    let refused = scene.journal.begin(&intent(2, vec![moved()])).unwrap_err().to_string();
    assert!(
        refused.contains("cannot be written (another process has been holding it for too long)"),
        "{refused}"
    );
    file.unlock().unwrap();
    assert_eq!(scene.history().operations.len(), 1);
    apply(&scene.journal, &intent(3, vec![moved()]));
    assert_eq!(scene.history().operations.len(), 2);
}

#[test]
fn child_that_runs_out_of_space() {
    let Some(journal) = journal_of_child() else { return };
    let mut written = 0;
    let refused = loop {
        match journal.begin(&intent(written, vec![moved()])) {
            Ok(()) => written += 1,
            Err(refused) => break refused,
        }
    };
    assert!(matches!(refused, JournalError::Unwritable { .. }));
    assert!(written > 0);
    let text = fs::read_to_string(Path::new(&env::var_os(FOLDER).unwrap()).join("operations.jsonl")).unwrap();
    assert!(text.ends_with('\n'), "the piece that fitted is taken off again");
    assert_eq!(text.lines().count(), written);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_line() {
    let scene = Scene::new();
    let folder = scene.folder.path().join("avenir-mcp");
    // A file may not grow beyond some kilobytes: the write that would cross it is cut short, then refused.
    let child = child_test("child_that_runs_out_of_space");
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\""])
        .arg(child.get_program())
        .args(child.get_args());
    assert!(
        limited
            .env(FOLDER, &folder)
            .stdout(Stdio::null())
            .status()
            .unwrap()
            .success()
    );
    let before = scene.history();
    assert!(!before.operations.is_empty(), "the child ran");
    assert_eq!(before.unreadable, []);
    apply(&scene.journal, &intent(9999, vec![moved()]));
    let after = scene.history();
    assert_eq!(after.operations.len(), before.operations.len() + 1);
    assert_eq!(after.unreadable, []);
}

#[test]
fn child_that_appends_for_ever() {
    let Some(journal) = journal_of_child() else { return };
    for number in 1.. {
        apply(&journal, &intent(number, (0..200).map(|_| moved()).collect()));
    }
}

#[test]
fn a_killed_writer_leaves_a_journal_that_goes_on() {
    let scene = Scene::new();
    let mut command = child_test("child_that_appends_for_ever");
    let mut child = Child(
        command
            .env(FOLDER, scene.folder.path().join("avenir-mcp"))
            .spawn()
            .unwrap(),
    );
    while fs::metadata(scene.ours()).map_or(0, |found| found.len()) < 200_000 {
        assert!(
            child.0.try_wait().unwrap().is_none(),
            "the child goes on until it is killed"
        );
        std::thread::yield_now();
    }
    drop(child);
    let before = scene.history().operations.len();
    assert!(before > 1);
    apply(&scene.journal, &intent(0, vec![moved()]));
    let history = scene.history();
    assert_eq!(history.operations.len(), before + 1, "the lock ended with its holder");
    assert!(history.unreadable.iter().all(|line| line.why == SkipReason::Foreign));
    assert!(history.unreadable.len() <= 1);
}
