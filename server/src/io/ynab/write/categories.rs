//! Categories and payees.

use ynab_api::types as wire;

use super::super::convert;
use super::super::error::{WriteError, YnabError};
use super::super::meter::Meter;
use super::super::store::Touched;
use super::{Change, Writer, unreadable, uuid};
use crate::domain::ids::{CategoryGroupId, CategoryId, PayeeId, PlanId};
use crate::domain::plan::{Category, Payee};
use crate::domain::target::{TargetFrequency, TargetRequest};
use crate::io::state::Reservation;

/// A change of some fields of a category.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CategoryPatch {
    /// Its name.
    pub name: Change<String>,
    /// Its group.
    pub group: Change<CategoryGroupId>,
    /// Its target.
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
    /// Changes a category, and gives it as YNAB answers it.
    pub async fn update_category(
        &self,
        plan: &PlanId,
        category: &CategoryId,
        patch: &CategoryPatch,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Category, WriteError> {
        let body = wire::PatchCategoryWrapper {
            category: existing(patch).map_err(WriteError::NotSent)?,
        };
        let _touching = self.0.store.touch(plan, Touched::Categories);
        let request = |ynab: ynab_api::Operations| async move {
            ynab.update_category(plan.as_str(), category.as_str(), &body).await
        };
        let sent = self.0.connection.write(meter, reservation, "this category", request);
        let (status, answer) = sent.await?;
        convert::category(answer.data.category).map_err(|error| unreadable(status, &error))
    }

    /// Makes a category, and gives it as YNAB answers it.
    pub async fn create_category(
        &self,
        plan: &PlanId,
        group: &CategoryGroupId,
        name: &str,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Category, WriteError> {
        let body = wire::PostCategoryWrapper {
            category: wire::NewCategory {
                category_group_id: uuid("category group", group.as_str()).map_err(WriteError::NotSent)?,
                goal_frequency: None,
                goal_needs_whole_amount: None,
                goal_target: None,
                goal_target_date: None,
                name: Some(name.to_owned()),
                note: None,
            },
        };
        let _touching = self.0.store.touch(plan, Touched::Categories);
        let request = |ynab: ynab_api::Operations| async move { ynab.create_category(plan.as_str(), &body).await };
        let sent = self
            .0
            .connection
            .write(meter, reservation, "this category group", request);
        let (status, answer) = sent.await?;
        convert::category(answer.data.category).map_err(|error| unreadable(status, &error))
    }

    /// Renames a payee, and gives it as YNAB answers it. YNAB need not send the transactions again that name it, so their copy is
    /// dropped.
    pub async fn rename_payee(
        &self,
        plan: &PlanId,
        payee: &PayeeId,
        name: &str,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Payee, WriteError> {
        let body = wire::PatchPayeeWrapper {
            payee: wire::SavePayee {
                name: Some(name.to_owned()),
            },
        };
        let _touching = self.0.store.touch(plan, Touched::Payees);
        let request =
            |ynab: ynab_api::Operations| async move { ynab.update_payee(plan.as_str(), payee.as_str(), &body).await };
        let sent = self.0.connection.write(meter, reservation, "this payee", request);
        let (status, answer) = sent.await?;
        convert::payee(answer.data.payee).map_err(|error| unreadable(status, &error))
    }
}

fn existing(patch: &CategoryPatch) -> Result<wire::ExistingCategory, YnabError> {
    let mut body = wire::ExistingCategory::default();
    if let Change::Set(name) = &patch.name {
        body.name = Some(Some(name.clone()));
    }
    if let Change::Set(group) = &patch.group {
        body.category_group_id = Some(uuid("category group", group.as_str())?);
    }
    match &patch.target {
        Change::Keep => {}
        Change::Set(TargetRequest::Remove) => body.goal_target = Some(None),
        Change::Set(TargetRequest::Set {
            amount,
            frequency,
            date,
            whole_amount,
        }) => {
            body.goal_target = Some(Some(amount.get()));
            body.goal_frequency = frequency.map(|frequency| Some(wire_frequency(frequency)));
            body.goal_target_date = date.map(Some);
            body.goal_needs_whole_amount = whole_amount.map(Some);
        }
    }
    Ok(body)
}

fn wire_frequency(frequency: TargetFrequency) -> wire::GoalFrequency {
    match frequency {
        TargetFrequency::Monthly => wire::GoalFrequency::Monthly,
        TargetFrequency::Weekly => wire::GoalFrequency::Weekly,
        TargetFrequency::Yearly => wire::GoalFrequency::Yearly,
    }
}
