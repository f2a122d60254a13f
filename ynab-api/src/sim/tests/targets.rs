//! Targets, by the rules of API 1.85 to 1.87.

use http::Method;
use serde_json::{Value, json};

use super::Bench;

fn set(bench: &Bench, category: &str, fields: &Value) -> Value {
    let address = format!("categories/{}", bench.category(category));
    bench.write(200, Method::PATCH, &address, &json!({ "category": fields }))["category"].clone()
}

fn refused(bench: &Bench, category: uuid::Uuid, fields: &Value) -> String {
    bench.refused(
        400,
        Method::PATCH,
        &format!("categories/{category}"),
        &json!({ "category": fields }),
    )
}

/// Kind, amount, cadence, its frequency, date, whole-amount option.
fn target(row: &Value) -> Value {
    json!([
        row["goal_type"],
        row["goal_target"],
        row["goal_cadence"],
        row["goal_cadence_frequency"],
        row["goal_target_date"],
        row["goal_needs_whole_amount"]
    ])
}

#[test]
fn an_amount_alone_makes_a_monthly_need() {
    let bench = Bench::new();
    let row = set(&bench, "Food", &json!({ "goal_target": 400_000 }));
    assert_eq!(target(&row), json!(["NEED", 400_000, 1, 1, null, true]));
    assert_eq!(
        (&row["goal_under_funded"], &row["goal_overall_left"]),
        (&json!(100_000), &json!(100_000))
    );
    assert_eq!(
        (&row["goal_percentage_complete"], &row["goal_creation_month"]),
        (&json!(75), &json!("2026-11-01"))
    );
    assert_eq!(
        (&row["goal_target_formatted"], &row["goal_target_currency"]),
        (&json!("$400.00"), &json!(400.0))
    );
    let row = set(&bench, "Food", &json!({ "goal_needs_whole_amount": false }));
    assert_eq!(target(&row), json!(["NEED", 400_000, 1, 1, null, false]));
    let row = set(&bench, "Food", &json!({ "goal_target": 200_000 }));
    assert_eq!(target(&row), json!(["NEED", 200_000, 1, 1, null, false]));
    assert_eq!(row["goal_under_funded"], 0);
}

#[test]
fn a_date_makes_it_due_and_null_takes_the_date_away() {
    let bench = Bench::new();
    let row = set(
        &bench,
        "Books",
        &json!({ "goal_target": 120_000, "goal_target_date": "2027-02-15" }),
    );
    assert_eq!(target(&row), json!(["NEED", 120_000, 0, null, "2027-02-15", true]));
    assert_eq!(
        (&row["goal_months_to_budget"], &row["goal_under_funded"]),
        (&json!(4), &json!(30_000))
    );
    let row = set(&bench, "Books", &json!({ "goal_target_date": null }));
    assert_eq!(target(&row), json!(["NEED", 120_000, 1, 1, null, true]));
}

#[test]
fn a_frequency_makes_it_repeat() {
    let bench = Bench::new();
    for (frequency, cadence, date) in [
        ("monthly", 1, Value::Null),
        ("weekly", 2, Value::Null),
        ("yearly", 13, json!("2026-12-31")),
    ] {
        let row = set(
            &bench,
            "Books",
            &json!({ "goal_target": 10_000, "goal_frequency": frequency }),
        );
        assert_eq!(
            target(&row),
            json!(["NEED", 10_000, cadence, 1, date, true]),
            "{frequency}"
        );
    }
    let row = set(&bench, "Books", &json!({ "goal_target": 20_000 }));
    assert_eq!(row["goal_cadence"], 13);
}

#[test]
fn null_removes_the_target() {
    let bench = Bench::new();
    set(&bench, "Food", &json!({ "goal_target": 400_000 }));
    let row = set(&bench, "Food", &json!({ "goal_target": null }));
    assert_eq!(target(&row), json!([null, null, null, null, null, null]));
    assert_eq!(
        set(&bench, "Food", &json!({ "goal_target": null }))["goal_type"],
        Value::Null
    );
}

#[test]
fn fields_that_do_not_go_together_are_refused() {
    let bench = Bench::new();
    let books = bench.category("Books");
    for fields in [
        json!({ "goal_frequency": "monthly" }),
        json!({ "goal_target_date": "2027-01-01" }),
        json!({ "goal_needs_whole_amount": true }),
        json!({ "goal_target": 1_000, "goal_frequency": "daily" }),
        json!({ "goal_target": 1_000, "goal_frequency": "monthly", "goal_target_date": "2027-01-01" }),
        json!({ "goal_target": null, "goal_target_date": "2027-01-01" }),
        json!({ "goal_target": 1_000, "goal_target_date": "2026-11-29" }),
        json!({ "goal_target": -1_000 }),
        json!({ "goal_target": 0 }),
        json!({ "goal_target": 10.5 }),
    ] {
        refused(&bench, books, &fields);
    }
}

#[test]
fn card_and_loan_categories_take_fewer_targets() {
    let bench = Bench::new();
    let card = bench.payment_category("Card");
    let body = json!({ "category": { "goal_target": 50_000 } });
    let row = bench.write(200, Method::PATCH, &format!("categories/{card}"), &body)["category"].clone();
    assert_eq!(target(&row), json!(["MF", 50_000, 1, 1, null, null]));
    let body = json!({ "category": { "goal_target_date": "2027-01-31" } });
    let row = bench.write(200, Method::PATCH, &format!("categories/{card}"), &body)["category"].clone();
    assert_eq!(target(&row), json!(["TBD", 50_000, 0, null, "2027-01-31", null]));
    refused(
        &bench,
        card,
        &json!({ "goal_target": 50_000, "goal_frequency": "monthly" }),
    );
    refused(&bench, card, &json!({ "goal_needs_whole_amount": true }));
    let row = set(&bench, "Car", &json!({ "goal_target": 265_000 }));
    assert_eq!(target(&row), json!(["DEBT", 265_000, 1, 1, null, null]));
    let loan = bench.category("Car");
    refused(
        &bench,
        loan,
        &json!({ "goal_target": 1_000, "goal_frequency": "monthly" }),
    );
    refused(
        &bench,
        loan,
        &json!({ "goal_target": 1_000, "goal_target_date": "2027-01-01" }),
    );
    refused(
        &bench,
        loan,
        &json!({ "goal_target": 1_000, "goal_needs_whole_amount": false }),
    );
    assert_eq!(
        set(&bench, "Car", &json!({ "goal_target": null }))["goal_type"],
        Value::Null
    );
}

#[test]
fn a_new_category_can_have_a_target() {
    let bench = Bench::new();
    let body = json!({ "category": { "name": "Trip", "category_group_id": bench.group("Fun"), "goal_target": 900_000,
        "goal_target_date": "2027-07-01", "goal_needs_whole_amount": false } });
    let row = bench.write(201, Method::POST, "categories", &body)["category"].clone();
    assert_eq!(target(&row), json!(["NEED", 900_000, 0, null, "2027-07-01", false]));
}
