//! Questions to the history: what can be undone, what an id leads to, and why something cannot be undone.
//!
//! An undo is an operation too, and so is the undo of an undo, a redo. Each group of an undo names the group that it takes
//! back. A group *stands* when it is in effect, nothing of it is open, and no redo has taken its place; only groups that stand can
//! be undone. An undo of which only a part was made is no undo yet: taking that part back brings the operation back as it was, and
//! nothing has taken its place.

pub mod listing;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use crate::domain::effect::GroupRef;
use crate::domain::history::History;
use crate::domain::ids::OperationId;
use crate::domain::operation::{EffectState, GroupRecord, Operation, Origin};

/// Why an operation cannot be undone, as far as the journal alone tells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhyNot {
    /// The plan's history has no such operation.
    #[error("no operation of this plan has this id")]
    NotFound,
    /// It was undone, and not redone since.
    #[error("operation {by} undid it already")]
    AlreadyUndone {
        /// The operation that undid it.
        by: OperationId,
    },
    /// An undo of it was made in part.
    #[error("operation {by} undid a part of it: undo that operation first")]
    UndoneInPart {
        /// The operation that undid a part of it.
        by: OperationId,
    },
    /// The Python version undid it and told only that.
    #[error("the Python version undid it already")]
    UndoneByPython,
    /// Nothing of it can be undone.
    #[error("{0}")]
    NotUndoable(String),
    /// What became of it is not known yet.
    #[error("what became of it is not known yet")]
    Unsettled,
    /// YNAB matched the bank's rows with rows of the person's: nothing is ours.
    #[error("YNAB matched the bank's rows with transactions that were there: part them in YNAB")]
    Matched,
    /// Nothing of it reached YNAB, or all of it was taken back at once.
    #[error("nothing of it was applied")]
    NothingApplied,
}

/// The operation to undo when none is named: the newest one of [`undoable`].
pub fn latest_undoable(history: &History) -> Option<&Operation> {
    undoable(history).into_iter().next()
}

/// The operations that can be undone without being named, newest first: those of which something stands, undos left out but
/// for those that were made in part. So undoing again and again walks back through the plan's history, and a redo counts as
/// the operation once more.
pub fn undoable(history: &History) -> Vec<&Operation> {
    let redone = redone(history);
    let mut depths: BTreeMap<&OperationId, usize> = BTreeMap::new();
    for operation in &history.operations {
        let depth = operation
            .undo_of
            .as_ref()
            .map_or(0, |undone| depths.get(undone).map_or(1, |depth| depth + 1));
        depths.insert(&operation.operation_id, depth);
    }
    let is_undo = |operation: &Operation| depths.get(&operation.operation_id).is_some_and(|depth| depth % 2 == 1);
    let newest_first = history.operations.iter().rev();
    newest_first
        .filter(|operation| !is_undo(operation) || made_in_part(operation))
        .filter(|operation| can_be_undone(operation, &redone))
        .collect()
}

/// The operation that an id means for an undo: itself, or the newest of its redos of which something stands. One that only
/// brought back the part that an undo had made means the operation that it brought back.
pub fn find<'a>(history: &'a History, id: &OperationId) -> Result<&'a Operation, WhyNot> {
    let family = operation_and_redos(history, id);
    let named = family.first().ok_or(WhyNot::NotFound)?;
    let redone = redone(history);
    if let Some(operation) = family.iter().rev().find(|operation| can_be_undone(operation, &redone)) {
        return Ok(operation);
    }
    match brought_back(history, named) {
        Some(original) => find(history, original),
        None => Err(why_not(history, named, &family)),
    }
}

/// The redo that has taken the place of an operation and is in effect, be it one that can be undone or not.
pub fn redone_by<'a>(history: &'a History, id: &OperationId) -> Option<&'a Operation> {
    let family = operation_and_redos(history, id);
    let mut redos = family.into_iter().skip(1).rev();
    redos.find(|operation| operation.in_effect())
}

/// The newest undo that is in effect and can itself be taken back, which does again what it undid.
pub fn latest_redoable(history: &History) -> Option<&Operation> {
    let redone = redone(history);
    let mut newest_first = history.operations.iter().rev();
    newest_first.find(|operation| operation.undo_of.is_some() && can_be_undone(operation, &redone))
}

/// The places of the operation's groups that stand: an undo of it acts on these.
pub fn standing_groups(history: &History, operation: &Operation) -> Vec<usize> {
    standing(operation, &redone(history))
}

/// The operations of which some effect's fate is not known yet, oldest first. One with effects of a kind that is not known
/// here is left to the version that made it: the places of the others would not be told right.
pub fn unsettled(history: &History) -> Vec<&Operation> {
    let operations = history.operations.iter();
    operations
        .filter(|operation| operation.unsettled() && operation.all_known)
        .collect()
}

/// The operations of which something was not found right after it was sent, and may have arrived since: for ten minutes, longer than
/// any request is under way.
pub fn maybe_late(history: &History, now: DateTime<Utc>) -> Vec<&Operation> {
    let not_found = |operation: &Operation| {
        let mut records = operation.groups.iter().flat_map(|group| &group.effects);
        records.any(|record| record.state == EffectState::NotFound)
    };
    let operations = history.operations.iter();
    operations
        .filter(|operation| now <= arrives_until(operation) && operation.all_known && not_found(operation))
        .collect()
}

/// Until when a request of the operation may still arrive.
pub fn arrives_until(operation: &Operation) -> DateTime<Utc> {
    const LATE: TimeDelta = TimeDelta::minutes(10);
    operation.at + LATE
}

/// The operations that are newer than this one, or all of them, and cannot be undone here although nobody has undone them;
/// newest first, each with why not.
pub fn not_undoable_since<'a>(history: &'a History, since: Option<&Operation>) -> Vec<(&'a Operation, &'a str)> {
    let newest_first = history.operations.iter().rev();
    newest_first
        .take_while(|operation| since.is_none_or(|since| since.operation_id != operation.operation_id))
        .filter(|operation| !history.undone_by_python.contains(&operation.operation_id))
        .filter(|operation| operation.origin == Origin::Python || operation.in_effect())
        .filter_map(|operation| operation.not_undoable.as_deref().map(|why| (operation, why)))
        .collect()
}

/// The groups that do not stand though they are in effect. Where an undo was made whole, and was itself taken back, the redo
/// has taken the place of what was undone; where it was made in part, what brought that part back has no place of its own.
fn redone(history: &History) -> BTreeSet<&GroupRef> {
    let groups = history.operations.iter().flat_map(|operation| &operation.groups);
    let taken_back = groups.filter_map(|group| Some((group, group.undoes.as_ref()?, group.undone_by.as_ref()?)));
    taken_back
        .map(|(group, undone, redo)| if group.is_whole() { undone } else { redo })
        .collect()
}

/// The earlier operation that this one brought back as it was, by taking back an undo that was made in part.
fn brought_back<'a>(history: &'a History, operation: &Operation) -> Option<&'a OperationId> {
    let earlier = |id: &OperationId| {
        let before = history
            .operations
            .iter()
            .take_while(|other| other.operation_id != operation.operation_id);
        before.into_iter().find(|other| other.operation_id == *id)
    };
    let undo = earlier(operation.undo_of.as_ref()?)?;
    let in_part = operation.in_effect() && undo.groups.iter().any(|group| !group.is_whole());
    undo.undo_of
        .as_ref()
        .filter(|original| in_part && earlier(original).is_some())
}

/// Whether some group of it is in effect, and only a part of it.
fn made_in_part(operation: &Operation) -> bool {
    operation
        .groups
        .iter()
        .any(|group| group.in_effect() && !group.is_whole())
}

fn standing(operation: &Operation, redone: &BTreeSet<&GroupRef>) -> Vec<usize> {
    let stands = |place: usize| {
        let operation_id = operation.operation_id.clone();
        !redone.contains(&GroupRef {
            operation_id,
            group: place,
        })
    };
    let groups = operation.groups.iter().enumerate();
    groups
        .filter(|(place, group)| group.in_effect() && !group.unsettled() && stands(*place))
        .map(|(place, _)| place)
        .collect()
}

fn can_be_undone(operation: &Operation, redone: &BTreeSet<&GroupRef>) -> bool {
    operation.not_undoable.is_none() && !standing(operation, redone).is_empty()
}

/// The operation, then its redos, oldest first; nothing when there is no such operation.
fn operation_and_redos<'a>(history: &'a History, id: &OperationId) -> Vec<&'a Operation> {
    let mut depths: BTreeMap<&OperationId, usize> = BTreeMap::new();
    let mut family = Vec::new();
    for operation in &history.operations {
        let depth = match &operation.undo_of {
            _ if operation.operation_id == *id => Some(0),
            Some(undone) => depths.get(undone).map(|depth| depth + 1),
            None => None,
        };
        let Some(depth) = depth else { continue };
        depths.insert(&operation.operation_id, depth);
        if depth % 2 == 0 {
            family.push(operation);
        }
    }
    family
}

fn why_not(history: &History, named: &Operation, family: &[&Operation]) -> WhyNot {
    if history.undone_by_python.contains(&named.operation_id) {
        return WhyNot::UndoneByPython;
    }
    let mut groups = family.iter().rev().flat_map(|operation| &operation.groups);
    let undone_by = groups.find_map(|group| group.undone_by.as_ref());
    // Where a redo has taken its place, what keeps the redo from being undone counts.
    let in_place = family.iter().rev().find(|operation| operation.in_effect());
    let reason = in_place.and_then(|operation| operation.not_undoable.as_ref());
    match (undone_by, reason.or(named.not_undoable.as_ref())) {
        (Some(by), _) if made_whole(history, by) => WhyNot::AlreadyUndone {
            by: by.operation_id.clone(),
        },
        (Some(by), _) => WhyNot::UndoneInPart {
            by: by.operation_id.clone(),
        },
        (None, Some(reason)) => WhyNot::NotUndoable(reason.clone()),
        (None, None) if named.unsettled() => WhyNot::Unsettled,
        (None, None) if named.any(EffectState::Matched) => WhyNot::Matched,
        (None, None) => WhyNot::NothingApplied,
    }
}

/// Whether the group that a reference means was made whole.
fn made_whole(history: &History, group: &GroupRef) -> bool {
    let mut operations = history.operations.iter();
    let found = operations.find(|operation| operation.operation_id == group.operation_id);
    let found = found.and_then(|operation| operation.groups.get(group.group));
    found.is_none_or(GroupRecord::is_whole)
}

#[cfg(test)]
mod tests;
