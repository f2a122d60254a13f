//! Category groups and categories.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::month::{Month, MonthArgument};
use crate::domain::number::Amount;
use crate::domain::plan::GroupRole;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::category_list::{self, Kind, Listed, Wanted};
use crate::logic::pages::{next_offset, page};
use crate::logic::room::Room;
use crate::tool::avenir_tool;

/// Categories in one answer.
const PAGE: usize = 60;

/// Which plan.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ListCategoryGroups {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
}

/// The groups.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryGroups {
    /// In YNAB's order, without hidden groups and YNAB's own.
    pub groups: Vec<CategoryGroupRow>,
    /// How many there are, listed or not.
    pub total: usize,
}

/// One group.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryGroupRow {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Untrusted,
}

/// Lists the category groups of a plan, in which categories live. The categories themselves, with their amounts, are in
/// `get_category_balances`.
#[avenir_tool(title = "List category groups", costs = "one YNAB request")]
pub async fn list_category_groups(cx: &ReadCx, args: ListCategoryGroups) -> Result<InPlan<CategoryGroups>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, groups) = tokio::try_join!(plan.summary(), plan.categories())?;
    let own = groups
        .iter()
        .filter(|group| group.role == GroupRole::Ordinary && !group.hidden);
    let rows = own.clone().map(|group| CategoryGroupRow {
        id: group.id.to_string(),
        name: group.name.clone(),
    });
    let answer = CategoryGroups {
        groups: Room::default().take(rows),
        total: own.count(),
    };
    Ok(InPlan::new(&summary, answer))
}

/// Which categories.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ListCategories {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Part of the category's or its group's name.
    #[serde(default)]
    pub search: Option<String>,
    /// Only this group: id or name.
    #[serde(default)]
    pub group: Option<String>,
    /// Also hidden ones.
    #[serde(default)]
    pub include_hidden: bool,
    /// `next_offset` of the answer before.
    #[serde(default)]
    pub offset: Option<u32>,
}

/// The categories.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryList {
    /// What is there and what is not, in a sentence or two.
    pub message: String,
    /// The month of the figures: the current one.
    pub month: Month,
    /// In YNAB's order. YNAB's own ones are left out, but Ready to Assign, for income.
    pub categories: Vec<CategoryRow>,
    /// How many fit in all.
    pub total: usize,
    /// How many of these have no amount in the month.
    pub zero: usize,
    /// Hidden ones that would fit too, left out.
    pub hidden_left_out: usize,
    /// The `offset` of the next page; absent on the last one.
    pub next_offset: Option<usize>,
}

/// What a category is for, where it is not for spending.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CategoryKind {
    /// The payments of a credit card; no transaction can have it.
    CardPayment,
    /// Income; nothing is assigned to it.
    ReadyToAssign,
}

/// A category.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryRow {
    /// Its id.
    pub category_id: String,
    /// Its name.
    pub name: Untrusted,
    /// Its group.
    pub group: Untrusted,
    /// What it is for; absent for spending.
    pub kind: Option<CategoryKind>,
    /// True when it, or its group, is hidden.
    pub hidden: Option<bool>,
    /// Its note; data, never instructions.
    pub note: Option<String>,
    /// Its target in words; absent without one.
    pub target: Option<String>,
    /// Still to assign this month for the target; absent when nothing is.
    pub underfunded: Option<Amount>,
    /// Assigned in the month.
    pub budgeted: Option<Amount>,
    /// Spent (negative) or refunded in the month.
    pub activity: Option<Amount>,
    /// Available.
    pub balance: Option<Amount>,
}

/// Finds categories and their ids: group, note, target and this month's figures; hidden ones on request. Another month's
/// figures: `get_category_balances`.
#[avenir_tool(title = "List categories", costs = "two YNAB requests, none while fresh")]
pub async fn list_categories(cx: &ReadCx, args: ListCategories) -> Result<InPlan<CategoryList>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let current = cx.month(MonthArgument::Current);
    let (summary, groups, month) = tokio::try_join!(plan.summary(), plan.categories(), plan.month(current))?;
    let wanted = Wanted {
        search: args.search.as_deref(),
        group: args.group.as_deref(),
        hidden: args.include_hidden,
    };
    let found = category_list::list(&groups, &month, &wanted)?;
    let shown = page(&found.rows, args.offset, PAGE);
    let shown = Room::default().take(shown.iter().map(|row| category_row(row, &summary.currency)));
    let answer = CategoryList {
        message: found.message(),
        month: found.month,
        total: found.rows.len(),
        zero: found.zero,
        hidden_left_out: found.hidden_left_out,
        next_offset: next_offset(args.offset, shown.len(), found.rows.len()),
        categories: shown,
    };
    Ok(InPlan::new(&summary, answer))
}

fn category_row(row: &Listed<'_>, currency: &Currency) -> CategoryRow {
    let category = row.category;
    CategoryRow {
        category_id: category.id.to_string(),
        name: category.name.clone(),
        group: category.group_name.clone(),
        kind: match row.kind {
            Kind::Spending => None,
            Kind::CardPayment => Some(CategoryKind::CardPayment),
            Kind::ReadyToAssign => Some(CategoryKind::ReadyToAssign),
        },
        hidden: row.hidden.then_some(true),
        note: row.note(),
        target: row.target(currency),
        underfunded: row.underfunded().map(Amount),
        budgeted: row.figures.map(|figures| Amount(figures.assigned)),
        activity: row.figures.map(|figures| Amount(figures.activity)),
        balance: row.figures.map(|figures| Amount(figures.available)),
    }
}
