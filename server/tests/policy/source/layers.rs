//! Which module of the server may name which other: dependencies point one way.

use std::collections::BTreeSet;

use super::{Source, at, module_of, shipped};
use crate::tree::{root, text_files};

/// For each module at the crate's root, what it may name beside itself. A module that is not here has no place yet.
const LAYERS: &[(&str, &[&str])] = &[
    // Values, pure functions, and what describes types.
    ("domain", &[]),
    ("logic", &["domain", "error"]),
    ("schema", &[]),
    ("arguments", &["domain", "error", "schema"]),
    // The world outside: the time, the disk and YNAB. It knows nothing of tools and questions.
    ("clock", &[]),
    ("io", &["clock", "domain"]),
    ("config", &["domain", "io"]),
    ("log", &["config"]),
    // What a tool may touch, and what it answers with.
    ("error", &["confirm", "domain", "io"]),
    ("context", &["domain", "error", "io", "logic"]),
    (
        "confirm",
        &["clock", "context", "domain", "error", "io", "logic", "schema", "tool"],
    ),
    ("tool", &["arguments", "confirm", "context", "error", "io", "schema"]),
    ("tools", &["confirm", "context", "domain", "error", "logic", "tool"]),
    // The list, and what serves it.
    ("registry", &["tool", "tools"]),
    ("guide", &["confirm", "io", "registry"]),
    (
        "resources",
        &["context", "domain", "error", "guide", "logic", "registry"],
    ),
    ("prompts", &["confirm", "domain", "registry"]),
    (
        "completion",
        &["context", "domain", "error", "logic", "prompts", "resources"],
    ),
    (
        "runtime",
        &[
            "arguments",
            "clock",
            "confirm",
            "context",
            "error",
            "io",
            "registry",
            "schema",
            "tool",
        ],
    ),
    (
        "app",
        &[
            "completion",
            "confirm",
            "domain",
            "error",
            "guide",
            "prompts",
            "registry",
            "resources",
            "runtime",
            "tool",
            "transport",
        ],
    ),
    ("transport", &["app", "confirm", "domain"]),
    (
        "cli",
        &[
            "config", "confirm", "domain", "error", "io", "registry", "runtime", "schema", "tool",
        ],
    ),
    (
        "start",
        &[
            "clock", "config", "confirm", "context", "error", "io", "registry", "runtime",
        ],
    ),
];

/// Single names beyond the layers: data, with nothing behind it.
const SINGLE: &[(&str, &str)] = &[("logic", "crate::confirm::Question")];

/// All that a tool may name of the write path: what it proposes with. Not the gate, the person or the answers.
const PROPOSED_WITH: [&str; 8] = [
    "AfterWrite",
    "Proposal",
    "Question",
    "Status",
    "Subject",
    "Unordered",
    "Warning",
    "WritePreview",
];

/// Everything that a file names against its layer.
fn against_the_layer(source: &Source) -> Vec<String> {
    let module = module_of(&source.path);
    let Some(layer) = module.get(1) else {
        // The crate's root and the program name everything.
        return Vec::new();
    };
    let Some((_, may)) = LAYERS.iter().find(|(name, _)| name == layer) else {
        return vec![format!(
            "{}: {layer} has no layer yet: say here what it may name",
            source.path
        )];
    };
    let mut found = Vec::new();
    for named in source.code.paths.iter().filter(|named| named.parts[0] == "crate") {
        let text = named.text();
        let fine = match named.parts.get(1).map(String::as_str) {
            None | Some("*") => false,
            // Macros are of the crate's root wherever they are written.
            Some(other) => other == layer || may.contains(&other),
        };
        if !fine && !SINGLE.contains(&(layer.as_str(), text.as_str())) {
            found.push(at(source, &named.place, &format!("{layer} names {text}")));
        }
        let of_the_write_path = layer == "tools" && named.parts.get(1).is_some_and(|part| part == "confirm");
        if of_the_write_path
            && named
                .parts
                .get(2)
                .is_none_or(|name| !PROPOSED_WITH.contains(&name.as_str()))
        {
            found.push(at(source, &named.place, &format!("a tool names {text}")));
        }
    }
    found
}

#[test]
fn the_detector_finds_a_name_against_its_layer() {
    for (path, text) in [
        ("logic/undo.rs", "use crate::io::journal::Journal;"),
        ("logic/undo.rs", "use crate::{domain::ids, context::ReadCx};"),
        ("logic/undo.rs", "fn f() { super::super::clock::Clock::system() }"),
        ("logic/undo.rs", "use crate::confirm::Confirm;"),
        ("logic/undo.rs", "use crate::*;"),
        ("logic/undo.rs", "use super::super::*;"),
        ("domain/money.rs", "use avenir::error::ToolError;"),
        ("io/lock.rs", "use crate::tool::Tool;"),
        ("tools/undo.rs", "use crate::io::ynab::Reader;"),
        ("tools/undo.rs", "use crate::confirm::{Confirm, Proposal};"),
        ("tools/undo.rs", "use crate::confirm;"),
        ("tools/undo.rs", "use crate::confirm::*;"),
        ("app.rs", "use crate::tools::undo::undo_operation;"),
        ("new.rs", "fn f() {}"),
    ] {
        assert!(
            !against_the_layer(&Source::read(path, text)).is_empty(),
            "{path}: {text}"
        );
    }
    for (path, text) in [
        (
            "logic/undo.rs",
            "use crate::domain::ids::PlanId; use super::amounts; use crate::confirm::Question;",
        ),
        ("tools/undo.rs", "use crate::confirm::{AfterWrite, Proposal};"),
        ("lib.rs", "pub mod io;"),
    ] {
        assert_eq!(against_the_layer(&Source::read(path, text)), [""; 0], "{path}: {text}");
    }
}

#[test]
fn dependencies_point_one_way() {
    let found = shipped().iter().flat_map(against_the_layer).collect::<Vec<_>>();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_layer_is_there_and_needs_what_it_may_name() {
    let mut named = BTreeSet::new();
    for source in shipped() {
        let module = module_of(&source.path);
        let Some(layer) = module.get(1) else { continue };
        named.insert((layer.clone(), String::new()));
        let of_the_crate = source.code.paths.iter().filter(|named| named.parts[0] == "crate");
        named.extend(of_the_crate.filter_map(|named| Some((layer.clone(), named.parts.get(1)?.clone()))));
    }
    for (layer, may) in LAYERS {
        assert!(named.contains(&((*layer).to_owned(), String::new())), "{layer} is gone");
        for other in *may {
            let used = named.contains(&((*layer).to_owned(), (*other).to_owned()));
            assert!(used, "{layer} no longer names {other}: take the permission away");
        }
    }
}

/// The crates of the workspace, and those of them that each may depend on.
const CRATES: &[(&str, &str, &[&str])] = &[
    ("macros", "avenir-macros", &[]),
    ("ynab-api", "ynab-api", &[]),
    ("spec", "avenir-spec", &[]),
    ("server", "avenir-mcp", &["avenir-macros", "ynab-api"]),
    ("tests", "avenir-tests", &["avenir-mcp", "ynab-api"]),
];

/// The crates of the workspace that a manifest depends on.
fn depends_on(manifest: &str) -> Vec<&'static str> {
    let key = |line: &str| {
        line.split(['.', '=', ' '])
            .next()
            .unwrap_or_default()
            .trim_matches('"')
            .to_owned()
    };
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            let table = line.trim_matches(['[', ']']);
            inside = table.ends_with("dependencies");
            let named = table.rsplit_once("dependencies.").map(|(_, name)| name.to_owned());
            found.extend(
                CRATES
                    .iter()
                    .map(|(_, name, _)| *name)
                    .filter(|name| named.as_deref() == Some(*name)),
            );
        } else if inside {
            found.extend(
                CRATES
                    .iter()
                    .map(|(_, name, _)| *name)
                    .filter(|name| key(line) == *name),
            );
        }
    }
    found
}

#[test]
fn crates_depend_one_way_too() {
    let manifest = "[package]\nname = \"ynab-api\"\n[dependencies]\navenir-macros.workspace = true\n\
                    ynab-api = { workspace = true }\n[dev-dependencies.avenir-spec]\npath = \"x\"\n[lints]\nworkspace = true";
    assert_eq!(depends_on(manifest), ["avenir-macros", "ynab-api", "avenir-spec"]);
    let manifests = text_files("")
        .into_iter()
        .filter(|file| file.path.ends_with("Cargo.toml"));
    let mut seen = 0;
    for file in manifests {
        let path = file.path.as_str();
        let Some((folder, name, may)) = CRATES
            .iter()
            .find(|(folder, _, _)| path == format!("{folder}/Cargo.toml"))
        else {
            continue;
        };
        seen += 1;
        assert!(
            file.text.contains(&format!("name = \"{name}\"")),
            "{folder} is not {name}"
        );
        assert!(
            file.text.contains("[lints]\nworkspace = true"),
            "{folder} does not take the workspace's lints"
        );
        let other = depends_on(&file.text)
            .into_iter()
            .filter(|other| !may.contains(other))
            .collect::<Vec<_>>();
        assert!(other.is_empty(), "{folder} depends on {other:?}");
    }
    assert_eq!(seen, CRATES.len(), "in {}", root().display());
}

/// The dependencies that a manifest names, whatever they are for.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
        } else if inside && let Some((name, _)) = line.split_once(['.', ' ', '=']) {
            found.push(name.to_owned());
        }
    }
    found
}

/// Whether a text holds the name as a word.
fn has_word(text: &str, name: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .any(|word| word == name)
}

#[test]
fn every_dependency_of_a_crate_is_named_in_its_code() {
    assert_eq!(
        dependencies("[dependencies]\na.workspace = true\nb = \"1\"\n[lints]\nc = 1"),
        ["a", "b"]
    );
    assert!(has_word("use serde_json::Value;", "serde_json") && !has_word("use serde_json::Value;", "serde"));
    let mut unused = Vec::new();
    for (folder, _, _) in CRATES {
        let files = text_files(folder);
        let manifest = files
            .iter()
            .find(|file| file.path == format!("{folder}/Cargo.toml"))
            .expect("a manifest");
        let code = files
            .iter()
            .filter(|file| file.path.ends_with(".rs"))
            .collect::<Vec<_>>();
        for dependency in dependencies(&manifest.text) {
            // The server's library has a name of its own.
            let name = if dependency == "avenir-mcp" {
                "avenir".to_owned()
            } else {
                dependency.replace('-', "_")
            };
            if !code.iter().any(|file| has_word(&file.text, &name)) {
                unused.push(format!("{folder}: {dependency}"));
            }
        }
    }
    assert!(unused.is_empty(), "{unused:?}");
}
