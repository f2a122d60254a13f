//! Deltas: what changed after what the client knows, tombstones included, and nothing else.

use http::Method;
use serde_json::{Value, json};

use super::Bench;

/// Reads a collection's changes after some knowledge.
fn after(bench: &Bench, collection: &str, knowledge: i64) -> Value {
    let data = bench.get(&format!("{collection}?last_knowledge_of_server={knowledge}"));
    assert_eq!(data["server_knowledge"], bench.knowledge());
    data
}

fn names(rows: &Value) -> Vec<&str> {
    rows.as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect()
}

fn spend(bench: &Bench, category: &str) -> String {
    let row = bench.create(
        &json!({ "account_id": bench.account("Checking"), "date": "2026-11-20", "amount": -10_000,
        "category_id": bench.category(category), "payee_name": "New shop" }),
    );
    row["id"].as_str().unwrap().to_owned()
}

#[test]
fn without_news_a_delta_is_empty_and_the_knowledge_stays() {
    let bench = Bench::new();
    let knowledge = bench.knowledge();
    for (collection, list) in [
        ("accounts", "accounts"),
        ("categories", "category_groups"),
        ("payees", "payees"),
        ("months", "months"),
        ("transactions", "transactions"),
        ("scheduled_transactions", "scheduled_transactions"),
    ] {
        assert_eq!(after(&bench, collection, knowledge)[list], json!([]), "{collection}");
    }
    assert_eq!(bench.knowledge(), knowledge);
}

#[test]
fn a_purchase_changes_its_row_account_payee_category_and_months() {
    let bench = Bench::new();
    let knowledge = bench.knowledge();
    let id = spend(&bench, "Food");
    let rows = after(&bench, "transactions", knowledge)["transactions"].clone();
    assert_eq!((rows.as_array().unwrap().len(), &rows[0]["id"]), (1, &json!(id)));
    assert_eq!(names(&after(&bench, "accounts", knowledge)["accounts"]), ["Checking"]);
    assert_eq!(names(&after(&bench, "payees", knowledge)["payees"]), ["New shop"]);
    let groups = after(&bench, "categories", knowledge)["category_groups"].clone();
    assert_eq!(names(&groups), ["Bills"]);
    assert_eq!(names(&groups[0]["categories"]), ["Food"]);
    let months = after(&bench, "months", knowledge)["months"].clone();
    let months: Vec<_> = months
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["month"].as_str().unwrap())
        .collect();
    assert_eq!(months, ["2026-12-01", "2026-11-01"]);
}

#[test]
fn a_plans_delta_holds_months_with_only_their_changed_categories() {
    let bench = Bench::new();
    let knowledge = bench.knowledge();
    spend(&bench, "Food");
    let address = format!("/v1/plans/last-used?last_knowledge_of_server={knowledge}");
    let plan = bench.ask_raw(Method::GET, &address, &Value::Null).1["data"]["plan"].clone();
    let november = plan["months"]
        .as_array()
        .unwrap()
        .iter()
        .find(|month| month["month"] == "2026-11-01")
        .unwrap();
    assert_eq!(names(&november["categories"]), ["Food"]);
    assert_eq!(names(&plan["categories"]), ["Food"]);
    assert_eq!(plan["category_groups"], json!([]));
    assert_eq!(plan["transactions"].as_array().unwrap().len(), 1);
    assert!(plan["transactions"][0].get("amount_formatted").is_none());
}

#[test]
fn what_was_deleted_comes_once_as_a_tombstone() {
    let bench = Bench::new();
    let id = spend(&bench, "Food");
    let knowledge = bench.knowledge();
    bench.write(200, Method::DELETE, &format!("transactions/{id}"), &Value::Null);
    let rows = after(&bench, "transactions", knowledge)["transactions"].clone();
    assert_eq!((&rows[0]["id"], &rows[0]["deleted"]), (&json!(id), &json!(true)));
    assert_eq!(
        after(&bench, "transactions", bench.knowledge())["transactions"],
        json!([])
    );
    let all = bench.get("transactions")["transactions"].clone();
    assert!(all.as_array().unwrap().iter().all(|row| row["id"] != json!(id)));
}

#[test]
fn a_deleted_split_is_a_tombstone_with_its_lines() {
    let bench = Bench::new();
    let row = bench.create(
        &json!({ "account_id": bench.account("Checking"), "date": "2026-11-20", "amount": -2_000,
        "subtransactions": [{ "amount": -2_000, "category_id": bench.category("Food") }] }),
    );
    let knowledge = bench.knowledge();
    bench.write(
        200,
        Method::DELETE,
        &format!("transactions/{}", row["id"].as_str().unwrap()),
        &Value::Null,
    );
    let rows = after(&bench, "transactions", knowledge)["transactions"].clone();
    assert_eq!(rows[0]["subtransactions"][0]["deleted"], true);
    let lines = after(
        &bench,
        &format!("categories/{}/transactions", bench.category("Food")),
        knowledge,
    );
    assert_eq!(
        (&lines["transactions"][0]["deleted"], &lines["transactions"][0]["type"]),
        (&json!(true), &json!("subtransaction"))
    );
}

#[test]
fn a_delta_keeps_to_the_window_it_is_asked_with() {
    let bench = Bench::new();
    let knowledge = bench.knowledge();
    bench.create(&json!({ "account_id": bench.account("Checking"), "date": "2024-01-10", "amount": -10_000 }));
    assert_eq!(after(&bench, "transactions", knowledge)["transactions"], json!([]));
    let rows = bench.get(&format!(
        "transactions?since_date=2000-01-01&last_knowledge_of_server={knowledge}"
    ));
    assert_eq!(rows["transactions"].as_array().unwrap().len(), 1);
}

#[test]
fn a_renamed_group_brings_its_categories_whose_group_name_changed() {
    let bench = Bench::new();
    let knowledge = bench.knowledge();
    let body = json!({ "category_group": { "name": "Fixed costs" } });
    bench.write(
        200,
        Method::PATCH,
        &format!("category_groups/{}", bench.group("Bills")),
        &body,
    );
    let groups = after(&bench, "categories", knowledge)["category_groups"].clone();
    assert_eq!(names(&groups), ["Fixed costs"]);
    assert_eq!(names(&groups[0]["categories"]), ["Rent", "Food"]);
    assert_eq!(groups[0]["categories"][0]["category_group_name"], "Fixed costs");
}

#[test]
fn a_new_month_is_news_for_every_category() {
    let bench = Bench::new();
    bench.get("categories");
    let knowledge = bench.knowledge();
    bench.advance_days(2);
    let groups = bench.get(&format!("categories?last_knowledge_of_server={knowledge}"))["category_groups"].clone();
    assert_eq!(groups.as_array().unwrap().len(), 4);
    assert!(bench.knowledge() > knowledge);
    let months = bench.get("months")["months"].clone();
    assert_eq!(months[0]["month"], "2027-01-01");
    assert_eq!(bench.get("months/current")["month"]["month"], "2026-12-01");
    bench.assert_balanced();
}

#[test]
fn edits_past_the_rules_are_news_like_any_other() {
    let bench = Bench::new();
    let knowledge = bench.knowledge();
    let (food, books) = (bench.category("Food"), bench.category("Books"));
    bench.desk.world_mut().plans[0].change(crate::sim::model::midday("2026-11-30".parse().unwrap()), |plan| {
        plan.edit_category(food, |category| category.name = "Essen".into());
        plan.edit_category(books, |category| category.deleted = true);
    });
    let groups = after(&bench, "categories", knowledge)["category_groups"].clone();
    assert_eq!(names(&groups), ["Bills", "Fun"]);
    assert_eq!(groups[0]["categories"][0]["name"], "Essen");
    assert_eq!(groups[1]["categories"][0]["deleted"], true);
}
