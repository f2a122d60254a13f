//! Against oracles: payments that were planted, every choice of a few payments, and what must hold whatever the plan.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, Months, NaiveDate};
use proptest::prelude::*;

use super::{Paid, TODAY, day, paid, series};
use crate::logic::recurring::chain;
use crate::logic::recurring::parties::Item;
use crate::logic::recurring::{Payment, Rhythm, find};
use crate::logic::samples::plans::plans;

/// The days of a rhythm, the last first, back from a day.
fn back_from(rhythm: Rhythm, last: NaiveDate, count: u32) -> Vec<NaiveDate> {
    let weeks = |weeks: u64| {
        (0..u64::from(count))
            .map(|back| last - Days::new(back * weeks * 7))
            .collect()
    };
    let months = |months: u32| (0..count).map(|back| last - Months::new(back * months)).collect();
    match rhythm {
        Rhythm::Weekly => weeks(1),
        Rhythm::EveryTwoWeeks => weeks(2),
        Rhythm::EveryFourWeeks => weeks(4),
        Rhythm::TwiceAMonth => {
            let half = |back: u32| {
                let month = last - Months::new(back / 2);
                if back.is_multiple_of(2) {
                    return month;
                }
                let day = last.day();
                let other = if day > 15 { day - 15 } else { day + 15 };
                let month = if day > 15 { month } else { month - Months::new(1) };
                let first = month.with_day(1).unwrap();
                first.with_day(other).unwrap_or(first + Months::new(1) - Days::new(1))
            };
            (0..count).map(half).collect()
        }
        Rhythm::Monthly => months(1),
        Rhythm::EveryTwoMonths => months(2),
        Rhythm::Quarterly => months(3),
        Rhythm::EveryFourMonths => months(4),
        Rhythm::TwiceAYear => months(6),
        Rhythm::Yearly => months(12),
    }
}

/// How many times a rhythm is planted, and by how many days each payment may be late.
fn planted(rhythm: Rhythm) -> (std::ops::RangeInclusive<u32>, u64) {
    match rhythm {
        Rhythm::Weekly => (8..=60, 0),
        Rhythm::EveryTwoWeeks => (8..=50, 1),
        Rhythm::TwiceAMonth | Rhythm::EveryFourWeeks => (8..=26, 1),
        Rhythm::Monthly => (6..=24, 3),
        Rhythm::EveryTwoMonths => (5..=12, 3),
        Rhythm::Quarterly => (4..=8, 3),
        Rhythm::EveryFourMonths => (4..=6, 3),
        Rhythm::TwiceAYear => (3..=4, 3),
        Rhythm::Yearly => (2..=2, 2),
    }
}

fn any_rhythm() -> impl Strategy<Value = (Rhythm, u32, Vec<u64>)> {
    prop::sample::select(Rhythm::ALL.to_vec()).prop_flat_map(|rhythm| {
        let (times, late) = planted(rhythm);
        (Just(rhythm), times, prop::collection::vec(0..=late, 64))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_planted_is_found(
        (rhythm, times, late) in any_rhythm(),
        ago in 4_u64..7,
        amount in 5_000_i64..900_000,
        rise in prop::option::of((1_usize..100, 104_i64..150)),
        others in prop::collection::vec((0_u64..700, 4_i64..9), 0..2),
    ) {
        let last = day(TODAY) - Days::new(ago);
        let dates = back_from(rhythm, last, times);
        let mut history = Vec::new();
        for ((place, date), late) in dates.iter().enumerate().zip(&late) {
            let dearer = rise.filter(|(since, _)| place < *since && (times as usize) > 4 && *since + 2 < times as usize);
            let amount = dearer.map_or(amount, |(_, percent)| amount * percent / 100);
            history.push(paid("Planted", &(*date + Days::new(*late)).to_string(), -amount));
        }
        let rose = rise.filter(|(since, _)| (times as usize) > 4 && *since + 2 < times as usize);
        // Beside the only two payments of a payee nothing else can be told apart.
        if times > 4 {
            for (ago, factor) in others {
                history.push(paid("Planted", &(day(TODAY) - Days::new(ago)).to_string(), -amount * factor));
            }
        }
        let found = series(&history);
        prop_assert_eq!(found.len(), 1, "{:#?}", found);
        let found = &found[0];
        prop_assert_eq!(found.rhythm, rhythm);
        prop_assert_eq!(found.times, times as usize);
        prop_assert_eq!(found.first, dates[dates.len() - 1] + Days::new(late[dates.len() - 1]));
        prop_assert_eq!(found.last, last + Days::new(late[0]));
        let now = rose.map_or(amount, |(_, percent)| amount * percent / 100);
        prop_assert_eq!(-found.amount.get(), now);
        prop_assert_eq!(found.amount_before.map(|before| -before.get()), rose.map(|_| amount));
        prop_assert!(!found.lapsed && !found.varies);
        // The next day is the rhythm's, give or take what the payments were late.
        let expected = match rhythm {
            Rhythm::Weekly => last + Days::new(7),
            Rhythm::EveryTwoWeeks => last + Days::new(14),
            Rhythm::EveryFourWeeks => last + Days::new(28),
            Rhythm::TwiceAMonth if last.day() <= 15 => last + Days::new(15),
            Rhythm::TwiceAMonth => last.with_day(last.day() - 15).unwrap() + Months::new(1),
            counted => last + Months::new(12 / counted.times_a_year()),
        };
        prop_assert!((found.next - expected).num_days().abs() <= 4, "{} {}", found.next, expected);
    }

    #[test]
    fn the_longest_chain_is_that_of_every_choice(
        mut days in prop::collection::vec(0_u64..200, 3..11),
        rhythm in prop::sample::select(vec![Rhythm::Weekly, Rhythm::EveryTwoWeeks, Rhythm::EveryFourWeeks]),
    ) {
        days.sort_unstable();
        let history = days.iter().map(|ago| paid("Any", &(day("2026-01-01") + Days::new(*ago)).to_string(), -10_000)).collect::<Vec<Paid>>();
        let items = history.iter().map(|paid| Item::new(paid.payment())).collect::<Vec<_>>();
        let among = (0..items.len()).collect::<Vec<_>>();
        let found = chain::at(rhythm, &items, &among, 3);
        // Every choice of payments whose distances are one time, or a few with some left out.
        let (every, loose, pause) = match rhythm {
            Rhythm::Weekly => (7, 3, 6),
            Rhythm::EveryTwoWeeks => (14, 4, 2),
            _ => (28, 5, 2),
        };
        let is_chain = |chosen: &[u64]| {
            let mut pairs = chosen.iter().zip(chosen.iter().skip(1));
            pairs.all(|(one, other)| {
                let gap = other - one;
                (1..=pause + 1).any(|times| gap.abs_diff(times * every) <= loose)
            })
        };
        let mut most = 0;
        for choice in 0_u32..1 << days.len() {
            let chosen = (0..days.len()).filter(|place| choice >> place & 1 == 1).map(|place| days[place]).collect::<Vec<_>>();
            if is_chain(&chosen) {
                most = most.max(chosen.len());
            }
        }
        if let Some(found) = found {
            let chosen = found.places.iter().map(|place| days[*place]).collect::<Vec<_>>();
            prop_assert!(is_chain(&chosen), "{:?}", chosen);
            prop_assert!(chosen.len() <= most);
        }
        // What keeps the days exactly is found whole.
        let exact = days.windows(2).all(|pair| pair[1] - pair[0] == every);
        if exact {
            prop_assert_eq!(chain::at(rhythm, &items, &among, 3).unwrap().places, among);
        }
    }

    #[test]
    fn whatever_the_plan_a_series_is_made_of_its_payments(plan in plans(120)) {
        let rows = || plan.transactions.iter().map(Payment::of);
        let found = find(rows(), plan.today);
        let since = plan.today - Months::new(25);
        let mut counts: BTreeMap<(Option<String>, String, bool), usize> = BTreeMap::new();
        for series in &found {
            let own = rows().filter(|payment| {
                let same = match (payment.payee_id, &series.payee_id) {
                    (Some(one), Some(other)) => one == other,
                    (None, None) => payment.payee_name == Some(&series.payee_name),
                    _ => false,
                };
                same && payment.amount.is_negative() == series.outflow && (since..=plan.today).contains(&payment.date)
            });
            let dates = own.clone().map(|payment| payment.date).collect::<Vec<_>>();
            prop_assert!(dates.contains(&series.first) && dates.contains(&series.last) && series.first < series.last);
            let amounts = own.map(|payment| payment.amount).collect::<Vec<_>>();
            prop_assert!(amounts.iter().min() <= Some(&series.amount) && Some(&series.amount) <= amounts.iter().max());
            prop_assert!(series.amount.is_negative() == series.outflow && !series.amount.is_zero());
            let least = if series.rhythm >= Rhythm::TwiceAYear { 2 } else { 3 };
            prop_assert!(series.times >= least && series.months_seen <= series.times);
            prop_assert!(series.next > series.last);
            let late = (plan.today - series.next).num_days();
            prop_assert_eq!(series.lapsed, late > 7.max(i64::from(series.rhythm.days() / 2)));
            prop_assert_eq!(series.dates(series.next, series.next).collect::<Vec<_>>(), [series.next]);
            let key = (series.payee_id.as_ref().map(ToString::to_string), series.payee_name.to_string(), series.outflow);
            *counts.entry(key).or_default() += series.times;
            prop_assert!(counts.values().all(|count| *count <= plan.transactions.len()));
        }
        let backwards = find(plan.transactions.iter().rev().map(Payment::of), plan.today);
        let sorted = |mut all: Vec<crate::logic::recurring::Series>| {
            all.sort_by_key(|series| format!("{series:?}"));
            all
        };
        prop_assert_eq!(sorted(found), sorted(backwards), "the order of rows means nothing");
    }
}
