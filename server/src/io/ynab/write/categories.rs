//! Assigning money to categories, making them and changing them.

use ynab_api::types as wire;

use super::super::convert;
use super::super::error::{WriteError, YnabError};
use super::super::meter::Meter;
use super::super::store::Touched;
use super::{Change, Writer, readable, uuid};
use crate::domain::ids::{CategoryGroupId, CategoryId, PlanId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::Category;
use crate::domain::target::{TargetFrequency, TargetRequest};
use crate::io::state::Reservation;

/// A change of some fields of a category.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CategoryPatch {
    /// Its name.
    pub name: Change<String>,
    /// The group it is in.
    pub group: Change<CategoryGroupId>,
    /// Its target, set or taken away.
    pub target: Change<TargetRequest>,
}

impl CategoryPatch {
    /// Makes the changes of another patch of the same category too; its values win.
    pub fn add(&mut self, other: Self) {
        self.name.replace(other.name);
        self.group.replace(other.group);
        self.target.replace(other.target);
    }
}

impl Writer {
    /// Sets the assigned amount of a category in a month, and gives the category in that month as YNAB answers it.
    pub async fn set_assigned(
        &self,
        plan: &PlanId,
        month: Month,
        category: &CategoryId,
        amount: Milliunits,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Category, WriteError> {
        const WHAT: &str = "this category in this month";
        let body = wire::PatchMonthCategoryWrapper {
            category: wire::SaveMonthCategory { budgeted: amount.get() },
        };
        let request = |ynab: ynab_api::Operations| async move {
            ynab.update_month_category(plan.as_str(), &month.to_string(), category.as_str(), &body)
                .await
        };
        let sent = self.send(plan, Touched::Categories, WHAT, reservation, meter, request);
        let (status, answer) = sent.await?;
        readable(status, convert::category(answer.data.category))
    }

    /// Changes a category, and gives it as YNAB answers it, with the amounts of YNAB's current month.
    pub async fn update_category(
        &self,
        plan: &PlanId,
        id: &CategoryId,
        patch: &CategoryPatch,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Category, WriteError> {
        const WHAT: &str = "this category";
        let category = existing(patch).map_err(WriteError::NotSent)?;
        let body = wire::PatchCategoryWrapper { category };
        let request =
            |ynab: ynab_api::Operations| async move { ynab.update_category(plan.as_str(), id.as_str(), &body).await };
        let sent = self.send(plan, Touched::Categories, WHAT, reservation, meter, request);
        let (status, answer) = sent.await?;
        readable(status, convert::category(answer.data.category))
    }

    /// Makes a category without a target in a group, and gives it as YNAB answers it.
    pub async fn create_category(
        &self,
        plan: &PlanId,
        group: &CategoryGroupId,
        name: &str,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Category, WriteError> {
        const WHAT: &str = "this category group";
        let category = wire::NewCategory {
            category_group_id: group_uuid(group).map_err(WriteError::NotSent)?,
            name: Some(name.to_owned()),
            note: None,
            goal_target: None,
            goal_frequency: None,
            goal_target_date: None,
            goal_needs_whole_amount: None,
        };
        let body = wire::PostCategoryWrapper { category };
        let request = |ynab: ynab_api::Operations| async move { ynab.create_category(plan.as_str(), &body).await };
        let sent = self.send(plan, Touched::Categories, WHAT, reservation, meter, request);
        let (status, answer) = sent.await?;
        readable(status, convert::category(answer.data.category))
    }
}

/// The patch as YNAB takes it: what stays is left out, and a target that is taken away is one explicit null.
fn existing(patch: &CategoryPatch) -> Result<wire::ExistingCategory, YnabError> {
    let mut category = wire::ExistingCategory::default();
    if let Change::Set(name) = &patch.name {
        category.name = Some(Some(name.clone()));
    }
    if let Change::Set(group) = &patch.group {
        category.category_group_id = Some(group_uuid(group)?);
    }
    match &patch.target {
        Change::Keep => {}
        Change::Set(TargetRequest::Remove) => category.goal_target = Some(None),
        Change::Set(TargetRequest::Set {
            amount,
            frequency,
            date,
            whole_amount,
        }) => {
            category.goal_target = Some(Some(amount.get()));
            category.goal_frequency = frequency.map(|frequency| Some(wire_frequency(frequency)));
            category.goal_target_date = date.map(Some);
            category.goal_needs_whole_amount = whole_amount.map(Some);
        }
    }
    Ok(category)
}

fn wire_frequency(frequency: TargetFrequency) -> wire::GoalFrequency {
    match frequency {
        TargetFrequency::Monthly => wire::GoalFrequency::Monthly,
        TargetFrequency::Weekly => wire::GoalFrequency::Weekly,
        TargetFrequency::Yearly => wire::GoalFrequency::Yearly,
    }
}

fn group_uuid(group: &CategoryGroupId) -> Result<uuid::Uuid, YnabError> {
    uuid("the category group", group.as_str())
}
