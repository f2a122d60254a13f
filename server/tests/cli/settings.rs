//! Every setting of the environment: what it takes, what it refuses, and where files lie.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::program::Program;

/// A command that reads all settings and nothing else.
const READS_SETTINGS: &[&str] = &["tools"];

/// Settings whose value is text.
const TEXTS: [&str; 9] = [
    "YNAB_API_KEY",
    "AVENIR_MCP_YNAB_URL",
    "AVENIR_MCP_WRITE",
    "AVENIR_MCP_REQUIRE_ELICITATION",
    "AVENIR_MCP_PLAN",
    "AVENIR_MCP_CONFIDENCE_THRESHOLD",
    "AVENIR_MCP_TODAY",
    "AVENIR_MCP_LOG_LEVEL",
    "AVENIR_MCP_LOG_FORMAT",
];

/// Settings whose value is a path.
const PATHS: [&str; 4] = [
    "YNAB_API_KEY_FILE",
    "AVENIR_MCP_JOURNAL",
    "AVENIR_MCP_DEMO_DIR",
    "XDG_STATE_HOME",
];

#[test]
fn every_bad_value_is_one_clear_line_and_exit_code_2() {
    for (name, value) in [
        ("AVENIR_MCP_YNAB_URL", "api.ynab.com"),
        ("AVENIR_MCP_YNAB_URL", "http://api.ynab.com/v1"),
        ("AVENIR_MCP_YNAB_URL", "ftp://127.0.0.1"),
        ("AVENIR_MCP_YNAB_URL", "http://127.0.0.1.example.com"),
        ("AVENIR_MCP_YNAB_URL", "http://127.0.0.1@example.com"),
        ("AVENIR_MCP_YNAB_URL", "https://person:word@api.ynab.com/v1"),
        ("AVENIR_MCP_YNAB_URL", "https://api.ynab.com/v1?x=1"),
        ("AVENIR_MCP_YNAB_URL", "https://api.ynab.com/v1#x"),
        ("AVENIR_MCP_TODAY", "today"),
        ("AVENIR_MCP_TODAY", "2026-02-30"),
        ("AVENIR_MCP_TODAY", "15.10.2026"),
        // A fixed day and YNAB's own address do not go together.
        ("AVENIR_MCP_TODAY", "2026-10-15"),
        ("AVENIR_MCP_REQUIRE_ELICITATION", "true"),
        ("AVENIR_MCP_REQUIRE_ELICITATION", "on"),
        // A zone that nobody knows would be taken for UTC.
        ("TZ", "America/NewYork"),
        ("TZ", "Mars/Base"),
        ("TZ", "berlin"),
        ("AVENIR_MCP_CONFIDENCE_THRESHOLD", "high"),
        ("AVENIR_MCP_CONFIDENCE_THRESHOLD", "90"),
        ("AVENIR_MCP_CONFIDENCE_THRESHOLD", "0.49"),
        ("AVENIR_MCP_CONFIDENCE_THRESHOLD", "1.001"),
        ("AVENIR_MCP_CONFIDENCE_THRESHOLD", "0,9"),
        ("AVENIR_MCP_CONFIDENCE_THRESHOLD", "nan"),
        ("AVENIR_MCP_LOG_LEVEL", "loud"),
        ("AVENIR_MCP_LOG_LEVEL", "10"),
        ("AVENIR_MCP_LOG_FORMAT", "xml"),
        ("AVENIR_MCP_LOG_FORMAT", "JSON\n{}"),
    ] {
        let program = Program::new().with(name, value);
        let ended = program.run(READS_SETTINGS);
        assert!(ended.complaint(2).contains(name), "{name}={value}: {ended:?}");
        // The server itself refuses them too, before it says a word of protocol.
        assert_eq!(program.run(&[]).complaint(2), ended.complaint(2), "{name}={value}");
    }
}

#[test]
fn time_zones_that_need_no_file_are_taken_everywhere() {
    for zone in ["UTC", "CET-1CEST", "<+03>-3", ":UTC", "EST5EDT,M3.2.0,M11.1.0"] {
        let ended = Program::new().with("TZ", zone).run(READS_SETTINGS);
        assert_eq!(ended.code, 0, "{zone}: {ended:?}");
    }
}

#[test]
fn text_that_is_not_text_is_refused_and_a_path_may_be_any() {
    let odd = OsStr::from_bytes(b"/tmp/\xff");
    for name in TEXTS {
        let ended = Program::new().with(name, odd).run(READS_SETTINGS);
        assert_eq!(ended.complaint(2), format!("{name} is not valid UTF-8."));
    }
    for name in PATHS {
        let ended = Program::new().with(name, odd).run(READS_SETTINGS);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{name}");
    }
}

#[test]
fn empty_text_and_the_placeholder_of_a_bundle_count_as_unset() {
    for nothing in ["", "  ", "${user_config.anything}"] {
        let all = TEXTS
            .iter()
            .chain(&PATHS)
            .filter(|name| **name != "AVENIR_MCP_DEMO_DIR");
        let program = all.fold(
            Program::on_a_fixed_day().without("AVENIR_MCP_TODAY"),
            |program, name| program.with(name, nothing),
        );
        let ended = program.run(READS_SETTINGS);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{nothing:?}");
        assert!(ended.out.contains("Writes are off"), "{nothing:?}");
        // No token is no token, not an empty one.
        let asked = program.run(&["call", "list_plans"]);
        assert!(asked.complaint(1).contains("YNAB_API_KEY"), "{nothing:?}: {asked:?}");
        // And the demo lies where it lies by itself.
        let demo = program.with("AVENIR_MCP_DEMO_DIR", nothing);
        demo.answer("list_plans", "{}");
        assert!(demo.demo_folder().is_dir(), "{nothing:?}");
    }
}

#[test]
fn only_a_plain_1_opens_the_write_tools_and_the_flag_decides() {
    let is_open = |program: &Program, arguments: &[&str]| {
        let ended = program.run(arguments);
        assert_eq!(ended.code, 0, "{ended:?}");
        !ended.out.contains("Writes are off")
    };
    assert!(is_open(&Program::new().with("AVENIR_MCP_WRITE", "1"), &["tools"]));
    for value in ["0", "true", "TRUE", "yes", "on", "01", " 1", "1 ", "1\n", "١"] {
        assert!(
            !is_open(&Program::new().with("AVENIR_MCP_WRITE", value), &["tools"]),
            "{value:?}"
        );
    }
    assert!(is_open(&Program::new(), &["tools", "--writes", "true"]));
    let opened = Program::new().with("AVENIR_MCP_WRITE", "1");
    assert!(!is_open(&opened, &["--writes", "false", "tools"]));
}

#[test]
fn a_fixed_day_goes_with_the_demo_and_with_an_address_on_this_machine() {
    let on = |day: &str| Program::new().with("AVENIR_MCP_TODAY", day);
    let refused = on("2026-10-15").run(READS_SETTINGS);
    assert!(refused.complaint(2).contains("--demo"), "{refused:?}");
    let elsewhere = on("2026-10-15").with("AVENIR_MCP_YNAB_URL", "https://example.com/v1");
    assert_eq!(elsewhere.run(READS_SETTINGS).code, 2);
    for address in [
        "http://127.0.0.1:9/v1",
        "http://localhost:9",
        "http://[::1]:9/v1/",
        " https://localhost/v1 ",
    ] {
        let ended = on("2026-10-15")
            .with("AVENIR_MCP_YNAB_URL", address)
            .run(READS_SETTINGS);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{address}");
    }
    let demo = on("2024-02-29");
    assert_eq!(demo.answer("get_monthly_summary", "{}")["month"], "2024-02-01");
}

#[test]
fn log_settings_are_taken_in_any_case_that_people_write() {
    for level in ["TRACE", "debug", "Info", "WARNING", "warn", "ERROR", "critical", "off"] {
        let ended = Program::new().with("AVENIR_MCP_LOG_LEVEL", level).run(READS_SETTINGS);
        assert_eq!(ended.code, 0, "{level}: {ended:?}");
    }
    let json = Program::new()
        .with("AVENIR_MCP_LOG_LEVEL", "debug")
        .with("AVENIR_MCP_LOG_FORMAT", "json");
    let ended = json.run(READS_SETTINGS);
    assert!(!ended.err.is_empty() && !ended.out.contains("\"level\""), "{ended:?}");
    for line in ended.err.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("one object a line");
        assert!(line["level"].is_string(), "{line}");
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

/// Everything in a folder.
fn names(folder: &Path) -> Vec<OsString> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .map(|entry| entry.expect("a readable folder").file_name())
        .collect()
}

#[test]
fn state_lies_below_the_folder_for_state_and_is_private() {
    let program = Program::on_a_fixed_day();
    let state = program.home().join("states");
    let program = program.with("XDG_STATE_HOME", &state);
    program.answer("list_accounts", "{}");
    let demo = state.join("avenir-mcp/demo");
    assert_eq!((mode(&state.join("avenir-mcp")), mode(&demo)), (0o700, 0o700));
    assert!(!names(&demo).is_empty());
    for name in names(&demo) {
        let path = demo.join(&name);
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path), expected, "{}", path.display());
    }
    assert_eq!(names(program.home()), ["states"], "the home holds more");
}

#[test]
fn a_relative_folder_for_state_is_ignored_and_without_any_home_there_is_no_place() {
    let relative = Program::on_a_fixed_day().with("XDG_STATE_HOME", "states");
    relative.answer("list_accounts", "{}");
    assert!(relative.demo_folder().is_dir());
    assert_eq!(names(relative.home()), [".local"]);
    let homeless = Program::new().without("HOME");
    let complaint = homeless.run(READS_SETTINGS);
    assert_eq!(
        complaint.complaint(2),
        "Neither XDG_STATE_HOME nor HOME is set: there is no place for the record of operations."
    );
}

#[test]
fn the_demo_lies_where_its_setting_says_or_says_that_it_cannot() {
    let program = Program::on_a_fixed_day();
    let folder = program.home().join("some/where");
    let program = program.with("AVENIR_MCP_DEMO_DIR", &folder);
    program.answer("list_accounts", "{}");
    assert_eq!(names(program.home()), ["some"]);
    assert!(!names(&folder).is_empty());

    let program = Program::on_a_fixed_day();
    let file = program.home().join("file");
    fs::write(&file, "in the way").expect("a file");
    let program = program.with("AVENIR_MCP_DEMO_DIR", &file);
    let ended = program.run(&["call", "list_accounts", "--demo"]);
    assert!(ended.complaint(2).contains("AVENIR_MCP_DEMO_DIR"), "{ended:?}");
    assert_eq!(fs::read_to_string(&file).expect("a file"), "in the way");
}
