//! The running stand-in, as tests and the demo hold it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use tokio::task::JoinHandle;

use super::clock::{Clock, Time};
use super::desk::{Desk, Settings, Switches};
use super::faults::Fault;
use super::future::Future;
use super::http::serve;
use super::model::{Plan, World};
use super::quirks::Quirks;
use super::record::Recorded;
use super::routes::Operation;

/// YNAB's limit of requests per token in a rolling hour.
const YNAB_LIMIT: u32 = 200;

/// How a stand-in starts.
#[derive(Clone)]
pub struct SimOptions {
    /// Port on the loopback address; 0 takes a free one.
    pub port: u16,
    /// The only token that is let in; without one, any.
    pub token: Option<String>,
    /// The token may only read; writes are refused with 403.
    pub read_only: bool,
    /// Where the time comes from.
    pub clock: Clock,
    /// Requests per token in a rolling hour; none = no limit.
    pub limit: Option<u32>,
    /// Where the world is saved after each change, before it is answered. Stand-ins of several processes may share the
    /// file: each takes over what another saved.
    pub save_path: Option<PathBuf>,
    /// Serve the control addresses below `/_control/` too.
    pub control: bool,
    /// Behaviour on which reports differ.
    pub quirks: Quirks,
}

impl Default for SimOptions {
    fn default() -> Self {
        Self {
            port: 0,
            token: None,
            read_only: false,
            clock: Clock::System,
            limit: Some(YNAB_LIMIT),
            save_path: None,
            control: false,
            quirks: Quirks::default(),
        }
    }
}

impl fmt::Debug for SimOptions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            port,
            token: _,
            read_only,
            clock,
            limit,
            save_path,
            control,
            quirks,
        } = self;
        out.debug_struct("SimOptions")
            .field("port", port)
            .field("read_only", read_only)
            .field("clock", clock)
            .field("limit", limit)
            .field("save_path", save_path)
            .field("control", control)
            .field("quirks", quirks)
            .finish_non_exhaustive()
    }
}

/// A stand-in that serves until it is stopped or dropped.
#[derive(Debug)]
pub struct Sim {
    address: SocketAddr,
    desk: Arc<Desk>,
    task: JoinHandle<()>,
}

impl Sim {
    /// Serves a world on the present tokio runtime; fails only when the port cannot be bound.
    pub fn start(world: World, options: SimOptions) -> io::Result<Self> {
        let settings = Settings {
            token: options.token,
            read_only: options.read_only,
            save_path: options.save_path,
            keep_start: options.control,
        };
        let switches = Switches {
            time: Time::new(options.clock),
            quirks: options.quirks,
            future: Future::default(),
            limit: options.limit,
            retry_after: None,
        };
        let desk = Arc::new(Desk::new(world, settings, switches));
        let (address, task) = serve(Arc::clone(&desk), options.port, options.control)?;
        Ok(Self { address, desk, task })
    }

    /// The base address, ending in `/v1`.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The loopback address and port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends the stand-in and its connections, and waits until they have ended.
    pub async fn stop(mut self) {
        self.task.abort();
        // An aborted task ends with an error; that is the end wished for.
        let _ = (&mut self.task).await;
    }

    /// Takes over the world that the file of [`SimOptions::save_path`] holds, if there is one.
    pub fn reload(&self) -> io::Result<()> {
        self.desk.reload()
    }

    /// Looks at the world.
    pub fn look<R>(&self, look: impl FnOnce(&World) -> R) -> R {
        look(&self.desk.world())
    }

    /// Changes the world past all rules, as no client could; see [`Plan::change`] for changes clients learn of.
    pub fn with<R>(&self, change: impl FnOnce(&mut World) -> R) -> R {
        change(&mut self.desk.world_mut())
    }

    /// Changes the first plan as another client would: knowledge goes up, and the books follow.
    pub fn edit<R>(&self, change: impl FnOnce(&mut Plan) -> R) -> Option<R> {
        let now = self.desk.switches().time.now();
        let mut world = self.desk.world_mut();
        world.plans.first_mut().map(|plan| plan.change(now, change))
    }

    /// All requests so far, in order.
    pub fn requests(&self) -> Vec<Recorded> {
        self.desk.log().clone()
    }

    /// How many requests there were for an operation.
    pub fn count(&self, operation: Operation) -> usize {
        self.desk.log().iter().filter(|recorded| recorded.is(operation)).count()
    }

    /// Forgets the requests so far.
    pub fn forget_requests(&self) {
        self.desk.log().clear();
    }

    /// Lets a fault wait for its requests.
    pub fn fault(&self, fault: Fault) {
        self.desk.faults().add(fault);
    }

    /// Ends all faults.
    pub fn clear_faults(&self) {
        self.desk.faults().clear();
    }

    /// How many faults have not struck as often as they will.
    pub fn waiting_faults(&self) -> usize {
        self.desk.faults().waiting()
    }

    /// Switches behaviour on which reports differ.
    pub fn set_quirks(&self, quirks: Quirks) {
        self.desk.switches().quirks = quirks;
    }

    /// Switches how far answers look like tomorrow's.
    pub fn set_future(&self, future: Future) {
        self.desk.switches().future = future;
    }

    /// Sets the limit of requests, and what its 429 says in `Retry-After`; earlier requests are forgotten.
    pub fn set_limit(&self, limit: Option<u32>, retry_after: Option<&str>) {
        let mut switches = self.desk.switches();
        switches.limit = limit;
        switches.retry_after = retry_after.map(str::to_owned);
        self.desk.limiter().clear();
    }

    /// Lets the stand-in's time pass, for its limit and its dates.
    pub fn advance(&self, by: Duration) {
        self.desk.switches().time.advance(by);
    }

    /// Sets the stand-in's clock.
    pub fn set_clock(&self, clock: Clock) {
        self.desk.switches().time.set(clock);
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        self.task.abort();
    }
}
