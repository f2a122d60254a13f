//! Lists of transactions: windows, filters, order, and rows of a category or payee.

use http::Method;
use serde_json::{Value, json};

use super::Bench;

fn put(bench: &Bench, account: &str, date: &str, amount: i64, extra: &Value) -> String {
    let mut fields = json!({ "account_id": bench.account(account), "date": date, "amount": amount });
    for (name, value) in extra.as_object().cloned().unwrap_or_default() {
        fields[name] = value;
    }
    bench.create(&fields)["id"].as_str().unwrap().to_owned()
}

fn ids(bench: &Bench, address: &str) -> Vec<String> {
    let rows = bench.get(address)["transactions"].clone();
    rows.as_array()
        .unwrap()
        .iter()
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_list_begins_a_year_ago_unless_it_is_told_otherwise() {
    let bench = Bench::new();
    let old = put(&bench, "Checking", "2025-11-29", -1_000, &json!({}));
    let year = put(&bench, "Checking", "2025-11-30", -2_000, &json!({}));
    let account = bench.account("Checking");
    for address in ["transactions".to_owned(), format!("accounts/{account}/transactions")] {
        let listed = ids(&bench, &address);
        assert!(listed.contains(&year) && !listed.contains(&old), "{address}");
        assert!(ids(&bench, &format!("{address}?since_date=2025-01-01")).contains(&old));
    }
    assert_eq!(
        ids(&bench, "months/2025-11-01/transactions"),
        [old.clone(), year.clone()]
    );
    assert_eq!(
        ids(&bench, "transactions?since_date=2025-01-01&until_date=2025-11-29"),
        [old]
    );
    assert_eq!(
        ids(&bench, "months/2025-11-01/transactions?since_date=2025-11-30"),
        [year]
    );
}

#[test]
fn rows_come_in_order_of_their_dates() {
    let bench = Bench::new();
    let late = put(&bench, "Savings", "2026-11-20", -1_000, &json!({}));
    let early = put(&bench, "Savings", "2026-11-02", -2_000, &json!({}));
    let same = put(&bench, "Savings", "2026-11-20", -3_000, &json!({}));
    assert_eq!(ids(&bench, "months/current/transactions"), [early, late, same]);
}

#[test]
fn uncategorized_lists_transfers_and_tracking_accounts_too() {
    let bench = Bench::new();
    let plain = put(&bench, "Checking", "2026-11-20", -1_000, &json!({}));
    let food = json!({ "category_id": bench.category("Food") });
    let sorted = put(&bench, "Checking", "2026-11-20", -1_000, &food);
    let transfer = put(
        &bench,
        "Checking",
        "2026-11-20",
        -1_000,
        &json!({ "payee_id": bench.transfer_payee("Savings") }),
    );
    let tracked = put(&bench, "Asset", "2026-11-20", 5_000, &json!({}));
    let split = put(
        &bench,
        "Checking",
        "2026-11-20",
        -1_000,
        &json!({ "subtransactions": [{ "amount": -1_000 }] }),
    );
    let listed = ids(&bench, "transactions?type=uncategorized&since_date=2026-11-01");
    assert!([&plain, &transfer, &tracked].into_iter().all(|id| listed.contains(id)));
    assert!([&sorted, &split].into_iter().all(|id| !listed.contains(id)));
    let approved = put(&bench, "Checking", "2026-11-20", -1_000, &json!({ "approved": true }));
    let listed = ids(&bench, "transactions?type=unapproved");
    assert!(listed.contains(&plain) && !listed.contains(&approved));
}

#[test]
fn a_category_lists_its_rows_and_its_lines() {
    let bench = Bench::new();
    let food = bench.category("Food");
    let plain = put(
        &bench,
        "Checking",
        "2026-11-02",
        -1_000,
        &json!({ "category_id": food, "payee_name": "Shop" }),
    );
    let parent = put(
        &bench,
        "Checking",
        "2026-11-03",
        -5_000,
        &json!({ "payee_name": "Market", "memo": "whole",
        "subtransactions": [{ "amount": -2_000, "category_id": food, "memo": "part" },
            { "amount": -3_000, "category_id": bench.category("Books") }] }),
    );
    let rows = bench.get(&format!("categories/{food}/transactions"))["transactions"].clone();
    assert_eq!(rows.as_array().unwrap().len(), 2);
    assert_eq!(
        (&rows[0]["id"], &rows[0]["type"]),
        (&json!(plain), &json!("transaction"))
    );
    assert_eq!(rows[0]["parent_transaction_id"], Value::Null);
    assert_eq!(
        (&rows[1]["type"], &rows[1]["parent_transaction_id"]),
        (&json!("subtransaction"), &json!(parent))
    );
    assert_eq!(
        (&rows[1]["amount"], &rows[1]["memo"], &rows[1]["date"]),
        (&json!(-2_000), &json!("part"), &json!("2026-11-03"))
    );
    assert_eq!(
        (&rows[1]["payee_name"], &rows[1]["category_name"]),
        (&json!("Market"), &json!("Food"))
    );
    assert_eq!(
        bench.get(&format!("categories/{food}/transactions?until_date=2026-11-02"))["transactions"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn a_payee_lists_its_rows_and_the_lines_of_others() {
    let bench = Bench::new();
    put(
        &bench,
        "Checking",
        "2026-11-02",
        -1_000,
        &json!({ "payee_name": "Shop" }),
    );
    put(
        &bench,
        "Checking",
        "2026-11-03",
        -5_000,
        &json!({ "payee_name": "Market",
        "subtransactions": [{ "amount": -2_000, "payee_name": "Shop" }, { "amount": -3_000 }] }),
    );
    let world = bench.desk.world();
    let shop = world.plans[0].payee_named("Shop").unwrap().id;
    let market = world.plans[0].payee_named("Market").unwrap().id;
    drop(world);
    let of_shop = bench.get(&format!("payees/{shop}/transactions"))["transactions"].clone();
    let types: Vec<_> = of_shop
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["type"].as_str().unwrap())
        .collect();
    assert_eq!(types, ["transaction", "subtransaction"]);
    let of_market = bench.get(&format!("payees/{market}/transactions"))["transactions"].clone();
    assert_eq!(of_market[0]["category_name"], "Split");
}

#[test]
fn what_is_not_there_or_not_understood_is_refused() {
    let bench = Bench::new();
    for (status, address) in [
        (404, "accounts/00000000-0000-4000-8000-000000000000/transactions"),
        (404, "categories/nobody/transactions"),
        (404, "payees/..%2F..%2Fuser/transactions"),
        (404, "months/2020-01-01/transactions"),
        (404, "transactions/nobody"),
        (400, "transactions?type=forgotten"),
        (400, "transactions?since_date=yesterday"),
        (400, "transactions?last_knowledge_of_server=1.5"),
        (400, "months/2026-13-01"),
    ] {
        let (answered, body) = bench.ask(Method::GET, address, &Value::Null);
        assert_eq!(answered, status, "{address}");
        assert!(body["error"]["detail"].is_string());
    }
}
