//! Why a call has no answer: one enum, matched on meaning, whose text tells the agent what happened, whether anything
//! changed, and what to do next.

use std::fmt::Write as _;

use crate::confirm::ConfirmError;
use crate::domain::flag::FlagError;
use crate::domain::ids::{BadId, OperationId};
use crate::domain::money::MoneyError;
use crate::domain::names::NameError;
use crate::domain::number::AmountError;
use crate::io::journal::JournalError;
use crate::io::lock::LockError;
use crate::io::ynab::YnabError;

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// Arguments that cannot be read; each problem in one line.
    #[error("{}", arguments_text(.0))]
    Arguments(Vec<String>),
    /// Rows that cannot be used; each problem in one line.
    #[error("{}", rows_text(.0))]
    Rows(Vec<String>),
    /// A rule refuses what was asked, before anything was sent.
    #[error("{0}")]
    Refused(String),
    /// YNAB did not answer, or refused a read.
    #[error("{0} Nothing was changed.")]
    Ynab(#[from] YnabError),
    /// The record of operations cannot be read or written.
    #[error("{0} Nothing was changed.")]
    Journal(#[from] JournalError),
    /// The plan cannot be locked against other processes.
    #[error("{0} Nothing was changed.")]
    Lock(#[from] LockError),
    /// The person's yes is missing, spent, late, or given for something else.
    #[error(transparent)]
    Confirm(#[from] ConfirmError),
    /// YNAB refused a write that was confirmed, and holds nothing of it.
    #[error("{0}")]
    NotApplied(String),
    /// A write was sent and nobody can tell yet what became of it.
    #[error("{text}")]
    Unsettled {
        /// What is known and what to do.
        text: String,
        /// The operation, as journaled.
        operation_id: OperationId,
    },
    /// An error, after something that the agent has to know first.
    #[error("{told} {error}")]
    After {
        /// What was found out about an earlier operation.
        told: String,
        /// What became of this call.
        error: Box<ToolError>,
    },
    /// A fault of this program.
    #[error("Internal error: {0}. Reading again shows what YNAB holds; please report this.")]
    Internal(String),
}

impl ToolError {
    /// The meaning, in a word that holds nothing of the person's: for the log.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Arguments(_) => "arguments",
            Self::Rows(_) => "rows",
            Self::Refused(_) => "refused",
            Self::Ynab(_) => "ynab",
            Self::Journal(_) => "journal",
            Self::Lock(_) => "lock",
            Self::Confirm(_) => "confirm",
            Self::NotApplied(_) => "not_applied",
            Self::Unsettled { .. } => "unsettled",
            Self::After { error, .. } => error.kind(),
            Self::Internal(_) => "internal",
        }
    }

    /// A rule's refusal of what was asked, before anything was sent; `why` is a sentence without its end.
    pub fn nothing_sent<T>(why: &str) -> Result<T, Self> {
        Err(Self::Refused(format!("Nothing was sent to YNAB: {why}.")))
    }

    /// A rule's refusal.
    pub fn refused(text: impl Into<String>) -> Self {
        Self::Refused(text.into())
    }
}

macro_rules! refused_from {
    ($($error:ty),*) => {$(
        impl From<$error> for ToolError {
            fn from(error: $error) -> Self {
                Self::Refused(format!("Nothing was sent to YNAB: {error}."))
            }
        }
    )*};
}

refused_from!(NameError, AmountError, MoneyError, BadId, FlagError);

fn rows_text(problems: &[String]) -> String {
    let mut text = String::from("Nothing was sent to YNAB, because of these:");
    for problem in problems {
        let _ = write!(text, "\n- {problem}.");
    }
    text
}

fn arguments_text(problems: &[String]) -> String {
    let mut text = String::from("Nothing was sent to YNAB: the arguments cannot be used.");
    for problem in problems {
        let _ = write!(text, "\n- {problem}.");
    }
    text
}
