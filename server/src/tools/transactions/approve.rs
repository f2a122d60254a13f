//! Approval of transactions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::{ChangedTransaction, Outcome};
use crate::confirm::{AfterWrite, Proposal, Question, WritePreview};
use crate::context::ReadCx;
use crate::domain::ids::TransactionId;
use crate::error::ToolError;
use crate::logic::transactions::{self, Changed};
use crate::logic::wording::Labels;
use crate::tool::avenir_tool;

/// Which transactions are approved.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ApproveTransactions {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Transaction ids, at most 200.
    pub tx_ids: Vec<TransactionId>,
}

/// What was approved.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ApprovedTransactions {
    /// How many were approved by this call, as YNAB answered.
    pub approved: usize,
    /// How many were approved before.
    pub unchanged_count: usize,
    /// The transactions.
    pub changes: Vec<ChangedTransaction>,
}

impl WritePreview for ApprovedTransactions {
    fn settle(&mut self, after: &AfterWrite) {
        for change in &mut self.changes {
            change.settle(after);
        }
        self.approved = self
            .changes
            .iter()
            .filter(|change| change.outcome == Some(Outcome::Applied))
            .count();
    }
}

/// Approves transactions: marks them as reviewed, at once and without a question. Only for transactions whose category
/// was checked with the person. `undo_operation` takes it back.
#[avenir_tool(
    write,
    title = "Approve transactions",
    costs = "two YNAB requests",
    unconfirmed = "it only clears the mark of a new transaction, changes no amount and no category, and can be undone",
    destructive = false,
    idempotent = true
)]
pub async fn approve_transactions(
    cx: &ReadCx,
    args: ApproveTransactions,
) -> Result<Proposal<(), ApprovedTransactions>, ToolError> {
    let ids = transactions::read_ids(args.tx_ids.iter().map(TransactionId::as_str), "transaction id")?;
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, all) = tokio::try_join!(plan.summary(), plan.transactions())?;
    let changes = transactions::approve(&ids, |id| all.get(id))?;
    let labels = Labels::default();
    let mut question = Question::new(format!("Approve {} transaction(s)?", changes.changed.len()));
    let line = |change: &Changed<'_>| labels.line(change.transaction, &change.effect, &summary.currency);
    question.lines = changes.changed.iter().map(line).collect();
    Ok(Proposal {
        subject: (),
        question,
        preview: ApprovedTransactions {
            approved: 0,
            unchanged_count: changes.unchanged,
            changes: changes.changed.iter().map(ChangedTransaction::new).collect(),
        },
        groups: changes.groups(),
        nothing_to_do: "Every one of them is approved already: nothing to do.".to_owned(),
        done: "Approved.".to_owned(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}
