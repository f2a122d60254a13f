//! Flags of transactions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::ChangedTransaction;
use crate::confirm::{AfterWrite, Proposal, Question, Subject, Unordered, WritePreview};
use crate::context::ReadCx;
use crate::domain::effect::Effect;
use crate::domain::flag::{FlagArgument, FlagColor, FlagNames};
use crate::domain::ids::TransactionId;
use crate::error::ToolError;
use crate::logic::transactions::{self, Changed};
use crate::logic::wording::Labels;
use crate::tool::avenir_tool;

/// Which transactions get which flag.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct FlagTransactions {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// One for each transaction, at most 200.
    pub flags: Vec<Flag>,
}

/// One transaction's flag.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Flag {
    /// Transaction id.
    pub transaction_id: String,
    /// red, orange, yellow, green, blue, purple or the plan's name for one; `none` removes it.
    #[serde(default)]
    pub color: FlagArgument,
}

/// What a yes to new flags is for: each transaction and its colour after.
#[derive(Debug, Serialize)]
pub struct NewFlags {
    flags: Unordered<(TransactionId, Option<FlagColor>)>,
}

impl Subject for NewFlags {}

/// Flags before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FlaggedTransactions {
    /// What changes, in the order asked.
    pub changes: Vec<FlagChange>,
    /// How many already have their flag.
    pub unchanged_count: usize,
}

/// One transaction's flag before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FlagChange {
    /// The transaction.
    #[serde(flatten)]
    pub transaction: ChangedTransaction,
    /// Its flag before; absent when it has none.
    pub from_color: Option<String>,
    /// Its flag after; absent when it has none.
    pub to_color: Option<String>,
}

impl FlagChange {
    fn new(changed: &Changed<'_>) -> Self {
        let (before, after) = match &changed.effect {
            Effect::Flag { before, after, .. } => (before.as_ref(), after.as_ref()),
            _ => (None, None),
        };
        Self {
            transaction: ChangedTransaction::new(changed),
            from_color: before.map(ToString::to_string),
            to_color: after.map(ToString::to_string),
        }
    }
}

impl WritePreview for FlaggedTransactions {
    fn settle(&mut self, after: &AfterWrite) {
        for change in &mut self.changes {
            change.transaction.settle(after);
        }
    }
}

/// Flags transactions, to mark what the person should look at instead of deciding for them; ask what each colour means to
/// them. Asks the person first; a code counts only after their own yes, never on your own initiative.
/// `undo_operation` takes it back.
#[avenir_tool(
    write,
    title = "Flag transactions",
    costs = "one YNAB request, none while fresh, and two once agreed",
    subject = NewFlags,
    destructive = false,
    idempotent = true
)]
pub async fn flag_transactions(
    cx: &ReadCx,
    args: FlagTransactions,
) -> Result<Proposal<NewFlags, FlaggedTransactions>, ToolError> {
    let ids = transactions::read_ids(args.flags.iter().map(|flag| flag.transaction_id.as_str()), "flag")?;
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, all) = tokio::try_join!(plan.summary(), plan.transactions())?;
    let names = FlagNames::of(all.iter());
    let colors = args.flags.into_iter().map(|flag| flag.color.color(&names));
    let wanted: Vec<_> = ids.into_iter().zip(colors).collect();
    let changes = transactions::flag(wanted, |id| all.get(id))?;
    let mut labels = Labels::default();
    labels.flags = names;
    let mut question = Question::new(format!("Change the flag of {} transaction(s)?", changes.changed.len()));
    let line = |change: &Changed<'_>| labels.line(change.transaction, &change.effect, &summary.currency);
    question.lines = changes.changed.iter().map(line).collect();
    let subject = changes.changed.iter().filter_map(|change| match &change.effect {
        Effect::Flag {
            transaction_id, after, ..
        } => Some((transaction_id.clone(), after.clone())),
        _ => None,
    });
    Ok(Proposal {
        subject: NewFlags {
            flags: Unordered(subject.collect()),
        },
        question,
        preview: FlaggedTransactions {
            changes: changes.changed.iter().map(FlagChange::new).collect(),
            unchanged_count: changes.unchanged,
        },
        groups: changes.groups(),
        nothing_to_do: "Every flag is already as asked: nothing to do.".to_owned(),
        done: "Flagged.".to_owned(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}
