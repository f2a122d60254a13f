//! The review queue: what waits for approval over all years, and why to look twice.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use ynab_api::sim::{Entry, Plan, Scribe};

use crate::stage::{Household, Stage, day, told};

fn enter(plan: &mut Plan, date: &str, amount: i64, category: &str, approved: bool) -> String {
    let current = plan.account_named("Girokonto").unwrap().id;
    let mut entry = Entry::new(current, day(date), amount, "Bakery", Some(Household::key(category)));
    entry.approved = approved;
    Scribe::new(plan).enter(&entry)
}

#[tokio::test]
async fn what_waits_for_approval_comes_with_the_reasons_to_look_twice() {
    let (stage, home) = Stage::in_euro().await;
    let edit = |date: &str, amount, category: &str, approved| {
        stage
            .sim
            .edit(|plan| enter(plan, date, amount, category, approved))
            .unwrap()
    };
    for date in ["2026-08-10", "2026-08-17", "2026-08-24", "2026-08-31"] {
        edit(date, -7_000, &home.groceries, true);
    }
    let twin = edit("2026-09-10", -7_250, &home.groceries, true);
    let odd = edit("2026-09-13", -90_000, &home.tennis, false);
    let years_ago = edit("2022-02-01", -7_000, &home.groceries, false);
    stage.edit_elsewhere(&home.bakery, |row| row.matched_transaction_id = Some("gone".to_owned()));
    let arguments = json!({"plan_id": home.plan});
    let answer = stage.without_asking("list_unapproved", arguments).await.answer();
    assert_eq!(
        told(&answer),
        "4 transactions wait for approval, 1 of them for a category too. 3 should be looked at twice."
    );
    assert_eq!(
        (&answer["total"], &answer["needs_category_count"]),
        (&json!(4), &json!(1))
    );
    let [kiosk, dear, bakery, old] = answer["transactions"].as_array().unwrap().as_slice() else {
        panic!("{answer:#}")
    };
    assert_eq!(kiosk["transaction_id"], home.kiosk.as_str());
    assert_eq!(kiosk["reasons"], "new payee: nothing of it was approved before");
    assert_eq!(
        (&kiosk["needs_category"], &kiosk["cleared"]),
        (&json!(true), &json!("uncleared"))
    );
    assert_eq!(dear["transaction_id"], odd.as_str());
    assert_eq!(dear["category"], "Tennis");
    assert_eq!(
        dear["reasons"],
        "unusual amount: usually 7.00 to 7.25 (5 earlier); unusual category: usually 🛒 Lebensmittel (5 of 5)"
    );
    assert_eq!(bakery["transaction_id"], home.bakery.as_str());
    assert_eq!(bakery["possible_duplicate_of"], twin.as_str());
    assert_eq!(
        bakery["reasons"],
        "possible duplicate of one of 2026-09-10, approved; possibly broken match: the row it is matched with is not in the history, as YNAB hides those of good ones too"
    );
    assert_eq!(old["transaction_id"], years_ago.as_str());
    assert!(old["reasons"].is_null() && old["needs_category"] == false);
}

#[tokio::test]
async fn the_queue_comes_in_pages() {
    let (stage, home) = Stage::in_euro().await;
    let page = |cursor: Option<String>| {
        let arguments = json!({"plan_id": home.plan, "limit": 1, "cursor": cursor});
        stage.without_asking("list_unapproved", arguments)
    };
    let first = page(None).await.answer();
    assert_eq!(first["transactions"][0]["transaction_id"], home.kiosk.as_str());
    let second = page(first["next_cursor"].as_str().map(str::to_owned)).await.answer();
    assert_eq!(second["transactions"][0]["transaction_id"], home.bakery.as_str());
    assert_eq!((&second["total"], second["next_cursor"].is_null()), (&json!(2), true));
}

#[tokio::test]
async fn the_longest_pages_stay_small_and_hold_each_row_once() {
    let (stage, home) = Stage::in_euro().await;
    let long = "Weinhandlung & Feinkost am Alten Markt, Filiale Süd ".repeat(4);
    let added = stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        for number in 0..250_i64 {
            let amount = -1_000 - number * 10;
            let mut entry = Entry::new(current, day("2026-09-08"), amount, &long, None);
            entry.approved = false;
            entry.memo = Some(long.as_str());
            scribe.enter(&entry);
        }
    });
    assert!(added.is_some());
    for (tool, list, waiting) in [
        ("list_unapproved", "transactions", 252),
        ("suggest_categories", "items", 253),
    ] {
        let mut seen = BTreeSet::new();
        let mut cursor = Value::Null;
        loop {
            let arguments = json!({"plan_id": home.plan, "limit": 200, "cursor": cursor});
            let answer = stage.without_asking(tool, arguments).await.answer();
            let size = answer.to_string().len();
            assert!(size < 30_000, "{tool}: {size}");
            for row in answer[list].as_array().unwrap() {
                assert!(seen.insert(row["transaction_id"].to_string()), "{tool}: {row}");
            }
            cursor = answer["next_cursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(seen.len(), waiting, "{tool}");
    }
}
