//! The overlay on the sample: every kind of entry, and every way in which one does not fit.

use serde_json::{Value, json};

use super::{Misfit, Overlay, Problem};
use crate::document::parse;
use crate::{SpecError, lower};

fn lowered() -> Value {
    lower::lower(&parse(include_str!("../../tests/sample.yaml")).unwrap()).unwrap()
}

fn sample() -> Overlay {
    Overlay::parse(include_str!("../../tests/overlay.toml")).unwrap()
}

/// What one entry does to the sample.
fn apply(action: &str) -> Result<Value, Vec<Problem>> {
    apply_to(lowered(), action)
}

fn apply_to(document: Value, action: &str) -> Result<Value, Vec<Problem>> {
    let text = format!("[[change]]\nname = 'it'\nreason = 'because'\naction.{action}\n");
    match Overlay::parse(&text).unwrap().apply(document) {
        Ok(document) => Ok(document),
        Err(SpecError::Overlay(misfits)) => Err(misfits.into_iter().map(|misfit| misfit.problem).collect()),
        Err(other) => panic!("{other}"),
    }
}

fn no_match(what: &str) -> Result<Value, Vec<Problem>> {
    Err(vec![Problem::NoMatch(what.to_owned())])
}

fn obsolete(what: &str) -> Result<Value, Vec<Problem>> {
    Err(vec![Problem::Obsolete(what.to_owned())])
}

#[test]
fn the_sample_overlay_does_what_it_says() {
    let document = sample().apply(lowered()).unwrap();
    let schemas = &document["components"]["schemas"];
    assert_eq!(document["info"]["version"], "1.1.0");
    assert_eq!(
        schemas["SaveBook"]["properties"]["weight"],
        json!({"type": "integer", "format": "int64", "nullable": true})
    );
    assert_eq!(
        schemas["Shelf"]["allOf"][1],
        json!({"type": "object", "properties": {}})
    );
    let months = &document["paths"]["/shelves/{shelf_id}/months/{month}"]["get"]["parameters"];
    assert_eq!(months[1]["schema"], json!({"type": "string"}));
    assert_eq!(schemas["Book"]["required"], json!(["id"]));
    let material = json!({"$ref": "#/components/schemas/Material"});
    assert_eq!(schemas["ShelfBase"]["properties"]["material"], material);
    assert_eq!(
        schemas["Material"],
        json!({"type": "string", "enum": ["wood", "steel"]})
    );
    let kind = json!({"$ref": "#/components/schemas/KindFilter"});
    assert_eq!(document["paths"]["/shelves"]["get"]["parameters"][0]["schema"], kind);
}

#[test]
fn applied_twice_every_entry_is_reported_by_name() {
    let once = sample().apply(lowered()).unwrap();
    let Err(SpecError::Overlay(misfits)) = sample().apply(once.clone()) else {
        panic!("it was applied twice")
    };
    let names: Vec<&str> = misfits.iter().map(|misfit| misfit.name.as_str()).collect();
    // Twins are two patterns, so their entry is reported for each.
    let expected = [
        "newer",
        "weight",
        "no-twins",
        "no-twins",
        "month-is-text",
        "state-optional",
        "material",
        "kind",
    ];
    assert_eq!(names, expected);
    assert_eq!(sample().not_in(&once), Vec::<&str>::new());
    let missing = [
        "newer",
        "weight",
        "no-twins",
        "month-is-text",
        "state-optional",
        "material",
        "kind",
    ];
    assert_eq!(sample().not_in(&lowered()), missing);
}

#[test]
fn an_entry_that_matches_nothing_is_an_error() {
    for (action, what) in [
        (
            "add_property = { schema = 'Door', property = 'x', value = {} }",
            "there is no schema Door",
        ),
        (
            "drop_properties = ['*_weighed']",
            "no answer has a property like `*_weighed`",
        ),
        ("drop_properties = ['weight']", "no answer has a property like `weight`"),
        (
            "optional = { schema = 'Book', property = 'x' }",
            "there is no property Book.x",
        ),
        (
            "name_enum = { name = 'X', at = ['Book.x'] }",
            "there is no property Book.x",
        ),
        (
            "name_parameter_enum = { name = 'X', parameter = 'x' }",
            "no query parameter `x` lists values of its own",
        ),
        (
            "drop_parameter_format = { parameter = 'x', format = 'date' }",
            "no path parameter `x` has the format date",
        ),
    ] {
        assert_eq!(apply(action), no_match(what), "{action}");
    }
}

#[test]
fn an_entry_that_the_document_satisfies_is_obsolete() {
    for (action, what) in [
        ("raise_version = '1.0.0'", "the document is of version \"1.0.0\""),
        ("raise_version = '0.99.9'", "the document is of version \"1.0.0\""),
        (
            "add_property = { schema = 'Book', property = 'pages', value = {} }",
            "Book.pages is in the document",
        ),
        (
            "add_property = { schema = 'Shelf', property = 'title', value = {} }",
            "Shelf.title is in the document",
        ),
        (
            "optional = { schema = 'Book', property = 'pages' }",
            "Book.pages is optional in the document",
        ),
        (
            "name_enum = { name = 'X', at = ['Book.pages'] }",
            "Book.pages lists no values of its own",
        ),
        (
            "drop_parameter_format = { parameter = 'shelf_id', format = 'date' }",
            "no path parameter `shelf_id` has the format date",
        ),
    ] {
        assert_eq!(apply(action), obsolete(what), "{action}");
    }
}

#[test]
fn versions_are_compared_as_numbers() {
    let mut document = lowered();
    document["info"]["version"] = json!("1.9.0");
    assert_eq!(
        apply_to(document.clone(), "raise_version = '1.10.0'").unwrap()["info"]["version"],
        "1.10.0"
    );
    let wrong = Problem::Invalid("`next` and \"1.9.0\" cannot be compared as versions".to_owned());
    assert_eq!(apply_to(document, "raise_version = 'next'"), Err(vec![wrong]));
}

#[test]
fn one_name_for_several_lists_knows_the_values_of_all() {
    let document = apply("name_enum = { name = 'Word', at = ['ShelfBase.material', 'Book.state'] }").unwrap();
    assert_eq!(
        document["components"]["schemas"]["Word"]["enum"],
        json!(["wood", "steel", "lent", "here"])
    );
    let document = apply("name_enum = { name = 'Colour', at = ['Book.state'] }").unwrap();
    assert_eq!(
        document["components"]["schemas"]["Colour"]["enum"],
        json!(["red", "", "lent", "here"])
    );
}

#[test]
fn entries_need_a_reason_and_a_name_of_their_own() {
    let text = "[[change]]\nname = 'a'\nreason = ' '\naction.raise_version = '2.0.0'\n
        [[change]]\nname = 'a'\nreason = 'b'\naction.raise_version = '3.0.0'\n";
    let Err(SpecError::Overlay(misfits)) = Overlay::parse(text).unwrap().apply(lowered()) else {
        panic!("it fits")
    };
    let invalid = |what: &str| Misfit {
        name: "a".to_owned(),
        problem: Problem::Invalid(what.to_owned()),
    };
    assert_eq!(
        misfits,
        [invalid("its reason is missing"), invalid("its name is used twice")]
    );
    assert!(Overlay::parse("[[change]]\nname = 'a'\nreason = 'b'\naction.explode = 1\n").is_err());
    assert!(Overlay::parse("[[change]]\nname = 'a'\naction.raise_version = '1'\n").is_err());
}

#[test]
fn the_message_says_which_entry_to_delete() {
    let misfit = Misfit {
        name: "weight".to_owned(),
        problem: Problem::Obsolete("it is there".to_owned()),
    };
    assert_eq!(misfit.to_string(), "entry `weight` is obsolete: it is there; delete it");
}
