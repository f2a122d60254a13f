//! The program as a process: what it writes where, and how it ends.

use avenir_tests::{Client, Era, Scene, Settings, for_each, until};
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Operation};

const LEVELS: [&str; 6] = ["TRACE", "DEBUG", "INFO", "WARNING", "ERROR", "OFF"];

#[track_caller]
fn check_pure(stdout: &str) {
    assert!(stdout.ends_with('\n'), "{stdout}");
    for line in stdout.lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_output_is_protocol_at_every_level_and_in_every_form_of_log() {
    let cases = LEVELS
        .iter()
        .flat_map(|level| ["text", "json"].map(|format| (*level, format)));
    for_each(cases, |(level, format)| async move {
        let scene = Scene::new();
        let settings = scene
            .settings()
            .with("AVENIR_MCP_LOG_LEVEL", level)
            .with("AVENIR_MCP_LOG_FORMAT", format);
        let client = Client::meet(scene.start(&settings), Era::Legacy, false).await;
        client.call("get_monthly_summary", &json!({})).await.answer();
        let garbled = FaultEffect::Garble { body: "<html>".into() };
        scene.ynab.fault(Fault::on(Operation::GetAccounts, garbled));
        client.call("list_accounts", &json!({})).await.error();
        let code = client.call("move_money", &scene.things.moving()).await;
        scene.ynab.fault(Fault::on_writes(FaultEffect::DropAfter).nth(1));
        let moved = client
            .call_with_code("move_money", &scene.things.moving(), code.code())
            .await;
        assert_eq!(moved.status(), "applied");
        client
            .server
            .send(&json!({"jsonrpc": "2.0", "id": 77, "method": "no/such/method"}))
            .await;
        client.server.send(&json!("no message")).await;
        client.server.send(&json!([1, 2])).await;
        client.call("no_such_tool", &json!({})).await;
        client.server.end_input().await;
        let ended = client.server.ended().await;
        assert!(ended.status.success(), "{ended:?}");
        check_pure(&ended.stdout);
        if level == "OFF" {
            assert_eq!(ended.stderr, "");
        }
        if format == "json" {
            for line in ended.stderr.lines() {
                assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}");
            }
        }
        let payee = ["Tennis", "Haushalt", "Trattoria"]
            .iter()
            .find(|name| ended.stderr.contains(**name));
        assert_eq!(payee, None, "the log holds nothing of the person's: {}", ended.stderr);
    })
    .await;
}

/// How a server is told to end.
#[derive(Clone, Copy, Debug)]
enum End {
    Input,
    Signal(&'static str),
}

/// What it is doing then.
#[derive(Clone, Copy, Debug)]
enum Doing {
    Nothing,
    Listening,
    Reading,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_ends_well_when_its_input_ends_or_it_is_told_to_whatever_it_does() {
    let ends = [End::Input, End::Signal("INT"), End::Signal("TERM")];
    let doing = [Doing::Nothing, Doing::Listening, Doing::Reading];
    let cases = ends.iter().flat_map(|end| doing.map(|doing| (*end, doing)));
    for_each(cases, |(end, doing)| async move {
        let scene = Scene::new();
        let settings = scene.settings().with("AVENIR_MCP_LOG_LEVEL", "DEBUG");
        let server = scene.start(&settings);
        let server = match doing {
            Doing::Nothing => {
                // It listens for signals once it serves; its first words of log come before that.
                until("the server is awake", || {
                    server.log().contains("the log has started").then_some(())
                })
                .await;
                server
            }
            Doing::Listening => Client::meet(server, Era::Legacy, true).await.server,
            Doing::Reading => {
                let client = Client::meet(server, Era::Legacy, true).await;
                scene
                    .ynab
                    .fault(Fault::on_all(FaultEffect::Delay { milliseconds: 600_000 }));
                client.begin("list_plans", &json!({})).await;
                until("the request arrives", || {
                    (!scene.ynab.requests().is_empty()).then_some(())
                })
                .await;
                client.server
            }
        };
        match end {
            End::Input => server.end_input().await,
            End::Signal(name) => server.signal(name).await,
        }
        let ended = server.ended().await;
        let quiet = matches!((end, doing), (End::Signal(_), Doing::Nothing));
        assert!(ended.status.success() || quiet, "{end:?} {doing:?} {ended:?}");
        if !ended.stdout.is_empty() {
            check_pure(&ended.stdout);
        }
    })
    .await;
}

/// A write that is under way when the server is told to end leaves nothing unsaid: the next server knows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_under_way_when_it_is_told_to_end_is_known_to_the_next() {
    let scene = Scene::new();
    let client = scene.formless(Era::Legacy).await;
    let moving = scene.things.moving();
    let mut confirmed = moving.clone();
    confirmed["confirmation"] = client.call("move_money", &moving).await.code().into();
    scene
        .ynab
        .fault(Fault::on_writes(FaultEffect::DelayAfter { milliseconds: 600_000 }).nth(1));
    client.begin("move_money", &confirmed).await;
    until("the change is made", || (scene.in_effect() == 1).then_some(())).await;
    client.server.signal("TERM").await;
    client.server.ended().await;
    scene.ynab.clear_faults();
    let client = scene.formless(Era::Legacy).await;
    let preview = client.call("undo_operation", &json!({})).await;
    assert!(
        preview.message().contains("YNAB holds 1 of its 2 changes"),
        "{preview:?}"
    );
    let undone = client
        .call_with_code("undo_operation", &json!({}), preview.code())
        .await;
    assert_eq!((undone.status(), scene.held()), ("applied", scene.before.clone()));
}

/// Nothing of YNAB is needed to say hello, and nothing of a token either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_says_hello_without_ynab_and_without_a_token() {
    let scene = Scene::new();
    let settings = scene.settings().without("YNAB_API_KEY").without("AVENIR_MCP_TODAY");
    let settings = settings.with("AVENIR_MCP_YNAB_URL", "http://127.0.0.1:9/v1");
    for era in Era::BOTH {
        let client = Client::meet(scene.start(&settings), era, true).await;
        if era == Era::Modern {
            let found = client.ask("server/discover", json!({})).await;
            let versions = found["result"]["supportedVersions"].as_array().expect("versions");
            assert!(versions.contains(&json!("2026-07-28")), "{found}");
        }
        let listed = client.ask("tools/list", json!({})).await;
        assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(40), "{listed}");
        let refused = client.call("list_plans", &json!({})).await;
        assert!(
            refused.error().starts_with("No YNAB access token was given"),
            "{refused:?}"
        );
    }
}

/// A setting that cannot be used is one line, and the status 2.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bad_setting_is_one_line_and_no_server() {
    let bad = [
        ("AVENIR_MCP_YNAB_URL", "ftp://example.com"),
        ("AVENIR_MCP_YNAB_URL", "http://example.com/v1"),
        ("AVENIR_MCP_TODAY", "yesterday\nor so"),
        ("AVENIR_MCP_LOG_LEVEL", "LOUD\u{202E}"),
        ("AVENIR_MCP_LOG_FORMAT", "xml"),
    ];
    for_each(bad, |(name, value)| async move {
        let scene = Scene::new();
        let settings = scene.settings().with(name, value);
        let ended = scene.start(&settings).ended().await;
        assert_eq!((ended.status.code(), ended.stdout.as_str()), (Some(2), ""), "{ended:?}");
        assert_eq!(ended.stderr.trim_end().lines().count(), 1, "{ended:?}");
        assert!(ended.stderr.contains(name), "{ended:?}");
    })
    .await;
}

/// Without the gate, no write can be called.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_gate_lets_no_write_through() {
    for value in ["", "0", "true", "yes", "1 "] {
        let scene = Scene::new();
        let settings: Settings = scene.settings().with("AVENIR_MCP_WRITE", value);
        let client = Client::meet(scene.start(&settings), Era::Modern, true).await;
        let outcome = client.call("move_money", &scene.things.moving()).await;
        let refused = matches!(&outcome, avenir_tests::Outcome::Refused { code: -32602, .. });
        assert!(refused, "{value:?}: {outcome:?}");
        assert_eq!(scene.ynab.requests(), []);
    }
}
