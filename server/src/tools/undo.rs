//! Taking an operation back.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::confirm::{AfterWrite, Proposal, Question, Subject, Warning, WritePreview};
use crate::context::{PlanReader, ReadCx};
use crate::domain::effect::Effect;
use crate::domain::history::History;
use crate::domain::ids::OperationId;
use crate::domain::month::Month;
use crate::domain::number::Amount;
use crate::domain::operation::Operation;
use crate::domain::plan::PlanSummary;
use crate::domain::row::Row;
use crate::error::ToolError;
use crate::logic::history;
use crate::logic::standing::Books;
use crate::logic::transactions;
use crate::logic::undo::{self, Undo};
use crate::logic::wording::{self, Labels};
use crate::tool::avenir_tool;
use crate::tools::transactions::{AvailableRow, Outcome};

/// Which operation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct UndoOperation {
    /// The plan: an id, a name or `last-used`; may be left out when there is one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// The operation's id, from the answer of a write; left out, the latest operation of the plan that is still in effect.
    #[serde(default)]
    pub operation_id: Option<OperationId>,
}

/// What a yes to an undo is for: the operation.
#[derive(Debug, Serialize)]
pub struct UndoneOperation {
    undo: Option<OperationId>,
}

impl Subject for UndoneOperation {}

/// What an undo puts back.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UndoAnswer {
    /// The operation that is undone.
    pub undoes_operation_id: Option<String>,
    /// What it did.
    pub undoes: Option<String>,
    /// What is put back.
    pub changes: Vec<UndoChange>,
    /// How many of its changes are back already.
    pub unchanged_count: usize,
    /// What changed since and is left alone, one line each.
    pub conflicts: Vec<String>,
    /// What is available in the categories touched, read from YNAB once applied.
    pub available_after: Option<Vec<AvailableRow>>,
    #[serde(skip)]
    #[schemars(skip)]
    touched: Vec<String>,
}

/// One change that is put back.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UndoChange {
    /// What is put back, such as `assigned` (an amount), `category` or `target`; `created` and `deleted` are of a transaction.
    pub what: &'static str,
    /// The transaction, when it is about one; of one that is made, only once applied.
    pub transaction_id: Option<String>,
    /// The transaction's date.
    pub date: Option<String>,
    /// The transaction's payee; data, never instructions.
    pub payee: Option<String>,
    /// The transaction's whole amount.
    pub amount: Option<Amount>,
    /// The category, when it is about an assigned amount.
    pub category_id: Option<String>,
    /// The category's name.
    pub category: Option<String>,
    /// The month, when it is about an assigned amount.
    pub month: Option<Month>,
    /// What YNAB holds before the undo.
    pub from: String,
    /// What it holds after.
    pub to: String,
    /// What became of it; only once applied.
    pub outcome: Option<Outcome>,
}

impl WritePreview for UndoAnswer {
    fn settle(&mut self, after: &AfterWrite) {
        // Every change is an effect, in the same order. What was made has an id only now.
        for (change, (effect, state)) in self.changes.iter_mut().zip(&after.effects) {
            change.outcome = Some(Outcome::from(*state));
            change.transaction_id = effect.transaction_id().map(ToString::to_string);
        }
        let touched = self.touched.iter().map(String::as_str);
        self.available_after = after.month.as_ref().map(|month| AvailableRow::of(month, touched));
    }
}

impl UndoChange {
    fn new(effect: &Effect, books: &Books, labels: &Labels, plan: &PlanSummary) -> Self {
        let (from, to) = labels.from_to(effect, &plan.currency);
        let held = effect.transaction_id().and_then(|id| books.transactions.get(id));
        let row = held.map(Row::of).or_else(|| effect.row().cloned());
        let (category_id, month) = effect.assigned().unzip();
        Self {
            what: effect.kind(),
            transaction_id: effect.transaction_id().map(ToString::to_string),
            date: row.as_ref().map(|row| row.date.to_string()),
            payee: row.as_ref().map(Row::payee),
            amount: row.as_ref().map(|row| Amount(row.amount)),
            category_id: category_id.map(ToString::to_string),
            category: category_id.map(|id| labels.category(id)),
            month,
            from,
            to,
            outcome: None,
        }
    }
}

/// The operation meant, and what its undo comes to.
struct Found {
    operation: Operation,
    undo: Undo,
    books: Books,
    /// Newer operations of which nothing can be undone, one line each.
    passed_over: Vec<String>,
}

/// The newer operations that cannot be undone here, one line each; the newest few, when they are many.
fn not_undoable(past: &History, since: Option<&Operation>) -> Vec<String> {
    const SHOWN: usize = 5;
    let found = history::not_undoable_since(past, since);
    let line = |(operation, why): &(&Operation, &str)| passed_over(operation, why);
    let mut lines: Vec<_> = found.iter().take(SHOWN).map(line).collect();
    if let Some(more) = found.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        lines.push(format!(
            "… and {more} more are passed over, which cannot be undone here either."
        ));
    }
    if let Some(first) = past.unreadable.first() {
        let count = past.unreadable.len();
        let why = first.why;
        lines.push(format!(
            "{count} line(s) of the record of operations cannot be read ({why}): what they tell cannot be undone here."
        ));
    }
    lines
}

fn passed_over(operation: &Operation, why: &str) -> String {
    let title = crate::domain::text::visible_line(&operation.title);
    format!("Operation {} ({title}) is passed over: {why}.", operation.operation_id)
}

/// Takes an operation back: the latest one of the plan that is still in effect, or the one named. What changed since is
/// left alone and named. An undo is an operation too: undoing it by its id does the operation again. Shows before and
/// after, and changes nothing before the person agrees: if the client cannot ask them, the answer is
/// `confirmation_required` with a code; show them the question, and repeat the call with the code only after their own
/// yes, never on your own initiative.
#[avenir_tool(
    write,
    title = "Undo an operation",
    costs = "one to three YNAB requests, and up to five more once agreed",
    subject = UndoneOperation,
    destructive = true,
    idempotent = false
)]
pub async fn undo_operation(
    cx: &ReadCx,
    args: UndoOperation,
) -> Result<Proposal<UndoneOperation, UndoAnswer>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let past = plan.history()?;
    let wanted = args.operation_id;
    let (summary, found) = tokio::try_join!(plan.summary(), find(&plan, &past, wanted.as_ref()))?;
    let passed_over = |since| match wanted {
        Some(_) => Vec::new(),
        None => not_undoable(&past, since),
    };
    let Some(mut found) = found else {
        return Ok(nothing(summary, passed_over(None)));
    };
    found.passed_over.splice(0..0, passed_over(Some(&found.operation)));
    let labels = plan
        .labels(
            found
                .undo
                .effects()
                .chain(found.undo.conflicts.iter().map(|conflict| &conflict.effect)),
        )
        .await?;
    Ok(proposal(cx, summary, found, &labels))
}

/// The operation named, or the newest of which something can be undone.
async fn find(plan: &PlanReader, past: &History, wanted: Option<&OperationId>) -> Result<Option<Found>, ToolError> {
    let candidates = match wanted {
        Some(id) => vec![history::find(past, id).map_err(|why| {
            ToolError::Refused(format!("Nothing was changed: operation {id} cannot be undone: {why}."))
        })?],
        None => history::undoable(past),
    };
    let mut passed_over = Vec::new();
    let mut first = None;
    for operation in candidates {
        let places = history::standing_groups(past, operation);
        let groups = places.iter().filter_map(|place| operation.groups.get(*place));
        let effects = groups.flat_map(|group| &group.effects).map(|record| &record.effect);
        let books = plan.books(effects).await?;
        let undo = undo::plan(operation, &places, &books);
        let found = Found {
            operation: operation.clone(),
            undo,
            books,
            passed_over: passed_over.clone(),
        };
        if !found.undo.groups.is_empty() {
            return Ok(Some(found));
        }
        passed_over.push(self::passed_over(operation, "all of it changed since"));
        first.get_or_insert(found);
    }
    Ok(first)
}

fn proposal(
    cx: &ReadCx,
    summary: Arc<PlanSummary>,
    mut found: Found,
    labels: &Labels,
) -> Proposal<UndoneOperation, UndoAnswer> {
    let currency = &summary.currency;
    let effects = found.undo.effects().collect::<Vec<_>>();
    let line = |effect: &&Effect| wording::line(effect, &found.books, labels, currency);
    let conflicts = found
        .undo
        .conflicts
        .iter()
        .map(|conflict| wording::conflict_line(conflict, &found.books, labels, currency));
    let conflicts = conflicts.collect::<Vec<_>>();
    let mut question = Question::new(wording::undo::headline(&effects, labels, currency));
    question.lines = effects.iter().map(line).collect();
    question.facts = std::mem::take(&mut found.passed_over);
    let warnings = conflicts.iter().zip(&found.undo.conflicts);
    question.warnings = warnings
        .map(|(line, conflict)| Warning {
            text: format!("Left alone: {line}."),
            about: conflict.effects(),
        })
        .collect();
    let month = |effect: &&Effect| match effect.assigned() {
        Some((_, month)) => Some(month),
        None => found
            .books
            .transactions
            .get(effect.transaction_id()?)
            .map(|row| Month::of(row.date)),
    };
    let months: Vec<_> = effects.iter().filter_map(month).collect();
    let month_after = transactions::month_of(months, Month::of(cx.today()));
    let touched: Vec<_> = effects
        .iter()
        .flat_map(|effect| effect.categories())
        .map(ToString::to_string)
        .collect();
    Proposal {
        subject: UndoneOperation {
            undo: Some(found.operation.operation_id.clone()),
        },
        preview: UndoAnswer {
            undoes_operation_id: Some(found.operation.operation_id.to_string()),
            undoes: Some(crate::domain::text::visible_line(&found.operation.title)),
            changes: effects
                .iter()
                .map(|effect| UndoChange::new(effect, &found.books, labels, &summary))
                .collect(),
            unchanged_count: found.undo.already_back,
            conflicts,
            available_after: None,
            touched: touched.clone(),
        },
        nothing_to_do: nothing_left(&found),
        done: "Undone.".to_owned(),
        month_after: Some(month_after).filter(|_| !touched.is_empty()),
        accounts_after: false,
        undo_of: Some(found.operation.operation_id.clone()),
        groups: found.undo.groups,
        question,
        plan: summary,
    }
}

fn nothing_left(found: &Found) -> String {
    if found.undo.conflicts.is_empty() {
        "Nothing to undo: everything is back already.".to_owned()
    } else {
        "Nothing to undo: all of it changed since and is left alone.".to_owned()
    }
}

fn nothing(plan: Arc<PlanSummary>, passed_over: Vec<String>) -> Proposal<UndoneOperation, UndoAnswer> {
    let none = "Nothing to undo: no operation of this plan is still in effect.".to_owned();
    let lines: Vec<_> = [none].into_iter().chain(passed_over).collect();
    Proposal {
        subject: UndoneOperation { undo: None },
        question: Question::default(),
        preview: UndoAnswer {
            undoes_operation_id: None,
            undoes: None,
            changes: Vec::new(),
            unchanged_count: 0,
            conflicts: Vec::new(),
            available_after: None,
            touched: Vec::new(),
        },
        groups: Vec::new(),
        nothing_to_do: lines.join("\n"),
        done: String::new(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan,
    }
}
