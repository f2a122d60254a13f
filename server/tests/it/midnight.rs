//! Around the midnight between two months, when the person's day and YNAB's (UTC) are in different ones: every tool that takes
//! or implies a month or a day means the person's.

use serde_json::{Value, json};
use ynab_api::sim::{Clock, Entry, Scribe};

use crate::stage::{Household, Stage, day};

/// The household with a longer past and a purchase on the first of October.
async fn at(persons: &str, ynabs: &str) -> (Stage, Household) {
    let (stage, home) = Stage::in_euro().await;
    let groceries = Household::key(&home.groceries);
    stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").map(|account| account.id)?;
        let mut scribe = Scribe::new(plan);
        for (date, payee) in [
            ("2026-06-01", "Market"),
            ("2026-08-20", "Market"),
            ("2026-10-01", "Dawn"),
        ] {
            scribe.enter(&Entry::new(current, day(date), -10_000, payee, Some(groceries)));
        }
        Some(())
    });
    stage.sim.set_clock(Clock::Fixed(day(ynabs)));
    stage.clock.set_now(format!("{ynabs}T12:00:00Z").parse().unwrap());
    stage.clock.set_today(day(persons));
    (stage, home)
}

/// What a tool says of the month or the day that it means.
struct Meant {
    tool: &'static str,
    arguments: Value,
    told: Told,
    /// In September and in October.
    expected: [&'static str; 2],
}

fn last(rows: &Value) -> &Value {
    rows.as_array().and_then(|rows| rows.last()).unwrap_or(&Value::Null)
}

/// Where the month or day stands in an answer.
type Told = fn(&Value) -> &Value;

/// A tool, its answer's place, and what stands there in September and in October.
type Row = (&'static str, Told, [&'static str; 2]);

/// Answers without arguments.
const PLAIN: [Row; 16] = [
    ("get_monthly_summary", |answer| &answer["month"], MONTH),
    ("get_category_balances", |answer| &answer["month"], MONTH),
    ("get_budget_vs_actual", |answer| &answer["month"], MONTH),
    ("list_categories", |answer| &answer["month"], MONTH),
    ("get_underfunded_targets", |answer| &answer["month"], MONTH),
    ("get_card_coverage", |answer| &answer["month"], MONTH),
    ("get_debt_payoff_plan", |answer| &answer["first_month"], SHORT),
    ("get_spending", |answer| &answer["since_date"], MONTH),
    (
        "get_spending",
        |answer| &answer["until_date"],
        ["2026-09-30", "2026-10-01"],
    ),
    ("get_spending_trends", |answer| last(&answer["months"]), MONTH),
    ("get_net_worth_trend", |answer| &last(&answer["months"])["month"], MONTH),
    ("get_savings_rate", |answer| &last(&answer["months"])["month"], FULL),
    ("get_runway", |answer| last(&answer["months"]), FULL),
    ("get_age_of_money", |answer| &last(&answer["months"])["month"], SHORT),
    (
        "find_recurring_charges",
        |answer| last(&answer["months_looked_at"]),
        SHORT,
    ),
    ("list_scheduled_transactions", |answer| &answer["message"], DUE),
];

const MONTH: [&str; 2] = ["2026-09-01", "2026-10-01"];
const SHORT: [&str; 2] = ["2026-09", "2026-10"];
/// The last full month.
const FULL: [&str; 2] = ["2026-08", "2026-09"];
const DUE: [&str; 2] = [
    "Nothing is scheduled from 2026-09-30 to 2026-10-30.",
    "Nothing is scheduled from 2026-10-01 to 2026-10-31.",
];

fn meant() -> Vec<Meant> {
    let row = |tool, arguments, told: Told, expected| Meant {
        tool,
        arguments,
        told,
        expected,
    };
    let plain = PLAIN
        .into_iter()
        .map(|(tool, told, expected)| row(tool, json!({}), told, expected));
    let asked = [
        row(
            "get_monthly_summary",
            json!({"month": "current"}),
            |answer| &answer["month"],
            MONTH,
        ),
        row(
            "forecast_balance",
            json!({"until": "current"}),
            |answer| &last(&answer["months"])["month"],
            SHORT,
        ),
        row(
            "find_transactions",
            json!({"since_date": "2026-09-01"}),
            |answer| &answer["transactions"][0]["payee"],
            ["Kiosk", "Dawn"],
        ),
        row(
            "list_payees",
            json!({"search": "Dawn"}),
            |answer| &answer["payees"][0]["last_date"],
            ["", "2026-10-01"],
        ),
    ];
    plain.chain(asked).collect()
}

/// Calls everything on a day of the person's while YNAB has another.
async fn told_on(persons: &str, ynabs: &str) {
    let (stage, home) = at(persons, ynabs).await;
    let [september, october] = ["2026-09", "2026-10"].map(|month| persons.starts_with(month));
    assert!(september != october);
    for meant in meant() {
        let mut arguments = meant.arguments.clone();
        arguments["plan_id"] = json!(home.plan);
        let answer = stage.without_asking(meant.tool, arguments).await.answer();
        let told = (meant.told)(&answer).as_str().unwrap_or_default();
        assert_eq!(
            told,
            meant.expected[usize::from(october)],
            "{} {}: {answer:#}",
            meant.tool,
            meant.arguments
        );
    }
    let requests = stage.sim.requests();
    let named = requests.iter().filter(|request| request.path.contains("current"));
    assert_eq!(named.count(), 0, "YNAB is never asked for its own current month");
    let other = if persons < ynabs {
        "/months/2026-10-01"
    } else {
        "/months/2026-09-01"
    };
    let asked = |month: &str| requests.iter().any(|request| request.path.ends_with(month));
    assert!(asked(&format!("/months/{}-01", &persons[..7])) && !asked(other));
}

#[tokio::test]
async fn in_the_east_the_new_month_has_begun_before_ynabs() {
    told_on("2026-10-01", "2026-09-30").await;
}

#[tokio::test]
async fn in_the_west_the_old_month_goes_on_after_ynabs() {
    told_on("2026-09-30", "2026-10-01").await;
}
