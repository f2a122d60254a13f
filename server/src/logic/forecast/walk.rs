//! The walk over the days: balances of every account and of the groups of accounts people ask about, day after day.
//!
//! Within a day money goes out before it comes in, so that a low is never hidden by an income of the same day. What moves
//! between two accounts of a group changes nothing for the group.

use std::sync::Arc;

use chrono::NaiveDate;

use super::MonthCourse;
use super::spread::part;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;

/// What an account gets (or loses, negative) of something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leg {
    /// The account's place in the projection.
    pub(super) account: usize,
    /// How much.
    pub(super) amount: Milliunits,
}

/// Something that happens on a day, to one account or between several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dated {
    /// The day.
    pub(super) day: NaiveDate,
    /// What each account gets of it.
    pub(super) legs: Arc<[Leg]>,
}

/// Something that is spread over the days of each month.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stream {
    /// For a whole month.
    pub(super) month: Vec<Leg>,
    /// For what is left of the current month.
    pub(super) left: Vec<Leg>,
}

/// Some accounts looked at together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// For each account of the projection, whether it belongs.
    pub(super) members: Vec<bool>,
}

/// All that the walk needs.
#[derive(Clone, Debug)]
pub(super) struct Route {
    /// The day before the first.
    pub(super) today: NaiveDate,
    /// The last month.
    pub(super) until: Month,
    /// Each account's balance today.
    pub(super) start: Vec<Milliunits>,
    /// What happens, in any order; what lies outside the days is left out.
    pub(super) dated: Vec<Dated>,
    /// What is spread.
    pub(super) streams: Vec<Stream>,
    /// The groups to follow: all accounts, those one pays from, and the cards.
    pub(super) groups: [Group; 3],
    /// The currency's smallest coin, in thousandths.
    pub(super) unit: i64,
}

/// How a balance goes in a month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// At the beginning.
    pub start: Milliunits,
    /// What came in from outside.
    pub inflows: Milliunits,
    /// What went out, negative.
    pub outflows: Milliunits,
    /// At the end.
    pub end: Milliunits,
    /// The lowest on the way, the beginning included.
    pub lowest: Milliunits,
}

/// A balance over the whole walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Low {
    /// Today.
    pub start: Milliunits,
    /// At the end.
    pub end: Milliunits,
    /// The lowest on the way, today included.
    pub lowest: Milliunits,
    /// The first day on which it is that low.
    pub lowest_on: NaiveDate,
    /// The first day on which it is below zero.
    pub below_zero_on: Option<NaiveDate>,
}

/// What the walk found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walked {
    /// The months, with the course of each group.
    pub(super) months: Vec<MonthCourse>,
    /// Each group over the whole walk.
    pub(super) groups: [Low; 3],
    /// Each account over the whole walk.
    pub(super) accounts: Vec<Low>,
}

/// A balance that is followed.
#[derive(Clone, Copy)]
struct Followed {
    low: Low,
    course: Course,
    out: Milliunits,
    into: Milliunits,
}

impl Followed {
    fn new(start: Milliunits, today: NaiveDate) -> Self {
        let low = Low {
            start,
            end: start,
            lowest: start,
            lowest_on: today,
            below_zero_on: start.is_negative().then_some(today),
        };
        Self {
            low,
            course: Course::default(),
            out: Milliunits::ZERO,
            into: Milliunits::ZERO,
        }
    }

    fn begin_month(&mut self) {
        self.course = Course {
            start: self.low.end,
            end: self.low.end,
            lowest: self.low.end,
            ..Course::default()
        };
    }

    fn add(&mut self, amount: Milliunits) -> Result<(), MoneyError> {
        let side = if amount.is_negative() {
            &mut self.out
        } else {
            &mut self.into
        };
        *side = side.checked_add(amount)?;
        Ok(())
    }

    fn end_day(&mut self, day: NaiveDate) -> Result<(), MoneyError> {
        let low = self.low.end.checked_add(self.out)?;
        if low < self.low.lowest {
            (self.low.lowest, self.low.lowest_on) = (low, day);
        }
        if low.is_negative() && self.low.below_zero_on.is_none() {
            self.low.below_zero_on = Some(day);
        }
        self.low.end = low.checked_add(self.into)?;
        self.course.lowest = self.course.lowest.min(low);
        self.course.end = self.low.end;
        self.course.outflows = self.course.outflows.checked_add(self.out)?;
        self.course.inflows = self.course.inflows.checked_add(self.into)?;
        (self.out, self.into) = (Milliunits::ZERO, Milliunits::ZERO);
        Ok(())
    }
}

/// The balances on the way.
struct Balances<'a> {
    groups: &'a [Group; 3],
    of_groups: [Followed; 3],
    of_accounts: Vec<Followed>,
}

impl Balances<'_> {
    /// One thing happens: an account sees its own part, a group what comes of all parts in it.
    fn happen(&mut self, legs: &[Leg]) -> Result<(), MoneyError> {
        for leg in legs {
            if let Some(account) = self.of_accounts.get_mut(leg.account) {
                account.add(leg.amount)?;
            }
        }
        for (group, followed) in self.groups.iter().zip(&mut self.of_groups) {
            let inside = |leg: &Leg| group.members.get(leg.account).copied().unwrap_or_default();
            let net = Milliunits::checked_sum(legs.iter().filter(|leg| inside(leg)).map(|leg| leg.amount))?;
            followed.add(net)?;
        }
        Ok(())
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Followed> {
        self.of_groups.iter_mut().chain(&mut self.of_accounts)
    }
}

impl Route {
    /// Walks from the day after today to the end of the last month.
    pub(super) fn walk(mut self) -> Result<Walked, MoneyError> {
        self.dated.retain(|dated| dated.day > self.today);
        self.dated.sort_by_key(|dated| dated.day);
        let mut dated = self.dated.iter().peekable();
        let start_of = |group: &Group| {
            let inside = self.start.iter().zip(&group.members).filter(|(_, inside)| **inside);
            let start = Milliunits::checked_sum(inside.map(|(start, _)| *start))?;
            Ok::<_, MoneyError>(Followed::new(start, self.today))
        };
        let [all, cash, cards] = &self.groups;
        let mut balances = Balances {
            groups: &self.groups,
            of_groups: [start_of(all)?, start_of(cash)?, start_of(cards)?],
            of_accounts: self
                .start
                .iter()
                .map(|start| Followed::new(*start, self.today))
                .collect(),
        };
        let current = Month::of(self.today);
        let mut months = Vec::new();
        let mut month = current;
        let mut parts = Vec::new();
        while month <= self.until {
            balances.all().for_each(Followed::begin_month);
            let first = month.first_day().max(self.today.succ_opt().unwrap_or(self.today));
            let days = u32::try_from((month.last_day() - first).num_days() + 1).unwrap_or_default();
            for (place, day) in (1..=days).zip(first.iter_days()) {
                while let Some(happening) = dated.next_if(|dated| dated.day == day) {
                    balances.happen(&happening.legs)?;
                }
                for stream in &self.streams {
                    let legs = if month == current { &stream.left } else { &stream.month };
                    parts.clear();
                    for leg in legs {
                        let amount = part(leg.amount, place, days, self.unit)?;
                        parts.push(Leg { amount, ..*leg });
                    }
                    balances.happen(&parts)?;
                }
                for followed in balances.all() {
                    followed.end_day(day)?;
                }
            }
            let [all, cash, cards] = balances.of_groups.each_ref().map(|followed| followed.course);
            months.push(MonthCourse {
                month,
                all,
                cash,
                cards,
            });
            month = month.next();
        }
        Ok(Walked {
            months,
            groups: balances.of_groups.map(|followed| followed.low),
            accounts: balances.of_accounts.iter().map(|followed| followed.low).collect(),
        })
    }
}
