//! The access token shows nowhere, whatever is wrong with it and whatever fails.

use std::path::{Path, PathBuf};

use avenir_tests::{Client, Era, Scene, Settings, for_each};
use serde_json::json;
use ynab_api::sim::{Fault, FaultEffect};

/// In every token of these tests, and nowhere else.
const CANARY: &str = "canary";

/// A token as people paste it, and whether requests can carry it.
#[derive(Clone, Copy, Debug)]
struct Pasted {
    text: &'static str,
    usable: bool,
}

const PASTED: [Pasted; 8] = [
    Pasted {
        text: "canary-5e1f",
        usable: true,
    },
    Pasted {
        text: "canary-5e1f\n",
        usable: true,
    },
    Pasted {
        text: "\t canary-5e1f \r\n",
        usable: true,
    },
    Pasted {
        text: "canary\r\nX-Other: 5e1f",
        usable: false,
    },
    Pasted {
        text: "canary 5e1f",
        usable: false,
    },
    Pasted {
        text: "canary-\u{7}5e1f",
        usable: false,
    },
    Pasted {
        text: "canary-ü5e1f",
        usable: false,
    },
    Pasted {
        text: "canary\u{200B}5e1f",
        usable: false,
    },
];

/// All that fails, each once; some of it repeats the token, as a careless service in between may.
fn failures(token: &str) -> Vec<FaultEffect> {
    let token = token.trim();
    let error =
        json!({"error": {"id": "400", "name": token, "detail": format!("Bearer {token} is not liked")}}).to_string();
    let page = format!("<html>{token}</html>");
    let status = |status, body: &String| FaultEffect::Status {
        status,
        body: Some(body.clone()),
        retry_after: None,
    };
    vec![
        status(400, &error),
        status(401, &error),
        status(403, &page),
        status(404, &error),
        status(302, &page),
        status(500, &error),
        FaultEffect::Garble { body: page.clone() },
        FaultEffect::Garble { body: error.clone() },
        FaultEffect::Truncate { keep: 10 },
        FaultEffect::DropBefore,
        status(429, &error),
    ]
}

/// Everything that a person, an agent or a log collector could see.
#[track_caller]
fn check_hidden(what: &str, text: &str) {
    assert!(
        !text.to_lowercase().contains(CANARY),
        "the token shows in {what}: {text}"
    );
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn check_files(scene: &Scene, own: Option<&Path>) {
    let mut found = Vec::new();
    files(&scene.folder(), &mut found);
    for path in found.iter().filter(|path| Some(path.as_path()) != own) {
        check_hidden("a file's name", &path.display().to_string());
        let content = String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned();
        check_hidden(&path.display().to_string(), &content);
    }
}

/// A session in which everything fails once, and then nothing.
async fn everything_fails(scene: &Scene, settings: &Settings, token: &str) {
    let client = Client::meet(scene.start(settings), Era::Modern, false).await;
    let moving = scene.things.moving();
    for effect in failures(token) {
        scene.ynab.fault(Fault::on_all(effect.clone()).nth(1));
        client.call("get_category_balances", &json!({})).await;
        scene.ynab.clear_faults();
        let preview = client.call("move_money", &moving).await;
        if preview.status() == "confirmation_required" {
            scene.ynab.fault(Fault::on_writes(effect).nth(1));
            client.call_with_code("move_money", &moving, preview.code()).await;
            scene.ynab.clear_faults();
        }
    }
    client.call("undo_operation", &json!({"operation_id": token})).await;
    client.server.end_input().await;
    let ended = client.server.ended().await;
    assert!(ended.status.success(), "{ended:?}");
    // What the agent itself says is said back to it; nothing else shows it.
    let own_words = ended.stdout.lines().last().unwrap_or_default();
    check_hidden("the output", ended.stdout.trim_end_matches(&format!("{own_words}\n")));
    check_hidden("the log", &ended.stderr);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_output_no_log_and_no_file_shows_the_token() {
    let cases = PASTED
        .iter()
        .flat_map(|pasted| ["text", "json"].map(|format| (*pasted, format)));
    for_each(cases, |(pasted, format)| async move {
        let scene = Scene::new();
        let settings = scene
            .settings()
            .with("YNAB_API_KEY", pasted.text)
            .with("AVENIR_MCP_LOG_LEVEL", "TRACE")
            .with("AVENIR_MCP_LOG_FORMAT", format);
        everything_fails(&scene, &settings, pasted.text).await;
        assert_eq!(!scene.ynab.requests().is_empty(), pasted.usable, "{pasted:?}");
        check_files(&scene, None);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_in_a_file_shows_as_little() {
    let cases = PASTED
        .iter()
        .flat_map(|pasted| [0o600, 0o644].map(|mode| (*pasted, mode)));
    for_each(cases, |(pasted, mode)| async move {
        use std::os::unix::fs::PermissionsExt as _;
        let scene = Scene::new();
        let path = scene.folder().join("key");
        std::fs::write(&path, pasted.text).expect("a file");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("its mode");
        let settings = scene
            .settings()
            .without("YNAB_API_KEY")
            .with("YNAB_API_KEY_FILE", &path.display().to_string())
            .with("AVENIR_MCP_LOG_LEVEL", "TRACE");
        everything_fails(&scene, &settings, pasted.text).await;
        let used = !scene.ynab.requests().is_empty();
        assert_eq!(used, pasted.usable && mode == 0o600, "{pasted:?} {mode:o}");
        check_files(&scene, Some(&path));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_line_shows_it_neither() {
    for_each(PASTED, |pasted| async move {
        let scene = Scene::new();
        for arguments in [
            vec!["call", "list_plans"],
            vec!["call", "move_money", "{}"],
            vec!["call", "list_plans", "--reset"],
            vec!["tools"],
            vec!["--version"],
            vec!["--help"],
            vec!["--no-such-flag"],
        ] {
            let settings = Settings {
                arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
                ..scene.settings()
            };
            let settings = settings
                .with("YNAB_API_KEY", pasted.text)
                .with("AVENIR_MCP_LOG_LEVEL", "TRACE");
            scene.ynab.fault(Fault::on_all(failures(pasted.text)[1].clone()));
            let ended = scene.start(&settings).ended().await;
            check_hidden("the output", &ended.stdout);
            check_hidden("the log", &ended.stderr);
        }
        check_files(&scene, None);
    })
    .await;
}
