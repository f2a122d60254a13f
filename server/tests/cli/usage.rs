//! What the program says of itself, and what it says to a command line that is wrong.

use serde_json::Value;

use crate::program::Program;

/// The version of the API in the committed document.
fn api_version() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/ynab.json");
    let document = std::fs::read_to_string(path).expect("the document");
    let document: Value = serde_json::from_str(&document).expect("JSON");
    document["info"]["version"].as_str().expect("a version").to_owned()
}

#[test]
fn the_version_names_the_api_too_and_needs_no_settings() {
    let expected = format!(
        "avenir-mcp {} (YNAB API v{})\n",
        env!("CARGO_PKG_VERSION"),
        api_version()
    );
    let bare = Program::new().without("HOME").with("AVENIR_MCP_LOG_LEVEL", "nonsense");
    for flag in ["--version", "-V"] {
        let ended = bare.run(&[flag]);
        assert_eq!(
            (ended.code, ended.out.as_str(), ended.err.as_str()),
            (0, expected.as_str(), ""),
            "{flag}"
        );
    }
}

#[test]
fn help_shows_the_commands_and_goes_to_standard_output() {
    let ended = Program::new().without("HOME").run(&["--help"]);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    for expected in [
        "tools",
        "call",
        "--demo",
        "--reset",
        "--writes",
        "YNAB_API_KEY_FILE",
        "Not affiliated with YNAB.",
    ] {
        assert!(ended.out.contains(expected), "{expected}: {}", ended.out);
    }
}

#[test]
fn the_list_of_tools_says_of_each_whether_it_writes_and_what_it_costs() {
    let program = Program::new();
    let off = program.run(&["tools"]);
    let on = program.run(&["tools", "--writes", "true"]);
    for (ended, access) in [(&off, "off"), (&on, "writes")] {
        assert_eq!((ended.code, ended.err.as_str()), (0, ""));
        let line = |tool: &str| {
            let lines = ended.out.lines().collect::<Vec<_>>();
            let at = lines
                .iter()
                .position(|line| line.starts_with(tool))
                .unwrap_or_else(|| panic!("{tool} is not listed"));
            (
                lines[at].split_whitespace().nth(1).unwrap_or_default().to_owned(),
                lines[at + 1].trim().to_owned(),
            )
        };
        assert_eq!(
            line("list_accounts"),
            ("reads".to_owned(), "one YNAB request".to_owned())
        );
        let (said, cost) = line("move_money");
        assert_eq!(said, access);
        assert!(cost.starts_with("one YNAB request, "), "{cost}");
    }
    assert!(
        off.out
            .contains("Writes are off: --writes true or AVENIR_MCP_WRITE=1 opens them."),
        "{}",
        off.out
    );
    assert!(!on.out.contains("Writes are off"), "{}", on.out);
}

#[test]
fn a_read_is_called_without_a_terminal_and_prints_its_answer() {
    let program = Program::on_a_fixed_day();
    let ended = program.run(&["call", "get_monthly_summary", "--demo"]);
    assert_eq!(ended.err, "");
    let answer = ended.answer();
    assert_eq!(
        (&answer["plan"], &answer["month"]),
        (&"Demo household".into(), &"2026-10-01".into())
    );
    let september = program.answer("get_monthly_summary", "{\"month\":\"2026-09-01\"}");
    assert_eq!(september["month"], "2026-09-01");
}

#[test]
fn a_wrong_command_line_is_exit_code_2_and_changes_nothing() {
    let program = Program::on_a_fixed_day();
    for (arguments, expected) in [
        (
            &["call", "get_balances", "--demo"][..],
            "There is no tool ‘get_balances’. The tools are list_plans, ",
        ),
        (
            &["call", "list_accounts", "{", "--demo"],
            "The arguments are not JSON (",
        ),
        (
            &["call", "list_accounts", "[1]", "--demo"],
            "The arguments must be a JSON object, such as ",
        ),
        (
            &["call", "list_accounts", "\"x\"", "--demo"],
            "The arguments must be a JSON object, such as ",
        ),
        (
            &["call", "move_money", "{}", "--demo"],
            "move_money is a write tool, and writes are off: --writes true or ",
        ),
        (
            &["tools", "--reset"],
            "--reset starts the demo over: use it with --demo.",
        ),
    ] {
        let ended = program.run(arguments);
        assert!(ended.complaint(2).starts_with(expected), "{arguments:?}: {ended:?}");
    }
    let unknown = program.run(&["call", "no_such_tool", "--demo"]);
    assert!(
        !unknown.complaint(2).contains("move_money"),
        "a tool behind the gate is named: {unknown:?}"
    );
    for arguments in [
        &["call"][..],
        &["serve"],
        &["--verbose"],
        &["tools", "--writes", "maybe"],
        &["tools", "--writes"],
        &["call", "list_plans", "{}", "{}"],
    ] {
        let ended = program.run(arguments);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{arguments:?}: {ended:?}");
        assert!(ended.err.contains("--help"), "{arguments:?}: {ended:?}");
    }
}

#[test]
fn arguments_that_the_tool_does_not_take_are_named_with_those_it_takes() {
    let ended = Program::on_a_fixed_day().run(&["call", "get_monthly_summary", "{\"monat\":\"current\"}", "--demo"]);
    assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{ended:?}");
    assert!(
        ended
            .err
            .contains("`monat` is not an argument; the valid ones are plan_id, month"),
        "{}",
        ended.err
    );
}

#[test]
fn a_call_without_a_token_says_how_to_give_one() {
    let ended = Program::new().run(&["call", "list_plans"]);
    let complaint = ended.complaint(1);
    assert!(complaint.contains("YNAB_API_KEY"), "{complaint}");
}
