//! New things without an id, found again in what YNAB holds; and changes made fit to be sent.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::effect::Effect;
use crate::domain::ids::TransactionId;
use crate::domain::names::name_key;
use crate::domain::plan::{GroupRole, Transaction};
use crate::domain::row::{Recorded, Row};
use crate::logic::standing::Books;

impl Books {
    /// The effects as YNAB holds them: each new thing gets the id and the values of what was made of it, each only once, so that
    /// two equal purchases are two rows. One of which nothing is found stays without an id.
    ///
    /// A row is found by account, date, amount and import id. In the answer to its own request every row is one of ours; of those
    /// that were only read, just those are that say in everything what was sent: another may be somebody else's, and ours would be
    /// undone by deleting it. None of the rows that were there before is it. Of several, the one that agrees in most is taken. A row
    /// of the bank's that YNAB [matched](Self::matched) was not made.
    pub fn found(&self, effects: &[Effect]) -> Vec<Effect> {
        let mut taken: BTreeSet<_> = effects.iter().filter_map(Effect::transaction_id).cloned().collect();
        effects
            .iter()
            .map(|effect| self.found_one(effect, &mut taken))
            .collect()
    }

    fn found_one(&self, effect: &Effect, taken: &mut BTreeSet<TransactionId>) -> Effect {
        match effect {
            Effect::Created {
                transaction_id: None,
                row: Recorded::Whole(row),
                alike,
                replaces,
            } => {
                let new = self.alike(row).filter(|other| {
                    !alike.contains(&other.id)
                        && !taken.contains(&other.id)
                        && other.import_id.as_deref() == row.import_id.as_deref()
                        && (row.import_id.is_none() || !other.matched())
                        && (self.answered || self.says_what_was_sent(row, other))
                });
                let Some(made) = new.max_by_key(|other| agreement(row, other)) else {
                    return effect.clone();
                };
                taken.insert(made.id.clone());
                Effect::Created {
                    transaction_id: Some(made.id.clone()),
                    row: Recorded::Whole(Box::new(Row::of(made))),
                    alike: alike.clone(),
                    replaces: replaces.clone(),
                }
            }
            Effect::NewCategory {
                category_id: None,
                group_id,
                name,
            } => {
                let mut all = self.categories.values();
                let made = all.find(|category| category.group_id == *group_id && category.name.raw() == name);
                Effect::NewCategory {
                    category_id: made.map(|category| category.id.clone()),
                    group_id: group_id.clone(),
                    name: name.clone(),
                }
            }
            Effect::Imported { rows_before, .. } => match &self.imported {
                Some(transaction_ids) => Effect::Imported {
                    transaction_ids: transaction_ids.clone(),
                    rows_before: *rows_before,
                },
                None => effect.clone(),
            },
            _ => self.stored(effect),
        }
    }

    /// Whether a row that is there says in everything what was sent. Of the bank's rows YNAB's rules may change the payee and give
    /// a category where none was sent; the bank's name of the payee stays.
    fn says_what_was_sent(&self, row: &Row, other: &Transaction) -> bool {
        let held = Row::of(other);
        let by_rule = row.import_id.is_some() && row.category_id.is_none();
        let sent = Row {
            payee_id: held.payee_id.clone(),
            payee_name: held.payee_name.clone(),
            category_id: if by_rule {
                held.category_id.clone()
            } else {
                row.category_id.clone()
            },
            ..row.clone()
        };
        is_of_payee(row, other) && self.same_row(&sent, &held)
    }

    /// The rows that are there and may be the new ones of these effects, changed since, or somebody else's: they have account, date
    /// and amount of one of which nothing was found.
    pub fn maybe(&self, effects: &[Effect]) -> Vec<&Transaction> {
        let taken: BTreeSet<_> = effects.iter().filter_map(Effect::transaction_id).collect();
        let mut found: BTreeMap<&TransactionId, &Transaction> = BTreeMap::new();
        for effect in effects {
            let Effect::Created {
                transaction_id: None,
                row: Recorded::Whole(row),
                alike,
                ..
            } = effect
            else {
                continue;
            };
            let new = self
                .alike(row)
                .filter(|other| !alike.contains(&other.id) && !taken.contains(&other.id));
            found.extend(new.map(|other| (&other.id, other)));
        }
        found.into_values().collect()
    }

    /// A target as YNAB stored it: it chooses the day and the date of some, and what it chose counts from now on.
    fn stored(&self, effect: &Effect) -> Effect {
        let mut stored = effect.clone();
        if let Effect::Target {
            category_id,
            after: Some(after),
            ..
        } = &mut stored
        {
            let held = self
                .categories
                .get(category_id)
                .and_then(|category| category.target.as_deref());
            if let Some(held) = held.filter(|held| held.agrees(after)) {
                after.clone_from(held);
            }
        }
        stored
    }

    /// The books with what an import brought since `before`; unchanged where that is nothing.
    #[must_use]
    pub fn since(mut self, before: &Self) -> Self {
        let new: Vec<_> = self.bank_rows.difference(&before.bank_rows).cloned().collect();
        if !new.is_empty() {
            self.imported = Some(new);
        }
        self
    }

    /// The effect with all that is known of what it is about: a row of which the Python version wrote down only the id is taken
    /// as it is now.
    pub fn filled(&self, effect: &Effect) -> Effect {
        match effect {
            Effect::Created {
                transaction_id: Some(id),
                row: Recorded::Only { .. },
                alike,
                replaces,
            } => match self.transactions.get(id) {
                Some(now) => Effect::Created {
                    transaction_id: Some(id.clone()),
                    row: Recorded::Whole(Box::new(Row::of(now))),
                    alike: alike.clone(),
                    replaces: replaces.clone(),
                },
                None => effect.clone(),
            },
            _ => self.stored(effect),
        }
    }

    /// The effect fit to be sent: a new row knows which rows are alike and there before it, and a target whether its category
    /// is for the payments of a card.
    pub fn ready(&self, effect: Effect) -> Effect {
        match effect {
            Effect::Created {
                transaction_id: None,
                row: Recorded::Whole(row),
                replaces,
                ..
            } => {
                let alike = self.alike(&row).map(|other| other.id.clone()).collect();
                Effect::Created {
                    transaction_id: None,
                    row: Recorded::Whole(row),
                    alike,
                    replaces,
                }
            }
            Effect::Target {
                category_id,
                before,
                after,
                request,
                card,
            } => {
                let held = self.categories.get(&category_id);
                Effect::Target {
                    card: held.map_or(card, |category| category.role == GroupRole::CardPayments),
                    category_id,
                    before,
                    after,
                    request,
                }
            }
            other => other,
        }
    }
}

/// Whether a row that is there has the payee that was sent: by its id, or by its name as people read it. Of the bank's rows YNAB's
/// rules change the payee, and keep the name that came.
fn is_of_payee(row: &Row, other: &Transaction) -> bool {
    if row.payee_id.is_some() && row.payee_id == other.payee_id {
        return true;
    }
    let key = |name: Option<&str>| name.map(name_key).unwrap_or_default();
    let sent = key(row.payee_name.as_deref());
    if row.import_id.is_some() {
        let by_bank = other
            .import_payee_name_original
            .as_deref()
            .or(other.import_payee_name.as_deref());
        return by_bank.is_none_or(|name| key(Some(name)) == sent);
    }
    sent == key(other.payee_name.as_deref())
}

/// In how much a row that is there agrees with the one that was sent.
fn agreement(row: &Row, other: &Transaction) -> usize {
    let other = Row::of(other);
    let agreed = [
        row.same_payee(&other),
        row.memo == other.memo,
        row.category_id == other.category_id,
        row.lines == other.lines,
        row.flag == other.flag,
        row.cleared == other.cleared,
        row.approved == other.approved,
    ];
    agreed.into_iter().filter(|agreed| *agreed).count()
}

#[cfg(test)]
mod tests;
