//! A client of the server, in one of the protocol's two eras.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::outcome::Outcome;
use crate::person::{Person, Reply};
use crate::server::{Response, Server};

/// The protocol's two eras.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// 2026-07-28: no handshake, every request says what its client can.
    Modern,
    /// 2025-11-25: a handshake, and questions while a call waits.
    Legacy,
}

impl Era {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Modern, Self::Legacy];

    /// The protocol's version.
    pub fn version(self) -> &'static str {
        match self {
            Self::Modern => "2026-07-28",
            Self::Legacy => "2025-11-25",
        }
    }
}

/// A client and the server it started.
#[derive(Debug)]
pub struct Client {
    /// The server.
    pub server: Server,
    era: Era,
    capabilities: Value,
}

/// A question that a waiting call asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    id: u64,
    /// What the person reads.
    pub text: String,
}

/// A call on its way.
#[derive(Debug)]
pub struct Calling {
    tool: String,
    /// The request's id, for a cancellation.
    pub id: u64,
    response: Response,
}

impl Client {
    /// Meets a server. A client that shows forms says so.
    pub async fn meet(server: Server, era: Era, shows_forms: bool) -> Self {
        let capabilities = if shows_forms {
            json!({"elicitation": {"form": {}}})
        } else {
            json!({})
        };
        Self::meet_with(server, era, capabilities).await
    }

    /// Meets a server, with what the client says that it can.
    pub async fn meet_with(server: Server, era: Era, capabilities: Value) -> Self {
        let client = Self {
            server,
            era,
            capabilities,
        };
        if era == Era::Legacy {
            let hello = json!({
                "protocolVersion": era.version(),
                "capabilities": client.capabilities,
                "clientInfo": {"name": "avenir-tests", "version": "1"},
            });
            let response = client.server.ask("initialize", hello).await;
            assert_eq!(response["result"]["protocolVersion"], era.version(), "{response}");
            let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            client.server.send(&ready).await;
        }
        client
    }

    /// A request's parameters with what its era adds.
    pub fn params(&self, params: Value) -> Value {
        let Value::Object(mut params) = params else {
            panic!("parameters are an object");
        };
        if self.era == Era::Modern {
            let meta = params.entry("_meta").or_insert_with(|| Map::new().into());
            meta["io.modelcontextprotocol/protocolVersion"] = self.era.version().into();
            meta["io.modelcontextprotocol/clientCapabilities"] = self.capabilities.clone();
        }
        params.into()
    }

    /// Sends a request and gives its response.
    pub async fn ask(&self, method: &str, params: Value) -> Value {
        self.server.ask(method, self.params(params)).await
    }

    /// Begins a call; `more` stands beside its arguments.
    pub async fn begin_with(&self, tool: &str, arguments: &Value, more: Value) -> Calling {
        let mut params = self.params(json!({"name": tool, "arguments": arguments}));
        let Value::Object(more) = more else {
            panic!("what stands beside is an object");
        };
        params.as_object_mut().expect("parameters").extend(more);
        let (id, response) = self.server.request("tools/call", params).await;
        Calling {
            tool: tool.to_owned(),
            id,
            response,
        }
    }

    /// Begins a call.
    pub async fn begin(&self, tool: &str, arguments: &Value) -> Calling {
        self.begin_with(tool, arguments, json!({})).await
    }

    /// What comes of a call that was begun.
    ///
    /// # Panics
    /// When the server ends first, or the answer is not as the tool's schema says.
    pub async fn outcome(&self, calling: Calling) -> Outcome {
        let response = calling.response.arrived().await;
        let response = response.unwrap_or_else(|| panic!("the server ended: {}", self.server.log()));
        let outcome = Outcome::read(&response);
        if let Outcome::Answer(answer) = &outcome {
            self.check(&calling.tool, answer).await;
        }
        outcome
    }

    /// One call, no person.
    pub async fn call(&self, tool: &str, arguments: &Value) -> Outcome {
        let calling = self.begin(tool, arguments).await;
        self.outcome(calling).await
    }

    /// One call, with what it cost: the number of requests to YNAB.
    pub async fn call_with_cost(&self, tool: &str, arguments: &Value) -> (Outcome, u64) {
        let params = self.params(json!({"name": tool, "arguments": arguments}));
        let response = self.server.ask("tools/call", params).await;
        let cost = response["result"]["_meta"]["avenir-mcp/cost"]["requests"].as_u64();
        (Outcome::read(&response), cost.expect("every result tells its cost"))
    }

    /// Calls again with a code.
    pub async fn call_with_code(&self, tool: &str, arguments: &Value, code: &str) -> Outcome {
        self.call(tool, &with_code(arguments, code)).await
    }

    /// Calls again with a state and a reply.
    pub async fn bring_back(&self, tool: &str, arguments: &Value, state: &str, reply: Reply) -> Outcome {
        let more = json!({"requestState": state, "inputResponses": {"confirm": reply.wire()}});
        let calling = self.begin_with(tool, arguments, more).await;
        self.outcome(calling).await
    }

    /// The question that a waiting call asks.
    pub async fn question(&self) -> Question {
        let request = self.server.asked().await;
        assert_eq!(request["method"], "elicitation/create", "{request}");
        Question {
            id: request["id"].as_u64().expect("a request has an id"),
            text: request["params"]["message"].as_str().expect("a question").to_owned(),
        }
    }

    /// Answers a question.
    pub async fn reply(&self, question: &Question, reply: Reply) {
        let message = json!({"jsonrpc": "2.0", "id": question.id, "result": reply.wire()});
        self.server.send(&message).await;
    }

    /// Fails to ask.
    pub async fn fail(&self, question: &Question) {
        let error = json!({"code": -32603, "message": "no window"});
        let message = json!({"jsonrpc": "2.0", "id": question.id, "error": error});
        self.server.send(&message).await;
    }

    /// Cancels a call.
    pub async fn cancel(&self, calling: &Calling) {
        let params = self.params(json!({"requestId": calling.id, "reason": "not wanted any more"}));
        let message = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        self.server.send(&message).await;
    }

    /// A write with its person: it is asked, answered in the person's way, and its last outcome given. Who cannot be asked
    /// agrees by the code; who dismisses leaves it at that.
    pub async fn write(&self, person: Person, tool: &str, arguments: &Value) -> Outcome {
        let Some(reply) = person.reply() else {
            let outcome = self.call(tool, arguments).await;
            if outcome.status() != "confirmation_required" {
                return outcome;
            }
            return self.call_with_code(tool, arguments, outcome.code()).await;
        };
        match self.era {
            Era::Modern => match self.call(tool, arguments).await {
                Outcome::Asks { state, .. } => self.bring_back(tool, arguments, &state, reply).await,
                other => other,
            },
            Era::Legacy => {
                let calling = self.begin(tool, arguments).await;
                let question = self.question().await;
                self.reply(&question, reply).await;
                self.outcome(calling).await
            }
        }
    }

    /// Every answer is as the tool's own schema says.
    async fn check(&self, tool: &str, answer: &Value) {
        static SCHEMAS: OnceLock<BTreeMap<String, Validator>> = OnceLock::new();
        if SCHEMAS.get().is_none_or(|schemas| !schemas.contains_key(tool)) {
            let listed = self.ask("tools/list", json!({})).await;
            let tools = listed["result"]["tools"].as_array().expect("tools").iter();
            let compiled = tools.map(|tool| {
                let schema = jsonschema::validator_for(&tool["outputSchema"]).expect("a schema");
                (tool["name"].as_str().expect("a name").to_owned(), schema)
            });
            // Somebody else may have been first; theirs is the same.
            let _ = SCHEMAS.set(compiled.collect());
        }
        let Some(schema) = SCHEMAS.get().and_then(|schemas| schemas.get(tool)) else {
            return;
        };
        if let Err(error) = schema.validate(answer) {
            panic!("{tool} answers against its schema, {error}: {answer}");
        }
    }
}

/// The arguments with a code among them.
pub(crate) fn with_code(arguments: &Value, code: &str) -> Value {
    let mut arguments = arguments.clone();
    arguments["confirmation"] = code.into();
    arguments
}
