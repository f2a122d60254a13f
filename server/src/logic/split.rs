//! A plain transaction split over several categories, in place.

use crate::domain::currency::Currency;
use crate::domain::effect::Effect;
use crate::domain::ids::AccountId;
use crate::domain::money::Milliunits;
use crate::domain::number::AmountArgument;
use crate::domain::plan::{Account, CategoryGroup, Transaction};
use crate::domain::row::{Row, RowLine};
use crate::domain::text::one_visible_line;
use crate::error::ToolError;
use crate::logic::standing::Books;
use crate::logic::transactions;

/// The longest memo YNAB takes.
const LONGEST_MEMO: usize = 500;

/// Lines in one split.
const MOST_LINES: usize = 100;

/// A line as it is asked for.
#[derive(Clone, Debug)]
pub struct WantedLine {
    /// Its amount, with the sign of the transaction for what was bought.
    pub amount: AmountArgument,
    /// A category's id or name.
    pub category: String,
    /// Its memo.
    pub memo: Option<String>,
}

/// A transaction and the lines it gets.
#[derive(Clone, Debug)]
pub struct Split<'a> {
    /// The transaction before.
    pub transaction: &'a Transaction,
    /// The lines, in the order asked.
    pub lines: Vec<RowLine>,
}

/// Plans a split. Every bad line is named at once.
pub fn plan<'a>(
    transaction: &'a Transaction,
    wanted: &[WantedLine],
    groups: &[CategoryGroup],
    accounts: &[Account],
    currency: &Currency,
) -> Result<Split<'a>, ToolError> {
    can_be_split(transaction, accounts)?;
    if !(2..=MOST_LINES).contains(&wanted.len()) {
        return ToolError::nothing_sent(&format!(
            "a split has from 2 to {MOST_LINES} lines, and {} were given; one line is a category: apply_categories gives it",
            wanted.len()
        ));
    }
    let mut problems = Vec::new();
    let mut lines = Vec::new();
    for (place, wanted) in wanted.iter().enumerate() {
        match line(transaction, wanted, groups, accounts, currency) {
            Ok(line) => lines.push(line),
            Err(found) => problems.extend(
                found
                    .into_iter()
                    .map(|problem| format!("Line {}: {problem}", place + 1)),
            ),
        }
    }
    if !problems.is_empty() {
        return Err(ToolError::Rows(problems));
    }
    let sum = lines
        .iter()
        .try_fold(Milliunits::ZERO, |sum, line| sum.checked_add(line.amount))?;
    if sum != transaction.amount {
        let missing = transaction.amount.checked_sub(sum)?;
        return ToolError::nothing_sent(&format!(
            "the lines add up to {}, and the transaction is {}: {} is missing",
            currency.plain(sum),
            currency.plain(transaction.amount),
            currency.plain(missing)
        ));
    }
    Ok(Split { transaction, lines })
}

/// YNAB's rules (API 1.87): no split on a tracking account, none of a transfer within the plan, none of a split.
fn can_be_split(transaction: &Transaction, accounts: &[Account]) -> Result<(), ToolError> {
    let id = &transaction.id;
    let on_budget = |wanted: &AccountId| {
        let account = accounts.iter().find(|account| account.id == *wanted);
        account.is_none_or(|account| account.on_budget)
    };
    if !transaction.lines.is_empty() {
        return ToolError::nothing_sent(&format!(
            "transaction {id} is split already, and YNAB's API takes no change of its lines: change them in YNAB, or undo the split \
             there first"
        ));
    }
    if !on_budget(&transaction.account_id) {
        return ToolError::nothing_sent(&format!(
            "transaction {id} is on a tracking account, where nothing has a category"
        ));
    }
    if transaction.transfer_account_id.as_ref().is_some_and(on_budget) {
        return ToolError::nothing_sent(&format!(
            "transaction {id} is a transfer within the plan, which has no category to split"
        ));
    }
    Ok(())
}

fn line(
    transaction: &Transaction,
    wanted: &WantedLine,
    groups: &[CategoryGroup],
    accounts: &[Account],
    currency: &Currency,
) -> Result<RowLine, Vec<String>> {
    let mut problems = Vec::new();
    let amount = wanted
        .amount
        .exact(currency)
        .map_err(|error| problems.push(error.to_string()))
        .ok();
    if amount == Some(Milliunits::ZERO) {
        problems.push("the amount is zero".to_owned());
    }
    let category = match transactions::category(groups, &wanted.category) {
        Ok(category) => match transactions::line_can_have(transaction, category, accounts) {
            Ok(()) => Some(category.id.clone()),
            Err(problem) => {
                problems.push(problem);
                None
            }
        },
        Err(error) => {
            problems.push(error.to_string());
            None
        }
    };
    let memo = wanted.memo.as_deref().map(memo).transpose().unwrap_or_else(|problem| {
        problems.push(problem);
        None
    });
    match (amount, category) {
        (Some(amount), Some(category)) if problems.is_empty() => Ok(RowLine {
            amount,
            category_id: Some(category),
            memo: memo.flatten(),
        }),
        _ => Err(problems),
    }
}

/// A memo as it is sent: what the person reads in the question, letter for letter. Empty text is none.
pub fn memo(text: &str) -> Result<Option<String>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let memo = one_visible_line(text).map_err(|error| format!("the memo cannot be used: {error}"))?;
    match memo.chars().count() {
        ..=LONGEST_MEMO => Ok(Some(memo.to_owned())),
        length => Err(format!(
            "the memo has {length} characters, and YNAB takes {LONGEST_MEMO}"
        )),
    }
}

impl Split<'_> {
    /// Why the split could not be undone; `other_side` is that of a transfer. What its category is now need not be there.
    pub fn no_way_back(&self, other_side: Option<&Transaction>, groups: &[CategoryGroup]) -> Option<String> {
        let rows = [Some(self.transaction), other_side].into_iter().flatten();
        let categories = groups.iter().flat_map(|group| &group.categories);
        let books = Books {
            transactions: rows.map(|row| (row.id.clone(), row.clone())).collect(),
            categories: categories
                .map(|category| (category.id.clone(), category.clone()))
                .collect(),
            ..Books::default()
        };
        books.no_way_back(&[self.effect()])
    }

    /// The change as it is sent.
    pub fn effect(&self) -> Effect {
        let before = Row::of(self.transaction);
        let after = Row {
            category_id: None,
            lines: self.lines.clone(),
            ..before.clone()
        };
        Effect::Split {
            transaction_id: self.transaction.id.clone(),
            before: Box::new(before),
            after: Box::new(after),
        }
    }
}

#[cfg(test)]
mod tests;
