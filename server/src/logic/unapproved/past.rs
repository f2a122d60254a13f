//! What was approved before of the payees that wait.

use std::cmp::Reverse;

use chrono::NaiveDate;

use super::{Reasons, UsualAmount, UsualCategory, Waiting};
use crate::domain::by_id::ById;
use crate::domain::lines::{Entry, Ledger, Number};
use crate::domain::money::Milliunits;
use crate::domain::payees::Shop;
use crate::logic::flows::{CategoryKind, Chart, Kinds};

/// The least earlier rows that make an amount usual.
const LEAST_ROWS: usize = 4;

/// The newest rows that decide what is usual: prices change.
const NEWEST_ROWS: usize = 24;

/// One in so many of the smallest and of the largest amounts is left aside.
const ASIDE: usize = 10;

/// The least earlier lines that make a category usual.
const LEAST_LINES: usize = 3;

/// What was approved of one payee.
#[derive(Default)]
struct Approved {
    rows: usize,
    out_and_in: [Direction; 2],
}

#[derive(Default)]
struct Direction {
    amounts: Vec<(NaiveDate, Milliunits)>,
    /// How many lines have each category, by its number.
    categories: Vec<usize>,
}

/// What was approved of some payees, by their ids and by the shops that their labels name.
pub(super) struct Past<'p, 'a> {
    chart: &'p Chart<'a>,
    kinds: &'p Kinds,
    ledger: Ledger<'a>,
    known: Vec<Approved>,
    /// Where what is known of payees is kept, by their numbers.
    payees: Vec<Option<usize>>,
    /// The same of names and labels, by the shops that they name.
    names: Vec<Option<usize>>,
}

/// The names of a transaction's payee: YNAB's, and the bank's.
pub(super) fn labels(line: &Entry) -> impl Iterator<Item = Number> {
    line.row_name.into_iter().chain(line.bank_name)
}

impl<'p, 'a> Past<'p, 'a> {
    /// Of the payees of some rows. Transfers name no payee that says anything.
    pub(super) fn of(page: &[Waiting<'a>], ledger: Ledger<'a>, chart: &'p Chart<'a>, kinds: &'p Kinds) -> Self {
        let mut known = Vec::new();
        let mut payees = vec![None; ledger.payees().len()];
        let mut shops: ById<Shop, usize> = ById::default();
        for one in page.iter().filter(|one| one.row.transfer_account_id.is_none()) {
            if let Some(place) = one.line.row_payee.and_then(|payee| payees.get_mut(payee.place())) {
                place.get_or_insert_with(|| place_in(&mut known));
            }
            for shop in labels(one.line).filter_map(|name| name.of(ledger.shops()).flatten()) {
                shops.entry(shop).or_insert_with(|| place_in(&mut known));
            }
        }
        let place_of = |shop: &Option<Shop>| shop.and_then(|shop| shops.get(&shop).copied());
        let names = if known.is_empty() {
            Vec::new()
        } else {
            ledger.shops().iter().map(place_of).collect()
        };
        let mut past = Self {
            chart,
            kinds,
            ledger,
            known,
            payees,
            names,
        };
        if !past.known.is_empty() {
            past.read();
        }
        past
    }

    fn read(&mut self) {
        let ledger = self.ledger;
        let (mut places, mut of_line) = (Vec::new(), Vec::new());
        for lines in ledger.by_row() {
            let Some(first) = lines.first().filter(|line| line.approved) else {
                continue;
            };
            let split = first.is_part().then(|| ledger.row(first)).flatten();
            let is_transfer = split.map_or(first.transfer.is_some(), |row| row.transfer_account_id.is_some());
            if is_transfer {
                continue;
            }
            self.find(first.row_payee, labels(first), &mut places);
            self.learn_amount(first.date, ledger.whole_amount(lines), &places);
            for line in lines {
                if line.payee == line.row_payee {
                    self.learn_category(line, &places);
                } else {
                    let part = ledger.part(line);
                    let own_name = line.name.filter(|_| part.is_some_and(|part| part.payee_name.is_some()));
                    self.find(line.payee, own_name.into_iter(), &mut of_line);
                    self.learn_amount(line.date, line.amount, &of_line);
                    self.learn_category(line, &of_line);
                }
            }
        }
    }

    fn learn_amount(&mut self, date: NaiveDate, amount: Milliunits, places: &[usize]) {
        for place in places {
            if let Some(known) = self.known.get_mut(*place) {
                known.rows += 1;
                known.direction(amount).learn_amount(date, amount);
            }
        }
    }

    fn learn_category(&mut self, line: &Entry, places: &[usize]) {
        if places.is_empty() {
            return;
        }
        let chosen = |category: &Number| self.kinds.category(*category) != CategoryKind::Uncategorized;
        let Some(category) = line.category.filter(chosen) else {
            return;
        };
        for place in places {
            if let Some(known) = self.known.get_mut(*place) {
                let lines = &mut known.direction(line.amount).categories;
                if lines.len() <= category.place() {
                    lines.resize(category.place() + 1, 0);
                }
                if let Some(lines) = lines.get_mut(category.place()) {
                    *lines += 1;
                }
            }
        }
    }

    /// Where what is known of a payee is kept, each place once.
    fn find(&self, payee: Option<Number>, names: impl Iterator<Item = Number>, places: &mut Vec<usize>) {
        places.clear();
        places.extend(payee.and_then(|payee| payee.of(&self.payees)?));
        for place in names.filter_map(|name| name.of(&self.names)?) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }

    /// What speaks against a row. By its payee's id, else by its labels.
    pub(super) fn reasons(&self, one: Waiting<'a>) -> Reasons<'a> {
        let (row, mut reasons) = (one.row, Reasons::default());
        if row.transfer_account_id.is_some() {
            return reasons;
        }
        let by_id = one.line.row_payee.and_then(|payee| payee.of(&self.payees)?);
        let by_label = labels(one.line).filter_map(|name| name.of(&self.names)?);
        let mut places = by_id.into_iter().chain(by_label).peekable();
        reasons.new_payee = places.peek().is_some();
        let Some(known) = places
            .filter_map(|place| self.known.get(place))
            .find(|known| known.rows > 0)
        else {
            return reasons;
        };
        reasons.new_payee = false;
        let [out, into] = &known.out_and_in;
        let earlier = if row.amount.is_negative() { out } else { into };
        reasons.unusual_amount = earlier.usual_amount().filter(|usual| usual.is_unlike(row.amount));
        let chosen = row
            .category_id
            .as_ref()
            .filter(|id| row.lines.is_empty() && !self.chart.is_uncategorized(id));
        let usual = chosen.and_then(|chosen| {
            let usual = self.usual_category(earlier)?;
            (usual.category.id != *chosen).then_some(usual)
        });
        reasons.unusual_category = usual;
        reasons
    }

    /// The category of three in four lines at least, if there are enough.
    fn usual_category(&self, earlier: &Direction) -> Option<UsualCategory<'a>> {
        let counted = self.ledger.categories().iter().zip(&earlier.categories);
        let (id, lines) = counted
            .filter(|(_, lines)| **lines > 0)
            .max_by_key(|(id, lines)| (**lines, Reverse(*id)))?;
        let of: usize = earlier.categories.iter().sum();
        let usual = *lines >= LEAST_LINES && lines.saturating_mul(4) >= of.saturating_mul(3);
        let category = self.chart.category(id).filter(|_| usual)?;
        Some(UsualCategory {
            category,
            lines: *lines,
            of,
        })
    }
}

/// Leaves the newest rows.
fn newest(amounts: &mut Vec<(NaiveDate, Milliunits)>) {
    if amounts.len() > NEWEST_ROWS {
        amounts.select_nth_unstable_by_key(NEWEST_ROWS, |(date, amount)| (Reverse(*date), *amount));
        amounts.truncate(NEWEST_ROWS);
    }
}

fn place_in(known: &mut Vec<Approved>) -> usize {
    known.push(Approved::default());
    known.len() - 1
}

impl Approved {
    fn direction(&mut self, amount: Milliunits) -> &mut Direction {
        let [out, into] = &mut self.out_and_in;
        if amount.is_negative() { out } else { into }
    }
}

impl Direction {
    /// Keeps the newest rows, and some more until there are too many.
    fn learn_amount(&mut self, date: NaiveDate, amount: Milliunits) {
        self.amounts.push((date, amount));
        if self.amounts.len() >= NEWEST_ROWS * 3 {
            newest(&mut self.amounts);
        }
    }

    /// Between which amounts the newest rows lie, but for a few of the smallest and the largest.
    fn usual_amount(&self) -> Option<UsualAmount> {
        let mut newest = self.amounts.clone();
        self::newest(&mut newest);
        if newest.len() < LEAST_ROWS {
            return None;
        }
        let sizes = newest.iter().map(|(_, amount)| amount.checked_abs().ok());
        let mut sizes = sizes.collect::<Option<Vec<_>>>()?;
        sizes.sort_unstable();
        let aside = (sizes.len() - 1) / ASIDE;
        Some(UsualAmount {
            low: *sizes.get(aside)?,
            high: *sizes.get(sizes.len() - 1 - aside)?,
            rows: sizes.len(),
        })
    }
}

impl UsualAmount {
    /// Where the amount was always the same, any other is unlike; else one of less than half or more than one and a half.
    fn is_unlike(self, amount: Milliunits) -> bool {
        let (low, high) = (i128::from(self.low.get()), i128::from(self.high.get()));
        let size = i128::from(amount.get()).abs();
        if low == high {
            size != low
        } else {
            size * 2 < low || size * 2 > high * 3
        }
    }
}
