//! Why nothing was sent, how long it lasts, and YNAB's own word on it.

use std::fmt;
use std::time::Duration;

use super::BUDGET;

/// How long nothing is sent after YNAB refused a request for its limit without saying how long, in seconds.
const PAUSE_UNTOLD: u64 = 600;

/// The shortest pause taken from YNAB's own word, in seconds.
const PAUSE_SHORTEST: u64 = 60;

/// The longest pause taken from YNAB's own word, in seconds.
const PAUSE_LONGEST: u64 = 3600;

/// Nothing was sent, and nothing will be for a while. Its text is for the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Why.
    pub reason: WaitReason,
    /// How long until it can be tried again; zero when waiting does not help.
    pub wait: Duration,
}

/// Why nothing was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitReason {
    /// The requests do not fit in the hour's budget now.
    Budget {
        /// Requests of the last hour.
        sent: usize,
        /// Requests that were asked for.
        needed: usize,
    },
    /// YNAB refused a request for its limit, and the pause is not over.
    Paused,
    /// More requests than any hour allows.
    NeverFits {
        /// Requests that were asked for.
        needed: usize,
    },
}

impl std::error::Error for Wait {}

impl fmt::Display for Wait {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = minutes(self.wait);
        match self.reason {
            WaitReason::Paused => write!(
                text,
                "YNAB's limit of 200 requests an hour is reached. Nothing was sent; requests can be sent again in {minutes}."
            ),
            WaitReason::Budget { sent, needed: 1 } => write!(
                text,
                "{sent} requests were sent to YNAB in the last hour, and it takes 200 at most. Nothing was sent; the next \
                 can be sent in {minutes}."
            ),
            WaitReason::Budget { sent, needed } => write!(
                text,
                "{sent} requests were sent to YNAB in the last hour, and it takes 200 at most. Nothing was sent; the \
                 {needed} requests that this needs can be sent in {minutes}."
            ),
            WaitReason::NeverFits { needed } => write!(
                text,
                "This needs {needed} requests to YNAB, more than the {BUDGET} that are sent in an hour. Nothing was sent; \
                 ask for less at a time."
            ),
        }
    }
}

/// Whole minutes, rounded up, and at least one.
fn minutes(wait: Duration) -> String {
    match wait.as_millis().div_ceil(60_000) {
        0 | 1 => "1 minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    }
}

/// The pause that a `Retry-After` header asks for. Only seconds are read; a date, or none, gives the usual pause.
pub(super) fn pause_length(retry_after: Option<&str>) -> Duration {
    let digits = retry_after.map(str::trim_ascii);
    let seconds = match digits {
        // More digits than a number can hold are more than the longest pause too.
        Some(digits) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => digits
            .parse()
            .unwrap_or(PAUSE_LONGEST)
            .clamp(PAUSE_SHORTEST, PAUSE_LONGEST),
        _ => PAUSE_UNTOLD,
    };
    Duration::from_secs(seconds)
}
