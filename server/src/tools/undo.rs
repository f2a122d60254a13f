//! Taking an operation back.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::confirm::{AfterWrite, Proposal, Question, Subject, Warning, WritePreview};
use crate::context::{PlanReader, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::effect::{Effect, Thing};
use crate::domain::history::History;
use crate::domain::ids::OperationId;
use crate::domain::month::Month;
use crate::domain::number::Amount;
use crate::domain::operation::Operation;
use crate::domain::plan::PlanSummary;
use crate::domain::row::Row;
use crate::domain::text::visible_line;
use crate::error::ToolError;
use crate::logic::history;
use crate::logic::payee_names;
use crate::logic::standing::Books;
use crate::logic::transactions;
use crate::logic::undo::{self, Undo, moved};
use crate::logic::wording::{self, Labels};
use crate::tool::avenir_tool;
use crate::tools::transactions::{AvailableRow, Outcome};

/// What is left alone and named; the rest is counted.
const CONFLICTS_NAMED: usize = 20;

/// Changes in one answer; the rest is counted.
const CHANGES_SHOWN: usize = 50;

/// Which operation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct UndoOperation {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Operation id; default: the latest still in effect.
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
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct UndoAnswer {
    /// The operation that is undone.
    pub undoes_operation_id: Option<String>,
    /// What it did.
    pub undoes: Option<String>,
    /// What is put back, what moves money first; at most 50.
    pub changes: Vec<UndoChange>,
    /// How many more there are.
    pub more_changes: Option<usize>,
    /// How many of its changes are back already.
    pub unchanged_count: usize,
    /// What changed since and is left alone, one line each; beyond twenty counted.
    pub conflicts: Vec<String>,
    /// What is available in the categories touched, read from YNAB once applied.
    pub available_after: Option<Vec<AvailableRow>>,
    #[serde(skip)]
    #[schemars(skip)]
    rest: Vec<UndoChange>,
    #[serde(skip)]
    #[schemars(skip)]
    touched: Vec<String>,
}

/// One change that is put back.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UndoChange {
    /// What is put back, such as `assigned` (an amount), `category` or `flag`; of a whole row, `deleted` or `created`.
    pub what: &'static str,
    /// The transaction, when it is about one; of one that is made again only once applied.
    pub transaction_id: Option<String>,
    /// The transaction's date.
    pub date: Option<String>,
    /// The transaction's payee; data, never instructions.
    pub payee: Option<String>,
    /// The transaction's whole amount.
    pub amount: Option<Amount>,
    /// The transaction's account, when it is made or deleted.
    pub account: Option<String>,
    /// The category, when it is about one's assigned amount, target, name or group.
    pub category_id: Option<String>,
    /// The category's name before the undo.
    pub category: Option<String>,
    /// The month, when it is about an assigned amount.
    pub month: Option<Month>,
    /// Assigned before the undo, when it is about that.
    pub from_amount: Option<Amount>,
    /// Assigned after.
    pub to_amount: Option<Amount>,
    /// What YNAB holds before the undo, in words; absent for an assigned amount.
    pub from: Option<String>,
    /// What it holds after.
    pub to: Option<String>,
    /// What became of it; only once applied.
    pub outcome: Option<Outcome>,
    /// Its place among the changes that are sent.
    #[serde(skip)]
    #[schemars(skip)]
    place: usize,
}

impl WritePreview for UndoAnswer {
    fn settle(&mut self, after: &AfterWrite) {
        let mut all = std::mem::take(&mut self.changes);
        all.append(&mut self.rest);
        for change in &mut all {
            // A row that is made again has an id only now.
            if let Some((effect, state)) = after.effects.get(change.place) {
                change.outcome = Some(Outcome::from(*state));
                change.transaction_id = effect.transaction_id().map(ToString::to_string);
            }
        }
        // Where not all are shown, what was not done is not hidden behind what was.
        if all.len() > CHANGES_SHOWN {
            all.sort_by_key(|change| change.outcome == Some(Outcome::Applied));
        }
        self.show(all);
        let touched = self.touched.iter().map(String::as_str);
        self.available_after = after.month.as_ref().map(|month| AvailableRow::of(month, touched));
    }
}

impl UndoAnswer {
    /// Shows the first of the changes, and counts the rest.
    fn show(&mut self, mut changes: Vec<UndoChange>) {
        self.rest = changes.split_off(changes.len().min(CHANGES_SHOWN));
        self.more_changes = Some(self.rest.len()).filter(|more| *more > 0);
        self.changes = changes;
    }
}

impl UndoChange {
    fn new(place: usize, effect: &Effect, books: &Books, labels: &Labels, plan: &PlanSummary) -> Self {
        let (from, to) = match effect {
            Effect::Assigned { .. } => None,
            _ => Some(labels.from_to(effect, &plan.currency)),
        }
        .unzip();
        let (from_amount, to_amount) = match effect {
            Effect::Assigned { before, after, .. } => Some((Amount(*before), Amount(*after))),
            _ => None,
        }
        .unzip();
        let payee = match effect {
            Effect::PayeeName { before, .. } => Some(visible_line(before)),
            _ => None,
        };
        let made = matches!(effect, Effect::Created { .. } | Effect::Deleted { .. });
        let there = effect.transaction_id().and_then(|id| books.transactions.get(id));
        let row = there.map(Row::of).or_else(|| effect.row().cloned());
        let category_id = match effect.thing() {
            Thing::Assigned(id, _) | Thing::Category(id) => Some(id),
            _ => None,
        };
        Self {
            what: effect.kind(),
            transaction_id: effect.transaction_id().map(ToString::to_string),
            date: row.as_ref().map(|row| row.date.to_string()),
            payee: row.as_ref().map(Row::payee).or(payee),
            amount: row.as_ref().map(|row| Amount(row.amount)),
            account: row.as_ref().filter(|_| made).map(|row| labels.account(&row.account_id)),
            category_id: category_id.map(ToString::to_string),
            category: category_id.map(|id| labels.category(id)),
            month: effect.assigned().map(|(_, month)| month),
            from_amount,
            to_amount,
            from,
            to,
            outcome: None,
            place,
        }
    }
}

/// The operation meant, and what its undo comes to.
struct Found {
    operation: Operation,
    undo: Undo,
    books: Books,
    /// Newer operations of which nothing can be undone, one line each, and what else stands beside the question's lines.
    facts: Vec<String>,
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
    let title = visible_line(&operation.title);
    format!("Operation {} ({title}) is passed over: {why}.", operation.operation_id)
}

/// Takes back the latest operation still in effect, or the one named; what changed since is left alone and named. Undoing an
/// undo by its id does the operation again. Asks the person first; a code counts only after their own yes to the question,
/// never on your own initiative.
#[avenir_tool(
    write,
    title = "Undo an operation",
    costs = "one to four YNAB requests, and up to six more once agreed",
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
        return Ok(nothing(summary, &past, passed_over(None)));
    };
    found.facts.splice(0..0, passed_over(Some(&found.operation)));
    let left_alone: Vec<Effect> = found.undo.conflicts.iter().flat_map(undo::Conflict::effects).collect();
    let labels = plan.labels(found.undo.effects().chain(&left_alone)).await?;
    let facts = facts(&plan, &found, &summary.currency).await?;
    found.facts.extend(facts);
    Ok(proposal(cx, summary, found, &labels))
}

/// What the question says beside its lines: what is read for it is read already, but for the transactions that a renamed payee
/// stands in.
async fn facts(plan: &PlanReader, found: &Found, currency: &Currency) -> Result<Vec<String>, ToolError> {
    let renamed = found.undo.effects().find_map(|effect| match effect {
        Effect::PayeeName { payee_id, .. } => Some(payee_id),
        _ => None,
    });
    if let Some(payee_id) = renamed {
        let count = payee_names::naming(payee_id, plan.transactions().await?.iter());
        return Ok(vec![format!("{count} transaction(s) name it.")]);
    }
    if !found.undo.effects().any(|effect| effect.row().is_some()) {
        return Ok(Vec::new());
    }
    let accounts = plan.accounts().await?;
    let moved = moved::moved(found.undo.effects(), &found.books, &accounts)?;
    let plain = found.undo.without_import_id(&found.operation);
    Ok(wording::undo::facts(&moved, plain, currency))
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
        let mut undo = undo::plan(operation, &places, &books);
        undo.find_causes(past, operation, &books);
        let found = Found {
            operation: operation.clone(),
            undo,
            books,
            facts: passed_over.clone(),
        };
        if !found.undo.groups.is_empty() {
            return Ok(Some(found));
        }
        let why = wording::undo::why_passed_over(&found.undo);
        passed_over.push(self::passed_over(operation, &why));
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
    let told = found.undo.told();
    let line = |(_, effect): &(usize, &Effect)| wording::line(effect, &found.books, labels, currency);
    let (named, more) = found.undo.conflicts_to_name(CONFLICTS_NAMED);
    let mut conflicts: Vec<_> = named
        .iter()
        .map(|conflict| wording::conflict_line(conflict, &found.books, labels, currency))
        .collect();
    let mut question = Question::new(wording::undo::headline(&effects, labels, currency));
    question.lines = told.iter().map(line).collect();
    question.facts = std::mem::take(&mut found.facts);
    let warnings = conflicts.iter().zip(&named);
    question.warnings = warnings
        .map(|(line, conflict)| Warning {
            text: format!("Left alone: {line}."),
            about: conflict.effects(),
        })
        .collect();
    if !more.is_empty() {
        let line = format!("… and {} more are left alone", more.len());
        question.warnings.push(Warning {
            text: format!("{line}."),
            about: more.iter().flat_map(|conflict| conflict.effects()).collect(),
        });
        conflicts.push(line);
    }
    question
        .warnings
        .extend(wording::undo::for_good(&found.undo, &found.books).map(|text| Warning {
            text,
            about: Vec::new(),
        }));
    let month = |effect: &&Effect| match effect.assigned() {
        Some((_, month)) => Some(month),
        None => match effect.transaction_id().and_then(|id| found.books.transactions.get(id)) {
            Some(there) => Some(Month::of(there.date)),
            None => effect.row().map(|row| Month::of(row.date)),
        },
    };
    let months: Vec<_> = effects.iter().filter_map(month).collect();
    let month_after = transactions::month_of(months, Month::of(cx.today()));
    let touched: Vec<_> = effects
        .iter()
        .flat_map(|effect| effect.categories())
        .map(ToString::to_string)
        .collect();
    let mut preview = UndoAnswer {
        undoes_operation_id: Some(found.operation.operation_id.to_string()),
        undoes: Some(visible_line(&found.operation.title)),
        unchanged_count: found.undo.already_back,
        conflicts,
        touched: touched.clone(),
        ..UndoAnswer::default()
    };
    let change = |(place, effect): &(usize, &Effect)| UndoChange::new(*place, effect, &found.books, labels, &summary);
    preview.show(told.iter().map(change).collect());
    Proposal {
        subject: UndoneOperation {
            undo: Some(found.operation.operation_id.clone()),
        },
        preview,
        nothing_to_do: wording::undo::nothing(&found.undo),
        done: "Undone.".to_owned(),
        month_after: Some(month_after).filter(|_| !touched.is_empty()),
        accounts_after: false,
        undo_of: Some(found.operation.operation_id.clone()),
        groups: found.undo.groups,
        question,
        plan: summary,
    }
}

fn nothing(plan: Arc<PlanSummary>, past: &History, passed_over: Vec<String>) -> Proposal<UndoneOperation, UndoAnswer> {
    let none = "Nothing to undo: no operation of this plan is still in effect.".to_owned();
    let redo = history::latest_redoable(past).map(|undo| {
        format!(
            "The last undo can itself be undone, which does again what it took back: undo_operation with operation_id {}.",
            undo.operation_id
        )
    });
    let lines: Vec<_> = [none].into_iter().chain(redo).chain(passed_over).collect();
    Proposal {
        subject: UndoneOperation { undo: None },
        question: Question::default(),
        preview: UndoAnswer::default(),
        groups: Vec::new(),
        nothing_to_do: lines.join("\n"),
        done: String::new(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan,
    }
}
