//! What was asked, in order, for tests that count requests. Tokens are never kept.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::routes::Operation;

/// A request that came in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Recorded {
    /// HTTP method.
    pub method: String,
    /// Path as it came, not decoded.
    pub path: String,
    /// Query as it came.
    pub query: String,
    /// Body as it came.
    pub body: String,
    /// The document's operation id, if the address is one.
    pub operation: Option<&'static str>,
    /// The stand-in's time.
    pub at: DateTime<Utc>,
    /// The status that was answered; none while under way and when the connection was dropped.
    pub status: Option<u16>,
}

impl Recorded {
    /// Whether it was for this operation.
    pub fn is(&self, operation: Operation) -> bool {
        self.operation == Some(operation.id())
    }

    /// Whether it was for a write.
    pub fn is_write(&self) -> bool {
        Operation::ALL
            .iter()
            .any(|operation| operation.is_write() && self.is(*operation))
    }
}
