//! What the journal tells of the past: operations, oldest first, and the lines that tell nothing.

use std::collections::BTreeSet;

use super::ids::OperationId;
use super::operation::Operation;

/// The operations of one plan, or of all plans, folded from the journal's lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Oldest first.
    pub operations: Vec<Operation>,
    /// Operations of the Python version that it wrote down for whichever plan was used last: every plan's history lists
    /// them, and their `plan_id` only stands in.
    pub plan_unknown: BTreeSet<OperationId>,
    /// Operations of the Python version that it took back itself; it has no record of how.
    pub undone_by_python: BTreeSet<OperationId>,
    /// Lines that were skipped, in every plan's history alike: whose they are is not known.
    pub unreadable: Vec<Unreadable>,
}

/// A skipped line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The file it stands in.
    pub file: JournalFile,
    /// Its number in the file, from 1; 0 stands for the whole file.
    pub line: usize,
    /// Why it was skipped.
    pub why: SkipReason,
}

/// Which of the journal's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalFile {
    /// The one this server writes.
    Ours,
    /// The Python version's.
    Python,
}

/// Why a line was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// It is neither an entry of ours nor one of the Python version.
    #[error("it is cut off, or no journal wrote it")]
    Foreign,
    /// The text is not what its checksum was made of.
    #[error("it was damaged or changed since it was written")]
    Damaged,
    /// An entry of a kind or format that this version does not know.
    #[error("a newer version wrote it")]
    Newer,
    /// An entry of ours or of the Python version that lacks what it must say.
    #[error("it lacks what such a line must say")]
    Incomplete,
    /// It begins an operation whose id an earlier line has taken.
    #[error("its operation was written down before")]
    Repeated,
    /// The whole file could not be read.
    #[error("the file cannot be read")]
    Unopened,
    /// It tells the outcome of something that no line began.
    #[error("it tells the outcome of something that was never written down")]
    Orphan,
}
