//! Finding transactions.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::domain::ids::{AccountId, CategoryId};
use crate::domain::money::Milliunits;
use crate::domain::names::name_key;
use crate::domain::plan::Transaction;
use crate::error::ToolError;
use crate::logic::payees;

/// What to look for; every part that is given must fit.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// First day, inclusive.
    pub since: Option<NaiveDate>,
    /// Last day, inclusive.
    pub until: Option<NaiveDate>,
    /// The exact whole amount.
    pub amount: Option<Milliunits>,
    /// These accounts.
    pub accounts: Option<BTreeSet<AccountId>>,
    /// These categories; the lines of a split count.
    pub categories: Option<BTreeSet<CategoryId>>,
    /// Part of the payee's name.
    pub payee: Option<PayeeTerm>,
}

/// Part of a payee's name, ready to compare.
#[derive(Clone, Debug)]
pub struct PayeeTerm {
    key: String,
    label: String,
}

impl PayeeTerm {
    /// From what the agent sends.
    ///
    /// # Errors
    /// A term with nothing in it to compare, which would fit everything.
    pub fn new(term: &str) -> Result<Self, ToolError> {
        let found = Self {
            key: name_key(term),
            label: payees::normalised(term),
        };
        if found.key.is_empty() && found.label.is_empty() {
            return Err(ToolError::refused(
                "Nothing was read: `payee` holds nothing to look for; give a part of the name, such as MARKET.",
            ));
        }
        Ok(found)
    }

    /// Whether a payee's name, or the shop that it names, holds the term.
    pub fn fits(&self, payee: &str) -> bool {
        let by_name = !self.key.is_empty() && name_key(payee).contains(&self.key);
        by_name || (!self.label.is_empty() && payees::normalised(payee).contains(&self.label))
    }
}

/// Refuses days the wrong way round.
pub fn check_days(since: NaiveDate, until: NaiveDate) -> Result<(), ToolError> {
    if until < since {
        return Err(ToolError::Refused(format!(
            "Nothing was read: `until_date` ({until}; today when left out) is before `since_date` ({since})."
        )));
    }
    Ok(())
}

impl Search {
    /// The transactions that fit, newest first, in YNAB's order within a day.
    pub fn find<'a>(&self, transactions: impl Iterator<Item = &'a Transaction>) -> Vec<&'a Transaction> {
        let mut found = transactions
            .filter(|transaction| self.fits(transaction))
            .collect::<Vec<_>>();
        found.sort_by_key(|transaction| std::cmp::Reverse(transaction.date));
        found
    }

    fn fits(&self, transaction: &Transaction) -> bool {
        let wanted =
            |ids: &BTreeSet<CategoryId>, id: &Option<CategoryId>| id.as_ref().is_some_and(|id| ids.contains(id));
        self.since.is_none_or(|since| transaction.date >= since)
            && self.until.is_none_or(|until| transaction.date <= until)
            && self.amount.is_none_or(|amount| transaction.amount == amount)
            && self
                .accounts
                .as_ref()
                .is_none_or(|accounts| accounts.contains(&transaction.account_id))
            && self.categories.as_ref().is_none_or(|ids| {
                wanted(ids, &transaction.category_id)
                    || transaction.lines.iter().any(|line| wanted(ids, &line.category_id))
            })
            && self
                .payee
                .as_ref()
                .is_none_or(|term| transaction.payee_name.as_deref().is_some_and(|name| term.fits(name)))
    }
}
