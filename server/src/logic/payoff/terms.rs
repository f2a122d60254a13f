//! A loan's terms as they change with time.

use std::collections::BTreeMap;

use chrono::NaiveDate;

/// Where a debt's terms come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// YNAB knows them.
    Ynab,
    /// The person says so.
    Override,
    /// Nobody said.
    Missing,
}

/// One of a debt's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms<'a, T> {
    /// The same in all months, as the person says.
    Fixed(T),
    /// By the day from which each is in force, as YNAB knows them; maybe none.
    Dated(&'a BTreeMap<NaiveDate, T>),
}

impl<'a, T: Copy> Terms<'a, T> {
    /// The person's word, else YNAB's.
    pub fn new(said: Option<T>, known: &'a BTreeMap<NaiveDate, T>) -> Self {
        said.map_or(Self::Dated(known), Self::Fixed)
    }

    /// What is in force on a day.
    pub fn in_force(&self, day: NaiveDate) -> Option<T> {
        match self {
            Self::Fixed(value) => Some(*value),
            Self::Dated(values) => values.range(..=day).next_back().map(|(_, value)| *value),
        }
    }

    /// Where it comes from, given what is in force.
    pub fn source(&self, in_force: Option<T>) -> Source {
        match (self, in_force) {
            (Self::Fixed(_), _) => Source::Override,
            (_, Some(_)) => Source::Ynab,
            (_, None) => Source::Missing,
        }
    }

    /// Whether it is known to change after a day.
    pub fn changes_after(&self, day: NaiveDate) -> bool {
        match self {
            Self::Fixed(_) => false,
            Self::Dated(values) => values.range(day..).any(|(from, _)| *from > day),
        }
    }
}
