//! What one payment of a series is: always the same, changed from one day on, or different from time to time.

use std::ops::Range;

use super::Rhythm;

/// Of how many of the last payments the middle one is taken, where amounts differ.
const LATEST: usize = 6;

/// Parts of a hundred by which amounts may differ and still be one price, such as one in another currency.
const ONE_PRICE: u64 = 5;

/// What one payment is, without its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Amounts {
    /// Now.
    pub usual: u64,
    /// Whether it differs from time to time.
    pub varies: bool,
    /// Before the last change of price, and the place of the first payment after it.
    pub before: Option<(u64, usize)>,
}

/// What one payment is, from those of a series in order of time; none when they have too little to do with each other.
pub(super) fn amounts(rhythm: Rhythm, outflow: bool, sizes: &[u64]) -> Option<Amounts> {
    prices(sizes).or_else(|| varying(rhythm, outflow, sizes))
}

/// What one payment is, where it is a price, or one price after another.
pub(super) fn prices(sizes: &[u64]) -> Option<Amounts> {
    [0, ONE_PRICE].into_iter().find_map(|within| {
        let levels = levels(sizes, within);
        let few = levels.len() <= 1 + (sizes.len() / 3).max(1);
        // Where amounts differ anyway, one payment is no new price.
        let told = within == 0 || levels.len() == 1 || levels.last().is_some_and(|last| last.len() > 1);
        (few && told && steps_are_prices(sizes, &levels)).then(|| stepwise(sizes, &levels))?
    })
}

/// What one payment is, where it differs from time to time but not by much.
fn varying(rhythm: Rhythm, outflow: bool, sizes: &[u64]) -> Option<Amounts> {
    let usual = median(sizes)?;
    let (low, high) = if rhythm.months().is_some() {
        (usual / 2, usual.saturating_mul(2))
    } else {
        // What is bought every week costs something else each time; only what is paid for is alike.
        let part = usual / 100 * if outflow { 15 } else { 30 };
        (usual - part, usual.saturating_add(part))
    };
    let near = sizes.iter().filter(|size| (low..=high).contains(*size)).count();
    let least = if rhythm == Rhythm::Yearly { 3 } else { 4 };
    (sizes.len() >= least && near * 5 >= sizes.len() * 4).then_some(Amounts {
        usual: median(sizes.get(sizes.len().saturating_sub(LATEST)..)?)?,
        varies: true,
        before: None,
    })
}

fn stepwise(sizes: &[u64], levels: &[Range<usize>]) -> Option<Amounts> {
    let usual_in = |level: &Range<usize>| {
        let sizes = sizes.get(level.clone())?;
        median(sizes.get(sizes.len().saturating_sub(LATEST)..)?)
    };
    let (last, earlier) = levels.split_last()?;
    let now = sizes.get(last.clone())?;
    let before = earlier.last().and_then(usual_in);
    let usual = usual_in(last)?;
    let others = now.iter().filter(|size| **size != usual).count();
    Some(Amounts {
        usual,
        // One payment that was another does not make it so.
        varies: others * 5 > now.len(),
        before: before.map(|before| (before, last.start)),
    })
}

/// Runs of amounts that are one price, in order of time. One payment that differs between two of the same price is none of
/// its own.
fn levels(sizes: &[u64], within: u64) -> Vec<Range<usize>> {
    let mut levels: Vec<Range<usize>> = Vec::new();
    let mut end = sizes.len();
    while end > 0 {
        let mut start = end - 1;
        while start > 0 && is_one_price(sizes.get(start - 1..end).unwrap_or_default(), within) {
            start -= 1;
        }
        levels.push(start..end);
        end = start;
    }
    levels.reverse();
    let mut joined: Vec<Range<usize>> = Vec::new();
    for level in levels {
        let pair = joined.len().checked_sub(2).and_then(|from| joined.get(from..));
        if let Some([before, single]) = pair
            && single.len() == 1
            && sizes
                .get(before.clone())
                .zip(sizes.get(level.clone()))
                .is_some_and(|(one, other)| is_one_price(&[one, other].concat(), within))
        {
            let start = before.start;
            joined.truncate(joined.len() - 2);
            joined.push(start..level.end);
        } else {
            joined.push(level);
        }
    }
    joined
}

fn is_one_price(sizes: &[u64], within: u64) -> bool {
    let (least, most) = (sizes.iter().min(), sizes.iter().max());
    least
        .zip(most)
        .is_none_or(|(least, most)| u128::from(most - least) * 100 <= u128::from(*most) * u128::from(within))
}

/// A price does not double from one time to the next, unless both were paid more than once.
fn steps_are_prices(sizes: &[u64], levels: &[Range<usize>]) -> bool {
    levels.iter().zip(levels.iter().skip(1)).all(|(one, other)| {
        let ends = one
            .end
            .checked_sub(1)
            .and_then(|end| sizes.get(end))
            .zip(sizes.get(other.start));
        ends.is_some_and(|(before, after)| is_within_double(*before, *after)) || (one.len() > 1 && other.len() > 1)
    })
}

/// Whether neither is more than double the other.
pub(super) fn is_within_double(one: u64, other: u64) -> bool {
    one.max(other) / 2 <= one.min(other)
}

/// The one in the middle; of two, the larger, so that it is an amount that was paid.
fn median(sizes: &[u64]) -> Option<u64> {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied()
}
