//! Lines into operations: outcomes are laid over intents, undo marks and undo operations over what they take back.

use std::collections::{BTreeMap, BTreeSet};

use super::folded::{Folded, Replacement};
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
        let number = self.operations.len();
        self.places.insert(folded.operation_id.clone(), number);
        self.operations.push(folded.numbered(number));
        Ok(())
    }

    fn settle(&mut self, outcome: OutcomeRead) -> Result<(), SkipReason> {
        let place = self.places.get(&outcome.operation_id).ok_or(SkipReason::Orphan)?;
        let operations = self.operations.len();
        let folded = self.operations.get_mut(*place).ok_or(SkipReason::Orphan)?;
        let mut all_placed = true;
        for told in outcome.effects {
            let group = folded.groups.get_mut(told.group);
            match group.and_then(|group| group.effects.get_mut(told.effect)) {
                Some(effect) => effect.become_as(told.state, told.actual, operations),
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
        operations.iter_mut().for_each(Folded::stand_alone_where_late);
        link_undone(&mut operations);
        if part_what_arrived_late(&mut operations) {
            link_undone(&mut operations);
        }
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

/// What arrived after its group was taken back was not taken back with it. The group is in effect again with just that, and what took
/// the rest back stands for itself.
fn part_what_arrived_late(operations: &mut [Folded]) -> bool {
    let places: BTreeMap<OperationId, usize> = operations
        .iter()
        .enumerate()
        .map(|(place, folded)| (folded.operation_id.clone(), place))
        .collect();
    let mut parted = false;
    for place in 0..operations.len() {
        let groups = operations.get(place).map_or(0, |folded| folded.groups.len());
        for number in 0..groups {
            let Some(undo) = operations.get(place) else { continue };
            let Some(group) = undo.groups.get(number) else { continue };
            let not_put_back = group.not_applied();
            let made = group.was_applied() && (group.undone_by.is_none() || not_put_back.is_empty());
            let Some(undoes) = group.undoes.clone().filter(|_| made) else {
                continue;
            };
            let begun = undo.number;
            let undone = places
                .get(&undoes.operation_id)
                .and_then(|place| operations.get_mut(*place));
            let undone = undone.and_then(|undone| undone.groups.get_mut(undoes.group));
            let Some(undone) = undone.filter(|undone| undone.grew_since(begun)) else {
                continue;
            };
            undone.keep_what_came_after(begun, &not_put_back);
            if let Some(group) = operations.get_mut(place).and_then(|undo| undo.groups.get_mut(number)) {
                group.undoes = None;
                parted = true;
            }
        }
    }
    parted
}

/// Links each group to the latest later one that takes it back and is itself in effect. From the newest to the oldest, so
/// that whether a group is in effect is settled before it takes anything back.
fn link_undone(operations: &mut [Folded]) {
    for group in operations.iter_mut().flat_map(|folded| &mut folded.groups) {
        group.undone_by = None;
    }
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
    let replacements: Vec<_> = operations.iter().flat_map(Folded::replacements).collect();
    if replacements.is_empty() {
        return;
    }
    let replaced = chained(replacements.iter());
    let splits = chained(replacements.iter().filter(|replacement| replacement.split));
    for folded in operations {
        folded.follow(&replaced, &splits);
    }
}

/// Each row that was made again, with the one that stands for it in the end.
fn chained<'a>(replacements: impl Iterator<Item = &'a Replacement>) -> BTreeMap<TransactionId, TransactionId> {
    let mut replaced: BTreeMap<TransactionId, TransactionId> = BTreeMap::new();
    for Replacement { old, new, .. } in replacements {
        for stands in replaced.values_mut().filter(|stands| *stands == old) {
            stands.clone_from(new);
        }
        replaced.insert(old.clone(), new.clone());
    }
    replaced
}
