//! What a plan holds, as this server understands it: YNAB's fields that a tool needs, in domain types.
//!
//! Amounts are milliunits with YNAB's sign (money out is negative). Text from YNAB is [`Untrusted`].

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::currency::Currency;
use super::flag::FlagColor;
use super::ids::{AccountId, CategoryGroupId, CategoryId, PayeeId, PlanId, TransactionId};
use super::money::Milliunits;
use super::month::Month;
use super::target::{Target, TargetKind};
use super::text::Untrusted;

/// A plan as the list of plans tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanSummary {
    /// Its real id.
    pub id: PlanId,
    /// Its name.
    pub name: Untrusted,
    /// Its currency; neutral when YNAB gives none.
    pub currency: Currency,
    /// Its first month, none for an empty plan.
    pub first_month: Option<Month>,
    /// Its last month, none for an empty plan.
    pub last_month: Option<Month>,
    /// When something in it last changed, as YNAB writes it.
    pub last_modified_on: Option<String>,
}

/// An account.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Its name.
    pub name: Untrusted,
    /// YNAB's account type; a value this version does not know is kept as text.
    pub kind: String,
    /// In the plan, or tracking only.
    pub on_budget: bool,
    /// Closed.
    pub closed: bool,
    /// Cleared and uncleared together.
    pub balance: Milliunits,
    /// Cleared and reconciled transactions.
    pub cleared_balance: Milliunits,
    /// The others.
    pub uncleared_balance: Milliunits,
    /// The payee that makes a transfer to this account.
    pub transfer_payee_id: Option<PayeeId>,
    /// The account's link to its bank.
    pub bank_link: BankLink,
    /// The day of the last reconciliation made in YNAB.
    pub last_reconciled: Option<NaiveDate>,
    /// Its note; empty text counts as none.
    pub note: Option<String>,
    /// A loan's terms; empty where YNAB knows none.
    pub debt: DebtTerms,
}

impl Account {
    /// Cash and what is as good: checking, savings, cash.
    pub fn is_cash(&self) -> bool {
        matches!(self.kind.as_str(), "checking" | "savings" | "cash")
    }

    /// A credit card or a line of credit.
    pub fn is_card(&self) -> bool {
        matches!(self.kind.as_str(), "creditCard" | "lineOfCredit")
    }

    /// Of a type that is owed: cards, loans, other liabilities.
    pub fn is_debt(&self) -> bool {
        self.is_card()
            || matches!(
                self.kind.as_str(),
                "otherLiability"
                    | "mortgage"
                    | "autoLoan"
                    | "studentLoan"
                    | "personalLoan"
                    | "medicalDebt"
                    | "otherDebt"
            )
    }
}

/// A loan's terms, each by the day from which it is in force.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DebtTerms {
    /// Interest a year, in thousandths of a percent.
    pub interest_rates: BTreeMap<NaiveDate, i64>,
    /// The least to pay each month.
    pub minimum_payments: BTreeMap<NaiveDate, Milliunits>,
    /// What each payment holds for taxes and insurance.
    pub escrow_amounts: BTreeMap<NaiveDate, Milliunits>,
}

/// The state of an account's link to its bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BankLink {
    /// Not linked.
    None,
    /// Linked, and the link works.
    Healthy,
    /// Linked, and the link is in error.
    Broken,
}

/// A category group.
#[derive(Clone, Debug, PartialEq)]
pub struct CategoryGroup {
    /// Its id.
    pub id: CategoryGroupId,
    /// Its name.
    pub name: Untrusted,
    /// Hidden.
    pub hidden: bool,
    /// What it is for.
    pub role: GroupRole,
    /// Its categories in YNAB's order, hidden ones included, deleted ones left out.
    pub categories: Vec<Category>,
}

/// What a group is for. YNAB marks its own groups; older answers do not, so the names it gives them count too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupRole {
    /// The person's own.
    Ordinary,
    /// Ready to Assign, Uncategorized and the like.
    Internal,
    /// One category for each credit card.
    CardPayments,
    /// Where YNAB keeps hidden categories.
    Hidden,
}

/// A category, in the month it was read for (YNAB's current month when it comes from the category list).
#[derive(Clone, Debug, PartialEq)]
pub struct Category {
    /// Its id.
    pub id: CategoryId,
    /// Its name.
    pub name: Untrusted,
    /// Its group's id.
    pub group_id: CategoryGroupId,
    /// Its group's name.
    pub group_name: Untrusted,
    /// What its group is for.
    pub role: GroupRole,
    /// Hidden.
    pub hidden: bool,
    /// Its note; empty text counts as none.
    pub note: Option<String>,
    /// Assigned in the month.
    pub assigned: Milliunits,
    /// Spent (negative) or received in the month.
    pub activity: Milliunits,
    /// Available at the end of the month.
    pub available: Milliunits,
    /// Its target.
    pub target: Option<Box<Target>>,
    /// How far its target is, in the month; also for a target without an amount.
    pub progress: Option<Box<TargetProgress>>,
}

/// How far a category's target is, as YNAB computes it for a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetProgress {
    /// The target's kind.
    pub kind: TargetKind,
    /// Still to assign in the month to stay on track; none when YNAB does not say.
    pub under_funded: Option<Milliunits>,
    /// Funded so far, over the target's whole period.
    pub overall_funded: Option<Milliunits>,
    /// Still to fund, over the target's whole period.
    pub overall_left: Option<Milliunits>,
    /// Percent of it that is done.
    pub percent_complete: Option<i64>,
    /// Months left to its date, the month itself included.
    pub months_left: Option<i64>,
    /// The person has put it aside for the month.
    pub snoozed: bool,
}

/// A month of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct MonthDetail {
    /// The month.
    pub month: Month,
    /// Inflows to Ready to Assign.
    pub income: Milliunits,
    /// Assigned to all categories.
    pub assigned: Milliunits,
    /// Activity of all categories but inflows.
    pub activity: Milliunits,
    /// Ready to Assign.
    pub ready_to_assign: Milliunits,
    /// Days; none when YNAB cannot tell yet.
    pub age_of_money: Option<i64>,
    /// Its categories, hidden ones included, deleted ones left out.
    pub categories: Vec<Category>,
}

/// A month as the list of months tells it: the whole plan's figures.
#[derive(Clone, Debug, PartialEq)]
pub struct MonthSummary {
    /// The month.
    pub month: Month,
    /// Inflows to Ready to Assign.
    pub income: Milliunits,
    /// Assigned to all categories.
    pub assigned: Milliunits,
    /// Activity of all categories but inflows.
    pub activity: Milliunits,
    /// Ready to Assign.
    pub ready_to_assign: Milliunits,
    /// Days; none when YNAB cannot tell yet.
    pub age_of_money: Option<i64>,
}

/// A payee.
#[derive(Clone, Debug, PartialEq)]
pub struct Payee {
    /// Its id.
    pub id: PayeeId,
    /// Its name.
    pub name: Untrusted,
    /// The account that a transfer to this payee goes to.
    pub transfer_account_id: Option<AccountId>,
}

/// Whether the bank has confirmed a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Cleared {
    /// Confirmed.
    Cleared,
    /// Not yet.
    Uncleared,
    /// Confirmed and locked by a reconciliation.
    Reconciled,
    /// A value this version does not know.
    Other(Arc<str>),
}

impl Cleared {
    /// YNAB's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Cleared => "cleared",
            Self::Uncleared => "uncleared",
            Self::Reconciled => "reconciled",
            Self::Other(text) => text,
        }
    }
}

impl From<String> for Cleared {
    fn from(text: String) -> Self {
        match text.as_str() {
            "cleared" => Self::Cleared,
            "uncleared" => Self::Uncleared,
            "reconciled" => Self::Reconciled,
            _ => Self::Other(text.into()),
        }
    }
}

impl From<Cleared> for String {
    fn from(cleared: Cleared) -> Self {
        cleared.as_str().to_owned()
    }
}

/// A transaction that is not deleted.
#[derive(Clone, Debug, PartialEq)]
pub struct Transaction {
    /// Its id (opaque: not always a UUID).
    pub id: TransactionId,
    /// Its date.
    pub date: NaiveDate,
    /// Its whole amount.
    pub amount: Milliunits,
    /// Its memo; empty text counts as none.
    pub memo: Option<Box<str>>,
    /// Whether the bank has confirmed it.
    pub cleared: Cleared,
    /// Approved by the person.
    pub approved: bool,
    /// Its flag.
    pub flag: Option<FlagColor>,
    /// The name that the person gave to the flag's colour.
    pub flag_name: Option<Arc<str>>,
    /// Its account.
    pub account_id: AccountId,
    /// Its payee.
    pub payee_id: Option<PayeeId>,
    /// Its payee's name.
    pub payee_name: Option<Arc<str>>,
    /// Its category; none for a split, a transfer within the plan, or an uncategorised one.
    pub category_id: Option<CategoryId>,
    /// The account on the other side, when it is a transfer.
    pub transfer_account_id: Option<AccountId>,
    /// The transaction on the other side, when it is a transfer.
    pub transfer_transaction_id: Option<TransactionId>,
    /// Set when it came from the bank or was made with an import id.
    pub import_id: Option<Box<str>>,
    /// The row of the bank's that stands behind it: entered by hand, and matched by YNAB.
    pub matched_transaction_id: Option<TransactionId>,
    /// The payee as the bank wrote it, after YNAB tidied it.
    pub import_payee_name: Option<Arc<str>>,
    /// The payee as the bank wrote it.
    pub import_payee_name_original: Option<Arc<str>>,
    /// The lines of a split that are not deleted; empty when it is not split.
    pub lines: Box<[SplitLine]>,
}

impl Transaction {
    /// Whether YNAB matched it with a row of the bank's.
    pub fn matched(&self) -> bool {
        self.matched_transaction_id.is_some()
    }

    /// The payee's name, made safe to show; empty when there is none.
    pub fn payee(&self) -> String {
        self.payee_name
            .as_deref()
            .map(super::text::visible_line)
            .unwrap_or_default()
    }
}

/// One line of a split transaction.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitLine {
    /// Its amount.
    pub amount: Milliunits,
    /// Its memo.
    pub memo: Option<Box<str>>,
    /// Its payee, where the line has one of its own.
    pub payee_id: Option<PayeeId>,
    /// That payee's name.
    pub payee_name: Option<Arc<str>>,
    /// Its category.
    pub category_id: Option<CategoryId>,
    /// The account on the other side, when the line is a transfer.
    pub transfer_account_id: Option<AccountId>,
    /// The transaction on the other side, when the line is a transfer.
    pub transfer_transaction_id: Option<TransactionId>,
}
