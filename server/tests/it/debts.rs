//! Cards, targets and debts, as an agent reads them.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use ynab_api::sim::{AccountKind, Entry, Scribe, Target, TargetKind};

use crate::stage::{Household, Stage, day, told};

/// A loan of 9000 at 4.5 %, 250 a month.
async fn with_a_loan() -> (Stage, Household, String) {
    let (stage, home) = Stage::in_euro().await;
    let loan = stage.sim.edit(|plan| {
        let loan = plan.add_account("Autokredit", AccountKind::AutoLoan);
        plan.open_with(loan, day("2026-08-03"), -9_000_000);
        plan.edit_account(loan, |account| {
            account.debt_interest_rates = BTreeMap::from([(day("2026-01-01"), 4_500)]);
            account.debt_minimum_payments = BTreeMap::from([(day("2026-01-01"), 250_000)]);
            account.debt_escrow_amounts = BTreeMap::from([(day("2026-01-01"), 12_000)]);
        });
        loan.to_string()
    });
    (stage, home, loan.unwrap())
}

async fn read(stage: &Stage, home: &Household, tool: &str, mut arguments: Value) -> Value {
    arguments["plan_id"] = home.plan.clone().into();
    stage.without_asking(tool, arguments).await.answer()
}

#[tokio::test]
async fn a_card_without_cover_and_its_overspending_are_told() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let (visa, restaurants) = (
            plan.account_named("Visa").unwrap().id,
            Household::key(&home.restaurants),
        );
        Scribe::new(plan).enter(&Entry::new(
            visa,
            day("2026-09-14"),
            -20_000,
            "Bistro",
            Some(restaurants),
        ));
        let old = plan.add_account("Amex", AccountKind::CreditCard);
        let payment = plan.accounts.get(&old).unwrap().payment_category_id.unwrap();
        plan.assign(day("2026-09-01"), payment, 45_000);
        plan.edit_account(old, |account| account.closed = true);
    });
    let answer = read(&stage, &home, "get_card_coverage", json!({})).await;
    assert_eq!(
        told(&answer),
        "The card is not covered: Visa lacks 50.00. 45.00 more than is owed stands in payment categories and can be moved: Amex \
         (closed card) 45.00. Overspending of up to 20.00 on cards became debt this month: cover Restaurants first."
    );
    assert_eq!(answer["month"], "2026-09-01");
    let card = &answer["cards"][0];
    assert_eq!((&card["name"], &card["state"]), (&json!("Visa"), &json!("short")));
    assert_eq!(
        (&card["balance"], &card["available"], &card["short_by"]),
        (&json!(-50), &json!(0), &json!(50))
    );
    assert_eq!(card["category_id"], home.card_payment.as_str());
    assert_eq!(
        (&answer["owed"], &answer["short_by"], &answer["stuck"]),
        (&json!(50), &json!(50), &json!(45))
    );
    assert_eq!(answer["without_card"][0]["why"], "closed_card");
    let overspent = &answer["overspent"][0];
    assert_eq!(
        (&overspent["overspent"], &overspent["on_cards"]),
        (&json!(42.5), &json!(20))
    );
    assert_eq!(
        stage.requests_sorted(),
        ["getAccounts", "getPlanMonth", "getPlans", "getTransactions"]
    );
}

#[tokio::test]
async fn targets_that_are_behind_share_what_is_ready_to_assign() {
    let (stage, home) = Stage::in_euro().await;
    let september = day("2026-09-01");
    stage.sim.edit(|plan| {
        let mut set = |id: &str, target: Target| {
            plan.edit_category(Household::key(id), |category| category.target = Some(target));
        };
        set(
            &home.tennis,
            Target::new(TargetKind::Need, 600_000, september).due(day("2026-12-01")),
        );
        set(
            &home.groceries,
            Target::new(TargetKind::MonthlyFunding, 2_300_000, september),
        );
        set(&home.restaurants, Target::new(TargetKind::Need, 100_000, september));
        set(
            &home.card_payment,
            Target::new(TargetKind::MonthlyFunding, 10_000, september),
        );
    });
    let answer = read(&stage, &home, "get_underfunded_targets", json!({"limit": 1})).await;
    assert_eq!(
        told(&answer),
        "2 targets need 1970.00 together in 2026-09. Ready to Assign holds 2400.00: enough, with 430.00 left. Beside that, 1 \
         category is overspent by 22.50; 1 card lacks 30.00; 1 target of a card payment needs 10.00."
    );
    let row = &answer["targets"][0];
    assert_eq!(
        (&row["name"], &row["target"]),
        (&json!("Tennis"), &json!("600.00 by 2026-12-01"))
    );
    assert_eq!(
        (&row["needed"], &row["could_fund"], &row["left"]),
        (&json!(70), &json!(70), &json!(520))
    );
    assert_eq!(
        (&row["due"], &row["urgency"], &row["months_left"]),
        (&json!("2026-12-01"), &json!("due_date"), &json!(4))
    );
    assert_eq!(
        (&answer["more"], &answer["on_track"], &answer["enough"]),
        (&json!(1), &json!(1), &json!(true))
    );
    assert_eq!(
        answer["groups"],
        json!([
            {"group": "Freizeit", "behind": 1, "needed": 70, "could_fund": 70},
            {"group": "Alltag", "behind": 1, "needed": 1900, "could_fund": 1900},
        ])
    );
    // What is owed is known for today only.
    let before = read(&stage, &home, "get_underfunded_targets", json!({"month": "2026-08"})).await;
    assert_eq!(
        (&before["month"], before.get("short_card_count")),
        (&json!("2026-08-01"), None)
    );
}

#[tokio::test]
async fn a_debt_whose_rate_is_not_known_is_asked_about() {
    let (stage, home, loan) = with_a_loan().await;
    let answer = read(&stage, &home, "get_debt_payoff_plan", json!({"monthly_budget": 600})).await;
    assert!(
        told(&answer).starts_with("Ask the person for the interest rate of Visa"),
        "{}",
        told(&answer)
    );
    assert_eq!((&answer["needs_rate"], &answer["total"]), (&json!(["Visa"]), &json!(2)));
    let strategies = |answer: &Value| {
        let plans = answer["plans"].as_array().unwrap().iter();
        plans
            .map(|plan| plan["strategy"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(strategies(&answer), ["snowball"]);
    assert_eq!(answer["plans"][0]["is_lower_bound"], true);
    let car = answer["debts"]
        .as_array()
        .unwrap()
        .iter()
        .find(|debt| debt["account_id"] == loan.as_str())
        .unwrap();
    assert_eq!(
        *car,
        json!({
            "account_id": loan, "name": "Autokredit", "type": "autoLoan", "owed": 9000, "interest_rate": 4.5, "rate_from": "YNAB",
            "monthly_interest": 33.75, "minimum_payment": 250, "minimum_from": "YNAB", "minimum_too_low": false, "escrow": 12,
        })
    );
    let overrides = json!([{"account": "visa", "interest_rate": 21.9, "minimum_payment": 10}]);
    let arguments = json!({"monthly_budget": 600, "overrides": overrides, "table": true});
    let answer = read(&stage, &home, "get_debt_payoff_plan", arguments).await;
    assert_eq!(strategies(&answer), ["avalanche", "snowball", "minimums_only"]);
    assert_eq!(
        (&answer["first_month"], answer.get("needs_rate")),
        (&json!("2026-09"), Some(&json!([])))
    );
    // 30 at 21.9 % bears 0.55, and the loan gets the rest of the first month.
    assert_eq!(
        answer["table"].as_array().unwrap()[..3],
        [
            json!({"month": "2026-09", "name": "Visa", "interest": 0.55, "paid": 30.55, "owed": 0}),
            json!({"month": "2026-09", "name": "Autokredit", "interest": 33.75, "paid": 569.45, "owed": 8464.3}),
            json!({"month": "2026-10", "name": "Autokredit", "interest": 31.74, "paid": 600, "owed": 7896.04}),
        ]
    );
    assert_eq!(
        answer["payoffs"][0],
        json!({
            "strategy": "avalanche", "name": "Visa", "payoff_month": "2026-09", "months": 1, "interest": 0.55, "paid": 30.55,
        })
    );
    assert_eq!(answer["interest_saved_by_avalanche"], 0);
    assert!(
        told(&answer).starts_with("With 600.00 a month the debts are paid off in 16 months, by 2027-12, with "),
        "{}",
        told(&answer)
    );
}

#[tokio::test]
async fn a_card_that_its_category_covers_is_no_debt() {
    let (stage, home) = Stage::in_euro().await;
    stage.assign_elsewhere(&home.card_payment, 30_000);
    let answer = read(&stage, &home, "get_debt_payoff_plan", json!({})).await;
    assert_eq!(
        told(&answer),
        "There is no debt to pay off: what the one card owes is set aside, or paid in full each month."
    );
    assert_eq!(answer["paid_in_full"][0]["why"], "set_aside");
    assert_eq!(
        (&answer["debts"], &answer["plans"], answer.get("monthly_budget")),
        (&json!([]), &json!([]), None)
    );
    let unknown = json!({"plan_id": home.plan, "overrides": [{"account": "Amex", "interest_rate": 1}]});
    let text = stage
        .without_asking("get_debt_payoff_plan", unknown)
        .await
        .error()
        .to_string();
    assert!(
        text.contains("no debt has the id or name ‘Amex’. The debts are ‘Visa’, id "),
        "{text}"
    );
}
