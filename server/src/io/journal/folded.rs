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

/// A group in its place, also when nothing in it is known.
pub struct FoldedGroup {
    pub effects: Vec<FoldedEffect>,
    pub undoes: Option<GroupRef>,
    pub undone_by: Option<GroupRef>,
}

/// An effect in its place.
pub struct FoldedEffect {
    /// Nothing when a newer version wrote a kind that is not known here: its group still takes back what it undoes.
    effect: Option<Effect>,
    pub state: EffectState,
}

impl Folded {
    /// An operation of ours, of which nothing is known to have been sent.
    pub fn from_intent(file: JournalFile, intent: IntentRead) -> Self {
        Self {
            file,
            operation_id: intent.operation_id,
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

    /// The rows that were made again, each with the row that stands for it now.
    pub fn replacements(&self) -> Vec<(TransactionId, TransactionId)> {
        self.groups.iter().flat_map(FoldedGroup::replacements).collect()
    }

    /// Has its changes speak of the rows that stand for those they were made of. What deleted a row, or split it, is about that row
    /// and no other.
    pub fn follow(&mut self, replaced: &BTreeMap<TransactionId, TransactionId>) {
        let effects = self.groups.iter_mut().flat_map(|group| &mut group.effects);
        for effect in effects.filter_map(|effect| effect.effect.as_mut()) {
            effect.follow(replaced);
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
        let plan_id = self.plan_id.or_else(|| plan.cloned())?;
        if plan.is_some_and(|plan| *plan != plan_id) {
            return None;
        }
        let effects = || self.groups.iter().flat_map(|group| &group.effects);
        let all_known = effects().all(|effect| effect.effect.is_some());
        let no_way_back = effects().find_map(|effect| effect.effect.as_ref()?.no_way_back());
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
            not_undoable: not_undoable.or_else(|| no_way_back.map(str::to_owned)),
        })
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
                })
                .collect(),
            undoes: group.undoes,
            undone_by: None,
        }
    }

    fn applied(group: Group) -> Self {
        let effects = group.effects.into_iter().map(Some);
        Self {
            effects: effects
                .map(|effect| FoldedEffect {
                    effect,
                    state: EffectState::Applied,
                })
                .collect(),
            undoes: group.undoes,
            undone_by: None,
        }
    }

    /// Where a row is made again, it stands for the one it says, and for one that the same group deletes.
    fn replacements(&self) -> Vec<(TransactionId, TransactionId)> {
        let applied = self
            .effects
            .iter()
            .filter(|effect| effect.state == EffectState::Applied);
        let applied: Vec<_> = applied.filter_map(|effect| effect.effect.as_ref()).collect();
        let made = applied.iter().find_map(|effect| match effect {
            Effect::Created {
                transaction_id: Some(made),
                replaces: Some(replaces),
                ..
            } => Some((replaces, made)),
            _ => None,
        });
        let Some((replaces, made)) = made else {
            return Vec::new();
        };
        let deleted = applied.iter().filter_map(|effect| match effect {
            Effect::Deleted { transaction_id, .. } => Some(transaction_id),
            _ => None,
        });
        deleted
            .chain([replaces])
            .map(|old| (old.clone(), made.clone()))
            .collect()
    }

    /// Whether something of it is applied, be it undone since or not.
    pub fn was_applied(&self) -> bool {
        self.effects.iter().any(|effect| effect.state == EffectState::Applied)
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
    /// Takes over what an outcome tells.
    pub fn become_as(&mut self, state: Known<EffectState>, actual: Option<Known<Effect>>) {
        self.state = state.into_option().unwrap_or(EffectState::Unknown);
        if let Some(actual) = actual {
            self.effect = actual.into_option();
        }
    }

    fn finish(self) -> Option<EffectRecord> {
        let state = self.state;
        self.effect.map(|effect| EffectRecord { effect, state })
    }
}
