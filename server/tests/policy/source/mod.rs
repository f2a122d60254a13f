//! Which part of the server may name what, by reading its source.
//!
//! The source is read as tokens, so that comments and texts are not taken for code. Code for tests is left out: it may do
//! what it likes.

mod bans;
mod layers;
mod paths;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use paths::{Code, Place};

use crate::tree::text_files;

/// One file of `server/src`.
pub(crate) struct Source {
    /// Its path below `server/src`.
    path: String,
    code: Code,
}

impl Source {
    fn read(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            code: Code::read(text, &module_of(path)).unwrap_or_else(|error| panic!("{path}: {error}")),
        }
    }

    /// Whether it lies in one of the places: a file, or a folder named with a slash at its end.
    fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| match place.strip_suffix('/') {
            Some(folder) => self.path.starts_with(place) || self.path == format!("{folder}.rs"),
            None => self.path == *place,
        })
    }
}

/// The module that a file is, such as `crate`, `logic`, `undo`.
fn module_of(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs");
    let parts = path.split('/').filter(|part| !matches!(*part, "mod" | "lib" | "main"));
    std::iter::once("crate").chain(parts).map(str::to_owned).collect()
}

/// All files of the server that are shipped.
fn shipped() -> &'static [Source] {
    static SHIPPED: OnceLock<Vec<Source>> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let files = text_files("server/src");
        let read = |path: &str, text: &str| Source::read(path.trim_start_matches("server/src/"), text);
        let all = files
            .iter()
            .filter(|file| file.path.ends_with(".rs"))
            .map(|file| read(&file.path, &file.text));
        let all = all.collect::<Vec<_>>();
        let tests = all
            .iter()
            .flat_map(|source| source.code.test_modules.clone())
            .collect::<BTreeSet<_>>();
        let is_shipped = |source: &Source| {
            let module = module_of(&source.path);
            !(1..=module.len()).any(|length| tests.contains(&module[..length]))
        };
        all.into_iter().filter(is_shipped).collect()
    })
}

/// A find, with its place.
fn at(source: &Source, place: &Place, what: &str) -> String {
    format!("{}:{}: {what}", source.path, place.line)
}

#[test]
fn the_sources_are_found_without_their_tests() {
    let has = |path: &str| shipped().iter().any(|source| source.path == path);
    assert!(has("confirm/mod.rs") && has("main.rs") && has("domain/number.rs"));
    assert!(!has("domain/number/tests.rs") && !has("io/journal/tests/fold.rs"));
    assert!(shipped().len() > 80, "{}", shipped().len());
}
