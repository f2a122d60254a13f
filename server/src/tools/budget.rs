//! Assigned amounts: one category, or money moved between two.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::confirm::{AfterWrite, Proposal, Subject, WritePreview};
use crate::context::ReadCx;
use crate::domain::effect::Group;
use crate::domain::ids::CategoryId;
use crate::domain::money::Milliunits;
use crate::domain::month::{Month, MonthArgument};
use crate::domain::number::{Amount, AmountArgument};
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::amounts::{self, Reassigned};
use crate::tool::avenir_tool;

/// Which category gets how much.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct SetCategoryBudget {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// `current` or the month as YYYY-MM-01.
    pub month: MonthArgument,
    /// Category id or exact name.
    pub category_id: String,
    /// The whole amount to have assigned, not a difference.
    pub amount: AmountArgument,
}

/// What a yes to a new assigned amount is for.
#[derive(Debug, Serialize)]
pub struct NewAssigned {
    category: CategoryId,
    month: Month,
    amount: Milliunits,
}

impl Subject for NewAssigned {}

/// An assigned amount before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryBudget {
    /// The category's id.
    pub category_id: String,
    /// The category's name.
    pub category: Untrusted,
    /// The month.
    pub month: Month,
    /// Assigned before.
    pub from_amount: Amount,
    /// Assigned after.
    pub to_amount: Amount,
    /// Available before.
    pub available_before: Amount,
    /// Available after: expected in a preview, read from YNAB once applied.
    pub available_after: Option<Amount>,
    /// Ready to Assign after, read from YNAB once applied.
    pub ready_to_assign_after: Option<Amount>,
}

impl WritePreview for CategoryBudget {
    fn settle(&mut self, after: &AfterWrite) {
        let now = amounts::available_in(after.month.as_ref(), &self.category_id);
        self.available_after = now.map(|category| Amount(category.available));
        self.ready_to_assign_after = after.month.as_ref().map(|month| Amount(month.ready_to_assign));
        let assigned = now.map(|category| category.assigned);
        if let Some(assigned) = assigned.or_else(|| after.assigned(&self.category_id, self.month)) {
            self.to_amount = Amount(assigned);
        }
    }
}

/// Sets the amount assigned to a category in a month (the whole amount, not a difference). Asks the person first; a code
/// counts only after their own yes, never on your own initiative. `undo_operation` takes it back.
#[avenir_tool(
    write,
    title = "Set a category's budgeted amount",
    costs = "one YNAB request, three more once agreed",
    subject = NewAssigned,
    destructive = true,
    idempotent = true
)]
pub async fn set_category_budget(
    cx: &ReadCx,
    args: SetCategoryBudget,
) -> Result<Proposal<NewAssigned, CategoryBudget>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, month) = tokio::try_join!(plan.summary(), plan.month(cx.month(args.month)))?;
    let change = amounts::set(&month, &args.category_id, &args.amount, &summary.currency)?;
    let effects = if change.after == change.category.assigned {
        vec![]
    } else {
        vec![change.effect(month.month)]
    };
    let question = amounts::set_question(&change, &month, &summary.currency);
    Ok(Proposal {
        subject: NewAssigned {
            category: change.category.id.clone(),
            month: month.month,
            amount: change.after,
        },
        question,
        preview: CategoryBudget {
            category_id: change.category.id.to_string(),
            category: change.category.name.clone(),
            month: month.month,
            from_amount: Amount(change.category.assigned),
            to_amount: Amount(change.after),
            available_before: Amount(change.category.available),
            available_after: Some(Amount(change.available_after)),
            ready_to_assign_after: None,
        },
        groups: effects.into_iter().map(|effect| Group::new(vec![effect])).collect(),
        nothing_to_do: "The amount is already that one: nothing to do.".to_owned(),
        done: "Applied.".to_owned(),
        month_after: Some(month.month),
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}

/// What moves from where to where.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct MoveMoney {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// `current` or the month as YYYY-MM-01.
    pub month: MonthArgument,
    /// Where it comes from: category id or exact name.
    pub from_category_id: String,
    /// Where it goes: category id or exact name.
    pub to_category_id: String,
    /// How much moves; more than zero.
    pub amount: AmountArgument,
}

/// What a yes to a move is for.
#[derive(Debug, Serialize)]
pub struct MoneyMove {
    from: CategoryId,
    to: CategoryId,
    month: Month,
    amount: Milliunits,
}

impl Subject for MoneyMove {}

/// A move, both sides before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MovedMoney {
    /// The month.
    pub month: Month,
    /// How much moves.
    pub amount: Amount,
    /// Where it comes from.
    pub from_category: MoveSide,
    /// Where it goes.
    pub to_category: MoveSide,
    /// Ready to Assign after, read from YNAB once applied.
    pub ready_to_assign_after: Option<Amount>,
}

/// One side of a move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MoveSide {
    /// The category's id.
    pub category_id: String,
    /// The category's name.
    pub name: Untrusted,
    /// Assigned before.
    pub from_amount: Amount,
    /// Assigned after.
    pub to_amount: Amount,
    /// Available before.
    pub available_before: Amount,
    /// Available after: expected in a preview, read from YNAB once applied.
    pub available_after: Option<Amount>,
}

impl From<&Reassigned> for MoveSide {
    fn from(side: &Reassigned) -> Self {
        Self {
            category_id: side.category.id.to_string(),
            name: side.category.name.clone(),
            from_amount: Amount(side.category.assigned),
            to_amount: Amount(side.after),
            available_before: Amount(side.category.available),
            available_after: Some(Amount(side.available_after)),
        }
    }
}

impl WritePreview for MovedMoney {
    fn settle(&mut self, after: &AfterWrite) {
        for side in [&mut self.from_category, &mut self.to_category] {
            let now = amounts::available_in(after.month.as_ref(), &side.category_id);
            side.available_after = now.map(|category| Amount(category.available));
            let assigned = now.map(|category| category.assigned);
            if let Some(assigned) = assigned.or_else(|| after.assigned(&side.category_id, self.month)) {
                side.to_amount = Amount(assigned);
            }
        }
        self.ready_to_assign_after = after.month.as_ref().map(|month| Amount(month.ready_to_assign));
    }
}

/// Moves money from one category to another in a month: the way to cover overspending. One preview, one confirmation and one
/// undo for both sides. Asks the person first; a code counts only after their own yes, never on your own
/// initiative. `undo_operation` takes it back.
#[avenir_tool(
    write,
    title = "Move money between categories",
    costs = "one YNAB request, four more once agreed",
    subject = MoneyMove,
    destructive = true,
    idempotent = false
)]
pub async fn move_money(cx: &ReadCx, args: MoveMoney) -> Result<Proposal<MoneyMove, MovedMoney>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, month) = tokio::try_join!(plan.summary(), plan.month(cx.month(args.month)))?;
    let (from, to) = (&args.from_category_id, &args.to_category_id);
    let planned = amounts::move_between(&month, from, to, &args.amount, &summary.currency)?;
    Ok(Proposal {
        subject: MoneyMove {
            from: planned.source.category.id.clone(),
            to: planned.target.category.id.clone(),
            month: month.month,
            amount: planned.amount,
        },
        question: planned.question(month.month, &summary.currency),
        preview: MovedMoney {
            month: month.month,
            amount: Amount(planned.amount),
            from_category: (&planned.source).into(),
            to_category: (&planned.target).into(),
            ready_to_assign_after: None,
        },
        groups: vec![planned.group(month.month)],
        nothing_to_do: String::new(),
        done: "Moved.".to_owned(),
        month_after: Some(month.month),
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}
