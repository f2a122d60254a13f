//! What a month's figures say.

use crate::domain::plan::{Category, GroupRole, MonthDetail};

/// The categories that hold money for something: neither hidden nor YNAB's own. Card payment categories count: they hold money.
pub fn usable(month: &MonthDetail) -> impl Iterator<Item = &Category> {
    month
        .categories
        .iter()
        .filter(|category| !category.hidden && category.role != GroupRole::Internal)
}

/// The usable categories below zero.
pub fn overspent(month: &MonthDetail) -> impl Iterator<Item = &Category> {
    usable(month).filter(|category| category.available.is_negative())
}

/// The usable categories, without those that have no amount at all unless they are wanted too.
pub fn with_balances(month: &MonthDetail, include_empty: bool) -> impl Iterator<Item = &Category> {
    usable(month).filter(move |category| {
        let empty = category.assigned.is_zero() && category.activity.is_zero() && category.available.is_zero();
        include_empty || !empty
    })
}
