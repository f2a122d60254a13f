//! The record of every operation: written and on the disk before its first request, and after each answer.
//!
//! Ours is `operations.jsonl`, one line an entry, only ever appended to under the file's lock, so that several processes
//! share it. Beside it the Python version's `journal.jsonl` is read, and nothing is written there but its own undo mark. A
//! line that cannot be used is skipped and told, never an error. All calls block for a moment; times are the caller's.

mod error;
mod fold;
mod folded;
mod line;
mod python;
mod python_target;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Once;

use chrono::{DateTime, Utc};

pub use error::JournalError;

use super::{files, lock};
use crate::domain::history::{History, JournalFile, SkipReason};
use crate::domain::ids::{OperationId, PlanId};
use crate::domain::operation::{EffectOutcome, Intent};
use fold::Fold;

/// Where the journal's files stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalPaths {
    /// The file this server writes.
    ours: PathBuf,
    /// The Python version's file, when it is not the same.
    python: Option<PathBuf>,
    /// Whether the folder is this program's own, so that its rights may be tightened.
    own_folder: bool,
}

impl JournalPaths {
    /// Both files in this program's own state folder.
    pub fn in_state_folder(folder: &Path) -> Self {
        Self {
            ours: folder.join("operations.jsonl"),
            python: Some(folder.join("journal.jsonl")),
            own_folder: true,
        }
    }

    /// One file that the person named. Lines of the Python version in it are read, and undone by our own lines alone: the
    /// Python program refuses a file that holds one line of ours, so no mark in it would ever be read.
    pub fn named(path: PathBuf) -> Self {
        Self {
            ours: path,
            python: None,
            own_folder: false,
        }
    }

    /// The file this server writes.
    pub fn ours(&self) -> &Path {
        &self.ours
    }
}

/// The journal; several may be open on the same files.
#[derive(Debug)]
pub struct Journal {
    paths: JournalPaths,
    loose: Once,
}

impl Journal {
    /// The journal in these files. Nothing is read or made yet.
    pub fn open(paths: JournalPaths) -> Self {
        Self {
            paths,
            loose: Once::new(),
        }
    }

    /// The journal's file when the person named one, which servers with other state folders may write to as well.
    pub fn shared_path(&self) -> Option<&Path> {
        (!self.paths.own_folder).then_some(self.paths.ours.as_path())
    }

    /// Makes the folder and the file where they are missing, and takes and gives back the lock that an entry needs.
    pub fn check_writable(&self) -> Result<(), JournalError> {
        self.open_locked().map(drop).map_err(|source| self.unwritable(source))
    }

    /// Writes down what is about to be sent. When it returns, the entry is on the disk; when it fails, nothing may be sent.
    pub fn begin(&self, intent: &Intent) -> Result<(), JournalError> {
        self.append(&line::intent_line(intent)?)
    }

    /// Writes down what became of effects, with a note for whoever reads the file. When it returns, it is on the disk.
    pub fn outcome(
        &self,
        operation_id: &OperationId,
        at: DateTime<Utc>,
        effects: &[EffectOutcome],
        note: Option<&str>,
    ) -> Result<(), JournalError> {
        self.append(&line::outcome_line(&line::Outcome {
            operation_id,
            at,
            effects,
            note,
        })?)
    }

    /// Marks an operation in the Python version's own journal as undone, so that it does not offer it again. Without such
    /// a file, or the operation in it, or with the mark in it, there is nothing to do.
    pub fn mark_python_undone(&self, operation_id: &OperationId) -> Result<(), JournalError> {
        let Some(path) = &self.paths.python else { return Ok(()) };
        let mark = python::undone_line(operation_id);
        let attempt = || -> io::Result<()> {
            if !path.exists() {
                return Ok(());
            }
            let mut file = files::open_to_append(path)?;
            lock::soon(|| file.try_lock())?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let lines = || bytes.split(|byte| *byte == b'\n');
            let marked = lines().any(|line| line.trim_ascii() == mark.trim_ascii());
            if !marked && lines().any(|line| python::tells_of(line, operation_id)) {
                files::append_line(&mut file, &mark)
            } else {
                Ok(())
            }
        };
        attempt().map_err(|source| JournalError::Unwritable {
            path: path.clone(),
            source,
        })
    }

    /// The operations of one plan, those of the Python version whose plan is not known among them.
    pub fn history(&self, plan: &PlanId) -> Result<History, JournalError> {
        self.read().map(|fold| fold.finish(Some(plan)))
    }

    /// The operations of all plans, without those whose plan is not known.
    pub fn history_of_all_plans(&self) -> Result<History, JournalError> {
        self.read().map(|fold| fold.finish(None))
    }

    fn read(&self) -> Result<Fold, JournalError> {
        let mut fold = Fold::default();
        if let Some(path) = &self.paths.python
            && let Err(error) = read_into(&mut fold, JournalFile::Python, path)
        {
            // It is a guest here: what it holds cannot be undone now, what ours holds can.
            tracing::warn!(path = %path.display(), %error, "the Python version's journal cannot be read");
            fold.skip(JournalFile::Python, 0, SkipReason::Unopened);
        }
        read_into(&mut fold, JournalFile::Ours, &self.paths.ours).map_err(|source| JournalError::UnreadableFile {
            path: self.paths.ours.clone(),
            source,
        })?;
        Ok(fold)
    }

    fn append(&self, line: &[u8]) -> Result<(), JournalError> {
        let attempt = || -> io::Result<()> {
            let mut file = self.open_locked()?;
            let first = file.metadata()?.len() == 0;
            files::append_line(&mut file, line)?;
            if first {
                files::sync_parent(&self.paths.ours)
            } else {
                Ok(())
            }
        };
        attempt().map_err(|source| self.unwritable(source))
    }

    fn unwritable(&self, source: io::Error) -> JournalError {
        JournalError::Unwritable {
            path: self.paths.ours.clone(),
            source,
        }
    }

    /// The file, opened anew and locked against every other process and thread until it is closed.
    fn open_locked(&self) -> io::Result<File> {
        let folder = self.paths.ours.parent().unwrap_or(Path::new(""));
        files::create_folder(folder)?;
        let file = files::open_to_append(&self.paths.ours)?;
        let folder_tightened = if self.paths.own_folder {
            files::tighten_folder(folder)
        } else {
            Ok(())
        };
        if let Err(error) = folder_tightened.and_then(|()| files::tighten_file(&file)) {
            let path = self.paths.ours.display();
            self.loose.call_once(
                || tracing::warn!(%path, %error, "others may read the journal, and its rights cannot be changed"),
            );
        }
        lock::soon(|| file.try_lock())?;
        Ok(file)
    }
}

/// Reads a file line by line; a missing one is empty.
fn read_into(fold: &mut Fold, which: JournalFile, path: &Path) -> io::Result<()> {
    match files::open_to_read(path) {
        Ok(file) => {
            // Where the file cannot be locked, a line that is being written is at worst read as one that is cut off.
            match lock::soon(|| file.try_lock_shared()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Err(error),
                Ok(()) | Err(_) => {}
            }
            read_lines(fold, which, BufReader::new(file))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn read_lines(fold: &mut Fold, which: JournalFile, mut reader: impl BufRead) -> io::Result<()> {
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        fold.add(which, number, line::read(&line));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
