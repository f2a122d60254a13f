//! What each line of a plan's history is: income, spending, a refund, money moved between accounts, a balance that was set.
//!
//! Every engine that adds up a history asks here, so that none counts a card's payment as spending or an opening balance as
//! income. A split transaction is its lines; any other is one line.

mod kinds;
mod no_category;

pub use self::kinds::Kinds;
pub use self::no_category::NoCategory;
use crate::domain::by_id::ById;
use crate::domain::ids::{AccountId, CategoryGroupId, CategoryId, PayeeId};
use crate::domain::money::Milliunits;
use crate::domain::plan::{Account, Category, CategoryGroup, GroupRole, SplitLine, Transaction};
use crate::logic::payee_names::{is_adjustment, is_starting_balance};

/// What a line is, seen from the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// On a tracking account: not the plan's money.
    Tracking,
    /// Between two accounts of the plan, a card's payment among them.
    Within,
    /// To (or back from) a tracking account that is no debt, such as an investment.
    Asset,
    /// To (or back from) a tracking account that is owed, such as a loan.
    Debt,
    /// The first balance of an account.
    Opening,
    /// An adjustment of a balance.
    Adjustment,
    /// To Ready to Assign; a negative one takes income back.
    Income,
    /// Money out for a category, or without one.
    Spending,
    /// Money back into a category.
    Refund,
    /// Money in without a category: nobody has said what it is.
    Unsorted,
    /// Nothing.
    Nothing,
}

impl Flow {
    /// Spending, or a refund of some.
    pub fn is_spent(self) -> bool {
        matches!(self, Self::Spending | Self::Refund)
    }
}

/// A line of a split transaction, or a transaction that is not split.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its transaction.
    pub row: &'a Transaction,
    /// The line of the split; none for a whole transaction.
    pub part: Option<&'a SplitLine>,
}

/// The lines of a transaction.
pub fn lines(row: &Transaction) -> impl Iterator<Item = Line<'_>> {
    let whole = row.lines.is_empty().then_some(Line { row, part: None });
    let parts = row.lines.iter().map(move |part| Line { row, part: Some(part) });
    whole.into_iter().chain(parts)
}

impl<'a> Line<'a> {
    /// Its amount.
    pub fn amount(self) -> Milliunits {
        self.part.map_or(self.row.amount, |part| part.amount)
    }

    /// Its category; YNAB's own ones too.
    pub fn category_id(self) -> Option<&'a CategoryId> {
        let whole = &self.row.category_id;
        self.part.map_or(whole, |part| &part.category_id).as_ref()
    }

    /// The account on the other side.
    pub fn transfer_account_id(self) -> Option<&'a AccountId> {
        let whole = &self.row.transfer_account_id;
        self.part.map_or(whole, |part| &part.transfer_account_id).as_ref()
    }

    /// Its payee: the line's own, else the transaction's.
    pub fn payee_id(self) -> Option<&'a PayeeId> {
        let own = self.part.and_then(|part| part.payee_id.as_ref());
        own.or(self.row.payee_id.as_ref())
    }

    /// That payee's name as YNAB has it.
    pub fn payee_name(self) -> Option<&'a str> {
        let own = self.part.and_then(|part| part.payee_name.as_deref());
        own.or(self.row.payee_name.as_deref())
    }
}

/// A plan's accounts and categories by id, to tell what lines are.
pub struct Chart<'a> {
    accounts: ById<&'a AccountId, &'a Account>,
    categories: ById<&'a CategoryId, &'a Category>,
    groups: ById<&'a CategoryGroupId, &'a CategoryGroup>,
    in_order: (&'a [Account], &'a [CategoryGroup]),
}

impl<'a> Chart<'a> {
    /// Of these accounts and groups, closed and hidden ones among them.
    pub fn new(accounts: &'a [Account], groups: &'a [CategoryGroup]) -> Self {
        let categories = groups.iter().flat_map(|group| &group.categories);
        Self {
            accounts: accounts.iter().map(|account| (&account.id, account)).collect(),
            categories: categories.map(|category| (&category.id, category)).collect(),
            groups: groups.iter().map(|group| (&group.id, group)).collect(),
            in_order: (accounts, groups),
        }
    }

    /// The account with the id; none for a deleted one.
    pub fn account(&self, id: &AccountId) -> Option<&'a Account> {
        self.accounts.get(id).copied()
    }

    /// The category with the id; none for a deleted one.
    pub fn category(&self, id: &CategoryId) -> Option<&'a Category> {
        self.categories.get(id).copied()
    }

    /// The group with the id; none for a deleted one.
    pub fn group(&self, id: &CategoryGroupId) -> Option<&'a CategoryGroup> {
        self.groups.get(id).copied()
    }

    /// All accounts in YNAB's order.
    pub fn accounts(&self) -> &'a [Account] {
        self.in_order.0
    }

    /// All groups in YNAB's order.
    pub fn all_groups(&self) -> &'a [CategoryGroup] {
        self.in_order.1
    }

    /// Whether the account's money is the plan's. A deleted account's was.
    pub fn on_budget(&self, id: &AccountId) -> bool {
        self.account(id).is_none_or(|account| account.on_budget)
    }

    /// Whether the category means that nobody has chosen one.
    pub fn is_uncategorized(&self, id: &CategoryId) -> bool {
        self.category(id)
            .is_some_and(|category| category.role == GroupRole::Internal && category.name.raw() == "Uncategorized")
    }

    /// What the line is.
    pub fn flow(&self, line: Line<'_>) -> Flow {
        self.facts(line).flow()
    }

    /// Why a transaction, or a line of one, has no category; none when it has one.
    pub fn no_category(&self, line: Line<'_>) -> Option<NoCategory> {
        // YNAB gives a split a category id that no list of categories has.
        if line.part.is_none() && !line.row.lines.is_empty() {
            return Some(NoCategory::Split);
        }
        self.facts(line).no_category()
    }

    fn facts(&self, line: Line<'_>) -> Facts {
        Facts {
            on_budget: self.on_budget(&line.row.account_id),
            amount: line.amount(),
            transfer: line.transfer_account_id().map(|other| self.other_side(other)),
            set: line.row.payee_name.as_deref().and_then(Set::by),
            category: line.category_id().map(|id| self.kind_of_category(id)),
        }
    }

    fn other_side(&self, id: &AccountId) -> OtherSide {
        match self.account(id) {
            Some(other) if other.on_budget => OtherSide::Within,
            Some(other) if other.is_debt() => OtherSide::Debt,
            Some(_) => OtherSide::Asset,
            None => OtherSide::Deleted,
        }
    }

    fn kind_of_category(&self, id: &CategoryId) -> CategoryKind {
        match self.category(id).map(|category| category.role) {
            Some(GroupRole::Internal) if self.is_uncategorized(id) => CategoryKind::Uncategorized,
            Some(GroupRole::Internal) => CategoryKind::Income,
            Some(GroupRole::CardPayments) => CategoryKind::CardPayment,
            Some(_) => CategoryKind::Own,
            None => CategoryKind::Deleted,
        }
    }
}

/// What the account on the other side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OtherSide {
    Within,
    Debt,
    Asset,
    Deleted,
}

/// What a category is to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CategoryKind {
    /// One of the person's.
    Own,
    /// The one for payments to a card.
    CardPayment,
    /// Ready to Assign.
    Income,
    /// YNAB's own for what has none.
    Uncategorized,
    /// It is there no longer.
    Deleted,
}

/// A balance that was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    First,
    Adjusted,
}

impl Set {
    /// By the payee's name, if it is one that sets a balance.
    fn by(payee: &str) -> Option<Self> {
        if is_starting_balance(payee) {
            Some(Self::First)
        } else {
            is_adjustment(payee).then_some(Self::Adjusted)
        }
    }
}

/// All that decides what a line is.
struct Facts {
    on_budget: bool,
    amount: Milliunits,
    transfer: Option<OtherSide>,
    set: Option<Set>,
    category: Option<CategoryKind>,
}

impl Facts {
    fn flow(&self) -> Flow {
        if !self.on_budget {
            return Flow::Tracking;
        }
        if self.amount.is_zero() {
            return Flow::Nothing;
        }
        match (self.transfer, self.set) {
            (Some(OtherSide::Debt), _) => return Flow::Debt,
            (Some(OtherSide::Asset), _) => return Flow::Asset,
            // Only a transfer out of the plan can have a category.
            (Some(OtherSide::Deleted), _) if self.category.is_some() => return Flow::Asset,
            (Some(OtherSide::Within | OtherSide::Deleted), _) => return Flow::Within,
            (None, Some(Set::First)) => return Flow::Opening,
            (None, Some(Set::Adjusted)) => return Flow::Adjustment,
            (None, None) => {}
        }
        match self.category.filter(|kind| *kind != CategoryKind::Uncategorized) {
            Some(CategoryKind::Income) => Flow::Income,
            Some(_) if self.amount.is_positive() => Flow::Refund,
            None if self.amount.is_positive() => Flow::Unsorted,
            _ => Flow::Spending,
        }
    }
}

#[cfg(test)]
mod tests;
