//! Parts of amounts, and the walk over the days against a slow one.

use proptest::prelude::*;

use super::super::spread::{mean, part, shares};
use super::super::walk::{Group, Leg, Stream};
use super::*;

fn parts(total: i64, days: u32, unit: i64) -> Vec<i64> {
    let part = |day| part(Milliunits::new(total), day, days, unit).unwrap().get();
    (1..=days).map(part).collect()
}

#[test]
fn a_total_is_cut_into_coins_and_nothing_is_lost() {
    assert_eq!(parts(-100, 3, 10), [-30, -30, -40]);
    assert_eq!(parts(-105, 3, 10), [-30, -30, -45]);
    assert_eq!(parts(105, 2, 10), [50, 55]);
    assert_eq!(parts(-1, 3, 10), [0, 0, -1]);
    assert_eq!(parts(-100_000, 3, 1000), [-33_000, -33_000, -34_000]);
    assert_eq!(parts(100, 3, 1), [33, 33, 34]);
    assert_eq!(parts(5, 0, 1), [0; 0]);
    assert_eq!(part(Milliunits::new(7), 3, 2, 1), Ok(Milliunits::ZERO));
}

#[test]
fn a_mean_is_a_whole_coin() {
    for (total, months, unit, expected) in [
        (-200_000, 3, 10, -66_670),
        (-200_000, 3, 1000, -67_000),
        (-200_000, 3, 1, -66_667),
        (1_500, 1, 1000, 2_000),
        (-1_500, 1, 1000, -2_000),
        (-5_000, 0, 10, 0),
    ] {
        assert_eq!(mean(Milliunits::new(total), months, unit).unwrap().get(), expected);
    }
}

proptest! {
    #[test]
    fn parts_are_even_coins_that_add_up(total: i64, days in 1_u32..32, unit in prop_oneof![Just(1_i64), Just(10), Just(1000)]) {
        let parts = parts(total, days, unit);
        prop_assert_eq!(parts.iter().map(|part| i128::from(*part)).sum::<i128>(), i128::from(total));
        let (even, last) = (&parts[..parts.len() - 1], parts.last().unwrap());
        prop_assert!(even.iter().all(|part| part % unit == 0));
        let least = even.iter().min().unwrap_or(last);
        prop_assert!(even.iter().all(|part| part.abs_diff(*least) <= unit.unsigned_abs()));
        prop_assert!(parts.iter().all(|part| part.signum() * total.signum() >= 0));
    }

    #[test]
    fn shares_add_up_and_follow_their_weights(
        total in -1_000_000_000_000_i64..1_000_000_000_000,
        weights in proptest::collection::vec(0_i64..1_000_000_000, 1..8),
        unit in prop_oneof![Just(1_i64), Just(10), Just(1000)],
    ) {
        let weights = weights.into_iter().map(Milliunits::new).collect::<Vec<_>>();
        let shares = shares(Milliunits::new(total), &weights, unit).unwrap();
        prop_assert_eq!(shares.iter().map(|share| share.get()).sum::<i64>(), total);
        // At most the last of the weight is finer than a coin, and only by what the total is.
        let finer = shares.iter().map(|share| share.get() % unit).filter(|dust| *dust != 0).collect::<Vec<_>>();
        prop_assert_eq!(finer.iter().sum::<i64>(), total % unit);
        prop_assert!(finer.len() <= 1);
        let all = weights.iter().map(|weight| i128::from(weight.get())).sum::<i128>();
        for (share, weight) in shares.iter().zip(&weights).filter(|_| all > 0) {
            let off = i128::from(share.get()) * all - i128::from(total) * i128::from(weight.get());
            prop_assert!(off.abs() < all * i128::from(unit) * 2);
        }
    }
}

const ACCOUNTS: usize = 4;

fn leg() -> impl Strategy<Value = Leg> {
    (0..ACCOUNTS, -50_000_i64..50_000).prop_map(|(account, amount)| Leg {
        account,
        amount: Milliunits::new(amount),
    })
}

fn route() -> impl Strategy<Value = Route> {
    let legs = || proptest::collection::vec(leg(), 0..4);
    let stream = (legs(), legs()).prop_map(|(month, left)| Stream { month, left });
    let members = || proptest::collection::vec(any::<bool>(), ACCOUNTS).prop_map(|members| Group { members });
    (
        (0_u64..70, 0_u32..4, prop_oneof![Just(1_i64), Just(10), Just(1000)]),
        proptest::collection::vec((0_u64..140, legs()), 0..40),
        proptest::collection::vec(stream, 0..4),
        proptest::collection::vec(-90_000_i64..90_000, ACCOUNTS),
        [members(), members(), members()],
    )
        .prop_map(|((start_day, months, unit), dated, streams, start, groups)| {
            let today = day("2026-12-25") + chrono::Days::new(start_day);
            let dated = dated.into_iter().map(|(days, legs)| Dated {
                day: today - chrono::Days::new(5) + chrono::Days::new(days),
                legs: legs.into(),
            });
            Route {
                today,
                until: Month::of(today).later(months),
                start: start.into_iter().map(Milliunits::new).collect(),
                dated: dated.collect(),
                streams,
                groups,
                unit,
            }
        })
}

/// What happens on a day, looked for anew.
fn happenings(route: &Route, day: NaiveDate) -> Vec<Vec<(usize, i64)>> {
    let dated = route.dated.iter().filter(|dated| dated.day == day);
    let mut all = dated
        .map(|dated| dated.legs.iter().map(|leg| (leg.account, leg.amount.get())).collect())
        .collect::<Vec<Vec<_>>>();
    let month = Month::of(day);
    let now = month == Month::of(route.today);
    let walked = month
        .first_day()
        .iter_days()
        .take(31)
        .filter(|other| month.contains(*other) && *other > route.today);
    let walked = walked.collect::<Vec<_>>();
    let place = walked.iter().position(|other| *other == day).unwrap();
    for stream in &route.streams {
        let legs = if now { &stream.left } else { &stream.month };
        let cut = |leg: &Leg| {
            (
                leg.account,
                parts(leg.amount.get(), u32::try_from(walked.len()).unwrap(), route.unit)[place],
            )
        };
        all.push(legs.iter().map(cut).collect());
    }
    all
}

proptest! {
    #[test]
    fn every_day_is_walked_as_a_slow_walk_does(route in route()) {
        let walked = route.clone().walk().unwrap();
        let one = |at: usize| Group { members: (0..ACCOUNTS).map(|account| account == at).collect() };
        let views = route.groups.iter().cloned().chain((0..ACCOUNTS).map(one)).collect::<Vec<_>>();
        let lows = walked.groups.iter().chain(&walked.accounts);
        for (at, (view, low)) in views.iter().zip(lows).enumerate() {
            let inside = |account: usize| view.members[account];
            let start = (0..ACCOUNTS).filter(|account| inside(*account)).map(|account| route.start[account].get()).sum::<i64>();
            let mut balance = start;
            let mut lowest = (start, route.today);
            let mut below = (start < 0).then_some(route.today);
            let mut months = vec![(Month::of(route.today), Course::default())];
            let first = months.last_mut().unwrap();
            first.1 = Course { start: Milliunits::new(start), end: Milliunits::new(start), lowest: Milliunits::new(start), ..Course::default() };
            for day in route.today.iter_days().skip(1).take_while(|day| *day <= route.until.last_day()) {
                if months.last().unwrap().0 != Month::of(day) {
                    let here = Milliunits::new(balance);
                    months.push((Month::of(day), Course { start: here, end: here, lowest: here, ..Course::default() }));
                }
                let nets = happenings(&route, day).into_iter().map(|legs| {
                    legs.into_iter().filter(|(account, _)| inside(*account)).map(|(_, amount)| amount).sum::<i64>()
                }).collect::<Vec<_>>();
                // One account sees each leg; a group what comes of all.
                let nets = if at < 3 { nets } else {
                    happenings(&route, day).into_iter().flatten().filter(|(account, _)| inside(*account)).map(|(_, amount)| amount).collect()
                };
                let out = nets.iter().filter(|net| **net < 0).sum::<i64>();
                let into = nets.iter().filter(|net| **net > 0).sum::<i64>();
                if balance + out < lowest.0 {
                    lowest = (balance + out, day);
                }
                if balance + out < 0 && below.is_none() {
                    below = Some(day);
                }
                let course = &mut months.last_mut().unwrap().1;
                course.lowest = course.lowest.min(Milliunits::new(balance + out));
                balance += out + into;
                course.end = Milliunits::new(balance);
                course.outflows = Milliunits::new(course.outflows.get() + out);
                course.inflows = Milliunits::new(course.inflows.get() + into);
            }
            let expected = Low {
                start: Milliunits::new(start),
                end: Milliunits::new(balance),
                lowest: Milliunits::new(lowest.0),
                lowest_on: lowest.1,
                below_zero_on: below,
            };
            prop_assert_eq!(low, &expected);
            if at < 3 {
                let found = walked.months.iter().map(|month| (month.month, [month.all, month.cash, month.cards][at]));
                prop_assert_eq!(found.collect::<Vec<_>>(), months);
            }
        }
    }
}
