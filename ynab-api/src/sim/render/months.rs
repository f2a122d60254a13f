//! Months, and the log of assigned money.

use chrono::NaiveDate;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::categories::MonthCategories;
use super::{Look, money};
use crate::sim::books::MonthFigures;
use crate::sim::model::{Movement, MovementGroup};

/// A month; with `categories` also their amounts in it.
pub(crate) struct MonthView<'a> {
    pub look: Look<'a>,
    pub month: NaiveDate,
    pub figures: &'a MonthFigures,
    pub categories: bool,
    /// Only the categories that changed after this knowledge.
    pub since: Option<i64>,
}

impl Serialize for MonthView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            look, month, figures, ..
        } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("month", month)?;
        map.serialize_entry("note", &look.plan.month_notes.get(month))?;
        money!(map, look, "income", figures.income);
        money!(map, look, "budgeted", figures.assigned);
        money!(map, look, "activity", figures.activity);
        money!(map, look, "to_be_budgeted", figures.ready_to_assign);
        map.serialize_entry("age_of_money", &figures.age_of_money)?;
        map.serialize_entry("deleted", &false)?;
        if self.categories {
            let categories = MonthCategories {
                look: *look,
                month: *month,
                since: self.since,
                inside: None,
            };
            map.serialize_entry("categories", &categories)?;
        }
        map.end()
    }
}

/// A movement of assigned money.
pub(crate) struct MovementView<'a> {
    pub look: Look<'a>,
    pub movement: &'a Movement,
    pub user: uuid::Uuid,
}

impl Serialize for MovementView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { look, movement, user } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &movement.id)?;
        map.serialize_entry("month", &movement.month)?;
        map.serialize_entry("moved_at", &movement.moved_at)?;
        map.serialize_entry("note", &movement.note)?;
        map.serialize_entry("money_movement_group_id", &movement.group_id)?;
        map.serialize_entry("performed_by_user_id", user)?;
        map.serialize_entry("from_category_id", &movement.from_category_id)?;
        map.serialize_entry("to_category_id", &movement.to_category_id)?;
        money!(map, look, "amount", movement.amount);
        map.end()
    }
}

/// Movements done together.
pub(crate) struct MovementGroupView<'a> {
    pub group: &'a MovementGroup,
    pub user: uuid::Uuid,
}

impl Serialize for MovementGroupView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.group.id)?;
        map.serialize_entry("group_created_at", &self.group.created_at)?;
        map.serialize_entry("month", &self.group.month)?;
        map.serialize_entry("note", &self.group.note)?;
        map.serialize_entry("performed_by_user_id", &self.user)?;
        map.end()
    }
}
