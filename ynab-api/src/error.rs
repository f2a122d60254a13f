//! What came of a request that brought no readable answer, matched on meaning.
//!
//! No variant holds a body that could not be read: an answer is a person's money data. No text here comes from the
//! token or the request.

mod classify;

use std::fmt;
use std::time::Duration;

pub(crate) use classify::{classify, refusal};

use crate::Denied;

/// A request that brought no readable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// The operation, such as `get_plan_month`; empty when the call never made a request.
    pub operation: &'static str,
    /// What happened.
    pub failure: Failure,
}

/// What happened to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The observer refused it. It was not sent.
    Denied(Denied),
    /// It cannot be a request: an id that leads to another path, or a client that cannot be built. It was not sent.
    Invalid(&'static str),
    /// YNAB, or something in front of it, answered with an error.
    Refused {
        /// The HTTP status, 3xx to 5xx.
        status: u16,
        /// YNAB's error id such as `404.2`, empty when the answer had none.
        id: String,
        /// YNAB's error name such as `resource_not_found`, empty when the answer had none.
        name: String,
        /// YNAB's explanation, or ours when the answer was none of YNAB's. It is text from outside.
        detail: String,
        /// What the answer says about waiting.
        retry_after: Option<Duration>,
    },
    /// No answer came.
    Unreachable {
        /// Whether the request can have reached YNAB. When not, it provably was not sent.
        maybe_sent: bool,
        /// What is known about why.
        reason: Reason,
    },
    /// YNAB answered that it succeeded, and the answer cannot be read.
    Unreadable {
        /// The HTTP status, 2xx.
        status: u16,
        /// Why it cannot be read.
        reason: Unreadable,
    },
}

/// Why no answer came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time allowed for connecting or for the whole request is over.
    TimedOut,
    /// No connection could be made: name, network, refusal or TLS.
    NoConnection,
    /// The connection ended before an answer was there.
    Dropped,
}

/// Why an answer cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It ended before it was complete.
    Cut,
    /// It did not end in time.
    TimedOut,
    /// It is longer than the client takes.
    TooLarge,
    /// It is not the JSON that the operation answers; where that shows, counted from 1.
    Unexpected {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
}

impl ApiError {
    /// Whether YNAB can have applied the request. Only then has a write to be looked up before anything else is done.
    ///
    /// A refusal with 4xx is an answer to this request, so nothing was applied; 408 and 5xx may come from something in
    /// front of YNAB that gave up waiting, and a redirect says nothing either.
    pub fn maybe_applied(&self) -> bool {
        match &self.failure {
            Failure::Denied(_) | Failure::Invalid(_) => false,
            Failure::Refused { status, .. } => *status == 408 || !(400..500).contains(status),
            Failure::Unreachable { maybe_sent, .. } => *maybe_sent,
            Failure::Unreadable { .. } => true,
        }
    }

    /// The HTTP status, if there was an answer.
    pub fn status(&self) -> Option<u16> {
        match &self.failure {
            Failure::Refused { status, .. } | Failure::Unreadable { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// How long to wait before the same request may pass, if that is known.
    pub fn wait(&self) -> Option<Duration> {
        match &self.failure {
            Failure::Denied(denied) => denied.wait,
            Failure::Refused { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.operation.is_empty() {
            write!(formatter, "{}: ", self.operation)?;
        }
        self.failure.fmt(formatter)
    }
}

impl std::error::Error for ApiError {}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Denied(denied) => denied.fmt(formatter),
            Self::Invalid(what) => formatter.write_str(what),
            Self::Refused {
                status, name, detail, ..
            } if name.is_empty() => write!(formatter, "{status}: {detail}"),
            Self::Refused {
                status, name, detail, ..
            } => write!(formatter, "{status} {name}: {detail}"),
            Self::Unreachable { reason, .. } => match reason {
                Reason::TimedOut => formatter.write_str("YNAB did not answer in time"),
                Reason::NoConnection => formatter.write_str("YNAB cannot be reached"),
                Reason::Dropped => formatter.write_str("the connection to YNAB ended before an answer came"),
            },
            Self::Unreadable { status, reason } => {
                write!(formatter, "YNAB answered {status}, but the answer ")?;
                match reason {
                    Unreadable::Cut => formatter.write_str("ends too early"),
                    Unreadable::TimedOut => formatter.write_str("did not end in time"),
                    Unreadable::TooLarge => formatter.write_str("is too large"),
                    Unreadable::Unexpected { line, column } => {
                        write!(
                            formatter,
                            "is not what the operation answers (line {line}, column {column})"
                        )
                    }
                }
            }
        }
    }
}
