//! What is kept of the income.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::money::MoneyError;
use crate::domain::month::Month;
use crate::domain::number::Amount;
use crate::domain::percent::Percent;
use crate::error::ToolError;
use crate::logic::flows::Chart;
use crate::logic::savings::{MonthSaved, Savings, savings};
use crate::tool::avenir_tool;

/// How far back.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetSavingsRate {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Full months before the current one; 6 by default.
    #[serde(default = "six")]
    #[schemars(range(min = 1, max = 120))]
    pub months_count: u32,
}

fn six() -> u32 {
    6
}

/// Savings over some months. Totals, averages and the best and worst month are of the complete ones.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SavingsRate {
    /// The conclusion in a sentence.
    pub message: String,
    /// The oldest first, as YYYY-MM.
    pub months: Vec<SavingsMonth>,
    /// To Ready to Assign.
    pub income: Amount,
    /// Spent, less refunds; negative.
    pub spending: Amount,
    /// Income and spending together.
    pub saved: Amount,
    /// Percent of the income that was kept; absent without income.
    pub rate: Option<Percent>,
    /// Saved in a month on average; absent without a complete month.
    pub average_saved: Option<Amount>,
    /// Saved in the month in the middle, which one large purchase does not move.
    pub median_saved: Option<Amount>,
    /// The rate in the middle, of the months that have one.
    pub median_rate: Option<Percent>,
    /// The month with the highest rate.
    pub best_month: Option<String>,
    /// The month with the lowest rate.
    pub worst_month: Option<String>,
    /// Put into tracking accounts that are no debt: saved, not spent.
    pub moved_to_tracking: Amount,
    /// Taken back from them: no income.
    pub moved_from_tracking: Amount,
    /// What to know beside the figures.
    pub notes: Vec<String>,
}

/// A month's savings.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SavingsMonth {
    /// As YYYY-MM.
    pub month: String,
    /// To Ready to Assign.
    pub income: Amount,
    /// Spent, less refunds; negative.
    pub spending: Amount,
    /// Both together.
    pub saved: Amount,
    /// Percent of the income that was kept; absent without income.
    pub rate: Option<Percent>,
    /// Set where the plan begins within the month: it is in no total.
    pub partial: Option<bool>,
}

/// What is kept of income: the savings rate of each full month, in total and in the median month. Refunds lower spending,
/// investments are saved, loan payments spent. The current month is left out.
#[avenir_tool(
    title = "Savings rate month by month",
    costs = "three YNAB requests, none while fresh"
)]
pub async fn get_savings_rate(cx: &ReadCx, args: GetSavingsRate) -> Result<InPlan<SavingsRate>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, transactions) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let (chart, currency) = (Chart::new(&accounts, &groups), &summary.currency);
    let found = savings(&chart, transactions.ledger(), cx.today(), args.months_count, currency)?;
    Ok(InPlan::new(&summary, answer(&found, currency)?))
}

fn answer(found: &Savings, currency: &Currency) -> Result<SavingsRate, MoneyError> {
    Ok(SavingsRate {
        message: found.message(currency)?,
        months: found.months.iter().map(month_row).collect(),
        income: Amount(found.total.income),
        spending: Amount(found.total.spending),
        saved: Amount(found.total.saved),
        rate: found.total.rate,
        average_saved: found.average_saved.map(Amount),
        median_saved: found.median_saved.map(Amount),
        median_rate: found.median_rate,
        best_month: found.best.map(Month::short),
        worst_month: found.worst.map(Month::short),
        moved_to_tracking: Amount(found.moved_to_tracking),
        moved_from_tracking: Amount(found.moved_from_tracking),
        notes: found.notes(currency)?,
    })
}

fn month_row(row: &MonthSaved) -> SavingsMonth {
    SavingsMonth {
        month: row.month.short(),
        income: Amount(row.saved.income),
        spending: Amount(row.saved.spending),
        saved: Amount(row.saved.saved),
        rate: row.saved.rate,
        partial: row.partial.then_some(true),
    }
}
