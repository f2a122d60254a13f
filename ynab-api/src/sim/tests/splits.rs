//! Splits: one transaction over several categories.

use http::Method;
use serde_json::{Value, json};

use super::Bench;
use crate::sim::quirks::Quirks;

fn shop(bench: &Bench, lines: &Value) -> Value {
    json!({ "account_id": bench.account("Checking"), "date": "2026-11-10", "amount": -90_000,
        "payee_name": "Supermarket", "subtransactions": lines })
}

fn two_lines(bench: &Bench) -> Value {
    json!([
        { "amount": -60_000, "category_id": bench.category("Food"), "memo": "food" },
        { "amount": -30_000, "category_id": bench.category("Books"), "payee_name": "Book corner" },
    ])
}

#[test]
fn lines_spend_from_their_own_categories() {
    let bench = Bench::new();
    let row = bench.create(&shop(&bench, &two_lines(&bench)));
    assert_eq!(row["category_name"], "Split");
    assert_eq!(row["amount"], -90_000);
    let lines = row["subtransactions"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["transaction_id"], row["id"]);
    assert_eq!(
        (&lines[0]["category_name"], &lines[0]["memo"]),
        (&json!("Food"), &json!("food"))
    );
    assert_eq!(lines[1]["payee_name"], "Book corner");
    assert_eq!(bench.figures("current", "Food"), (300_000, -60_000, 240_000));
    assert_eq!(bench.figures("current", "Books"), (0, -30_000, -30_000));
    let shown = bench.get(&format!("transactions/{}", row["id"].as_str().unwrap()))["transaction"].clone();
    assert_eq!(shown, row);
}

#[test]
fn lines_must_add_up_and_stand_where_categories_do() {
    let bench = Bench::new();
    let short = json!([{ "amount": -60_000, "category_id": bench.category("Food") }, { "amount": -29_999 }]);
    bench.create_refused(&shop(&bench, &short));
    let fields = |name: &str, value: Value| {
        let mut fields = shop(&bench, &two_lines(&bench));
        fields[name] = value;
        fields
    };
    bench.create_refused(&fields("account_id", json!(bench.account("Asset"))));
    bench.create_refused(&fields("payee_id", json!(bench.transfer_payee("Savings"))));
    bench.create_refused(&shop(&bench, &json!([{ "category_id": bench.category("Food") }])));
    bench.create_refused(&shop(
        &bench,
        &json!([{ "amount": -90_000, "payee_name": "x".repeat(201) }]),
    ));
    let to_tracking = bench.create(&fields("payee_id", json!(bench.transfer_payee("Asset"))));
    assert_eq!(to_tracking["subtransactions"].as_array().unwrap().len(), 2);
    assert_eq!(bench.balances("Asset").0, 2_090_000);
    assert_eq!(bench.figures("current", "Food").1, -60_000);
}

#[test]
fn a_plain_row_is_split_in_place_and_keeps_its_import() {
    let bench = Bench::new();
    let row = bench.create(&json!({ "account_id": bench.account("Checking"), "date": "2026-11-10",
        "amount": -90_000, "category_id": bench.category("Food"), "import_id": "YNAB:-90000:2026-11-10:1" }));
    let id = row["id"].as_str().unwrap();
    let split = bench.change(
        id,
        &json!({ "category_id": null, "subtransactions": two_lines(&bench) }),
    );
    assert_eq!(
        (&split["id"], &split["import_id"]),
        (&row["id"], &json!("YNAB:-90000:2026-11-10:1"))
    );
    assert_eq!(split["category_name"], "Split");
    assert_eq!(bench.figures("current", "Food").1, -60_000);
}

#[test]
fn the_lines_amount_date_and_category_of_a_split_stay() {
    let bench = Bench::new();
    let row = bench.create(&shop(&bench, &two_lines(&bench)));
    let id = row["id"].as_str().unwrap();
    let one = json!([{ "amount": -90_000, "category_id": bench.category("Food") }]);
    bench.refused(
        400,
        Method::PUT,
        &format!("transactions/{id}"),
        &json!({ "transaction": { "subtransactions": one } }),
    );
    let same = bench.change(
        id,
        &json!({ "amount": -1_000, "date": "2026-11-11", "memo": "kept",
        "category_id": bench.category("Rent") }),
    );
    assert_eq!(
        (&same["amount"], &same["date"]),
        (&json!(-90_000), &json!("2026-11-10"))
    );
    assert_eq!(
        (&same["memo"], &same["category_name"]),
        (&json!("kept"), &json!("Split"))
    );
    assert_eq!(same["subtransactions"], row["subtransactions"]);
    let moved = bench.change(id, &json!({ "account_id": bench.account("Savings") }));
    assert_eq!(moved["account_name"], "Savings");
    assert_eq!(bench.figures("current", "Food").1, -60_000);
}

#[test]
fn new_lines_of_a_split_may_be_ignored_instead() {
    let bench = Bench::with_quirks(Quirks {
        split_change_ignored: true,
        ..Quirks::default()
    });
    let row = bench.create(&shop(&bench, &two_lines(&bench)));
    let one = json!([{ "amount": -90_000, "category_id": bench.category("Food") }]);
    let same = bench.change(row["id"].as_str().unwrap(), &json!({ "subtransactions": one }));
    assert_eq!(same["subtransactions"], row["subtransactions"]);
}

#[test]
fn a_line_can_transfer_and_its_other_side_is_tied_to_it() {
    let bench = Bench::new();
    let lines = json!([
        { "amount": -40_000, "category_id": bench.category("Food") },
        { "amount": -50_000, "payee_id": bench.transfer_payee("Savings"), "category_id": bench.category("Food") },
    ]);
    let row = bench.create(&shop(&bench, &lines));
    let line = &row["subtransactions"][1];
    assert_eq!(line["category_id"], Value::Null);
    assert_eq!(bench.balances("Savings").0, 550_000);
    assert_eq!(bench.figures("current", "Food").1, -40_000);
    let side = line["transfer_transaction_id"].as_str().unwrap();
    let other = bench.get(&format!("transactions/{side}"))["transaction"].clone();
    assert_eq!(other["transfer_transaction_id"], line["id"]);
    let same = bench.change(side, &json!({ "amount": 1, "date": "2026-11-01", "memo": "mine" }));
    assert_eq!(
        (&same["amount"], &same["payee_name"]),
        (&json!(50_000), &json!("Transfer : Checking"))
    );
    assert_eq!(same["memo"], "mine");
    bench.change(
        row["id"].as_str().unwrap(),
        &json!({ "account_id": bench.account("Card") }),
    );
    let other = bench.get(&format!("transactions/{side}"))["transaction"].clone();
    assert_eq!(other["payee_name"], "Transfer : Card");
}

#[test]
fn deleting_the_split_deletes_what_its_lines_transferred_and_a_lost_side_frees_the_line() {
    let bench = Bench::new();
    let lines = json!([
        { "amount": -40_000, "category_id": bench.category("Food") },
        { "amount": -50_000, "payee_id": bench.transfer_payee("Savings") },
    ]);
    let first = bench.create(&shop(&bench, &lines));
    bench.write(
        200,
        Method::DELETE,
        &format!("transactions/{}", first["id"].as_str().unwrap()),
        &Value::Null,
    );
    assert_eq!(
        (bench.balances("Savings").0, bench.balances("Checking").0),
        (500_000, 1_000_000)
    );
    let second = bench.create(&shop(&bench, &lines));
    let side = second["subtransactions"][1]["transfer_transaction_id"]
        .as_str()
        .unwrap();
    bench.write(200, Method::DELETE, &format!("transactions/{side}"), &Value::Null);
    let row = bench.get(&format!("transactions/{}", second["id"].as_str().unwrap()))["transaction"].clone();
    assert_eq!(row["amount"], -90_000);
    assert_eq!(row["subtransactions"][1]["transfer_account_id"], Value::Null);
    assert_eq!(bench.figures("current", "Uncategorized").1, -50_000);
}

#[test]
fn what_hangs_on_a_split_keeps_its_account_payee_amount_and_date() {
    let bench = Bench::new();
    let lines = json!([
        { "amount": -40_000, "category_id": bench.category("Food") },
        { "amount": -50_000, "payee_id": bench.transfer_payee("Savings") },
    ]);
    let row = bench.create(&shop(&bench, &lines));
    let side = row["subtransactions"][1]["transfer_transaction_id"].as_str().unwrap();
    let mut whole = shop(&bench, &two_lines(&bench));
    whole["payee_id"] = json!(bench.transfer_payee("Asset"));
    let whole_side = bench.create(&whole)["transfer_transaction_id"].clone();
    for (id, fields) in [
        (side, json!({ "account_id": bench.account("Card") })),
        (side, json!({ "payee_id": bench.transfer_payee("Card") })),
        (side, json!({ "payee_name": "Shop" })),
        (
            whole_side.as_str().unwrap(),
            json!({ "payee_id": bench.transfer_payee("Savings") }),
        ),
        (
            whole_side.as_str().unwrap(),
            json!({ "account_id": bench.account("Savings") }),
        ),
        (
            row["id"].as_str().unwrap(),
            json!({ "account_id": bench.account("Savings") }),
        ),
        (
            row["id"].as_str().unwrap(),
            json!({ "account_id": bench.account("Asset") }),
        ),
        (
            row["id"].as_str().unwrap(),
            json!({ "payee_id": bench.transfer_payee("Savings") }),
        ),
    ] {
        bench.refused(
            400,
            Method::PUT,
            &format!("transactions/{id}"),
            &json!({ "transaction": fields }),
        );
    }
    let same = bench.change(
        whole_side.as_str().unwrap(),
        &json!({ "amount": 1, "date": "2026-11-01", "cleared": "cleared" }),
    );
    assert_eq!((&same["amount"], &same["date"]), (&json!(90_000), &json!("2026-11-10")));
    assert_eq!(same["cleared"], "cleared");
}
