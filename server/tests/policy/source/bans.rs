//! What only some places may name, and what none may.

use super::paths::{Code, Place};
use super::{Source, at, shipped};

/// How a rule finds what it looks for.
enum Looks {
    /// A path that reaches one of these.
    Path(&'static [&'static [&'static str]]),
    /// A path that ends so, whatever stands before it.
    End(&'static [&'static [&'static str]]),
    /// A word.
    Word(fn(&str) -> bool),
    /// A macro's name.
    Macro(&'static [&'static str]),
}

/// One rule, with what it must find and what it must let pass.
struct Rule {
    /// What may not be, and what to do instead.
    says: &'static str,
    /// Where it holds; everywhere when empty.
    holds_in: &'static [&'static str],
    /// Where it does not hold.
    but: &'static [&'static str],
    looks: Looks,
    /// Places with code that breaks it.
    caught: &'static [(&'static str, &'static str)],
    /// Places with code that does not.
    passes: &'static [(&'static str, &'static str)],
}

const RULES: &[Rule] = &[
    Rule {
        says: "domain and logic are pure: what comes from outside is an argument",
        holds_in: &["domain/", "logic/", "schema.rs", "arguments.rs"],
        but: &[],
        looks: Looks::Path(&[
            &["std", "fs"],
            &["std", "net"],
            &["std", "env"],
            &["std", "process"],
            &["std", "thread"],
            &["std", "io"],
            &["std", "os"],
            &["std", "time", "SystemTime"],
            &["std", "time", "Instant"],
            &["chrono", "Local"],
            &["tokio"],
            &["tokio_util"],
            &["futures"],
            &["rand"],
            &["uuid"],
            &["reqwest"],
            &["rmcp"],
            &["tracing"],
            &["ynab_api"],
        ]),
        caught: &[
            ("logic/undo.rs", "use std::{collections::BTreeMap, fs};"),
            ("logic/undo.rs", "fn f() { std::env::var(\"TZ\") }"),
            ("logic/undo.rs", "use std::time::{Duration, SystemTime};"),
            ("logic/undo.rs", "use std::time::*;"),
            ("logic/undo.rs", "fn f() -> u8 { rand::random() }"),
            ("domain/month.rs", "use chrono::{Local, NaiveDate};"),
            ("domain/month.rs", "use chrono as time;"),
            ("domain/month.rs", "extern crate rand as chance;"),
            ("domain.rs", "use tokio::sync::Mutex;"),
        ],
        passes: &[
            (
                "logic/undo.rs",
                "use std::{collections::BTreeMap, fmt, time::Duration}; use chrono::NaiveDate;",
            ),
            ("clock.rs", "use chrono::{Local, Utc};"),
        ],
    },
    Rule {
        says: "wire types end at io/ynab; the stand-in is started by io/demo: name domain types",
        holds_in: &[],
        but: &["io/ynab/", "io/demo.rs"],
        looks: Looks::Path(&[&["ynab_api"], &["progenitor_client"]]),
        caught: &[
            ("tools/budget.rs", "use ynab_api::types::Category;"),
            ("io/journal/line.rs", "fn f(x: &ynab_api::types::Category) {}"),
            ("context.rs", "use ynab_api as api;"),
        ],
        passes: &[
            ("io/ynab/read.rs", "use ynab_api::types;"),
            ("log.rs", "const A: &str = \"ynab_api\";"),
        ],
    },
    Rule {
        says: "the client behind io/ynab speaks to the network, and the stand-in: nothing here opens a connection",
        holds_in: &[],
        but: &[],
        looks: Looks::Path(&[
            &["reqwest"],
            &["hyper"],
            &["std", "net"],
            &["std", "os", "unix", "net"],
            &["tokio", "net"],
        ]),
        caught: &[
            ("config.rs", "fn f() { reqwest::Url::parse(x) }"),
            ("io/ynab/read.rs", "use std::net::TcpStream;"),
            ("transport/http.rs", "use tokio::net::TcpListener;"),
        ],
        passes: &[("io/demo.rs", "use ynab_api::sim::Sim; use tokio::sync::Mutex;")],
    },
    Rule {
        says: "only io touches the disk: use io::files",
        holds_in: &[],
        but: &["io/"],
        looks: Looks::Path(&[&["std", "fs"], &["tokio", "fs"], &["std", "os", "unix", "fs"]]),
        caught: &[
            ("confirm/apply.rs", "use std::fs::File;"),
            ("config.rs", "fn f() { std::fs::read_to_string(path) }"),
            ("main.rs", "use std::{fs, io};"),
        ],
        passes: &[("io/files.rs", "use std::fs;"), ("main.rs", "use std::io;")],
    },
    Rule {
        says: "only config reads the environment, once",
        holds_in: &[],
        but: &["config.rs"],
        looks: Looks::Path(&[&["std", "env"]]),
        caught: &[
            ("io/demo.rs", "fn f() { std::env::var_os(\"HOME\") }"),
            ("main.rs", "use std::env::args;"),
        ],
        passes: &[
            ("config.rs", "fn f() { std::env::var_os(\"HOME\") }"),
            ("main.rs", "const A: &str = env!(\"X\");"),
        ],
    },
    Rule {
        says: "only the clock tells the time: use clock::Clock",
        holds_in: &[],
        but: &["clock.rs"],
        looks: Looks::End(&[
            &["Utc", "now"],
            &["Local", "now"],
            &["SystemTime", "now"],
            &["time", "SystemTime"],
            &["std", "time", "Instant"],
        ]),
        caught: &[
            ("io/state/mod.rs", "fn f() { chrono::Utc::now() }"),
            ("io/state/mod.rs", "fn f() { Utc::now() }"),
            ("confirm/apply.rs", "use std::time::{Duration, Instant};"),
            ("confirm/apply.rs", "use std::time::SystemTime as Now;"),
        ],
        passes: &[
            ("clock.rs", "fn f() { Utc::now() }"),
            ("confirm/apply.rs", "fn f() { tokio::time::Instant::now() }"),
        ],
    },
    Rule {
        says: "only the write path and io draw random numbers",
        holds_in: &[],
        but: &["confirm/", "io/"],
        looks: Looks::Path(&[&["rand"], &["getrandom"], &["uuid", "Uuid", "new_v4"]]),
        caught: &[("tools/budget.rs", "fn f() -> u8 { rand::random() }")],
        passes: &[("confirm/decide.rs", "fn f() -> u8 { rand::random() }")],
    },
    Rule {
        says: "money is whole milliunits: a float stands in domain::number only, which turns exact decimals into JSON numbers",
        holds_in: &[],
        but: &["domain/number.rs", "domain/number/"],
        looks: Looks::Word(is_float),
        caught: &[
            ("logic/amounts.rs", "fn f(amount: f64) {}"),
            ("io/ynab/convert.rs", "fn f() { x.as_f64() }"),
            ("tools/budget.rs", "const RATE: u8 = 1.5;"),
            ("tools/budget.rs", "fn f() { g::<f32>() }"),
        ],
        passes: &[
            ("domain/number.rs", "fn f(amount: f64) {}"),
            ("logic/amounts.rs", "fn f() { x.0; 1..5; 0xf64 }"),
        ],
    },
    Rule {
        says: "the one writer is moved into the gate: a tool, the context and the server have none in scope",
        holds_in: &[],
        but: &["io/ynab/", "confirm/"],
        looks: Looks::Word(|word| word == "Writer"),
        caught: &[
            ("context.rs", "use crate::io::ynab::{Reader, Writer};"),
            ("tools/budget.rs", "fn f(writer: &crate::io::ynab::Writer) {}"),
            ("runtime.rs", "use crate::io::ynab::Writer as W;"),
        ],
        passes: &[
            ("confirm/mod.rs", "use crate::io::ynab::Writer;"),
            ("log.rs", "fn f() { x.with_writer(y) }"),
        ],
    },
    Rule {
        says: "the way to YNAB is opened once, where the parts are put together",
        holds_in: &[],
        but: &["start.rs"],
        looks: Looks::End(&[&["ynab", "connect"]]),
        caught: &[
            ("tools/budget.rs", "fn f() { crate::io::ynab::connect(options, clock) }"),
            ("context.rs", "use crate::io::ynab::{Reader, connect};"),
        ],
        passes: &[("start.rs", "fn f() { ynab::connect(options, clock) }")],
    },
    Rule {
        says: "standard output carries the protocol: only main prints, and only what a command asked for",
        holds_in: &[],
        but: &["main.rs"],
        looks: Looks::Word(|word| matches!(word, "stdout" | "Stdout" | "stdout_locked")),
        caught: &[
            ("log.rs", "fn f() { std::io::stdout().lock() }"),
            ("cli/call.rs", "use std::io::{stdout, Write};"),
        ],
        passes: &[("log.rs", "fn f() { std::io::stderr() }")],
    },
    Rule {
        says: "one transport opens the protocol's pipes",
        holds_in: &[],
        but: &["transport/stdio.rs"],
        looks: Looks::Word(|word| word == "stdio_pipes"),
        caught: &[("main.rs", "fn f() { rmcp::transport::stdio_pipes() }")],
        passes: &[("transport/stdio.rs", "fn f() { rmcp::transport::stdio_pipes() }")],
    },
    Rule {
        says: "nothing is printed: the log goes to standard error through tracing",
        holds_in: &[],
        but: &[],
        looks: Looks::Macro(&["print", "println", "eprint", "eprintln", "dbg"]),
        caught: &[
            ("main.rs", "fn f() { println!(\"{x}\") }"),
            ("main.rs", "fn f() { std::eprintln!(\"{x}\") }"),
            ("tools/budget.rs", "fn f() { dbg !(x) }"),
        ],
        passes: &[("main.rs", "fn f() { writeln!(out, \"println!\"); println != x }")],
    },
    Rule {
        says: "a process ends by returning from main, so that what it holds is let go",
        holds_in: &[],
        but: &[],
        looks: Looks::Path(&[&["std", "process", "exit"], &["std", "process", "abort"]]),
        caught: &[("main.rs", "fn f() { std::process::exit(2) }")],
        passes: &[("main.rs", "use std::process::ExitCode;")],
    },
    Rule {
        says: "the list of tools is written out: only the registry names tools",
        holds_in: &[],
        but: &["registry.rs", "tools/"],
        looks: Looks::Path(&[&["crate", "tools"]]),
        caught: &[
            ("app.rs", "use crate::tools::undo::undo_operation;"),
            ("app.rs", "use crate::tools as t;"),
        ],
        passes: &[("registry.rs", "use crate::tools::undo;"), ("lib.rs", "pub mod tools;")],
    },
    Rule {
        says: "no marker of unfinished work in code",
        holds_in: &[],
        but: &[],
        looks: Looks::Macro(&["todo", "unimplemented", "unreachable"]),
        caught: &[
            ("main.rs", concat!("fn f() { to", "do!() }")),
            ("main.rs", "fn f() { std::unreachable!() }"),
        ],
        passes: &[
            ("main.rs", "fn f() { todo() }"),
            ("lib.rs", "extern crate self as avenir;"),
        ],
    },
];

fn is_float(word: &str) -> bool {
    let name = word == "f64" || word == "f32" || word.ends_with("_f64") || word.ends_with("_f32");
    name || word.starts_with(|first: char| first.is_ascii_digit())
}

/// Everything in a file that breaks a rule.
fn broken(rule: &Rule, source: &Source) -> Vec<String> {
    let holds = rule.holds_in.is_empty() || source.is_in(rule.holds_in);
    if !holds || source.is_in(rule.but) {
        return Vec::new();
    }
    let found = finds(&rule.looks, &source.code);
    found
        .iter()
        .map(|(place, name)| at(source, place, &format!("{name} ({})", rule.says)))
        .collect()
}

fn finds(looks: &Looks, code: &Code) -> Vec<(Place, String)> {
    let paths = || code.paths.iter();
    match looks {
        Looks::Path(targets) => {
            let found = paths().filter(|named| targets.iter().any(|target| named.reaches(target)));
            found.map(|named| (named.place.clone(), named.text())).collect()
        }
        Looks::End(ends) => {
            let found = paths().filter(|named| ends.iter().any(|end| ends_with(&named.parts, end)));
            found.map(|named| (named.place.clone(), named.text())).collect()
        }
        Looks::Word(is) => code.words.iter().filter(|(_, word)| is(word)).cloned().collect(),
        Looks::Macro(names) => code
            .macros
            .iter()
            .filter(|(_, name)| names.contains(&name.as_str()))
            .cloned()
            .collect(),
    }
}

fn ends_with(parts: &[String], end: &[&str]) -> bool {
    parts.len() >= end.len()
        && parts
            .iter()
            .rev()
            .zip(end.iter().rev())
            .all(|(part, wanted)| part == wanted)
}

#[test]
fn each_rule_finds_what_breaks_it_and_lets_the_rest_pass() {
    for rule in RULES {
        assert!(!rule.caught.is_empty() && !rule.passes.is_empty(), "{}", rule.says);
        for (path, text) in rule.caught {
            assert!(
                !broken(rule, &Source::read(path, text)).is_empty(),
                "{}: {path}: {text}",
                rule.says
            );
        }
        for (path, text) in rule.passes {
            assert_eq!(broken(rule, &Source::read(path, text)), [""; 0], "{path}: {text}");
        }
    }
}

#[test]
fn the_source_breaks_no_rule() {
    let found = RULES
        .iter()
        .flat_map(|rule| shipped().iter().flat_map(|source| broken(rule, source)));
    let found = found.collect::<Vec<_>>();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_exceptions_of_each_rule_are_needed() {
    for rule in RULES {
        for place in rule.but {
            let excepted = shipped().iter().filter(|source| source.is_in(&[place]));
            let needed = excepted
                .map(|source| finds(&rule.looks, &source.code).len())
                .sum::<usize>();
            // A folder and its file of the same name are one place.
            let other = place.strip_suffix('/').map(|folder| format!("{folder}.rs"));
            let shared = other.is_some_and(|file| rule.but.contains(&file.as_str()));
            assert!(
                needed > 0 || shared,
                "{place} no longer needs an exception: {}",
                rule.says
            );
        }
    }
}
