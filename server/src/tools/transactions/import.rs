//! What the linked banks have.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::confirm::{AfterWrite, Proposal, Question, WritePreview};
use crate::context::ReadCx;
use crate::domain::effect::{Effect, Group};
use crate::error::ToolError;
use crate::logic::needs::bank_rows;
use crate::tool::avenir_tool;

/// Which plan.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ImportTransactions {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
}

/// What came.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ImportedTransactions {
    /// How many transactions came.
    pub imported: usize,
    /// Their ids.
    pub transaction_ids: Vec<String>,
}

impl WritePreview for ImportedTransactions {
    fn settle(&mut self, after: &AfterWrite) {
        let ids = after.effects.iter().filter_map(|(effect, _)| match effect {
            Effect::Imported { transaction_ids, .. } => Some(transaction_ids),
            _ => None,
        });
        self.transaction_ids = ids.flatten().map(ToString::to_string).collect();
        self.imported = self.transaction_ids.len();
    }

    fn done(&self) -> Option<String> {
        Some(format!(
            "Imported {} transaction(s); they are not approved yet.",
            self.imported
        ))
    }
}

/// Imports what the linked banks have, as the Import button of YNAB does, at once and without a question: nothing is deleted or
/// changed, and nothing comes twice. Accounts that are not linked stay as they are.
/// It cannot be undone: what came is deleted in YNAB.
#[avenir_tool(
    write,
    title = "Import the bank's latest transactions",
    costs = "two YNAB requests",
    unconfirmed = "it only brings what the person's own banks have, deletes and changes nothing, and never brings anything twice",
    destructive = false,
    idempotent = true
)]
pub async fn import_transactions(
    cx: &ReadCx,
    args: ImportTransactions,
) -> Result<Proposal<(), ImportedTransactions>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, all) = tokio::try_join!(plan.summary(), plan.transactions())?;
    Ok(Proposal {
        subject: (),
        question: Question::new("Import what the linked banks have?".to_owned()),
        preview: ImportedTransactions {
            imported: 0,
            transaction_ids: Vec::new(),
        },
        groups: vec![Group::new(vec![Effect::Imported {
            transaction_ids: Vec::new(),
            rows_before: bank_rows(all.iter()).len(),
        }])],
        nothing_to_do: "No new transaction to import.".to_owned(),
        done: "Imported.".to_owned(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}
