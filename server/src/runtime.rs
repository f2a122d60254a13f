//! What one process holds, and one call through it: from arguments as they came to an answer or an error, whatever the
//! transport.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;

use crate::arguments;
use crate::clock::Clock;
use crate::confirm::{Confirm, Person};
use crate::context::{Defaults, ReadCx};
use crate::error::ToolError;
use crate::io::journal::Journal;
use crate::io::ynab::{Meter, Reader};
use crate::registry::Gate;
use crate::schema::JsonObject;
use crate::tool::{Answer, Call, Tool};

/// The time that YNAB may take in one call; waiting for the person does not count. Many clients give up after 60 s.
const CALL_LIMIT: Duration = Duration::from_secs(45);

/// What one process holds.
pub struct Runtime {
    /// Which tools are there.
    pub gate: Gate,
    reader: Reader,
    confirm: Confirm,
    journal: Arc<Journal>,
    clock: Clock,
    defaults: Defaults,
}

/// What came of a call, and what it cost.
pub struct Called {
    /// The answer, or why there is none.
    pub answer: Result<Answer, ToolError>,
    /// YNAB requests sent by this call.
    pub requests: u32,
    /// Requests left in the rolling hour, for all processes with this token.
    pub requests_left: usize,
    /// The age of the oldest copy that the answer rests on.
    pub oldest: Option<Duration>,
}

impl Runtime {
    /// Puts the parts together. `defaults` are meant by calls that do not say.
    pub fn new(
        gate: Gate,
        reader: Reader,
        confirm: Confirm,
        journal: Arc<Journal>,
        clock: Clock,
        defaults: Defaults,
    ) -> Self {
        Self {
            gate,
            reader,
            confirm,
            journal,
            clock,
            defaults,
        }
    }

    /// One call of a tool that is there.
    pub async fn call(&self, tool: &dyn Tool, arguments: JsonObject, person: &Person<'_>) -> Called {
        let meter = Meter::new(&self.clock, CALL_LIMIT);
        let work = self.answer(tool, arguments, person, &meter);
        let answer = AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| {
            tracing::error!(tool = tool.facts().name, "a tool panicked");
            Err(ToolError::Internal(format!(
                "`{}` failed unexpectedly",
                tool.facts().name
            )))
        });
        Called {
            answer,
            requests: meter.requests(),
            requests_left: self.reader.requests_left(),
            oldest: meter.oldest(),
        }
    }

    async fn answer(
        &self,
        tool: &dyn Tool,
        arguments: JsonObject,
        person: &Person<'_>,
        meter: &Arc<Meter>,
    ) -> Result<Answer, ToolError> {
        let arguments = arguments::in_form(&tool.schemas().input, arguments)?;
        let goes_on = goes_on(&arguments);
        let reader = self.reader.for_call(Arc::clone(meter));
        let reader = if goes_on { reader.going_on() } else { reader };
        let journal = Arc::clone(&self.journal);
        let cx = ReadCx::new(reader, journal, self.defaults.clone(), self.clock.today());
        tool.call(Call {
            cx: &cx,
            confirm: &self.confirm,
            person,
            meter: Arc::clone(meter),
            arguments,
        })
        .await
    }
}

/// Whether a call asks for a later page of a list: it says where the page before ended.
fn goes_on(arguments: &JsonObject) -> bool {
    const PLACES: [&str; 3] = ["cursor", "offset", "table_from"];
    let mut places = PLACES.iter().filter_map(|name| arguments.get(*name));
    places.any(|place| *place != 0)
}
