//! Accounts, categories, payees and the log of assigned money.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Target, record, words};

words! {
    /// What an account is.
    AccountKind {
        /// A current account.
        Checking = "checking",
        /// A savings account.
        Savings = "savings",
        /// Notes and coins.
        Cash = "cash",
        /// A credit card.
        CreditCard = "creditCard",
        /// A line of credit.
        LineOfCredit = "lineOfCredit",
        /// A tracked asset.
        OtherAsset = "otherAsset",
        /// A tracked liability.
        OtherLiability = "otherLiability",
        /// A mortgage.
        Mortgage = "mortgage",
        /// A loan for a car.
        AutoLoan = "autoLoan",
        /// A loan for studies.
        StudentLoan = "studentLoan",
        /// A personal loan.
        PersonalLoan = "personalLoan",
        /// A medical debt.
        MedicalDebt = "medicalDebt",
        /// Any other debt.
        OtherDebt = "otherDebt",
    }
}

impl AccountKind {
    /// Whether money in it is part of the plan, rather than only tracked.
    pub const fn on_budget(self) -> bool {
        matches!(
            self,
            Self::Checking | Self::Savings | Self::Cash | Self::CreditCard | Self::LineOfCredit
        )
    }

    /// Whether spending from it makes a debt that a payment category covers.
    pub const fn is_card(self) -> bool {
        matches!(self, Self::CreditCard | Self::LineOfCredit)
    }

    /// Whether it is a loan with terms, paid from a category of its own.
    pub const fn is_loan(self) -> bool {
        matches!(
            self,
            Self::Mortgage
                | Self::AutoLoan
                | Self::StudentLoan
                | Self::PersonalLoan
                | Self::MedicalDebt
                | Self::OtherDebt
        )
    }

    /// Whether YNAB lets an application create such an account.
    pub const fn creatable(self) -> bool {
        matches!(
            self,
            Self::Checking | Self::Savings | Self::Cash | Self::CreditCard | Self::OtherAsset | Self::OtherLiability
        )
    }
}

/// An account. Its balances are kept by the books.
#[expect(clippy::struct_excessive_bools, reason = "the document's own fields")]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Account {
    /// Identifier.
    pub id: Uuid,
    /// Name.
    pub name: String,
    /// Kind.
    pub kind: AccountKind,
    /// Whether its money is part of the plan.
    pub on_budget: bool,
    /// Closed accounts take no new transactions.
    pub closed: bool,
    /// Note.
    pub note: Option<String>,
    /// The payee that makes a transaction a transfer to this account.
    pub transfer_payee_id: Uuid,
    /// The category that pays this card.
    pub payment_category_id: Option<Uuid>,
    /// Linked to a bank.
    pub direct_import_linked: bool,
    /// Linked, but the link is broken.
    pub direct_import_in_error: bool,
    /// When it was last reconciled in YNAB itself.
    pub last_reconciled_at: Option<DateTime<Utc>>,
    /// Interest in thousandths of a percent, from the given day on.
    pub debt_interest_rates: BTreeMap<NaiveDate, i64>,
    /// Least payment in milliunits, from the given day on.
    pub debt_minimum_payments: BTreeMap<NaiveDate, i64>,
    /// Escrow in milliunits, from the given day on.
    pub debt_escrow_amounts: BTreeMap<NaiveDate, i64>,
    /// Only a tombstone is left.
    pub deleted: bool,
    /// Knowledge of the last change.
    pub changed: i64,
}
record!(Account, Uuid);

/// A group of categories.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Group {
    /// Identifier.
    pub id: Uuid,
    /// Name.
    pub name: String,
    /// Hidden by the person.
    pub hidden: bool,
    /// YNAB's own; no category may be made in it or moved to it.
    pub internal: bool,
    /// Only a tombstone is left.
    pub deleted: bool,
    /// Knowledge of the last change.
    pub changed: i64,
}
record!(Group, Uuid);

/// What a category is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// The person's own.
    Ordinary,
    /// Where income goes; its balance only ever piles up.
    ReadyToAssign,
    /// Where spending without a category is counted.
    Uncategorized,
    /// A leftover of an older YNAB; never used.
    Deferred,
    /// Sets money aside to pay the card with this account id.
    CardPayment(Uuid),
    /// Pays the loan with this account id.
    Loan(Uuid),
}

/// A category. Its amounts are kept by the books, month by month.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Category {
    /// Identifier.
    pub id: Uuid,
    /// The group it is in.
    pub group_id: Uuid,
    /// Name.
    pub name: String,
    /// Purpose.
    pub role: Role,
    /// Hidden by the person.
    pub hidden: bool,
    /// YNAB's own.
    pub internal: bool,
    /// Note.
    pub note: Option<String>,
    /// Target.
    pub target: Option<Target>,
    /// Only a tombstone is left.
    pub deleted: bool,
    /// Knowledge of the last change.
    pub changed: i64,
}
record!(Category, Uuid);

/// A payee.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Payee {
    /// Identifier.
    pub id: Uuid,
    /// Name.
    pub name: String,
    /// The account this payee stands for, if it makes transfers.
    pub transfer_account_id: Option<Uuid>,
    /// Only a tombstone is left.
    pub deleted: bool,
    /// Knowledge of the last change.
    pub changed: i64,
}
record!(Payee, Uuid);

/// A place where a payee was met.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Location {
    /// Identifier.
    pub id: Uuid,
    /// The payee.
    pub payee_id: Uuid,
    /// Degrees, as text.
    pub latitude: String,
    /// Degrees, as text.
    pub longitude: String,
    /// Only a tombstone is left.
    pub deleted: bool,
    /// Knowledge of the last change.
    pub changed: i64,
}
record!(Location, Uuid);

/// Money that was assigned, taken back or moved. No origin or no destination means Ready to Assign.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Movement {
    /// Identifier.
    pub id: Uuid,
    /// The month it concerns.
    pub month: NaiveDate,
    /// When it was done.
    pub moved_at: DateTime<Utc>,
    /// Note.
    pub note: Option<String>,
    /// The group of movements done together.
    pub group_id: Option<Uuid>,
    /// Where the money came from.
    pub from_category_id: Option<Uuid>,
    /// Where it went.
    pub to_category_id: Option<Uuid>,
    /// Milliunits, never negative.
    pub amount: i64,
}

/// Movements done together.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MovementGroup {
    /// Identifier.
    pub id: Uuid,
    /// The month it concerns.
    pub month: NaiveDate,
    /// When it was done.
    pub created_at: DateTime<Utc>,
    /// Note.
    pub note: Option<String>,
}
