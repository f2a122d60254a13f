//! The files of the project, as a fresh clone has them.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder that holds all crates.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the server lies in the workspace")
        .to_owned()
}

/// One text file.
#[derive(Debug)]
pub(crate) struct TextFile {
    /// Its path from the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Folders that builds and clients make; whatever starts with a dot is skipped too, but for the project's own.
const MADE: [&str; 4] = ["target", "node_modules", "__pycache__", "dist"];

/// All text files below a folder of the root, sorted.
pub(crate) fn text_files(below: &str) -> Vec<TextFile> {
    let mut files = Vec::new();
    collect(&root(), &root().join(below), &mut files);
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<TextFile>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if MADE.contains(&name) || (name.starts_with('.') && !is_own(name)) {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Ok(text) = fs::read_to_string(&path) {
            let path = path.strip_prefix(root).expect("below the root");
            files.push(TextFile {
                path: path.to_string_lossy().replace('\\', "/"),
                text,
            });
        }
    }
}

fn is_own(name: &str) -> bool {
    matches!(
        name,
        ".ci" | ".github" | ".clippy.toml" | ".gitignore" | ".rustfmt.toml"
    )
}

#[test]
fn the_walk_finds_the_sources_and_leaves_out_what_is_built() {
    let files = text_files("");
    let has = |path: &str| files.iter().any(|file| file.path.as_str() == path);
    assert!(has("Cargo.toml") && has("server/src/confirm/mod.rs") && has(".ci/run") && has("spec/ynab.json"));
    assert!(!files.iter().any(|file| file.path.contains("target/debug")));
}
