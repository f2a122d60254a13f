//! How long the cash lasts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::money::MoneyError;
use crate::domain::month::Month;
use crate::domain::number::Amount;
use crate::domain::percent::Hundredths;
use crate::domain::plan::{Account, CategoryGroup};
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::flows::Chart;
use crate::logic::runway::{self, Pace, Question, Runway};
use crate::tool::avenir_tool;

/// Accounts that each list of an answer holds.
const MOST_ACCOUNTS: usize = 40;

/// How it is measured.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetRunway {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Full months before the current one; 6 by default.
    #[serde(default = "six")]
    #[schemars(range(min = 1, max = 120))]
    pub months_count: u32,
    /// Groups one cannot do without: ids or names.
    #[serde(default)]
    pub essential_groups: Option<Vec<String>>,
    /// Count savings accounts; true by default.
    #[serde(default = "yes")]
    pub include_savings: bool,
}

fn six() -> u32 {
    6
}

fn yes() -> bool {
    true
}

/// How long the cash at hand lasts without income.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunwayAnswer {
    /// The conclusion in a sentence.
    pub message: String,
    /// At hand: checking, savings and cash in the plan, less what is owed on cards.
    pub liquid: Amount,
    /// The cards' part of it; negative where something is owed.
    pub owed_on_cards: Amount,
    /// At the pace of all spending; absent without a complete month.
    pub spending: Option<PaceRow>,
    /// At the pace of the essential groups alone.
    pub essential: Option<PaceRow>,
    /// The essential groups.
    pub essential_groups: Vec<Untrusted>,
    /// The complete months that were measured, as YYYY-MM.
    pub months: Vec<String>,
    /// The accounts that count; at most 40.
    pub accounts: Vec<RunwayAccount>,
    /// Open accounts that do not; at most 40.
    pub left_out: Vec<Untrusted>,
    /// Accounts that neither list has room for.
    pub more_accounts: Option<usize>,
    /// What to know beside the figures.
    pub notes: Vec<String>,
}

/// A month's spending, and how long the cash lasts at it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PaceRow {
    /// The mean of a month, less refunds; negative.
    pub monthly_spending: Amount,
    /// Months at the mean; absent when nothing is spent.
    pub runway_months: Option<Hundredths>,
    /// The month in the middle, which one large purchase does not move.
    pub median_spending: Amount,
    /// Months at the month in the middle; absent when nothing is spent.
    pub median_runway_months: Option<Hundredths>,
}

/// An account that counts.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunwayAccount {
    /// Its name.
    pub name: Untrusted,
    /// YNAB's account type.
    #[serde(rename = "type")]
    pub kind: Untrusted,
    /// What it holds; negative where it is owed.
    pub balance: Amount,
}

/// How many months the cash lasts without income, at average and at median spending, and with essential groups alone: an
/// emergency fund check. What is owed on cards is subtracted; tracking accounts do not count.
#[avenir_tool(title = "Months of runway", costs = "three YNAB requests, none while fresh")]
pub async fn get_runway(cx: &ReadCx, args: GetRunway) -> Result<InPlan<RunwayAnswer>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, transactions) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let question = Question {
        today: cx.today(),
        months: args.months_count,
        essential: runway::essential(&groups, args.essential_groups.as_deref().unwrap_or_default())?,
        include_savings: args.include_savings,
    };
    let (chart, currency) = (Chart::new(&accounts, &groups), &summary.currency);
    let found = runway::runway(&chart, transactions.ledger(), &question, currency)?;
    Ok(InPlan::new(&summary, answer(&found, &question.essential, currency)?))
}

fn answer(found: &Runway<'_>, essential: &[&CategoryGroup], currency: &Currency) -> Result<RunwayAnswer, MoneyError> {
    let without_room = |accounts: &[&Account]| accounts.len().saturating_sub(MOST_ACCOUNTS);
    let more = without_room(&found.accounts) + without_room(&found.left_out);
    let left_out = found.left_out.iter().take(MOST_ACCOUNTS);
    Ok(RunwayAnswer {
        message: found.message(currency)?,
        liquid: Amount(found.liquid),
        owed_on_cards: Amount(found.owed_on_cards),
        spending: found.spending.map(pace_row),
        essential: found.essential.map(pace_row),
        essential_groups: essential.iter().map(|group| group.name.clone()).collect(),
        months: found.measured.complete().map(Month::short).collect(),
        accounts: found
            .accounts
            .iter()
            .take(MOST_ACCOUNTS)
            .map(|account| account_row(account))
            .collect(),
        left_out: left_out.map(|account| account.name.clone()).collect(),
        more_accounts: Some(more).filter(|more| *more > 0),
        notes: found.notes(currency)?,
    })
}

fn pace_row(pace: Pace) -> PaceRow {
    PaceRow {
        monthly_spending: Amount(pace.mean),
        runway_months: pace.mean_lasts,
        median_spending: Amount(pace.median),
        median_runway_months: pace.median_lasts,
    }
}

fn account_row(account: &Account) -> RunwayAccount {
    RunwayAccount {
        name: account.name.clone(),
        kind: Untrusted::new(account.kind.as_str()),
        balance: Amount(account.balance),
    }
}
