//! The schemas as the pickiest client takes them: one plain type at each place, a few plain words beside it, nothing nested
//! deeply, nothing without a description.

use serde_json::{Value, json};

use crate::served::{BOTH, definitions};

/// The only words that a schema may hold; anything else breaks some client.
const WORDS: [&str; 12] = [
    "type",
    "properties",
    "required",
    "description",
    "enum",
    "items",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "additionalProperties",
];

/// The plain types, and the words that fit each beside `type` and `description`.
const TYPES: [(&str, &[&str]); 6] = [
    ("object", &["properties", "required", "additionalProperties"]),
    ("array", &["items"]),
    ("string", &["enum", "minLength", "maxLength", "pattern"]),
    ("number", &["minimum", "maximum"]),
    ("integer", &["minimum", "maximum"]),
    ("boolean", &[]),
];

/// The root, its properties, the items of a list among them, and their properties. Plain values in a list are no level of
/// their own: the list is as flat as one value.
const LEVELS: usize = 4;

/// Longer descriptions cost every client that lists the tools.
const LONGEST_DESCRIPTION: usize = 160;

/// Everything that is wrong with a tool's schema, each with its place.
fn problems(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if schema["type"] != "object" {
        found.push("/: the root is no object".to_owned());
    }
    if schema.get("description").is_some() {
        found.push("/: the root has a description, which no client shows".to_owned());
    }
    walk(schema, "", 1, &mut found);
    found
}

fn walk(node: &Value, place: &str, level: usize, found: &mut Vec<String>) {
    let mut wrong = |what: String| found.push(format!("{place}/: {what}"));
    let Some(members) = node.as_object() else {
        wrong("no object".to_owned());
        return;
    };
    if level > LEVELS {
        wrong(format!("more than {LEVELS} levels"));
    }
    let Some((plain, fitting)) = TYPES.iter().find(|(plain, _)| node["type"] == *plain) else {
        wrong(format!("the type is {}, not one plain type", node["type"]));
        return;
    };
    for word in members.keys().map(String::as_str) {
        if !WORDS.contains(&word) {
            wrong(format!("`{word}` is not a word that every client reads"));
        } else if !["type", "description"].contains(&word) && !fitting.contains(&word) {
            wrong(format!("`{word}` says nothing of a {plain}"));
        }
    }
    if let Some(choices) = members.get("enum") {
        let texts = choices
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>();
        let mut different = texts.clone();
        different.sort_unstable();
        different.dedup();
        if texts.is_empty() || different.len() != choices.as_array().map_or(0, Vec::len) {
            wrong("the choices are not different texts".to_owned());
        }
    }
    match *plain {
        "object" => walk_object(node, place, level, found),
        "array" => match node.get("items") {
            Some(items) => {
                let deeper = items["type"] == "object" || items["type"] == "array";
                walk(items, &format!("{place}/items"), level + usize::from(deeper), found);
            }
            None => wrong("a list without `items`".to_owned()),
        },
        _ => {}
    }
}

fn walk_object(node: &Value, place: &str, level: usize, found: &mut Vec<String>) {
    let mut wrong = |what: String| found.push(format!("{place}/: {what}"));
    if node["additionalProperties"] != json!(false) {
        wrong("`additionalProperties` is not false".to_owned());
    }
    let Some(properties) = node["properties"].as_object() else {
        wrong("an object without `properties`".to_owned());
        return;
    };
    let required = node["required"].as_array().into_iter().flatten().collect::<Vec<_>>();
    for (at, name) in required.iter().enumerate() {
        if name.as_str().is_none_or(|name| !properties.contains_key(name)) || required[..at].contains(name) {
            wrong(format!("`required` names {name}, which is not there, or twice"));
        }
    }
    for (name, property) in properties {
        let place = format!("{place}/{name}");
        found.extend(problem_of_a_name(name).map(|what| format!("{place}/: {what}")));
        let described = property["description"].as_str().unwrap_or_default();
        found.extend(problem_of_a_description(described).map(|what| format!("{place}/: {what}")));
        walk(property, &place, level + 1, found);
    }
}

fn problem_of_a_name(name: &str) -> Option<&'static str> {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    (!name.chars().all(plain)).then_some("the name is not snake case")
}

fn problem_of_a_description(described: &str) -> Option<&'static str> {
    if described.trim().is_empty() {
        return Some("no description");
    }
    if described.contains('\n') || !described.ends_with('.') {
        return Some("the description is not whole sentences on one line");
    }
    (described.chars().count() > LONGEST_DESCRIPTION).then_some("the description is long")
}

/// An object schema with one described property.
fn with_property(property: &Value) -> Value {
    let mut property = property.clone();
    property["description"] = json!("Something.");
    json!({"type": "object", "properties": {"a": property}, "additionalProperties": false})
}

#[test]
fn the_walk_takes_what_is_plain() {
    let plain = json!({
        "type": "object",
        "properties": {
            "rows": {"type": "array", "description": "Rows.", "items": {
                "type": "object",
                "properties": {"kind": {"type": "string", "enum": ["a", "b"], "description": "Its kind."}},
                "required": ["kind"],
                "additionalProperties": false,
            }},
            "limit": {"type": "integer", "minimum": 1, "maximum": 9, "description": "The most."},
        },
        "required": ["rows"],
        "additionalProperties": false,
    });
    assert_eq!(problems(&plain), Vec::<String>::new());
    assert_eq!(
        problems(&json!({"type": "object", "properties": {}, "additionalProperties": false})),
        [""; 0]
    );
}

#[test]
fn the_walk_finds_everything_that_breaks_a_client() {
    let inner = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let mut deep = json!({"type": "string"});
    for _ in 0..3 {
        deep = json!({"type": "array", "items": deep});
    }
    for (bad, expected) in [
        (json!({"type": "string"}), "the root is no object"),
        (
            json!({"type": "object", "additionalProperties": false}),
            "without `properties`",
        ),
        (
            json!({"type": "object", "properties": {}}),
            "`additionalProperties` is not false",
        ),
        (
            json!({"type": "object", "properties": {}, "additionalProperties": false, "description": "x"}),
            "the root has a description",
        ),
        (
            json!({"type": "object", "properties": {}, "additionalProperties": false, "required": ["a"]}),
            "`required` names",
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}),
            "/a/: no description",
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string", "description": "word"}},
                   "additionalProperties": false}),
            "whole sentences",
        ),
        (
            json!({"type": "object", "properties": {"aB": {"type": "string", "description": "Word."}},
                   "additionalProperties": false}),
            "not snake case",
        ),
        (
            with_property(&json!({"type": ["string", "null"]})),
            "not one plain type",
        ),
        (with_property(&json!({"type": "null"})), "not one plain type"),
        (with_property(&json!({})), "not one plain type"),
        (
            with_property(&json!({"anyOf": [inner, {"type": "null"}]})),
            "not one plain type",
        ),
        (
            with_property(&json!({"type": "string", "oneOf": [{"const": "a"}]})),
            "`oneOf` is not a word",
        ),
        (
            with_property(&json!({"type": "object", "$ref": "#/$defs/A"})),
            "`$ref` is not a word",
        ),
        (
            with_property(&json!({"type": "integer", "format": "uint32"})),
            "`format` is not a word",
        ),
        (
            with_property(&json!({"type": "string", "default": null})),
            "`default` is not a word",
        ),
        (
            with_property(&json!({"type": "string", "minimum": 1})),
            "`minimum` says nothing",
        ),
        (
            with_property(&json!({"type": "string", "enum": ["a", null]})),
            "not different texts",
        ),
        (
            with_property(&json!({"type": "string", "enum": []})),
            "not different texts",
        ),
        (with_property(&json!({"type": "array"})), "a list without `items`"),
        (with_property(&json!({"type": "array", "items": true})), "no object"),
        (
            with_property(&json!({"type": "array", "items": deep})),
            "more than 4 levels",
        ),
        (
            with_property(&json!({"type": "object", "properties": {}, "additionalProperties": true})),
            "is not false",
        ),
    ] {
        let found = problems(&bad);
        assert!(
            found.iter().any(|problem| problem.contains(expected)),
            "{bad}: {found:?}"
        );
    }
}

/// What the schema of an answer leaves out on the wire, where it would cost more than it says.
const IMPLIED: [&str; 2] = ["no description", "`additionalProperties` is not false"];

#[test]
fn every_schema_is_plain_and_described() {
    for writes in BOTH {
        for tool in definitions(writes) {
            assert_eq!(problems(&tool["inputSchema"]), [""; 0], "{}", tool["name"]);
            let (answer, place) = (problems(&tool["outputSchema"]), format!("{} answers", tool["name"]));
            assert!(
                answer
                    .iter()
                    .all(|problem| IMPLIED.iter().any(|said| problem.ends_with(said))),
                "{place}: {answer:?}"
            );
            assert!(
                !tool["outputSchema"].to_string().contains("\"description\""),
                "{place}: words cost tokens"
            );
        }
    }
}

/// Whole numbers that count something. Money is `type: number` in currency units; a whole number of anything else would be
/// taken for milliunits.
const COUNTS: &[&str] = &[
    "accounts_total",
    "age_of_money",
    "applied",
    "approved",
    "averaged_months",
    "behind",
    "card_payments_left_out",
    "card_target_count",
    "categories",
    "change",
    "changes",
    "count",
    "day",
    "days",
    "empty_left_out",
    "evidence",
    "hidden_left_out",
    "imported",
    "items_total",
    "late_left_out",
    "left_out",
    "limit",
    "max_months",
    "months",
    "months_count",
    "months_left",
    "months_saved",
    "months_saved_by_avalanche",
    "months_seen",
    "months_to_debt_free",
    "more",
    "more_accounts",
    "more_changes",
    "more_lines",
    "needs_category_count",
    "next_offset",
    "not_approved_count",
    "offset",
    "on_track",
    "overspent_count",
    "pending_count",
    "percent_complete",
    "possible_duplicates_count",
    "reconciled",
    "recurring_total",
    "rows",
    "scheduled_total",
    "short_card_count",
    "shown",
    "suggested_count",
    "times",
    "to_reconcile_count",
    "total",
    "transactions",
    "transfer_payees",
    "unchanged_count",
    "uncleared_count",
    "unreadable_lines",
    "unused",
    "upcoming",
    "zero",
];

/// Properties with a whole number, at any depth.
fn whole_numbers(schema: &Value, found: &mut Vec<String>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if property["type"] == "integer" || property["items"]["type"] == "integer" {
            found.push(name.clone());
        }
        whole_numbers(property, found);
        whole_numbers(&property["items"], found);
    }
}

#[test]
fn whole_numbers_are_counts_and_nothing_speaks_of_milliunits() {
    let mut control = Vec::new();
    whole_numbers(
        &json!({"properties": {"rows": {"items": {"properties": {"amount": {"type": "integer"}}}}}}),
        &mut control,
    );
    assert_eq!(control, ["amount"]);
    let mut found = Vec::new();
    for tool in definitions(true) {
        whole_numbers(&tool["inputSchema"], &mut found);
        whole_numbers(&tool["outputSchema"], &mut found);
        assert!(!tool.to_string().to_lowercase().contains("milli"), "{}", tool["name"]);
    }
    found.sort();
    found.dedup();
    assert_eq!(found, COUNTS.to_vec());
}
