//! The stand-in for YNAB, in this process, so that its requests can be counted, and bare requests to it.

use chrono::NaiveDate;
use reqwest::header::{ACCEPT, AUTHORIZATION};
use tokio::runtime::Runtime;
use ynab_api::sim::{Clock, Sim, SimOptions, World};

/// The token it takes.
pub const TOKEN: &str = "figures";

/// Its day, and the server's.
pub const TODAY: &str = "2026-10-05";

/// The month of that day.
pub const MONTH: &str = "2026-10-01";

/// A stand-in that serves one plan.
pub struct StandIn {
    pub runtime: Runtime,
    pub sim: Sim,
    pub plan: String,
}

impl StandIn {
    /// Serves the world that a day makes, without YNAB's limit of requests.
    pub fn start(world: impl FnOnce(NaiveDate) -> World) -> Self {
        let today = TODAY.parse().expect("a date");
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        let entered = runtime.enter();
        let options = SimOptions {
            token: Some(TOKEN.to_owned()),
            clock: Clock::Fixed(today),
            limit: None,
            ..SimOptions::default()
        };
        let sim = Sim::start(world(today), options).expect("a free port");
        let plan = sim.look(|world| world.plans.first().map(|plan| plan.id.to_string()));
        drop(entered);
        Self {
            runtime,
            sim,
            plan: plan.expect("a plan"),
        }
    }

    /// The address of something of the plan.
    pub fn address(&self, rest: &str) -> String {
        format!("{}/plans/{}/{rest}", self.sim.url(), self.plan)
    }

    /// Sends one request and reads its answer.
    pub fn bare_request(&self, client: &reqwest::Client, address: &str) -> bytes::Bytes {
        let request = get(client, address);
        let answer = self
            .runtime
            .block_on(async { request.send().await?.error_for_status()?.bytes().await });
        answer.expect("the stand-in answers")
    }
}

/// A client set up as the server's own is, which keeps its connection.
pub fn bare_client() -> reqwest::Client {
    // Fails only when a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .no_proxy()
        .tls_certs_only([])
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a client")
}

/// A request with the token.
pub fn get(client: &reqwest::Client, address: &str) -> reqwest::RequestBuilder {
    client
        .get(address)
        .header(ACCEPT, "application/json")
        .header(AUTHORIZATION, format!("Bearer {TOKEN}"))
}
