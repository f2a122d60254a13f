//! The API's document as a judge of answers.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test; what is not as expected ends it"
)]

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Map, Value, json};

/// The document beside this crate.
const DOCUMENT: &str = include_str!("../../../spec/ynab.json");

/// Documented fields the stand-in leaves out where YNAB does, by the fields that are there: none are left out otherwise.
const LEFT_OUT: [&str; 5] = [
    "accounts",
    "transaction",
    "transactions",
    "duplicate_import_ids",
    "default_plan",
];

/// Fields and their schemas.
type Known = Rc<HashMap<String, Value>>;

/// The document, with the words of JSON Schema.
pub struct Document {
    root: Value,
    seen: RefCell<HashMap<String, Option<Known>>>,
}

impl Document {
    /// Reads it.
    pub fn load() -> Self {
        let mut root: Value = serde_json::from_str(DOCUMENT).unwrap();
        spell_out_nulls(&mut root);
        Self {
            root,
            seen: RefCell::default(),
        }
    }

    /// The operation's path template, and the schema of an answer with this status.
    fn response(&self, operation: &str, status: u16) -> Value {
        let paths = self.root["paths"].as_object().unwrap().values();
        let mut operations = paths.flat_map(|methods| methods.as_object().unwrap().values());
        let described = operations.find(|one| one["operationId"] == operation);
        let described = described.unwrap_or_else(|| panic!("{operation} is not in the document"));
        let exact = &described["responses"][status.to_string()];
        let range = &described["responses"][format!("{}XX", status / 100)];
        let response = if exact.is_null() { range } else { exact };
        assert!(!response.is_null(), "{operation}: status {status} is not documented");
        response["content"]["application/json"]["schema"].clone()
    }

    /// Checks an answer's body against what the document says of the operation and the status.
    pub fn check(&self, operation: &str, status: u16, body: &Value) {
        let mut schema = self.response(operation, status);
        schema["components"] = self.root["components"].clone();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(body)
            .map(|e| format!("{} at {}", e, e.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{operation}: {errors:#?}");
        self.check_fields(operation, &schema, body);
    }

    /// Fields of the answer and of the document are the same.
    fn check_fields(&self, place: &str, schema: &Value, value: &Value) {
        match value {
            Value::Array(items) => {
                let mut found = None;
                self.each_part(schema, &mut |part| {
                    if !part["items"].is_null() {
                        found = Some(part["items"].clone());
                    }
                });
                let items_schema = found.unwrap_or_else(|| panic!("{place}: a list that is not documented"));
                for item in items {
                    self.check_fields(place, &items_schema, item);
                }
            }
            Value::Object(fields) => {
                let Some(known) = self.known(schema) else { return };
                // YNAB's own document gives amounts two companions, which this one leaves out as nobody reads them.
                let companion = |name: &str| {
                    let amount = name
                        .strip_suffix("_formatted")
                        .or_else(|| name.strip_suffix("_currency"));
                    amount.is_some_and(|amount| known.contains_key(amount))
                };
                for (name, value) in fields.iter().filter(|(name, _)| !companion(name)) {
                    let property = known
                        .get(name)
                        .unwrap_or_else(|| panic!("{place}: {name} is not documented"));
                    self.check_fields(&format!("{place}.{name}"), property, value);
                }
                for name in known.keys().filter(|name| !LEFT_OUT.contains(&name.as_str())) {
                    assert!(fields.contains_key(name), "{place}: {name} is missing");
                }
            }
            _ => {}
        }
    }

    /// The fields a schema names; none when it takes any.
    fn known(&self, schema: &Value) -> Option<Known> {
        let reference = schema["$ref"].as_str().unwrap_or_default().to_owned();
        if let Some(known) = self.seen.borrow().get(&reference) {
            return known.clone();
        }
        let mut known = HashMap::new();
        let mut open = false;
        self.each_part(schema, &mut |part| {
            open |= part["additionalProperties"].is_object();
            for (name, property) in part["properties"].as_object().unwrap_or(&Map::new()) {
                known.insert(name.clone(), property.clone());
            }
        });
        let known = (!open).then(|| Rc::new(known));
        if !reference.is_empty() {
            self.seen.borrow_mut().insert(reference, known.clone());
        }
        known
    }

    /// The schema with references followed and parts of `allOf` one by one.
    fn each_part(&self, schema: &Value, take: &mut dyn FnMut(&Value)) {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.root.pointer(reference.trim_start_matches('#')).unwrap().clone();
            return self.each_part(&target, take);
        }
        take(schema);
        for name in ["allOf", "anyOf"] {
            for part in schema[name].as_array().unwrap_or(&Vec::new()) {
                self.each_part(part, take);
            }
        }
    }
}

/// The document's `nullable` in the words of JSON Schema; integer formats mean nothing there.
fn spell_out_nulls(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(spell_out_nulls),
        Value::Object(fields) => {
            fields.values_mut().for_each(spell_out_nulls);
            if fields.remove("nullable") == Some(json!(true)) {
                let held = Value::Object(std::mem::take(fields));
                *value = json!({ "anyOf": [held, { "type": "null" }] });
            }
        }
        _ => {}
    }
}
