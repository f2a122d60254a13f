//! The plan counted again in another way: the first thing that does not add up is told in words.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;

use super::{Books, MonthFigures};
use crate::sim::calendar::month_of;
use crate::sim::model::{Cleared, Plan, Role, Transaction, World};
use crate::sim::table::Record;

impl World {
    /// Checks every plan; see [`Plan::audit`].
    pub fn audit(&self) -> Result<(), String> {
        self.plans
            .iter()
            .try_for_each(|plan| plan.audit().map_err(|what| format!("{}: {what}", plan.name)))
    }

    /// Asserts that every plan's books balance; for tests.
    ///
    /// # Panics
    /// With the first thing that does not add up.
    #[expect(clippy::panic, reason = "an assertion for tests")]
    pub fn assert_balanced(&self) {
        if let Err(what) = self.audit() {
            panic!("the books do not balance: {what}");
        }
    }
}

impl Plan {
    /// Checks what must hold in every plan: balances are the sums of their transactions, categories roll over month by
    /// month, money is neither made nor lost, split lines add up, transfers mirror each other, import ids are unique.
    pub fn audit(&self) -> Result<(), String> {
        self.check_balances()?;
        self.check_rows()?;
        self.check_import_ids()?;
        self.check_counted()?;
        self.check_months()
    }

    fn live(&self) -> impl Iterator<Item = &Transaction> {
        self.transactions.iter().filter(|row| !row.deleted)
    }

    fn check_balances(&self) -> Result<(), String> {
        let mut sums: HashMap<_, (i64, i64)> = HashMap::new();
        for row in self.live() {
            let sum = sums.entry(row.account_id).or_default();
            match row.cleared {
                Cleared::Uncleared => sum.1 += row.amount,
                Cleared::Cleared | Cleared::Reconciled => sum.0 += row.amount,
            }
        }
        for account in &self.accounts {
            let counted = sums.remove(&account.id).unwrap_or_default();
            let held = self.balances(account.id).unwrap_or_default();
            demand(counted == held, || {
                format!("{}: balances {held:?}, transactions {counted:?}", account.name)
            })?;
        }
        demand(sums.is_empty(), || "transactions of unknown accounts".to_owned())
    }

    fn check_rows(&self) -> Result<(), String> {
        for row in self.live() {
            demand(row.changed() <= self.knowledge, || {
                format!("{}: stamped in the future", row.id)
            })?;
            if row.is_split() {
                let sum: i64 = row.live_lines().map(|line| line.amount).sum();
                demand(sum == row.amount, || {
                    format!("{}: lines {sum}, total {}", row.id, row.amount)
                })?;
                demand(row.category_id.is_none(), || {
                    format!("{}: a split with a category", row.id)
                })?;
            }
            for category in row
                .category_id
                .iter()
                .chain(row.live_lines().filter_map(|line| line.category_id.as_ref()))
            {
                demand(self.categories.get(category).is_some(), || {
                    format!("{}: unknown category", row.id)
                })?;
            }
            for payee in row
                .payee_id
                .iter()
                .chain(row.live_lines().filter_map(|line| line.payee_id.as_ref()))
            {
                demand(self.payees.get(payee).is_some(), || {
                    format!("{}: unknown payee", row.id)
                })?;
            }
            self.check_transfer(row)?;
        }
        Ok(())
    }

    fn check_transfer(&self, row: &Transaction) -> Result<(), String> {
        if let Some(other) = &row.transfer_transaction_id {
            let mirrored = match self.transactions.live(other) {
                Some(other) => {
                    other.amount == -row.amount
                        && other.date == row.date
                        && other.transfer_transaction_id.as_ref() == Some(&row.id)
                        && Some(other.account_id) == row.transfer_account_id
                        && Some(row.account_id) == other.transfer_account_id
                }
                None => self
                    .live()
                    .filter(|parent| Some(parent.account_id) == row.transfer_account_id)
                    .any(|parent| {
                        parent.date == row.date
                            && parent.live_lines().any(|line| {
                                line.id == *other
                                    && line.amount == -row.amount
                                    && line.transfer_transaction_id.as_ref() == Some(&row.id)
                            })
                    }),
            };
            demand(mirrored, || {
                format!("{}: its other side {other} does not mirror it", row.id)
            })?;
        } else {
            demand(row.transfer_account_id.is_none(), || {
                format!("{}: a transfer with one side", row.id)
            })?;
        }
        for line in row.live_lines() {
            let Some(other) = &line.transfer_transaction_id else {
                continue;
            };
            let mirrored = self.transactions.live(other).is_some_and(|other| {
                other.amount == -line.amount && other.transfer_transaction_id.as_ref() == Some(&line.id)
            });
            demand(mirrored, || {
                format!("{}: the other side {other} does not mirror it", line.id)
            })?;
        }
        Ok(())
    }

    fn check_import_ids(&self) -> Result<(), String> {
        let mut seen = HashSet::new();
        let listed = self
            .live()
            .filter_map(|row| row.import_id.as_ref().map(|id| (row.account_id, id)));
        let hidden = self.hidden_imports.iter().map(|row| (row.account_id, &row.import_id));
        for key in listed.chain(hidden) {
            demand(seen.insert(key), || format!("import id {} twice", key.1))?;
        }
        Ok(())
    }

    /// The running count equals a count from nothing.
    fn check_counted(&self) -> Result<(), String> {
        let mut fresh = Books::default();
        fresh.recount(self);
        fresh.settle(self);
        demand(fresh.months.len() == self.books.months.len(), || {
            "months are missing".to_owned()
        })?;
        for (month, figures) in &fresh.months {
            let held = self.books.month(*month);
            demand(held.is_some_and(|held| same_figures(held, figures)), || {
                format!("{month}: figures drifted")
            })?;
        }
        Ok(())
    }

    fn check_months(&self) -> Result<(), String> {
        let mut cash = 0_i64;
        let mut by_month: HashMap<NaiveDate, i64> = HashMap::new();
        for row in self.live() {
            let holds_cash = |account: &crate::sim::model::Account| account.on_budget && !account.kind.is_card();
            if self.accounts.get(&row.account_id).is_some_and(holds_cash) {
                *by_month.entry(month_of(row.date)).or_default() += row.amount;
            }
        }
        let mut before: Option<&MonthFigures> = None;
        for (month, figures) in self.books.months() {
            cash += by_month.get(&month).copied().unwrap_or(0);
            let mut held = figures.raw_ready + figures.card_overspending;
            for (place, cell) in figures.cells.iter().enumerate() {
                let sum = cell.carried + cell.assigned + cell.activity;
                demand(cell.balance == sum, || {
                    format!("{month}: category {place} has {cell:?}")
                })?;
                if self
                    .categories
                    .at(place)
                    .is_some_and(|category| category.role != Role::ReadyToAssign)
                {
                    let carried = before
                        .and_then(|month| month.cells.get(place))
                        .map_or(0, |cell| cell.balance.max(0));
                    demand(cell.carried == carried, || {
                        format!("{month}: category {place} did not carry {carried}")
                    })?;
                    held += cell.balance;
                }
            }
            demand(held == cash, || {
                format!("{month}: accounts hold {cash}, categories and Ready to Assign {held}")
            })?;
            before = Some(figures);
        }
        Ok(())
    }
}

fn same_figures(one: &MonthFigures, other: &MonthFigures) -> bool {
    let totals = |month: &MonthFigures| {
        (
            month.income,
            month.assigned,
            month.activity,
            month.ready_to_assign,
            month.age_of_money,
            month.raw_ready,
        )
    };
    let cell = |place: usize, month: &MonthFigures| {
        month
            .cells
            .get(place)
            .map(|cell| (cell.carried, cell.assigned, cell.activity, cell.balance))
    };
    totals(one) == totals(other)
        && one.cells.len() == other.cells.len()
        && (0..one.cells.len()).all(|place| cell(place, one) == cell(place, other))
}

fn demand(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}
