//! The rules for the function: its name, its doc comment and the shape of its signature.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, FnArg, Ident, ReturnType, Signature, Type};

use crate::doc::Doc;
use crate::errors::Errors;
use crate::model::Types;

/// Clients put their own words before a tool's name and cut the whole; with this many letters ours stays whole.
const LONGEST_NAME: usize = 28;

/// The description: the text of the doc comment.
pub fn description(doc: Option<&Doc>, function: &Ident, errors: &mut Errors) -> Option<String> {
    let Some(doc) = doc else {
        errors.at(
            function.span(),
            "a tool needs a doc comment, it is the description a model chooses it by: \
             write `/// What it does and when to use it.` above",
        );
        return None;
    };
    if doc.starts_blank() {
        errors.at(
            doc.place,
            "the first paragraph of the doc comment is empty: begin with what the tool does and when to use it",
        );
        return None;
    }
    Some(doc.text())
}

/// The tool's name: the function's.
pub fn name(function: &Ident, errors: &mut Errors) -> String {
    let name = function.unraw().to_string();
    let letters = name.chars().count();
    if letters > LONGEST_NAME {
        errors.at(
            function.span(),
            format!("the name of a tool has at most {LONGEST_NAME} letters, this one has {letters}: shorten it"),
        );
    }
    if !is_snake_case(&name) {
        errors.at(
            function.span(),
            "the name of a tool is in snake case: write words of a to z and digits joined by `_`, such as `list_plans`",
        );
    }
    name
}

/// Words of small letters and digits joined by single underscores, the first starting with a letter.
fn is_snake_case(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    name.starts_with(|letter: char| letter.is_ascii_lowercase()) && name.split('_').all(is_word)
}

/// Refuses what would make a second tool of the function.
pub fn refuse_repeated(repeated: &[Attribute], errors: &mut Errors) {
    for attribute in repeated {
        errors.over(
            attribute,
            "a function is one tool: keep one `#[avenir_tool]` with all its arguments",
        );
    }
}

/// Refuses what may stand before and after a function's name but makes something else than a tool of it.
pub fn refuse_qualifiers(signature: &Signature, errors: &mut Errors) {
    if signature.asyncness.is_none() {
        errors.at(signature.fn_token.span, "a tool is asynchronous: write `async fn`");
    }
    if let Some(constness) = &signature.constness {
        errors.over(constness, "a tool is called at run time: remove `const`");
    }
    if let Some(unsafety) = &signature.unsafety {
        errors.over(unsafety, "a tool is safe to call: remove `unsafe`");
    }
    if let Some(abi) = &signature.abi {
        errors.over(abi, "a tool is called from Rust only: remove `extern`");
    }
    if !signature.generics.params.is_empty() {
        errors.over(
            &signature.generics.params,
            "a tool is one tool, not a family: replace the generics by the types meant",
        );
    }
    if let Some(conditions) = &signature.generics.where_clause {
        errors.at(
            conditions.where_token.span,
            "a tool has no generics that conditions could be about: remove the `where` clause",
        );
    }
}

/// The types of a signature of the right shape. Whether they are the right types is for the compiler to say, which knows.
pub fn types(signature: &Signature, errors: &mut Errors) -> Option<Types> {
    let parameters = parameters(signature, errors);
    let output = output(signature, errors);
    let ([context, arguments], output) = parameters.zip(output)?;
    Some(Types {
        context,
        arguments,
        output,
    })
}

fn parameters(signature: &Signature, errors: &mut Errors) -> Option<[Type; 2]> {
    if let Some(receiver) = signature.receiver() {
        errors.over(
            receiver,
            "a tool is a free function: write `cx: &ReadCx` instead of `self` and move it out of the `impl`",
        );
        return None;
    }
    let mut inputs = signature.inputs.iter();
    let (Some(FnArg::Typed(context)), Some(FnArg::Typed(arguments))) = (inputs.next(), inputs.next()) else {
        errors.at(
            signature.paren_token.span.join(),
            "a tool takes its context and its arguments: write `(cx: &ReadCx, args: Args)`",
        );
        return None;
    };
    for surplus in inputs {
        errors.over(
            surplus,
            "a tool takes its context and its arguments only: make this a field of the arguments",
        );
    }
    if let Some(variadic) = &signature.variadic {
        errors.over(
            variadic,
            "a tool takes its context and its arguments only: remove `...`",
        );
    }
    if !matches!(bare(&context.ty), Type::Reference(reference) if reference.mutability.is_none()) {
        errors.over(
            &context.ty,
            "the first parameter of a tool is its context, shared: write `cx: &ReadCx`",
        );
    }
    if matches!(bare(&arguments.ty), Type::Reference(_)) {
        errors.over(
            &arguments.ty,
            "the arguments belong to the call: write `args: Args`, without a reference",
        );
    }
    refuse_impl_trait(&context.ty, errors);
    refuse_impl_trait(&arguments.ty, errors);
    Some([(*context.ty).clone(), (*arguments.ty).clone()])
}

fn output(signature: &Signature, errors: &mut Errors) -> Option<Type> {
    let ReturnType::Type(_, output) = &signature.output else {
        errors.at(
            signature.paren_token.span.join(),
            "a tool returns its answer or an error: write `-> Result<…, ToolError>` after the parameters",
        );
        return None;
    };
    refuse_impl_trait(output, errors);
    Some((**output).clone())
}

/// A type without the parentheses around it, and without the invisible ones another macro may have put there.
fn bare(written: &Type) -> &Type {
    match written {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(parentheses) => bare(&parentheses.elem),
        other => other,
    }
}

fn refuse_impl_trait(written: &Type, errors: &mut Errors) {
    if let Some(place) = impl_keyword(written.to_token_stream()) {
        errors.at(
            place,
            "a tool is one tool, not a family: replace `impl …` by the type meant",
        );
    }
}

fn impl_keyword(tokens: TokenStream) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(word) => (word == "impl").then(|| word.span()),
        TokenTree::Group(group) => impl_keyword(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    })
}
