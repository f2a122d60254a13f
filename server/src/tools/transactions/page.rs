//! The page of a list of transactions that a call asks for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ToolError;
use crate::logic::paging::{self, Place};

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

/// As many of the rows as there is room for in an answer, one at least.
pub fn in_room<Row: Serialize>(mut rows: Vec<Row>) -> Vec<Row> {
    let size = |row: &Row| serde_json::to_string(row).map_or(paging::ROOM, |text| text.len());
    rows.truncate(paging::fitting(rows.iter().map(size), paging::ROOM));
    rows
}
