//! A small plan to look ahead from, and how it is asked.

mod ahead;
mod oracle;
mod rules;
mod walking;

use crate::domain::plan::Transaction;
use crate::logic::samples::with_lines;
use chrono::NaiveDate;

use super::*;
use crate::domain::ids::ScheduledId;
use crate::domain::scheduled::Frequency;
use crate::logic::samples::plans::{SamplePlan, empty};
use crate::logic::samples::{category_id, payee_id, transaction};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn month(text: &str) -> Month {
    Month::parse(text).unwrap()
}

fn account_id(id: &str) -> AccountId {
    AccountId::parse(id).unwrap()
}

fn money(units: i64) -> Milliunits {
    Milliunits::new(units * 1000)
}

/// A plan with its schedules, looked at on a day. Amounts are whole units.
struct Ledger {
    plan: SamplePlan,
    scheduled: Vec<ScheduledTransaction>,
}

impl Ledger {
    fn on(today: &str) -> Self {
        let mut plan = empty(2);
        plan.today = day(today);
        Self {
            plan,
            scheduled: Vec::new(),
        }
    }

    fn balance(&mut self, account: &str, units: i64) -> &mut Self {
        let mut accounts = self.plan.accounts.iter_mut();
        accounts.find(|known| known.id == account_id(account)).unwrap().balance = money(units);
        self
    }

    fn row(&mut self, date: &str, account: &str, payee: &str, units: i64) -> &mut Transaction {
        let mut row = transaction(&format!("row-{}", self.plan.transactions.len()));
        (row.date, row.amount, row.account_id) = (day(date), money(units), account_id(account));
        (row.payee_id, row.payee_name) = (Some(payee_id(&id_of(payee))), Some(payee.into()));
        row.category_id = Some(category_id(if units > 0 { "ready" } else { "food" }));
        self.plan.transactions.push(row);
        self.plan.transactions.last_mut().unwrap()
    }

    /// The same on this day of each of the months, a short month's last day.
    fn monthly(&mut self, months: &[&str], number: u32, account: &str, payee: &str, units: i64) -> &mut Self {
        for text in months {
            let date = month(text).day(number).to_string();
            self.row(&date, account, payee, units);
        }
        self
    }

    /// Both sides of a transfer.
    fn transfer(&mut self, date: &str, from: &str, to: &str, units: i64) -> &mut Self {
        for (own, other, units) in [(from, to, -units), (to, from, units)] {
            let row = self.row(date, own, &format!("Transfer : {other}"), units);
            row.transfer_account_id = Some(account_id(other));
            row.category_id = None;
        }
        self
    }

    fn schedule(
        &mut self,
        frequency: Frequency,
        next: &str,
        account: &str,
        payee: &str,
        units: i64,
    ) -> &mut ScheduledTransaction {
        self.scheduled.push(ScheduledTransaction {
            id: ScheduledId::parse(&format!("s-{}", self.scheduled.len())).unwrap(),
            date_first: day(next),
            date_next: day(next),
            frequency,
            amount: money(units),
            memo: None,
            flag: None,
            account_id: account_id(account),
            payee_id: Some(payee_id(&id_of(payee))),
            payee_name: Some(payee.into()),
            category_id: None,
            transfer_account_id: None,
            lines: Box::new([]),
        });
        self.scheduled.last_mut().unwrap()
    }

    fn scheduled_transfer(&mut self, next: &str, from: &str, to: &str, units: i64) -> &mut Self {
        let name = format!("Transfer : {to}");
        self.schedule(Frequency::Monthly, next, from, &name, units)
            .transfer_account_id = Some(account_id(to));
        self
    }

    fn until(&self, until: &str) -> Look {
        self.look(&asked(until))
    }

    fn look(&self, asked: &Asked) -> Look {
        let chart = Chart::new(&self.plan.accounts, &self.plan.groups);
        let rows = with_lines(&self.plan.transactions);
        let found = forecast(
            &chart,
            rows,
            &self.scheduled,
            asked,
            &self.plan.currency,
            self.plan.today,
        )
        .unwrap();
        for month in &found.months {
            for course in [month.all, month.cash, month.cards] {
                let moved = course.inflows.checked_add(course.outflows).unwrap();
                assert_eq!(course.start.checked_add(moved).unwrap(), course.end, "{}", month.month);
                assert!(course.lowest <= course.start && course.lowest <= course.end);
            }
        }
        Look {
            message: message(&found, asked.until, &self.plan.currency),
            side: found.side,
            months: found.months.clone(),
            cash: found.cash,
            cards: found.cards,
            first_shortfall: found.first_shortfall.map(Month::short),
            first_below: found
                .first_below
                .map(|(account, day)| (account.id.to_string(), day.to_string())),
            variable: found.variable_monthly,
            income: found.monthly_income,
            averaged: found.averaged_months,
            moved: found
                .transfers
                .iter()
                .map(|moved| (moved.account.id.to_string(), moved.other.id.to_string(), moved.amount))
                .collect(),
            recurring: found
                .recurring
                .iter()
                .map(|series| (series.payee.clone(), series.amount))
                .collect(),
            scheduled: found
                .scheduled
                .iter()
                .map(|sum| (sum.scheduled.payee(), sum.times, sum.total))
                .collect(),
            dated: found
                .items
                .iter()
                .map(|item| (item.day.to_string(), item.payee(), item.amount))
                .collect(),
            lows: found
                .accounts
                .iter()
                .map(|course| (course.account.id.to_string(), course.low))
                .collect(),
        }
    }
}

fn id_of(payee: &str) -> String {
    let letters = payee.bytes().map(|byte| format!("{byte:x}"));
    format!("p{}", letters.collect::<String>())
}

fn asked(until: &str) -> Asked {
    Asked {
        until: month(until),
        accounts: None,
        monthly_income: None,
        variable_monthly: None,
        one_offs: Vec::new(),
    }
}

/// What a forecast says, on its own.
struct Look {
    message: String,
    side: Side,
    months: Vec<MonthCourse>,
    cash: Low,
    cards: Option<Low>,
    first_shortfall: Option<String>,
    first_below: Option<(String, String)>,
    variable: Milliunits,
    income: Milliunits,
    averaged: u32,
    moved: Vec<(String, String, Milliunits)>,
    recurring: Vec<(String, Milliunits)>,
    scheduled: Vec<(String, usize, Milliunits)>,
    dated: Vec<(String, String, Milliunits)>,
    lows: Vec<(String, Low)>,
}

impl Look {
    /// In and out of all accounts, month by month, in whole units.
    fn flows(&self) -> Vec<(i64, i64)> {
        let months = self.months.iter();
        months
            .map(|month| (month.all.inflows.get() / 1000, month.all.outflows.get() / 1000))
            .collect()
    }

    /// The days on which a payee is expected.
    fn days(&self, payee: &str) -> Vec<&str> {
        let dated = self.dated.iter().filter(|(_, name, _)| name == payee);
        dated.map(|(day, ..)| day.as_str()).collect()
    }

    fn low(&self, account: &str) -> Low {
        self.lows.iter().find(|(id, _)| id == account).unwrap().1
    }
}
