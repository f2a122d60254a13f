//! What YNAB answers when it refuses: a status, a numbered name and a sentence.

use serde_json::{Value, json};

/// A refusal, in YNAB's terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// HTTP status.
    pub status: u16,
    /// YNAB's number of the kind, such as `404.2`.
    pub id: &'static str,
    /// YNAB's name of the kind, such as `resource_not_found`.
    pub name: &'static str,
    /// A sentence.
    pub detail: String,
}

impl Refusal {
    /// The request breaks a rule; YNAB answers 400, never 422.
    pub fn invalid(detail: impl Into<String>) -> Self {
        Self::new(400, "400", "bad_request", detail)
    }

    /// No or a wrong token.
    pub fn unauthorized() -> Self {
        Self::new(401, "401", "unauthorized", "Unauthorized")
    }

    /// The token may only read.
    pub fn read_only() -> Self {
        Self::new(403, "403.3", "unauthorized_scope", "the token does not allow changes")
    }

    /// No such path.
    pub fn no_such_path() -> Self {
        Self::new(404, "404.1", "not_found", "there is nothing at this address")
    }

    /// No such entity.
    pub fn not_found() -> Self {
        Self::new(404, "404.2", "resource_not_found", "Resource not found")
    }

    /// A single transaction with an import id that its account already holds.
    pub fn duplicate_import() -> Self {
        Self::new(
            409,
            "409",
            "conflict",
            "the account already holds a transaction with this import_id",
        )
    }

    /// More requests than the rolling hour allows.
    pub fn too_many_requests() -> Self {
        Self::new(429, "429", "too_many_requests", "Too many requests")
    }

    /// YNAB itself failed.
    pub fn server_error() -> Self {
        Self::new(500, "500", "internal_server_error", "an error happened on the server")
    }

    fn new(status: u16, id: &'static str, name: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            id,
            name,
            detail: detail.into(),
        }
    }

    /// The same, about one row of several.
    #[must_use]
    pub fn at_index(mut self, index: usize) -> Self {
        self.detail = format!("{} (index: {index})", self.detail);
        self
    }

    /// The body YNAB sends: an `error` at the top level, without data.
    pub fn body(&self) -> Value {
        json!({ "error": { "id": self.id, "name": self.name, "detail": self.detail } })
    }
}
