//! Who is asked before a request leaves and told when its answer is there: the place for counting and pacing.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use reqwest::header::HeaderMap;

use crate::Operation;

/// Sees every request of a [`Client`](crate::Client). Both methods run inside the call, so neither may block for long.
pub trait Observer: Send + Sync {
    /// Asked right before a request is sent; a denial keeps it from being sent and reaches the caller as it is.
    fn before(&self, operation: &'static Operation) -> Result<(), Denied> {
        let _ = operation;
        Ok(())
    }

    /// Told when the head of an answer is there, or that none came. Not called when the caller stops waiting.
    fn after(&self, operation: &'static Operation, answer: Option<Head<'_>>) {
        let _ = (operation, answer);
    }
}

/// The head of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The headers as they came.
    pub headers: &'a HeaderMap,
}

/// A request that was refused here, before it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// Why, in words for the caller.
    pub reason: Cow<'static, str>,
    /// After how long the same request would pass, if waiting helps.
    pub wait: Option<Duration>,
}

impl fmt::Display for Denied {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

/// Sees nothing and denies nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unobserved;

impl Observer for Unobserved {}
