//! Counting, waiting, trying again, giving up: what is sent how often, and what a failure is called.

use super::scripted::{Reply, Scripted};
use super::*;

fn plans() -> Reply {
    Reply::data(&json!({ "plans": [plan_summary(1)], "default_plan": null }))
}

/// What a read gives, and how many requests it sent, when the server answers these in turn and then well.
async fn read(replies: Vec<fn() -> Reply>) -> (Result<usize, YnabError>, u32) {
    let server =
        Scripted::answering(move |number, _| replies.get(number - 1).map_or_else(plans, |reply| reply())).await;
    let bench = Bench::new(&server.base_url);
    let meter = bench.meter();
    let result = bench
        .reader
        .for_call(Arc::clone(&meter))
        .plans()
        .await
        .map(|plans| plans.len());
    assert_eq!(server.seen().len(), usize::try_from(meter.requests()).unwrap());
    assert!(bench.reader.requests_left() == 0 || bench.reader.requests_left() == 180 - server.seen().len());
    (result, meter.requests())
}

#[tokio::test]
async fn a_read_is_sent_again_after_what_passes_and_every_attempt_counts() {
    for passing in [
        || Reply::error(502, "no"),
        || Reply::error(503, "no"),
        || Reply::error(504, "no"),
        Reply::nothing,
        || Reply::Bytes(b"HTTP/1.1 200 X\r\ncontent-length: 100\r\n\r\n{\"data\":".to_vec()),
    ] as [fn() -> Reply; 5]
    {
        assert_eq!(read(vec![passing]).await, (Ok(1), 2));
        assert_eq!(read(vec![passing, passing]).await, (Ok(1), 3));
        let (error, requests) = read(vec![passing, passing, passing]).await;
        assert_eq!(requests, 3);
        assert!(error.is_err());
    }
    let detail = Some("no".to_owned());
    let error = YnabError::Unavailable {
        status: 503,
        detail,
        attempts: 3,
    };
    assert_eq!(read(vec![|| Reply::error(503, "no"); 3]).await.0, Err(error));
}

#[tokio::test]
async fn what_does_not_pass_is_sent_once_and_named() {
    let detail = || Some("no".to_owned());
    let cases: [(fn() -> Reply, YnabError); 8] = [
        (|| Reply::error(401, "no"), YnabError::Unauthorized),
        (|| Reply::error(403, "no"), YnabError::Forbidden { detail: detail() }),
        (
            || Reply::error(404, "no"),
            YnabError::NotFound {
                what: "the list of plans".to_owned(),
                detail: detail(),
            },
        ),
        (
            || Reply::error(429, "no"),
            YnabError::TooMany {
                wait: Duration::from_mins(10),
            },
        ),
        (
            || Reply::error(400, "no"),
            YnabError::Refused {
                status: 400,
                detail: detail(),
            },
        ),
        (
            || Reply::error(409, "no"),
            YnabError::Refused {
                status: 409,
                detail: detail(),
            },
        ),
        (
            || Reply::error(500, "no"),
            YnabError::Unavailable {
                status: 500,
                detail: detail(),
                attempts: 1,
            },
        ),
        (
            || Reply::data(&json!({ "plans": 3 })),
            YnabError::Unreadable {
                what: "the list of plans".to_owned(),
                cause: "it is not what YNAB's document says, line 1, column 18".to_owned(),
            },
        ),
    ];
    for (reply, error) in cases {
        assert_eq!(read(vec![reply]).await, (Err(error), 1));
    }
}

#[tokio::test]
async fn a_redirection_is_not_followed() {
    let moved = || Reply::head(302, "location: http://127.0.0.1:9/v1/plans\r\n");
    assert!(matches!(
        read(vec![moved]).await,
        (Err(YnabError::Refused { status: 302, .. }), 1)
    ));
}

#[tokio::test]
async fn without_anyone_there_the_error_says_so_and_how_often_it_was_tried() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("http://{}/v1", free.local_addr().unwrap());
    drop(free);
    let bench = Bench::new(&nobody);
    let meter = bench.meter();
    let error = bench.reader.for_call(Arc::clone(&meter)).plans().await.unwrap_err();
    assert_eq!(
        error,
        YnabError::Unreachable {
            cause: "no connection could be made".to_owned(),
            attempts: 3
        }
    );
    assert_eq!(
        error.to_string(),
        "YNAB could not be reached (no connection could be made; 3 attempts). Try again in a moment."
    );
    assert_eq!(meter.requests(), 3);
}

#[tokio::test]
async fn a_limit_that_ynab_reports_stops_all_requests_for_as_long_as_it_says() {
    let server = Scripted::answering(|number, _| match number {
        1 => Reply::head(429, "retry-after: 120\r\n"),
        _ => plans(),
    })
    .await;
    let bench = Bench::new(&server.base_url);
    assert_eq!(
        bench.call().plans().await,
        Err(YnabError::TooMany {
            wait: Duration::from_mins(2)
        })
    );
    assert_eq!(bench.reader.requests_left(), 0);
    bench.hand.advance(Duration::from_secs(119));
    let paced = bench.call().accounts(&plan()).await.unwrap_err();
    assert!(
        matches!(&paced, YnabError::Paced { wait, .. } if *wait == Duration::from_secs(1)),
        "{paced:?}"
    );
    assert!(
        paced.to_string().contains("Nothing was sent") && paced.to_string().contains("1 minute"),
        "{paced}"
    );
    assert_eq!(server.seen().len(), 1);
    bench.hand.advance(Duration::from_secs(1));
    assert_eq!(bench.call().plans().await.unwrap().len(), 1);
}

#[tokio::test]
async fn processes_with_the_same_token_count_together() {
    let server = Scripted::answering(|_, _| plans()).await;
    let bench = Bench::new(&server.base_url);
    let mut options = YnabOptions::new(
        TokenSource::Value(AccessToken::new(TOKEN)),
        bench.folder.path().to_owned(),
    );
    options.base_url.clone_from(&server.base_url);
    let (other, other_writer) = connect(options, bench.clock.clone());
    other.for_call(bench.meter()).plans().await.unwrap();
    bench.call().plans().await.unwrap();
    assert_eq!((bench.reader.requests_left(), other.requests_left()), (178, 178));
    let aside = other_writer.reserve(178).unwrap();
    assert!(matches!(
        bench.call().accounts(&plan()).await,
        Err(YnabError::Paced { .. })
    ));
    assert!(matches!(bench.writer.reserve(1), Err(YnabError::Paced { .. })));
    drop(aside);
    assert_eq!(bench.reader.requests_left(), 178);
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn a_call_whose_time_is_up_sends_nothing() {
    let server = Scripted::answering(|_, _| plans()).await;
    let bench = Bench::new(&server.base_url);
    let meter = bench.meter();
    bench.hand.advance(Duration::from_secs(45));
    assert_eq!(
        bench.reader.for_call(meter).plans().await,
        Err(YnabError::DeadlineExceeded)
    );
    assert_eq!(server.seen().len(), 0);
}

#[tokio::test]
async fn a_request_gets_no_more_time_than_its_call_has_left() {
    let server = Scripted::start(|_, _| Box::pin(std::future::pending())).await;
    let bench = Bench::new(&server.base_url);
    let meter = Meter::new(&bench.clock, Duration::from_millis(30));
    assert_eq!(
        bench.reader.for_call(Arc::clone(&meter)).plans().await,
        Err(YnabError::DeadlineExceeded)
    );
    assert_eq!(meter.requests(), 1);
}

#[tokio::test]
async fn the_token_s_file_is_read_again_after_ynab_refused_it() {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let server = Scripted::answering(|_, seen| match seen.authorization.as_str() {
        "Bearer new" => plans(),
        _ => Reply::error(401, "Unauthorized"),
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    let file = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)
        .unwrap();
    std::io::Write::write_all(&mut &file, b"old\n").unwrap();
    let bench = Bench::with(&server.base_url, |options| {
        options.token = TokenSource::File(path.clone());
    });
    assert_eq!(bench.call().plans().await, Err(YnabError::Unauthorized));
    std::fs::write(&path, "new\n").unwrap();
    assert_eq!(bench.call().plans().await.unwrap().len(), 1);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    bench.hand.advance(Duration::from_mins(10));
    assert_eq!(
        bench.call().plans().await.unwrap().len(),
        1,
        "it is not read for every request"
    );
}

#[tokio::test]
async fn no_failure_shows_the_token_and_ynab_s_words_stay_on_one_short_line() {
    let detail = format!("a\nb\u{202E}c {}", "long ".repeat(200));
    let server = Scripted::answering(move |number, _| match number % 4 {
        0 => Reply::error(404, &detail),
        1 => Reply::error(400, &detail),
        2 => Reply::Json(418, json!("<html>\n</html>")),
        _ => Reply::error(500, &detail),
    })
    .await;
    let bench = Bench::new(&server.base_url);
    for _ in 0..4 {
        let error = bench.call().accounts(&plan()).await.unwrap_err();
        let (shown, debugged) = (error.to_string(), format!("{error:?}"));
        assert!(!shown.contains(TOKEN) && !debugged.contains(TOKEN), "{debugged}");
        assert!(!shown.contains('\n') && !shown.contains('\u{202E}'), "{shown}");
        assert!(shown.chars().count() < 600, "{shown}");
    }
}

#[tokio::test]
async fn an_address_that_would_carry_the_token_in_the_clear_is_refused() {
    let bench = Bench::new("http://example.org/v1");
    let error = bench.call().plans().await.unwrap_err();
    assert!(
        matches!(&error, YnabError::NoClient { cause } if cause.contains("https")),
        "{error}"
    );
}
