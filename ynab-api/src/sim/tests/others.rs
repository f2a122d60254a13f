//! Accounts, payees, plans, the limit and what a token may do.

use std::time::Duration;

use http::Method;
use serde_json::{Value, json};

use super::Bench;
use crate::sim::desk::{Call, Desk, Outcome, Settings};
use crate::sim::model::World;

fn call(method: Method, path: &str, token: Option<&str>) -> Call {
    Call {
        method,
        path: path.into(),
        query: String::new(),
        token: token.map(str::to_owned),
        body: Vec::new(),
    }
}

/// The status and error of a call to a desk.
fn status(desk: &Desk, call: &Call) -> (u16, Option<String>, Value) {
    let reply = match desk.plot(call) {
        Err(reply) => reply,
        Ok(plot) => match desk.carry_out(call, &plot) {
            Outcome::Reply(reply) => reply,
            Outcome::Drop => panic!("dropped"),
        },
    };
    (
        reply.status,
        reply.retry_after,
        serde_json::from_slice(&reply.body).unwrap(),
    )
}

#[test]
fn a_new_account_brings_payee_payment_category_and_opening_balance() {
    let bench = Bench::new();
    let body = json!({ "account": { "name": "New card", "type": "creditCard", "balance": -120_000 } });
    let row = bench.write(201, Method::POST, "accounts", &body)["account"].clone();
    assert_eq!(
        (&row["type"], &row["on_budget"], &row["balance"]),
        (&json!("creditCard"), &json!(true), &json!(-120_000))
    );
    let payee = bench.get(&format!("payees/{}", row["transfer_payee_id"].as_str().unwrap()))["payee"].clone();
    assert_eq!(
        (&payee["name"], &payee["transfer_account_id"]),
        (&json!("Transfer : New card"), &row["id"])
    );
    let payment = bench.get(&format!("categories/{}", bench.payment_category("New card")))["category"].clone();
    assert_eq!(
        (&payment["name"], &payment["category_group_name"]),
        (&json!("New card"), &json!("Credit Card Payments"))
    );
    assert_eq!((&payment["internal"], &payment["balance"]), (&json!(true), &json!(0)));
    assert_eq!(bench.ready("current"), 600_000);
    let body = json!({ "account": { "name": "Purse", "type": "cash", "balance": 30_000 } });
    bench.write(201, Method::POST, "accounts", &body);
    assert_eq!(bench.ready("current"), 630_000);
    let body = json!({ "account": { "name": "House", "type": "otherAsset", "balance": 30_000 } });
    assert_eq!(
        bench.write(201, Method::POST, "accounts", &body)["account"]["on_budget"],
        false
    );
    assert_eq!(bench.ready("current"), 630_000);
}

#[test]
fn loans_and_unknown_kinds_cannot_be_made() {
    let bench = Bench::new();
    for account in [
        json!({ "name": "Loan", "type": "autoLoan", "balance": -1 }),
        json!({ "name": "Line", "type": "lineOfCredit", "balance": -1 }),
        json!({ "name": "Coins", "type": "cryptoWallet", "balance": 1 }),
        json!({ "name": "Coins", "type": "cash" }),
        json!({ "name": "", "type": "cash", "balance": 0 }),
        json!({ "type": "cash", "balance": 0 }),
        json!({ "name": "Coins", "type": "cash", "balance": 0.5 }),
    ] {
        bench.refused(400, Method::POST, "accounts", &json!({ "account": account }));
    }
}

#[test]
fn loans_show_their_terms_and_others_none() {
    let world = World::demo("2026-11-30".parse().unwrap());
    let bench = Bench::of(world);
    let loan = bench.get(&format!("accounts/{}", bench.account("Flat mortgage")))["account"].clone();
    assert_eq!(loan["debt_interest_rates"].as_object().unwrap().len(), 2);
    assert_eq!(
        (&loan["on_budget"], &loan["debt_original_balance"]),
        (&json!(false), &Value::Null)
    );
    let checking = bench.get(&format!("accounts/{}", bench.account("Girokonto")))["account"].clone();
    assert_eq!(checking["debt_interest_rates"], Value::Null);
    assert!(checking["last_reconciled_at"].as_str().unwrap().ends_with('Z'));
}

#[test]
fn a_payee_is_made_once_and_renamed_within_500_characters() {
    let bench = Bench::new();
    let body = |name: &str| json!({ "payee": { "name": name } });
    let payee = bench.write(201, Method::POST, "payees", &body("日本食品店"))["payee"].clone();
    assert_eq!(
        bench.write(201, Method::POST, "payees", &body("日本食品店"))["payee"]["id"],
        payee["id"]
    );
    let address = format!("payees/{}", payee["id"].as_str().unwrap());
    let long = "é".repeat(500);
    let data = bench.write(200, Method::PATCH, &address, &body(&long));
    assert_eq!(
        (&data["payee"]["name"], &data["server_knowledge"]),
        (&json!(long), &json!(bench.knowledge()))
    );
    bench.refused(400, Method::PATCH, &address, &body(&"x".repeat(501)));
    for name in [
        "",
        "Transfer : Savings",
        "Starting Balance",
        "reconciliation balance adjustment",
    ] {
        bench.refused(400, Method::PATCH, &address, &body(name));
        bench.refused(400, Method::POST, "payees", &body(name));
    }
    let transfer = format!("payees/{}", bench.transfer_payee("Savings"));
    bench.refused(400, Method::PATCH, &transfer, &body("Mine"));
    bench.refused(404, Method::PATCH, "payees/nobody", &body("Mine"));
}

#[test]
fn renaming_a_payee_shows_in_its_transactions() {
    let bench = Bench::new();
    let row = bench.create(
        &json!({ "account_id": bench.account("Checking"), "date": "2026-11-20", "amount": -1,
        "payee_name": "REWE SAGT DANKE" }),
    );
    let address = format!("payees/{}", row["payee_id"].as_str().unwrap());
    bench.write(200, Method::PATCH, &address, &json!({ "payee": { "name": "REWE" } }));
    let row = bench.get(&format!("transactions/{}", row["id"].as_str().unwrap()))["transaction"].clone();
    assert_eq!(row["payee_name"], "REWE");
}

#[test]
fn plans_are_found_by_id_last_used_and_default_only_if_there_is_one() {
    let bench = Bench::of(World::demo_with_second_plan("2026-11-30".parse().unwrap()));
    let (first, second) = {
        let world = bench.desk.world();
        (world.plans[0].id, world.plans[1].id)
    };
    let name = |address: &str| bench.ask_raw(Method::GET, address, &Value::Null);
    assert_eq!(name("/v1/plans/last-used").1["data"]["plan"]["id"], json!(first));
    assert_eq!(
        name(&format!("/v1/plans/{second}/settings")).1["data"]["settings"]["currency_format"]["iso_code"],
        "JPY"
    );
    assert_eq!(name("/v1/plans/default").0, 404);
    bench.desk.world_mut().default_plan = Some(second);
    bench.desk.world_mut().last_used = Some(second);
    assert_eq!(name("/v1/plans/default").1["data"]["plan"]["id"], json!(second));
    assert_eq!(name("/v1/plans/last-used").1["data"]["plan"]["id"], json!(second));
    let list = name("/v1/plans").1["data"].clone();
    assert_eq!(
        (list["plans"].as_array().unwrap().len(), &list["default_plan"]["id"]),
        (2, &json!(second))
    );
    assert!(list["plans"][0].get("accounts").is_none());
    let list = name("/v1/plans?include_accounts=true").1["data"].clone();
    assert_eq!(list["plans"][0]["accounts"].as_array().unwrap().len(), 9);
    for stranger in [
        "/v1/plans/nobody",
        "/v1/plans/00000000-0000-4000-8000-000000000000/accounts",
        "/v1/plans/a%2Fb",
    ] {
        let (status, body) = name(stranger);
        assert_eq!((status, &body["error"]["name"]), (404, &json!("resource_not_found")));
    }
    assert_eq!(name("/v1/budgets").1["error"]["name"], "not_found");
    assert!(name("/v1/user").1["data"]["user"]["id"].is_string());
}

#[test]
fn an_empty_world_lists_no_plans() {
    let bench = Bench::of(World::empty());
    assert_eq!(
        bench.ask_raw(Method::GET, "/v1/plans", &Value::Null).1["data"]["plans"],
        json!([])
    );
    assert_eq!(bench.ask_raw(Method::GET, "/v1/plans/last-used", &Value::Null).0, 404);
}

#[test]
fn yen_have_no_decimals_and_still_a_thousand_milliunits() {
    let mut world = World::demo_with_second_plan("2026-11-30".parse().unwrap());
    world.last_used = Some(world.plans[1].id);
    let bench = Bench::of(world);
    let rows = bench.get("transactions?since_date=2000-01-01")["transactions"].clone();
    let ramen = rows
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["payee_name"] == "ラーメン二郎")
        .unwrap();
    assert_eq!(
        (&ramen["amount"], &ramen["amount_formatted"], &ramen["amount_currency"]),
        (&json!(-1_480_000), &json!("-¥1,480"), &json!(-1480.0))
    );
}

#[test]
fn a_plan_without_formats_still_answers() {
    let bench = Bench::new();
    {
        let mut world = bench.desk.world_mut();
        world.plans[0].currency = None;
        world.plans[0].date_format = None;
    }
    let settings = bench.get("settings")["settings"].clone();
    assert_eq!(settings, json!({ "date_format": null, "currency_format": null }));
    assert_eq!(bench.get("accounts")["accounts"][0]["balance_formatted"], "1000.00");
}

#[test]
fn the_token_is_checked_and_may_be_for_reading_only() {
    let bench = Bench::new();
    let switches = bench.desk.switches().clone();
    let settings = Settings {
        token: Some("right".into()),
        read_only: true,
        ..Settings::default()
    };
    let desk = Desk::new(World::demo("2026-11-30".parse().unwrap()), settings, switches);
    for token in [None, Some(""), Some("wrong"), Some("right ")] {
        let (status, _, body) = status(&desk, &call(Method::GET, "/v1/user", token));
        assert_eq!((status, &body["error"]["name"]), (401, &json!("unauthorized")));
    }
    assert_eq!(status(&desk, &call(Method::GET, "/v1/user", Some("right"))).0, 200);
    let write = call(Method::POST, "/v1/plans/last-used/transactions/import", Some("right"));
    let (status, _, body) = status(&desk, &write);
    assert_eq!((status, &body["error"]["id"]), (403, &json!("403.3")));
}

#[test]
fn the_201st_request_of_an_hour_waits() {
    let bench = Bench::new();
    bench.desk.switches().limit = Some(200);
    let call = call(Method::GET, "/v1/user", Some("t"));
    for _ in 0..200 {
        assert_eq!(status(&bench.desk, &call).0, 200);
    }
    let (refused, retry_after, body) = status(&bench.desk, &call);
    assert_eq!(
        (refused, retry_after, &body["error"]["name"]),
        (429, None, &json!("too_many_requests"))
    );
    bench.desk.switches().retry_after = Some("600".into());
    assert_eq!(status(&bench.desk, &call).1.as_deref(), Some("600"));
    bench.desk.switches().time.advance(Duration::from_secs(3601));
    assert_eq!(status(&bench.desk, &call).0, 200);
}

#[test]
fn bodies_that_are_no_json_are_refused() {
    let bench = Bench::new();
    for text in ["{", "[1", "\"text", "nonsense"] {
        let mut call = call(Method::POST, "/v1/plans/last-used/payees", Some("t"));
        call.body = text.as_bytes().to_vec();
        assert_eq!(status(&bench.desk, &call).0, 400, "{text}");
    }
    for body in [
        json!([]),
        json!("text"),
        json!({ "payee": [] }),
        json!({ "payee": null }),
    ] {
        bench.refused(400, Method::POST, "payees", &body);
    }
}
