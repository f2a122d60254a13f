//! Calls at the same time: what they share, and what they do not wait for.

use std::collections::HashMap;
use std::sync::Mutex;

use tokio::sync::{Barrier, Semaphore};
use tokio::task::{JoinHandle, yield_now};

use super::scripted::{Reply, Scripted, Seen};
use super::*;
use crate::domain::ids::{CategoryId, PayeeId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;

fn october() -> Month {
    Month::parse("2026-10").unwrap()
}

/// An answer for any of the collections.
fn anything(seen: &Seen) -> Reply {
    let (path, _) = seen.target.split_once('?').unwrap_or((&seen.target, ""));
    match path.rsplit('/').next().unwrap() {
        "plans" => Reply::data(&json!({ "plans": [plan_summary(1)], "default_plan": null })),
        "accounts" => Reply::data(&json!({ "accounts": [account(1, 1, false)], "server_knowledge": 7 })),
        "categories" => Reply::data(&json!({ "category_groups": [], "server_knowledge": 7 })),
        "payees" => Reply::data(&json!({ "payees": [payee(1)], "server_knowledge": 7 })),
        _ if path.contains("/payees/") => Reply::data(&json!({ "payee": payee(1), "server_knowledge": 8 })),
        "transactions" if seen.method == "PATCH" => {
            let rows = [transaction("t-1", 1)];
            Reply::data(&json!({ "transaction_ids": ["t-1"], "transactions": rows, "server_knowledge": 8 }))
        }
        "transactions" => Reply::data(&json!({ "transactions": [transaction("t-1", 1)], "server_knowledge": 7 })),
        CATEGORY => Reply::data(&json!({ "category": category(1, 5), "server_knowledge": 8 })),
        month => Reply::data(&json!({ "month": {
            "month": month, "note": null, "income": 0, "budgeted": 0, "activity": 0, "to_be_budgeted": 0,
            "age_of_money": 3, "deleted": false, "categories": [],
        }})),
    }
}

fn payee(number: u32) -> Value {
    json!({ "id": id('d', number), "name": format!("Payee {number}"), "transfer_account_id": null, "deleted": false })
}

fn counts(server: &Scripted) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for seen in server.seen() {
        let path = seen
            .target
            .split('?')
            .next()
            .unwrap()
            .rsplit('/')
            .next()
            .unwrap()
            .to_owned();
        *counts.entry(path).or_default() += 1;
    }
    counts
}

#[tokio::test]
async fn five_calls_at_once_on_nothing_send_one_request_for_each_collection() {
    let server = Scripted::answering(|_, seen| anything(&seen)).await;
    let bench = Bench::new(&server.base_url);
    let calls = (0..5).map(|_| {
        let call = bench.call();
        tokio::spawn(async move {
            let plan = plan();
            let (plans, accounts, categories, month, transactions) = tokio::join!(
                call.plans(),
                call.accounts(&plan),
                call.categories(&plan),
                call.month(&plan, october()),
                call.transactions(&plan),
            );
            (
                plans.unwrap().len(),
                accounts.unwrap().len(),
                categories.unwrap().len(),
                month.unwrap().age_of_money,
                { transactions.unwrap().len() },
            )
        })
    });
    for call in calls.collect::<Vec<_>>() {
        assert_eq!(call.await.unwrap(), (1, 1, 0, Some(3), 1));
    }
    let each = ["plans", "accounts", "categories", "2026-10-01", "transactions"].map(|path| (path.to_owned(), 1));
    assert_eq!(counts(&server), HashMap::from(each));
    assert_eq!(bench.reader.requests_left(), 175);
}

#[tokio::test]
async fn different_collections_are_asked_for_at_the_same_time() {
    let together = Arc::new(Barrier::new(5));
    let server = Scripted::start(move |_, seen| {
        let together = Arc::clone(&together);
        Box::pin(async move {
            // No answer leaves before all five requests are here.
            together.wait().await;
            anything(&seen)
        })
    })
    .await;
    let bench = Bench::new(&server.base_url);
    let (call, plan) = (bench.call(), plan());
    let november = october().next();
    let read = async {
        tokio::try_join!(
            call.accounts(&plan),
            call.categories(&plan),
            call.month(&plan, october()),
            call.month(&plan, november),
            call.transactions(&plan),
        )
    };
    tokio::time::timeout(Duration::from_secs(20), read)
        .await
        .expect("they wait for each other")
        .unwrap();
}

/// A server whose reads wait to be let go, and whose writes do not.
async fn gated() -> (Scripted, Arc<Semaphore>) {
    let gate = Arc::new(Semaphore::new(0));
    let held = Arc::clone(&gate);
    let server = Scripted::start(move |_, seen| {
        let gate = Arc::clone(&held);
        Box::pin(async move {
            if seen.method == "GET" {
                gate.acquire().await.unwrap().forget();
            }
            anything(&seen)
        })
    })
    .await;
    (server, gate)
}

async fn arrived(server: &Scripted, requests: usize) {
    while server.seen().len() < requests {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn a_read_that_a_write_overtook_is_not_taken_for_fresh() {
    let (server, gate) = gated().await;
    let bench = Bench::new(&server.base_url);
    let call = bench.call();
    let overtaken = tokio::spawn(async move { call.accounts(&plan()).await });
    arrived(&server, 1).await;
    let patch = TransactionPatch {
        approved: Change::Set(true),
        ..TransactionPatch::of(TransactionId::parse("t-1").unwrap())
    };
    let mut reservation = bench.writer.reserve(1).unwrap();
    bench
        .writer
        .update_transactions(&plan(), &[patch], &mut reservation, &bench.meter())
        .await
        .unwrap();
    gate.add_permits(9);
    overtaken.await.unwrap().unwrap();
    bench.call().accounts(&plan()).await.unwrap();
    bench.call().accounts(&plan()).await.unwrap();
    let reads = server
        .targets()
        .into_iter()
        .filter(|target| target.starts_with("GET"))
        .collect::<Vec<_>>();
    assert_eq!(
        reads,
        [
            format!("GET /plans/{PLAN}/accounts"),
            format!("GET /plans/{PLAN}/accounts?last_knowledge_of_server=7"),
        ]
    );
}

#[tokio::test]
async fn a_cancelled_call_leaves_the_way_free_for_those_who_waited_for_it() {
    let (server, gate) = gated().await;
    let bench = Bench::new(&server.base_url);
    let [first, second] = [bench.call(), bench.call()];
    let first = tokio::spawn(async move { first.accounts(&plan()).await });
    arrived(&server, 1).await;
    let second = tokio::spawn(async move { second.accounts(&plan()).await });
    yield_now().await;
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    arrived(&server, 2).await;
    gate.add_permits(9);
    assert_eq!(second.await.unwrap().unwrap().len(), 1);
    assert_eq!(counts(&server), HashMap::from([("accounts".to_owned(), 2)]));
}

/// How often the accounts are asked for when they are read while a write is under way, and again after it ended so.
async fn reads_around_a_write(ended: impl AsyncFnOnce(JoinHandle<Result<(), WriteError>>, &Semaphore)) -> usize {
    let gate = Arc::new(Semaphore::new(0));
    let held = Arc::clone(&gate);
    let server = Scripted::start(move |_, seen| {
        let gate = Arc::clone(&held);
        Box::pin(async move {
            if seen.method == "PATCH" {
                gate.acquire().await.unwrap().forget();
            }
            anything(&seen)
        })
    })
    .await;
    let Bench {
        writer, reader, clock, ..
    } = Bench::new(&server.base_url);
    let meter = Meter::new(&clock, Duration::from_secs(45));
    let call = reader.for_call(Arc::clone(&meter));
    let mut reservation = writer.reserve(1).unwrap();
    let write = tokio::spawn(async move {
        let patch = TransactionPatch::of(TransactionId::parse("t-1").unwrap());
        writer
            .update_transactions(&plan(), &[patch], &mut reservation, &meter)
            .await
            .map(drop)
    });
    arrived(&server, 1).await;
    call.accounts(&plan()).await.unwrap();
    call.accounts(&plan()).await.unwrap();
    ended(write, &gate).await;
    call.accounts(&plan()).await.unwrap();
    call.accounts(&plan()).await.unwrap();
    counts(&server)["accounts"]
}

#[tokio::test]
async fn what_was_read_while_a_write_was_under_way_is_stale_when_it_ends_and_when_it_is_cancelled() {
    let answered = async |write: JoinHandle<Result<(), WriteError>>, gate: &Semaphore| {
        gate.add_permits(1);
        write.await.unwrap().unwrap();
    };
    assert_eq!(reads_around_a_write(answered).await, 2);
    let cancelled = async |write: JoinHandle<Result<(), WriteError>>, _: &Semaphore| {
        write.abort();
        assert!(write.await.unwrap_err().is_cancelled());
    };
    assert_eq!(reads_around_a_write(cancelled).await, 2);
}

/// The paths that are asked for when everything was fresh and then the write happened.
async fn asked_after(write: impl AsyncFnOnce(&Bench)) -> Vec<String> {
    let log = Arc::new(Mutex::new(Vec::new()));
    let seen_by_server = Arc::clone(&log);
    let server = Scripted::answering(move |_, seen| {
        if seen.method == "GET" {
            let path = seen
                .target
                .split('?')
                .next()
                .unwrap()
                .rsplit('/')
                .next()
                .unwrap()
                .to_owned();
            seen_by_server.lock().unwrap().push(path);
        }
        anything(&seen)
    })
    .await;
    let bench = Bench::new(&server.base_url);
    let read_all = async || {
        let (call, plan) = (bench.call(), plan());
        call.accounts(&plan).await.unwrap();
        call.categories(&plan).await.unwrap();
        call.month(&plan, october()).await.unwrap();
        call.month(&plan, october().next()).await.unwrap();
        call.transactions(&plan).await.unwrap();
        call.payees(&plan).await.unwrap();
        call.plans().await.unwrap();
    };
    read_all().await;
    log.lock().unwrap().clear();
    write(&bench).await;
    read_all().await;
    log.lock().unwrap().clone()
}

#[tokio::test]
async fn a_write_makes_stale_what_it_touches() {
    let none = asked_after(async |_| {}).await;
    assert_eq!(none, Vec::<String>::new());
    let transactions = asked_after(async |bench| {
        let patch = TransactionPatch {
            approved: Change::Set(true),
            ..TransactionPatch::of(TransactionId::parse("t-1").unwrap())
        };
        let mut reservation = bench.writer.reserve(1).unwrap();
        bench
            .writer
            .update_transactions(&plan(), &[patch], &mut reservation, &bench.meter())
            .await
            .unwrap();
    })
    .await;
    assert_eq!(
        transactions,
        [
            "accounts",
            "categories",
            "2026-10-01",
            "2026-11-01",
            "transactions",
            "payees"
        ]
    );
    let assigned = asked_after(async |bench| {
        let (mut reservation, category) = (bench.writer.reserve(1).unwrap(), CategoryId::parse(CATEGORY).unwrap());
        let meter = bench.meter();
        let writer = &bench.writer;
        writer
            .set_assigned(
                &plan(),
                october(),
                &category,
                Milliunits::new(5),
                &mut reservation,
                &meter,
            )
            .await
            .unwrap();
    })
    .await;
    assert_eq!(assigned, ["categories", "2026-10-01", "2026-11-01"]);
    let changed = asked_after(async |bench| {
        let (mut reservation, category) = (bench.writer.reserve(1).unwrap(), CategoryId::parse(CATEGORY).unwrap());
        let (meter, patch, plan) = (bench.meter(), CategoryPatch::default(), plan());
        let writer = &bench.writer;
        let sent = writer.update_category(&plan, &category, &patch, &mut reservation, &meter);
        sent.await.unwrap();
    })
    .await;
    assert_eq!(changed, assigned);
    let renamed = asked_after(async |bench| {
        let (mut reservation, payee) = (bench.writer.reserve(1).unwrap(), PayeeId::parse(&id('d', 1)).unwrap());
        let (writer, meter, plan) = (&bench.writer, bench.meter(), plan());
        let sent = writer.rename_payee(&plan, &payee, "Other", &mut reservation, &meter);
        sent.await.unwrap();
    })
    .await;
    assert_eq!(renamed, ["transactions", "payees"]);
}
