//! The three commands, on the files of one workspace.

use std::path::{Path, PathBuf};

use crate::SpecError;
use crate::document::{self, read, write_text};
use crate::overlay::Overlay;
use crate::{generate as generator, lower};

/// Where the files of a workspace are.
#[derive(Clone, Debug)]
pub struct Files {
    /// The committed document.
    pub facts: PathBuf,
    /// Our corrections.
    pub overlay: PathBuf,
    /// Which tools use which operation.
    pub coverage: PathBuf,
    /// The generated client.
    pub client: PathBuf,
}

impl Files {
    /// The files below a workspace's root.
    pub fn below(root: &Path) -> Self {
        Self {
            facts: root.join("spec/ynab.json"),
            overlay: root.join("spec/overlay.toml"),
            coverage: root.join("spec/coverage.toml"),
            client: root.join("ynab-api/src/generated.rs"),
        }
    }
}

/// Takes a published document.
pub fn update(files: &Files, published: &Path) -> Result<(), SpecError> {
    let facts = Overlay::read(&files.overlay)?.apply(lower::lower(&read(published)?)?)?;
    let client = generator::generate(&facts)?;
    write_text(&files.facts, &document::to_text(&facts))?;
    write_text(&files.client, &client)?;
    Ok(())
}
