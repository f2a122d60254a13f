//! The commands on a workspace of their own, and on ours.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, outside of test functions"
)]

use std::fs;
use std::path::{Path, PathBuf};

use avenir_spec::SpecError;
use avenir_spec::commands::{Files, check, generate, update};
use avenir_spec::coverage::Gap;
use avenir_spec::document::{parse, read, to_text};
use avenir_spec::facts;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A workspace with the sample's overlay and coverage map.
struct Workspace {
    folder: TempDir,
    files: Files,
}

impl Workspace {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::below(folder.path());
        fs::create_dir_all(folder.path().join("spec")).unwrap();
        fs::create_dir_all(folder.path().join("ynab-api/src")).unwrap();
        fs::write(&files.overlay, include_str!("overlay.toml")).unwrap();
        fs::write(&files.coverage, include_str!("coverage.toml")).unwrap();
        Self { folder, files }
    }

    /// One that has taken the sample.
    fn updated() -> Self {
        let workspace = Self::new();
        update(&workspace.files, &workspace.published(|_| {})).unwrap();
        workspace
    }

    /// The published sample after `change`, as a file.
    fn published(&self, change: impl FnOnce(&mut Value)) -> PathBuf {
        let mut document = parse(include_str!("sample.yaml")).unwrap();
        change(&mut document);
        let path = self.folder.path().join("published.json");
        fs::write(&path, document.to_string()).unwrap();
        path
    }

    fn replace(&self, path: &Path, from: &str, to: &str) {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(from), "{from} is not in {}", path.display());
        fs::write(path, text.replacen(from, to, 1)).unwrap();
        assert!(path.starts_with(self.folder.path()));
    }
}

#[test]
fn the_second_update_changes_nothing() {
    let workspace = Workspace::new();
    let published = workspace.published(|_| {});
    let first = update(&workspace.files, &published).unwrap();
    assert_eq!(
        first.written,
        [workspace.files.facts.clone(), workspace.files.client.clone()]
    );
    let second = update(&workspace.files, &published).unwrap();
    assert_eq!((second.drift, second.gaps, second.written), (vec![], vec![], vec![]));
    assert!(!generate(&workspace.files).unwrap());
    check(&workspace.files).unwrap();
}

#[test]
fn a_newer_document_reports_exactly_its_changes() {
    let workspace = Workspace::updated();
    let newer = workspace.published(|document| {
        let schemas = &mut document["components"]["schemas"];
        schemas["Book"]["properties"]["isbn"] = json!({"type": ["string", "null"]});
        schemas["ShelfBase"]["properties"]["material"]["enum"]
            .as_array_mut()
            .unwrap()
            .push(json!("glass"));
        schemas["Book"]["properties"]
            .as_object_mut()
            .unwrap()
            .shift_remove("pages")
            .unwrap();
        let responses = document["paths"]["/shelves"]["get"]["responses"].clone();
        document["paths"]["/doors"] = json!({"get": {"operationId": "getDoors", "responses": responses}});
    });
    let report = update(&workspace.files, &newer).unwrap();
    let lines: Vec<String> = report.drift.iter().map(ToString::to_string).collect();
    let tools = "; tools: change_books, list_shelves";
    let expected = [
        "added    operation getDoors (answers 200 ShelvesResponse, answers 404 ErrorResponse, at GET /doors); \
         no tool uses it"
            .to_owned(),
        format!("added    field Book.isbn (may be null, type text){tools}"),
        format!("removed  field Book.pages{tools}"),
        format!("added    schema Material: value \"glass\"{tools}"),
    ];
    assert_eq!(lines, expected);
    assert_eq!(report.gaps, [Gap::Missing("getDoors".to_owned())]);
    let Err(SpecError::Coverage(gaps)) = check(&workspace.files) else {
        panic!("the map has a gap")
    };
    assert_eq!(gaps, report.gaps);
}

#[test]
fn a_document_that_caught_up_names_the_entries_to_delete_and_writes_nothing() {
    let workspace = Workspace::updated();
    let before = fs::read_to_string(&workspace.files.facts).unwrap();
    let newer = workspace.published(|document| {
        document["info"]["version"] = json!("1.2.0");
        document["components"]["schemas"]["SaveBook"]["properties"]["weight"] = json!({"type": "integer"});
        document["components"]["schemas"]["Book"]["properties"]["new"] = json!({"type": "string"});
    });
    let message = update(&workspace.files, &newer).unwrap_err().to_string();
    let expected = "spec/overlay.toml does not fit this document; nothing was written.\n  \
        entry `newer` is obsolete: the document is of version \"1.2.0\"; delete it\n  \
        entry `weight` is obsolete: SaveBook.weight is in the document; delete it";
    assert_eq!(message, expected);
    assert_eq!(fs::read_to_string(&workspace.files.facts).unwrap(), before);
}

#[test]
fn an_edited_client_fails_the_check_with_the_line_and_the_command() {
    let workspace = Workspace::updated();
    workspace.replace(&workspace.files.client, "pub struct Book {", "pub struct Brook {");
    let message = check(&workspace.files).unwrap_err().to_string();
    for part in [
        "is not what spec/ynab.json generates",
        "- ",
        "+ ",
        "pub struct Brook {",
        "pub struct Book {",
        "avenir-spec -- generate",
    ] {
        assert!(message.contains(part), "{message}");
    }
    assert!(message.lines().count() < 16, "{message}");
    assert!(generate(&workspace.files).unwrap());
    check(&workspace.files).unwrap();
}

#[test]
fn edited_facts_fail_the_check() {
    for (from, to, expected) in [
        ("\"3.0.3\"", "\"3.0.2\"", "$.openapi: it is not 3.0.3"),
        (
            "  \"openapi\"",
            "    \"openapi\"",
            "$: its text is not laid out as `update` does",
        ),
        (
            "\"description\": \"\"",
            "\"description\": \"Two words\"",
            ".description: prose does not belong",
        ),
        ("\"1.1.0\"", "\"1.0.0\"", "the overlay's entry `newer` is not in it"),
        (
            "\"operationId\": \"getShelves\"",
            "\"operationId\": 4",
            "it is no OpenAPI 3.0 document",
        ),
    ] {
        let workspace = Workspace::updated();
        workspace.replace(&workspace.files.facts, from, to);
        let message = check(&workspace.files).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_new_overlay_entry_fails_the_check_until_the_document_is_taken_again() {
    let workspace = Workspace::updated();
    let entry = "\n[[change]]\nname = 'later'\nreason = 'r'\naction.raise_version = '1.5.0'\n";
    let overlay = fs::read_to_string(&workspace.files.overlay)
        .unwrap()
        .replace("1.1.0", "1.0.1");
    fs::write(&workspace.files.overlay, overlay + entry).unwrap();
    let message = check(&workspace.files).unwrap_err().to_string();
    assert!(
        message.contains("`later` is not in it") && message.contains("-- update FILE"),
        "{message}"
    );
}

#[test]
fn the_same_document_always_generates_the_same_text() {
    let workspace = Workspace::updated();
    let facts = read(&workspace.files.facts).unwrap();
    let texts: Vec<String> = (0..3)
        .map(|_| avenir_spec::generate::generate(&facts).unwrap())
        .collect();
    assert!(texts.windows(2).all(|pair| pair.first() == pair.last()));
}

#[test]
fn the_generated_client_has_what_progenitor_would_not_write() {
    let workspace = Workspace::updated();
    let client = fs::read_to_string(&workspace.files.client).unwrap();
    for part in [
        "pub const API_VERSION: &str = \"1.1.0\";",
        "id: \"get_shelf_month\"",
        "path: \"/shelves/{shelf_id}/months/{month}\"",
        "Colour { Red = \"red\", Empty = \"\" }",
        "use crate::path::encode_path;",
        "deserialize_with = \"crate::three_state::present\"",
        "pub owner_id: ::std::option::Option<::std::option::Option<::uuid::Uuid>>",
        "pub material: crate::open::Material",
        "200..=299 =>",
    ] {
        assert!(client.contains(part), "{part} is missing");
    }
    for part in ["pub fn new(", "unwrap()", "<details>"] {
        assert!(!client.contains(part), "{part} is in it");
    }
}

/// Our own workspace.
fn ours() -> Files {
    Files::below(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap())
}

#[test]
fn our_committed_files_agree() {
    if let Err(error) = check(&ours()) {
        panic!("{error}");
    }
}

#[test]
fn our_document_is_1_87_with_44_operations_and_the_limits_of_its_fields() {
    let facts = read(&ours().facts).unwrap();
    assert_eq!(facts["info"], json!({"title": "YNAB", "version": "1.87.0"}));
    let operations = facts::operations(&facts);
    let writes = operations.iter().filter(|operation| operation.method != "get").count();
    assert_eq!((operations.len(), writes), (44, 16));
    let memo = facts
        .pointer("/components/schemas/SaveTransactionWithOptionalFields/properties/memo")
        .unwrap();
    assert_eq!(*memo, json!({"maxLength": 500, "type": "string", "nullable": true}));
    let frequency = facts
        .pointer("/components/schemas/SaveCategory/properties/goal_frequency")
        .unwrap();
    assert_eq!(
        *frequency,
        json!({"nullable": true, "allOf": [{"$ref": "#/components/schemas/GoalFrequency"}]})
    );
    let settings = &facts["components"]["schemas"]["PlanSettings"]["properties"];
    assert_eq!(
        (
            &settings["date_format"]["nullable"],
            &settings["currency_format"]["nullable"]
        ),
        (&json!(true), &json!(true))
    );
    assert_eq!(to_text(&facts), fs::read_to_string(ours().facts).unwrap());
}
