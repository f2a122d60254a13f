//! Private files and folders: readable by their owner alone, looser ones tightened, written so that a crash leaves the old
//! content or the new one.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Mode of a private file.
#[cfg(unix)]
const FILE_MODE: u32 = 0o600;

/// Mode of a private folder.
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// Makes the folder, and those above it that are missing, for the owner alone; their entries reach the disk before this
/// returns. A folder that exists is left as it is: it may be a shared one.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let missing: Vec<&Path> = folder.ancestors().take_while(|ancestor| !ancestor.exists()).collect();
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.create(folder)?;
    missing.into_iter().try_for_each(sync_parent)
}

/// Takes the rights of others off a folder of ours.
pub fn tighten_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(folder)?.permissions().mode();
        if mode & 0o077 != 0 {
            fs::set_permissions(folder, fs::Permissions::from_mode(FOLDER_MODE))?;
        }
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Takes the rights of others off an open file of ours.
pub fn tighten_file(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = file.metadata()?.permissions().mode();
        if mode & 0o077 != 0 {
            file.set_permissions(fs::Permissions::from_mode(FILE_MODE))?;
        }
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Opens a file for reading and appending, and makes it for the owner alone where it is missing.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    open_private(path, OpenOptions::new().read(true).append(true).create(true))
}

/// Opens a file for reading and writing anywhere in it, and makes it for the owner alone where it is missing.
pub fn open_to_rewrite(path: &Path) -> io::Result<File> {
    open_private(
        path,
        OpenOptions::new().read(true).write(true).create(true).truncate(false),
    )
}

/// What the file system tells of the file without opening it.
pub fn metadata(path: &Path) -> io::Result<Metadata> {
    fs::metadata(path)
}

/// Which file it is, whatever its name: the same one as long as it is not replaced. None where the system does not tell.
pub type Identity = (u64, u64);

/// The identity of the file that the file system tells of.
pub fn identity(found: &Metadata) -> Option<Identity> {
    #[cfg(unix)]
    return Some((
        std::os::unix::fs::MetadataExt::dev(found),
        std::os::unix::fs::MetadataExt::ino(found),
    ));
    #[cfg(not(unix))]
    {
        let _ = found;
        None
    }
}

/// Opens a file for reading. Only a regular file is taken (a link to one is one): a pipe would never end.
pub fn open_to_read(path: &Path) -> io::Result<File> {
    refuse_irregular(path)?;
    File::open(path)
}

fn open_private(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    refuse_irregular(path)?;
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, FILE_MODE);
    options.open(path)
}

/// Refuses what is there and is no file, before it is opened: opening a pipe may wait for ever.
fn refuse_irregular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
        // Missing is fine; any other failure shows again, and better, when the file is opened.
        _ => Ok(()),
    }
}

/// Appends the line, which must end with a line break, and waits until it is on the disk. The caller holds the file's
/// lock.
///
/// A file whose last line was cut off gets a line break first, so that the two never run together. When the line cannot
/// be written whole, what was written of it is taken off again.
pub fn append_line(file: &mut File, line: &[u8]) -> io::Result<()> {
    let length = file.metadata()?.len();
    let mut bytes = Vec::with_capacity(line.len() + 1);
    if length > 0 && last_byte(file)? != Some(b'\n') {
        bytes.push(b'\n');
    }
    bytes.extend_from_slice(line);
    let written = file.write_all(&bytes).and_then(|()| file.sync_data());
    if written.is_err() {
        // Best effort: should a piece stay, the next line starts with a line break and the piece is skipped when read.
        let _ = file.set_len(length);
    }
    written
}

fn last_byte(file: &mut File) -> io::Result<Option<u8>> {
    file.seek(SeekFrom::End(-1))?;
    let mut byte = [0];
    Ok((file.read(&mut byte)? == 1).then_some(byte[0]))
}

/// Puts the content in the place of the file's, whole or not at all, and waits until it is on the disk. A link is
/// followed, so that it keeps pointing where its owner pointed it.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    refuse_irregular(path)?;
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (mut file, beside) = create_beside(&target)?;
    let written = file.write_all(content).and_then(|()| file.sync_all());
    let replaced = written.and_then(|()| fs::rename(&beside, &target));
    if replaced.is_err() {
        let _ = fs::remove_file(&beside);
    }
    replaced.and_then(|()| sync_parent(&target))
}

/// A new file beside the target. A name is never taken over: a crash may have left it, or a process of another
/// container with the same process id may be writing it.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut failure = io::Error::from(io::ErrorKind::AlreadyExists);
    for _ in 0..1000 {
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(
            ".{}.{}.tmp",
            std::process::id(),
            CALLS.fetch_add(1, Ordering::Relaxed)
        ));
        let beside = target.with_file_name(hidden);
        match open_private(&beside, OpenOptions::new().write(true).create_new(true)) {
            Ok(file) => return Ok((file, beside)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => failure = error,
            Err(error) => return Err(error),
        }
    }
    Err(failure)
}

/// Waits until the folder's entry of the file is on the disk. File systems that cannot do that are taken as they are.
pub fn sync_parent(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) => Path::new("."),
        None => return Ok(()),
    };
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder).and_then(|opened| opened.sync_all()) {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        // A folder that may be entered but not listed cannot be opened; its files are usable all the same.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        result => result,
    }
}

#[cfg(unix)]
/// Whether the name is that of a time zone's file, in one of the folders where systems keep them, or with its whole path.
pub fn is_time_zone(name: &str) -> bool {
    const FOLDERS: [&str; 4] = [
        "/usr/share/zoneinfo",
        "/share/zoneinfo",
        "/etc/zoneinfo",
        "/usr/share/lib/zoneinfo",
    ];
    FOLDERS.iter().any(|folder| Path::new(folder).join(name).is_file())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_whole_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.json");
        replace(&path, b"first and long").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        replace(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(names(folder.path()), ["plan.json"]);
    }

    #[test]
    fn a_replacement_that_fails_leaves_the_old_content_and_no_litter() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.json");
        fs::create_dir_all(path.join("in the way")).unwrap();
        assert_eq!(replace(&path, b"new").unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert!(replace(&folder.path().join("missing/plan.json"), b"new").is_err());
        assert_eq!(names(folder.path()), ["plan.json"]);
    }

    #[test]
    fn a_link_keeps_pointing_to_what_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (link, target) = (folder.path().join("link"), folder.path().join("target"));
        fs::write(&target, "old").unwrap();
        symlink(&target, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
    }

    #[test]
    fn a_full_device_refuses_the_line() {
        let mut full = OpenOptions::new().read(true).append(true).open("/dev/full").unwrap();
        assert_eq!(
            append_line(&mut full, b"{}\n").unwrap_err().kind(),
            io::ErrorKind::StorageFull
        );
    }

    #[test]
    fn an_existing_folder_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        create_folder(folder.path()).unwrap();
        create_folder(Path::new("")).unwrap();
        assert_eq!(fs::metadata(folder.path()).unwrap().permissions().mode() & 0o777, 0o755);
        tighten_folder(folder.path()).unwrap();
        assert_eq!(fs::metadata(folder.path()).unwrap().permissions().mode() & 0o777, 0o700);
    }
}
