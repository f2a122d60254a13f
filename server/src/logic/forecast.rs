//! Where balances go from here: the walk ahead, day by day, from what is scheduled, what comes again and what is usual.
//!
//! Every amount is counted once. What a schedule stands for is not expected a second time from the history; what is already
//! posted is not expected again; what is neither scheduled nor regular is spread over the days at its average.

mod alike;
mod expected;
mod explained;
mod past;
mod places;
mod plan;
mod spread;
mod usual;
mod walk;
mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::NaiveDate;

use self::expected::Expectations;
pub use self::expected::{Item, Repeated, ScheduledSum, Source};
use self::explained::Explained;
use self::past::Past;
use self::places::Places;
pub use self::places::Side;
pub use self::usual::Moved;
use self::usual::Sums;
pub use self::walk::{Course, Low};
use self::walk::{Dated, Route};
pub use self::words::message;
use crate::domain::currency::Currency;
use crate::domain::ids::AccountId;
use crate::domain::lines::Ledger;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::plan::Account;
use crate::domain::scheduled::ScheduledTransaction;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::flows::Chart;
use crate::logic::recurring::{self, Series};

/// How far ahead a forecast goes, in months after the current one.
pub const MOST_MONTHS: u32 = 24;

/// The most single payments of a question.
const MOST_ONE_OFFS: usize = 20;

/// Full months before the current one over which what is usual is averaged.
const AVERAGED_MONTHS: u32 = 3;

/// What to forecast.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The last month.
    pub until: Month,
    /// The accounts; those of the plan that are open when none are chosen.
    pub accounts: Option<BTreeSet<AccountId>>,
    /// Income of a month, in place of all income that is expected.
    pub monthly_income: Option<Milliunits>,
    /// Spending of a month that is neither regular nor scheduled, in place of its average.
    pub variable_monthly: Option<Milliunits>,
    /// What happens once.
    pub one_offs: Vec<OneOff>,
}

/// Something that happens once.
#[derive(Clone, Debug, PartialEq)]
pub struct OneOff {
    /// Its day.
    pub date: NaiveDate,
    /// Its amount; money out is negative.
    pub amount: Milliunits,
    /// What it is, safe to show.
    pub label: String,
}

/// An account over the forecast.
#[derive(Clone, Debug)]
pub struct AccountCourse<'a> {
    /// The account; its balance is where the forecast starts.
    pub account: &'a Account,
    /// Where it goes.
    pub low: Low,
}

/// A month of the forecast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthCourse {
    /// The month.
    pub month: Month,
    /// All accounts together.
    pub all: Course,
    /// The accounts to pay from.
    pub cash: Course,
    /// The cards.
    pub cards: Course,
}

/// What the forecast found and on what it rests.
#[derive(Clone, Debug)]
pub struct Forecast<'a> {
    /// The accounts in the plan's order.
    pub accounts: Vec<AccountCourse<'a>>,
    /// What the accounts to pay from are.
    pub side: Side,
    /// All accounts together at the start.
    pub start: Milliunits,
    /// The accounts to pay from, over the whole time.
    pub cash: Low,
    /// Whether there are accounts that one does not pay from, and others.
    pub cash_apart: bool,
    /// The cards, over the whole time; none when there is no card.
    pub cards: Option<Low>,
    /// Month by month.
    pub months: Vec<MonthCourse>,
    /// The first month in which the accounts to pay from are below zero together.
    pub first_shortfall: Option<Month>,
    /// The first account to pay from that is below zero, and when.
    pub first_below: Option<(&'a Account, NaiveDate)>,
    /// What comes again and is expected, the largest in a year first.
    pub recurring: Vec<Repeated>,
    /// What is scheduled in this time, the largest in all first.
    pub scheduled: Vec<ScheduledSum<'a>>,
    /// Spending of a month that is neither regular nor scheduled.
    pub variable_monthly: Milliunits,
    /// Income of a month that is neither regular nor scheduled, or the income asked for.
    pub monthly_income: Milliunits,
    /// Transfers of a month that are neither regular nor scheduled.
    pub transfers: Vec<Moved<'a>>,
    /// Over how many full months was averaged.
    pub averaged_months: u32,
    /// All that is dated, in order.
    pub items: Vec<Item<'a>>,
}

impl<'a> Forecast<'a> {
    /// What is dated in a month.
    pub fn items_of(&self, month: Month) -> Vec<&Item<'a>> {
        self.items.iter().filter(|item| month.contains(item.day)).collect()
    }

    /// The name of an item's account.
    pub fn account_name(&self, item: &Item<'_>) -> Untrusted {
        let course = self.accounts.get(item.account);
        course.map_or_else(|| Untrusted::new(""), |course| course.account.name.clone())
    }
}

/// Refuses a last month that is past or too far ahead.
pub fn check_until(until: Month, today: NaiveDate) -> Result<(), ToolError> {
    let (first, last) = (Month::of(today), Month::of(today).later(MOST_MONTHS));
    if (first..=last).contains(&until) {
        return Ok(());
    }
    Err(ToolError::Refused(format!(
        "Nothing was read: `until` is {}; it goes from {} to {}.",
        until.short(),
        first.short(),
        last.short()
    )))
}

/// Refuses a month of details that is not forecast.
pub fn check_details(details: Option<Month>, until: Month, today: NaiveDate) -> Result<(), ToolError> {
    let first = Month::of(today);
    match details {
        Some(month) if !(first..=until).contains(&month) => Err(ToolError::Refused(format!(
            "Nothing was read: `details` is {}; the forecast goes from {} to {}.",
            month.short(),
            first.short(),
            until.short()
        ))),
        _ => Ok(()),
    }
}

/// Refuses amounts with the wrong sign, and single payments outside the days that are walked.
pub fn check(asked: &Asked, today: NaiveDate) -> Result<(), ToolError> {
    let mut problems = Vec::new();
    if asked.monthly_income.is_some_and(Milliunits::is_negative) {
        problems.push("`monthly_income` is money in, so it cannot be negative".to_owned());
    }
    if asked.variable_monthly.is_some_and(Milliunits::is_positive) {
        problems.push(
            "`variable_monthly` is money out, so it is negative (or 0): write -900 for 900 spent a month".to_owned(),
        );
    }
    if asked.one_offs.len() > MOST_ONE_OFFS {
        problems.push(format!(
            "`one_offs` has {} entries; {MOST_ONE_OFFS} are the most",
            asked.one_offs.len()
        ));
    }
    if asked.accounts.as_ref().is_some_and(BTreeSet::is_empty) {
        problems
            .push("`account_ids` is empty: name an account, or leave it out for the plan's open accounts".to_owned());
    }
    let last = asked.until.last_day();
    for one in asked.one_offs.iter().filter(|one| one.date <= today || one.date > last) {
        let why = if one.date <= today {
            "the balance holds what happened until today, so a one-off is dated after it".to_owned()
        } else {
            format!("the forecast ends on {last}")
        };
        problems.push(format!("One-off ‘{}’ of {}: {why}", one.label, one.date));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(ToolError::Rows(problems))
    }
}

/// Walks ahead. `asked` has been [checked](check).
pub fn forecast<'a>(
    chart: &Chart<'a>,
    ledger: Ledger<'a>,
    scheduled: &'a [ScheduledTransaction],
    asked: &Asked,
    currency: &Currency,
    today: NaiveDate,
) -> Result<Forecast<'a>, MoneyError> {
    let places = Places::new(chart.accounts(), asked.accounts.as_ref());
    let averaged_since = Month::of(today).earlier(AVERAGED_MONTHS).first_day();
    let since = recurring::first_day(today).min(averaged_since);
    let past = Past::collect(chart, &places, ledger, (since, averaged_since))?;
    let series = past.series(today);
    let sight = Sight {
        places,
        past,
        series,
        scheduled,
        unit: 10_i64.pow(3_u32.saturating_sub(currency.shown_decimals().into())),
        today,
    };
    sight.forecast(asked)
}

/// All that a forecast is made from.
struct Sight<'a> {
    places: Places<'a>,
    past: Past<'a>,
    series: Vec<Series>,
    scheduled: &'a [ScheduledTransaction],
    /// The currency's smallest coin, in thousandths.
    unit: i64,
    today: NaiveDate,
}

impl<'a> Sight<'a> {
    fn forecast(&self, asked: &Asked) -> Result<Forecast<'a>, MoneyError> {
        let (places, past, today) = (&self.places, &self.past, self.today);
        let days = (today, asked.until.last_day());
        let without_income = asked.monthly_income.is_some();
        let expectations = Expectations::new(places, &self.series, self.scheduled, days, without_income)?;
        let averaged = past.averaged_months(today);
        let explained = Explained::new(past, &expectations, averaged.since);
        let main = past.main_account(places);
        let (mut items, recurring) = expectations.items(&explained)?;
        items.extend(expected::one_offs(&asked.one_offs, main));
        items.sort_by_key(|item| item.day);
        let sums = Sums::new(past, &explained, places.accounts.len(), (averaged.since, today))?;
        let habits = sums.habits(asked, averaged.months, main, self.unit)?;
        let dated = items.iter().map(|item| Dated {
            day: item.day,
            legs: Arc::clone(&item.legs),
        });
        let route = Route {
            today,
            until: asked.until,
            start: places.accounts.iter().map(|account| account.balance).collect(),
            dated: dated.collect(),
            streams: habits.streams(places)?,
            groups: places.groups(),
            unit: self.unit,
        };
        let walked = route.walk()?;
        let [all, cash, cards] = walked.groups;
        let accounts = places.accounts.iter().zip(walked.accounts);
        let accounts = accounts.map(|(account, low)| AccountCourse { account, low });
        let accounts = accounts.collect::<Vec<_>>();
        Ok(Forecast {
            side: places.side,
            start: all.start,
            first_shortfall: cash.below_zero_on.map(Month::of),
            first_below: places.first_below(&accounts),
            accounts,
            cash,
            cash_apart: places.is_mixed(),
            cards: places.has_cards().then_some(cards),
            months: walked.months,
            recurring,
            scheduled: expected::sums(&items)?,
            variable_monthly: habits.variable,
            monthly_income: habits.income,
            transfers: habits.moved(places),
            averaged_months: averaged.months,
            items,
        })
    }
}

#[cfg(test)]
mod tests;
