//! What a write tool answers: the change as data. Nothing of it is sent before the person says yes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::decide::CAUTION;
use super::fingerprint::Fingerprint;

use crate::domain::effect::{Effect, Group};
use crate::domain::ids::{AccountId, OperationId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::operation::EffectState;
use crate::domain::plan::{Account, MonthDetail, PlanSummary};
use crate::error::ToolError;
use crate::tool::Answer;

/// Changes shown in a question; the rest is counted.
pub const LINES_SHOWN: usize = 20;

/// The exact change that a yes is for, and nothing that may move while the person thinks: the confirmation seed's first
/// table says what belongs to it, tool by tool.
///
/// A list whose order does not matter is an [`Unordered`](super::fingerprint::Unordered).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the subject of a write",
    note = "derive serde::Serialize and write `impl avenir::confirm::Subject for {Self} {{}}`: a subject is chosen, not inferred"
)]
pub trait Subject: Serialize + Send + Sync + 'static {}

/// The part of a write's answer that belongs to its tool: first the preview, then, once applied, what became of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the answer of a write",
    note = "derive serde::Serialize and schemars::JsonSchema and write `impl avenir::confirm::WritePreview for {Self} {{ … }}`"
)]
pub trait WritePreview: Serialize + JsonSchema + Send + 'static {
    /// Takes over what YNAB holds after the write. Values that could not be read become absent, never a prediction.
    fn settle(&mut self, after: &AfterWrite);

    /// The status of a proposal without changes, where that does not mean that there is nothing to do.
    fn stopped(&self) -> Option<Status> {
        None
    }

    /// What the answer says of what was done, where only YNAB's answer tells; else the proposal's own words are used.
    fn done(&self) -> Option<String> {
        None
    }
}

/// A write as its tool proposes it.
pub struct Proposal<S, P> {
    /// The plan it changes.
    pub plan: Arc<PlanSummary>,
    /// What the yes is for.
    pub subject: S,
    /// What the person reads.
    pub question: Question,
    /// The tool's part of the answer.
    pub preview: P,
    /// The changes; none means that there is nothing to do.
    pub groups: Vec<Group>,
    /// What the answer says when there is nothing to do.
    pub nothing_to_do: String,
    /// What the answer says once applied, such as `Moved.`.
    pub done: String,
    /// A month to read once applied, so that the answer carries what is available now.
    pub month_after: Option<Month>,
    /// Whether the accounts are read once applied, so that the answer carries their balances now.
    pub accounts_after: bool,
    /// The operation that this one takes back.
    pub undo_of: Option<OperationId>,
}

/// The person's question: a headline, one line a change, and what they should know before saying yes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// One line, ending in a question mark; the seed's words.
    pub headline: String,
    /// One line a change.
    pub lines: Vec<String>,
    /// Warnings: part of what the yes rests on.
    pub warnings: Vec<Warning>,
    /// Further facts, on lines of their own, on which the yes does not rest (available amounts, what is left alone).
    pub facts: Vec<String>,
}

/// What the person should know before saying yes, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line.
    pub text: String,
    /// The changes that it tells of: the yes rests on these, and not on the names that stand in the line. Without any, it rests
    /// on the line itself.
    pub about: Vec<Effect>,
}

impl Question {
    /// A question of one line.
    pub fn new(headline: String) -> Self {
        Self {
            headline,
            ..Self::default()
        }
    }

    /// The whole text, as the person reads it.
    pub fn text(&self) -> String {
        let mut text = self.headline.clone();
        for line in self.lines.iter().take(LINES_SHOWN) {
            let _ = write!(text, "\n- {line}");
        }
        if let Some(more) = self.lines.len().checked_sub(LINES_SHOWN).filter(|more| *more > 0) {
            let _ = write!(text, "\n- … and {more} more");
        }
        for line in self
            .facts
            .iter()
            .chain(self.warnings.iter().map(|warning| &warning.text))
        {
            let _ = write!(text, "\n{line}");
        }
        text
    }

    /// The headline without its question mark: the operation's title in the journal.
    pub fn title(&self) -> String {
        self.headline.trim_end_matches('?').to_owned()
    }
}

impl<S: Subject, P: WritePreview> Proposal<S, P> {
    /// The proposal with its digests, without its types.
    pub(crate) fn planned(self) -> Result<Planned, ToolError> {
        let fingerprint = Fingerprint::of_subject(&self.plan.id, &self.subject);
        self.with_fingerprint(fingerprint)
    }
}

impl<P: WritePreview> Proposal<(), P> {
    /// The same for a write that acts at once, and so has no subject.
    pub(crate) fn planned_unasked(self) -> Result<Planned, ToolError> {
        self.with_fingerprint(Fingerprint::of(&()))
    }
}

impl<S, P: WritePreview> Proposal<S, P> {
    fn with_fingerprint(self, fingerprint: Result<Fingerprint, serde_json::Error>) -> Result<Planned, ToolError> {
        let basis = Fingerprint::of_basis(&self.groups, &self.question.warnings);
        let internal = |error: serde_json::Error| ToolError::Internal(error.to_string());
        Ok(Planned {
            plan: self.plan,
            fingerprint: fingerprint.map_err(internal)?,
            basis: basis.map_err(internal)?,
            question: self.question,
            preview: Box::new(self.preview),
            groups: self.groups,
            nothing_to_do: self.nothing_to_do,
            done: self.done,
            month_after: self.month_after,
            accounts_after: self.accounts_after,
            undo_of: self.undo_of,
        })
    }
}

/// A proposal with its digests, whatever its tool.
pub(crate) struct Planned {
    pub(super) plan: Arc<PlanSummary>,
    pub(super) fingerprint: Fingerprint,
    pub(super) basis: Fingerprint,
    pub(super) question: Question,
    pub(super) preview: Box<dyn Preview>,
    pub(super) groups: Vec<Group>,
    pub(super) month_after: Option<Month>,
    pub(super) accounts_after: bool,
    pub(super) undo_of: Option<OperationId>,
    nothing_to_do: String,
    done: String,
}

/// A preview whatever its type.
pub(crate) trait Preview: Send {
    fn settle(&mut self, after: &AfterWrite);
    fn done(&self) -> Option<String>;
    fn stopped(&self) -> Option<Status>;
    fn value(&self) -> Result<Value, serde_json::Error>;
}

impl<P: WritePreview> Preview for P {
    fn settle(&mut self, after: &AfterWrite) {
        WritePreview::settle(self, after);
    }

    fn done(&self) -> Option<String> {
        WritePreview::done(self)
    }

    fn stopped(&self) -> Option<Status> {
        WritePreview::stopped(self)
    }

    fn value(&self) -> Result<Value, serde_json::Error> {
        serde_json::to_value(self)
    }
}

/// How far a write has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Done, as YNAB itself answered.
    Applied,
    /// Part of it is in effect, part is not.
    PartlyApplied,
    /// Nothing changed yet: the person has to agree first.
    ConfirmationRequired,
    /// The person said no: nothing changed.
    Declined,
    /// YNAB already holds what was asked.
    NothingToDo,
    /// The account is not what its bank says; nothing changed.
    DifferenceFound,
}

/// The part of a write's answer that every write has.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WriteAnswer {
    /// The plan's name.
    plan: String,
    /// The currency of all amounts, as an ISO 4217 code; absent when YNAB gives none.
    currency: Option<String>,
    /// How far it has come.
    status: Status,
    /// What happened and what to do next.
    message: String,
    /// The code to repeat the call with, once the person agreed; only with `confirmation_required`.
    confirmation: Option<String>,
    /// What `undo_operation` takes to undo this; only once applied.
    operation_id: Option<String>,
}

impl Planned {
    pub(super) fn nothing_to_do(self) -> Result<Answer, ToolError> {
        let message = self.nothing_to_do.clone();
        let status = self.preview.stopped().unwrap_or(Status::NothingToDo);
        self.answer(status, message, None, None)
    }

    pub(super) fn declined(self) -> Result<Answer, ToolError> {
        let message = "The user declined: nothing changed.".to_owned();
        self.answer(Status::Declined, message, None, None)
    }

    /// The question was closed, and nothing but an answer to it counts: the seed has one status for both.
    pub(super) fn not_answered(self) -> Result<Answer, ToolError> {
        let message =
            "The question was closed without an answer, or nobody answered it in time: nothing changed.".to_owned();
        self.answer(Status::Declined, message, None, None)
    }

    pub(super) fn confirmation_required(self, code: &str) -> Result<Answer, ToolError> {
        let message = format!(
            "Nothing changed yet. {CAUTION} The question: {}\nIf they agree, call again within 10 minutes with the \
             same arguments and this code as `confirmation`.",
            self.question.text()
        );
        self.answer(Status::ConfirmationRequired, message, Some(code), None)
    }

    /// All of it is in effect, as these effects say.
    pub(super) fn applied<'e>(
        self,
        operation_id: &OperationId,
        mut effects: impl Iterator<Item = &'e Effect>,
        note: &str,
    ) -> Result<Answer, ToolError> {
        let done = self.preview.done().unwrap_or_else(|| self.done.clone());
        let stuck: Vec<_> = self
            .groups
            .iter()
            .filter_map(|group| group.no_way_back.as_deref())
            .collect();
        let all = stuck.len() == self.groups.len();
        let takes_back = format!("undo_operation with operation_id {operation_id} takes it back");
        let back = match (effects.find_map(Effect::no_way_back), stuck.first()) {
            (Some(why), _) => format!("It cannot be undone here: {why}."),
            (None, Some(why)) if all => format!("It cannot be undone here: {why}."),
            (None, Some(why)) => format!("{takes_back}, but for {} of the changes: {why}.", stuck.len()),
            (None, None) => format!("{takes_back}."),
        };
        let message = format!("{done} {back}{note}");
        self.answer(Status::Applied, message, None, Some(operation_id))
    }

    /// Nothing new was made, and still something is other than before.
    pub(super) fn matched(self, operation_id: &OperationId, message: String) -> Result<Answer, ToolError> {
        self.answer(Status::Applied, message, None, Some(operation_id))
    }

    pub(super) fn partly_applied(self, operation_id: &OperationId, message: &str) -> Result<Answer, ToolError> {
        self.answer(Status::PartlyApplied, message.to_owned(), None, Some(operation_id))
    }

    fn answer(
        self,
        status: Status,
        message: String,
        confirmation: Option<&str>,
        operation_id: Option<&OperationId>,
    ) -> Result<Answer, ToolError> {
        let common = WriteAnswer {
            plan: self.plan.name.to_string(),
            currency: self.plan.currency.code().map(str::to_owned),
            status,
            message,
            confirmation: confirmation.map(str::to_owned),
            operation_id: operation_id.map(ToString::to_string),
        };
        let internal = |error: serde_json::Error| ToolError::Internal(error.to_string());
        let mut value = serde_json::to_value(common).map_err(internal)?;
        if let (Value::Object(members), Value::Object(more)) = (&mut value, self.preview.value().map_err(internal)?) {
            members.extend(more);
        }
        Ok(Answer::Complete(value))
    }
}

/// What YNAB holds after a write.
#[derive(Debug, Default)]
pub struct AfterWrite {
    /// What became of each effect, in the proposal's order.
    pub effects: Vec<(Effect, EffectState)>,
    /// The month asked for, when it could be read.
    pub month: Option<Arc<MonthDetail>>,
    /// The accounts, when they were asked for and could be read.
    pub accounts: Option<Arc<Vec<Account>>>,
}

impl AfterWrite {
    /// An account as YNAB holds it now.
    pub fn account(&self, id: &AccountId) -> Option<&Account> {
        self.accounts.as_ref()?.iter().find(|account| account.id == *id)
    }

    /// The assigned amount that YNAB holds of a category in a month, as the write itself left it; nothing when that is not
    /// known, or when the write was not about it.
    pub fn assigned(&self, category_id: &str, month: Month) -> Option<Milliunits> {
        self.effects.iter().find_map(|(effect, state)| match effect {
            Effect::Assigned {
                category_id: id,
                month: of,
                before,
                after,
            } if id.as_str() == category_id && *of == month => match state {
                EffectState::Applied => Some(*after),
                EffectState::NotApplied
                | EffectState::NotFound
                | EffectState::TakenBack
                | EffectState::AlreadyThere
                | EffectState::Matched => Some(*before),
                EffectState::Intended | EffectState::Unknown => None,
            },
            _ => None,
        })
    }

    /// What became of the changes of each transaction: the worst of its effects.
    pub fn by_transaction(&self) -> BTreeMap<&TransactionId, EffectState> {
        let mut states = BTreeMap::new();
        for (effect, state) in &self.effects {
            if let Some(id) = effect.transaction_id() {
                let entry = states.entry(id).or_insert(*state);
                if *entry == EffectState::Applied {
                    *entry = *state;
                }
            }
        }
        states
    }
}
