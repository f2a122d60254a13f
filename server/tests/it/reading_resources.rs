//! Resources: what is read at which address, what it costs, and what no address is.

use std::sync::Arc;
use std::time::Duration;

use avenir::app::App;
use avenir::registry::Gate;
use serde_json::{Value, json};
use ynab_api::sim::{AccountKind, CurrencyFormat, Fault, FaultEffect, Operation, Plan, World};

use crate::client::Client;
use crate::stage::{Household, SEPTEMBER, Setting, Stage, TODAY, day};

/// The household and a plan in yen; the latter was used last.
pub(crate) fn two_plans() -> (World, Household, String) {
    let (mut world, home) = Household::in_euro();
    let mut travel = Plan::new("Reise/Japan 100%", Some(CurrencyFormat::yen()), day(TODAY));
    let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
    travel.change(noon, |plan| {
        let group = plan.add_group("Trip");
        let trains = plan.add_category(group, "Trains");
        plan.assign(day(SEPTEMBER), trains, 5_000_000);
        plan.add_account("Kasse", AccountKind::Cash);
    });
    let id = travel.id.to_string();
    world.last_used = Some(travel.id);
    world.plans.push(travel);
    (world, home, id)
}

/// A client of the stage's own process, with writes on or off.
pub(crate) async fn client_of(stage: &Stage, writes: bool) -> Client {
    let mut runtime = stage.another_process();
    runtime.gate = Gate { writes };
    Client::connect(App::new(Arc::new(runtime), "stdio")).await
}

async fn read(client: &mut Client, uri: &str) -> Value {
    client.ask("resources/read", json!({"uri": uri})).await
}

/// The rows of a resource, and the requests that they cost; what holds of all data is checked.
async fn rows(client: &mut Client, uri: &str) -> (Vec<Value>, u64) {
    let answer = read(client, uri).await;
    let result = &answer["result"];
    assert_eq!(
        (&result["ttlMs"], &result["cacheScope"]),
        (&json!(0), &json!("private")),
        "{answer}"
    );
    let contents = result["contents"].as_array().unwrap();
    assert_eq!(contents.len(), 1);
    assert_eq!(
        (&contents[0]["uri"], &contents[0]["mimeType"]),
        (&json!(uri), &json!("application/json"))
    );
    let text = contents[0]["text"].as_str().unwrap();
    let rows: Vec<Value> = serde_json::from_str(text).unwrap();
    assert_eq!(
        serde_json::to_string(&rows).unwrap(),
        text,
        "compact, and non-ASCII as it is"
    );
    (rows, result["_meta"]["avenir-mcp/cost"]["requests"].as_u64().unwrap())
}

#[tokio::test]
async fn the_plans_cost_one_request_and_then_none() {
    let (world, home, travel) = two_plans();
    let stage = Stage::set(Setting::with(world)).await;
    let mut client = client_of(&stage, false).await;
    let changed = |index: usize| stage.sim.look(|world| world.plans[index].last_modified);
    let (plans, requests) = rows(&mut client, "ynab://plans").await;
    let written = |row: &Value| {
        row["last_modified_on"]
            .as_str()
            .unwrap()
            .parse::<chrono::DateTime<chrono::Utc>>()
            .unwrap()
    };
    assert_eq!((written(&plans[0]), written(&plans[1])), (changed(0), changed(1)));
    let without_time = |row: &Value| {
        let mut row = row.clone();
        row.as_object_mut().unwrap().shift_remove("last_modified_on");
        row
    };
    assert_eq!(
        plans.iter().map(without_time).collect::<Vec<_>>(),
        [
            json!({"plan_id": home.plan, "name": "Haushalt", "currency": "EUR"}),
            json!({"plan_id": travel, "name": "Reise/Japan 100%", "currency": "JPY"}),
        ]
    );
    assert_eq!((requests, stage.requests()), (1, vec!["getPlans"]));
    assert_eq!(rows(&mut client, "ynab://plans").await, (plans, 0));
    assert_eq!(stage.requests(), [""; 0]);
    client.leave().await;
}

#[tokio::test]
async fn categories_stand_by_group_id_without_what_nobody_can_use() {
    let (mut world, home) = Household::in_euro();
    let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
    let [leisure, everyday, twin, empty, closed] = world.plans[0].change(noon, |plan| {
        let group = |name: &str, plan: &Plan| plan.category_named(name).unwrap().group_id;
        let (leisure, everyday) = (group("Tennis", plan), group("Restaurants", plan));
        let twin = plan.add_group("Alltag");
        let bread = plan.add_category(twin, "Brot");
        let gone = plan.add_category(twin, "Gone");
        plan.edit_category(gone, |category| category.deleted = true);
        plan.edit_category(bread, |category| category.name = "Brot\n\u{202e}🥖".to_owned());
        let empty = plan.add_group("Leer");
        let closed = plan.add_group("Früher");
        plan.add_category(closed, "Alt");
        plan.edit_group(closed, |group| group.hidden = true);
        let removed = plan.add_group("Removed");
        plan.edit_group(removed, |group| group.deleted = true);
        [leisure, everyday, twin, empty, closed]
    });
    let stage = Stage::set(Setting::with(world)).await;
    let mut client = client_of(&stage, true).await;
    let (groups, requests) = rows(&mut client, &format!("ynab://plans/{}/categories", home.plan)).await;
    assert_eq!((requests, stage.requests()), (1, vec!["getCategories"]));
    let own = |name: &str| groups.iter().find(|group| group["group"] == name).unwrap().clone();
    let ids = groups.iter().map(|group| group["group_id"].as_str().unwrap());
    let ids = ids.filter(|id| {
        [leisure, everyday, twin, empty, closed]
            .iter()
            .any(|known| known.to_string() == *id)
    });
    assert_eq!(ids.count(), 5, "two groups of one name stay two");
    assert_eq!(
        own("Freizeit"),
        json!({"group": "Freizeit", "group_id": leisure, "categories": [
            {"category_id": home.tennis, "name": "Tennis"},
            {"category_id": home.piano, "name": "Klavier", "hidden": true},
        ]})
    );
    let of_twin = groups.iter().find(|group| group["group_id"] == json!(twin)).unwrap();
    assert_eq!(
        of_twin["categories"].as_array().map(Vec::len),
        Some(1),
        "what is deleted is not there"
    );
    assert_eq!(of_twin["categories"][0]["name"], "Brot 🥖");
    assert_eq!(
        own("Leer"),
        json!({"group": "Leer", "group_id": empty, "categories": []})
    );
    let hidden = own("Früher");
    assert_eq!(
        (&hidden["hidden"], &hidden["categories"][0]["hidden"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(
        own("Credit Card Payments")["categories"],
        json!([{"category_id": home.card_payment, "name": "Visa"}])
    );
    assert_eq!(
        own("Internal Master Category")["categories"],
        json!([{"category_id": home.ready_to_assign, "name": "Inflow: Ready to Assign"}])
    );
    assert_eq!(groups.len(), 7, "{groups:#?}");
    client.leave().await;
}

#[tokio::test]
async fn accounts_are_the_open_ones_with_exact_balances() {
    let (mut world, home) = Household::in_euro();
    let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
    world.plans[0].change(noon, |plan| {
        let depot = plan.account_named("Depot").unwrap().id;
        plan.edit_account(depot, |account| account.closed = true);
        let old = plan.add_account("Alt", AccountKind::Cash);
        plan.edit_account(old, |account| account.deleted = true);
    });
    let stage = Stage::set(Setting::with(world)).await;
    let id = |name: &str| stage.look(|plan| plan.account_named(name).unwrap().id.to_string());
    let mut client = client_of(&stage, false).await;
    let (accounts, requests) = rows(&mut client, &format!("ynab://plans/{}/accounts", home.plan)).await;
    // 3000.00 and what was spent and moved from it: 50.00, 142.50, 7.25, 86.40, 12.00, 3.10, 100.00 and 200.00.
    assert_eq!(
        accounts,
        [
            json!({"account_id": id("Girokonto"), "name": "Girokonto", "type": "checking", "on_budget": true,
                   "balance": 2398.75, "currency": "EUR"}),
            json!({"account_id": id("Tagesgeld"), "name": "Tagesgeld", "type": "savings", "on_budget": true,
                   "balance": 100, "currency": "EUR"}),
            json!({"account_id": id("Visa"), "name": "Visa", "type": "creditCard", "on_budget": true,
                   "balance": -30, "currency": "EUR"}),
        ]
    );
    assert_eq!(
        (requests, stage.requests_sorted()),
        (2, vec!["getAccounts", "getPlans"])
    );
    assert_eq!(
        rows(&mut client, &format!("ynab://plans/{}/accounts", home.plan))
            .await
            .1,
        0
    );
    stage.pass(6);
    let (_, requests) = rows(&mut client, "ynab://plans/Haushalt/accounts").await;
    assert_eq!(
        (requests, stage.requests()),
        (1, vec!["getAccounts"]),
        "old copies are refreshed"
    );
    client.leave().await;
}

#[tokio::test]
async fn a_plan_is_named_in_an_address_as_in_a_tool() {
    let (world, home, travel) = two_plans();
    let setting = Setting {
        default_plan: Some("Haushalt"),
        ..Setting::with(world)
    };
    let stage = Stage::set(setting).await;
    let mut client = client_of(&stage, false).await;
    for (plan, first) in [
        (home.plan.as_str(), "Girokonto"),
        ("haushalt", "Girokonto"),
        ("H%61ushalt%20%F0%9F%8F%A0", "Girokonto"),
        ("default", "Girokonto"),
        ("", "Girokonto"),
        (travel.as_str(), "Kasse"),
        ("last-used", "Kasse"),
        ("Reise%2FJapan%20100%25", "Kasse"),
        ("reise%2fjapan 100%25", "Kasse"),
    ] {
        let (accounts, _) = rows(&mut client, &format!("ynab://plans/{plan}/accounts")).await;
        assert_eq!(accounts[0]["name"], first, "{plan}");
    }
    let (accounts, _) = rows(&mut client, &format!("ynab://plans/{travel}/accounts")).await;
    assert_eq!(
        (&accounts[0]["balance"], &accounts[0]["currency"]),
        (&json!(0), &json!("JPY"))
    );
    client.leave().await;
}

#[tokio::test]
async fn what_is_no_address_is_told_so_without_asking_ynab() {
    let (stage, home) = Stage::in_euro().await;
    let mut client = client_of(&stage, true).await;
    for uri in [
        "",
        "ynab://",
        "ynab://plans/",
        "ynab://plan",
        "YNAB://plans",
        "file:///etc/passwd",
        "avenir-mcp://guide/",
        "ynab://plans/a/b/accounts",
        "ynab://plans/Haushalt/payees",
        "ynab://plans/Haushalt/accounts?x=1",
        "ynab://plans/Haushalt?/accounts",
        "ynab://plans/%/accounts",
        "ynab://plans/%ff/accounts",
        "ynab://plans/a\nb/accounts",
        &format!("ynab://plans/{}/accounts/", home.plan),
    ] {
        let answer = read(&mut client, uri).await;
        assert_eq!(answer["error"]["code"], -32002, "{uri:?}: {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(
            message.starts_with("No resource has the address ‘") && !message.contains('\n'),
            "{message}"
        );
    }
    assert_eq!(stage.requests(), [""; 0]);
    client.leave().await;
}

#[tokio::test]
async fn an_address_whose_plan_is_not_there_or_not_one_lists_the_plans() {
    let (world, home, travel) = two_plans();
    let stage = Stage::set(Setting::with(world)).await;
    let mut client = client_of(&stage, false).await;
    let plans = format!("\n- Haushalt ({}, EUR)\n- Reise/Japan 100% ({travel}, JPY)", home.plan);
    let nobody = "00000000-0000-4000-8000-000000000000";
    for (plan, says) in [
        ("Nobody%0A-%20x", "no plan has the id or name ‘Nobody - x’."),
        (nobody, &format!("no plan has the id {nobody}.")),
        ("default", "there are several plans, so say which one in `plan_id`"),
        ("", "there are several plans, so say which one in `plan_id`"),
    ] {
        for kind in ["accounts", "categories"] {
            let answer = read(&mut client, &format!("ynab://plans/{plan}/{kind}")).await;
            assert_eq!(answer["error"]["code"], -32002, "{plan}: {answer}");
            let message = answer["error"]["message"].as_str().unwrap();
            assert!(message.contains(says) && message.ends_with(&plans), "{plan}: {message}");
        }
    }
    client.leave().await;
}

#[tokio::test]
async fn what_ynab_refuses_is_an_error_in_our_words_and_the_next_reading_works() {
    let (stage, home) = Stage::in_euro().await;
    let mut client = client_of(&stage, false).await;
    let uri = format!("ynab://plans/{}/categories", home.plan);
    for (status, says) in [
        (401, "YNAB refused the access token (401)"),
        (403, "YNAB does not allow this (403"),
        (503, "YNAB is not working at the moment (503"),
    ] {
        let effect = FaultEffect::Status {
            status,
            body: None,
            retry_after: None,
        };
        stage.sim.fault(Fault::on_all(effect));
        for uri in [uri.as_str(), "ynab://plans"] {
            let answer = read(&mut client, uri).await;
            let message = answer["error"]["message"].as_str().unwrap();
            assert_eq!(answer["error"]["code"], -32603, "{answer}");
            assert!(
                message.starts_with(says) && message.ends_with("Nothing was changed."),
                "{message}"
            );
            assert!(!answer.to_string().contains("a-token-of-nobody"));
        }
        stage.sim.clear_faults();
    }
    assert_eq!(rows(&mut client, &uri).await.0.len(), 4);
    stage.pass(6);
    stage
        .sim
        .fault(Fault::on(Operation::GetCategories, FaultEffect::DropBefore));
    let answer = read(&mut client, &uri).await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    client.leave().await;
}

#[tokio::test]
async fn readings_are_counted_and_paced_like_calls() {
    let (stage, _) = Stage::in_euro().await;
    let mut client = client_of(&stage, false).await;
    let held = stage.leave_requests(1);
    let answer = read(&mut client, "ynab://plans").await;
    assert_eq!(
        answer["result"]["_meta"]["avenir-mcp/cost"]["requests_left"], 0,
        "{answer}"
    );
    let answer = read(&mut client, "ynab://plans/Haushalt/categories").await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert_eq!(stage.requests(), ["getPlans"], "the second was not sent");
    drop(held);
    client.leave().await;
}

#[tokio::test]
async fn a_reading_that_takes_too_long_or_panics_is_an_error() {
    let (stage, _) = Stage::in_euro().await;
    let mut client = client_of(&stage, false).await;
    let clock = stage.clock.clone();
    stage.wire.before(move |_| clock.advance(Duration::from_secs(46)));
    let answer = read(&mut client, "ynab://plans/Haushalt/categories").await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("in the time that a call may take"), "{message}");
    assert_eq!(stage.requests(), ["getPlans"], "the time was over before the second");
    client.leave().await;
    let called = stage.runtime().read("a reading", |_| async { panic!("secret") }).await;
    let answer: Result<String, _> = called.answer;
    let text = answer.unwrap_err().to_string();
    assert!(
        text.contains("`a reading` failed unexpectedly") && !text.contains("secret"),
        "{text}"
    );
}

#[tokio::test]
async fn what_a_write_has_just_done_is_in_the_next_reading() {
    let (stage, home) = Stage::in_euro().await;
    let mut client = client_of(&stage, true).await;
    let uri = format!("ynab://plans/{}/categories", home.plan);
    let (before, _) = rows(&mut client, &uri).await;
    let mut arguments = json!({"category_group_id": "Freizeit", "name": "Kino"});
    let call = |arguments: &Value| json!({"name": "create_category", "arguments": arguments});
    let preview = client.ask("tools/call", call(&arguments)).await;
    arguments["confirmation"] = preview["result"]["structuredContent"]["confirmation"].clone();
    let applied = client.ask("tools/call", call(&arguments)).await;
    assert_eq!(applied["result"]["structuredContent"]["status"], "applied", "{applied}");
    let (after, requests) = rows(&mut client, &uri).await;
    let named = |groups: &[Value]| serde_json::to_string(groups).unwrap().matches("\"Kino\"").count();
    assert_eq!((named(&before), named(&after), requests), (0, 1, 1));
    client.leave().await;
}

#[tokio::test]
async fn readings_at_once_share_their_requests() {
    let (stage, home) = Stage::in_euro().await;
    let runtime = Arc::new(stage.another_process());
    let clients =
        futures::future::join_all((0..4).map(|_| Client::connect(App::new(Arc::clone(&runtime), "stdio")))).await;
    let uri = format!("ynab://plans/{}/accounts", home.plan);
    let reading = clients.into_iter().map(|mut client| {
        let uri = uri.clone();
        async move {
            let rows = rows(&mut client, &uri).await.0;
            client.leave().await;
            rows.len()
        }
    });
    assert_eq!(futures::future::join_all(reading).await, [4, 4, 4, 4]);
    assert_eq!(stage.requests_sorted(), ["getAccounts", "getPlans"]);
}

#[tokio::test]
async fn the_guide_is_for_everybody_and_costs_nothing() {
    let (stage, _) = Stage::in_euro().await;
    for writes in [true, false] {
        let mut client = client_of(&stage, writes).await;
        let answer = read(&mut client, "avenir-mcp://guide").await;
        let result = &answer["result"];
        assert_eq!(
            (&result["ttlMs"], &result["cacheScope"]),
            (&json!(300_000), &json!("public"))
        );
        assert_eq!(result["contents"][0]["mimeType"], "text/markdown");
        let text = result["contents"][0]["text"].as_str().unwrap();
        assert_eq!(text.contains("move_money"), writes);
        assert!(client.heard.iter().all(|line| !line.contains("ynab://plans/Haushalt")));
        client.leave().await;
    }
    assert_eq!(stage.requests(), [""; 0]);
}
