//! What waits for approval.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::text::visible_line_up_to;
use crate::error::ToolError;
use crate::logic::flows::Chart;
use crate::logic::unapproved::{self, Asked, Entry};
use crate::logic::wording::Labels;
use crate::tool::avenir_tool;
use crate::tools::transactions::page::Page;
use crate::tools::transactions::rows::RowHead;

/// Which page of which plan.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ListUnapproved {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Which page.
    #[serde(flatten)]
    pub page: Page,
}

/// The transactions that wait for approval.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Unapproved {
    /// The conclusion.
    pub message: String,
    /// How many wait in all, of whatever age.
    pub total: usize,
    /// How many of all wait for a category too.
    pub needs_category_count: usize,
    /// The page, newest first; shorter than `limit` when texts are long.
    pub transactions: Vec<UnapprovedRow>,
    /// The `cursor` of the next page; absent on the last one.
    pub next_cursor: Option<String>,
}

/// A transaction that waits for approval.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UnapprovedRow {
    /// How each row begins, its memo cut short.
    #[serde(flatten)]
    pub head: RowHead,
    /// Its category's name.
    pub category: Option<String>,
    /// It waits for a category too.
    pub needs_category: bool,
    /// Split over several categories; absent when not.
    pub split: Option<bool>,
    /// The account on the other side, when it is a transfer.
    pub transfer_account: Option<String>,
    /// `cleared`, `uncleared` or `reconciled`.
    pub cleared: String,
    /// Why to look twice, with semicolons between: new payee, unusual amount or category, duplicate, broken match.
    pub reasons: Option<String>,
    /// The transaction that may be the same.
    pub possible_duplicate_of: Option<String>,
}

/// YNAB's review queue over the whole history, newest first: what waits for approval, and why to look twice at a row (new
/// payee, unusual amount or category, possible duplicate, broken match). Page with `cursor`.
#[avenir_tool(
    title = "List unapproved transactions",
    costs = "three YNAB requests, none while fresh",
    with_writes = "`approve_transactions` approves them."
)]
pub async fn list_unapproved(cx: &ReadCx, args: ListUnapproved) -> Result<InPlan<Unapproved>, ToolError> {
    let asked = Asked {
        after: args.page.begins_behind()?,
        limit: args.page.most(),
    };
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, transactions) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let chart = Chart::new(&accounts, &groups);
    let found = unapproved::queue(transactions.ledger(), |id| transactions.get(id), &chart, &asked);
    let labels = Labels::new(&accounts, &groups);
    let rows = found.entries.iter().map(|entry| row(entry, &labels, &summary.currency));
    let answer = Unapproved {
        message: found.message(),
        total: found.total,
        needs_category_count: found.needing_category,
        transactions: rows.collect(),
        next_cursor: found.next.as_ref().map(ToString::to_string),
    };
    Ok(InPlan::new(&summary, answer))
}

fn row(entry: &Entry<'_>, labels: &Labels, currency: &Currency) -> UnapprovedRow {
    let row = entry.row;
    let split = !row.lines.is_empty();
    // YNAB gives a split a category id that no list of categories has.
    let category = row.category_id.as_ref().filter(|_| !split && !entry.needs_category);
    UnapprovedRow {
        head: RowHead::short(row, labels),
        category: category.map(|id| labels.category(id)),
        needs_category: entry.needs_category,
        split: split.then_some(true),
        transfer_account: row.transfer_account_id.as_ref().map(|id| labels.account(id)),
        cleared: visible_line_up_to(row.cleared.as_str(), 20),
        reasons: entry.reasons.in_words(currency),
        possible_duplicate_of: entry.reasons.duplicate_of.map(|other| other.id.to_string()),
    }
}
