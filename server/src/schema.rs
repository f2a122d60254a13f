//! JSON Schemas as the many clients accept them: one plain object, nothing referenced, no unions, no formats.
//!
//! What the generator makes of Rust types breaks clients in the field: `$ref` and `$defs`, `["string", "null"]`,
//! `format: "uint64"`, `$schema`. One normaliser removes all of it, so a tool's types need not know. A value that may be
//! missing is an optional property of one plain type; [`without_nulls`] keeps answers in step with that.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// A JSON object, as schemas and arguments are.
pub type JsonObject = Map<String, Value>;

/// The schema of a tool's arguments.
pub fn of_arguments<T: JsonSchema>() -> JsonObject {
    normalised(settings().into_generator().into_root_schema_for::<T>().to_value())
}

/// The schema of a tool's answer: names and types. It is there to check answers, and few clients show it
/// to anyone, so it says nothing in words: those would be half of what a list of tools costs.
pub fn of_answer<T: JsonSchema>() -> JsonObject {
    wordless(normalised(
        settings()
            .for_serialize()
            .into_generator()
            .into_root_schema_for::<T>()
            .to_value(),
    ))
}

/// The schema without its descriptions, and without what is the same everywhere: that there is nothing else, which the tests
/// hold, and lists of what is always there, a second copy of nearly every name. Words that stand for states are text: there may
/// be more of them one day, and an answer says its own.
fn wordless(mut schema: JsonObject) -> JsonObject {
    fn strip(schema: &mut Value) {
        let Some(schema) = schema.as_object_mut() else { return };
        schema.remove("description");
        for word in ["required", "pattern", "minimum", "enum", "additionalProperties"] {
            schema.remove(word);
        }
        schema.get_mut("items").into_iter().for_each(strip);
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        properties.into_iter().flat_map(JsonObject::values_mut).for_each(strip);
    }
    let mut root = Value::Object(std::mem::take(&mut schema));
    strip(&mut root);
    match root {
        Value::Object(schema) => schema,
        _ => schema,
    }
}

/// Adds a property to an object schema, in front of nothing and behind everything.
pub fn add_property(schema: &mut JsonObject, name: &str, property: Value, required: bool) {
    if let Some(properties) = schema.entry("properties").or_insert_with(|| json!({})).as_object_mut() {
        properties.insert(name.to_owned(), property);
    }
    if required && let Some(names) = schema.entry("required").or_insert_with(|| json!([])).as_array_mut() {
        names.push(json!(name));
    }
}

/// The same value without object members that are null: the schemas call such members optional, not nullable.
pub fn without_nulls(mut value: Value) -> Value {
    remove_nulls(&mut value);
    value
}

fn remove_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(remove_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_nulls),
        _ => {}
    }
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    })
}

fn normalised(schema: Value) -> JsonObject {
    let mut root = match schema {
        Value::Object(object) => object,
        _ => Map::new(),
    };
    root.remove("description");
    normalise(&mut root);
    root
}

/// Rewrites one schema object in place, then its children.
fn normalise(schema: &mut JsonObject) {
    for word in ["$schema", "$defs", "title", "format", "default"] {
        schema.remove(word);
    }
    unwrap_nullable_union(schema);
    drop_null_type(schema);
    if schema.get("type").and_then(Value::as_str) == Some("object") {
        let optional = nullable_properties(schema);
        if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|name| {
                name.as_str()
                    .is_none_or(|name| !optional.iter().any(|other| other == name))
            });
            if required.is_empty() {
                schema.remove("required");
            }
        }
        schema.entry("additionalProperties").or_insert(Value::Bool(false));
        schema.entry("properties").or_insert_with(|| json!({}));
    }
    for word in ["items", "additionalProperties"] {
        if let Some(child) = schema.get_mut(word).and_then(Value::as_object_mut) {
            normalise(child);
        }
    }
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for property in properties.values_mut() {
            if let Some(property) = property.as_object_mut() {
                normalise(property);
            }
        }
    }
    unite_constants(schema);
}

/// `anyOf: [X, null]` is X; the property that holds it is optional.
fn unwrap_nullable_union(schema: &mut JsonObject) {
    let Some(choices) = schema.get("anyOf").and_then(Value::as_array) else {
        return;
    };
    let described = choices
        .iter()
        .filter(|choice| !is_null_schema(choice))
        .collect::<Vec<_>>();
    if let [Value::Object(only)] = described.as_slice() {
        let only = only.clone();
        schema.remove("anyOf");
        for (word, value) in only {
            schema.entry(word).or_insert(value);
        }
    }
}

/// `oneOf` of constants, which documented enumerations become, is one `enum` of text.
fn unite_constants(schema: &mut JsonObject) {
    let Some(choices) = schema.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    let mut values = Vec::new();
    for choice in choices {
        match (choice.get("const"), choice.get("enum").and_then(Value::as_array)) {
            (Some(value), _) => values.push(value.clone()),
            (None, Some(several)) => values.extend(several.iter().cloned()),
            (None, None) => return,
        }
    }
    schema.remove("oneOf");
    schema.insert("type".to_owned(), json!("string"));
    schema.insert("enum".to_owned(), Value::Array(values));
}

fn is_null_schema(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

/// `type: [X, null]` is `type: X`, and an enumeration loses its null.
fn drop_null_type(schema: &mut JsonObject) {
    if let Some(types) = schema.get("type").and_then(Value::as_array) {
        let real = types
            .iter()
            .filter(|name| name.as_str() != Some("null"))
            .cloned()
            .collect::<Vec<_>>();
        if let [only] = real.as_slice() {
            schema.insert("type".to_owned(), only.clone());
        }
    }
    if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        values.retain(|value| !value.is_null());
    }
}

/// Names of the properties that may be null, read before the nulls are dropped.
fn nullable_properties(schema: &JsonObject) -> Vec<String> {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    properties
        .iter()
        .filter(|(_, property)| may_be_null(property))
        .map(|(name, _)| name.clone())
        .collect()
}

fn may_be_null(schema: &Value) -> bool {
    let in_type = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|name| name.as_str() == Some("null")),
        Some(Value::String(name)) => name == "null",
        _ => false,
    };
    let in_union = schema
        .get("anyOf")
        .and_then(Value::as_array)
        .is_some_and(|choices| choices.iter().any(is_null_schema));
    in_type || in_union
}

#[cfg(test)]
mod tests {
    use super::*;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        /// Like a rose.
        Red,
        Blue,
    }

    /// Ignored.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Row {
        /// How many.
        count: u64,
        colour: Option<Colour>,
        #[serde(default)]
        note: Option<String>,
        nested: Vec<Inner>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Inner {
        flag: bool,
        deep: Option<Box<Leaf>>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Leaf {
        text: String,
    }

    #[test]
    fn an_answer_has_plain_types_and_optional_members() {
        assert_eq!(
            Value::Object(of_answer::<Row>()),
            json!({
                "type": "object",
                "properties": {
                    "count": {"type": "integer"},
                    "colour": {"type": "string"},
                    "note": {"type": "string"},
                    "nested": {"type": "array", "items": {
                        "type": "object",
                        "properties": {
                            "flag": {"type": "boolean"},
                            "deep": {"type": "object", "properties": {"text": {"type": "string"}}},
                        },
                    }},
                },
            })
        );
    }

    #[test]
    fn an_argument_that_may_be_missing_is_not_required() {
        assert_eq!(of_arguments::<Row>()["required"], json!(["count", "nested"]));
    }

    #[test]
    fn nulls_leave_objects_and_stay_in_lists() {
        assert_eq!(
            without_nulls(json!({"a": null, "b": [null, {"c": null, "d": 1}]})),
            json!({"b": [null, {"d": 1}]})
        );
    }
}
