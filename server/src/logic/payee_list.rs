//! The payees of a plan, and what the history says of each.

use std::cmp::Reverse;

use chrono::NaiveDate;

use crate::domain::by_id::ById;
use crate::domain::ids::PayeeId;
use crate::domain::lines::{Ledger, Number};
use crate::domain::names::name_key;
use crate::domain::plan::Payee;
use crate::domain::text::visible_line;
use crate::logic::paging::{ROOM, fitting, shown_size};
use crate::logic::payee_names::reserved;
use crate::logic::payees::normalised;
use crate::logic::search::PayeeTerm;

/// Ids, counts, dates and the names of members, of a row without its texts.
const PLAIN_ROW: usize = 150;

/// What was asked for.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// A part of the name, or of the shop that it names.
    pub search: Option<PayeeTerm>,
    /// Only those that no transaction names.
    pub unused: bool,
    /// How many to leave out.
    pub offset: usize,
    /// The most rows.
    pub limit: usize,
}

/// What the history says of a payee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// How many transactions name it, be it in a line of a split.
    pub transactions: usize,
    /// How many of them are dated after today.
    pub upcoming: usize,
    /// The last of the others.
    pub last: Option<NaiveDate>,
}

/// A payee.
#[derive(Clone, Debug)]
pub struct Listed<'a> {
    /// The payee.
    pub payee: &'a Payee,
    /// The shop that its name names, made safe to show; none when it names none.
    pub merchant: Option<String>,
    /// What the history says of it.
    pub used: Use,
}

/// Some payees of a plan.
#[derive(Clone, Debug)]
pub struct Payees<'a> {
    /// The most used first.
    pub rows: Vec<Listed<'a>>,
    /// How many fit in all.
    pub total: usize,
    /// How many of those that fit no transaction names, without those that YNAB keeps for itself.
    pub unused: usize,
    /// How many stand for transfers, and are left out.
    pub transfers: usize,
    /// How many to leave out for the next page; none on the last one.
    pub next_offset: Option<usize>,
}

/// Lists payees. Those of transfers are left out.
pub fn list<'a>(payees: &'a [Payee], ledger: Ledger<'_>, asked: &Asked, today: NaiveDate) -> Payees<'a> {
    let own = || payees.iter().filter(|payee| payee.transfer_account_id.is_none());
    let transfers = payees.len() - own().count();
    let fits = |payee: &&Payee| asked.search.as_ref().is_none_or(|term| term.fits(payee.name.raw()));
    let mut used = uses(own().filter(fits), ledger, today);
    // Those that YNAB keeps for itself are there whether they are used or not.
    let is_unused = |(payee, used): &(&Payee, Use)| used.transactions == 0 && reserved(payee.name.raw()).is_none();
    let unused = used.iter().filter(|row| is_unused(row)).count();
    if asked.unused {
        used.retain(is_unused);
    }
    let total = used.len();
    // Names are compared only among those that may be on the page.
    used.sort_unstable_by_key(|(_, used)| Reverse(used.transactions));
    let last = asked.offset.saturating_add(asked.limit).saturating_sub(1);
    if let Some(least) = used.get(last).map(|(_, used)| used.transactions) {
        used.retain(|(_, used)| used.transactions >= least);
    }
    used.sort_by_cached_key(|(payee, used)| (Reverse(used.transactions), name_key(payee.name.raw()), &payee.id));
    let rows = used
        .into_iter()
        .skip(asked.offset)
        .take(asked.limit)
        .map(|(payee, used)| Listed {
            payee,
            merchant: Some(visible_line(&normalised(payee.name.raw()))).filter(|merchant| !merchant.is_empty()),
            used,
        });
    let mut rows: Vec<_> = rows.collect();
    rows.truncate(fitting(rows.iter().map(size), ROOM));
    let next = asked.offset.saturating_add(rows.len());
    Payees {
        next_offset: Some(next).filter(|next| !rows.is_empty() && *next < total),
        rows,
        total,
        unused,
        transfers,
    }
}

fn size(row: &Listed<'_>) -> usize {
    let merchant = row.merchant.as_deref().map_or(0, shown_size);
    PLAIN_ROW + shown_size(row.payee.name.raw()) + merchant
}

/// Each payee with what the history says of it.
fn uses<'a>(payees: impl Iterator<Item = &'a Payee>, ledger: Ledger<'_>, today: NaiveDate) -> Vec<(&'a Payee, Use)> {
    let mut used: Vec<_> = payees.map(|payee| (payee, Use::default())).collect();
    let by_id: ById<&PayeeId, usize> = used
        .iter()
        .enumerate()
        .map(|(place, (payee, _))| (&payee.id, place))
        .collect();
    let places: Vec<Option<usize>> = ledger.payees().iter().map(|id| by_id.get(id).copied()).collect();
    let mut named: Vec<Number> = Vec::new();
    for lines in ledger.by_row() {
        let Some(first) = lines.first() else { continue };
        named.clear();
        // A transaction counts once for each payee, however many lines name it.
        for payee in first
            .row_payee
            .into_iter()
            .chain(lines.iter().filter_map(|line| line.payee))
        {
            if !named.contains(&payee) {
                named.push(payee);
            }
        }
        for payee in &named {
            if let Some((_, used)) = payee.of(&places).flatten().and_then(|place| used.get_mut(place)) {
                used.transactions += 1;
                if first.date > today {
                    used.upcoming += 1;
                } else {
                    used.last = used.last.max(Some(first.date));
                }
            }
        }
    }
    used
}

impl Payees<'_> {
    /// The conclusion in one sentence.
    pub fn message(&self, asked: &Asked) -> String {
        let fit = if asked.search.is_some() { " fit" } else { "" };
        let counted = match (self.total, asked.unused) {
            (1, true) => format!(
                "1 payee{fit} that no transaction names, though a schedule may; payees are deleted in YNAB only"
            ),
            (total, true) => format!(
                "{total} payees{fit} that no transaction names, though a schedule may; payees are deleted in YNAB only"
            ),
            (1, false) => format!("1 payee{fit}, {} of no transaction", self.unused),
            (total, false) => format!("{total} payees{fit}, {} of them of no transaction", self.unused),
        };
        format!("{counted}. {} payees of transfers are left out.", self.transfers)
    }
}

#[cfg(test)]
mod tests;
