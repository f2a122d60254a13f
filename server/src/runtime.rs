//! What one process holds, and one call through it: from arguments as they came to an answer or an error, whatever the
//! transport. What a client reads without a tool goes the same way.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chrono::NaiveDate;
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
pub struct Called<T = Answer> {
    /// The answer, or why there is none.
    pub answer: Result<T, ToolError>,
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

    /// The person's own day.
    pub fn today(&self) -> NaiveDate {
        self.clock.today()
    }

    /// One call of a tool that is there.
    pub async fn call(&self, tool: &dyn Tool, arguments: JsonObject, person: &Person<'_>) -> Called {
        let start = |meter| self.answer(tool, arguments, person, meter);
        self.metered(tool.facts().name, start).await
    }

    /// One reading without a tool; `what` names it in the log and in an error.
    pub async fn read<T, Work>(&self, what: &str, work: impl FnOnce(ReadCx) -> Work) -> Called<T>
    where
        Work: Future<Output = Result<T, ToolError>>,
    {
        self.metered(what, |meter| work(self.cx(meter))).await
    }

    /// Work on a meter of its own, which has a deadline. A panic in it is an error like any other.
    async fn metered<T, Work>(&self, what: &str, start: impl FnOnce(Arc<Meter>) -> Work) -> Called<T>
    where
        Work: Future<Output = Result<T, ToolError>>,
    {
        let meter = Meter::new(&self.clock, CALL_LIMIT);
        let work = async { start(Arc::clone(&meter)).await };
        let answer = AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| {
            tracing::error!(call = what, "a call panicked");
            Err(ToolError::Internal(format!("`{what}` failed unexpectedly")))
        });
        Called {
            answer,
            requests: meter.requests(),
            requests_left: self.reader.requests_left(),
            oldest: meter.oldest(),
        }
    }

    fn cx(&self, meter: Arc<Meter>) -> ReadCx {
        let (reader, journal) = (self.reader.for_call(meter), Arc::clone(&self.journal));
        ReadCx::new(reader, journal, self.defaults.clone(), self.today())
    }

    async fn answer(
        &self,
        tool: &dyn Tool,
        arguments: JsonObject,
        person: &Person<'_>,
        meter: Arc<Meter>,
    ) -> Result<Answer, ToolError> {
        let arguments = arguments::in_form(&tool.schemas().input, arguments)?;
        let cx = self.cx(Arc::clone(&meter));
        let cx = if goes_on(&arguments) { cx.going_on() } else { cx };
        tool.call(Call {
            cx: &cx,
            confirm: &self.confirm,
            person,
            meter,
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
