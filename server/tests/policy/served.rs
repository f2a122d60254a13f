//! The tools and texts as a client gets them, from the handler that serves them.

use std::path::PathBuf;
use std::sync::Arc;

use avenir::app::App;
use avenir::config::{Config, Log, Source};
use avenir::io::ynab::{AccessToken, Address, TokenSource};
use avenir::registry::Gate;
use avenir::runtime::Runtime;
use rmcp::ServerHandler as _;
use serde_json::Value;

/// Both states of the gate.
pub(crate) const BOTH: [bool; 2] = [true, false];

/// Settings for a server at an address on this machine.
pub(crate) fn config(address: &str, state_folder: PathBuf, writes: bool) -> Config {
    Config {
        source: Source::Ynab {
            address: Address::parse(address).expect("an address on this machine"),
            token: TokenSource::Value(AccessToken::new("canary")),
        },
        writes,
        require_elicitation: false,
        state_folder,
        journal: None,
        default_plan: None,
        confidence_threshold: avenir::config::USUAL_THRESHOLD,
        today: "2026-10-15".parse().ok(),
        log: Log {
            level: tracing::level_filters::LevelFilter::OFF,
            json: false,
        },
    }
}

/// A process that reaches nothing: enough for all that is said before a call.
pub(crate) fn runtime(writes: bool) -> Arc<Runtime> {
    let nowhere = config("http://127.0.0.1:9/v1", PathBuf::from("/nonexistent"), writes);
    avenir::start::start(nowhere).expect("parts that fit").runtime
}

/// The handler of such a process.
pub(crate) fn app(writes: bool) -> App {
    App::new(runtime(writes), "test")
}

/// Each listed tool's definition, in the list's order.
pub(crate) fn definitions(writes: bool) -> Vec<Value> {
    let app = app(writes);
    let names = Gate { writes }.tools().map(|tool| tool.facts().name);
    names
        .map(|name| serde_json::to_value(app.get_tool(name).expect("a listed tool")).expect("JSON"))
        .collect()
}

/// A text member of a definition.
pub(crate) fn text<'a>(definition: &'a Value, pointer: &str) -> &'a str {
    definition.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}
