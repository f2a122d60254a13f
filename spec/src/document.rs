//! Reading a document from YAML or JSON, and the one way it is written.

use std::path::Path;

use serde_json::{Map, Value};

use crate::SpecError;

/// Reads `path` as text.
pub fn read_text(path: &Path) -> Result<String, SpecError> {
    std::fs::read_to_string(path).map_err(|source| SpecError::File {
        path: path.to_owned(),
        source,
    })
}

/// Writes `text` to `path`, unless the file already holds it. Says whether it wrote.
pub fn write_text(path: &Path, text: &str) -> Result<bool, SpecError> {
    if std::fs::read_to_string(path).is_ok_and(|held| held == text) {
        return Ok(false);
    }
    std::fs::write(path, text).map_err(|source| SpecError::File {
        path: path.to_owned(),
        source,
    })?;
    Ok(true)
}

/// Reads a document in YAML or JSON.
pub fn read(path: &Path) -> Result<Value, SpecError> {
    parse(&read_text(path)?).map_err(|reason| SpecError::Unreadable {
        path: path.to_owned(),
        reason,
    })
}

/// Parses YAML or JSON text. Status codes written as numbers become text keys.
///
/// JSON has its own parser: YAML does not know its pairs of escapes for one letter.
pub fn parse(text: &str) -> Result<Value, String> {
    if text.trim_start().starts_with('{')
        && let Ok(value) = serde_json::from_str(text)
    {
        return Ok(value);
    }
    let yaml: serde_yaml_ng::Value = serde_yaml_ng::from_str(text).map_err(|error| error.to_string())?;
    from_yaml(yaml)
}

/// The text of a committed document: indented, with a final line break, members in the document's own order.
pub fn to_text(document: &Value) -> String {
    format!("{document:#}\n")
}

fn from_yaml(yaml: serde_yaml_ng::Value) -> Result<Value, String> {
    use serde_yaml_ng::Value as Yaml;
    Ok(match yaml {
        Yaml::Null => Value::Null,
        Yaml::Bool(value) => Value::Bool(value),
        Yaml::Number(number) => serde_json::to_value(number).map_err(|error| error.to_string())?,
        Yaml::String(text) => Value::String(text),
        Yaml::Sequence(items) => Value::Array(items.into_iter().map(from_yaml).collect::<Result<_, _>>()?),
        Yaml::Mapping(entries) => {
            let mut object = Map::new();
            for (key, value) in entries {
                let key = match key {
                    Yaml::String(text) => text,
                    Yaml::Number(number) => number.to_string(),
                    other => return Err(format!("a key is neither text nor a number: {other:?}")),
                };
                object.insert(key, from_yaml(value)?);
            }
            Value::Object(object)
        }
        Yaml::Tagged(tagged) => return Err(format!("the tag {} is not known here", tagged.tag)),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{parse, to_text};

    #[test]
    fn yaml_and_json_give_the_same_value() {
        let yaml = "responses:\n  200: {type: [string, 'null']}\n  '404': null\n";
        let expected = json!({"responses": {"200": {"type": ["string", "null"]}, "404": null}});
        assert_eq!(parse(yaml), Ok(expected.clone()));
        assert_eq!(parse(&to_text(&expected)), Ok(expected));
        assert_eq!(parse("{\t\"a\": \"\\ud83d\\ude00\"}"), Ok(json!({"a": "😀"})));
        assert_eq!(parse("{a: b}"), Ok(json!({"a": "b"})));
    }

    #[test]
    fn tags_are_refused() {
        assert_eq!(
            parse("a: !secret b"),
            Err("the tag !secret is not known here".to_owned())
        );
    }
}
