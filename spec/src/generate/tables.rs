//! What the document says that progenitor does not write: the open enumerations, and the table of operations.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;

use crate::SpecError;
use crate::facts;

/// One invocation of the client's `open_enum!` for each enumeration that YNAB sends.
pub(super) fn open_enums(enums: &BTreeMap<String, Vec<String>>) -> Result<TokenStream, SpecError> {
    let mut items = Vec::new();
    for (name, values) in enums {
        let doc = format!(" Values of `{name}` that the document knows, and any other as text.");
        let ident = format_ident!("{name}");
        let mut variants: Vec<(syn::Ident, &String)> = Vec::new();
        for value in values {
            let variant = variant_name(value);
            let ident = syn::parse_str::<syn::Ident>(&variant).map_err(|_| unusable(name, value))?;
            if variant == "Other" || variants.iter().any(|(known, _)| *known == ident) {
                return Err(unusable(name, value));
            }
            variants.push((ident, value));
        }
        let (idents, values): (Vec<_>, Vec<_>) = variants.into_iter().unzip();
        items.push(quote! {
            crate::open::open_enum! {
                #[doc = #doc]
                #ident { #(#idents = #values),* }
            }
        });
    }
    Ok(quote! {
        /// Enumerations of answers, open because YNAB adds values without notice.
        pub mod open_enums { #(#items)* }
    })
}

fn unusable(name: &str, value: &str) -> SpecError {
    SpecError::Generator(format!(
        "the value `{value}` of {name} makes no variant name of its own"
    ))
}

/// `creditCard` makes `CreditCard`, `TBD` makes `Tbd`, an empty value `Empty`.
fn variant_name(value: &str) -> String {
    if value.is_empty() {
        return "Empty".to_owned();
    }
    let shouted = !value.chars().any(|letter| letter.is_ascii_lowercase());
    let mut name = String::new();
    let mut starts_word = true;
    for letter in value.chars() {
        if !letter.is_ascii_alphanumeric() {
            starts_word = true;
        } else if starts_word {
            name.push(letter.to_ascii_uppercase());
            starts_word = false;
        } else {
            name.push(if shouted { letter.to_ascii_lowercase() } else { letter });
        }
    }
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        format!("N{name}")
    } else {
        name
    }
}

/// The table of operations: id, method, path template.
pub(super) fn operations(document: &Value) -> TokenStream {
    let rows = facts::operations(document).into_iter().map(|operation| {
        let (path, function) = (operation.path, snake(operation.id));
        let id = &function;
        let method = operation.method.to_uppercase();
        quote!(Operation { id: #id, method: #method, path: #path })
    });
    let version = document
        .pointer("/info/version")
        .and_then(Value::as_str)
        .unwrap_or_default();
    quote! {
        /// The version of the API that this client was generated for.
        pub const API_VERSION: &str = #version;

        /// Every operation of the document.
        pub const OPERATIONS: &[crate::operation::Operation] = {
            use crate::operation::Operation;
            &[#(#rows),*]
        };
    }
}

fn snake(id: &str) -> String {
    let mut name = String::new();
    for letter in id.chars() {
        if letter.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}
