//! Collects what is wrong with a tool, so that one compilation names all of it.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The mistakes found so far, in the order they were found.
#[derive(Default)]
#[must_use = "a mistake that is dropped is a tool that compiles wrongly"]
pub struct Errors {
    found: Vec<syn::Error>,
}

impl Errors {
    /// Adds a mistake at one place.
    pub fn at(&mut self, place: Span, message: impl Into<String>) {
        self.add(syn::Error::new(place, message.into()));
    }

    /// Adds a mistake that covers several tokens.
    pub fn over(&mut self, tokens: &impl ToTokens, message: impl Into<String>) {
        self.add(syn::Error::new_spanned(tokens, message.into()));
    }

    /// Adds a mistake that a parser has described.
    pub fn add(&mut self, error: syn::Error) {
        self.found.push(error);
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// One `compile_error!` for each mistake.
    pub fn to_compile_errors(&self) -> TokenStream {
        self.found.iter().map(syn::Error::to_compile_error).collect()
    }
}

#[cfg(test)]
impl Errors {
    /// The messages alone, for the tests.
    pub fn messages(&self) -> Vec<String> {
        self.found.iter().map(ToString::to_string).collect()
    }
}
