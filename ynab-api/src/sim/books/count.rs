//! What a single transaction does to balances and categories.

use uuid::Uuid;

use super::{Books, Flow, Sums};
use crate::sim::calendar::month_of;
use crate::sim::model::{Cleared, Plan, Role, Transaction};

/// What one part of a transaction does to the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Money to assign.
    Income(i64),
    /// Spending from, or a refund to, an account that holds money; category by place.
    Cash(usize, i64),
    /// Spending from, or a refund to, a card: category, the card's payment category, amount.
    Card(usize, usize, i64),
}

impl Books {
    /// Adds a transaction (`sign` 1) or takes it out again (`sign` -1).
    pub(crate) fn count(&mut self, plan: &Plan, row: &Transaction, sign: i64) {
        if row.deleted {
            return;
        }
        let Some(place) = plan.accounts.place(&row.account_id) else {
            return;
        };
        let sums = slot(&mut self.sums, place);
        match row.cleared {
            Cleared::Uncleared => sums.uncleared += sign * row.amount,
            Cleared::Cleared | Cleared::Reconciled => sums.cleared += sign * row.amount,
        }
        let month = self.flows.entry(month_of(row.date)).or_default();
        effects(plan, row, |effect| match effect {
            Effect::Income(amount) => month.income += sign * amount,
            Effect::Cash(category, amount) => slot(&mut month.categories, category).cash += sign * amount,
            Effect::Card(category, card, amount) => {
                slot(&mut month.categories, category).add_card(card, sign * amount);
            }
        });
    }

    /// Counts all transactions from nothing.
    pub(crate) fn recount(&mut self, plan: &Plan) {
        self.sums = vec![Sums::default(); plan.accounts.len()];
        self.flows.clear();
        for row in &plan.transactions {
            self.count(plan, row, 1);
        }
    }
}

impl Flow {
    /// Cards stay in the order of their categories and leave at zero, so that the past of a flow leaves no trace in it.
    fn add_card(&mut self, card: usize, amount: i64) {
        match self.cards.binary_search_by_key(&card, |(held, _)| *held) {
            Ok(place) => {
                if let Some((_, held)) = self.cards.get_mut(place) {
                    *held += amount;
                }
                self.cards.retain(|(_, amount)| *amount != 0);
            }
            Err(place) if amount != 0 => self.cards.insert(place, (card, amount)),
            Err(_) => {}
        }
    }
}

/// Tells `take` each effect of a transaction on the plan's categories. Tracking accounts have none.
pub(super) fn effects(plan: &Plan, row: &Transaction, mut take: impl FnMut(Effect)) {
    let Some(account) = plan.accounts.get(&row.account_id).filter(|account| account.on_budget) else {
        return;
    };
    let card = account.payment_category_id.and_then(|id| plan.categories.place(&id));
    if card.is_some() && row.category_id.is_none() && row.payee_id == Some(plan.own.starting_balance_payee) {
        return;
    }
    let mut part = |amount: i64, category: Option<Uuid>, other: Option<Uuid>| {
        let within = other
            .and_then(|id| plan.accounts.get(&id))
            .is_some_and(|other| other.on_budget);
        if within {
            if let Some(card) = card {
                take(Effect::Cash(card, -amount));
            }
            return;
        }
        let category = category.unwrap_or(plan.own.uncategorized);
        let Some(place) = plan.categories.place(&category) else {
            return;
        };
        let role = plan.categories.at(place).map(|category| category.role);
        match (role, card) {
            (Some(Role::ReadyToAssign), None) => take(Effect::Income(amount)),
            (Some(Role::ReadyToAssign), Some(card)) => {
                take(Effect::Income(amount));
                take(Effect::Cash(card, -amount));
            }
            (_, None) => take(Effect::Cash(place, amount)),
            (_, Some(card)) => take(Effect::Card(place, card, amount)),
        }
    };
    if row.is_split() {
        for line in row.live_lines() {
            part(line.amount, line.category_id, line.transfer_account_id);
        }
    } else {
        part(row.amount, row.category_id, row.transfer_account_id);
    }
}

/// The value at a place of a list that grows to hold it.
pub(super) fn slot<T: Default + Clone>(list: &mut Vec<T>, place: usize) -> &mut T {
    if list.len() <= place {
        list.resize(place + 1, T::default());
    }
    #[expect(clippy::indexing_slicing, reason = "the list was just made long enough")]
    &mut list[place]
}
