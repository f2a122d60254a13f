//! From settings to a running process: the parts are made and put together here, once.

use std::sync::Arc;

use crate::clock::Clock;
use crate::config::{Config, Source};
use crate::confirm::{Confirm, ConfirmOptions};
use crate::context::Defaults;
use crate::error::ToolError;
use crate::io::demo::{Demo, DemoError};
use crate::io::journal::{Journal, JournalPaths};
use crate::io::state::BUDGET;
use crate::io::ynab::{self, AccessToken, TokenSource, YnabOptions};
use crate::registry::Gate;
use crate::runtime::Runtime;

/// Requests that the demo takes in an hour: as many as its record of them has room for.
const DEMO_BUDGET: usize = 2_000;

/// Why the process cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The invented plan cannot be served.
    #[error(transparent)]
    Demo(#[from] DemoError),
    /// A part refuses.
    #[error(transparent)]
    Part(#[from] ToolError),
}

impl StartError {
    /// Whether another setting would help.
    pub fn is_a_setting(&self) -> bool {
        matches!(self, Self::Demo(DemoError::Folder { .. }))
    }
}

/// A running process, with what must live as long as it does.
pub struct Started {
    /// What calls go through.
    pub runtime: Arc<Runtime>,
    /// The invented plan's server, while it serves.
    pub demo: Option<Demo>,
}

/// Puts the parts together. Nothing is sent, and but for the demo nothing is read or written.
pub fn start(config: Config) -> Result<Started, StartError> {
    let clock = match config.today {
        Some(day) => Clock::system().with_today(day),
        None => Clock::system(),
    };
    // The demo asks nothing of YNAB, so it is not held to YNAB's limit either.
    let budget = match config.source {
        Source::Ynab { .. } => BUDGET,
        Source::Demo { .. } => DEMO_BUDGET,
    };
    let (url, token, demo) = match config.source {
        Source::Ynab { address, token } => (address.to_string(), token, None),
        Source::Demo { folder, reset } => {
            let demo = Demo::start(&folder, reset, clock.today(), config.today)?;
            (
                demo.url(),
                TokenSource::Value(AccessToken::new(Demo::TOKEN)),
                Some(demo),
            )
        }
    };
    let state_folder = config.state_folder;
    let paths = match config.journal {
        Some(path) => JournalPaths::named(path),
        None => JournalPaths::in_state_folder(&state_folder),
    };
    let journal = Arc::new(Journal::open(paths));
    let (reader, writer) = ynab::connect(
        YnabOptions {
            base_url: url,
            budget,
            ..YnabOptions::new(token, state_folder.clone())
        },
        clock.clone(),
    );
    let options = ConfirmOptions {
        require_elicitation: config.require_elicitation,
        state_folder,
    };
    let confirm = Confirm::new(writer, Arc::clone(&journal), clock.clone(), options)?;
    let defaults = Defaults {
        plan: config.default_plan.map(Into::into),
        confidence_threshold: config.confidence_threshold,
    };
    let gate = Gate { writes: config.writes };
    Ok(Started {
        runtime: Arc::new(Runtime::new(gate, reader, confirm, journal, clock, defaults)),
        demo,
    })
}
