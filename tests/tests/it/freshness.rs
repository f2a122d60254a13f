//! How old an answer may be, and how few requests it takes.

use std::time::{Duration, Instant};

use avenir_tests::{Client, Era, MONTH, Person, Scene, day};
use chrono::{Datelike as _, TimeDelta, Utc};
use serde_json::json;
use ynab_api::sim::{Clock, Fault, FaultEffect, Operation};

/// Copies younger than this are served without a request.
const FRESH: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_reads_at_once_on_a_cold_server_ask_for_each_thing_once() {
    let scene = Scene::new();
    let client = scene.formless(Era::Modern).await;
    scene
        .ynab
        .fault(Fault::on_all(FaultEffect::Delay { milliseconds: 300 }));
    let plan = scene.things.plan;
    let with_plan = json!({"plan_id": plan});
    let search = json!({"plan_id": plan, "since_date": "2026-11-01"});
    let (accounts, groups, balances, summary, found) = tokio::join!(
        client.call("list_accounts", &with_plan),
        client.call("list_category_groups", &with_plan),
        client.call("get_category_balances", &with_plan),
        client.call("get_monthly_summary", &with_plan),
        client.call("find_transactions", &search),
    );
    for outcome in [accounts, groups, balances, summary, found] {
        assert_eq!(outcome.answer()["plan"], "Haushalt");
    }
    for operation in [
        Operation::GetPlans,
        Operation::GetAccounts,
        Operation::GetCategories,
        Operation::GetMonth,
        Operation::GetTransactions,
    ] {
        assert_eq!(scene.ynab.count(operation), 1, "{operation:?}");
    }
    assert_eq!(scene.ynab.requests().len(), 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_is_repeated_within_five_seconds_sends_nothing() {
    for _ in 0..5 {
        let scene = Scene::new();
        let client = scene.formless(Era::Legacy).await;
        let reads = [
            ("list_accounts", json!({})),
            ("get_category_balances", json!({"include_empty": true})),
            ("get_monthly_summary", json!({"month": MONTH})),
            ("find_transactions", json!({"since_date": "2026-11-01"})),
            ("list_category_groups", json!({})),
        ];
        let began = Instant::now();
        let mut first = Vec::new();
        for (tool, arguments) in &reads {
            first.push(client.call(tool, arguments).await);
        }
        let sent = scene.ynab.requests().len();
        let mut second = Vec::new();
        for (tool, arguments) in &reads {
            let (outcome, cost) = client.call_with_cost(tool, arguments).await;
            second.push((outcome, cost));
        }
        // A machine that was too slow has not shown anything.
        if began.elapsed() < FRESH {
            let free: Vec<_> = first.into_iter().map(|outcome| (outcome, 0)).collect();
            assert_eq!(second, free);
            assert_eq!(scene.ynab.requests().len(), sent);
            return;
        }
    }
    panic!("this machine takes five seconds for ten calls");
}

/// However young a copy is, a write makes it old: the next read sees what was written, and asks for no more than changes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_read_after_a_write_sees_it() {
    let scene = Scene::new();
    let things = &scene.things;
    let client = scene.client(Era::Modern).await;
    let balance = async |id: uuid::Uuid| {
        let balances = client
            .call("get_category_balances", &json!({"include_empty": true}))
            .await;
        let rows = balances.answer()["categories"].as_array().expect("categories").clone();
        let row = rows
            .into_iter()
            .find(|row| row["category_id"] == id.to_string())
            .expect("the category");
        (row["budgeted"].clone(), row["balance"].clone())
    };
    let found = async || {
        let arguments = json!({"since_date": "2026-11-01", "category_ids": [things.restaurants]});
        client.call("find_transactions", &arguments).await.answer()["total"].clone()
    };
    assert_eq!(balance(things.restaurants).await, (json!(120), json!(115)));
    assert_eq!(found().await, 1);
    assert_eq!(
        client
            .write(Person::Agrees, "move_money", &things.moving())
            .await
            .status(),
        "applied"
    );
    assert_eq!(balance(things.restaurants).await, (json!(150), json!(145)));
    let categorized = client
        .write(Person::Agrees, "apply_categories", &things.categorizing())
        .await;
    assert_eq!(categorized.status(), "applied");
    assert_eq!(found().await, 2);
    assert_eq!(balance(things.restaurants).await, (json!(150), json!(114)));
    let reads = scene.requests_for(Operation::GetTransactions);
    let whole = reads
        .iter()
        .filter(|read| !read.query.contains("last_knowledge_of_server"));
    assert_eq!(whole.count(), 1, "the rest are changes: {reads:?}");
    assert!(
        reads.iter().all(|read| read.query.contains("since_date=1970-01-01")),
        "{reads:?}"
    );
}

/// A write whose answer was lost makes the copies old all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_read_after_a_lost_answer_sees_the_change() {
    let scene = Scene::new();
    let client = scene.client(Era::Modern).await;
    client.call("get_monthly_summary", &json!({})).await.answer();
    scene.ynab.fault(Fault::on_writes(FaultEffect::DropAfter).nth(1));
    let set = client
        .write(Person::Agrees, "set_category_budget", &scene.things.budgeting("70"))
        .await;
    assert_eq!(set.status(), "applied", "{set:?}");
    let summary = client.call("get_monthly_summary", &json!({})).await;
    assert_eq!(summary.answer()["budgeted"], 570);
}

/// That there is nothing to do is the end of a call, and nobody looks again after it: it is never said from a copy.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_to_do_is_never_said_from_a_copy() {
    let scene = Scene::new();
    let client = scene.client(Era::Modern).await;
    let things = &scene.things;
    let (set, unset) = (things.budgeting("70"), things.budgeting("0"));
    client.call("get_monthly_summary", &json!({})).await.answer();
    scene.edit(|plan| plan.assign(day(MONTH), things.holiday, 70_000));
    let outcome = client.write(Person::Agrees, "set_category_budget", &unset).await;
    assert_eq!((outcome.status(), scene.in_effect()), ("applied", 0), "{outcome:?}");
    let applied = client.write(Person::Agrees, "set_category_budget", &set).await;
    scene.edit(|plan| plan.assign(day(MONTH), things.holiday, 0));
    client.call("get_monthly_summary", &json!({})).await.answer();
    scene.edit(|plan| plan.assign(day(MONTH), things.holiday, 70_000));
    let undo = json!({"operation_id": applied.operation_id()});
    let undone = client.write(Person::Agrees, "undo_operation", &undo).await;
    assert_eq!((undone.status(), scene.in_effect()), ("applied", 0), "{undone:?}");
    let before = scene.ynab.requests().len();
    let nothing = client.call("set_category_budget", &unset).await;
    assert_eq!(nothing.status(), "nothing_to_do", "{nothing:?}");
    assert!(scene.ynab.requests().len() <= before + 1, "one look is enough");
}

/// `current` is the month of the person's own day, whatever month it is where YNAB is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_current_month_is_the_persons_and_not_ynabs() {
    for (person, ynab, month) in [
        ("2026-11-30", "2026-12-01", "2026-11-01"),
        ("2026-12-01", "2026-11-30", "2026-12-01"),
    ] {
        let scene = Scene::new();
        scene.ynab.set_clock(Clock::Fixed(day(ynab)));
        let settings = scene.settings().with("AVENIR_MCP_TODAY", person);
        let client = Client::meet(scene.start(&settings), Era::Modern, true).await;
        let summary = client.call("get_monthly_summary", &json!({})).await;
        assert_eq!(summary.answer()["month"], month);
        let mut budgeting = scene.things.budgeting("70");
        budgeting["month"] = "current".into();
        let set = client.write(Person::Agrees, "set_category_budget", &budgeting).await;
        assert_eq!((set.status(), &set.answer()["month"]), ("applied", &json!(month)));
        assert_eq!(scene.held().assigned[&(day(month), scene.things.holiday)], 70_000);
        let paths = scene.ynab.requests().into_iter().map(|request| request.path);
        let months: Vec<_> = paths.filter(|path| path.contains("/months/")).collect();
        assert!(months.iter().all(|path| path.contains(month)), "{months:?}");
    }
}

/// Without a fixed day, the day is that of the person's own time zone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_day_is_that_of_the_time_zone() {
    let zones = [
        ("UTC", 0),
        ("<+14>-14", 14),
        ("<-12>12", -12),
        ("Pacific/Kiritimati", 14),
        ("Pacific/Niue", -11),
    ];
    let month = |hours: i64| {
        let day = (Utc::now() + TimeDelta::hours(hours)).date_naive();
        day.with_day(1).expect("a first day").to_string()
    };
    for (zone, hours) in zones {
        // A machine without a data base of zones knows those that say their hours only.
        let named = zone.contains('/');
        if named && !std::path::Path::new("/usr/share/zoneinfo").join(zone).exists() {
            continue;
        }
        let scene = Scene::new();
        scene.ynab.set_clock(Clock::System);
        let settings = scene.settings().without("AVENIR_MCP_TODAY").with("TZ", zone);
        let client = Client::meet(scene.start(&settings), Era::Modern, false).await;
        let before = month(hours);
        client.call("get_monthly_summary", &json!({})).await;
        let after = month(hours);
        let asked = scene.requests_for(Operation::GetMonth);
        let path = &asked[0].path;
        assert!(
            path.ends_with(&before) || path.ends_with(&after),
            "{zone}: {path}, not {before}"
        );
    }
}
