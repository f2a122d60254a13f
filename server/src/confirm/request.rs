//! Effects into requests: rows in bulk, the fields of one category together, everything else one by one.

use crate::domain::effect::{Effect, Group};
use crate::domain::ids::{CategoryGroupId, CategoryId, PayeeId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::row::{Recorded, Row};
use crate::domain::target;
use crate::io::ynab::{CategoryPatch, Change, TransactionPatch};

/// Rows in one bulk request.
pub const ROWS_IN_A_REQUEST: usize = 200;

/// One request and the effects it carries, by group and place.
#[derive(Debug, PartialEq)]
pub struct Step {
    /// What is sent.
    pub request: Request,
    /// What it carries.
    pub effects: Vec<(usize, usize)>,
}

/// What is sent.
#[derive(Debug, PartialEq)]
pub enum Request {
    /// Changes of transactions.
    Update(Vec<TransactionPatch>),
    /// New transactions.
    Create(Vec<Row>),
    /// A transaction away.
    Delete(TransactionId),
    /// An assigned amount.
    Assign(CategoryId, Month, Milliunits),
    /// Fields of a category.
    Category(CategoryId, CategoryPatch),
    /// A new category.
    NewCategory(CategoryGroupId, String),
    /// A payee's name.
    Payee(PayeeId, String),
    /// What the banks have.
    Import,
    /// What the API has no request for. What is proposed was checked, so this is only what a damaged record could ask for.
    Impossible,
}

impl Request {
    /// Whether it deletes.
    pub fn deletes(&self) -> bool {
        matches!(self, Self::Delete(_))
    }

    /// Takes another request along in this one, if one request can carry both.
    fn join(&mut self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Update(patches), Self::Update(more)) if fits(patches, &more) => {
                for patch in more {
                    match patches.iter_mut().find(|other| other.id == patch.id) {
                        Some(other) => other.add(patch),
                        None => patches.push(patch),
                    }
                }
                None
            }
            (Self::Create(rows), Self::Create(more)) if rows.len() + more.len() <= ROWS_IN_A_REQUEST => {
                rows.extend(more);
                None
            }
            (Self::Category(id, patch), Self::Category(other, more)) if *id == other => {
                patch.add(more);
                None
            }
            (_, other) => Some(other),
        }
    }
}

fn fits(patches: &[TransactionPatch], more: &[TransactionPatch]) -> bool {
    let new = more
        .iter()
        .filter(|patch| !patches.iter().any(|other| other.id == patch.id));
    patches.len() + new.count() <= ROWS_IN_A_REQUEST
}

/// The requests of some groups, in order.
pub fn steps(groups: &[Group]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (group, place, effect) in numbered(groups) {
        let request = request_of(effect);
        let apart = match steps.last_mut() {
            Some(last) => match last.request.join(request) {
                None => {
                    last.effects.push((group, place));
                    None
                }
                apart => apart,
            },
            None => Some(request),
        };
        if let Some(request) = apart {
            steps.push(Step {
                request,
                effects: vec![(group, place)],
            });
        }
    }
    steps
}

fn numbered(groups: &[Group]) -> impl Iterator<Item = (usize, usize, &Effect)> {
    let groups = groups.iter().enumerate();
    groups.flat_map(|(g, group)| group.effects.iter().enumerate().map(move |(e, effect)| (g, e, effect)))
}

fn request_of(effect: &Effect) -> Request {
    let update = |id: &TransactionId, change: &dyn Fn(&mut TransactionPatch)| {
        let mut patch = TransactionPatch::of(id.clone());
        change(&mut patch);
        Request::Update(vec![patch])
    };
    let category = |id: &CategoryId, change: &dyn Fn(&mut CategoryPatch)| {
        let mut patch = CategoryPatch::default();
        change(&mut patch);
        Request::Category(id.clone(), patch)
    };
    match effect {
        Effect::Assigned {
            category_id,
            month,
            after,
            ..
        } => Request::Assign(category_id.clone(), *month, *after),
        Effect::Category {
            transaction_id, after, ..
        } => update(transaction_id, &|patch| patch.category = Change::Set(after.clone())),
        Effect::Flag {
            transaction_id, after, ..
        } => update(transaction_id, &|patch| patch.flag = Change::Set(after.clone())),
        Effect::Approved {
            transaction_id, after, ..
        } => update(transaction_id, &|patch| patch.approved = Change::Set(*after)),
        Effect::Cleared {
            transaction_id, after, ..
        } => update(transaction_id, &|patch| patch.cleared = Change::Set(after.clone())),
        Effect::Split {
            transaction_id, after, ..
        } => update(transaction_id, &|patch| patch.lines = Change::Set(after.lines.clone())),
        Effect::Created {
            row: Recorded::Whole(row),
            ..
        } => Request::Create(vec![row.as_ref().clone()]),
        Effect::Deleted { transaction_id, .. } => Request::Delete(transaction_id.clone()),
        Effect::Target {
            category_id,
            before,
            after,
            request,
            card,
        } => match request
            .clone()
            .or_else(|| target::request(before.as_ref(), after.as_ref(), *card))
        {
            Some(request) => category(category_id, &|patch| patch.target = Change::Set(request.clone())),
            None => Request::Impossible,
        },
        Effect::CategoryName { category_id, after, .. } => {
            category(category_id, &|patch| patch.name = Change::Set(after.clone()))
        }
        Effect::CategoryGroup { category_id, after, .. } => {
            category(category_id, &|patch| patch.group = Change::Set(after.clone()))
        }
        Effect::NewCategory { group_id, name, .. } => Request::NewCategory(group_id.clone(), name.clone()),
        Effect::PayeeName { payee_id, after, .. } => Request::Payee(payee_id.clone(), after.clone()),
        Effect::Imported { .. } => Request::Import,
        Effect::Created {
            row: Recorded::Only { .. },
            ..
        } => Request::Impossible,
    }
}
