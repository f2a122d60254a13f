//! Which plans there are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::ReadCx;
use crate::domain::month::Month;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::tool::avenir_tool;

/// No arguments.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ListPlans {}

/// The plans.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Plans {
    /// In YNAB's order.
    pub plans: Vec<PlanRow>,
}

/// One plan.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlanRow {
    /// What `plan_id` takes.
    pub id: String,
    /// Its name, which `plan_id` takes too.
    pub name: Untrusted,
    /// Its currency, as an ISO 4217 code.
    pub currency: Option<String>,
    /// Its first month; absent for an empty plan.
    pub first_month: Option<Month>,
    /// Its last month; absent for an empty plan.
    pub last_month: Option<Month>,
}

/// Lists the plans (once called budgets) with their ids and currencies. Seldom needed: the other tools take a plan's
/// name, or nothing when there is one plan.
#[avenir_tool(title = "List plans", costs = "one YNAB request")]
pub async fn list_plans(cx: &ReadCx, _args: ListPlans) -> Result<Plans, ToolError> {
    let plans = cx.plans().await?;
    let row = |plan: &crate::domain::plan::PlanSummary| PlanRow {
        id: plan.id.to_string(),
        name: plan.name.clone(),
        currency: plan.currency.code().map(str::to_owned),
        first_month: plan.first_month,
        last_month: plan.last_month,
    };
    Ok(Plans {
        plans: plans.iter().map(row).collect(),
    })
}
