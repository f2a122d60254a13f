//! Categories that new or moved spending leaves below zero, said before the yes.

use std::collections::BTreeMap;

use crate::domain::currency::Currency;
use crate::domain::effect::Effect;
use crate::domain::ids::CategoryId;
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::{CategoryGroup, GroupRole, Transaction};
use crate::domain::row::Row;

/// How the activity of the month's categories changes.
#[derive(Debug, Default)]
pub struct Activity<'a>(BTreeMap<&'a CategoryId, i128>);

impl<'a> Activity<'a> {
    /// Of new rows dated in the month.
    pub fn of_rows(rows: impl Iterator<Item = &'a Row>, month: Month) -> Self {
        let mut activity = Self::default();
        for row in rows.filter(|row| month.contains(row.date)) {
            activity.add_row(row, 1);
        }
        activity
    }

    /// Of changes of rows that are there, as far as they give a row of the month another category or lines.
    pub fn of_changes(changes: impl Iterator<Item = (&'a Transaction, &'a Effect)>, month: Month) -> Self {
        let mut activity = Self::default();
        for (row, effect) in changes.filter(|(row, _)| month.contains(row.date)) {
            match effect {
                Effect::Category { before, after, .. } => {
                    activity.add(before.as_ref(), row.amount, -1);
                    activity.add(after.as_ref(), row.amount, 1);
                }
                Effect::Split { before, after, .. } => {
                    activity.add_row(before, -1);
                    activity.add_row(after, 1);
                }
                _ => {}
            }
        }
        activity
    }

    fn add_row(&mut self, row: &'a Row, times: i128) {
        if row.lines.is_empty() {
            self.add(row.category_id.as_ref(), row.amount, times);
        }
        for line in &row.lines {
            self.add(line.category_id.as_ref(), line.amount, times);
        }
    }

    fn add(&mut self, category: Option<&'a CategoryId>, amount: Milliunits, times: i128) {
        if let Some(id) = category {
            *self.0.entry(id).or_default() += i128::from(amount.get()) * times;
        }
    }

    /// A sentence for each category that has less than before and ends up below zero, in the groups' order. The categories'
    /// amounts are the month's.
    pub fn overspends(&self, groups: &[CategoryGroup], currency: &Currency) -> Vec<String> {
        let held = groups.iter().filter(|group| group.role != GroupRole::Internal);
        let categories = held.flat_map(|group| &group.categories);
        let told = categories.filter_map(|category| {
            let change = self.0.get(&category.id).filter(|change| **change < 0)?;
            let after = i64::try_from(i128::from(category.available.get()) + change).ok()?;
            let below = Milliunits::new(after).checked_neg().ok()?;
            below
                .is_positive()
                .then(|| format!("This leaves {} overspent by {}.", category.name, currency.plain(below)))
        });
        told.collect()
    }
}

#[cfg(test)]
mod oracle;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::samples::{category_id, groups_with, row_id, split_line, transaction};

    fn september() -> Month {
        Month::parse("2026-09").unwrap()
    }

    fn told(activity: &Activity<'_>, available: i64) -> Vec<String> {
        let groups = groups_with("food", |category| category.available = Milliunits::new(available));
        activity.overspends(&groups, &Currency::neutral())
    }

    #[test]
    fn new_spending_is_told_where_it_goes_below_zero_in_its_own_month() {
        let mut row = transaction("one");
        row.category_id = Some(category_id("food"));
        let rows = [Row::of(&row), Row::of(&row)];
        let activity = Activity::of_rows(rows.iter(), september());
        assert_eq!(told(&activity, 172_799), ["This leaves Food overspent by 0.001."]);
        assert!(told(&activity, 172_800).is_empty());
        let october = Activity::of_rows(rows.iter(), Month::parse("2026-10").unwrap());
        assert!(told(&october, 0).is_empty());
        row.amount = Milliunits::new(5);
        let refund = [Row::of(&row)];
        assert!(told(&Activity::of_rows(refund.iter(), september()), -9_000).is_empty());
    }

    #[test]
    fn another_category_or_lines_count_by_their_difference() {
        let mut row = transaction("one");
        row.category_id = Some(category_id("rent"));
        let moved = Effect::Category {
            transaction_id: row_id("one"),
            before: Some(category_id("rent")),
            after: Some(category_id("food")),
        };
        let activity = Activity::of_changes([(&row, &moved)].into_iter(), september());
        assert_eq!(told(&activity, 6_400), ["This leaves Food overspent by 80.00."]);
        let mut after = row.clone();
        after.lines = Box::new([split_line(-80_000, Some(category_id("food"))), split_line(-6_400, None)]);
        let split = Effect::Split {
            transaction_id: row_id("one"),
            before: Box::new(Row::of(&row)),
            after: Box::new(Row::of(&after)),
        };
        let activity = Activity::of_changes([(&row, &split)].into_iter(), september());
        assert_eq!(told(&activity, 0), ["This leaves Food overspent by 80.00."]);
    }
}
