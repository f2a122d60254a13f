//! What is expected on a day: schedules, what comes again, and what happens once.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;

use super::OneOff;
use super::alike::{Sought, after, apart, before, half, same_rhythm};
use super::explained::Explained;
use super::places::Places;
use super::plan::Plan;
use super::walk::Leg;
use crate::domain::ids::ScheduledId;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::scheduled::ScheduledTransaction;
use crate::domain::text::visible_line;
use crate::logic::recurring::{Rhythm, Series};
use crate::logic::schedule::{self, Pace};

/// YNAB enters what is scheduled on its day; what is overdue longer than these days is not waited for.
const LATE_DAYS: i64 = 7;

/// Where something dated comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source<'a> {
    /// YNAB enters it.
    Scheduled(&'a ScheduledTransaction),
    /// It came again and again.
    Recurring,
    /// The question names it.
    OneOff,
}

impl Source<'_> {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Scheduled(_) => "scheduled",
            Self::Recurring => "recurring",
            Self::OneOff => "one-off",
        }
    }
}

/// Something that is expected on a day.
#[derive(Clone, Debug, PartialEq)]
pub struct Item<'a> {
    /// The day.
    pub day: NaiveDate,
    /// The place of its account.
    pub account: usize,
    /// What that account gets.
    pub amount: Milliunits,
    /// Where it comes from.
    pub source: Source<'a>,
    /// What each account gets.
    pub(super) legs: Arc<[Leg]>,
    name: Arc<str>,
}

impl Item<'_> {
    /// Its payee or label, safe to show.
    pub fn payee(&self) -> String {
        visible_line(&self.name)
    }
}

/// Something that comes again and is expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeated {
    /// Its payee, safe to show.
    pub payee: String,
    /// The place of its account.
    pub account: usize,
    /// What one time is.
    pub amount: Milliunits,
    /// How often.
    pub rhythm: Rhythm,
    /// The day of the month, where it has one.
    pub day: Option<u32>,
    /// The next day on which it is expected.
    pub next: NaiveDate,
    /// In how many months it was seen.
    pub months_seen: usize,
}

/// A schedule over the whole forecast.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduledSum<'a> {
    /// The schedule.
    pub scheduled: &'a ScheduledTransaction,
    /// What one time is, seen from the forecast's accounts.
    pub amount: Milliunits,
    /// How many times.
    pub times: usize,
    /// All times together.
    pub total: Milliunits,
    /// The first day.
    pub next: NaiveDate,
}

/// What is expected, and how far.
pub(super) struct Expectations<'e, 'a> {
    places: &'e Places<'a>,
    /// What comes again, lapsed or not, and what it is alike to.
    series: Vec<(&'e Series, Sought<'e>)>,
    plans: Vec<(Plan<'a>, Sought<'a>)>,
    /// The person's day.
    pub(super) today: NaiveDate,
    until: NaiveDate,
    /// Income is given, so none is expected.
    without_income: bool,
}

impl<'e, 'a> Expectations<'e, 'a> {
    /// Of some accounts, until a day.
    pub(super) fn new(
        places: &'e Places<'a>,
        series: &'e [Series],
        scheduled: &'a [ScheduledTransaction],
        days: (NaiveDate, NaiveDate),
        without_income: bool,
    ) -> Result<Self, MoneyError> {
        let mut plans = Vec::new();
        for scheduled in scheduled {
            if let Some(plan) = Plan::new(scheduled, places)? {
                let sought = Sought::of_plan(&plan);
                plans.push((plan, sought));
            }
        }
        let series = series.iter().map(|series| (series, Sought::of_series(series)));
        Ok(Self {
            places,
            series: series.collect(),
            plans,
            today: days.0,
            until: days.1,
            without_income,
        })
    }

    /// The schedules that touch the accounts.
    pub(super) fn plans(&self) -> impl Iterator<Item = (&Plan<'a>, &Sought<'a>)> {
        self.plans.iter().map(|(plan, sought)| (plan, sought))
    }

    /// What comes again, lapsed or not.
    pub(super) fn series(&self) -> impl ExactSizeIterator<Item = (&'e Series, &Sought<'e>)> {
        self.series.iter().map(|(series, sought)| (*series, sought))
    }

    fn tomorrow(&self) -> NaiveDate {
        after(self.today, 1)
    }

    /// The days on which a series is expected: the one that is overdue, and those to come.
    pub(super) fn days(&self, series: &Series) -> Vec<NaiveDate> {
        let overdue = (series.next <= self.today).then_some(series.next);
        overdue
            .into_iter()
            .chain(series.dates(self.tomorrow(), self.until))
            .collect()
    }

    /// All that is expected, and what of it comes again.
    pub(super) fn items(&self, explained: &Explained) -> Result<(Vec<Item<'a>>, Vec<Repeated>), MoneyError> {
        let mut items = Vec::new();
        for (plan, _) in self.plans() {
            if self.without_income && plan.is_income() {
                continue;
            }
            let name = plan.scheduled.payee_name.clone().unwrap_or_default();
            items.extend(self.due(plan).map(|day| Item {
                day: day.max(self.tomorrow()),
                account: plan.account,
                amount: plan.amount,
                source: Source::Scheduled(plan.scheduled),
                legs: Arc::clone(&plan.legs),
                name: Arc::clone(&name),
            }));
        }
        // On the last day of all, what is overdue comes after the end.
        items.retain(|item| item.day <= self.until);
        let mut recurring = Vec::new();
        for (at, (series, sought)) in self.series().enumerate() {
            let income = !series.outflow && series.transfer_account_id.is_none();
            let dropped = series.lapsed || explained.is_scheduled(at) || (self.without_income && income);
            let Some(account) = self.places.of(&series.account_id).filter(|_| !dropped) else {
                continue;
            };
            let days = self.days_left(series, sought, explained.posted_ahead(at));
            let legs = self.legs(series, account)?;
            items.extend(days.iter().map(|day| Item {
                day: *day,
                account,
                amount: series.amount,
                source: Source::Recurring,
                legs: Arc::clone(&legs),
                name: Arc::clone(&series.payee_name),
            }));
            if let Some(next) = days.first() {
                recurring.push((series.yearly_amount()?, Repeated::new(series, account, *next)));
            }
        }
        recurring.sort_by_key(|(yearly, _)| std::cmp::Reverse(yearly.get().unsigned_abs()));
        Ok((items, recurring.into_iter().map(|(_, repeated)| repeated).collect()))
    }

    /// The days of a series that are neither posted already nor told by a schedule of another rhythm.
    fn days_left(&self, series: &Series, sought: &Sought<'_>, posted: &[NaiveDate]) -> Vec<NaiveDate> {
        let mut days = self.days(series);
        days.retain(|day| !posted.contains(day));
        for (plan, of_plan) in self.plans() {
            if same_rhythm(plan.pace, series.pace) || !sought.near(plan.amount) || !sought.is_same(of_plan) {
                continue;
            }
            for told in self.due(plan) {
                let nearest = days.iter().enumerate().min_by_key(|(_, day)| apart(**day, told));
                let nearest = nearest.filter(|(_, day)| apart(**day, told) <= half(series.pace));
                if let Some((at, _)) = nearest {
                    days.remove(at);
                }
            }
        }
        for day in &mut days {
            *day = (*day).max(self.tomorrow());
        }
        days.retain(|day| *day <= self.until);
        days
    }

    /// The days on which a schedule is due, those among them that it is late for.
    fn due(&self, plan: &Plan<'_>) -> impl Iterator<Item = NaiveDate> + use<> {
        schedule::dates(plan.scheduled, before(self.today, LATE_DAYS), self.until)
    }

    fn legs(&self, series: &Series, account: usize) -> Result<Arc<[Leg]>, MoneyError> {
        let mut legs = vec![Leg {
            account,
            amount: series.amount,
        }];
        if let Some(account) = series
            .transfer_account_id
            .as_ref()
            .and_then(|other| self.places.of(other))
        {
            let amount = series.amount.checked_neg()?;
            legs.push(Leg { account, amount });
        }
        Ok(legs.into())
    }
}

impl Repeated {
    fn new(series: &Series, account: usize, next: NaiveDate) -> Self {
        let day = match series.pace {
            Pace::Months { day, .. } => Some(day),
            _ => None,
        };
        Self {
            payee: series.payee(),
            account,
            amount: series.amount,
            rhythm: series.rhythm,
            day,
            next,
            months_seen: series.months_seen,
        }
    }
}

/// What happens once, on the account that money comes to and goes from.
pub(super) fn one_offs<'a>(one_offs: &[OneOff], account: usize) -> impl Iterator<Item = Item<'a>> {
    one_offs.iter().map(move |one| Item {
        day: one.date,
        account,
        amount: one.amount,
        source: Source::OneOff,
        legs: Arc::new([Leg {
            account,
            amount: one.amount,
        }]),
        name: one.label.as_str().into(),
    })
}

/// Each schedule with all its times, the largest first.
pub(super) fn sums<'a>(items: &[Item<'a>]) -> Result<Vec<ScheduledSum<'a>>, MoneyError> {
    let mut sums: BTreeMap<&ScheduledId, ScheduledSum<'a>> = BTreeMap::new();
    for item in items {
        let Source::Scheduled(scheduled) = item.source else {
            continue;
        };
        let sum = sums.entry(&scheduled.id).or_insert(ScheduledSum {
            scheduled,
            amount: item.amount,
            times: 0,
            total: Milliunits::ZERO,
            next: item.day,
        });
        sum.times += 1;
        sum.total = sum.total.checked_add(item.amount)?;
        sum.next = sum.next.min(item.day);
    }
    let mut sums = sums.into_values().collect::<Vec<_>>();
    sums.sort_by_key(|sum| (std::cmp::Reverse(sum.total.get().unsigned_abs()), sum.next));
    Ok(sums)
}
