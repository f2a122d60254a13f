//! What was approved before of the payees that wait.

use std::cmp::Reverse;

use chrono::NaiveDate;

use super::{Reasons, UsualAmount, UsualCategory};
use crate::domain::by_id::ById;
use crate::domain::ids::{CategoryId, PayeeId};
use crate::domain::money::Milliunits;
use crate::domain::plan::Transaction;
use crate::logic::by_text::ByText;
use crate::logic::flows::{Chart, Line, lines};
use crate::logic::payees::{Shop, Shops};

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
struct Approved<'a> {
    rows: usize,
    out_and_in: [Direction<'a>; 2],
}

#[derive(Default)]
struct Direction<'a> {
    amounts: Vec<(NaiveDate, Milliunits)>,
    categories: ById<&'a CategoryId, usize>,
}

/// What was approved of some payees, by their ids and by the shops that their labels name.
pub(super) struct Past<'p, 'a> {
    chart: &'p Chart<'a>,
    known: Vec<Approved<'a>>,
    payees: ById<&'a PayeeId, usize>,
    shops: ById<Shop, usize>,
    shops_of: ById<&'a str, Shop>,
    met_ids: ByText<'a, Option<usize>>,
    met_labels: ByText<'a, Option<usize>>,
}

/// The names of a row's payee: YNAB's, and the bank's.
pub(super) fn labels(row: &Transaction) -> impl Iterator<Item = &str> {
    let bank = row
        .import_payee_name_original
        .as_deref()
        .or(row.import_payee_name.as_deref());
    row.payee_name.as_deref().into_iter().chain(bank)
}

impl<'p, 'a> Past<'p, 'a> {
    /// Of the payees of some rows. Transfers name no payee that says anything.
    pub(super) fn of(
        page: &[&'a Transaction],
        all: impl Iterator<Item = &'a Transaction>,
        chart: &'p Chart<'a>,
        shops: &mut Shops<'a>,
    ) -> Self {
        let mut past = Self {
            chart,
            known: Vec::new(),
            payees: ById::default(),
            shops: ById::default(),
            shops_of: ById::default(),
            met_ids: ByText::default(),
            met_labels: ByText::default(),
        };
        for row in page.iter().filter(|row| row.transfer_account_id.is_none()) {
            if let Some(id) = &row.payee_id {
                let known = &mut past.known;
                past.payees.entry(id).or_insert_with(|| place_in(known));
            }
            for label in labels(row) {
                if let Some(shop) = shops.named(label) {
                    let known = &mut past.known;
                    past.shops.entry(shop).or_insert_with(|| place_in(known));
                    past.shops_of.insert(label, shop);
                }
            }
        }
        if !past.known.is_empty() {
            let (mut places, mut of_line) = (Vec::new(), Vec::new());
            for row in all.filter(|row| row.approved && row.transfer_account_id.is_none()) {
                past.find(Line { row, part: None }, shops, &mut places);
                past.learn_amount(Line { row, part: None }, &places);
                for line in lines(row) {
                    let own = line
                        .part
                        .is_some_and(|part| part.payee_id.is_some() && part.payee_id != row.payee_id);
                    if own {
                        past.find(line, shops, &mut of_line);
                        past.learn_amount(line, &of_line);
                        past.learn_category(line, &of_line);
                    } else {
                        past.learn_category(line, &places);
                    }
                }
            }
        }
        past
    }

    fn learn_amount(&mut self, line: Line<'a>, places: &[usize]) {
        for place in places {
            if let Some(known) = self.known.get_mut(*place) {
                known.rows += 1;
                known
                    .direction(line.amount())
                    .amounts
                    .push((line.row.date, line.amount()));
            }
        }
    }

    fn learn_category(&mut self, line: Line<'a>, places: &[usize]) {
        if places.is_empty() {
            return;
        }
        let Some(id) = line.category_id().filter(|id| !self.chart.is_uncategorized(id)) else {
            return;
        };
        for place in places {
            if let Some(known) = self.known.get_mut(*place) {
                *known.direction(line.amount()).categories.entry(id).or_default() += 1;
            }
        }
    }

    /// Where what is known of a line's payee is kept, each place once.
    fn find(&mut self, line: Line<'a>, shops: &mut Shops<'a>, places: &mut Vec<usize>) {
        places.clear();
        let payees = &self.payees;
        let of_id = |id: &'a PayeeId| self.met_ids.of(id.as_str(), |_| payees.get(id).copied());
        places.extend(line.payee_id().and_then(of_id));
        let own = line.part.and_then(|part| part.payee_name.as_deref());
        let of_row = Some(line.row).filter(|_| line.part.is_none());
        let labels = own.into_iter().chain(of_row.into_iter().flat_map(labels));
        for label in labels {
            let known = &self.shops;
            let place = self
                .met_labels
                .of(label, |label| known.get(&shops.named(label)?).copied());
            if let Some(place) = place.filter(|place| !places.contains(place)) {
                places.push(place);
            }
        }
    }

    /// What speaks against a row. By its payee's id, else by its labels.
    pub(super) fn reasons(&self, row: &'a Transaction) -> Reasons<'a> {
        let mut reasons = Reasons::default();
        let by_id = row.payee_id.as_ref().and_then(|id| self.payees.get(id));
        let by_label = labels(row).filter_map(|label| self.shops.get(self.shops_of.get(label)?));
        if row.transfer_account_id.is_some() {
            return reasons;
        }
        let mut places = by_id.into_iter().chain(by_label).peekable();
        reasons.new_payee = places.peek().is_some();
        let Some(known) = places
            .filter_map(|place| self.known.get(*place))
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
    fn usual_category(&self, earlier: &Direction<'a>) -> Option<UsualCategory<'a>> {
        let (id, lines) = earlier
            .categories
            .iter()
            .max_by_key(|(id, lines)| (**lines, Reverse(**id)))?;
        let of: usize = earlier.categories.values().sum();
        let usual = *lines >= LEAST_LINES && lines.saturating_mul(4) >= of.saturating_mul(3);
        let category = self.chart.category(id).filter(|_| usual)?;
        Some(UsualCategory {
            category,
            lines: *lines,
            of,
        })
    }
}

fn place_in(known: &mut Vec<Approved<'_>>) -> usize {
    known.push(Approved::default());
    known.len() - 1
}

impl<'a> Approved<'a> {
    fn direction(&mut self, amount: Milliunits) -> &mut Direction<'a> {
        let [out, into] = &mut self.out_and_in;
        if amount.is_negative() { out } else { into }
    }
}

impl Direction<'_> {
    /// Between which amounts the newest rows lie, but for a few of the smallest and the largest.
    fn usual_amount(&self) -> Option<UsualAmount> {
        let mut newest = self.amounts.clone();
        newest.sort_unstable_by_key(|(date, amount)| (Reverse(*date), *amount));
        newest.truncate(NEWEST_ROWS);
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
