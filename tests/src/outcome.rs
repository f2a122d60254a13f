//! What came back of a call, by the protocol's four kinds.

use serde_json::Value;

/// What came back of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The tool's structured answer.
    Answer(Value),
    /// The tool's error, as the agent reads it.
    Error(String),
    /// A question to bring an answer to, in another call.
    Asks {
        /// What the person reads.
        question: String,
        /// To be brought back as it is.
        state: String,
    },
    /// The protocol's error.
    Refused {
        /// The code of JSON-RPC.
        code: i64,
        /// The message.
        message: String,
        /// What stands beside it.
        data: Value,
    },
}

impl Outcome {
    /// Reads a response: an answer comes with its own compact text beside it, an error with nothing but text.
    pub(crate) fn read(response: &Value) -> Self {
        if let Some(error) = response.get("error") {
            return Self::Refused {
                code: error["code"].as_i64().expect("an error has a code"),
                message: text(&error["message"]),
                data: error.get("data").cloned().unwrap_or_default(),
            };
        }
        let result = &response["result"];
        if result["resultType"] == "input_required" {
            let requests = result["inputRequests"].as_object().expect("input is asked for");
            assert_eq!(requests.keys().collect::<Vec<_>>(), ["confirm"], "{result}");
            return Self::Asks {
                question: text(&result["inputRequests"]["confirm"]["params"]["message"]),
                state: text(&result["requestState"]),
            };
        }
        let content = result["content"].as_array().expect("a result has content");
        let [block] = content.as_slice() else {
            panic!("one block of text, not {content:?}");
        };
        assert_eq!(block["type"], "text");
        if result["isError"] == true {
            assert_eq!(result.get("structuredContent"), None, "an error is text only");
            return Self::Error(text(&block["text"]));
        }
        let answer = result["structuredContent"].clone();
        assert_eq!(
            text(&block["text"]),
            answer.to_string(),
            "the text is the answer's JSON"
        );
        Self::Answer(answer)
    }

    /// The structured answer.
    #[track_caller]
    pub fn answer(&self) -> &Value {
        match self {
            Self::Answer(answer) => answer,
            other => panic!("no answer: {other:?}"),
        }
    }

    /// The answer's `status`; empty when there is no answer.
    pub fn status(&self) -> &str {
        match self {
            Self::Answer(answer) => answer["status"].as_str().unwrap_or_default(),
            _ => "",
        }
    }

    /// The answer's message, or the error.
    #[track_caller]
    pub fn message(&self) -> &str {
        match self {
            Self::Answer(answer) => answer["message"].as_str().expect("a write's answer has a message"),
            Self::Error(text) => text,
            Self::Refused { message, .. } => message,
            Self::Asks { .. } => panic!("a question, not a message: {self:?}"),
        }
    }

    /// The tool's error.
    #[track_caller]
    pub fn error(&self) -> &str {
        match self {
            Self::Error(text) => text,
            other => panic!("no error: {other:?}"),
        }
    }

    /// The code to repeat the call with.
    #[track_caller]
    pub fn code(&self) -> &str {
        assert_eq!(self.status(), "confirmation_required", "{self:?}");
        self.answer()["confirmation"].as_str().expect("a code")
    }

    /// What `undo_operation` takes.
    #[track_caller]
    pub fn operation_id(&self) -> &str {
        self.answer()["operation_id"].as_str().expect("an operation")
    }

    /// The question and its state.
    #[track_caller]
    pub fn asks(&self) -> (&str, &str) {
        match self {
            Self::Asks { question, state } => (question, state),
            other => panic!("no question: {other:?}"),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}
