//! Whether a transaction fits a search, or which lines of a split do. What is decided by an account, a category or a payee is
//! decided once for each.

use std::collections::BTreeSet;

use super::{MemoTerm, OfFlag, Only, Search};
use crate::domain::lines::{Entry, Ledger, Number};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::plan::{Cleared, Transaction};
use crate::logic::flows::{Chart, Kinds, Line};

/// A search while it goes through a history.
pub(super) struct Fitting<'s, 'a> {
    search: &'s Search,
    ledger: Ledger<'a>,
    kinds: Kinds,
    /// Whether an account is wanted; all are, where none are given.
    accounts: Option<Vec<bool>>,
    /// The same of categories.
    categories: Option<Vec<bool>>,
    /// Whether a payee's name fits, once it was met.
    names: Vec<Option<bool>>,
}

impl<'s, 'a> Fitting<'s, 'a> {
    pub(super) fn new(search: &'s Search, ledger: Ledger<'a>, chart: &Chart<'_>) -> Self {
        let of_accounts = |ids: &BTreeSet<_>| ledger.accounts().iter().map(|id| ids.contains(id)).collect();
        let of_categories = |ids: &BTreeSet<_>| ledger.categories().iter().map(|id| ids.contains(id)).collect();
        Self {
            search,
            ledger,
            kinds: Kinds::new(chart, ledger),
            accounts: search.accounts.as_ref().map(of_accounts),
            categories: search.categories.as_ref().map(of_categories),
            names: vec![None; ledger.names().len()],
        }
    }

    /// What fits of the amount of a transaction that has these lines; none where nothing does.
    pub(super) fn amount(&mut self, lines: &[Entry]) -> Result<Option<Milliunits>, MoneyError> {
        if !lines.first().is_some_and(|first| self.row(first)) {
            return Ok(None);
        }
        if self.whole(lines) {
            return Ok(Some(self.ledger.whole_amount(lines)));
        }
        let mut sum = None;
        for line in lines.iter().filter(|line| line.is_part()) {
            if self.line(line) {
                sum = Some(sum.unwrap_or(Milliunits::ZERO).checked_add(line.amount)?);
            }
        }
        Ok(sum)
    }

    /// The lines that fit, where not all of the transaction does.
    pub(super) fn lines(&mut self, row: &'a Transaction, lines: &[Entry]) -> Vec<Line<'a>> {
        if self.whole(lines) {
            return Vec::new();
        }
        let ledger = self.ledger;
        let fitting = lines.iter().filter(|line| line.is_part() && self.line(line));
        let part = |line: &Entry| Line {
            row,
            part: ledger.part(line),
        };
        fitting.map(part).collect()
    }

    /// What a transaction says once for all its lines.
    fn row(&self, first: &Entry) -> bool {
        let search = self.search;
        search.since.is_none_or(|since| first.date >= since)
            && search.until.is_none_or(|until| first.date <= until)
            && is_in(self.accounts.as_ref(), Some(first.account))
            && search.only.iter().all(|only| match only {
                Only::Approved => first.approved,
                Only::Unapproved => !first.approved,
                Only::Split => first.is_part(),
                Only::Cleared => self.is(first, |row| row.cleared == Cleared::Cleared),
                Only::Uncleared => self.is(first, |row| row.cleared == Cleared::Uncleared),
                Only::Reconciled => self.is(first, |row| row.cleared == Cleared::Reconciled),
                Only::Flagged => self.is(first, |row| row.flag.is_some()),
                Only::Inflow | Only::Outflow | Only::Uncategorized | Only::Transfer | Only::NoTransfer => true,
            })
            && search
                .flag
                .as_ref()
                .is_none_or(|OfFlag(flag)| self.is(first, |row| row.flag == *flag))
    }

    /// Whether something is so of a line's transaction.
    fn is(&self, line: &Entry, so: impl FnOnce(&Transaction) -> bool) -> bool {
        self.ledger.row(line).is_some_and(so)
    }

    /// Whether the transaction as a whole fits.
    fn whole(&mut self, lines: &[Entry]) -> bool {
        let Some(first) = lines.first() else { return false };
        let search = self.search;
        let amount = self.ledger.whole_amount(lines);
        let plain = Some(first).filter(|first| !first.is_part());
        let moves = |row: &Transaction| row.transfer_account_id.is_some();
        let any_moves = |lines: &[Entry]| lines.iter().any(|line| line.transfer.is_some());
        self.fits_amount(amount)
            && is_in(self.categories.as_ref(), plain.and_then(|line| line.category))
            && search.only.iter().all(|only| match only {
                Only::Inflow => amount.is_positive(),
                Only::Outflow => amount.is_negative(),
                Only::Uncategorized => self.kinds.waits_for_category(first),
                Only::Transfer => self.is(first, moves),
                Only::NoTransfer => !self.is(first, moves) && !any_moves(lines),
                _ => true,
            })
            && self.fits_name(first.row_name)
            && search
                .memo
                .as_ref()
                .is_none_or(|term| self.is(first, |row| fits_memo(term, row.memo.as_deref())))
    }

    /// Whether a line of a split fits. What the bank knows, the whole amount, and what is said of the whole transaction count
    /// for each of its lines.
    fn line(&mut self, line: &Entry) -> bool {
        let search = self.search;
        let whole = self.ledger.row(line).map_or(line.amount, |row| row.amount);
        (self.fits_amount(line.amount) || self.fits_amount(whole))
            && is_in(self.categories.as_ref(), line.category)
            && search.only.iter().all(|only| match only {
                Only::Inflow => line.amount.is_positive(),
                Only::Outflow => line.amount.is_negative(),
                Only::Uncategorized => self.kinds.lacks_category(line),
                Only::Transfer => line.transfer.is_some(),
                Only::NoTransfer => line.transfer.is_none(),
                _ => true,
            })
            && (self.fits_name(line.name) || self.fits_name(line.row_name))
            && search.memo.as_ref().is_none_or(|term| {
                let own = self.ledger.part(line).and_then(|part| part.memo.as_deref());
                fits_memo(term, own) || self.is(line, |row| fits_memo(term, row.memo.as_deref()))
            })
    }

    fn fits_amount(&self, amount: Milliunits) -> bool {
        let search = self.search;
        let size = |amount: Milliunits| amount.get().unsigned_abs();
        search.amount.is_none_or(|wanted| amount == wanted)
            && search.least.is_none_or(|least| size(amount) >= size(least))
            && search.greatest.is_none_or(|greatest| size(amount) <= size(greatest))
    }

    fn fits_name(&mut self, name: Option<Number>) -> bool {
        let Some(term) = &self.search.payee else { return true };
        let Some(name) = name else { return false };
        let (known, text) = (self.names.get_mut(name.place()), self.ledger.name(name));
        let (Some(known), Some(text)) = (known, text) else {
            return false;
        };
        *known.get_or_insert_with(|| term.fits(text))
    }
}

fn is_in(wanted: Option<&Vec<bool>>, number: Option<Number>) -> bool {
    wanted.is_none_or(|wanted| number.and_then(|number| number.of(wanted)) == Some(true))
}

fn fits_memo(term: &MemoTerm, memo: Option<&str>) -> bool {
    memo.is_some_and(|memo| term.fits(memo))
}
