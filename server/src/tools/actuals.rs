//! What was assigned beside what was spent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::month::{Month, MonthArgument};
use crate::domain::number::Amount;
use crate::domain::percent::Percent;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::actuals::{self, Actual};
use crate::logic::pages::{next_offset, page};
use crate::logic::room::Room;
use crate::tool::avenir_tool;

/// Categories in one answer.
const PAGE: usize = 80;

/// Which month of which plan.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetBudgetVsActual {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// `current` (default) or the month as YYYY-MM-01.
    #[serde(default)]
    pub month: MonthArgument,
    /// `next_offset` of the answer before.
    #[serde(default)]
    pub offset: Option<u32>,
}

/// The month, category by category.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BudgetVsActual {
    /// The month in a sentence or two.
    pub message: String,
    /// The month.
    pub month: Month,
    /// In YNAB's order: categories with any amount, hidden ones among them.
    pub categories: Vec<ActualRow>,
    /// How many categories have an amount.
    pub total: usize,
    /// The `offset` of the next page; absent on the last one.
    pub next_offset: Option<usize>,
    /// All categories with an amount together.
    pub totals: ActualTotals,
    /// Spent without a category, less what came in; in no row and no total.
    pub uncategorized: Option<Amount>,
    /// Visible categories without any amount in the month, left out.
    pub empty_left_out: usize,
    /// Card payment categories, left out: what is set aside in them was spent in other categories.
    pub card_payments_left_out: usize,
}

/// A category in the month.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ActualRow {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Untrusted,
    /// Its group.
    pub group: Untrusted,
    /// True when it is hidden.
    pub hidden: Option<bool>,
    /// Assigned in the month.
    pub budgeted: Amount,
    /// Left over from earlier months.
    pub carried_over: Amount,
    /// Spent, less what came back; never below zero.
    pub actual: Amount,
    /// Came back beyond what was spent; absent when nothing did.
    pub refunded: Option<Amount>,
    /// Available: carried over and assigned, less what was spent.
    pub balance: Amount,
    /// Percent of the assigned amount that is spent; absent when nothing was assigned.
    pub utilization_pct: Option<Percent>,
}

/// Sums of the categories.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ActualTotals {
    /// Assigned.
    pub budgeted: Amount,
    /// Left over from earlier months.
    pub carried_over: Amount,
    /// Spent, category by category.
    pub actual: Amount,
    /// Came back beyond what was spent, category by category.
    pub refunded: Amount,
    /// Spent, less what came back.
    pub net: Amount,
    /// Available.
    pub balance: Amount,
    /// Percent of what was assigned that is spent on the whole.
    pub utilization_pct: Option<Percent>,
}

/// Over or under budget in a month: each category's assigned, carried over, spent and refunded amounts, and how much of the
/// assigned is used. Card payments are left out; money carried over counts in `balance` only.
#[avenir_tool(title = "Budget vs actual", costs = "one YNAB request")]
pub async fn get_budget_vs_actual(cx: &ReadCx, args: GetBudgetVsActual) -> Result<InPlan<BudgetVsActual>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, month) = tokio::try_join!(plan.summary(), plan.month(cx.month(args.month)))?;
    let found = actuals::compare(&month)?;
    let totals = found.totals;
    let shown = page(&found.rows, args.offset, PAGE);
    let shown = Room::default().take(shown.iter().map(row));
    let answer = BudgetVsActual {
        message: found.message(&summary.currency)?,
        month: found.month,
        total: found.rows.len(),
        next_offset: next_offset(args.offset, shown.len(), found.rows.len()),
        categories: shown,
        totals: ActualTotals {
            budgeted: Amount(totals.assigned),
            carried_over: Amount(totals.carried_over),
            actual: Amount(totals.actual),
            refunded: Amount(totals.refunded),
            net: Amount(totals.net()?),
            balance: Amount(totals.available),
            utilization_pct: totals.utilization,
        },
        uncategorized: Amount::unless_zero(found.uncategorized),
        empty_left_out: found.empty,
        card_payments_left_out: found.card_payments,
    };
    Ok(InPlan::new(&summary, answer))
}

fn row(row: &Actual<'_>) -> ActualRow {
    let category = row.category;
    ActualRow {
        id: category.id.to_string(),
        name: category.name.clone(),
        group: category.group_name.clone(),
        hidden: category.hidden.then_some(true),
        budgeted: Amount(category.assigned),
        carried_over: Amount(row.carried_over),
        actual: Amount(row.actual),
        refunded: Amount::unless_zero(row.refunded),
        balance: Amount(category.available),
        utilization_pct: row.utilization,
    }
}
