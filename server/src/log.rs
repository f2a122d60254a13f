//! The log, on standard error only. It holds ids, counts and kinds; never a payee, a name, an amount or the token.

use std::io::IsTerminal as _;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt};

use crate::config::Log;

/// Starts the log, once. Libraries log whole requests and answers below WARN, so they stay at WARN whatever is asked.
pub fn start(log: Log) {
    let ours = Targets::new()
        .with_default(log.level.min(LevelFilter::WARN))
        .with_target("avenir", log.level)
        .with_target("ynab_api", log.level);
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    let layer = if log.json { lines.json().boxed() } else { lines.boxed() };
    let _ = tracing_subscriber::registry().with(layer.with_filter(ours)).try_init();
    std::panic::set_hook(Box::new(|panic| {
        // The payload may hold what was being worked on; the place does not.
        let place = panic
            .location()
            .map_or("an unknown place".to_owned(), ToString::to_string);
        tracing::error!(%place, "a part of the program panicked");
    }));
    tracing::debug!(terminal = std::io::stderr().is_terminal(), "the log has started");
}
