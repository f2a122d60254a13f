//! Spending while it is added up: wide enough for any number of amounts, so that the order of them decides nothing.

use std::sync::Arc;

use chrono::NaiveDate;

use super::wanted::Part;
use super::{Apart, By, Key, Tally};
use crate::domain::by_id::ById;
use crate::domain::ids::CategoryId;
use crate::domain::lines::{Entry, Ledger, Number};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::logic::flows::Chart;

/// The rows, each with a place, and what the two periods hold of them.
pub(super) struct Sums<'a> {
    by: By,
    keys: Vec<Key<'a>>,
    places: ById<Key<'a>, usize>,
    /// The rows that categories, payees or accounts belong to, by their numbers, and the places of rows that there are.
    of_numbers: Vec<(Key<'a>, Option<usize>)>,
    names: &'a [Arc<str>],
    pub(super) now: Counts<'a>,
    pub(super) before: Counts<'a>,
}

/// One period.
#[derive(Default)]
pub(super) struct Counts<'a> {
    rows: Vec<Count<'a>>,
    total: Count<'a>,
    income: i128,
    unsorted: i128,
    openings: i128,
    adjustments: i128,
    to_assets: i128,
}

/// A row.
#[derive(Clone, Copy, Default)]
struct Count<'a> {
    spent: i128,
    refunded: i128,
    lines: usize,
    payee: Option<&'a str>,
}

impl<'a> Sums<'a> {
    pub(super) fn new(by: By, chart: &Chart<'a>, ledger: Ledger<'a>) -> Self {
        let without_place = |key| (key, None);
        Self {
            by,
            keys: Vec::new(),
            places: ById::default(),
            of_numbers: match by {
                By::Category => keys(ledger.categories(), |id| of_category(id, chart)),
                By::Group => keys(ledger.categories(), |id| of_group(id, chart)),
                By::Payee => keys(ledger.payees(), Key::Payee),
                By::Account => keys(ledger.accounts(), Key::Account),
                By::Month => Vec::new(),
            }
            .into_iter()
            .map(without_place)
            .collect(),
            names: ledger.names(),
            now: Counts::default(),
            before: Counts::default(),
        }
    }

    /// Adds a line to one period or both.
    pub(super) fn add(&mut self, line: &Entry, part: Part, now: bool, before: bool) {
        let place = match part {
            Part::Nothing => return,
            Part::Spent { category, .. } => self.place_of(line, category),
            _ => 0,
        };
        let payee = line.name.filter(|_| self.by == By::Payee);
        let payee = payee.and_then(|name| self.names.get(name.place())).map(AsRef::as_ref);
        if now {
            self.now.add(line, part, place, payee);
        }
        if before {
            self.before.add(line, part, place, payee);
        }
    }

    fn place_of(&mut self, line: &Entry, category: Option<Number>) -> usize {
        let (number, without) = match self.by {
            By::Category | By::Group => (category, Key::Uncategorized),
            By::Payee => (line.payee, Key::NoPayee),
            By::Account => (Some(line.account), Key::Uncategorized),
            By::Month => (None, Key::Month(Month::of(line.date))),
        };
        let known = number.and_then(|number| self.of_numbers.get(number.place()).copied());
        match known {
            Some((_, Some(place))) => place,
            Some((key, None)) => {
                let place = self.place(key);
                if let Some((_, known)) = number.and_then(|number| self.of_numbers.get_mut(number.place())) {
                    *known = Some(place);
                }
                place
            }
            None => self.place(without),
        }
    }

    fn place(&mut self, key: Key<'a>) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            self.keys.push(key);
            self.keys.len() - 1
        })
    }

    /// The rows that there are; of months, all of a period, without gaps, from the first day to the last that are known.
    pub(super) fn rows(&self, months: Months) -> Result<Vec<Found<'a>>, MoneyError> {
        if self.by != By::Month {
            let found = self
                .keys
                .iter()
                .zip(0..)
                .map(|(key, place)| self.found(*key, Some(place), Some(place)));
            return found.collect();
        }
        let back = months.back;
        let has_other = |(key, place): (&Key<'a>, usize)| match (key, back) {
            (Key::Month(month), Some(back)) if self.before.row(Some(place)).lines > 0 => Some(month.later(back)),
            _ => None,
        };
        let others = self.keys.iter().zip(0..).filter_map(has_other);
        let Some(last) = others.chain(months.last.map(Month::of)).max() else {
            return Ok(Vec::new());
        };
        let first = months.first.map_or(last, Month::of);
        let all = std::iter::successors(Some(first), |month| Some(month.next()).filter(|next| next > month));
        let found = all.take_while(|month| *month <= last).map(|month| {
            let place = |month: Month| self.places.get(&Key::Month(month)).copied();
            let other = back.and_then(|back| place(month.earlier(back)));
            let found = self.found(Key::Month(month), place(month), other)?;
            Ok(Found {
                before: found.before.filter(|_| back.is_some()),
                ..found
            })
        });
        found.collect()
    }

    fn found(&self, key: Key<'a>, now: Option<usize>, before: Option<usize>) -> Result<Found<'a>, MoneyError> {
        let (now, before) = (self.now.row(now), self.before.row(before));
        Ok(Found {
            key,
            payee: now.payee.or(before.payee),
            now: now.tally()?,
            before: Some(before.tally()?),
        })
    }
}

/// How months are told apart and compared.
#[derive(Clone, Copy)]
pub(super) struct Months {
    /// The first day that has a row.
    pub(super) first: Option<NaiveDate>,
    /// The last.
    pub(super) last: Option<NaiveDate>,
    /// How many months before a month its other is; none where it has no other.
    pub(super) back: Option<u32>,
}

/// A row, added up.
pub(super) struct Found<'a> {
    pub(super) key: Key<'a>,
    pub(super) payee: Option<&'a str>,
    pub(super) now: Tally,
    pub(super) before: Option<Tally>,
}

fn keys<'a, T>(ids: &'a [T], key: impl Fn(&'a T) -> Key<'a>) -> Vec<Key<'a>> {
    ids.iter().map(key).collect()
}

fn of_category<'a>(id: &'a CategoryId, chart: &Chart<'a>) -> Key<'a> {
    chart
        .category(id)
        .map_or(Key::Deleted, |category| Key::Category(&category.id))
}

fn of_group<'a>(id: &CategoryId, chart: &Chart<'a>) -> Key<'a> {
    chart
        .category(id)
        .map_or(Key::Deleted, |category| Key::Group(&category.group_id))
}

impl<'a> Counts<'a> {
    fn add(&mut self, line: &Entry, part: Part, place: usize, payee: Option<&'a str>) {
        let amount = i128::from(line.amount.get());
        match part {
            Part::Nothing => {}
            Part::Income => self.income += amount,
            Part::Unsorted => self.unsorted += amount,
            Part::Opening => self.openings += amount,
            Part::Adjustment => self.adjustments += amount,
            Part::Spent { to_asset, .. } => {
                self.total.add(amount);
                if to_asset {
                    self.to_assets -= amount;
                }
                if self.rows.len() <= place {
                    self.rows.resize(place + 1, Count::default());
                }
                if let Some(row) = self.rows.get_mut(place) {
                    row.add(amount);
                    row.payee = payee;
                }
            }
        }
    }

    /// What is at a place; nothing where there is none.
    fn row(&self, place: Option<usize>) -> Count<'a> {
        place
            .and_then(|place| self.rows.get(place))
            .copied()
            .unwrap_or_default()
    }

    pub(super) fn total(&self) -> Result<Tally, MoneyError> {
        self.total.tally()
    }

    pub(super) fn income(&self) -> Result<Milliunits, MoneyError> {
        fitting(self.income)
    }

    pub(super) fn apart(&self) -> Result<Apart, MoneyError> {
        Ok(Apart {
            unsorted: fitting(self.unsorted)?,
            openings: fitting(self.openings)?,
            adjustments: fitting(self.adjustments)?,
            to_assets: fitting(self.to_assets)?,
        })
    }
}

impl Count<'_> {
    fn add(&mut self, amount: i128) {
        if amount < 0 {
            self.spent -= amount;
        } else {
            self.refunded += amount;
        }
        self.lines += 1;
    }

    fn tally(&self) -> Result<Tally, MoneyError> {
        Ok(Tally {
            spent: fitting(self.spent)?,
            refunded: fitting(self.refunded)?,
            lines: self.lines,
        })
    }
}

fn fitting(amount: i128) -> Result<Milliunits, MoneyError> {
    i64::try_from(amount)
        .map(Milliunits::new)
        .map_err(|_| MoneyError::Overflow)
}
