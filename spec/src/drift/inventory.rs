//! A document as a flat list of subjects, each with the aspects that can change.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use crate::facts;

/// What a subject says: aspect to value, where an aspect that is only there or not has no value.
pub(super) type Aspects = BTreeMap<String, String>;

/// Something that can be new, gone or changed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    /// The document itself.
    Document,
    /// An operation, or below it a parameter.
    Operation(String, Option<String>),
    /// A component schema, or below it a field.
    Schema(String, Vec<String>),
}

impl Subject {
    /// Everything it stands inside of.
    pub(super) fn owners(&self) -> impl Iterator<Item = Self> {
        let owners = match self {
            Self::Operation(id, Some(_)) => vec![Self::Operation(id.clone(), None)],
            Self::Document | Self::Operation(_, None) => Vec::new(),
            Self::Schema(name, path) => (0..path.len())
                .map(|length| Self::Schema(name.clone(), path.iter().take(length).cloned().collect()))
                .collect(),
        };
        owners.into_iter()
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document => formatter.write_str("document"),
            Self::Operation(id, None) => write!(formatter, "operation {id}"),
            Self::Operation(id, Some(parameter)) => write!(formatter, "parameter {id}.{parameter}"),
            Self::Schema(name, path) if path.is_empty() => write!(formatter, "schema {name}"),
            Self::Schema(name, path) => write!(formatter, "field {name}.{}", path.join(".")),
        }
    }
}

/// All subjects of a document.
pub(super) fn inventory(document: &Value) -> BTreeMap<Subject, Aspects> {
    let mut found = BTreeMap::new();
    let version = document
        .pointer("/info/version")
        .and_then(Value::as_str)
        .unwrap_or_default();
    found.insert(
        Subject::Document,
        Aspects::from([("version".to_owned(), version.to_owned())]),
    );
    for operation in facts::operations(document) {
        let mut aspects = Aspects::new();
        aspects.insert(
            "at".to_owned(),
            format!("{} {}", operation.method.to_uppercase(), operation.path),
        );
        if let Some(body) = operation.value.get("requestBody") {
            aspects.insert("sends".to_owned(), body_type(body));
        }
        for (status, response) in operation
            .value
            .get("responses")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            aspects.insert(format!("answers {status}"), body_type(response));
        }
        mark(&mut aspects, operation.value, "deprecated", "deprecated");
        found.insert(Subject::Operation(operation.id.to_owned(), None), aspects);
        for parameter in operation.parameters() {
            let name = parameter.get("name").and_then(Value::as_str).unwrap_or_default();
            let place = parameter.get("in").and_then(Value::as_str).unwrap_or_default();
            let mut aspects = parameter.get("schema").map(value_aspects).unwrap_or_default();
            aspects.insert("in".to_owned(), place.to_owned());
            mark(&mut aspects, parameter, "required", "required");
            mark(&mut aspects, parameter, "deprecated", "deprecated");
            found.insert(
                Subject::Operation(operation.id.to_owned(), Some(name.to_owned())),
                aspects,
            );
        }
    }
    for (name, schema) in document
        .pointer("/components/schemas")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        found.insert(Subject::Schema(name.clone(), Vec::new()), value_aspects(schema));
        fields(name, &[], schema, &mut found);
    }
    found
}

fn body_type(holder: &Value) -> String {
    holder
        .pointer("/content/application~1json/schema")
        .map_or_else(|| "nothing".to_owned(), type_name)
}

/// The fields that a schema writes out itself, those of its inline parts and of inline objects below included.
fn fields(owner: &str, path: &[String], schema: &Value, found: &mut BTreeMap<Subject, Aspects>) {
    let parts: Vec<&Value> = parts(schema);
    let required: Vec<&str> = parts
        .iter()
        .filter_map(|part| part.get("required")?.as_array())
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = parts
        .iter()
        .filter_map(|part| part.get("properties")?.as_object())
        .flatten();
    for (name, property) in properties {
        let below: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
        let mut aspects = value_aspects(property);
        if required.contains(&name.as_str()) {
            aspects.insert("required".to_owned(), String::new());
        }
        found.insert(Subject::Schema(owner.to_owned(), below.clone()), aspects);
        fields(owner, &below, property, found);
        if let Some(items) = property.get("items") {
            fields(owner, &below, items, found);
        }
    }
}

/// A schema and the parts written out in it.
fn parts(schema: &Value) -> Vec<&Value> {
    let all_of = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    all_of
        .filter(|part| facts::referred(part).is_none())
        .chain([schema])
        .collect()
}

/// What a schema says apart from its fields.
fn value_aspects(schema: &Value) -> Aspects {
    let mut aspects = Aspects::from([("type".to_owned(), type_name(schema))]);
    mark(&mut aspects, schema, "nullable", "may be null");
    for key in ["deprecated", "readOnly", "writeOnly", "uniqueItems"] {
        mark(&mut aspects, schema, key, key);
    }
    for key in [
        "minLength",
        "maxLength",
        "pattern",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "default",
    ] {
        if let Some(value) = schema.get(key) {
            aspects.insert(key.to_owned(), value.to_string());
        }
    }
    for value in schema.get("enum").and_then(Value::as_array).into_iter().flatten() {
        aspects.insert(format!("value {value}"), String::new());
    }
    // A part may demand what another part or a referred schema declares.
    let own: Vec<&Value> = parts(schema);
    let declared = |name: &str| {
        own.iter()
            .any(|part| part.pointer("/properties").is_some_and(|all| all.get(name).is_some()))
    };
    let demanded = own
        .iter()
        .filter_map(|part| part.get("required")?.as_array())
        .flatten()
        .filter_map(Value::as_str);
    for name in demanded.filter(|name| !declared(name)) {
        aspects.insert(format!("requires {name}"), String::new());
    }
    aspects
}

fn mark(aspects: &mut Aspects, holder: &Value, key: &str, words: &str) {
    if holder.get(key).and_then(Value::as_bool) == Some(true) {
        aspects.insert(words.to_owned(), String::new());
    }
}

/// A type in one line, such as `list of Payee` or `text date`.
fn type_name(schema: &Value) -> String {
    if let Some(name) = facts::referred(schema) {
        return name.to_owned();
    }
    if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
        let names: Vec<&str> = parts.iter().filter_map(facts::referred).collect();
        return names.join(" + ");
    }
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or("object");
    let name = match kind {
        "array" => format!("list of {}", schema.get("items").map(type_name).unwrap_or_default()),
        "object" => match schema.get("additionalProperties") {
            Some(values) if values.is_object() => format!("map of {}", type_name(values)),
            _ => "object".to_owned(),
        },
        "string" => "text".to_owned(),
        other => other.to_owned(),
    };
    match schema.get("format").and_then(Value::as_str) {
        Some(format) => format!("{name} {format}"),
        None => name,
    }
}
