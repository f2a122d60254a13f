//! Creating and changing categories and their groups.

use uuid::Uuid;

use super::{GROUP_LIMIT, MEMO_LIMIT, PAYEE_LIMIT, Writer};
use crate::sim::answer::Answer;
use crate::sim::calendar::month_of;
use crate::sim::error::Refusal;
use crate::sim::fields::{Fields, Given, required};
use crate::sim::ids::derived;
use crate::sim::model::{Group, Plan, Role};
use crate::sim::render::GroupView;

#[derive(serde::Serialize)]
struct SavedGroup<T> {
    category_group: T,
    server_knowledge: i64,
}

impl Writer<'_> {
    pub(super) fn create_category(&mut self) -> Result<Answer, Refusal> {
        let fields = Fields::of(self.body)?.object("category")?;
        let name = read_name(fields)?.ok_or_else(|| Refusal::invalid("name is missing"))?;
        let group = read_group(self.plan, fields)?.ok_or_else(|| Refusal::invalid("category_group_id is missing"))?;
        check_unused(self.plan, group, &name, None)?;
        let note = fields.text("note", MEMO_LIMIT)?;
        let month = month_of(self.moment.today());
        let target = self.read_target(fields, Role::Ordinary, None, month)?;
        let id = self.plan.change(self.moment.now, |plan| {
            let id = plan.add_category(group, &name);
            plan.edit_category(id, |category| {
                category.note = note.over(None);
                category.target = target;
            });
            id
        });
        self.answer_category(201, id, month)
    }

    pub(super) fn update_category(&mut self) -> Result<Answer, Refusal> {
        let held = self
            .plan
            .categories
            .live(&self.uuid()?)
            .ok_or_else(Refusal::not_found)?;
        let (id, role, group_id, old_name) = (held.id, held.role, held.group_id, held.name.clone());
        let old_target = held.target.clone();
        let fields = Fields::of(self.body)?.object("category")?;
        if matches!(role, Role::ReadyToAssign | Role::Uncategorized | Role::Deferred) {
            return Err(Refusal::invalid("an internal category cannot be changed"));
        }
        let name = read_name(fields)?.filter(|name| *name != old_name);
        let group = read_group(self.plan, fields)?.filter(|group| *group != group_id);
        if matches!(role, Role::CardPayment(_)) && (name.is_some() || group.is_some()) {
            return Err(Refusal::invalid("a card payment category keeps its name and group"));
        }
        if name.is_some() || group.is_some() {
            let name = name.as_deref().unwrap_or(&old_name);
            check_unused(self.plan, group.unwrap_or(group_id), name, Some(id))?;
        }
        let note = fields.text("note", MEMO_LIMIT)?;
        let month = month_of(self.moment.today());
        let target = self.read_target(fields, role, old_target.as_ref(), month)?;
        self.plan.change(self.moment.now, |plan| {
            plan.edit_category(id, |category| {
                category.note = note.over(category.note.take());
                category.target = target;
                category.group_id = group.unwrap_or(category.group_id);
                if let Some(name) = name {
                    category.name = name;
                }
            });
        });
        self.answer_category(200, id, month)
    }

    pub(super) fn create_group(&mut self) -> Result<Answer, Refusal> {
        let name = self.read_group_name()?;
        let id = self.plan.change(self.moment.now, |plan| plan.add_group(&name));
        self.answer_group(201, id)
    }

    pub(super) fn update_group(&mut self) -> Result<Answer, Refusal> {
        let group = self.plan.groups.live(&self.uuid()?).ok_or_else(Refusal::not_found)?;
        let (id, internal) = (group.id, group.internal);
        let name = self.read_group_name()?;
        if internal {
            return Err(Refusal::invalid("an internal group cannot be changed"));
        }
        self.plan
            .change(self.moment.now, |plan| plan.edit_group(id, |group| group.name = name));
        self.answer_group(200, id)
    }

    fn read_group_name(&self) -> Result<String, Refusal> {
        let fields = Fields::of(self.body)?.object("category_group")?;
        let name = required(fields.text("name", GROUP_LIMIT)?, "name")?;
        let name = name.trim();
        if name.is_empty() {
            Err(Refusal::invalid("name is empty"))
        } else {
            Ok(name.to_owned())
        }
    }

    fn answer_group(&self, status: u16, id: Uuid) -> Result<Answer, Refusal> {
        let group = self.plan.groups.get(&id).ok_or_else(Refusal::not_found)?;
        let category_group = GroupView {
            look: self.look(),
            group,
            month: None,
            since: None,
        };
        Answer::wrapped(
            status,
            SavedGroup {
                category_group,
                server_knowledge: self.plan.knowledge,
            },
        )
    }
}

impl Plan {
    /// A new category group, inside [`Plan::change`].
    pub fn add_group(&mut self, name: &str) -> Uuid {
        let unused = |id: &Uuid| self.groups.get(id).is_none();
        let named = derived(&[&self.id.to_string(), "group", name]);
        let id = Some(named).filter(unused).unwrap_or_else(|| self.fresh_id("group"));
        let group = Group {
            id,
            name: name.to_owned(),
            hidden: false,
            internal: false,
            deleted: false,
            changed: 0,
        };
        self.groups.put(group, self.knowledge);
        id
    }

    /// A new category in a group, inside [`Plan::change`].
    pub fn add_category(&mut self, group: Uuid, name: &str) -> Uuid {
        let unused = |id: &Uuid| self.categories.get(id).is_none();
        let named = derived(&[&self.id.to_string(), "category", &group.to_string(), name]);
        let id = Some(named).filter(unused).unwrap_or_else(|| self.fresh_id("category"));
        self.put_category(id, group, name, Role::Ordinary);
        id
    }
}

/// A name that is not blank; null counts as not given.
fn read_name(fields: Fields<'_>) -> Result<Option<String>, Refusal> {
    match fields.text("name", PAYEE_LIMIT)? {
        Given::Value(name) if name.trim().is_empty() => Err(Refusal::invalid("name is empty")),
        Given::Value(name) => Ok(Some(name.trim().to_owned())),
        Given::Absent | Given::Null => Ok(None),
    }
}

/// A group that takes categories.
fn read_group(plan: &Plan, fields: Fields<'_>) -> Result<Option<Uuid>, Refusal> {
    let Some(id) = fields.uuid("category_group_id")?.value() else {
        return Ok(None);
    };
    let group = plan.groups.live(&id);
    let group = group.ok_or_else(|| Refusal::invalid("category_group_id is not a group of this plan"))?;
    if group.internal {
        return Err(Refusal::invalid("an internal group takes no categories"));
    }
    Ok(Some(id))
}

fn check_unused(plan: &Plan, group: Uuid, name: &str, own: Option<Uuid>) -> Result<(), Refusal> {
    let wanted = name.to_lowercase();
    let twin = plan.categories.iter().any(|category| {
        !category.deleted
            && category.group_id == group
            && category.name.to_lowercase() == wanted
            && Some(category.id) != own
    });
    if twin {
        Err(Refusal::invalid("the group already has a category of this name"))
    } else {
        Ok(())
    }
}
