//! Stand-in until the real module is merged.
use serde::{Deserialize, Serialize};
/// A flag.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlagColor {
    /// Red
    Red,
    /// Blue
    Blue,
    /// Green
    Green,
}
