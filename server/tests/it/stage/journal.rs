//! Lines of the journal, written by hand.

use avenir::domain::hex::hex;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// A line of ours: the entry with the checksum of its exact text.
pub fn journal_line(entry: &Value) -> String {
    let text = entry.to_string();
    let sum = hex(&Sha256::digest(text.as_bytes())[..8]);
    format!("{{\"sum\":\"{sum}\",\"entry\":{text}}}\n")
}

/// An intent that no outcome follows: a process wrote it, and ended.
pub fn intent_line(operation_id: &str, plan_id: &str, title: &str, groups: &Value) -> String {
    journal_line(&json!({
        "line": "intent", "format": 1, "operation_id": operation_id, "plan_id": plan_id, "tool": "move_money",
        "title": title, "at": "2026-09-15T11:59:00Z", "groups": groups,
    }))
}
