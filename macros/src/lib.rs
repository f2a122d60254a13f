//! `#[avenir_tool]`: one function in, one MCP tool out. Its manual stands where it is used, on `avenir::tool::avenir_tool`.
//!
//! The modules are the stages in the order a tool passes through them; each takes what the stage before it made.

mod attr;
mod doc;
mod item;
mod model;
mod validate;

mod expand;
mod fallback;

mod errors;

use proc_macro::TokenStream;

/// Makes an MCP tool of an async function; see `avenir::tool::avenir_tool`.
#[proc_macro_attribute]
pub fn avenir_tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand::avenir_tool(arguments.into(), &item.into()).into()
}
