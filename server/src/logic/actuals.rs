//! What was assigned in a month beside what was spent.

use std::fmt::Write as _;

use crate::domain::currency::Currency;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::percent::Percent;
use crate::domain::plan::{Category, GroupRole, MonthDetail};
use crate::logic::standing::uncategorized;

/// Overspent categories that the sentence names.
const NAMED: usize = 3;

/// A month, category by category.
#[derive(Clone, Debug, PartialEq)]
pub struct Actuals<'a> {
    /// The month.
    pub month: Month,
    /// The categories with an amount, in YNAB's order; hidden ones only when they have one.
    pub rows: Vec<Actual<'a>>,
    /// All of the rows together.
    pub totals: Totals,
    /// Visible categories without any amount, which have no row.
    pub empty: usize,
    /// Categories of card payments, which have no row: what is set aside in them was spent in others.
    pub card_payments: usize,
    /// What was spent without a category, less what came in; in no row.
    pub uncategorized: Milliunits,
}

/// A category in the month.
#[derive(Clone, Debug, PartialEq)]
pub struct Actual<'a> {
    /// The category.
    pub category: &'a Category,
    /// What earlier months left over.
    pub carried_over: Milliunits,
    /// Spent, less what came back; never below zero.
    pub actual: Milliunits,
    /// What came back beyond what was spent; never below zero.
    pub refunded: Milliunits,
    /// How much of what was assigned is spent; none when nothing was assigned.
    pub utilization: Option<Percent>,
}

/// Sums of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Assigned.
    pub assigned: Milliunits,
    /// Left over from earlier months.
    pub carried_over: Milliunits,
    /// Spent, category by category.
    pub actual: Milliunits,
    /// Came back beyond what was spent, category by category.
    pub refunded: Milliunits,
    /// Available.
    pub available: Milliunits,
    /// How much of what was assigned is spent, refunds taken off; none when nothing was assigned or nothing spent on the whole.
    pub utilization: Option<Percent>,
}

/// Compares what was assigned with what was spent.
pub fn compare(month: &MonthDetail) -> Result<Actuals<'_>, MoneyError> {
    let (mut rows, mut empty, mut card_payments) = (Vec::new(), 0, 0);
    for category in &month.categories {
        let unused = category.assigned.is_zero() && category.activity.is_zero() && category.available.is_zero();
        match category.role {
            GroupRole::Internal => {}
            GroupRole::CardPayments => card_payments += 1,
            _ if unused => empty += usize::from(!category.hidden),
            _ => rows.push(Actual::of(category)?),
        }
    }
    let none = uncategorized(&month.categories);
    let without = month.categories.iter().filter(|category| none.contains(&category.id));
    let without = Milliunits::checked_sum(without.map(|category| category.activity))?;
    Ok(Actuals {
        month: month.month,
        totals: Totals::of(&rows)?,
        rows,
        empty,
        card_payments,
        uncategorized: without.checked_neg()?,
    })
}

impl<'a> Actual<'a> {
    fn of(category: &'a Category) -> Result<Self, MoneyError> {
        let moved = category.activity.checked_add(category.assigned)?;
        let actual = category.activity.min(Milliunits::ZERO).checked_neg()?;
        Ok(Self {
            category,
            carried_over: category.available.checked_sub(moved)?,
            actual,
            refunded: category.activity.max(Milliunits::ZERO),
            utilization: used(actual, category.assigned),
        })
    }
}

/// The part of what was assigned that is spent.
fn used(spent: Milliunits, assigned: Milliunits) -> Option<Percent> {
    let meaningful = assigned.is_positive() && !spent.is_negative();
    meaningful.then(|| Percent::of(spent, assigned)).flatten()
}

impl Totals {
    fn of(rows: &[Actual<'_>]) -> Result<Self, MoneyError> {
        let sum = |amount: fn(&Actual<'_>) -> Milliunits| Milliunits::checked_sum(rows.iter().map(amount));
        let (assigned, actual, refunded) = (
            sum(|row| row.category.assigned)?,
            sum(|row| row.actual)?,
            sum(|row| row.refunded)?,
        );
        Ok(Self {
            assigned,
            carried_over: sum(|row| row.carried_over)?,
            actual,
            refunded,
            available: sum(|row| row.category.available)?,
            utilization: used(actual.checked_sub(refunded)?, assigned),
        })
    }

    /// Spent, with what came back taken off.
    pub fn net(&self) -> Result<Milliunits, MoneyError> {
        self.actual.checked_sub(self.refunded)
    }
}

impl Actuals<'_> {
    /// The categories below zero.
    pub fn overspent(&self) -> impl Iterator<Item = &Category> {
        let categories = self.rows.iter().map(|row| row.category);
        categories.filter(|category| category.available.is_negative())
    }

    /// The month in a sentence or two.
    pub fn message(&self, currency: &Currency) -> Result<String, MoneyError> {
        let net = self.totals.net()?;
        let flow = if net.is_negative() {
            format!("{} came back beyond what was spent", currency.plain(net.checked_abs()?))
        } else {
            format!("{} was spent", currency.plain(net))
        };
        let assigned = currency.plain(self.totals.assigned);
        let used = self
            .totals
            .utilization
            .map(|used| format!(" ({} %)", used.text()))
            .unwrap_or_default();
        let mut text = format!("{}: {flow} and {assigned} assigned{used}. ", self.month.short());
        let overspent: Vec<_> = self.overspent().collect();
        match overspent.len() {
            0 => text.push_str("No category is overspent."),
            count => {
                let names: Vec<_> = overspent
                    .iter()
                    .take(NAMED)
                    .map(|category| category.name.to_string())
                    .collect();
                let more = count.saturating_sub(NAMED);
                let more = if more > 0 {
                    format!(" and {more} more")
                } else {
                    String::new()
                };
                let (noun, verb) = if count == 1 {
                    ("category", "is")
                } else {
                    ("categories", "are")
                };
                let _ = write!(text, "{count} {noun} {verb} overspent: {}{more}.", names.join(", "));
            }
        }
        if self.uncategorized.is_positive() {
            let amount = currency.plain(self.uncategorized);
            let _ = write!(text, " Without a category {amount} more went out than came in.");
        } else if self.uncategorized.is_negative() {
            let amount = currency.plain(self.uncategorized.checked_neg()?);
            let _ = write!(text, " Without a category {amount} more came in than went out.");
        }
        Ok(text)
    }
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
