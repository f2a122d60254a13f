//! What can go wrong with YNAB, by meaning.
//!
//! A [`YnabError`] always means that its request changed nothing. What may have changed something is a [`WriteError`] of the
//! kinds that say so. Neither text says what that means for the whole change: other requests may have gone before.

use std::path::PathBuf;
use std::time::Duration;

use crate::domain::text::{visible_line, visible_line_up_to};

/// The most characters of YNAB's own words that are passed on.
const DETAIL_CHARACTERS: usize = 300;

/// Why YNAB gave no answer to use. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum YnabError {
    /// There is no token to send.
    #[error("{0} Nothing was sent.")]
    Token(#[from] TokenError),

    /// The HTTP client cannot be made.
    #[error("YNAB cannot be called from this machine: {cause}. Nothing was sent.")]
    NoClient {
        /// What the library said.
        cause: String,
    },

    /// 401: the token is not valid, or no longer.
    #[error(
        "YNAB refused the access token (401): it is wrong, or was revoked. Make a new one at \
         https://app.ynab.com/settings/developer and put it where the old one is (YNAB_API_KEY or YNAB_API_KEY_FILE)."
    )]
    Unauthorized,

    /// 403: the token has no right to this, or the subscription has lapsed.
    #[error("YNAB does not allow this (403{}). The person can check the access and the subscription in YNAB.", said(.detail.as_deref()))]
    Forbidden {
        /// YNAB's own words.
        detail: Option<String>,
    },

    /// 404: YNAB knows no such thing.
    #[error("YNAB does not know {what}{}. Use names or ids as the list tools give them.", said(.detail.as_deref()))]
    NotFound {
        /// What was asked for, such as `this plan`.
        what: String,
        /// YNAB's own words.
        detail: Option<String>,
    },

    /// Our own count of requests allows no more for now.
    #[error("{reason}")]
    Paced {
        /// What the count said, the wait included.
        reason: String,
        /// How long until it can be tried again; zero when waiting does not help.
        wait: Duration,
    },

    /// 429: YNAB itself allows no more for now.
    #[error(
        "YNAB's limit of requests per hour is reached (429). No request is sent for the next {}; tell \
         the person, and do not try again before.", minutes(*.wait)
    )]
    TooMany {
        /// How long no request is sent.
        wait: Duration,
    },

    /// No connection, or no answer, in all attempts.
    #[error("YNAB could not be reached ({cause}; {}). Try again in a moment.", times(*.attempts))]
    Unreachable {
        /// What failed.
        cause: String,
        /// How often it was tried.
        attempts: u32,
    },

    /// A 5xx answer to a read, in all attempts.
    #[error("YNAB is not working at the moment ({status}{}; {}). Try again in a few minutes.", said(.detail.as_deref()), times(*.attempts))]
    Unavailable {
        /// The status of the last answer.
        status: u16,
        /// YNAB's own words.
        detail: Option<String>,
        /// How often it was tried.
        attempts: u32,
    },

    /// Another refusal: a 4xx answer, or a redirection, which is never followed.
    #[error("YNAB refused this ({status}{}).", said(.detail.as_deref()))]
    Refused {
        /// The status.
        status: u16,
        /// YNAB's own words.
        detail: Option<String>,
    },

    /// The call's time ran out before the answer came.
    #[error(
        "YNAB's answer did not come in the time that a call may take. Try again; what has arrived by then is kept."
    )]
    DeadlineExceeded,

    /// An answer that is not what YNAB's document says.
    #[error(
        "YNAB's answer about {what} cannot be read ({cause}). If this stays so, YNAB has changed and this server needs an update."
    )]
    Unreadable {
        /// What was asked for, such as `the accounts`.
        what: String,
        /// What is wrong with it.
        cause: String,
    },

    /// The token reaches no plan.
    #[error("There is no plan in this YNAB account. The person makes one in YNAB.")]
    NoPlans,
}

/// Why there is no token to send.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It was given nowhere.
    #[error(
        "No YNAB access token was given: make one at https://app.ynab.com/settings/developer and set YNAB_API_KEY to it, or \
         YNAB_API_KEY_FILE to a file that holds it. With --demo the server needs none."
    )]
    Missing,

    /// It was given, and is empty.
    #[error("The YNAB access token in {} is empty.", visible_line_up_to(.origin, DETAIL_CHARACTERS))]
    Empty {
        /// The variable or the file.
        origin: String,
    },

    /// It holds what no token holds and no request can carry.
    #[error(
        "The YNAB access token in {} holds spaces, line breaks or other characters that no token has; copy it again.",
        visible_line_up_to(.origin, DETAIL_CHARACTERS)
    )]
    Characters {
        /// The variable or the file.
        origin: String,
    },

    /// Its file cannot be read.
    #[error("The YNAB access token's file {} cannot be read ({cause}); YNAB_API_KEY_FILE names it.", shown_path(.path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: String,
    },

    /// Its file is open to others than its owner.
    #[error("The YNAB access token's file {0} can be read or changed by others: run `chmod 600 {0}`.", shown_path(.path))]
    OpenToOthers {
        /// The file.
        path: PathBuf,
    },
}

/// Why it is not known that a write succeeded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// Provably nothing happened: the request never left.
    #[error("{}", .0.cause())]
    NotSent(YnabError),

    /// YNAB said no; nothing happened.
    #[error("{}", .0.cause())]
    Refused(YnabError),

    /// The request may have reached YNAB, and no answer tells what became of it.
    #[error("YNAB gave no answer that tells whether the change was made ({cause}).")]
    Unanswered {
        /// What came instead.
        cause: String,
        /// Whether it may still be under way. What YNAB itself failed at (500) is over.
        under_way: bool,
    },

    /// YNAB said yes, in an answer that cannot be read: the change was probably made.
    #[error("YNAB accepted the change ({status}), but its answer cannot be read ({cause}).")]
    Unreadable {
        /// The status, from 200 to 299.
        status: u16,
        /// What is wrong with the answer.
        cause: String,
    },
}

impl YnabError {
    /// What failed, in a sentence that says neither whether anything changed nor what to do next: for one request of several,
    /// where only the whole can say it.
    pub fn cause(&self) -> String {
        match self {
            Self::Token(error) => error.to_string(),
            Self::NoClient { cause } => format!("YNAB cannot be called from this machine: {cause}."),
            Self::Unauthorized => "YNAB refused the access token (401).".to_owned(),
            Self::Forbidden { detail } => format!("YNAB does not allow this (403{}).", said(detail.as_deref())),
            Self::NotFound { what, detail } => format!("YNAB does not know {what}{}.", said(detail.as_deref())),
            Self::Paced { wait, .. } => {
                format!(
                    "This hour's requests are used up, and no request is sent for the next {}.",
                    minutes(*wait)
                )
            }
            Self::TooMany { wait } => format!(
                "YNAB's limit of requests per hour is reached (429), and no request is sent for the next {}.",
                minutes(*wait)
            ),
            Self::Unreachable { cause, .. } => format!("YNAB could not be reached ({cause})."),
            Self::Unavailable { status, detail, .. } => {
                format!(
                    "YNAB is not working at the moment ({status}{}).",
                    said(detail.as_deref())
                )
            }
            Self::Refused { status, detail } => format!("YNAB refused this ({status}{}).", said(detail.as_deref())),
            Self::DeadlineExceeded => "The time that a call may take was over.".to_owned(),
            Self::Unreadable { what, cause } => format!("YNAB's answer about {what} cannot be read ({cause})."),
            Self::NoPlans => "There is no plan in this YNAB account.".to_owned(),
        }
    }
}

impl WriteError {
    /// Whether YNAB does not know what it was asked to change.
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Refused(YnabError::NotFound { .. }))
    }

    /// Whether the change may have been made all the same.
    pub fn may_have_changed(&self) -> bool {
        matches!(self, Self::Unanswered { .. } | Self::Unreadable { .. })
    }

    /// Whether the change may still be made after this.
    pub fn may_still_arrive(&self) -> bool {
        matches!(self, Self::Unanswered { under_way: true, .. })
    }
}

/// Foreign words made fit to be a part of a message; nothing when they say nothing.
pub(super) fn foreign(text: &str) -> Option<String> {
    let line = visible_line_up_to(text, DETAIL_CHARACTERS);
    (!line.is_empty()).then_some(line)
}

/// A wait in whole minutes, rounded up, at least one.
pub(super) fn minutes(wait: Duration) -> String {
    match wait.as_millis().div_ceil(60_000) {
        0 | 1 => "minute".to_owned(),
        more => format!("{more} minutes"),
    }
}

/// YNAB's own words, where there are any, after what they explain.
fn said(words: Option<&str>) -> String {
    words.map(|words| format!(": {words}")).unwrap_or_default()
}

fn times(attempts: u32) -> String {
    match attempts {
        1 => "1 attempt".to_owned(),
        many => format!("{many} attempts"),
    }
}

fn shown_path(path: &std::path::Path) -> String {
    visible_line(&path.display().to_string())
}
