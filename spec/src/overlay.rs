//! Our corrections of the facts, each with its reason: `spec/overlay.toml`.
//!
//! An entry must change something. One that finds nothing to change is an error, and one whose effect the document
//! already has is obsolete and an error too, so that the overlay never outlives its reasons.

mod change;

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::SpecError;
use crate::document::read_text;

/// The whole overlay, in the order in which it is applied.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overlay {
    /// The entries.
    #[serde(default, rename = "change")]
    pub changes: Vec<Change>,
}

/// One entry.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// What messages call it; unique.
    pub name: String,
    /// Why we correct the document here.
    pub reason: String,
    /// What it does.
    pub action: Action,
}

/// What an entry does.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Names a newer API version than the document does.
    RaiseVersion(String),
    /// Adds a property that the document lacks.
    AddProperty {
        /// The component schema.
        schema: String,
        /// The property.
        property: String,
        /// Its schema, in `OpenAPI` 3.0.
        value: Value,
    },
    /// Drops properties from everything that answers can hold; `*` at the front stands for any text.
    DropProperties(Vec<String>),
    /// Makes a required property optional.
    Optional {
        /// The component schema.
        schema: String,
        /// The property.
        property: String,
    },
    /// Gives the enumerations written out at several properties one component.
    NameEnum {
        /// The component, new or already there.
        name: String,
        /// The properties, as `Schema.property`.
        at: Vec<String>,
    },
    /// Gives the enumeration of every query parameter of this name one component.
    NameParameterEnum {
        /// The new component.
        name: String,
        /// The parameter.
        parameter: String,
    },
    /// Drops the format of every path parameter of this name.
    DropParameterFormat {
        /// The parameter.
        parameter: String,
        /// The format that does not hold.
        format: String,
    },
}

/// An entry that does not fit the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The entry's name.
    pub name: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// Why an entry does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is nothing in the document that it could change.
    NoMatch(String),
    /// The document already says what it says.
    Obsolete(String),
    /// The entry itself is wrong.
    Invalid(String),
}

impl fmt::Display for Misfit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.problem {
            Problem::NoMatch(what) => write!(
                formatter,
                "entry `{name}` matches nothing: {what}; correct or delete it"
            ),
            Problem::Obsolete(what) => write!(formatter, "entry `{name}` is obsolete: {what}; delete it"),
            Problem::Invalid(what) => write!(formatter, "entry `{name}`: {what}"),
        }
    }
}

impl Overlay {
    /// Reads an overlay.
    pub fn read(path: &Path) -> Result<Self, SpecError> {
        let text = read_text(path)?;
        Self::parse(&text).map_err(|reason| SpecError::Unreadable {
            path: path.to_owned(),
            reason,
        })
    }

    /// Parses an overlay.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// The entries that would still change a committed document, which therefore is not the outcome of this overlay.
    pub fn not_in(&self, facts: &Value) -> Vec<&str> {
        let changes = |change: &&Change| {
            let mut document = facts.clone();
            change::apply(&change.action, &mut document);
            document != *facts
        };
        self.changes
            .iter()
            .filter(changes)
            .map(|change| change.name.as_str())
            .collect()
    }

    /// Lays every entry over a lowered document. All misfits are reported, and then nothing is returned.
    pub fn apply(&self, mut document: Value) -> Result<Value, SpecError> {
        let mut misfits = Vec::new();
        let mut names = BTreeSet::new();
        for change in &self.changes {
            let unreasoned = change.reason.trim().is_empty().then_some("its reason is missing");
            let repeated = (!names.insert(&change.name)).then_some("its name is used twice");
            let invalid = unreasoned
                .into_iter()
                .chain(repeated)
                .map(|what| Problem::Invalid(what.to_owned()));
            let problems = invalid.chain(change::apply(&change.action, &mut document));
            misfits.extend(problems.map(|problem| Misfit {
                name: change.name.clone(),
                problem,
            }));
        }
        if misfits.is_empty() {
            Ok(document)
        } else {
            Err(SpecError::Overlay(misfits))
        }
    }
}

#[cfg(test)]
mod tests;
