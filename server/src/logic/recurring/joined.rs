//! Series that go on where others ended: their price has changed, they paused, or began anew.

use chrono::NaiveDate;

use super::amounts::is_within_double;
use super::chain::days_between;
use super::payee::{Found, Search};

impl Search<'_, '_> {
    /// Joins series that follow each other at one rhythm: their price has changed, or they paused.
    pub(super) fn join(&mut self) {
        self.found.sort_by_key(|found| found.places.first().copied());
        let mut at = 0;
        while at < self.found.len() {
            let next = self.found.get(at).and_then(|one| self.continued(one, at));
            match next {
                Some((other, Some(joined))) => {
                    self.found.remove(other);
                    if let Some(one) = self.found.get_mut(at) {
                        *one = joined;
                    }
                }
                // It began anew after it was given up.
                Some((_, None)) => {
                    self.found.remove(at);
                }
                None => at += 1,
            }
        }
    }

    /// The place of the series that goes on where this one ended, with both as one; or without, when it was a new beginning.
    fn continued(&self, one: &Found, at: usize) -> Option<(usize, Option<Found>)> {
        let last = *one.places.last()?;
        let after = self.found.iter().enumerate().skip(at + 1).filter_map(|(place, other)| {
            let first = *other.places.first()?;
            let follows = other.rhythm == one.rhythm && first > last && self.date(first) > self.date(last);
            let (before, after) = (self.size(last), self.size(first));
            let gap = days_between(self.date(last), self.date(first));
            (follows && is_within_double(before, after)).then_some((before.abs_diff(after), gap, place, other))
        });
        let (difference, gap, place, other) = after.min_by_key(|(difference, gap, ..)| (*difference, *gap))?;
        let places = [one.places.as_slice(), other.places.as_slice()].concat();
        let amounts = self.amounts(one.rhythm, &places);
        if gap <= one.rhythm.longest_gap() + one.rhythm.days() / 2
            && let Some(amounts) = amounts
        {
            let joined = Found {
                rhythm: one.rhythm,
                places,
                fit: other.fit.clone(),
                amounts,
            };
            return Some((place, Some(joined)));
        }
        (difference <= self.size(last) / 2).then_some((place, None))
    }

    /// Takes payments of another amount that came when a series was expected: its price has changed. Only where few others
    /// could be meant.
    pub(super) fn go_on(&mut self, today: NaiveDate) {
        for at in 0..self.found.len() {
            while let Some(found) = self.found.get(at).and_then(|found| self.one_more(found, today)) {
                self.left.retain(|place| found.places.binary_search(place).is_err());
                if let Some(known) = self.found.get_mut(at) {
                    *known = found;
                }
            }
        }
    }

    fn one_more(&self, found: &Found, today: NaiveDate) -> Option<Found> {
        let last = *found.places.last()?;
        let loose = found.rhythm.loose();
        let expected = found.fit.next;
        if expected > today {
            return None;
        }
        let alike = self
            .left
            .iter()
            .filter(|place| is_within_double(self.size(**place), self.size(last)));
        let lately = alike
            .clone()
            .filter(|place| days_between(self.date(**place), today) <= 365);
        if lately.count() * (2 * loose as usize + 1) * 5 > 365 {
            return None;
        }
        let off = |place: usize| days_between(expected, self.date(place)) + days_between(self.date(place), expected);
        let near = alike.filter(|place| **place > last && off(**place) <= loose);
        let next = *near.min_by_key(|place| (self.size(**place).abs_diff(self.size(last)), off(**place)))?;
        let mut places = found.places.clone();
        places.push(next);
        Some(Found {
            rhythm: found.rhythm,
            fit: self.fit(found.rhythm, &places)?,
            amounts: self.amounts(found.rhythm, &places)?,
            places,
        })
    }
}
