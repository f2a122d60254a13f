//! What a client can attach to a conversation without calling a tool: the guide, the plans, and lists of what a plan holds.
//!
//! A resource is declared in one place and listed in one line of [`RESOURCES`].

mod accounts;
mod address;
mod categories;
mod plans;

use futures::future::BoxFuture;
use serde::Serialize;

use crate::context::ReadCx;
use crate::error::ToolError;
use crate::guide;
use crate::registry::Gate;

/// Every resource, in the order in which people should read them.
pub const RESOURCES: &[&Resource] = &[&GUIDE, &plans::PLANS, &categories::CATEGORIES, &accounts::ACCOUNTS];

/// The variable in the address of what a plan holds.
pub const PLAN_ID: &str = "plan_id";

const GUIDE: Resource = Resource {
    uri: guide::URI,
    name: "guide",
    title: "How to work with avenir",
    description: "Conventions, how writes are confirmed and undone, and which tool serves which question.",
    content: Content::Guide(guide::text),
};

/// A resource, or a family of them.
pub struct Resource {
    /// Its address; in that of what a plan holds, `{plan_id}` stands for the plan's id or name.
    pub uri: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its title, for people.
    pub title: &'static str,
    /// What is in it.
    pub description: &'static str,
    /// What is in it, when it is read.
    pub content: Content,
}

/// What is in a resource.
#[derive(Clone, Copy)]
pub enum Content {
    /// Markdown that is the same as long as the process runs.
    Guide(fn(Gate) -> String),
    /// JSON about all plans.
    Plans(fn(ReadCx) -> Reading),
    /// JSON about the plan that its address names.
    OfPlan(fn(ReadCx, String) -> Reading),
}

/// A resource's text, when it comes.
pub type Reading = BoxFuture<'static, Result<String, ToolError>>;

impl Resource {
    /// Whether it is a family, one for each plan.
    pub fn is_template(&self) -> bool {
        matches!(self.content, Content::OfPlan(_))
    }

    /// The type of its text.
    pub fn mime_type(&self) -> &'static str {
        match self.content {
            Content::Guide(_) => "text/markdown",
            Content::Plans(_) | Content::OfPlan(_) => "application/json",
        }
    }
}

/// The resource at an address, and the plan that the address names.
pub fn at(uri: &str) -> Option<(&'static Resource, Option<String>)> {
    RESOURCES.iter().find_map(|&resource| {
        if resource.is_template() {
            let plan = address::plan_in(resource.uri, uri)?;
            Some((resource, Some(plan)))
        } else {
            (resource.uri == uri).then_some((resource, None))
        }
    })
}

/// Compact JSON.
fn json(rows: &[impl Serialize]) -> Result<String, ToolError> {
    serde_json::to_string(rows).map_err(|error| ToolError::Internal(error.to_string()))
}
