//! Lowering on the sample: what is kept, what is bent, and every refusal with its place.

use serde_json::{Value, json};

use super::lower;
use crate::at::At;
use crate::document::parse;
use crate::{SpecError, prose};

fn sample() -> Value {
    parse(include_str!("../../tests/sample.yaml")).unwrap()
}

fn lowered() -> Value {
    lower(&sample()).unwrap()
}

/// The refusals of the sample with one value put in.
fn refusals(pointer: &str, key: &str, value: Value) -> Vec<String> {
    let mut document = sample();
    document
        .pointer_mut(pointer)
        .unwrap()
        .as_object_mut()
        .unwrap()
        .insert(key.to_owned(), value);
    match lower(&document) {
        Err(SpecError::Refused(refusals)) => refusals.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_outcome_is_openapi_3_0_without_a_sentence() {
    let document = lowered();
    assert_eq!(document["openapi"], "3.0.3");
    assert_eq!(prose::find(&document), []);
    serde_json::from_value::<openapiv3::OpenAPI>(document).unwrap();
}

#[test]
fn types_with_null_become_nullable_and_null_leaves_values_and_defaults() {
    let schemas = &lowered()["components"]["schemas"];
    let book = &schemas["Book"]["properties"];
    assert_eq!(
        book["pages"],
        json!({"type": "integer", "format": "int32", "nullable": true})
    );
    assert_eq!(schemas["Colour"], json!({"type": "string", "enum": ["red", ""]}));
}

#[test]
fn a_property_named_like_a_keyword_stays() {
    let properties = &lowered()["components"]["schemas"]["ShelfBase"]["properties"];
    assert_eq!(properties["title"], json!({"type": "string", "nullable": true}));
}

#[test]
fn null_moves_from_components_to_their_uses() {
    let schemas = &lowered()["components"]["schemas"];
    let size = json!({"nullable": true, "allOf": [{"$ref": "#/components/schemas/Size"}]});
    assert_eq!(schemas["ShelfBase"]["properties"]["size"], size);
    assert_eq!(schemas["Size"].get("nullable"), None);
    let favourite = json!({"allOf": [{"$ref": "#/components/schemas/Shelf"}], "nullable": true});
    assert_eq!(
        schemas["ShelvesResponse"]["properties"]["data"]["properties"]["favourite"],
        favourite
    );
}

#[test]
fn null_of_an_only_part_moves_to_its_owner() {
    let mut document = sample();
    let favourite = document.pointer_mut("/components/schemas/ShelvesResponse/properties/data/properties/favourite");
    *favourite.unwrap() = json!({"allOf": [{"$ref": "#/components/schemas/Size"}]});
    let lowered = lower(&document).unwrap();
    let favourite = lowered.pointer("/components/schemas/ShelvesResponse/properties/data/properties/favourite");
    assert_eq!(
        favourite,
        Some(&json!({"allOf": [{"$ref": "#/components/schemas/Size"}], "nullable": true}))
    );
}

#[test]
fn prose_beside_a_reference_is_only_prose() {
    let mut document = sample();
    document["components"]["schemas"]["ShelfBase"]["properties"]["size"]["description"] = json!("How large it is");
    assert_eq!(lower(&document).unwrap(), lowered());
}

#[test]
fn lowering_what_is_lowered_changes_nothing() {
    assert_eq!(lower(&lowered()).unwrap(), lowered());
}

#[test]
fn schemas_that_3_0_cannot_say_are_refused() {
    let book = "/components/schemas/Book/properties/id";
    let place = ["components", "schemas", "Book", "properties", "id"]
        .iter()
        .fold(At::root(), |at, key| at.key(key));
    for (key, value) in [
        ("oneOf", json!([{"type": "string"}, {"type": "null"}])),
        ("anyOf", json!([{"type": "string"}, {"type": "null"}])),
        ("not", json!({})),
        ("const", json!("x")),
        ("discriminator", json!({"propertyName": "kind"})),
        ("patternProperties", json!({})),
        ("exclusiveMinimum", json!(3)),
        ("if", json!({})),
        ("$defs", json!({})),
        ("contentMediaType", json!("text/plain")),
        ("somethingNew", json!(true)),
    ] {
        assert_eq!(
            refusals(book, key, value),
            [format!("{}: not known in a schema", place.key(key))]
        );
    }
}

#[test]
fn two_real_types_and_no_type_are_refused() {
    let book = "/components/schemas/Book/properties/id";
    let place = "$.components.schemas.Book.properties.id.type";
    let several = format!("{place}: a type list may hold one type and null, not several types");
    assert_eq!(refusals(book, "type", json!(["string", "integer"])), [several.as_str()]);
    assert_eq!(refusals(book, "type", json!(["string", "integer", "null"])), [several]);
    let none = format!("{place}: a type that OpenAPI 3.0 can say is expected here");
    for value in [json!("null"), json!(["null"]), json!("file"), json!(4), json!([])] {
        assert_eq!(refusals(book, "type", value), [none.as_str()]);
    }
}

#[test]
fn references_with_siblings_or_without_a_target_are_refused() {
    let size = "/components/schemas/ShelfBase/properties/size";
    let place = "$.components.schemas.ShelfBase.properties.size";
    let sibling = format!("{place}.nullable: `nullable` beside `$ref`: what the two mean together is not known");
    assert_eq!(refusals(size, "nullable", json!(true)), [sibling]);
    let nowhere = format!("{place}['$ref']: there is no schema `Nowhere`");
    assert_eq!(refusals(size, "$ref", json!("#/components/schemas/Nowhere")), [nowhere]);
    let elsewhere = format!("{place}['$ref']: only references to `#/components/schemas/…` are known");
    assert_eq!(refusals(size, "$ref", json!("other.yaml#/x")), [elsewhere]);
}

#[test]
fn a_component_that_may_be_null_is_refused_where_null_cannot_be_said() {
    let parts = json!([{"$ref": "#/components/schemas/Size"}, {"type": "object"}]);
    let place = "$.components.schemas.Shelf.allOf[0]: a schema that may be null is used where null cannot be said";
    assert_eq!(refusals("/components/schemas/Shelf", "allOf", parts), [place]);
}

#[test]
fn a_second_schema_for_one_outcome_is_refused() {
    let body = |name: &str| json!({"content": {"application/json": {"schema": {"$ref": format!("#/components/schemas/{name}")}}}});
    let responses = "/paths/~1shelves/get/responses";
    let place = "$.paths['/shelves'].get.responses";
    let why = "a second schema for the same outcome of one operation";
    assert_eq!(
        refusals(responses, "201", body("Shelf")),
        [format!("{place}['201']: {why}")]
    );
    assert_eq!(
        refusals(responses, "500", body("Shelf")),
        [format!("{place}['500']: {why}")]
    );
    assert_eq!(
        refusals(responses, "204", json!({})),
        [format!("{place}['204']: {why}")]
    );
    let known = format!("{place}.default: only responses 2xx, 4xx and 5xx are known");
    assert_eq!(refusals(responses, "default", body("ErrorResponse")), [known]);
}

#[test]
fn unknown_members_are_refused_everywhere() {
    for (pointer, key, expected) in [
        ("", "webhooks", "$.webhooks: not known in a document"),
        ("/info", "mood", "$.info.mood: not known in info"),
        (
            "/components",
            "parameters",
            "$.components.parameters: not known in components",
        ),
        (
            "/paths/~1shelves",
            "trace",
            "$.paths['/shelves'].trace: not known in a path",
        ),
        (
            "/paths/~1shelves/get",
            "callbacks",
            "$.paths['/shelves'].get.callbacks: not known in an operation",
        ),
        (
            "/paths/~1shelves/get/parameters/0",
            "style",
            "$.paths['/shelves'].get.parameters[0].style: not known in a parameter",
        ),
        (
            "/paths/~1shelves/get/responses/200",
            "headers",
            "$.paths['/shelves'].get.responses['200'].headers: not known in a response",
        ),
    ] {
        assert_eq!(refusals(pointer, key, json!({})), [expected]);
    }
    let parameter = "$.paths['/shelves'].get.parameters[0].in: only path and query parameters are known";
    assert_eq!(
        refusals("/paths/~1shelves/get/parameters/0", "in", json!("header")),
        [parameter]
    );
    let twice = "$.paths['/shelves/{shelf_id}/months/{month}'].get.operationId: this operation id is used twice";
    assert_eq!(
        refusals("/paths/~1shelves/get", "operationId", json!("getShelfMonth")),
        [twice]
    );
    let version = "$.openapi: only OpenAPI 3.0 and 3.1 are known";
    assert_eq!(refusals("", "openapi", json!("3.2.0")), [version]);
}

#[test]
fn every_refusal_is_reported_at_once() {
    let properties = json!({"a": {"const": 1}, "b": {"oneOf": []}, "c": true});
    let found = refusals("/components/schemas/Book", "properties", properties);
    let place = "$.components.schemas.Book.properties";
    let expected = [
        format!("{place}.a.const: not known in a schema"),
        format!("{place}.b.oneOf: not known in a schema"),
        format!("{place}.c: an object is expected here"),
    ];
    assert_eq!(found, expected);
}
