//! Keeping a world in a file: written beside it and moved into its place, readable by its owner only.
//!
//! Processes may share the file. Each takes over what the others changed before it answers, and they change it in turn.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use super::model::World;

/// The file that a running stand-in keeps its world in.
#[derive(Debug)]
pub(crate) struct Kept {
    path: PathBuf,
    /// The file as this process last wrote or read it.
    seen: Mutex<Option<Stamp>>,
}

/// What tells one content of the file from another without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    length: u64,
    node: u64,
}

impl Kept {
    /// A file whose present content, if any, counts as seen.
    pub(crate) fn new(path: PathBuf) -> Self {
        let seen = Mutex::new(Stamp::of(&path).unwrap_or_default());
        Self { path, seen }
    }

    /// The right to change the file; it ends when the value is dropped. Waits for another process's turn to end, which
    /// is as short as one request.
    pub(crate) fn turn(&self) -> io::Result<File> {
        let mut path = self.path.as_os_str().to_owned();
        path.push(".lock");
        let lock = private(OpenOptions::new().write(true).create(true).truncate(false)).open(&path)?;
        lock.lock()?;
        Ok(lock)
    }

    /// The world as another process left it, unless it is as it was last seen or there is no file.
    pub(crate) fn newer(&self) -> io::Result<Option<World>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Stamp::of(&self.path)?;
        if now.is_none() || now == *seen {
            return Ok(None);
        }
        let world = World::load(&self.path)?;
        *seen = now;
        Ok(Some(world))
    }

    /// The world as the file holds it, seen or not; nothing when there is no file.
    pub(crate) fn whatever_is_there(&self) -> io::Result<Option<World>> {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.newer()
    }

    /// Saves the world. The caller holds its [`turn`](Self::turn).
    pub(crate) fn save(&self, world: &World) -> io::Result<()> {
        save(world, &self.path)?;
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Stamp::of(&self.path)?;
        Ok(())
    }
}

impl Stamp {
    /// Of the file, if it is there. Taken before the content is read, so that a change in between shows at the next look.
    fn of(path: &Path) -> io::Result<Option<Self>> {
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        #[cfg(unix)]
        let node = std::os::unix::fs::MetadataExt::ino(&found);
        #[cfg(not(unix))]
        let node = 0;
        Ok(Some(Self {
            modified: found.modified().ok(),
            length: found.len(),
            node,
        }))
    }
}

/// Saves the world; an interrupted save leaves the earlier file.
fn save(world: &World, path: &Path) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", std::process::id()));
    let text = world.to_json().map_err(io::Error::other)?;
    let written = write_private(beside.as_ref(), &text).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // Nothing more can be done about a leftover; the error that matters is the first.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write_private(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = private(OpenOptions::new().write(true).create(true).truncate(true)).open(path)?;
    file.write_all(text)?;
    file.sync_all()
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

impl World {
    /// Saves the world to a file, at once and whole; the file is readable by its owner only.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        save(self, path)
    }

    /// Loads a world from a file.
    pub fn load(path: &Path) -> io::Result<Self> {
        Self::from_json(&fs::read(path)?).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;
    use crate::sim::model::Plan;

    fn world(name: &str) -> World {
        World::with_plan(Plan::new(name, None, NaiveDate::default()))
    }

    fn names(world: Option<World>) -> Vec<String> {
        let plans = world.into_iter().flat_map(|world| world.plans);
        plans.map(|plan| plan.name).collect()
    }

    #[test]
    fn what_one_saves_the_other_takes_over_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.json");
        let (one, other) = (Kept::new(path.clone()), Kept::new(path.clone()));
        assert!(one.newer().unwrap().is_none(), "there is no file");
        one.save(&world("first")).unwrap();
        assert!(one.newer().unwrap().is_none(), "it is its own");
        assert_eq!(names(other.newer().unwrap()), ["first"]);
        assert!(other.newer().unwrap().is_none(), "it was seen");
        other.save(&world("other")).unwrap();
        assert_eq!(names(one.newer().unwrap()), ["other"]);
        assert_eq!(names(one.whatever_is_there().unwrap()), ["other"]);
        fs::remove_file(&path).unwrap();
        assert!(one.newer().unwrap().is_none(), "it is gone, and what is known stays");
    }

    #[test]
    fn what_is_there_at_the_start_counts_as_seen_until_it_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.json");
        world("earlier").save(&path).unwrap();
        let kept = Kept::new(path.clone());
        assert!(kept.newer().unwrap().is_none());
        assert_eq!(names(kept.whatever_is_there().unwrap()), ["earlier"]);
        fs::write(&path, "{").unwrap();
        assert!(kept.newer().is_err());
        assert!(kept.newer().is_err(), "what cannot be read is not taken for seen");
    }

    #[test]
    fn the_file_is_changed_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.json");
        let turn = Kept::new(path.clone()).turn().unwrap();
        let lock = File::open(folder.path().join("plan.json.lock")).unwrap();
        assert!(matches!(lock.try_lock(), Err(fs::TryLockError::WouldBlock)));
        drop(turn);
        lock.try_lock().unwrap();
    }
}
