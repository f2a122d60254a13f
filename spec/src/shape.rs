//! From the facts to what the generator writes well. Rules only, no names of YNAB's: a new document needs no change here.
//!
//! - Answers are ranges of statuses. YNAB documents odd ones (209) and leaves out others (401, 429, 500); with ranges
//!   every success is read and every error typed.
//! - A request field that may be null has three states: absent, null, a value. It refers to a `Nullable…` component,
//!   which `generate` writes as an `Option` inside the field's own `Option`.
//! - An answer's field that may be null may also be absent.
//! - Length limits, patterns and defaults leave the types; arguments are checked where they enter, with our message.
//! - Every enumeration is a component, so that `generate` can keep the ones YNAB sends open.
//! - A component that adds nothing to another, or is no more than a text or a number, is written out: each would become
//!   a wrapper around one field.

mod enums;
mod write_out;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::SpecError;
use crate::facts;
use crate::lower::SCHEMA_PREFIX;

/// A document for the generator, and what the generated types are replaced by.
#[derive(Debug)]
pub struct Shaped {
    /// `OpenAPI` 3.0.3.
    pub document: Value,
    /// `Nullable…` components and the schema that each makes nullable.
    pub three_state: BTreeMap<String, Value>,
    /// Enumerations that YNAB sends, with their values.
    pub open_enums: BTreeMap<String, Vec<String>>,
}

/// Shapes a committed document.
pub fn shape(facts: &Value) -> Result<Shaped, SpecError> {
    let mut document = facts.clone();
    range_responses(&mut document);
    enums::name_all(&mut document);
    write_out::aliases(&mut document);
    write_out::scalars(&mut document);
    let (sent, received) = (facts::sent(&document), facts::received(&document));
    let mut three_state = BTreeMap::new();
    let open_enums = received
        .iter()
        .filter_map(|name| Some((name.clone(), values(facts::component(&document, name)?)?)));
    let open_enums = open_enums.collect();
    for (name, schema) in schemas_mut(&mut document) {
        // A schema that is both sent and received is both at once: three-state fields read an explicit null as well.
        if received.contains(name) || !sent.contains(name) {
            answer(schema);
        }
        if sent.contains(name) && schema.get("enum").is_none() {
            request(schema, &mut three_state)?;
        }
        drop_limits(schema);
    }
    for (name, schema) in &three_state {
        if let Some(schemas) = document
            .pointer_mut("/components/schemas")
            .and_then(Value::as_object_mut)
        {
            schemas.insert(name.clone(), schema.clone());
        }
    }
    Ok(Shaped {
        document,
        three_state,
        open_enums,
    })
}

fn schemas_mut(document: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    document
        .pointer_mut("/components/schemas")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flatten()
}

/// The values of a text enumeration.
fn values(schema: &Value) -> Option<Vec<String>> {
    schema
        .get("enum")?
        .as_array()?
        .iter()
        .map(|value| value.as_str().map(str::to_owned))
        .collect()
}

fn range_responses(document: &mut Value) {
    let items = document.get_mut("paths").and_then(Value::as_object_mut);
    let mut error = None;
    let members = items
        .into_iter()
        .flat_map(|items| items.values_mut())
        .filter_map(Value::as_object_mut);
    let mut tables: Vec<&mut Map<String, Value>> = members
        .flat_map(|item| item.values_mut())
        .filter_map(|operation| operation.get_mut("responses")?.as_object_mut())
        .collect();
    for table in &tables {
        error = error.or_else(|| {
            table
                .iter()
                .find(|(status, _)| is_error(status))
                .map(|(_, response)| response.clone())
        });
    }
    for table in &mut tables {
        let success = table
            .iter()
            .find(|(status, _)| status.starts_with('2'))
            .map(|(_, response)| response.clone());
        let own_error = table
            .iter()
            .find(|(status, _)| is_error(status))
            .map(|(_, response)| response.clone());
        table.clear();
        table.extend(success.map(|response| ("2XX".to_owned(), response)));
        for range in ["4XX", "5XX"] {
            table.extend(
                own_error
                    .clone()
                    .or_else(|| error.clone())
                    .map(|response| (range.to_owned(), response)),
            );
        }
    }
}

fn is_error(status: &str) -> bool {
    status.starts_with(['4', '5'])
}

fn request(schema: &mut Value, three_state: &mut BTreeMap<String, Value>) -> Result<(), SpecError> {
    for property in schema
        .get_mut("properties")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flat_map(|all| all.values_mut())
    {
        if property
            .as_object_mut()
            .is_some_and(|property| property.remove("nullable").is_some())
        {
            let name = nullable_name(property)?;
            drop_limits(property);
            three_state.insert(name.clone(), property.take());
            *property = json!({ "$ref": format!("{SCHEMA_PREFIX}{name}") });
        } else {
            request(property, three_state)?;
        }
    }
    for part in schema
        .get_mut("allOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        request(part, three_state)?;
    }
    if let Some(items) = schema.get_mut("items") {
        request(items, three_state)?;
    }
    Ok(())
}

/// `Nullable` and the Rust type inside, so that equal types share one component.
fn nullable_name(property: &Value) -> Result<String, SpecError> {
    let part = property.pointer("/allOf/0").and_then(facts::referred);
    if let Some(name) = part {
        return Ok(format!("Nullable{name}"));
    }
    let kind = property.get("type").and_then(Value::as_str).unwrap_or_default();
    let format = property.get("format").and_then(Value::as_str).unwrap_or_default();
    Ok(match (kind, format) {
        ("string", "uuid") => "NullableUuid",
        ("string", "date") => "NullableDate",
        ("string", "date-time") => "NullableDateTime",
        ("string", _) => "NullableString",
        ("integer", _) => "NullableInteger",
        ("boolean", _) => "NullableBoolean",
        _ => {
            return Err(SpecError::Generator(format!(
                "a request field of this kind cannot be three-state: {property}"
            )));
        }
    }
    .to_owned())
}

/// Takes fields that may be null out of the required ones, wherever in the schema they are declared and required.
fn answer(schema: &mut Value) {
    let mut nullable = BTreeSet::new();
    for_each_part(schema, &mut |part| {
        for (name, property) in part
            .get_mut("properties")
            .and_then(Value::as_object_mut)
            .into_iter()
            .flatten()
        {
            if property.get("nullable") == Some(&json!(true)) {
                nullable.insert(name.clone());
            }
            answer(property);
        }
        if let Some(items) = part.get_mut("items") {
            answer(items);
        }
    });
    for_each_part(schema, &mut |part| {
        if let Some(required) = part.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|name| name.as_str().is_none_or(|name| !nullable.contains(name)));
        }
    });
}

/// The schema itself and the parts written out in it.
fn for_each_part(schema: &mut Value, act: &mut dyn FnMut(&mut Value)) {
    act(schema);
    for part in schema
        .get_mut("allOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        for_each_part(part, act);
    }
}

const LIMITS: [&str; 9] = [
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "uniqueItems",
    "default",
];

fn drop_limits(schema: &mut Value) {
    let Some(members) = schema.as_object_mut() else { return };
    members.retain(|key, _| !LIMITS.contains(&key.as_str()));
    for (key, value) in members.iter_mut() {
        match key.as_str() {
            "properties" => value
                .as_object_mut()
                .into_iter()
                .flat_map(|all| all.values_mut())
                .for_each(drop_limits),
            "items" | "additionalProperties" => drop_limits(value),
            "allOf" => value.as_array_mut().into_iter().flatten().for_each(drop_limits),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
