//! Creating, changing and deleting plain transactions.

use http::Method;
use serde_json::{Value, json};

use super::Bench;
use crate::sim::faults::{Fault, FaultEffect};
use crate::sim::quirks::Quirks;
use crate::sim::routes::Operation;

/// A purchase of 12.34 for food.
fn lunch(bench: &Bench) -> Value {
    json!({
        "account_id": bench.account("Checking"),
        "date": "2026-11-20",
        "amount": -12_340,
        "payee_name": "O'Brien <Café>",
        "category_id": bench.category("Food"),
    })
}

fn with(mut fields: Value, name: &str, value: Value) -> Value {
    fields[name] = value;
    fields
}

#[test]
fn a_new_transaction_moves_balances_and_available_money() {
    let bench = Bench::new();
    let row = bench.create(&lunch(&bench));
    assert_eq!(row["amount"], -12_340);
    assert_eq!(row["amount_formatted"], "-$12.34");
    assert_eq!(row["amount_currency"], -12.34);
    assert_eq!(row["approved"], false);
    assert_eq!(row["cleared"], "uncleared");
    assert_eq!(row["payee_name"], "O'Brien <Café>");
    assert_eq!(row["category_name"], "Food");
    assert_eq!(row["subtransactions"], json!([]));
    assert_eq!(bench.balances("Checking"), (987_660, 1_000_000, -12_340));
    assert_eq!(bench.figures("2026-11-01", "Food"), (300_000, -12_340, 287_660));
    assert_eq!(bench.ready("2026-11-01"), 600_000);
}

#[test]
fn a_month_of_the_past_carries_its_change_into_the_present() {
    let bench = Bench::new();
    bench.assign("2026-10-01", "Food", 50_000);
    bench.create(&with(lunch(&bench), "date", json!("2026-10-15")));
    assert_eq!(bench.figures("2026-10-01", "Food"), (50_000, -12_340, 37_660));
    assert_eq!(bench.figures("2026-11-01", "Food"), (300_000, 0, 337_660));
}

#[test]
fn income_is_ready_to_assign() {
    let bench = Bench::new();
    let income = bench.category("Inflow: Ready to Assign");
    let row = json!({ "account_id": bench.account("Checking"), "date": "2026-11-27", "amount": 250_000,
        "category_id": income });
    bench.create(&row);
    assert_eq!(bench.ready("current"), 850_000);
    let month = bench.get("months/current")["month"].clone();
    assert_eq!(
        (month["income"].as_i64(), month["budgeted"].as_i64()),
        (Some(250_000), Some(900_000))
    );
}

#[test]
fn required_fields_and_known_rows_are_demanded() {
    let bench = Bench::new();
    for name in ["account_id", "date", "amount"] {
        let mut fields = lunch(&bench);
        fields.as_object_mut().unwrap().remove(name);
        assert_eq!(bench.create_refused(&fields), format!("{name} is missing"));
        bench.create_refused(&with(lunch(&bench), name, Value::Null));
    }
    for name in ["account_id", "category_id", "payee_id"] {
        let stranger = json!("00000000-0000-4000-8000-000000000000");
        assert!(
            bench
                .create_refused(&with(lunch(&bench), name, stranger))
                .starts_with(name)
        );
        bench.create_refused(&with(lunch(&bench), name, json!("not an id")));
    }
    bench.create_refused(&with(lunch(&bench), "account_id", json!(bench.account("Closed"))));
    bench.refused(400, Method::POST, "transactions", &json!({}));
    bench.refused(400, Method::POST, "transactions", &json!({ "transactions": [] }));
    let both = json!({ "transaction": lunch(&bench), "transactions": [lunch(&bench)] });
    bench.refused(400, Method::POST, "transactions", &both);
}

#[test]
fn amounts_are_whole_numbers_of_milliunits() {
    let bench = Bench::new();
    for amount in [
        json!(-12.34),
        json!(-12.0),
        json!("-12340"),
        json!(9_000_000_000_000_000_000_i64),
    ] {
        bench.create_refused(&with(lunch(&bench), "amount", amount));
    }
    assert_eq!(
        bench.create(&with(lunch(&bench), "amount", json!(-4_059)))["amount_formatted"],
        "-$4.06"
    );
    assert_eq!(bench.create(&with(lunch(&bench), "amount", json!(0)))["amount"], 0);
}

#[test]
fn dates_lie_between_five_years_ago_and_today_in_utc() {
    let bench = Bench::new();
    for date in [
        "2026-12-01",
        "2021-11-29",
        "2026-11-31",
        "30.11.2026",
        "2026-11-30T00:00:00Z",
    ] {
        bench.create_refused(&with(lunch(&bench), "date", json!(date)));
    }
    for date in ["2026-11-30", "2021-11-30"] {
        assert_eq!(bench.create(&with(lunch(&bench), "date", json!(date)))["date"], date);
    }
}

#[test]
fn text_has_its_limits_in_characters() {
    let bench = Bench::new();
    for (name, limit) in [("import_id", 36), ("memo", 500), ("payee_name", 200)] {
        let fits = "ä".repeat(limit);
        let fields = with(lunch(&bench), name, json!(fits));
        assert!(bench.create(&fields)[name].as_str().is_some());
        let text = bench.create_refused(&with(lunch(&bench), name, json!(format!("{fits}x"))));
        assert_eq!(text, format!("{name} is longer than {limit} characters"));
    }
}

#[test]
fn flags_are_colours_empty_text_or_null() {
    let bench = Bench::new();
    for flag in [json!("red"), json!("purple"), json!(""), Value::Null] {
        assert_eq!(
            bench.create(&with(lunch(&bench), "flag_color", flag.clone()))["flag_color"],
            flag
        );
    }
    bench.create_refused(&with(lunch(&bench), "flag_color", json!("pink")));
    bench.create_refused(&with(lunch(&bench), "cleared", json!("almost")));
    bench.desk.world_mut().plans[0]
        .flag_names
        .insert("red".into(), "To check".into());
    let row = bench.create(&with(lunch(&bench), "flag_color", json!("red")));
    assert_eq!(row["flag_name"], "To check");
}

#[test]
fn a_payee_is_found_by_name_or_made() {
    let bench = Bench::new();
    let first = bench.create(&lunch(&bench));
    let second = bench.create(&with(lunch(&bench), "payee_name", json!("  o'brien <café> ")));
    assert_eq!(first["payee_id"], second["payee_id"]);
    let other = bench.create(&with(lunch(&bench), "payee_name", json!("日本食品店")));
    assert_ne!(first["payee_id"], other["payee_id"]);
    let wins = with(
        with(lunch(&bench), "payee_id", first["payee_id"].clone()),
        "payee_name",
        json!("Ignored"),
    );
    assert_eq!(bench.create(&wins)["payee_name"], "O'Brien <Café>");
    assert_eq!(
        bench.create(&with(lunch(&bench), "payee_name", Value::Null))["payee_id"],
        Value::Null
    );
    bench.create_refused(&with(lunch(&bench), "payee_name", json!("Transfer : Savings")));
}

#[test]
fn income_cannot_go_to_a_card_and_categories_not_to_tracking_accounts() {
    let bench = Bench::new();
    let on_card = with(lunch(&bench), "account_id", json!(bench.account("Card")));
    let income = json!(bench.category("Inflow: Ready to Assign"));
    assert_eq!(
        bench.create_refused(&with(on_card, "category_id", income)),
        "the request is not valid"
    );
    let tracked = bench.create(&with(lunch(&bench), "account_id", json!(bench.account("Asset"))));
    assert_eq!(tracked["category_id"], Value::Null);
    assert_eq!(bench.figures("current", "Food").1, 0);
    let payment = json!(bench.payment_category("Card"));
    assert_eq!(
        bench.create(&with(lunch(&bench), "category_id", payment))["category_id"],
        Value::Null
    );
}

#[test]
fn reconciled_but_not_approved_comes_back_as_cleared() {
    let bench = Bench::new();
    let reconciled = with(lunch(&bench), "cleared", json!("reconciled"));
    assert_eq!(bench.create(&reconciled)["cleared"], "cleared");
    assert_eq!(
        bench.create(&with(reconciled, "approved", json!(true)))["cleared"],
        "reconciled"
    );
}

#[test]
fn an_update_tells_absent_from_null() {
    let bench = Bench::new();
    let fields = with(
        with(lunch(&bench), "memo", json!("a memo")),
        "flag_color",
        json!("blue"),
    );
    let id = bench.create(&fields)["id"].as_str().unwrap().to_owned();
    let row = bench.change(&id, &json!({ "approved": true }));
    assert_eq!((&row["memo"], &row["flag_color"]), (&json!("a memo"), &json!("blue")));
    assert_eq!(row["category_name"], "Food");
    let row = bench.change(
        &id,
        &json!({ "memo": null, "flag_color": null, "category_id": null, "payee_id": null }),
    );
    for name in ["memo", "flag_color", "category_id", "payee_id", "payee_name"] {
        assert_eq!(row[name], Value::Null, "{name}");
    }
    assert_eq!(row["category_name"], "Uncategorized");
    assert_eq!(bench.figures("current", "Food"), (300_000, 0, 300_000));
    assert_eq!(bench.figures("current", "Uncategorized"), (0, -12_340, -12_340));
    for name in ["amount", "date", "approved", "cleared", "account_id"] {
        let body = json!({ "transaction": { name: null } });
        bench.refused(400, Method::PUT, &format!("transactions/{id}"), &body);
    }
}

#[test]
fn moving_a_row_to_another_account_month_and_category_moves_its_money() {
    let bench = Bench::new();
    let id = bench.create(&lunch(&bench))["id"].as_str().unwrap().to_owned();
    let savings = bench.account("Savings");
    let books = bench.category("Books");
    bench.change(
        &id,
        &json!({ "account_id": savings, "date": "2026-10-10", "amount": -1_000, "category_id": books }),
    );
    assert_eq!(bench.balances("Checking").0, 1_000_000);
    assert_eq!(bench.balances("Savings").0, 499_000);
    assert_eq!(bench.figures("2026-11-01", "Food").1, 0);
    assert_eq!(bench.figures("2026-10-01", "Books"), (0, -1_000, -1_000));
    assert_eq!(bench.ready("2026-11-01"), 599_000);
}

#[test]
fn a_bulk_update_answers_209_and_names_the_index_of_a_bad_row() {
    let bench = Bench::new();
    let ids: Vec<Value> = (0..3).map(|_| bench.create(&lunch(&bench))["id"].clone()).collect();
    let rows: Vec<Value> = ids.iter().map(|id| json!({ "id": id, "approved": true })).collect();
    let data = bench.write(209, Method::PATCH, "transactions", &json!({ "transactions": rows }));
    assert_eq!(data["transaction_ids"], json!(ids));
    assert!(
        data["transactions"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row["approved"] == true)
    );
    assert_eq!(data["server_knowledge"], bench.knowledge());
    let mut bad = rows.clone();
    bad[2]["memo"] = json!("x".repeat(501));
    let detail = bench.refused(400, Method::PATCH, "transactions", &json!({ "transactions": bad }));
    assert_eq!(detail, "memo is longer than 500 characters (index: 2)");
    for row in [
        json!({ "id": "nobody", "approved": true }),
        json!({ "approved": true }),
        json!("text"),
    ] {
        let rows = json!({ "transactions": [rows[0], row] });
        assert!(
            bench
                .refused(400, Method::PATCH, "transactions", &rows)
                .ends_with("(index: 1)")
        );
    }
    let both = json!({ "transactions": [{ "id": ids[0], "import_id": "x" }] });
    bench.refused(400, Method::PATCH, "transactions", &both);
}

#[test]
fn a_bulk_create_makes_all_or_nothing_unless_a_fault_cuts_it() {
    let bench = Bench::new();
    let bad = with(lunch(&bench), "amount", json!(1.5));
    let rows = json!({ "transactions": [lunch(&bench), bad] });
    assert!(
        bench
            .refused(400, Method::POST, "transactions", &rows)
            .ends_with("(index: 1)")
    );
    let rows = json!({ "transactions": [lunch(&bench), lunch(&bench), lunch(&bench)] });
    let data = bench.write(201, Method::POST, "transactions", &rows);
    assert_eq!(data["transaction_ids"].as_array().unwrap().len(), 3);
    assert_eq!(data["duplicate_import_ids"], json!([]));
    bench.fault(Fault::on(Operation::CreateTransaction, FaultEffect::Partial { rows: 2 }).times(1));
    let data = bench.write(201, Method::POST, "transactions", &rows);
    assert_eq!(data["transactions"].as_array().unwrap().len(), 2);
}

#[test]
fn a_bulk_update_may_answer_plain_200_and_touch_fewer_rows_than_asked() {
    let bench = Bench::with_quirks(Quirks {
        bulk_update_plain_ok: true,
        ..Quirks::default()
    });
    let ids: Vec<Value> = (0..2).map(|_| bench.create(&lunch(&bench))["id"].clone()).collect();
    let rows: Vec<Value> = ids.iter().map(|id| json!({ "id": id, "flag_color": "red" })).collect();
    bench.fault(Fault::on(Operation::UpdateTransactions, FaultEffect::Partial { rows: 1 }).times(1));
    let data = bench.write(200, Method::PATCH, "transactions", &json!({ "transactions": rows }));
    assert_eq!(data["transaction_ids"], json!([ids[0]]));
    let held = bench.get(&format!("transactions/{}", ids[1].as_str().unwrap()));
    assert_eq!(held["transaction"]["flag_color"], Value::Null);
}

#[test]
fn a_deleted_row_is_gone_and_cannot_be_deleted_again() {
    let bench = Bench::new();
    let id = bench.create(&lunch(&bench))["id"].as_str().unwrap().to_owned();
    let address = format!("transactions/{id}");
    let data = bench.write(200, Method::DELETE, &address, &Value::Null);
    assert_eq!(data["transaction"]["deleted"], true);
    assert_eq!(bench.balances("Checking").0, 1_000_000);
    assert_eq!(bench.figures("current", "Food").2, 300_000);
    bench.refused(404, Method::DELETE, &address, &Value::Null);
    bench.refused(
        404,
        Method::PUT,
        &address,
        &json!({ "transaction": { "approved": true } }),
    );
    assert_eq!(bench.ask(Method::GET, &address, &Value::Null).0, 404);
}
