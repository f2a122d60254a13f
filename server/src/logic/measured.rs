//! The full months of a history: which of those asked for it reaches, and what is typical of them.

use chrono::{Datelike, NaiveDate};

use crate::domain::currency::Currency;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::percent::{Percent, rounded};

/// Full months before today's, as far as the history reaches back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// The oldest first.
    pub months: Vec<Month>,
    /// The first of them, when the history begins after its first day: only a part of it was lived in the plan.
    pub partial: Option<Month>,
    /// How many were asked for.
    pub asked: usize,
}

impl Measured {
    /// Of a history that begins on a day, or never has.
    pub fn new(begins: Option<NaiveDate>, today: NaiveDate, asked: u32) -> Self {
        let first = begins.map(Month::of);
        let months: Vec<Month> = Month::full_before(today, asked)
            .filter(|month| first.is_some_and(|first| *month >= first))
            .collect();
        let begun_late = begins.filter(|begins| begins.day() > 1).map(Month::of);
        Self {
            partial: begun_late.filter(|month| months.first() == Some(month)),
            months,
            asked: asked as usize,
        }
    }

    /// Those that were lived in the plan from the first day to the last.
    pub fn complete(&self) -> impl DoubleEndedIterator<Item = Month> + '_ {
        let partial = self.partial;
        self.months.iter().copied().filter(move |month| Some(*month) != partial)
    }

    /// `2026-03 to 2026-08`, or the one month; none without a complete month.
    pub fn span(&self) -> Option<String> {
        let (first, last) = (self.complete().next()?, self.complete().next_back()?);
        Some(if first == last {
            first.short()
        } else {
            format!("{} to {}", first.short(), last.short())
        })
    }

    /// What there is to say of the months that were asked for and are not among those that count.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(partial) = self.partial {
            notes.push(format!(
                "{} is partial: the plan begins within it, so it counts in no total and no average.",
                partial.short()
            ));
        }
        if !self.months.is_empty() && self.months.len() < self.asked {
            notes.push(format!(
                "{} asked for, but the plan's history reaches back {} only.",
                counted(self.asked, "full month was", "full months were"),
                counted(self.months.len(), "full month", "full months")
            ));
        }
        notes
    }
}

/// One pass over a history for sums of months: which months count shows only when the pass has seen where it begins.
pub struct History<Sums> {
    first: Month,
    today: Month,
    asked: u32,
    begins: Option<NaiveDate>,
    months: Vec<Sums>,
}

impl<Sums: Clone + Default> History<Sums> {
    /// For so many full months before today's.
    pub fn new(today: NaiveDate, asked: u32) -> Self {
        let month = Month::of(today);
        Self {
            first: month.earlier(asked),
            today: month,
            asked,
            begins: None,
            months: vec![Sums::default(); asked as usize],
        }
    }

    /// The sums of the month that a day of the plan's own accounts belongs to; none when it is of no such month.
    pub fn month_of(&mut self, day: NaiveDate) -> Option<&mut Sums> {
        if self.begins.is_none_or(|begins| day < begins) {
            self.begins = Some(day);
        }
        let place = place(self.first, day)?;
        self.months.get_mut(place)
    }

    /// The months that the history reaches, with their sums.
    pub fn finish(self) -> (Measured, Vec<(Month, Sums)>) {
        let measured = Measured::new(self.begins, self.today.first_day(), self.asked);
        let before = self.months.len() - measured.months.len().min(self.months.len());
        let sums = self.months.into_iter().skip(before);
        let months = measured.months.iter().copied().zip(sums).collect();
        (measured, months)
    }
}

/// How often something was, and how much it came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often.
    pub count: usize,
    /// How much: a sum that has not been checked yet to fit.
    total: i128,
}

impl Tally {
    /// One more.
    pub fn add(&mut self, amount: Milliunits) {
        self.count += 1;
        self.total = self.total.saturating_add(i128::from(amount.get()));
    }

    /// Another's as well.
    pub fn join(&mut self, other: Self) {
        self.count += other.count;
        self.total = self.total.saturating_add(other.total);
    }

    /// What it came to.
    pub fn amount(self) -> Result<Milliunits, MoneyError> {
        fitting(self.total)
    }
}

/// A sum that was taken in 128 bits, as an amount.
pub fn fitting(total: i128) -> Result<Milliunits, MoneyError> {
    i64::try_from(total)
        .map(Milliunits::new)
        .map_err(|_| MoneyError::Overflow)
}

/// How many months after `first` the day's month is; none before it.
pub fn place(first: Month, day: NaiveDate) -> Option<usize> {
    let serial = |year: i32, month: u32| i64::from(year) * 12 + i64::from(month);
    usize::try_from(serial(day.year(), day.month()) - serial(first.year(), first.number())).ok()
}

/// The mean, rounded half away from zero to the currency's decimals; none of nothing.
pub fn mean(amounts: &[Milliunits], currency: &Currency) -> Result<Option<Milliunits>, MoneyError> {
    let total = amounts
        .iter()
        .fold(0_i128, |total, amount| total.saturating_add(i128::from(amount.get())));
    share(total, amounts.len(), currency)
}

/// The middle one, or the mean of the two in the middle, rounded as [`mean`]; none of nothing.
pub fn median(amounts: &[Milliunits], currency: &Currency) -> Result<Option<Milliunits>, MoneyError> {
    let mut sorted = amounts.to_vec();
    sorted.sort_unstable();
    mean(middle(&sorted), currency)
}

/// The percentage in the middle, or the mean of the two, rounded half away from zero to a tenth; none of nothing.
pub fn median_percent(percents: &[Percent]) -> Option<Percent> {
    let mut sorted = percents.to_vec();
    sorted.sort_unstable();
    let middle = middle(&sorted);
    let total: i128 = middle.iter().map(|percent| i128::from(percent.tenths())).sum();
    let tenths = rounded(total, i128::try_from(middle.len()).ok()?)?;
    i64::try_from(tenths).ok().map(Percent::of_tenths)
}

/// The one in the middle of a sorted list, or the two.
fn middle<T>(sorted: &[T]) -> &[T] {
    let first = sorted.len().saturating_sub(1) / 2;
    sorted.get(first..=sorted.len() / 2).unwrap_or(sorted)
}

fn share(total: i128, count: usize, currency: &Currency) -> Result<Option<Milliunits>, MoneyError> {
    let count = i128::try_from(count).map_err(|_| MoneyError::Overflow)?;
    let unit = smallest(currency);
    rounded(total, count * unit)
        .map(|units| fitting(units * unit))
        .transpose()
}

/// Thousandths in the smallest amount that the currency writes.
fn smallest(currency: &Currency) -> i128 {
    match currency.shown_decimals() {
        0 => 1000,
        1 => 100,
        2 => 10,
        _ => 1,
    }
}

/// A number with its noun: `1 month`, `2 months`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
pub(in crate::logic) mod oracle;

#[cfg(test)]
mod tests;
