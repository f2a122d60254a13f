//! Stand-in until the real module is merged.
use serde::{Deserialize, Serialize};
/// A month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Month(chrono::NaiveDate);
