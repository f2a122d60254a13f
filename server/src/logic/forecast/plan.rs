//! A schedule as the forecast's accounts see it.

use std::sync::Arc;

use super::places::Places;
use super::walk::Leg;
use crate::domain::ids::AccountId;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::scheduled::ScheduledTransaction;
use crate::logic::schedule::{self, Pace};

/// A schedule as the forecast's accounts see it.
pub(super) struct Plan<'a> {
    /// The schedule.
    pub(super) scheduled: &'a ScheduledTransaction,
    /// The days on which it comes.
    pub(super) pace: Pace,
    /// The place of the account it is seen from; of a transfer between two of them, the one that pays.
    pub(super) account: usize,
    /// What that account gets.
    pub(super) amount: Milliunits,
    /// Of a transfer: that account and the other.
    pub(super) transfer: Option<(&'a AccountId, &'a AccountId)>,
    /// What each account gets.
    pub(super) legs: Arc<[Leg]>,
}

impl<'a> Plan<'a> {
    /// Of a schedule; none when it touches no account of the forecast.
    pub(super) fn new(scheduled: &'a ScheduledTransaction, places: &Places<'a>) -> Result<Option<Self>, MoneyError> {
        let own = places.of(&scheduled.account_id);
        let mut legs = Vec::new();
        if let Some(account) = own {
            legs.push(Leg {
                account,
                amount: scheduled.amount,
            });
        }
        let whole = (scheduled.transfer_account_id.as_ref(), scheduled.amount);
        let lines = scheduled
            .lines
            .iter()
            .map(|line| (line.transfer_account_id.as_ref(), line.amount));
        for (other, amount) in std::iter::once(whole).chain(lines) {
            if let Some(account) = other.and_then(|other| places.of(other)) {
                let amount = amount.checked_neg()?;
                legs.push(Leg { account, amount });
            }
        }
        let pays = legs
            .iter()
            .find(|leg| leg.amount.is_negative())
            .or(legs.first())
            .copied();
        let Some(Leg { account, amount }) = pays.filter(|leg| !leg.amount.is_zero()) else {
            return Ok(None);
        };
        let transfer = scheduled.transfer_account_id.as_ref().map(|other| {
            if Some(account) == own {
                (&scheduled.account_id, other)
            } else {
                (other, &scheduled.account_id)
            }
        });
        Ok(Some(Self {
            scheduled,
            pace: schedule::pace(scheduled),
            account,
            amount,
            transfer,
            legs: legs.into(),
        }))
    }

    /// Whether it is money from outside that is no transfer.
    pub(super) fn is_income(&self) -> bool {
        self.transfer.is_none() && self.amount.is_positive()
    }
}
