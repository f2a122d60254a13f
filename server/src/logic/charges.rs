//! Charges and income that come again: which of a plan's history they are, what they come to in a year, and which of them are
//! scheduled.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use chrono::NaiveDate;

use crate::domain::currency::Currency;
use crate::domain::lines::{Entry, Ledger};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::percent::rounded;
use crate::domain::scheduled::ScheduledTransaction;
use crate::logic::flows::{CategoryKind, Chart, Flow, Kinds};
use crate::logic::payees::normalised;
use crate::logic::recurring::{self, Payment, Rhythm, Series};

/// Amounts of a schedule and of a charge may differ by a fifth.
const NEAR: i128 = 5;

/// A charge, or income, that comes again.
#[derive(Clone, Debug, PartialEq)]
pub struct Charge {
    /// What was found.
    pub series: Series,
    /// What it comes to in a year, with its sign.
    pub yearly: Milliunits,
    /// A scheduled transaction stands for it.
    pub scheduled: bool,
}

/// All that comes again in a plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Charges {
    /// Charges, the costliest in a year first.
    pub charges: Vec<Charge>,
    /// Income, the largest in a year first; empty unless it is asked for.
    pub income: Vec<Charge>,
    /// Of both, what did not come when it was expected, the latest first.
    pub lapsed: Vec<Charge>,
    /// All charges in a year, negative.
    pub yearly_total: Milliunits,
}

/// A twelfth of a year's amount, rounded to the currency's decimals.
pub fn a_month(yearly: Milliunits, currency: &Currency) -> Milliunits {
    let decimals = u32::from(currency.shown_decimals()).min(3);
    let finest = 10_i64.pow(3 - decimals);
    let rounded = rounded(i128::from(yearly.get()), i128::from(finest) * 12);
    let month = rounded.and_then(|count| i64::try_from(count).ok()?.checked_mul(finest));
    month.map_or(yearly, Milliunits::new)
}

/// What comes again in a plan's history: charges of its own accounts, and income where it is asked for. Transfers, refunds,
/// tracking accounts, opening balances and adjustments are none.
pub fn find(
    ledger: Ledger<'_>,
    chart: &Chart<'_>,
    scheduled: &[ScheduledTransaction],
    include_income: bool,
    today: NaiveDate,
) -> Result<Charges, MoneyError> {
    let days = recurring::first_day(today)..=today;
    let kinds = Kinds::new(chart, ledger);
    let in_time = |lines: &&[Entry]| lines.first().is_some_and(|line| days.contains(&line.date));
    let wanted = |lines: &&[Entry]| include_income || ledger.whole_amount(lines).is_negative();
    let rows = ledger.by_row().filter(in_time).filter(wanted);
    let payments = rows.filter_map(|lines| payment(lines, ledger, &kinds).transpose());
    let mut problem = None;
    let payments = payments.map_while(|payment| payment.map_err(|error| problem = Some(error)).ok());
    let mut series = recurring::find(payments, today);
    if let Some(error) = problem {
        return Err(error);
    }
    // A schedule stands for what still comes, if for anything.
    series.sort_by_key(|series| series.lapsed);
    let mut planned = Planned::new(scheduled);
    let mut found = Charges::default();
    for series in series {
        let yearly = series.yearly_amount()?;
        let charge = Charge {
            yearly,
            scheduled: planned.takes(&series),
            series,
        };
        let list = match &charge.series {
            series if series.lapsed => &mut found.lapsed,
            series if series.outflow => &mut found.charges,
            _ => &mut found.income,
        };
        list.push(charge);
    }
    found.charges.sort_by_key(|charge| charge.yearly);
    found.income.sort_by_key(|charge| std::cmp::Reverse(charge.yearly));
    found.lapsed.sort_by_key(|charge| std::cmp::Reverse(charge.series.last));
    found.yearly_total = Milliunits::checked_sum(found.charges.iter().map(|charge| charge.yearly))?;
    Ok(found)
}

/// What a transaction is as a payment: what of it was spent, or came in to be assigned or without a category.
fn payment<'a>(lines: &[Entry], ledger: Ledger<'a>, kinds: &Kinds) -> Result<Option<Payment<'a>>, MoneyError> {
    let mut amount = Milliunits::ZERO;
    let (mut spent, mut earned) = (false, false);
    for line in lines {
        match kinds.flow(line) {
            Flow::Spending => spent = true,
            Flow::Income | Flow::Unsorted => earned = true,
            Flow::Refund => {}
            _ => continue,
        }
        amount = amount.checked_add(line.amount)?;
    }
    let fits = if ledger.whole_amount(lines).is_negative() {
        spent && amount.is_negative()
    } else {
        earned && amount.is_positive()
    };
    let Some(first) = lines.first().filter(|_| fits) else {
        return Ok(None);
    };
    if first.is_part() {
        return Ok(ledger.row(first).map(|row| Payment {
            amount,
            category_id: None,
            ..Payment::of(row)
        }));
    }
    let chosen = first
        .category
        .filter(|category| kinds.category(*category) != CategoryKind::Uncategorized);
    Ok(ledger.account(first.account).map(|account_id| Payment {
        date: first.date,
        amount,
        account_id,
        payee_id: first.payee.and_then(|payee| ledger.payee(payee)),
        payee_name: first.name.and_then(|name| ledger.name(name)),
        category_id: chosen.and_then(|category| ledger.category(category)),
        transfer_account_id: first.transfer.and_then(|other| ledger.account(other)),
    }))
}

/// Scheduled transactions, each of which stands for one series at most.
struct Planned<'s> {
    free: Vec<(&'s ScheduledTransaction, Rhythm, String)>,
}

impl<'s> Planned<'s> {
    fn new(scheduled: &'s [ScheduledTransaction]) -> Self {
        let free = scheduled.iter().filter_map(|scheduled| {
            let label = scheduled.payee_name.as_deref().map(normalised).unwrap_or_default();
            Some((scheduled, Rhythm::of(&scheduled.frequency)?, label))
        });
        Self { free: free.collect() }
    }

    /// Takes the schedule that stands for the series, that of the nearest amount.
    fn takes(&mut self, series: &Series) -> bool {
        let label = normalised(&series.payee_name);
        let difference = |scheduled: &ScheduledTransaction| {
            (i128::from(scheduled.amount.get()) - i128::from(series.amount.get())).abs()
        };
        let fits = |(scheduled, rhythm, name): &(&ScheduledTransaction, Rhythm, String)| {
            let same_payee = match (&scheduled.payee_id, &series.payee_id) {
                (Some(one), Some(other)) => one == other,
                _ => !label.is_empty() && *name == label,
            };
            same_payee
                && *rhythm == series.rhythm
                && scheduled.amount.is_negative() == series.outflow
                && difference(scheduled) * NEAR <= i128::from(series.amount.get()).abs()
        };
        let free = self.free.iter().enumerate().filter(|(_, free)| fits(free));
        let nearest = free
            .min_by_key(|(_, (scheduled, ..))| difference(scheduled))
            .map(|(place, _)| place);
        nearest.map(|place| self.free.swap_remove(place)).is_some()
    }
}

/// The months that are looked at, the oldest first, today's among them.
pub fn months(today: NaiveDate) -> impl Iterator<Item = Month> {
    (0..=recurring::MONTHS)
        .rev()
        .map(move |back| Month::of(today).earlier(back))
}

impl Charges {
    /// The conclusion in words.
    pub fn message(&self, currency: &Currency) -> String {
        let count = self.charges.len();
        if count == 0 {
            return "No recurring charges were found.".to_owned();
        }
        let amount = |amount: Milliunits| currency.plain(amount.checked_neg().unwrap_or(amount));
        let payees = self
            .charges
            .iter()
            .map(|charge| &charge.series.payee_name)
            .collect::<BTreeSet<_>>();
        let mut message = format!(
            "{count} recurring charge{} of {} payee{}: {} a year, {} a month.",
            ending(count),
            payees.len(),
            ending(payees.len()),
            amount(self.yearly_total),
            amount(a_month(self.yearly_total, currency)),
        );
        let dearer = self.charges.iter().filter(|charge| {
            let before = charge.series.amount_before;
            before.is_some_and(|before| charge.series.amount < before)
        });
        let dearer = dearer.count();
        if dearer > 0 {
            let costs = if dearer == 1 { "costs" } else { "cost" };
            let _ = write!(message, " {dearer} {costs} more than before (`amount_before`).");
        }
        let lapsed = self.lapsed.iter().filter(|charge| charge.series.outflow).count();
        if lapsed > 0 {
            let are = if lapsed == 1 { "is" } else { "are" };
            let _ = write!(
                message,
                " {lapsed} did not come when expected and {are} not counted (`lapsed`)."
            );
        }
        message
    }
}

fn ending(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

#[cfg(test)]
mod tests;
