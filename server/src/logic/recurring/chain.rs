//! Payments at one rhythm among others: the longest chain of them that keeps the rhythm's distance.

use chrono::{Datelike, NaiveDate};

use super::Rhythm;
use super::fit::{Fit, fit};
use super::parties::Item;
use crate::domain::month::Month;

/// Days after which a bill that is paid by hand or around a weekend is not the same bill any more.
struct Slack {
    /// What most payments keep.
    strict: u32,
    /// What all keep.
    loose: u32,
    /// How many times in a row may be left out.
    pause: u32,
    /// How many payments it takes.
    least: usize,
}

impl Rhythm {
    const fn slack(self) -> Slack {
        let (strict, loose, pause, least) = match self {
            Self::Weekly => (1, 3, 6, 3),
            Self::EveryTwoWeeks => (2, 4, 2, 3),
            Self::TwiceAMonth => (3, 5, 2, 3),
            Self::EveryFourWeeks => (2, 5, 2, 3),
            Self::Monthly => (4, 7, 2, 3),
            Self::EveryTwoMonths => (5, 9, 1, 3),
            Self::Quarterly => (6, 11, 1, 3),
            Self::EveryFourMonths => (7, 12, 0, 3),
            Self::TwiceAYear => (7, 14, 0, 2),
            Self::Yearly => (10, 20, 0, 2),
        };
        Slack {
            strict,
            loose,
            pause,
            least,
        }
    }

    /// The most days between the expected day and the payment.
    pub(super) const fn loose(self) -> u32 {
        self.slack().loose
    }

    /// The fewest payments that show it.
    pub(super) const fn least(self) -> usize {
        self.slack().least
    }

    /// The most days from one payment to the next of the same series, times left out among them.
    pub(super) const fn longest_gap(self) -> u32 {
        (self.slack().pause + 1) * self.days() + self.slack().loose
    }

    /// Months from one time to the next, for those that are counted in months.
    pub(super) const fn months(self) -> Option<u32> {
        match self {
            Self::Monthly => Some(1),
            Self::EveryTwoMonths => Some(2),
            Self::Quarterly => Some(3),
            Self::EveryFourMonths => Some(4),
            Self::TwiceAYear => Some(6),
            Self::Yearly => Some(12),
            Self::Weekly | Self::EveryTwoWeeks | Self::TwiceAMonth | Self::EveryFourWeeks => None,
        }
    }

    /// How many times so many days are, none where they are no number of times or too many to be left out.
    fn times(self, gap: u32) -> Option<u32> {
        let slack = self.slack();
        let times = (gap + self.days() / 2) / self.days();
        // Months have up to three days more or less than they have on the whole.
        let most = slack.loose + if self.months().is_some() { 3 } else { 0 };
        let off = gap.abs_diff(times * self.days());
        (times > 0 && times <= slack.pause + 1 && off <= most).then_some(times)
    }

    /// Days between `later` and the day on which it is expected so many steps after `earlier`, so many days before it.
    fn deviation(self, earlier: NaiveDate, later: NaiveDate, gap: u32, steps: u32) -> u32 {
        if let Some(months) = self.months() {
            let month = Month::of(earlier).later(steps.saturating_mul(months));
            let from = month.day(earlier.day());
            // A month's last day may stand for any later one.
            let is_last = earlier == Month::of(earlier).last_day();
            let until = if is_last { month.last_day() } else { from };
            return days_between(later, from) + days_between(until, later);
        }
        let expected = if matches!(self, Self::TwiceAMonth) {
            // 24 times in 365 days and a quarter.
            (steps * 487 + 16) / 32
        } else {
            steps * self.days()
        };
        gap.abs_diff(expected)
    }
}

/// Days from the earlier to the later; none when they stand the other way round.
pub(super) fn days_between(earlier: NaiveDate, later: NaiveDate) -> u32 {
    u32::try_from(later.signed_duration_since(earlier).num_days()).unwrap_or(0)
}

/// Payments at one rhythm.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// The rhythm.
    pub rhythm: Rhythm,
    /// Where they stand among the payments looked at, in time.
    pub places: Vec<usize>,
    /// The days on which it comes.
    pub fit: Fit,
    /// How good it is; more payments first, then fewer left out and closer to their days.
    value: i64,
}

/// So many payments at one rhythm are no chance, however many others there are.
pub(super) const LONG: usize = 8;

/// What a payment more is worth in a chain, what one left out costs, and what the worst deviation of day or amount costs.
const PAYMENT: i64 = 400;
const LEFT_OUT: i64 = 150;
const DEVIATION: i64 = 100;
const OTHER_ACCOUNT: i64 = 20;

/// The best chain that is among these places of the payments, which are in order of time, at any rhythm that fits the usual
/// distance of two of them.
pub(super) fn best(items: &[Item<'_>], among: &[usize]) -> Option<Chain> {
    let days = among.iter().filter_map(|place| items.get(*place)).map(|item| item.day);
    let gaps = days
        .clone()
        .zip(days.skip(1))
        .map(|(earlier, later)| later.abs_diff(earlier));
    let mut gaps = gaps.collect::<Vec<_>>();
    let middle = gaps.len() / 2;
    let usual = (!gaps.is_empty()).then(|| *gaps.select_nth_unstable(middle).1)?;
    let near = |rhythm: &Rhythm| {
        let days = rhythm.days();
        (days * 7..=days * 14).contains(&(usual * 10))
    };
    // Payments without a rhythm are many, so their distances are looked at before anything costlier is done: even with some
    // left out and some between, more than a third of them are one time long.
    let keeps = |rhythm: &Rhythm| {
        let kept = gaps.iter().filter(|gap| rhythm.times(**gap) == Some(1)).count();
        kept * 20 >= gaps.len() * 7
    };
    let least = among.len().div_ceil(2).min(LONG);
    let found = Rhythm::ALL.into_iter().filter(near).filter(keeps);
    let found = found.filter_map(|rhythm| at(rhythm, items, among, least));
    found.reduce(|best, other| if other.value > best.value { other } else { best })
}

/// How far a chain has come with a payment as its last.
#[derive(Clone, Copy)]
struct Step {
    score: i64,
    before: Option<usize>,
    left_out: u32,
    count: usize,
}

/// The longest chain at the rhythm, where it has so many payments and is regular enough.
pub(super) fn at(rhythm: Rhythm, all: &[Item<'_>], among: &[usize], least: usize) -> Option<Chain> {
    let slack = rhythm.slack();
    let least = least.max(slack.least);
    if among.len() < least {
        return None;
    }
    let items = among.iter().filter_map(|place| all.get(*place)).collect::<Vec<_>>();
    let longest = rhythm.longest_gap();
    let mut steps: Vec<Step> = Vec::with_capacity(items.len());
    for item in &items {
        let mut step = Step {
            score: PAYMENT,
            before: None,
            left_out: 0,
            count: 1,
        };
        for (place, (earlier, known)) in items.iter().zip(&steps).enumerate().rev() {
            let gap = item.day.abs_diff(earlier.day);
            if gap > longest {
                break;
            }
            let Some((worth, left_out)) = link(rhythm, &slack, earlier, item, gap) else {
                continue;
            };
            if known.score + worth > step.score {
                step = Step {
                    score: known.score + worth,
                    before: Some(place),
                    left_out: known.left_out + left_out,
                    count: known.count + 1,
                };
            }
        }
        steps.push(step);
    }
    let (last, end) = steps.iter().enumerate().max_by_key(|(_, step)| step.score)?;
    if end.count < least || end.left_out as usize * 3 > end.count {
        return None;
    }
    let mut places = Vec::with_capacity(end.count);
    let mut next = Some(last);
    while let Some(place) = next {
        places.extend(among.get(place));
        next = steps.get(place).and_then(|step| step.before);
    }
    places.reverse();
    checked(rhythm, all, places, end.left_out)
}

/// What the payment adds to a chain that ends with the earlier one, and how many times are left out between them.
fn link(rhythm: Rhythm, slack: &Slack, earlier: &Item<'_>, later: &Item<'_>, gap: u32) -> Option<(i64, u32)> {
    let steps = rhythm.times(gap)?;
    let deviation = rhythm.deviation(earlier.payment.date, later.payment.date, gap, steps);
    if deviation > slack.loose {
        return None;
    }
    let (one, other) = (earlier.size, later.size);
    let difference = one.abs_diff(other).saturating_mul(100) / one.max(other).max(1);
    let worth = PAYMENT
        - LEFT_OUT * i64::from(steps - 1)
        - DEVIATION * i64::from(deviation) / i64::from(slack.loose)
        - i64::try_from(difference).unwrap_or(DEVIATION)
        - if earlier.payment.account_id == later.payment.account_id {
            0
        } else {
            OTHER_ACCOUNT
        };
    Some((worth, steps - 1))
}

/// The chain, where its payments keep the rhythm's days and not only its distances.
fn checked(rhythm: Rhythm, items: &[Item<'_>], places: Vec<usize>, left_out: u32) -> Option<Chain> {
    let slack = rhythm.slack();
    let dates = places
        .iter()
        .filter_map(|place| items.get(*place))
        .map(|item| item.payment.date);
    let fit = fit(rhythm, &dates.collect::<Vec<_>>())?;
    let off = fit.deviations.iter().filter(|days| **days > slack.strict).count();
    let far = fit.deviations.iter().any(|days| *days > slack.loose);
    if far || off * 4 > fit.deviations.len() {
        return None;
    }
    let deviations: u32 = fit.deviations.iter().sum();
    let count = i64::try_from(places.len()).unwrap_or(i64::MAX);
    let value = count.saturating_mul(100) - 50 * i64::from(left_out) - 10 * i64::from(deviations);
    Some(Chain {
        rhythm,
        places,
        fit,
        value,
    })
}
