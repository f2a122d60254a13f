//! Paying debts off.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::money::Milliunits;
use crate::domain::month::{Month, MonthArgument};
use crate::domain::number::{Amount, AmountArgument};
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::payoff::{
    BudgetFrom, Debt, DebtEnd, Override, PaidCard, PaidInFull, Payoff, Plan, Question, Source, Strategy, Table, payoff,
};
use crate::logic::room::Room;
use crate::tool::avenir_tool;

/// The most debts of each list.
const MOST_DEBTS: usize = 20;

/// The most bytes of all lists together; the notes name debts too.
const LISTS_ROOM: usize = 23_000;

/// What to pay, and in which order.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetDebtPayoffPlan {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// The order; default `both`.
    #[serde(default)]
    pub strategy: StrategyArgument,
    /// What can be paid each month for all debts together.
    #[serde(default)]
    pub monthly_budget: Option<AmountArgument>,
    /// Terms the person tells, such as a card's rate.
    #[serde(default)]
    pub overrides: Option<Vec<TermsArgument>>,
    /// An amount paid once besides.
    #[serde(default)]
    pub lump_sum: Option<AmountArgument>,
    /// Its month; default: the first.
    #[serde(default)]
    pub lump_sum_month: Option<MonthArgument>,
    /// The most months ahead; default 600.
    #[serde(default = "fifty_years")]
    #[schemars(range(min = 12, max = 1200))]
    pub max_months: u32,
    /// Also what to pay on which debt each month.
    #[serde(default)]
    pub table: bool,
    /// First month of the table, to go on at `table_next`.
    #[serde(default)]
    pub table_from: Option<MonthArgument>,
}

fn fifty_years() -> u32 {
    600
}

/// Which debt gets what is left after the minimum payments.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StrategyArgument {
    /// The highest rate first.
    Avalanche,
    /// The smallest debt first.
    Snowball,
    /// Both, compared.
    #[default]
    Both,
}

/// Terms of one debt.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct TermsArgument {
    /// Account id or name.
    pub account: String,
    /// Percent a year, 0 to 100.
    #[serde(default)]
    pub interest_rate: Option<AmountArgument>,
    /// The least to pay each month.
    #[serde(default)]
    pub minimum_payment: Option<AmountArgument>,
}

/// How the debts end.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DebtPayoffPlan {
    /// The conclusion, or what to ask the person first.
    pub message: String,
    /// Paid each month; absent when nothing tells it.
    pub monthly_budget: Option<Amount>,
    /// Where the budget comes from.
    pub budget_from: Option<BudgetSource>,
    /// The first month with a payment, YYYY-MM: the current one until its payments are made.
    pub first_month: String,
    /// The debts; at most 20.
    pub debts: Vec<DebtRow>,
    /// How many debts there are.
    pub total: usize,
    /// Debts whose rate must be asked: without it no avalanche is planned, and interest is a lower bound.
    pub needs_rate: Vec<Untrusted>,
    /// Cards that are no debts; at most 20.
    pub paid_in_full: Vec<PaidInFullRow>,
    /// One for each order, and one for the minimum payments alone.
    pub plans: Vec<PlanRow>,
    /// The end of each debt under each order, the first to end first; at most 20 for each.
    pub payoffs: Vec<PayoffRow>,
    /// Interest that avalanche saves against snowball.
    pub interest_saved_by_avalanche: Option<Amount>,
    /// Months that it saves.
    pub months_saved_by_avalanche: Option<i64>,
    /// What to pay each month under the first order, if asked.
    pub table: Option<Vec<MonthRow>>,
    /// The month at which the table goes on, YYYY-MM.
    pub table_next: Option<String>,
    /// What the figures rest on: tell it with them.
    pub notes: Vec<String>,
    /// Rows of these lists that are left out; absent when none is.
    pub left_out: Option<usize>,
}

/// Where a budget comes from.
#[derive(Debug, Serialize, JsonSchema)]
pub enum BudgetSource {
    /// The person says so.
    #[serde(rename = "given")]
    Given,
    /// The minimum payments together.
    #[serde(rename = "minimum payments")]
    MinimumPayments,
    /// The average of the last three full months.
    #[serde(rename = "past payments")]
    PastPayments,
}

/// Where a term comes from.
#[derive(Debug, Serialize, JsonSchema)]
pub enum TermSource {
    /// YNAB knows it.
    #[serde(rename = "YNAB")]
    Ynab,
    /// The person says so.
    #[serde(rename = "override")]
    Override,
    /// Nobody said.
    #[serde(rename = "missing")]
    Missing,
}

/// One debt.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DebtRow {
    /// The account's id.
    pub account_id: String,
    /// The account's name.
    pub name: Untrusted,
    /// YNAB's account type.
    #[serde(rename = "type")]
    pub kind: Untrusted,
    /// What is owed, positive.
    pub owed: Amount,
    /// Percent a year, in force when the plan begins.
    pub interest_rate: Option<Amount>,
    /// Where the rate comes from.
    pub rate_from: TermSource,
    /// A month's interest on what is owed.
    pub monthly_interest: Option<Amount>,
    /// The least to pay each month, in force when the plan begins.
    pub minimum_payment: Option<Amount>,
    /// Where the minimum comes from.
    pub minimum_from: TermSource,
    /// The minimum does not cover the interest: alone it never ends the debt.
    pub minimum_too_low: bool,
    /// Taxes and insurance in each payment, on top of the plan.
    pub escrow: Option<Amount>,
    /// Paid this month already.
    pub paid_this_month: Option<Amount>,
}

/// A card that is no debt.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PaidInFullRow {
    /// The account's id.
    pub account_id: String,
    /// The account's name.
    pub name: Untrusted,
    /// What is owed now, positive.
    pub owed: Amount,
    /// How that is known.
    pub why: PaidInFullWord,
}

/// How it is known that a card is paid in full.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaidInFullWord {
    /// Its payment category holds what is owed.
    SetAside,
    /// In each of the last two full months all that was owed was paid.
    PaidEachMonth,
}

/// An order of paying.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StrategyWord {
    /// The highest rate first.
    Avalanche,
    /// The smallest debt first.
    Snowball,
    /// Nothing but the minimum payments.
    MinimumsOnly,
}

/// How all debts end under one order.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlanRow {
    /// The order.
    pub strategy: StrategyWord,
    /// Months with a payment; absent when the debts do not end.
    pub months_to_debt_free: Option<u32>,
    /// The month of the last payment, YYYY-MM.
    pub debt_free_month: Option<String>,
    /// Interest until then.
    pub total_interest: Option<Amount>,
    /// Paid until then.
    pub total_paid: Option<Amount>,
    /// A rate is missing: it takes longer and costs more than this.
    pub is_lower_bound: bool,
    /// Interest saved against the minimum payments alone.
    pub interest_saved: Option<Amount>,
    /// Months saved against them.
    pub months_saved: Option<i64>,
}

/// The end of one debt under one order.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PayoffRow {
    /// The order.
    pub strategy: StrategyWord,
    /// The account's name.
    pub name: Untrusted,
    /// The month of the last payment, YYYY-MM; absent when it does not end.
    pub payoff_month: Option<String>,
    /// Months with a payment until then.
    pub months: Option<u32>,
    /// Interest until then.
    pub interest: Option<Amount>,
    /// Paid until then.
    pub paid: Option<Amount>,
}

/// One debt in one month.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MonthRow {
    /// The month, YYYY-MM.
    pub month: String,
    /// The account's name.
    pub name: Untrusted,
    /// Interest added.
    pub interest: Amount,
    /// To pay.
    pub paid: Amount,
    /// Owed at its end.
    pub owed: Amount,
}

/// When will the debts be gone, and in which order to pay them? Avalanche, snowball and minimums compared, month by month on
/// request. YNAB knows no card's rate: ask the person and give it in `overrides`.
#[avenir_tool(title = "Debt payoff plan", costs = "three YNAB requests, none while fresh")]
pub async fn get_debt_payoff_plan(cx: &ReadCx, args: GetDebtPayoffPlan) -> Result<InPlan<DebtPayoffPlan>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let this_month = cx.month(MonthArgument::Current);
    let (summary, accounts, month, transactions) = tokio::try_join!(
        plan.summary(),
        plan.accounts(),
        plan.month(this_month),
        plan.transactions()
    )?;
    let currency = &summary.currency;
    let overrides = args.overrides.unwrap_or_default();
    let overrides = overrides
        .into_iter()
        .map(|terms| terms.exact(currency))
        .collect::<Result<Vec<_>, _>>()?;
    let exact = |amount: Option<AmountArgument>| amount.map(|amount| amount.exact(currency)).transpose();
    let month_of = |month: Option<MonthArgument>| month.map(|month| cx.month(month));
    let question = Question {
        today: cx.today(),
        strategies: args.strategy.strategies(),
        budget: exact(args.monthly_budget)?,
        overrides: &overrides,
        lump_sum: exact(args.lump_sum)?.map(|amount| (amount, month_of(args.lump_sum_month))),
        max_months: args.max_months,
        table: args.table || args.table_from.is_some(),
        table_from: month_of(args.table_from),
    };
    let found = payoff(&accounts, &month, transactions.iter(), &question, currency)?;
    let saved = found.saved(Strategy::Avalanche, Strategy::Snowball)?;
    let (table, table_next) = found.table.as_ref().map(table).unzip();
    // The table is short enough for the room, and goes on at `table_next`; the lists share what it leaves.
    let mut room = Room::of(LISTS_ROOM);
    let table = table.map(|rows| room.take(rows));
    let debts = room.first(MOST_DEBTS, found.debts.iter().map(debt));
    let payoffs = room.take(found.plans.iter().flat_map(payoffs));
    let needs_rate = found.needs_rate().map(|debt| debt.account.name.clone());
    let needs_rate = room.first(MOST_DEBTS, needs_rate);
    let paid_in_full = room.first(MOST_DEBTS, found.paid_in_full.iter().map(paid_in_full));
    let answer = DebtPayoffPlan {
        message: found.message(&question, currency)?,
        monthly_budget: found.budget.map(|(amount, _)| Amount(amount)),
        budget_from: found.budget.map(|(_, from)| from.into()),
        first_month: found.first_month.short(),
        debts,
        total: found.debts.len(),
        needs_rate,
        paid_in_full,
        plans: found
            .plans
            .iter()
            .map(|plan| plan_row(&found, plan))
            .collect::<Result<_, _>>()?,
        payoffs,
        interest_saved_by_avalanche: saved.map(|(interest, _)| Amount(interest)),
        months_saved_by_avalanche: saved.map(|(_, months)| months),
        table,
        table_next: table_next.flatten(),
        notes: found.notes(&question, currency),
        left_out: room.left_out(),
    };
    Ok(InPlan::new(&summary, answer))
}

impl StrategyArgument {
    fn strategies(self) -> &'static [Strategy] {
        match self {
            Self::Avalanche => &[Strategy::Avalanche],
            Self::Snowball => &[Strategy::Snowball],
            Self::Both => &[Strategy::Avalanche, Strategy::Snowball],
        }
    }
}

impl TermsArgument {
    fn exact(self, currency: &Currency) -> Result<Override, ToolError> {
        // A rate has the form of an amount, and thousandths of a percent are its finest part.
        let rate = self
            .interest_rate
            .map(|rate| rate.exact(&Currency::neutral()))
            .transpose()?;
        let minimum = self
            .minimum_payment
            .map(|minimum| minimum.exact(currency))
            .transpose()?;
        Ok(Override {
            account: self.account,
            interest_rate: rate.map(Milliunits::get),
            minimum_payment: minimum,
        })
    }
}

impl From<BudgetFrom> for BudgetSource {
    fn from(from: BudgetFrom) -> Self {
        match from {
            BudgetFrom::Given => Self::Given,
            BudgetFrom::MinimumPayments => Self::MinimumPayments,
            BudgetFrom::PastPayments => Self::PastPayments,
        }
    }
}

impl From<Source> for TermSource {
    fn from(source: Source) -> Self {
        match source {
            Source::Ynab => Self::Ynab,
            Source::Override => Self::Override,
            Source::Missing => Self::Missing,
        }
    }
}

impl From<Strategy> for StrategyWord {
    fn from(strategy: Strategy) -> Self {
        match strategy {
            Strategy::Avalanche => Self::Avalanche,
            Strategy::Snowball => Self::Snowball,
            Strategy::MinimumsOnly => Self::MinimumsOnly,
        }
    }
}

fn debt(debt: &Debt<'_>) -> DebtRow {
    let some = |amount: Milliunits| Some(Amount(amount)).filter(|_| !amount.is_zero());
    DebtRow {
        account_id: debt.account.id.to_string(),
        name: debt.account.name.clone(),
        kind: Untrusted::new(debt.account.kind.as_str()),
        owed: Amount(debt.owed),
        // Thousandths of a percent are written as thousandths of anything.
        interest_rate: debt.rate.map(|rate| Amount(Milliunits::new(rate))),
        rate_from: debt.rates.source(debt.rate).into(),
        monthly_interest: debt.monthly_interest.map(Amount),
        minimum_payment: debt.minimum.map(Amount),
        minimum_from: debt.minimums.source(debt.minimum).into(),
        minimum_too_low: debt.minimum_is_too_low(),
        escrow: some(debt.escrow),
        paid_this_month: some(debt.paid_this_month),
    }
}

fn paid_in_full(card: &PaidCard<'_>) -> PaidInFullRow {
    PaidInFullRow {
        account_id: card.account.id.to_string(),
        name: card.account.name.clone(),
        owed: Amount(card.owed),
        why: match card.why {
            PaidInFull::SetAside => PaidInFullWord::SetAside,
            PaidInFull::PaidEachMonth => PaidInFullWord::PaidEachMonth,
        },
    }
}

fn plan_row(found: &Payoff<'_>, plan: &Plan<'_>) -> Result<PlanRow, ToolError> {
    let saved = match plan.strategy {
        Strategy::MinimumsOnly => None,
        strategy => found.saved(strategy, Strategy::MinimumsOnly)?,
    };
    Ok(PlanRow {
        strategy: plan.strategy.into(),
        months_to_debt_free: plan.end.map(|end| end.months),
        debt_free_month: plan.end.map(|end| end.month.short()),
        total_interest: plan.end.map(|end| Amount(end.interest)),
        total_paid: plan.end.map(|end| Amount(end.paid)),
        is_lower_bound: found.rates_are_missing(),
        interest_saved: saved.map(|(interest, _)| Amount(interest)),
        months_saved: saved.map(|(_, months)| months),
    })
}

fn payoffs<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = PayoffRow> + 'p {
    let row = |debt: &DebtEnd<'_>| PayoffRow {
        strategy: plan.strategy.into(),
        name: debt.debt.account.name.clone(),
        payoff_month: debt.end.map(|end| end.month.short()),
        months: debt.end.map(|end| end.months),
        interest: debt.end.map(|end| Amount(end.interest)),
        paid: debt.end.map(|end| Amount(end.paid)),
    };
    plan.debts.iter().map(row)
}

fn table(table: &Table<'_>) -> (Vec<MonthRow>, Option<String>) {
    let rows = table.rows.iter().map(|row| MonthRow {
        month: row.month.short(),
        name: row.debt.account.name.clone(),
        interest: Amount(row.interest),
        paid: Amount(row.paid),
        owed: Amount(row.owed),
    });
    (rows.collect(), table.next.map(Month::short))
}
