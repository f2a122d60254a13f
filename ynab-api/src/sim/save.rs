//! Keeping a world in a file: written beside it and moved into its place, readable by its owner only.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::model::World;

/// Saves the world; an interrupted save leaves the earlier file.
pub(crate) fn save(world: &World, path: &Path) -> io::Result<()> {
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
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text)?;
    file.sync_all()
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
