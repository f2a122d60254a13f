//! The ledger's file, kept open, and what this process knows of it.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use chrono::{DateTime, Utc};

use super::content::Content;
use crate::io::{files, lock};

/// The most of a file that is read: far more than a full ledger, so that a foreign one costs nothing.
const LARGEST_FILE: u64 = 64 * 1024;

/// Room for a full ledger, so that it is read in one go.
const USUAL_FILE: usize = 4 * 1024;

/// What this process keeps for when the file cannot be used.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The ledger as last seen or changed.
    pub(super) content: Content,
    /// Whether the file may lack some of it.
    pub(super) unsaved: bool,
    warned: bool,
    tightened: bool,
    /// What the file looked like when it was last read or written.
    seen: Option<Stamp>,
    /// The file, open, and which one it is.
    open: Option<(File, Option<files::Identity>)>,
}

/// What the ledger's file said when it was locked.
pub(super) struct Found {
    pub(super) content: Content,
    /// It is written just as this process writes it, so that a line can be added at its end.
    as_written: bool,
}

/// Tells whether a file was written since: when it last was, and its length.
type Stamp = (DateTime<Utc>, u64);

impl Memory {
    /// What this process knows, when no other has written to the file since.
    pub(super) fn unchanged(&self, path: &Path) -> Option<&Content> {
        let seen = self.seen.filter(|_| !self.unsaved)?;
        (stamp(&files::metadata(path).ok()?) == Some(seen)).then_some(&self.content)
    }

    fn file(&self) -> io::Result<&File> {
        self.open
            .as_ref()
            .map(|(file, _)| file)
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn open(&mut self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let file = files::open_to_rewrite(path).or_else(|_| {
            files::create_folder(folder)?;
            files::open_to_rewrite(path)
        })?;
        if !std::mem::replace(&mut self.tightened, true) {
            // Times of requests are no secret worth a warning of its own; the journal beside them warns.
            let _ = files::tighten_folder(folder).and_then(|()| files::tighten_file(&file));
        }
        let identity = files::identity(&file.metadata()?);
        self.open = Some((file, identity));
        Ok(())
    }

    /// Locks the file in this place, and tells when it was last written. The one that is open serves as long as it is still there.
    fn lock_in_place(&mut self, path: &Path) -> io::Result<Option<Stamp>> {
        if let Some((file, known)) = &self.open {
            let locked = lock::soon(|| file.try_lock());
            if let Ok(there) = files::metadata(path)
                && known.is_some()
                && *known == files::identity(&there)
            {
                return locked.map(|()| stamp(&there));
            }
        }
        // Closing a file unlocks it.
        (self.open, self.seen) = (None, None);
        self.open(path)?;
        let file = self.file()?;
        lock::soon(|| file.try_lock())?;
        Ok(stamp(&file.metadata()?))
    }

    /// Locks the file, and tells what it says: what this process knows, when no other wrote to it since.
    ///
    /// Two writes of one moment that leave the same length look alike. They differ by the time of a request at most, and
    /// what this process then adds goes behind them.
    pub(super) fn lock(&mut self, path: &Path) -> io::Result<Found> {
        let written = self.lock_in_place(path)?;
        let mut file = self.file()?;
        if written.is_some() && written == self.seen && !self.unsaved {
            return Ok(Found {
                content: self.content.clone(),
                as_written: true,
            });
        }
        let mut bytes = Vec::with_capacity(USUAL_FILE);
        let read = file
            .rewind()
            .and_then(|()| file.take(LARGEST_FILE).read_to_end(&mut bytes));
        if let Err(error) = read {
            let _ = file.unlock();
            return Err(error);
        }
        let content = Content::read(&bytes);
        let as_written = content.write().as_bytes() == bytes;
        Ok(Found { content, as_written })
    }

    /// Writes what changed and unlocks the file.
    pub(super) fn write(&mut self, found: &Found, content: &Content) -> io::Result<()> {
        let mut file = self.file()?;
        let written = match content.added_to(&found.content).filter(|_| found.as_written) {
            Some(lines) if lines.is_empty() => Ok(()),
            Some(lines) => file
                .seek(SeekFrom::End(0))
                .and_then(|_| file.write_all(lines.as_bytes())),
            None => rewrite(file, content),
        };
        // What was not written as it should is read again the next time.
        let seen = file
            .metadata()
            .ok()
            .as_ref()
            .and_then(stamp)
            .filter(|_| written.is_ok());
        let unlocked = file.unlock();
        self.seen = seen;
        written.and(unlocked)
    }

    pub(super) fn fall_back(&mut self, path: &Path, error: &io::Error) {
        self.unsaved = true;
        if !std::mem::replace(&mut self.warned, true) {
            let path = path.display();
            tracing::warn!(%path, %error, "requests are counted in this process alone, since their shared count cannot be written");
        }
    }
}

/// The whole content in one write, and what is left of a longer one cut off: its remains are still whole lines and at most
/// one torn one, so that a crash in between counts too many requests, never too few.
fn rewrite(mut file: &File, content: &Content) -> io::Result<()> {
    let text = content.write();
    file.rewind()?;
    file.write_all(text.as_bytes())?;
    file.set_len(text.len() as u64)
}

fn stamp(file: &Metadata) -> Option<Stamp> {
    Some((file.modified().ok()?.into(), file.len()))
}
