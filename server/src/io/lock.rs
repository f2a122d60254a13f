//! One operation at a time per plan, across processes: a lock on a small file named by the plan's id.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::files;
use crate::domain::ids::PlanId;

/// The right to change one plan; it ends when the value is dropped, or its process ends.
#[derive(Debug)]
pub struct PlanLock {
    // Closing the file releases the lock. It is never deleted: a process could be holding or awaiting it.
    _file: File,
}

/// Why a plan's lock can neither be had nor be told to be taken.
#[derive(Debug, thiserror::Error)]
#[error("the lock file {path} cannot be used ({source})", path = path.display())]
pub struct LockError {
    /// The lock's file.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl PlanLock {
    /// The lock of the plan, or nothing when someone else holds it, be it another task of this process. Never waits.
    pub fn try_acquire(state_folder: &Path, plan: &PlanId) -> Result<Option<Self>, LockError> {
        let folder = state_folder.join("locks");
        let path = folder.join(format!("{plan}.lock"));
        let attempt = || -> io::Result<Option<File>> {
            files::create_folder(&folder)?;
            let file = files::open_to_rewrite(&path)?;
            match file.try_lock() {
                Ok(()) => Ok(Some(file)),
                Err(TryLockError::WouldBlock) => Ok(None),
                Err(TryLockError::Error(error)) => Err(error),
            }
        };
        match attempt() {
            Ok(file) => Ok(file.map(|file| Self { _file: file })),
            Err(source) => Err(LockError { path, source }),
        }
    }
}
