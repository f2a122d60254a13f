//! A plan of any size, for benches: what plans of many years have, in the proportions in which they have it.

use chrono::{Datelike as _, NaiveDate};
use uuid::Uuid;

use super::calendar::{day_in_month, days_after, month_of, months_after};
use super::ids::{Stream, derived};
use super::model::{AccountKind, Cleared, Plan, Scheduled, World, midday};
use super::money::CurrencyFormat;
use super::schedule::Frequency;
use super::scribe::{Entry, EntryLine, Scribe};

/// How many years the rows are spread over.
const YEARS: i64 = 12;

/// Within so many days before today, rows still wait for a look.
const WAITING_DAYS: i64 = 45;

/// One row in so many is a bill that comes each month.
const BILLS: usize = 12;

/// The most bills of a month.
const MOST_BILLS: usize = 20;

/// Schedules.
const SCHEDULES: i64 = 30;

/// Names shops are made of.
const WORDS: [&str; 24] = [
    "Adler", "Bäcker", "Central", "Delta", "Ecke", "Fischer", "Garten", "Hafen", "Insel", "Jäger", "König", "Linde",
    "Markt", "Nord", "Oper", "Post", "Quelle", "Rosen", "Stern", "Turm", "Ufer", "Veith", "Wald", "Ziegler",
];

impl World {
    /// A plan with so many transactions up to a day, spread over years, accounts, payees and categories: splits, transfers,
    /// cards, loans, bills that come each month, schedules, and rows that wait to be approved and categorised.
    pub fn large(transactions: usize, today: NaiveDate) -> Self {
        let mut plan = Plan::new("Large plan", Some(CurrencyFormat::euro()), today);
        plan.change(midday(today), |plan| fill(plan, transactions, today));
        Self::with_plan(plan)
    }
}

/// Who and what the rows are of.
struct Cast {
    /// On the plan.
    accounts: Vec<Uuid>,
    /// Tracked: two loans and a depot.
    tracked: Vec<Uuid>,
    categories: Vec<Uuid>,
    income: Uuid,
    today: NaiveDate,
}

impl Cast {
    fn main(&self) -> Uuid {
        self.accounts.first().copied().unwrap_or_default()
    }

    fn card(&self) -> Uuid {
        self.accounts.get(4).copied().unwrap_or_default()
    }
}

fn fill(plan: &mut Plan, transactions: usize, today: NaiveDate) {
    let start = month_of(days_after(today, -365 * YEARS));
    plan.first_month = start;
    let cast = cast(plan, today);
    let mut months = 0;
    let mut month = start;
    while month <= today {
        for category in &cast.categories {
            plan.assign(month, *category, 90_000);
        }
        months += 1;
        month = months_after(month, 1);
    }
    let days = (today - start).num_days().max(1);
    let count = i64::try_from(transactions).unwrap_or(i64::MAX);
    let bills = (transactions / BILLS / months.max(1)).min(MOST_BILLS);
    let mut stream = Stream::new("large plan");
    let mut scribe = Scribe::new(plan);
    let (mut written, mut billed) = (0, None);
    while written < count {
        let date = days_after(start, written * days / count.max(1));
        if billed.replace(month_of(date)) != Some(month_of(date)) {
            for number in 0..bills {
                if written < count {
                    bill(&mut scribe, &cast, date, number);
                    written += 1;
                }
            }
        }
        if written < count {
            written += row(&mut scribe, &mut stream, &cast, date, count - written);
        }
    }
    if count > 0 {
        (0..SCHEDULES).for_each(|number| schedule(&mut scribe, &cast, number));
    }
}

fn cast(plan: &mut Plan, today: NaiveDate) -> Cast {
    let named = |plan: &mut Plan, accounts: &[(&str, AccountKind)]| {
        let ids = accounts.iter().map(|(name, kind)| plan.add_account(name, *kind));
        ids.collect::<Vec<_>>()
    };
    let accounts = [
        ("Main account", AccountKind::Checking),
        ("Shared account", AccountKind::Checking),
        ("Savings", AccountKind::Savings),
        ("Cash", AccountKind::Cash),
        ("Gold card", AccountKind::CreditCard),
        ("Blue card", AccountKind::CreditCard),
    ];
    let tracked = [
        ("House", AccountKind::Mortgage),
        ("Car", AccountKind::AutoLoan),
        ("Depot", AccountKind::OtherAsset),
    ];
    let (accounts, tracked) = (named(plan, &accounts), named(plan, &tracked));
    for loan in tracked.iter().take(2) {
        plan.edit_account(*loan, |loan| {
            loan.debt_interest_rates.insert(month_of(today), 3_100);
            loan.debt_minimum_payments.insert(month_of(today), 900_000);
        });
    }
    let mut categories = Vec::new();
    for group in 0..8 {
        let id = plan.add_group(&format!("Group {}", group + 1));
        categories
            .extend((0..7).map(|number| plan.add_category(id, &format!("Category {}.{}", group + 1, number + 1))));
    }
    let income = plan.own.ready_to_assign;
    Cast {
        accounts,
        tracked,
        categories,
        income,
        today,
    }
}

/// Writes a bill of the month: always the same payee and category, on about the same day, at a price that rises.
fn bill(scribe: &mut Scribe<'_>, cast: &Cast, first: NaiveDate, number: usize) {
    let amount = i64::try_from(number).unwrap_or_default() * 7_310 + i64::from(first.year() - 2000) * 500;
    let payee = format!("Stadtwerke {}", number + 1);
    let category = cast.categories.get(number).copied();
    scribe.enter(&Entry::new(cast.main(), first, -amount - 4_990, &payee, category));
}

fn schedule(scribe: &mut Scribe<'_>, cast: &Cast, number: i64) {
    let every = [Frequency::Monthly, Frequency::Weekly, Frequency::Yearly];
    let day = u32::try_from(number % 28).unwrap_or_default() + 1;
    let next = day_in_month(months_after(month_of(cast.today), 1), day);
    let place = usize::try_from(number).unwrap_or_default();
    let row = Scheduled {
        id: derived(&[&scribe.plan.id.to_string(), "scheduled", &number.to_string()]),
        date_first: next,
        date_next: next,
        frequency: every.get(place % every.len()).copied().unwrap_or(Frequency::Monthly),
        amount: -(number + 1) * 3_300,
        memo: None,
        flag: None,
        account_id: cast.main(),
        payee_id: Some(scribe.payee(&format!("Verein {}", number + 1))),
        category_id: cast.categories.get(place).copied(),
        transfer_account_id: None,
        lines: Vec::new(),
        deleted: false,
        changed: 0,
    };
    scribe.plan.scheduled.put(row, scribe.plan.knowledge);
}

/// Writes one row, or a transfer where two more are still wanted; how many rows that makes.
fn row(scribe: &mut Scribe<'_>, stream: &mut Stream, cast: &Cast, date: NaiveDate, wanted: i64) -> i64 {
    let account = stream.choose(&cast.accounts).copied().unwrap_or_default();
    let category = stream.choose(&cast.categories).copied();
    let amount = -stream.between(100, 14_000) * 10;
    let payee = shop(stream);
    // Banks write the day into the label, so that hardly two are the same.
    let statement = format!("CB {} {:02}/{:02}", payee.to_uppercase(), date.day(), date.month());
    let mut entry = Entry::new(account, date, amount, &payee, category);
    if stream.below(3) == 0 {
        entry.statement = Some(&statement);
    }
    if stream.below(6) == 0 {
        entry.memo = Some("Einkauf für die Woche, mit Pfand");
    }
    if (cast.today - date).num_days() < WAITING_DAYS {
        entry.approved = stream.below(3) > 0;
        entry.cleared = if entry.approved {
            Cleared::Cleared
        } else {
            Cleared::Uncleared
        };
        if stream.below(4) == 0 {
            entry.category = None;
        }
    }
    match stream.below(80) {
        0 | 1 => {
            entry.amount = 2_400_000;
            entry.category = Some(cast.income);
            entry.account = cast.main();
            scribe.enter(&entry);
            1
        }
        2 | 3 if wanted > 1 && account != cast.card() => moved(scribe, &entry, cast.card()),
        4 if wanted > 1 => {
            let to = stream.choose(&cast.tracked).copied().unwrap_or_default();
            moved(scribe, &entry, to)
        }
        5..=8 => {
            let second = stream.choose(&cast.categories).copied();
            let half = amount / 20 * 10;
            let line = |amount, category| EntryLine {
                amount,
                category,
                transfer_to: None,
                memo: None,
            };
            scribe.split(&entry, &[line(half, category), line(amount - half, second)]);
            1
        }
        _ => {
            scribe.enter(&entry);
            1
        }
    }
}

/// Writes a transfer: two rows.
fn moved(scribe: &mut Scribe<'_>, entry: &Entry<'_>, to: Uuid) -> i64 {
    scribe.transfer(
        &Entry {
            payee: "",
            statement: None,
            ..entry.clone()
        },
        to,
    );
    2
}

fn shop(stream: &mut Stream) -> String {
    let first = stream.choose(&WORDS).copied().unwrap_or_default();
    let second = stream.choose(&WORDS).copied().unwrap_or_default();
    format!("{first} & {second}")
}

#[cfg(test)]
mod tests {
    use crate::sim::model::World;

    #[test]
    fn it_has_as_many_rows_as_asked_for_and_its_books_balance() {
        let today = "2026-11-30".parse().unwrap();
        for count in [0, 1, 2, 3000] {
            let world = World::large(count, today);
            assert_eq!(world.plans[0].transactions.len(), count);
            world.assert_balanced();
        }
    }

    #[test]
    fn rows_are_spread_up_to_today() {
        let world = World::large(2000, "2026-11-30".parse().unwrap());
        let rows: Vec<_> = world.plans[0].transactions.iter().collect();
        assert_eq!(rows[0].date.to_string(), "2014-12-01");
        assert_eq!(rows[1999].date.to_string()[..7], *"2026-11");
        assert!(rows.iter().any(|row| row.is_split()) && rows.iter().any(|row| row.import_id.is_some()));
        assert!(rows.iter().any(|row| !row.approved) && rows.iter().any(|row| row.transfer_account_id.is_some()));
    }

    #[test]
    fn bills_come_each_month_and_there_are_schedules_and_loans() {
        let world = World::large(20_000, "2026-11-30".parse().unwrap());
        let plan = &world.plans[0];
        let payee = plan.payee_named("Stadtwerke 1").unwrap().id;
        let bills = plan
            .transactions
            .iter()
            .filter(|row| row.payee_id == Some(payee))
            .count();
        assert_eq!(bills, 144);
        assert_eq!(plan.scheduled.iter().count(), 30);
        assert!(!plan.account_named("House").unwrap().debt_interest_rates.is_empty());
    }
}
