//! What each category cost, month by month.
//!
//! The figures are those of YNAB's months: a category's activity, with the sign turned so that spending is positive. A line
//! counts for its category wherever it is booked: YNAB gives a category to no line of a tracking account and to no transfer
//! within the plan, so no account needs to be known. What has no category is no category's cost.

mod points;

use std::collections::BTreeSet;

use chrono::NaiveDate;

pub use self::points::{Change, Points};
use crate::domain::by_id::ById;
use crate::domain::currency::Currency;
use crate::domain::ids::CategoryId;
use crate::domain::lines::{Entry, Ledger};
use crate::domain::money::MoneyError;
use crate::domain::month::Month;
use crate::domain::plan::{Category, CategoryGroup, GroupRole};
use crate::error::ToolError;
use crate::logic::categories::find_group;
use crate::logic::spending::period::months_between;
use crate::logic::transactions::category_ids;

/// Which months and categories are looked at.
#[derive(Clone, Debug)]
pub struct Window {
    /// The person's day: its month is the last one.
    pub today: NaiveDate,
    /// How many months, that of today included.
    pub months: u16,
    /// The plan's first month, where it is known: there are no earlier ones.
    pub first: Option<Month>,
    /// Only these categories.
    pub only: Option<BTreeSet<CategoryId>>,
}

/// Months and what they cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Trends<'a> {
    /// Something went out without a category, as it does on tracking accounts too; it is in no series.
    pub uncategorized: bool,
    /// The months, the oldest first; the last is today's and not over.
    pub months: Vec<Month>,
    /// The categories, those that cost most first.
    pub series: Vec<Series<'a>>,
    /// Spent in categories that are there no longer, and how many there are; none where only some categories are wanted.
    pub deleted: Option<(usize, Points)>,
    /// All of these together.
    pub all: Points,
}

/// A category through the months.
#[derive(Clone, Debug, PartialEq)]
pub struct Series<'a> {
    /// The category.
    pub category: &'a Category,
    /// Hidden, or in a hidden group.
    pub hidden: bool,
    /// What it cost.
    pub points: Points,
}

/// The categories that are wanted: those named, and those of the group.
///
/// # Errors
/// Names that fit none or several, and categories in which nothing is spent.
pub fn only(
    groups: &[CategoryGroup],
    categories: Option<&[String]>,
    group: Option<&str>,
) -> Result<Option<BTreeSet<CategoryId>>, ToolError> {
    let named = categories.map(|wanted| category_ids(groups, wanted)).transpose()?;
    let group = group.map(|wanted| find_group(groups, wanted)).transpose()?;
    let of_group = group.map(|group| group.categories.iter().map(|category| category.id.clone()));
    let wanted = match (named, of_group) {
        (None, None) => return Ok(None),
        (named, of_group) => named.into_iter().flatten().chain(of_group.into_iter().flatten()),
    };
    let wanted = wanted.collect::<BTreeSet<_>>();
    let all = groups.iter().flat_map(|group| &group.categories);
    let mut unspent = all.filter(|category| !is_spent_in(category.role) && wanted.contains(&category.id));
    if let Some(category) = unspent.next() {
        return ToolError::nothing_sent(&format!(
            "nothing is spent in {}, a category of YNAB's own: choose one in which things are bought",
            category.name
        ));
    }
    Ok(Some(wanted))
}

/// Whether the categories of such a group are for spending.
fn is_spent_in(role: GroupRole) -> bool {
    matches!(role, GroupRole::Ordinary | GroupRole::Hidden)
}

/// Looks at the months.
pub fn trends<'a>(
    ledger: Ledger<'_>,
    groups: &'a [CategoryGroup],
    window: &Window,
    currency: &Currency,
) -> Result<Trends<'a>, MoneyError> {
    let last = Month::of(window.today);
    let from = last.earlier(u32::from(window.months.max(1)) - 1);
    let days = from.first_day()..=last.last_day();
    let mut sums = Sums::new(groups, ledger, usize::from(window.months.max(1)));
    let mut oldest = None;
    for line in ledger.entries() {
        oldest = Some(oldest.map_or(line.date, |oldest: NaiveDate| oldest.min(line.date)));
        if days.contains(&line.date) {
            sums.add(months_between(from, Month::of(line.date)) as usize, line);
        }
    }
    // A plan whose first month lay after a transaction of it would hide what was spent.
    let first = [window.first, oldest.map(Month::of)].into_iter().flatten().min();
    let months = first.map_or_else(Vec::new, |first| span(first.max(from), last));
    sums.keep_last(months.len());
    let wanted = |id: &CategoryId| window.only.as_ref().is_none_or(|only| only.contains(id));
    let mut series = Vec::new();
    for (group, category, spent) in &sums.rows {
        let quiet = spent.iter().all(|amount| *amount == 0);
        if wanted(&category.id) && !(quiet && window.only.is_none()) {
            series.push(Series {
                category,
                hidden: category.hidden || group.hidden || group.role == GroupRole::Hidden,
                points: Points::of(spent, currency)?,
            });
        }
    }
    series.sort_by_key(|series| std::cmp::Reverse(series.points.total));
    let any_deleted = sums.deleted.iter().any(|amount| *amount != 0) && window.only.is_none();
    let deleted = any_deleted.then(|| Points::of(&sums.deleted, currency)).transpose()?;
    let deleted = deleted.map(|points| (sums.gone.iter().filter(|met| **met).count(), points));
    let every = series.iter().map(|series| &series.points);
    let all = Points::together(
        every.chain(deleted.iter().map(|(_, points)| points)),
        months.len(),
        currency,
    )?;
    Ok(Trends {
        uncategorized: sums.uncategorized && window.only.is_none(),
        months,
        series,
        deleted,
        all,
    })
}

/// The months from one to another; none when they are the wrong way round.
fn span(first: Month, last: Month) -> Vec<Month> {
    std::iter::successors(Some(first), |month| Some(month.next()))
        .take_while(|month| *month <= last)
        .collect()
}

/// Sums by category and month, wide enough for any number of amounts.
struct Sums<'a> {
    /// The categories that money is spent in, in YNAB's order.
    rows: Vec<(&'a CategoryGroup, &'a Category, Vec<i128>)>,
    /// Where the categories of the history stand, by their numbers.
    places: Vec<Place>,
    deleted: Vec<i128>,
    /// The numbers of deleted categories that were met.
    gone: Vec<bool>,
    /// Whether something went out without a category.
    uncategorized: bool,
}

/// Where a category's spending is counted.
#[derive(Clone, Copy)]
enum Place {
    Row(usize),
    /// YNAB's own, and those for card payments.
    Nowhere,
    /// Nobody has chosen a category.
    Uncategorized,
    Deleted,
}

impl<'a> Sums<'a> {
    fn new(groups: &'a [CategoryGroup], ledger: Ledger<'_>, months: usize) -> Self {
        let (mut rows, mut places) = (Vec::new(), ById::default());
        for group in groups {
            let counts = is_spent_in(group.role);
            for category in &group.categories {
                places.insert(
                    &category.id,
                    if counts {
                        Place::Row(rows.len())
                    } else if group.role == GroupRole::Internal && category.name.raw() == "Uncategorized" {
                        Place::Uncategorized
                    } else {
                        Place::Nowhere
                    },
                );
                if counts {
                    rows.push((group, category, vec![0; months]));
                }
            }
        }
        let place = |id: &CategoryId| places.get(id).copied().unwrap_or(Place::Deleted);
        Self {
            rows,
            places: ledger.categories().iter().map(place).collect(),
            deleted: vec![0; months],
            gone: vec![false; ledger.categories().len()],
            uncategorized: false,
        }
    }

    /// Leaves out months before the plan's first.
    fn keep_last(&mut self, months: usize) {
        for spent in self
            .rows
            .iter_mut()
            .map(|(_, _, spent)| spent)
            .chain([&mut self.deleted])
        {
            spent.drain(..spent.len().saturating_sub(months));
        }
    }

    fn add(&mut self, at: usize, line: &Entry) {
        let place = match line.category {
            Some(category) => category.of(&self.places),
            None => Some(Place::Uncategorized),
        };
        let months = match place {
            Some(Place::Uncategorized) => {
                self.uncategorized |= line.transfer.is_none() && line.amount.is_negative();
                None
            }
            Some(Place::Row(place)) => self.rows.get_mut(place).map(|(_, _, spent)| spent),
            Some(Place::Nowhere) | None => None,
            Some(Place::Deleted) => {
                if let Some(met) = line.category.and_then(|category| self.gone.get_mut(category.place())) {
                    *met = true;
                }
                Some(&mut self.deleted)
            }
        };
        if let Some(spent) = months.and_then(|spent| spent.get_mut(at)) {
            *spent -= i128::from(line.amount.get());
        }
    }
}

impl Trends<'_> {
    /// How many categories there are, those that are there no longer included.
    pub fn count(&self) -> usize {
        self.series.len() + self.deleted.as_ref().map_or(0, |(count, _)| *count)
    }

    /// The categories beyond the first so many, as one.
    pub fn rest(&self, shown: usize, currency: &Currency) -> Result<Option<(usize, Points)>, MoneyError> {
        let rest = self.series.get(shown..).unwrap_or_default();
        let together = || Points::together(rest.iter().map(|series| &series.points), self.months.len(), currency);
        (!rest.is_empty())
            .then(together)
            .transpose()
            .map(|points| points.map(|points| (rest.len(), points)))
    }

    /// What the months say in a sentence or two.
    pub fn message(&self, currency: &Currency) -> String {
        let Some((current, full)) = self.months.split_last() else {
            return "The plan holds no month yet.".to_owned();
        };
        let so_far = self.all.spent.last().copied().unwrap_or_default();
        let so_far = format!("{} so far in {}", currency.plain(so_far), current.short());
        let (Some(first), Some(last), Some(mean)) = (full.first(), full.last(), self.all.mean) else {
            return format!("{so_far}; there is no full month to compare with.");
        };
        let span = if first == last {
            format!("in {}", first.short())
        } else {
            format!("a month on average from {} to {}", first.short(), last.short())
        };
        let change = self.all.change.map(|change| {
            let percent = change.percent.map(|percent| format!(", {} %", percent.text()));
            format!(
                " {} was {} against the mean of the full months before it{}.",
                last.short(),
                currency.signed(change.amount),
                percent.unwrap_or_default()
            )
        });
        let uncategorized = if self.uncategorized {
            " What has no category is in no row."
        } else {
            ""
        };
        format!(
            "{} spent {span}; {so_far}.{}{uncategorized}",
            currency.plain(mean),
            change.unwrap_or_default()
        )
    }
}

#[cfg(test)]
mod tests;
