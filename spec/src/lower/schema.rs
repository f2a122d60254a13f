//! Schemas: type lists become a type and `nullable`, null leaves enumerations and defaults.

use serde_json::{Map, Value, json};

use super::{Lowering, SCHEMA_PREFIX};
use crate::at::At;

impl Lowering {
    pub(super) fn schema(&mut self, at: &At, value: &Value) -> Value {
        let members = self.members(at, value);
        if let Some((_, here, target)) = members.iter().find(|(key, ..)| *key == "$ref") {
            for (key, at, _) in members.iter().filter(|(key, ..)| *key != "$ref") {
                self.refuse(
                    at,
                    format!("`{key}` beside `$ref`: what the two mean together is not known"),
                );
            }
            return self.reference(here, target);
        }
        let mut out = Map::new();
        let mut nullable = false;
        for (key, at, value) in members {
            let lowered = match key {
                "type" => match self.real_type(&at, value, &mut nullable) {
                    Some(name) => json!(name),
                    None => continue,
                },
                "nullable" => {
                    nullable |= self.flag(&at, value) == json!(true);
                    continue;
                }
                "enum" => self.values(&at, value, &mut nullable),
                "default" if value.is_null() => continue,
                "default" => value.clone(),
                "properties" => self.properties(&at, value),
                "additionalProperties" if value.is_boolean() => value.clone(),
                "items" | "additionalProperties" => self.schema(&at, value),
                "allOf" => self.all_of(&at, value),
                "required" => self.copied(&at, value, "a list of names", is_list_of_text),
                "format" | "pattern" => self.text(&at, value),
                "minLength" | "maxLength" | "minItems" | "maxItems" | "minimum" | "maximum" => {
                    self.copied(&at, value, "a number", Value::is_number)
                }
                "deprecated" | "readOnly" | "writeOnly" | "uniqueItems" => self.flag(&at, value),
                _ => {
                    self.unknown(&at, "a schema");
                    continue;
                }
            };
            out.insert(key.to_owned(), lowered);
        }
        if nullable {
            out.insert("nullable".to_owned(), json!(true));
        }
        Value::Object(out)
    }

    /// A reference to a component schema that exists.
    fn reference(&mut self, at: &At, target: &Value) -> Value {
        match target.as_str().and_then(|target| target.strip_prefix(SCHEMA_PREFIX)) {
            Some(name) if self.components.contains(name) => {}
            Some(name) => self.refuse(at, format!("there is no schema `{name}`")),
            None => self.refuse(at, format!("only references to `{SCHEMA_PREFIX}…` are known")),
        }
        json!({ "$ref": target })
    }

    /// The one type that is not null; null beside it makes the schema nullable.
    fn real_type(&mut self, at: &At, value: &Value, nullable: &mut bool) -> Option<String> {
        let names: Vec<&str> = match value {
            Value::String(name) => vec![name],
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let mut real = names.iter().filter(|name| **name != "null");
        let (first, second) = (real.next(), real.next());
        match (first, second) {
            (Some(name), None) if ["string", "integer", "number", "boolean", "object", "array"].contains(name) => {
                *nullable |= names.contains(&"null");
                Some((*name).to_owned())
            }
            (Some(_), Some(_)) => {
                self.refuse(at, "a type list may hold one type and null, not several types");
                None
            }
            _ => {
                self.refuse(at, "a type that OpenAPI 3.0 can say is expected here");
                None
            }
        }
    }

    fn values(&mut self, at: &At, value: &Value, nullable: &mut bool) -> Value {
        let Some(values) = value.as_array() else {
            self.refuse(at, "a list of values is expected here");
            return json!([]);
        };
        *nullable |= values.iter().any(Value::is_null);
        Value::Array(values.iter().filter(|value| !value.is_null()).cloned().collect())
    }

    /// Properties keep every name: one called `description` is a fact, not prose.
    fn properties(&mut self, at: &At, value: &Value) -> Value {
        let Some(properties) = value.as_object() else {
            self.refuse(at, "an object is expected here");
            return json!({});
        };
        let lowered = properties
            .iter()
            .map(|(name, schema)| (name.clone(), self.schema(&at.key(name), schema)));
        Value::Object(lowered.collect())
    }

    fn all_of(&mut self, at: &At, value: &Value) -> Value {
        let Some(parts) = value.as_array() else {
            self.refuse(at, "a list of schemas is expected here");
            return json!([]);
        };
        Value::Array(
            parts
                .iter()
                .enumerate()
                .map(|(index, part)| self.schema(&at.index(index), part))
                .collect(),
        )
    }
}

fn is_list_of_text(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.iter().all(Value::is_string))
}
