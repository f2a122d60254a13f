//! Transfers: two rows that are one.

use http::Method;
use serde_json::{Value, json};

use super::Bench;

/// A transfer of 100 from Checking to another account; this side's row.
fn send(bench: &Bench, to: &str, category: Option<&str>) -> Value {
    bench.create(&json!({
        "account_id": bench.account("Checking"),
        "date": "2026-11-10",
        "amount": -100_000,
        "payee_id": bench.transfer_payee(to),
        "category_id": category.map(|name| bench.category(name)),
        "memo": "both sides",
        "approved": true,
        "cleared": "cleared",
    }))
}

fn other_side(bench: &Bench, row: &Value) -> Value {
    let id = row["transfer_transaction_id"].as_str().unwrap();
    bench.get(&format!("transactions/{id}"))["transaction"].clone()
}

#[test]
fn a_transfer_payee_makes_both_sides() {
    let bench = Bench::new();
    let row = send(&bench, "Savings", Some("Food"));
    assert_eq!(row["category_id"], Value::Null);
    assert_eq!(row["category_name"], Value::Null);
    assert_eq!(row["payee_name"], "Transfer : Savings");
    assert_eq!(row["transfer_account_id"], json!(bench.account("Savings")));
    let other = other_side(&bench, &row);
    assert_eq!(
        (&other["amount"], &other["date"]),
        (&json!(100_000), &json!("2026-11-10"))
    );
    assert_eq!(other["payee_name"], "Transfer : Checking");
    assert_eq!(other["transfer_transaction_id"], row["id"]);
    assert_eq!(
        (&other["memo"], &other["approved"]),
        (&json!("both sides"), &json!(true))
    );
    assert_eq!(other["cleared"], "uncleared");
    assert_eq!(bench.balances("Savings"), (600_000, 500_000, 100_000));
    assert_eq!(bench.figures("current", "Food"), (300_000, 0, 300_000));
    assert_eq!(bench.ready("current"), 600_000);
}

#[test]
fn a_change_on_either_side_changes_both() {
    let bench = Bench::new();
    let row = send(&bench, "Savings", None);
    let other = other_side(&bench, &row);
    let changed = bench.change(
        other["id"].as_str().unwrap(),
        &json!({ "amount": 40_000, "date": "2026-11-12" }),
    );
    assert_eq!(changed["amount"], 40_000);
    let row = bench.get(&format!("transactions/{}", row["id"].as_str().unwrap()))["transaction"].clone();
    assert_eq!((&row["amount"], &row["date"]), (&json!(-40_000), &json!("2026-11-12")));
    assert_eq!(
        (&row["memo"], &row["cleared"]),
        (&json!("both sides"), &json!("cleared"))
    );
    assert_eq!(bench.balances("Savings").0, 540_000);
}

#[test]
fn the_other_side_follows_to_another_account_and_goes_with_the_payee() {
    let bench = Bench::new();
    let row = send(&bench, "Savings", None);
    let id = row["id"].as_str().unwrap();
    let moved = bench.change(id, &json!({ "payee_id": bench.transfer_payee("Asset") }));
    assert_eq!(moved["transfer_transaction_id"], row["transfer_transaction_id"]);
    assert_eq!(
        (bench.balances("Savings").0, bench.balances("Asset").0),
        (500_000, 2_100_000)
    );
    let plain = bench.change(
        id,
        &json!({ "payee_id": null, "payee_name": "Shop", "category_id": bench.category("Food") }),
    );
    assert_eq!(plain["transfer_account_id"], Value::Null);
    assert_eq!(plain["transfer_transaction_id"], Value::Null);
    assert_eq!(bench.balances("Asset").0, 2_000_000);
    assert_eq!(bench.figures("current", "Food").1, -100_000);
}

#[test]
fn a_plain_row_becomes_a_transfer_and_loses_its_category() {
    let bench = Bench::new();
    let row = bench.create(
        &json!({ "account_id": bench.account("Checking"), "date": "2026-11-10", "amount": -100_000,
        "category_id": bench.category("Food") }),
    );
    let payee = bench.transfer_payee("Savings");
    let row = bench.change(row["id"].as_str().unwrap(), &json!({ "payee_id": payee }));
    assert_eq!(row["category_id"], Value::Null);
    assert_eq!(bench.figures("current", "Food").1, 0);
    assert_eq!(bench.balances("Savings").0, 600_000);
}

#[test]
fn moving_one_side_to_another_account_renames_the_other_sides_payee() {
    let bench = Bench::new();
    let row = send(&bench, "Asset", Some("Food"));
    bench.change(
        row["id"].as_str().unwrap(),
        &json!({ "account_id": bench.account("Savings") }),
    );
    let other = other_side(&bench, &row);
    assert_eq!(other["payee_name"], "Transfer : Savings");
    assert_eq!(other["transfer_account_id"], json!(bench.account("Savings")));
    assert_eq!(
        (bench.balances("Checking").0, bench.balances("Savings").0),
        (1_000_000, 400_000)
    );
}

#[test]
fn deleting_either_side_deletes_both() {
    for delete_first in [true, false] {
        let bench = Bench::new();
        let row = send(&bench, "Savings", None);
        let ids = [row["id"].clone(), row["transfer_transaction_id"].clone()];
        let target = if delete_first { &ids[0] } else { &ids[1] };
        bench.write(
            200,
            Method::DELETE,
            &format!("transactions/{}", target.as_str().unwrap()),
            &Value::Null,
        );
        assert_eq!(
            (bench.balances("Checking").0, bench.balances("Savings").0),
            (1_000_000, 500_000)
        );
        for id in ids {
            let address = format!("transactions/{}", id.as_str().unwrap());
            assert_eq!(bench.ask(Method::GET, &address, &Value::Null).0, 404);
        }
    }
}

#[test]
fn a_transfer_to_a_tracking_account_spends_from_a_category() {
    let bench = Bench::new();
    let row = send(&bench, "Asset", Some("Food"));
    assert_eq!(row["category_name"], "Food");
    assert_eq!(other_side(&bench, &row)["category_id"], Value::Null);
    assert_eq!(bench.figures("current", "Food"), (300_000, -100_000, 200_000));
}

#[test]
fn an_account_cannot_transfer_to_itself_nor_to_a_closed_one() {
    let bench = Bench::new();
    for to in ["Checking", "Closed"] {
        bench.create_refused(&json!({ "account_id": bench.account("Checking"), "date": "2026-11-10",
            "amount": -1_000, "payee_id": bench.transfer_payee(to) }));
    }
    let row = send(&bench, "Savings", None);
    let body = json!({ "transaction": { "account_id": bench.account("Savings") } });
    bench.refused(
        400,
        Method::PUT,
        &format!("transactions/{}", row["id"].as_str().unwrap()),
        &body,
    );
}
