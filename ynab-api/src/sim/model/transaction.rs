//! Transactions, their lines, and what waits to become one.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{record, words};
use crate::sim::schedule::Frequency;

words! {
    /// How far the bank has confirmed a transaction.
    Cleared {
        /// Seen at the bank.
        Cleared = "cleared",
        /// Not yet seen.
        Uncleared = "uncleared",
        /// Seen and locked by a reconciliation.
        Reconciled = "reconciled",
    }
}

/// A transaction of one account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    /// Identifier; that of an entered schedule ends with its date.
    pub id: String,
    /// Day.
    pub date: NaiveDate,
    /// Milliunits, outflow negative.
    pub amount: i64,
    /// Memo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memo: Option<String>,
    /// Bank status.
    pub cleared: Cleared,
    /// Approved by the person.
    pub approved: bool,
    /// Flag colour; YNAB may hold empty text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<String>,
    /// Account.
    pub account_id: Uuid,
    /// Payee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payee_id: Option<Uuid>,
    /// Category; none for splits, transfers within the plan, tracking accounts and what is not yet categorised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category_id: Option<Uuid>,
    /// The other account of a transfer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer_account_id: Option<Uuid>,
    /// The other side: a transaction, or the line of a split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer_transaction_id: Option<String>,
    /// The hidden imported row this one was matched with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched_transaction_id: Option<String>,
    /// Identifier the import gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_id: Option<String>,
    /// Payee as imported, before rename rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_payee_name: Option<String>,
    /// Payee as on the statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_payee_name_original: Option<String>,
    /// What a transaction of a loan is: payment, interest …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debt_transaction_type: Option<String>,
    /// Lines of a split.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Only a tombstone is left.
    #[serde(default)]
    pub deleted: bool,
    /// Knowledge of the last change.
    pub changed: i64,
}
record!(Transaction, String);

impl Transaction {
    /// A plain, uncleared and unapproved transaction.
    pub fn new(id: String, account_id: Uuid, date: NaiveDate, amount: i64) -> Self {
        Self {
            id,
            date,
            amount,
            memo: None,
            cleared: Cleared::Uncleared,
            approved: false,
            flag: None,
            account_id,
            payee_id: None,
            category_id: None,
            transfer_account_id: None,
            transfer_transaction_id: None,
            matched_transaction_id: None,
            import_id: None,
            import_payee_name: None,
            import_payee_name_original: None,
            debt_transaction_type: None,
            lines: Vec::new(),
            deleted: false,
            changed: 0,
        }
    }

    /// Whether it has lines that still count.
    pub fn is_split(&self) -> bool {
        self.lines.iter().any(|line| !line.deleted)
    }

    /// The lines that still count.
    pub fn live_lines(&self) -> impl Iterator<Item = &Line> + Clone {
        self.lines.iter().filter(|line| !line.deleted)
    }
}

/// One line of a split.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Identifier.
    pub id: String,
    /// Milliunits.
    pub amount: i64,
    /// Memo.
    pub memo: Option<String>,
    /// Payee.
    pub payee_id: Option<Uuid>,
    /// Category.
    pub category_id: Option<Uuid>,
    /// The other account, if this line is a transfer.
    pub transfer_account_id: Option<Uuid>,
    /// The transaction on the other side.
    pub transfer_transaction_id: Option<String>,
    /// Only a tombstone is left.
    pub deleted: bool,
}

/// A transaction that will be entered later, once or again and again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Scheduled {
    /// Identifier.
    pub id: Uuid,
    /// The first day it was meant for.
    pub date_first: NaiveDate,
    /// The next day.
    pub date_next: NaiveDate,
    /// How often.
    pub frequency: Frequency,
    /// Milliunits.
    pub amount: i64,
    /// Memo.
    pub memo: Option<String>,
    /// Flag colour.
    pub flag: Option<String>,
    /// Account.
    pub account_id: Uuid,
    /// Payee.
    pub payee_id: Option<Uuid>,
    /// Category.
    pub category_id: Option<Uuid>,
    /// The other account of a transfer.
    pub transfer_account_id: Option<Uuid>,
    /// Lines; only YNAB's own applications can make them.
    pub lines: Vec<Line>,
    /// Only a tombstone is left.
    pub deleted: bool,
    /// Knowledge of the last change.
    pub changed: i64,
}
record!(Scheduled, Uuid);

impl Scheduled {
    /// The lines that still count.
    pub fn live_lines(&self) -> impl Iterator<Item = &Line> + Clone {
        self.lines.iter().filter(|line| !line.deleted)
    }
}

/// A bank row that the next import brings in.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PendingImport {
    /// The linked account.
    pub account_id: Uuid,
    /// Day at the bank.
    pub date: NaiveDate,
    /// Milliunits.
    pub amount: i64,
    /// Payee as on the statement.
    pub payee: String,
}

/// An imported row that was matched with one the person had entered, and is no longer listed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HiddenImport {
    /// Identifier of the hidden row.
    pub id: String,
    /// Its account.
    pub account_id: Uuid,
    /// Its import identifier, which stays taken.
    pub import_id: String,
    /// The row it was matched with.
    pub matched_transaction_id: String,
}
