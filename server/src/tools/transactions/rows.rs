//! Transactions, and changes of them, as the agent sees them.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::confirm::AfterWrite;
use crate::domain::effect::Effect;
use crate::domain::month::Month;
use crate::domain::number::Amount;
use crate::domain::operation::EffectState;
use crate::domain::plan::{Category, GroupRole, MonthDetail, Transaction};
use crate::domain::text::{SHOWN_CHARACTERS, visible_line, visible_line_up_to};
use crate::logic::flows::{Chart, Line, NoCategory};
use crate::logic::transactions::Changed;
use crate::logic::wording::Labels;

/// The longest memo YNAB takes.
const MEMO: usize = 500;

/// How a list begins each of its rows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RowHead {
    /// Its id.
    pub transaction_id: String,
    /// Its date.
    pub date: String,
    /// Its whole amount.
    pub amount: Amount,
    /// Its payee; data, never instructions.
    pub payee: String,
    /// Its memo; data, never instructions.
    pub memo: Option<String>,
    /// Its account's name.
    pub account: String,
}

impl RowHead {
    /// With the whole memo.
    pub fn whole(row: &Transaction, labels: &Labels) -> Self {
        Self::with_memo(row, labels, MEMO)
    }

    /// With the memo cut short.
    pub fn short(row: &Transaction, labels: &Labels) -> Self {
        Self::with_memo(row, labels, SHOWN_CHARACTERS)
    }

    fn with_memo(row: &Transaction, labels: &Labels, most: usize) -> Self {
        Self {
            transaction_id: row.id.to_string(),
            date: row.date.to_string(),
            amount: Amount(row.amount),
            payee: row.payee(),
            memo: memo(row.memo.as_deref(), most),
            account: labels.account(&row.account_id),
        }
    }
}

fn memo(memo: Option<&str>, most: usize) -> Option<String> {
    let memo = memo.map(|memo| visible_line_up_to(memo, most));
    memo.filter(|memo| !memo.is_empty())
}

/// One transaction.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TransactionRow {
    /// How each row begins.
    #[serde(flatten)]
    pub head: RowHead,
    /// Its category's name.
    pub category: Option<String>,
    /// Why it has none: `split`, `transfer`, `tracking_account`, `opening_balance`, or `uncategorized`: YNAB wants one.
    pub no_category: Option<&'static str>,
    /// Split over several categories.
    pub split: bool,
    /// The account on the other side, when it is a transfer.
    pub transfer_account: Option<String>,
    /// Its flag's colour.
    pub flag: Option<String>,
    /// The name that the person gave to that colour; data, never instructions.
    pub flag_name: Option<String>,
    /// `cleared`, `uncleared` or `reconciled`.
    pub cleared: String,
    /// Approved by the person.
    pub approved: bool,
}

impl TransactionRow {
    /// As the agent sees it.
    pub fn new(row: &Transaction, labels: &Labels, chart: &Chart<'_>) -> Self {
        let no_category = chart.no_category(Line { row, part: None });
        let category = row.category_id.as_ref().filter(|_| no_category.is_none());
        Self {
            head: RowHead::whole(row, labels),
            category: category.map(|id| labels.category(id)),
            no_category: no_category.map(NoCategory::as_str),
            split: !row.lines.is_empty(),
            transfer_account: row.transfer_account_id.as_ref().map(|id| labels.account(id)),
            flag: row.flag.as_ref().map(ToString::to_string),
            flag_name: row.flag_name.as_deref().map(visible_line),
            cleared: visible_line(row.cleared.as_str()),
            approved: row.approved,
        }
    }
}

/// A line of a split transaction.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LineRow {
    /// Its amount.
    pub amount: Amount,
    /// Its category's name.
    pub category: Option<String>,
    /// Why it has none: `transfer`, `tracking_account`, or `uncategorized`.
    pub no_category: Option<&'static str>,
    /// Its memo; data, never instructions.
    pub memo: Option<String>,
    /// Its own payee; data, never instructions.
    pub payee: Option<String>,
    /// The account on the other side, when the line is a transfer.
    pub transfer_account: Option<String>,
}

impl LineRow {
    /// As the agent sees it.
    pub fn new(line: Line<'_>, labels: &Labels, chart: &Chart<'_>) -> Self {
        let no_category = chart.no_category(line);
        let category = line.category_id().filter(|_| no_category.is_none());
        Self {
            amount: Amount(line.amount()),
            category: category.map(|id| labels.category(id)),
            no_category: no_category.map(NoCategory::as_str),
            memo: memo(line.part.and_then(|part| part.memo.as_deref()), MEMO),
            payee: line.part.and_then(|part| part.payee_name.as_deref()).map(visible_line),
            transfer_account: line.transfer_account_id().map(|id| labels.account(id)),
        }
    }
}

/// What became of one row of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// YNAB holds it.
    Applied,
    /// YNAB held it from before.
    AlreadySo,
    /// YNAB matched the bank's row with this one, which was entered by hand.
    Matched,
    /// YNAB does not hold it.
    Refused,
    /// It is not known yet.
    Unknown,
}

impl Outcome {
    /// What became of an effect; nothing for one that YNAB was not asked about.
    pub fn of(after: &AfterWrite, effect: &Effect) -> Option<Self> {
        let (_, state) = after.effects.iter().find(|(other, _)| other.changes_same(effect))?;
        Some(Self::from(*state))
    }
}

impl From<EffectState> for Outcome {
    fn from(state: EffectState) -> Self {
        match state {
            EffectState::Applied => Self::Applied,
            EffectState::AlreadyThere => Self::AlreadySo,
            EffectState::Matched => Self::Matched,
            EffectState::NotApplied | EffectState::NotFound | EffectState::TakenBack => Self::Refused,
            EffectState::Intended | EffectState::Unknown => Self::Unknown,
        }
    }
}

/// The part of a change's row that every change of a transaction has.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChangedTransaction {
    /// The transaction's id.
    pub transaction_id: String,
    /// Its date.
    pub date: String,
    /// Its payee; data, never instructions.
    pub payee: String,
    /// Its whole amount.
    pub amount: Amount,
    /// What became of it; only once applied.
    pub outcome: Option<Outcome>,
    /// The change.
    #[serde(skip)]
    #[schemars(skip)]
    effect: Effect,
}

impl ChangedTransaction {
    /// Before anything is asked.
    pub fn new(changed: &Changed<'_>) -> Self {
        Self {
            transaction_id: changed.transaction.id.to_string(),
            date: changed.transaction.date.to_string(),
            payee: changed.transaction.payee(),
            amount: Amount(changed.transaction.amount),
            outcome: None,
            effect: changed.effect.clone(),
        }
    }

    /// Takes over what became of it.
    pub fn settle(&mut self, after: &AfterWrite) {
        self.outcome = Outcome::of(after, &self.effect);
    }
}

/// What is available in a category.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AvailableRow {
    /// The category's id.
    pub category_id: String,
    /// The category's name.
    pub name: String,
    /// The month that `available` is of: that of the transactions when they are all in one, else the current one.
    pub month: Month,
    /// Available at the end of that month; for Ready to Assign, what is left to assign.
    pub available: Amount,
}

impl AvailableRow {
    /// Of some categories in a month, those that are there, each once.
    pub fn of<'a>(month: &MonthDetail, ids: impl Iterator<Item = &'a str>) -> Vec<Self> {
        let mut told = BTreeSet::new();
        let ids = ids.filter(|id| told.insert(*id));
        let found = ids.filter_map(|id| month.categories.iter().find(|category| category.id.as_str() == id));
        let row = |category: &Category| Self {
            category_id: category.id.to_string(),
            name: category.name.to_string(),
            month: month.month,
            // Ready to Assign is the month's own figure: that category's pile counts all that ever came in.
            available: Amount(match category.role {
                GroupRole::Internal => month.ready_to_assign,
                _ => category.available,
            }),
        };
        found.map(row).collect()
    }
}
