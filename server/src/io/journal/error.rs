//! Why the journal could not be used.

use std::io;
use std::path::PathBuf;

/// Why the journal could not be used. Nothing of a failed write is kept.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be written, so nothing may be sent.
    #[error("the journal {path} cannot be written ({source})", path = path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is there and cannot be read.
    #[error("the journal {path} cannot be read ({source})", path = path.display())]
    UnreadableFile {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// An entry that has no JSON text.
    #[error("an entry could not be written down ({0})")]
    Unserializable(#[from] serde_json::Error),
}
