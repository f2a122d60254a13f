//! Categories for transactions that have none.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::percent::Hundredths;
use crate::domain::plan::Category;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::flows::Chart;
use crate::logic::suggest::{self, Asked, Item};
use crate::logic::wording::Labels;
use crate::tool::avenir_tool;
use crate::tools::transactions::page::Page;
use crate::tools::transactions::rows::RowHead;

/// Which page of which plan.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct SuggestCategories {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Which page.
    #[serde(flatten)]
    pub page: Page,
}

/// The transactions that wait for a category.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PendingCategories {
    /// The conclusion.
    pub message: String,
    /// How many wait in all.
    pub pending_count: usize,
    /// How many of all have a suggestion.
    pub suggested_count: usize,
    /// The page, newest first; shorter than `limit` when texts are long.
    pub items: Vec<PendingRow>,
    /// On the first page: the categories that a transaction may have.
    pub categories: Vec<CategoryChoice>,
    /// The `cursor` of the next page; absent on the last one.
    pub next_cursor: Option<String>,
}

/// A transaction without a category.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PendingRow {
    /// How each row begins, its memo cut short.
    #[serde(flatten)]
    pub head: RowHead,
    /// The id of the category that is sure enough.
    pub suggested_category_id: Option<String>,
    /// Its name.
    pub suggested_category: Option<Untrusted>,
    /// How sure that is, from 0 to 1.
    pub confidence: Option<Hundredths>,
    /// How many earlier lines of the payee have that category.
    pub evidence: Option<usize>,
    /// Where none is sure enough: up to three with their counts and confidences, the likeliest first.
    pub candidates: Option<String>,
    /// A transaction of another account that may be the other side of a transfer.
    pub possible_transfer_with: Option<String>,
}

/// A category that a transaction may have.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryChoice {
    /// Its id.
    pub category_id: String,
    /// Its name.
    pub name: Untrusted,
    /// Its group.
    pub group: Untrusted,
}

/// Lists transactions that lack a category, each with a category learnt from the whole history or up to three candidates, and
/// possible transfers. To tidy up; page with `cursor`. A suggestion is a guess: ask before using it.
#[avenir_tool(
    title = "Suggest categories for pending transactions",
    costs = "three YNAB requests, none while fresh",
    with_writes = "`apply_categories` applies them."
)]
pub async fn suggest_categories(cx: &ReadCx, args: SuggestCategories) -> Result<InPlan<PendingCategories>, ToolError> {
    let asked = Asked {
        threshold: cx.confidence_threshold(),
        after: args.page.begins_behind()?,
        limit: args.page.most(),
        today: cx.today(),
    };
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, transactions) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let chart = Chart::new(&accounts, &groups);
    let found = suggest::suggest(transactions.ledger(), &chart, &asked);
    let labels = Labels::new(&accounts, &[]);
    let answer = PendingCategories {
        message: found.message(),
        pending_count: found.pending,
        suggested_count: found.suggested,
        items: found.items.iter().map(|item| row(item, &labels)).collect(),
        categories: found.categories.iter().copied().map(choice).collect(),
        next_cursor: found.next.map(|place| place.to_string()),
    };
    Ok(InPlan::new(&summary, answer))
}

fn row(item: &Item<'_>, labels: &Labels) -> PendingRow {
    let row = item.row;
    let sure = item.suggestion;
    PendingRow {
        head: RowHead::short(row, labels),
        suggested_category_id: sure.map(|sure| sure.category.id.to_string()),
        suggested_category: sure.map(|sure| sure.category.name.clone()),
        confidence: sure.map(|sure| sure.confidence),
        evidence: sure.map(|sure| sure.evidence),
        candidates: item.candidates_in_words(),
        possible_transfer_with: item.transfer_with.map(ToString::to_string),
    }
}

fn choice(category: &Category) -> CategoryChoice {
    CategoryChoice {
        category_id: category.id.to_string(),
        name: category.name.clone(),
        group: category.group_name.clone(),
    }
}
