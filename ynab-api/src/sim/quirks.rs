//! Behaviour on which reports about YNAB differ; tests switch it to see that both are survived.

use serde::{Deserialize, Serialize};

/// How the stand-in behaves where YNAB has been seen to behave in two ways.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each switch is independent of the others")]
pub struct Quirks {
    /// New lines for an existing split are ignored with 200 instead of refused with 400.
    pub split_change_ignored: bool,
    /// Scheduled transactions take only the plain frequencies.
    pub plain_frequencies_only: bool,
    /// A transaction without category is sent with the id of the internal category instead of null.
    pub uncategorized_has_id: bool,
    /// Deleting a scheduled transaction answers 200 and deletes nothing.
    pub scheduled_delete_ignored: bool,
    /// A bulk update answers 200 instead of the documented 209.
    pub bulk_update_plain_ok: bool,
    /// Cleared flags come back as empty text instead of null.
    pub cleared_flag_is_empty_text: bool,
    /// The type of mixed rows is left out.
    pub hybrid_without_type: bool,
}
