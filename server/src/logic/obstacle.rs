//! What stands in the way of putting something back: what is gone, what the API cannot set, names that are taken.

use chrono::Months;

use crate::domain::effect::Effect;
use crate::domain::ids::{CategoryGroupId, CategoryId};
use crate::domain::plan::Cleared;
use crate::domain::target::{self, TargetRequest};
use crate::logic::standing::Books;

/// YNAB takes no new row that is older.
pub const OLDEST: Months = Months::new(60);

/// Why what an effect sets cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// The category it would give is deleted.
    #[error("the category it had is not there any more")]
    CategoryGone,
    /// The group it would be in is deleted.
    #[error("the group it was in is not there any more")]
    GroupGone,
    /// The target it would set is of a kind or rhythm that the API has no field for.
    #[error("YNAB's API cannot set the target it had; it can be set in YNAB")]
    Target,
    /// The target it would set was due before today.
    #[error("the target it had was due before today, and YNAB takes no past date")]
    TargetPast,
    /// The row it would make is of a day on which the API makes none.
    #[error("YNAB's API makes no transaction of that day: it takes those of the last five years")]
    Day,
    /// Another category, or another payee, has the name it would give.
    #[error("another one has the name it had")]
    NameTaken,
    /// Deleting a transfer deletes its other side, which the bank has confirmed, or the person has approved, flagged or written a
    /// memo for: what stands for it afterwards would be without that.
    #[error(
        "it is a transfer whose other side is cleared, approved, flagged or has a memo of its own, which would be lost"
    )]
    OtherSide,
}

impl Books {
    /// What stands in the way of sending the effect, where those `beside` it are sent together with it.
    pub fn obstacle(&self, effect: &Effect, beside: &[Effect]) -> Option<Obstacle> {
        match effect {
            Effect::Category { after: Some(id), .. } if !self.categories.contains_key(id) => {
                Some(Obstacle::CategoryGone)
            }
            Effect::Created { .. } => {
                let gone = effect
                    .categories()
                    .into_iter()
                    .any(|id| !self.categories.contains_key(id));
                let row = effect.row().filter(|_| effect.transaction_id().is_none());
                let day = self.today.zip(row).is_some_and(|(today, row)| {
                    row.date > today || today.checked_sub_months(OLDEST).is_some_and(|oldest| row.date < oldest)
                });
                match (gone, day) {
                    (true, _) => Some(Obstacle::CategoryGone),
                    (false, true) => Some(Obstacle::Day),
                    (false, false) => None,
                }
            }
            Effect::Target {
                before, after, card, ..
            } => match target::request(before.as_ref(), after.as_ref(), *card) {
                None => Some(Obstacle::Target),
                Some(TargetRequest::Set { date: Some(date), .. }) if self.today.is_some_and(|today| date < today) => {
                    Some(Obstacle::TargetPast)
                }
                Some(_) => None,
            },
            Effect::CategoryGroup { after, .. } if !self.groups.contains(after) => Some(Obstacle::GroupGone),
            Effect::CategoryName { category_id, .. } | Effect::CategoryGroup { category_id, .. } => {
                let taken = self.is_taken(category_id, [effect].into_iter().chain(beside));
                taken.then_some(Obstacle::NameTaken)
            }
            Effect::PayeeName { payee_id, after, .. } => {
                let mut others = self.payees.values().filter(|payee| payee.id != *payee_id);
                let taken = others.any(|payee| same_name(payee.name.raw(), after));
                taken.then_some(Obstacle::NameTaken)
            }
            Effect::Deleted { transaction_id, .. } => {
                let this = self.transactions.get(transaction_id)?;
                let other = self.transactions.get(this.transfer_transaction_id.as_ref()?)?;
                let memo = other.memo.is_none() || other.memo == this.memo;
                let approved = this.approved || !other.approved;
                let untouched = other.cleared == Cleared::Uncleared && other.flag.is_none() && memo && approved;
                (!untouched).then_some(Obstacle::OtherSide)
            }
            _ => None,
        }
    }

    /// Why some effects, once made together, could not be taken back; as far as it can be told from what is there before.
    pub fn no_way_back(&self, effects: &[Effect]) -> Option<String> {
        if let Some(why) = effects.iter().find_map(Effect::no_way_back) {
            return Some(why.to_owned());
        }
        let back: Vec<_> = effects.iter().rev().flat_map(Effect::inverse).collect();
        let obstacle = back.iter().find_map(|effect| self.obstacle(effect, &back));
        obstacle.map(|why| why.to_string())
    }

    /// Whether another category has the name, in the group, that the category has after all these effects.
    fn is_taken<'e>(&self, category_id: &CategoryId, effects: impl Iterator<Item = &'e Effect>) -> bool {
        let Some(now) = self.categories.get(category_id) else {
            return false;
        };
        let (mut name, mut group): (&str, &CategoryGroupId) = (now.name.raw(), &now.group_id);
        for effect in effects {
            match effect {
                Effect::CategoryName {
                    category_id: id, after, ..
                } if id == category_id => name = after,
                Effect::CategoryGroup {
                    category_id: id, after, ..
                } if id == category_id => group = after,
                _ => {}
            }
        }
        let mut others = self.categories.values().filter(|other| other.id != *category_id);
        others.any(|other| other.group_id == *group && same_name(other.name.raw(), name))
    }
}

/// Whether YNAB takes two names for one: it does not look at their case.
fn same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests;
