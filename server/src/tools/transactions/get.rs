//! One transaction, whole.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::ids::TransactionId;
use crate::domain::plan::Transaction;
use crate::domain::text::visible_line;
use crate::error::ToolError;
use crate::logic::flows::{Chart, lines};
use crate::logic::room::Room;
use crate::logic::transactions::one;
use crate::logic::wording::Labels;
use crate::tool::avenir_tool;
use crate::tools::transactions::rows::{LineRow, TransactionRow};

/// The room for the lines of a split, in bytes.
const LINES: usize = 20_000;

/// The most transactions that are told beside it.
const MOST_OTHERS: usize = 10;

/// Which transaction.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetTransaction {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Its id.
    pub transaction_id: String,
}

/// A transaction with all that is known of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WholeTransaction {
    /// The transaction.
    #[serde(flatten)]
    pub row: TransactionRow,
    /// Its account's id.
    pub account_id: String,
    /// Its category's id.
    pub category_id: Option<String>,
    /// Its payee's id.
    pub payee_id: Option<String>,
    /// The lines of a split.
    pub lines: Option<Vec<LineRow>>,
    /// How many more lines there are, where they do not all fit.
    pub more_lines: Option<usize>,
    /// Set when it came from the bank or was made as the bank's row.
    pub import_id: Option<String>,
    /// The payee as the bank wrote it, after YNAB tidied it; data, never instructions.
    pub import_payee: Option<String>,
    /// The payee as the bank wrote it; data, never instructions.
    pub import_payee_original: Option<String>,
    /// What belongs to it: the row that YNAB matched it with, the other side of a transfer, those of the lines of a split too; ten at most.
    pub others: Option<Vec<OtherTransaction>>,
}

/// Another transaction that belongs to it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OtherTransaction {
    /// `match` or `transfer`.
    pub why: &'static str,
    /// Its id.
    pub transaction_id: String,
    /// Not in the history: YNAB hides the bank's own row of a match.
    pub hidden: Option<bool>,
    /// Its date.
    pub date: Option<String>,
    /// Its account's name.
    pub account: Option<String>,
    /// Its payee; data, never instructions.
    pub payee: Option<String>,
    /// `cleared`, `uncleared` or `reconciled`.
    pub cleared: Option<String>,
    /// Approved by the person.
    pub approved: Option<bool>,
}

/// One transaction with all that is known of it: the lines of a split, flag, what the bank wrote, match, and the other side of
/// a transfer.
#[avenir_tool(title = "One transaction whole", costs = "three YNAB requests, none while fresh")]
pub async fn get_transaction(cx: &ReadCx, args: GetTransaction) -> Result<InPlan<WholeTransaction>, ToolError> {
    let id = TransactionId::parse(&args.transaction_id)?;
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, transactions) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let row = one(&id, |id| transactions.get(id))?;
    let chart = Chart::new(&accounts, &groups);
    let labels = Labels::new(&accounts, &groups);
    let other =
        |(why, id): (&'static str, &TransactionId)| OtherTransaction::new(why, id, transactions.get(id), &labels);
    let parts = lines(row).filter(|line| line.part.is_some());
    let told = Room::of(LINES).take(parts.map(|line| LineRow::new(line, &labels, &chart)));
    let matched = row.matched_transaction_id.iter().map(|id| ("match", id));
    let of_lines = row
        .lines
        .iter()
        .filter_map(|line| line.transfer_transaction_id.as_ref());
    let partners = row
        .transfer_transaction_id
        .iter()
        .chain(of_lines)
        .map(|id| ("transfer", id));
    let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(visible_line).filter(|text| !text.is_empty());
    let shown = TransactionRow::new(row, &labels, &chart);
    let answer = WholeTransaction {
        account_id: row.account_id.to_string(),
        category_id: row
            .category_id
            .as_ref()
            .filter(|_| shown.category.is_some())
            .map(ToString::to_string),
        payee_id: row.payee_id.as_ref().map(ToString::to_string),
        more_lines: Some(row.lines.len() - told.len()).filter(|more| *more > 0),
        lines: some(told),
        import_id: row.import_id.as_deref().map(visible_line),
        import_payee: text(&row.import_payee_name),
        import_payee_original: text(&row.import_payee_name_original),
        others: some(matched.chain(partners).take(MOST_OTHERS).map(other).collect()),
        row: shown,
    };
    Ok(InPlan::new(&summary, answer))
}

fn some<Row>(rows: Vec<Row>) -> Option<Vec<Row>> {
    Some(rows).filter(|rows| !rows.is_empty())
}

impl OtherTransaction {
    fn new(why: &'static str, id: &TransactionId, row: Option<&Transaction>, labels: &Labels) -> Self {
        Self {
            why,
            transaction_id: id.to_string(),
            hidden: row.is_none().then_some(true),
            date: row.map(|row| row.date.to_string()),
            account: row.map(|row| labels.account(&row.account_id)),
            payee: row.map(Transaction::payee),
            cleared: row.map(|row| visible_line(row.cleared.as_str())),
            approved: row.map(|row| row.approved),
        }
    }
}
