//! The client's failures, told apart and put into words.

use ynab_api::{ApiError, Failure, Reason, Unreadable};

use super::error::foreign;

/// Whether the same read may well pass in a moment: no connection, or someone in front of YNAB who could not reach it.
pub(super) fn may_pass_later(error: &ApiError) -> bool {
    match &error.failure {
        Failure::Unreachable { .. } => true,
        Failure::Unreadable { reason, .. } => matches!(reason, Unreadable::Cut | Unreadable::TimedOut),
        Failure::Refused { status, .. } => matches!(status, 502..=504),
        Failure::Denied(_) | Failure::Invalid(_) => false,
    }
}

/// Why there is no answer.
pub(super) fn unreachable(reason: Reason) -> String {
    match reason {
        Reason::TimedOut => "no answer came in time",
        Reason::NoConnection => "no connection could be made",
        Reason::Dropped => "the connection ended before an answer came",
    }
    .to_owned()
}

/// Why an answer cannot be used.
pub(super) fn unreadable(reason: Unreadable) -> String {
    match reason {
        Unreadable::Cut => "it ends too early".to_owned(),
        Unreadable::TimedOut => "it did not end in time".to_owned(),
        Unreadable::TooLarge => "it is too large".to_owned(),
        Unreadable::Unexpected { line, column } => {
            format!("it is not what YNAB's document says, line {line}, column {column}")
        }
    }
}

/// Why it is not known what became of a write.
pub(super) fn unanswered(error: &ApiError) -> String {
    match &error.failure {
        Failure::Refused { status, detail, .. } => match foreign(detail) {
            Some(detail) => format!("status {status}: {detail}"),
            None => format!("status {status}"),
        },
        Failure::Unreachable { reason, .. } => unreachable(*reason),
        Failure::Unreadable { reason, .. } => unreadable(*reason),
        Failure::Denied(_) | Failure::Invalid(_) => "it was not sent".to_owned(),
    }
}
