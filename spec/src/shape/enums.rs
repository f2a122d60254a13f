//! Enumerations written out at a property or a parameter become components, named after where they stand.

use serde_json::{Map, Value, json};

use super::schemas_mut;
use crate::lower::SCHEMA_PREFIX;

/// Makes a component of every enumeration that is written out at a property or a parameter.
pub(super) fn name_all(document: &mut Value) {
    let mut named = Map::new();
    for (name, schema) in schemas_mut(document) {
        lift_below(schema, name, &mut named);
    }
    for item in document
        .get_mut("paths")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flat_map(|items| items.values_mut())
    {
        for operation in item.as_object_mut().into_iter().flat_map(|item| item.values_mut()) {
            let owner = operation
                .get("operationId")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned();
            for parameter in operation
                .get_mut("parameters")
                .and_then(Value::as_array_mut)
                .into_iter()
                .flatten()
            {
                let name = parameter
                    .get("name")
                    .and_then(Value::as_str)
                    .unwrap_or_default()
                    .to_owned();
                if let Some(schema) = parameter.get_mut("schema") {
                    lift(schema, &pascal(&owner, &name), &mut named);
                }
            }
        }
    }
    if let Some(schemas) = document
        .pointer_mut("/components/schemas")
        .and_then(Value::as_object_mut)
    {
        schemas.extend(named);
    }
}

/// Lifts every enumeration below a schema, but not the schema itself.
fn lift_below(schema: &mut Value, owner: &str, named: &mut Map<String, Value>) {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for (property, value) in properties {
            lift(value, &pascal(owner, property), named);
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(value) = schema.get_mut(key) {
            lift(value, &pascal(owner, "item"), named);
        }
    }
    for part in schema
        .get_mut("allOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        lift_below(part, owner, named);
    }
}

fn lift(value: &mut Value, name: &str, named: &mut Map<String, Value>) {
    if value.get("enum").is_none() {
        return lift_below(value, name, named);
    }
    let reference = json!({ "$ref": format!("{SCHEMA_PREFIX}{name}") });
    let nullable = value
        .as_object_mut()
        .is_some_and(|value| value.remove("nullable").is_some());
    named.insert(name.to_owned(), value.take());
    *value = if nullable {
        json!({ "nullable": true, "allOf": [reference] })
    } else {
        reference
    };
}

/// `PlanSummary` and `last_month` make `PlanSummaryLastMonth`.
fn pascal(owner: &str, name: &str) -> String {
    let mut text = String::new();
    for word in [owner].into_iter().chain(name.split('_')) {
        let mut letters = word.chars();
        text.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        text.push_str(letters.as_str());
    }
    text
}
