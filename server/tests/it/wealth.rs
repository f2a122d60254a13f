//! Net worth, savings rate, runway and Age of Money of the household: their figures, and the requests they cost.

use serde_json::{Value, json};
use ynab_api::sim::{Entry, Scribe};

use crate::stage::{Household, Stage, day};

/// The household with two full months of income and spending before its own.
async fn with_history() -> (Stage, Household) {
    let (stage, home) = Stage::in_euro().await;
    let key = Household::key;
    stage.sim.edit(|plan| {
        plan.first_month = day("2026-07-01");
        let account = |name: &str| plan.account_named(name).map(|account| account.id);
        let (current, visa) = (account("Girokonto")?, account("Visa")?);
        let entries = [
            (current, "2026-07-01", 1_000_000, "Employer", &home.ready_to_assign),
            (current, "2026-07-10", -400_000, "Market", &home.groceries),
            (current, "2026-07-20", 50_000, "Market", &home.groceries),
            (current, "2026-08-05", 1_500_000, "Employer", &home.ready_to_assign),
            (visa, "2026-08-09", -300_000, "Taverna", &home.restaurants),
        ];
        let mut scribe = Scribe::new(plan);
        for (account, date, amount, payee, category) in entries {
            scribe.enter(&Entry::new(account, day(date), amount, payee, Some(key(category))));
        }
        Some(())
    });
    (stage, home)
}

async fn read(stage: &Stage, home: &Household, tool: &str, mut arguments: Value) -> Value {
    arguments["plan_id"] = json!(home.plan);
    stage.without_asking(tool, arguments).await.answer()
}

#[tokio::test]
async fn net_worth_is_told_month_by_month_from_the_first_on() {
    let (stage, home) = Stage::in_euro().await;
    let answer = read(&stage, &home, "get_net_worth_trend", json!({})).await;
    assert_eq!(
        answer["months"],
        json!([
            {"month": "2026-08-01", "assets": 3000, "debts": 0, "net_worth": 3000, "on_budget": 3000, "tracking": 0,
             "liquid": 3000},
            {"month": "2026-09-01", "assets": 2748.75, "debts": -30, "net_worth": 2718.75, "on_budget": 2468.75,
             "tracking": 250, "liquid": 2498.75},
        ])
    );
    assert_eq!(
        (
            &answer["first_net_worth"],
            &answer["last_net_worth"],
            &answer["change"],
            &answer["change_percent"]
        ),
        (&json!(3000), &json!(2718.75), &json!(-281.25), &json!(-9.4))
    );
    assert_eq!(answer["accounts"], json!(["Girokonto", "Tagesgeld", "Visa", "Depot"]));
    assert_eq!(
        answer["message"],
        "Net worth is 2718.75 today: 2748.75 owned, 30.00 owed. It is down by 281.25 (9.4 %) since the end of 2026-08."
    );
    assert_eq!(
        answer["notes"],
        json!(["The plan begins in 2026-08: months before it are left out."])
    );
    assert_eq!((answer.get("series"), answer.get("later_entries")), (None, None));
    assert_eq!(stage.requests_sorted(), ["getAccounts", "getPlans", "getTransactions"]);
}

#[tokio::test]
async fn balances_of_single_accounts_come_when_they_are_asked_for() {
    let (stage, home) = Stage::in_euro().await;
    let answer = read(
        &stage,
        &home,
        "get_net_worth_trend",
        json!({"by_account": true, "months_count": 2}),
    )
    .await;
    let names: Vec<&Value> = answer["series"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["name"])
        .collect();
    assert_eq!(names, ["Girokonto", "Tagesgeld", "Visa", "Depot"]);
    assert_eq!(
        answer["balances"],
        json!([[3000, 2398.75], [0, 100], [0, -30], [0, 250]])
    );
    assert_eq!(answer["series"][2]["change"], -30);
}

#[tokio::test]
async fn the_savings_rate_leaves_out_the_opening_balance_and_the_current_month() {
    let (stage, home) = with_history().await;
    let answer = read(&stage, &home, "get_savings_rate", json!({"months_count": 2})).await;
    assert_eq!(
        answer["months"],
        json!([
            {"month": "2026-07", "income": 1000, "spending": -350, "saved": 650, "rate": 65},
            {"month": "2026-08", "income": 1500, "spending": -300, "saved": 1200, "rate": 80},
        ])
    );
    assert_eq!(
        (
            &answer["income"],
            &answer["spending"],
            &answer["saved"],
            &answer["rate"]
        ),
        (&json!(2500), &json!(-650), &json!(1850), &json!(74))
    );
    assert_eq!(
        (
            &answer["average_saved"],
            &answer["median_saved"],
            &answer["median_rate"]
        ),
        (&json!(925), &json!(925), &json!(72.5))
    );
    assert_eq!(
        (&answer["best_month"], &answer["worst_month"]),
        (&json!("2026-08"), &json!("2026-07"))
    );
    assert_eq!(answer["notes"][1], "1 opening balance (3000.00): not counted.");
    assert_eq!(
        stage.requests_sorted(),
        ["getAccounts", "getCategories", "getPlans", "getTransactions"]
    );
}

#[tokio::test]
async fn a_plan_that_began_within_its_only_month_has_no_savings_rate_yet() {
    let (stage, home) = Stage::in_euro().await;
    let answer = read(&stage, &home, "get_savings_rate", json!({})).await;
    assert_eq!(
        answer["message"],
        "No full month lies behind this plan yet, so no savings rate can be given."
    );
    assert_eq!(
        answer["months"],
        json!([{"month": "2026-08", "income": 0, "spending": 0, "saved": 0, "partial": true}])
    );
    assert_eq!(answer.get("average_saved"), None);
}

#[tokio::test]
async fn the_runway_is_cash_less_cards_over_what_is_spent() {
    let (stage, home) = with_history().await;
    let arguments = json!({"months_count": 2, "essential_groups": ["freizeit", "ALLTAG"]});
    let answer = read(&stage, &home, "get_runway", arguments).await;
    assert_eq!(
        (&answer["liquid"], &answer["owed_on_cards"]),
        (&json!(4318.75), &json!(-330))
    );
    let pace =
        json!({"monthly_spending": -325, "runway_months": 13.3, "median_spending": -325, "median_runway_months": 13.3});
    assert_eq!((&answer["spending"], &answer["essential"]), (&pace, &pace));
    assert_eq!(answer["essential_groups"], json!(["Freizeit", "Alltag"]));
    assert_eq!(answer["months"], json!(["2026-07", "2026-08"]));
    assert_eq!(
        answer["accounts"],
        json!([
            {"name": "Girokonto", "type": "checking", "balance": 4548.75},
            {"name": "Tagesgeld", "type": "savings", "balance": 100},
            {"name": "Visa", "type": "creditCard", "balance": -330},
        ])
    );
    assert_eq!(answer["left_out"], json!(["Depot"]));
    assert_eq!(
        stage.requests_sorted(),
        ["getAccounts", "getCategories", "getPlans", "getTransactions"]
    );
    let without = read(
        &stage,
        &home,
        "get_runway",
        json!({"months_count": 2, "include_savings": false}),
    )
    .await;
    assert_eq!((&without["liquid"], without.get("essential")), (&json!(4218.75), None));
    let refused = stage
        .without_asking(
            "get_runway",
            json!({"plan_id": home.plan, "essential_groups": ["Credit Card Payments", "Altag"]}),
        )
        .await
        .refusal();
    assert!(
        refused.contains("‘Credit Card Payments’") && refused.contains("Similar: ‘Alltag’"),
        "{refused}"
    );
}

#[tokio::test]
async fn age_of_money_is_ynabs_own_and_costs_one_request() {
    let (stage, home) = with_history().await;
    let answer = read(&stage, &home, "get_age_of_money", json!({"months_count": 3})).await;
    assert_eq!(stage.requests_sorted(), ["getPlanMonths", "getPlans"]);
    let mut ages = Vec::new();
    for month in ["2026-07-01", "2026-08-01", "2026-09-01"] {
        let summary = read(&stage, &home, "get_monthly_summary", json!({"month": month})).await;
        ages.push(summary["age_of_money"].as_i64());
    }
    let [None, Some(august), Some(september)] = ages.as_slice() else {
        panic!("{ages:?}")
    };
    assert_eq!(
        answer["months"],
        json!([
            {"month": "2026-07"},
            {"month": "2026-08", "days": august},
            {"month": "2026-09", "days": september, "change": september - august},
        ])
    );
    assert_eq!(
        (&answer["days"], &answer["as_of"]),
        (&json!(september), &json!("2026-09"))
    );
    assert_eq!(answer["change"], json!(september - august));
    let trend = ["down", "steady", "up"][usize::try_from((september - august).signum() + 1).unwrap()];
    assert_eq!(answer["trend"], trend);
    assert_eq!(
        answer["notes"][2],
        "YNAB gives no figure for 1 month: too little spending to tell. That is not an age of zero days."
    );
}
