//! First stage: what stands between the parentheses of `#[avenir_tool(…)]`, each argument with its place.

mod names;

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Ident, LitBool, LitStr, Token, Type};

use crate::errors::Errors;

/// The arguments as they were written; nothing is known yet about how they fit together.
pub struct ToolAttr {
    /// The whole attribute: the place of an argument that is missing.
    pub place: Span,
    pub write: Option<Given<()>>,
    pub title: Option<Given<LitStr>>,
    pub with_writes: Option<Given<LitStr>>,
    pub costs: Option<Given<LitStr>>,
    pub subject: Option<Given<Type>>,
    pub unconfirmed: Option<Given<LitStr>>,
    pub destructive: Option<Given<LitBool>>,
    pub idempotent: Option<Given<LitBool>>,
}

/// An argument that was written.
pub struct Given<T> {
    pub name: Ident,
    /// Absent when the value could not be read, which has been reported: such an argument is not missing.
    pub value: Option<T>,
}

impl ToolAttr {
    /// Reads the arguments. What cannot be read is reported and left out, and reading goes on after the next comma.
    pub fn parse(arguments: TokenStream, errors: &mut Errors) -> Self {
        let mut attr = Self {
            place: Span::call_site(),
            write: None,
            title: None,
            with_writes: None,
            costs: None,
            subject: None,
            unconfirmed: None,
            destructive: None,
            idempotent: None,
        };
        let read_all = |input: ParseStream<'_>| {
            attr.read_all(input, errors);
            Ok(())
        };
        if let Err(error) = read_all.parse2(arguments) {
            errors.add(error);
        }
        attr
    }

    fn read_all(&mut self, input: ParseStream<'_>, errors: &mut Errors) {
        while !input.is_empty() {
            if let Err(error) = self.read_one(input, errors) {
                errors.add(error);
                skip_to_comma(input);
            }
            if !input.is_empty() && input.parse::<Token![,]>().is_err() {
                errors.at(
                    input.span(),
                    "arguments are separated by commas: write `,` before this one",
                );
            }
        }
    }

    fn read_one(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
        let place = input.span();
        let Ok(name) = input.call(Ident::parse_any) else {
            return Err(syn::Error::new(place, names::expected()));
        };
        match name.to_string().as_str() {
            "write" => keep(&mut self.write, flag(name, input, errors), errors),
            "title" => keep(&mut self.title, value(name, input, errors, text_wanted), errors),
            "with_writes" => keep(&mut self.with_writes, value(name, input, errors, text_wanted), errors),
            "costs" => keep(&mut self.costs, value(name, input, errors, text_wanted), errors),
            "subject" => keep(&mut self.subject, value(name, input, errors, type_wanted), errors),
            "unconfirmed" => keep(&mut self.unconfirmed, value(name, input, errors, text_wanted), errors),
            "destructive" => keep(&mut self.destructive, value(name, input, errors, truth_wanted), errors),
            "idempotent" => keep(&mut self.idempotent, value(name, input, errors, truth_wanted), errors),
            unknown => return Err(syn::Error::new(place, names::unknown(unknown))),
        }
        Ok(())
    }
}

/// Keeps the first of two arguments with one name and reports the second.
fn keep<T>(slot: &mut Option<Given<T>>, given: Given<T>, errors: &mut Errors) {
    if slot.is_some() {
        let name = &given.name;
        errors.at(name.span(), format!("`{name}` is given twice: keep one of the two"));
    } else {
        *slot = Some(given);
    }
}

/// Reads an argument that is a bare word.
fn flag(name: Ident, input: ParseStream<'_>, errors: &mut Errors) -> Given<()> {
    if !ends_here(input) {
        errors.at(
            input.span(),
            format!(
                "`{name}` takes no value: write `{name}` alone for a tool that writes, and leave it out for a read"
            ),
        );
        skip_to_comma(input);
    }
    Given { name, value: Some(()) }
}

/// Reads an argument of the form `name = value`; `wanted` says what to write, given the name.
fn value<T: Parse>(name: Ident, input: ParseStream<'_>, errors: &mut Errors, wanted: fn(&Ident) -> String) -> Given<T> {
    let equals = input.parse::<Token![=]>();
    let place = if equals.is_err() || ends_here_at_comma(input) {
        name.span()
    } else {
        input.span()
    };
    let value = equals
        .and_then(|_| input.parse::<T>())
        .ok()
        .filter(|_| ends_here(input));
    if value.is_none() {
        errors.at(place, wanted(&name));
        skip_to_comma(input);
    }
    Given { name, value }
}

fn text_wanted(name: &Ident) -> String {
    format!("`{name}` takes a text in quotes: write `{name} = \"…\"`")
}

fn type_wanted(name: &Ident) -> String {
    format!("`{name}` takes a type: write `{name} = MoneyMove`, with the type the tool's proposal is made of")
}

fn truth_wanted(name: &Ident) -> String {
    format!("`{name}` takes `true` or `false`: write `{name} = true` or `{name} = false`")
}

/// Whether an argument is over: at a comma, at the end, or where the next argument's name follows without its comma.
fn ends_here(input: ParseStream<'_>) -> bool {
    ends_here_at_comma(input) || input.peek(Ident::peek_any)
}

fn ends_here_at_comma(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

fn skip_to_comma(input: ParseStream<'_>) {
    while !ends_here_at_comma(input) && input.parse::<proc_macro2::TokenTree>().is_ok() {}
}

#[cfg(test)]
mod tests;
