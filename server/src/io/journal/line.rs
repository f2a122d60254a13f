//! One line of the journal: an entry with the checksum of its text, so that a damaged line is seen and skipped.
//!
//! `{"sum":"0123456789abcdef","entry":{"line":"intent","format":1,…}}`: the sum is the first 16 hexadecimal digits of the
//! SHA-256 of the entry's exact text. An entry says its kind in `line` and its format's number in `format`; a kind or a
//! number that this version does not know belongs to a newer one.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::super::digest::short_sha256;
use super::python::{self, PythonLine};
use crate::domain::effect::{Effect, GroupRef};
use crate::domain::history::SkipReason;
use crate::domain::ids::{OperationId, PlanId};
use crate::domain::operation::{EffectState, Intent};

/// The format that this version writes, and the highest that it reads.
const FORMAT: u32 = 1;

/// What is written of an outcome.
#[derive(Debug, Serialize)]
pub struct Outcome<'a> {
    /// The operation whose effects it tells of.
    pub operation_id: &'a OperationId,
    /// When it was known.
    pub at: DateTime<Utc>,
    /// What became of the effects.
    pub effects: &'a [crate::domain::operation::EffectOutcome],
    /// What a person who reads the file may want to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'a str>,
}

/// What a line says.
#[derive(Debug, PartialEq)]
pub enum Entry {
    /// An operation was begun.
    Intent(IntentRead),
    /// Effects of an operation have become something.
    Outcome(OutcomeRead),
    /// A line of the Python version.
    Python(PythonLine),
}

/// An intent as read: what a newer version put in it and this one does not know is left out, not refused.
#[derive(Debug, PartialEq, Deserialize)]
pub struct IntentRead {
    /// As in [`Intent`].
    pub operation_id: OperationId,
    /// As in [`Intent`].
    pub plan_id: PlanId,
    /// As in [`Intent`].
    pub tool: String,
    /// As in [`Intent`].
    pub title: String,
    /// As in [`Intent`].
    pub at: DateTime<Utc>,
    /// As in [`Intent`].
    pub undo_of: Option<OperationId>,
    /// As in [`Intent`].
    pub groups: Vec<GroupRead>,
}

/// A group as read.
#[derive(Debug, PartialEq, Deserialize)]
pub struct GroupRead {
    /// Its effects in their places.
    pub effects: Vec<Known<Effect>>,
    /// The group that it takes back.
    pub undoes: Option<GroupRef>,
    /// Why it could not be taken back, as far as was known then.
    pub no_way_back: Option<String>,
}

/// An outcome as read.
#[derive(Debug, PartialEq, Deserialize)]
pub struct OutcomeRead {
    /// The operation whose effects it tells of.
    pub operation_id: OperationId,
    /// What became of the effects.
    pub effects: Vec<EffectOutcomeRead>,
}

/// What became of one effect, as read.
#[derive(Debug, PartialEq, Deserialize)]
pub struct EffectOutcomeRead {
    /// The group's place in the operation.
    pub group: usize,
    /// The effect's place in the group.
    pub effect: usize,
    /// What became of it; what a newer version calls by a name of its own is unknown here, and settled by reading YNAB.
    pub state: Known<EffectState>,
    /// The effect as YNAB answered it.
    pub actual: Option<Known<Effect>>,
}

/// A value of a kind that this version knows, or any other.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Known<T> {
    /// Of a known kind.
    Yes(T),
    /// Of a kind that a newer version added.
    No(serde::de::IgnoredAny),
}

impl<T> Known<T> {
    /// The value, when it is known.
    pub fn into_option(self) -> Option<T> {
        match self {
            Self::Yes(value) => Some(value),
            Self::No(_) => None,
        }
    }
}

#[derive(Serialize)]
struct Line<'a> {
    sum: String,
    entry: &'a RawValue,
}

#[derive(Deserialize)]
struct LineRead<'a> {
    sum: String,
    #[serde(borrow)]
    entry: &'a RawValue,
}

#[derive(Serialize)]
struct Tagged<'a, T> {
    line: &'a str,
    format: u32,
    #[serde(flatten)]
    content: &'a T,
}

#[derive(Deserialize)]
struct Tag {
    line: String,
    format: u32,
}

/// The line of an intent, with its line break.
pub fn intent_line(intent: &Intent) -> Result<Vec<u8>, serde_json::Error> {
    write("intent", intent)
}

/// The line of an outcome, with its line break.
pub fn outcome_line(outcome: &Outcome<'_>) -> Result<Vec<u8>, serde_json::Error> {
    write("outcome", outcome)
}

fn write<T: Serialize>(line: &str, content: &T) -> Result<Vec<u8>, serde_json::Error> {
    let entry = serde_json::value::to_raw_value(&Tagged {
        line,
        format: FORMAT,
        content,
    })?;
    let mut bytes = serde_json::to_vec(&Line {
        sum: short_sha256(&[entry.get().as_bytes()]),
        entry: &entry,
    })?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Reads one line, given without its line break; an empty one says nothing.
pub fn read(line: &[u8]) -> Result<Option<Entry>, SkipReason> {
    let text = std::str::from_utf8(line).map_err(|_| SkipReason::Foreign)?.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match serde_json::from_str::<LineRead<'_>>(text) {
        Ok(line) if line.sum != short_sha256(&[line.entry.get().as_bytes()]) => Err(SkipReason::Damaged),
        Ok(line) => read_entry(line.entry.get()).map(Some),
        Err(_) => python::read(text).map(|line| Some(Entry::Python(line))),
    }
}

fn read_entry(text: &str) -> Result<Entry, SkipReason> {
    let tag: Tag = serde_json::from_str(text).map_err(|_| SkipReason::Newer)?;
    let entry = match (tag.line.as_str(), tag.format) {
        ("intent", FORMAT) => serde_json::from_str(text).map(Entry::Intent),
        ("outcome", FORMAT) => serde_json::from_str(text).map(Entry::Outcome),
        _ => return Err(SkipReason::Newer),
    };
    entry.map_err(|_| SkipReason::Incomplete)
}
