//! Which targets are behind in a month, and how far Ready to Assign goes among them.

mod wording;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;

use crate::domain::ids::CategoryGroupId;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::plan::{Account, Category, CategoryGroup, GroupRole, MonthDetail, TargetProgress};
use crate::domain::target::TargetKind;
use crate::domain::text::Untrusted;
use crate::logic::card_coverage::coverage;
use crate::logic::month;

pub use wording::target_words;

/// What presses: the order in which targets are funded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// It has a date on which it is due.
    DueDate,
    /// It asks for its amount again each month or week.
    Repeating,
    /// Neither.
    Other,
}

/// A target that is behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Behind<'a> {
    /// Its category.
    pub category: &'a Category,
    /// How far it is.
    pub progress: &'a TargetProgress,
    /// When it is due, if it has a date.
    pub due: Option<NaiveDate>,
    /// Still to assign in the month.
    pub needed: Milliunits,
    /// What of that Ready to Assign has left for it, those before it served first.
    pub could_fund: Milliunits,
    /// What presses.
    pub urgency: Urgency,
    /// The date that presses; its month alone counts where YNAB tells no date.
    pub presses_by: Option<NaiveDate>,
}

/// The targets of one group that are behind.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupNeeds<'a> {
    /// The group's name.
    pub name: &'a Untrusted,
    /// How many are behind.
    pub targets: usize,
    /// What they need.
    pub needed: Milliunits,
    /// What of that Ready to Assign covers.
    pub could_fund: Milliunits,
}

/// How many, and how much together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many.
    pub count: usize,
    /// How much together, without sign.
    pub amount: Milliunits,
}

/// A month's targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Underfunded<'a> {
    /// Those behind, in the order in which they are funded.
    pub behind: Vec<Behind<'a>>,
    /// The same by group, in the plan's order.
    pub groups: Vec<GroupNeeds<'a>>,
    /// What all of them need.
    pub needed: Milliunits,
    /// Ready to Assign; below zero when more was assigned than there is.
    pub ready_to_assign: Milliunits,
    /// What of the need it covers.
    pub covered: Milliunits,
    /// What is then missing.
    pub short_by: Milliunits,
    /// How many targets need nothing this month.
    pub on_track: usize,
    /// Those that the person put aside for the month.
    pub snoozed: Vec<&'a Category>,
    /// The targets of card payment categories that are behind; they are not among the others.
    pub card_targets: Tally,
    /// The categories below zero, card payments left out.
    pub overspent: Tally,
    /// The cards that lack money, where the month is the current one: what is owed is known for no other.
    pub short_cards: Option<Tally>,
}

impl Underfunded<'_> {
    /// Whether Ready to Assign covers all of it.
    pub fn is_enough(&self) -> bool {
        self.ready_to_assign >= self.needed
    }
}

/// Looks at the targets of a month. Those of visible categories count, and those of YNAB's own categories do not. `accounts`
/// are for the current month only: their balances are of today.
pub fn underfunded<'a>(
    month: &'a MonthDetail,
    groups: &[CategoryGroup],
    accounts: Option<&[Account]>,
) -> Result<Underfunded<'a>, MoneyError> {
    let hidden: HashSet<&CategoryGroupId> = groups
        .iter()
        .filter(|group| group.hidden)
        .map(|group| &group.id)
        .collect();
    let visible = |category: &&Category| !category.hidden && !hidden.contains(&category.group_id);
    let (mut behind, mut snoozed, mut on_track) = (Vec::new(), Vec::new(), 0);
    let mut cards = Vec::new();
    for category in month.categories.iter().filter(visible) {
        let Some(progress) = category.progress.as_deref() else {
            continue;
        };
        let needed = progress.under_funded.unwrap_or_default();
        match category.role {
            GroupRole::Ordinary if progress.snoozed => snoozed.push(category),
            GroupRole::Ordinary if needed.is_positive() => {
                let (urgency, presses_by) = urgency(category, progress, month.month);
                behind.push(Behind {
                    category,
                    progress,
                    due: due(category),
                    needed,
                    could_fund: Milliunits::ZERO,
                    urgency,
                    presses_by,
                });
            }
            GroupRole::Ordinary => on_track += 1,
            GroupRole::CardPayments if needed.is_positive() && !progress.snoozed => cards.push(needed),
            _ => {}
        }
    }
    behind.sort_by(|one, other| order(one).cmp(&order(other)));
    let needed = Milliunits::checked_sum(behind.iter().map(|row| row.needed))?;
    let covered = allocate(&mut behind, month.ready_to_assign)?;
    let overspent = month::overspent(month).filter(|category| category.role != GroupRole::CardPayments);
    let overspent = overspent.map(|category| category.available.checked_neg());
    Ok(Underfunded {
        groups: by_group(&behind, month)?,
        behind,
        needed,
        ready_to_assign: month.ready_to_assign,
        covered,
        short_by: needed.checked_sub(covered)?,
        on_track,
        snoozed,
        card_targets: tally(cards)?,
        overspent: tally(overspent.collect::<Result<_, _>>()?)?,
        short_cards: accounts.map(|accounts| short_cards(accounts, month)).transpose()?,
    })
}

fn tally(amounts: Vec<Milliunits>) -> Result<Tally, MoneyError> {
    Ok(Tally {
        count: amounts.len(),
        amount: Milliunits::checked_sum(amounts)?,
    })
}

fn short_cards(accounts: &[Account], month: &MonthDetail) -> Result<Tally, MoneyError> {
    let coverage = coverage(accounts, month, [])?;
    Ok(Tally {
        count: coverage.short_cards().count(),
        amount: coverage.short_on_cards,
    })
}

fn due(category: &Category) -> Option<NaiveDate> {
    category.target.as_ref().and_then(|target| target.date)
}

/// A target of every other month, a quarter or a year presses by its date and not each month. Where YNAB tells no date of it, the
/// months that are left tell the month.
fn urgency(category: &Category, progress: &TargetProgress, month: Month) -> (Urgency, Option<NaiveDate>) {
    let rhythm = category.target.as_deref().and_then(wording::Rhythm::of);
    let each_month = matches!(progress.kind, TargetKind::MonthlyFunding | TargetKind::Debt)
        || rhythm.is_some_and(wording::Rhythm::comes_each_month);
    let months_left = progress.months_left.filter(|_| rhythm.is_some());
    let months_left = months_left.and_then(|months| u32::try_from(months).ok()?.checked_sub(1));
    let by = due(category).or(months_left.map(|months| month.later(months).last_day()));
    match (by, rhythm) {
        _ if each_month => (Urgency::Repeating, None),
        (Some(by), _) => (Urgency::DueDate, Some(by)),
        (None, Some(_)) => (Urgency::Repeating, None),
        (None, None) => (Urgency::Other, None),
    }
}

/// Dated ones first and the nearest date first among them, then the largest need; names decide what is left.
fn order<'b>(row: &'b Behind<'_>) -> (Urgency, Option<NaiveDate>, Reverse<Milliunits>, &'b str, &'b str) {
    let category = row.category;
    (
        row.urgency,
        row.presses_by,
        Reverse(row.needed),
        category.name.raw(),
        category.id.as_str(),
    )
}

/// Gives each target in its order what is left, and answers what was given.
fn allocate(behind: &mut [Behind<'_>], ready_to_assign: Milliunits) -> Result<Milliunits, MoneyError> {
    let pool = ready_to_assign.max(Milliunits::ZERO);
    let mut left = pool;
    for row in behind {
        row.could_fund = row.needed.min(left);
        left = left.checked_sub(row.could_fund)?;
    }
    pool.checked_sub(left)
}

fn by_group<'a>(behind: &[Behind<'a>], month: &'a MonthDetail) -> Result<Vec<GroupNeeds<'a>>, MoneyError> {
    let mut places: HashMap<&CategoryGroupId, usize> = HashMap::new();
    for category in &month.categories {
        let next = places.len();
        places.entry(&category.group_id).or_insert(next);
    }
    let mut rows: HashMap<&CategoryGroupId, Vec<&Behind<'a>>> = HashMap::new();
    for row in behind {
        rows.entry(&row.category.group_id).or_default().push(row);
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_key(|(id, _)| places.get(id).copied());
    let needs = |rows: &[&Behind<'a>]| {
        let [first, ..] = rows else { return Ok(None) };
        Ok(Some(GroupNeeds {
            name: &first.category.group_name,
            targets: rows.len(),
            needed: Milliunits::checked_sum(rows.iter().map(|row| row.needed))?,
            could_fund: Milliunits::checked_sum(rows.iter().map(|row| row.could_fund))?,
        }))
    };
    rows.iter().filter_map(|(_, rows)| needs(rows).transpose()).collect()
}

#[cfg(test)]
mod tests;
