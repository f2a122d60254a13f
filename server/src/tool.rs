//! What a tool is, and the runtime that `#[avenir_tool]` calls into.

use std::pin::Pin;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::confirm::{Confirm, Person, Proposal, Subject, WritePreview};
use crate::context::ReadCx;
use crate::error::ToolError;
use crate::io::ynab::Meter;
use crate::schema::JsonObject;

/// Makes an MCP tool of an async function.
///
/// The function reads what it needs through its context and returns an answer, or, if it writes, a proposal: what would
/// change, as data. Everything else about the tool follows from its signature, its doc comment and these arguments, whose
/// order is free:
///
/// | argument | value | a read | a confirmed write | a write at once | meaning |
/// |---|---|---|---|---|---|
/// | `write` | none | – | required | required | the tool changes the plan; the only place where that is said |
/// | `title` | text | required | required | required | what a person sees of the tool |
/// | `costs` | text | optional | optional | optional | what a call costs, in words that follow `Costs`; the description says it, and the list of tools on the command line |
/// | `with_writes` | text | optional | – | – | a sentence the description ends with while writes are on; the place, and the only one, to name a write tool |
/// | `subject` | type | – | required | – | what exactly the person says yes to; the subject of the function's proposal |
/// | `unconfirmed` | text | – | – | required | why nobody is asked |
/// | `destructive` | `true`, `false` | – | required | required | whether what was there before is lost |
/// | `idempotent` | `true`, `false` | – | required | required | whether doing it twice is doing it once |
///
/// # The three forms
///
/// ```
/// use avenir::confirm::Proposal;
/// use avenir::context::ReadCx;
/// use avenir::error::ToolError;
/// use avenir::tool::{Tool, avenir_tool};
/// # use avenir::confirm::{AfterWrite, Subject, WritePreview};
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Clone, Deserialize, JsonSchema)] pub struct MonthArgs {}
/// # #[derive(Serialize, JsonSchema)] pub struct Balances {}
/// # #[derive(Clone, Deserialize, JsonSchema)] pub struct MoveMoney {}
/// # #[derive(Serialize)] pub struct MoneyMove {}
/// # impl Subject for MoneyMove {}
/// # #[derive(Serialize, JsonSchema)] pub struct Moved {}
/// # impl WritePreview for Moved { fn settle(&mut self, _: &AfterWrite) {} }
/// # #[derive(Clone, Deserialize, JsonSchema)] pub struct Approve {}
/// # #[derive(Serialize, JsonSchema)] pub struct Approved {}
/// # impl WritePreview for Approved { fn settle(&mut self, _: &AfterWrite) {} }
///
/// /// Category balances for a month: assigned, spent, available.
/// #[avenir_tool(title = "Category balances", with_writes = "Move money between them with `move_money`.")]
/// pub async fn get_category_balances(cx: &ReadCx, args: MonthArgs) -> Result<Balances, ToolError> {
///     // …
/// #   std::future::pending().await
/// }
///
/// /// Moves money from one category to another for a month.
/// #[avenir_tool(write, title = "Move money", subject = MoneyMove, destructive = true, idempotent = false)]
/// pub async fn move_money(cx: &ReadCx, args: MoveMoney) -> Result<Proposal<MoneyMove, Moved>, ToolError> {
///     // …
/// #   std::future::pending().await
/// }
///
/// /// Approves transactions.
/// #[avenir_tool(
///     write,
///     title = "Approve transactions",
///     unconfirmed = "it changes no amount and no category",
///     destructive = false,
///     idempotent = true
/// )]
/// pub async fn approve_transactions(cx: &ReadCx, args: Approve) -> Result<Proposal<(), Approved>, ToolError> {
///     // …
/// #   std::future::pending().await
/// }
///
/// let tools: [&dyn Tool; 3] = [&get_category_balances, &move_money, &approve_transactions];
/// assert_eq!(tools.map(|tool| tool.facts().name), ["get_category_balances", "move_money", "approve_transactions"]);
/// assert_eq!(tools[1].facts().description, "Moves money from one category to another for a month.");
/// ```
///
/// # What is made of it
///
/// - A value named like the function, a unit struct that implements [`Tool`]: what the registry lists. A tool that no list
///   holds is reported as never constructed, at its name. Since the name is a value's, no local variable of the same module
///   can have it.
/// - [`ToolFacts`]: the name; the title; the description, which is the doc comment, its paragraphs kept and the lines of each
///   joined; and how it writes, if it does.
/// - The schemas, from the arguments' type and the return type. A confirmed write also takes `confirmation`.
/// - The call: arguments are read, the function runs, and a proposal goes the way of every write.
///
/// The function itself stays as it is written, inside a block of its own, so it cannot be called from elsewhere: what two
/// tools share is a function both call.
///
/// # What is refused
///
/// All mistakes of a tool are reported together, each at the word that is wrong and with what to write instead:
///
/// - *arguments*: unknown, given twice, or with a value of another kind; a title missing or empty; `write` without
///   `subject` or `unconfirmed`, or with both; `unconfirmed` without a reason; a write without `destructive` or `idempotent`;
///   any of these four on a read; `with_writes` on a write, or empty;
/// - *the name*: longer than 28 letters, or not in snake case;
/// - *the doc comment*: missing, or beginning with an empty line;
/// - *the function*: not async; `const`, `unsafe`, `extern`, generic, a method; parameters other than `cx: &ReadCx` and the
///   arguments by value; no return type; the attribute twice, or on something that is no function;
/// - *the types*: arguments that are not [`ToolArguments`]; a return type that is no [`ReadResult`], [`WriteResult`] or
///   [`UnconfirmedResult`], whichever the form asks for; a `subject` that is not the proposal's; a future that is not `Send`.
pub use avenir_macros::avenir_tool;

/// All that is said of a tool before it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFacts {
    /// Its name: the function's.
    pub name: &'static str,
    /// Its title, for people.
    pub title: &'static str,
    /// Its description, for the agent: the function's doc comment.
    pub description: &'static str,
    /// A sentence that the description gains while writes are on; it may name write tools.
    pub with_writes: Option<&'static str>,
    /// What a call costs, in words that follow `Costs`.
    pub costs: Option<&'static str>,
    /// Whether it writes.
    pub access: Access,
}

/// Whether a tool writes: the one statement from which its tag, its hints, its place behind the gate and its confirmation
/// follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// It only reads.
    Read,
    /// It changes a plan.
    Write(WriteFacts),
}

/// What a client is told of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteFacts {
    /// It may overwrite or remove something.
    pub destructive: bool,
    /// The same call twice changes nothing the second time.
    pub idempotent: bool,
    /// Whether the person is asked.
    pub confirmation: Confirmation,
}

/// Whether the person is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// Always, before anything changes.
    Asked,
    /// Never, and why.
    Unconfirmed {
        /// Why that is safe.
        reason: &'static str,
    },
}

impl ToolFacts {
    /// Whether it changes a plan.
    pub fn writes(&self) -> bool {
        matches!(self.access, Access::Write(_))
    }

    /// Whether it asks the person first.
    pub fn asks(&self) -> bool {
        matches!(&self.access, Access::Write(write) if write.confirmation == Confirmation::Asked)
    }
}

/// The schemas of a tool, in the form that clients accept.
#[derive(Clone, Debug, PartialEq)]
pub struct Schemas {
    /// Of its arguments.
    pub input: Arc<JsonObject>,
    /// Of its answer.
    pub output: Arc<JsonObject>,
}

/// A tool, as the registry holds it.
pub trait Tool: Sync {
    /// What is said of it.
    fn facts(&self) -> &'static ToolFacts;
    /// Its schemas, made when first asked for and kept: making all of them would be most of a start.
    fn schemas(&self) -> &'static Schemas;
    /// One call.
    fn call<'a>(&'a self, call: Call<'a>) -> ToolFuture<'a>;
}

/// The answer of one call, when it comes.
pub type ToolFuture<'a> = Pin<Box<dyn Future<Output = Result<Answer, ToolError>> + Send + 'a>>;

/// One call of a tool.
pub struct Call<'a> {
    /// What the tool may read.
    pub cx: &'a ReadCx,
    /// The gate that writes pass.
    pub confirm: &'a Confirm,
    /// Who is behind the call.
    pub person: &'a Person<'a>,
    /// The call's deadline and count.
    pub meter: Arc<Meter>,
    /// The arguments, in the schema's form.
    pub arguments: JsonObject,
}

/// What a call answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The structured answer.
    Complete(Value),
    /// The client is to ask the person and call again (protocol 2026-07-28).
    InputRequired {
        /// What to ask.
        question: String,
        /// The sealed state to bring back.
        state: String,
    },
}

/// Types that a tool can take as its arguments.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a tool",
    note = "derive Clone, serde::Deserialize and schemars::JsonSchema for it"
)]
pub trait ToolArguments: DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static {}

impl<T: DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static> ToolArguments for T {}

/// Types that a tool can answer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a tool",
    note = "derive serde::Serialize and schemars::JsonSchema for it"
)]
pub trait ToolOutput: Serialize + JsonSchema + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema + Send + 'static> ToolOutput for T {}

/// What a reading tool returns.
#[diagnostic::on_unimplemented(
    message = "a reading tool cannot return `{Self}`",
    note = "return `Result<Output, ToolError>`, where Output derives serde::Serialize and schemars::JsonSchema"
)]
pub trait ReadResult: Send + 'static {
    /// The answer.
    type Output: ToolOutput;
    /// The answer, or why there is none.
    fn into_result(self) -> Result<Self::Output, ToolError>;
}

impl<T: ToolOutput> ReadResult for Result<T, ToolError> {
    type Output = T;
    fn into_result(self) -> Self {
        self
    }
}

/// What a confirmed write returns.
#[diagnostic::on_unimplemented(
    message = "a write tool cannot return `{Self}`",
    note = "return `Result<Proposal<Subject, Preview>, ToolError>`: a write proposes, it does not act"
)]
pub trait WriteResult: Send + 'static {
    /// What the yes is for.
    type Subject: Subject;
    /// The tool's part of the answer.
    type Preview: WritePreview;
    /// The proposal, or why there is none.
    fn into_result(self) -> Result<Proposal<Self::Subject, Self::Preview>, ToolError>;
}

impl<S: Subject, P: WritePreview> WriteResult for Result<Proposal<S, P>, ToolError> {
    type Subject = S;
    type Preview = P;
    fn into_result(self) -> Self {
        self
    }
}

/// What a write that acts at once returns.
#[diagnostic::on_unimplemented(
    message = "a write that acts at once cannot return `{Self}`",
    note = "return `Result<Proposal<(), Preview>, ToolError>`: nobody is asked, so there is no subject"
)]
pub trait UnconfirmedResult: Send + 'static {
    /// The tool's part of the answer.
    type Preview: WritePreview;
    /// The proposal, or why there is none.
    fn into_result(self) -> Result<Proposal<(), Self::Preview>, ToolError>;
}

impl<P: WritePreview> UnconfirmedResult for Result<Proposal<(), P>, ToolError> {
    type Preview = P;
    fn into_result(self) -> Self {
        self
    }
}

/// A tool's own function at work.
pub type Started<'c, R> = Pin<Box<dyn Future<Output = R> + Send + 'c>>;

/// What a reading tool takes and gives.
pub trait ReadTool: Tool {
    /// What it takes.
    type Arguments: ToolArguments;
    /// What it gives.
    type Result: ReadResult;
    /// Its function.
    fn start(cx: &ReadCx, arguments: Self::Arguments) -> Started<'_, Self::Result>;
}

/// What a confirmed write takes and proposes.
pub trait ConfirmedWriteTool: Tool {
    /// What it takes.
    type Arguments: ToolArguments;
    /// What the attribute says that the yes is for.
    type Subject: Subject;
    /// What it proposes.
    type Result: WriteResult<Subject = Self::Subject>;
    /// Its function.
    fn start(cx: &ReadCx, arguments: Self::Arguments) -> Started<'_, Self::Result>;
}

/// What a write that acts at once takes and proposes.
pub trait UnconfirmedWriteTool: Tool {
    /// What it takes.
    type Arguments: ToolArguments;
    /// What it proposes.
    type Result: UnconfirmedResult;
    /// Its function.
    fn start(cx: &ReadCx, arguments: Self::Arguments) -> Started<'_, Self::Result>;
}

/// What the expansion of `#[avenir_tool]` calls; nothing else should.
pub mod rt {
    use std::sync::Arc;

    use serde_json::json;

    use super::{
        Answer, Call, ConfirmedWriteTool, ReadResult, ReadTool, Schemas, ToolError, ToolFacts, ToolFuture,
        UnconfirmedResult, UnconfirmedWriteTool, WriteResult,
    };
    use crate::confirm::WriteCall;
    use crate::context::ReadCx;
    use crate::schema;

    /// The argument that every confirmed write has.
    pub const CONFIRMATION: &str = "confirmation";

    /// Schemas that are made when first asked for.
    pub type Later = std::sync::LazyLock<Schemas>;

    /// The schemas of a reading tool.
    pub const fn read_schemas<T: ReadTool>() -> Later {
        Later::new(|| Schemas {
            input: Arc::new(schema::of_arguments::<T::Arguments>()),
            output: Arc::new(schema::of_answer::<<T::Result as ReadResult>::Output>()),
        })
    }

    /// The schemas of a confirmed write: its arguments and `confirmation`, its preview and the status of a write.
    pub const fn confirmed_write_schemas<T: ConfirmedWriteTool>() -> Later {
        Later::new(|| {
            let mut input = schema::of_arguments::<T::Arguments>();
            let described = json!({
                "type": "string",
                "description": "The preview's code, only after the person's own yes.",
            });
            schema::add_property(&mut input, CONFIRMATION, described, false);
            Schemas {
                input: Arc::new(input),
                output: Arc::new(crate::confirm::answer_schema::<<T::Result as WriteResult>::Preview>()),
            }
        })
    }

    /// The schemas of a write that acts at once.
    pub const fn unconfirmed_write_schemas<T: UnconfirmedWriteTool>() -> Later {
        Later::new(|| Schemas {
            input: Arc::new(schema::of_arguments::<T::Arguments>()),
            output: Arc::new(crate::confirm::answer_schema::<<T::Result as UnconfirmedResult>::Preview>()),
        })
    }

    /// Calls a reading tool.
    pub fn read<'a, T: ReadTool>(_tool: &'a T, call: Call<'a>) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments = crate::arguments::read::<T::Arguments>(&call.arguments)?;
            let output = T::start(call.cx, arguments).await.into_result()?;
            let value = serde_json::to_value(output).map_err(|error| ToolError::Internal(error.to_string()))?;
            Ok(Answer::Complete(schema::without_nulls(value)))
        })
    }

    /// Calls a confirmed write: it is planned, asked about, planned again, and only then carried out.
    pub fn confirmed_write<'a, T: ConfirmedWriteTool>(tool: &'a T, mut call: Call<'a>) -> ToolFuture<'a> {
        Box::pin(async move {
            let code = call
                .arguments
                .shift_remove(CONFIRMATION)
                .and_then(|code| code.as_str().map(str::to_owned));
            let arguments = crate::arguments::read::<T::Arguments>(&call.arguments)?;
            let plan_again = move |cx: ReadCx| -> futures::future::BoxFuture<'static, _> {
                let arguments = arguments.clone();
                Box::pin(async move { T::start(&cx, arguments).await.into_result()?.planned() })
            };
            write(tool.facts(), &call, code, &plan_again, true).await
        })
    }

    /// Calls a write that acts at once.
    pub fn unconfirmed_write<'a, T: UnconfirmedWriteTool>(tool: &'a T, call: Call<'a>) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments = crate::arguments::read::<T::Arguments>(&call.arguments)?;
            let plan_again = move |cx: ReadCx| -> futures::future::BoxFuture<'static, _> {
                let arguments = arguments.clone();
                Box::pin(async move { T::start(&cx, arguments).await.into_result()?.planned_unasked() })
            };
            write(tool.facts(), &call, None, &plan_again, false).await
        })
    }

    async fn write(
        facts: &'static ToolFacts,
        call: &Call<'_>,
        code: Option<String>,
        plan_again: &crate::confirm::PlanAgain,
        asked: bool,
    ) -> Result<Answer, ToolError> {
        let meter = Arc::clone(&call.meter);
        let Call {
            cx, person, arguments, ..
        } = call;
        let write = WriteCall {
            facts,
            cx,
            meter,
            person,
            arguments,
            code,
            plan_again,
        };
        let answer = if asked {
            call.confirm.confirmed(&write).await?
        } else {
            call.confirm.unconfirmed(&write).await?
        };
        Ok(match answer {
            Answer::Complete(value) => Answer::Complete(schema::without_nulls(value)),
            other @ Answer::InputRequired { .. } => other,
        })
    }
}
