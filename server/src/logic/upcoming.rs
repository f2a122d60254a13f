//! What is due between two days, seen from the accounts asked about, with exact totals.

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate};

use crate::domain::currency::Currency;
use crate::domain::ids::AccountId;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::scheduled::ScheduledTransaction;
use crate::error::ToolError;
use crate::logic::flows::Chart;
use crate::logic::schedule::dates;

/// The most days that one answer looks ahead.
const MOST_DAYS: i64 = 366;

/// So many days later, where the calendar has it.
pub fn days_after(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(Days::new(days)).unwrap_or(day)
}

/// Refuses days the wrong way round or too far apart.
pub fn check_days(since: NaiveDate, until: NaiveDate) -> Result<(), ToolError> {
    if until < since {
        return Err(ToolError::Refused(format!(
            "Nothing was read: `until_date` ({until}) is before `since_date` ({since}; today when left out): swap them."
        )));
    }
    let days = until.signed_duration_since(since).num_days();
    if days > MOST_DAYS {
        return Err(ToolError::Refused(format!(
            "Nothing was read: from {since} to {until} are {days} days, and at most {MOST_DAYS} are looked at: ask for less."
        )));
    }
    Ok(())
}

/// A scheduled transaction as one account sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View<'a> {
    /// What is due.
    pub scheduled: &'a ScheduledTransaction,
    /// The account: its own, or the other side of a transfer.
    pub account_id: &'a AccountId,
    /// Its amount there.
    pub amount: Milliunits,
    /// The account on the other side, when it is a transfer as a whole.
    pub other: Option<&'a AccountId>,
    /// What of it the totals count.
    counted: Milliunits,
}

/// One day on which something is due.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Due<'a> {
    /// The day.
    pub date: NaiveDate,
    /// What is due.
    pub view: View<'a>,
}

/// What is due.
#[derive(Clone, Debug, PartialEq)]
pub struct Upcoming<'a> {
    /// In order of days, then of payees.
    pub due: Vec<Due<'a>>,
    /// What comes in, transfers within the plan left out.
    pub inflows: Milliunits,
    /// What goes out, negative, transfers within the plan left out.
    pub outflows: Milliunits,
    /// Schedules whose next date has passed without being entered, the oldest first.
    pub late: Vec<View<'a>>,
}

/// What is due from `since` to `until`, both included: of all accounts, or of those given, to which a transfer counts whichever
/// side it is recorded on.
///
/// The totals of all accounts are the plan's: what enters and leaves it. Those of some accounts are theirs.
pub fn upcoming<'a>(
    scheduled: &'a [ScheduledTransaction],
    chart: &Chart<'_>,
    accounts: Option<&BTreeSet<AccountId>>,
    (since, until): (NaiveDate, NaiveDate),
    today: NaiveDate,
) -> Result<Upcoming<'a>, MoneyError> {
    let mut views = Vec::new();
    for scheduled in scheduled {
        add_views(scheduled, chart, accounts, &mut views)?;
    }
    let occurrences = |view: &View<'a>| {
        let view = *view;
        dates(view.scheduled, since, until).map(move |date| Due { date, view })
    };
    let mut due = views.iter().flat_map(occurrences).collect::<Vec<_>>();
    due.sort_by(|one, other| {
        let key = |due: &Due<'a>| {
            (
                due.date,
                due.view.scheduled.payee_name.as_deref(),
                &due.view.scheduled.id,
            )
        };
        key(one).cmp(&key(other))
    });
    let counted = |sign: i64| {
        let counted = due.iter().map(|due| due.view.counted);
        Milliunits::checked_sum(counted.filter(|amount| amount.signum() == sign))
    };
    let (inflows, outflows) = (counted(1)?, counted(-1)?);
    views.retain(|view| view.scheduled.date_next < today);
    views.sort_by_key(|view| view.scheduled.date_next);
    Ok(Upcoming {
        due,
        inflows,
        outflows,
        late: views,
    })
}

/// Adds how the accounts see it: the own account as it is recorded, or else the other sides of its transfers.
fn add_views<'a>(
    scheduled: &'a ScheduledTransaction,
    chart: &Chart<'_>,
    accounts: Option<&BTreeSet<AccountId>>,
    views: &mut Vec<View<'a>>,
) -> Result<(), MoneyError> {
    let chosen = |id: &AccountId| accounts.is_none_or(|accounts| accounts.contains(id));
    let whole = (scheduled.amount, scheduled.transfer_account_id.as_ref());
    let lines = scheduled.lines.iter();
    let lines = lines.map(|line| (line.amount, line.transfer_account_id.as_ref()));
    let parts = scheduled.lines.is_empty().then_some(whole).into_iter().chain(lines);
    let own = &scheduled.account_id;
    if chosen(own) {
        let counted = parts.filter_map(|(amount, other)| counted(chart, accounts, (own, amount, other)));
        let counted = counted.collect::<Result<Vec<_>, _>>()?;
        views.push(View {
            scheduled,
            account_id: own,
            amount: scheduled.amount,
            other: whole.1,
            counted: Milliunits::checked_sum(counted)?,
        });
        return Ok(());
    }
    let transfers = parts.filter_map(|(amount, other)| Some((amount, other?)));
    let transfers = transfers.filter(|(_, other)| chosen(other)).collect::<Vec<_>>();
    let mut told = BTreeSet::new();
    for (_, account_id) in &transfers {
        if !told.insert(*account_id) {
            continue;
        }
        let to_it = transfers.iter().filter(|(_, other)| other == account_id);
        let amount = Milliunits::checked_sum(to_it.map(|(amount, _)| *amount))?.checked_neg()?;
        views.push(View {
            scheduled,
            account_id,
            amount,
            other: Some(own),
            counted: counted(chart, accounts, (account_id, amount, Some(own)))
                .transpose()?
                .unwrap_or(Milliunits::ZERO),
        });
    }
    Ok(())
}

/// What the totals count of an amount on an account, with the account on its other side.
fn counted(
    chart: &Chart<'_>,
    accounts: Option<&BTreeSet<AccountId>>,
    (account, amount, other): (&AccountId, Milliunits, Option<&AccountId>),
) -> Option<Result<Milliunits, MoneyError>> {
    let in_plan = chart.on_budget(account);
    let other_in_plan = other.is_some_and(|other| chart.on_budget(other));
    match accounts {
        // Within the plan, or between two of the accounts asked about.
        _ if in_plan && other_in_plan => None,
        Some(accounts) => {
            let within = other.is_some_and(|other| accounts.contains(other));
            (!within).then_some(Ok(amount))
        }
        None if in_plan => Some(Ok(amount)),
        // Recorded on a tracking account, and the plan's money on the other side.
        None if other_in_plan => Some(amount.checked_neg()),
        None => None,
    }
}

impl Upcoming<'_> {
    /// The conclusion in words.
    pub fn message(&self, (since, until): (NaiveDate, NaiveDate), currency: &Currency) -> String {
        let mut message = if self.due.is_empty() {
            format!("Nothing is scheduled from {since} to {until}.")
        } else {
            format!(
                "{} from {since} to {until}: {} comes in and {} goes out, transfers within the plan left out.",
                counted_things(self.due.len(), "scheduled transaction"),
                currency.plain(self.inflows),
                // Told without its sign; the figure fits with it, so it does without in all but one case.
                currency.plain(self.outflows.checked_neg().unwrap_or(self.outflows)),
            )
        };
        let late = match self.late.len() {
            0 => return message,
            1 => "1 schedule is".to_owned(),
            several => format!("{several} schedules are"),
        };
        message.push(' ');
        message.push_str(&late);
        message.push_str(" late: the next date has passed, and YNAB has not entered it.");
        message
    }
}

/// `1 thing`, `2 things`.
fn counted_things(count: usize, thing: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{ending}")
}

#[cfg(test)]
mod tests;
