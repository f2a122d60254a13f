//! The series among the payments of one payee in one direction.
//!
//! First all of them are tried as one series; where that fails, those of one amount, then those of nearly one amount, and then
//! what is left. Series of two amounts that follow each other in time are one whose price changed.

use chrono::NaiveDate;

use super::Rhythm;
use super::amounts::{Amounts, amounts, prices};
use super::chain::{self, Chain, days_between};
use super::fit::{Fit, fit};
use super::parties::Item;

/// A series among the payments.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// How often it comes.
    pub rhythm: Rhythm,
    /// Where its payments stand, in time.
    pub places: Vec<usize>,
    /// The days on which it comes.
    pub fit: Fit,
    /// What one payment is.
    pub amounts: Amounts,
}

/// So many pairs of equal amounts may there be among the payments: with more, two a year apart may be so by chance.
const MOST_PAIRS: usize = 6;

/// The most series of one amount.
const MOST_ALIKE: usize = 3;

/// The series among the payments, which are of one payee and direction and in order of time.
pub(super) fn series(items: &[Item<'_>], today: NaiveDate) -> Vec<Found> {
    let mut search = Search {
        items,
        left: (0..items.len()).collect(),
        found: Vec::new(),
    };
    if items.len() == 2 {
        search.found.extend(search.pair(&search.left, 135));
        return search.found;
    }
    search.whole();
    let sorted = search.by_size(&search.left);
    search.of_one_amount(&sorted);
    search.of_nearly_one_amount(sorted);
    if search.left.len() < items.len() {
        search.whole();
    }
    search.join();
    search.go_on(today);
    search.found
}

pub(super) struct Search<'p, 'a> {
    /// The payments.
    pub(super) items: &'p [Item<'a>],
    /// The places of payments that are in no series.
    pub(super) left: Vec<usize>,
    /// The series so far.
    pub(super) found: Vec<Found>,
}

impl Search<'_, '_> {
    pub(super) fn date(&self, place: usize) -> NaiveDate {
        self.items.get(place).map_or(NaiveDate::MIN, |item| item.payment.date)
    }

    pub(super) fn size(&self, place: usize) -> u64 {
        self.items.get(place).map_or(0, |item| item.size)
    }

    fn take(&mut self, found: Found) {
        self.left.retain(|place| found.places.binary_search(place).is_err());
        self.found.push(found);
    }

    /// The series that a chain is, when its amounts have to do with each other. Its first payment, or its last, may be
    /// another that came on such a day.
    fn with_amounts(&self, chain: Chain) -> Option<Found> {
        let all = chain.places.as_slice();
        let without_first = all.get(1..)?;
        let without_last = all.get(..all.len().checked_sub(1)?)?;
        let (places, amounts) = [all, without_first]
            .into_iter()
            .find_map(|places| Some((places, self.of_prices(chain.rhythm, places)?)))
            .or_else(|| Some((all, self.amounts(chain.rhythm, all)?)))
            .or_else(|| Some((without_last, self.of_prices(chain.rhythm, without_last)?)))?;
        Some(Found {
            rhythm: chain.rhythm,
            places: places.to_vec(),
            fit: if places.len() == all.len() {
                chain.fit
            } else {
                self.fit(chain.rhythm, places)?
            },
            amounts,
        })
    }

    fn of_prices(&self, rhythm: Rhythm, places: &[usize]) -> Option<Amounts> {
        (places.len() >= rhythm.least()).then(|| prices(&self.sizes(places)))?
    }

    pub(super) fn amounts(&self, rhythm: Rhythm, places: &[usize]) -> Option<Amounts> {
        let outflow = self.items.first()?.payment.amount.is_negative();
        amounts(rhythm, outflow, &self.sizes(places))
    }

    fn sizes(&self, places: &[usize]) -> Vec<u64> {
        places.iter().map(|place| self.size(*place)).collect()
    }

    pub(super) fn fit(&self, rhythm: Rhythm, places: &[usize]) -> Option<Fit> {
        fit(
            rhythm,
            &places.iter().map(|place| self.date(*place)).collect::<Vec<_>>(),
        )
    }

    /// All that is left as one series.
    fn whole(&mut self) {
        if self.left.len() < 3 {
            return;
        }
        let Some(chain) = chain::best(self.items, &self.left) else {
            return;
        };
        if !covers(&chain, &self.left, 80) {
            return;
        }
        let Some(found) = self.with_amounts(chain) else {
            return;
        };
        if found.places.len() < 3 || (found.amounts != only(found.amounts.usual) && self.is_several(&found)) {
            return;
        }
        self.take(found);
    }

    /// Whether what seems one series is rather several of one amount each, at the same time.
    fn is_several(&self, found: &Found) -> bool {
        let parts = runs(&self.by_size(&found.places));
        let parts = parts.iter().filter(|run| run.len() > 2);
        let parts = parts.flat_map(|run| self.alike(run, usize::MAX)).collect::<Vec<_>>();
        let covered = parts.iter().map(|part| part.places.len()).sum::<usize>();
        let overlap = |one: &Found, other: &Found| {
            one.places.first() < other.places.last() && other.places.first() < one.places.last()
        };
        let mut rest = parts.iter();
        let mut several = false;
        while let Some(part) = rest.next() {
            several |= rest.clone().any(|other| overlap(part, other));
        }
        several && covered * 10 >= found.places.len() * 9
    }

    /// The places with their amounts, in order of amounts.
    fn by_size(&self, places: &[usize]) -> Vec<(u64, usize)> {
        let sized = places.iter().map(|place| (self.size(*place), *place));
        let mut sorted = sized.collect::<Vec<_>>();
        sorted.sort_unstable();
        sorted
    }

    fn of_one_amount(&mut self, sorted: &[(u64, usize)]) {
        let runs = runs(sorted);
        let pairs = runs.iter().filter(|run| run.len() == 2).count();
        // Where many amounts come more than once, such as whole hundreds, equal ones mean as little as nearly equal ones.
        let coarse = runs.len() > MOST_PAIRS;
        for run in runs {
            let others = self.left.len() > run.len();
            for found in self.alike(&run, pairs) {
                if found.places.len() >= least(found.rhythm, coarse, others) {
                    self.take(found);
                }
            }
        }
    }

    fn of_nearly_one_amount(&mut self, mut sorted: Vec<(u64, usize)>) {
        if sorted.len() > self.left.len() {
            sorted.retain(|(_, place)| self.left.binary_search(place).is_ok());
        }
        let near = |one: u64, other: u64| other - one <= other / 100 * 3;
        let clusters = sorted.chunk_by(|one, other| near(one.0, other.0));
        let clusters = clusters.filter(|cluster| {
            let ends = cluster.first().zip(cluster.last());
            (cluster.len() > 4 || (cluster.len() == self.left.len() && cluster.len() > 2))
                && ends.is_some_and(|(least, most)| (most.0 - least.0) / 3 <= most.0 / 20)
        });
        let clusters = clusters.map(|cluster| {
            let mut places = cluster.iter().map(|(_, place)| *place).collect::<Vec<_>>();
            places.sort_unstable();
            places
        });
        for cluster in clusters.collect::<Vec<_>>() {
            let others = self.left.len() > cluster.len();
            for found in self.chains(&cluster) {
                if found.places.len() >= least(found.rhythm, true, others) {
                    self.take(found);
                }
            }
        }
    }

    /// The series among payments of one amount. `pairs` says how many pairs of equal amounts there are.
    fn alike(&self, cluster: &[usize], pairs: usize) -> Vec<Found> {
        if cluster.len() == 2 {
            let few = pairs <= MOST_PAIRS;
            return few.then(|| self.pair(cluster, 100)).flatten().into_iter().collect();
        }
        let found = self.chains(cluster);
        if found.is_empty() {
            self.interleaved(cluster)
        } else {
            found
        }
    }

    /// One chain after another, each of which has most of what there is in its time.
    fn chains(&self, cluster: &[usize]) -> Vec<Found> {
        let mut found = Vec::new();
        let mut rest = cluster.to_vec();
        while let Some(chain) = chain::best(self.items, &rest) {
            if chain.places.len() < 3 || !covers(&chain, &rest, 75) {
                break;
            }
            rest.retain(|place| chain.places.binary_search(place).is_err());
            found.extend(self.with_amounts(chain));
        }
        found
    }

    /// Several series of one amount at one rhythm, such as two of the same subscription.
    fn interleaved(&self, cluster: &[usize]) -> Vec<Found> {
        if cluster.len() < 6 {
            return Vec::new();
        }
        let rhythms = [
            Rhythm::Monthly,
            Rhythm::EveryFourWeeks,
            Rhythm::Quarterly,
            Rhythm::Yearly,
        ];
        for rhythm in rhythms {
            let (Some(first), Some(last)) = (cluster.first(), cluster.last()) else {
                break;
            };
            let times = days_between(self.date(*first), self.date(*last)) / rhythm.days() + 2;
            if cluster.len() > MOST_ALIKE * times as usize {
                continue;
            }
            let mut rest = cluster.to_vec();
            let mut chains = Vec::new();
            while chains.len() < MOST_ALIKE
                && let Some(chain) = chain::at(rhythm, self.items, &rest, 3)
            {
                rest.retain(|place| chain.places.binary_search(place).is_err());
                chains.push(chain);
            }
            if rest.len() * 10 <= cluster.len() {
                return chains
                    .into_iter()
                    .filter_map(|chain| self.with_amounts(chain))
                    .collect();
            }
        }
        Vec::new()
    }

    /// Two payments a year or half a year apart, to the day but for a few. `most` is how much the second may be of the first,
    /// or the first of the second, in parts of a hundred, for a yearly one.
    fn pair(&self, places: &[usize], most: u64) -> Option<Found> {
        let gap = days_between(self.date(*places.first()?), self.date(*places.last()?));
        if !(360..=371).contains(&gap) && !(176..=189).contains(&gap) {
            return None;
        }
        let chain = chain::best(self.items, places)?;
        let [one, other] = chain.places.as_slice() else {
            return None;
        };
        let (one, other) = (self.size(*one), self.size(*other));
        let most = if chain.rhythm == Rhythm::Yearly { most } else { 100 };
        let alike = u128::from(one.max(other)) * 100 <= u128::from(one.min(other)) * u128::from(most);
        let exact = chain.fit.deviations.iter().sum::<u32>() <= 5;
        (alike && exact).then(|| self.with_amounts(chain)).flatten()
    }
}

/// Whether the chain has most of the payments in its own time, in parts of a hundred, and half of them all.
fn covers(chain: &Chain, among: &[usize], percent: usize) -> bool {
    let (Some(first), Some(last)) = (chain.places.first(), chain.places.last()) else {
        return false;
    };
    let meanwhile = among.iter().filter(|place| (first..=last).contains(place)).count();
    let count = chain.places.len();
    count * 100 >= meanwhile * percent && (count * 2 >= among.len() || count >= chain::LONG)
}

/// The places in groups of one amount each; those that stand alone are left out.
fn runs(sorted: &[(u64, usize)]) -> Vec<Vec<usize>> {
    let runs = sorted.chunk_by(|one, other| one.0 == other.0);
    let runs = runs.filter(|run| run.len() > 1);
    runs.map(|run| run.iter().map(|(_, place)| *place).collect()).collect()
}

/// How many payments of one amount, or nearly one, make a series: among purchases on many days some are a rhythm apart by
/// chance.
fn least(rhythm: Rhythm, weak: bool, others: bool) -> usize {
    let often = rhythm.days() < Rhythm::Monthly.days();
    match (weak, often) {
        _ if !others => 2,
        (false, false) => 2,
        (true, true) => 7,
        _ => 5,
    }
}

/// Always the same amount.
fn only(usual: u64) -> Amounts {
    Amounts {
        usual,
        varies: false,
        before: None,
    }
}
