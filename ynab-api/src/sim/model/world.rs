//! The person and their plans, kept together and saved together.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Plan;
use crate::sim::ids::derived;

/// Everything an invented YNAB holds for one token.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct World {
    /// The person.
    pub user_id: Uuid,
    /// The plans, in the order YNAB lists them.
    pub plans: Vec<Plan>,
    /// The plan `last-used` means; else the first.
    pub last_used: Option<Uuid>,
    /// The plan `default` means; without one, `default` is not found.
    pub default_plan: Option<Uuid>,
}

impl World {
    /// A person without plans.
    pub fn empty() -> Self {
        Self {
            user_id: derived(&["user"]),
            plans: Vec::new(),
            last_used: None,
            default_plan: None,
        }
    }

    /// A person with one plan.
    pub fn with_plan(plan: Plan) -> Self {
        Self {
            plans: vec![plan],
            ..Self::empty()
        }
    }

    /// Reads a world that [`World::to_json`] wrote.
    pub fn from_json(text: &[u8]) -> Result<Self, serde_json::Error> {
        let mut world: Self = serde_json::from_slice(text)?;
        for plan in &mut world.plans {
            plan.rebuild_books();
        }
        Ok(world)
    }

    /// Everything as JSON, to be read by [`World::from_json`].
    pub fn to_json(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(self)
    }

    /// The plan with this id.
    pub fn plan(&self, id: Uuid) -> Option<&Plan> {
        self.plans.iter().find(|plan| plan.id == id)
    }

    /// The plan with this id, to be changed.
    pub fn plan_mut(&mut self, id: Uuid) -> Option<&mut Plan> {
        self.plans.iter_mut().find(|plan| plan.id == id)
    }

    /// The plan a path names: `last-used`, `default` or an id.
    pub(crate) fn named(&self, name: &str) -> Option<&Plan> {
        match name {
            "last-used" => self
                .last_used
                .and_then(|id| self.plan(id))
                .or_else(|| self.plans.first()),
            "default" => self.default_plan.and_then(|id| self.plan(id)),
            _ => self.plan(name.parse().ok()?),
        }
    }

    /// Lets time pass up to this UTC day: new months begin and due schedules are entered.
    pub fn advance_to(&mut self, today: NaiveDate) {
        for plan in &mut self.plans {
            plan.advance_to(today);
        }
    }

    /// Whether any plan has yet to reach this day.
    pub(crate) fn is_behind(&self, today: NaiveDate) -> bool {
        self.plans.iter().any(|plan| plan.day < today)
    }
}
