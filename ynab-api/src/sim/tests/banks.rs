//! Rows with import ids, matching, and the import of linked accounts.

use http::Method;
use serde_json::{Value, json};

use super::Bench;
use crate::sim::model::PendingImport;

fn bank_row(bench: &Bench, import_id: &str, date: &str) -> Value {
    json!({ "account_id": bench.account("Checking"), "date": date, "amount": -20_000, "payee_name": "SHOP 4711",
        "import_id": import_id })
}

#[test]
fn an_import_id_is_taken_once_per_account() {
    let bench = Bench::new();
    let row = bench.create(&bank_row(&bench, "a:1", "2026-11-10"));
    assert_eq!(
        (&row["import_id"], &row["import_payee_name"]),
        (&json!("a:1"), &json!("SHOP 4711"))
    );
    let again = json!({ "transaction": bank_row(&bench, "a:1", "2026-11-11") });
    bench.refused(409, Method::POST, "transactions", &again);
    let mut elsewhere = bank_row(&bench, "a:1", "2026-11-10");
    elsewhere["account_id"] = json!(bench.account("Savings"));
    bench.create(&elsewhere);
    let many = json!({ "transactions": [
        bank_row(&bench, "a:1", "2026-11-10"),
        bank_row(&bench, "a:2", "2026-11-10"),
        bank_row(&bench, "a:2", "2026-11-10"),
    ]});
    let data = bench.write(201, Method::POST, "transactions", &many);
    assert_eq!(data["duplicate_import_ids"], json!(["a:1", "a:2"]));
    assert_eq!(data["transaction_ids"].as_array().unwrap().len(), 1);
    let knowledge = bench.knowledge();
    let data = bench.write(201, Method::POST, "transactions", &many);
    assert_eq!(data["transaction_ids"], json!([]));
    assert_eq!(bench.knowledge(), knowledge);
}

#[test]
fn a_deleted_rows_import_id_is_free_again() {
    let bench = Bench::new();
    let id = bench.create(&bank_row(&bench, "a:1", "2026-11-10"))["id"]
        .as_str()
        .unwrap()
        .to_owned();
    bench.write(200, Method::DELETE, &format!("transactions/{id}"), &Value::Null);
    bench.create(&bank_row(&bench, "a:1", "2026-11-10"));
}

#[test]
fn a_bank_row_is_matched_with_the_nearest_one_entered_by_hand() {
    let bench = Bench::new();
    let by_hand = |date: &str| {
        json!({ "account_id": bench.account("Checking"), "date": date, "amount": -20_000, "payee_name": "Shop",
            "category_id": bench.category("Food"), "approved": true })
    };
    bench.create(&by_hand("2026-11-01"));
    let near = bench.create(&by_hand("2026-11-12"));
    let matched = bench.create(&bank_row(&bench, "a:1", "2026-11-10"));
    assert_eq!(matched["id"], near["id"]);
    assert_eq!(
        (&matched["payee_name"], &matched["import_id"]),
        (&json!("Shop"), &Value::Null)
    );
    assert_eq!(
        (&matched["cleared"], &matched["approved"]),
        (&json!("cleared"), &json!(false))
    );
    assert!(matched["matched_transaction_id"].is_string());
    assert_eq!(bench.balances("Checking").0, 960_000);
    let again = json!({ "transaction": bank_row(&bench, "a:1", "2026-11-10") });
    bench.refused(409, Method::POST, "transactions", &again);
    let rows = json!({ "transactions": [{ "import_id": "a:1", "memo": "found by import id" }] });
    let data = bench.write(209, Method::PATCH, "transactions", &rows);
    assert_eq!(data["transactions"][0]["id"], near["id"]);
}

#[test]
fn eleven_days_or_another_amount_are_no_match() {
    let bench = Bench::new();
    bench.create(&json!({ "account_id": bench.account("Checking"), "date": "2026-11-21", "amount": -20_000 }));
    bench.create(&json!({ "account_id": bench.account("Checking"), "date": "2026-11-10", "amount": -20_001 }));
    let row = bench.create(&bank_row(&bench, "a:1", "2026-11-10"));
    assert_eq!(row["matched_transaction_id"], Value::Null);
    assert_eq!(row["import_id"], "a:1");
}

#[test]
fn rename_rules_are_for_imported_rows_only() {
    let bench = Bench::new();
    let shop = bench.create(
        &json!({ "account_id": bench.account("Savings"), "date": "2026-11-10", "amount": -1,
        "payee_name": "Shop" }),
    );
    let shop_id = shop["payee_id"].as_str().unwrap().parse().unwrap();
    bench.desk.world_mut().plans[0]
        .rename_rules
        .insert("shop 4711".into(), shop_id);
    let imported = bench.create(&bank_row(&bench, "a:1", "2026-11-10"));
    assert_eq!(
        (&imported["payee_name"], &imported["import_payee_name_original"]),
        (&json!("Shop"), &json!("SHOP 4711"))
    );
    let mut by_hand = bank_row(&bench, "", "2026-11-10");
    by_hand["import_id"] = Value::Null;
    assert_eq!(bench.create(&by_hand)["payee_name"], "SHOP 4711");
}

#[test]
fn the_import_of_linked_accounts_brings_each_row_once() {
    let bench = Bench::new();
    assert_eq!(
        bench.write(200, Method::POST, "transactions/import", &Value::Null)["transaction_ids"],
        json!([])
    );
    let (checking, savings) = (bench.account("Checking"), bench.account("Savings"));
    {
        let mut world = bench.desk.world_mut();
        let plan = &mut world.plans[0];
        plan.edit_account(checking, |account| account.direct_import_linked = true);
        plan.edit_account(savings, |account| {
            account.direct_import_linked = true;
            account.direct_import_in_error = true;
        });
        for account_id in [checking, checking, savings] {
            let date = "2026-11-28".parse().unwrap();
            plan.pending_imports.push(PendingImport {
                account_id,
                date,
                amount: -5_000,
                payee: "KIOSK".into(),
            });
        }
    }
    let data = bench.write(201, Method::POST, "transactions/import", &Value::Null);
    assert_eq!(data["transaction_ids"].as_array().unwrap().len(), 2);
    let rows = bench.get("transactions?type=unapproved")["transactions"].clone();
    let ids: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["import_id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["YNAB:-5000:2026-11-28:1", "YNAB:-5000:2026-11-28:2"]);
    assert_eq!(bench.balances("Checking"), (990_000, 990_000, 0));
    assert_eq!(
        bench.write(200, Method::POST, "transactions/import", &Value::Null)["transaction_ids"],
        json!([])
    );
}
