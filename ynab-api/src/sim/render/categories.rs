//! Category groups, and categories with their amounts in a month.

use chrono::NaiveDate;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::{Look, money, money_or_null};
use crate::sim::goals::progress;
use crate::sim::model::{Category, Group, TargetKind};

/// A category with its amounts in one month.
pub(crate) struct CategoryView<'a> {
    pub look: Look<'a>,
    pub category: &'a Category,
    pub month: NaiveDate,
}

impl Serialize for CategoryView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { look, category, month } = self;
        let plan = look.plan;
        let place = plan.categories.place(&category.id);
        let cell = place.map(|place| plan.books.cell(*month, place)).unwrap_or_default();
        let target = category.target.as_ref();
        let state = target.map(|target| progress(target, &cell, *month));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &category.id)?;
        map.serialize_entry("category_group_id", &category.group_id)?;
        map.serialize_entry(
            "category_group_name",
            &plan.groups.get(&category.group_id).map(|group| &group.name),
        )?;
        map.serialize_entry("name", &category.name)?;
        map.serialize_entry("hidden", &category.hidden)?;
        map.serialize_entry("internal", &category.internal)?;
        map.serialize_entry("original_category_group_id", &None::<&str>)?;
        map.serialize_entry("note", &category.note)?;
        money!(map, look, "budgeted", cell.assigned);
        money!(map, look, "activity", cell.activity);
        money!(map, look, "balance", cell.balance);
        map.serialize_entry("goal_type", &target.map(|target| target.kind.word()))?;
        let whole = target
            .filter(|target| target.kind == TargetKind::Need)
            .and_then(|one| one.needs_whole_amount);
        map.serialize_entry("goal_needs_whole_amount", &whole)?;
        map.serialize_entry("goal_day", &target.and_then(|target| target.day))?;
        map.serialize_entry("goal_cadence", &target.and_then(|target| target.cadence))?;
        map.serialize_entry(
            "goal_cadence_frequency",
            &target.and_then(|target| target.cadence_frequency),
        )?;
        map.serialize_entry("goal_creation_month", &target.map(|target| target.creation_month))?;
        money_or_null!(map, look, "goal_target", target.map(|target| target.amount));
        map.serialize_entry("goal_target_month", &None::<&str>)?;
        map.serialize_entry("goal_target_date", &target.and_then(|target| target.date))?;
        map.serialize_entry("goal_percentage_complete", &state.map(|state| state.percentage))?;
        map.serialize_entry("goal_months_to_budget", &state.and_then(|state| state.months))?;
        money_or_null!(map, look, "goal_under_funded", state.map(|state| state.under_funded));
        money_or_null!(map, look, "goal_overall_funded", state.map(|state| state.funded));
        money_or_null!(map, look, "goal_overall_left", state.map(|state| state.left));
        map.serialize_entry("goal_snoozed_at", &target.and_then(|target| target.snoozed_at))?;
        map.serialize_entry("deleted", &category.deleted)?;
        map.end()
    }
}

/// A group; with `month` also its categories that changed after `since` (or all that are not deleted).
pub(crate) struct GroupView<'a> {
    pub look: Look<'a>,
    pub group: &'a Group,
    pub month: Option<NaiveDate>,
    pub since: Option<i64>,
}

impl Serialize for GroupView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            look,
            group,
            month,
            since,
        } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &group.id)?;
        map.serialize_entry("name", &group.name)?;
        map.serialize_entry("hidden", &group.hidden)?;
        map.serialize_entry("internal", &group.internal)?;
        map.serialize_entry("deleted", &group.deleted)?;
        if let Some(month) = *month {
            let inside = Some(*group);
            map.serialize_entry(
                "categories",
                &MonthCategories {
                    look: *look,
                    month,
                    since: *since,
                    inside,
                },
            )?;
        }
        map.end()
    }
}

/// The categories of a group, or of all, with their amounts in a month.
pub(crate) struct MonthCategories<'a, 'b> {
    pub look: Look<'a>,
    pub month: NaiveDate,
    pub since: Option<i64>,
    pub inside: Option<&'b Group>,
}

impl Serialize for MonthCategories<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let plan = self.look.plan;
        let mut list = serializer.serialize_seq(None)?;
        for (place, category) in plan.categories.iter().enumerate() {
            let wanted = self.inside.is_none_or(|group| group.id == category.group_id);
            let shown = match self.since {
                None => !category.deleted,
                Some(since) => category.changed.max(plan.books.cell(self.month, place).changed) > since,
            };
            if wanted && shown {
                list.serialize_element(&CategoryView {
                    look: self.look,
                    category,
                    month: self.month,
                })?;
            }
        }
        list.end()
    }
}
