//! What everything is worth, month by month.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::number::Amount;
use crate::domain::percent::Percent;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::measured::Tally;
use crate::logic::net_worth::{NetWorth, Series, Standing, net_worth};
use crate::logic::room::Room;
use crate::tool::avenir_tool;

/// Accounts that are named in an answer.
const MOST_NAMED: usize = 40;

/// How far back, and how much of it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetNetWorthTrend {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Months, the current one included; 12 by default.
    #[serde(default = "twelve")]
    #[schemars(range(min = 1, max = 120))]
    pub months_count: u32,
    /// Also each large account's balances.
    #[serde(default)]
    pub by_account: bool,
}

fn twelve() -> u32 {
    12
}

/// Net worth over some months.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NetWorthTrend {
    /// The conclusion in a sentence.
    pub message: String,
    /// The oldest first; the last is the current month as of today.
    pub months: Vec<NetWorthMonth>,
    /// At the end of the first month.
    pub first_net_worth: Amount,
    /// Today.
    pub last_net_worth: Amount,
    /// From the first to the last.
    pub change: Amount,
    /// The change in percent of the first without its sign; absent when that is zero.
    pub change_percent: Option<Percent>,
    /// The accounts in the figures: open ones, and closed ones that held something; at most 40.
    pub accounts: Vec<Untrusted>,
    /// Accounts in the figures that `accounts` does not name.
    pub more_accounts: Option<usize>,
    /// Entries dated after today, which no figure holds.
    pub later_entries: Option<Entries>,
    /// Only with `by_account`: the accounts that held or owed most, in YNAB's order.
    pub series: Option<Vec<SeriesRow>>,
    /// One list for each of `series`: its balance in each of `months`. One list more holds all other accounts together.
    pub balances: Option<Vec<Vec<Amount>>>,
    /// What to know beside the figures.
    pub notes: Vec<String>,
}

/// The end of a month.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NetWorthMonth {
    /// The month.
    pub month: Month,
    /// All accounts above zero, a card in credit among them.
    pub assets: Amount,
    /// All accounts below zero, an overdrawn one among them.
    pub debts: Amount,
    /// Both together.
    pub net_worth: Amount,
    /// The part of the net worth in the plan's own accounts.
    pub on_budget: Amount,
    /// The part of it in tracking accounts.
    pub tracking: Amount,
    /// The part of the assets in checking, savings and cash accounts.
    pub liquid: Amount,
}

/// Some entries.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Entries {
    /// How many.
    pub count: usize,
    /// What they come to.
    pub amount: Amount,
}

/// An account with a series of its own.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SeriesRow {
    /// Its id.
    pub account_id: String,
    /// Its name.
    pub name: Untrusted,
    /// From the end of the first month to today.
    pub change: Amount,
}

/// Net worth month by month, up to ten years: assets, debts, cash, plan and tracking accounts; the last figure is today's. Is
/// debt going down? A card in credit counts as an asset, an overdrawn account as a debt.
#[avenir_tool(title = "Net worth month by month", costs = "two YNAB requests, none while fresh")]
pub async fn get_net_worth_trend(cx: &ReadCx, args: GetNetWorthTrend) -> Result<InPlan<NetWorthTrend>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, transactions) = tokio::try_join!(plan.summary(), plan.accounts(), plan.transactions())?;
    let worth = net_worth(&accounts, transactions.ledger(), cx.today(), args.months_count)?;
    Ok(InPlan::new(
        &summary,
        answer(&worth, args.by_account, &summary.currency)?,
    ))
}

fn answer(worth: &NetWorth<'_>, by_account: bool, currency: &Currency) -> Result<NetWorthTrend, MoneyError> {
    let (series, balances) = if by_account {
        let shown = worth.shown()?;
        let rows = shown.series.iter().map(|series| series_row(series));
        let lists = shown.series.iter().map(|series| amounts(&series.balances));
        let others = shown.others.as_deref().map(amounts);
        (
            Some(rows.collect::<Result<Vec<_>, _>>()?),
            Some(lists.chain(others).collect::<Vec<_>>()),
        )
    } else {
        (None, None)
    };
    let mut room = Room::default();
    let months = room.take(worth.months.iter().map(month_row));
    let series = series.map(|rows| room.take(rows));
    let balances = balances.map(|lists| room.take(lists));
    let named = worth.counted().take(MOST_NAMED);
    let accounts = room.take(named.map(|series| series.account.name.clone()));
    Ok(NetWorthTrend {
        message: worth.message(currency)?,
        months,
        first_net_worth: Amount(worth.first()),
        last_net_worth: Amount(worth.last()),
        change: Amount(worth.change()?),
        change_percent: worth.change_percent(),
        more_accounts: worth
            .counted()
            .count()
            .checked_sub(accounts.len())
            .filter(|more| *more > 0),
        accounts,
        later_entries: entries(worth.later)?,
        series,
        balances,
        notes: worth.notes(currency)?,
    })
}

fn month_row(month: &Standing) -> NetWorthMonth {
    NetWorthMonth {
        month: month.month,
        assets: Amount(month.assets),
        debts: Amount(month.debts),
        net_worth: Amount(month.net_worth),
        on_budget: Amount(month.on_budget),
        tracking: Amount(month.tracking),
        liquid: Amount(month.liquid),
    }
}

fn series_row(series: &Series<'_>) -> Result<SeriesRow, MoneyError> {
    Ok(SeriesRow {
        account_id: series.account.id.to_string(),
        name: series.account.name.clone(),
        change: Amount(series.change()?),
    })
}

fn amounts(balances: &[Milliunits]) -> Vec<Amount> {
    balances.iter().copied().map(Amount).collect()
}

fn entries(tally: Tally) -> Result<Option<Entries>, MoneyError> {
    let amount = Amount(tally.amount()?);
    Ok((tally.count > 0).then_some(Entries {
        count: tally.count,
        amount,
    }))
}
