//! Questions asked of a lowered document: its operations, and which schemas each of them sends or receives.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::lower::SCHEMA_PREFIX;

/// One operation of a document.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    /// The operation id, such as `getPlans`.
    pub id: &'a str,
    /// The method in lower case.
    pub method: &'a str,
    /// The path template, such as `/plans/{plan_id}`.
    pub path: &'a str,
    /// The members shared by all operations of the path.
    pub item: &'a Value,
    /// The operation itself.
    pub value: &'a Value,
}

impl Operation<'_> {
    /// The parameters, those of the path first.
    pub fn parameters(&self) -> impl Iterator<Item = &Value> {
        let lists = [self.item.get("parameters"), self.value.get("parameters")];
        lists.into_iter().flatten().filter_map(Value::as_array).flatten()
    }

    /// Names of all component schemas that requests of this operation can hold.
    pub fn sends(&self, document: &Value) -> BTreeSet<String> {
        let mut found = reachable(document, self.value.get("requestBody").into_iter());
        found.extend(reachable(document, self.parameters()));
        found
    }

    /// Names of all component schemas that answers to this operation can hold.
    pub fn receives(&self, document: &Value) -> BTreeSet<String> {
        reachable(document, self.value.get("responses").into_iter())
    }
}

/// All operations, in the document's order.
pub fn operations(document: &Value) -> Vec<Operation<'_>> {
    let paths = document.get("paths").and_then(Value::as_object);
    let mut found = Vec::new();
    for (path, item) in paths.into_iter().flatten() {
        for (method, value) in item.as_object().into_iter().flatten() {
            if let Some(id) = value.get("operationId").and_then(Value::as_str) {
                found.push(Operation {
                    id,
                    method,
                    path,
                    item,
                    value,
                });
            }
        }
    }
    found
}

/// Names of the schemas that any request body can hold.
pub fn sent(document: &Value) -> BTreeSet<String> {
    operations(document)
        .iter()
        .flat_map(|operation| operation.sends(document))
        .collect()
}

/// Names of the schemas that any answer can hold.
pub fn received(document: &Value) -> BTreeSet<String> {
    operations(document)
        .iter()
        .flat_map(|operation| operation.receives(document))
        .collect()
}

/// The component schema of that name.
pub fn component<'a>(document: &'a Value, name: &str) -> Option<&'a Value> {
    document.get("components")?.get("schemas")?.get(name)
}

/// The component that a `$ref` names.
pub fn referred(value: &Value) -> Option<&str> {
    value.get("$ref")?.as_str()?.strip_prefix(SCHEMA_PREFIX)
}

fn reachable<'a>(document: &'a Value, roots: impl Iterator<Item = &'a Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Value> = roots.collect();
    while let Some(value) = open.pop() {
        if let Some(name) = referred(value)
            && found.insert(name.to_owned())
        {
            open.extend(component(document, name));
        }
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.values()),
            _ => {}
        }
    }
    found
}
