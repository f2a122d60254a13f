//! Shaping on the sample: what the generator is given, and that the facts are left alone.

use serde_json::{Value, json};

use super::{Shaped, shape};
use crate::document::parse;
use crate::lower::lower;

fn sample() -> Value {
    lower(&parse(include_str!("../../tests/sample.yaml")).unwrap()).unwrap()
}

fn shaped() -> Shaped {
    shape(&sample()).unwrap()
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

#[test]
fn answers_are_ranges_and_every_operation_has_the_typed_error() {
    let document = shaped().document;
    for (path, method) in [
        ("/shelves", "get"),
        ("/shelves/{shelf_id}/months/{month}", "get"),
        ("/shelves/{shelf_id}/books", "patch"),
    ] {
        let responses = document["paths"][path][method]["responses"].as_object().unwrap();
        let schemas: Vec<(&str, &Value)> = responses
            .iter()
            .map(|(status, response)| (status.as_str(), &response["content"]["application/json"]["schema"]))
            .collect();
        let (success, error) = (reference("ShelvesResponse"), reference("ErrorResponse"));
        assert_eq!(schemas, [("2XX", &success), ("4XX", &error), ("5XX", &error)], "{path}");
    }
}

#[test]
fn request_fields_that_may_be_null_refer_to_three_state_components() {
    let shaped = shaped();
    let fields = &shaped.document["components"]["schemas"]["SaveBook"]["properties"];
    for (field, name) in [
        ("note", "NullableString"),
        ("colour", "NullableColour"),
        ("lent_on", "NullableDate"),
        ("owner_id", "NullableUuid"),
        ("pages", "NullableInteger"),
        ("signed", "NullableBoolean"),
    ] {
        assert_eq!(fields[field], reference(name), "{field}");
        assert!(shaped.three_state.contains_key(name), "{name}");
    }
    assert_eq!(fields["id"], json!({"type": "string"}));
    assert_eq!(shaped.three_state.len(), 6);
}

#[test]
fn a_schema_both_sent_and_received_is_three_state_in_both() {
    let mut document = sample();
    document["components"]["schemas"]["SaveBook"]["properties"]["book"] = reference("Book");
    document["components"]["schemas"]["Book"]["required"] = json!(["id", "pages"]);
    let shaped = shape(&document).unwrap();
    let book = &shaped.document["components"]["schemas"]["Book"];
    assert_eq!(
        (&book["required"], &book["properties"]["pages"]),
        (&json!(["id"]), &reference("NullableInteger"))
    );
}

#[test]
fn answers_may_leave_out_what_may_be_null() {
    let document = shaped().document;
    assert_eq!(
        document["components"]["schemas"]["ShelfBase"]["required"],
        json!(["id", "material", "value"])
    );
}

#[test]
fn enumerations_are_components_and_those_of_answers_are_open() {
    let shaped = shaped();
    let schemas = &shaped.document["components"]["schemas"];
    assert_eq!(
        schemas["ShelfBase"]["properties"]["material"],
        reference("ShelfBaseMaterial")
    );
    assert_eq!(
        schemas["ShelfBaseMaterial"],
        json!({"type": "string", "enum": ["wood", "steel"]})
    );
    let parameter = &shaped.document["paths"]["/shelves"]["get"]["parameters"][0]["schema"];
    assert_eq!(*parameter, reference("GetShelvesKind"));
    let open: Vec<&str> = shaped.open_enums.keys().map(String::as_str).collect();
    assert_eq!(open, ["BookState", "Colour", "ShelfBaseMaterial"]);
}

#[test]
fn wrappers_and_limits_are_gone() {
    let mut document = sample();
    document["components"]["schemas"]["Shelf"]["allOf"][1]["properties"] = json!({});
    let schemas = shape(&document).unwrap().document["components"]["schemas"].clone();
    assert_eq!(schemas["Shelf"], schemas["ShelfBase"]);
    assert_eq!(schemas.get("Label"), None);
    assert_eq!(
        schemas["ShelfBase"]["properties"]["label"],
        json!({"type": "string", "nullable": true})
    );
    assert!(!schemas.to_string().contains("maxLength"));
}
