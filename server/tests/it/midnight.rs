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
    told: fn(&Value) -> &Value,
    in_september: &'static str,
    in_october: &'static str,
}

fn last(rows: &Value) -> &Value {
    rows.as_array().and_then(|rows| rows.last()).unwrap_or(&Value::Null)
}

fn meant() -> Vec<Meant> {
    let row = |tool, arguments, told, in_september, in_october| Meant {
        tool,
        arguments,
        told,
        in_september,
        in_october,
    };
    let month: fn(&Value) -> &Value = |answer| &answer["month"];
    let (september, october) = ("2026-09-01", "2026-10-01");
    let mut rows = Vec::new();
    for (tool, arguments) in [
        ("get_monthly_summary", json!({})),
        ("get_monthly_summary", json!({"month": "current"})),
        ("get_category_balances", json!({})),
        ("get_budget_vs_actual", json!({})),
        ("list_categories", json!({})),
        ("get_underfunded_targets", json!({})),
        ("get_card_coverage", json!({})),
    ] {
        rows.push(row(tool, arguments, month, september, october));
    }
    rows.extend([
        row(
            "get_debt_payoff_plan",
            json!({}),
            |answer| &answer["first_month"],
            "2026-09",
            "2026-10",
        ),
        row(
            "get_spending",
            json!({}),
            |answer| &answer["since_date"],
            september,
            october,
        ),
        row(
            "get_spending",
            json!({}),
            |answer| &answer["until_date"],
            "2026-09-30",
            october,
        ),
        row(
            "get_spending_trends",
            json!({}),
            |answer| last(&answer["months"]),
            september,
            october,
        ),
        row(
            "get_net_worth_trend",
            json!({}),
            |answer| &last(&answer["months"])["month"],
            september,
            october,
        ),
        row(
            "get_savings_rate",
            json!({}),
            |answer| &last(&answer["months"])["month"],
            "2026-08",
            "2026-09",
        ),
        row(
            "get_runway",
            json!({}),
            |answer| last(&answer["months"]),
            "2026-08",
            "2026-09",
        ),
        row(
            "get_age_of_money",
            json!({}),
            |answer| &last(&answer["months"])["month"],
            "2026-09",
            "2026-10",
        ),
        row(
            "find_recurring_charges",
            json!({}),
            |answer| last(&answer["months_looked_at"]),
            "2026-09",
            "2026-10",
        ),
        row(
            "forecast_balance",
            json!({"until": "current"}),
            |answer| &last(&answer["months"])["month"],
            "2026-09",
            "2026-10",
        ),
        row(
            "list_scheduled_transactions",
            json!({}),
            |answer| &answer["message"],
            "Nothing is scheduled from 2026-09-30 to 2026-10-30.",
            "Nothing is scheduled from 2026-10-01 to 2026-10-31.",
        ),
        row(
            "find_transactions",
            json!({"since_date": "2026-09-01"}),
            |answer| &answer["transactions"][0]["payee"],
            "Kiosk",
            "Dawn",
        ),
        row(
            "list_payees",
            json!({"search": "Dawn"}),
            |answer| &answer["payees"][0]["last_date"],
            "",
            october,
        ),
    ]);
    rows
}

/// Calls everything on a day of the person's while YNAB has another.
async fn told_on(persons: &str, ynabs: &str, expected: fn(&Meant) -> &'static str) {
    let (stage, home) = at(persons, ynabs).await;
    for meant in meant() {
        let mut arguments = meant.arguments.clone();
        arguments["plan_id"] = json!(home.plan);
        let answer = stage.without_asking(meant.tool, arguments).await.answer();
        let told = (meant.told)(&answer).as_str().unwrap_or_default();
        assert_eq!(told, expected(&meant), "{} {}: {answer:#}", meant.tool, meant.arguments);
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
    told_on("2026-10-01", "2026-09-30", |meant| meant.in_october).await;
}

#[tokio::test]
async fn in_the_west_the_old_month_goes_on_after_ynabs() {
    told_on("2026-09-30", "2026-10-01", |meant| meant.in_september).await;
}
