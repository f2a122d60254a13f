//! Everything that a transaction says of itself: what is sent to make it, and what is compared before it is deleted.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::flag::FlagColor;
use super::ids::{AccountId, CategoryId, PayeeId};
use super::money::Milliunits;
use super::plan::{Cleared, Transaction};

/// The longest name of a payee that YNAB takes.
const LONGEST_PAYEE: usize = 500;

/// A transaction without its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Its account.
    pub account_id: AccountId,
    /// Its date.
    pub date: NaiveDate,
    /// Its whole amount.
    pub amount: Milliunits,
    /// Its payee; where it is known, it is sent and the name is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payee_id: Option<PayeeId>,
    /// Its payee's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payee_name: Option<String>,
    /// Its category; none for a split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category_id: Option<CategoryId>,
    /// Its memo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// Whether the bank has confirmed it.
    pub cleared: Cleared,
    /// Approved by the person.
    pub approved: bool,
    /// Its flag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<FlagColor>,
    /// Set for a row of the bank's: at most 36 characters, unique in the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_id: Option<String>,
    /// YNAB matched it with a row of the bank's, which goes with it when it is deleted and never comes again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub matched: bool,
    /// The lines of a split.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<RowLine>,
}

/// One line of a split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowLine {
    /// Its amount.
    pub amount: Milliunits,
    /// Its category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category_id: Option<CategoryId>,
    /// Its memo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
}

impl Row {
    /// What the transaction says of itself. YNAB gives a split a category that no list has: it counts as none.
    pub fn of(transaction: &Transaction) -> Self {
        let split = !transaction.lines.is_empty();
        let lines = transaction.lines.iter().map(|line| RowLine {
            amount: line.amount,
            category_id: line.category_id.clone(),
            memo: line.memo.as_deref().map(str::to_owned),
        });
        Self {
            account_id: transaction.account_id.clone(),
            date: transaction.date,
            amount: transaction.amount,
            payee_id: transaction.payee_id.clone(),
            payee_name: transaction.payee_name.as_deref().map(str::to_owned),
            category_id: transaction.category_id.clone().filter(|_| !split),
            memo: transaction.memo.as_deref().map(str::to_owned),
            cleared: transaction.cleared.clone(),
            approved: transaction.approved,
            flag: transaction.flag.clone(),
            import_id: transaction.import_id.as_deref().map(str::to_owned),
            matched: transaction.matched(),
            lines: lines.collect(),
        }
    }

    /// The payee's name, made safe to show; empty when there is none.
    pub fn payee(&self) -> String {
        self.payee_name
            .as_deref()
            .map(super::text::visible_line)
            .unwrap_or_default()
    }

    /// The payee's name as far as YNAB takes one, for a question about it: nothing is agreed to that is not shown.
    pub fn whole_payee(&self) -> String {
        let name = self.payee_name.as_deref();
        name.map(|name| super::text::visible_line_up_to(name, LONGEST_PAYEE))
            .unwrap_or_default()
    }

    /// Whether both are of the same payee: by its id where both have one, since a name may change.
    pub fn same_payee(&self, other: &Self) -> bool {
        match (&self.payee_id, &other.payee_id) {
            (Some(one), Some(other)) => one == other,
            _ => self.payee_name.as_deref().map(str::trim) == other.payee_name.as_deref().map(str::trim),
        }
    }
}

/// What is known of a row that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Recorded {
    /// All of it.
    Whole(Box<Row>),
    /// Only what it was made as: the Python version wrote down no more.
    Only {
        /// Whether it was made cleared or reconciled.
        cleared: Cleared,
    },
}

impl Recorded {
    /// The row, where all of it is known.
    pub fn row(&self) -> Option<&Row> {
        match self {
            Self::Whole(row) => Some(row),
            Self::Only { .. } => None,
        }
    }
}
