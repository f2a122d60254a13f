//! The demo, shared by processes that come and go.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::program::{Program, Running, Terminal};

/// A server on the demo, as a client holds it.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Server {
    fn start(program: &Program) -> Self {
        let mut command = program.command(&["--demo"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let (input, output) = (
            child.stdin.take().expect("a pipe"),
            child.stdout.take().expect("a pipe"),
        );
        let mut server = Self {
            child,
            input,
            output: BufReader::new(output),
            asked: 0,
        };
        let client = json!({"name": "test", "version": "1"});
        server.ask(
            "initialize",
            &json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}),
        );
        server.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        server
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.input, "{message}").expect("the server reads");
    }

    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.asked += 1;
        self.say(&json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": parameters}));
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server answers");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    fn available(&mut self, category: &str) -> Value {
        let answer = self.ask("tools/call", &json!({"name": "get_category_balances", "arguments": {}}));
        let rows = answer["result"]["structuredContent"]["categories"].as_array();
        let row = rows.and_then(|rows| rows.iter().find(|row| row["name"] == category));
        row.unwrap_or_else(|| panic!("no category {category} in {answer}"))["balance"].clone()
    }

    /// Ends its input, and waits for it to end.
    fn end(self) {
        let Self {
            mut child,
            input,
            output,
            ..
        } = self;
        drop((input, output));
        assert_eq!(child.wait().expect("a child of ours").code(), Some(0));
    }
}

fn set_fuel(program: &Program, amount: u32) {
    let arguments = json!({"month": "current", "category_id": "Fuel", "amount": amount}).to_string();
    let mut terminal = Terminal::open();
    let mut command = program.command(&["call", "set_category_budget", &arguments, "--demo", "--writes", "true"]);
    command.stdin(terminal.side()).stderr(terminal.side());
    let running = Running::start(&mut command);
    drop(command);
    terminal.wait_for("[y/N] ");
    terminal.type_in("y\n");
    assert_eq!(running.end().answer()["status"], "applied");
}

#[test]
fn processes_that_start_at_once_share_one_demo() {
    let program = Program::on_a_fixed_day();
    let start = |_| Running::start(&mut program.command(&["call", "list_accounts", "--demo"]));
    let running = (0..4).map(start).collect::<Vec<_>>();
    let answers = running
        .into_iter()
        .map(|running| running.end().answer())
        .collect::<Vec<_>>();
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
}

#[test]
fn what_one_process_changes_another_sees_whichever_ends_first() {
    let program = Program::on_a_fixed_day();
    let (mut first, mut second) = (Server::start(&program), Server::start(&program));
    let before = first.available("Fuel");
    set_fuel(&program, 1_234);
    let after = second.available("Fuel");
    assert_ne!(before, after);
    second.end();
    // The one that was there first goes on, and so does the next.
    assert_eq!(first.ask("tools/list", &json!({}))["error"], Value::Null);
    assert_eq!(program.available("Fuel"), after);
    first.end();
    assert_eq!(program.available("Fuel"), after);
}

#[test]
fn starting_over_forgets_what_was_done_and_waits_for_nobody() {
    let program = Program::on_a_fixed_day();
    let before = program.available("Fuel");
    set_fuel(&program, 4_321);
    let changed = program.available("Fuel");
    assert_ne!(before, changed);

    let server = Server::start(&program);
    let refused = program.run(&["call", "list_plans", "--demo", "--reset"]);
    assert_eq!(
        refused.complaint(1),
        "the demo is being served by another process, so it cannot be started over; end that one first"
    );
    assert_eq!(program.available("Fuel"), changed);
    server.end();

    let started_over = program.run(&["call", "get_category_balances", "--demo", "--reset"]);
    assert_eq!(started_over.code, 0, "{started_over:?}");
    assert_eq!(program.available("Fuel"), before);
    let record = program.demo_folder().join("operations.jsonl");
    assert!(!record.exists(), "the record of operations is still there");
}

#[test]
fn a_demo_that_cannot_be_read_says_how_to_start_it_over() {
    let program = Program::on_a_fixed_day();
    program.available("Fuel");
    fs::write(program.demo_folder().join("plan.json"), "{").expect("a file");
    let broken = program.run(&["call", "list_plans", "--demo"]);
    assert!(
        broken.complaint(1).ends_with("--demo --reset starts it over"),
        "{broken:?}"
    );
    assert_eq!(program.run(&["call", "list_plans", "--demo", "--reset"]).code, 0);
    program.available("Fuel");
}
