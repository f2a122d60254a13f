//! Taking an operation back: which of its groups still stand, what would be put back, and what is left alone.

use crate::domain::effect::{Effect, Group, GroupRef};
use crate::domain::operation::{EffectState, Operation};
use crate::logic::standing::{Books, Standing};

/// What an undo comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Undo {
    /// The groups that put back what still stands.
    pub groups: Vec<Group>,
    /// What changed since, and is left alone.
    pub conflicts: Vec<Conflict>,
    /// Changes that are back already.
    pub already_back: usize,
}

/// A change that is left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The change as the operation made it.
    pub effect: Effect,
    /// What YNAB holds instead.
    pub now: Now,
}

impl Conflict {
    /// The change, and the one that would have left what YNAB holds instead.
    pub fn effects(&self) -> Vec<Effect> {
        let now = match &self.now {
            Now::Other(now) => Some(now.clone()),
            Now::Before | Now::Ours | Now::NoWayBack | Now::Gone => None,
        };
        [self.effect.clone()].into_iter().chain(now).collect()
    }
}

/// What YNAB holds where an operation left something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Now {
    /// Another value: the effect that would have left it.
    Other(Effect),
    /// The value from before, while the rest of the group still stands.
    Before,
    /// What the operation left; another change of the same group does not stand.
    Ours,
    /// What the operation left; what was there before is not there any more.
    NoWayBack,
    /// Nothing.
    Gone,
}

/// Plans the undo of some groups of an operation against what YNAB holds. A group is undone whole or left alone whole.
pub fn plan(operation: &Operation, places: &[usize], books: &Books) -> Undo {
    let mut undo = Undo::default();
    for place in places {
        let Some(group) = operation.groups.get(*place) else {
            continue;
        };
        let applied = group
            .effects
            .iter()
            .filter(|record| record.state == EffectState::Applied);
        let effects = applied.map(|record| &record.effect).collect::<Vec<_>>();
        let standings = effects.iter().map(|effect| books.standing(effect)).collect::<Vec<_>>();
        let can_go_back = |effect: &Effect| effect.inverse().iter().all(|back| books.can_be_set(back));
        let all_stand = standings.iter().all(|standing| *standing == Standing::After);
        if all_stand && effects.iter().all(|effect| can_go_back(effect)) {
            undo.groups.push(Group {
                effects: effects.iter().rev().flat_map(|effect| effect.inverse()).collect(),
                undoes: Some(GroupRef {
                    operation_id: operation.operation_id.clone(),
                    group: *place,
                }),
            });
        } else if standings.iter().all(|standing| *standing == Standing::Before) {
            undo.already_back += effects.len();
        } else {
            let conflicts = effects.into_iter().zip(standings).map(|(effect, standing)| Conflict {
                effect: effect.clone(),
                now: match standing {
                    Standing::After if !can_go_back(effect) => Now::NoWayBack,
                    Standing::After => Now::Ours,
                    Standing::Before => Now::Before,
                    Standing::Other(now) => Now::Other(now),
                    Standing::Gone => Now::Gone,
                },
            });
            undo.conflicts.extend(conflicts);
        }
    }
    undo
}

impl Undo {
    /// The changes that would be sent.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.groups.iter().flat_map(|group| &group.effects)
    }
}
