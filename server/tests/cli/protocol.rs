//! What a client hears on standard output is the protocol and nothing else, and nobody ever hears the token.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::{Ended, Program, Running};

/// A token that would be seen.
const CANARY: &str = "canary-0d6f51c2";

/// What a client says in a session with everything in it that may fail.
fn session() -> String {
    let client = json!({"name": "test", "version": "1"});
    let call = |id: u32, name: &str, arguments: Value| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}});
    let messages = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize",
               "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
        call(3, "list_accounts", json!({})),
        call(4, "list_accounts", json!({"plan_id": "../../etc"})),
        call(5, "no_such_tool", json!({})),
        json!({"jsonrpc": "2.0", "id": 6, "method": "no/such/method"}),
        call(
            7,
            "move_money",
            json!({"month": "current", "from_category_id": "Fuel", "to_category_id": "Eating Out", "amount": 5}),
        ),
    ];
    messages
        .iter()
        .flat_map(|message| [message.to_string(), "\n".to_owned()])
        .collect()
}

/// One session of a server, whose input ends when everything is answered.
fn serve(program: &Program, arguments: &[&str]) -> Ended {
    let mut command = program.command(arguments);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let running = Running::of(child);
    input.write_all(session().as_bytes()).expect("the server reads");
    running.wait_for_lines(7);
    drop(input);
    running.end()
}

#[test]
fn standard_output_carries_the_protocol_only_at_every_log_level() {
    let program = Program::on_a_fixed_day();
    program.available("Fuel");
    for level in ["TRACE", "DEBUG", "INFO", "WARNING", "ERROR", "OFF"] {
        for format in ["text", "json"] {
            let folder = program.demo_folder();
            let loud = Program::on_a_fixed_day()
                .with("AVENIR_MCP_DEMO_DIR", &folder)
                .with("AVENIR_MCP_LOG_LEVEL", level)
                .with("AVENIR_MCP_LOG_FORMAT", format);
            let ended = serve(&loud, &["--demo", "--writes", "true"]);
            assert_eq!(ended.code, 0, "{level} {format}: {}", ended.err);
            let mut answered = Vec::new();
            for line in ended.out.lines() {
                let message: Value =
                    serde_json::from_str(line).unwrap_or_else(|error| panic!("{level} {format}: {error}: {line}"));
                assert_eq!(message["jsonrpc"], "2.0", "{line}");
                answered.extend(message["id"].as_u64());
            }
            answered.sort_unstable();
            assert_eq!(answered, [1, 2, 3, 4, 5, 6, 7], "{level} {format}");
            let logs = matches!(level, "TRACE" | "DEBUG");
            assert!(!logs || !ended.err.is_empty(), "{level} {format} logs nothing");
        }
    }
}

/// Answers every request with a status and a body that repeats what it was sent, as a proxy might.
fn parrot(status: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(stream, status));
        }
    });
    format!("http://{address}/v1")
}

fn answer(mut stream: TcpStream, status: &str) {
    let mut bytes = [0; 8192];
    let Ok(count @ 1..) = stream.read(&mut bytes) else {
        return;
    };
    let heard = String::from_utf8_lossy(&bytes[..count]).into_owned();
    let body = json!({"error": {"id": "400", "name": heard, "detail": heard}}).to_string();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nX-Echo: {CANARY}\r\n",
        body.len()
    );
    let _ = stream.write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes());
}

/// Whether a text holds the token, whole or as it is sent.
fn shows(text: &str) -> bool {
    text.contains(CANARY)
}

/// Files that hold the token, by name or content.
fn files_that_show(folder: &Path, but: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a readable folder").path();
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(files_that_show(&path, but));
        } else if path != but && (shows(&name) || shows(&String::from_utf8_lossy(&fs::read(&path).expect("a file")))) {
            found.push(name);
        }
    }
    found
}

/// Whatever a call and a server say and write with this token, at this address, given in this way.
fn shows_no_token(address: &str, token: &str, in_a_file: bool) {
    let program = Program::new()
        .with("AVENIR_MCP_YNAB_URL", address)
        .with("AVENIR_MCP_LOG_LEVEL", "TRACE");
    let file = program.home().join("token");
    let program = if in_a_file {
        fs::write(&file, token).expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("a file of ours");
        program.with("YNAB_API_KEY_FILE", &file)
    } else {
        program.with("YNAB_API_KEY", token)
    };
    let called = program.run(&["call", "list_plans"]);
    assert_eq!((called.code, called.out.as_str()), (1, ""), "{called:?}");
    let served = serve(&program, &["--writes", "true"]);
    for ended in [&called, &served] {
        assert!(
            !shows(&ended.out) && !shows(&ended.err),
            "{address} {token:?}: {ended:?}"
        );
    }
    assert_eq!(files_that_show(program.home(), &file), [""; 0]);
}

#[test]
fn the_token_is_in_no_output_log_error_or_file_whatever_fails() {
    assert!(shows(&format!("Authorization: Bearer {CANARY}")));
    let nowhere = "http://127.0.0.1:9/v1".to_owned();
    let parrots = ["401 Unauthorized", "400 Bad Request", "500 Oops", "200 OK"].map(parrot);
    for address in parrots.iter().chain([&nowhere]) {
        shows_no_token(address, CANARY, false);
    }
    let [parrot, ..] = &parrots;
    for token in [
        format!("{CANARY}\n"),
        format!("{CANARY}\u{7f}é"),
        format!("{CANARY}\r\nX: y"),
    ] {
        for in_a_file in [false, true] {
            shows_no_token(parrot, &token, in_a_file);
        }
    }
}

#[test]
fn the_parrot_repeats_the_token() {
    let address = parrot("400 Bad Request");
    let authority = address.trim_start_matches("http://").trim_end_matches("/v1");
    let mut stream = TcpStream::connect(authority).expect("a connection");
    let request = format!("GET /v1/plans HTTP/1.1\r\nAuthorization: Bearer {CANARY}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut heard = String::new();
    stream.read_to_string(&mut heard).expect("an answer");
    let (_, body) = heard.split_once("\r\n\r\n").expect("a body");
    assert!(shows(body), "{heard}");
}
