//! Every figure against a slow look at every day, every row and every line.

use crate::domain::plan::Transaction;
use crate::logic::samples::with_lines;
use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::logic::samples::plans::plans;

/// What a line is, decided line by line from the words of the plan alone.
#[derive(PartialEq)]
enum Slow {
    Spent(Option<String>),
    Income,
    Unsorted,
    Apart,
}

fn slow_kind(plan: &SamplePlan, row: &Transaction, at: usize) -> Slow {
    let on_budget = |id: &AccountId| {
        plan.accounts
            .iter()
            .any(|account| account.id == *id && account.on_budget)
    };
    let (amount, category, transfer) = match row.lines.get(at) {
        Some(part) => (part.amount.get(), &part.category_id, &part.transfer_account_id),
        None => (row.amount.get(), &row.category_id, &row.transfer_account_id),
    };
    if !on_budget(&row.account_id) || amount == 0 || transfer.as_ref().is_some_and(on_budget) {
        return Slow::Apart;
    }
    let payee = row.payee_name.as_deref().unwrap_or_default();
    if transfer.is_none() && (payee == "Starting Balance" || payee == "Reconciliation Balance Adjustment") {
        return Slow::Apart;
    }
    match category.as_ref().map(CategoryId::as_str) {
        Some("ready") => Slow::Income,
        None | Some("uncategorized") if transfer.is_none() && amount > 0 => Slow::Unsorted,
        None | Some("uncategorized") => Slow::Spent(None),
        Some(id) => Slow::Spent(Some(id.to_owned())),
    }
}

fn slow_key(plan: &SamplePlan, by: By, row: &Transaction, at: usize, category: Option<&str>) -> String {
    let known = |id: &str| {
        let mut groups = plan.groups.iter();
        groups.find(|group| group.categories.iter().any(|category| category.id.as_str() == id))
    };
    match (by, category) {
        (By::Category | By::Group, None) => "none".to_owned(),
        (By::Category | By::Group, Some(id)) if known(id).is_none() => "deleted".to_owned(),
        (By::Category, Some(id)) => id.to_owned(),
        (By::Group, Some(id)) => known(id).unwrap().id.to_string(),
        (By::Payee, _) => {
            let own = row.lines.get(at).and_then(|part| part.payee_id.as_ref());
            own.or(row.payee_id.as_ref())
                .map_or("nobody".to_owned(), ToString::to_string)
        }
        (By::Account, _) => row.account_id.to_string(),
        (By::Month, _) => row.date.to_string()[..7].to_owned(),
    }
}

fn key_of(key: Key<'_>) -> String {
    match key {
        Key::Category(id) => id.to_string(),
        Key::Group(id) => id.to_string(),
        Key::Payee(id) => id.to_string(),
        Key::Account(id) => id.to_string(),
        Key::Month(month) => month.short(),
        Key::Uncategorized => "none".to_owned(),
        Key::Deleted => "deleted".to_owned(),
        Key::NoPayee => "nobody".to_owned(),
    }
}

type SlowRows = BTreeMap<String, (i64, i64, usize)>;

/// Rows, income and what nobody sorted.
fn slow(plan: &SamplePlan, asked: &Asked, period: Period) -> (SlowRows, i64, i64) {
    let (mut rows, mut income, mut unsorted) = (SlowRows::new(), 0, 0);
    let mut date = period.since;
    while date <= period.until {
        for row in plan.transactions.iter().filter(|row| row.date == date) {
            if asked
                .accounts
                .as_ref()
                .is_some_and(|ids| !ids.contains(&row.account_id))
            {
                continue;
            }
            for at in 0..row.lines.len().max(1) {
                let amount = row.lines.get(at).map_or(row.amount, |part| part.amount).get();
                match slow_kind(plan, row, at) {
                    Slow::Income => income += amount,
                    Slow::Unsorted => unsorted += amount,
                    Slow::Apart => {}
                    Slow::Spent(category) => {
                        let wanted = asked.categories.as_ref().is_none_or(|ids| {
                            ids.contains(&category_id(category.as_deref().unwrap_or("uncategorized")))
                        });
                        if !wanted {
                            continue;
                        }
                        let key = slow_key(plan, asked.by, row, at, category.as_deref());
                        let sums = rows.entry(key).or_default();
                        if amount < 0 {
                            sums.0 -= amount;
                        } else {
                            sums.1 += amount;
                        }
                        sums.2 += 1;
                    }
                }
            }
        }
        date = date.succ_opt().unwrap();
    }
    (rows, income, unsorted)
}

fn asked() -> impl Strategy<Value = Asked> {
    let by = prop_oneof![
        Just(By::Category),
        Just(By::Group),
        Just(By::Payee),
        Just(By::Account),
        Just(By::Month)
    ];
    let against = prop_oneof![
        Just(None),
        Just(Some(Against::Previous)),
        Just(Some(Against::YearBefore))
    ];
    let categories = prop_oneof![
        3 => Just(None),
        1 => Just(Some(BTreeSet::from([category_id("food"), category_id("uncategorized")]))),
        1 => Just(Some(BTreeSet::from([category_id("misc-too")]))),
    ];
    let accounts = prop_oneof![3 => Just(None), 1 => Just(Some(BTreeSet::from([account_id("visa")])))];
    let start = prop_oneof![
        Just("2026-09-01"),
        Just("2026-01-01"),
        Just("2025-12-17"),
        Just("2025-02-28")
    ];
    (by, against, categories, accounts, start, 0_u64..420).prop_map(
        |(by, against, categories, accounts, start, length)| Asked {
            period: Period {
                since: day(start),
                until: day(start) + chrono::Days::new(length),
            },
            by,
            against,
            categories,
            accounts,
            payee: None,
        },
    )
}

proptest! {
    #[test]
    fn every_figure_is_what_a_look_at_every_line_gives(plan in plans(60), asked in asked()) {
        let chart = chart(&plan.accounts, &plan.groups);
        let found = spending(with_lines(&plan.transactions), &chart, &asked).unwrap();
        let (expected, income, unsorted) = slow(&plan, &asked, asked.period);
        let all = asked.categories.is_none();
        prop_assert_eq!(found.income.map(Milliunits::get), all.then_some(income));
        let none_wanted = asked.categories.as_ref().is_none_or(|ids| ids.contains("uncategorized"));
        prop_assert_eq!(found.apart.unsorted.get(), if none_wanted { unsorted } else { 0 });
        for row in found.rows.iter().filter(|row| row.tally.lines == 0) {
            prop_assert!(matches!(row.key, Key::Month(_)) || row.before.is_some_and(|before| before.lines > 0));
        }
        let rows: SlowRows = found.rows.iter().filter(|row| row.tally.lines > 0)
            .map(|row| (key_of(row.key), (row.tally.spent.get(), row.tally.refunded.get(), row.tally.lines))).collect();
        prop_assert_eq!(&rows, &expected);
        let total = expected.values().fold((0, 0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1, sum.2 + row.2));
        prop_assert_eq!((found.total.spent.get(), found.total.refunded.get(), found.total.lines), total);
        if asked.by != By::Month {
            prop_assert!(found.rows.is_sorted_by(|one, next| one.tally.spent >= next.tally.spent));
        }
        let Some(against) = asked.against else {
            prop_assert_eq!(found.before, None);
            return Ok(());
        };
        let (other, tally) = found.before.unwrap();
        prop_assert_eq!(other, asked.period.before(against));
        let (before, ..) = slow(&plan, &asked, other);
        prop_assert_eq!(tally.spent.get(), before.values().map(|row| row.0).sum::<i64>());
        prop_assert_eq!(tally.refunded.get(), before.values().map(|row| row.1).sum::<i64>());
        if asked.by != By::Month {
            let rows: SlowRows = found.rows.iter().filter_map(|row| Some((key_of(row.key), row.before?)))
                .filter(|(_, tally)| tally.lines > 0)
                .map(|(key, tally)| (key, (tally.spent.get(), tally.refunded.get(), tally.lines))).collect();
            prop_assert_eq!(rows, before);
        }
    }
}
