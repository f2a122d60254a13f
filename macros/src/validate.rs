//! Third stage: every rule for a tool, each with what to write instead. What passes is a tool that may exist.

mod arguments;
mod function;

use crate::attr::ToolAttr;
use crate::errors::Errors;
use crate::item::ToolFn;
use crate::model::ToolModel;

/// A function that cannot be a tool, and why.
pub struct Refusal {
    pub function: ToolFn,
    pub errors: Errors,
}

/// Checks every rule; `errors` holds what reading the arguments has found.
pub fn validate(attr: ToolAttr, function: ToolFn, mut errors: Errors) -> Result<ToolModel, Box<Refusal>> {
    let signature = &function.signature;
    let arguments = arguments::check(attr, &mut errors);
    let name = function::name(&signature.ident, &mut errors);
    let description = function::description(function.doc.as_ref(), &signature.ident, &mut errors);
    function::refuse_repeated(&function.repeated, &mut errors);
    function::refuse_qualifiers(signature, &mut errors);
    let types = function::types(signature, &mut errors);

    match (arguments, description, types) {
        (Some(arguments::Checked { title, costs, access }), Some(description), Some(types)) if errors.is_empty() => {
            Ok(ToolModel {
                name,
                title,
                description,
                costs,
                access,
                types,
                function,
            })
        }
        _ => Err(Box::new(Refusal { function, errors })),
    }
}

#[cfg(test)]
mod tests;
