//! The log of what was assigned lately, and a fresh month ahead.

use chrono::{NaiveDate, TimeDelta};

use super::cast::{Cast, id_of};
use crate::sim::calendar::{month_of, months_after};
use crate::sim::model::{Movement, MovementGroup, Plan, midday};

pub(super) fn write(plan: &mut Plan, cast: &Cast, today: NaiveDate) {
    let month = month_of(today);
    let group = MovementGroup {
        id: id_of("movement group"),
        month,
        created_at: midday(today) - TimeDelta::days(2),
        note: Some("After the car repair".to_owned()),
    };
    let grouped = Some(group.id);
    plan.movement_groups.push(group);
    let rows = [
        (None, Some("🛒 Groceries"), 450_000, month, None),
        (None, Some("Fuel"), 110_000, month, None),
        (Some("Holiday ✈️"), Some("Car repairs"), 50_000, month, grouped),
        (Some("Clothing"), Some("Car repairs"), 25_000, month, grouped),
        (Some("Cinema"), None, 10_000, months_after(month, -1), None),
    ];
    for (number, (from, to, amount, month, group_id)) in (0_i64..).zip(rows) {
        plan.movements.push(Movement {
            id: id_of(&format!("movement {number}")),
            month,
            moved_at: midday(today) - TimeDelta::days(2) + TimeDelta::seconds(number),
            note: None,
            group_id,
            from_category_id: from.map(|name| cast.category(name)),
            to_category_id: to.map(|name| cast.category(name)),
            amount,
        });
    }
}
