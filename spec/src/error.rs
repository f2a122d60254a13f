//! What can go wrong between a document and the generated client, matched on meaning.

use std::fmt;
use std::path::PathBuf;

use crate::at::At;

/// One thing in a document that this crate will not guess about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Where it stands.
    pub at: At,
    /// Why it is refused.
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.at, self.why)
    }
}

/// Why a command of this crate failed. Nothing is written when one of these is returned.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file is not the YAML, JSON or TOML that it should be.
    #[error("{path}: {reason}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The parser's reason.
        reason: String,
    },
    /// The document holds constructs that are not known here.
    #[error("the document holds what lowering does not know:\n{}", lines(.0))]
    Refused(Vec<Refusal>),
    /// Entries of the overlay that match nothing, or that the document has made superfluous.
    #[error("spec/overlay.toml does not fit this document; nothing was written.\n{}", lines(.0))]
    Overlay(Vec<crate::overlay::Misfit>),
    /// The coverage map and the document name different operations.
    #[error("spec/coverage.toml does not fit spec/ynab.json:\n{}", lines(.0))]
    Coverage(Vec<crate::coverage::Gap>),
    /// The committed document is not what `update` would have written.
    #[error("spec/ynab.json is not a document this command wrote:\n{}\nrun `cargo run -p avenir-spec -- update FILE`", lines(.0))]
    Facts(Vec<Refusal>),
    /// The generator would not take the document, or its output.
    #[error("generating the client failed: {0}")]
    Generator(String),
    /// A generated file differs from what would be written now.
    #[error("{path} is not what spec/ynab.json generates:\n{diff}\nrun `cargo run -p avenir-spec -- generate`")]
    Stale {
        /// The file.
        path: PathBuf,
        /// The first differing lines.
        diff: String,
    },
}

fn lines<T: fmt::Display>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("  {item}")).collect();
    items.join("\n")
}
