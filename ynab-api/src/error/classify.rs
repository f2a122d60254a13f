//! From what the generated client and the hooks saw to one [`ApiError`].

use std::time::Duration;

use chrono::DateTime;
use reqwest::StatusCode;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

use super::{ApiError, Failure, Reason, Unreadable};
use crate::Token;
use crate::generated::{Error, types};
use crate::hooks::Seen;

/// Turns an error of the generated client into ours. What the hooks saw goes first: it is the more exact.
pub(crate) fn classify(error: &Error<types::ErrorResponse>, seen: Seen) -> ApiError {
    let operation = seen.operation;
    let failure = match (seen.failure, seen.success) {
        (Some(failure), _) => failure,
        (None, Some(status)) => Failure::Unreadable {
            status: status.as_u16(),
            reason: unreadable(error),
        },
        (None, None) => without_answer(error, seen.sent),
    };
    ApiError { operation, failure }
}

fn unreadable(error: &Error<types::ErrorResponse>) -> Unreadable {
    match error {
        Error::InvalidResponsePayload(_, error) => {
            if error.is_eof() {
                Unreadable::Cut
            } else {
                Unreadable::Unexpected {
                    line: error.line(),
                    column: error.column(),
                }
            }
        }
        Error::CommunicationError(error) | Error::ResponseBodyError(error) if error.is_timeout() => {
            Unreadable::TimedOut
        }
        _ => Unreadable::Cut,
    }
}

fn without_answer(error: &Error<types::ErrorResponse>, sent: bool) -> Failure {
    match error {
        Error::CommunicationError(error) if error.is_builder() => {
            Failure::Invalid("the request cannot be written down: a value in it has no place in a URL or in JSON")
        }
        // A connection that timed out while it was being made is an error of connecting and of time.
        Error::CommunicationError(error) if error.is_connect() => Failure::Unreachable {
            maybe_sent: false,
            reason: if error.is_timeout() {
                Reason::TimedOut
            } else {
                Reason::NoConnection
            },
        },
        Error::CommunicationError(error) if error.is_timeout() => Failure::Unreachable {
            maybe_sent: sent,
            reason: Reason::TimedOut,
        },
        Error::InvalidRequest(_) => Failure::Invalid("the request cannot be written down"),
        _ => Failure::Unreachable {
            maybe_sent: sent,
            reason: Reason::Dropped,
        },
    }
}

/// What an answer with an error status says. Whatever its body is, status and headers are kept.
pub(crate) fn refusal(status: StatusCode, headers: &HeaderMap, body: &[u8], token: &Token) -> Failure {
    let error = serde_json::from_slice::<Value>(body)
        .ok()
        .and_then(|body| body.get("error").cloned());
    let text = |key: &str| {
        let text = error.as_ref().and_then(|error| error.get(key)?.as_str());
        token.redacted(text.unwrap_or_default().to_owned())
    };
    let (id, name, words) = (text("id"), text("name"), text("detail"));
    let detail = if words.is_empty() {
        without_words(status).to_owned()
    } else {
        words
    };
    Failure::Refused {
        status: status.as_u16(),
        id,
        name,
        detail,
        retry_after: retry_after(headers),
    }
}

/// Our words for an answer that has none of YNAB's.
fn without_words(status: StatusCode) -> &'static str {
    match status.as_u16() {
        401 => "YNAB does not accept the access token",
        403 => "access is not allowed",
        404 => "there is nothing at this address",
        429 => "too many requests in this hour",
        300..=399 => "the answer leads to another address, which is not followed",
        500..=599 => "the service is not available at the moment",
        _ => "the request was refused without a reason",
    }
}

/// `Retry-After` as a length of time: seconds, or a date compared with the answer's own date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = DateTime::parse_from_rfc2822(value).ok()?;
    let now = DateTime::parse_from_rfc2822(headers.get(DATE)?.to_str().ok()?).ok()?;
    (until - now).to_std().ok()
}
