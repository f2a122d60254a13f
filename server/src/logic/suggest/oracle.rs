//! Suggestions against slow ones: every waiting transaction beside every line of the history.

use std::collections::BTreeMap;

use chrono::Days;
use proptest::prelude::*;

use super::{Asked, suggest};
use crate::domain::ids::{AccountId, CategoryId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::percent::Hundredths;
use crate::domain::plan::{GroupRole, Transaction};
use crate::logic::flows::{Chart, Line, lines};
use crate::logic::payees::normalised;
use crate::logic::samples::plans::{SamplePlan, plans};
use crate::logic::samples::with_lines;

/// A category with its hundredths and the number of its lines.
type Scored = (CategoryId, i64, usize);

fn category_is(plan: &SamplePlan, id: &CategoryId, wanted: impl Fn(GroupRole, bool, &str) -> bool) -> bool {
    let mut all = plan
        .groups
        .iter()
        .flat_map(|group| group.categories.iter().map(move |category| (group, category)));
    all.any(|(group, category)| {
        category.id == *id && wanted(group.role, group.hidden || category.hidden, category.name.raw())
    })
}

fn waits(plan: &SamplePlan, row: &Transaction) -> bool {
    let account = |id: &AccountId| plan.accounts.iter().find(|account| account.id == *id).unwrap();
    let none = row
        .category_id
        .as_ref()
        .is_none_or(|id| category_is(plan, id, |_, _, name| name == "Uncategorized"));
    let within = row
        .transfer_account_id
        .as_ref()
        .is_some_and(|other| account(other).on_budget);
    let opening = row.payee_name.as_deref() == Some("Starting Balance");
    none && !within && !opening && row.lines.is_empty() && account(&row.account_id).on_budget
}

fn labels(line: Line<'_>) -> Vec<String> {
    let own = line.part.is_some_and(|part| part.payee_id.is_some());
    let bank = line.row.import_payee_name_original.as_deref().filter(|_| !own);
    let labels = line.payee_name().into_iter().chain(bank).map(normalised);
    labels.filter(|label| !label.is_empty()).collect()
}

/// Thousandths of an approved transaction of today.
fn weight(plan: &SamplePlan, line: Line<'_>, amount: Milliunits) -> i128 {
    let age = (plan.today - line.row.date).num_days().max(0);
    let whole = if line.row.approved { 1000 } else { 500 };
    let part = line.part.map_or(whole, |part| {
        let all: i128 = line
            .row
            .lines
            .iter()
            .map(|part| i128::from(part.amount.get()).abs())
            .sum();
        whole * i128::from(part.amount.get()).abs() / all.max(1)
    });
    let weight = (part * 365 / (365 + i128::from(age))).max(1);
    if line.amount() == amount { weight * 2 } else { weight }
}

fn scored(plan: &SamplePlan, row: &Transaction) -> Vec<Scored> {
    let order: Vec<CategoryId> = plan
        .groups
        .iter()
        .flat_map(|group| &group.categories)
        .map(|own| own.id.clone())
        .collect();
    let is_income = |id: &CategoryId| category_is(plan, id, |_, _, name| name == "Inflow: Ready to Assign");
    let usable = |id: &CategoryId| {
        category_is(plan, id, |role, hidden, _| role == GroupRole::Ordinary && !hidden) || is_income(id)
    };
    let whole = Line { row, part: None };
    let same_way = |line: &Line<'_>| line.amount().is_negative() == row.amount.is_negative();
    let all = plan.transactions.iter().flat_map(lines).filter(same_way);
    let all: Vec<_> = all.filter(|line| line.category_id().is_some_and(usable)).collect();
    let mut of_payee: Vec<Line<'_>> = Vec::new();
    if let Some(id) = &row.payee_id {
        of_payee.extend(all.iter().filter(|line| line.payee_id() == Some(id)));
    }
    for label in labels(whole) {
        if of_payee.is_empty() {
            of_payee.extend(all.iter().filter(|line| labels(**line).contains(&label)));
        }
    }
    let card = row.account_id.as_str() == "visa";
    let mut found: BTreeMap<&CategoryId, (i128, usize)> = BTreeMap::new();
    for line in of_payee {
        let id = line.category_id().unwrap();
        if !(is_income(id) && (card || row.amount.is_negative())) {
            let (sum, lines) = found.entry(id).or_default();
            *sum += weight(plan, line, row.amount);
            *lines += 1;
        }
    }
    let sum: i128 = found.values().map(|(weight, _)| weight).sum::<i128>() + 250;
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(id, (weight, _))| (-weight, order.iter().position(|other| other == *id)));
    let hundredths = |weight: i128| i64::try_from((weight * 200 + sum) / (sum * 2)).unwrap();
    found
        .into_iter()
        .map(|(id, (weight, lines))| (id.clone(), hundredths(weight), lines))
        .collect()
}

/// Pairs of opposite amounts, the nearest days first.
fn pairs(plan: &SamplePlan, waiting: &[&Transaction]) -> BTreeMap<TransactionId, TransactionId> {
    let mut others: Vec<_> = plan
        .transactions
        .iter()
        .filter(|row| !waiting.iter().any(|own| own.id == row.id))
        .collect();
    others.sort_by_key(|row| row.id.clone());
    let sides: Vec<&Transaction> = waiting.iter().copied().chain(others).collect();
    let open = |row: &Transaction| row.transfer_account_id.is_none() && row.lines.is_empty() && row.amount.get() != 0;
    let mut found: BTreeMap<TransactionId, TransactionId> = BTreeMap::new();
    for distance in 0..=3_u64 {
        for row in waiting.iter().filter(|row| open(row)) {
            for day in [row.date + Days::new(distance), row.date - Days::new(distance)] {
                let taken = |found: &BTreeMap<TransactionId, TransactionId>, id: &TransactionId| {
                    found.contains_key(id) || found.values().any(|other| other == id)
                };
                if taken(&found, &row.id) {
                    continue;
                }
                let other = sides.iter().find(|other| {
                    other.date == day
                        && other.amount.get() == -row.amount.get()
                        && other.account_id != row.account_id
                        && open(other)
                        && !taken(&found, &other.id)
                });
                if let Some(other) = other {
                    found.insert(row.id.clone(), other.id.clone());
                    if waiting.iter().any(|own| own.id == other.id) {
                        found.insert(other.id.clone(), row.id.clone());
                    }
                }
            }
        }
    }
    found
}

/// The same plan with fewer amounts and days, so that they meet, with rows of no payee id, and with labels of the bank's.
fn crowded(mut plan: SamplePlan) -> SamplePlan {
    for (place, row) in plan.transactions.iter_mut().enumerate() {
        let few = |amount: Milliunits| Milliunits::new(amount.get().signum() * (amount.get().abs() % 3 + 1) * 10_000);
        row.amount = few(row.amount);
        for line in &mut row.lines {
            line.amount = few(line.amount);
        }
        if place % 2 == 0 {
            row.date = plan.today - Days::new(u64::try_from(place % 14).unwrap());
        }
        if place % 3 == 0 {
            row.payee_id = None;
        }
        if place % 4 == 0 {
            let label = row
                .payee_name
                .as_deref()
                .map(|name| format!("POS {} #12", name.to_lowercase()));
            row.import_payee_name_original = label.map(Into::into);
        }
        if place % 5 == 0 && row.payee_id.is_none() {
            row.payee_name = None;
        }
    }
    plan
}

fn check(plan: &SamplePlan, threshold: i64) -> Result<(), TestCaseError> {
    let chart = Chart::new(&plan.accounts, &plan.groups);
    let asked = Asked {
        threshold: Hundredths::new(threshold),
        after: None,
        limit: 1000,
        today: plan.today,
    };
    let found = suggest(with_lines(&plan.transactions), &chart, &asked);
    let mut waiting: Vec<_> = plan.transactions.iter().filter(|row| waits(plan, row)).collect();
    waiting.sort_by(|one, other| (other.date, &one.id).cmp(&(one.date, &other.id)));
    let pairs = pairs(plan, &waiting);
    prop_assert_eq!((found.pending, found.transfers), (waiting.len(), pairs.len()));
    let ids = |rows: &[&Transaction]| rows.iter().map(|row| row.id.to_string()).collect::<Vec<_>>();
    let shown: Vec<_> = found.items.iter().map(|item| item.row).collect();
    prop_assert_eq!(ids(&shown), ids(&waiting[..shown.len()]));
    let told = |scored: &super::Scored<'_>| (scored.category.id.clone(), scored.confidence.get(), scored.evidence);
    for item in &found.items {
        let expected = scored(plan, item.row);
        let sure = expected.first().filter(|first| first.1 >= threshold);
        prop_assert_eq!(item.suggestion.as_ref().map(told), sure.cloned());
        let likely = if sure.is_some() {
            &[]
        } else {
            &expected[..expected.len().min(3)]
        };
        prop_assert_eq!(item.candidates.iter().map(told).collect::<Vec<_>>(), likely);
        prop_assert_eq!(item.transfer_with, pairs.get(&item.row.id));
    }
    let all = waiting
        .iter()
        .filter(|row| scored(plan, row).first().is_some_and(|first| first.1 >= threshold));
    prop_assert_eq!(found.suggested, all.count());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn suggestions_are_those_of_a_slow_look_at_every_line(plan in plans(60), threshold in 50_i64..=100) {
        check(&plan, threshold)?;
        check(&crowded(plan), threshold)?;
    }
}
