//! Which transactions wait for a category.

use std::collections::BTreeSet;

use crate::domain::ids::CategoryId;
use crate::domain::plan::Transaction;
use crate::logic::flows::Chart;
use crate::logic::payee_names::is_starting_balance;
use crate::logic::standing::uncategorized;

/// Tells which transactions wait for a category.
pub struct Pending<'c, 'a> {
    chart: &'c Chart<'a>,
    uncategorized: BTreeSet<CategoryId>,
}

impl<'c, 'a> Pending<'c, 'a> {
    /// In a plan of these accounts and categories.
    pub fn new(chart: &'c Chart<'a>) -> Self {
        let categories = chart.all_groups().iter().flat_map(|group| &group.categories);
        Self {
            chart,
            uncategorized: uncategorized(categories),
        }
    }

    /// Whether YNAB wants a category for the transaction and has none: it is on an account of the plan, not split, no
    /// transfer within the plan, and not an account's first balance.
    pub fn holds(&self, row: &Transaction) -> bool {
        let none = row
            .category_id
            .as_ref()
            .is_none_or(|id| self.uncategorized.contains(id));
        none && row.lines.is_empty() && self.wants_one(row)
    }

    fn wants_one(&self, row: &Transaction) -> bool {
        let leaves_the_plan = match &row.transfer_account_id {
            // The other account may be deleted; a transfer to one of the plan has no category.
            Some(other) => self.chart.account(other).is_some_and(|other| !other.on_budget),
            None => true,
        };
        let opening = row.payee_name.as_deref().is_some_and(is_starting_balance);
        leaves_the_plan && !opening && self.chart.on_budget(&row.account_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::AccountId;
    use crate::logic::samples::{account, category_id, groups_with, split_line, transaction};

    fn waits(change: impl FnOnce(&mut Transaction)) -> bool {
        let accounts = [
            account("current", "Current", "checking"),
            account("savings", "Savings", "savings"),
            account("depot", "Depot", "otherAsset"),
        ];
        let groups = groups_with("uncategorized", |category| category.name = "Uncategorized".into());
        let chart = Chart::new(&accounts, &groups);
        let mut row = transaction("one");
        change(&mut row);
        Pending::new(&chart).holds(&row)
    }

    #[test]
    fn a_transaction_waits_when_ynab_wants_a_category_and_has_none() {
        let at = |id: &str| AccountId::parse(id).unwrap();
        assert!(waits(|_| {}));
        assert!(waits(|row| row.category_id = Some(category_id("uncategorized"))));
        assert!(waits(|row| row.transfer_account_id = Some(at("depot"))));
        assert!(waits(|row| row.approved = false));
        assert!(!waits(|row| row.category_id = Some(category_id("food"))));
        assert!(!waits(|row| row.category_id = Some(category_id("deleted"))));
        assert!(!waits(|row| row.transfer_account_id = Some(at("savings"))));
        assert!(!waits(|row| row.transfer_account_id = Some(at("gone"))));
        assert!(!waits(|row| row.account_id = at("depot")));
        assert!(!waits(|row| row.payee_name = Some("Starting Balance".into())));
        assert!(!waits(|row| row.lines = Box::new([split_line(-1, None)])));
    }
}
