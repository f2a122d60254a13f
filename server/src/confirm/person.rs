//! How the person behind a call can be asked, and what they answered.

use futures::future::BoxFuture;

/// The person behind a call.
pub struct Person<'a> {
    /// Who it is, as far as the transport can tell: answers are bound to it.
    pub principal: String,
    /// How to ask.
    pub way: Way<'a>,
    /// Whether the call is still wanted: a yes to a call that was cancelled writes nothing.
    pub still_wanted: &'a (dyn Fn() -> bool + Send + Sync),
}

/// The ways to ask, chosen from what the client declared for this very call.
pub enum Way<'a> {
    /// On this terminal; the answer is the person's own.
    Terminal(&'a dyn Ask),
    /// In the client, while the call waits (protocols before 2026-07-28).
    DuringCall(&'a dyn Ask),
    /// In the client, between two calls (protocol 2026-07-28).
    RoundTrip(Returned),
    /// The client cannot ask: a code stands for the answer.
    Code,
}

/// What a client brings back from an input-required round trip; nothing on the first call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Returned {
    /// The sealed state, as the client echoes it.
    pub state: Option<String>,
    /// The person's reply, when one came with it.
    pub reply: Option<Reply>,
}

/// Asks one yes-or-no question and waits for the reply.
pub trait Ask: Send + Sync {
    /// The reply; a question that cannot be shown, fails, or is never answered is dismissed.
    fn ask<'a>(&'a self, question: &'a str) -> BoxFuture<'a, Reply>;
}

/// How an answer reads (confirmation seed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The form was accepted with its box ticked.
    Yes,
    /// Declined, or accepted with the box not ticked.
    No,
    /// Clicked away, or never shown.
    Dismissed,
}

impl Reply {
    /// Reads an elicitation answer. Only a literal `true` is a yes: an unticked box comes as `false`, as a missing key, or
    /// with no content at all. `None` when the action is none of the protocol's.
    pub fn read(action: &str, content: Option<&serde_json::Value>) -> Option<Self> {
        match action {
            "accept" => {
                let ticked = content
                    .and_then(|content| content.get("value"))
                    .and_then(serde_json::Value::as_bool);
                Some(if ticked == Some(true) { Self::Yes } else { Self::No })
            }
            "decline" => Some(Self::No),
            "cancel" => Some(Self::Dismissed),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_a_ticked_box_is_a_yes() {
        let read = |action, content: Option<serde_json::Value>| Reply::read(action, content.as_ref());
        assert_eq!(read("accept", Some(json!({"value": true}))), Some(Reply::Yes));
        for content in [
            Some(json!({"value": false})),
            Some(json!({})),
            None,
            Some(json!({"value": "true"})),
            Some(json!({"value": 1})),
            Some(json!(true)),
            Some(json!({"confirm": true})),
        ] {
            assert_eq!(read("accept", content), Some(Reply::No));
        }
        assert_eq!(read("decline", Some(json!({"value": true}))), Some(Reply::No));
        assert_eq!(read("cancel", None), Some(Reply::Dismissed));
        assert_eq!(read("yes", None), None);
    }
}
