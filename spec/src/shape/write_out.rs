//! Components that would only wrap another type are replaced by what they stand for.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::facts;

/// Gives a component that is only another one under a new name the other's members.
pub(super) fn aliases(document: &mut Value) {
    let Some(schemas) = document.pointer("/components/schemas").and_then(Value::as_object) else {
        return;
    };
    let written: BTreeMap<String, Value> = schemas
        .keys()
        .filter_map(|name| {
            let mut target = name.as_str();
            // A chain of aliases cannot be longer than the list of components; a circle ends there too.
            for _ in 0..schemas.len() {
                let Some(next) = schemas.get(target).and_then(alias_of) else {
                    break;
                };
                target = next;
            }
            (target != name)
                .then(|| Some((name.clone(), schemas.get(target)?.clone())))
                .flatten()
        })
        .collect();
    if let Some(schemas) = document
        .pointer_mut("/components/schemas")
        .and_then(Value::as_object_mut)
    {
        schemas.extend(written);
    }
}

/// The one component that a schema consists of.
fn alias_of(schema: &Value) -> Option<&str> {
    let parts = schema.get("allOf")?.as_array()?;
    let mut filled = parts.iter().filter(|part| !is_empty(part));
    let only = filled.next()?;
    if filled.next().is_some() {
        None
    } else {
        facts::referred(only)
    }
}

fn is_empty(part: &Value) -> bool {
    let Some(members) = part.as_object() else { return false };
    members.iter().all(|(key, value)| match key.as_str() {
        "type" => value == "object",
        "properties" => value.as_object().is_some_and(serde_json::Map::is_empty),
        "required" => value.as_array().is_some_and(Vec::is_empty),
        _ => false,
    })
}

/// Replaces references to components that are a bare text, number or truth value.
pub(super) fn scalars(document: &mut Value) {
    let Some(schemas) = document
        .pointer_mut("/components/schemas")
        .and_then(Value::as_object_mut)
    else {
        return;
    };
    let names: Vec<String> = schemas
        .iter()
        .filter(|(_, schema)| is_scalar(schema))
        .map(|(name, _)| name.clone())
        .collect();
    let written: BTreeMap<String, Value> = names
        .into_iter()
        .filter_map(|name| schemas.shift_remove_entry(&name))
        .collect();
    replace(document, &written);
}

fn is_scalar(schema: &Value) -> bool {
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    ["string", "integer", "number", "boolean"].contains(&kind) && schema.get("enum").is_none()
}

fn replace(value: &mut Value, written: &BTreeMap<String, Value>) {
    if let Some(scalar) = facts::referred(value).and_then(|name| written.get(name)) {
        *value = scalar.clone();
        return;
    }
    let only_part = value
        .get("allOf")
        .and_then(Value::as_array)
        .filter(|parts| parts.len() == 1);
    if let Some(scalar) = only_part.and_then(|parts| written.get(facts::referred(parts.first()?)?)) {
        let nullable = value.get("nullable") == Some(&json!(true));
        *value = scalar.clone();
        if nullable {
            value["nullable"] = json!(true);
        }
        return;
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, written)),
        Value::Object(members) => members.values_mut().for_each(|member| replace(member, written)),
        _ => {}
    }
}
