//! The categories of a plan, in their groups.

use std::ops::Not;

use serde::Serialize;

use super::{Content, Resource, json};
use crate::context::ReadCx;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::usable::{Usable, usable};

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
struct Group<'a> {
    group: &'a Untrusted,
    group_id: &'a str,
    #[serde(skip_serializing_if = "Not::not")]
    hidden: bool,
    categories: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    category_id: &'a str,
    name: &'a Untrusted,
    #[serde(skip_serializing_if = "Not::not")]
    hidden: bool,
}

async fn read(cx: ReadCx, plan: String) -> Result<String, ToolError> {
    let plan = cx.plan(Some(&plan)).await?;
    let groups = plan.categories().await?;
    json(&usable(&groups).iter().map(group).collect::<Vec<_>>())
}

fn group<'a>(usable: &Usable<'a>) -> Group<'a> {
    let row = |of: &crate::logic::usable::UsableCategory<'a>| Row {
        category_id: of.category.id.as_str(),
        name: &of.category.name,
        hidden: of.hidden,
    };
    Group {
        group: &usable.group.name,
        group_id: usable.group.id.as_str(),
        hidden: usable.hidden,
        categories: usable.categories.iter().map(row).collect(),
    }
}
