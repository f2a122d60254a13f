//! Second stage: the function the attribute stands on. Its body is kept as it is and not looked into.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Signature, Token, Visibility, token};

use crate::doc::Doc;

/// A function with a body.
pub struct ToolFn {
    attributes: Vec<Attribute>,
    /// Further `#[avenir_tool]`s on it. They are taken off, or each would make a tool inside the tool.
    pub repeated: Vec<Attribute>,
    pub doc: Option<Doc>,
    pub visibility: Visibility,
    pub signature: Signature,
    body: Group,
}

impl ToolFn {
    /// Whether the function belongs to an `impl` block or a trait, where no struct can stand beside it.
    pub fn is_method(&self) -> bool {
        self.signature.receiver().is_some()
    }

    /// The attributes that decide whether the function is there at all.
    pub fn conditions(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
    }

    /// The attributes that make its doc comment.
    pub fn docs(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("doc"))
    }
}

impl Parse for ToolFn {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (repeated, attributes): (Vec<_>, Vec<_>) =
            input.call(Attribute::parse_outer)?.into_iter().partition(is_ours);
        let visibility = input.parse()?;
        if !is_function(&input.fork()) {
            return Err(input.error(
                "`#[avenir_tool]` belongs on a function: write `pub async fn name(cx: &ReadCx, args: Args) -> Result<…, ToolError>`",
            ));
        }
        let signature = input.parse()?;
        if !input.peek(token::Brace) {
            return Err(input.error("a tool is a function with a body: write `{ … }` here"));
        }
        Ok(Self {
            doc: Doc::among(&attributes),
            attributes,
            repeated,
            visibility,
            signature,
            body: input.parse()?,
        })
    }
}

fn is_ours(attribute: &Attribute) -> bool {
    attribute
        .path()
        .segments
        .last()
        .is_some_and(|word| word.ident == "avenir_tool")
}

/// Whether `fn` follows, after the words that may stand before it.
fn is_function(input: ParseStream<'_>) -> bool {
    while !input.peek(Token![fn]) {
        let is_word = input.peek(Token![const]) || input.peek(Token![async]) || input.peek(Token![unsafe]);
        let is_abi = input.peek(Token![extern]) || input.peek(syn::LitStr);
        if !(is_word || is_abi) || input.parse::<TokenTree>().is_err() {
            return false;
        }
    }
    true
}

impl ToTokens for ToolFn {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.attributes.iter().map(ToTokens::to_token_stream));
        self.visibility.to_tokens(tokens);
        self.signature.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}
