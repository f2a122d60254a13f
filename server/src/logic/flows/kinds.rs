//! What lines are, told by their numbers: what a chart says of an account, a category or a name is looked up once for each,
//! and not for every line of a history.

use super::{CategoryKind, Chart, Facts, Flow, NoCategory, OtherSide, Set};
use crate::domain::lines::{Entry, Ledger, Number};

/// What a chart says of the accounts, categories and names of a history, by their numbers.
#[derive(Clone, Debug)]
pub struct Kinds {
    accounts: Vec<AccountKind>,
    categories: Vec<CategoryKind>,
    names: Vec<Option<Set>>,
}

#[derive(Clone, Copy, Debug)]
struct AccountKind {
    on_budget: bool,
    other_side: OtherSide,
}

impl Kinds {
    /// Of a history, by a chart.
    pub fn new(chart: &Chart<'_>, ledger: Ledger<'_>) -> Self {
        let account = |id| AccountKind {
            on_budget: chart.on_budget(id),
            other_side: chart.other_side(id),
        };
        Self {
            accounts: ledger.accounts().iter().map(account).collect(),
            categories: ledger
                .categories()
                .iter()
                .map(|id| chart.kind_of_category(id))
                .collect(),
            names: ledger.names().iter().map(|name| Set::by(name)).collect(),
        }
    }

    /// Whether the account's money is the plan's. A deleted account's was.
    pub fn on_budget(&self, account: Number) -> bool {
        account.of(&self.accounts).is_none_or(|account| account.on_budget)
    }

    /// What a category is.
    pub fn category(&self, category: Number) -> CategoryKind {
        category.of(&self.categories).unwrap_or(CategoryKind::Deleted)
    }

    /// Whether the line sets a balance: an account's first one, or an adjustment.
    pub fn sets_balance(&self, entry: &Entry) -> bool {
        self.set(entry).is_some()
    }

    /// Whether YNAB wants a category for the transaction and has none: it is on an account of the plan, not split, no transfer
    /// within the plan, and not an account's first balance.
    pub fn waits_for_category(&self, entry: &Entry) -> bool {
        !entry.is_part() && self.lacks_category(entry)
    }

    /// The same of a line, be it of a split or not.
    pub fn lacks_category(&self, entry: &Entry) -> bool {
        self.facts(entry).no_category() == Some(NoCategory::Uncategorized)
    }

    fn set(&self, entry: &Entry) -> Option<Set> {
        entry.row_name.and_then(|name| name.of(&self.names)?)
    }

    /// What the line is: the same as [`Chart::flow`] says.
    pub fn flow(&self, entry: &Entry) -> Flow {
        self.facts(entry).flow()
    }

    fn facts(&self, entry: &Entry) -> Facts {
        Facts {
            on_budget: self.on_budget(entry.account),
            amount: entry.amount,
            transfer: entry.transfer.map(|other| {
                other
                    .of(&self.accounts)
                    .map_or(OtherSide::Deleted, |other| other.other_side)
            }),
            set: self.set(entry),
            category: entry.category.map(|category| self.category(category)),
        }
    }
}
