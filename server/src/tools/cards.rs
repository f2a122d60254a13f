//! Cards against their payment categories.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::month::{Month, MonthArgument};
use crate::domain::number::Amount;
use crate::domain::plan::Category;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::card_coverage::{Card, Orphan, OverspentOnCards, Standing, coverage};
use crate::logic::room::Room;
use crate::tool::avenir_tool;

/// The most rows of each list.
const MOST_ROWS: usize = 40;

/// Which plan.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetCardCoverage {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
}

/// All open cards, and what stands or is missing in payment categories.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CardCoverageAnswer {
    /// The conclusion.
    pub message: String,
    /// The current month, of which the available amounts are.
    pub month: Month,
    /// Open cards, those that lack most first; at most 40.
    pub cards: Vec<CardRow>,
    /// How many open cards there are.
    pub total: usize,
    /// Owed on all open cards.
    pub owed: Amount,
    /// Missing in all payment categories.
    pub short_by: Amount,
    /// More than is owed, in all payment categories: it can be moved.
    pub stuck: Amount,
    /// Payment categories with an amount and no open card; at most 40.
    pub without_card: Vec<PaymentCategoryRow>,
    /// Categories below zero that were spent from on cards this month, the largest first; at most 40.
    pub overspent: Vec<OverspentRow>,
    /// How much of the overspending was on cards, at most: it became card debt.
    pub overspent_on_cards: Amount,
    /// Rows of these lists that are left out; absent when none is.
    pub left_out: Option<usize>,
}

/// One card.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CardRow {
    /// The account's id.
    pub account_id: String,
    /// The account's name.
    pub name: Untrusted,
    /// Its balance; a debt is negative.
    pub balance: Amount,
    /// The payment category's id; absent when none could be matched by name.
    pub category_id: Option<String>,
    /// Available in the payment category.
    pub available: Option<Amount>,
    /// How the two compare.
    pub state: CardState,
    /// What is missing, when it is short.
    pub short_by: Option<Amount>,
    /// What is there beyond what is owed.
    pub stuck: Option<Amount>,
    /// What the payment category's own target still needs this month.
    pub target_needed: Option<Amount>,
}

/// How a card compares with its payment category.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardState {
    /// It holds what is owed.
    Covered,
    /// It holds less.
    Short,
    /// It holds more.
    MoreThanOwed,
    /// No payment category has the card's name.
    NoCategory,
    /// Several cards or categories have its name.
    NameNotUnique,
}

/// A payment category without an open card.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PaymentCategoryRow {
    /// Its id.
    pub category_id: String,
    /// Its name.
    pub name: Untrusted,
    /// Available; negative is missing.
    pub available: Amount,
    /// Why no open card is its own.
    pub why: WithoutCard,
}

/// Why a payment category has no open card.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WithoutCard {
    /// Its card is closed.
    ClosedCard,
    /// No one card has its name.
    NoCard,
}

/// A category below zero.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OverspentRow {
    /// Its id.
    pub category_id: String,
    /// Its name.
    pub name: Untrusted,
    /// How far it is below zero.
    pub overspent: Amount,
    /// How much of that was on cards, at most.
    pub on_cards: Amount,
}

/// Is each credit card covered? Compares every open card's balance with its payment category: covered, short, or too much;
/// money left for closed cards; overspending that became card debt. Matched by name only.
#[avenir_tool(title = "Card coverage", costs = "three YNAB requests, none while fresh")]
pub async fn get_card_coverage(cx: &ReadCx, args: GetCardCoverage) -> Result<InPlan<CardCoverageAnswer>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let this_month = cx.month(MonthArgument::Current);
    let (summary, accounts, month, transactions) = tokio::try_join!(
        plan.summary(),
        plan.accounts(),
        plan.month(this_month),
        plan.transactions()
    )?;
    let coverage = coverage(&accounts, &month, transactions.iter())?;
    let mut room = Room::default();
    let cards = room.first(MOST_ROWS, coverage.cards.iter().map(card));
    let overspent = room.first(MOST_ROWS, coverage.overspending.iter().map(overspent));
    let without_card = room.first(MOST_ROWS, coverage.orphans.iter().map(without_card));
    let answer = CardCoverageAnswer {
        message: coverage.message(&summary.currency),
        month: month.month,
        cards,
        total: coverage.cards.len(),
        owed: Amount(coverage.owed),
        short_by: Amount(coverage.short),
        stuck: Amount(coverage.stuck),
        without_card,
        overspent,
        overspent_on_cards: Amount(coverage.overspent_on_cards),
        left_out: room.left_out(),
    };
    Ok(InPlan::new(&summary, answer))
}

fn card(card: &Card<'_>) -> CardRow {
    let (state, short_by, stuck) = match card.standing {
        Standing::Covered => (CardState::Covered, None, None),
        Standing::Short(short) => (CardState::Short, Some(short), None),
        Standing::MoreThanOwed(stuck) => (CardState::MoreThanOwed, None, Some(stuck)),
        Standing::NoCategory => (CardState::NoCategory, None, None),
        Standing::NameNotUnique => (CardState::NameNotUnique, None, None),
    };
    CardRow {
        account_id: card.account.id.to_string(),
        name: card.account.name.clone(),
        balance: Amount(card.account.balance),
        category_id: card.payment.map(|category| category.id.to_string()),
        available: card.payment.map(|category| Amount(category.available)),
        state,
        short_by: short_by.map(Amount),
        stuck: stuck.map(Amount),
        target_needed: card.target_needed().map(Amount),
    }
}

fn without_card((category, why): &(&Category, Orphan)) -> PaymentCategoryRow {
    PaymentCategoryRow {
        category_id: category.id.to_string(),
        name: category.name.clone(),
        available: Amount(category.available),
        why: match why {
            Orphan::ClosedCard => WithoutCard::ClosedCard,
            Orphan::NoCard => WithoutCard::NoCard,
        },
    }
}

fn overspent(row: &OverspentOnCards<'_>) -> OverspentRow {
    OverspentRow {
        category_id: row.category.id.to_string(),
        name: row.category.name.clone(),
        overspent: Amount(row.overspent),
        on_cards: Amount(row.on_cards),
    }
}
