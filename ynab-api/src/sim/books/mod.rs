//! The books of a plan: account balances, and for each month what every category was assigned, spent and has left.
//!
//! Counting is incremental (a changed transaction is taken out and put back); the months are then rolled over from the
//! first to the last. [`check`] counts the whole plan in another way and compares.

mod check;
mod content;
mod count;
mod rollover;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use uuid::Uuid;

use super::model::Plan;

/// Balances and months of a plan.
#[derive(Debug, Clone, Default)]
pub(crate) struct Books {
    /// Balances by the account's place in its table.
    sums: Vec<Sums>,
    /// What flowed in each month, by the category's place in its table.
    flows: BTreeMap<NaiveDate, MonthFlow>,
    /// The months' figures.
    months: BTreeMap<NaiveDate, MonthFigures>,
}

/// An account's balance, in milliunits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Cleared and reconciled.
    pub cleared: i64,
    /// Not yet seen by the bank.
    pub uncleared: i64,
}

/// What a month's transactions add up to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct MonthFlow {
    income: i64,
    categories: Vec<Flow>,
}

/// What a month's transactions did to one category.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Flow {
    /// From accounts that hold money.
    cash: i64,
    /// From cards: the place of the card's payment category, and the amount.
    cards: Vec<(usize, i64)>,
}

/// A month's figures, in milliunits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MonthFigures {
    /// Income of the month.
    pub income: i64,
    /// Assigned in the month.
    pub assigned: i64,
    /// Spending of the month, without income and without money set aside for cards.
    pub activity: i64,
    /// Ready to Assign.
    pub ready_to_assign: i64,
    /// Age of money in days.
    pub age_of_money: Option<i64>,
    /// Income up to this month, less what was assigned and what cash overspending of earlier months took.
    raw_ready: i64,
    /// Spending on cards this month that no category covered.
    card_overspending: i64,
    /// Knowledge of the last change of the figures above.
    pub changed: i64,
    /// By the category's place in its table.
    pub cells: Vec<Cell>,
}

/// A category in a month, in milliunits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Left over from the month before.
    pub carried: i64,
    /// Assigned in the month.
    pub assigned: i64,
    /// Spent in the month.
    pub activity: i64,
    /// What is left.
    pub balance: i64,
    /// Knowledge of the last change.
    pub changed: i64,
}

impl Books {
    /// The balance of the account at this place.
    pub(crate) fn sums(&self, place: usize) -> Sums {
        self.sums.get(place).copied().unwrap_or_default()
    }

    /// A month's figures, if the plan has the month.
    pub(crate) fn month(&self, month: NaiveDate) -> Option<&MonthFigures> {
        self.months.get(&month)
    }

    /// All months, earliest first.
    pub(crate) fn months(&self) -> impl DoubleEndedIterator<Item = (NaiveDate, &MonthFigures)> + Clone {
        self.months.iter().map(|(month, figures)| (*month, figures))
    }

    /// A category's figures in a month; zeros in a month the plan has not.
    pub(crate) fn cell(&self, month: NaiveDate, place: usize) -> Cell {
        self.months
            .get(&month)
            .and_then(|figures| figures.cells.get(place))
            .copied()
            .unwrap_or_default()
    }

    /// Marks a month's figures as changed, as when it becomes the current one.
    pub(crate) fn touch(&mut self, month: NaiveDate, knowledge: i64) {
        if let Some(figures) = self.months.get_mut(&month) {
            figures.changed = knowledge;
            for cell in &mut figures.cells {
                cell.changed = knowledge;
            }
        }
    }
}

/// What a category was assigned, spent and has left in a month, for tests and other readers of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CategoryMonth {
    /// Assigned, in milliunits.
    pub assigned: i64,
    /// Spent, in milliunits.
    pub activity: i64,
    /// Left, in milliunits.
    pub balance: i64,
}

impl Plan {
    /// A category's amounts in a month.
    pub fn category_month(&self, month: NaiveDate, category: Uuid) -> Option<CategoryMonth> {
        let place = self.categories.place(&category)?;
        let Cell {
            assigned,
            activity,
            balance,
            ..
        } = self.books.cell(month, place);
        Some(CategoryMonth {
            assigned,
            activity,
            balance,
        })
    }

    /// Ready to Assign in a month, in milliunits.
    pub fn ready_to_assign(&self, month: NaiveDate) -> Option<i64> {
        self.books.month(month).map(|figures| figures.ready_to_assign)
    }

    /// An account's cleared and uncleared balance, in milliunits.
    pub fn balances(&self, account: Uuid) -> Option<(i64, i64)> {
        let sums = self.books.sums(self.accounts.place(&account)?);
        Some((sums.cleared, sums.uncleared))
    }
}
