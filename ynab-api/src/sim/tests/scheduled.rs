//! Scheduled transactions.

use http::Method;
use serde_json::{Value, json};

use super::Bench;
use crate::sim::quirks::Quirks;
use crate::sim::schedule::Frequency;

fn rent(bench: &Bench) -> Value {
    json!({ "account_id": bench.account("Checking"), "date": "2026-12-01", "amount": -600_000, "payee_name": "Landlord",
        "category_id": bench.category("Rent"), "memo": "flat", "flag_color": "blue", "frequency": "monthly" })
}

fn with(mut fields: Value, name: &str, value: Value) -> Value {
    fields[name] = value;
    fields
}

fn create(bench: &Bench, fields: &Value) -> Value {
    let body = json!({ "scheduled_transaction": fields });
    bench.write(201, Method::POST, "scheduled_transactions", &body)["scheduled_transaction"].clone()
}

fn replace(bench: &Bench, id: &Value, fields: &Value) -> Value {
    let address = format!("scheduled_transactions/{}", id.as_str().unwrap());
    bench.write(200, Method::PUT, &address, &json!({ "scheduled_transaction": fields }))["scheduled_transaction"]
        .clone()
}

#[test]
fn every_frequency_is_taken_and_the_one_date_becomes_two() {
    let bench = Bench::new();
    for frequency in Frequency::ALL {
        let row = create(&bench, &with(rent(&bench), "frequency", json!(frequency.word())));
        assert_eq!(row["frequency"], frequency.word());
        assert_eq!(
            (&row["date_first"], &row["date_next"]),
            (&json!("2026-12-01"), &json!("2026-12-01"))
        );
        assert!(row.get("date").is_none());
    }
    let row = create(&bench, &rent(&bench));
    assert_eq!(
        (&row["payee_name"], &row["category_name"]),
        (&json!("Landlord"), &json!("Rent"))
    );
    assert_eq!(
        (&row["amount_formatted"], &row["flag_color"]),
        (&json!("-$600.00"), &json!("blue"))
    );
    assert_eq!(
        bench.get("scheduled_transactions")["scheduled_transactions"]
            .as_array()
            .unwrap()
            .len(),
        14
    );
}

#[test]
fn some_report_that_only_plain_frequencies_are_taken() {
    let bench = Bench::with_quirks(Quirks {
        plain_frequencies_only: true,
        ..Quirks::default()
    });
    create(&bench, &with(rent(&bench), "frequency", json!("everyOtherWeek")));
    let body = json!({ "scheduled_transaction": with(rent(&bench), "frequency", json!("twiceAMonth")) });
    let detail = bench.refused(400, Method::POST, "scheduled_transactions", &body);
    assert_eq!(detail, "frequency twiceAMonth is not supported");
}

#[test]
fn a_new_one_lies_in_the_next_five_years_on_an_open_account() {
    let bench = Bench::new();
    let stranger = json!("00000000-0000-4000-8000-000000000000");
    for (name, value) in [
        ("date", json!("2026-11-30")),
        ("date", json!("2031-12-01")),
        ("date", Value::Null),
        ("account_id", json!(bench.account("Closed"))),
        ("account_id", stranger.clone()),
        ("category_id", stranger),
        ("category_id", json!(bench.payment_category("Card"))),
        ("payee_id", json!(bench.transfer_payee("Checking"))),
        ("frequency", json!("sometimes")),
        ("memo", json!("x".repeat(501))),
        ("payee_name", json!("x".repeat(201))),
        ("amount", json!(1.5)),
        ("flag_color", json!("pink")),
    ] {
        let body = json!({ "scheduled_transaction": with(rent(&bench), name, value) });
        bench.refused(400, Method::POST, "scheduled_transactions", &body);
    }
    create(&bench, &with(rent(&bench), "date", json!("2031-11-30")));
}

#[test]
fn a_change_replaces_the_whole() {
    let bench = Bench::new();
    let id = create(&bench, &rent(&bench))["id"].clone();
    let address = format!("scheduled_transactions/{}", id.as_str().unwrap());
    for part in ["amount", "frequency", "account_id", "date"] {
        let mut fields = rent(&bench);
        fields.as_object_mut().unwrap().remove(part);
        bench.refused(400, Method::PUT, &address, &json!({ "scheduled_transaction": fields }));
    }
    let mut bare = rent(&bench);
    for part in ["memo", "flag_color", "payee_name", "category_id"] {
        bare.as_object_mut().unwrap().remove(part);
    }
    let row = replace(&bench, &id, &bare);
    for part in ["memo", "flag_color", "payee_id", "category_id"] {
        assert_eq!(row[part], Value::Null, "{part}");
    }
}

#[test]
fn a_change_may_lie_a_week_back_and_moves_the_next_date() {
    let bench = Bench::new();
    let id = create(&bench, &rent(&bench))["id"].clone();
    bench.advance_days(40);
    let held = bench.get(&format!("scheduled_transactions/{}", id.as_str().unwrap()))["scheduled_transaction"].clone();
    assert_eq!(
        (&held["date_first"], &held["date_next"]),
        (&json!("2026-12-01"), &json!("2027-02-01"))
    );
    let same = replace(&bench, &id, &with(rent(&bench), "date", json!("2027-02-01")));
    assert_eq!(
        (&same["date_first"], &same["date_next"]),
        (&json!("2026-12-01"), &json!("2027-02-01"))
    );
    let address = format!("scheduled_transactions/{}", id.as_str().unwrap());
    let first = json!({ "scheduled_transaction": rent(&bench) });
    bench.refused(400, Method::PUT, &address, &first);
    let moved = replace(&bench, &id, &with(rent(&bench), "date", json!("2027-01-02")));
    assert_eq!(moved["date_next"], "2027-01-02");
}

#[test]
fn what_falls_due_is_entered_under_an_id_with_its_date() {
    let bench = Bench::new();
    let id = create(&bench, &with(rent(&bench), "date", json!("2026-12-31")))["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let once = with(
        with(rent(&bench), "date", json!("2026-12-24")),
        "frequency",
        json!("never"),
    );
    let once = create(&bench, &once)["id"].as_str().unwrap().to_owned();
    let knowledge = bench.knowledge();
    bench.advance_days(95);
    let rows = bench.get(&format!("transactions?last_knowledge_of_server={knowledge}"))["transactions"].clone();
    let ids: Vec<_> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .collect();
    let wanted = [
        format!("{once}_2026-12-24"),
        format!("{id}_2026-12-31"),
        format!("{id}_2027-01-31"),
        format!("{id}_2027-02-28"),
    ];
    assert_eq!(ids, wanted);
    assert_eq!(
        (&rows[0]["approved"], &rows[0]["cleared"]),
        (&json!(false), &json!("uncleared"))
    );
    let data = bench.get(&format!("scheduled_transactions?last_knowledge_of_server={knowledge}"));
    let states: Vec<_> = data["scheduled_transactions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["deleted"].clone())
        .collect();
    assert_eq!(states, [json!(false), json!(true)]);
    let held = bench.change(&wanted[3], &json!({ "approved": true }));
    assert_eq!(held["approved"], true);
    bench.assert_balanced();
}

#[test]
fn a_scheduled_transfer_makes_both_sides_when_it_falls_due() {
    let bench = Bench::new();
    let fields = json!({ "account_id": bench.account("Checking"), "date": "2026-12-05", "amount": -50_000,
        "payee_id": bench.transfer_payee("Savings"), "category_id": bench.category("Food"), "frequency": "weekly" });
    let row = create(&bench, &fields);
    assert_eq!(
        (&row["transfer_account_id"], &row["category_id"]),
        (&json!(bench.account("Savings")), &Value::Null)
    );
    bench.advance_days(13);
    assert_eq!(bench.balances("Savings").0, 600_000);
    bench.assert_balanced();
}

#[test]
fn a_deleted_one_is_a_tombstone_that_can_be_read_and_deleted_again() {
    let bench = Bench::new();
    let id = create(&bench, &rent(&bench))["id"].as_str().unwrap().to_owned();
    let address = format!("scheduled_transactions/{id}");
    let gone = bench.write(200, Method::DELETE, &address, &Value::Null)["scheduled_transaction"].clone();
    assert_eq!(gone["deleted"], true);
    assert_eq!(bench.get(&address)["scheduled_transaction"]["deleted"], true);
    assert_eq!(
        bench.write(200, Method::DELETE, &address, &Value::Null)["scheduled_transaction"]["deleted"],
        true
    );
    assert_eq!(bench.get("scheduled_transactions")["scheduled_transactions"], json!([]));
    bench.refused(
        404,
        Method::PUT,
        &address,
        &json!({ "scheduled_transaction": rent(&bench) }),
    );
    bench.refused(404, Method::DELETE, "scheduled_transactions/nobody", &Value::Null);
}

#[test]
fn a_deletion_may_answer_well_and_delete_nothing() {
    let bench = Bench::with_quirks(Quirks {
        scheduled_delete_ignored: true,
        ..Quirks::default()
    });
    let id = create(&bench, &rent(&bench))["id"].as_str().unwrap().to_owned();
    let address = format!("scheduled_transactions/{id}");
    bench.write(200, Method::DELETE, &address, &Value::Null);
    assert_eq!(bench.get(&address)["scheduled_transaction"]["deleted"], false);
}
