//! A person's machine: an invented YNAB, a folder for the server's files, and as many servers as it takes.

use std::path::PathBuf;

use tempfile::TempDir;
use ynab_api::sim::{Clock, Operation, Plan, Recorded, Sim, SimOptions, World};

use crate::client::{Client, Era};
use crate::household::{Held, Household, TODAY, day};
use crate::server::Server;

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The command line.
    pub arguments: Vec<String>,
    /// The environment, and all of it.
    pub environment: Vec<(String, String)>,
}

impl Settings {
    /// The same with a variable set, or set anew.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self = self.without(name);
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same without a variable.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.environment.retain(|(other, _)| other != name);
        self
    }
}

/// A household in a YNAB of its own, and a folder.
#[derive(Debug)]
pub struct Scene {
    /// The plan's things.
    pub things: Household,
    /// YNAB.
    pub ynab: Sim,
    /// What YNAB held when the scene began.
    pub before: Held,
    folder: TempDir,
}

impl Scene {
    /// A household.
    pub fn new() -> Self {
        let (things, world) = Household::new();
        Self::of(things, world)
    }

    /// A household in another world: its plan is the first.
    pub fn of(things: Household, world: World) -> Self {
        let options = SimOptions {
            clock: Clock::Fixed(day(TODAY)),
            limit: None,
            ..SimOptions::default()
        };
        let before = Held::by(&world.plans[0]);
        Self {
            things,
            ynab: Sim::start(world, options).expect("the stand-in starts"),
            before,
            folder: TempDir::new().expect("a folder"),
        }
    }

    /// The folder that all files of the server are in.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Where the journal, the ledger and the locks are.
    pub fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    /// A server of this machine, with writes.
    pub fn settings(&self) -> Settings {
        let settings = Settings {
            arguments: Vec::new(),
            environment: Vec::new(),
        };
        settings
            .with("HOME", &self.folder.path().display().to_string())
            .with("XDG_STATE_HOME", &self.state().display().to_string())
            .with("YNAB_API_KEY", "a-token")
            .with("AVENIR_MCP_YNAB_URL", &self.ynab.url())
            .with("AVENIR_MCP_WRITE", "1")
            .with("AVENIR_MCP_TODAY", TODAY)
    }

    /// A server.
    pub fn start(&self, settings: &Settings) -> Server {
        Server::start(&settings.arguments, &settings.environment, &self.folder())
    }

    /// A client of a new server, whose person can be asked.
    pub async fn client(&self, era: Era) -> Client {
        Client::meet(self.start(&self.settings()), era, true).await
    }

    /// A client of a new server that shows no forms.
    pub async fn formless(&self, era: Era) -> Client {
        Client::meet(self.start(&self.settings()), era, false).await
    }

    /// What YNAB holds now.
    pub fn held(&self) -> Held {
        self.ynab.look(|world| Held::by(&world.plans[0]))
    }

    /// In how many places it differs from the beginning.
    pub fn in_effect(&self) -> usize {
        self.held().differences(&self.before)
    }

    /// Changes the plan as another client of YNAB would.
    pub fn edit<R>(&self, change: impl FnOnce(&mut Plan) -> R) -> R {
        self.ynab.edit(change).expect("a plan")
    }

    /// The writes that came in, in order.
    pub fn writes(&self) -> Vec<Recorded> {
        let requests = self.ynab.requests().into_iter();
        requests.filter(Recorded::is_write).collect()
    }

    /// The requests for an operation, in order.
    pub fn requests_for(&self, operation: Operation) -> Vec<Recorded> {
        let requests = self.ynab.requests().into_iter();
        requests.filter(|request| request.is(operation)).collect()
    }
}

impl Default for Scene {
    fn default() -> Self {
        Self::new()
    }
}
