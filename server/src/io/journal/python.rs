//! Lines of the Python version, whose journal holds two kinds: `{"operation_id","plan_id" or "budget_id","kind",
//! "applied_at","moves","details"}` and the mark `{"undone":id}`.
//!
//! It writes an operation down after YNAB took it, so every effect in it was applied.

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::python_target;
use crate::domain::effect::{Effect, Group};
use crate::domain::flag::FlagColor;
use crate::domain::history::SkipReason;
use crate::domain::ids::{BadId, CategoryId, OperationId, PayeeId, PlanId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::Cleared;
use crate::domain::row::Recorded;

/// What such a line says.
#[derive(Debug, PartialEq)]
pub enum PythonLine {
    /// The operation was undone.
    Undone(OperationId),
    /// An operation was applied.
    Applied(PythonOperation),
}

/// An operation that the Python version applied.
#[derive(Debug, PartialEq)]
pub struct PythonOperation {
    /// Its id.
    pub operation_id: OperationId,
    /// The plan's id; nothing where it wrote down a word such as `last-used`, which is another plan today.
    pub plan_id: Option<PlanId>,
    /// Its kind, which stands in for the tool's name.
    pub kind: String,
    /// When it was applied.
    pub at: DateTime<Utc>,
    /// Its effects in groups, or why it cannot be undone.
    pub groups: Result<Vec<Group>, NotUndoable>,
}

/// Why an operation of the Python version cannot be undone here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotUndoable {
    /// Its plan was never resolved.
    #[error("it was made for the plan that was used last then, and its journal does not tell which one that was")]
    PlanUnknown,
    /// Its kind or its details are none that this version reads.
    #[error("it was made by a version that this one does not know")]
    Foreign,
}

/// Reads a line that is none of ours.
pub fn read(text: &str) -> Result<PythonLine, SkipReason> {
    let Ok(Value::Object(fields)) = serde_json::from_str(text) else {
        return Err(SkipReason::Foreign);
    };
    if fields.contains_key("undone") {
        return take(&fields, "undone")
            .map(PythonLine::Undone)
            .ok_or(SkipReason::Incomplete);
    }
    if !fields.contains_key("operation_id") {
        return Err(SkipReason::Foreign);
    }
    read_operation(&fields)
        .map(PythonLine::Applied)
        .ok_or(SkipReason::Incomplete)
}

/// Whether the line is that of this operation.
pub fn tells_of(line: &[u8], operation: &OperationId) -> bool {
    let read = std::str::from_utf8(line).map(read);
    matches!(read, Ok(Ok(PythonLine::Applied(applied))) if applied.operation_id == *operation)
}

/// The mark, as the Python version writes it, with its line break.
pub fn undone_line(operation: &OperationId) -> Vec<u8> {
    format!("{{\"undone\":\"{operation}\"}}\n").into_bytes()
}

fn read_operation(fields: &Map<String, Value>) -> Option<PythonOperation> {
    let plan: String = take(fields, "plan_id").or_else(|| take(fields, "budget_id"))?;
    let plan_id = match PlanId::parse(&plan) {
        Ok(plan_id) => Some(plan_id),
        Err(BadId::Word { .. }) => None,
        Err(BadId::Form { .. }) => return None,
    };
    let kind = take::<String>(fields, "kind")
        .filter(|kind| is_word(kind))
        .unwrap_or_else(|| "unknown".to_owned());
    let groups = if plan_id.is_none() {
        Err(NotUndoable::PlanUnknown)
    } else {
        read_groups(&kind, fields)
    };
    let at = read_time(&take::<String>(fields, "applied_at")?)?;
    Some(PythonOperation {
        operation_id: take(fields, "operation_id")?,
        plan_id,
        kind,
        at,
        groups,
    })
}

/// Its kinds are words; other text is not passed on.
fn is_word(kind: &str) -> bool {
    (1..=40).contains(&kind.len()) && kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// The field, when it is there and has the form it must have.
fn take<T: DeserializeOwned>(fields: &Map<String, Value>, name: &str) -> Option<T> {
    fields.get(name).and_then(|value| T::deserialize(value).ok())
}

/// It writes times with an offset; one without is in UTC.
fn read_time(text: &str) -> Option<DateTime<Utc>> {
    let with_offset = DateTime::parse_from_rfc3339(text).map(|time| time.to_utc());
    with_offset
        .or_else(|_| text.parse::<NaiveDateTime>().map(|time| time.and_utc()))
        .ok()
}

/// The effects by kind; each kind that is added is one arm.
fn read_groups(kind: &str, fields: &Map<String, Value>) -> Result<Vec<Group>, NotUndoable> {
    let groups = match kind {
        "categorize" => take(fields, "moves").map(categorize),
        "budget" => take(fields, "details").map(|details| vec![budget(details)]),
        "move" => take(fields, "details").map(|details| vec![move_money(details)]),
        "flag" => take(fields, "details").map(flag),
        "create" => take(fields, "details").map(create),
        "reconcile" => take(fields, "details").map(|details| vec![reconcile(details)]),
        "payee" => take(fields, "details").map(|details| vec![payee(details)]),
        "target" => take(fields, "details")
            .and_then(python_target::effect)
            .map(|effect| vec![Group::new(vec![effect])]),
        _ => None,
    };
    groups.filter(|groups| !groups.is_empty()).ok_or(NotUndoable::Foreign)
}

#[derive(Deserialize)]
struct Recategorised {
    transaction_id: TransactionId,
    #[serde(rename = "from_category_id")]
    from: Option<CategoryId>,
    #[serde(rename = "to_category_id")]
    to: Option<CategoryId>,
}

fn categorize(moves: Vec<Recategorised>) -> Vec<Group> {
    let effect = |change: Recategorised| Effect::Category {
        transaction_id: change.transaction_id,
        before: change.from,
        after: change.to,
    };
    moves
        .into_iter()
        .map(|change| Group::new(vec![effect(change)]))
        .collect()
}

#[derive(Deserialize)]
struct Budgeted {
    month: Month,
    #[serde(flatten)]
    change: Amount,
}

#[derive(Deserialize)]
struct Amount {
    category_id: CategoryId,
    from: Milliunits,
    to: Milliunits,
}

impl Amount {
    fn effect(self, month: Month) -> Effect {
        Effect::Assigned {
            category_id: self.category_id,
            month,
            before: self.from,
            after: self.to,
        }
    }
}

fn budget(details: Budgeted) -> Group {
    Group::new(vec![details.change.effect(details.month)])
}

#[derive(Deserialize)]
struct Moved {
    month: Month,
    changes: [Amount; 2],
}

fn move_money(details: Moved) -> Group {
    Group::new(
        details
            .changes
            .into_iter()
            .map(|change| change.effect(details.month))
            .collect(),
    )
}

#[derive(Deserialize)]
struct Flagged {
    changes: Vec<FlagChange>,
}

#[derive(Deserialize)]
struct FlagChange {
    transaction_id: TransactionId,
    #[serde(deserialize_with = "flag_or_none")]
    from: Option<FlagColor>,
    #[serde(deserialize_with = "flag_or_none")]
    to: Option<FlagColor>,
}

fn flag(details: Flagged) -> Vec<Group> {
    let effect = |change: FlagChange| Effect::Flag {
        transaction_id: change.transaction_id,
        before: change.from,
        after: change.to,
    };
    details
        .changes
        .into_iter()
        .map(|change| Group::new(vec![effect(change)]))
        .collect()
}

#[derive(Deserialize)]
struct Made {
    transaction_ids: Vec<TransactionId>,
}

/// It made its rows cleared, and wrote down nothing but their ids.
fn create(details: Made) -> Vec<Group> {
    let ids = details.transaction_ids.into_iter();
    ids.map(|id| Group::new(vec![made(id, Cleared::Cleared)])).collect()
}

fn made(id: TransactionId, cleared: Cleared) -> Effect {
    Effect::Created {
        transaction_id: Some(id),
        row: Recorded::Only { cleared },
        alike: Vec::new(),
        replaces: None,
    }
}

#[derive(Deserialize)]
struct Reconciled {
    reconciled_ids: Vec<TransactionId>,
    #[serde(default)]
    adjustment_id: Option<TransactionId>,
}

/// The adjustment stands among the rows it marked; taking it back is deleting it.
fn reconcile(details: Reconciled) -> Group {
    let adjustment = details.adjustment_id.clone().map(|id| made(id, Cleared::Reconciled));
    let marked = details
        .reconciled_ids
        .into_iter()
        .filter(|id| details.adjustment_id.as_ref() != Some(id));
    let marked = marked.map(|transaction_id| Effect::Cleared {
        transaction_id,
        before: Cleared::Cleared,
        after: Cleared::Reconciled,
    });
    Group::new(adjustment.into_iter().chain(marked).collect())
}

#[derive(Deserialize)]
struct Renamed {
    payee_id: PayeeId,
    from: String,
    to: String,
}

fn payee(details: Renamed) -> Group {
    Group::new(vec![Effect::PayeeName {
        payee_id: details.payee_id,
        before: details.from,
        after: details.to,
    }])
}

/// YNAB writes no flag as null and, at times, as empty text.
fn flag_or_none<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<FlagColor>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::String(text) if text.is_empty() => Ok(None),
        value => FlagColor::deserialize(value)
            .map(Some)
            .map_err(serde::de::Error::custom),
    }
}

impl PythonOperation {
    /// One line that says what it did; the line itself holds no names.
    pub fn title(&self) -> String {
        let count = self.groups.as_ref().map_or(0, Vec::len);
        match (self.kind.as_str(), &self.groups) {
            ("categorize", Ok(_)) => format!("Recategorised {count} transaction(s)"),
            ("flag", Ok(_)) => format!("Changed the flag of {count} transaction(s)"),
            ("budget", _) => "Set the assigned amount of a category".into(),
            ("move", _) => "Moved money between two categories".into(),
            ("categorize", Err(_)) => "Recategorised transactions".into(),
            ("flag", Err(_)) => "Changed flags of transactions".into(),
            ("create", Ok(_)) => format!("Created {count} transaction(s)"),
            ("create", Err(_)) => "Created transactions".into(),
            ("reconcile", _) => "Reconciled an account".into(),
            ("payee", _) => "Renamed a payee".into(),
            ("target", _) => "Set the target of a category".into(),
            _ => "An operation of a kind that is not known here".into(),
        }
    }
}
