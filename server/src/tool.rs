//! What a tool is, and the runtime the attribute calls into. (Stand-in for the attribute's tests.)

use std::pin::Pin;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::confirm::Proposal;
use crate::error::ToolError;

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
/// # use avenir::tool::{Subject, WritePreview};
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Clone, Deserialize, JsonSchema)] pub struct MonthArgs {}
/// # #[derive(Serialize, JsonSchema)] pub struct Balances {}
/// # #[derive(Clone, Deserialize, JsonSchema)] pub struct MoveMoney {}
/// # #[derive(Serialize)] pub struct MoneyMove {}
/// # impl Subject for MoneyMove {}
/// # #[derive(Serialize, JsonSchema)] pub struct Moved {}
/// # impl WritePreview for Moved {}
/// # #[derive(Clone, Deserialize, JsonSchema)] pub struct Approve {}
/// # #[derive(Serialize, JsonSchema)] pub struct Approved {}
/// # impl WritePreview for Approved {}
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

/// What is known about a tool without calling it.
pub struct ToolFacts {
    /// The name it is called by.
    pub name: &'static str,
    /// The title a person sees.
    pub title: &'static str,
    /// The doc comment.
    pub description: &'static str,
    /// A sentence the description ends with while writes are on.
    pub with_writes: Option<&'static str>,
    /// Whether it writes.
    pub access: Access,
}

/// Whether a tool writes.
pub enum Access {
    /// It does not.
    Read,
    /// It does.
    Write(WriteFacts),
}

/// How a tool writes.
pub struct WriteFacts {
    /// Whether what was there before is lost.
    pub destructive: bool,
    /// Whether doing it twice is doing it once.
    pub idempotent: bool,
    /// Whether the person is asked.
    pub confirmation: Confirmation,
}

/// Whether the person is asked.
pub enum Confirmation {
    /// Before each change.
    Asked,
    /// Not at all.
    Unconfirmed {
        /// Why not.
        reason: &'static str,
    },
}

/// The schemas of a tool.
pub struct Schemas;

/// One call of a tool.
pub struct Call<'a>(std::marker::PhantomData<&'a ()>);

/// What a tool answers.
pub struct Answer;

/// A tool at work.
pub type ToolFuture<'a> = Pin<Box<dyn Future<Output = Result<Answer, ToolError>> + Send + 'a>>;

/// A tool, as the registry lists it. The attribute writes the implementations.
pub trait Tool: Sync {
    /// What is known about it without calling it.
    fn facts(&self) -> &'static ToolFacts;
    /// What it takes and answers.
    fn schemas(&self) -> Schemas;
    /// Calls it.
    fn call<'a>(&'a self, call: Call<'a>) -> ToolFuture<'a>;
}

/// What a tool can take as its arguments.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a tool",
    label = "not arguments",
    note = "write `#[derive(Clone, Deserialize, JsonSchema)]` on it; it must own what it holds"
)]
pub trait ToolArguments: DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<A: DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static> ToolArguments for A {}

/// What a tool can answer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a tool",
    label = "not an answer",
    note = "write `#[derive(Serialize, JsonSchema)]` on it; it must own what it holds"
)]
pub trait ToolOutput: Serialize + JsonSchema + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<O: Serialize + JsonSchema + Send + 'static> ToolOutput for O {}

/// What a read tool can return.
#[diagnostic::on_unimplemented(
    message = "a read tool does not return `{Self}`",
    label = "not what a read returns",
    note = "write `Result<Answer, ToolError>`, where `Answer` derives `Serialize` and `JsonSchema`; for a tool that writes add `write`"
)]
pub trait ReadResult: Send + 'static {
    /// The answer.
    type Output: ToolOutput;
    /// The result itself.
    fn into_result(self) -> Result<Self::Output, ToolError>;
}

impl<O: ToolOutput> ReadResult for Result<O, ToolError> {
    type Output = O;
    fn into_result(self) -> Self {
        self
    }
}

/// What the person's yes is bound to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the subject of a change",
    label = "not a subject",
    note = "implement `Subject` for the type that names the exact change; a write nobody is asked about says `unconfirmed = \"…\"`"
)]
pub trait Subject: Serialize + Send + Sync + 'static {}

/// What is shown before a change.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the preview of a change",
    label = "not a preview",
    note = "implement `WritePreview` for the write tool's answer"
)]
pub trait WritePreview: ToolOutput {}

/// What a write tool can return.
#[diagnostic::on_unimplemented(
    message = "a write tool does not return `{Self}`",
    label = "not what a write returns",
    note = "write `Result<Proposal<Subject, Preview>, ToolError>`; for a tool that changes nothing remove `write`"
)]
pub trait WriteResult: Send + 'static {
    /// What the yes is bound to.
    type Subject: Subject;
    /// What is shown.
    type Preview: WritePreview;
    /// The result itself.
    fn into_result(self) -> Result<Proposal<Self::Subject, Self::Preview>, ToolError>;
}

impl<S: Subject, P: WritePreview> WriteResult for Result<Proposal<S, P>, ToolError> {
    type Subject = S;
    type Preview = P;
    fn into_result(self) -> Self {
        self
    }
}

/// What a write that nobody is asked about can return.
#[diagnostic::on_unimplemented(
    message = "a write without a question does not return `{Self}`",
    label = "not what an unconfirmed write returns",
    note = "write `Result<Proposal<(), Preview>, ToolError>`: nobody says yes, so there is no subject"
)]
pub trait UnconfirmedResult: Send + 'static {
    /// What is answered.
    type Preview: WritePreview;
    /// The result itself.
    fn into_result(self) -> Result<Proposal<(), Self::Preview>, ToolError>;
}

impl<P: WritePreview> UnconfirmedResult for Result<Proposal<(), P>, ToolError> {
    type Preview = P;
    fn into_result(self) -> Self {
        self
    }
}

/// Called by what the attribute writes, and by nothing else.
pub mod rt {
    use std::pin::Pin;

    use super::{
        Call, ReadResult, Schemas, Subject, ToolArguments, ToolFacts, ToolFuture, UnconfirmedResult, WriteResult,
    };
    use crate::context::ReadCx;
    use crate::error::ToolError;

    /// The tool's own function.
    pub type Planner<A, R> = for<'c> fn(&'c ReadCx, A) -> Pin<Box<dyn Future<Output = R> + Send + 'c>>;

    /// The schemas of a read.
    pub fn read_schemas<A: ToolArguments, R: ReadResult>() -> Schemas {
        Schemas
    }

    /// The schemas of a write the person is asked about.
    pub fn confirmed_write_schemas<A: ToolArguments, R: WriteResult>() -> Schemas {
        Schemas
    }

    /// The schemas of a write that acts at once.
    pub fn unconfirmed_write_schemas<A: ToolArguments, R: UnconfirmedResult>() -> Schemas {
        Schemas
    }

    /// Calls a read.
    pub fn read<'a, A: ToolArguments, R: ReadResult>(
        _: &'static ToolFacts,
        _: Call<'a>,
        _: Planner<A, R>,
    ) -> ToolFuture<'a> {
        Box::pin(async { Err(ToolError) })
    }

    /// Calls a write the person is asked about.
    pub fn confirmed_write<'a, A: ToolArguments, R: WriteResult>(
        _: &'static ToolFacts,
        _: Call<'a>,
        _: Planner<A, R>,
    ) -> ToolFuture<'a> {
        Box::pin(async { Err(ToolError) })
    }

    /// Calls a write that acts at once.
    pub fn unconfirmed_write<'a, A: ToolArguments, R: UnconfirmedResult>(
        _: &'static ToolFacts,
        _: Call<'a>,
        _: Planner<A, R>,
    ) -> ToolFuture<'a> {
        Box::pin(async { Err(ToolError) })
    }

    /// Compiles for a type that can be a tool's arguments.
    pub const fn need_arguments<A: ToolArguments>() {}

    /// Compiles for a type that a read can return.
    pub const fn need_read_result<R: ReadResult>() {}

    /// Compiles for a type that a confirmed write can return.
    pub const fn need_write_result<R: WriteResult>() {}

    /// Compiles for a type that an unconfirmed write can return.
    pub const fn need_unconfirmed_result<R: UnconfirmedResult>() {}

    /// Compiles when the proposal's subject is the one the attribute names.
    pub const fn need_subject<R: WriteResult<Subject = S>, S: Subject>() {}
}
