//! The days on which something comes that came on some days.

use chrono::{Datelike, Days, NaiveDate};

use super::Rhythm;
use super::chain::days_between;
use crate::domain::month::Month;
use crate::logic::schedule::Pace;

/// How many of the last payments say on which days it comes: a day that has moved over the years does not count for ever.
const LOOKED_AT: usize = 8;

/// Days that fit.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// How they follow each other.
    pub pace: Pace,
    /// The first of them after the last payment.
    pub next: NaiveDate,
    /// Days between each of the last payments and the day it was expected on.
    pub deviations: Vec<u32>,
}

/// The days at this rhythm that fit the dates best, which are in order; none without a date.
pub(super) fn fit(rhythm: Rhythm, dates: &[NaiveDate]) -> Option<Fit> {
    let recent = dates.get(dates.len().saturating_sub(LOOKED_AT)..).unwrap_or(dates);
    let last = *recent.last()?;
    match rhythm.months() {
        Some(months) => by_month(months, recent, last),
        None if rhythm == Rhythm::TwiceAMonth => twice_a_month(recent, last),
        None => by_days(rhythm.days(), recent, last),
    }
}

/// Deviations from the best of some candidates.
fn closest<C: Copy>(
    candidates: impl Iterator<Item = C>,
    dates: &[NaiveDate],
    deviation: impl Fn(C, NaiveDate) -> u32,
) -> Option<(C, Vec<u32>)> {
    let tried = candidates.map(|candidate| {
        let days = dates.iter().map(|date| deviation(candidate, *date)).collect::<Vec<_>>();
        let key = (days.iter().sum::<u32>(), days.iter().filter(|days| **days > 0).count());
        (key, candidate, days)
    });
    let (_, best, days) = tried.reduce(|best, other| if other.0 < best.0 { other } else { best })?;
    Some((best, days))
}

fn by_days(every: u32, dates: &[NaiveDate], last: NaiveDate) -> Option<Fit> {
    // The later dates are tried first, and an equally good earlier one does not replace them.
    let phases = dates.iter().rev().copied();
    let deviation = |phase: NaiveDate, date: NaiveDate| {
        let off = apart(phase, date) % every;
        off.min(every - off)
    };
    let (phase, deviations) = closest(phases, dates, deviation)?;
    // The slot that the last payment was for is the one nearest to it.
    let steps = (apart(phase, last) + every / 2) / every;
    let slot = if last >= phase {
        phase.checked_add_days(Days::new(u64::from(steps * every)))
    } else {
        phase.checked_sub_days(Days::new(u64::from(steps * every)))
    };
    Some(Fit {
        pace: Pace::Days(every),
        next: slot?.checked_add_days(Days::new(u64::from(every)))?,
        deviations,
    })
}

/// Days between two dates, whichever is the earlier.
fn apart(one: NaiveDate, other: NaiveDate) -> u32 {
    days_between(one, other) + days_between(other, one)
}

/// The month whose day of this number is nearest to the date, and how far it is.
fn nearest(day: u32, date: NaiveDate) -> (u32, Month) {
    let month = Month::of(date);
    let months = [month, month.previous(), month.next()];
    let near = months.map(|month| (apart(month.day(day), date), month));
    near.into_iter().min_by_key(|(days, _)| *days).unwrap_or((0, month))
}

/// Days of the month that may be meant by the dates: theirs, and later ones where the month ended.
fn days_of_month(dates: &[NaiveDate]) -> Vec<u32> {
    let ends = dates.iter().any(|date| *date == Month::of(*date).last_day());
    let later = ends.then_some([31, 30, 29]).into_iter().flatten();
    let mut days = dates.iter().rev().map(NaiveDate::day).chain(later).collect::<Vec<_>>();
    let mut seen = [false; 32];
    days.retain(|day| {
        let known = usize::try_from(*day).ok().and_then(|day| seen.get_mut(day));
        known.is_some_and(|known| !std::mem::replace(known, true))
    });
    days
}

fn by_month(every: u32, dates: &[NaiveDate], last: NaiveDate) -> Option<Fit> {
    let days = days_of_month(dates);
    let (day, deviations) = closest(days.into_iter(), dates, |day, date| nearest(day, date).0)?;
    let (_, month) = nearest(day, last);
    Some(Fit {
        pace: Pace::Months { every, day },
        next: month.later(every).day(day),
        deviations,
    })
}

fn twice_a_month(dates: &[NaiveDate], last: NaiveDate) -> Option<Fit> {
    let days = days_of_month(dates);
    let with_later = |early: u32| days.iter().map(move |late| (early, *late));
    let pairs = days.iter().flat_map(|early| with_later(*early));
    let half_apart = |(early, late): &(u32, u32)| (12..=18).contains(&late.saturating_sub(*early));
    let deviation = |(early, late): (u32, u32), date| nearest(early, date).0.min(nearest(late, date).0);
    let ((early, late), deviations) = closest(pairs.filter(half_apart), dates, deviation)?;
    let (near_early, near_late) = (nearest(early, last), nearest(late, last));
    let next = if near_early.0 <= near_late.0 {
        near_early.1.day(late)
    } else {
        near_late.1.next().day(early)
    };
    Some(Fit {
        pace: Pace::TwiceAMonth { early, late },
        next,
        deviations,
    })
}
