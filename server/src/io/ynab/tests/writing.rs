//! One request for a write, and the truth about what became of it.

use super::scripted::{Reply, Scripted};
use super::*;
use crate::domain::flag::FlagColor;
use crate::domain::ids::{CategoryId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::{Cleared, GroupRole, Transaction};

fn patch(id: &str) -> TransactionPatch {
    TransactionPatch::of(TransactionId::parse(id).unwrap())
}

async fn update(bench: &Bench, patches: &[TransactionPatch]) -> Result<Vec<Transaction>, WriteError> {
    let mut reservation = bench.writer.reserve(1).unwrap();
    bench
        .writer
        .update_transactions(&plan(), patches, &mut reservation, &bench.meter())
        .await
}

#[tokio::test]
async fn what_stays_is_left_out_and_what_is_taken_away_is_null() {
    let server = Scripted::answering(|_, _| {
        let mut second = transaction("t-2", 2);
        second["flag_color"] = json!("");
        let rows = [transaction("t-1", 1), second];
        let ids = ["t-1", "t-2"];
        Reply::Json(
            209,
            json!({ "data": { "transaction_ids": ids, "transactions": rows, "server_knowledge": 8 } }),
        )
    })
    .await;
    let bench = Bench::new(&server.base_url);
    let category = CategoryId::parse(CATEGORY).unwrap();
    let patches = [
        TransactionPatch {
            category: Change::Set(None),
            flag: Change::Set(None),
            ..patch("t-1")
        },
        TransactionPatch {
            category: Change::Set(Some(category.clone())),
            flag: Change::Set(FlagColor::from_ynab(Some("purple"))),
            approved: Change::Set(true),
            cleared: Change::Set(Cleared::Reconciled),
            ..patch("t-2")
        },
        patch("t-3"),
    ];
    let rows = update(&bench, &patches).await.unwrap();
    assert_eq!(
        rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(),
        ["t-1", "t-2"]
    );
    assert_eq!(
        (rows[1].flag.clone(), rows[1].category_id.clone()),
        (None, Some(category))
    );
    let sent = &server.seen()[0];
    assert_eq!(
        (sent.method.as_str(), sent.target.as_str()),
        ("PATCH", format!("/plans/{PLAN}/transactions").as_str())
    );
    assert_eq!(
        sent.body,
        json!({ "transactions": [
            { "category_id": null, "flag_color": null, "id": "t-1" },
            { "approved": true, "category_id": CATEGORY, "cleared": "reconciled", "flag_color": "purple", "id": "t-2" },
            { "id": "t-3" },
        ]})
    );
}

#[tokio::test]
async fn an_assigned_amount_goes_to_the_month_of_the_category() {
    let server =
        Scripted::answering(|_, _| Reply::data(&json!({ "category": category(1, -120), "server_knowledge": 8 }))).await;
    let bench = Bench::new(&server.base_url);
    let (mut reservation, meter) = (bench.writer.reserve(2).unwrap(), bench.meter());
    let (category, month) = (CategoryId::parse(CATEGORY).unwrap(), Month::parse("2019-12").unwrap());
    let amount = Milliunits::new(-120);
    let plan = plan();
    let sent = bench
        .writer
        .set_assigned(&plan, month, &category, amount, &mut reservation, &meter);
    let after = sent.await.unwrap();
    assert_eq!(
        (after.assigned, after.available, after.role),
        (amount, amount, GroupRole::Ordinary)
    );
    assert_eq!(after.group_name.raw(), "Bills");
    assert_eq!(
        server.targets(),
        [format!("PATCH /plans/{PLAN}/months/2019-12-01/categories/{CATEGORY}")]
    );
    assert_eq!(server.seen()[0].body, json!({ "category": { "budgeted": -120 } }));
    assert_eq!(
        (reservation.left(), meter.requests(), bench.reader.requests_left()),
        (1, 1, 178)
    );
}

/// What a write gives when the server answers this; it is sent once, whatever comes.
async fn answered(reply: fn() -> Reply) -> WriteError {
    let server = Scripted::answering(move |_, _| reply()).await;
    let error = update(&Bench::new(&server.base_url), &[patch("t-1")])
        .await
        .unwrap_err();
    assert_eq!(server.seen().len(), 1, "{error}");
    error
}

#[tokio::test]
async fn a_no_of_ynab_s_is_a_no() {
    let refused = |error: YnabError| WriteError::Refused(error);
    assert_eq!(
        answered(|| Reply::error(400, "bad")).await,
        refused(YnabError::Refused {
            status: 400,
            detail: Some("bad".to_owned())
        })
    );
    assert_eq!(
        answered(|| Reply::error(401, "no")).await,
        refused(YnabError::Unauthorized)
    );
    assert_eq!(
        answered(|| Reply::error(404, "no")).await,
        refused(YnabError::NotFound {
            what: "one of these transactions".to_owned(),
            detail: Some("no".to_owned())
        })
    );
    assert_eq!(
        answered(|| Reply::head(429, "retry-after: 60\r\n")).await,
        refused(YnabError::TooMany {
            wait: Duration::from_mins(1)
        })
    );
}

#[tokio::test]
async fn without_an_answer_it_is_not_known_what_happened() {
    let causes = [
        (
            Reply::nothing as fn() -> Reply,
            "the connection ended before an answer came",
            true,
        ),
        // YNAB itself failed, and is done with it; the others say only that nobody waited for it any longer.
        (|| Reply::error(500, "oh"), "status 500: oh", false),
        (|| Reply::error(503, "oh"), "status 503: oh", true),
        (|| Reply::error(408, "oh"), "status 408: oh", true),
    ];
    for (reply, cause, under_way) in causes {
        let error = answered(reply).await;
        assert_eq!(
            error,
            WriteError::Unanswered {
                cause: cause.to_owned(),
                under_way
            }
        );
        assert!(error.may_have_changed());
    }
    let moved = answered(|| Reply::head(302, "location: /elsewhere\r\n")).await;
    assert!(matches!(moved, WriteError::Unanswered { .. }), "{moved}");
}

#[tokio::test]
async fn a_yes_that_cannot_be_read_is_told_apart() {
    for reply in [
        || Reply::data(&json!({ "other": 1 })),
        || Reply::Bytes(b"HTTP/1.1 200 X\r\ncontent-length: 100\r\n\r\n{\"data\":".to_vec()),
        || Reply::Json(200, json!("<html>")),
        || {
            let rows = [transaction("t/1", 1)];
            Reply::data(&json!({ "transaction_ids": [], "transactions": rows, "server_knowledge": 8 }))
        },
    ] as [fn() -> Reply; 4]
    {
        let error = answered(reply).await;
        assert!(
            matches!(error, WriteError::Unreadable { status: 200, .. }) && error.may_have_changed(),
            "{error}"
        );
    }
}

#[tokio::test]
async fn what_never_left_is_known_not_to_have_happened() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("http://{}/v1", free.local_addr().unwrap());
    drop(free);
    let bench = Bench::new(&nobody);
    let cause = "no connection could be made".to_owned();
    assert_eq!(
        update(&bench, &[patch("t-1")]).await,
        Err(WriteError::NotSent(YnabError::Unreachable { cause, attempts: 1 }))
    );

    let server = Scripted::answering(|_, _| Reply::head(429, "retry-after: 60\r\n")).await;
    let bench = Bench::new(&server.base_url);
    let (late, mut reservation) = (bench.meter(), bench.writer.reserve(3).unwrap());
    bench.hand.advance(Duration::from_secs(45));
    let sent = bench
        .writer
        .update_transactions(&plan(), &[patch("t-1")], &mut reservation, &late)
        .await;
    assert_eq!(sent, Err(WriteError::NotSent(YnabError::DeadlineExceeded)));
    let stray = TransactionPatch {
        category: Change::Set(Some(CategoryId::parse("c-1").unwrap())),
        ..patch("t-1")
    };
    let what = "the category c-1".to_owned();
    assert_eq!(
        update(&bench, &[stray]).await,
        Err(WriteError::NotSent(YnabError::NotFound { what, detail: None }))
    );
    assert_eq!(server.seen().len(), 0);

    bench.call().plans().await.unwrap_err();
    let sent = bench
        .writer
        .update_transactions(&plan(), &[patch("t-1")], &mut reservation, &bench.meter())
        .await;
    assert!(
        matches!(sent, Err(WriteError::NotSent(YnabError::Paced { .. }))),
        "a pause holds reserved requests too"
    );
    assert_eq!((server.seen().len(), reservation.left()), (1, 3));
}

#[tokio::test]
async fn a_write_that_runs_out_of_time_may_have_happened() {
    let server = Scripted::start(|_, _| Box::pin(std::future::pending())).await;
    let bench = Bench::new(&server.base_url);
    let (meter, mut reservation) = (
        Meter::new(&bench.clock, Duration::from_millis(30)),
        bench.writer.reserve(1).unwrap(),
    );
    let sent = bench
        .writer
        .update_transactions(&plan(), &[patch("t-1")], &mut reservation, &meter)
        .await;
    assert_eq!(
        sent,
        Err(WriteError::Unanswered {
            cause: "no answer came in time".to_owned(),
            under_way: true
        })
    );
    assert_eq!((meter.requests(), reservation.left()), (1, 0));
}

#[tokio::test]
async fn a_write_of_nothing_sends_nothing() {
    let bench = Bench::new("http://127.0.0.1:1/v1");
    assert_eq!(update(&bench, &[]).await, Ok(Vec::new()));
    assert_eq!(bench.reader.requests_left(), 180);
}

#[tokio::test]
async fn a_write_of_unknown_fate_makes_the_copies_stale_too() {
    let server = Scripted::answering(|_, seen| match seen.method.as_str() {
        "PATCH" => Reply::nothing(),
        _ => Reply::data(&json!({ "accounts": [account(1, 1, false)], "server_knowledge": 7 })),
    })
    .await;
    let bench = Bench::new(&server.base_url);
    bench.call().accounts(&plan()).await.unwrap();
    update(&bench, &[patch("t-1")]).await.unwrap_err();
    bench.call().accounts(&plan()).await.unwrap();
    assert_eq!(
        server
            .targets()
            .iter()
            .filter(|target| target.starts_with("GET"))
            .count(),
        2
    );
}
