use std::sync::Arc;

use chrono::{Days, NaiveDate};

use super::{Payment, Rhythm, Series, find};
use crate::domain::ids::{AccountId, PayeeId};
use crate::domain::money::Milliunits;

mod amounts;
mod rhythms;
mod slow;

/// The day on which histories are looked at.
const TODAY: &str = "2026-09-20";

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// One payment of a test.
#[derive(Clone, Debug)]
struct Paid {
    date: NaiveDate,
    amount: i64,
    payee_id: Option<PayeeId>,
    name: Arc<str>,
    account_id: AccountId,
}

impl Paid {
    fn payment(&self) -> Payment<'_> {
        Payment {
            date: self.date,
            amount: Milliunits::new(self.amount),
            account_id: &self.account_id,
            payee_id: self.payee_id.as_ref(),
            payee_name: Some(&self.name),
            category_id: None,
            transfer_account_id: None,
        }
    }
}

/// A payment to a payee whose id is its name in small letters.
fn paid(payee: &str, date: &str, amount: i64) -> Paid {
    let id = payee
        .to_lowercase()
        .replace(|letter: char| !letter.is_ascii(), "x")
        .replace(' ', "-");
    Paid {
        date: day(date),
        amount,
        payee_id: Some(PayeeId::parse(&id).unwrap()),
        name: payee.into(),
        account_id: AccountId::parse("current").unwrap(),
    }
}

/// The same amount on each of some days.
fn each(payee: &str, amount: i64, dates: &[&str]) -> Vec<Paid> {
    dates.iter().map(|date| paid(payee, date, amount)).collect()
}

/// On this day of so many months up to one, the last one where the month is shorter.
fn monthly(payee: &str, amount: i64, day_of_month: u32, last_month: &str, months: u32) -> Vec<Paid> {
    let last = crate::domain::month::Month::parse(last_month).unwrap();
    let days = (0..months).rev().map(|back| last.earlier(back).day(day_of_month));
    days.map(|date| paid(payee, &date.to_string(), amount)).collect()
}

/// Every so many days, so many times, up to one.
fn every(payee: &str, amount: i64, days: u64, last: &str, times: u64) -> Vec<Paid> {
    let dates = (0..times).rev().map(|back| day(last) - Days::new(back * days));
    dates.map(|date| paid(payee, &date.to_string(), amount)).collect()
}

fn series(history: &[Paid]) -> Vec<Series> {
    find(history.iter().map(Paid::payment), day(TODAY))
}

/// The one series that a history has.
fn only(history: &[Paid]) -> Series {
    let mut found = series(history);
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

/// Rhythm, amount, and next day.
fn told(series: &Series) -> (Rhythm, i64, String) {
    (series.rhythm, series.amount.get(), series.next.to_string())
}
