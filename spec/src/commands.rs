//! The three commands, on the files of one workspace. Everything is worked out before anything is written.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::at::At;
use crate::coverage::{Coverage, Gap};
use crate::document::{self, read, read_text, write_text};
use crate::drift::{Drift, drift};
use crate::error::Refusal;
use crate::overlay::Overlay;
use crate::{SpecError, generate as generator, lower, prose};

/// Where the files of a workspace are.
#[derive(Clone, Debug)]
pub struct Files {
    /// The committed document, `spec/ynab.json`.
    pub facts: PathBuf,
    /// Our corrections, `spec/overlay.toml`.
    pub overlay: PathBuf,
    /// Which tools use which operation, `spec/coverage.toml`.
    pub coverage: PathBuf,
    /// The generated client, `ynab-api/src/generated.rs`.
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

/// What `update` found and did.
#[derive(Debug)]
pub struct Update {
    /// What changed since the committed document.
    pub drift: Vec<Drift>,
    /// What the coverage map has to say about it.
    pub gaps: Vec<Gap>,
    /// The files whose text changed.
    pub written: Vec<PathBuf>,
}

/// Takes a published document: lowers it, lays the overlay over it, and writes facts and client.
pub fn update(files: &Files, published: &Path) -> Result<Update, SpecError> {
    let facts = Overlay::read(&files.overlay)?.apply(lower::lower(&read(published)?)?)?;
    let client = generator::generate(&facts)?;
    let coverage = Coverage::read(&files.coverage)?;
    // The first document has nothing to differ from.
    let before = if files.facts.exists() {
        read(&files.facts)?
    } else {
        facts.clone()
    };
    let mut written = Vec::new();
    for (path, text) in [(&files.facts, document::to_text(&facts)), (&files.client, client)] {
        if write_text(path, &text)? {
            written.push(path.clone());
        }
    }
    Ok(Update {
        drift: drift(&before, &facts, &coverage),
        gaps: coverage.gaps(&facts),
        written,
    })
}

/// Writes the client for the committed document; says whether its text changed.
pub fn generate(files: &Files) -> Result<bool, SpecError> {
    write_text(&files.client, &generator::generate(&read(&files.facts)?)?)
}

/// Fails unless the committed document is one that `update` wrote, the overlay is in it, the coverage map fits it, and
/// the client is what it generates.
pub fn check(files: &Files) -> Result<(), SpecError> {
    let text = read_text(&files.facts)?;
    let facts = read(&files.facts)?;
    let problems = problems(&text, &facts, &Overlay::read(&files.overlay)?);
    if !problems.is_empty() {
        return Err(SpecError::Facts(problems));
    }
    let gaps = Coverage::read(&files.coverage)?.gaps(&facts);
    if !gaps.is_empty() {
        return Err(SpecError::Coverage(gaps));
    }
    let (expected, held) = (generator::generate(&facts)?, read_text(&files.client)?);
    if expected != held {
        return Err(SpecError::Stale {
            path: files.client.clone(),
            diff: first_difference(&held, &expected),
        });
    }
    Ok(())
}

/// What shows that a document was not written by `update`.
fn problems(text: &str, facts: &Value, overlay: &Overlay) -> Vec<Refusal> {
    let mut problems = prose::find(facts);
    let mut refuse = |at: At, why: String| problems.push(Refusal { at, why });
    if facts.get("openapi") != Some(&Value::from("3.0.3")) {
        refuse(At::root().key("openapi"), "it is not 3.0.3".to_owned());
    }
    if document::to_text(facts) != text {
        refuse(At::root(), "its text is not laid out as `update` does".to_owned());
    }
    if let Err(error) = serde_json::from_value::<openapiv3::OpenAPI>(facts.clone()) {
        refuse(At::root(), format!("it is no OpenAPI 3.0 document: {error}"));
    }
    for name in overlay.not_in(facts) {
        refuse(At::root(), format!("the overlay's entry `{name}` is not in it"));
    }
    problems
}

/// How many lines of each side a difference shows.
const SHOWN: usize = 4;

/// The first lines that differ, each side's under its own sign.
fn first_difference(held: &str, expected: &str) -> String {
    let same = held
        .lines()
        .zip(expected.lines())
        .take_while(|(held, expected)| held == expected)
        .count();
    let side = |sign: char, text: &str| -> Vec<String> {
        text.lines()
            .skip(same)
            .take(SHOWN)
            .map(|line| format!("  {sign} {line}"))
            .collect()
    };
    let lines = [
        vec![format!("  line {}:", same + 1)],
        side('-', held),
        side('+', expected),
    ];
    lines.concat().join("\n")
}
