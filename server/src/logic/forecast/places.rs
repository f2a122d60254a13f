//! The accounts of a forecast: which they are, in which order, and which of them one pays from.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::AccountCourse;
use super::walk::Group;
use crate::domain::by_id::ById;
use crate::domain::ids::AccountId;
use crate::domain::plan::Account;

/// What the accounts are that one pays from: the question is whether these go below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Checking, savings and cash.
    Cash,
    /// None of these is there, but others that are not owed.
    Assets,
    /// All is owed: there is nothing to pay from.
    Nothing,
}

/// The accounts of a forecast.
pub(super) struct Places<'a> {
    /// In the plan's order.
    pub(super) accounts: Vec<&'a Account>,
    /// What one pays from.
    pub(super) side: Side,
    by_id: ById<&'a AccountId, usize>,
    all: &'a [Account],
}

impl<'a> Places<'a> {
    /// The chosen accounts, or those of the plan that are open.
    pub(super) fn new(all: &'a [Account], chosen: Option<&BTreeSet<AccountId>>) -> Self {
        let taken = |account: &&Account| match chosen {
            Some(chosen) => chosen.contains(&account.id),
            None => account.on_budget && !account.closed,
        };
        let accounts = all.iter().filter(taken).collect::<Vec<_>>();
        let side = if accounts.iter().any(|account| account.is_cash()) {
            Side::Cash
        } else if accounts.iter().any(|account| !account.is_debt()) {
            Side::Assets
        } else {
            Side::Nothing
        };
        Self {
            by_id: accounts
                .iter()
                .enumerate()
                .map(|(at, account)| (&account.id, at))
                .collect(),
            accounts,
            side,
            all,
        }
    }

    /// The account's place, when it is in the forecast.
    pub(super) fn of(&self, id: &AccountId) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The account at a place.
    pub(super) fn at(&self, place: usize) -> Option<&'a Account> {
        self.accounts.get(place).copied()
    }

    /// The account, if money can still go to it or come from it: it is in the forecast, or open.
    pub(super) fn partner(&self, id: &AccountId) -> Option<&'a Account> {
        match self.of(id) {
            Some(place) => self.at(place),
            None => self.all.iter().find(|account| account.id == *id && !account.closed),
        }
    }

    /// Whether one pays from the account.
    pub(super) fn pays(&self, account: &Account) -> bool {
        match self.side {
            Side::Cash => account.is_cash(),
            Side::Assets => !account.is_debt(),
            Side::Nothing => false,
        }
    }

    /// Whether there is a card.
    pub(super) fn has_cards(&self) -> bool {
        self.accounts.iter().any(|account| account.is_card())
    }

    /// Whether one pays from some of them and not from others.
    pub(super) fn is_mixed(&self) -> bool {
        let paying = self.accounts.iter().filter(|account| self.pays(account)).count();
        (1..self.accounts.len()).contains(&paying)
    }

    /// All accounts, those one pays from, and the cards.
    pub(super) fn groups(&self) -> [Group; 3] {
        let members = |belongs: &dyn Fn(&Account) -> bool| Group {
            members: self.accounts.iter().map(|account| belongs(account)).collect(),
        };
        [
            members(&|_| true),
            members(&|account| self.pays(account)),
            members(&Account::is_card),
        ]
    }

    /// The first account to pay from that is below zero, and when.
    pub(super) fn first_below(&self, courses: &[AccountCourse<'a>]) -> Option<(&'a Account, NaiveDate)> {
        let below = courses.iter().filter(|course| self.pays(course.account));
        let below = below.filter_map(|course| Some((course.account, course.low.below_zero_on?)));
        below.min_by_key(|(_, day)| *day)
    }
}
