//! Small sets of debts.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::domain::currency::Currency;
use crate::domain::ids::AccountId;
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::{Account, MonthDetail, Transaction};
use crate::error::ToolError;
use crate::logic::payoff::{Override, Payoff, Question, Strategy, payoff};
use crate::logic::samples::{account, groups, transaction};

pub(super) const BOTH: [Strategy; 2] = [Strategy::Avalanche, Strategy::Snowball];

pub(super) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub(super) fn month(text: &str) -> Month {
    Month::parse(text).unwrap()
}

pub(super) fn money(thousandths: i64) -> Milliunits {
    Milliunits::new(thousandths)
}

/// The month of all cards, each with nothing in its payment category.
pub(super) fn september() -> MonthDetail {
    MonthDetail {
        month: month("2026-09"),
        income: Milliunits::ZERO,
        assigned: Milliunits::ZERO,
        activity: Milliunits::ZERO,
        ready_to_assign: Milliunits::ZERO,
        age_of_money: None,
        categories: groups().into_iter().flat_map(|group| group.categories).collect(),
    }
}

/// A loan; its rate in thousandths of a percent.
pub(super) fn loan(name: &str, owed: i64, rate: impl Into<Option<i64>>, minimum: impl Into<Option<i64>>) -> Account {
    let mut loan = account(&name.to_lowercase(), name, "personalLoan");
    loan.balance = money(-owed);
    let since = day("2024-01-01");
    loan.debt.interest_rates = rate.into().map(|rate| (since, rate)).into_iter().collect();
    loan.debt.minimum_payments = minimum.into().map(|least| (since, money(least))).into_iter().collect();
    loan
}

pub(super) fn card(name: &str, owed: i64) -> Account {
    let mut card = account(&name.to_lowercase(), name, "creditCard");
    card.balance = money(-owed);
    card
}

/// A payment from the current account.
pub(super) fn payment(on: &str, date: &str, amount: i64) -> Transaction {
    let mut row = transaction(&format!("{on}-{date}-{amount}"));
    row.account_id = AccountId::parse(on).unwrap();
    row.date = day(date);
    row.amount = money(amount);
    row.transfer_account_id = Some(AccountId::parse("current").unwrap());
    row
}

/// A purchase.
pub(super) fn purchase(on: &str, date: &str, amount: i64) -> Transaction {
    let mut row = payment(on, date, -amount);
    row.transfer_account_id = None;
    row
}

/// The three debts of the worked example.
pub(super) fn three() -> Vec<Account> {
    vec![
        loan("Card", 3_000_000, 21_900, 90_000),
        loan("Car", 9_000_000, 4_500, 250_000),
        loan("Small", 500_000, 0, 25_000),
    ]
}

pub(super) fn question(budget: impl Into<Option<i64>>) -> Question<'static> {
    Question {
        today: day("2026-09-20"),
        strategies: &BOTH,
        budget: budget.into().map(money),
        overrides: &[],
        lump_sum: None,
        max_months: 600,
        table: false,
        table_from: None,
    }
}

/// The answer in a currency of two decimals.
pub(super) fn asked<'a>(
    accounts: &'a [Account],
    rows: &[Transaction],
    question: &Question<'_>,
) -> Result<Payoff<'a>, ToolError> {
    payoff(accounts, &september(), rows, question, &Currency::neutral())
}

pub(super) fn answer<'a>(accounts: &'a [Account], question: &Question<'_>) -> Payoff<'a> {
    asked(accounts, &[], question).unwrap()
}

pub(super) fn said(account: &str, rate: impl Into<Option<i64>>, minimum: impl Into<Option<i64>>) -> Override {
    Override {
        account: account.to_owned(),
        interest_rate: rate.into(),
        minimum_payment: minimum.into().map(money),
    }
}

/// Each debt's name with its months and its interest.
pub(super) fn ends(answer: &Payoff<'_>, strategy: Strategy) -> Vec<(String, Option<(u32, i64)>)> {
    let plan = answer.plan(strategy).unwrap();
    let end = |end: &crate::logic::payoff::DebtEnd| {
        let name = end.debt.account.name.to_string();
        (name, end.end.map(|end| (end.months, end.interest.get())))
    };
    plan.debts.iter().map(end).collect()
}

/// A dated series.
pub(super) fn dated<T: Copy>(values: &[(&str, T)]) -> BTreeMap<NaiveDate, T> {
    values.iter().map(|(from, value)| (day(from), *value)).collect()
}
