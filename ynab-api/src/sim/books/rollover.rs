//! From month to month: what categories carry over, what overspending costs, and what is Ready to Assign.
//!
//! The rules, simplified where YNAB's own are not published:
//! - Spending on a card is covered by what the category holds; the covered part moves to the card's payment category, a
//!   refund moves it back, a payment takes it out.
//! - A category below zero starts the next month at zero. What was overspent in cash is taken from the next month's Ready
//!   to Assign; what was overspent on a card stays a debt of the card and costs nothing else.
//! - Money assigned in later months beyond their income is taken from Ready to Assign at once.
//! - Age of money: the money at hand, divided by the mean daily spending of the last three months.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::count::slot;
use super::{Books, Cell, Flow, MonthFigures, MonthFlow};
use crate::sim::calendar::{days_in_month, months_after};
use crate::sim::model::{Plan, Role};

impl Books {
    /// Rolls all months over and stamps what moved with the plan's knowledge.
    pub(crate) fn settle(&mut self, plan: &Plan) {
        let roles: Vec<Role> = plan.categories.iter().map(|category| category.role).collect();
        let mut months = BTreeMap::new();
        let mut month = plan.first_month;
        let mut before = MonthFigures::default();
        let mut overspent_before = 0;
        let no_flow = MonthFlow::default();
        while month <= plan.last_month {
            let flow = self.flows.get(&month).unwrap_or(&no_flow);
            let rolled = roll(plan, &roles, month, flow, &before);
            let mut figures = rolled.figures;
            figures.raw_ready = before.raw_ready + figures.income - figures.assigned - overspent_before;
            overspent_before = rolled.cash_overspending;
            months.insert(month, figures.clone());
            before = figures;
            month = months_after(month, 1);
        }
        take_future_assignments(&mut months);
        count_age(plan, &roles, &mut months);
        for (month, figures) in &mut months {
            stamp(figures, self.months.get(month), plan.knowledge);
        }
        self.months = months;
    }
}

struct Rolled {
    figures: MonthFigures,
    cash_overspending: i64,
}

fn roll(plan: &Plan, roles: &[Role], month: NaiveDate, flow: &MonthFlow, before: &MonthFigures) -> Rolled {
    let mut figures = MonthFigures {
        income: flow.income,
        ..MonthFigures::default()
    };
    figures.cells = vec![Cell::default(); roles.len()];
    let mut for_cards = vec![0_i64; roles.len()];
    let mut cash_overspending = 0;
    let assigned = plan.assigned.get(&month);
    let nothing = Flow::default();
    let start = |place: usize, figures: &mut MonthFigures| {
        let carried = before.cells.get(place).map_or(0, |cell| cell.balance.max(0));
        let cell = slot(&mut figures.cells, place);
        cell.carried = carried;
        cell.assigned = plan
            .categories
            .at(place)
            .and_then(|category| assigned.and_then(|of_month| of_month.get(&category.id)))
            .copied()
            .unwrap_or(0);
        figures.assigned += cell.assigned;
        *cell
    };
    for (place, role) in roles.iter().enumerate() {
        let flow = flow.categories.get(place).unwrap_or(&nothing);
        match role {
            Role::CardPayment(_) => {}
            Role::ReadyToAssign => {
                let piled_up = before.cells.get(place).map_or(0, |cell| cell.balance);
                let cell = slot(&mut figures.cells, place);
                cell.activity = figures.income;
                cell.carried = piled_up;
                cell.balance = piled_up + figures.income;
            }
            _ => {
                let cell = start(place, &mut figures);
                let spent = spend(cell.carried + cell.assigned, flow, &mut for_cards);
                figures.activity += spent.activity;
                figures.card_overspending += spent.on_cards;
                cash_overspending += spent.in_cash;
                let cell = slot(&mut figures.cells, place);
                cell.activity = spent.activity;
                cell.balance = cell.carried + cell.assigned + spent.activity;
            }
        }
    }
    for (place, _) in roles
        .iter()
        .enumerate()
        .filter(|(_, role)| matches!(role, Role::CardPayment(_)))
    {
        start(place, &mut figures);
        let direct = flow.categories.get(place).map_or(0, |flow| flow.cash);
        let cell = slot(&mut figures.cells, place);
        cell.activity = direct + for_cards.get(place).copied().unwrap_or(0);
        cell.balance = cell.carried + cell.assigned + cell.activity;
        cash_overspending += (-cell.balance).max(0);
    }
    Rolled {
        figures,
        cash_overspending,
    }
}

struct Spent {
    activity: i64,
    in_cash: i64,
    on_cards: i64,
}

/// What a month's flow does to a category holding `at_hand`; what it covers of card spending goes to `for_cards`.
fn spend(at_hand: i64, flow: &Flow, for_cards: &mut Vec<i64>) -> Spent {
    let mut activity = flow.cash;
    let mut left = at_hand + flow.cash;
    for (card, amount) in flow.cards.iter().filter(|(_, amount)| *amount > 0) {
        activity += amount;
        left += amount;
        *slot(for_cards, *card) -= amount;
    }
    let in_cash = (-left).max(0);
    let mut on_cards = 0;
    for (card, amount) in flow.cards.iter().filter(|(_, amount)| *amount < 0) {
        activity += amount;
        let covered = (-amount).min(left.max(0));
        left -= covered;
        on_cards += -amount - covered;
        *slot(for_cards, *card) += covered;
    }
    Spent {
        activity,
        in_cash,
        on_cards,
    }
}

/// Ready to Assign: what later months assign beyond their own income is already spoken for.
fn take_future_assignments(months: &mut BTreeMap<NaiveDate, MonthFigures>) {
    let mut spoken_for = 0_i64;
    for figures in months.values_mut().rev() {
        figures.ready_to_assign = figures.raw_ready - spoken_for;
        spoken_for = (spoken_for + figures.assigned - figures.income).max(0);
    }
}

fn count_age(plan: &Plan, roles: &[Role], months: &mut BTreeMap<NaiveDate, MonthFigures>) {
    let current = crate::sim::calendar::month_of(plan.day);
    let mut spending: Vec<(i64, i64)> = Vec::new();
    let mut ages = Vec::new();
    for (month, figures) in months.iter() {
        let in_categories: i64 = roles
            .iter()
            .zip(&figures.cells)
            .filter(|(role, _)| **role != Role::ReadyToAssign)
            .map(|(_, cell)| cell.balance)
            .sum();
        let held = figures.raw_ready + in_categories;
        spending.push((-figures.activity, i64::from(days_in_month(*month))));
        let (spent, days) = spending
            .iter()
            .rev()
            .take(3)
            .fold((0, 0), |sum, one| (sum.0 + one.0.max(0), sum.1 + one.1));
        let daily = spent.checked_div(days).unwrap_or(0);
        let age = held
            .max(0)
            .checked_div(daily)
            .filter(|_| *month <= current && *month > plan.first_month);
        ages.push(age.map(|age| age.min(9999)));
    }
    for (figures, age) in months.values_mut().zip(ages) {
        figures.age_of_money = age;
    }
}

fn stamp(figures: &mut MonthFigures, held: Option<&MonthFigures>, knowledge: i64) {
    let Some(held) = held else {
        figures.changed = knowledge;
        for cell in &mut figures.cells {
            cell.changed = knowledge;
        }
        return;
    };
    let mut moved = false;
    for (place, cell) in figures.cells.iter_mut().enumerate() {
        let held = held.cells.get(place).copied();
        cell.changed = held.map_or(knowledge, |held| held.changed);
        if held != Some(*cell) {
            cell.changed = knowledge;
            moved = true;
        }
    }
    let same = (
        figures.income,
        figures.assigned,
        figures.activity,
        figures.ready_to_assign,
        figures.age_of_money,
    ) == (
        held.income,
        held.assigned,
        held.activity,
        held.ready_to_assign,
        held.age_of_money,
    );
    figures.changed = if same && !moved { held.changed } else { knowledge };
}
