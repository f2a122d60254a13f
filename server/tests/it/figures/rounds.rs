//! What an agent's round of calls costs: the nineteen read tools of the Python version, and a review of the month.

use std::collections::BTreeMap;

use super::{Asked, LIST_NO_LONGER_FRESH, TELL_NO_CHANGE, ask, change_elsewhere, demo, plain, tool};
use crate::stage::Stage;

/// The Python version's read tools. Each called twice in one process, it sends 78 requests.
const NINETEEN: [&str; 19] = [
    "list_plans",
    "list_accounts",
    "list_category_groups",
    "get_category_balances",
    "get_monthly_summary",
    "get_budget_vs_actual",
    "get_spending_trends",
    "find_transactions",
    "suggest_categories",
    "forecast_balance",
    "find_recurring_charges",
    "list_scheduled_transactions",
    "get_net_worth_trend",
    "get_savings_rate",
    "get_runway",
    "get_debt_payoff_plan",
    "get_age_of_money",
    "get_underfunded_targets",
    "list_payees",
];

/// How a month is reviewed: what came in and went out, where it went, what is behind, what is new, and what comes.
const REVIEW: [&str; 10] = [
    "get_monthly_summary",
    "get_budget_vs_actual",
    "get_category_balances",
    "get_spending",
    "get_spending_trends",
    "get_underfunded_targets",
    "get_card_coverage",
    "list_unapproved",
    "list_scheduled_transactions",
    "get_age_of_money",
];

/// Calls the tools one after the other: the requests of all of them.
async fn round(stage: &Stage, names: &[&str]) -> Asked {
    let mut all = Asked {
        answer: serde_json::json!({}),
        requests: Vec::new(),
    };
    for name in names {
        let asked = ask(stage, stage.runtime(), tool(name), plain(tool(name))).await;
        all.answer[*name] = asked.answer;
        all.requests.extend(asked.requests);
    }
    all.assert_nothing_twice("in one round");
    all
}

fn told(round: &Asked) -> String {
    let mut counts = BTreeMap::new();
    for request in &round.requests {
        *counts.entry(request.operation.unwrap_or("unknown")).or_insert(0) += 1;
    }
    format!("{} requests {counts:?}", round.cost())
}

#[tokio::test]
async fn nineteen_tools_twice_cost_eight_requests_and_sixteen_when_everything_is_old() {
    let stage = demo().await;
    let (first, second) = (round(&stage, &NINETEEN).await, round(&stage, &NINETEEN).await);
    stage.pass(LIST_NO_LONGER_FRESH);
    change_elsewhere(&stage);
    let third = round(&stage, &NINETEEN).await;
    println!("Nineteen read tools, one round after the other (the Python version sends 39 in each)\n");
    println!(
        "cold: {}\nwithin freshness: {}\nall copies old, and a change elsewhere: {}",
        told(&first),
        told(&second),
        told(&third)
    );
    assert!(
        first.cost() + second.cost() <= 8,
        "{} and {}",
        told(&first),
        told(&second)
    );
    assert!(
        first.cost() + third.cost() <= 16,
        "{} and {}",
        told(&first),
        told(&third)
    );
    assert_eq!(second.answer, first.answer);
    third.assert_changes_only("the third round");
    for name in NINETEEN {
        let alike = third.answer[name] == first.answer[name];
        assert_eq!(
            alike,
            TELL_NO_CHANGE.contains(&name),
            "{name}: the third round tells what changed"
        );
    }
}

#[tokio::test]
async fn a_review_of_the_month_costs_seven_requests_and_none_when_repeated() {
    let stage = demo().await;
    let (first, second) = (round(&stage, &REVIEW).await, round(&stage, &REVIEW).await);
    println!("A review of the month, ten tools: {}\n", REVIEW.join(", "));
    println!(
        "cold: {}, {} bytes\nrepeated within freshness: {}",
        told(&first),
        first.bytes(),
        told(&second)
    );
    assert!(first.cost() <= 7, "{}", told(&first));
    assert_eq!((second.cost(), &second.answer), (0, &first.answer));
}
