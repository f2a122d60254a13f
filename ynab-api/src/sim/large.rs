//! A plan of any size, for benches.

use chrono::NaiveDate;
use uuid::Uuid;

use super::calendar::{days_after, month_of, months_after};
use super::ids::Stream;
use super::model::{AccountKind, Plan, World, midday};
use super::money::CurrencyFormat;
use super::scribe::{Entry, EntryLine, Scribe};

/// How many years the rows are spread over.
const YEARS: i64 = 12;

/// Names shops are made of.
const WORDS: [&str; 24] = [
    "Adler", "Bäcker", "Central", "Delta", "Ecke", "Fischer", "Garten", "Hafen", "Insel", "Jäger", "König", "Linde",
    "Markt", "Nord", "Oper", "Post", "Quelle", "Rosen", "Stern", "Turm", "Ufer", "Veith", "Wald", "Ziegler",
];

impl World {
    /// A plan with so many transactions up to a day, spread over years, accounts, payees and categories.
    pub fn large(transactions: usize, today: NaiveDate) -> Self {
        let mut plan = Plan::new("Large plan", Some(CurrencyFormat::euro()), today);
        plan.change(midday(today), |plan| fill(plan, transactions, today));
        Self::with_plan(plan)
    }
}

fn fill(plan: &mut Plan, transactions: usize, today: NaiveDate) {
    let start = month_of(days_after(today, -365 * YEARS));
    plan.first_month = start;
    let accounts: Vec<Uuid> = [
        ("Main account", AccountKind::Checking),
        ("Shared account", AccountKind::Checking),
        ("Savings", AccountKind::Savings),
        ("Cash", AccountKind::Cash),
        ("Gold card", AccountKind::CreditCard),
        ("Blue card", AccountKind::CreditCard),
    ]
    .into_iter()
    .map(|(name, kind)| plan.add_account(name, kind))
    .collect();
    let mut categories = Vec::new();
    for group in 0..8 {
        let id = plan.add_group(&format!("Group {}", group + 1));
        categories
            .extend((0..7).map(|number| plan.add_category(id, &format!("Category {}.{}", group + 1, number + 1))));
    }
    let income = plan.own.ready_to_assign;
    let mut month = start;
    while month <= today {
        for category in &categories {
            plan.assign(month, *category, 90_000);
        }
        month = months_after(month, 1);
    }
    let days = (today - start).num_days().max(1);
    let count = i64::try_from(transactions).unwrap_or(i64::MAX);
    let mut stream = Stream::new("large plan");
    let mut scribe = Scribe::new(plan);
    let mut written = 0;
    while written < count {
        let date = days_after(start, written * days / count.max(1));
        written += row(
            &mut scribe,
            &mut stream,
            &accounts,
            &categories,
            income,
            date,
            count - written,
        );
    }
}

/// Writes one row, or a transfer where two more are still wanted; how many rows that makes.
fn row(
    scribe: &mut Scribe<'_>,
    stream: &mut Stream,
    accounts: &[Uuid],
    categories: &[Uuid],
    income: Uuid,
    date: NaiveDate,
    wanted: i64,
) -> i64 {
    let account = stream.choose(accounts).copied().unwrap_or_default();
    let category = stream.choose(categories).copied();
    let amount = -stream.between(100, 14_000) * 10;
    let payee = shop(stream);
    let statement = payee.to_uppercase();
    let mut entry = Entry::new(account, date, amount, &payee, category);
    if stream.below(3) == 0 {
        entry.statement = Some(&statement);
    }
    if stream.below(6) == 0 {
        entry.memo = Some("Einkauf für die Woche, mit Pfand");
    }
    match stream.below(40) {
        0 => {
            entry.amount = 2_400_000;
            entry.category = Some(income);
            entry.account = accounts.first().copied().unwrap_or_default();
            scribe.enter(&entry);
            1
        }
        1 if wanted > 1 && accounts.get(4) != Some(&account) => {
            let to = accounts.get(4).copied().unwrap_or_default();
            scribe.transfer(
                &Entry {
                    payee: "",
                    statement: None,
                    ..entry
                },
                to,
            );
            2
        }
        2 | 3 => {
            let second = stream.choose(categories).copied();
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
    }
}
