//! Assigning money: the only route that changes an assigned amount.

use super::Writer;
use crate::sim::answer::Answer;
use crate::sim::calendar::{month_of, months_between};
use crate::sim::error::Refusal;
use crate::sim::fields::{Fields, not_null};
use crate::sim::model::{Movement, Role};
use crate::sim::reads::named_month;
use crate::sim::render::CategoryView;

/// How many months ahead of the current one money can be assigned.
const MONTHS_AHEAD: i64 = 12;

#[derive(serde::Serialize)]
struct SavedCategory<T> {
    category: T,
    server_knowledge: i64,
}

impl Writer<'_> {
    pub(super) fn update_month_category(&mut self) -> Result<Answer, Refusal> {
        let month = named_month(self.month, self.moment.today())?;
        let ahead = months_between(month_of(self.moment.today()), month);
        if month < self.plan.first_month || ahead > MONTHS_AHEAD {
            return Err(Refusal::not_found());
        }
        let category = self
            .plan
            .categories
            .live(&self.uuid()?)
            .ok_or_else(Refusal::not_found)?;
        let (id, role) = (category.id, category.role);
        let fields = Fields::of(self.body)?.object("category")?;
        let amount = not_null(fields.integer("budgeted")?, "budgeted")?;
        let amount = amount.ok_or_else(|| Refusal::invalid("budgeted is missing"))?;
        if matches!(role, Role::ReadyToAssign | Role::Uncategorized | Role::Deferred) {
            return Err(Refusal::invalid("an internal category takes no assigned money"));
        }
        let moved = amount.checked_sub(self.plan.assigned_to(month, id));
        let moved = moved.ok_or_else(|| Refusal::invalid("budgeted is too large"))?;
        if moved != 0 {
            let now = self.moment.now;
            self.plan.change(now, |plan| {
                plan.assign(month, id, amount);
                let movement = Movement {
                    id: plan.fresh_id("movement"),
                    month,
                    moved_at: now,
                    note: None,
                    group_id: None,
                    from_category_id: (moved < 0).then_some(id),
                    to_category_id: (moved > 0).then_some(id),
                    amount: moved.saturating_abs(),
                };
                plan.movements.push(movement);
            });
        }
        self.answer_category(200, id, month)
    }

    pub(super) fn answer_category(
        &self,
        status: u16,
        id: uuid::Uuid,
        month: chrono::NaiveDate,
    ) -> Result<Answer, Refusal> {
        let category = self.plan.categories.get(&id).ok_or_else(Refusal::not_found)?;
        let category = CategoryView {
            look: self.look(),
            category,
            month,
        };
        let data = SavedCategory {
            category,
            server_knowledge: self.plan.knowledge,
        };
        Answer::wrapped(status, data)
    }
}
