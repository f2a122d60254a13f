//! What goes over the wire: headers, paths, three-state fields, and what the observer can keep from going.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, outside of test functions"
)]

mod loopback;

use std::borrow::Cow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use loopback::{CANARY, Loopback, Reply, body};
use serde_json::json;
use uuid::Uuid;
use ynab_api::observe::Head;
use ynab_api::open::{TransactionClearedStatus, TransactionFlagColor};
use ynab_api::types::{PatchTransactionsWrapper, SaveTransactionWithIdOrImportId, TransactionTypeFilter};
use ynab_api::{ApiError, Client, Denied, Failure, Observer, Operation};

const PLANS: &str = r#"{"data": {"plans": []}}"#;
const SAVED: &str = r#"{"data": {"transaction_ids": ["t1"], "transactions": [], "server_knowledge": 7}}"#;

#[tokio::test]
async fn the_token_is_sent_once_and_the_version_header_is_not() {
    let server = Loopback::serve(vec![Reply::json(200, PLANS)]).await;
    server
        .client()
        .call(|ynab| async move { ynab.get_plans(Some(true)).await })
        .await
        .unwrap();
    let request = server.request();
    assert!(
        request.starts_with("GET /v1/plans?include_accounts=true HTTP/1.1\r\n"),
        "{request}"
    );
    assert_eq!(
        request.matches(&format!("authorization: Bearer {CANARY}\r\n")).count(),
        1,
        "{request}"
    );
    assert!(!request.to_lowercase().contains("api-version"), "{request}");
}

#[tokio::test]
async fn query_parameters_are_sent_only_when_given() {
    let server = Loopback::serve(vec![Reply::json(
        200,
        r#"{"data": {"transactions": [], "server_knowledge": 1}}"#,
    )])
    .await;
    let since = "2020-02-29".parse().unwrap();
    let answer = server
        .client()
        .call(async |ynab: ynab_api::Operations| {
            ynab.get_transactions(
                "p",
                Some(42),
                Some(&since),
                Some(TransactionTypeFilter::Unapproved),
                None,
            )
            .await
        })
        .await
        .unwrap();
    assert_eq!(answer.value.data.server_knowledge, 1);
    let request = server.request();
    let line = request.lines().next().unwrap();
    assert_eq!(
        line,
        "GET /v1/plans/p/transactions?last_knowledge_of_server=42&since_date=2020-02-29&type=unapproved HTTP/1.1"
    );
}

#[tokio::test]
async fn a_three_state_field_is_absent_null_or_a_value() {
    let server = Loopback::serve(vec![Reply::json(209, SAVED)]).await;
    let payee = Uuid::from_u128(0x11);
    let change = PatchTransactionsWrapper {
        transactions: vec![SaveTransactionWithIdOrImportId {
            id: Some(Some("t1".to_owned())),
            category_id: Some(None),
            payee_id: Some(Some(payee)),
            flag_color: Some(Some(TransactionFlagColor::Other("teal".to_owned()))),
            cleared: Some(TransactionClearedStatus::Reconciled),
            ..Default::default()
        }],
    };
    let sent = change.clone();
    let answer = server
        .client()
        .call(|ynab| async move { ynab.update_transactions("p", &sent).await })
        .await
        .unwrap();
    assert_eq!(
        (answer.status, answer.value.data.transaction_ids),
        (209, vec!["t1".to_owned()])
    );
    let received = body(&server.request());
    let expected = json!({"transactions": [{
        "category_id": null, "cleared": "reconciled", "flag_color": "teal", "id": "t1", "payee_id": payee,
    }]});
    assert_eq!(received, expected);
    // Read back, absent and null are still two things.
    assert_eq!(
        serde_json::from_value::<PatchTransactionsWrapper>(received).unwrap(),
        change
    );
}

#[tokio::test]
async fn no_id_changes_the_path() {
    for (id, encoded) in [
        ("a/b", "a%2Fb"),
        ("a\\..\\b", "a%5C..%5Cb"),
        ("%2e%2e", "%252e%252e"),
        ("../../v2", "..%2F..%2Fv2"),
        ("a?x=1#y", "a%3Fx%3D1%23y"),
        ("a b\r\nx: y", "a%20b%0D%0Ax%3A%20y"),
        ("2026-07-01_é", "2026-07-01_%C3%A9"),
    ] {
        let server = Loopback::serve(vec![Reply::json(404, "{}")]).await;
        let client = server.client();
        let _ = client
            .call(|ynab| async move { ynab.get_transaction_by_id("p", id).await })
            .await;
        let request = server.request();
        let expected = format!("GET /v1/plans/p/transactions/{encoded} HTTP/1.1\r\n");
        assert!(request.starts_with(&expected), "{request}");
    }
}

#[tokio::test]
async fn ids_that_a_url_would_swallow_are_not_sent() {
    let server = Loopback::serve(Vec::new()).await;
    let client = server.client();
    for id in ["", ".", ".."] {
        let by_id = client
            .call(|ynab| async move { ynab.get_plan_by_id(id, None).await })
            .await
            .unwrap_err();
        let month = client
            .call(|ynab| async move { ynab.get_plan_month("p", id).await })
            .await
            .unwrap_err();
        let plan = client
            .call(|ynab| async move { ynab.get_plan_month(id, "2026-07-01").await })
            .await
            .unwrap_err();
        for error in [by_id, month, plan] {
            assert!(matches!(error.failure, Failure::Invalid(_)), "{id:?}: {error:?}");
            assert!(!error.maybe_applied());
        }
    }
    assert_eq!(server.requests(), Vec::<String>::new());
}

/// Writes down what it sees and denies writes.
#[derive(Default)]
struct Notebook(Mutex<Vec<String>>);

impl Observer for Notebook {
    fn before(&self, operation: &'static Operation) -> Result<(), Denied> {
        self.0
            .lock()
            .unwrap()
            .push(format!("before {} {}", operation.method, operation.id));
        if operation.is_write() { Err(denial()) } else { Ok(()) }
    }

    fn after(&self, operation: &'static Operation, answer: Option<Head<'_>>) {
        let limit = answer.and_then(|head| head.headers.get("x-rate-limit")?.to_str().ok());
        let status = answer.map(|head| head.status);
        self.0
            .lock()
            .unwrap()
            .push(format!("after {} {status:?} {limit:?}", operation.id));
    }
}

fn denial() -> Denied {
    Denied {
        reason: Cow::Borrowed("no requests left"),
        wait: Some(Duration::from_secs(90)),
    }
}

#[tokio::test]
async fn the_observer_sees_every_request_and_can_deny_it() {
    let limited = Reply::with_headers(200, "x-rate-limit: 5/200\r\n", PLANS);
    let server = Loopback::serve(vec![limited, Reply::Drop]).await;
    let notebook = Arc::new(Notebook::default());
    let client = server.observed(notebook.clone());
    client
        .call(|ynab| async move { ynab.get_plans(None).await })
        .await
        .unwrap();
    client
        .call(|ynab| async move { ynab.get_user().await })
        .await
        .unwrap_err();
    let change = PatchTransactionsWrapper {
        transactions: Vec::new(),
    };
    let error = client
        .call(|ynab| async move { ynab.update_transactions("p", &change).await })
        .await
        .unwrap_err();
    assert_eq!(
        error,
        ApiError {
            operation: "update_transactions",
            failure: Failure::Denied(denial())
        }
    );
    assert_eq!(
        (error.wait(), error.maybe_applied()),
        (Some(Duration::from_secs(90)), false)
    );
    let expected = [
        "before GET get_plans",
        "after get_plans Some(200) Some(\"5/200\")",
        "before GET get_user",
        "after get_user None None",
        "before PATCH update_transactions",
    ];
    assert_eq!(*notebook.0.lock().unwrap(), expected);
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn a_call_can_move_between_threads() {
    fn movable<T: Send>(_: T) {}
    let settings = ynab_api::Settings::default();
    let client = Client::new(settings, ynab_api::Token::new(CANARY).ok().unwrap()).unwrap();
    movable(client.call(|ynab| async move { ynab.get_plans(None).await }));
    movable(client.call(async |ynab: ynab_api::Operations| ynab.get_plans(None).await));
}
