//! How long debts last, and what they cost, at so much a month.
//!
//! A card that is paid in full each month is no debt. A debt whose rate nobody knows is asked about: no order by rate is made
//! without it.

mod history;
mod simulation;
mod terms;
mod wording;

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::domain::currency::Currency;
use crate::domain::ids::AccountId;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::names::{self, NameError, Named};
use crate::domain::percent::rounded;
use crate::domain::plan::{Account, MonthDetail, Transaction};
use crate::error::ToolError;
use crate::logic::card_coverage::{Pairs, is_card};

pub use history::Activity;
pub use simulation::{DebtEnd, Plan, Table, TableRow};
pub use terms::{Source, Terms};

/// The most debts that a refusal lists.
const MOST_LISTED: usize = 10;

/// Months whose payments tell a budget when nothing else does.
const MONTHS_OF_PAYMENTS: u32 = 3;

/// 100 %, in thousandths of a percent.
const WHOLE: i64 = 100_000;

/// The order in which debts get what is left after the minimum payments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The highest rate first, which costs least.
    Avalanche,
    /// The smallest debt first, which ends debts soonest.
    Snowball,
    /// Nothing is left: each debt gets its minimum payment until it ends.
    MinimumsOnly,
}

/// Terms that the person knows better than YNAB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Override {
    /// The account's id or name.
    pub account: String,
    /// Interest a year, in thousandths of a percent.
    pub interest_rate: Option<i64>,
    /// The least to pay each month.
    pub minimum_payment: Option<Milliunits>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<'q> {
    /// The person's day.
    pub today: NaiveDate,
    /// The orders to try.
    pub strategies: &'q [Strategy],
    /// What can be paid each month for all debts together.
    pub budget: Option<Milliunits>,
    /// Terms that stand instead of YNAB's.
    pub overrides: &'q [Override],
    /// Something paid once besides, in a month or in the first.
    pub lump_sum: Option<(Milliunits, Option<Month>)>,
    /// The most months to look ahead.
    pub max_months: u32,
    /// Also each month's payments.
    pub table: bool,
    /// The month with which they begin, if not the first.
    pub table_from: Option<Month>,
}

/// A debt that is to be paid off.
#[derive(Clone, Debug, PartialEq)]
pub struct Debt<'a> {
    /// Its account.
    pub account: &'a Account,
    /// What is owed, without sign.
    pub owed: Milliunits,
    /// Its rates, in thousandths of a percent a year.
    pub rates: Terms<'a, i64>,
    /// Its minimum payments.
    pub minimums: Terms<'a, Milliunits>,
    /// The rate in force when the plan begins.
    pub rate: Option<i64>,
    /// The minimum payment in force then.
    pub minimum: Option<Milliunits>,
    /// What each payment holds for taxes and insurance, on top of what is planned here.
    pub escrow: Milliunits,
    /// A month's interest on what is owed, at that rate.
    pub monthly_interest: Option<Milliunits>,
    /// What was paid in the current month already.
    pub paid_this_month: Milliunits,
}

impl Debt<'_> {
    /// Whether the minimum payment alone would never end it.
    pub fn minimum_is_too_low(&self) -> bool {
        let interest = self.monthly_interest.filter(|interest| interest.is_positive());
        matches!((self.minimum, interest), (Some(minimum), Some(interest)) if minimum <= interest)
    }
}

/// Why a card counts as paid in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidInFull {
    /// Its payment category holds what is owed.
    SetAside,
    /// In each of the last two full months what was owed at their beginning was paid.
    PaidEachMonth,
}

/// A card that is no debt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaidCard<'a> {
    /// Its account.
    pub account: &'a Account,
    /// What is owed now, without sign.
    pub owed: Milliunits,
    /// How that is known.
    pub why: PaidInFull,
}

/// Where the budget comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetFrom {
    /// The person says so.
    Given,
    /// The minimum payments together.
    MinimumPayments,
    /// What was paid on average in the last three full months.
    PastPayments,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Payoff<'a> {
    /// The debts, in the plan's order.
    pub debts: Vec<Debt<'a>>,
    /// The cards that are no debts.
    pub paid_in_full: Vec<PaidCard<'a>>,
    /// What is paid each month; none when nothing tells it.
    pub budget: Option<(Milliunits, BudgetFrom)>,
    /// The first month with a payment.
    pub first_month: Month,
    /// One for each order that could be tried, and one for the minimum payments alone.
    pub plans: Vec<Plan<'a>>,
    /// Each month's payments of the first plan.
    pub table: Option<Table<'a>>,
}

/// Works out how the debts end.
pub fn payoff<'a, 't>(
    accounts: &'a [Account],
    month: &MonthDetail,
    transactions: impl IntoIterator<Item = &'t Transaction>,
    question: &Question<'_>,
    currency: &Currency,
) -> Result<Payoff<'a>, ToolError> {
    let owing = owing(accounts);
    let overrides = matched(question.overrides, &owing)?;
    let activity = Activity::read(accounts, &owing, transactions, question.today)?;
    let pairs = Pairs::new(accounts, &month.categories);
    let (mut debts, mut paid_in_full) = (Vec::new(), Vec::new());
    for account in owing {
        let named = overrides.get(&account.id);
        let paid = match named {
            // Terms are given for it: the person takes it for a debt.
            Some(_) => None,
            None => is_paid_in_full(account, &pairs, &activity)?,
        };
        match paid {
            Some(why) => paid_in_full.push(PaidCard {
                account,
                owed: account.balance.checked_neg()?,
                why,
            }),
            None => debts.push(debt(account, named.copied(), &activity)?),
        }
    }
    let unit = minor_unit(currency);
    let this_month = Month::of(question.today);
    let paid_now = Milliunits::checked_sum(debts.iter().map(|debt| debt.paid_this_month))?;
    let unpaid = debts.iter().any(|debt| debt.paid_this_month.is_zero());
    let mut begin = if unpaid {
        question.today
    } else {
        this_month.next().first_day()
    };
    let budget = budget(&debts, begin, question.budget, &activity, unit, currency)?;
    // What was paid counts against the month: nothing is left of it when that is all there is.
    if budget.is_some_and(|(amount, _)| amount <= paid_now) {
        begin = this_month.next().first_day();
    }
    for debt in &mut debts {
        debt.rate = debt.rates.in_force(begin);
        debt.minimum = debt.minimums.in_force(begin);
        let interest = debt
            .rate
            .map(|rate| simulation::interest(debt.owed.get().into(), rate, unit.get()));
        let interest = interest.transpose()?.map(simulation::money).transpose()?;
        debt.monthly_interest = interest;
    }
    let mut answer = Payoff {
        first_month: Month::of(begin),
        debts,
        paid_in_full,
        budget,
        plans: Vec::new(),
        table: None,
    };
    answer.simulate(question, unit)?;
    Ok(answer)
}

impl<'a> Payoff<'a> {
    /// The debts whose rate must be asked.
    pub fn needs_rate(&self) -> impl Iterator<Item = &Debt<'a>> {
        self.debts.iter().filter(|debt| debt.rate.is_none())
    }

    /// Whether what follows from the rates is a lower bound only.
    pub fn rates_are_missing(&self) -> bool {
        self.needs_rate().next().is_some()
    }

    /// The plan of this order.
    pub fn plan(&self, strategy: Strategy) -> Option<&Plan<'a>> {
        self.plans.iter().find(|plan| plan.strategy == strategy)
    }

    /// What one plan costs less than another, and how many months sooner it ends; nothing when one of them has no end or rates
    /// are missing.
    pub fn saved(&self, by: Strategy, against: Strategy) -> Result<Option<(Milliunits, i64)>, MoneyError> {
        let end = |strategy| self.plan(strategy).and_then(|plan| plan.end);
        let (false, Some(one), Some(other)) = (self.rates_are_missing(), end(by), end(against)) else {
            return Ok(None);
        };
        let months = i64::from(other.months) - i64::from(one.months);
        Ok(Some((other.interest.checked_sub(one.interest)?, months)))
    }

    fn simulate(&mut self, question: &Question<'_>, unit: Milliunits) -> Result<(), ToolError> {
        if question.lump_sum.is_some_and(|(amount, _)| !amount.is_positive()) {
            return ToolError::nothing_sent("`lump_sum` must be more than 0");
        }
        if let Some((_, Some(month))) = question.lump_sum
            && month < self.first_month
        {
            return Err(ToolError::Refused(format!(
                "`lump_sum_month` is {}, and the plan begins in {}: give that month or a later one.",
                month.short(),
                self.first_month.short()
            )));
        }
        let Some((budget, _)) = self.budget.filter(|_| !self.debts.is_empty()) else {
            return Ok(());
        };
        let unknown_rates = self.rates_are_missing();
        let all_minimums = self.debts.iter().all(|debt| debt.minimum.is_some());
        let tried = question.strategies.iter().copied();
        let tried = tried.filter(|strategy| *strategy != Strategy::Avalanche || !unknown_rates);
        let tried = tried.chain(all_minimums.then_some(Strategy::MinimumsOnly));
        for strategy in tried {
            let scene = simulation::Scene {
                debts: &self.debts,
                budget,
                lump_sum: question
                    .lump_sum
                    .map(|(amount, month)| (amount, month.unwrap_or(self.first_month))),
                first_month: self.first_month,
                today: question.today,
                max_months: question.max_months,
                unit,
            };
            let wanted = question.table && self.plans.is_empty() && strategy != Strategy::MinimumsOnly;
            let from = wanted.then(|| question.table_from.unwrap_or(self.first_month));
            let (plan, table) = scene.run(strategy, from)?;
            self.plans.push(plan);
            self.table = self.table.take().or(table);
        }
        Ok(())
    }
}

/// The open accounts that owe something.
fn owing(accounts: &[Account]) -> Vec<&Account> {
    let open = accounts
        .iter()
        .filter(|account| !account.closed && account.balance.is_negative());
    open.filter(|account| account.is_debt()).collect()
}

/// The overrides by account; each names one debt, and each debt once.
fn matched<'q>(overrides: &'q [Override], owing: &[&Account]) -> Result<BTreeMap<AccountId, &'q Override>, ToolError> {
    let mut found = BTreeMap::new();
    let mut problems = Vec::new();
    for wanted in overrides {
        if wanted.interest_rate.is_some_and(|rate| !(0..=WHOLE).contains(&rate)) {
            problems.push(format!(
                "the `interest_rate` of {} must be from 0 to 100",
                names_in(&wanted.account)
            ));
        }
        if wanted.minimum_payment.is_some_and(Milliunits::is_negative) {
            problems.push(format!(
                "the `minimum_payment` of {} is below zero",
                names_in(&wanted.account)
            ));
        }
        let account = names::find_one("debt", &wanted.account, owing.iter().copied(), |account| Named {
            id: account.id.as_str(),
            name: account.name.raw(),
            context: Some(account.kind.as_str()),
        });
        match account {
            Ok(account) => {
                if found.insert(account.id.clone(), wanted).is_some() {
                    problems.push(format!("{} is named twice in `overrides`: keep one", account.name));
                }
            }
            Err(error @ NameError::None { .. }) => problems.push(format!("{error}. {}", all_debts(owing))),
            Err(error) => problems.push(error.to_string()),
        }
    }
    if problems.is_empty() {
        Ok(found)
    } else {
        Err(ToolError::Rows(problems))
    }
}

fn names_in(text: &str) -> String {
    crate::domain::text::quoted(text)
}

fn all_debts(owing: &[&Account]) -> String {
    let listed = owing.iter().take(MOST_LISTED);
    let listed: Vec<String> = listed
        .map(|account| format!("‘{}’, id {}", account.name, account.id))
        .collect();
    match (listed.as_slice(), owing.len().saturating_sub(MOST_LISTED)) {
        ([], _) => "The plan has no debts".to_owned(),
        (listed, 0) => format!("The debts are {}", listed.join("; ")),
        (listed, more) => format!("The debts are {}; and {more} more", listed.join("; ")),
    }
}

fn is_paid_in_full(
    account: &Account,
    pairs: &Pairs<'_>,
    activity: &Activity,
) -> Result<Option<PaidInFull>, MoneyError> {
    if !is_card(account) {
        return Ok(None);
    }
    let owed = account.balance.checked_neg()?;
    if pairs
        .payment_of(&account.id)
        .is_some_and(|payment| payment.available >= owed)
    {
        return Ok(Some(PaidInFull::SetAside));
    }
    let paid = activity.is_paid_each_month(account)?;
    Ok(paid.then_some(PaidInFull::PaidEachMonth))
}

fn debt<'a>(account: &'a Account, named: Option<&Override>, activity: &Activity) -> Result<Debt<'a>, MoneyError> {
    let terms = &account.debt;
    Ok(Debt {
        account,
        owed: account.balance.checked_neg()?,
        rates: Terms::new(named.and_then(|named| named.interest_rate), &terms.interest_rates),
        minimums: Terms::new(named.and_then(|named| named.minimum_payment), &terms.minimum_payments),
        rate: None,
        minimum: None,
        escrow: Terms::new(None, &terms.escrow_amounts)
            .in_force(activity.today())
            .unwrap_or_default(),
        monthly_interest: None,
        paid_this_month: activity.paid_this_month(&account.id),
    })
}

/// What is paid each month, and how that is known.
fn budget(
    debts: &[Debt<'_>],
    begin: NaiveDate,
    given: Option<Milliunits>,
    activity: &Activity,
    unit: Milliunits,
    currency: &Currency,
) -> Result<Option<(Milliunits, BudgetFrom)>, ToolError> {
    let known = debts.iter().map(|debt| debt.minimums.in_force(begin));
    let minimums = Milliunits::checked_sum(known.clone().flatten())?;
    if let Some(given) = given {
        if !given.is_positive() {
            return ToolError::nothing_sent("`monthly_budget` must be more than 0");
        }
        if given < minimums {
            return Err(ToolError::Refused(format!(
                "{} a month is less than the minimum payments, {} together: give a `monthly_budget` of that at least, or other \
                 minimum payments in `overrides`.",
                currency.plain(given),
                currency.plain(minimums)
            )));
        }
        return Ok(Some((given, BudgetFrom::Given)));
    }
    if known.clone().any(|minimum| minimum.is_none()) {
        let paid = debts.iter().map(|debt| activity.paid_before(debt.account));
        let paid = Milliunits::checked_sum(paid.collect::<Result<Vec<_>, _>>()?)?;
        let average = rounded_share(paid, MONTHS_OF_PAYMENTS, unit)?;
        if average > minimums {
            return Ok(Some((average, BudgetFrom::PastPayments)));
        }
    }
    Ok(minimums
        .is_positive()
        .then_some((minimums, BudgetFrom::MinimumPayments)))
}

/// An amount in so many equal parts, rounded to what the currency can pay.
fn rounded_share(amount: Milliunits, parts: u32, unit: Milliunits) -> Result<Milliunits, MoneyError> {
    let per = i128::from(unit.get()) * i128::from(parts);
    let units = rounded(amount.get().into(), per).unwrap_or_default();
    simulation::money(units * i128::from(unit.get()))
}

/// The smallest amount that the plan's currency can pay.
fn minor_unit(currency: &Currency) -> Milliunits {
    Milliunits::new(match currency.shown_decimals() {
        0 => 1000,
        1 => 100,
        2 => 10,
        _ => 1,
    })
}

#[cfg(test)]
mod tests;
