//! What each kind of entry does to a document, and how it notices that it is not needed.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Action, Problem};
use crate::facts;
use crate::lower::SCHEMA_PREFIX;

/// Applies one entry; what it could not do is returned.
pub(super) fn apply(action: &Action, document: &mut Value) -> Vec<Problem> {
    match action {
        Action::RaiseVersion(version) => raise_version(document, version),
        Action::AddProperty {
            schema,
            property,
            value,
        } => add_property(document, schema, property, value),
        Action::DropProperties(patterns) => drop_properties(document, patterns),
        Action::Optional { schema, property } => optional(document, schema, property),
        Action::NameEnum { name, at } => name_enum(document, name, at),
        Action::NameParameterEnum { name, parameter } => name_parameter_enum(document, name, parameter),
        Action::DropParameterFormat { parameter, format } => drop_parameter_format(document, parameter, format),
    }
}

fn raise_version(document: &mut Value, version: &str) -> Vec<Problem> {
    let Some(held) = document.pointer_mut("/info/version") else {
        return vec![Problem::NoMatch("the document names no version".to_owned())];
    };
    let (Some(from), Some(to)) = (held.as_str().and_then(numbers), numbers(version)) else {
        return vec![Problem::Invalid(format!(
            "`{version}` and {held} cannot be compared as versions"
        ))];
    };
    if from >= to {
        return vec![Problem::Obsolete(format!("the document is of version {held}"))];
    }
    *held = json!(version);
    Vec::new()
}

fn numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

fn add_property(document: &mut Value, schema: &str, property: &str, value: &Value) -> Vec<Problem> {
    if has_property(document, schema, property) {
        return vec![Problem::Obsolete(format!("{schema}.{property} is in the document"))];
    }
    let Some(target) = component_mut(document, schema) else {
        return vec![no_schema(schema)];
    };
    let Some(properties) = target.get_mut("properties").and_then(Value::as_object_mut) else {
        return vec![Problem::NoMatch(format!("{schema} has no properties of its own"))];
    };
    properties.insert(property.to_owned(), value.clone());
    Vec::new()
}

fn drop_properties(document: &mut Value, patterns: &[String]) -> Vec<Problem> {
    let received = facts::received(document);
    let mut used = BTreeSet::new();
    for name in &received {
        if let Some(schema) = component_mut(document, name) {
            drop_in(schema, patterns, &mut used);
        }
    }
    let unused = patterns.iter().filter(|pattern| !used.contains(pattern.as_str()));
    unused
        .map(|pattern| Problem::NoMatch(format!("no answer has a property like `{pattern}`")))
        .collect()
}

fn drop_in<'p>(schema: &mut Value, patterns: &'p [String], used: &mut BTreeSet<&'p str>) {
    let mut dropped = BTreeSet::new();
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| {
            let hit = patterns.iter().find(|pattern| is_like(name, pattern));
            used.extend(hit.map(String::as_str));
            if hit.is_some() {
                dropped.insert(name.clone());
            }
            hit.is_none()
        });
        properties
            .values_mut()
            .for_each(|property| drop_in(property, patterns, used));
    }
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name.as_str().is_none_or(|name| !dropped.contains(name)));
    }
    for part in schema
        .get_mut("allOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        drop_in(part, patterns, used);
    }
    if let Some(items) = schema.get_mut("items") {
        drop_in(items, patterns, used);
    }
}

fn is_like(name: &str, pattern: &str) -> bool {
    pattern
        .strip_prefix('*')
        .map_or(name == pattern, |end| name.ends_with(end))
}

fn optional(document: &mut Value, schema: &str, property: &str) -> Vec<Problem> {
    if !has_property(document, schema, property) {
        return vec![no_property(schema, property)];
    }
    let mut changed = false;
    for part in parts_mut(document, schema) {
        if let Some(required) = part.get_mut("required").and_then(Value::as_array_mut) {
            let before = required.len();
            required.retain(|name| name != property);
            changed |= required.len() != before;
        }
    }
    if changed {
        Vec::new()
    } else {
        vec![Problem::Obsolete(format!(
            "{schema}.{property} is optional in the document"
        ))]
    }
}

fn name_enum(document: &mut Value, name: &str, places: &[String]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut values = Vec::new();
    for place in places {
        let Some((schema, property)) = place.split_once('.') else {
            problems.push(Problem::Invalid(format!(
                "`{place}` is not of the form Schema.property"
            )));
            continue;
        };
        if !has_property(document, schema, property) {
            problems.push(no_property(schema, property));
            continue;
        }
        let held = parts_mut(document, schema)
            .into_iter()
            .find_map(|part| part.get_mut("properties")?.as_object_mut()?.get_mut(property));
        match held.and_then(|held| refer(held, name)) {
            Some(found) => values.push(found),
            None => problems.push(Problem::Obsolete(format!("{place} lists no values of its own"))),
        }
    }
    add_enum(document, name, values);
    problems
}

fn name_parameter_enum(document: &mut Value, name: &str, parameter: &str) -> Vec<Problem> {
    let mut values = Vec::new();
    let mut seen = false;
    for held in parameters_mut(document, parameter, "query") {
        seen = true;
        values.extend(held.get_mut("schema").and_then(|schema| refer(schema, name)));
    }
    if values.is_empty() {
        let what = format!("no query parameter `{parameter}` lists values of its own");
        return vec![if seen {
            Problem::Obsolete(what)
        } else {
            Problem::NoMatch(what)
        }];
    }
    add_enum(document, name, values);
    Vec::new()
}

/// Replaces an enumeration by a reference and returns its values.
fn refer(held: &mut Value, name: &str) -> Option<Vec<Value>> {
    let values = held.get("enum")?.as_array()?.clone();
    let reference = json!({ "$ref": format!("{SCHEMA_PREFIX}{name}") });
    let nullable = held.get("nullable") == Some(&json!(true));
    *held = if nullable {
        json!({ "nullable": true, "allOf": [reference] })
    } else {
        reference
    };
    Some(values)
}

/// Adds a text enumeration, or the values that the one already there lacks: every list may be ahead of the others.
fn add_enum(document: &mut Value, name: &str, lists: Vec<Vec<Value>>) {
    let Some(schemas) = document
        .pointer_mut("/components/schemas")
        .and_then(Value::as_object_mut)
    else {
        return;
    };
    if lists.is_empty() {
        return;
    }
    let component = schemas
        .entry(name)
        .or_insert_with(|| json!({ "type": "string", "enum": [] }));
    let Some(known) = component.get_mut("enum").and_then(Value::as_array_mut) else {
        return;
    };
    for value in lists.into_iter().flatten() {
        if !known.contains(&value) {
            known.push(value);
        }
    }
}

fn drop_parameter_format(document: &mut Value, parameter: &str, format: &str) -> Vec<Problem> {
    let (mut seen, mut changed) = (false, false);
    for held in parameters_mut(document, parameter, "path") {
        seen = true;
        let Some(schema) = held.get_mut("schema").and_then(Value::as_object_mut) else {
            continue;
        };
        if schema.get("format").is_some_and(|held| held == format) {
            schema.remove("format");
            changed = true;
        }
    }
    let what = format!("no path parameter `{parameter}` has the format {format}");
    match (changed, seen) {
        (true, _) => Vec::new(),
        (false, true) => vec![Problem::Obsolete(what)],
        (false, false) => vec![Problem::NoMatch(what)],
    }
}

fn no_schema(schema: &str) -> Problem {
    Problem::NoMatch(format!("there is no schema {schema}"))
}

fn no_property(schema: &str, property: &str) -> Problem {
    Problem::NoMatch(format!("there is no property {schema}.{property}"))
}

fn component_mut<'a>(document: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    document.get_mut("components")?.get_mut("schemas")?.get_mut(name)
}

/// The component itself and the parts it is put together from, as far as they are written out in it.
fn parts_mut<'a>(document: &'a mut Value, name: &str) -> Vec<&'a mut Map<String, Value>> {
    let Some(schema) = component_mut(document, name) else {
        return Vec::new();
    };
    if schema.get("allOf").is_some() {
        let parts = schema.get_mut("allOf").and_then(Value::as_array_mut);
        return parts.into_iter().flatten().filter_map(Value::as_object_mut).collect();
    }
    schema.as_object_mut().into_iter().collect()
}

/// Whether a schema has a property, its referred parts included.
fn has_property(document: &Value, schema: &str, property: &str) -> bool {
    let Some(held) = facts::component(document, schema) else {
        return false;
    };
    let parts = held.get("allOf").and_then(Value::as_array).into_iter().flatten();
    parts.chain([held]).any(|part| match facts::referred(part) {
        Some(name) => has_property(document, name, property),
        None => part
            .get("properties")
            .is_some_and(|properties| properties.get(property).is_some()),
    })
}

fn parameters_mut<'a>(document: &'a mut Value, name: &str, place: &str) -> Vec<&'a mut Value> {
    let mut found = Vec::new();
    let items = document.get_mut("paths").and_then(Value::as_object_mut);
    for (key, value) in items
        .into_iter()
        .flat_map(|items| items.values_mut())
        .filter_map(Value::as_object_mut)
        .flatten()
    {
        let list = if key == "parameters" {
            Some(value)
        } else {
            value.get_mut("parameters")
        };
        for parameter in list.and_then(Value::as_array_mut).into_iter().flatten() {
            if parameter.get("name").is_some_and(|held| held == name)
                && parameter.get("in").is_some_and(|held| held == place)
            {
                found.push(parameter);
            }
        }
    }
    found
}
