//! A component that may be null as a whole says so at each place that uses it instead.
//!
//! `OpenAPI` 3.1 lets a shared schema be "an object or null". Left there, the generator wraps the null inside the type
//! and again around every use; at the use alone there is one `Option`.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::SCHEMA_PREFIX;
use crate::at::At;
use crate::error::Refusal;

/// Moves `nullable` from components to their uses.
pub(super) fn move_to_uses(document: &mut Value, refusals: &mut Vec<Refusal>) {
    let Some(schemas) = document
        .pointer_mut("/components/schemas")
        .and_then(Value::as_object_mut)
    else {
        return;
    };
    let mut moved = BTreeSet::new();
    for (name, schema) in schemas.iter_mut() {
        if schema
            .as_object_mut()
            .is_some_and(|schema| schema.remove("nullable").is_some())
        {
            moved.insert(name.clone());
        }
    }
    walk(&At::root(), document, Use::Elsewhere, &moved, refusals);
}

/// Whether a value stands where a nullable schema may stand.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    /// A property, an element of a list or a value of a map.
    Value,
    /// The members of this object are properties.
    Properties,
    /// The only part of an `allOf`, whose owner can carry the null.
    OnlyPart,
    Elsewhere,
}

/// Returns whether the value referred to a moved component as the only part of an `allOf`.
fn walk(at: &At, value: &mut Value, how: Use, moved: &BTreeSet<String>, refusals: &mut Vec<Refusal>) -> bool {
    match value {
        Value::Object(object) => {
            if how != Use::Properties && refers_to(object, moved) {
                return at_use(at, value, how, refusals);
            }
            let mut part_is_nullable = false;
            for (key, member) in object.iter_mut() {
                let how = match (how, key.as_str()) {
                    (Use::Properties, _) | (_, "items" | "additionalProperties") => Use::Value,
                    (_, "properties") => Use::Properties,
                    (_, "allOf") if member.as_array().is_some_and(|parts| parts.len() == 1) => Use::OnlyPart,
                    _ => Use::Elsewhere,
                };
                part_is_nullable |= walk(&at.key(key), member, how, moved, refusals);
            }
            if part_is_nullable {
                object.insert("nullable".to_owned(), json!(true));
            }
            false
        }
        Value::Array(items) => {
            let mut any = false;
            for (index, item) in items.iter_mut().enumerate() {
                any |= walk(&at.index(index), item, how, moved, refusals);
            }
            any && how == Use::OnlyPart
        }
        _ => false,
    }
}

fn refers_to(object: &Map<String, Value>, moved: &BTreeSet<String>) -> bool {
    let target = object
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|target| target.strip_prefix(SCHEMA_PREFIX));
    target.is_some_and(|name| moved.contains(name))
}

fn at_use(at: &At, value: &mut Value, how: Use, refusals: &mut Vec<Refusal>) -> bool {
    match how {
        Use::Value => {
            let reference = value.take();
            *value = json!({ "nullable": true, "allOf": [reference] });
            false
        }
        Use::OnlyPart => true,
        Use::Properties | Use::Elsewhere => {
            let why = "a schema that may be null is used where null cannot be said".to_owned();
            refusals.push(Refusal { at: at.clone(), why });
            false
        }
    }
}
