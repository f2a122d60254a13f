//! Two servers on one journal and one plan: no line is lost, no change is made twice, and their requests are counted
//! together.

use std::collections::BTreeSet;
use std::fs::File;

use avenir_tests::{Client, Era, MONTH, Person, Record, Scene, day, until};
use serde_json::json;
use ynab_api::sim::{Fault, FaultEffect, Operation};

/// How many writes each server makes.
const WRITES: i64 = 8;

/// The times in the ledger of the scene's only token.
fn ledger(scene: &Scene) -> Vec<i64> {
    let folder = std::fs::read_dir(scene.state().join("avenir-mcp")).expect("a folder");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let name = |path: &std::path::PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("requests-"))
    };
    let files: Vec<_> = paths.filter(name).collect();
    assert_eq!(files.len(), 1, "one token, one ledger: {files:?}");
    let text = std::fs::read_to_string(&files[0]).expect("a ledger");
    let times = text.lines().filter_map(|line| line.strip_prefix("sent "));
    times.map(|time| time.parse().expect("a time")).collect()
}

/// Sets an amount again and again, and flags a row now and then.
async fn many_writes(client: &Client, category: &str, row: &str) {
    for amount in 1..=WRITES {
        let arguments = json!({"month": MONTH, "category_id": category, "amount": amount});
        let outcome = client
            .write(Person::CannotBeAsked, "set_category_budget", &arguments)
            .await;
        assert_eq!(outcome.status(), "applied", "{outcome:?}");
        let color = if amount % 8 == 0 { "red" } else { "blue" };
        if amount % 4 == 0 {
            let arguments = json!({"flags": [{"transaction_id": row, "color": color}]});
            let outcome = client
                .write(Person::CannotBeAsked, "flag_transactions", &arguments)
                .await;
            assert_eq!(outcome.status(), "applied", "{outcome:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_writes_of_two_servers_lose_no_line_and_no_request() {
    let scene = Scene::new();
    let things = &scene.things;
    let (one, other) = (scene.formless(Era::Modern).await, scene.formless(Era::Legacy).await);
    let (holiday, groceries) = (things.holiday.to_string(), things.groceries.to_string());
    tokio::join!(
        many_writes(&one, &holiday, &things.fresh[0]),
        many_writes(&other, &groceries, &things.fresh[1]),
    );
    let record = Record::read(&scene.state());
    let operations: BTreeSet<_> = record.operations().into_iter().collect();
    let made = usize::try_from(2 * (WRITES + WRITES / 4)).expect("a number");
    assert_eq!((operations.len(), record.operations().len()), (made, made));
    assert_eq!(record.lines.len(), 2 * made, "an intent and an outcome each");
    assert!(
        operations
            .iter()
            .all(|operation| record.count(operation, "applied") == 1)
    );
    assert_eq!(scene.writes().len(), made);
    let held = scene.held();
    for category in [things.holiday, things.groceries] {
        assert_eq!(held.assigned[&(day(MONTH), category)], WRITES * 1000);
    }
    let sent = scene.ynab.requests().len();
    assert_eq!(ledger(&scene).len(), sent, "every request is counted, and nothing else");
    for client in [&one, &other] {
        let response = client
            .ask("tools/call", json!({"name": "list_plans", "arguments": {}}))
            .await;
        let left = response["result"]["_meta"]["avenir-mcp/cost"]["requests_left"].as_u64();
        assert_eq!(left, Some(180 - sent as u64), "both know of all requests: {response}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_hours_requests_are_those_of_both_servers_together() {
    let scene = Scene::new();
    let (one, other) = (scene.formless(Era::Modern).await, scene.formless(Era::Legacy).await);
    let months = |years: std::ops::Range<i32>| {
        years.flat_map(|year| (1..=12).map(move |month| json!({"month": format!("{year}-{month:02}-01")})))
    };
    let asking = async |client: &Client, years| {
        for arguments in months(years) {
            client.call("get_monthly_summary", &arguments).await;
        }
    };
    tokio::join!(asking(&one, 1990..2000), asking(&other, 2000..2010));
    assert_eq!(scene.ynab.requests().len(), 180);
    assert_eq!(ledger(&scene).len(), 180);
    for client in [&one, &other] {
        let refused = client
            .call("get_monthly_summary", &json!({"month": "1980-01-01"}))
            .await;
        let text = refused.error();
        assert!(
            text.starts_with("180 requests were sent to YNAB in the last hour"),
            "{text}"
        );
    }
    assert_eq!(scene.ynab.requests().len(), 180, "nothing more was sent");
}

/// Previews until the server's copies, up to five seconds old, show what the other one did meanwhile; then writes.
async fn moved(client: &Client, scene: &Scene) -> String {
    let moving = scene.things.moving();
    let mut outcome = client.write(Person::CannotBeAsked, "move_money", &moving).await;
    if outcome.status() != "applied" {
        assert!(outcome.error().starts_with("The plan changed"), "{outcome:?}");
        outcome = client.write(Person::CannotBeAsked, "move_money", &moving).await;
    }
    outcome.operation_id().to_owned()
}

/// The same undo, agreed to in two servers at once, is made by one of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_undos_at_once_undo_once() {
    let scene = Scene::new();
    let clients = [scene.formless(Era::Modern).await, scene.formless(Era::Legacy).await];
    for round in 0..4 {
        let operation_id = moved(&clients[round % 2], &scene).await;
        let arguments = if round < 2 {
            json!({"operation_id": operation_id})
        } else {
            json!({})
        };
        let codes = [
            clients[0].call("undo_operation", &arguments).await.code().to_owned(),
            clients[1].call("undo_operation", &arguments).await.code().to_owned(),
        ];
        let sent = scene.writes().len();
        let (one, other) = tokio::join!(
            clients[0].call_with_code("undo_operation", &arguments, &codes[0]),
            clients[1].call_with_code("undo_operation", &arguments, &codes[1]),
        );
        let applied = [&one, &other]
            .iter()
            .filter(|outcome| outcome.status() == "applied")
            .count();
        assert_eq!(applied, 1, "{one:?} {other:?}");
        assert_eq!(scene.writes().len() - sent, 2, "two sides, once");
        assert_eq!(scene.held(), scene.before);
        let record = Record::read(&scene.state());
        assert_eq!(record.operations().len(), 2 * (round + 1), "a move and its undo");
    }
}

/// While a server writes, the other waits, and then makes its own change to what the first one left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_waits_for_the_other_servers() {
    let scene = Scene::new();
    let things = &scene.things;
    let (one, other) = (scene.formless(Era::Modern).await, scene.formless(Era::Legacy).await);
    let moving = things.moving();
    let code = one.call("move_money", &moving).await.code().to_owned();
    let budgeting = things.budgeting("70");
    let other_code = other.call("set_category_budget", &budgeting).await.code().to_owned();
    scene
        .ynab
        .fault(Fault::on_writes(FaultEffect::Delay { milliseconds: 1000 }).nth(1));
    let first = async { one.call_with_code("move_money", &moving, &code).await };
    let second = async {
        until("the first write arrives", || (!scene.writes().is_empty()).then_some(())).await;
        other
            .call_with_code("set_category_budget", &budgeting, &other_code)
            .await
    };
    let (first, second) = tokio::join!(first, second);
    assert_eq!(
        (first.status(), second.status()),
        ("applied", "applied"),
        "{first:?} {second:?}"
    );
    let paths: Vec<_> = scene.writes().into_iter().map(|write| write.path).collect();
    assert!(
        paths[2].contains(&things.holiday.to_string()),
        "one after the other: {paths:?}"
    );
    assert_eq!(scene.in_effect(), 3);
}

/// The plan is never free: the write gives up, and neither code nor state is spent by that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_that_never_gets_its_turn_spends_no_answer() {
    let scene = Scene::new();
    let (coded, asked) = (scene.formless(Era::Legacy).await, scene.client(Era::Modern).await);
    let moving = scene.things.moving();
    let budgeting = scene.things.budgeting("70");
    let code = coded.call("move_money", &moving).await.code().to_owned();
    let question = asked.call("set_category_budget", &budgeting).await;
    let (_, state) = question.asks();
    let folder = scene.state().join("avenir-mcp/locks");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{}.lock", scene.things.plan));
    let held = File::create(path).expect("a lock's file");
    held.try_lock().expect("a lock that nobody else holds");
    let ticked = avenir_tests::Reply::Ticked;
    let (one, other) = tokio::join!(
        coded.call_with_code("move_money", &moving, &code),
        asked.bring_back("set_category_budget", &budgeting, state, ticked),
    );
    for busy in [&one, &other] {
        let text = busy.error();
        assert!(text.contains("another operation on this plan is under way"), "{text}");
    }
    assert_eq!((scene.writes().len(), scene.in_effect()), (0, 0));
    assert!(Record::read(&scene.state()).lines.is_empty());
    drop(held);
    let moved = coded.call_with_code("move_money", &moving, &code).await;
    assert_eq!(moved.status(), "applied", "{moved:?}");
    let set = asked.bring_back("set_category_budget", &budgeting, state, ticked).await;
    assert_eq!(set.status(), "applied", "{set:?}");
    assert_eq!(scene.in_effect(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_one_server_is_no_code_of_the_other() {
    let scene = Scene::new();
    let (one, other) = (scene.formless(Era::Modern).await, scene.formless(Era::Modern).await);
    let moving = scene.things.moving();
    let code = one.call("move_money", &moving).await.code().to_owned();
    let refused = other.call_with_code("move_money", &moving, &code).await;
    assert!(
        refused.error().starts_with("This confirmation code is unknown"),
        "{refused:?}"
    );
    assert_eq!(scene.requests_for(Operation::UpdateMonthCategory).len(), 0);
    assert_eq!(
        one.call_with_code("move_money", &moving, &code).await.status(),
        "applied"
    );
}
