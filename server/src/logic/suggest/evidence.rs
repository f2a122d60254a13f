//! What earlier lines of a payee say of a new one.
//!
//! A line counts by its payee's id; where the history has none of that id, by the shop that its label names. Money out and
//! money in are apart. An approved transaction weighs a thousand, one that nobody has approved half of that; the lines of a
//! split share its weight by their amounts. The weight halves within a year and fades on, and counts twice where the amount
//! is the same. A confidence is a category's part of all weight and a quarter of a transaction more, so that one or two
//! earlier ones are never enough to be sure.

use std::cmp::Reverse;

use chrono::NaiveDate;

use super::{Scored, Waiting};
use crate::domain::by_id::ById;
use crate::domain::ids::CategoryId;
use crate::domain::lines::{Entry, Ledger, Number};
use crate::domain::money::Milliunits;
use crate::domain::payees::Shop;
use crate::domain::percent::{Hundredths, rounded};
use crate::domain::plan::{Category, GroupRole};
use crate::logic::flows::Chart;
use crate::logic::transactions::{CREDIT_CARD, ready_to_assign};

/// The weight of an approved transaction of today.
const WHOLE: u64 = 1000;

/// What is doubted whatever the evidence.
const DOUBT: u64 = 250;

/// After so many days, a weight is half of what it was.
const HALF_LIFE: u64 = 365;

/// The categories that a transaction may have.
pub(super) struct Usable<'a> {
    in_order: Vec<&'a Category>,
    places: ById<&'a CategoryId, usize>,
    income: Option<usize>,
}

impl<'a> Usable<'a> {
    /// The person's own that show, and Ready to Assign.
    pub(super) fn of(chart: &Chart<'a>) -> Self {
        let shown = chart
            .all_groups()
            .iter()
            .filter(|group| group.role == GroupRole::Ordinary && !group.hidden);
        let own = shown
            .flat_map(|group| &group.categories)
            .filter(|category| !category.hidden);
        let income = ready_to_assign(chart.all_groups());
        let in_order: Vec<_> = income.into_iter().chain(own).collect();
        let places = in_order
            .iter()
            .enumerate()
            .map(|(place, category)| (&category.id, place));
        Self {
            places: places.collect(),
            income: income.map(|_| 0),
            in_order,
        }
    }

    /// In YNAB's order.
    pub(super) fn categories(&self) -> impl Iterator<Item = &'a Category> {
        self.in_order.iter().copied()
    }
}

/// What speaks for a category.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    weight: u64,
    lines: usize,
}

/// What speaks for each category, by its place.
#[derive(Clone, Debug, Default)]
struct Tally(Vec<Count>);

impl Tally {
    fn add(&mut self, place: usize, weight: u64) {
        if self.0.len() <= place {
            self.0.resize(place + 1, Count::default());
        }
        if let Some(count) = self.0.get_mut(place) {
            count.weight = count.weight.saturating_add(weight);
            count.lines += 1;
        }
    }

    fn weight_of(&self, place: usize) -> u64 {
        self.0.get(place).map_or(0, |count| count.weight)
    }
}

/// What is known of the payees that were asked for, by the place of each.
#[derive(Default)]
struct Known {
    out_and_in: Vec<[Tally; 2]>,
    same_amount: ById<(usize, Milliunits), Tally>,
}

impl Known {
    fn place(&mut self) -> usize {
        self.out_and_in.push(Default::default());
        self.out_and_in.len() - 1
    }

    fn learn(&mut self, payee: usize, amount: Milliunits, place: usize, weight: u64) {
        if let Some([out, into]) = self.out_and_in.get_mut(payee) {
            (if amount.is_negative() { out } else { into }).add(place, weight);
        }
        if let Some(same) = self.same_amount.get_mut(&(payee, amount)) {
            same.add(place, weight);
        }
    }

    fn of(&self, payee: usize, amount: Milliunits) -> Option<(&Tally, Option<&Tally>)> {
        let [out, into] = self.out_and_in.get(payee)?;
        let tally = if amount.is_negative() { out } else { into };
        (!tally.0.is_empty()).then(|| (tally, self.same_amount.get(&(payee, amount))))
    }
}

/// For each waiting transaction the categories that may be meant, the most likely first.
pub(super) fn scores<'a>(
    waiting: &[Waiting<'a>],
    ledger: Ledger<'a>,
    chart: &Chart<'a>,
    usable: &Usable<'a>,
    today: NaiveDate,
) -> Vec<Vec<Scored<'a>>> {
    if waiting.is_empty() {
        return Vec::new();
    }
    let mut known = Known::default();
    let mut payees: Vec<Option<usize>> = vec![None; ledger.payees().len()];
    for one in waiting {
        if let Some(place) = one.line.payee.and_then(|payee| payees.get_mut(payee.place())) {
            let payee = *place.get_or_insert_with(|| known.place());
            known.same_amount.entry((payee, one.row.amount)).or_default();
        }
    }
    let reader = Reader::new(usable, ledger, today);
    let by_id = |line: &Entry| line.payee.and_then(|payee| payee.of(&payees)?);
    reader.read(&mut known, |line, found| found.extend(by_id(line)));
    let mut wanted: ById<Shop, usize> = ById::default();
    // The shops of those whose ids say nothing.
    let labels: Vec<Vec<usize>> = waiting
        .iter()
        .map(|one| {
            if by_id(one.line).is_some_and(|payee| known.of(payee, one.row.amount).is_some()) {
                return Vec::new();
            }
            let mut found: Vec<usize> = Vec::new();
            for shop in labels_of(one.line).filter_map(|label| label.of(ledger.shops())?) {
                let payee = *wanted.entry(shop).or_insert_with(|| known.place());
                known.same_amount.entry((payee, one.row.amount)).or_default();
                found.push(payee);
            }
            found
        })
        .collect();
    if !wanted.is_empty() {
        let place_of = |shop: &Option<Shop>| shop.and_then(|shop| wanted.get(&shop).copied());
        let names: Vec<Option<usize>> = ledger.shops().iter().map(place_of).collect();
        reader.read(&mut known, |line, found| {
            for payee in labels_of(line).filter_map(|label| label.of(&names)?) {
                if !found.contains(&payee) {
                    found.push(payee);
                }
            }
        });
    }
    let scored = waiting.iter().zip(labels).map(|(one, labels)| {
        let amount = one.row.amount;
        let mut tallies = by_id(one.line)
            .into_iter()
            .chain(labels)
            .filter_map(|payee| known.of(payee, amount));
        tallies.next().map_or_else(Vec::new, |(tally, same)| {
            let card = chart
                .account(&one.row.account_id)
                .is_some_and(|account| account.kind == CREDIT_CARD);
            score(tally, same, usable, amount.is_negative() || card)
        })
    });
    scored.collect()
}

/// The names of a line's payee: YNAB's, and the bank's.
fn labels_of(line: &Entry) -> impl Iterator<Item = Number> {
    let bank = line.bank_name.filter(|_| !line.own_payee);
    line.name.into_iter().chain(bank)
}

/// Reads a history.
struct Reader<'a> {
    ledger: Ledger<'a>,
    today: NaiveDate,
    /// The places of the history's categories, by their numbers.
    places: Vec<Option<usize>>,
}

impl<'a> Reader<'a> {
    fn new(usable: &Usable<'a>, ledger: Ledger<'a>, today: NaiveDate) -> Self {
        let place = |id: &CategoryId| usable.places.get(id).copied();
        Self {
            ledger,
            today,
            places: ledger.categories().iter().map(place).collect(),
        }
    }

    /// Learns what lines say of the payees that are asked for; `find` adds their places.
    fn read(&self, known: &mut Known, find: impl Fn(&Entry, &mut Vec<usize>)) {
        let mut found = Vec::new();
        for line in self.ledger.entries() {
            let Some(place) = line.category.and_then(|category| category.of(&self.places)?) else {
                continue;
            };
            found.clear();
            find(line, &mut found);
            if found.is_empty() {
                continue;
            }
            let weight = self.weight(line);
            for payee in &found {
                known.learn(*payee, line.amount, place, weight);
            }
        }
    }

    fn weight(&self, line: &Entry) -> u64 {
        let age = self.today.signed_duration_since(line.date).num_days();
        let age = u64::try_from(age).unwrap_or_default();
        let whole = if line.approved { WHOLE } else { WHOLE / 2 };
        let split = line.is_part().then(|| self.ledger.row(line)).flatten();
        let size = |amount: Milliunits| u128::from(amount.get().unsigned_abs());
        let part = split.map_or(u128::from(whole), |row| {
            let all: u128 = row.lines.iter().map(|part| size(part.amount)).sum();
            u128::from(whole) * size(line.amount) / all.max(1)
        });
        let part = u64::try_from(part).unwrap_or(whole);
        (part * HALF_LIFE / (HALF_LIFE + age)).max(1)
    }
}

/// The most likely first; Ready to Assign is left out where YNAB takes none.
fn score<'a>(tally: &Tally, same: Option<&Tally>, usable: &Usable<'a>, no_income: bool) -> Vec<Scored<'a>> {
    let counts = tally.0.iter().enumerate();
    let counts = counts.filter(|(place, count)| count.lines > 0 && (!no_income || Some(*place) != usable.income));
    let weighed = counts.map(|(place, count)| {
        let again = same.map_or(0, |same| same.weight_of(place));
        (place, count.lines, count.weight.saturating_add(again))
    });
    let mut weighed: Vec<_> = weighed.collect();
    weighed.sort_by_key(|(place, _, weight)| (Reverse(*weight), *place));
    let all = weighed
        .iter()
        .fold(DOUBT, |all, (_, _, weight)| all.saturating_add(*weight));
    let scored = weighed.iter().filter_map(|(place, lines, weight)| {
        let hundredths = rounded(i128::from(*weight) * 100, i128::from(all))?;
        Some(Scored {
            category: usable.in_order.get(*place)?,
            confidence: Hundredths::new(i64::try_from(hundredths).ok()?),
            evidence: *lines,
        })
    });
    scored.collect()
}
