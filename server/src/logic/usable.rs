//! The categories that a person can use, in their groups.

use crate::domain::plan::{Category, CategoryGroup, GroupRole};
use crate::logic::transactions::is_ready_to_assign;

/// A group with those of its categories that a person can use.
#[derive(Clone, Debug, PartialEq)]
pub struct Usable<'a> {
    /// The group.
    pub group: &'a CategoryGroup,
    /// Hidden as a whole.
    pub hidden: bool,
    /// In YNAB's order.
    pub categories: Vec<UsableCategory<'a>>,
}

/// A category that a person can use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UsableCategory<'a> {
    /// The category.
    pub category: &'a Category,
    /// Hidden, or in a hidden group.
    pub hidden: bool,
}

/// The groups in YNAB's order. Of YNAB's internal group only Ready to Assign can be used, for income; a group of YNAB's own
/// without anything to use is left out, while an empty one of the person's can take new categories.
pub fn usable(groups: &[CategoryGroup]) -> Vec<Usable<'_>> {
    let with_categories = groups.iter().map(|group| {
        let hidden = group.hidden || group.role == GroupRole::Hidden;
        let can_be_used = |category: &&Category| group.role != GroupRole::Internal || is_ready_to_assign(category);
        let categories = group.categories.iter().filter(can_be_used);
        Usable {
            group,
            hidden,
            categories: categories
                .map(|category| UsableCategory {
                    category,
                    hidden: hidden || category.hidden,
                })
                .collect(),
        }
    });
    with_categories
        .filter(|usable| usable.group.role == GroupRole::Ordinary || !usable.categories.is_empty())
        .collect()
}
