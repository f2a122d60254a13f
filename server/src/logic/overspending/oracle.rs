//! Generated plans before and after: what a category comes to in a month, counted from all rows both times.

use proptest::prelude::*;

use super::*;
use crate::logic::samples::category_id;
use crate::logic::samples::months::{assigned_plans, month_of};
use crate::logic::samples::plans::TODAY;

/// Categories that rows are given.
const GIVEN: [&str; 6] = ["food", "rent", "fun", "misc-too", "secret", "uncategorized"];

/// What the rows of a month come to in a category.
fn count(rows: &[Transaction], id: &str, month: Month) -> i64 {
    let of_month = rows.iter().filter(|row| Month::of(row.date) == month);
    let mut sum = 0;
    for row in of_month {
        let whole = row.lines.is_empty() && row.category_id.as_ref().is_some_and(|own| own.as_str() == id);
        sum += if whole { row.amount.get() } else { 0 };
        for line in &row.lines {
            let own = line.category_id.as_ref().is_some_and(|own| own.as_str() == id);
            sum += if own { line.amount.get() } else { 0 };
        }
    }
    sum
}

proptest! {
    #[test]
    fn what_is_told_is_what_a_count_of_all_rows_before_and_after_gives(
        (plan, assigned) in assigned_plans(60),
        given in proptest::collection::vec((any::<proptest::sample::Index>(), proptest::option::of(0..GIVEN.len())), 1..12),
        new in 0_usize..8,
        back in 0_u32..2,
    ) {
        let this_month = Month::of(TODAY.parse().unwrap());
        let month = this_month.earlier(back);
        let detail = month_of(&plan, &assigned, month);
        let mut groups = plan.groups.clone();
        for category in groups.iter_mut().flat_map(|group| &mut group.categories) {
            category.available = detail.categories.iter().find(|other| other.id == category.id).unwrap().available;
        }
        // Rows that are there get another category; the newest rows are those that are made.
        let (old, made) = plan.transactions.split_at(plan.transactions.len().saturating_sub(new));
        let mut after = old.to_vec();
        let mut changes = std::collections::BTreeMap::new();
        for (place, category) in given.iter().filter(|_| !old.is_empty()) {
            let place = place.index(old.len());
            if old[place].lines.is_empty() {
                after[place].category_id = category.map(|category| category_id(GIVEN[category]));
                changes.insert(place, Effect::Category {
                    transaction_id: old[place].id.clone(),
                    before: old[place].category_id.clone(),
                    after: after[place].category_id.clone(),
                });
            }
        }
        let rows = made.iter().map(Row::of).collect::<Vec<_>>();
        let told = [
            Activity::of_changes(changes.iter().map(|(place, effect)| (&old[*place], effect)), month),
            Activity::of_rows(rows.iter(), month),
        ];
        for (activity, (before, after)) in told.iter().zip([(old, after.as_slice()), (&[][..], made)]) {
            let mut expected = Vec::new();
            for category in groups.iter().skip(1).flat_map(|group| &group.categories) {
                let id = category.id.as_str();
                let change = count(after, id, month) - count(before, id, month);
                let left = category.available.get() + change;
                if change < 0 && left < 0 {
                    let amount = Milliunits::new(-left).exact_text(plan.currency.shown_decimals());
                    expected.push(format!("This leaves {} overspent by {amount}.", category.name));
                }
            }
            prop_assert_eq!(activity.overspends(&groups, &plan.currency), expected);
        }
    }
}
