//! The committed document holds facts only; this module knows what is not one.

use serde_json::Value;

use crate::at::At;
use crate::error::Refusal;

/// Members that carry words for people, or a vendor's own extension, wherever they stand as keywords.
pub fn is_prose(key: &str) -> bool {
    matches!(
        key,
        "description" | "summary" | "title" | "tags" | "externalDocs" | "example" | "examples" | "$comment"
    ) || key.starts_with("x-")
}

/// Every text in a committed document that could be a sentence: a fact has no white space in it.
pub fn find(document: &Value) -> Vec<Refusal> {
    let mut found = Vec::new();
    walk(&At::root(), document, &mut found);
    found
}

fn walk(at: &At, value: &Value, found: &mut Vec<Refusal>) {
    match value {
        Value::String(text) if text.contains(char::is_whitespace) => {
            found.push(Refusal {
                at: at.clone(),
                why: "prose does not belong into the committed document".to_owned(),
            });
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(&at.index(index), item, found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                walk(&at.key(key), member, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::find;

    #[test]
    fn a_sentence_is_found_wherever_it_hides() {
        let document =
            json!({"info": {"title": "YNAB"}, "paths": {"/a": {"get": {"summary": "Get a thing", "x": ["b c"]}}}});
        let places: Vec<String> = find(&document).iter().map(|refusal| refusal.at.to_string()).collect();
        assert_eq!(places, ["$.paths['/a'].get.summary", "$.paths['/a'].get.x[0]"]);
        assert_eq!(find(&json!({"info": {"title": "YNAB", "description": ""}})), []);
    }
}
