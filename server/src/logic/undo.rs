//! Taking an operation back: which of its groups still stand, what would be put back, and what is left alone.

pub mod causes;
pub mod moved;

use crate::domain::effect::{Effect, Group, GroupRef};
use crate::domain::ids::{OperationId, TransactionId};
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
    /// The later operation that made it so and can itself be undone, where one is known.
    pub cause: Option<OperationId>,
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
            let no_way_back = books.no_way_back(&effects);
            let undoes = Some(GroupRef {
                operation_id: operation.operation_id.clone(),
                group: *place,
            });
            undo.groups.push(Group {
                undoes,
                ..Group::new(effects).without_way_back(no_way_back)
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
            cause: None,
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

    /// The changes as they are told, each with its place among those that are sent: what moves money goes before what marks
    /// something, so that no list that is cut short hides it.
    pub fn told(&self) -> Vec<(usize, &Effect)> {
        let mut told: Vec<_> = self.effects().enumerate().collect();
        told.sort_by_key(|(_, effect)| !moves_money(effect));
        told
    }

    /// What is left alone for good: how many groups could not be done again after the undo, and why the first could not.
    pub fn for_good(&self, books: &Books) -> Option<(usize, String)> {
        let reasons = self.groups.iter().filter_map(|group| books.no_way_back(&group.effects));
        let reasons: Vec<_> = reasons.collect();
        let count = reasons.len();
        reasons.into_iter().next().map(|why| (count, why))
    }

    /// Why it comes to nothing, when no group can be put back.
    pub fn nothing(&self) -> Nothing<'_> {
        let obstacles = self.conflicts.iter().filter_map(|conflict| match &conflict.now {
            Now::NoWayBack(why) => Some(why),
            _ => None,
        });
        let changed = |conflict: &Conflict| matches!(conflict.now, Now::Other(_) | Now::Before | Now::Gone);
        match (obstacles.into_iter().next(), self.conflicts.iter().any(changed)) {
            (Some(_), true) => Nothing::ChangedOrNoWayBack,
            (Some(why), false) => Nothing::NoWayBack(why),
            (None, _) if self.conflicts.is_empty() => Nothing::Back,
            (None, _) => Nothing::Changed,
        }
    }

    /// How many rows of the bank's come back without the bank's import id, which YNAB takes only once in an account.
    pub fn without_import_id(&self, operation: &Operation) -> usize {
        let came_from_bank = |id: &TransactionId| {
            let records = operation.groups.iter().flat_map(|group| &group.effects);
            let mut records = records.filter(|record| record.effect.transaction_id() == Some(id));
            records.any(|record| match &record.effect {
                Effect::Deleted { row, .. } | Effect::Split { before: row, .. } => row.import_id.is_some(),
                _ => false,
            })
        };
        let made = self.effects().filter(|effect| match effect {
            Effect::Created { replaces: Some(id), .. } => came_from_bank(id),
            _ => false,
        });
        made.count()
    }
}

/// Why an undo comes to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing<'a> {
    /// Everything is back already.
    Back,
    /// It still stands, and cannot be put back.
    NoWayBack(&'a Obstacle),
    /// It changed since.
    Changed,
    /// Some of it changed since, and some cannot be put back.
    ChangedOrNoWayBack,
}

/// Whether a change moves money, and does not only mark something.
pub fn moves_money(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Created { .. } | Effect::Deleted { .. } | Effect::Assigned { .. }
    )
}

#[cfg(test)]
mod tests;
