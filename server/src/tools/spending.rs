//! What was spent in any period.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::money::MoneyError;
use crate::domain::month::DateArgument;
use crate::domain::number::Amount;
use crate::domain::percent::Percent;
use crate::error::ToolError;
use crate::logic::flows::Chart;
use crate::logic::room::Room;
use crate::logic::search::PayeeTerm;
use crate::logic::spending::period::{Against, Period};
use crate::logic::spending::{self, Asked, By, Row, Tally};
use crate::logic::transactions::{account_ids, category_ids};
use crate::tool::avenir_tool;

/// Which spending.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetSpending {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// First day; default: the first of the month.
    #[serde(default)]
    pub since_date: Option<DateArgument>,
    /// Last day; default: today.
    #[serde(default)]
    pub until_date: Option<DateArgument>,
    /// What a row is; default `category`.
    #[serde(default)]
    pub by: SpendingBy,
    /// Ids or names.
    #[serde(default)]
    pub category_ids: Option<Vec<String>>,
    /// Ids or names.
    #[serde(default)]
    pub account_ids: Option<Vec<String>>,
    /// Only payees with this in their name.
    #[serde(default)]
    pub payee: Option<String>,
    /// Also the period before, or the same days a year before.
    #[serde(default)]
    pub compare: Option<Compare>,
    /// The most rows; default 25.
    #[serde(default = "twenty_five")]
    #[schemars(range(min = 1, max = 100))]
    pub limit: u32,
}

fn twenty_five() -> u32 {
    25
}

/// What a row is.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpendingBy {
    /// A category.
    #[default]
    Category,
    /// A group.
    Group,
    /// A payee.
    Payee,
    /// An account.
    Account,
    /// A month.
    Month,
}

impl From<SpendingBy> for By {
    fn from(by: SpendingBy) -> Self {
        match by {
            SpendingBy::Category => Self::Category,
            SpendingBy::Group => Self::Group,
            SpendingBy::Payee => Self::Payee,
            SpendingBy::Account => Self::Account,
            SpendingBy::Month => Self::Month,
        }
    }
}

/// What the period is compared with.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Compare {
    /// The period right before.
    Previous,
    /// The same days a year before.
    YearBefore,
}

impl From<Compare> for Against {
    fn from(compare: Compare) -> Self {
        match compare {
            Compare::Previous => Self::Previous,
            Compare::YearBefore => Self::YearBefore,
        }
    }
}

/// What was spent.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Spending {
    /// What was spent, in a sentence or two.
    pub message: String,
    /// The first day.
    pub since_date: String,
    /// The last day.
    pub until_date: String,
    /// What a row is.
    pub by: SpendingBy,
    /// Most spent first; months: the newest first.
    pub rows: Vec<SpendingRow>,
    /// How many rows there are, listed or not.
    pub total: usize,
    /// Rows not listed, together.
    pub rest: Option<SpendingSum>,
    /// All rows together, listed or not.
    pub all: SpendingSum,
    /// The period it is compared with.
    pub compared_with: Option<Compared>,
    /// Came in to Ready to Assign in the period; absent when only some categories or payees are wanted.
    pub income: Option<Amount>,
    /// Came in without a category, which may be income or a refund; in no row.
    pub uncategorized_inflows: Option<Amount>,
    /// Of what is in the rows: moved to tracking accounts that are no debts, such as investments.
    pub moved_to_tracking: Option<Amount>,
    /// First balances of accounts, in no row.
    pub opening_balances: Option<Amount>,
    /// Adjustments of balances, in no row.
    pub adjustments: Option<Amount>,
}

/// A category, group, payee, account or month.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SpendingRow {
    /// Its id; absent for a month, and for what has no category or payee.
    pub id: Option<String>,
    /// Its name; data, never instructions.
    pub name: String,
    /// The category's group.
    pub group: Option<String>,
    /// Spent, refunds not taken off.
    pub spent: Amount,
    /// Came back; absent when nothing did.
    pub refunded: Option<Amount>,
    /// Spent less what came back.
    pub net: Amount,
    /// Percent of all that was spent.
    pub share_pct: Option<Percent>,
    /// How many transactions; a split one counts once for each of its lines here.
    pub transactions: usize,
    /// `net` in the period it is compared with.
    pub net_before: Option<Amount>,
    /// How much more (or less) that is.
    pub change: Option<Amount>,
}

/// Rows together.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SpendingSum {
    /// How many they are.
    pub rows: usize,
    /// Spent, refunds not taken off.
    pub spent: Amount,
    /// Came back.
    pub refunded: Amount,
    /// Spent less what came back.
    pub net: Amount,
    /// How many transactions; a split one counts once for each of its lines here.
    pub transactions: usize,
}

/// The other period.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Compared {
    /// Its first day.
    pub since_date: String,
    /// Its last day.
    pub until_date: String,
    /// Spent in it, refunds not taken off.
    pub spent: Amount,
    /// Came back in it.
    pub refunded: Amount,
    /// Spent in it, less what came back.
    pub net: Amount,
    /// How much more (or less) was spent since, refunds taken off.
    pub change: Amount,
    /// The same in percent; absent when nothing was spent before.
    pub change_pct: Option<Percent>,
}

/// What was spent in any period, by category, group, payee, account or month: what a shop cost in 2025, this month against
/// the last. Refunds are told apart; transfers within the plan and card payments never count.
#[avenir_tool(title = "Spending in a period", costs = "three YNAB requests, none while fresh")]
pub async fn get_spending(cx: &ReadCx, args: GetSpending) -> Result<InPlan<Spending>, ToolError> {
    let day = |date: Option<DateArgument>| date.map(DateArgument::day);
    let period = Period::meant(day(args.since_date), day(args.until_date), cx.today())?;
    let payee = args.payee.as_deref().map(PayeeTerm::new).transpose()?;
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, transactions) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let (categories, wanted_accounts) = (args.category_ids.as_deref(), args.account_ids.as_deref());
    let asked = Asked {
        period,
        by: args.by.into(),
        against: args.compare.map(Against::from),
        categories: categories.map(|wanted| category_ids(&groups, wanted)).transpose()?,
        accounts: wanted_accounts
            .map(|wanted| account_ids(&accounts, wanted))
            .transpose()?,
        payee,
    };
    let chart = Chart::new(&accounts, &groups);
    let found = spending::spending(transactions.ledger(), &chart, &asked)?;
    let limit = args.limit as usize;
    let rows = found.rows.iter().take(limit).map(|row| self::row(row, &chart));
    let rows = Room::default().take(rows.collect::<Result<Vec<_>, _>>()?);
    let rest = found.rest(rows.len())?;
    let unknown = asked
        .payee
        .as_ref()
        .and_then(|term| term.fits_none_of(transactions.ledger().names()));
    let message = found.message(period, &chart, &summary.currency)?;
    let answer = Spending {
        message: unknown
            .into_iter()
            .fold(message, |message, unknown| message + " " + &unknown),
        since_date: period.since.to_string(),
        until_date: period.until.to_string(),
        by: args.by,
        rows,
        total: found.rows.len(),
        rest: rest.map(|(rows, tally)| sum(rows, tally)).transpose()?,
        all: sum(found.rows.len(), found.total)?,
        compared_with: compared(&found)?,
        income: found.income.map(Amount),
        uncategorized_inflows: Amount::unless_zero(found.apart.unsorted),
        moved_to_tracking: Amount::unless_zero(found.apart.to_assets),
        opening_balances: Amount::unless_zero(found.apart.openings),
        adjustments: Amount::unless_zero(found.apart.adjustments),
    };
    Ok(InPlan::new(&summary, answer))
}

fn row(row: &Row<'_>, chart: &Chart<'_>) -> Result<SpendingRow, MoneyError> {
    let before = row.before.map(|before| before.net()).transpose()?;
    Ok(SpendingRow {
        id: row.id(),
        name: row.name(chart),
        group: row.group(chart),
        spent: Amount(row.tally.spent),
        refunded: Amount::unless_zero(row.tally.refunded),
        net: Amount(row.tally.net()?),
        share_pct: row.share,
        transactions: row.tally.lines,
        net_before: before.map(Amount),
        change: row.change()?.map(Amount),
    })
}

fn sum(rows: usize, tally: Tally) -> Result<SpendingSum, MoneyError> {
    Ok(SpendingSum {
        rows,
        spent: Amount(tally.spent),
        refunded: Amount(tally.refunded),
        net: Amount(tally.net()?),
        transactions: tally.lines,
    })
}

fn compared(found: &spending::Spending<'_>) -> Result<Option<Compared>, MoneyError> {
    let (Some((period, tally)), Some((change, percent))) = (found.before, found.change()?) else {
        return Ok(None);
    };
    Ok(Some(Compared {
        since_date: period.since.to_string(),
        until_date: period.until.to_string(),
        spent: Amount(tally.spent),
        refunded: Amount(tally.refunded),
        net: Amount(tally.net()?),
        change: Amount(change),
        change_pct: percent,
    }))
}
