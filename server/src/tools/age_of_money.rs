//! How old money is when it is spent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::error::ToolError;
use crate::logic::age_of_money::{AgeOfMoney, MonthAge, Trend};
use crate::tool::avenir_tool;

/// How far back.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetAgeOfMoney {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Months, the current one included; 12 by default.
    #[serde(default = "twelve")]
    #[schemars(range(min = 1, max = 120))]
    pub months_count: u32,
}

fn twelve() -> u32 {
    12
}

/// Age of Money over some months.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AgeOfMoneyAnswer {
    /// The conclusion in a sentence.
    pub message: String,
    /// The last known figure; absent when YNAB has none, which is not zero.
    pub days: Option<i64>,
    /// The month it is of, as YYYY-MM.
    pub as_of: Option<String>,
    /// The oldest first.
    pub months: Vec<AgeMonth>,
    /// Days from the first known figure to the last.
    pub change: Option<i64>,
    /// Where it went; absent with fewer than two figures.
    pub trend: Option<TrendWord>,
    /// What to know beside the figures.
    pub notes: Vec<String>,
}

/// A month's figure.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AgeMonth {
    /// As YYYY-MM.
    pub month: String,
    /// Days; absent when YNAB has no figure.
    pub days: Option<i64>,
    /// Days more than in the month before.
    pub change: Option<i64>,
}

/// Where Age of Money went.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrendWord {
    /// Money is older than in the first month.
    Up,
    /// Younger.
    Down,
    /// Just as old.
    Steady,
}

/// YNAB's Age of Money month by month with its trend: how many days money stays before it is spent. Living on last month's
/// income? A month without a figure has none, which is not zero.
#[avenir_tool(title = "Age of Money month by month", costs = "one YNAB request, none while fresh")]
pub async fn get_age_of_money(cx: &ReadCx, args: GetAgeOfMoney) -> Result<InPlan<AgeOfMoneyAnswer>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, months) = tokio::try_join!(plan.summary(), plan.months())?;
    let age = AgeOfMoney::new(&months, cx.today(), args.months_count);
    let answer = AgeOfMoneyAnswer {
        message: age.message(),
        days: age.last.map(|(_, days)| days),
        as_of: age.last.map(|(month, _)| month.short()),
        months: age.months.iter().map(month_row).collect(),
        change: age.change,
        trend: age.trend().map(TrendWord::from),
        notes: age.notes(),
    };
    Ok(InPlan::new(&summary, answer))
}

fn month_row(row: &MonthAge) -> AgeMonth {
    AgeMonth {
        month: row.month.short(),
        days: row.days,
        change: row.change,
    }
}

impl From<Trend> for TrendWord {
    fn from(trend: Trend) -> Self {
        match trend {
            Trend::Up => Self::Up,
            Trend::Down => Self::Down,
            Trend::Steady => Self::Steady,
        }
    }
}
