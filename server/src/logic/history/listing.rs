//! What became of each operation, for a list of them.

use std::collections::BTreeSet;

use super::{WhyNot, find, redone_by};
use crate::domain::history::History;
use crate::domain::ids::OperationId;
use crate::domain::operation::{EffectState, GroupRecord, Operation};

/// Whether what an operation did is still in effect, as far as the journal tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// All of it is.
    InEffect,
    /// A part of it is.
    PartlyInEffect,
    /// It was undone.
    Undone,
    /// Nothing of it reached YNAB, or all of it was put back at once.
    NotApplied,
    /// Nobody knows yet; the next write on the plan reads YNAB and settles it.
    Unknown,
}

/// What the list says of one operation.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// Whether it is still in effect.
    pub fate: Fate,
    /// How many changes it was to make.
    pub changes: usize,
    /// How many of them it made.
    pub applied: usize,
    /// The operations that undid it, oldest first.
    pub undone_by: Vec<&'a OperationId>,
    /// Which operation an undo of it acts on: itself, or the redo in its place; or why it cannot be undone.
    pub undo: Result<&'a OperationId, WhyNot>,
    /// The redo in its place, also one that cannot be undone.
    pub redone_by: Option<&'a OperationId>,
}

/// Some operations, the newest first, without the `skipped` newest ones and at most `most` of them.
pub fn newest_first(history: &History, skipped: usize, most: usize) -> Vec<Entry<'_>> {
    let operations = history.operations.iter().rev().skip(skipped).take(most);
    operations.map(|operation| entry(history, operation)).collect()
}

fn entry<'a>(history: &'a History, operation: &'a Operation) -> Entry<'a> {
    let records = operation.groups.iter().flat_map(|group| &group.effects);
    let made = |state| matches!(state, EffectState::Applied | EffectState::Matched);
    let applied = records.filter(|record| made(record.state)).count();
    let undone_by = operation.groups.iter().filter_map(|group| group.undone_by.as_ref());
    let undone_by: BTreeSet<_> = undone_by.map(|group| &group.operation_id).collect();
    let in_order = history.operations.iter().map(|other| &other.operation_id);
    let undo = find(history, &operation.operation_id).map(|found| &found.operation_id);
    let redone_by = match &undo {
        Ok(found) => Some(*found).filter(|found| **found != operation.operation_id),
        Err(_) => redone_by(history, &operation.operation_id).map(|redo| &redo.operation_id),
    };
    Entry {
        operation,
        fate: fate(history, operation, applied),
        changes: operation.groups.iter().map(|group| group.effects.len()).sum(),
        applied,
        undone_by: in_order.filter(|id| undone_by.contains(id)).collect(),
        undo,
        redone_by,
    }
}

fn fate(history: &History, operation: &Operation, applied: usize) -> Fate {
    if history.undone_by_python.contains(&operation.operation_id) {
        return Fate::Undone;
    }
    if operation.unsettled() {
        return Fate::Unknown;
    }
    if operation.groups.is_empty() {
        // The Python version told that it did something of which no more is known here.
        return Fate::InEffect;
    }
    if applied == 0 {
        return Fate::NotApplied;
    }
    let made = |group: &&GroupRecord| group.effects.iter().any(|record| record.state == EffectState::Applied);
    let mut made = operation.groups.iter().filter(made);
    if !made.clone().any(|_| true) {
        return Fate::InEffect;
    }
    match operation.groups.iter().filter(|group| group.in_effect()).count() {
        0 => Fate::Undone,
        _ if made.all(|group| group.in_effect() && group.is_whole()) => Fate::InEffect,
        _ => Fate::PartlyInEffect,
    }
}

#[cfg(test)]
mod tests;
