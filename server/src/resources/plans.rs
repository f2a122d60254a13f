//! The plans.

use serde::Serialize;

use super::{Content, Resource, json};
use crate::context::ReadCx;
use crate::domain::plan::PlanSummary;
use crate::domain::text::Untrusted;
use crate::error::ToolError;

/// Declared here, listed in [`super::RESOURCES`].
pub(super) const PLANS: Resource = Resource {
    uri: "ynab://plans",
    name: "plans",
    title: "Plans",
    description: "The plans with their ids, names and currencies, and when each last changed. Read anew every ten minutes.",
    content: Content::Plans(|cx| Box::pin(read(cx))),
};

#[derive(Serialize)]
struct Row<'a> {
    plan_id: &'a str,
    name: &'a Untrusted,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_modified_on: Option<Untrusted>,
}

async fn read(cx: ReadCx) -> Result<String, ToolError> {
    let plans = cx.plans().await?;
    json(&plans.iter().map(row).collect::<Vec<_>>())
}

fn row(plan: &PlanSummary) -> Row<'_> {
    Row {
        plan_id: plan.id.as_str(),
        name: &plan.name,
        currency: plan.currency.code(),
        last_modified_on: plan.last_modified_on.as_deref().map(Untrusted::from),
    }
}
