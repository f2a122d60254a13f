//! Taking an operation back: which of its groups still stand, what would be put back, and what is left alone.

use crate::domain::effect::{Effect, Group, GroupRef};
use crate::domain::operation::{EffectState, Operation};
use crate::logic::obstacle::Obstacle;
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
            Now::Before | Now::Ours | Now::NoWayBack(_) | Now::Gone => None,
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
    /// What the operation left; it cannot be put back.
    NoWayBack(Obstacle),
    /// Nothing.
    Gone,
}

/// Plans the undo of some groups of an operation against what YNAB holds. A group is undone whole or left alone whole; what is
/// back already, or is not there any more to be put back, counts as done.
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
        let mut changes = applied
            .map(|record| Change::of(&record.effect, books))
            .collect::<Vec<_>>();
        let together: Vec<_> = changes.iter().flat_map(|change| &change.back).cloned().collect();
        for change in &mut changes {
            let mut back = change.back.iter();
            change.obstacle = back.find_map(|back| books.obstacle(back, &together));
        }
        let done = changes.iter().filter(|change| change.is_done()).count();
        let whole = changes.iter().all(|change| change.is_done() || change.can_go_back())
            && (done == 0 || done == changes.len() || !changes.iter().any(Change::is_amount));
        if !whole {
            undo.conflicts.extend(changes.into_iter().map(Change::conflict));
            continue;
        }
        undo.already_back += done;
        let standing = changes.into_iter().rev().filter(|change| !change.is_done());
        let effects: Vec<_> = standing.flat_map(|change| change.back).collect();
        if !effects.is_empty() {
            undo.groups.push(Group {
                effects,
                undoes: Some(GroupRef {
                    operation_id: operation.operation_id.clone(),
                    group: *place,
                }),
            });
        }
    }
    undo
}

/// One applied change, as YNAB holds it now.
struct Change {
    effect: Effect,
    standing: Standing,
    /// What would put it back.
    back: Vec<Effect>,
    /// What stands in the way of that.
    obstacle: Option<Obstacle>,
}

impl Change {
    fn of(effect: &Effect, books: &Books) -> Self {
        // What is compared is what the record tells; what is put back is all that is known.
        let standing = books.standing(effect);
        let back = books.filled(effect).inverse();
        let back = back.into_iter().map(|back| books.ready(back)).collect();
        Self {
            obstacle: None,
            effect: effect.clone(),
            standing,
            back,
        }
    }

    /// Whether nothing is left to put back. A row that is gone takes all that was changed of it along; an amount whose category is
    /// gone is another matter, since its money went somewhere.
    fn is_done(&self) -> bool {
        match self.standing {
            Standing::Before => true,
            Standing::Gone => self.effect.transaction_id().is_some(),
            Standing::After | Standing::Other(_) => false,
        }
    }

    fn can_go_back(&self) -> bool {
        self.standing == Standing::After && self.obstacle.is_none()
    }

    fn is_amount(&self) -> bool {
        self.effect.assigned().is_some()
    }

    fn conflict(self) -> Conflict {
        let now = match (self.standing, self.obstacle) {
            (Standing::After, Some(obstacle)) => Now::NoWayBack(obstacle),
            (Standing::After, None) => Now::Ours,
            (Standing::Before, _) => Now::Before,
            (Standing::Other(now), _) => Now::Other(now),
            (Standing::Gone, _) => Now::Gone,
        };
        Conflict {
            effect: self.effect,
            now,
        }
    }
}

impl Undo {
    /// What is left alone, in two: so many to be named, and the rest. Where not all can be named, those that changed go before those
    /// that only belong to them.
    pub fn conflicts_to_name(&self, most: usize) -> (Vec<&Conflict>, Vec<&Conflict>) {
        let mut named: Vec<_> = self.conflicts.iter().collect();
        if named.len() <= most {
            return (named, Vec::new());
        }
        named.sort_by_key(|conflict| conflict.now == Now::Ours);
        let rest = named.split_off(most);
        (named, rest)
    }

    /// The changes that would be sent.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.groups.iter().flat_map(|group| &group.effects)
    }
}

#[cfg(test)]
mod tests;
