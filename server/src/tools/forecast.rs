//! Where balances go from here.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::month::{DateArgument, Month, MonthArgument};
use crate::domain::number::{Amount, AmountArgument, AmountError};
use crate::domain::text::{Untrusted, visible_line};
use crate::error::ToolError;
use crate::logic::flows::Chart;
use crate::logic::forecast::{self, AccountCourse, Asked, Forecast, Item, MonthCourse, Moved, Repeated, ScheduledSum};
use crate::logic::room::Room;
use crate::logic::transactions::account_ids;
use crate::tool::avenir_tool;

/// Rows of each list of an answer; what comes first counts most.
const MOST_ROWS: usize = 10;

/// The most bytes of the months and these lists together.
const ROOM: usize = 9_200;

/// The most bytes of a month's items.
const ITEMS_ROOM: usize = 12_000;

/// Dated items of a month.
const MOST_ITEMS: usize = 100;

/// What to forecast.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ForecastBalance {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Last month: this one to 24 months ahead.
    pub until: MonthArgument,
    /// Ids or names; default: the plan's open accounts.
    #[serde(default)]
    pub account_ids: Option<Vec<String>>,
    /// Replaces all income: expected, scheduled and average.
    #[serde(default)]
    pub monthly_income: Option<AmountArgument>,
    /// Replaces average other spending; negative.
    #[serde(default)]
    pub variable_monthly: Option<AmountArgument>,
    /// What else happens once, at most 20.
    #[serde(default)]
    pub one_offs: Option<Vec<OneOff>>,
    /// A month whose dated items are listed.
    #[serde(default)]
    pub details: Option<MonthArgument>,
}

/// Something that happens once.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct OneOff {
    /// After today.
    pub date: DateArgument,
    /// Negative is money out.
    pub amount: AmountArgument,
    /// What it is.
    pub label: String,
}

/// A forecast.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BalanceForecast {
    /// The conclusion.
    pub message: String,
    /// The accounts to pay from are below zero together in this month (YYYY-MM) for the first time; absent when they never are.
    pub first_shortfall: Option<String>,
    /// All accounts together today, posted rows with a later date included.
    pub start_balance: Amount,
    /// The first accounts, in the plan's order.
    pub accounts: Vec<AccountRow>,
    /// How many accounts there are.
    pub accounts_total: usize,
    /// Month by month.
    pub months: Vec<MonthRow>,
    /// On what the averages rest.
    pub assumptions: Assumptions,
    /// What comes again without a schedule and is expected; the largest in a year first.
    pub recurring: Vec<RecurringRow>,
    /// How many such there are.
    pub recurring_total: usize,
    /// What YNAB will enter in this time; the largest in all first.
    pub scheduled: Vec<ScheduledRow>,
    /// How many schedules there are in this time.
    pub scheduled_total: usize,
    /// Transfers of a month that are neither scheduled nor regular, spread over its days; the largest first.
    pub transfers: Vec<TransferRow>,
    /// What was asked to happen once.
    pub one_offs: Vec<OneOffRow>,
    /// What is dated in the month asked for in `details`, by day.
    pub items: Option<Vec<ItemRow>>,
    /// How many items that month has.
    pub items_total: Option<usize>,
    /// Rows of these lists that are left out; absent when none is.
    pub left_out: Option<usize>,
}

/// An account.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AccountRow {
    /// Its id.
    pub account_id: String,
    /// Its name.
    pub name: Untrusted,
    /// Its balance at the end.
    pub end: Amount,
    /// Its lowest balance on the way, today included; outflows of a day come first.
    pub lowest: Amount,
    /// The first day on which it is that low.
    pub lowest_on: NaiveDate,
    /// The first day on which it is below zero; a card usually is from the beginning.
    pub below_zero_on: Option<NaiveDate>,
}

/// A month.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MonthRow {
    /// YYYY-MM.
    pub month: String,
    /// All accounts together at its beginning.
    pub start: Amount,
    /// Money in from outside of these accounts.
    pub inflows: Amount,
    /// Money out of these accounts, negative.
    pub outflows: Amount,
    /// All accounts together at its end.
    pub end: Amount,
    /// Their lowest on the way.
    pub lowest: Amount,
    /// The accounts to pay from at its end; absent when these are all accounts.
    pub cash_end: Option<Amount>,
    /// Their lowest on the way.
    pub cash_lowest: Option<Amount>,
    /// The cards at its end; absent without cards.
    pub cards_end: Option<Amount>,
}

/// On what the averages rest.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Assumptions {
    /// Spending of a month that is neither scheduled nor regular, refunds set against it; negative.
    pub variable_monthly: Amount,
    /// Income of a month that is neither scheduled nor regular; or all income, as asked.
    pub monthly_income: Amount,
    /// Full months that were averaged, three unless the history is shorter.
    pub averaged_months: u32,
}

/// Something that comes again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecurringRow {
    /// Its payee.
    pub payee: String,
    /// What one time is.
    pub amount: Amount,
    /// How often.
    pub rhythm: &'static str,
    /// The next day on which it is expected.
    pub next_date: NaiveDate,
    /// The day of the month, where it has one.
    pub day: Option<u32>,
    /// In how many months it was seen.
    pub months_seen: usize,
}

/// A schedule.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ScheduledRow {
    /// Its id.
    pub scheduled_id: String,
    /// Its payee.
    pub payee: String,
    /// What one time is, seen from these accounts.
    pub amount: Amount,
    /// YNAB's word for how often.
    pub frequency: String,
    /// The next day.
    pub next_date: NaiveDate,
    /// How many times in this time.
    pub times: usize,
    /// All of them together.
    pub total: Amount,
}

/// Transfers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TransferRow {
    /// One of these accounts.
    pub account: Untrusted,
    /// The other account.
    pub other: Untrusted,
    /// What the first one gets in a month.
    pub amount: Amount,
}

/// Something that happens once.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OneOffRow {
    /// Its day.
    pub date: NaiveDate,
    /// Its amount.
    pub amount: Amount,
    /// What it is.
    pub label: String,
}

/// Something dated.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ItemRow {
    /// Its day; what is late is expected tomorrow.
    pub date: NaiveDate,
    /// Its payee or label.
    pub payee: String,
    /// Its amount.
    pub amount: Amount,
    /// Its account.
    pub account: Untrusted,
    /// Scheduled, recurring or one-off.
    pub source: &'static str,
}

/// When money runs out, whether an account falls below zero, what a big payment does: balances day by day from schedules,
/// what comes again and average spending. Tell the assumptions; arguments correct them.
#[avenir_tool(
    title = "Forecast the balance",
    costs = "four YNAB requests, none while the copies are fresh"
)]
pub async fn forecast_balance(cx: &ReadCx, args: ForecastBalance) -> Result<InPlan<BalanceForecast>, ToolError> {
    let today = cx.today();
    let until = args.until.resolve(today);
    forecast::check_until(until, today)?;
    forecast::check_details(args.details.map(|month| month.resolve(today)), until, today)?;
    // What can be refused is refused before anything is read; the currency comes with the plan.
    forecast::check(&asked(&args, until, &Currency::neutral())?, today)?;
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, transactions, scheduled) = tokio::try_join!(
        plan.summary(),
        plan.accounts(),
        plan.categories(),
        plan.transactions(),
        plan.scheduled()
    )?;
    let mut asked = asked(&args, until, &summary.currency)?;
    let chosen = args.account_ids.as_deref();
    asked.accounts = chosen.map(|wanted| account_ids(&accounts, wanted)).transpose()?;
    forecast::check(&asked, today)?;
    let chart = Chart::new(&accounts, &groups);
    let rows = transactions.ledger();
    let found = forecast::forecast(&chart, rows, &scheduled, &asked, &summary.currency, today)?;
    let message = forecast::message(&found, until, &summary.currency);
    let details = args.details.map(|month| month.resolve(today));
    Ok(InPlan::new(&summary, answer(&found, message, &asked, details)))
}

fn asked(args: &ForecastBalance, until: Month, currency: &Currency) -> Result<Asked, AmountError> {
    let exact = |amount: &AmountArgument| amount.exact(currency);
    let one_off = |one: &OneOff| {
        Ok(forecast::OneOff {
            date: one.date.day(),
            amount: one.amount.exact(currency)?,
            label: visible_line(&one.label),
        })
    };
    Ok(Asked {
        until,
        accounts: None,
        monthly_income: args.monthly_income.as_ref().map(exact).transpose()?,
        variable_monthly: args.variable_monthly.as_ref().map(exact).transpose()?,
        one_offs: args
            .one_offs
            .iter()
            .flatten()
            .map(one_off)
            .collect::<Result<_, AmountError>>()?,
    })
}

fn answer(found: &Forecast<'_>, message: String, asked: &Asked, details: Option<Month>) -> BalanceForecast {
    let items = details.map(|month| found.items_of(month));
    let shown = items.as_ref().map(|items| items.iter().take(MOST_ITEMS));
    // The months are all there, and the lists share what they leave.
    let mut room = Room::of(ROOM.saturating_sub(message.len()));
    let months = room.take(found.months.iter().map(|month| month_row(month, found)));
    let accounts = room.first(MOST_ROWS, found.accounts.iter().map(account_row));
    let scheduled = room.first(MOST_ROWS, found.scheduled.iter().map(scheduled_row));
    let recurring = room.first(MOST_ROWS, found.recurring.iter().map(recurring_row));
    let transfers = room.first(MOST_ROWS, found.transfers.iter().map(transfer_row));
    BalanceForecast {
        message,
        first_shortfall: found.first_shortfall.map(Month::short),
        start_balance: Amount(found.start),
        accounts,
        accounts_total: found.accounts.len(),
        months,
        assumptions: Assumptions {
            variable_monthly: Amount(found.variable_monthly),
            monthly_income: Amount(found.monthly_income),
            averaged_months: found.averaged_months,
        },
        recurring,
        recurring_total: found.recurring.len(),
        scheduled,
        scheduled_total: found.scheduled.len(),
        transfers,
        one_offs: asked.one_offs.iter().map(one_off_row).collect(),
        items: shown.map(|items| Room::of(ITEMS_ROOM).take(items.map(|item| item_row(item, found)))),
        items_total: items.as_ref().map(Vec::len),
        left_out: room.left_out(),
    }
}

fn account_row(course: &AccountCourse<'_>) -> AccountRow {
    AccountRow {
        account_id: course.account.id.to_string(),
        name: course.account.name.clone(),
        end: Amount(course.low.end),
        lowest: Amount(course.low.lowest),
        lowest_on: course.low.lowest_on,
        below_zero_on: course.low.below_zero_on,
    }
}

fn month_row(month: &MonthCourse, found: &Forecast<'_>) -> MonthRow {
    MonthRow {
        month: month.month.short(),
        start: Amount(month.all.start),
        inflows: Amount(month.all.inflows),
        outflows: Amount(month.all.outflows),
        end: Amount(month.all.end),
        lowest: Amount(month.all.lowest),
        cash_end: found.cash_apart.then_some(Amount(month.cash.end)),
        cash_lowest: found.cash_apart.then_some(Amount(month.cash.lowest)),
        cards_end: found.cards.map(|_| Amount(month.cards.end)),
    }
}

fn recurring_row(series: &Repeated) -> RecurringRow {
    RecurringRow {
        payee: series.payee.clone(),
        amount: Amount(series.amount),
        rhythm: series.rhythm.word(),
        next_date: series.next,
        day: series.day,
        months_seen: series.months_seen,
    }
}

fn scheduled_row(sum: &ScheduledSum<'_>) -> ScheduledRow {
    ScheduledRow {
        scheduled_id: sum.scheduled.id.to_string(),
        payee: sum.scheduled.payee(),
        amount: Amount(sum.amount),
        frequency: visible_line(sum.scheduled.frequency.as_str()),
        next_date: sum.next,
        times: sum.times,
        total: Amount(sum.total),
    }
}

fn transfer_row(moved: &Moved<'_>) -> TransferRow {
    TransferRow {
        account: moved.account.name.clone(),
        other: moved.other.name.clone(),
        amount: Amount(moved.amount),
    }
}

fn one_off_row(one: &forecast::OneOff) -> OneOffRow {
    OneOffRow {
        date: one.date,
        amount: Amount(one.amount),
        label: one.label.clone(),
    }
}

fn item_row(item: &Item<'_>, found: &Forecast<'_>) -> ItemRow {
    ItemRow {
        date: item.day,
        payee: item.payee(),
        amount: Amount(item.amount),
        account: found.account_name(item),
        source: item.source.word(),
    }
}
