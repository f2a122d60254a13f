//! The journal as an outsider reads it: every line whole, every checksum right.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// What a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// What is about to be sent.
    Intent,
    /// What became of it.
    Outcome,
}

/// One line.
#[derive(Clone, Debug)]
pub struct RecordLine {
    /// What it tells.
    pub kind: LineKind,
    /// Of which operation.
    pub operation_id: String,
    /// All of it.
    pub entry: Value,
}

/// The journal of a folder.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its lines in order.
    pub lines: Vec<RecordLine>,
}

impl Record {
    /// The journal's file in a state folder.
    pub fn path(state: &Path) -> PathBuf {
        state.join("avenir-mcp/operations.jsonl")
    }

    /// Reads it; a missing one is empty.
    ///
    /// # Panics
    /// When a line is torn, damaged, or not one of the two kinds.
    pub fn read(state: &Path) -> Self {
        let text = std::fs::read_to_string(Self::path(state)).unwrap_or_default();
        assert!(text.is_empty() || text.ends_with('\n'), "the last line is torn: {text}");
        Self {
            lines: text.lines().map(line).collect(),
        }
    }

    /// The operations begun, in order.
    pub fn operations(&self) -> Vec<&str> {
        let intents = self.lines.iter().filter(|line| line.kind == LineKind::Intent);
        intents.map(|line| line.operation_id.as_str()).collect()
    }

    /// The last state told of each effect of an operation, by group and place.
    pub fn states(&self, operation_id: &str) -> BTreeMap<(u64, u64), String> {
        let mut states = BTreeMap::new();
        for line in self.lines.iter().filter(|line| line.operation_id == operation_id) {
            match line.kind {
                LineKind::Intent => {
                    let groups = line.entry["groups"].as_array().expect("groups").iter();
                    for (group, effects) in (0..).zip(groups) {
                        let effects = effects["effects"].as_array().expect("effects").len() as u64;
                        states.extend((0..effects).map(|effect| ((group, effect), "intended".to_owned())));
                    }
                }
                LineKind::Outcome => {
                    for effect in line.entry["effects"].as_array().expect("effects") {
                        let place = (
                            effect["group"].as_u64().expect("a group"),
                            effect["effect"].as_u64().expect("an effect"),
                        );
                        let state = effect["state"].as_str().expect("a state").to_owned();
                        let known = states.insert(place, state);
                        assert!(known.is_some(), "an outcome of nothing: {}", line.entry);
                    }
                }
            }
        }
        states
    }

    /// How many effects of an operation are in this state by the record.
    pub fn count(&self, operation_id: &str, state: &str) -> usize {
        let states = self.states(operation_id);
        states.values().filter(|other| *other == state).count()
    }
}

fn line(text: &str) -> RecordLine {
    let whole: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in the journal: {text}"));
    let entry = text
        .split_once(r#""entry":"#)
        .and_then(|(_, entry)| entry.strip_suffix('}'))
        .expect("an entry");
    let digest = Sha256::digest(entry.as_bytes());
    let first = digest.first_chunk().copied().unwrap_or_default();
    let sum = format!("{:016x}", u64::from_be_bytes(first));
    assert_eq!(whole["sum"], sum.as_str(), "a damaged line: {text}");
    let entry = whole["entry"].clone();
    let kind = match entry["line"].as_str() {
        Some("intent") => LineKind::Intent,
        Some("outcome") => LineKind::Outcome,
        other => panic!("a line of kind {other:?}: {text}"),
    };
    RecordLine {
        kind,
        operation_id: entry["operation_id"].as_str().expect("an operation").to_owned(),
        entry,
    }
}
