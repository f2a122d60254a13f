//! Taking an operation back: which of its groups still stand, what would be put back, and what is left alone.

use crate::domain::currency::Currency;
use crate::domain::effect::{Effect, Group, GroupRef};
use crate::domain::operation::{EffectState, Operation};
use crate::logic::standing::{Books, Standing};
use crate::logic::transactions::{Labels, described};

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
            Now::Before | Now::Ours | Now::Gone => None,
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
        if standings.iter().all(|standing| *standing == Standing::After) {
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

/// The question's headline (confirmation seed): by the kind of what is put back.
pub fn headline(effects: &[&Effect], labels: &Labels, currency: &Currency) -> String {
    if let [one, other] = effects
        && let Some(moved) = moved_back(one, other, labels, currency)
    {
        return moved;
    }
    if let [
        Effect::Assigned {
            category_id,
            month,
            after,
            ..
        },
    ] = effects
    {
        return format!(
            "Undo: set {} for {month} back to {}?",
            labels.category(category_id),
            currency.plain(*after)
        );
    }
    let all = |fits: fn(&Effect) -> bool| effects.iter().all(|effect| fits(effect));
    let count = effects.len();
    if all(|effect| matches!(effect, Effect::Category { .. })) {
        format!("Undo: recategorise {count} transaction(s)?")
    } else if all(|effect| matches!(effect, Effect::Flag { .. })) {
        format!("Undo: put back the flag of {count} transaction(s)?")
    } else if all(|effect| matches!(effect, Effect::Approved { after: false, .. })) {
        format!("Undo: mark {count} transaction(s) not approved?")
    } else if all(|effect| matches!(effect, Effect::Approved { .. })) {
        format!("Undo: approve {count} transaction(s) again?")
    } else {
        format!("Undo: put back {count} change(s)?")
    }
}

/// Two amounts of one month of which one falls as the other rises are a move.
fn moved_back(one: &Effect, other: &Effect, labels: &Labels, currency: &Currency) -> Option<String> {
    let side = |effect: &Effect| match effect {
        Effect::Assigned {
            category_id,
            month,
            before,
            after,
        } => Some((category_id.clone(), *month, after.checked_sub(*before).ok()?)),
        _ => None,
    };
    let (one, other) = (side(one)?, side(other)?);
    let (source, target) = if one.2.is_negative() {
        (one, other)
    } else {
        (other, one)
    };
    let opposite = source.2.checked_neg().ok()? == target.2;
    (opposite && source.1 == target.1).then(|| {
        let (from, to) = (labels.category(&source.0), labels.category(&target.0));
        format!(
            "Undo: move {} back from {from} to {to} for {}?",
            currency.plain(target.2),
            source.1
        )
    })
}

/// One line for a change, before and after.
pub fn line(effect: &Effect, books: &Books, labels: &Labels, currency: &Currency) -> String {
    let (from, to) = labels.from_to(effect, currency);
    format!("{}: {from} → {to}", thing(effect, books, labels, currency))
}

/// One line for what is left alone.
pub fn conflict_line(conflict: &Conflict, books: &Books, labels: &Labels, currency: &Currency) -> String {
    let thing = thing(&conflict.effect, books, labels, currency);
    let (before, ours) = labels.from_to(&conflict.effect, currency);
    match &conflict.now {
        Now::Other(now) => {
            let (_, now) = labels.from_to(now, currency);
            format!("{thing}: it is {now} now, not {ours}, so it is left alone")
        }
        Now::Before => {
            format!("{thing}: it is {before} again, but the rest of the change is not, so all of it is left alone")
        }
        Now::Ours => {
            format!("{thing}: it is still {ours}, but the rest of the change is not, so all of it is left alone")
        }
        Now::Gone => format!("{thing}: it is not there any more"),
    }
}

/// What a change is about, in words.
fn thing(effect: &Effect, books: &Books, labels: &Labels, currency: &Currency) -> String {
    match effect {
        Effect::Assigned { category_id, month, .. } => format!("{} for {month}", labels.category(category_id)),
        Effect::Category { transaction_id, .. }
        | Effect::Flag { transaction_id, .. }
        | Effect::Approved { transaction_id, .. } => match books.transactions.get(transaction_id) {
            Some(transaction) => described(transaction, currency),
            None => format!("Transaction {transaction_id}"),
        },
    }
}
