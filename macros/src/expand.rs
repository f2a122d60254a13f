//! Last stage: the Rust of a tool. What can be a function of `avenir::tool::rt` is one, and this calls it.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::attr::ToolAttr;
use crate::errors::Errors;
use crate::fallback;
use crate::item::ToolFn;
use crate::model::{Access, Confirmation, Hints, ToolModel, Types, Write};
use crate::validate::validate;

/// The whole way: from the attribute's arguments and the item it stands on to what replaces both.
pub fn avenir_tool(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attr = ToolAttr::parse(arguments, &mut errors);
    match syn::parse2::<ToolFn>(item.clone()) {
        Ok(function) => match validate(attr, function, errors) {
            Ok(model) => tool(&model),
            Err(refusal) => fallback::stub(&refusal),
        },
        Err(error) => {
            errors.add(error);
            fallback::untouched(&errors, item)
        }
    }
}

/// The value that stands for the tool, named like its function, and what makes it one.
fn tool(model: &ToolModel) -> TokenStream {
    let ToolModel {
        name,
        title,
        description,
        access,
        types,
        function,
    } = model;
    let Types { arguments, output, .. } = types;
    let ident = &function.signature.ident;
    let conditions = function.conditions();
    let value = value(function);
    let (with_writes, access_facts) = (with_writes(access), access_facts(access));
    let (schemas, call) = runtime(access);
    let started = started(types, ident);
    let subject = subject_assertion(access, output);

    quote! {
        #value

        #(#conditions)*
        const _: () = {
            #function

            impl ::avenir::tool::Tool for #ident {
                fn facts(&self) -> &'static ::avenir::tool::ToolFacts {
                    const FACTS: ::avenir::tool::ToolFacts = ::avenir::tool::ToolFacts {
                        name: #name,
                        title: #title,
                        description: #description,
                        with_writes: #with_writes,
                        access: #access_facts,
                    };
                    &FACTS
                }
                fn schemas(&self) -> ::avenir::tool::Schemas {
                    ::avenir::tool::rt::#schemas::<#arguments, #output>()
                }
                fn call<'a>(&'a self, __call: ::avenir::tool::Call<'a>) -> ::avenir::tool::ToolFuture<'a> {
                    ::avenir::tool::rt::#call::<#arguments, #output>(self.facts(), __call, #started)
                }
            }

            #subject
            let _ = #ident;
        };
    }
}

/// The unit struct. All of it carries the function's place, so that a tool nobody lists is reported where it is written:
/// what stands in the macro's own place is never reported as unused.
pub fn value(function: &ToolFn) -> TokenStream {
    let (conditions, docs) = (function.conditions(), function.docs());
    let (visibility, ident) = (&function.visibility, &function.signature.ident);
    quote_spanned! {ident.span()=>
        #(#conditions)*
        #(#docs)*
        #[allow(non_camel_case_types, reason = "a tool's value bears the name of its function")]
        #visibility struct #ident;
    }
}

/// The functions of `rt` that give a tool's schemas and call it.
fn runtime(access: &Access) -> (Ident, Ident) {
    let call = match access {
        Access::Read { .. } => "read",
        Access::Write(Write {
            confirmation: Confirmation::Confirmed { .. },
            ..
        }) => "confirmed_write",
        Access::Write(Write {
            confirmation: Confirmation::Unconfirmed { .. },
            ..
        }) => "unconfirmed_write",
    };
    (format_ident!("{call}_schemas"), format_ident!("{call}"))
}

/// The function, called and boxed. Each part stands where the tool's author wrote what it is about, so that a parameter
/// of another type or a future that is not `Send` is reported there. Two underscores begin every name this expansion
/// binds: a tool's name is also a value's, no binding beside it may repeat it, and no tool begins with one.
fn started(types: &Types, ident: &Ident) -> TokenStream {
    let context = Ident::new("__cx", types.context.span());
    let arguments = Ident::new("__args", types.arguments.span());
    quote_spanned!(ident.span()=> |#context, #arguments| ::std::boxed::Box::pin(#ident(#context, #arguments)))
}

/// A statement that compiles when the proposal is about the subject the attribute names.
fn subject_assertion(access: &Access, output: &syn::Type) -> TokenStream {
    match access {
        Access::Write(Write {
            confirmation: Confirmation::Confirmed { subject },
            ..
        }) => {
            quote_spanned!(subject.span()=> ::avenir::tool::rt::need_subject::<#output, #subject>();)
        }
        _ => TokenStream::new(),
    }
}

fn access_facts(access: &Access) -> TokenStream {
    let Access::Write(Write {
        hints: Hints {
            destructive,
            idempotent,
        },
        confirmation,
    }) = access
    else {
        return quote!(::avenir::tool::Access::Read);
    };
    let confirmation = match confirmation {
        Confirmation::Confirmed { .. } => quote!(::avenir::tool::Confirmation::Asked),
        Confirmation::Unconfirmed { reason } => quote!(::avenir::tool::Confirmation::Unconfirmed { reason: #reason }),
    };
    quote! {
        ::avenir::tool::Access::Write(::avenir::tool::WriteFacts {
            destructive: #destructive,
            idempotent: #idempotent,
            confirmation: #confirmation,
        })
    }
}

fn with_writes(access: &Access) -> TokenStream {
    match access {
        Access::Read {
            with_writes: Some(sentence),
        } => quote!(::core::option::Option::Some(#sentence)),
        Access::Read { with_writes: None } | Access::Write(_) => quote!(::core::option::Option::None),
    }
}

#[cfg(test)]
mod tests;
