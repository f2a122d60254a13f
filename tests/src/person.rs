//! The people behind a client, and how they answer.

use serde_json::{Value, json};

/// How a person answers the server's questions, and whether their client can show them any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Person {
    /// Ticks the box.
    Agrees,
    /// Sends the form off without ticking the box.
    LeavesUnticked,
    /// Declines.
    Declines,
    /// Clicks the question away.
    Dismisses,
    /// Cannot be asked: the client shows no forms. Says yes to the agent, which then uses the code.
    CannotBeAsked,
}

/// One answer to one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The form, its box ticked.
    Ticked,
    /// The form, its box not ticked.
    Unticked,
    /// No.
    Declined,
    /// Clicked away.
    Dismissed,
}

impl Person {
    /// Everyone.
    pub const ALL: [Self; 5] = [
        Self::Agrees,
        Self::LeavesUnticked,
        Self::Declines,
        Self::Dismisses,
        Self::CannotBeAsked,
    ];

    /// Their answer; none from those who are never asked.
    pub fn reply(self) -> Option<Reply> {
        match self {
            Self::Agrees => Some(Reply::Ticked),
            Self::LeavesUnticked => Some(Reply::Unticked),
            Self::Declines => Some(Reply::Declined),
            Self::Dismisses => Some(Reply::Dismissed),
            Self::CannotBeAsked => None,
        }
    }
}

impl Reply {
    /// As clients send it.
    pub fn wire(self) -> Value {
        match self {
            Self::Ticked => json!({"action": "accept", "content": {"value": true}}),
            Self::Unticked => json!({"action": "accept", "content": {"value": false}}),
            Self::Declined => json!({"action": "decline"}),
            Self::Dismissed => json!({"action": "cancel"}),
        }
    }
}
