//! Categories for what has none: learnt from the history, page by page, and the threshold that a person sets.

use avenir::domain::percent::Hundredths;
use serde_json::{Value, json};
use ynab_api::sim::{Entry, Scribe};

use crate::stage::{Household, Setting, Stage, day, told};

/// Earlier purchases at the market, for groceries but for one.
fn history(stage: &Stage, home: &Household) {
    let (groceries, tennis) = (Household::key(&home.groceries), Household::key(&home.tennis));
    let entered = stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        for (date, category) in [
            ("2026-09-01", groceries),
            ("2026-08-25", groceries),
            ("2026-08-18", groceries),
            ("2026-08-11", groceries),
        ] {
            scribe.enter(&Entry::new(current, day(date), -50_000, "Market", Some(category)));
        }
        for (date, category) in [
            ("2026-09-01", groceries),
            ("2026-09-01", groceries),
            ("2026-09-01", tennis),
        ] {
            scribe.enter(&Entry::new(current, day(date), -4_000, "Kiosk", Some(category)));
        }
        let savings = plan.account_named("Tagesgeld").unwrap().id;
        Scribe::new(plan).enter(&Entry::new(
            savings,
            day("2026-09-15"),
            30_000,
            "Eingang",
            Some(groceries),
        ))
    });
    entered.unwrap();
}

async fn asked(stage: &Stage, home: &Household, more: Value) -> Value {
    let mut arguments = json!({"plan_id": home.plan});
    arguments
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    stage.without_asking("suggest_categories", arguments).await.answer()
}

#[tokio::test]
async fn what_lacks_a_category_comes_with_what_was_done_before() {
    let (stage, home) = Stage::in_euro().await;
    history(&stage, &home);
    let answer = asked(&stage, &home, json!({})).await;
    assert_eq!(
        told(&answer),
        "3 transactions wait for a category, and 1 has a suggestion. 1 may be one side of a transfer."
    );
    assert_eq!(
        (&answer["pending_count"], &answer["suggested_count"]),
        (&json!(3), &json!(1))
    );
    let [kiosk, market, depot] = answer["items"].as_array().unwrap().as_slice() else {
        panic!("{answer:#}")
    };
    assert_eq!(kiosk["transaction_id"], home.kiosk.as_str());
    assert_eq!((&kiosk["amount"], &kiosk["account"]), (&json!(-30), &json!("Visa")));
    assert_eq!(
        kiosk["candidates"],
        "🛒 Lebensmittel (2 earlier, 0.61); Tennis (1 earlier, 0.31)"
    );
    assert!(kiosk["suggested_category"].is_null() && kiosk["possible_transfer_with"].is_string());
    assert_eq!(market["transaction_id"], home.market.as_str());
    assert_eq!(market["suggested_category_id"], home.groceries.as_str());
    assert_eq!(market["suggested_category"], "🛒 Lebensmittel");
    assert_eq!((&market["confidence"], &market["evidence"]), (&json!(0.94), &json!(4)));
    assert_eq!(depot["transaction_id"], home.to_depot.as_str());
    let named: Vec<_> = answer["categories"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["name"])
        .collect();
    assert_eq!(
        named,
        ["Inflow: Ready to Assign", "Tennis", "Restaurants", "🛒 Lebensmittel"]
    );
    assert!(answer["next_cursor"].is_null());
}

#[tokio::test]
async fn the_second_page_costs_nothing_and_repeats_nothing_when_a_row_is_gone() {
    let (stage, home) = Stage::in_euro().await;
    stage.requests();
    let first = asked(&stage, &home, json!({"limit": 1})).await;
    assert_eq!(
        stage.requests_sorted(),
        ["getAccounts", "getCategories", "getPlans", "getTransactions"]
    );
    assert_eq!(first["items"][0]["transaction_id"], home.kiosk.as_str());
    // The row of the first page gets its category.
    let groceries = Household::key(&home.groceries);
    stage.edit_elsewhere(&home.kiosk, |row| row.category_id = Some(groceries));
    let second = asked(&stage, &home, json!({"limit": 1, "cursor": first["next_cursor"]})).await;
    assert_eq!(stage.requests(), [""; 0]);
    assert_eq!(second["items"][0]["transaction_id"], home.market.as_str());
    assert_eq!(second["categories"], json!([]));
}

#[tokio::test]
async fn a_cursor_that_no_page_gave_is_refused_before_any_request() {
    let (stage, home) = Stage::in_euro().await;
    for tool in ["suggest_categories", "list_unapproved"] {
        for cursor in ["b2Zmc2V0OjUw", "2026-09-12", "2026-09-12.a/b"] {
            let arguments = json!({"plan_id": home.plan, "cursor": cursor});
            let refusal = stage.without_asking(tool, arguments).await.refusal();
            assert!(refusal.starts_with("Nothing was read: `cursor` is none"), "{refusal}");
        }
    }
    assert_eq!(stage.requests(), [""; 0]);
    let arguments = json!({"plan_id": home.plan, "cursor": "1990-01-01.a"});
    let beyond = stage.without_asking("suggest_categories", arguments).await.answer();
    assert_eq!((&beyond["items"], &beyond["pending_count"]), (&json!([]), &json!(3)));
    assert!(beyond["next_cursor"].is_null());
}

#[tokio::test]
async fn the_persons_own_threshold_decides() {
    for (threshold, sure) in [(50, 2), (61, 2), (62, 1), (95, 0)] {
        let (world, home) = Household::in_euro();
        let setting = Setting {
            confidence_threshold: Hundredths::new(threshold),
            ..Setting::with(world)
        };
        let stage = Stage::set(setting).await;
        history(&stage, &home);
        let answer = asked(&stage, &home, json!({})).await;
        assert_eq!(answer["suggested_count"], sure, "{threshold}");
    }
}
