//! What categories cost, month by month.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::month::Month;
use crate::domain::number::Amount;
use crate::domain::percent::Percent;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::room::Room;
use crate::logic::trends::{self, Points, Series, Window};
use crate::tool::avenir_tool;

/// Which months and categories.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetSpendingTrends {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// How many months, the current one included; default 3.
    #[serde(default = "three")]
    #[schemars(range(min = 1, max = 24))]
    pub months_count: u16,
    /// Ids or names.
    #[serde(default)]
    pub category_ids: Option<Vec<String>>,
    /// Only this group (with `category_ids`: both); id or name.
    #[serde(default)]
    pub group: Option<String>,
    /// The most categories to list; default 25.
    #[serde(default = "twenty_five")]
    #[schemars(range(min = 1, max = 50))]
    pub limit: u32,
}

fn three() -> u16 {
    3
}

fn twenty_five() -> u32 {
    25
}

/// Months and what they cost.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SpendingTrends {
    /// What the months say in a sentence or two.
    pub message: String,
    /// The months, the oldest first; the last is the current one, not over yet. There are none before the plan's first.
    pub months: Vec<Month>,
    /// Those that cost most over all months first; hidden ones included, those that cost nothing left out.
    pub categories: Vec<TrendRow>,
    /// How many categories there are, listed or not.
    pub total: usize,
    /// Those not listed, together.
    pub rest: Option<TrendSum>,
    /// Categories that are there no longer, together.
    pub deleted: Option<TrendSum>,
    /// All of the above together. What has no category is not in it.
    pub all: TrendSum,
}

/// A category through the months.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TrendRow {
    /// Its id.
    pub category_id: String,
    /// Its name.
    pub name: Untrusted,
    /// Its group.
    pub group: Untrusted,
    /// True when it, or its group, is hidden.
    pub hidden: Option<bool>,
    /// For each of `months`: spent less what came back, YNAB's activity with its sign turned; negative when more came back.
    pub spent: Vec<Amount>,
    /// All months together.
    pub total: Amount,
    /// The mean of the full months; absent without one.
    pub mean: Option<Amount>,
    /// The last full month less the mean of the full months before it; absent without two full months.
    pub change: Option<Amount>,
    /// The same in percent of that mean; absent where the mean is not above zero.
    pub change_pct: Option<Percent>,
}

/// Several categories through the months.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TrendSum {
    /// How many they are.
    pub categories: usize,
    /// For each of `months`: spent less what came back.
    pub spent: Vec<Amount>,
    /// All months together.
    pub total: Amount,
    /// The mean of the full months; absent without one.
    pub mean: Option<Amount>,
    /// The last full month less the mean of the full months before it.
    pub change: Option<Amount>,
}

/// Is a category going up? Spending per category month by month, with total, mean and the last full month's change. The
/// current month is partial. For any other period, or by payee, see `get_spending`.
#[avenir_tool(title = "Spending trends", costs = "two YNAB requests, however many months")]
pub async fn get_spending_trends(cx: &ReadCx, args: GetSpendingTrends) -> Result<InPlan<SpendingTrends>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, groups, transactions) = tokio::try_join!(plan.summary(), plan.categories(), plan.transactions())?;
    let window = Window {
        today: cx.today(),
        months: args.months_count,
        first: summary.first_month,
        only: trends::only(&groups, args.category_ids.as_deref(), args.group.as_deref())?,
    };
    let found = trends::trends(transactions.ledger(), &groups, &window, &summary.currency)?;
    let categories = Room::default().take(found.series.iter().take(args.limit as usize).map(row));
    let rest = found.rest(categories.len(), &summary.currency)?;
    let count = found.count();
    let answer = SpendingTrends {
        message: found.message(&summary.currency),
        categories,
        total: found.series.len(),
        rest: rest.map(|(categories, points)| sum(categories, &points)),
        deleted: found
            .deleted
            .as_ref()
            .map(|(categories, points)| sum(*categories, points)),
        all: sum(count, &found.all),
        months: found.months,
    };
    Ok(InPlan::new(&summary, answer))
}

fn amounts(points: &Points) -> Vec<Amount> {
    points.spent.iter().copied().map(Amount).collect()
}

fn row(series: &Series<'_>) -> TrendRow {
    let points = &series.points;
    TrendRow {
        category_id: series.category.id.to_string(),
        name: series.category.name.clone(),
        group: series.category.group_name.clone(),
        hidden: series.hidden.then_some(true),
        spent: amounts(points),
        total: Amount(points.total),
        mean: points.mean.map(Amount),
        change: points.change.map(|change| Amount(change.amount)),
        change_pct: points.change.and_then(|change| change.percent),
    }
}

fn sum(categories: usize, points: &Points) -> TrendSum {
    TrendSum {
        categories,
        spent: amounts(points),
        total: Amount(points.total),
        mean: points.mean.map(Amount),
        change: points.change.map(|change| Amount(change.amount)),
    }
}
