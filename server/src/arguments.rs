//! Arguments as clients really send them, brought to the form that a tool's schema declares, before anything else looks.
//!
//! Clients send numbers and lists as text, `"null"` for nothing, or no arguments at all; the schema still declares one plain
//! type each, because a declared union makes clients send worse. What cannot be read one way only is refused, every
//! problem at once, with the valid names.

use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::domain::text::{visible_line, visible_line_up_to};
use crate::error::ToolError;
use crate::schema::JsonObject;

/// The most characters of one problem: it ends with what to write instead, which must not be cut off.
const PROBLEM_CHARACTERS: usize = 400;

/// The arguments in the schema's own form: text turned into the declared type, empty optional ones left out.
pub fn in_form(schema: &JsonObject, arguments: JsonObject) -> Result<JsonObject, ToolError> {
    let mut problems = Vec::new();
    let formed = object_in_form(schema, arguments, "", &mut problems);
    if problems.is_empty() {
        Ok(formed)
    } else {
        Err(ToolError::Arguments(problems))
    }
}

/// The typed arguments, from arguments in the schema's form.
pub fn read<A: DeserializeOwned>(arguments: &JsonObject) -> Result<A, ToolError> {
    let value = Value::Object(arguments.clone());
    serde_path_to_error::deserialize(&value).map_err(|error| {
        let path = error.path().to_string();
        let text = visible_line_up_to(&error.inner().to_string(), PROBLEM_CHARACTERS);
        ToolError::Arguments(vec![if path == "." { text } else { format!("`{path}`: {text}") }])
    })
}

fn object_in_form(schema: &JsonObject, given: JsonObject, path: &str, problems: &mut Vec<String>) -> JsonObject {
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let required = |name: &str| {
        let names = schema.get("required").and_then(Value::as_array);
        names.is_some_and(|names| names.iter().any(|other| other.as_str() == Some(name)))
    };
    let mut formed = Map::new();
    for (name, value) in given {
        let here = join(path, &name);
        match properties.get(&name).and_then(Value::as_object) {
            Some(property) => {
                if !required(&name) && means_nothing(&value) {
                    continue;
                }
                let value = value_in_form(property, value, &here, problems);
                formed.insert(name, value);
            }
            None => problems.push(unknown(&here, &name, properties)),
        }
    }
    for name in properties
        .keys()
        .filter(|name| required(name) && !formed.contains_key(*name))
    {
        let described = properties
            .get(name)
            .and_then(|property| property.get("description")?.as_str());
        let described = described.map(|text| format!(": {}", text.trim_end_matches('.')));
        problems.push(format!(
            "`{}` is missing{}",
            join(path, name),
            described.unwrap_or_default()
        ));
    }
    formed
}

fn value_in_form(schema: &JsonObject, value: Value, path: &str, problems: &mut Vec<String>) -> Value {
    let declared = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    let value = match (declared, value) {
        ("array" | "object", Value::String(text)) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        ("boolean", Value::String(text)) => match text.trim() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => Value::String(text),
        },
        ("integer", value) => whole_number(value),
        ("string", Value::Number(number)) => Value::String(number.to_string()),
        (_, value) => value,
    };
    match (declared, value) {
        ("array", Value::Array(items)) => {
            let empty = Map::new();
            let of = schema.get("items").and_then(Value::as_object).unwrap_or(&empty);
            let items = items.into_iter().enumerate();
            Value::Array(
                items
                    .map(|(i, item)| value_in_form(of, item, &format!("{path}[{i}]"), problems))
                    .collect(),
            )
        }
        ("object", Value::Object(members)) => Value::Object(object_in_form(schema, members, path, problems)),
        ("boolean", value @ Value::Bool(_))
        | ("integer", value @ Value::Number(_))
        | ("number", value @ (Value::Number(_) | Value::String(_)))
        | ("string", value @ Value::String(_)) => {
            if let Some(problem) = out_of_bounds(schema, &value, path) {
                problems.push(problem);
            }
            value
        }
        (_, value) => {
            problems.push(format!("`{path}` must be {}, not {}", form_of(declared), shown(&value)));
            value
        }
    }
}

/// `3`, `"3"` and `3.0` are the whole number 3; anything else stays as it is and is refused later.
fn whole_number(value: Value) -> Value {
    let text = match &value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return value,
    };
    let digits = text.strip_suffix(".0").unwrap_or(&text);
    match digits.parse::<i64>() {
        Ok(number) => Value::from(number),
        Err(_) if value.is_number() => Value::String(text),
        Err(_) => value,
    }
}

fn out_of_bounds(schema: &JsonObject, value: &Value, path: &str) -> Option<String> {
    if let Some(choices) = schema.get("enum").and_then(Value::as_array)
        && !choices.contains(value)
    {
        let names = choices.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ");
        return Some(format!("`{path}` must be one of {names}, not {}", shown(value)));
    }
    let number = value.as_i64()?;
    let bound = |word| schema.get(word).and_then(Value::as_i64);
    if bound("minimum").is_some_and(|least| number < least) || bound("maximum").is_some_and(|most| number > most) {
        let range = match (bound("minimum"), bound("maximum")) {
            (Some(least), Some(most)) => format!("from {least} to {most}"),
            (Some(least), None) => format!("at least {least}"),
            (None, Some(most)) => format!("at most {most}"),
            (None, None) => return None,
        };
        return Some(format!("`{path}` must be {range}, not {number}"));
    }
    None
}

/// What clients send for an optional argument they leave out.
fn means_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => matches!(text.trim(), "" | "null"),
        Value::Array(items) => matches!(items.as_slice(), [only] if only.is_null() || only.as_str() == Some("null")),
        _ => false,
    }
}

fn unknown(path: &str, name: &str, properties: &JsonObject) -> String {
    let mut text = format!("`{}` is not an argument", visible_line(path));
    if properties.is_empty() {
        text.push_str("; there are none");
        return text;
    }
    let valid = properties.keys().map(String::as_str).collect::<Vec<_>>();
    let _ = write!(text, "; the valid ones are {}", valid.join(", "));
    let plain = name.to_lowercase().replace('-', "_");
    let meant: Vec<_> = valid
        .iter()
        .filter(|other| **other == plain || other.ends_with(&format!("_{plain}")))
        .collect();
    if let [meant] = meant.as_slice() {
        let _ = write!(text, "; `{meant}` may be meant");
    }
    text
}

fn form_of(declared: &str) -> &'static str {
    match declared {
        "array" => "a list",
        "object" => "an object",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        _ => "text",
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{}\"", visible_line(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema() -> JsonObject {
        json!({
            "type": "object",
            "properties": {
                "month": {"type": "string"},
                "amount": {"type": "number"},
                "limit": {"type": "integer", "minimum": 1, "maximum": 200},
                "exact": {"type": "boolean"},
                "color": {"type": "string", "enum": ["red", "blue"]},
                "ids": {"type": "array", "items": {"type": "string"}},
                "rows": {"type": "array", "items": {
                    "type": "object", "properties": {"id": {"type": "string"}, "amount": {"type": "number"}}, "required": ["id"],
                }},
            },
            "required": ["month"],
        })
        .as_object()
        .cloned()
        .unwrap()
    }

    fn formed(arguments: &Value) -> Result<Value, Vec<String>> {
        match in_form(&schema(), arguments.as_object().cloned().unwrap()) {
            Ok(object) => Ok(Value::Object(object)),
            Err(ToolError::Arguments(problems)) => Err(problems),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn text_becomes_the_declared_type() {
        let arguments = json!({
            "month": "current", "limit": "50", "exact": "true", "ids": "[\"a\",\"b\"]", "amount": "12.50",
            "rows": "[{\"id\": \"x\", \"amount\": 3}]",
        });
        let expected = json!({
            "month": "current", "limit": 50, "exact": true, "ids": ["a", "b"], "amount": "12.50",
            "rows": [{"id": "x", "amount": 3}],
        });
        assert_eq!(formed(&arguments), Ok(expected));
        assert_eq!(
            formed(&json!({"month": "current", "limit": 3.0})),
            Ok(json!({"month": "current", "limit": 3}))
        );
        assert_eq!(formed(&json!({"month": 2026})), Ok(json!({"month": "2026"})));
    }

    #[test]
    fn what_means_nothing_is_left_out_when_optional() {
        for nothing in [json!(null), json!("null"), json!(["null"]), json!(""), json!([null])] {
            assert_eq!(
                formed(&json!({"month": "current", "ids": nothing})),
                Ok(json!({"month": "current"}))
            );
        }
        assert_eq!(
            formed(&json!({"month": null})),
            Err(vec!["`month` must be text, not null".to_owned()])
        );
        assert_eq!(
            formed(&json!({"month": "current", "ids": []})),
            Ok(json!({"month": "current", "ids": []}))
        );
    }

    #[test]
    fn every_problem_is_named_at_once() {
        let problems = formed(&json!({
            "Limit": 3, "limit": 500, "ids": "abc", "color": "pink", "rows": [{"amount": true}], "exact": 1,
        }))
        .unwrap_err();
        assert_eq!(
            problems,
            [
                "`Limit` is not an argument; the valid ones are month, amount, limit, exact, color, ids, rows; `limit` may be meant",
                "`limit` must be from 1 to 200, not 500",
                "`ids` must be a list, not \"abc\"",
                "`color` must be one of red, blue, not \"pink\"",
                "`rows[0].amount` must be a number, not true",
                "`rows[0].id` is missing",
                "`exact` must be true or false, not 1",
                "`month` is missing",
            ]
        );
    }

    #[test]
    fn a_problem_is_told_to_its_end_and_never_without_end() {
        #[derive(Debug, serde::Deserialize)]
        struct Arguments {
            #[expect(dead_code, reason = "only its refusal is looked at")]
            amount: crate::domain::number::AmountArgument,
        }
        let problem = |amount: Value| match read::<Arguments>(json!({"amount": amount}).as_object().unwrap()) {
            Err(ToolError::Arguments(problems)) => problems.concat(),
            other => panic!("{other:?}"),
        };
        let told = problem(json!("12 EUR"));
        assert!(told.ends_with("without currency sign, spaces or exponent"), "{told}");
        assert!(problem(json!("9".repeat(10_000))).chars().count() < 500);
    }

    #[test]
    fn a_part_of_a_whole_number_is_refused() {
        assert_eq!(
            formed(&json!({"month": "current", "limit": 3.5})),
            Err(vec!["`limit` must be a whole number, not \"3.5\"".to_owned()])
        );
    }
}
