//! A category's target: what may be asked for, what YNAB will make of it, and whether the one before can come back.

use chrono::NaiveDate;

use crate::domain::currency::Currency;
use crate::domain::effect::Effect;
use crate::domain::names::name_key;
use crate::domain::number::AmountArgument;
use crate::domain::plan::{Account, Category, CategoryGroup, GroupRole};
use crate::domain::target::{self, Target, TargetFrequency, TargetKind, TargetRequest};
use crate::error::ToolError;
use crate::logic::standing::Books;
use crate::logic::transactions;

/// YNAB's account types of loans: each has a category for its payments (API 1.87).
const LOANS: [&str; 6] = [
    "mortgage",
    "autoLoan",
    "studentLoan",
    "personalLoan",
    "medicalDebt",
    "otherDebt",
];

/// The target that is asked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// None removes the target.
    pub amount: Option<AmountArgument>,
    /// When it is due.
    pub by_date: Option<NaiveDate>,
    /// How often it repeats.
    pub frequency: Option<TargetFrequency>,
    /// Whether the whole amount is set aside each time, or only what is missing.
    pub needs_whole_amount: Option<bool>,
}

/// A target before and after.
#[derive(Clone, Debug)]
pub struct Retargeted<'a> {
    /// The category.
    pub category: &'a Category,
    /// The fields as they are sent.
    pub request: TargetRequest,
    /// The target before.
    pub before: Option<Target>,
    /// The target after, as far as can be told before YNAB answers.
    pub after: Option<Target>,
    /// Why the target before cannot be set again; none when it can.
    pub no_way_back: Option<String>,
}

/// Plans a category's target. `today` is the person's own day.
pub fn set<'a>(
    groups: &'a [CategoryGroup],
    accounts: &[Account],
    category: &str,
    wanted: &Wanted,
    currency: &Currency,
    today: NaiveDate,
) -> Result<Retargeted<'a>, ToolError> {
    let category = transactions::category(groups, category)?;
    let before = category.target.as_deref().cloned();
    let loan = is_loan(category, accounts);
    check(category, loan, wanted, before.as_ref(), today)?;
    let amount = wanted
        .amount
        .as_ref()
        .map(|amount| amount.exact(currency))
        .transpose()?;
    if amount.is_some_and(|amount| !amount.is_positive()) {
        return ToolError::nothing_sent("`amount` must be more than zero; leave it out to remove the target");
    }
    let request = match amount {
        None => TargetRequest::Remove,
        Some(amount) => TargetRequest::Set {
            amount,
            frequency: wanted.frequency,
            date: wanted.by_date,
            whole_amount: wanted.needs_whole_amount,
        },
    };
    let card = category.role == GroupRole::CardPayments;
    let after = expected(before.as_ref(), &request, card, loan);
    if after.as_ref().is_some_and(|after| after.kind != TargetKind::Spending) && wanted.needs_whole_amount.is_some() {
        return ToolError::nothing_sent("`needs_whole_amount` is for spending targets; this one is of another kind");
    }
    let mut change = Retargeted {
        category,
        request,
        before,
        after,
        no_way_back: None,
    };
    change.no_way_back = no_way_back(&change.effect(), today);
    Ok(change)
}

/// Why a change of a target could not be taken back on this day: the target before is of a kind that the API cannot set, or was
/// due on a day that is past.
pub fn no_way_back(effect: &Effect, today: NaiveDate) -> Option<String> {
    let books = Books {
        today: Some(today),
        ..Books::default()
    };
    books.no_way_back(std::slice::from_ref(effect))
}

/// Whether the category is for the payments of a loan. YNAB does not mark it; it has the loan's name, or a debt target.
fn is_loan(category: &Category, accounts: &[Account]) -> bool {
    let debt = category
        .target
        .as_ref()
        .is_some_and(|target| target.kind == TargetKind::Debt);
    let key = name_key(category.name.raw());
    let named = |account: &Account| {
        LOANS.contains(&account.kind.as_str()) && !account.closed && name_key(account.name.raw()) == key
    };
    debt || (category.role == GroupRole::Ordinary && accounts.iter().any(named))
}

/// YNAB's rules (API 1.87), before anything is sent.
fn check(
    category: &Category,
    loan: bool,
    wanted: &Wanted,
    before: Option<&Target>,
    today: NaiveDate,
) -> Result<(), ToolError> {
    let name = &category.name;
    let with_more = wanted.by_date.is_some() || wanted.frequency.is_some() || wanted.needs_whole_amount.is_some();
    if category.role == GroupRole::Internal {
        return ToolError::nothing_sent(&format!("{name} is YNAB's own category, which has no target"));
    }
    if category.hidden {
        return ToolError::nothing_sent(&format!("category {name} is hidden: show it in YNAB first"));
    }
    if wanted.amount.is_none() && with_more {
        return ToolError::nothing_sent(
            "a date, a frequency or `needs_whole_amount` needs an `amount`; without any of them, the target is removed",
        );
    }
    if wanted.by_date.is_some() && wanted.frequency.is_some() {
        return ToolError::nothing_sent("`by_date` and `frequency` exclude each other: give one");
    }
    if wanted.by_date.is_some_and(|date| date < today) {
        return ToolError::nothing_sent("`by_date` lies in the past");
    }
    if loan && with_more {
        return ToolError::nothing_sent(&format!(
            "{name} pays a loan: YNAB takes an amount alone for its target"
        ));
    }
    let card = category.role == GroupRole::CardPayments;
    if card && (wanted.frequency.is_some() || wanted.needs_whole_amount.is_some()) {
        return ToolError::nothing_sent(&format!(
            "{name} pays a credit card: YNAB takes an amount, with a date or alone, for its target"
        ));
    }
    let other_kind = before.is_some_and(|before| before.kind != TargetKind::Spending);
    if wanted.needs_whole_amount.is_some() && wanted.frequency.is_none() && other_kind {
        return ToolError::nothing_sent("`needs_whole_amount` is for spending targets; this one is of another kind");
    }
    Ok(())
}

/// What YNAB makes of a request. With an amount alone the kind stays; a new target is for spending each month, for a card's
/// category monthly funding, for a loan's a payment (API 1.87).
fn expected(before: Option<&Target>, request: &TargetRequest, card: bool, loan: bool) -> Option<Target> {
    let TargetRequest::Set {
        amount,
        frequency,
        date,
        whole_amount,
    } = request
    else {
        return None;
    };
    let spending = before.filter(|before| before.kind == TargetKind::Spending);
    let whole = whole_amount.or_else(|| spending.map_or(Some(true), |before| before.whole_amount));
    if let Some(frequency) = frequency {
        return Some(Target::repeating(*amount, *frequency, whole));
    }
    let kind = match before.map(|before| &before.kind) {
        Some(TargetKind::MonthlyFunding | TargetKind::Balance) if date.is_some() => TargetKind::BalanceByDate,
        None if card && date.is_some() => TargetKind::BalanceByDate,
        None if card => TargetKind::MonthlyFunding,
        None if loan => TargetKind::Debt,
        None => TargetKind::Spending,
        Some(kind) => kind.clone(),
    };
    let whole = whole.filter(|_| kind == TargetKind::Spending);
    Some(match (before, date) {
        (_, Some(date)) => Target {
            kind,
            ..Target::by_date(*amount, *date, whole)
        },
        (Some(before), None) => Target {
            amount: *amount,
            whole_amount: whole,
            ..before.clone()
        },
        (None, None) => Target {
            whole_amount: whole,
            ..Target::monthly(kind, *amount)
        },
    })
}

impl Retargeted<'_> {
    /// Whether nothing would change.
    pub fn is_same(&self) -> bool {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => before.agrees(after),
            (before, after) => before.is_none() && after.is_none(),
        }
    }

    /// The change as it is sent.
    pub fn effect(&self) -> Effect {
        Effect::Target {
            category_id: self.category.id.clone(),
            before: self.before.clone(),
            after: self.after.clone(),
            request: Some(self.request.clone()),
            card: self.category.role == GroupRole::CardPayments,
        }
    }

    /// The target before, in words.
    pub fn before_words(&self, currency: &Currency) -> String {
        target::words(self.before.as_ref(), currency)
    }

    /// The target after, in words.
    pub fn after_words(&self, currency: &Currency) -> String {
        target::words(self.after.as_ref(), currency)
    }
}

#[cfg(test)]
mod tests;
