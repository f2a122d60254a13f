//! What happens around every request of the generated client.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use progenitor_client::{ClientHooks, ClientInfo, Error, OperationInfo};
use reqwest::header::{AUTHORIZATION, HeaderMap};
use reqwest::{Request, Response, StatusCode};

use crate::body::{self, Body};
use crate::error::{Failure, Unreadable, refusal};
use crate::generated::Client;
use crate::observe::Head;
use crate::{Observer, Operation, Token, path};

/// The longest error answer that is looked at, in bytes.
const LONGEST_ERROR: usize = 64 * 1024;

/// The state of one call, carried by the generated client.
#[derive(Clone)]
pub struct Inner {
    pub(crate) shared: Arc<Shared>,
    pub(crate) seen: Arc<Mutex<Seen>>,
    /// The body of the answer that the caller has already, when it wants no other like it.
    pub(crate) known: Option<Bytes>,
}

/// What all calls of a client share.
pub(crate) struct Shared {
    pub(crate) token: Token,
    pub(crate) base_path: String,
    pub(crate) longest_answer: usize,
    pub(crate) observer: Arc<dyn Observer>,
}

/// What the hooks saw of one call.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) operation: &'static str,
    /// The request was handed to the connection.
    pub(crate) sent: bool,
    /// A 2xx answer's head arrived.
    pub(crate) success: Option<StatusCode>,
    /// The whole body of a 2xx answer.
    pub(crate) body: Bytes,
    /// That body is the one that the caller has already; it was not read further.
    pub(crate) same: bool,
    /// The call is decided: whatever the generated client makes of it, this is what happened.
    pub(crate) failure: Option<Failure>,
}

impl Inner {
    pub(crate) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides the call. The text of the error is never read: `failure` says what happened.
    fn decide<E>(&self, failure: Failure) -> Error<E> {
        self.seen().failure = Some(failure);
        Error::Custom(String::new())
    }
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Inner")
    }
}

impl ClientHooks<Inner> for Client {
    /// Checks that the request goes where its operation says, asks the observer, and adds the token.
    async fn pre<E>(&self, request: &mut Request, info: &OperationInfo) -> Result<(), Error<E>> {
        let inner = self.inner();
        let Some(operation) = Operation::find(info.operation_id) else {
            return Err(inner.decide(Failure::Invalid("the operation is not in the client's own table")));
        };
        inner.seen().operation = operation.id;
        if !path::fits(&inner.shared.base_path, operation.path, request.url().path()) {
            return Err(inner.decide(Failure::Invalid(
                "an id in the request is empty or leads to another address",
            )));
        }
        if let Err(denied) = inner.shared.observer.before(operation) {
            return Err(inner.decide(Failure::Denied(denied)));
        }
        request.headers_mut().remove("api-version");
        request.headers_mut().insert(AUTHORIZATION, inner.shared.token.header());
        Ok(())
    }

    /// Sends the request once and reads the whole answer, so that its status is known whatever becomes of its body.
    async fn exec(&self, request: Request, info: &OperationInfo) -> reqwest::Result<Response> {
        let inner = self.inner();
        inner.seen().sent = true;
        let result = self.client().execute(request).await;
        if let Some(operation) = Operation::find(info.operation_id) {
            let head = result.as_ref().ok();
            let head = head.map(|answer| Head {
                status: answer.status().as_u16(),
                headers: answer.headers(),
            });
            inner.shared.observer.after(operation, head);
        }
        let mut response = result?;
        let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
        if status.is_success() {
            inner.seen().success = Some(status);
            let body = body::read(&mut response, inner.shared.longest_answer, inner.known.as_ref()).await?;
            let mut seen = inner.seen();
            match body {
                Body::Whole(body) => seen.body = body,
                Body::Same => seen.same = true,
                Body::TooLarge(_) => {
                    seen.failure = Some(Failure::Unreadable {
                        status: status.as_u16(),
                        reason: Unreadable::TooLarge,
                    });
                }
            }
            let body = seen.body.clone();
            drop(seen);
            return Ok(rebuilt(status, headers, body));
        }
        // An error's body is only an explanation: when it cannot be read, the status still stands.
        let body = match body::read(&mut response, LONGEST_ERROR, None).await {
            Ok(Body::Whole(body) | Body::TooLarge(body)) => body,
            Ok(Body::Same) | Err(_) => Bytes::new(),
        };
        inner.seen().failure = Some(refusal(status, &headers, &body, &inner.shared.token));
        Ok(rebuilt(status, headers, Bytes::new()))
    }
}

fn rebuilt(status: StatusCode, headers: HeaderMap, body: Bytes) -> Response {
    let mut response = http::Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response.into()
}
