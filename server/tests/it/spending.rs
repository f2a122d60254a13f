//! What was assigned and what was spent, as the tools tell it: of the household, and beside the months of a larger plan.

use avenir::domain::money::Milliunits;
use avenir::domain::number::Amount;
use serde_json::{Value, json};
use ynab_api::sim::{Entry, Scribe, World};

use crate::stage::{Household, SEPTEMBER, Setting, Stage, TODAY, day};

async fn told(stage: &Stage, tool: &str, arguments: Value) -> Value {
    stage.without_asking(tool, arguments).await.answer()
}

/// Some members of the rows, in their order.
fn columns(rows: &Value, names: &[&str]) -> Vec<Value> {
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| names.iter().map(|name| row[*name].clone()).collect())
        .collect()
}

fn amount(milliunits: i64) -> Value {
    serde_json::to_value(Amount(Milliunits::new(milliunits))).unwrap()
}

#[tokio::test]
async fn a_month_is_told_category_by_category_with_what_has_none_beside() {
    let (stage, home) = Stage::in_euro().await;
    let answer = told(&stage, "get_budget_vs_actual", json!({})).await;
    assert_eq!(
        columns(
            &answer["categories"],
            &["id", "budgeted", "carried_over", "actual", "balance", "utilization_pct"]
        ),
        [
            json!([home.tennis, 80, 0, 32, 48, 40]),
            json!([home.restaurants, 120, 0, 142.5, -22.5, 118.8]),
            json!([home.groceries, 400, 0, 40.35, 359.65, 10.1]),
        ]
    );
    assert_eq!(
        answer["message"],
        "2026-09: 214.85 was spent and 600.00 assigned (35.8 %). 1 category is overspent: Restaurants. Without a \
         category 316.40 more went out than came in."
    );
    assert_eq!(
        answer["totals"],
        json!({"budgeted": 600, "carried_over": 0, "actual": 214.85, "refunded": 0, "net": 214.85, "balance": 385.15,
               "utilization_pct": 35.8})
    );
    assert_eq!(
        (
            &answer["uncategorized"],
            &answer["card_payments_left_out"],
            &answer["total"]
        ),
        (&json!(316.4), &json!(1), &json!(3))
    );
    assert_eq!(stage.requests_sorted(), ["getPlanMonth", "getPlans"]);
    let august = told(&stage, "get_budget_vs_actual", json!({"month": "2026-08"})).await;
    assert_eq!(
        (&august["month"], &august["categories"]),
        (&json!("2026-08-01"), &json!([]))
    );
    assert_eq!(august["empty_left_out"], 3);
    let page = told(&stage, "get_budget_vs_actual", json!({"offset": 2})).await;
    assert_eq!(columns(&page["categories"], &["id"]), [json!([home.groceries])]);
    assert!(page.get("next_offset").is_none());
}

#[tokio::test]
async fn a_refund_beyond_what_was_spent_is_told_as_one_in_every_tool() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let account = plan.account_named("Girokonto").unwrap().id;
        let category = Some(Household::key(&home.tennis));
        let refund = Entry::new(account, day("2026-09-14"), 72_000, "Tennis court", category);
        Scribe::new(plan).enter(&refund);
    });
    let month = told(&stage, "get_budget_vs_actual", json!({})).await;
    assert_eq!(
        columns(&month["categories"], &["actual", "refunded", "utilization_pct"])[0],
        json!([0, 40, 0])
    );
    let trends = told(
        &stage,
        "get_spending_trends",
        json!({"category_ids": ["Tennis"], "months_count": 1}),
    )
    .await;
    assert_eq!(
        columns(&trends["categories"], &["spent", "total"]),
        [json!([[-40], -40])]
    );
    let spending = told(&stage, "get_spending", json!({"category_ids": [home.tennis]})).await;
    assert_eq!(
        columns(&spending["rows"], &["name", "spent", "refunded", "net", "transactions"]),
        [json!(["Tennis", 32, 72, -40, 3])]
    );
}

#[tokio::test]
async fn this_month_so_far_is_told_by_category_unless_it_is_asked_otherwise() {
    let (stage, home) = Stage::in_euro().await;
    let answer = told(&stage, "get_spending", json!({})).await;
    assert_eq!(
        columns(
            &answer["rows"],
            &["name", "group", "spent", "net", "share_pct", "transactions"]
        ),
        [
            json!(["(no category)", null, 316.4, 316.4, 59.6, 3]),
            json!(["Restaurants", "Alltag", 142.5, 142.5, 26.8, 1]),
            json!(["🛒 Lebensmittel", "Alltag", 40.35, 40.35, 7.6, 3]),
            json!(["Tennis", "Freizeit", 32, 32, 6, 2]),
        ]
    );
    assert_eq!(answer["rows"][1]["id"], home.restaurants.as_str());
    assert_eq!(
        answer["all"],
        json!({"rows": 4, "spent": 531.25, "refunded": 0, "net": 531.25, "transactions": 9})
    );
    assert_eq!(
        (&answer["since_date"], &answer["until_date"], &answer["by"]),
        (&json!(SEPTEMBER), &json!(TODAY), &json!("category"))
    );
    assert_eq!(
        (&answer["income"], &answer["moved_to_tracking"]),
        (&json!(0), &json!(200))
    );
    assert_eq!(
        answer["message"],
        "2026-09-01 to 2026-09-15: 531.25 spent. Most: (no category) 316.40, Restaurants 142.50, 🛒 Lebensmittel 40.35."
    );
    assert_eq!(
        stage.requests_sorted(),
        ["getAccounts", "getCategories", "getPlans", "getTransactions"]
    );
    let by = async |by: &str| {
        let answer = told(&stage, "get_spending", json!({"by": by, "limit": 2})).await;
        (columns(&answer["rows"], &["name", "spent"]), answer["rest"].clone())
    };
    let (rows, rest) = by("account").await;
    assert_eq!(rows, [json!(["Girokonto", 501.25]), json!(["Visa", 30])]);
    assert_eq!(rest, Value::Null);
    let (rows, rest) = by("payee").await;
    assert_eq!(rows, [json!(["Transfer : Depot", 200]), json!(["Taverna", 142.5])]);
    assert_eq!(
        rest,
        json!({"rows": 6, "spent": 188.75, "refunded": 0, "net": 188.75, "transactions": 7})
    );
    assert_eq!(
        by("group").await.0,
        [json!(["(no category)", 316.4]), json!(["Alltag", 182.85])]
    );
    assert_eq!(by("month").await.0, [json!(["2026-09", 531.25])]);
}

#[tokio::test]
async fn what_a_shop_cost_and_what_another_period_cost_is_one_call() {
    let (stage, _) = Stage::in_euro().await;
    let arguments = json!({"payee": "MARK", "since_date": "2026-01-01", "by": "payee"});
    let answer = told(&stage, "get_spending", arguments).await;
    assert_eq!(columns(&answer["rows"], &["name", "net"]), [json!(["Market", 86.4])]);
    let arguments = json!({"compare": "previous", "account_ids": ["Visa"]});
    let answer = told(&stage, "get_spending", arguments).await;
    assert_eq!(
        answer["compared_with"],
        json!({"since_date": "2026-08-01", "until_date": "2026-08-15", "spent": 0, "refunded": 0, "net": 0, "change": 30})
    );
    assert_eq!(
        columns(&answer["rows"], &["name", "net", "net_before", "change"]),
        [json!(["(no category)", 30, 0, 30])]
    );
    let august = json!({"since_date": "2026-08-01", "until_date": "2026-08-31"});
    let august = told(&stage, "get_spending", august).await;
    assert_eq!(
        (&august["rows"], &august["opening_balances"]),
        (&json!([]), &json!(3000))
    );
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused_before_anything_is_read() {
    let (stage, _) = Stage::in_euro().await;
    for (tool, arguments, expected) in [
        (
            "get_spending",
            json!({"since_date": "2026-10-01"}),
            "is before `since_date`",
        ),
        ("get_spending", json!({"by": "shop"}), "shop"),
        ("get_spending", json!({"limit": 101}), "100"),
        ("get_spending_trends", json!({"months_count": 0}), "1"),
        ("get_spending_trends", json!({"months_count": 25}), "24"),
        ("get_budget_vs_actual", json!({"month": "2026-13-01"}), "2026-13-01"),
    ] {
        let refusal = stage.without_asking(tool, arguments.clone()).await.refusal();
        assert!(refusal.contains(expected), "{tool} {arguments}: {refusal}");
    }
    assert_eq!(stage.requests(), [""; 0]);
    let refusal = stage
        .without_asking("get_spending_trends", json!({"group": "Alltug"}))
        .await;
    assert!(refusal.refusal().contains("‘Alltag’"));
}

#[tokio::test]
async fn categories_are_listed_with_their_month_and_hidden_ones_on_request() {
    let (stage, home) = Stage::in_euro().await;
    let answer = told(&stage, "list_categories", json!({"search": "alltag"})).await;
    assert_eq!(
        columns(
            &answer["categories"],
            &["category_id", "name", "budgeted", "activity", "balance"]
        ),
        [
            json!([home.restaurants, "Restaurants", 120, -142.5, -22.5]),
            json!([home.groceries, "🛒 Lebensmittel", 400, -40.35, 359.65]),
        ]
    );
    assert_eq!(stage.requests_sorted(), ["getCategories", "getPlanMonth", "getPlans"]);
    let answer = told(&stage, "list_categories", json!({"search": "klavier"})).await;
    assert_eq!((&answer["total"], &answer["hidden_left_out"]), (&json!(0), &json!(1)));
    assert_eq!(answer["message"], "0 categories. 1 hidden one is left out.");
    let answer = told(&stage, "list_categories", json!({"include_hidden": true})).await;
    let kinds = columns(&answer["categories"], &["category_id", "kind", "hidden"]);
    assert!(kinds.contains(&json!([home.piano, null, true])), "{kinds:?}");
    assert!(
        kinds.contains(&json!([home.card_payment, "card_payment", null])),
        "{kinds:?}"
    );
    assert!(
        kinds.contains(&json!([home.ready_to_assign, "ready_to_assign", null])),
        "{kinds:?}"
    );
    assert!(!answer.to_string().contains(&home.uncategorized));
    let ready = answer["categories"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["kind"] == "ready_to_assign");
    assert!(
        ready.unwrap().get("balance").is_none(),
        "it piles up from month to month"
    );
}

/// The plan's trends over 24 months beside the activity that YNAB tells of each month; at most three requests.
async fn assert_the_months_agree(world: World) {
    let stage = Stage::set(Setting::with(world)).await;
    let answer = told(&stage, "get_spending_trends", json!({"months_count": 24, "limit": 50})).await;
    assert_eq!(
        stage.requests_sorted(),
        ["getCategories", "getPlans", "getTransactions"]
    );
    let months = answer["months"].as_array().unwrap();
    assert_eq!((months.len(), &months[23]), (24, &json!(SEPTEMBER)));
    let rows = answer["categories"].as_array().unwrap();
    let (mut points, mut listed) = (0, 0);
    stage.look(|plan| {
        for category in plan.categories.iter().filter(|category| !category.deleted) {
            let activity = |month: &Value| {
                let of_month = plan.category_month(day(month.as_str().unwrap()), category.id);
                of_month.map_or(0, |figures| figures.activity)
            };
            let spent: Vec<_> = months.iter().map(|month| amount(-activity(month))).collect();
            let row = rows
                .iter()
                .find(|row| row["category_id"] == category.id.to_string().as_str());
            if let Some(row) = row {
                assert_eq!(row["spent"], json!(spent), "{}", category.name);
                points += spent.iter().filter(|amount| **amount != json!(0)).count();
                listed += 1;
            }
        }
    });
    assert_eq!(listed, rows.len());
    assert!(points > 300, "{points}");
    let size = answer.to_string().len();
    assert!(size < 30_000, "{size}");
}

#[tokio::test]
async fn two_years_of_trends_are_what_ynabs_months_say_in_three_requests() {
    assert_the_months_agree(World::demo(day(TODAY))).await;
    assert_the_months_agree(World::large(4_000, day(TODAY))).await;
}

#[tokio::test]
async fn every_category_of_the_demo_with_activity_has_its_trend() {
    let stage = Stage::set(Setting::with(World::demo(day(TODAY)))).await;
    let answer = told(&stage, "get_spending_trends", json!({"months_count": 24, "limit": 50})).await;
    let rows = answer["categories"].as_array().unwrap();
    let groups = stage.look(|plan| {
        let own = |name: &str| ["Internal Master Category", "Credit Card Payments"].contains(&name);
        let groups = plan.groups.iter().filter(|group| !own(&group.name));
        groups.map(|group| group.id).collect::<Vec<_>>()
    });
    let active = stage.look(|plan| {
        let own = plan
            .categories
            .iter()
            .filter(|category| groups.contains(&category.group_id));
        let active = own.filter(|category| {
            let mut months = answer["months"].as_array().unwrap().iter();
            months.any(|month| {
                let of_month = plan.category_month(day(month.as_str().unwrap()), category.id);
                of_month.is_some_and(|figures| figures.activity != 0)
            })
        });
        active.map(|category| category.id.to_string()).collect::<Vec<_>>()
    });
    assert_eq!(rows.len(), active.len());
    assert!(
        active
            .iter()
            .all(|id| rows.iter().any(|row| row["category_id"] == id.as_str()))
    );
}

#[tokio::test]
async fn the_largest_answers_stay_small() {
    let stage = Stage::set(Setting::with(World::large(4_000, day(TODAY)))).await;
    for (tool, arguments) in [
        ("get_budget_vs_actual", json!({})),
        ("list_categories", json!({"include_hidden": true})),
        (
            "get_spending",
            json!({"since_date": "2014-01-01", "by": "payee", "limit": 100, "compare": "previous"}),
        ),
        (
            "get_spending",
            json!({"since_date": "2014-01-01", "by": "month", "limit": 100, "compare": "year_before"}),
        ),
        (
            "get_spending",
            json!({"since_date": "2014-01-01", "by": "category", "limit": 100, "compare": "previous"}),
        ),
    ] {
        let answer = told(&stage, tool, arguments.clone()).await;
        let size = answer.to_string().len();
        assert!(size < 30_000, "{tool} {arguments}: {size}");
    }
}
