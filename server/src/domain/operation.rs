//! A journaled operation: what was intended, what became of each effect, and whether it is still in effect.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::effect::{Effect, Group, GroupRef};
use super::ids::{OperationId, PlanId};

/// What is written, and synced to disk, before the first request of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intent {
    /// The operation's id: 12 lower-case hexadecimal digits.
    pub operation_id: OperationId,
    /// The plan's real id, never `last-used`.
    pub plan_id: PlanId,
    /// The tool that proposed it.
    pub tool: String,
    /// What the person was asked, in one visible line.
    pub title: String,
    /// When the intent was written.
    pub at: DateTime<Utc>,
    /// The operation that this one takes back, when it is an undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_of: Option<OperationId>,
    /// The changes, in groups.
    pub groups: Vec<Group>,
}

/// What became of one effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectState {
    /// Written down, and not known to have been sent.
    Intended,
    /// YNAB holds the value after.
    Applied,
    /// YNAB does not hold the value after: it was refused, or never arrived.
    NotApplied,
    /// It was applied, then taken back because the rest of its group failed.
    TakenBack,
    /// It was sent, and no answer told what became of it.
    Unknown,
    /// It was sent, no answer told what became of it, and reading right afterwards did not find it. It may still arrive.
    NotFound,
    /// YNAB held it from before: a row of the bank's that is there under the same import id. It is no change of ours.
    AlreadyThere,
    /// YNAB made no new row of the bank's row: it matched it with one that was entered by hand, which is named by the effect.
    /// That one is the person's, so nothing of ours can be taken back.
    Matched,
}

impl EffectState {
    /// Whether YNAB holds what was asked for, made by us or not.
    pub fn is_held(self) -> bool {
        matches!(self, Self::Applied | Self::AlreadyThere | Self::Matched)
    }
}

/// What an outcome line says of one effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectOutcome {
    /// The group's place in the operation.
    pub group: usize,
    /// The effect's place in the group.
    pub effect: usize,
    /// What became of it.
    pub state: EffectState,
    /// The effect as YNAB answered it, when its value after differs from what was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<Effect>,
}

/// An effect and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectRecord {
    /// The effect, with YNAB's own value after where it differs from what was asked.
    pub effect: Effect,
    /// The latest state that the journal tells.
    pub state: EffectState,
}

/// A group and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRecord {
    /// Its effects, in order.
    pub effects: Vec<EffectRecord>,
    /// The group that it takes back, when it is part of an undo.
    pub undoes: Option<GroupRef>,
    /// The later group that takes this one back and is itself in effect.
    pub undone_by: Option<GroupRef>,
}

impl GroupRecord {
    /// Whether something of it is applied and not taken back since.
    pub fn in_effect(&self) -> bool {
        self.undone_by.is_none() && self.effects.iter().any(|record| record.state == EffectState::Applied)
    }

    /// Whether all of it is applied. Where that is not so of a group that is in effect, only a part of it is.
    pub fn is_whole(&self) -> bool {
        self.effects.iter().all(|record| record.state == EffectState::Applied)
    }

    /// Whether some effect's fate is not known yet: intended without an outcome, or sent without an answer.
    pub fn unsettled(&self) -> bool {
        self.effects
            .iter()
            .any(|record| matches!(record.state, EffectState::Intended | EffectState::Unknown))
    }
}

/// Which program wrote an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// This server.
    Ours,
    /// The Python program of the same name, whose journal is read beside ours.
    Python,
}

/// One operation, folded from the journal's lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its id.
    pub operation_id: OperationId,
    /// The plan's id as journaled.
    pub plan_id: PlanId,
    /// The tool that proposed it, or the Python version's kind.
    pub tool: String,
    /// One line that says what it did.
    pub title: String,
    /// When it was begun.
    pub at: DateTime<Utc>,
    /// The operation that it takes back, when it is an undo.
    pub undo_of: Option<OperationId>,
    /// Its groups.
    pub groups: Vec<GroupRecord>,
    /// Who wrote it.
    pub origin: Origin,
    /// Whether all of its changes are of kinds that this version knows.
    pub all_known: bool,
    /// Why nothing of it can be undone, when that is known from the journal alone.
    pub not_undoable: Option<String>,
}

impl Operation {
    /// Whether something of it is applied and not taken back since.
    pub fn in_effect(&self) -> bool {
        self.groups.iter().any(GroupRecord::in_effect)
    }

    /// Whether some effect is in this state.
    pub fn any(&self, state: EffectState) -> bool {
        let mut records = self.groups.iter().flat_map(|group| &group.effects);
        records.any(|record| record.state == state)
    }

    /// Whether some effect's fate is not known yet.
    pub fn unsettled(&self) -> bool {
        self.groups.iter().any(GroupRecord::unsettled)
    }
}
