//! What each line of a sample plan is, told a second time from the plain facts, and slowly: what the engines' sums are
//! compared with.

use chrono::NaiveDate;
use proptest::prelude::*;

use crate::domain::ids::{AccountId, CategoryId};
use crate::domain::month::Month;
use crate::domain::plan::{Account, Transaction};
use crate::logic::samples::plans::{SamplePlan, plans};

/// What a line comes to for somebody who counts income and spending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logic) enum Kind {
    Income,
    /// Purchases, refunds, and payments to tracked debts.
    Spent,
    Invested,
    Withdrawn,
    /// Money in that has no category.
    Unsorted,
    Neither,
}

/// A line of the plan's own accounts.
#[derive(Clone, Debug)]
pub(in crate::logic) struct Fact {
    pub(in crate::logic) date: NaiveDate,
    pub(in crate::logic) kind: Kind,
    pub(in crate::logic) amount: i64,
    pub(in crate::logic) category: Option<CategoryId>,
}

/// All lines of the plan's own accounts.
pub(in crate::logic) fn facts(plan: &SamplePlan) -> Vec<Fact> {
    let mut facts = Vec::new();
    for row in &plan.transactions {
        if !named(plan, row.account_id.as_str()).is_some_and(|account| account.on_budget) {
            continue;
        }
        let mut add = |amount: i64, category: Option<&CategoryId>, other: Option<&str>| {
            facts.push(Fact {
                date: row.date,
                kind: kind(plan, row, amount, category.map(CategoryId::as_str), other),
                amount,
                category: category.cloned(),
            });
        };
        for line in &row.lines {
            let other = line.transfer_account_id.as_ref().map(AccountId::as_str);
            add(line.amount.get(), line.category_id.as_ref(), other);
        }
        if row.lines.is_empty() {
            let other = row.transfer_account_id.as_ref().map(AccountId::as_str);
            add(row.amount.get(), row.category_id.as_ref(), other);
        }
    }
    facts
}

fn kind(plan: &SamplePlan, row: &Transaction, amount: i64, category: Option<&str>, other: Option<&str>) -> Kind {
    let payee = row.payee_name.as_deref().unwrap_or("");
    match (other, category) {
        (Some(other), _) => match (named(plan, other).unwrap(), amount > 0) {
            (account, _) if account.on_budget => Kind::Neither,
            (account, _) if account.id.as_str() == "loan" && amount < 0 => Kind::Spent,
            (account, _) if account.id.as_str() == "loan" => Kind::Neither,
            (_, false) if amount < 0 => Kind::Invested,
            (_, true) => Kind::Withdrawn,
            _ => Kind::Neither,
        },
        _ if payee.contains("Balance") => Kind::Neither,
        (None, Some("ready")) => Kind::Income,
        (None, None | Some("uncategorized")) if amount > 0 => Kind::Unsorted,
        _ => Kind::Spent,
    }
}

fn named<'a>(plan: &'a SamplePlan, id: &str) -> Option<&'a Account> {
    plan.accounts.iter().find(|account| account.id.as_str() == id)
}

/// The months that count for totals and averages, by walking back day by day from today.
pub(in crate::logic) fn complete_months(plan: &SamplePlan, facts: &[Fact], asked: u32) -> Vec<Month> {
    let mut months = Vec::new();
    let Some(begins) = facts.iter().map(|fact| fact.date).min() else {
        return months;
    };
    let mut day = plan.today;
    while Month::of(day) == Month::of(plan.today) {
        day = day.pred_opt().unwrap();
    }
    while months.len() < asked as usize && Month::of(day).first_day() >= begins {
        months.push(Month::of(day));
        let month = Month::of(day);
        while Month::of(day) == month {
            day = day.pred_opt().unwrap();
        }
    }
    months.reverse();
    months
}

/// The sum of the facts of a month that fit.
pub(in crate::logic) fn sum(facts: &[Fact], month: Month, fits: impl Fn(&Fact) -> bool) -> i64 {
    let of_month = facts.iter().filter(|fact| Month::of(fact.date) == month && fits(fact));
    of_month.map(|fact| fact.amount).sum()
}

/// A mean or median by the meaning of the words: rounded so that no other amount of whole units is nearer, and of two that
/// are as near the one further from zero.
pub(in crate::logic) fn nearest(total: i64, count: i64, plan: &SamplePlan) -> i64 {
    let unit = [1000, 100, 10, 1][usize::from(plan.currency.shown_decimals())];
    let about = total / count / unit;
    let distance = |units: &i64| ((units * unit * count - total).abs(), -units.abs());
    (about - 2..=about + 2).min_by_key(distance).unwrap() * unit
}

/// The sum of the one or two in the middle, and how many they are.
pub(in crate::logic) fn middle(amounts: &[i64]) -> (i64, i64) {
    let mut left = amounts.to_vec();
    while left.len() > 2 {
        let lowest = left
            .iter()
            .position(|amount| amount == left.iter().min().unwrap())
            .unwrap();
        left.remove(lowest);
        let highest = left
            .iter()
            .position(|amount| amount == left.iter().max().unwrap())
            .unwrap();
        left.remove(highest);
    }
    (left.iter().sum(), i64::try_from(left.len()).unwrap())
}

/// Plans, and how many months are asked for.
pub(in crate::logic) fn asked_plans() -> impl Strategy<Value = (SamplePlan, u32)> {
    (plans(60), prop_oneof![1_u32..8, 20_u32..40])
}
