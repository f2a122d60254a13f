//! New categories, and new names and groups for categories.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::confirm::{AfterWrite, Proposal, Question, Subject, WritePreview};
use crate::context::ReadCx;
use crate::domain::effect::{Effect, Group};
use crate::domain::ids::{CategoryGroupId, CategoryId};
use crate::domain::text::{Untrusted, visible_line};
use crate::error::ToolError;
use crate::logic::categories;
use crate::tool::avenir_tool;

/// Which category to make.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct CreateCategory {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Group id or exact name.
    pub category_group_id: String,
    /// The name, up to 50 characters.
    pub name: String,
}

/// What a yes to a new category is for.
#[derive(Debug, Serialize)]
pub struct NewCategory {
    group: CategoryGroupId,
    name: String,
}

impl Subject for NewCategory {}

/// A new category.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CreatedCategory {
    /// Its name.
    pub name: String,
    /// Its group's name.
    pub group: Untrusted,
    /// Its id; only once applied.
    pub category_id: Option<String>,
}

impl WritePreview for CreatedCategory {
    fn settle(&mut self, after: &AfterWrite) {
        self.category_id = after.effects.iter().find_map(|(effect, _)| match effect {
            Effect::NewCategory { category_id, .. } => category_id.as_ref().map(ToString::to_string),
            _ => None,
        });
    }
}

/// Creates a category in a group. YNAB's API cannot delete one: it can only be hidden, in YNAB. Asks the person first; a
/// code counts only after their own yes, never on your own initiative.
#[avenir_tool(
    write,
    title = "Create a category",
    costs = "one YNAB request, two more once agreed",
    subject = NewCategory,
    destructive = false,
    idempotent = false
)]
pub async fn create_category(
    cx: &ReadCx,
    args: CreateCategory,
) -> Result<Proposal<NewCategory, CreatedCategory>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, groups) = tokio::try_join!(plan.summary(), plan.categories())?;
    let new = categories::create(&groups, &args.category_group_id, &args.name)?;
    let name = visible_line(&new.name);
    let mut question = Question::new(format!("Create category ‘{name}’ in {}?", new.group.name));
    question
        .facts
        .push("It cannot be deleted again from here: YNAB's API has no way to. It can be hidden in YNAB.".to_owned());
    question
        .facts
        .extend(categories::facts(&groups, new.group, &new.name, None));
    Ok(Proposal {
        subject: NewCategory {
            group: new.group.id.clone(),
            name: new.name.clone(),
        },
        question,
        preview: CreatedCategory {
            name,
            group: new.group.name.clone(),
            category_id: None,
        },
        groups: vec![Group::new(vec![new.effect()])],
        nothing_to_do: String::new(),
        done: "Created.".to_owned(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}

/// Which category gets which name or group.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct UpdateCategory {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Category id or exact name.
    pub category_id: String,
    /// The new name, up to 50 characters.
    #[serde(default)]
    pub name: Option<String>,
    /// The new group's id or name; omitted, it stays.
    #[serde(default)]
    pub category_group_id: Option<String>,
}

/// What a yes to a category's new name or group is for.
#[derive(Debug, Serialize)]
pub struct ChangedCategory {
    category: CategoryId,
    name: String,
    group: CategoryGroupId,
}

impl Subject for ChangedCategory {}

/// A category's name and group, before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UpdatedCategory {
    /// The category's id.
    pub category_id: String,
    /// Its name before.
    pub from_name: Untrusted,
    /// Its name after.
    pub to_name: String,
    /// Its group's name before.
    pub from_group: Untrusted,
    /// Its group's name after.
    pub to_group: Untrusted,
}

impl WritePreview for UpdatedCategory {
    fn settle(&mut self, after: &AfterWrite) {
        for (effect, _) in &after.effects {
            if let Effect::CategoryName { after, .. } = effect {
                self.to_name = visible_line(after);
            }
        }
    }
}

/// Gives a category another name, another group, or both; its transactions and amounts stay with it. Asks the person first;
/// a code counts only after their own yes, never on your own initiative. `undo_operation` takes it back.
#[avenir_tool(
    write,
    title = "Rename or move a category",
    costs = "one YNAB request, two more once agreed",
    subject = ChangedCategory,
    destructive = true,
    idempotent = true
)]
pub async fn update_category(
    cx: &ReadCx,
    args: UpdateCategory,
) -> Result<Proposal<ChangedCategory, UpdatedCategory>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, groups) = tokio::try_join!(plan.summary(), plan.categories())?;
    let (name, group) = (args.name.as_deref(), args.category_group_id.as_deref());
    let change = categories::update(&groups, &args.category_id, name, group)?;
    let before = change.category;
    let to_name = visible_line(&change.name);
    let effects = change.effects();
    let (name, from, to) = (&before.name, &before.group_name, &change.group.name);
    let mut question = Question::new(format!("Change category ‘{name}’ ({from}) to ‘{to_name}’ ({to})?"));
    let facts = categories::facts(&groups, change.group, &change.name, Some(change.category));
    question.facts.extend(facts);
    Ok(Proposal {
        subject: ChangedCategory {
            category: before.id.clone(),
            name: change.name.clone(),
            group: change.group.id.clone(),
        },
        question,
        preview: UpdatedCategory {
            category_id: before.id.to_string(),
            from_name: before.name.clone(),
            to_name,
            from_group: before.group_name.clone(),
            to_group: change.group.name.clone(),
        },
        groups: if effects.is_empty() {
            vec![]
        } else {
            vec![Group::new(effects)]
        },
        nothing_to_do: "Nothing to change: it has that name and group.".to_owned(),
        done: "Changed.".to_owned(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}
