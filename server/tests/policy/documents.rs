//! What the README says is there is there: paths, crates, tests, tools and settings.

use std::collections::BTreeSet;

use crate::tree::{TextFile, root, text_files};

/// The invariants of the architecture; each has a row in the README's table, with the test that holds it.
const INVARIANTS: usize = 14;

/// What the Python version is known to get wrong; each has a row in the table of faults.
const FAULTS: usize = 38;

/// The tables of answers that are easily wrong: the letter of each, and how many rows it has.
const ANSWERS: [(char, usize); 7] = [('W', 21), ('P', 4), ('R', 6), ('U', 11), ('A', 6), ('E', 47), ('C', 5)];

/// Methods of the protocol, which look like paths.
const METHODS: [&str; 14] = [
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "application/json",
    "server/discover",
    "elicitation/create",
    "notifications/progress",
    "notifications/cancelled",
    "text/markdown",
];

/// What the reader's machine has, not the tree: what is built, and folders of the state.
const READERS: [&str; 3] = ["target/", "locks/", "demo/"];

/// Extensions of files that are the project's own wherever they are named; others may be the reader's.
const OWN_EXTENSIONS: [&str; 2] = [".rs", ".toml"];

/// What the checks need to know of the tree.
struct Tree {
    paths: BTreeSet<String>,
    tests: BTreeSet<String>,
    packages: BTreeSet<String>,
}

impl Tree {
    fn read() -> Self {
        let files = text_files("");
        let mut paths = BTreeSet::new();
        for file in &files {
            let path = file.path.as_str();
            paths.insert(path.to_owned());
            paths.extend(path.match_indices('/').map(|(at, _)| path[..at].to_owned()));
        }
        let rust = files.iter().filter(|file| file.path.ends_with(".rs"));
        let manifests = files.iter().filter(|file| file.path.ends_with("Cargo.toml"));
        Self {
            paths,
            tests: rust.flat_map(|file| tests_in(&file.text)).collect(),
            packages: manifests.flat_map(|file| names_in_manifest(&file.text)).collect(),
        }
    }

    /// A path from the root or from any folder in it.
    fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/').trim_start_matches("./");
        let below = format!("/{path}");
        self.paths.iter().any(|known| known == path || known.ends_with(&below))
    }
}

/// The names of test functions.
fn tests_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("#[") || line.starts_with("//") || (is_test && !line.contains("fn ")) {
            is_test |= line.ends_with("test]") || line.starts_with("#[tokio::test");
            continue;
        }
        let function = line
            .trim_start_matches("pub ")
            .trim_start_matches("async ")
            .strip_prefix("fn ");
        if let Some(name) = function
            .and_then(|rest| rest.split(['(', '<']).next())
            .filter(|_| is_test)
        {
            found.push(name.to_owned());
        }
        // Tests of properties stand in a macro, each with its attribute.
        is_test = false;
    }
    found
}

/// The names of a manifest's package, library and programs.
fn names_in_manifest(text: &str) -> Vec<String> {
    let named = text.lines().filter_map(|line| line.strip_prefix("name = \""));
    named.map(|rest| rest.trim_end_matches('"').to_owned()).collect()
}

/// The code spans of a line.
fn spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Lines outside fenced blocks.
fn prose(document: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    document.lines().filter(move |line| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return false;
        }
        !fenced
    })
}

/// The words of the maps: fenced blocks without a language, which name folders and files.
fn mapped(document: &str) -> impl Iterator<Item = &str> {
    let blocks = document.split("```").skip(1).step_by(2);
    let maps = blocks.filter_map(|block| block.strip_prefix('\n'));
    maps.flat_map(str::split_whitespace)
        .map(|word| word.trim_matches(['(', ')', ',', ':', ';']))
}

/// Whether a code span is meant as a path of this project.
fn is_path(span: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.' | '/');
    if span.is_empty()
        || !span.chars().all(plain)
        || METHODS.contains(&span)
        || READERS.iter().any(|start| span.starts_with(start))
    {
        return false;
    }
    let elsewhere =
        span.starts_with('/') || span.starts_with('.') && !span.starts_with(".ci") && !span.starts_with("./");
    let named = span.contains('/') && !span.chars().all(|letter| letter.is_ascii_digit() || letter == '/');
    !elsewhere && (named || OWN_EXTENSIONS.iter().any(|extension| span.ends_with(extension)))
}

/// Paths and crates that a document names and the tree does not have.
fn missing(document: &str, tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    for span in prose(document).flat_map(spans).chain(mapped(document)) {
        if is_path(span) && !tree.has(span) {
            found.push(format!("the path {span}"));
        }
        let is_crate =
            span.starts_with("avenir-") && span.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
        if is_crate && !tree.packages.contains(span) {
            found.push(format!("the crate {span}"));
        }
    }
    let words = document.split_whitespace().collect::<Vec<_>>();
    for pair in words.windows(2) {
        if let [flag @ ("-p" | "--package" | "--bin"), name] = pair {
            let name = name.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
            if !tree.packages.contains(name) {
                found.push(format!("{flag} {name}"));
            }
        }
    }
    found
}

/// What is wrong with the table of invariants: each row names tests or files that are there.
fn broken_invariants(document: &str, tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    for number in 1..=INVARIANTS {
        let start = format!("| I{number} |");
        let rows = document
            .lines()
            .filter(|line| line.trim().starts_with(&start))
            .collect::<Vec<_>>();
        let [row] = rows.as_slice() else {
            found.push(format!("I{number} has {} rows", rows.len()));
            continue;
        };
        let held_by = row.trim().trim_end_matches('|').rsplit('|').next().unwrap_or_default();
        let tests = spans(held_by).filter(|span| !is_path(span)).collect::<Vec<_>>();
        let unknown = tests
            .iter()
            .filter(|span| !tree.tests.contains(span.rsplit("::").next().unwrap_or_default()));
        found.extend(unknown.map(|test| format!("I{number}: there is no test {test}")));
        if spans(held_by).next().is_none() {
            found.push(format!("I{number} names no test"));
        }
    }
    found
}

/// The README, once it is there.
fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).expect("README.md stands at the root")
}

#[test]
fn the_checks_find_what_is_not_there() {
    let tree = Tree::read();
    for test in [
        "names_are_short_snake_case_and_unique",
        "while_writes_are_off_nothing_names_a_write_tool",
        "the_checks_find_what_is_not_there",
    ] {
        assert!(tree.tests.contains(test), "{test}");
    }
    assert!(!tree.tests.contains("missing"));
    for named in [
        "`server/src/confirm/mod.rs`",
        "`io/ynab`",
        "`logic/`",
        "`registry.rs`",
        "`tools/list`",
        "`avenir-macros`",
        "`/etc/passwd`",
        "`~/.local/state`",
        "`and/or not`",
        "`operations.jsonl`",
        "`target/release/avenir-mcp`",
        "`locks/`",
        "`.ci/run`",
        "`avenir-mcp://guide`",
        "cargo run -p avenir-spec -- check",
        "```\nserver/     the program\n  src/main.rs, cli/   command line (ynab.json)\n```",
    ] {
        assert_eq!(missing(named, &tree), [""; 0], "{named}");
    }
    for named in [
        "`server/src/gone.rs`",
        "`gone.rs`",
        "`server/gone/`",
        "`avenir-gone`",
        "cargo test -p avenir-gone",
    ] {
        assert_eq!(missing(named, &tree).len(), 1, "{named}");
    }
    let row = |number: usize, held_by: &str| format!("| I{number} | An absence. | {held_by} |\n");
    let all = |first: &str| {
        let rest = (2..=INVARIANTS).map(|number| row(number, "`policy::tree::the_checks_find_what_is_not_there`"));
        row(1, first) + &rest.collect::<String>()
    };
    assert_eq!(
        broken_invariants(&all("`names_are_short_snake_case_and_unique`, `.ci/run`"), &tree),
        [""; 0]
    );
    for (bad, expected) in [
        (all("`no_such_test`"), "I1: there is no test no_such_test"),
        (all("a test"), "I1 names no test"),
        (
            all("`names_are_short_snake_case_and_unique`").replace("| I3 |", "| I2 |"),
            "I3 has 0 rows",
        ),
    ] {
        assert!(
            broken_invariants(&bad, &tree).contains(&expected.to_owned()),
            "{expected}"
        );
    }
}

#[test]
fn test_functions_are_found_under_every_attribute() {
    let text = "#[test]\nfn one() {}\n#[tokio::test(start_paused = true)]\nasync fn two() {}\n#[test]\n#[cfg(unix)]\n\
                // Why.\nfn three() {}\nfn four() {}\n#[derive(Debug)]\nstruct Five;";
    assert_eq!(tests_in(text), ["one", "two", "three"]);
}

#[test]
fn the_readme_names_only_what_is_there() {
    let (tree, readme) = (Tree::read(), readme());
    let found = [missing(&readme, &tree), broken_invariants(&readme, &tree)].concat();
    assert!(
        found.is_empty(),
        "README.md names what is not there:\n{}",
        found.join("\n")
    );
}

/// What is wrong with a row of a table: it names tests or files that are there, or says why it needs none.
fn broken_row(row: &str, excuses: &[&str], tree: &Tree) -> Vec<String> {
    let name = row.trim_start_matches("| ").split(' ').next().unwrap_or_default();
    let held_by = row.trim().trim_end_matches('|').rsplit('|').next().unwrap_or_default();
    let tests = spans(held_by).filter(|span| !is_path(span));
    let unknown = tests.filter(|test| !tree.tests.contains(*test));
    let unknown = unknown.map(|test| format!("{name}: there is no test {test}"));
    let paths = spans(held_by).filter(|span| is_path(span) && !tree.has(span));
    let paths = paths.map(|path| format!("{name}: there is no file {path}"));
    let says_why = excuses.iter().any(|excuse| held_by.contains(excuse));
    let silent = spans(held_by).next().is_none() && !says_why;
    let silent = silent.then(|| format!("{name} names no test"));
    unknown.chain(paths).chain(silent).collect()
}

/// What is wrong with the tables of known faults.
fn broken_faults(document: &str, tree: &Tree) -> Vec<String> {
    let rows = document
        .lines()
        .filter(|line| line.starts_with("| F") || line.starts_with("| Q"));
    let mut found = rows
        .flat_map(|row| broken_row(row, &["cannot arise", "As Q"], tree))
        .collect::<Vec<_>>();
    let missing = (1..=FAULTS).filter(|number| !document.contains(&format!("\n| F{number} |")));
    found.extend(missing.map(|number| format!("F{number} has no row")));
    found
}

#[test]
fn every_known_fault_has_a_test_or_cannot_arise() {
    let tree = Tree::read();
    let faults = std::fs::read_to_string(root().join("tests/FAULTS.md")).expect("the tables of faults");
    let found = broken_faults(&faults, &tree);
    assert!(found.is_empty(), "tests/FAULTS.md:\n{}", found.join("\n"));
    for (bad, expected) in [
        (
            faults.replace("`two_undos_of_one", "`no_such"),
            "F23: there is no test no_such_operation_at_once_undo_it_once",
        ),
        (faults.replace("\n| F7 |", "\n| Q7 |"), "F7 has no row"),
        (
            faults.replace("It cannot arise: no tool links rows.", "Nothing."),
            "Q49 names no test",
        ),
        (
            faults.replace("`tests/benches`", "`tests/gone.rs`"),
            "F33: there is no file tests/gone.rs",
        ),
    ] {
        assert!(broken_faults(&bad, &tree).contains(&expected.to_owned()), "{expected}");
    }
}

/// What is wrong with the tables of answers: each number has one row.
fn broken_answers(document: &str, tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    for (letter, count) in ANSWERS {
        for number in 1..=count {
            let start = format!("| {letter}{number} |");
            let rows = document
                .lines()
                .filter(|line| line.starts_with(&start))
                .collect::<Vec<_>>();
            match rows.as_slice() {
                [row] => found.extend(broken_row(row, &["cannot arise"], tree)),
                rows => found.push(format!("{letter}{number} has {} rows", rows.len())),
            }
        }
    }
    let rows = document.lines().filter(|line| line.starts_with("| ")).count();
    let headings = document.lines().filter(|line| line.starts_with("| # |")).count();
    let expected = ANSWERS.iter().map(|(_, count)| count).sum::<usize>();
    if rows - headings != expected {
        found.push(format!("{} rows of {expected}", rows - headings));
    }
    found
}

#[test]
fn every_answer_that_is_easily_wrong_has_a_test() {
    let tree = Tree::read();
    let answers = std::fs::read_to_string(root().join("tests/ANSWERS.md")).expect("the tables of answers");
    let found = broken_answers(&answers, &tree);
    assert!(found.is_empty(), "tests/ANSWERS.md:\n{}", found.join("\n"));
    for (bad, expected) in [
        (
            answers.replace("`two_years_of_trends_", "`no_such_"),
            "R1: there is no test no_such_are_what_ynabs_months_say_in_three_requests",
        ),
        (answers.replace("\n| E7 |", "\n| E8 |"), "E7 has 0 rows"),
        (
            answers.replace("| `snoozed_targets_stand_apart` |", "| A test. |"),
            "E45 names no test",
        ),
        (
            answers.replace("\n| C1 |", "\n| C6 | Another. | `one` |\n| C1 |"),
            "101 rows of 100",
        ),
    ] {
        assert!(broken_answers(&bad, &tree).contains(&expected.to_owned()), "{expected}");
    }
}

/// The settings that `config` reads.
fn settings() -> Vec<String> {
    let files = text_files("server/src");
    let config = files
        .iter()
        .find(|file| file.path == "server/src/config.rs")
        .expect("the settings");
    let constants = config.text.lines().filter(|line| line.trim().starts_with("pub const "));
    constants
        .filter_map(|line| line.split('"').nth(1))
        .map(str::to_owned)
        .collect()
}

fn lacking(text: &str, names: impl IntoIterator<Item = String>) -> Vec<String> {
    names.into_iter().filter(|name| !text.contains(name.as_str())).collect()
}

#[test]
fn readme_and_help_name_every_setting() {
    let settings = settings();
    assert!(
        settings.contains(&"AVENIR_MCP_WRITE".to_owned()) && settings.len() >= 11,
        "{settings:?}"
    );
    let help = <avenir::cli::CommandLine as clap::CommandFactory>::command()
        .render_help()
        .to_string();
    assert_eq!(lacking(&help, settings.clone()), [""; 0], "in --help");
    assert_eq!(
        lacking("AVENIR_MCP_WRITE", vec!["AVENIR_MCP_PLAN".to_owned()]),
        ["AVENIR_MCP_PLAN"]
    );
    let readme = readme();
    assert_eq!(lacking(&readme, settings), [""; 0], "in README.md");
}

/// What the workspace depends on, its own crates aside.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1);
    let own = lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.contains("path = "));
    own.filter_map(|line| Some(line.split_once(" = ")?.0.to_owned()))
        .collect()
}

#[test]
fn the_readme_says_what_each_dependency_is_for() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace");
    let found = dependencies(&manifest);
    assert!(
        found.contains(&"rmcp".to_owned()) && !found.contains(&"ynab-api".to_owned()),
        "{found:?}"
    );
    let readme = readme();
    let table = readme
        .split("### Dependencies")
        .nth(1)
        .expect("a section on dependencies");
    let rows = table.lines().filter(|line| line.starts_with("| "));
    let named = rows
        .filter_map(|row| row.split('|').nth(1))
        .flat_map(|cell| cell.split(',').map(str::trim));
    let named = named.collect::<BTreeSet<_>>();
    let unsaid = found
        .iter()
        .filter(|name| !named.contains(name.as_str()))
        .collect::<Vec<_>>();
    assert!(unsaid.is_empty(), "{unsaid:?}");
}

#[test]
fn every_file_of_the_tree_has_a_plain_name() {
    let plain = |path: &str| {
        path.chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "-_./".contains(letter))
    };
    let odd = text_files("")
        .into_iter()
        .map(|TextFile { path, .. }| path)
        .filter(|path| !plain(path));
    assert_eq!(odd.collect::<Vec<_>>(), [""; 0]);
}
