//! What a month looks like.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::month::{Month, MonthArgument};
use crate::domain::number::Amount;
use crate::domain::plan::Category;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::month;
use crate::logic::room::Room;
use crate::tool::avenir_tool;

/// Which month of which plan.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetMonthlySummary {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// `current` (default) or the month as YYYY-MM-01.
    #[serde(default)]
    pub month: MonthArgument,
}

/// A month in short.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MonthlySummary {
    /// The month.
    pub month: Month,
    /// Money that came in for assigning.
    pub income: Amount,
    /// Assigned to categories.
    pub budgeted: Amount,
    /// Spent (negative) and refunded, all categories together.
    pub activity: Amount,
    /// Ready to Assign: money without a job; negative means that more was assigned than is there.
    pub ready_to_assign: Amount,
    /// Age of money in days; absent while YNAB cannot tell.
    pub age_of_money: Option<i64>,
    /// Categories below zero.
    pub overspent: Vec<OverspentRow>,
    /// How many there are, listed or not.
    pub overspent_count: usize,
}

/// A category below zero.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OverspentRow {
    /// Its id.
    pub category_id: String,
    /// Its name.
    pub name: Untrusted,
    /// Its group.
    pub group: Untrusted,
    /// Available, negative.
    pub balance: Amount,
}

/// A first look at a month: income, assigned, spent, Ready to Assign, age of money, and the categories that are
/// overspent. The current month is not over yet, so its figures are partial. For every category see
/// `get_category_balances`.
#[avenir_tool(title = "Month summary", costs = "one YNAB request")]
pub async fn get_monthly_summary(cx: &ReadCx, args: GetMonthlySummary) -> Result<InPlan<MonthlySummary>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, month) = tokio::try_join!(plan.summary(), plan.month(cx.month(args.month)))?;
    let overspent = month::overspent(&month).map(|category| OverspentRow {
        category_id: category.id.to_string(),
        name: category.name.clone(),
        group: category.group_name.clone(),
        balance: Amount(category.available),
    });
    let answer = MonthlySummary {
        month: month.month,
        income: Amount(month.income),
        budgeted: Amount(month.assigned),
        activity: Amount(month.activity),
        ready_to_assign: Amount(month.ready_to_assign),
        age_of_money: month.age_of_money,
        overspent: Room::default().take(overspent),
        overspent_count: month::overspent(&month).count(),
    };
    Ok(InPlan::new(&summary, answer))
}

/// Which month of which plan, and how much of it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetCategoryBalances {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// `current` (default) or the month as YYYY-MM-01.
    #[serde(default)]
    pub month: MonthArgument,
    /// Also categories without any amount in the month.
    #[serde(default)]
    pub include_empty: bool,
}

/// A month's categories.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryBalances {
    /// The month.
    pub month: Month,
    /// In YNAB's order, without hidden ones.
    pub categories: Vec<CategoryBalanceRow>,
    /// How many there are; `list_categories` pages through all.
    pub total: usize,
}

/// A category in a month.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryBalanceRow {
    /// Its id.
    pub category_id: String,
    /// Its name.
    pub name: Untrusted,
    /// Its group.
    pub group: Untrusted,
    /// Assigned in the month.
    pub budgeted: Amount,
    /// Spent (negative) or refunded in the month.
    pub activity: Amount,
    /// Available: what is left, with what earlier months left over.
    pub balance: Amount,
}

/// What is left where: every category of a month with its assigned, spent and available amounts, and its id.
#[avenir_tool(title = "Category balances for a month", costs = "one YNAB request")]
pub async fn get_category_balances(
    cx: &ReadCx,
    args: GetCategoryBalances,
) -> Result<InPlan<CategoryBalances>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, month) = tokio::try_join!(plan.summary(), plan.month(cx.month(args.month)))?;
    let row = |category: &Category| CategoryBalanceRow {
        category_id: category.id.to_string(),
        name: category.name.clone(),
        group: category.group_name.clone(),
        budgeted: Amount(category.assigned),
        activity: Amount(category.activity),
        balance: Amount(category.available),
    };
    let all = || month::with_balances(&month, args.include_empty);
    let categories = Room::default().take(all().map(row));
    Ok(InPlan::new(
        &summary,
        CategoryBalances {
            month: month.month,
            categories,
            total: all().count(),
        },
    ))
}
