//! What stands for a tool that was refused: its mistakes, and enough of a tool that nothing else is reported for them.

use proc_macro2::TokenStream;
use quote::quote;

use crate::errors::Errors;
use crate::expand::value;
use crate::validate::Refusal;

/// The mistakes, the function as it is, and a value that fits the list of tools.
pub fn stub(refusal: &Refusal) -> TokenStream {
    let Refusal { function, errors } = refusal;
    if function.is_method() {
        return untouched(errors, function);
    }
    let (value, ident) = (value(function), &function.signature.ident);
    let (conditions, errors) = (function.conditions(), errors.to_compile_errors());
    quote! {
        #errors

        #value

        #(#conditions)*
        const _: () = {
            #[allow(dead_code, reason = "the tool that would call it was refused")]
            #function

            impl ::avenir::tool::Tool for #ident {
                fn facts(&self) -> &'static ::avenir::tool::ToolFacts {
                    ::core::unreachable!()
                }
                fn schemas(&self) -> &'static ::avenir::tool::Schemas {
                    ::core::unreachable!()
                }
                fn call<'a>(&'a self, _: ::avenir::tool::Call<'a>) -> ::avenir::tool::ToolFuture<'a> {
                    ::core::unreachable!()
                }
            }
        };
    }
}

/// The mistakes and the item as it is: beside a method no struct can stand, and another item is none of our business.
pub fn untouched(errors: &Errors, item: &impl quote::ToTokens) -> TokenStream {
    let errors = errors.to_compile_errors();
    quote!(#errors #item)
}
