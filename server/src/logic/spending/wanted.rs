//! What each line is to the question, and whether it is asked for.

use super::Asked;
use crate::domain::by_id::{ById, Ids};
use crate::domain::ids::CategoryId;
use crate::domain::plan::GroupRole;
use crate::logic::address::Address;
use crate::logic::flows::{Chart, Flow, Line};
use crate::logic::payee_names::{is_adjustment, is_starting_balance};

/// What a line is here.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    Spent {
        category: Option<&'a CategoryId>,
        to_asset: bool,
    },
    Income,
    Unsorted,
    Opening,
    Adjustment,
    Nothing,
}

/// What the line is.
fn part<'a>(line: Line<'a>, chart: &Chart<'a>) -> Part<'a> {
    let flow = chart.flow(line);
    match flow {
        Flow::Tracking | Flow::Within | Flow::Nothing => Part::Nothing,
        Flow::Opening => Part::Opening,
        Flow::Adjustment => Part::Adjustment,
        Flow::Income => Part::Income,
        Flow::Unsorted => Part::Unsorted,
        Flow::Asset | Flow::Debt | Flow::Spending | Flow::Refund => {
            if line.category_id().is_some_and(|id| chart.is_income(id)) {
                return Part::Income;
            }
            // YNAB ignores a card's payment category on a transaction.
            let pays_card = |id: &&CategoryId| {
                chart
                    .category(id)
                    .is_some_and(|category| category.role == GroupRole::CardPayments)
            };
            Part::Spent {
                category: chart.spending_category(line).filter(|id| !pays_card(id)),
                to_asset: flow == Flow::Asset,
            }
        }
    }
}

/// The question's filters. What is decided by the account, the category, the other account and the sign is decided once.
pub(super) struct Wanted<'a, 'c> {
    asked: &'a Asked,
    chart: &'c Chart<'a>,
    categories: Option<Ids<&'a CategoryId>>,
    uncategorized: bool,
    parts: ById<Kind<'a>, Part<'a>>,
    payees: ById<Address<'a>, bool>,
}

/// Account, category, other account, sign of the amount.
type Kind<'a> = (Address<'a>, Option<Address<'a>>, Option<Address<'a>>, i64);

impl<'a, 'c> Wanted<'a, 'c> {
    pub(super) fn new(asked: &'a Asked, chart: &'c Chart<'a>) -> Self {
        let categories = asked.categories.as_ref();
        Self {
            asked,
            chart,
            uncategorized: categories.is_none_or(|ids| ids.iter().any(|id| chart.is_uncategorized(id))),
            categories: categories.map(|ids| ids.iter().collect()),
            parts: ById::default(),
            payees: ById::default(),
        }
    }

    /// What the line is; nothing when it is not asked for.
    pub(super) fn part(&mut self, line: Line<'a>) -> Part<'a> {
        if self.asked.payee.is_some() && !self.payee(line) {
            return Part::Nothing;
        }
        let payee = line.row.payee_name.as_deref();
        if payee.is_some_and(|name| is_starting_balance(name) || is_adjustment(name)) {
            return self.look(line);
        }
        let kind = (
            Address::of(line.row.account_id.as_str()),
            line.category_id().map(|id| Address::of(id.as_str())),
            line.transfer_account_id().map(|id| Address::of(id.as_str())),
            line.amount().signum(),
        );
        if let Some(part) = self.parts.get(&kind) {
            return *part;
        }
        let part = self.look(line);
        self.parts.insert(kind, part);
        part
    }

    fn look(&self, line: Line<'a>) -> Part<'a> {
        let accounts = self.asked.accounts.as_ref();
        let part = part(line, self.chart);
        let wanted = match (part, &self.categories) {
            (Part::Spent { category: Some(id), .. }, Some(ids)) => ids.contains(id),
            (Part::Spent { category: None, .. } | Part::Unsorted, _) => self.uncategorized,
            (Part::Income | Part::Opening | Part::Adjustment, Some(_)) | (Part::Nothing, _) => false,
            (_, None) => true,
        };
        if wanted && accounts.is_none_or(|ids| ids.contains(&line.row.account_id)) {
            part
        } else {
            Part::Nothing
        }
    }

    fn payee(&mut self, line: Line<'a>) -> bool {
        let (Some(term), Some(name)) = (&self.asked.payee, line.payee_name()) else {
            return false;
        };
        *self.payees.entry(Address::of(name)).or_insert_with(|| term.fits(name))
    }
}
