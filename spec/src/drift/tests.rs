//! Drift on the sample: exactly what was changed is reported, once, with its tools.

use serde_json::{Value, json};

use super::drift;
use crate::coverage::Coverage;
use crate::document::parse;
use crate::lower::lower;

fn sample() -> Value {
    lower(&parse(include_str!("../../tests/sample.yaml")).unwrap()).unwrap()
}

/// The lines for the sample after `change`.
fn lines(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let coverage = Coverage::parse(include_str!("../../tests/coverage.toml")).unwrap();
    let before = sample();
    let mut after = sample();
    change(&mut after);
    drift(&before, &after, &coverage)
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn insert(document: &mut Value, pointer: &str, key: &str, value: Value) {
    document
        .pointer_mut(pointer)
        .unwrap()
        .as_object_mut()
        .unwrap()
        .insert(key.to_owned(), value);
}

fn remove(document: &mut Value, pointer: &str, key: &str) {
    document
        .pointer_mut(pointer)
        .unwrap()
        .as_object_mut()
        .unwrap()
        .shift_remove(key)
        .unwrap();
}

const READS: &str = "; tools: change_books, list_shelves";
const WRITES: &str = "; tools: change_books";

#[test]
fn the_same_document_in_another_order_has_no_drift() {
    let none = lines(|document| {
        let schemas = document["components"]["schemas"].as_object_mut().unwrap();
        let first = schemas.shift_remove("ErrorResponse").unwrap();
        schemas.insert("ErrorResponse".to_owned(), first);
        document["components"]["schemas"]["ShelfBase"]["required"]
            .as_array_mut()
            .unwrap()
            .reverse();
    });
    assert_eq!(none, Vec::<String>::new());
}

#[test]
fn a_new_field_a_new_value_a_new_operation_and_a_removed_field() {
    let found = lines(|document| {
        insert(
            document,
            "/components/schemas/Book/properties",
            "isbn",
            json!({"type": "string", "nullable": true}),
        );
        document["components"]["schemas"]["Colour"]["enum"]
            .as_array_mut()
            .unwrap()
            .push(json!("teal"));
        let responses = document["paths"]["/shelves"]["get"]["responses"].clone();
        let parameters = json!([{"name": "x", "in": "query", "schema": {"type": "string"}}]);
        let operation = json!({"operationId": "deleteShelf", "parameters": parameters, "responses": responses});
        insert(document, "/paths/~1shelves", "delete", operation);
        remove(document, "/components/schemas/SaveBook/properties", "note");
    });
    let expected = [
        "added    operation deleteShelf (answers 200 ShelvesResponse, answers 404 ErrorResponse, at DELETE /shelves); \
         no tool uses it"
            .to_owned(),
        format!("added    field Book.isbn (may be null, type text){READS}"),
        format!("added    schema Colour: value \"teal\"{READS}"),
        format!("removed  field SaveBook.note{WRITES}"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn null_requiredness_types_and_limits() {
    let found = lines(|document| {
        remove(document, "/components/schemas/ShelfBase/properties/title", "nullable");
        document["components"]["schemas"]["ShelfBase"]["required"] = json!(["id", "material", "label", "title"]);
        document["components"]["schemas"]["Book"]["properties"]["id"] = json!({"type": "string", "format": "uuid"});
        document["components"]["schemas"]["SaveBook"]["properties"]["note"]["maxLength"] = json!(60);
    });
    let expected = [
        format!("changed  field Book.id: type text -> text uuid{READS}"),
        format!("changed  field SaveBook.note: maxLength 50 -> 60{WRITES}"),
        format!("removed  field ShelfBase.title: may be null{READS}"),
        format!("added    field ShelfBase.title: required{READS}"),
        format!("removed  field ShelfBase.value: required{READS}"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn parameters_routes_and_statuses() {
    let found = lines(|document| {
        let books = "/paths/~1shelves~1{shelf_id}~1books/patch";
        insert(document, books, "deprecated", json!(true));
        let status = document
            .pointer("/paths/~1shelves~1{shelf_id}~1books/patch/responses/209")
            .unwrap()
            .clone();
        remove(document, &format!("{books}/responses"), "209");
        insert(document, &format!("{books}/responses"), "200", status);
        insert(document, "/paths/~1shelves/get/parameters/0", "required", json!(true));
        document["paths"]["/shelves"]["get"]["parameters"]
            .as_array_mut()
            .unwrap()
            .push(json!({
                "name": "since", "in": "query", "schema": {"type": "string", "format": "date"}
            }));
    });
    let expected = [
        "added    parameter getShelves.since (in query, type text date); tools: list_shelves".to_owned(),
        "added    parameter getShelves.kind: required; tools: list_shelves".to_owned(),
        format!("added    operation updateBooks: answers 200 ShelvesResponse{WRITES}"),
        format!("removed  operation updateBooks: answers 209 ShelvesResponse{WRITES}"),
        format!("added    operation updateBooks: deprecated{WRITES}"),
    ];
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    assert_eq!(sorted(found), sorted(expected.to_vec()));
}

#[test]
fn what_stands_inside_something_new_or_gone_is_not_reported_again() {
    let found = lines(|document| {
        let inner = json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}});
        insert(document, "/components/schemas/Book/properties", "loan", inner.clone());
        insert(document, "/components/schemas", "Loan", inner);
        remove(document, "/components/schemas", "Label");
        remove(document, "/paths", "/shelves/{shelf_id}/books");
    });
    let expected = [
        format!("removed  operation updateBooks{WRITES}"),
        format!("added    field Book.loan (type object){READS}"),
        format!("removed  schema Label{READS}"),
        "added    schema Loan (type object); no tool uses it".to_owned(),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_demand_on_a_field_declared_elsewhere_is_a_fact_too() {
    let found = lines(|document| {
        document["components"]["schemas"]["Shelf"]["allOf"][1]["required"] = json!(["colour", "value_formatted"]);
        document["info"]["version"] = json!("1.2.0");
    });
    let expected = [
        format!("changed  document: version 1.0.0 -> 1.2.0{READS}"),
        format!("added    schema Shelf: requires colour{READS}"),
        format!("added    field Shelf.value_formatted: required{READS}"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn tools_that_read_part_of_an_answer_are_not_named_for_the_rest() {
    let map = "[used]\ngetShelves = { tools = ['list_shelves'], reason = 'r', only = ['Book'] }\n";
    let coverage = Coverage::parse(map).unwrap();
    let mut after = sample();
    remove(&mut after, "/components/schemas/Book/properties", "pages");
    remove(&mut after, "/components/schemas/ShelfBase/properties", "title");
    let found: Vec<String> = drift(&sample(), &after, &coverage)
        .iter()
        .map(ToString::to_string)
        .collect();
    let expected = [
        "removed  field Book.pages; tools: list_shelves",
        "removed  field ShelfBase.title; no tool uses it",
    ];
    assert_eq!(found, expected);
}
