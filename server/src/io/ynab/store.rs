//! The copies of what YNAB holds, by real plan id, and what a write makes stale in them.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;

use super::collection::Synced;
use super::collections::{Accounts, Categories, MonthList, Payees, ScheduledList};
use super::recent::Recent;
use super::shared::{Shared, Tickets};
use super::transactions::Transactions;
use crate::domain::ids::PlanId;
use crate::domain::month::Month;
use crate::domain::plan::{MonthDetail, PlanSummary};

/// Plans whose copies are kept; those not read for longest go first.
const PLANS_KEPT: usize = 8;

/// Months of a plan that are kept; five years, for the tools that compare months.
const MONTHS_KEPT: usize = 60;

/// All copies. Nothing is kept under a word such as `last-used`: the key is a plan's real id.
pub(super) struct Store {
    pub(super) tickets: Tickets,
    pub(super) plans: Shared<Arc<Vec<PlanSummary>>>,
    copies: Mutex<Recent<PlanId, Arc<PlanCopies>>>,
}

/// The copies of one plan.
pub(super) struct PlanCopies {
    pub(super) accounts: Shared<Synced<Accounts>>,
    pub(super) categories: Shared<Synced<Categories>>,
    pub(super) payees: Shared<Synced<Payees>>,
    pub(super) transactions: Shared<Synced<Transactions>>,
    pub(super) month_list: Shared<Synced<MonthList>>,
    pub(super) scheduled: Shared<Synced<ScheduledList>>,
    months: Mutex<Recent<Month, Arc<Shared<MonthCopy>>>>,
}

/// The copy of a month.
#[derive(Clone)]
pub(super) struct MonthCopy {
    pub(super) detail: Arc<MonthDetail>,
    /// The answer it was made of, when it was made of nothing else: the same answer again needs no reading.
    pub(super) body: Option<Bytes>,
}

/// What a write changes.
#[derive(Clone, Copy)]
pub(super) enum Touched {
    /// Categories or their assigned amounts: categories and months.
    Categories,
    /// A payee's name: payees, and all transactions. Those whose payee was renamed need not come among YNAB's changes, so
    /// after the write the copy of the transactions goes, and all are read.
    Payees,
    /// Transactions, and with them balances, activity and payees: everything.
    Transactions,
}

impl Store {
    pub(super) fn new() -> Self {
        Self {
            tickets: Tickets::new(),
            plans: Shared::new(),
            copies: Mutex::new(Recent::new(PLANS_KEPT)),
        }
    }

    /// The copies of the plan, empty ones when it was not read before.
    pub(super) fn of(&self, plan: &PlanId) -> Arc<PlanCopies> {
        self.copies
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_make(plan, || Arc::new(PlanCopies::new()))
    }

    /// Makes stale what a write touches: now, and again when the guard is dropped after the write, however it ended. What
    /// was asked for before that moment never counts as fresh after it.
    pub(super) fn touch<'a>(&'a self, plan: &'a PlanId, touched: Touched) -> Touching<'a> {
        let touching = Touching {
            store: self,
            plan,
            touched,
        };
        touching.mark();
        touching
    }
}

impl PlanCopies {
    fn new() -> Self {
        Self {
            accounts: Shared::new(),
            categories: Shared::new(),
            payees: Shared::new(),
            transactions: Shared::new(),
            month_list: Shared::new(),
            scheduled: Shared::new(),
            months: Mutex::new(Recent::new(MONTHS_KEPT)),
        }
    }

    pub(super) fn month(&self, month: Month) -> Arc<Shared<MonthCopy>> {
        self.months
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_make(&month, || Arc::new(Shared::new()))
    }

    fn mark(&self, touched: Touched, tickets: &Tickets) {
        if matches!(touched, Touched::Categories | Touched::Transactions) {
            self.categories.mark_changed(tickets);
            self.month_list.mark_changed(tickets);
            for month in self.months.lock().unwrap_or_else(PoisonError::into_inner).values() {
                month.mark_changed(tickets);
            }
        }
        if matches!(touched, Touched::Payees | Touched::Transactions) {
            self.payees.mark_changed(tickets);
            self.scheduled.mark_changed(tickets);
            self.transactions.mark_changed(tickets);
        }
        if matches!(touched, Touched::Transactions) {
            self.accounts.mark_changed(tickets);
        }
    }
}

/// A write under way.
pub(super) struct Touching<'a> {
    store: &'a Store,
    plan: &'a PlanId,
    touched: Touched,
}

impl Touching<'_> {
    fn mark(&self) {
        self.store.of(self.plan).mark(self.touched, &self.store.tickets);
    }

    fn forget(&self) {
        if matches!(self.touched, Touched::Payees) {
            self.store.of(self.plan).transactions.forget(&self.store.tickets);
        }
    }
}

impl Drop for Touching<'_> {
    fn drop(&mut self) {
        self.mark();
        self.forget();
    }
}
