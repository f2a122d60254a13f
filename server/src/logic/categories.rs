//! New categories, and categories that get another name or group.

use crate::domain::effect::Effect;
use crate::domain::names::{self, Named, name_key};
use crate::domain::plan::{Category, CategoryGroup, GroupRole};
use crate::domain::text::one_visible_line;
use crate::error::ToolError;
use crate::logic::transactions;

/// The longest name of a category that YNAB takes.
const LONGEST_NAME: usize = 50;

/// A category's name and group, before and after.
#[derive(Clone, Debug)]
pub struct Changed<'a> {
    /// The category before.
    pub category: &'a Category,
    /// Its name after.
    pub name: String,
    /// Its group after.
    pub group: &'a CategoryGroup,
}

/// A category that is to be made.
#[derive(Clone, Debug)]
pub struct New<'a> {
    /// Its group.
    pub group: &'a CategoryGroup,
    /// Its name.
    pub name: String,
}

/// Plans a new category.
pub fn create<'a>(groups: &'a [CategoryGroup], group: &str, name: &str) -> Result<New<'a>, ToolError> {
    let name = checked_name(name)?;
    let group = own_group(groups, group)?;
    check_free(group, &name, None)?;
    Ok(New { group, name })
}

/// Plans another name, another group, or both.
pub fn update<'a>(
    groups: &'a [CategoryGroup],
    category: &str,
    name: Option<&str>,
    group: Option<&str>,
) -> Result<Changed<'a>, ToolError> {
    let name = name.map(checked_name).transpose()?;
    if name.is_none() && group.is_none() {
        return ToolError::nothing_sent("give a new `name`, a new `category_group_id`, or both");
    }
    let category = transactions::category(groups, category)?;
    let shown = &category.name;
    match category.role {
        GroupRole::Internal => return ToolError::nothing_sent(&format!("{shown} is YNAB's own category")),
        GroupRole::CardPayments => {
            return ToolError::nothing_sent(&format!("{shown} pays a credit card and is named after its account"));
        }
        _ if category.hidden => {
            return ToolError::nothing_sent(&format!("category {shown} is hidden: show it in YNAB first"));
        }
        _ => {}
    }
    let group = match group {
        Some(wanted) => own_group(groups, wanted)?,
        None => find_group(groups, category.group_id.as_str())?,
    };
    let name = name.unwrap_or_else(|| category.name.raw().to_owned());
    check_free(group, &name, Some(category))?;
    Ok(Changed { category, name, group })
}

fn checked_name(name: &str) -> Result<String, ToolError> {
    let name = match one_visible_line(name) {
        Ok(name) => name,
        Err(error) => return ToolError::nothing_sent(&error.to_string()),
    };
    let length = name.chars().count();
    if length > LONGEST_NAME {
        return ToolError::nothing_sent(&format!(
            "the name has {length} characters, and YNAB takes {LONGEST_NAME} for a category"
        ));
    }
    Ok(name.to_owned())
}

/// The group that an id or a name means.
pub fn find_group<'a>(groups: &'a [CategoryGroup], wanted: &str) -> Result<&'a CategoryGroup, ToolError> {
    let group = names::find_one("category group", wanted, groups, |group| Named {
        id: group.id.as_str(),
        name: group.name.raw(),
        context: None,
    });
    Ok(group?)
}

/// A group of the person's own, in which YNAB lets categories be made and moved.
/// What a person should know of a category that gets this name in this group: that it will not be seen, or that its name is not
/// enough to tell it by.
pub fn facts(groups: &[CategoryGroup], group: &CategoryGroup, name: &str, except: Option<&Category>) -> Vec<String> {
    let hidden = group
        .hidden
        .then(|| format!("{} is hidden in YNAB, and so is what is in it.", group.name));
    let key = name_key(name);
    let mut others = groups
        .iter()
        .filter(|other| other.id != group.id)
        .flat_map(|other| &other.categories);
    let same =
        others.find(|other| name_key(other.name.raw()) == key && except.is_none_or(|category| category.id != other.id));
    let same = same.map(|other| {
        format!(
            "{} has a category of that name too: from then on neither is found by its name alone.",
            other.group_name
        )
    });
    hidden.into_iter().chain(same).collect()
}

fn own_group<'a>(groups: &'a [CategoryGroup], wanted: &str) -> Result<&'a CategoryGroup, ToolError> {
    let group = find_group(groups, wanted)?;
    if group.role == GroupRole::Ordinary {
        Ok(group)
    } else {
        ToolError::nothing_sent(&format!(
            "{} is a group of YNAB's own: choose a group of the plan",
            group.name
        ))
    }
}

/// Whether no other category of the group has the name, hidden ones included, case and emoji ignored.
fn check_free(group: &CategoryGroup, name: &str, except: Option<&Category>) -> Result<(), ToolError> {
    let others = group
        .categories
        .iter()
        .filter(|other| except.is_none_or(|except| except.id != other.id));
    let (key, mut others) = (name_key(name), others);
    let same = |other: &&Category| {
        let other = other.name.raw();
        other == name || (!key.is_empty() && name_key(other) == key)
    };
    match others.find(same) {
        None => Ok(()),
        Some(other) => {
            let hidden = if other.hidden { " (hidden)" } else { "" };
            ToolError::nothing_sent(&format!(
                "{} has a category {}{hidden} already, id {}: use that one, or another name",
                group.name, other.name, other.id
            ))
        }
    }
}

impl Changed<'_> {
    /// What changes, in one group: the name, the category's group, or both.
    pub fn effects(&self) -> Vec<Effect> {
        let category = self.category;
        let name = (category.name.raw() != self.name).then(|| Effect::CategoryName {
            category_id: category.id.clone(),
            before: category.name.raw().to_owned(),
            after: self.name.clone(),
        });
        let group = (category.group_id != self.group.id).then(|| Effect::CategoryGroup {
            category_id: category.id.clone(),
            before: category.group_id.clone(),
            after: self.group.id.clone(),
        });
        name.into_iter().chain(group).collect()
    }
}

impl New<'_> {
    /// The change as it is sent.
    pub fn effect(&self) -> Effect {
        Effect::NewCategory {
            category_id: None,
            group_id: self.group.id.clone(),
            name: self.name.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
