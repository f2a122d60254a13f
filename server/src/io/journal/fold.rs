//! Lines into operations: outcomes are laid over intents, undo marks and undo operations over what they take back.

use std::collections::{BTreeMap, BTreeSet};

use super::folded::Folded;
use super::line::{Entry, OutcomeRead};
use super::python::PythonLine;
use crate::domain::history::{History, JournalFile, SkipReason, Unreadable};
use crate::domain::ids::{OperationId, PlanId, TransactionId};
use crate::domain::operation::{EffectState, Origin};

/// The lines of both files, gathered.
#[derive(Default)]
pub struct Fold {
    operations: Vec<Folded>,
    places: BTreeMap<OperationId, usize>,
    marks: BTreeSet<OperationId>,
    unreadable: Vec<Unreadable>,
}

impl Fold {
    /// Adds a line, in the order of its file.
    pub fn add(&mut self, file: JournalFile, line: usize, read: Result<Option<Entry>, SkipReason>) {
        let added = match read {
            Ok(None) => Ok(()),
            Ok(Some(Entry::Intent(intent))) => self.begin(Folded::from_intent(file, intent)),
            Ok(Some(Entry::Outcome(outcome))) => self.settle(outcome),
            Ok(Some(Entry::Python(PythonLine::Applied(applied)))) => self.begin(Folded::from_python(file, applied)),
            Ok(Some(Entry::Python(PythonLine::Undone(operation)))) => {
                self.marks.insert(operation);
                Ok(())
            }
            Err(why) => Err(why),
        };
        if let Err(why) = added {
            self.skip(file, line, why);
        }
    }

    /// Notes a line, or with line 0 a whole file, that tells nothing.
    pub fn skip(&mut self, file: JournalFile, line: usize, why: SkipReason) {
        self.unreadable.push(Unreadable { file, line, why });
    }

    fn begin(&mut self, folded: Folded) -> Result<(), SkipReason> {
        if self.places.contains_key(&folded.operation_id) {
            return Err(SkipReason::Repeated);
        }
        self.places.insert(folded.operation_id.clone(), self.operations.len());
        self.operations.push(folded);
        Ok(())
    }

    fn settle(&mut self, outcome: OutcomeRead) -> Result<(), SkipReason> {
        let place = self.places.get(&outcome.operation_id).ok_or(SkipReason::Orphan)?;
        let folded = self.operations.get_mut(*place).ok_or(SkipReason::Orphan)?;
        let mut all_placed = true;
        for told in outcome.effects {
            let group = folded.groups.get_mut(told.group);
            match group.and_then(|group| group.effects.get_mut(told.effect)) {
                Some(effect) => effect.become_as(told.state, told.actual),
                None => all_placed = false,
            }
        }
        if all_placed { Ok(()) } else { Err(SkipReason::Orphan) }
    }

    /// The history of the plan, or of all plans without the operations whose plan is not known.
    pub fn finish(self, plan: Option<&PlanId>) -> History {
        let (python, ours) = self
            .operations
            .into_iter()
            .partition(|folded| folded.file == JournalFile::Python);
        let mut operations = merge(python, ours);
        let undone_by_python = apply_marks(&mut operations, self.marks);
        link_undone(&mut operations);
        follow_replaced(&mut operations);
        let unplanned = operations.iter().filter(|folded| folded.plan_id.is_none());
        History {
            plan_unknown: unplanned.map(|folded| folded.operation_id.clone()).collect(),
            operations: operations
                .into_iter()
                .filter_map(|folded| folded.finish(plan))
                .collect(),
            undone_by_python,
            unreadable: self.unreadable,
        }
    }
}

/// Both files' operations by time, each file's in its own order: a clock that was set back never reorders a file.
fn merge(python: Vec<Folded>, ours: Vec<Folded>) -> Vec<Folded> {
    let mut merged = Vec::with_capacity(python.len() + ours.len());
    let mut python = python.into_iter().peekable();
    for folded in ours {
        while let Some(earlier) = python.next_if(|earlier| earlier.at <= folded.at) {
            merged.push(earlier);
        }
        merged.push(folded);
    }
    merged.extend(python);
    merged
}

/// Takes back what the Python version marked as undone, and tells which operations these are.
///
/// The mark also stands beside each undo of ours; then ours tells more, above all whether the undo was itself undone.
fn apply_marks(operations: &mut [Folded], mut marks: BTreeSet<OperationId>) -> BTreeSet<OperationId> {
    for group in operations
        .iter()
        .flat_map(|folded| &folded.groups)
        .filter(|group| group.was_applied())
    {
        if let Some(undoes) = &group.undoes {
            marks.remove(&undoes.operation_id);
        }
    }
    let mut marked = BTreeSet::new();
    for folded in operations
        .iter_mut()
        .filter(|folded| marks.contains(&folded.operation_id))
    {
        marked.insert(folded.operation_id.clone());
        for effect in folded.groups.iter_mut().flat_map(|group| &mut group.effects) {
            effect.state = EffectState::TakenBack;
        }
    }
    marked
}

/// Links each group to the latest later one that takes it back and is itself in effect. From the newest to the oldest, so
/// that whether a group is in effect is settled before it takes anything back.
fn link_undone(operations: &mut [Folded]) {
    let places: BTreeMap<OperationId, usize> = operations
        .iter()
        .enumerate()
        .map(|(place, folded)| (folded.operation_id.clone(), place))
        .collect();
    for place in (0..operations.len()).rev() {
        for (undoes, by) in operations.get(place).map(Folded::taken_back).unwrap_or_default() {
            let Some(target) = places.get(&undoes.operation_id) else {
                continue;
            };
            let Some(folded) = operations.get_mut(*target) else {
                continue;
            };
            // One of the Python version's may stand later, where the clock was set back between the two; it undoes nothing.
            if *target >= place && folded.origin == Origin::Ours {
                continue;
            }
            if let Some(group) = folded.groups.get_mut(undoes.group) {
                group.undone_by.get_or_insert(by);
            }
        }
    }
}

/// Has every operation speak of the rows that are there: a row that was made again, after an undo or a redo, has another id.
fn follow_replaced(operations: &mut [Folded]) {
    let mut replaced: BTreeMap<TransactionId, TransactionId> = BTreeMap::new();
    for (old, new) in operations.iter().flat_map(Folded::replacements) {
        for stands in replaced.values_mut().filter(|stands| **stands == old) {
            *stands = new.clone();
        }
        replaced.insert(old, new);
    }
    if replaced.is_empty() {
        return;
    }
    for folded in operations {
        folded.follow(&replaced);
    }
}
