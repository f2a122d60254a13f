//! The table in the README, between two markers: compared, or written with `AVENIR_SNAPSHOTS=write`.

use std::path::PathBuf;

const BEGIN: &str = "<!-- what the tools cost: written by a test -->\n";
const END: &str = "<!-- end of what the tools cost -->\n";

/// Set to `write`, it rewrites the table instead of comparing.
const VARIABLE: &str = "AVENIR_SNAPSHOTS";

/// What to run when the table is another.
const COMMAND: &str = "AVENIR_SNAPSHOTS=write cargo test -p avenir-mcp --test it figures::requests";

/// The document with another table.
fn with_table(document: &str, table: &str) -> Option<String> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{table}{END}{after}"))
}

/// Asserts that the README has this table, or writes it there.
#[track_caller]
pub fn assert_holds(table: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let stored = std::fs::read_to_string(&path).unwrap();
    let now = with_table(&stored, table).unwrap_or_else(|| panic!("README.md has no {BEGIN}"));
    if std::env::var(VARIABLE).is_ok_and(|value| value == "write") {
        std::fs::write(&path, now).unwrap();
        return;
    }
    let differing = now.lines().zip(stored.lines()).find(|(now, stored)| now != stored);
    assert!(
        now == stored,
        "README.md says otherwise (now, stored): {differing:#?}\nIf that is meant: {COMMAND}"
    );
}

#[test]
fn only_what_stands_between_the_markers_is_written() {
    let document = format!("before\n{BEGIN}old\n{END}after\n");
    let expected = format!("before\n{BEGIN}new\n{END}after\n");
    assert_eq!(with_table(&document, "new\n"), Some(expected));
    assert_eq!(with_table("before\nafter\n", "new\n"), None);
    assert_eq!(with_table(&format!("before\n{END}{BEGIN}"), "new\n"), None);
}
