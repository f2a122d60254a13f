//! The stand-in over its network: connections, faults, saving and the control addresses.
#![cfg(feature = "sim")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test; what is not as expected ends it"
)]

mod wire;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpStream;
use wire::{TOKEN, ask, hear, say};
use ynab_api::sim::{Clock, Fault, FaultEffect, Future, Operation, Quirks, Sim, SimOptions, World};

const DAY: &str = "2026-11-30";

fn options() -> SimOptions {
    let clock = Clock::Fixed(DAY.parse().unwrap());
    SimOptions {
        token: Some(TOKEN.to_owned()),
        clock,
        control: true,
        ..SimOptions::default()
    }
}

fn demo() -> Sim {
    Sim::start(World::demo(DAY.parse().unwrap()), options()).unwrap()
}

/// The address that assigns money to groceries this month, and the body that assigns an amount.
fn groceries(sim: &Sim, amount: i64) -> (String, Value) {
    let id = sim.look(|world| world.plans[0].category_named("🛒 Groceries").unwrap().id);
    (
        format!("/v1/plans/last-used/months/current/categories/{id}"),
        json!({ "category": { "budgeted": amount } }),
    )
}

fn assigned(sim: &Sim) -> i64 {
    sim.look(|world| {
        let plan = &world.plans[0];
        plan.assigned_to(
            "2026-11-01".parse().unwrap(),
            plan.category_named("🛒 Groceries").unwrap().id,
        )
    })
}

#[tokio::test]
async fn it_listens_on_loopback_only_and_its_url_ends_in_v1() {
    let sim = demo();
    assert!(sim.address().ip().is_loopback());
    assert_eq!(sim.url(), format!("http://127.0.0.1:{}/v1", sim.address().port()));
    let heard = ask(sim.address(), "GET", "/v1/user", &Value::Null).await;
    assert_eq!(heard.status, 200);
    assert!(heard.head.contains("content-type: application/json"));
    assert!(heard.json()["data"]["user"]["id"].is_string());
}

#[tokio::test]
async fn one_connection_carries_many_requests_and_a_wrong_token_none() {
    let sim = demo();
    let mut stream = TcpStream::connect(sim.address()).await.unwrap();
    for _ in 0..3 {
        say(&mut stream, "GET", "/v1/plans", &Value::Null, Some(TOKEN)).await;
        assert_eq!(hear(&mut stream).await.status, 200);
    }
    for token in [None, Some("wrong")] {
        say(&mut stream, "GET", "/v1/plans", &Value::Null, token).await;
        let heard = hear(&mut stream).await;
        assert_eq!(
            (heard.status, &heard.json()["error"]["name"]),
            (401, &json!("unauthorized"))
        );
    }
    let requests = sim.requests();
    assert_eq!(requests.len(), 5);
    assert_eq!(
        (requests[0].operation, requests[0].status),
        (Some("getPlans"), Some(200))
    );
    assert_eq!(requests[4].status, Some(401));
    assert_eq!(sim.count(Operation::GetPlans), 5);
    assert!(requests.iter().all(|recorded| !recorded.is_write()));
}

#[tokio::test]
async fn an_encoded_slash_is_recorded_as_it_came_and_finds_nothing() {
    let sim = demo();
    let heard = ask(sim.address(), "GET", "/v1/plans/..%2Fuser/accounts", &Value::Null).await;
    assert_eq!((heard.status, &heard.json()["error"]["id"]), (404, &json!("404.2")));
    assert_eq!(sim.requests()[0].path, "/v1/plans/..%2Fuser/accounts");
}

#[tokio::test]
async fn a_drop_before_changes_nothing_and_a_drop_after_everything() {
    let sim = demo();
    let before = assigned(&sim);
    let (path, body) = groceries(&sim, 500_000);
    sim.fault(Fault::on(Operation::UpdateMonthCategory, FaultEffect::DropBefore).times(1));
    assert_eq!(ask(sim.address(), "PATCH", &path, &body).await.status, 0);
    assert_eq!(assigned(&sim), before);
    sim.fault(Fault::on_writes(FaultEffect::DropAfter).times(1));
    assert_eq!(ask(sim.address(), "PATCH", &path, &body).await.status, 0);
    assert_eq!(assigned(&sim), 500_000);
    assert_eq!(sim.waiting_faults(), 0);
    let statuses: Vec<_> = sim.requests().iter().map(|recorded| recorded.status).collect();
    assert_eq!(statuses, [None, None]);
    sim.look(World::assert_balanced);
}

#[tokio::test]
async fn an_answer_can_be_cut_garbled_or_bad_after_it_was_applied() {
    let sim = demo();
    let (path, body) = groceries(&sim, 510_000);
    sim.fault(Fault::on_writes(FaultEffect::Truncate { keep: 40 }).times(1));
    let heard = ask(sim.address(), "PATCH", &path, &body).await;
    assert_eq!((heard.status, heard.whole, heard.body.len()), (200, false, 40));
    assert_eq!(assigned(&sim), 510_000);
    let html = "<html>busy</html>".to_owned();
    sim.fault(Fault::on_writes(FaultEffect::Garble { body: html.clone() }).times(1));
    let (_, body) = groceries(&sim, 520_000);
    let heard = ask(sim.address(), "PATCH", &path, &body).await;
    assert_eq!(
        (heard.status, heard.body, assigned(&sim)),
        (200, html.into_bytes(), 520_000)
    );
    sim.fault(
        Fault::on_writes(FaultEffect::ApplyThenStatus {
            status: 500,
            body: None,
        })
        .times(1),
    );
    let (_, body) = groceries(&sim, 530_000);
    let heard = ask(sim.address(), "PATCH", &path, &body).await;
    assert_eq!(
        (heard.status, &heard.json()["error"]["name"]),
        (500, &json!("internal_server_error"))
    );
    assert_eq!(assigned(&sim), 530_000);
}

#[tokio::test]
async fn a_status_comes_instead_of_the_answer_with_its_retry_after() {
    let sim = demo();
    let before = assigned(&sim);
    let (path, body) = groceries(&sim, 1);
    for retry_after in [None, Some("600"), Some("soon")] {
        let effect = FaultEffect::Status {
            status: 429,
            body: None,
            retry_after: retry_after.map(str::to_owned),
        };
        sim.fault(Fault::on_all(effect).times(1));
        let heard = ask(sim.address(), "PATCH", &path, &body).await;
        assert_eq!(
            (heard.status, &heard.json()["error"]["name"]),
            (429, &json!("too_many_requests"))
        );
        let line = heard
            .head
            .lines()
            .find_map(|line| line.strip_prefix("retry-after: ").map(str::to_owned));
        assert_eq!(line.as_deref(), retry_after);
    }
    let effect = FaultEffect::Status {
        status: 503,
        body: Some("<p>down</p>".into()),
        retry_after: None,
    };
    sim.fault(Fault::on_all(effect).times(1));
    assert_eq!(ask(sim.address(), "PATCH", &path, &body).await.body, b"<p>down</p>");
    assert_eq!(assigned(&sim), before);
}

#[tokio::test]
async fn an_answer_that_waits_leaves_other_requests_alone() {
    let sim = demo();
    let address = sim.address();
    sim.fault(Fault::on(
        Operation::GetUser,
        FaultEffect::Delay { milliseconds: 60_000 },
    ));
    let waiting = tokio::spawn(async move { ask(address, "GET", "/v1/user", &Value::Null).await });
    while sim.count(Operation::GetUser) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(ask(address, "GET", "/v1/plans", &Value::Null).await.status, 200);
    sim.stop().await;
    assert_eq!(waiting.await.unwrap().status, 0);
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_slow_answer_to_a_write_is_applied_at_once() {
    let sim = demo();
    let address = sim.address();
    let (path, body) = groceries(&sim, 540_000);
    sim.fault(Fault::on_writes(FaultEffect::DelayAfter { milliseconds: 60_000 }));
    let waiting = tokio::spawn(async move { ask(address, "PATCH", &path, &body).await });
    while assigned(&sim) != 540_000 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(sim.requests()[0].status, None);
    waiting.abort();
}

#[tokio::test]
async fn tomorrows_answers_have_more_fields_words_and_nulls() {
    let sim = demo();
    sim.set_future(Future {
        unknown_fields: true,
        unknown_words: true,
        nulls: true,
    });
    let accounts = ask(sim.address(), "GET", "/v1/plans/last-used/accounts", &Value::Null)
        .await
        .json();
    let account = &accounts["data"]["accounts"][0];
    assert_eq!(
        (&account["type"], &account["note"]),
        (&json!("somethingNew"), &Value::Null)
    );
    assert!(account["brand_new_field"].is_object() && accounts["data"]["server_knowledge"].is_i64());
}

#[tokio::test]
async fn a_saved_world_goes_on_where_it_stopped() {
    let folder = std::env::temp_dir().join(format!("avenir-sim-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("world.json");
    let options = SimOptions {
        save_path: Some(file.clone()),
        ..options()
    };
    let sim = Sim::start(World::demo(DAY.parse().unwrap()), options.clone()).unwrap();
    ask(sim.address(), "GET", "/v1/plans", &Value::Null).await;
    assert!(!file.exists(), "a read saves nothing");
    let (path, body) = groceries(&sim, 555_000);
    ask(sim.address(), "PATCH", &path, &body).await;
    let digest = sim.look(|world| world.plans[0].digest());
    let knowledge = sim.look(|world| world.plans[0].knowledge);
    sim.stop().await;
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    let mut left: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["world.json", "world.json.lock"]);
    let sim = Sim::start(World::load(&file).unwrap(), options).unwrap();
    sim.look(World::assert_balanced);
    assert_eq!(assigned(&sim), 555_000);
    assert_eq!(sim.look(|world| world.plans[0].digest()), digest);
    let path = format!("/v1/plans/last-used/categories?last_knowledge_of_server={knowledge}");
    let data = ask(sim.address(), "GET", &path, &Value::Null).await.json()["data"].clone();
    assert_eq!(
        (&data["category_groups"], &data["server_knowledge"]),
        (&json!([]), &json!(knowledge))
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn a_world_that_cannot_be_saved_is_an_error_of_the_server() {
    let file = std::env::temp_dir()
        .join("avenir-sim-no-such-folder")
        .join("world.json");
    let sim = Sim::start(
        World::demo(DAY.parse().unwrap()),
        SimOptions {
            save_path: Some(file),
            ..options()
        },
    )
    .unwrap();
    let (path, body) = groceries(&sim, 555_000);
    assert_eq!(ask(sim.address(), "PATCH", &path, &body).await.status, 500);
}

#[tokio::test]
async fn the_control_addresses_serve_tests_that_have_only_the_network() {
    let sim = demo();
    let address = sim.address();
    let fault = json!([{ "on": { "operation": "getUser" }, "skip": 1, "times": 1,
        "effect": { "kind": "status", "status": 503 } }]);
    let heard = ask(address, "POST", "/_control/faults", &fault).await;
    assert_eq!((heard.status, heard.json()), (200, json!({ "waiting": 1 })));
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(ask(address, "GET", "/v1/user", &Value::Null).await.status);
    }
    assert_eq!(statuses, [200, 503, 200]);
    let requests = ask(address, "GET", "/_control/requests", &Value::Null).await.json();
    assert_eq!(
        (requests.as_array().unwrap().len(), &requests[1]["status"]),
        (3, &json!(503))
    );
    assert!(!requests.to_string().contains(TOKEN));
    ask(address, "DELETE", "/_control/requests", &Value::Null).await;
    assert_eq!(
        ask(address, "GET", "/_control/requests", &Value::Null).await.json(),
        json!([])
    );

    let before = ask(address, "GET", "/_control/content", &Value::Null).await.json();
    assert_eq!(before[0]["problem"], Value::Null);
    let (id, payee) = sim.look(|world| {
        let row = world.plans[0].transactions.iter().find(|row| !row.approved).unwrap();
        (row.id.clone(), row.payee_id.unwrap())
    });
    let edits = json!({ "edits": [
        { "kind": "set", "table": "transactions", "id": id, "fields": { "approved": true, "amount": -1 } },
        { "kind": "set", "table": "payees", "id": payee, "fields": { "name": "Elsewhere" } },
        { "kind": "assign", "month": "2026-11-01", "category_id": sim.look(|world| world.plans[0].categories.iter().next().unwrap().id), "amount": 0 },
    ]});
    assert_eq!(ask(address, "POST", "/_control/edit", &edits).await.status, 200);
    let after = ask(address, "GET", "/_control/content", &Value::Null).await.json();
    assert_eq!(after[0]["problem"], Value::Null);
    assert_ne!(after[0]["digest"], before[0]["digest"]);
    let bad = json!({ "edits": [{ "kind": "set", "table": "payees", "id": "nobody", "fields": {} }] });
    assert_eq!(ask(address, "POST", "/_control/edit", &bad).await.status, 400);

    let switches = json!({ "quirks": { "bulk_update_plain_ok": true }, "limit": 1, "retry_after": "60",
        "today": "2026-12-24", "advance_seconds": 5 });
    let heard = ask(address, "POST", "/_control/switches", &switches).await;
    assert_eq!(heard.json(), json!({ "now": "2026-12-24T12:00:05Z" }));
    ask(address, "POST", "/_control/reset", &Value::Null).await;
    let restored = ask(address, "GET", "/_control/content", &Value::Null).await.json();
    assert_eq!(restored, before);
    let world = ask(address, "GET", "/_control/world", &Value::Null).await.json();
    assert_eq!(ask(address, "PUT", "/_control/world", &world).await.status, 200);
    sim.look(World::assert_balanced);
    assert_eq!(ask(address, "GET", "/_control/nothing", &Value::Null).await.status, 404);
}

#[tokio::test]
async fn without_being_asked_there_are_no_control_addresses() {
    let options = SimOptions {
        control: false,
        quirks: Quirks::default(),
        ..options()
    };
    let sim = Sim::start(World::empty(), options).unwrap();
    assert_eq!(
        ask(sim.address(), "GET", "/_control/world", &Value::Null).await.status,
        404
    );
}

#[test]
fn options_never_show_their_token() {
    assert!(!format!("{:?}", options()).contains(TOKEN));
}
