//! The invented plan, served from this process on a loopback port, behind the same client as YNAB itself.
//!
//! Its plan, record and count of requests lie in a folder of their own, never among the person's. Processes share one demo:
//! each serves it to itself, from the same file, so that none depends on how long another lives.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use ynab_api::sim::{Clock, Sim, SimOptions, World};

use super::{files, lock};

/// The plan as it was left.
const PLAN: &str = "plan.json";
/// Held by every process that serves, and by one alone while it starts over.
const LOCK: &str = "demo.lock";

/// Why the invented plan cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// Its folder cannot be used.
    #[error("the demo's folder {} cannot be used ({cause}); AVENIR_MCP_DEMO_DIR names another", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// Its plan cannot be read.
    #[error("the demo's plan cannot be read ({0}); --demo --reset starts it over")]
    Plan(io::Error),
    /// Another process serves it.
    #[error("the demo is being served by another process, so it cannot be started over; end that one first")]
    Served,
    /// No port could be had.
    #[error("the demo cannot listen on this machine ({0})")]
    Port(io::Error),
}

/// The invented plan's server, while it lives.
pub struct Demo {
    sim: Sim,
    _lock: File,
}

impl Demo {
    /// The token it takes.
    pub const TOKEN: &'static str = "demo";

    /// Serves the plan that the folder holds, or a new one; `fixed` is its day for ever, when one is given.
    pub fn start(folder: &Path, reset: bool, today: NaiveDate, fixed: Option<NaiveDate>) -> Result<Self, DemoError> {
        let unusable = |cause| DemoError::Folder {
            folder: folder.to_owned(),
            cause,
        };
        files::create_folder(folder).map_err(unusable)?;
        let own = files::open_to_rewrite(&folder.join(LOCK)).map_err(unusable)?;
        if reset {
            match own.try_lock() {
                Ok(()) => start_over(folder).and_then(|()| own.unlock()).map_err(unusable)?,
                Err(TryLockError::WouldBlock) => return Err(DemoError::Served),
                Err(TryLockError::Error(cause)) => return Err(unusable(cause)),
            }
        }
        // Waits for another process that starts over, which is done at once.
        lock::soon(|| own.try_lock_shared()).map_err(unusable)?;
        let path = folder.join(PLAN);
        // What the file holds is read below.
        let world = if path.exists() {
            World::empty()
        } else {
            World::demo(today)
        };
        let options = SimOptions {
            token: Some(Self::TOKEN.to_owned()),
            clock: fixed.map_or(Clock::System, Clock::Fixed),
            save_path: Some(path),
            limit: None,
            ..SimOptions::default()
        };
        let sim = Sim::start(world, options).map_err(DemoError::Port)?;
        sim.reload().map_err(DemoError::Plan)?;
        Ok(Self { sim, _lock: own })
    }

    /// Its address.
    pub fn url(&self) -> String {
        self.sim.url()
    }
}

/// Forgets the plan and what was done to it: every file of the folder but its lock.
fn start_over(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.ends_with(LOCK) && path.is_file() {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}
