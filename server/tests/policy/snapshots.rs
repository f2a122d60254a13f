//! Each tool as the agent sees it, in a file: a change of a name, a type, a hint or a word shows in review as a readable
//! difference. And what the definitions cost an agent.
//!
//! `AVENIR_SNAPSHOTS=write cargo test -p avenir-mcp --test policy snapshots` writes the files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::served::{definitions, text};

/// Set to `write`, it rewrites the files instead of comparing.
const VARIABLE: &str = "AVENIR_SNAPSHOTS";

/// What all definitions may take as JSON, in bytes, with writes on and with writes off.
const ALL_BYTES: [(bool, usize); 2] = [(true, 72_000), (false, 48_000)];

/// What names, descriptions and arguments may take of that: the part that every client hands to its model.
const CORE_BYTES: usize = 32_000;

/// The longest description, and the most that they may have on average, in characters.
const DESCRIPTION: (usize, usize) = (700, 400);

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/tools")
}

/// A file for each tool as it is with writes on, and one more for each that reads otherwise with writes off.
fn snapshots() -> BTreeMap<String, String> {
    let name = |tool: &Value| text(tool, "/name").to_owned();
    let shown = |tool: &Value| format!("{tool:#}\n");
    let on = definitions(true);
    let mut files = on
        .iter()
        .map(|tool| (format!("{}.json", name(tool)), shown(tool)))
        .collect::<BTreeMap<_, _>>();
    for tool in definitions(false) {
        if !on.contains(&tool) {
            files.insert(format!("{}.writes-off.json", name(&tool)), shown(&tool));
        }
    }
    files
}

/// The first lines in which two texts differ.
fn difference(stored: &str, now: &str) -> String {
    let (mut old, mut new) = (stored.lines(), now.lines());
    loop {
        match (old.next(), new.next()) {
            (None, None) => return "the ends of their lines".to_owned(),
            (one, other) if one != other => {
                return format!(
                    "\n  - {}\n  + {}",
                    one.unwrap_or("(nothing)"),
                    other.unwrap_or("(nothing)")
                );
            }
            _ => {}
        }
    }
}

/// What stands between the files and the tools.
fn differences(stored: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> Vec<String> {
    let mut found = Vec::new();
    for (name, text) in now {
        match stored.get(name) {
            None => found.push(format!("{name} is missing")),
            Some(old) if old != text => found.push(format!("{name} differs: {}", difference(old, text))),
            Some(_) => {}
        }
    }
    let stale = stored.keys().filter(|name| !now.contains_key(*name));
    found.extend(stale.map(|name| format!("{name} is of no tool")));
    found
}

#[test]
fn missing_stale_and_different_files_are_told_apart() {
    let files = |files: &[(&str, &str)]| {
        let files = files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        files.collect::<BTreeMap<_, _>>()
    };
    let stored = files(&[("a", "1\n2\n"), ("b", "1\n"), ("c", "1\n")]);
    let now = files(&[("a", "1\n3\n"), ("b", "1\n"), ("d", "1\n")]);
    assert_eq!(
        differences(&stored, &now),
        ["a differs: \n  - 2\n  + 3", "d is missing", "c is of no tool"]
    );
}

#[test]
fn every_tool_is_as_its_file_shows_it() {
    let now = snapshots();
    if std::env::var(VARIABLE).is_ok_and(|value| value == "write") {
        let _ = fs::remove_dir_all(folder());
        fs::create_dir_all(folder()).expect("a folder");
        for (name, text) in &now {
            fs::write(folder().join(name), text).expect("a file");
        }
        return;
    }
    let mut stored = BTreeMap::new();
    for entry in fs::read_dir(folder()).into_iter().flatten() {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        stored.insert(name, fs::read_to_string(path).expect("text"));
    }
    let found = differences(&stored, &now);
    assert!(
        found.is_empty(),
        "{}\nIf that is meant: {VARIABLE}=write cargo test -p avenir-mcp --test policy snapshots",
        found.join("\n")
    );
}

/// Of one definition: all of it, and its name, description and arguments alone.
fn bytes(tool: &Value) -> (usize, usize) {
    let size = |part: &str| tool[part].to_string().len();
    (
        tool.to_string().len(),
        size("name") + size("description") + size("inputSchema"),
    )
}

#[test]
fn definitions_cost_an_agent_no_more_than_was_agreed() {
    for (writes, limit) in ALL_BYTES {
        let listed = definitions(writes);
        let mut told = String::new();
        let (mut all, mut core, mut words) = (0, 0, 0);
        for tool in &listed {
            let ((whole, of_core), name) = (bytes(tool), text(tool, "/name"));
            let described = text(tool, "/description").chars().count();
            assert!(described <= DESCRIPTION.0, "{name}: {described} characters");
            let _ = write!(
                told,
                "\n{name}: {whole} bytes, {of_core} of them name, description and arguments"
            );
            (all, core, words) = (all + whole, core + of_core, words + described);
        }
        println!(
            "writes {writes}: {all} bytes of {limit}, {core} of {CORE_BYTES} in names, descriptions and arguments{told}"
        );
        assert!(all <= limit, "writes {writes}: {all} bytes of {limit}{told}");
        assert!(
            core <= CORE_BYTES,
            "writes {writes}: {core} bytes of {CORE_BYTES}{told}"
        );
        assert!(
            words <= DESCRIPTION.1 * listed.len(),
            "writes {writes}: {words} characters"
        );
    }
}
