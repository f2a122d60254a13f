//! Asking the person through the client, in the way of the protocol that the request speaks.

use std::time::Duration;

use futures::future::BoxFuture;
use rmcp::RoleServer;
use rmcp::model::{
    BooleanSchema, CallToolRequestParams, ElicitRequestParams, ElicitationSchema, ErrorData, PrimitiveSchemaDefinition,
    ProgressNotificationParam, ProtocolVersion,
};
use rmcp::service::{Peer, RequestContext};
use serde_json::{Value, json};
use tokio::time::{Instant, interval_at};

use crate::confirm::{Ask, Reply, Returned};

/// The name of the one request in an input-required answer (confirmation seed).
pub const REQUEST: &str = "confirm";

/// How long a question waits for its person.
const QUESTION_LIFE: Duration = Duration::from_mins(10);

/// How often a waiting call says that it still waits.
const PROGRESS_EVERY: Duration = Duration::from_secs(10);

/// How the client of one request can ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// Between two calls: protocol 2026-07-28.
    Modern,
    /// During the call: the protocols before.
    Legacy,
    /// Not at all, or only by a link.
    CannotAsk,
}

/// Reads what the client declared for this very request.
pub fn era(context: &RequestContext<RoleServer>) -> Era {
    let elicitation = context
        .client_capabilities()
        .and_then(|capabilities| capabilities.elicitation);
    let Some(elicitation) = elicitation else {
        return Era::CannotAsk;
    };
    // An empty declaration means forms; a link alone cannot show a form.
    if elicitation.form.is_none() && elicitation.url.is_some() {
        return Era::CannotAsk;
    }
    match context.protocol_version() {
        Some(version) if version >= ProtocolVersion::V_2026_07_28 => Era::Modern,
        _ => Era::Legacy,
    }
}

/// The form: one box to tick (confirmation seed).
pub fn form(question: String) -> ElicitRequestParams {
    let value = PrimitiveSchemaDefinition::Boolean(BooleanSchema::new().title("Yes, do this"));
    let schema = ElicitationSchema::new([("value".to_owned(), value)].into()).with_required(vec!["value".to_owned()]);
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question,
        requested_schema: schema,
    }
}

/// What the client brought back from a round trip.
///
/// # Errors
/// An answer that is none of the protocol's.
pub fn returned(request: &CallToolRequestParams) -> Result<Returned, ErrorData> {
    let answer = request
        .input_responses
        .as_ref()
        .and_then(|responses| responses.get(REQUEST));
    let reply = match answer {
        None => None,
        Some(answer) => Some(read(answer).ok_or_else(|| {
            ErrorData::invalid_params(
                format!("The answer to `{REQUEST}` cannot be read; nothing was changed"),
                Some(json!({"reason": "invalid_input_response"})),
            )
        })?),
    };
    Ok(Returned {
        state: request.request_state.clone(),
        reply,
    })
}

fn read(answer: &Value) -> Option<Reply> {
    Reply::read(answer.get("action")?.as_str()?, answer.get("content"))
}

/// Asks while the call waits.
pub struct DuringCall {
    peer: Peer<RoleServer>,
    progress: Option<rmcp::model::ProgressToken>,
    cancelled: tokio_util::sync::CancellationToken,
}

impl DuringCall {
    /// For one call.
    pub fn new(context: &RequestContext<RoleServer>) -> Self {
        Self {
            peer: context.peer.clone(),
            progress: context.meta.get_progress_token(),
            cancelled: context.ct.clone(),
        }
    }

    /// Tells a client that asked for progress that the call still waits, until dropped.
    async fn keep_telling(&self) {
        let Some(token) = &self.progress else {
            return std::future::pending().await;
        };
        let mut ticks = interval_at(Instant::now(), PROGRESS_EVERY);
        let mut told = 0_u32;
        loop {
            ticks.tick().await;
            told += 1;
            let progress = ProgressNotificationParam::new(token.clone(), told.into())
                .with_message("Waiting for the person's answer");
            if self.peer.notify_progress(progress).await.is_err() {
                return std::future::pending().await;
            }
        }
    }
}

impl Ask for DuringCall {
    fn ask<'a>(&'a self, question: &'a str) -> BoxFuture<'a, Reply> {
        Box::pin(async move {
            let form = form(question.to_owned());
            let answer = self.peer.create_elicitation_with_timeout(form, Some(QUESTION_LIFE));
            tokio::select! {
                () = self.cancelled.cancelled() => Reply::Dismissed,
                () = self.keep_telling() => Reply::Dismissed,
                answer = answer => match answer {
                    Ok(answer) => {
                        let action = serde_json::to_value(&answer.action).ok();
                        let action = action.as_ref().and_then(Value::as_str).unwrap_or_default();
                        Reply::read(action, answer.content.as_ref()).unwrap_or(Reply::Dismissed)
                    }
                    // A client that fails to ask has not asked: the seed's fallback to a code.
                    Err(error) => {
                        tracing::debug!(%error, "the client could not ask");
                        Reply::Dismissed
                    }
                },
            }
        })
    }
}
