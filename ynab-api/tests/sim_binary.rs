//! The stand-in as a program of its own: one line of output, and an end when it is told.
#![cfg(feature = "sim")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test; what is not as expected ends it"
)]

mod wire;

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};

use serde_json::{Value, json};
use wire::{TOKEN, ask};

/// A running program; it does not outlive the test.
struct Program {
    child: Child,
    address: SocketAddr,
}

impl Program {
    fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let host = line
            .trim()
            .strip_prefix("http://")
            .unwrap()
            .strip_suffix("/v1")
            .unwrap();
        Self {
            address: host.parse().unwrap(),
            child,
        }
    }

    /// Ends standard input and waits.
    fn end_of_input(&mut self) -> ExitStatus {
        drop(self.child.stdin.take());
        self.child.wait().unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Fails when it has ended already, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_avenir-ynab-sim"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[tokio::test]
async fn it_serves_until_its_input_ends() {
    let mut program = Program::start(&["--today", "2026-11-30", "--token", TOKEN]);
    let plans = ask(program.address, "GET", "/v1/plans", &Value::Null).await.json();
    assert_eq!(plans["data"]["plans"][0]["name"], "Demo household");
    let settings = ask(program.address, "GET", "/v1/plans/last-used/settings", &Value::Null)
        .await
        .json();
    assert_eq!(settings["data"]["settings"]["currency_format"]["iso_code"], "EUR");
    assert_eq!(
        ask(program.address, "GET", "/_control/world", &Value::Null)
            .await
            .status,
        404
    );
    assert!(program.end_of_input().success());
    let mut rest = String::new();
    program
        .child
        .stdout
        .as_mut()
        .unwrap()
        .read_to_string(&mut rest)
        .unwrap();
    assert_eq!(rest, "", "one line and no more");
}

#[cfg(unix)]
#[tokio::test]
async fn it_ends_when_told_though_its_input_is_open() {
    for signal in ["-TERM", "-INT"] {
        let mut program = Program::start(&["--transactions", "50"]);
        Command::new("kill")
            .args([signal, &program.child.id().to_string()])
            .status()
            .unwrap();
        assert!(program.child.wait().unwrap().success(), "{signal}");
    }
}

#[tokio::test]
async fn its_state_outlives_it_even_when_it_is_killed() {
    let folder = std::env::temp_dir().join(format!("avenir-sim-binary-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("state.json");
    let arguments = [
        "--today",
        "2026-11-30",
        "--token",
        TOKEN,
        "--state",
        file.to_str().unwrap(),
        "--two-plans",
    ];
    let mut first = Program::start(&arguments);
    let body = json!({ "payee": { "name": "Kept" } });
    let made = ask(first.address, "POST", "/v1/plans/last-used/payees", &body)
        .await
        .json();
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    let second = Program::start(&arguments);
    let path = format!(
        "/v1/plans/last-used/payees/{}",
        made["data"]["payee"]["id"].as_str().unwrap()
    );
    assert_eq!(
        ask(second.address, "GET", &path, &Value::Null).await.json()["data"]["payee"]["name"],
        "Kept"
    );
    let plans = ask(second.address, "GET", "/v1/plans", &Value::Null).await.json();
    assert_eq!(plans["data"]["plans"].as_array().unwrap().len(), 2);
    drop(second);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_bad_command_line_is_one_clear_line_and_exit_2() {
    for arguments in [
        &["--port"][..],
        &["--port", "70000"],
        &["--today", "soon"],
        &["--wrong"],
    ] {
        let output = command(arguments).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(
            text.starts_with("avenir-ynab-sim: ") && text.contains("usage:"),
            "{text}"
        );
        assert!(output.stdout.is_empty());
    }
}
