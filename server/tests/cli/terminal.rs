//! Asking on the terminal: the person's own answer, and nothing else, is a yes.

use serde_json::Value;

use crate::program::{Ended, Program, Running, Terminal};

/// Five from one category of the demo to another.
const MOVE: &str = r#"{"month":"current","from_category_id":"Fuel","to_category_id":"Eating Out","amount":5}"#;

/// A call that writes, on a terminal: the question as it is shown, and what it came to after the answer.
fn call_and_answer(program: &Program, tool: &str, arguments: &str, answer: &str) -> (String, Ended) {
    let mut terminal = Terminal::open();
    let mut command = program.command(&["call", tool, arguments, "--demo", "--writes", "true"]);
    command.stdin(terminal.side()).stderr(terminal.side());
    let running = Running::start(&mut command);
    drop(command);
    let question = terminal.wait_for("[y/N] ").to_owned();
    terminal.type_in(answer);
    (question, running.end())
}

#[test]
fn a_yes_applies_the_change_and_the_next_call_takes_it_back() {
    let program = Program::on_a_fixed_day();
    let (fuel, eating_out) = (program.available("Fuel"), program.available("Eating Out"));

    let (question, ended) = call_and_answer(&program, "move_money", MOVE, "y\n");
    assert!(
        question.starts_with("Move 5.00 from Fuel to Eating Out for 2026-10-01?\n"),
        "{question}"
    );
    let answer = ended.answer();
    assert_eq!(answer["status"], "applied", "{answer:#}");
    let operation = answer["operation_id"].as_str().expect("an operation").to_owned();
    let moved = |before: &Value, by: f64| {
        (
            before.as_f64().expect("an amount") + by - 1e-9,
            before.as_f64().expect("an amount") + by + 1e-9,
        )
    };
    let between = |(low, high): (f64, f64), now: &Value| now.as_f64().is_some_and(|now| low < now && now < high);
    assert!(between(moved(&fuel, -5.0), &program.available("Fuel")));
    assert!(between(moved(&eating_out, 5.0), &program.available("Eating Out")));

    let (question, ended) = call_and_answer(&program, "undo_operation", "{}", "yes\n");
    assert!(
        question.contains("Fuel") && question.contains("Eating Out"),
        "{question}"
    );
    let answer = ended.answer();
    assert_eq!(
        (&answer["status"], &answer["undoes_operation_id"]),
        (&"applied".into(), &operation.into())
    );
    assert_eq!(program.available("Fuel"), fuel);
    assert_eq!(program.available("Eating Out"), eating_out);
}

#[test]
fn anything_but_yes_declines_and_changes_nothing() {
    let program = Program::on_a_fixed_day();
    let before = program.available("Fuel");
    // The last is the end of input.
    for answer in ["n\n", "\n", "yeah\n", "ja\n", "y e s\n", "\u{4}"] {
        let (_, ended) = call_and_answer(&program, "move_money", MOVE, answer);
        let told = ended.answer();
        assert_eq!(told["status"], "declined", "{answer:?}: {told:#}");
        assert!(told.get("operation_id").is_none(), "{answer:?}: {told:#}");
    }
    assert_eq!(program.available("Fuel"), before);
    let record = program.demo_folder().join("operations.jsonl");
    assert!(
        !std::fs::read_to_string(record).is_ok_and(|text| !text.is_empty()),
        "something was recorded"
    );
}

#[test]
fn the_answer_on_the_terminal_counts_where_only_the_persons_own_does() {
    let program = Program::on_a_fixed_day().with("AVENIR_MCP_REQUIRE_ELICITATION", "1");
    let (_, ended) = call_and_answer(&program, "move_money", MOVE, " YES \n");
    assert_eq!(ended.answer()["status"], "applied");
}

#[test]
fn without_a_terminal_a_write_that_asks_is_refused_and_changes_nothing() {
    let program = Program::on_a_fixed_day();
    let before = program.available("Fuel");
    let write = ["call", "move_money", MOVE, "--demo", "--writes", "true"];
    let refusal = "Nothing was changed: a write asks you first, and there is no terminal to ask on. Run it on a terminal, or \
                   from an MCP client.";
    assert_eq!(program.run(&write).complaint(1), refusal);
    // A terminal to type on is not enough: the question has to be seen.
    let terminal = Terminal::open();
    let mut command = program.command(&write);
    let ended = Running::start(command.stdin(terminal.side())).end();
    assert_eq!(ended.complaint(1), refusal);
    assert_eq!(program.available("Fuel"), before);
}

#[test]
fn what_was_typed_before_the_question_answers_nothing() {
    let program = Program::on_a_fixed_day();
    let before = program.available("Fuel");
    let mut terminal = Terminal::open();
    terminal.type_in("y\ny\n");
    let mut command = program.command(&["call", "move_money", MOVE, "--demo", "--writes", "true"]);
    command.stdin(terminal.side()).stderr(terminal.side());
    let running = Running::start(&mut command);
    drop(command);
    terminal.wait_for("[y/N] ");
    terminal.type_in("n\n");
    assert_eq!(running.end().answer()["status"], "declined");
    assert_eq!(program.available("Fuel"), before);
}

#[test]
fn started_by_hand_it_says_what_it_is_and_leaves_at_the_end_of_input() {
    let program = Program::new();
    let mut terminal = Terminal::open();
    let mut command = program.command(&[]);
    command.stdin(terminal.side()).stderr(terminal.side());
    let running = Running::start(&mut command);
    drop(command);
    let said = terminal.wait_for("Ctrl-C").to_owned();
    for expected in [
        "avenir-mcp ",
        "unofficial MCP server for YNAB",
        "call get_monthly_summary --demo",
        "--help",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    terminal.type_in("\u{4}");
    let ended = running.end();
    assert_eq!((ended.code, ended.out.as_str()), (0, ""));
}

#[test]
fn started_by_a_client_it_says_nothing() {
    let ended = Program::new().run(&[]);
    assert_eq!((ended.code, ended.out.as_str(), ended.err.as_str()), (0, "", ""));
}
