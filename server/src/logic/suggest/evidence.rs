//! What earlier lines of a payee say of a new one.
//!
//! A line counts by its payee's id; where the history has none of that id, by the shop that its label names. Money out and
//! money in are apart. An approved transaction weighs a thousand, one that nobody has approved half of that; the lines of a
//! split share its weight by their amounts. The weight halves within a year and fades on, and counts twice where the amount
//! is the same. A confidence is a category's part of all weight and a quarter of a transaction more, so that one or two
//! earlier ones are never enough to be sure.

use std::cmp::Reverse;

use chrono::NaiveDate;

use super::Scored;
use crate::domain::by_id::ById;
use crate::domain::ids::{CategoryId, PayeeId};
use crate::domain::money::Milliunits;
use crate::domain::percent::{Hundredths, rounded};
use crate::domain::plan::{Category, GroupRole, Transaction};
use crate::logic::by_text::ByText;
use crate::logic::flows::{Chart, Line, lines};
use crate::logic::payees::{Shop, Shops};
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
#[derive(Clone, Copy, Debug)]
struct Count {
    place: usize,
    weight: u64,
    lines: usize,
}

/// What speaks for each category: few of them.
#[derive(Clone, Debug, Default)]
struct Tally(Vec<Count>);

impl Tally {
    fn add(&mut self, place: usize, weight: u64) {
        match self.0.iter_mut().find(|count| count.place == place) {
            Some(count) => {
                count.weight = count.weight.saturating_add(weight);
                count.lines += 1;
            }
            None => self.0.push(Count {
                place,
                weight,
                lines: 1,
            }),
        }
    }

    fn weight_of(&self, place: usize) -> u64 {
        self.0
            .iter()
            .find(|count| count.place == place)
            .map_or(0, |count| count.weight)
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
    waiting: &[&'a Transaction],
    all: impl Iterator<Item = &'a Transaction> + Clone,
    chart: &Chart<'a>,
    usable: &Usable<'a>,
    today: NaiveDate,
) -> Vec<Vec<Scored<'a>>> {
    if waiting.is_empty() {
        return Vec::new();
    }
    let mut known = Known::default();
    let mut payees: ById<&PayeeId, usize> = ById::default();
    for row in waiting {
        if let Some(id) = &row.payee_id {
            let payee = *payees.entry(id).or_insert_with(|| known.place());
            known.same_amount.entry((payee, row.amount)).or_default();
        }
    }
    let mut reader = Reader {
        usable,
        today,
        places: ByText::default(),
    };
    let mut met: ByText<'a, Option<usize>> = ByText::default();
    reader.read(all.clone(), &mut known, |line, found| {
        found.extend(
            line.payee_id()
                .and_then(|id| met.of(id.as_str(), |_| payees.get(id).copied())),
        );
    });
    let by_id = |row: &Transaction| row.payee_id.as_ref().and_then(|id| payees.get(id)).copied();
    let mut shops = Shops::default();
    let mut wanted: ById<Shop, usize> = ById::default();
    // The shops of those whose ids say nothing.
    let labels: Vec<Vec<usize>> = waiting
        .iter()
        .map(|row| {
            if by_id(row).is_some_and(|payee| known.of(payee, row.amount).is_some()) {
                return Vec::new();
            }
            let mut found: Vec<usize> = Vec::new();
            for shop in labels_of(Line { row, part: None }).filter_map(|label| shops.named(label)) {
                let payee = *wanted.entry(shop).or_insert_with(|| known.place());
                known.same_amount.entry((payee, row.amount)).or_default();
                found.push(payee);
            }
            found
        })
        .collect();
    if !wanted.is_empty() {
        let mut met: ByText<'a, Option<usize>> = ByText::default();
        reader.read(all, &mut known, |line, found| {
            for label in labels_of(line) {
                let payee = met.of(label, |label| wanted.get(&shops.named(label)?).copied());
                if let Some(payee) = payee.filter(|payee| !found.contains(payee)) {
                    found.push(payee);
                }
            }
        });
    }
    let scored = waiting.iter().zip(labels).map(|(row, labels)| {
        let mut tallies = by_id(row)
            .into_iter()
            .chain(labels)
            .filter_map(|payee| known.of(payee, row.amount));
        tallies.next().map_or_else(Vec::new, |(tally, same)| {
            let card = chart
                .account(&row.account_id)
                .is_some_and(|account| account.kind == CREDIT_CARD);
            score(tally, same, usable, row.amount.is_negative() || card)
        })
    });
    scored.collect()
}

/// The names of a line's payee: YNAB's, and the bank's.
fn labels_of(line: Line<'_>) -> impl Iterator<Item = &str> {
    let own = line.part.is_some_and(|part| part.payee_id.is_some());
    let bank = line
        .row
        .import_payee_name_original
        .as_deref()
        .or(line.row.import_payee_name.as_deref());
    line.payee_name().into_iter().chain(bank.filter(|_| !own))
}

/// Reads a history.
struct Reader<'r, 'a> {
    usable: &'r Usable<'a>,
    today: NaiveDate,
    places: ByText<'a, Option<usize>>,
}

impl<'a> Reader<'_, 'a> {
    /// Learns what lines say of the payees that are asked for; `find` adds their places.
    fn read(
        &mut self,
        all: impl Iterator<Item = &'a Transaction>,
        known: &mut Known,
        mut find: impl FnMut(Line<'a>, &mut Vec<usize>),
    ) {
        let mut found = Vec::new();
        for row in all {
            if row.category_id.is_none() && row.lines.is_empty() {
                continue;
            }
            for line in lines(row) {
                found.clear();
                find(line, &mut found);
                if found.is_empty() {
                    continue;
                }
                let place_of = |id: &'a CategoryId| self.usable.places.get(id).copied();
                let place = line
                    .category_id()
                    .and_then(|id| self.places.of(id.as_str(), |_| place_of(id)));
                let Some(place) = place else { continue };
                let weight = self.weight(line);
                for payee in &found {
                    known.learn(*payee, line.amount(), place, weight);
                }
            }
        }
    }

    fn weight(&self, line: Line<'_>) -> u64 {
        let age = self.today.signed_duration_since(line.row.date).num_days();
        let age = u64::try_from(age).unwrap_or_default();
        let whole = if line.row.approved { WHOLE } else { WHOLE / 2 };
        let size = |amount: Milliunits| u128::from(amount.get().unsigned_abs());
        let part = line.part.map_or(u128::from(whole), |part| {
            let all: u128 = line.row.lines.iter().map(|part| size(part.amount)).sum();
            u128::from(whole) * size(part.amount) / all.max(1)
        });
        let part = u64::try_from(part).unwrap_or(whole);
        (part * HALF_LIFE / (HALF_LIFE + age)).max(1)
    }
}

/// The most likely first; Ready to Assign is left out where YNAB takes none.
fn score<'a>(tally: &Tally, same: Option<&Tally>, usable: &Usable<'a>, no_income: bool) -> Vec<Scored<'a>> {
    let counts = tally
        .0
        .iter()
        .filter(|count| !no_income || Some(count.place) != usable.income);
    let weighed = counts.map(|count| {
        let again = same.map_or(0, |same| same.weight_of(count.place));
        (count, count.weight.saturating_add(again))
    });
    let mut weighed: Vec<_> = weighed.collect();
    weighed.sort_by_key(|(count, weight)| (Reverse(*weight), count.place));
    let all = weighed
        .iter()
        .fold(DOUBT, |all, (_, weight)| all.saturating_add(*weight));
    let scored = weighed.iter().filter_map(|(count, weight)| {
        let hundredths = rounded(i128::from(*weight) * 100, i128::from(all))?;
        Some(Scored {
            category: usable.in_order.get(count.place)?,
            confidence: Hundredths::new(i64::try_from(hundredths).ok()?),
            evidence: count.lines,
        })
    });
    scored.collect()
}
