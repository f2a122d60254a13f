//! Which tools use which operation: `spec/coverage.toml`. Every operation is used, planned or excluded, and says why.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::SpecError;
use crate::document::read_text;
use crate::facts;

/// The whole map, by operation id as the document spells it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// Operations that tools use.
    #[serde(default)]
    pub used: BTreeMap<String, Entry>,
    /// Operations that tools are meant to use.
    #[serde(default)]
    pub planned: BTreeMap<String, Entry>,
    /// Operations that no tool will use.
    #[serde(default)]
    pub excluded: BTreeMap<String, Exclusion>,
}

/// An operation with its tools.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The tools' names.
    pub tools: Vec<String>,
    /// What for.
    pub reason: String,
    /// The schemas of its answer that the tools read, when they read little of a large one.
    #[serde(default)]
    pub only: Vec<String>,
}

/// An operation without tools.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// Why not.
    pub reason: String,
}

/// Where the map and the document disagree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// The document has an operation that the map does not name.
    Missing(String),
    /// The map names an operation that the document does not have.
    Unknown(String),
    /// An operation stands in two places of the map.
    Twice(String),
    /// An entry has no reason.
    NoReason(String),
    /// A used or planned operation names no tool.
    NoTool(String),
    /// An entry limits itself to a schema that the document does not have.
    NoSchema(String, String),
}

impl fmt::Display for Gap {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(id) => write!(formatter, "{id}: say whether it is used, planned or excluded, and why"),
            Self::Unknown(id) => write!(formatter, "{id}: the document has no such operation; delete the entry"),
            Self::Twice(id) => write!(formatter, "{id}: it is used, planned or excluded, not two of them"),
            Self::NoReason(id) => write!(formatter, "{id}: its reason is missing"),
            Self::NoTool(id) => write!(formatter, "{id}: name the tools"),
            Self::NoSchema(id, schema) => write!(formatter, "{id}: the document has no schema {schema}"),
        }
    }
}

impl Coverage {
    /// Reads the map.
    pub fn read(path: &Path) -> Result<Self, SpecError> {
        let text = read_text(path)?;
        Self::parse(&text).map_err(|reason| SpecError::Unreadable {
            path: path.to_owned(),
            reason,
        })
    }

    /// Parses the map.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Everything in which the map and a document disagree, sorted.
    pub fn gaps(&self, document: &Value) -> Vec<Gap> {
        let known: BTreeSet<&str> = facts::operations(document)
            .iter()
            .map(|operation| operation.id)
            .collect();
        let with_tools = self.used.iter().chain(&self.planned);
        let entries = with_tools.map(|(id, entry)| (id, &entry.reason, Some(&entry.tools)));
        let exclusions = self
            .excluded
            .iter()
            .map(|(id, exclusion)| (id, &exclusion.reason, None));
        let mut gaps = Vec::new();
        let mut named = BTreeSet::new();
        for (id, reason, tools) in entries.chain(exclusions) {
            if !named.insert(id.as_str()) {
                gaps.push(Gap::Twice(id.clone()));
            }
            if !known.contains(id.as_str()) {
                gaps.push(Gap::Unknown(id.clone()));
            }
            if reason.trim().is_empty() {
                gaps.push(Gap::NoReason(id.clone()));
            }
            if tools.is_some_and(Vec::is_empty) {
                gaps.push(Gap::NoTool(id.clone()));
            }
        }
        for (id, entry) in self.used.iter().chain(&self.planned) {
            let unknown = entry
                .only
                .iter()
                .filter(|schema| facts::component(document, schema).is_none());
            gaps.extend(unknown.map(|schema| Gap::NoSchema(id.clone(), schema.clone())));
        }
        gaps.extend(known.difference(&named).map(|id| Gap::Missing((*id).to_owned())));
        gaps.sort();
        gaps
    }

    /// The tools that use an operation today.
    pub fn tools_of(&self, operation: &str) -> impl Iterator<Item = &str> {
        self.used
            .get(operation)
            .into_iter()
            .flat_map(|entry| entry.tools.iter().map(String::as_str))
    }

    /// Whether the tools of an operation read that schema, given that its answer holds it.
    pub fn reads(&self, operation: &str, schema: &str) -> bool {
        self.used
            .get(operation)
            .is_some_and(|entry| entry.only.is_empty() || entry.only.iter().any(|name| name == schema))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Coverage, Gap};

    #[test]
    fn every_disagreement_is_found() {
        let document = json!({"paths": {
            "/a": {"get": {"operationId": "getA"}, "post": {"operationId": "createA"}},
            "/b": {"get": {"operationId": "getB"}, "delete": {"operationId": "deleteB"}},
        }});
        let map = r#"
            [used]
            getA = { tools = ["read_a"], reason = "reads", only = ["Nothing"] }
            createA = { tools = [], reason = " " }
            [planned]
            gone = { tools = ["x"], reason = "later" }
            [excluded]
            getA = { reason = "never" }
            getB = { reason = "never" }
        "#;
        let id = |id: &str| id.to_owned();
        let expected = [
            Gap::Missing(id("deleteB")),
            Gap::Unknown(id("gone")),
            Gap::Twice(id("getA")),
            Gap::NoReason(id("createA")),
            Gap::NoTool(id("createA")),
            Gap::NoSchema(id("getA"), id("Nothing")),
        ];
        assert_eq!(Coverage::parse(map).unwrap().gaps(&document), expected);
    }

    #[test]
    fn a_misspelt_word_is_no_entry() {
        assert!(Coverage::parse("[use]\n").is_err());
        assert!(Coverage::parse("[excluded]\ngetA = { reasons = 'x' }\n").is_err());
    }
}
