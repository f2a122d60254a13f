//! Requests on their way to YNAB: the token, the count of requests, the time that is left, second attempts.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use ynab_api::generated::{Error, ResponseValue};
use ynab_api::{ApiError, Failure, News, Operations, types};

use super::error::{WriteError, YnabError, foreign};
use super::failure::{may_pass_later, unanswered, unreachable, unreadable};
use super::meter::Meter;
use super::token::TokenSource;
use crate::clock::Clock;
use crate::io::state::{BUDGET, Ledger, Reservation, Wait};

/// How often a read is sent at most.
const ATTEMPTS: u32 = 3;

/// How requests are made.
#[derive(Clone)]
pub struct YnabOptions {
    /// YNAB's address with `/v1`: https, or http on this machine.
    pub base_url: String,
    /// Where the access token is.
    pub token: TokenSource,
    /// The folder where the processes of this machine count their requests together.
    pub state_folder: PathBuf,
    /// Requests in an hour.
    pub budget: usize,
    /// Allowed for making a connection.
    pub connect_timeout: Duration,
    /// Allowed for a request, its answer read, when the call has more time left.
    pub request_timeout: Duration,
    /// Before a read is sent again, it waits a random part of this; before the third attempt, of twice this.
    pub retry_wait: Duration,
}

impl YnabOptions {
    /// YNAB itself: 10 s to connect, 30 s for a request, up to half a second before the second attempt.
    pub fn new(token: TokenSource, state_folder: PathBuf) -> Self {
        Self {
            base_url: ynab_api::client::YNAB_URL.to_owned(),
            token,
            state_folder,
            budget: BUDGET,
            connect_timeout: Duration::from_secs(10),
            request_timeout: Duration::from_secs(30),
            retry_wait: Duration::from_millis(500),
        }
    }
}

/// The way to YNAB. Nothing is read, opened or built before the first request.
pub(super) struct Connection {
    options: YnabOptions,
    clock: Clock,
    session: Mutex<Option<Session>>,
}

/// What one token gives.
#[derive(Clone)]
struct Session {
    client: ynab_api::Client,
    ledger: Ledger,
}

/// A request's outcome, as the generated client gives it.
pub(super) type Outcome<T> = Result<ResponseValue<T>, Error<types::ErrorResponse>>;

impl Connection {
    pub(super) fn new(options: YnabOptions, clock: Clock) -> Self {
        Self {
            options,
            clock,
            session: Mutex::new(None),
        }
    }

    /// Requests that can be sent now. Before the first one, it is not known what other processes have sent.
    pub(super) fn requests_left(&self) -> usize {
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner).clone();
        session.map_or(BUDGET, |session| session.ledger.remaining(self.clock.now_utc()))
    }

    /// Sets requests aside for a change of several steps.
    pub(super) fn reserve(&self, requests: usize) -> Result<Reservation, YnabError> {
        self.session()?
            .ledger
            .reserve(requests, self.clock.now_utc())
            .map_err(|wait| paced(&wait))
    }

    /// Sends a read, again if the connection or YNAB fails, and gives its answer. `what` names it in errors.
    pub(super) async fn read<T, Sent>(
        &self,
        meter: &Meter,
        what: &str,
        request: impl Fn(Operations) -> Sent,
    ) -> Result<T, YnabError>
    where
        Sent: Future<Output = Outcome<T>>,
    {
        let request = &request;
        let send = |client: ynab_api::Client| async move { client.call(request).await };
        Ok(self.attempts(meter, what, send).await?.value)
    }

    /// Sends a read like [`Self::read`], whose answer is not read further when its body is the known one.
    pub(super) async fn read_unless_same<T, Sent>(
        &self,
        meter: &Meter,
        what: &str,
        known: Option<Bytes>,
        request: impl Fn(Operations) -> Sent,
    ) -> Result<News<T>, YnabError>
    where
        Sent: Future<Output = Outcome<T>>,
    {
        let (known, request) = (&known, &request);
        let send = |client: ynab_api::Client| async move { client.call_unless_same(known.clone(), request).await };
        self.attempts(meter, what, send).await
    }

    /// Sends, again if the connection or YNAB fails.
    async fn attempts<A, Sent>(
        &self,
        meter: &Meter,
        what: &str,
        send: impl Fn(ynab_api::Client) -> Sent,
    ) -> Result<A, YnabError>
    where
        Sent: Future<Output = Result<A, ApiError>>,
    {
        let session = self.session()?;
        let mut attempt = 1;
        loop {
            let left = time_left(meter)?;
            session.ledger.take(self.clock.now_utc()).map_err(|wait| paced(&wait))?;
            meter.count_request();
            // On the heap: every future that waits for a read would be as large as a request.
            let sent = Box::pin(send(session.client.clone()));
            let Ok(answer) = tokio::time::timeout(left, sent).await else {
                return Err(YnabError::DeadlineExceeded);
            };
            let error = match answer {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let wait = self.wait_before(attempt + 1);
            if attempt == ATTEMPTS || !may_pass_later(&error) || wait >= meter.remaining() {
                return Err(self.understand(&session, error, what, attempt));
            }
            tokio::time::sleep(wait).await;
            attempt += 1;
        }
    }

    /// Sends a write, once, and gives its status and answer.
    pub(super) async fn write<T, Sent>(
        &self,
        meter: &Meter,
        reservation: &mut Reservation,
        what: &str,
        request: impl FnOnce(Operations) -> Sent,
    ) -> Result<(u16, T), WriteError>
    where
        Sent: Future<Output = Outcome<T>>,
    {
        let session = self.session().map_err(WriteError::NotSent)?;
        let left = time_left(meter).map_err(WriteError::NotSent)?;
        reservation
            .use_one(self.clock.now_utc())
            .map_err(|wait| WriteError::NotSent(paced(&wait)))?;
        meter.count_request();
        let Ok(answer) = tokio::time::timeout(left, session.client.call(request)).await else {
            return Err(WriteError::Unanswered {
                cause: "no answer came in time".to_owned(),
                under_way: true,
            });
        };
        let error = match answer {
            Ok(answer) => return Ok((answer.status, answer.value)),
            Err(error) => error,
        };
        if let Failure::Unreadable { status, reason } = error.failure {
            return Err(WriteError::Unreadable {
                status,
                cause: unreadable(reason),
            });
        }
        if error.maybe_applied() {
            return Err(WriteError::Unanswered {
                cause: unanswered(&error),
                under_way: error.status() != Some(500),
            });
        }
        let answered = error.status().is_some();
        let meaning = self.understand(&session, error, what, 1);
        Err(if answered {
            WriteError::Refused(meaning)
        } else {
            WriteError::NotSent(meaning)
        })
    }

    /// The client and the count of the token, which is read when first needed.
    fn session(&self) -> Result<Session, YnabError> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = &*session {
            return Ok(session.clone());
        }
        let token = self.options.token.read()?;
        let settings = ynab_api::Settings {
            base_url: self.options.base_url.clone(),
            connect_timeout: self.options.connect_timeout,
            request_timeout: self.options.request_timeout,
            ..ynab_api::Settings::default()
        };
        let client = ynab_api::Client::new(settings, token.bearer).map_err(|error| YnabError::NoClient {
            cause: error.to_string(),
        })?;
        let ledger = Ledger::with_budget(&self.options.state_folder, token.text.expose(), self.options.budget);
        Ok(session.insert(Session { client, ledger }).clone())
    }

    /// What a failure means, and what it has us do: pause on 429, read the token's file again after 401.
    fn understand(&self, session: &Session, error: ApiError, what: &str, attempts: u32) -> YnabError {
        match error.failure {
            Failure::Denied(denied) => YnabError::NoClient {
                cause: denied.to_string(),
            },
            Failure::Invalid(cause) => YnabError::NoClient {
                cause: cause.to_owned(),
            },
            Failure::Unreachable { reason, .. } => YnabError::Unreachable {
                cause: unreachable(reason),
                attempts,
            },
            Failure::Unreadable { reason, .. } => YnabError::Unreadable {
                what: what.to_owned(),
                cause: unreadable(reason),
            },
            Failure::Refused {
                status,
                detail,
                retry_after,
                ..
            } => {
                let detail = foreign(&detail);
                match status {
                    401 => {
                        self.forget_token();
                        YnabError::Unauthorized
                    }
                    403 => YnabError::Forbidden { detail },
                    404 => YnabError::NotFound {
                        what: what.to_owned(),
                        detail,
                    },
                    429 => {
                        let seconds = retry_after.map(|wait| wait.as_secs().to_string());
                        let wait = session.ledger.pause(seconds.as_deref(), self.clock.now_utc());
                        YnabError::TooMany { wait }
                    }
                    500.. => YnabError::Unavailable {
                        status,
                        detail,
                        attempts,
                    },
                    _ => YnabError::Refused { status, detail },
                }
            }
        }
    }

    /// A file may hold another token by now.
    fn forget_token(&self) {
        if matches!(self.options.token, TokenSource::File(_)) {
            *self.session.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    /// A random wait, so that those who failed together do not come again together.
    fn wait_before(&self, attempt: u32) -> Duration {
        let longest = self
            .options
            .retry_wait
            .saturating_mul(1 << attempt.saturating_sub(2).min(8));
        rand::random_range(Duration::ZERO..=longest)
    }
}

fn time_left(meter: &Meter) -> Result<Duration, YnabError> {
    Some(meter.remaining())
        .filter(|left| !left.is_zero())
        .ok_or(YnabError::DeadlineExceeded)
}

fn paced(wait: &Wait) -> YnabError {
    YnabError::Paced {
        reason: wait.to_string(),
        wait: wait.wait,
    }
}
