//! Category groups, categories, and the months they are read for.

use std::collections::HashSet;

use ynab_api::types as wire;

use super::super::texts::written;
use crate::domain::ids::{BadId, CategoryGroupId, CategoryId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::{Category, CategoryGroup, GroupRole, MonthDetail, MonthSummary, TargetProgress};
use crate::domain::target::{Target, TargetKind};
use crate::domain::text::Untrusted;

/// Puts changes into the groups.
///
/// A changed group may hold only its changed categories, or none: the others stay, under the group's new name. A category
/// that comes in another group than before moves there, also when its old place tells of it as deleted.
pub(in super::super) fn merge_groups(
    groups: &mut Vec<CategoryGroup>,
    changes: Vec<wire::CategoryGroupWithCategories>,
) -> Result<(), BadId> {
    let gone = changes
        .iter()
        .flat_map(|group| &group.categories)
        .filter(|category| category.deleted);
    let gone = gone
        .map(|category| written(category.id, CategoryId::parse))
        .collect::<Result<HashSet<_>, _>>()?;
    for group in groups.iter_mut() {
        group.categories.retain(|category| !gone.contains(&category.id));
    }
    for change in changes {
        let id = written(change.id, CategoryGroupId::parse)?;
        if change.deleted {
            groups.retain(|group| group.id != id);
            continue;
        }
        let role = role(&change.name);
        let name = Untrusted::from(change.name);
        let place = groups.iter().position(|group| group.id == id).unwrap_or(groups.len());
        if let Some(group) = groups.get_mut(place) {
            rename(group, &name, change.hidden, role);
        } else {
            let (name, categories) = (name.clone(), Vec::with_capacity(change.categories.len()));
            groups.push(CategoryGroup {
                id: id.clone(),
                name,
                hidden: change.hidden,
                role,
                categories,
            });
        }
        for row in change.categories.into_iter().filter(|row| !row.deleted) {
            put_category(groups, place, in_group(row, &id, &name, role)?);
        }
    }
    Ok(())
}

fn rename(group: &mut CategoryGroup, name: &Untrusted, hidden: bool, role: GroupRole) {
    group.hidden = hidden;
    if group.name == *name && group.role == role {
        return;
    }
    group.name = name.clone();
    group.role = role;
    for category in &mut group.categories {
        category.group_name = name.clone();
        category.role = role;
    }
}

/// Puts the category into the group at `place`, and takes it out of the group where it was.
fn put_category(groups: &mut [CategoryGroup], place: usize, category: Category) {
    for (other, group) in groups.iter_mut().enumerate() {
        let Some(known) = group.categories.iter().position(|known| known.id == category.id) else {
            continue;
        };
        if other != place {
            group.categories.remove(known);
        } else if let Some(known) = group.categories.get_mut(known) {
            *known = category;
            return;
        }
    }
    if let Some(group) = groups.get_mut(place) {
        group.categories.push(category);
    }
}

/// What YNAB calls its own groups. Only the names tell: not every version marks them, and the mark has been seen on groups of
/// the person's, which must not vanish from lists.
fn role(name: &str) -> GroupRole {
    match name {
        "Internal Master Category" => GroupRole::Internal,
        "Credit Card Payments" => GroupRole::CardPayments,
        "Hidden Categories" => GroupRole::Hidden,
        _ => GroupRole::Ordinary,
    }
}

fn in_group(
    row: wire::Category,
    group_id: &CategoryGroupId,
    group_name: &Untrusted,
    role: GroupRole,
) -> Result<Category, BadId> {
    let (target, progress) = (target(&row), progress(&row));
    Ok(Category {
        id: written(row.id, CategoryId::parse)?,
        name: row.name.into(),
        group_id: group_id.clone(),
        group_name: group_name.clone(),
        role,
        hidden: row.hidden,
        note: row.note.filter(|note| !note.is_empty()),
        assigned: Milliunits::new(row.budgeted),
        activity: Milliunits::new(row.activity),
        available: Milliunits::new(row.balance),
        target,
        progress,
    })
}

/// The target of a category; without a kind or an amount there is none.
fn target(row: &wire::Category) -> Option<Box<Target>> {
    let kind = row.goal_type.as_ref().map(|kind| kind.as_str().to_owned());
    let kind = TargetKind::from(kind.filter(|kind| !kind.is_empty())?);
    let amount = Milliunits::new(row.goal_target?);
    // Older answers tell the month alone.
    let dated = matches!(kind, TargetKind::Spending | TargetKind::BalanceByDate);
    let month = row.goal_target_month.filter(|_| dated);
    Some(Box::new(Target {
        kind,
        amount,
        whole_amount: row.goal_needs_whole_amount,
        cadence: row.goal_cadence,
        every: row.goal_cadence_frequency,
        day: row.goal_day,
        date: row.goal_target_date.or(month),
    }))
}

/// How far a category's target is; without a kind there is none.
fn progress(row: &wire::Category) -> Option<Box<TargetProgress>> {
    let kind = row.goal_type.as_ref().map(|kind| kind.as_str().to_owned());
    Some(Box::new(TargetProgress {
        kind: kind.filter(|kind| !kind.is_empty())?.into(),
        under_funded: row.goal_under_funded.map(Milliunits::new),
        overall_funded: row.goal_overall_funded.map(Milliunits::new),
        overall_left: row.goal_overall_left.map(Milliunits::new),
        percent_complete: row.goal_percentage_complete.map(i64::from),
        months_left: row.goal_months_to_budget.map(i64::from),
        snoozed: row.goal_snoozed_at.is_some(),
    }))
}

/// A category that comes alone, as in a month or as a write's answer. Without its group's name it has an empty one.
pub(in super::super) fn category(row: wire::Category) -> Result<Category, BadId> {
    let group_id = written(row.category_group_id, CategoryGroupId::parse)?;
    let name = row.category_group_name.clone().unwrap_or_default();
    let role = role(&name);
    in_group(row, &group_id, &name.into(), role)
}

/// A month with its categories.
pub(in super::super) fn month_detail(answer: wire::MonthDetail) -> Result<MonthDetail, BadId> {
    let live = answer.categories.into_iter().filter(|row| !row.deleted);
    Ok(MonthDetail {
        month: Month::of(answer.month),
        income: Milliunits::new(answer.income),
        assigned: Milliunits::new(answer.budgeted),
        activity: Milliunits::new(answer.activity),
        ready_to_assign: Milliunits::new(answer.to_be_budgeted),
        age_of_money: answer.age_of_money.map(i64::from),
        categories: live.map(category).collect::<Result<_, _>>()?,
    })
}

/// Puts months into the list of months, which stays in order.
pub(in super::super) fn merge_months(list: &mut Vec<MonthSummary>, changes: Vec<wire::MonthSummary>) {
    for change in changes {
        let month = Month::of(change.month);
        list.retain(|known| known.month != month);
        if change.deleted {
            continue;
        }
        let place = list.partition_point(|known| known.month < month);
        let summary = MonthSummary {
            month,
            income: Milliunits::new(change.income),
            assigned: Milliunits::new(change.budgeted),
            activity: Milliunits::new(change.activity),
            ready_to_assign: Milliunits::new(change.to_be_budgeted),
            age_of_money: change.age_of_money.map(i64::from),
        };
        list.insert(place, summary);
    }
}

/// Gives categories that came without their group's name what the list of groups says.
pub(in super::super) fn name_groups(month: &mut MonthDetail, groups: &[CategoryGroup]) {
    let nameless = month
        .categories
        .iter_mut()
        .filter(|category| category.group_name.raw().is_empty());
    for category in nameless {
        if let Some(group) = groups.iter().find(|group| group.id == category.group_id) {
            category.group_name = group.name.clone();
            category.role = group.role;
        }
    }
}
