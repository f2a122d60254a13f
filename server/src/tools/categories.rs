//! Category groups.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::plan::GroupRole;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::tool::avenir_tool;

/// Which plan.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ListCategoryGroups {
    /// The plan: an id, a name or `last-used`; may be left out when there is one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
}

/// The groups.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryGroups {
    /// In YNAB's order, without hidden groups and YNAB's own.
    pub groups: Vec<CategoryGroupRow>,
}

/// One group.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryGroupRow {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Untrusted,
}

/// Lists the category groups of a plan, in which categories live. The categories themselves, with their amounts, are in
/// `get_category_balances`.
#[avenir_tool(title = "List category groups", costs = "one YNAB request")]
pub async fn list_category_groups(cx: &ReadCx, args: ListCategoryGroups) -> Result<InPlan<CategoryGroups>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, groups) = tokio::try_join!(plan.summary(), plan.categories())?;
    let own = groups
        .iter()
        .filter(|group| group.role == GroupRole::Ordinary && !group.hidden);
    let rows = own.map(|group| CategoryGroupRow {
        id: group.id.to_string(),
        name: group.name.clone(),
    });
    Ok(InPlan::new(&summary, CategoryGroups { groups: rows.collect() }))
}
