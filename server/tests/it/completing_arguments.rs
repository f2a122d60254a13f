//! Completion: what is offered for an argument, in which order, and what it costs.

use serde_json::{Value, json};
use ynab_api::sim::{AccountKind, Fault, FaultEffect, Plan};

use crate::client::Client;
use crate::reading_resources::{client_of, two_plans};
use crate::stage::{Household, Setting, Stage, TODAY, day};

const RECONCILE: (&str, &str) = ("ref/prompt", "reconcile");
const REVIEW: (&str, &str) = ("ref/prompt", "monthly_review");
const ACCOUNTS: (&str, &str) = ("ref/resource", "ynab://plans/{plan_id}/accounts");

async fn ask(client: &mut Client, of: (&str, &str), argument: &str, typed: &str, said: Value) -> Value {
    let (kind, name) = of;
    let member = if kind == "ref/prompt" { "name" } else { "uri" };
    let asked = json!({
        "ref": {"type": kind, member: name},
        "argument": {"name": argument, "value": typed},
        "context": {"arguments": said},
    });
    client.ask("completion/complete", asked).await
}

/// The values, with the numbers beside them as they must be where all fit.
async fn values(client: &mut Client, of: (&str, &str), argument: &str, typed: &str, said: Value) -> Vec<String> {
    let answer = ask(client, of, argument, typed, said).await;
    let completion = &answer["result"]["completion"];
    let values: Vec<String> = serde_json::from_value(completion["values"].clone()).unwrap();
    assert_eq!(
        (&completion["total"], &completion["hasMore"]),
        (&json!(values.len()), &json!(false)),
        "{answer}"
    );
    values
}

#[tokio::test]
async fn plans_are_offered_for_addresses_and_for_prompts() {
    let (world, home, travel) = two_plans();
    let stage = Stage::set(Setting::with(world)).await;
    let mut client = client_of(&stage, false).await;
    let all = ["Haushalt", "Reise/Japan 100%", home.plan.as_str(), travel.as_str()];
    for of in [
        ACCOUNTS,
        ("ref/resource", "ynab://plans/{plan_id}/categories"),
        RECONCILE,
        REVIEW,
        ("ref/prompt", "classify_pending"),
        ("ref/prompt", "plan_next_month"),
    ] {
        assert_eq!(values(&mut client, of, "plan_id", "", json!({})).await, all, "{of:?}");
    }
    assert_eq!(
        values(&mut client, ACCOUNTS, "plan_id", "JAPAN", json!({})).await,
        all[1..2]
    );
    assert_eq!(
        values(&mut client, ACCOUNTS, "plan_id", "ha", json!({})).await,
        all[..1]
    );
    assert_eq!(
        values(
            &mut client,
            ACCOUNTS,
            "plan_id",
            &travel[..13].to_uppercase(),
            json!({})
        )
        .await,
        all[3..]
    );
    assert_eq!(
        values(&mut client, ACCOUNTS, "plan_id", "none of them", json!({})).await,
        [""; 0]
    );
    assert_eq!(stage.requests(), ["getPlans"]);
    client.leave().await;
}

#[tokio::test]
async fn accounts_are_the_open_ones_of_the_plan_that_was_said() {
    let (mut world, home, travel) = two_plans();
    let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
    world.plans[0].change(noon, |plan| {
        let depot = plan.account_named("Depot").unwrap().id;
        plan.edit_account(depot, |account| account.closed = true);
    });
    let stage = Stage::set(Setting::with(world)).await;
    let mut client = client_of(&stage, true).await;
    let id = |name: &str| stage.look(|plan| plan.account_named(name).unwrap().id.to_string());
    let names = ["Girokonto", "Tagesgeld", "Visa"];
    let ids = names.map(id);
    let all = names.into_iter().map(str::to_owned).chain(ids).collect::<Vec<_>>();
    for plan in [home.plan.as_str(), "haushalt"] {
        let said = json!({"plan_id": plan});
        assert_eq!(values(&mut client, RECONCILE, "account_id", "", said).await, all);
    }
    let said = json!({"plan_id": "Haushalt", "bank_balance": "1"});
    assert_eq!(
        values(&mut client, RECONCILE, "account_id", "g", said).await,
        ["Girokonto", "Tagesgeld"]
    );
    let said = json!({"plan_id": travel});
    assert_eq!(
        values(&mut client, RECONCILE, "account_id", "kas", said).await,
        ["Kasse"]
    );
    assert_eq!(stage.requests_sorted(), ["getAccounts", "getAccounts", "getPlans"]);
    // Which plan is meant is not asked for letter by letter.
    for said in [
        json!({}),
        json!({"plan_id": "last-used"}),
        json!({"plan_id": "Nobody"}),
        Value::Null,
    ] {
        assert_eq!(values(&mut client, RECONCILE, "account_id", "", said).await, [""; 0]);
    }
    assert_eq!(stage.requests(), [""; 0]);
    client.leave().await;
}

#[tokio::test]
async fn the_only_plan_needs_no_naming() {
    let (stage, _) = Stage::in_euro().await;
    let mut client = client_of(&stage, true).await;
    for said in [json!({}), json!({"plan_id": ""}), json!({"plan_id": "last-used"})] {
        assert_eq!(
            values(&mut client, RECONCILE, "account_id", "vis", said).await,
            ["Visa"]
        );
    }
    client.leave().await;
}

#[tokio::test]
async fn months_come_from_the_list_of_plans() {
    let (stage, home) = Stage::in_euro().await;
    let mut client = client_of(&stage, false).await;
    // YNAB has the next month already.
    let all = ["current", "2026-10-01", "2026-09-01", "2026-08-01"];
    assert_eq!(
        values(&mut client, REVIEW, "month", "", json!({"plan_id": home.plan})).await,
        all
    );
    assert_eq!(
        values(&mut client, REVIEW, "month", "2026-0", json!({})).await,
        all[2..]
    );
    assert_eq!(
        values(&mut client, REVIEW, "month", "", json!({"plan_id": "Nobody"})).await,
        all[..1]
    );
    assert_eq!(stage.requests(), ["getPlans"]);
    assert_eq!(
        values(&mut client, RECONCILE, "bank_balance", "1", json!({})).await,
        [""; 0]
    );
    client.leave().await;
}

#[tokio::test]
async fn a_hundred_are_sent_and_all_are_counted() {
    let (mut world, _) = Household::in_euro();
    let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
    world.plans[0].change(noon, |plan| {
        for number in 0..120 {
            plan.add_account(&format!("Konto {number}"), AccountKind::Cash);
        }
    });
    let stage = Stage::set(Setting::with(world)).await;
    let mut client = client_of(&stage, false).await;
    for (typed, count, total) in [
        ("konto", 100, 121),
        ("konto 1", 31, 31),
        ("", 100, 248),
        ("konto 119", 1, 1),
    ] {
        let answer = ask(&mut client, RECONCILE, "account_id", typed, json!({})).await;
        let completion = &answer["result"]["completion"];
        assert_eq!(completion["values"].as_array().map(Vec::len), Some(count), "{typed}");
        assert_eq!(
            (&completion["total"], &completion["hasMore"]),
            (&json!(total), &json!(total > count)),
            "{typed}"
        );
    }
    client.leave().await;
}

#[tokio::test]
async fn what_is_offered_finds_its_thing_again_whatever_the_names() {
    let (mut world, home) = Household::in_euro();
    let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
    world.plans[0].change(noon, |plan| {
        for name in ["Visa", "Bar\n- x\u{202e}", "\u{200b}", &"lang ".repeat(40), "VISA"] {
            plan.add_account(name, AccountKind::Cash);
        }
    });
    for name in ["default", "last-used", "Haushalt", "🏠", &home.plan] {
        world.plans.push(Plan::new(name, None, day(TODAY)));
    }
    let stage = Stage::set(Setting::with(world)).await;
    let mut client = client_of(&stage, false).await;
    let plans = values(&mut client, ACCOUNTS, "plan_id", "", json!({})).await;
    assert_eq!(plans[0], "🏠");
    assert_eq!(plans.len(), 7, "{plans:?}");
    for plan in plans {
        let answer = client
            .ask(
                "resources/read",
                json!({"uri": format!("ynab://plans/{plan}/accounts")}),
            )
            .await;
        assert!(answer.get("result").is_some(), "{plan}: {answer}");
    }
    let accounts = values(&mut client, RECONCILE, "account_id", "", json!({"plan_id": home.plan})).await;
    let lang = format!("{}…", "lang ".repeat(40).chars().take(79).collect::<String>());
    assert_eq!(
        accounts[..5],
        ["Girokonto", "Tagesgeld", "Depot", "Bar - x", lang.trim_end()]
    );
    assert_eq!(accounts[5], "VISA", "{accounts:?}");
    assert_eq!(accounts.len(), 6 + 9);
    for account in accounts {
        let arguments = json!({"plan_id": home.plan, "account_id": account, "bank_balance": 0});
        stage.without_asking("diagnose_account", arguments).await.answer();
    }
    client.leave().await;
}

#[tokio::test]
async fn when_ynab_fails_nothing_is_offered_and_nothing_is_an_error() {
    let (stage, home) = Stage::in_euro().await;
    let mut client = client_of(&stage, false).await;
    stage.sim.fault(Fault::on_all(FaultEffect::DropBefore));
    let said = json!({"plan_id": home.plan});
    assert_eq!(values(&mut client, ACCOUNTS, "plan_id", "", json!({})).await, [""; 0]);
    assert_eq!(
        values(&mut client, RECONCILE, "account_id", "", said.clone()).await,
        [""; 0]
    );
    assert_eq!(
        values(&mut client, REVIEW, "month", "", said.clone()).await,
        ["current"]
    );
    stage.sim.clear_faults();
    assert_eq!(
        values(&mut client, RECONCILE, "account_id", "giro", said).await,
        ["Girokonto"]
    );
    client.leave().await;
}

#[tokio::test]
async fn what_is_not_there_cannot_be_completed() {
    let (stage, _) = Stage::in_euro().await;
    let mut client = client_of(&stage, false).await;
    for (of, argument, says) in [
        (
            ("ref/prompt", "move_money"),
            "plan_id",
            "No prompt has the name ‘move_money’. There are `classify_pending`, ",
        ),
        (
            RECONCILE,
            "month",
            "‘month’ is not an argument of `reconcile`. `reconcile` takes `plan_id` (optional), `account_id`",
        ),
        (
            ("ref/resource", "ynab://plans"),
            "plan_id",
            "No address with a variable is ‘ynab://plans’. There are `ynab://plans/{plan_id}/categories`, ",
        ),
        (
            ("ref/resource", "ynab://plans/Haushalt/accounts"),
            "plan_id",
            "No address with a variable is ‘ynab://plans/Haus",
        ),
        (
            ACCOUNTS,
            "a\nb",
            "‘a b’ is not a variable of this address. It has `plan_id`",
        ),
    ] {
        let answer = ask(&mut client, of, argument, "", json!({})).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(says) && !message.contains('\n'), "{message}");
    }
    assert_eq!(stage.requests(), [""; 0]);
    client.leave().await;
}
