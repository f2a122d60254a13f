//! The only write path: preview, the person's answer, a second look, the record, then the change.
//!
//! A tool proposes; nothing it holds can write. The one [`Writer`] lives in [`Confirm`].

mod answers;
mod apply;
mod decide;
pub mod fingerprint;
mod notices;
mod person;
mod proposal;
mod recover;
mod request;
mod send;

use std::path::PathBuf;
use std::sync::Arc;

use futures::future::BoxFuture;
use rmcp::model::RequestStateCodec;

pub(crate) use self::decide::CAUTION;
pub use self::fingerprint::{Fingerprint, Unordered};
pub use self::person::{Ask, Person, Reply, Returned, Way};
pub use self::proposal::{AfterWrite, Proposal, Question, Status, Subject, Warning, WritePreview};

use self::answers::Answers;
use self::notices::Notices;
use self::proposal::Planned;
use crate::clock::Clock;
use crate::context::ReadCx;
use crate::domain::ids::{OperationId, PlanId};
use crate::error::ToolError;
use crate::io::journal::Journal;
use crate::io::ynab::{Meter, Writer};
use crate::logic::history::{maybe_late, unsettled};
use crate::schema::JsonObject;
use crate::tool::{Answer, ToolFacts};

/// Why a confirmed write stops.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfirmError {
    /// The code is not one that counts for this change (confirmation seed).
    #[error(
        "This confirmation code is unknown, expired, already used, or was issued for different changes. Call again without \
         confirmation to get a new preview.{}", code_led_to(.0.as_ref())
    )]
    Code(Option<OperationId>),
    /// The plan is not what the preview showed (confirmation seed).
    #[error(
        "The plan changed between the preview and the answer. Nothing was changed. Call again without an answer to get a new \
         preview."
    )]
    PlanChanged,
    /// The sealed state is not ours, is late, or belongs to another call.
    #[error("Invalid or expired requestState. Nothing was changed. Call again without an answer to get a new preview.")]
    State,
    /// The sealed state was used before.
    #[error(
        "This answer was already used. Nothing was changed by this call. Call again without an answer to get a new \
         preview.{}", led_to(.0.as_ref())
    )]
    Spent(Option<OperationId>),
    /// The person's answer came after the question's life.
    #[error(
        "The answer came more than 10 minutes after the question, too late to count. Nothing was changed. Call again to ask \
         the person anew."
    )]
    Late,
    /// A newer question was asked for the same change.
    #[error("A newer question was asked for the same change, so this answer does not count. Nothing was changed.")]
    Superseded,
    /// Codes are switched off.
    #[error(
        "Nothing was changed: confirmation codes are switched off here (AVENIR_MCP_REQUIRE_ELICITATION=1). Call again without \
         confirmation; the client then asks the person."
    )]
    CodesOff,
    /// The client cannot ask and codes are switched off.
    #[error(
        "Nothing was changed: this client cannot ask the person, and confirmation codes are switched off here \
         (AVENIR_MCP_REQUIRE_ELICITATION=1). The change can be made in a client that supports elicitation, in the terminal, or \
         in YNAB itself."
    )]
    CannotAsk,
    /// Another operation on the same plan is under way.
    #[error(
        "Nothing was changed: another operation on this plan is under way, maybe from another client. Repeat the call in a \
         moment; a code or a state that came with it still counts."
    )]
    Busy,
    /// The call was cancelled while the question was open.
    #[error("Nothing was changed: the call was cancelled.")]
    Cancelled,
}

/// What is said beside the seed's sentence: a code that was used must not make an agent repeat the change.
fn code_led_to(operation_id: Option<&OperationId>) -> String {
    match operation_id {
        Some(id) => format!(
            " It was used: operation {id} came of it, so do not ask for the same change again unless the person wants it twice; \
             list_operations tells what became of it."
        ),
        None => String::new(),
    }
}

fn led_to(operation_id: Option<&OperationId>) -> String {
    operation_id
        .map(|id| format!(" It led to operation {id}."))
        .unwrap_or_default()
}

/// How writes are confirmed here.
#[derive(Clone, Debug)]
pub struct ConfirmOptions {
    /// Only the person's own answer counts: no codes.
    pub require_elicitation: bool,
    /// Where the files lie that lock plans.
    pub state_folder: PathBuf,
}

/// The gate that every write passes, and the owner of the only writer.
pub struct Confirm {
    writer: Arc<Writer>,
    journal: Arc<Journal>,
    clock: Clock,
    options: ConfirmOptions,
    answers: Answers,
    notices: Notices,
    seal: RequestStateCodec,
}

/// Plans the write, from the plan as it is now.
pub(crate) type PlanAgain = dyn Fn(ReadCx) -> BoxFuture<'static, Result<Planned, ToolError>> + Send + Sync;

/// One call of a write tool, as the gate sees it.
pub(crate) struct WriteCall<'a> {
    pub(crate) facts: &'static ToolFacts,
    pub(crate) cx: &'a ReadCx,
    pub(crate) meter: Arc<Meter>,
    pub(crate) person: &'a Person<'a>,
    /// In the schema's form, without `confirmation`.
    pub(crate) arguments: &'a JsonObject,
    /// The code, when the call brings one.
    pub(crate) code: Option<String>,
    pub(crate) plan_again: &'a PlanAgain,
}

impl Confirm {
    /// Takes the writer: from here on, a write is confirmed or does not happen.
    ///
    /// # Errors
    /// When the key that seals states is refused, which a 32-byte key never is.
    pub fn new(
        writer: Writer,
        journal: Arc<Journal>,
        clock: Clock,
        options: ConfirmOptions,
    ) -> Result<Self, ToolError> {
        let key: [u8; 32] = rand::random();
        let seal = RequestStateCodec::try_new(key.to_vec()).map_err(|error| ToolError::Internal(error.to_string()))?;
        Ok(Self {
            writer: Arc::new(writer),
            journal,
            clock,
            options,
            answers: Answers::default(),
            notices: Notices::default(),
            seal,
        })
    }

    /// A write that its subject's person must agree to.
    pub(crate) async fn confirmed(&self, call: &WriteCall<'_>) -> Result<Answer, ToolError> {
        // Arguments that are wrong by themselves cost no request: the plan is looked up first only when there is something
        // to find out or to tell about an earlier operation.
        let plan = if self.has_something_to_settle()? {
            Some(self.settled_plan(call).await?)
        } else {
            None
        };
        let work = async {
            let planned = self.plan(call).await;
            let planned = planned.map_err(|error| self.led_to_an_operation(call).unwrap_or(error))?;
            match self.decide(call, planned).await? {
                decide::Decision::Answer(answer) => Ok(answer),
                decide::Decision::Agreed(agreed) => self.apply_agreed(call, agreed).await,
            }
        };
        let result = work.await;
        match plan {
            Some(plan) => self.notices.deliver(&plan, result),
            None => result,
        }
    }

    fn has_something_to_settle(&self) -> Result<bool, ToolError> {
        let history = self.journal.history_of_all_plans()?;
        Ok(!self.notices.are_none()
            || !unsettled(&history).is_empty()
            || !maybe_late(&history, self.clock.now_utc()).is_empty())
    }

    /// The proposal. That there is nothing to do ends the call without a second look, so it rests on what was asked for
    /// during this call, not on a copy that another client may have overtaken.
    async fn plan(&self, call: &WriteCall<'_>) -> Result<Planned, ToolError> {
        let looking = call.cx.looking_again();
        let planned = (call.plan_again)(call.cx.clone()).await?;
        if planned.groups.is_empty() {
            return (call.plan_again)(looking).await;
        }
        Ok(planned)
    }

    /// One of the writes that act at once, by the seed.
    pub(crate) async fn unconfirmed(&self, call: &WriteCall<'_>) -> Result<Answer, ToolError> {
        let plan = self.settled_plan(call).await?;
        let result = self.apply_unasked(call, &plan).await;
        self.notices.deliver(&plan, result)
    }

    /// The plan that the call means, once the fate of interrupted operations on it is settled.
    async fn settled_plan(&self, call: &WriteCall<'_>) -> Result<PlanId, ToolError> {
        let asked = call.arguments.get("plan_id").and_then(serde_json::Value::as_str);
        let plan = call.cx.plan(asked).await?.id().clone();
        let found = self.recover(call.cx, &plan).await?;
        self.notices.add(&plan, found);
        Ok(plan)
    }
}

/// The schema of a write's answer: what every write has, then the tool's own part.
pub(crate) fn answer_schema<P: WritePreview>() -> JsonObject {
    let mut schema = crate::schema::of_answer::<proposal::WriteAnswer>();
    let own = crate::schema::of_answer::<P>();
    let required = |name: &str| {
        let names = own.get("required").and_then(serde_json::Value::as_array);
        names.is_some_and(|names| names.iter().any(|other| other.as_str() == Some(name)))
    };
    for (name, property) in own
        .get("properties")
        .and_then(serde_json::Value::as_object)
        .into_iter()
        .flatten()
    {
        crate::schema::add_property(&mut schema, name, property.clone(), required(name));
    }
    schema
}
