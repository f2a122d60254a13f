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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::money::Milliunits;
    use crate::domain::month::Month;
    use crate::logic::samples::months::{assigned_plans, month_of};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_overspent_and_what_is_empty_is_told_of_visible_categories_alone((plan, assigned) in assigned_plans(40), back in 0_u32..3) {
            let month = month_of(&plan, &assigned, Month::of(plan.today).earlier(back));
            let visible = ["visa", "line", "food", "rent", "fun", "misc", "misc-too"];
            let ids = |categories: &mut dyn Iterator<Item = &Category>| categories.map(|category| category.id.to_string()).collect::<Vec<_>>();
            let find = |id: &str| month.categories.iter().find(|category| category.id.as_str() == id).unwrap();
            let below = visible.iter().filter(|id| find(id).available.get() < 0);
            prop_assert_eq!(ids(&mut overspent(&month)), below.map(ToString::to_string).collect::<Vec<_>>());
            let nothing = [Milliunits::ZERO; 3];
            let used = visible.iter().filter(|id| [find(id).assigned, find(id).activity, find(id).available] != nothing);
            prop_assert_eq!(ids(&mut with_balances(&month, false)), used.map(ToString::to_string).collect::<Vec<_>>());
            prop_assert_eq!(ids(&mut with_balances(&month, true)), visible);
        }
    }
}
