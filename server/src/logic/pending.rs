//! Why something has no category.

use std::collections::BTreeSet;

use crate::domain::ids::CategoryId;
use crate::logic::flows::{Chart, Line};
use crate::logic::payee_names::is_starting_balance;
use crate::logic::standing::uncategorized;

/// Why there is no category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCategory {
    /// Each line has its own.
    Split,
    /// It is money that moves within the plan.
    Transfer,
    /// It is on a tracking account.
    TrackingAccount,
    /// It is an account's first balance.
    OpeningBalance,
    /// YNAB wants one, and there is none.
    Uncategorized,
}

impl NoCategory {
    /// The word of answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Transfer => "transfer",
            Self::TrackingAccount => "tracking_account",
            Self::OpeningBalance => "opening_balance",
            Self::Uncategorized => "uncategorized",
        }
    }
}

/// Tells why something has no category.
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

    /// Why a transaction, or a line of one, has no category; none when it has one.
    pub fn why_none(&self, line: Line<'_>) -> Option<NoCategory> {
        let row = line.row;
        // YNAB gives a split a category id that no list of categories has.
        if line.part.is_none() && !row.lines.is_empty() {
            return Some(NoCategory::Split);
        }
        if line.category_id().is_some_and(|id| !self.uncategorized.contains(id)) {
            return None;
        }
        // The other account may be deleted; a transfer to one of the plan has no category.
        let within = |other| self.chart.account(other).is_none_or(|other| other.on_budget);
        let opening = row.payee_name.as_deref().is_some_and(is_starting_balance);
        Some(if line.transfer_account_id().is_some_and(within) {
            NoCategory::Transfer
        } else if !self.chart.on_budget(&row.account_id) {
            NoCategory::TrackingAccount
        } else if opening {
            NoCategory::OpeningBalance
        } else {
            NoCategory::Uncategorized
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::ids::AccountId;
    use crate::domain::plan::Transaction;
    use crate::logic::flows::Kinds;
    use crate::logic::samples::plans::plans;
    use crate::logic::samples::{account, category_id, groups_with, split_line, transaction, with_lines};

    #[test]
    fn what_has_no_category_says_why() {
        let accounts = [
            account("current", "Current", "checking"),
            account("savings", "Savings", "savings"),
            account("depot", "Depot", "otherAsset"),
        ];
        let groups = groups_with("uncategorized", |category| category.name = "Uncategorized".into());
        let chart = Chart::new(&accounts, &groups);
        let pending = Pending::new(&chart);
        let at = |id: &str| AccountId::parse(id).unwrap();
        let why = |change: &dyn Fn(&mut Transaction)| {
            let mut row = transaction("one");
            change(&mut row);
            pending.why_none(Line { row: &row, part: None }).map(NoCategory::as_str)
        };
        assert_eq!(why(&|_| {}), Some("uncategorized"));
        assert_eq!(why(&|row| row.category_id = Some(category_id("food"))), None);
        assert_eq!(
            why(&|row| row.category_id = Some(category_id("uncategorized"))),
            Some("uncategorized")
        );
        assert_eq!(
            why(&|row| row.transfer_account_id = Some(at("savings"))),
            Some("transfer")
        );
        assert_eq!(
            why(&|row| row.transfer_account_id = Some(at("depot"))),
            Some("uncategorized")
        );
        assert_eq!(why(&|row| row.account_id = at("depot")), Some("tracking_account"));
        // Seen from the tracking account, a transfer from the plan is one all the same.
        let from_the_plan = |row: &mut Transaction| {
            row.account_id = at("depot");
            row.transfer_account_id = Some(at("current"));
        };
        assert_eq!(why(&from_the_plan), Some("transfer"));
        assert_eq!(
            why(&|row| row.payee_name = Some("Starting Balance".into())),
            Some("opening_balance")
        );
        let split = |row: &mut Transaction| {
            row.lines = Box::new([split_line(-1, None), split_line(-2, Some(category_id("food")))]);
        };
        assert_eq!(why(&split), Some("split"));
        let mut row = transaction("one");
        split(&mut row);
        let of_lines: Vec<_> = crate::logic::flows::lines(&row)
            .map(|line| pending.why_none(line))
            .collect();
        assert_eq!(of_lines, [Some(NoCategory::Uncategorized), None]);
    }

    proptest! {
        #[test]
        fn what_a_line_says_its_numbers_say_too(plan in plans(40)) {
            let chart = Chart::new(&plan.accounts, &plan.groups);
            let (pending, ledger) = (Pending::new(&chart), with_lines(&plan.transactions));
            let kinds = Kinds::new(&chart, ledger);
            for entry in ledger.entries() {
                let line = Line { row: ledger.row(entry).unwrap(), part: ledger.part(entry) };
                let lacks = pending.why_none(line) == Some(NoCategory::Uncategorized);
                prop_assert_eq!(kinds.lacks_category(entry), lacks);
                let whole = pending.why_none(Line { row: line.row, part: None });
                prop_assert_eq!(kinds.waits_for_category(entry), whole == Some(NoCategory::Uncategorized));
            }
        }
    }
}
