//! An operation while the journal's lines are laid over one another.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::line::{GroupRead, IntentRead, Known};
use super::python::PythonOperation;
use crate::domain::effect::{Effect, Group, GroupRef};
use crate::domain::history::JournalFile;
use crate::domain::ids::{OperationId, PlanId, TransactionId};
use crate::domain::operation::{EffectRecord, EffectState, GroupRecord, Operation, Origin};

/// Why an operation with changes of an unknown kind is left alone.
const NEWER: &str = "a newer version made it, with changes that this one does not know";

/// Of the fields with the same name in [`Operation`], each means the same.
pub struct Folded {
    /// The file it stands in.
    pub file: JournalFile,
    pub operation_id: OperationId,
    /// How many were begun before it, as the files were read.
    pub number: usize,
    /// Nothing when the journal does not tell the plan.
    pub plan_id: Option<PlanId>,
    tool: String,
    title: String,
    pub at: DateTime<Utc>,
    undo_of: Option<OperationId>,
    pub groups: Vec<FoldedGroup>,
    pub origin: Origin,
    not_undoable: Option<String>,
}

/// A row that was made again, and the one that stands for it now.
pub struct Replacement {
    pub old: TransactionId,
    pub new: TransactionId,
    /// Whether the new one is split.
    pub split: bool,
}

/// A group in its place, also when nothing in it is known.
pub struct FoldedGroup {
    pub effects: Vec<FoldedEffect>,
    pub undoes: Option<GroupRef>,
    pub undone_by: Option<GroupRef>,
    no_way_back: Option<String>,
}

/// An effect in its place.
pub struct FoldedEffect {
    /// Nothing when a newer version wrote a kind that is not known here: its group still takes back what it undoes.
    effect: Option<Effect>,
    pub state: EffectState,
    late: Option<Late>,
}

/// How a change arrived that was not found right after it was sent.
struct Late {
    /// How many operations were begun before that was known.
    operations: usize,
    /// Whether it went over what a later operation had left, and not over what it was made for.
    elsewhere: bool,
}

impl Folded {
    /// An operation of ours, of which nothing is known to have been sent.
    pub fn from_intent(file: JournalFile, intent: IntentRead) -> Self {
        Self {
            file,
            operation_id: intent.operation_id,
            number: 0,
            plan_id: Some(intent.plan_id),
            tool: intent.tool,
            title: intent.title,
            at: intent.at,
            undo_of: intent.undo_of,
            groups: intent.groups.into_iter().map(FoldedGroup::intended).collect(),
            origin: Origin::Ours,
            not_undoable: None,
        }
    }

    /// An operation of the Python version, applied.
    pub fn from_python(file: JournalFile, applied: PythonOperation) -> Self {
        let title = applied.title();
        let (groups, not_undoable) = match applied.groups {
            Ok(groups) => (groups, None),
            Err(reason) => (Vec::new(), Some(reason.to_string())),
        };
        Self {
            file,
            operation_id: applied.operation_id,
            number: 0,
            plan_id: applied.plan_id,
            tool: applied.kind,
            title,
            at: applied.at,
            undo_of: None,
            groups: groups.into_iter().map(FoldedGroup::applied).collect(),
            origin: Origin::Python,
            not_undoable,
        }
    }

    /// The same, with its number.
    pub fn numbered(self, number: usize) -> Self {
        Self { number, ..self }
    }

    /// The rows that were made again.
    pub fn replacements(&self) -> Vec<Replacement> {
        self.groups.iter().flat_map(FoldedGroup::replacements).collect()
    }

    /// Has its changes speak of the rows that stand for those they were made of. What deleted a row is about that row and no other, and
    /// what split it only about one that is split.
    pub fn follow(
        &mut self,
        replaced: &BTreeMap<TransactionId, TransactionId>,
        splits: &BTreeMap<TransactionId, TransactionId>,
    ) {
        let effects = self.groups.iter_mut().flat_map(|group| &mut group.effects);
        for effect in effects.filter_map(|effect| effect.effect.as_mut()) {
            effect.follow(replaced);
            effect.follow_split(splits);
        }
    }

    /// What arrived late over what a later operation had left took nothing back: it is a change of its own.
    pub fn stand_alone_where_late(&mut self) {
        for group in &mut self.groups {
            let elsewhere = |effect: &FoldedEffect| effect.late.as_ref().is_some_and(|late| late.elsewhere);
            if group.effects.iter().any(elsewhere) {
                group.undoes = None;
                self.undo_of = None;
            }
        }
    }

    /// What its groups that are in effect take back, each with the group that does.
    pub fn taken_back(&self) -> Vec<(GroupRef, GroupRef)> {
        let in_effect = |group: &FoldedGroup| group.undone_by.is_none() && group.was_applied();
        let groups = self.groups.iter().enumerate().filter(|(_, group)| in_effect(group));
        groups
            .filter_map(|(place, group)| {
                let by = GroupRef {
                    operation_id: self.operation_id.clone(),
                    group: place,
                };
                group.undoes.clone().map(|undoes| (undoes, by))
            })
            .collect()
    }

    /// The operation, when it is of the plan or any plan will do; one whose plan is not known is of every plan.
    pub fn finish(self, plan: Option<&PlanId>) -> Option<Operation> {
        let plan_id = self.plan_id.clone().or_else(|| plan.cloned())?;
        if plan.is_some_and(|plan| *plan != plan_id) {
            return None;
        }
        let effects = || self.groups.iter().flat_map(|group| &group.effects);
        let all_known = effects().all(|effect| effect.effect.is_some());
        let no_way_back = self.no_way_back();
        let not_undoable = self.not_undoable.or_else(|| (!all_known).then(|| NEWER.to_owned()));
        Some(Operation {
            operation_id: self.operation_id,
            plan_id,
            tool: self.tool,
            title: self.title,
            at: self.at,
            undo_of: self.undo_of,
            groups: self.groups.into_iter().map(FoldedGroup::finish).collect(),
            origin: self.origin,
            all_known,
            not_undoable: not_undoable.or(no_way_back),
        })
    }

    /// Why nothing of it can be taken back, when that is so of every group that was applied; where none was, of every group.
    fn no_way_back(&self) -> Option<String> {
        let applied = self.groups.iter().any(FoldedGroup::was_applied);
        let groups = self.groups.iter().filter(|group| !applied || group.was_applied());
        let reasons: Option<Vec<_>> = groups.map(FoldedGroup::no_way_back).collect();
        reasons?.into_iter().next()
    }
}

impl FoldedGroup {
    fn intended(group: GroupRead) -> Self {
        let effects = group.effects.into_iter().map(Known::into_option);
        Self {
            effects: effects
                .map(|effect| FoldedEffect {
                    effect,
                    state: EffectState::Intended,
                    late: None,
                })
                .collect(),
            undoes: group.undoes,
            undone_by: None,
            no_way_back: group.no_way_back,
        }
    }

    fn applied(group: Group) -> Self {
        let effects = group.effects.into_iter().map(Some);
        Self {
            effects: effects
                .map(|effect| FoldedEffect {
                    effect,
                    state: EffectState::Applied,
                    late: None,
                })
                .collect(),
            undoes: group.undoes,
            undone_by: None,
            no_way_back: group.no_way_back,
        }
    }

    /// Whether some of it was found to have arrived after so many operations were begun.
    pub fn grew_since(&self, number: usize) -> bool {
        let mut late = self.effects.iter().filter_map(|effect| effect.late.as_ref());
        late.any(|late| late.operations > number)
    }

    /// Leaves in effect what arrived after the undo with this number was begun, and what that undo did not manage to put back.
    pub fn keep_what_came_after(&mut self, undo: usize, not_put_back: &[Effect]) {
        for effect in &mut self.effects {
            let came_after = effect.late.as_ref().is_some_and(|late| late.operations > undo);
            let open = effect
                .effect
                .as_ref()
                .is_some_and(|effect| not_put_back.iter().any(|back| back.takes_back(effect)));
            if effect.state == EffectState::Applied && !came_after && !open {
                effect.state = EffectState::TakenBack;
            }
        }
    }

    /// Its effects that are not applied, where their kind is known.
    pub fn not_applied(&self) -> Vec<Effect> {
        let open = self
            .effects
            .iter()
            .filter(|effect| effect.state != EffectState::Applied);
        open.filter_map(|effect| effect.effect.clone()).collect()
    }

    /// Where a row is made again, it stands for the one it says, and for one that the same group deletes: once that is deleted.
    fn replacements(&self) -> Vec<Replacement> {
        let is_open = |effect: &FoldedEffect| {
            effect.state != EffectState::Applied && matches!(effect.effect, Some(Effect::Deleted { .. }))
        };
        if self.effects.iter().any(is_open) {
            return Vec::new();
        }
        let applied = self
            .effects
            .iter()
            .filter(|effect| effect.state == EffectState::Applied);
        let applied: Vec<_> = applied.filter_map(|effect| effect.effect.as_ref()).collect();
        let made = applied.iter().find_map(|effect| match effect {
            Effect::Created {
                transaction_id: Some(made),
                replaces: Some(replaces),
                row,
                ..
            } => Some((replaces, made, row.row().is_some_and(|row| !row.lines.is_empty()))),
            _ => None,
        });
        let Some((replaces, made, split)) = made else {
            return Vec::new();
        };
        let deleted = applied.iter().filter_map(|effect| match effect {
            Effect::Deleted { transaction_id, .. } => Some(transaction_id),
            _ => None,
        });
        deleted
            .chain([replaces])
            .map(|old| Replacement {
                old: old.clone(),
                new: made.clone(),
                split,
            })
            .collect()
    }

    /// Whether something of it is applied, be it undone since or not.
    pub fn was_applied(&self) -> bool {
        self.effects.iter().any(|effect| effect.state == EffectState::Applied)
    }

    fn no_way_back(&self) -> Option<String> {
        let mut effects = self.effects.iter();
        let by_itself = effects.find_map(|effect| effect.effect.as_ref()?.no_way_back());
        by_itself.map(str::to_owned).or_else(|| self.no_way_back.clone())
    }

    fn finish(self) -> GroupRecord {
        let known = self.effects.into_iter().filter_map(FoldedEffect::finish);
        GroupRecord {
            effects: known.collect(),
            undoes: self.undoes,
            undone_by: self.undone_by,
        }
    }
}

impl FoldedEffect {
    /// Takes over what an outcome tells, after so many operations were begun.
    pub fn become_as(&mut self, state: Known<EffectState>, actual: Option<Known<Effect>>, operations: usize) {
        let state = state.into_option().unwrap_or(EffectState::Unknown);
        let actual = actual.map(Known::into_option);
        if self.state == EffectState::NotFound && state == EffectState::Applied {
            let elsewhere = actual
                .as_ref()
                .is_some_and(|actual| self.begins_otherwise(actual.as_ref()));
            self.late = Some(Late { operations, elsewhere });
        }
        self.state = state;
        if let Some(actual) = actual {
            self.effect = actual;
        }
    }

    /// Whether the value before is another one in the effect as it became.
    fn begins_otherwise(&self, actual: Option<&Effect>) -> bool {
        let Some((effect, actual)) = self.effect.as_ref().zip(actual) else {
            return false;
        };
        let mut back = actual.inverse().into_iter();
        back.next().is_some_and(|back| effect.clone().over(&back) != *effect)
    }

    fn finish(self) -> Option<EffectRecord> {
        let state = self.state;
        self.effect.map(|effect| EffectRecord { effect, state })
    }
}
