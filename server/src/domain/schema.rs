//! The two shapes of JSON schema these values need: a bare number, and text with or without a pattern. Clients choke on
//! number formats, references and null branches, so the schemas say a type and nothing else.

use schemars::{Schema, json_schema};

/// A bare JSON number.
pub(super) fn number() -> Schema {
    json_schema!({ "type": "number" })
}

/// Any text.
pub(super) fn text() -> Schema {
    json_schema!({ "type": "string" })
}

/// Text of one form.
pub(super) fn text_like(pattern: &str) -> Schema {
    json_schema!({ "type": "string", "pattern": pattern })
}

/// Implements `JsonSchema` for a type as one of the shapes above, always written in place.
macro_rules! schema {
    ($type:ty, $schema:expr) => {
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $schema
            }
        }
    };
}
pub(super) use schema;
