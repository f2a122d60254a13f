//! Whether the debt of each credit card is covered by its payment category, and which money in payment categories pays
//! nothing.
//!
//! YNAB tells no link between a card and its payment category: the category carries the account's name, and that is all there
//! is to match by. A name that fits several cards or categories is never guessed.

mod pairs;
mod wording;

use crate::domain::by_id::{ById, Ids};
use crate::domain::ids::{AccountId, CategoryId};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::plan::{Account, Category, GroupRole, MonthDetail, Transaction};
use crate::logic::flows::lines;

pub use pairs::Pairs;

/// Whether the account is one whose debt has a payment category.
pub fn is_card(account: &Account) -> bool {
    account.on_budget && account.is_card()
}

/// How a card stands against its payment category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The category holds what is owed, to the cent.
    Covered,
    /// The category holds less by this much.
    Short(Milliunits),
    /// The category holds more by this much.
    MoreThanOwed(Milliunits),
    /// No category has the card's name.
    NoCategory,
    /// Several cards or several categories have its name.
    NameNotUnique,
}

/// One open card.
#[derive(Clone, Debug, PartialEq)]
pub struct Card<'a> {
    /// Its account.
    pub account: &'a Account,
    /// Its payment category in the month.
    pub payment: Option<&'a Category>,
    /// What is owed on it; nothing for a card with money on it.
    pub owed: Milliunits,
    /// How the two compare.
    pub standing: Standing,
}

impl Card<'_> {
    /// What the target of its payment category still needs in the month, unless it is snoozed.
    pub fn target_needed(&self) -> Option<Milliunits> {
        let progress = self.payment?.progress.as_deref().filter(|progress| !progress.snoozed)?;
        progress.under_funded.filter(|needed| needed.is_positive())
    }
}

/// Why a payment category belongs to no open card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orphan {
    /// Its card is closed.
    ClosedCard,
    /// No card has its name, or not one alone.
    NoCard,
}

/// A category whose spending was more than it held, on cards among others.
#[derive(Clone, Debug, PartialEq)]
pub struct OverspentOnCards<'a> {
    /// The category.
    pub category: &'a Category,
    /// How far it is below zero.
    pub overspent: Milliunits,
    /// How much of that, at most, was spent on cards and so became debt without cover.
    pub on_cards: Milliunits,
}

/// All cards of a plan against their payment categories.
#[derive(Clone, Debug, PartialEq)]
pub struct CardCoverage<'a> {
    /// The open cards: those that lack most first, then those that were not matched, those with too much, and the covered ones.
    pub cards: Vec<Card<'a>>,
    /// Payment categories that hold an amount and belong to no open card.
    pub orphans: Vec<(&'a Category, Orphan)>,
    /// The month's overspending that became card debt, the largest first.
    pub overspending: Vec<OverspentOnCards<'a>>,
    /// Owed on all open cards.
    pub owed: Milliunits,
    /// What is missing on the open cards.
    pub short_on_cards: Milliunits,
    /// What is missing in all: on the cards, and in payment categories below zero that belong to no open card.
    pub short: Milliunits,
    /// What stands in payment categories beyond what is owed.
    pub stuck: Milliunits,
    /// How much of the month's overspending was on cards, at most.
    pub overspent_on_cards: Milliunits,
}

impl<'a> CardCoverage<'a> {
    /// The open cards that lack money.
    pub fn short_cards(&self) -> impl Iterator<Item = (&Card<'a>, Milliunits)> {
        self.cards.iter().filter_map(|card| match card.standing {
            Standing::Short(short) => Some((card, short)),
            _ => None,
        })
    }

    /// The open cards without a category to compare with.
    pub fn unmatched(&self) -> impl Iterator<Item = &Card<'a>> {
        self.cards.iter().filter(|card| card.payment.is_none())
    }
}

/// Compares each open card with its payment category in the month, and looks for overspending among the month's
/// transactions.
pub fn coverage<'a, 't>(
    accounts: &'a [Account],
    month: &'a MonthDetail,
    transactions: impl IntoIterator<Item = &'t Transaction>,
) -> Result<CardCoverage<'a>, MoneyError> {
    let pairs = Pairs::new(accounts, &month.categories);
    let open = accounts.iter().filter(|account| is_card(account) && !account.closed);
    let mut cards = open
        .map(|account| card(account, &pairs))
        .collect::<Result<Vec<_>, _>>()?;
    cards.sort_by_key(|card| match card.standing {
        Standing::Short(short) => (0, std::cmp::Reverse(short)),
        Standing::NoCategory | Standing::NameNotUnique => (1, std::cmp::Reverse(card.owed)),
        Standing::MoreThanOwed(stuck) => (2, std::cmp::Reverse(stuck)),
        Standing::Covered => (3, std::cmp::Reverse(card.owed)),
    });
    let orphans = orphans(&pairs, month);
    let overspending = overspending(accounts, month, transactions)?;
    let (mut short, mut stuck) = (Vec::new(), Vec::new());
    for card in &cards {
        match card.standing {
            Standing::Short(amount) => short.push(amount),
            Standing::MoreThanOwed(amount) => stuck.push(amount),
            _ => {}
        }
    }
    let short_on_cards = Milliunits::checked_sum(short.iter().copied())?;
    for (category, _) in &orphans {
        if category.available.is_negative() {
            short.push(category.available.checked_neg()?);
        } else {
            stuck.push(category.available);
        }
    }
    Ok(CardCoverage {
        owed: Milliunits::checked_sum(cards.iter().map(|card| card.owed))?,
        short_on_cards,
        short: Milliunits::checked_sum(short)?,
        stuck: Milliunits::checked_sum(stuck)?,
        overspent_on_cards: Milliunits::checked_sum(overspending.iter().map(|row| row.on_cards))?,
        cards,
        orphans,
        overspending,
    })
}

fn card<'a>(account: &'a Account, pairs: &Pairs<'a>) -> Result<Card<'a>, MoneyError> {
    // Money on a card needs no cover: what its category holds besides is compared with nothing owed.
    let owed = account.balance.min(Milliunits::ZERO).checked_neg()?;
    let payment = pairs.payment_of(&account.id);
    let standing = match payment {
        None if pairs.is_named_more_than_once(account) => Standing::NameNotUnique,
        None => Standing::NoCategory,
        Some(category) => {
            let difference = category.available.checked_sub(owed)?;
            match difference.signum() {
                0 => Standing::Covered,
                1 => Standing::MoreThanOwed(difference),
                _ => Standing::Short(difference.checked_neg()?),
            }
        }
    };
    Ok(Card {
        account,
        payment,
        owed,
        standing,
    })
}

fn orphans<'a>(pairs: &Pairs<'a>, month: &'a MonthDetail) -> Vec<(&'a Category, Orphan)> {
    let of_cards = month.categories.iter().filter(|category| {
        let open = pairs.account_of(&category.id).is_some_and(|account| !account.closed);
        category.role == GroupRole::CardPayments && !category.available.is_zero() && !open
    });
    let why = |category: &'a Category| match pairs.account_of(&category.id) {
        Some(_) => (category, Orphan::ClosedCard),
        None => (category, Orphan::NoCard),
    };
    of_cards.map(why).collect()
}

/// The categories below zero in the month that were spent from on cards. Spending in cash is taken to have come out of what
/// the category held, so what is missing is put down to the cards as far as they go.
fn overspending<'a, 't>(
    accounts: &[Account],
    month: &'a MonthDetail,
    transactions: impl IntoIterator<Item = &'t Transaction>,
) -> Result<Vec<OverspentOnCards<'a>>, MoneyError> {
    let below_zero = |category: &&Category| {
        let own = !matches!(category.role, GroupRole::Internal | GroupRole::CardPayments);
        own && category.available.is_negative()
    };
    let below_zero: Vec<&Category> = month.categories.iter().filter(below_zero).collect();
    if below_zero.is_empty() {
        return Ok(Vec::new());
    }
    let spent = spent_on_cards(accounts, month, transactions, &below_zero)?;
    let mut found = Vec::new();
    for category in below_zero {
        let spent = spent.get(&category.id).copied().unwrap_or_default();
        let overspent = category.available.checked_neg()?;
        if spent.is_positive() {
            found.push(OverspentOnCards {
                category,
                overspent,
                on_cards: spent.min(overspent),
            });
        }
    }
    found.sort_by_key(|row| std::cmp::Reverse(row.on_cards));
    Ok(found)
}

/// What was spent on cards in the month, refunds deducted, by category.
fn spent_on_cards<'c, 't>(
    accounts: &[Account],
    month: &MonthDetail,
    transactions: impl IntoIterator<Item = &'t Transaction>,
    categories: &[&'c Category],
) -> Result<ById<&'c CategoryId, Milliunits>, MoneyError> {
    let cards: Ids<&AccountId> = accounts
        .iter()
        .filter(|account| is_card(account))
        .map(|card| &card.id)
        .collect();
    let mut spent: ById<&CategoryId, Milliunits> = categories
        .iter()
        .map(|category| (&category.id, Milliunits::ZERO))
        .collect();
    let (first, last) = (month.month.first_day(), month.month.last_day());
    for transaction in transactions {
        if !(first..=last).contains(&transaction.date) || !cards.contains(&transaction.account_id) {
            continue;
        }
        for line in lines(transaction) {
            if let Some(total) = line.category_id().and_then(|id| spent.get_mut(id)) {
                *total = total.checked_sub(line.amount())?;
            }
        }
    }
    Ok(spent)
}

#[cfg(test)]
mod tests;
