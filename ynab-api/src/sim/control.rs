//! The control addresses of the stand-in as a program of its own, for tests that reach it only over the network.

use http::Method;
use serde_json::{Value, json};

use super::desk::{Call, Desk, Reply};
use super::error::Refusal;

/// Where the control addresses begin.
pub(crate) const CONTROL: &str = "/_control/";

/// Answers a control call.
pub(crate) fn answer(desk: &Desk, call: &Call) -> Reply {
    let name = call.path.strip_prefix(CONTROL).unwrap_or_default();
    let value = match (&call.method, name) {
        (&Method::GET, "requests") => json!(*desk.log()),
        _ => return Refusal::no_such_path().into(),
    };
    ok(&value)
}

fn ok(value: &Value) -> Reply {
    Reply {
        status: 200,
        body: value.to_string().into_bytes(),
        content_type: "application/json",
        retry_after: None,
        cut: None,
    }
}
