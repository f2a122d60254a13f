//! Request fields with three states: `None` is absent, `Some(None)` an explicit null, `Some(Some(value))` a value.

use serde::{Deserialize, Deserializer};

/// Reads a field that is there, be it null; the field's `default` covers the absent one.
pub fn present<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
