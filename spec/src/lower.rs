//! `OpenAPI` 3.1 to 3.0.3, as a pure function that keeps facts, drops prose and refuses what it does not know.

mod nullable;
mod operation;
mod schema;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::SpecError;
use crate::at::At;
use crate::error::Refusal;
use crate::prose::is_prose;

/// What component schemas are referred to by.
pub const SCHEMA_PREFIX: &str = "#/components/schemas/";

/// Lowers a published document. Every construct that is not known is reported, not only the first.
pub fn lower(published: &Value) -> Result<Value, SpecError> {
    let mut lowering = Lowering::default();
    let mut document = lowering.document(&At::root(), published);
    nullable::move_to_uses(&mut document, &mut lowering.refusals);
    if lowering.refusals.is_empty() {
        Ok(document)
    } else {
        Err(SpecError::Refused(lowering.refusals))
    }
}

/// The walk over a document: what it refused, and the components that may be referred to.
#[derive(Default)]
struct Lowering {
    refusals: Vec<Refusal>,
    components: BTreeSet<String>,
    operation_ids: BTreeSet<String>,
}

impl Lowering {
    fn refuse(&mut self, at: &At, why: impl Into<String>) {
        self.refusals.push(Refusal {
            at: at.clone(),
            why: why.into(),
        });
    }

    /// The members of an object that are not prose; anything but an object is refused.
    fn members<'a>(&mut self, at: &At, value: &'a Value) -> Vec<(&'a str, At, &'a Value)> {
        let Some(object) = value.as_object() else {
            self.refuse(at, "an object is expected here");
            return Vec::new();
        };
        object
            .iter()
            .filter(|(key, _)| !is_prose(key))
            .map(|(key, value)| (key.as_str(), at.key(key), value))
            .collect()
    }

    fn unknown(&mut self, at: &At, what: &str) {
        self.refuse(at, format!("not known in {what}"));
    }

    /// A member that is copied as it is, when it is of the expected kind.
    fn copied(&mut self, at: &At, value: &Value, kind: &str, fits: impl Fn(&Value) -> bool) -> Value {
        if !fits(value) {
            self.refuse(at, format!("{kind} is expected here"));
        }
        value.clone()
    }

    fn text(&mut self, at: &At, value: &Value) -> Value {
        self.copied(at, value, "text", Value::is_string)
    }

    fn flag(&mut self, at: &At, value: &Value) -> Value {
        self.copied(at, value, "true or false", Value::is_boolean)
    }

    fn document(&mut self, at: &At, value: &Value) -> Value {
        if let Some(schemas) = value.pointer("/components/schemas").and_then(Value::as_object) {
            self.components = schemas.keys().cloned().collect();
        }
        let mut out = Map::new();
        for (key, at, value) in self.members(at, value) {
            let lowered = match key {
                "openapi" => self.version(&at, value),
                "info" => self.info(&at, value),
                "servers" => self.servers(&at, value),
                "security" => self.copied(&at, value, "a list", Value::is_array),
                "paths" => self.paths(&at, value),
                "components" => self.components(&at, value),
                _ => {
                    self.unknown(&at, "a document");
                    continue;
                }
            };
            out.insert(key.to_owned(), lowered);
        }
        for needed in ["openapi", "info", "paths", "components"] {
            if !out.contains_key(needed) {
                self.refuse(at, format!("`{needed}` is missing"));
            }
        }
        Value::Object(out)
    }

    fn version(&mut self, at: &At, value: &Value) -> Value {
        let known = value
            .as_str()
            .is_some_and(|version| version.starts_with("3.0.") || version.starts_with("3.1."));
        if !known {
            self.refuse(at, "only OpenAPI 3.0 and 3.1 are known");
        }
        json!("3.0.3")
    }

    fn info(&mut self, at: &At, value: &Value) -> Value {
        let mut out = Map::new();
        out.insert("title".to_owned(), json!("YNAB"));
        for (key, at, value) in self.members(at, value) {
            match key {
                "version" => drop(out.insert(key.to_owned(), self.text(&at, value))),
                "termsOfService" | "contact" | "license" => {}
                _ => self.unknown(&at, "info"),
            }
        }
        if !out.contains_key("version") {
            self.refuse(at, "`version` is missing");
        }
        Value::Object(out)
    }

    fn servers(&mut self, at: &At, value: &Value) -> Value {
        let mut servers = Vec::new();
        for (index, server) in value.as_array().into_iter().flatten().enumerate() {
            let mut out = Map::new();
            for (key, at, value) in self.members(&at.index(index), server) {
                match key {
                    "url" => drop(out.insert(key.to_owned(), self.text(&at, value))),
                    _ => self.unknown(&at, "a server"),
                }
            }
            servers.push(Value::Object(out));
        }
        Value::Array(servers)
    }

    fn components(&mut self, at: &At, value: &Value) -> Value {
        let mut out = Map::new();
        for (key, at, value) in self.members(at, value) {
            match key {
                "schemas" => {
                    let mut schemas = Map::new();
                    for (name, schema) in value.as_object().into_iter().flatten() {
                        schemas.insert(name.clone(), self.schema(&at.key(name), schema));
                    }
                    out.insert(key.to_owned(), Value::Object(schemas));
                }
                "securitySchemes" => drop(out.insert(key.to_owned(), self.security_schemes(&at, value))),
                _ => self.unknown(&at, "components"),
            }
        }
        Value::Object(out)
    }

    fn security_schemes(&mut self, at: &At, value: &Value) -> Value {
        let mut out = Map::new();
        for (name, at, scheme) in self.members(at, value) {
            let mut lowered = Map::new();
            for (key, at, value) in self.members(&at, scheme) {
                match key {
                    "type" | "scheme" | "bearerFormat" => drop(lowered.insert(key.to_owned(), self.text(&at, value))),
                    _ => self.unknown(&at, "a security scheme"),
                }
            }
            out.insert(name.to_owned(), Value::Object(lowered));
        }
        Value::Object(out)
    }
}

#[cfg(test)]
mod tests;
