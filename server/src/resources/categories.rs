//! The categories of a plan, in their groups.

use std::ops::Not;

use serde::Serialize;

use super::{Content, Resource, json};
use crate::context::ReadCx;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::usable::{Usable, UsableCategory, usable};

/// Declared here, listed in [`super::RESOURCES`].
pub(super) const CATEGORIES: Resource = Resource {
    uri: "ynab://plans/{plan_id}/categories",
    name: "categories",
    title: "Categories of a plan",
    description: "The groups of a plan with their categories, by id and name; hidden ones are marked. The plan is an id, \
                  a name or `last-used`.",
    content: Content::OfPlan(|cx, plan| Box::pin(read(cx, plan))),
};

#[derive(Serialize)]
struct Row<'a> {
    group: &'a Untrusted,
    group_id: &'a str,
    #[serde(skip_serializing_if = "Not::not")]
    hidden: bool,
    categories: Vec<CategoryRow<'a>>,
}

#[derive(Serialize)]
struct CategoryRow<'a> {
    category_id: &'a str,
    name: &'a Untrusted,
    #[serde(skip_serializing_if = "Not::not")]
    hidden: bool,
}

async fn read(cx: ReadCx, plan: String) -> Result<String, ToolError> {
    let plan = cx.plan(Some(&plan)).await?;
    let groups = plan.categories().await?;
    json(&usable(&groups).iter().map(row).collect::<Vec<_>>())
}

fn row<'a>(usable: &Usable<'a>) -> Row<'a> {
    Row {
        group: &usable.group.name,
        group_id: usable.group.id.as_str(),
        hidden: usable.hidden,
        categories: usable.categories.iter().map(category_row).collect(),
    }
}

fn category_row<'a>(usable: &UsableCategory<'a>) -> CategoryRow<'a> {
    CategoryRow {
        category_id: usable.category.id.as_str(),
        name: &usable.category.name,
        hidden: usable.hidden,
    }
}
