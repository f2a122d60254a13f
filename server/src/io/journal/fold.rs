//! Lines into operations: outcomes are laid over intents, undo marks and undo operations over what they take back.

use std::collections::{BTreeMap, BTreeSet};

use super::line::{Entry, GroupRead, IntentRead, Known, OutcomeRead};
use super::python::{PythonLine, PythonOperation};
use crate::domain::effect::{Effect, GroupRef};
use crate::domain::history::{History, JournalFile, SkipReason, Unreadable};
use crate::domain::ids::OperationId;
use crate::domain::operation::{EffectRecord, EffectState, GroupRecord, Operation, Origin};

/// Why an operation with changes of an unknown kind is left alone.
const NEWER: &str = "a newer version made it, with changes that this one does not know";

/// The lines of both files, gathered.
#[derive(Default)]
pub struct Fold {
    operations: Vec<Folded>,
    places: BTreeMap<OperationId, usize>,
    marks: BTreeSet<OperationId>,
    unreadable: Vec<Unreadable>,
}

struct Folded {
    file: JournalFile,
    /// Its groups are filled in at the end.
    operation: Operation,
    groups: Vec<FoldedGroup>,
}

struct FoldedGroup {
    effects: Vec<FoldedEffect>,
    undoes: Option<GroupRef>,
    undone_by: Option<GroupRef>,
}

struct FoldedEffect {
    /// Nothing when a newer version wrote a kind that is not known here: such a group still takes back what it undoes.
    effect: Option<Effect>,
    state: EffectState,
}

impl FoldedEffect {
    fn become_as(&mut self, state: Known<EffectState>, actual: Option<Known<Effect>>) {
        self.state = match state {
            Known::Yes(state) => state,
            Known::No(_) => EffectState::Unknown,
        };
        match actual {
            Some(Known::Yes(actual)) => self.effect = Some(actual),
            Some(Known::No(_)) => self.effect = None,
            None => {}
        }
    }
}

impl FoldedGroup {
    fn was_applied(&self) -> bool {
        self.effects.iter().any(|effect| effect.state == EffectState::Applied)
    }
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
            self.unreadable.push(Unreadable { file, line, why });
        }
    }

    fn begin(&mut self, folded: Folded) -> Result<(), SkipReason> {
        let id = folded.operation.operation_id.clone();
        if self.places.contains_key(&id) {
            return Err(SkipReason::Repeated);
        }
        self.places.insert(id, self.operations.len());
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

    /// The history of all plans.
    pub fn finish(self) -> History {
        let (python, ours) = self
            .operations
            .into_iter()
            .partition(|folded| folded.file == JournalFile::Python);
        let mut operations = merge(python, ours);
        let undone_by_python = apply_marks(&mut operations, self.marks);
        link_undone(&mut operations);
        History {
            operations: operations.into_iter().map(Folded::finish).collect(),
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
        while let Some(earlier) = python.next_if(|earlier| earlier.operation.at <= folded.operation.at) {
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
    let groups = operations.iter().flat_map(|folded| &folded.groups);
    for undoes in groups
        .filter(|group| group.was_applied())
        .filter_map(|group| group.undoes.as_ref())
    {
        marks.remove(&undoes.operation_id);
    }
    let mut marked = BTreeSet::new();
    for folded in operations
        .iter_mut()
        .filter(|folded| marks.contains(&folded.operation.operation_id))
    {
        marked.insert(folded.operation.operation_id.clone());
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
        .map(|(place, folded)| (folded.operation.operation_id.clone(), place))
        .collect();
    for place in (0..operations.len()).rev() {
        for (undoes, by) in operations.get(place).map(Folded::taken_back).unwrap_or_default() {
            let Some(target) = places.get(&undoes.operation_id) else {
                continue;
            };
            let Some(folded) = operations.get_mut(*target) else {
                continue;
            };
            // Only the Python version's may stand later, when the clock was set back between the two: they undo nothing.
            if *target >= place && folded.operation.origin == Origin::Ours {
                continue;
            }
            if let Some(group) = folded.groups.get_mut(undoes.group) {
                group.undone_by.get_or_insert(by);
            }
        }
    }
}

impl Folded {
    fn from_intent(file: JournalFile, intent: IntentRead) -> Self {
        let groups: Vec<FoldedGroup> = intent.groups.into_iter().map(FoldedGroup::intended).collect();
        let known = groups
            .iter()
            .flat_map(|group| &group.effects)
            .all(|effect| effect.effect.is_some());
        Self {
            file,
            groups,
            operation: Operation {
                operation_id: intent.operation_id,
                plan_id: intent.plan_id,
                tool: intent.tool,
                title: intent.title,
                at: intent.at,
                undo_of: intent.undo_of,
                groups: Vec::new(),
                origin: Origin::Ours,
                not_undoable: (!known).then(|| NEWER.to_owned()),
            },
        }
    }

    fn from_python(file: JournalFile, applied: PythonOperation) -> Self {
        let title = applied.title();
        let (groups, not_undoable) = match applied.groups {
            Ok(groups) => (groups, None),
            Err(reason) => (Vec::new(), Some(reason.to_string())),
        };
        Self {
            file,
            groups: groups.into_iter().map(FoldedGroup::applied).collect(),
            operation: Operation {
                operation_id: applied.operation_id,
                plan_id: applied.plan_id,
                tool: applied.kind,
                title,
                at: applied.at,
                undo_of: None,
                groups: Vec::new(),
                origin: Origin::Python,
                not_undoable,
            },
        }
    }

    /// What its groups that are in effect take back, each with the group that does.
    fn taken_back(&self) -> Vec<(GroupRef, GroupRef)> {
        let operation_id = &self.operation.operation_id;
        let groups = self.groups.iter().enumerate();
        groups
            .filter(|(_, group)| group.undone_by.is_none() && group.was_applied())
            .filter_map(|(place, group)| {
                let by = GroupRef {
                    operation_id: operation_id.clone(),
                    group: place,
                };
                group.undoes.clone().map(|undoes| (undoes, by))
            })
            .collect()
    }

    fn finish(self) -> Operation {
        let unknown_now = self
            .groups
            .iter()
            .flat_map(|group| &group.effects)
            .any(|effect| effect.effect.is_none());
        let not_undoable = self
            .operation
            .not_undoable
            .or_else(|| unknown_now.then(|| NEWER.to_owned()));
        Operation {
            groups: self.groups.into_iter().map(FoldedGroup::finish).collect(),
            not_undoable,
            ..self.operation
        }
    }
}

impl FoldedGroup {
    fn intended(group: GroupRead) -> Self {
        let effects = group.effects.into_iter().map(|effect| FoldedEffect {
            effect: match effect {
                Known::Yes(effect) => Some(effect),
                Known::No(_) => None,
            },
            state: EffectState::Intended,
        });
        Self {
            effects: effects.collect(),
            undoes: group.undoes,
            undone_by: None,
        }
    }

    fn applied(group: crate::domain::effect::Group) -> Self {
        let effects = group.effects.into_iter();
        let effects = effects.map(|effect| FoldedEffect {
            effect: Some(effect),
            state: EffectState::Applied,
        });
        Self {
            effects: effects.collect(),
            undoes: group.undoes,
            undone_by: None,
        }
    }

    fn finish(self) -> GroupRecord {
        let effects = self.effects.into_iter();
        GroupRecord {
            effects: effects
                .filter_map(|FoldedEffect { effect, state }| effect.map(|effect| EffectRecord { effect, state }))
                .collect(),
            undoes: self.undoes,
            undone_by: self.undone_by,
        }
    }
}
