//! Last stage: the Rust of a tool. What can be a function of `avenir::tool::rt` is one, and this calls it.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{LitStr, Type};

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
        function,
        ..
    } = model;
    let ident = &function.signature.ident;
    let conditions = function.conditions();
    let value = value(function);
    let (with_writes, access_facts) = (with_writes(access), access_facts(access));
    let costs = option(model.costs.as_ref());
    let [kind, schemas, call] = runtime(access);
    let types = types(model, &kind);

    quote! {
        #value

        #(#conditions)*
        const _: () = {
            #function

            #types

            impl ::avenir::tool::Tool for #ident {
                fn facts(&self) -> &'static ::avenir::tool::ToolFacts {
                    const FACTS: ::avenir::tool::ToolFacts = ::avenir::tool::ToolFacts {
                        name: #name,
                        title: #title,
                        description: #description,
                        costs: #costs,
                        with_writes: #with_writes,
                        access: #access_facts,
                    };
                    &FACTS
                }
                fn schemas(&self) -> &'static ::avenir::tool::Schemas {
                    static __SCHEMAS: ::avenir::tool::rt::Later = ::avenir::tool::rt::#schemas::<#ident>();
                    &__SCHEMAS
                }
                fn call<'a>(&'a self, __call: ::avenir::tool::Call<'a>) -> ::avenir::tool::ToolFuture<'a> {
                    ::avenir::tool::rt::#call(self, __call)
                }
            }

            let _ = #ident;
        };
    }
}

/// What the function takes and gives, as one of the runtime's traits: the only place where these types meet their bounds,
/// so that one that does not fit is reported once, where it is written. Two underscores begin every name this expansion
/// binds: a tool's name is also a value's, no binding beside it may repeat it, and no tool begins with one.
fn types(model: &ToolModel, kind: &Ident) -> TokenStream {
    let Types {
        context,
        arguments,
        output,
    } = &model.types;
    let ident = &model.function.signature.ident;
    let subject = subject(&model.access).map(|subject| quote!(type Subject = #subject;));
    let __cx = Ident::new("__cx", context.span());
    let __arguments = Ident::new("__arguments", arguments.span());
    let started = quote_spanned!(ident.span()=> ::std::boxed::Box::pin(#ident(#__cx, #__arguments)));
    quote! {
        impl ::avenir::tool::#kind for #ident {
            type Arguments = #arguments;
            #subject
            type Result = #output;
            fn start(#__cx: &::avenir::context::ReadCx, #__arguments: #arguments) -> ::avenir::tool::Started<'_, #output> {
                #started
            }
        }
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

/// The runtime's names for a kind of tool: its trait, and the functions of `rt` that give its schemas and call it.
fn runtime(access: &Access) -> [Ident; 3] {
    let names = match access {
        Access::Read { .. } => ["ReadTool", "read_schemas", "read"],
        Access::Write(write) => match write.confirmation {
            Confirmation::Confirmed { .. } => ["ConfirmedWriteTool", "confirmed_write_schemas", "confirmed_write"],
            Confirmation::Unconfirmed { .. } => {
                ["UnconfirmedWriteTool", "unconfirmed_write_schemas", "unconfirmed_write"]
            }
        },
    };
    names.map(|name| format_ident!("{name}"))
}

fn subject(access: &Access) -> Option<&Type> {
    match access {
        Access::Write(Write {
            confirmation: Confirmation::Confirmed { subject },
            ..
        }) => Some(subject),
        Access::Read { .. } | Access::Write(_) => None,
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
    option(match access {
        Access::Read { with_writes } => with_writes.as_ref(),
        Access::Write(_) => None,
    })
}

fn option(text: Option<&LitStr>) -> TokenStream {
    text.map_or_else(
        || quote!(::core::option::Option::None),
        |text| quote!(::core::option::Option::Some(#text)),
    )
}

#[cfg(test)]
mod tests;
