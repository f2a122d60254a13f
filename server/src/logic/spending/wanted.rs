//! What each line is to the question, and whether it is asked for. What is decided by an account, a category or a payee is
//! decided once for each.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Asked;
use crate::domain::lines::{Entry, Ledger, Number};
use crate::logic::flows::{CategoryKind, Chart, Flow, Kinds};
use crate::logic::search::PayeeTerm;

/// What a line is here.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Spent { category: Option<Number>, to_asset: bool },
    Income,
    Unsorted,
    Opening,
    Adjustment,
    Nothing,
}

/// The question's filters, by the numbers of a history.
pub(super) struct Wanted<'a> {
    kinds: Kinds,
    /// All, where none are given.
    categories: Option<Vec<bool>>,
    uncategorized: bool,
    accounts: Option<Vec<bool>>,
    payee: Option<(&'a PayeeTerm, &'a [Arc<str>])>,
    /// Whether the term fits a name, once a line with that name was met.
    names: Vec<Option<bool>>,
}

impl<'a> Wanted<'a> {
    pub(super) fn new(asked: &'a Asked, chart: &Chart<'_>, ledger: Ledger<'a>) -> Self {
        let categories = asked.categories.as_ref();
        let of_categories = |ids: &BTreeSet<_>| ledger.categories().iter().map(|id| ids.contains(id)).collect();
        let of_accounts = |ids: &BTreeSet<_>| ledger.accounts().iter().map(|id| ids.contains(id)).collect();
        let payee = asked.payee.as_ref().map(|term| (term, ledger.names()));
        Self {
            kinds: Kinds::new(chart, ledger),
            uncategorized: categories.is_none_or(|ids| ids.iter().any(|id| chart.is_uncategorized(id))),
            categories: categories.map(of_categories),
            accounts: asked.accounts.as_ref().map(of_accounts),
            names: vec![None; payee.map_or(0, |(_, names)| names.len())],
            payee,
        }
    }

    /// What the line is; nothing when it is not asked for.
    pub(super) fn part(&mut self, line: &Entry) -> Part {
        let is_in = |list: &Vec<bool>, number: Option<Number>| number.and_then(|number| number.of(list)) == Some(true);
        let on_account = |accounts| is_in(accounts, Some(line.account));
        if !(self.accounts.as_ref().is_none_or(on_account) && self.is_of_payee(line)) {
            return Part::Nothing;
        }
        let part = self.any_part(line);
        let wanted = match (part, &self.categories) {
            (
                Part::Spent {
                    category: Some(category),
                    ..
                },
                Some(wanted),
            ) => is_in(wanted, Some(category)),
            (Part::Spent { category: None, .. } | Part::Unsorted, _) => self.uncategorized,
            (Part::Income | Part::Opening | Part::Adjustment, Some(_)) | (Part::Nothing, _) => false,
            (_, None) => true,
        };
        if wanted { part } else { Part::Nothing }
    }

    fn is_of_payee(&mut self, line: &Entry) -> bool {
        let Some((term, names)) = self.payee else {
            return true;
        };
        let known = line.name.and_then(|name| self.names.get_mut(name.place()));
        let text = line.name.and_then(|name| names.get(name.place()));
        let (Some(known), Some(text)) = (known, text) else {
            return false;
        };
        *known.get_or_insert_with(|| term.fits(text))
    }

    fn any_part(&self, line: &Entry) -> Part {
        let flow = self.kinds.flow(line);
        match flow {
            Flow::Tracking | Flow::Within | Flow::Nothing => Part::Nothing,
            Flow::Opening => Part::Opening,
            Flow::Adjustment => Part::Adjustment,
            Flow::Income => Part::Income,
            Flow::Unsorted => Part::Unsorted,
            Flow::Asset | Flow::Debt | Flow::Spending | Flow::Refund => {
                let kind = line.category.map(|category| self.kinds.category(category));
                let category = match kind {
                    Some(CategoryKind::Income) => return Part::Income,
                    // YNAB ignores a card's payment category on a transaction.
                    Some(CategoryKind::CardPayment | CategoryKind::Uncategorized) | None => None,
                    Some(CategoryKind::Own | CategoryKind::Deleted) => line.category,
                };
                Part::Spent {
                    category,
                    to_asset: flow == Flow::Asset,
                }
            }
        }
    }
}
