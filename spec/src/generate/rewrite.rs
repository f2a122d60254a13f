//! What progenitor writes and we want otherwise:
//!
//! - the constructor that builds its own HTTP client, with a panic in it, goes;
//! - path parameters are encoded by our function, which leaves nothing that a URL parser takes for more than text;
//! - a three-state field reads an explicit null back as null, not as absent;
//! - the JSON schema repeated in each type's documentation goes.

use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Field, ImplItem, Item, ItemImpl, UseTree, parse_quote};

pub(super) fn rewrite(file: &mut syn::File) {
    Rewriter.visit_file_mut(file);
    file.items.push(Item::Use(parse_quote!(
        use crate::path::encode_path;
    )));
}

struct Rewriter;

impl VisitMut for Rewriter {
    fn visit_item_impl_mut(&mut self, item: &mut ItemImpl) {
        item.items
            .retain(|member| !matches!(member, ImplItem::Fn(function) if function.sig.ident == "new"));
        visit_mut::visit_item_impl_mut(self, item);
    }

    fn visit_use_tree_mut(&mut self, tree: &mut UseTree) {
        if let UseTree::Group(group) = tree {
            let kept = group
                .items
                .iter()
                .filter(|tree| !matches!(tree, UseTree::Name(name) if name.ident == "encode_path"));
            group.items = kept.cloned().collect();
        }
        visit_mut::visit_use_tree_mut(self, tree);
    }

    fn visit_field_mut(&mut self, field: &mut Field) {
        let kind = field.ty.to_token_stream().to_string().replace(' ', "");
        if kind.starts_with("::std::option::Option<::std::option::Option<") {
            field
                .attrs
                .push(parse_quote!(#[serde(default, deserialize_with = "crate::three_state::present")]));
        }
        visit_mut::visit_field_mut(self, field);
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|attribute| !repeats_schema(attribute));
    }
}

/// Whether a documentation attribute holds a type's schema as JSON.
fn repeats_schema(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc") && {
        let text = quote!(#attribute).to_string();
        text.contains("<details>") || text.contains("</details>") || text.contains("```")
    }
}
