//! What is read: lenient where YNAB may add or leave out, exact about everything that is no readable answer.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, outside of test functions"
)]

mod loopback;

use std::time::Duration;

use loopback::{CANARY, Loopback, Reply, client};
use ynab_api::open::{AccountType, GoalType, TransactionFlagColor};
use ynab_api::types::{PatchMonthCategoryWrapper, SaveMonthCategory};
use ynab_api::{ApiError, Failure, News, Reason, Settings, Unreadable};

async fn plans_from(reply: Reply) -> Result<ynab_api::Answer<ynab_api::types::PlanSummaryResponse>, ApiError> {
    let server = Loopback::serve(vec![reply]).await;
    server
        .client()
        .call(|ynab| async move { ynab.get_plans(None).await })
        .await
}

async fn failure_of(reply: Reply) -> ApiError {
    plans_from(reply).await.unwrap_err()
}

async fn failure_of_write(reply: Reply) -> ApiError {
    let server = Loopback::serve(vec![reply]).await;
    let change = PatchMonthCategoryWrapper {
        category: SaveMonthCategory { budgeted: 1000 },
    };
    let call = async |ynab: ynab_api::Operations| ynab.update_month_category("p", "2026-07-01", "c", &change).await;
    let error = server.client().call(call).await.unwrap_err();
    assert_eq!(error.operation, "update_month_category");
    error
}

fn refused(error: &ApiError) -> (u16, &str, &str, &str, Option<Duration>) {
    match &error.failure {
        Failure::Refused {
            status,
            id,
            name,
            detail,
            retry_after,
        } => (*status, id, name, detail, *retry_after),
        other => panic!("{other:?}"),
    }
}

const MINIMAL_PLAN: &str = r#"{"id": "00000000-0000-0000-0000-000000000001", "name": "Home"}"#;

#[tokio::test]
async fn unknown_fields_are_ignored_and_optional_ones_may_be_null_or_missing() {
    let body = format!(
        r#"{{"data": {{"plans": [{MINIMAL_PLAN}], "default_plan": null, "new": {{"deep": [1]}}}}, "meta": 1}}"#
    );
    let answer = plans_from(Reply::json(200, &body)).await.unwrap();
    let data = answer.value.data;
    assert_eq!((data.plans.len(), data.default_plan), (1, None));
    assert_eq!(
        (data.plans[0].name.as_str(), &data.plans[0].currency_format),
        ("Home", &None)
    );
}

#[tokio::test]
async fn unknown_values_are_kept_as_text_and_written_back() {
    let account = r#"{"id": "00000000-0000-0000-0000-000000000002", "name": "Wallet", "type": "cryptoWallet",
        "on_budget": true, "closed": false, "balance": 5, "cleared_balance": 5, "uncleared_balance": 0, "deleted": false}"#;
    let body = format!(r#"{{"data": {{"accounts": [{account}], "server_knowledge": 9}}}}"#);
    let server = Loopback::serve(vec![Reply::json(200, &body)]).await;
    let answer = server
        .client()
        .call(|ynab| async move { ynab.get_accounts("p", None).await })
        .await
        .unwrap();
    let account = &answer.value.data.accounts[0];
    assert_eq!(account.type_, AccountType::Other("cryptoWallet".to_owned()));
    assert_eq!(serde_json::to_value(account).unwrap()["type"], "cryptoWallet");
    assert_eq!(serde_json::from_str::<GoalType>("\"TBD\"").unwrap(), GoalType::Tbd);
    assert_eq!(
        serde_json::from_str::<TransactionFlagColor>("\"\"").unwrap(),
        TransactionFlagColor::Empty
    );
}

#[tokio::test]
async fn every_success_status_is_read() {
    for status in [200, 201, 209, 299] {
        let answer = plans_from(Reply::json(status, r#"{"data": {"plans": []}}"#))
            .await
            .unwrap();
        assert_eq!(answer.status, status);
    }
}

#[tokio::test]
async fn a_compressed_answer_is_read() {
    let mut bytes = b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n".to_vec();
    bytes.extend_from_slice(GZIPPED);
    let answer = plans_from(Reply::Raw(bytes)).await.unwrap();
    assert_eq!(answer.value.data.plans, []);
}

/// `{"data": {"plans": []}}`, compressed.
const GZIPPED: &[u8] = &[
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 73, 44, 73, 84, 178, 82, 168, 86, 42, 200, 73, 204, 43, 6, 178, 162,
    99, 107, 107, 1, 46, 204, 246, 1, 23, 0, 0, 0,
];

#[tokio::test]
async fn ynabs_own_error_is_typed() {
    let body = r#"{"error": {"id": "429", "name": "too_many_requests", "detail": "Too many requests", "more": 1}}"#;
    let error = failure_of(Reply::with_headers(429, "retry-after: 17\r\n", body)).await;
    let wait = Some(Duration::from_secs(17));
    assert_eq!(
        refused(&error),
        (429, "429", "too_many_requests", "Too many requests", wait)
    );
    assert_eq!(
        (error.operation, error.status(), error.wait()),
        ("get_plans", Some(429), wait)
    );
    assert_eq!(error.to_string(), "get_plans: 429 too_many_requests: Too many requests");
}

#[tokio::test]
async fn a_date_to_wait_for_is_compared_with_the_answers_own_date() {
    let headers = "date: Wed, 01 Jul 2026 10:00:00 GMT\r\nretry-after: Wed, 01 Jul 2026 10:01:30 GMT\r\n";
    let error = failure_of(Reply::with_headers(503, headers, "")).await;
    assert_eq!(error.wait(), Some(Duration::from_secs(90)));
    for headers in [
        "retry-after: soon\r\n",
        "retry-after: Wed, 01 Jul 2026 10:01:30 GMT\r\n",
        "retry-after: -4\r\n",
    ] {
        assert_eq!(failure_of(Reply::with_headers(503, headers, "")).await.wait(), None);
    }
}

#[tokio::test]
async fn an_error_without_ynabs_words_keeps_its_status_and_gets_ours() {
    let html = "<html>secret-balance 12345</html>";
    for body in [
        html,
        "",
        "null",
        "[]",
        r#"{"error": null}"#,
        r#"{"error": "text"}"#,
        r#"{"error": {"id": 4, "detail": null}}"#,
    ] {
        let error = failure_of(Reply::json(503, body)).await;
        assert_eq!(
            refused(&error),
            (503, "", "", "the service is not available at the moment", None),
            "{body}"
        );
    }
    let error = failure_of(Reply::cut(401, html)).await;
    assert_eq!(
        refused(&error),
        (401, "", "", "YNAB does not accept the access token", None)
    );
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let server = Loopback::serve(vec![]).await;
    let url = format!("location: {}/elsewhere\r\n", server.url);
    let error = failure_of(Reply::with_headers(302, &url, "")).await;
    assert_eq!(refused(&error).0, 302);
    assert_eq!(server.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn a_success_that_cannot_be_read_says_so_and_shows_nothing_of_it() {
    let cases = [
        (
            Reply::cut(200, r#"{"data": {"plans": [{"name": "secret-balance"#),
            Unreadable::Cut,
        ),
        (Reply::json(200, r#"{"data": {"plans": ["#), Unreadable::Cut),
        (Reply::json(200, ""), Unreadable::Cut),
        (
            Reply::json(200, "<html>secret-balance</html>"),
            Unreadable::Unexpected { line: 1, column: 1 },
        ),
        (
            Reply::json(200, r#"{"data": "secret-balance"}"#),
            Unreadable::Unexpected { line: 1, column: 25 },
        ),
        (
            Reply::json(200, r#"{"error": null}"#),
            Unreadable::Unexpected { line: 1, column: 15 },
        ),
    ];
    for (reply, expected) in cases {
        let error = failure_of(reply.clone()).await;
        assert_eq!(
            error.failure,
            Failure::Unreadable {
                status: 200,
                reason: expected
            },
            "{reply:?}"
        );
        assert!(error.maybe_applied());
        assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
    }
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_not_read() {
    let server = Loopback::serve(vec![Reply::json(
        200,
        &format!("{{\"data\": \"{}\"}}", "x".repeat(5000)),
    )])
    .await;
    let client = client(
        &server.url,
        Settings {
            longest_answer: 4000,
            ..Settings::default()
        },
    );
    let error = client
        .call(|ynab| async move { ynab.get_plans(None).await })
        .await
        .unwrap_err();
    assert_eq!(
        error.failure,
        Failure::Unreadable {
            status: 200,
            reason: Unreadable::TooLarge
        }
    );
}

#[tokio::test]
async fn whether_a_write_can_have_been_applied_follows_from_what_came() {
    let stalled = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec();
    let unreadable = |reason| Failure::Unreadable { status: 200, reason };
    let lost = |reason| Failure::Unreachable {
        maybe_sent: true,
        reason,
    };
    for (reply, expected) in [
        (Reply::Drop, lost(Reason::Dropped)),
        (Reply::Raw(b"not http at all\r\n\r\n".to_vec()), lost(Reason::Dropped)),
        (Reply::Raw(b"HTTP/1.1 200 OK\r\n".to_vec()), lost(Reason::Dropped)),
        (Reply::Stall(Vec::new()), lost(Reason::TimedOut)),
        (Reply::Stall(stalled), unreadable(Unreadable::TimedOut)),
        (Reply::cut(200, "{"), unreadable(Unreadable::Cut)),
    ] {
        let error = failure_of_write(reply.clone()).await;
        assert_eq!((&error.failure, error.maybe_applied()), (&expected, true), "{reply:?}");
    }
    for (status, applied) in [
        (400, false),
        (404, false),
        (408, true),
        (409, false),
        (429, false),
        (500, true),
        (504, true),
    ] {
        assert_eq!(
            failure_of_write(Reply::json(status, "")).await.maybe_applied(),
            applied,
            "{status}"
        );
    }
}

#[tokio::test]
async fn a_refused_connection_was_provably_not_used() {
    let url = { Loopback::serve(Vec::new()).await.url.clone() };
    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gone = format!("http://{}/v1", free.local_addr().unwrap());
    drop(free);
    assert_ne!(url, gone);
    let error = client(&gone, Settings::default())
        .call(|ynab| async move { ynab.get_user().await })
        .await
        .unwrap_err();
    assert_eq!(
        error.failure,
        Failure::Unreachable {
            maybe_sent: false,
            reason: Reason::NoConnection
        }
    );
    assert!(!error.maybe_applied());
}

#[tokio::test]
async fn encryption_that_fails_was_provably_not_used() {
    let server = Loopback::serve(vec![Reply::Stall(Vec::new())]).await;
    let url = server.url.replace("http:", "https:");
    let error = client(&url, server.settings())
        .call(|ynab| async move { ynab.get_user().await })
        .await
        .unwrap_err();
    // A machine without root certificates cannot even begin.
    let unsent = matches!(
        error.failure,
        Failure::Unreachable { maybe_sent: false, .. } | Failure::Invalid(_)
    );
    assert!(unsent && !error.maybe_applied(), "{error:?}");
    assert!(!server.requests().concat().contains(CANARY));
}

#[tokio::test]
async fn the_token_is_in_no_error() {
    let words = format!("\"id\": \"{CANARY}\", \"name\": \"{CANARY}\", \"detail\": \"not {CANARY}\"");
    let echo = format!("{{\"error\": {{{words}}}, \"seen\": \"{CANARY}\"}}");
    let error = failure_of(Reply::json(400, &echo)).await;
    assert_eq!(refused(&error), (400, "(token)", "(token)", "not (token)", None));
    for reply in [
        Reply::json(400, &echo),
        Reply::json(200, &echo),
        Reply::json(302, &echo),
        Reply::cut(200, &echo),
        Reply::Drop,
        Reply::Stall(Vec::new()),
    ] {
        let error = failure_of(reply).await;
        assert!(!format!("{error} {error:?} {error:#?}").contains(CANARY), "{error:?}");
    }
}

#[tokio::test]
async fn an_answer_that_is_known_is_not_read_again_and_any_other_is() {
    let body = |name: &str| {
        let plan = MINIMAL_PLAN.replace("Home", name);
        Reply::json(
            200,
            &format!(r#"{{"data": {{"plans": [{plan}], "default_plan": null}}}}"#),
        )
    };
    let replies = vec![
        body("Home"),
        body("Home"),
        body("Homer"),
        Reply::json(500, "{}"),
        Reply::json(200, "{}"),
    ];
    let server = Loopback::serve(replies).await;
    let client = server.client();
    let ask = |known| client.call_unless_same(known, |ynab| async move { ynab.get_plans(None).await });
    let News::New(first, known) = ask(None).await.unwrap() else {
        panic!()
    };
    assert_eq!(first.value.data.plans[0].name, "Home");
    assert_eq!(ask(Some(known.clone())).await.unwrap(), News::Same);
    let News::New(other, _) = ask(Some(known.clone())).await.unwrap() else {
        panic!()
    };
    assert_eq!(other.value.data.plans[0].name, "Homer");
    assert_eq!(ask(Some(known.clone())).await.unwrap_err().status(), Some(500));
    let unreadable = ask(Some(known)).await.unwrap_err().failure;
    assert!(
        matches!(unreadable, Failure::Unreadable { status: 200, .. }),
        "{unreadable:?}"
    );
}
