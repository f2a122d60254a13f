//! The invented plan, served from this process on a loopback port, behind the same client as YNAB itself.

use std::path::Path;

use chrono::NaiveDate;

/// Why the invented plan cannot be served.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct DemoError(String);

/// The server of the invented plan, while it lives.
pub struct Demo {
    url: String,
}

impl Demo {
    /// The token it takes.
    pub const TOKEN: &'static str = "demo";

    /// Starts it.
    pub async fn start(_folder: &Path, _reset: bool, _today: NaiveDate) -> Result<Self, DemoError> {
        Err(DemoError("not yet".into()))
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }
}
