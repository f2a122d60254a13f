//! Writes the client: progenitor's output, bent in four places where it cannot be told to by its settings.

mod rewrite;
mod tables;

use std::collections::BTreeMap;

use progenitor::{GenerationSettings, Generator, HooksMode, InterfaceStyle, TypeImpl};
use quote::quote;
use serde_json::Value;

use crate::SpecError;
use crate::shape::{Shaped, shape};

const HEADER: &str = "\
// Written by `cargo run -p avenir-spec -- generate` from spec/ynab.json. Never edit it: correct spec/overlay.toml
// or spec/src instead, and run the command again.

";

/// The text of `ynab-api/src/generated.rs` for a committed document. The same document always gives the same text.
pub fn generate(facts: &Value) -> Result<String, SpecError> {
    let shaped = shape(facts)?;
    let document: openapiv3::OpenAPI =
        serde_json::from_value(shaped.document.clone()).map_err(|error| failed(&error))?;
    let tokens = Generator::new(&settings(&shaped))
        .generate_tokens(&document)
        .map_err(|error| failed(&error))?;
    let mut file: syn::File = syn::parse2(tokens).map_err(|error| failed(&error))?;
    rewrite::rewrite(&mut file);
    let open_enums = tables::open_enums(&shaped.open_enums)?;
    let operations = tables::operations(facts);
    let tables: syn::File = syn::parse2(quote! { #open_enums #operations }).map_err(|error| failed(&error))?;
    file.items.extend(tables.items);
    Ok(format!("{HEADER}{}", prettyplease::unparse(&file)))
}

fn failed(error: &dyn std::fmt::Display) -> SpecError {
    SpecError::Generator(error.to_string())
}

fn settings(shaped: &Shaped) -> GenerationSettings {
    let mut settings = GenerationSettings::new();
    settings
        .with_interface(InterfaceStyle::Positional)
        .with_hooks(HooksMode::Expected)
        .with_inner_type(quote!(crate::hooks::Inner))
        .with_map_type("::std::collections::BTreeMap")
        .with_derive("PartialEq");
    for name in shaped.open_enums.keys() {
        settings.with_replacement(
            name,
            open_type(name),
            [TypeImpl::Display, TypeImpl::FromStr].into_iter(),
        );
    }
    for (name, schema) in &shaped.three_state {
        let inside = inside_type(schema, &shaped.open_enums);
        settings.with_replacement(name, format!("::std::option::Option<{inside}>"), std::iter::empty());
    }
    settings
}

fn open_type(name: &str) -> String {
    format!("crate::open::{name}")
}

/// The Rust type of what a three-state field holds when it holds something.
fn inside_type(schema: &Value, open_enums: &BTreeMap<String, Vec<String>>) -> String {
    if let Some(name) = schema.pointer("/allOf/0").and_then(crate::facts::referred) {
        return if open_enums.contains_key(name) {
            open_type(name)
        } else {
            format!("crate::generated::types::{name}")
        };
    }
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    match (kind, format) {
        ("string", "uuid") => "::uuid::Uuid",
        ("string", "date") => "::chrono::NaiveDate",
        ("string", "date-time") => "::chrono::DateTime<::chrono::Utc>",
        ("integer", _) => "i64",
        ("boolean", _) => "bool",
        _ => "::std::string::String",
    }
    .to_owned()
}
