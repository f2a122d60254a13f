//! The page of a list of transactions that a call asks for.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::ToolError;
use crate::logic::paging::Place;

/// Rows of a page when a call does not say.
const ROWS: u32 = 50;

/// Which page, and how long.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Page {
    /// The most transactions; default 50.
    #[serde(default)]
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// `next_cursor` of the page before.
    #[serde(default)]
    pub cursor: Option<String>,
}

impl Page {
    /// The place behind which the page begins; none for the first one.
    ///
    /// # Errors
    /// A cursor that no answer gave.
    pub fn begins_behind(&self) -> Result<Option<Place>, ToolError> {
        self.cursor.as_deref().map(Place::read).transpose()
    }

    /// The most rows.
    pub fn most(&self) -> usize {
        self.limit.unwrap_or(ROWS) as usize
    }
}
