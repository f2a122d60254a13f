//! Paths, operations, parameters, bodies and responses.

use serde_json::{Map, Value, json};

use super::Lowering;
use crate::at::At;

const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

impl Lowering {
    pub(super) fn paths(&mut self, at: &At, value: &Value) -> Value {
        let mut out = Map::new();
        for (path, at, item) in self.members(at, value) {
            let mut lowered = Map::new();
            for (key, at, value) in self.members(&at, item) {
                match key {
                    "parameters" => drop(lowered.insert(key.to_owned(), self.parameters(&at, value))),
                    method if METHODS.contains(&method) => {
                        lowered.insert(key.to_owned(), self.operation(&at, value));
                    }
                    _ => self.unknown(&at, "a path"),
                }
            }
            out.insert(path.to_owned(), Value::Object(lowered));
        }
        Value::Object(out)
    }

    fn operation(&mut self, at: &At, value: &Value) -> Value {
        let mut out = Map::new();
        for (key, at, value) in self.members(at, value) {
            let lowered = match key {
                "operationId" => {
                    if !self.operation_ids.insert(value.as_str().unwrap_or_default().to_owned()) {
                        self.refuse(&at, "this operation id is used twice");
                    }
                    self.text(&at, value)
                }
                "parameters" => self.parameters(&at, value),
                "requestBody" => self.request_body(&at, value),
                "responses" => self.responses(&at, value),
                "deprecated" => self.flag(&at, value),
                _ => {
                    self.unknown(&at, "an operation");
                    continue;
                }
            };
            out.insert(key.to_owned(), lowered);
        }
        for needed in ["operationId", "responses"] {
            if !out.contains_key(needed) {
                self.refuse(at, format!("`{needed}` is missing"));
            }
        }
        Value::Object(out)
    }

    fn parameters(&mut self, at: &At, value: &Value) -> Value {
        let mut parameters = Vec::new();
        for (index, parameter) in value.as_array().into_iter().flatten().enumerate() {
            let mut out = Map::new();
            for (key, at, value) in self.members(&at.index(index), parameter) {
                let lowered = match key {
                    "in" if ["path", "query"].iter().any(|place| value == place) => value.clone(),
                    "in" => {
                        self.refuse(&at, "only path and query parameters are known");
                        continue;
                    }
                    "name" => self.text(&at, value),
                    "required" | "deprecated" => self.flag(&at, value),
                    "schema" => self.schema(&at, value),
                    _ => {
                        self.unknown(&at, "a parameter");
                        continue;
                    }
                };
                out.insert(key.to_owned(), lowered);
            }
            parameters.push(Value::Object(out));
        }
        Value::Array(parameters)
    }

    fn request_body(&mut self, at: &At, value: &Value) -> Value {
        let mut out = Map::new();
        for (key, at, value) in self.members(at, value) {
            match key {
                "content" => drop(out.insert(key.to_owned(), self.content(&at, value))),
                "required" => drop(out.insert(key.to_owned(), self.flag(&at, value))),
                _ => self.unknown(&at, "a request body"),
            }
        }
        Value::Object(out)
    }

    /// Responses by status. All successes of an operation share one schema and all errors another: the generator
    /// writes one type for each, and would fail without a place.
    fn responses(&mut self, at: &At, value: &Value) -> Value {
        let mut out = Map::new();
        let (mut success, mut failure) = (None, None);
        for (status, at, response) in self.members(at, value) {
            let class = match status.as_bytes() {
                [b'2', _, _] => &mut success,
                [b'4' | b'5', _, _] => &mut failure,
                _ => {
                    self.refuse(&at, "only responses 2xx, 4xx and 5xx are known");
                    continue;
                }
            };
            let lowered = self.response(&at, response);
            let schema = lowered.pointer("/content/application~1json/schema").cloned();
            match class {
                Some(known) if *known != schema => {
                    self.refuse(&at, "a second schema for the same outcome of one operation");
                }
                _ => *class = Some(schema),
            }
            out.insert(status.to_owned(), lowered);
        }
        if success.is_none() {
            self.refuse(at, "no successful response is described");
        }
        Value::Object(out)
    }

    /// A response keeps an empty description, because `OpenAPI` 3.0 demands one.
    fn response(&mut self, at: &At, value: &Value) -> Value {
        let mut out = Map::new();
        out.insert("description".to_owned(), json!(""));
        for (key, at, value) in self.members(at, value) {
            match key {
                "content" => drop(out.insert(key.to_owned(), self.content(&at, value))),
                _ => self.unknown(&at, "a response"),
            }
        }
        Value::Object(out)
    }

    fn content(&mut self, at: &At, value: &Value) -> Value {
        let mut out = Map::new();
        for (media_type, at, media) in self.members(at, value) {
            if media_type != "application/json" {
                self.refuse(&at, "only application/json is known");
                continue;
            }
            let mut lowered = Map::new();
            for (key, at, value) in self.members(&at, media) {
                match key {
                    "schema" => drop(lowered.insert(key.to_owned(), self.schema(&at, value))),
                    _ => self.unknown(&at, "a body"),
                }
            }
            out.insert(media_type.to_owned(), Value::Object(lowered));
        }
        Value::Object(out)
    }
}
