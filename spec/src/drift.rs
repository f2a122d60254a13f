//! What changed between two committed documents, fact by fact, with the tools that each change touches.

mod inventory;

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use crate::coverage::Coverage;
use crate::facts;

use inventory::{Aspects, Subject, inventory};

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drift {
    /// What happened to it.
    pub change: Change,
    /// What it happened to, such as `field Payee.name`.
    pub subject: String,
    /// The tools that use an operation which sends or answers it.
    pub tools: BTreeSet<String>,
}

/// What happened to a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is new; everything that is known about it.
    Added(String),
    /// It is gone.
    Removed,
    /// It says something that it did not say.
    Gained(String),
    /// It no longer says something.
    Lost(String),
    /// It says something else.
    Altered {
        /// About what.
        aspect: String,
        /// What it said.
        from: String,
        /// What it says.
        to: String,
    },
}

impl fmt::Display for Drift {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = &self.subject;
        match &self.change {
            Change::Added(what) if what.is_empty() => write!(formatter, "added    {subject}")?,
            Change::Added(what) => write!(formatter, "added    {subject} ({what})")?,
            Change::Removed => write!(formatter, "removed  {subject}")?,
            Change::Gained(what) => write!(formatter, "added    {subject}: {what}")?,
            Change::Lost(what) => write!(formatter, "removed  {subject}: {what}")?,
            Change::Altered { aspect, from, to } => write!(formatter, "changed  {subject}: {aspect} {from} -> {to}")?,
        }
        if self.tools.is_empty() {
            formatter.write_str("; no tool uses it")
        } else {
            let tools: Vec<&str> = self.tools.iter().map(String::as_str).collect();
            write!(formatter, "; tools: {}", tools.join(", "))
        }
    }
}

/// Every difference from `before` to `after`, operations first.
pub fn drift(before: &Value, after: &Value, coverage: &Coverage) -> Vec<Drift> {
    let (old, new) = (inventory(before), inventory(after));
    let subjects: BTreeSet<&Subject> = old.keys().chain(new.keys()).collect();
    let mut found = Vec::new();
    for subject in subjects {
        // What stands inside something new or gone is not a change of its own.
        if subject
            .owners()
            .any(|owner| old.contains_key(&owner) != new.contains_key(&owner))
        {
            continue;
        }
        let changes = match (old.get(subject), new.get(subject)) {
            (Some(old), Some(new)) => changed(old, new),
            (Some(_), None) => vec![Change::Removed],
            (None, Some(aspects)) => vec![Change::Added(everything(aspects))],
            (None, None) => Vec::new(),
        };
        if changes.is_empty() {
            continue;
        }
        let tools = tools(subject, &[before, after], coverage);
        let named = |change| Drift {
            change,
            subject: subject.to_string(),
            tools: tools.clone(),
        };
        found.extend(changes.into_iter().map(named));
    }
    found
}

fn changed(old: &Aspects, new: &Aspects) -> Vec<Change> {
    let aspects: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let change = |aspect: &String| match (old.get(aspect), new.get(aspect)) {
        (Some(from), Some(to)) if from != to => Some(Change::Altered {
            aspect: aspect.clone(),
            from: from.clone(),
            to: to.clone(),
        }),
        (Some(from), None) => Some(Change::Lost(joined(aspect, from))),
        (None, Some(to)) => Some(Change::Gained(joined(aspect, to))),
        _ => None,
    };
    aspects.into_iter().filter_map(change).collect()
}

fn everything(aspects: &Aspects) -> String {
    let all: Vec<String> = aspects.iter().map(|(aspect, what)| joined(aspect, what)).collect();
    all.join(", ")
}

fn joined(aspect: &str, what: &str) -> String {
    if what.is_empty() {
        aspect.to_owned()
    } else {
        format!("{aspect} {what}")
    }
}

/// The tools behind a subject, in either document: an operation's own, or those of all operations that reach a schema.
fn tools(subject: &Subject, documents: &[&Value], coverage: &Coverage) -> BTreeSet<String> {
    let mut tools = BTreeSet::new();
    for document in documents {
        for operation in facts::operations(document) {
            let concerned = match subject {
                Subject::Document => true,
                Subject::Operation(id, _) => operation.id == id,
                Subject::Schema(name, _) => {
                    operation.sends(document).contains(name)
                        || operation.receives(document).contains(name) && coverage.reads(operation.id, name)
                }
            };
            if concerned {
                tools.extend(coverage.tools_of(operation.id).map(str::to_owned));
            }
        }
    }
    tools
}

#[cfg(test)]
mod tests;
