//! Locks that hold across processes: one operation at a time per plan, by a lock on a small file named by the plan's id, and
//! one writer at a time of a file that several write.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::files;
use crate::domain::ids::PlanId;

/// How long to wait before looking again whether a file's lock is free.
const LOOK: Duration = Duration::from_millis(2);

/// How often to look: for about two seconds.
const LOOKS: u32 = 1_000;

/// Takes a file's lock as soon as nobody else holds it. Writing takes milliseconds: who holds it for longer was stopped in the
/// middle of that, and must not stop everybody else with it.
///
/// # Errors
/// `WouldBlock` when it was held all the time; else what the system said.
pub fn soon(attempt: impl Fn() -> Result<(), TryLockError>) -> io::Result<()> {
    for _ in 0..LOOKS {
        match attempt() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOOK),
        }
    }
    Err(io::Error::new(
        io::ErrorKind::WouldBlock,
        "another process has been holding it for too long",
    ))
}

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
        Self::try_acquire_file(&folder, folder.join(format!("{plan}.lock")))
    }

    /// The lock of the plan for all that write to one journal, wherever their state folders are: a file beside it.
    pub fn try_acquire_beside(journal: &Path, plan: &PlanId) -> Result<Option<Self>, LockError> {
        let mut name = journal.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{plan}.lock"));
        let folder = journal.parent().unwrap_or(Path::new(""));
        Self::try_acquire_file(folder, folder.join(name))
    }

    fn try_acquire_file(folder: &Path, path: PathBuf) -> Result<Option<Self>, LockError> {
        let attempt = || -> io::Result<Option<File>> {
            files::create_folder(folder)?;
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn plan(id: &str) -> PlanId {
        PlanId::parse(id).unwrap()
    }

    #[test]
    fn one_holder_at_a_time_per_plan_and_none_waits() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("avenir-mcp");
        let first = PlanLock::try_acquire(&state, &plan("plan-1")).unwrap();
        assert!(first.is_some());
        assert!(
            PlanLock::try_acquire(&state, &plan("plan-1")).unwrap().is_none(),
            "held, in this process too"
        );
        assert!(
            PlanLock::try_acquire(&state, &plan("plan-2")).unwrap().is_some(),
            "another plan is free"
        );
        drop(first);
        assert!(PlanLock::try_acquire(&state, &plan("plan-1")).unwrap().is_some());
        assert!(state.join("locks/plan-1.lock").is_file(), "never deleted");
    }

    #[test]
    fn those_that_share_a_journal_share_a_lock_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("record.jsonl");
        let held = PlanLock::try_acquire_beside(&journal, &plan("plan-1")).unwrap();
        assert!(held.is_some() && folder.path().join("record.jsonl.plan-1.lock").is_file());
        assert!(
            PlanLock::try_acquire_beside(&journal, &plan("plan-1"))
                .unwrap()
                .is_none()
        );
        assert!(
            PlanLock::try_acquire_beside(&journal, &plan("plan-2"))
                .unwrap()
                .is_some()
        );
    }

    #[cfg(unix)]
    #[test]
    fn the_lock_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("avenir-mcp");
        let _held = PlanLock::try_acquire(&state, &plan("plan-1")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&state), mode(&state.join("locks"))), (0o700, 0o700));
        assert_eq!(mode(&state.join("locks/plan-1.lock")), 0o600);
    }

    #[test]
    fn a_lock_that_cannot_be_had_at_all_is_an_error_and_not_a_holder() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("locks"), "").unwrap();
        let refused = PlanLock::try_acquire(folder.path(), &plan("plan-1")).unwrap_err();
        assert_eq!(refused.path, folder.path().join("locks/plan-1.lock"));
        fs::remove_file(folder.path().join("locks")).unwrap();
        fs::create_dir_all(folder.path().join("locks/plan-1.lock")).unwrap();
        assert!(PlanLock::try_acquire(folder.path(), &plan("plan-1")).is_err());
    }
}
