//! Assigning money, month by month.

use http::Method;
use serde_json::{Value, json};

use super::Bench;

#[test]
fn assigning_takes_from_ready_to_assign_and_rolls_over() {
    let bench = Bench::new();
    let row = bench.assign("2026-11-01", "Books", 45_670);
    assert_eq!((&row["budgeted"], &row["balance"]), (&json!(45_670), &json!(45_670)));
    assert_eq!(row["budgeted_formatted"], "$45.67");
    assert_eq!(bench.ready("2026-11-01"), 554_330);
    assert_eq!(bench.figures("2026-12-01", "Books"), (0, 0, 45_670));
    bench.assign("2026-11-01", "Books", -10_000);
    assert_eq!(bench.ready("2026-11-01"), 610_000);
}

#[test]
fn assigning_a_month_ahead_is_taken_from_now_and_makes_the_month() {
    let bench = Bench::new();
    assert_eq!(bench.ask(Method::GET, "months/2027-03-01", &Value::Null).0, 404);
    bench.assign("2027-03-01", "Rent", 100_000);
    assert_eq!(bench.ready("2026-11-01"), 500_000);
    assert_eq!(bench.ready("2027-03-01"), 500_000);
    let months = bench.get("months")["months"].clone();
    assert_eq!(months[0]["month"], "2027-03-01");
    assert_eq!(months.as_array().unwrap().len(), 6);
}

#[test]
fn income_of_the_month_ahead_is_spent_there_first() {
    let bench = Bench::new();
    bench.assign("2026-10-01", "Rent", 1_700_000);
    assert_eq!(bench.ready("2026-10-01"), -1_100_000);
    let income = json!({ "account_id": bench.account("Checking"), "date": "2026-11-02", "amount": 2_000_000,
        "category_id": bench.category("Inflow: Ready to Assign") });
    bench.create(&income);
    assert_eq!(bench.ready("2026-10-01"), -200_000);
    assert_eq!(bench.ready("2026-11-01"), 900_000);
}

#[test]
fn months_and_categories_that_are_not_there_are_refused() {
    let bench = Bench::new();
    let rent = bench.category("Rent");
    let body = json!({ "category": { "budgeted": 1_000 } });
    let patch = |status: u16, address: &str, body: &Value| bench.refused(status, Method::PATCH, address, body);
    patch(404, &format!("months/2026-09-01/categories/{rent}"), &body);
    patch(404, &format!("months/2027-12-01/categories/{rent}"), &body);
    patch(400, &format!("months/november/categories/{rent}"), &body);
    patch(
        404,
        "months/current/categories/00000000-0000-4000-8000-000000000000",
        &body,
    );
    patch(404, "months/current/categories/not-an-id", &body);
    let income = bench.category("Inflow: Ready to Assign");
    patch(400, &format!("months/current/categories/{income}"), &body);
    let here = format!("months/current/categories/{rent}");
    for body in [
        json!({}),
        json!({ "category": {} }),
        json!({ "category": { "budgeted": null } }),
        json!({ "category": { "budgeted": 1.0 } }),
    ] {
        patch(400, &here, &body);
    }
}

#[test]
fn only_the_month_route_assigns() {
    let bench = Bench::new();
    let address = format!("categories/{}", bench.category("Rent"));
    let body = json!({ "category": { "budgeted": 1, "note": "looked at" } });
    let row = bench.write(200, Method::PATCH, &address, &body)["category"].clone();
    assert_eq!((&row["budgeted"], &row["note"]), (&json!(600_000), &json!("looked at")));
    let month = format!("months/current/categories/{}", bench.category("Rent"));
    let body = json!({ "category": { "budgeted": 600_000, "note": "ignored", "name": "ignored" } });
    let row = bench.write(200, Method::PATCH, &month, &body)["category"].clone();
    assert_eq!((&row["name"], &row["note"]), (&json!("Rent"), &json!("looked at")));
}

#[test]
fn every_change_of_an_assigned_amount_is_logged() {
    let bench = Bench::new();
    let rent = json!(bench.category("Rent"));
    bench.assign("2026-11-01", "Rent", 650_000);
    bench.assign("2026-11-01", "Rent", 650_000);
    bench.assign("2026-12-01", "Rent", -1_000);
    let rows = bench.get("money_movements")["money_movements"].clone();
    assert_eq!(rows.as_array().unwrap().len(), 2);
    assert_eq!(
        (&rows[0]["from_category_id"], &rows[0]["to_category_id"]),
        (&Value::Null, &rent)
    );
    assert_eq!(
        (&rows[0]["amount"], &rows[0]["amount_formatted"]),
        (&json!(50_000), &json!("$50.00"))
    );
    assert_eq!(
        (&rows[1]["from_category_id"], &rows[1]["to_category_id"]),
        (&rent, &Value::Null)
    );
    let december = bench.get("months/2026-12-01/money_movements")["money_movements"].clone();
    assert_eq!(december[0]["amount"], 1_000);
    assert_eq!(
        bench.get("months/current/money_movement_groups")["money_movement_groups"],
        json!([])
    );
}

#[test]
fn the_income_category_piles_up_while_the_month_says_what_is_ready() {
    let bench = Bench::new();
    assert_eq!(bench.figures("2026-11-01", "Inflow: Ready to Assign").2, 1_500_000);
    assert_eq!(bench.ready("2026-11-01"), 600_000);
}
