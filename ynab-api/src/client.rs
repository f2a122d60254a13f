//! The client: a base URL, a token, an observer and a connection that is made when the first call needs it.

use std::future::Future;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use progenitor_client::ResponseValue;
use reqwest::header::HeaderMap;

use crate::address::Address;
use crate::error::{Failure, classify};
use crate::generated::{Client as Operations, Error, types};
use crate::hooks::{Inner, Seen, Shared};
use crate::observe::Unobserved;
use crate::{ApiError, Observer, Token};

/// Where YNAB answers.
pub const YNAB_URL: &str = "https://api.ynab.com/v1";

/// How long an unused connection is kept. Shorter than what servers keep theirs, so that a write seldom meets one that
/// the other side is closing, which would leave its outcome unknown.
const IDLE_CONNECTION: Duration = Duration::from_secs(45);

/// How a client is set up.
#[derive(Clone)]
pub struct Settings {
    /// The base URL with `/v1`: https, or http on this machine (`127.0.0.1`, `localhost`, `::1`).
    pub base_url: String,
    /// Allowed for making a connection, encryption included; at most half of `request_timeout` is used, so that time
    /// that runs out while connecting is known to have run out before anything was sent.
    pub connect_timeout: Duration,
    /// Allowed for a whole request, its answer read.
    pub request_timeout: Duration,
    /// The longest answer that is read, in bytes after decompression.
    pub longest_answer: usize,
    /// Asked before each request and told after it.
    pub observer: Arc<dyn Observer>,
}

impl Default for Settings {
    /// YNAB itself, 10 s to connect, 30 s for a request, 512 MiB of answer (half a million transactions), no observer.
    fn default() -> Self {
        Self {
            base_url: YNAB_URL.to_owned(),
            connect_timeout: Duration::from_secs(10),
            request_timeout: Duration::from_secs(30),
            longest_answer: 512 * 1024 * 1024,
            observer: Arc::new(Unobserved),
        }
    }
}

/// Why a client cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// It is no URL, or one with more than a scheme, a host, a port and a path.
    #[error("the YNAB address is not a plain URL such as {YNAB_URL}")]
    BadUrl,
    /// The token would travel unencrypted.
    #[error("the YNAB address must be https, or http on this machine (127.0.0.1, localhost, ::1)")]
    InsecureUrl,
}

/// A readable answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<T> {
    /// What YNAB answered.
    pub value: T,
    /// The HTTP status, 2xx.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
}

/// An answer, unless it is the known one.
#[derive(Clone, Debug, PartialEq)]
pub enum News<T> {
    /// Another answer, and its body.
    New(Answer<T>, Bytes),
    /// The same, byte for byte.
    Same,
}

/// What the generated client made of an answer, and what the hooks saw.
type Exchanged<T> = (Result<Answer<T>, Error<types::ErrorResponse>>, Seen);

/// The client. Clones share their connections.
#[derive(Clone)]
pub struct Client {
    address: Address,
    connect_timeout: Duration,
    request_timeout: Duration,
    shared: Arc<Shared>,
    http: Arc<OnceLock<reqwest::Client>>,
}

impl Client {
    /// Checks the settings. Nothing is read from disk and nothing is connected before the first call.
    pub fn new(settings: Settings, token: Token) -> Result<Self, ClientError> {
        let address = Address::parse(&settings.base_url)?;
        let shared = Shared {
            token,
            base_path: address.path().to_owned(),
            longest_answer: settings.longest_answer,
            observer: settings.observer,
        };
        Ok(Self {
            address,
            connect_timeout: settings.connect_timeout,
            request_timeout: settings.request_timeout,
            shared: Arc::new(shared),
            http: Arc::new(OnceLock::new()),
        })
    }

    /// Makes one request: `client.call(async |ynab| ynab.get_plans(None).await)`.
    ///
    /// The request is sent at most once. Dropping the future stops waiting, not YNAB.
    pub async fn call<T, F, Sent>(&self, request: F) -> Result<Answer<T>, ApiError>
    where
        F: FnOnce(Operations) -> Sent,
        Sent: Future<Output = Result<ResponseValue<T>, Error<types::ErrorResponse>>>,
    {
        let (answer, seen) = self.exchange(request, None).await?;
        answer.map_err(|error| classify(&error, seen))
    }

    /// Makes one request like [`Self::call`], whose answer is not read further when its body is, byte for byte, the `known`
    /// one: nothing changed. A new answer comes with its body, to be known the next time.
    pub async fn call_unless_same<T, F, Sent>(&self, known: Option<Bytes>, request: F) -> Result<News<T>, ApiError>
    where
        F: FnOnce(Operations) -> Sent,
        Sent: Future<Output = Result<ResponseValue<T>, Error<types::ErrorResponse>>>,
    {
        let (answer, mut seen) = self.exchange(request, known).await?;
        match answer {
            _ if seen.same => Ok(News::Same),
            Ok(answer) => Ok(News::New(answer, std::mem::take(&mut seen.body))),
            Err(error) => Err(classify(&error, seen)),
        }
    }

    async fn exchange<T, F, Sent>(&self, request: F, known: Option<Bytes>) -> Result<Exchanged<T>, ApiError>
    where
        F: FnOnce(Operations) -> Sent,
        Sent: Future<Output = Result<ResponseValue<T>, Error<types::ErrorResponse>>>,
    {
        let http = self.http()?;
        let seen = Arc::new(Mutex::new(Seen::default()));
        let inner = Inner {
            shared: Arc::clone(&self.shared),
            seen: Arc::clone(&seen),
            known,
        };
        let operations = Operations::new_with_client(self.address.as_str(), http, inner.clone());
        let answer = request(operations).await.map(|answer| {
            let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
            Answer {
                value: answer.into_inner(),
                status,
                headers,
            }
        });
        let seen = std::mem::take(&mut *inner.seen());
        Ok((answer, seen))
    }

    /// The HTTP client, built once. Reading the system's certificates takes a while, so it waits for the first call.
    fn http(&self) -> Result<reqwest::Client, ApiError> {
        if let Some(http) = self.http.get() {
            return Ok(http.clone());
        }
        // Fails only when a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("avenir-mcp/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(self.connect_timeout.min(self.request_timeout / 2))
            .timeout(self.request_timeout)
            .pool_idle_timeout(IDLE_CONNECTION)
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never());
        if self.address.is_unencrypted() {
            // A proxy of the environment is for other machines, and plain HTTP needs no certificates.
            builder = builder.no_proxy().tls_certs_only([]);
        }
        let built = builder.build().map_err(|_| ApiError {
            operation: "",
            failure: Failure::Invalid(
                "a connection cannot be set up: no root certificates can be read on this machine",
            ),
        })?;
        Ok(self.http.get_or_init(|| built).clone())
    }
}
