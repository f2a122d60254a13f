//! Changes of assigned amounts: one category, or money moved between two.

use std::sync::Arc;

use crate::confirm::Question;
use crate::domain::currency::Currency;
use crate::domain::effect::{Effect, Group};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::names::{self, Named};
use crate::domain::number::AmountArgument;
use crate::domain::plan::{Category, GroupRole, MonthDetail};
use crate::error::ToolError;

/// One category's assigned amount, before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Reassigned {
    /// The category before.
    pub category: Category,
    /// Milliunits assigned after.
    pub after: Milliunits,
    /// Milliunits available after, as far as can be told before it is done.
    pub available_after: Milliunits,
}

/// The category of a month that an id or a name means.
pub fn category<'a>(month: &'a MonthDetail, wanted: &str) -> Result<&'a Category, ToolError> {
    let named = |category: &'a Category| Named {
        id: category.id.as_str(),
        name: category.name.raw(),
        context: Some(category.group_name.raw()),
    };
    let category = names::find_one("category", wanted, &month.categories, named)?;
    if category.role == GroupRole::Internal {
        return Err(ToolError::Refused(format!(
            "Nothing was sent to YNAB: {} is YNAB's own category, to which nothing can be assigned.",
            category.name
        )));
    }
    Ok(category)
}

/// A category with another assigned amount.
pub fn reassigned(category: &Category, after: Milliunits) -> Result<Reassigned, MoneyError> {
    let difference = after.checked_sub(category.assigned)?;
    Ok(Reassigned {
        category: category.clone(),
        after,
        available_after: category.available.checked_add(difference)?,
    })
}

impl Reassigned {
    /// The change as it is sent.
    pub fn effect(&self, month: Month) -> Effect {
        Effect::Assigned {
            category_id: self.category.id.clone(),
            month,
            before: self.category.assigned,
            after: self.after,
        }
    }

    /// `120.00 → 150.00`.
    pub fn arrow(&self, currency: &Currency) -> String {
        format!(
            "{} → {}",
            currency.plain(self.category.assigned),
            currency.plain(self.after)
        )
    }

    /// That the category would be overspent, where it is not yet.
    fn overspent(&self, currency: &Currency) -> Option<String> {
        let newly = self.available_after.is_negative() && !self.category.available.is_negative();
        newly.then(|| {
            format!(
                "This leaves {} overspent by {}.",
                self.category.name,
                currency.plain(Milliunits::new(self.available_after.get().saturating_neg()))
            )
        })
    }

    /// `Available: -22.50 → +8.00`.
    fn available(&self, currency: &Currency) -> String {
        format!(
            "{} → {}",
            currency.signed(self.category.available),
            currency.signed(self.available_after)
        )
    }
}

/// Sets one category's assigned amount.
pub fn set(
    month: &MonthDetail,
    wanted: &str,
    amount: &AmountArgument,
    currency: &Currency,
) -> Result<Reassigned, ToolError> {
    let category = category(month, wanted)?;
    Ok(reassigned(category, amount.exact(currency)?)?)
}

/// The question for one category (confirmation seed), with what becomes available on a line of its own.
pub fn set_question(change: &Reassigned, month: &MonthDetail, currency: &Currency) -> Question {
    let mut question = Question::new(format!(
        "Budget {} for {}: {}?",
        change.category.name,
        month.month,
        change.arrow(currency)
    ));
    question
        .facts
        .push(format!("Available: {}.", change.available(currency)));
    question.facts.extend(change.overspent(currency));
    let ready = change
        .after
        .checked_sub(change.category.assigned)
        .and_then(|more| month.ready_to_assign.checked_sub(more));
    if let Ok(ready) = ready {
        question.facts.push(format!(
            "Ready to Assign: {} → {}.",
            currency.signed(month.ready_to_assign),
            currency.signed(ready)
        ));
    }
    question
}

/// Money moved from one category to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// Milliunits moved; more than zero.
    pub amount: Milliunits,
    /// Where it comes from.
    pub source: Reassigned,
    /// Where it goes.
    pub target: Reassigned,
}

/// Plans a move.
pub fn move_between(
    month: &MonthDetail,
    from: &str,
    to: &str,
    amount: &AmountArgument,
    currency: &Currency,
) -> Result<Move, ToolError> {
    let (source, target) = (category(month, from)?, category(month, to)?);
    if source.id == target.id {
        return Err(ToolError::refused(
            "Nothing was sent to YNAB: the money would go from a category to itself.",
        ));
    }
    let amount = amount.exact(currency)?;
    if !amount.is_positive() {
        return Err(ToolError::refused(
            "Nothing was sent to YNAB: `amount` must be more than zero; swap the two categories to move money the other way.",
        ));
    }
    Ok(Move {
        amount,
        source: reassigned(source, source.assigned.checked_sub(amount)?)?,
        target: reassigned(target, target.assigned.checked_add(amount)?)?,
    })
}

impl Move {
    /// Both sides: they make sense only together.
    pub fn group(&self, month: Month) -> Group {
        Group::new(vec![self.source.effect(month), self.target.effect(month)])
    }

    /// The question (confirmation seed), with what becomes available on lines of their own.
    pub fn question(&self, month: Month, currency: &Currency) -> Question {
        let mut question = Question::new(format!(
            "Move {} from {} to {} for {}?",
            currency.plain(self.amount),
            self.source.category.name,
            self.target.category.name,
            month
        ));
        for side in [&self.source, &self.target] {
            question
                .lines
                .push(format!("{}: {}", side.category.name, side.arrow(currency)));
            question.facts.push(format!(
                "Available in {}: {}.",
                side.category.name,
                side.available(currency)
            ));
            question.facts.extend(side.overspent(currency));
        }
        question
    }
}

/// What is available in a category now, from a month read after a write.
pub fn available_in<'a>(month: Option<&'a Arc<MonthDetail>>, category_id: &str) -> Option<&'a Category> {
    month?
        .categories
        .iter()
        .find(|category| category.id.as_str() == category_id)
}
