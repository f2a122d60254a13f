//! Stand-in until the real module is merged.
use serde::{Deserialize, Serialize};
macro_rules! id {
    ($($name:ident)*) => {$(
        /// An id.
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);
        impl TryFrom<String> for $name {
            type Error = String;
            fn try_from(text: String) -> Result<Self, String> {
                if text.is_empty() || !text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
                    return Err("not an id".into());
                }
                Ok(Self(text))
            }
        }
        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<Self, String> { text.to_owned().try_into() }
        }
        impl From<$name> for String { fn from(id: $name) -> Self { id.0 } }
        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str { &self.0 }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(&self.0) }
        }
    )*};
}
id!(CategoryId TransactionId PlanId OperationId);
