//! One plan, and the only doors through which its rows change, so that the books always follow.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Account, Category, Group, HiddenImport, Location, Movement, MovementGroup, Payee, PendingImport, Role, Scheduled,
    Transaction,
};
use crate::sim::books::Books;
use crate::sim::calendar::{month_of, months_after};
use crate::sim::ids::derived;
use crate::sim::money::CurrencyFormat;
use crate::sim::table::Table;

/// A plan: what YNAB once called a budget.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Plan {
    /// Identifier.
    pub id: Uuid,
    /// Name.
    pub name: String,
    /// Currency format; YNAB sometimes has none.
    pub currency: Option<CurrencyFormat>,
    /// Date format such as `DD.MM.YYYY`; YNAB sometimes has none.
    pub date_format: Option<String>,
    /// Time of the last change.
    pub last_modified: DateTime<Utc>,
    /// The server knowledge: one higher with every change.
    pub knowledge: i64,
    /// The first month.
    pub first_month: NaiveDate,
    /// The last month; at least the one after the current.
    pub last_month: NaiveDate,
    /// The UTC day up to which schedules have been entered.
    pub day: NaiveDate,
    /// Number of the next row made here, for its identifier.
    pub next_number: u64,
    /// YNAB's own rows.
    pub own: OwnRows,
    /// Accounts.
    pub accounts: Table<Account>,
    /// Category groups.
    pub groups: Table<Group>,
    /// Categories.
    pub categories: Table<Category>,
    /// Payees.
    pub payees: Table<Payee>,
    /// Payee locations.
    pub locations: Table<Location>,
    /// Transactions; change them through [`Plan::put_transaction`] only.
    pub transactions: Table<Transaction>,
    /// Scheduled transactions.
    pub scheduled: Table<Scheduled>,
    /// The log of assigned money.
    pub movements: Vec<Movement>,
    /// Movements done together.
    pub movement_groups: Vec<MovementGroup>,
    /// Assigned money by month and category, in milliunits.
    pub assigned: BTreeMap<NaiveDate, BTreeMap<Uuid, i64>>,
    /// Notes of months.
    pub month_notes: BTreeMap<NaiveDate, String>,
    /// The person's own names of flag colours.
    pub flag_names: BTreeMap<String, String>,
    /// Payees that imported names are turned into.
    pub rename_rules: BTreeMap<String, Uuid>,
    /// Bank rows that wait for the next import.
    pub pending_imports: Vec<PendingImport>,
    /// Imported rows hidden behind the row they were matched with.
    pub hidden_imports: Vec<HiddenImport>,
    /// What follows from the transactions and the assigned money.
    #[serde(skip)]
    pub(crate) books: Books,
}

/// Identifiers of the rows every plan is born with.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct OwnRows {
    /// Group of the internal categories.
    pub internal_group: Uuid,
    /// Group of the card payment categories.
    pub card_group: Uuid,
    /// Category that takes income.
    pub ready_to_assign: Uuid,
    /// Category that counts spending without one.
    pub uncategorized: Uuid,
    /// Category id YNAB gives a split transaction; it is in no list.
    pub split: Uuid,
    /// Payee of opening balances.
    pub starting_balance_payee: Uuid,
}

impl Plan {
    /// A plan with YNAB's own rows and nothing else, in its first month.
    pub fn new(name: &str, currency: Option<CurrencyFormat>, today: NaiveDate) -> Self {
        let id = derived(&["plan", name]);
        let key = id.to_string();
        let own = |what: &str| derived(&[&key, what]);
        let own_rows = OwnRows {
            internal_group: own("internal group"),
            card_group: own("card group"),
            ready_to_assign: own("ready to assign"),
            uncategorized: own("uncategorized"),
            split: own("split"),
            starting_balance_payee: own("starting balance"),
        };
        let mut plan = Self {
            id,
            name: name.to_owned(),
            currency,
            date_format: Some("DD.MM.YYYY".to_owned()),
            last_modified: midday(today),
            knowledge: 1,
            first_month: month_of(today),
            last_month: months_after(month_of(today), 1),
            day: today,
            next_number: 1,
            own: own_rows,
            accounts: Table::default(),
            groups: Table::default(),
            categories: Table::default(),
            payees: Table::default(),
            locations: Table::default(),
            transactions: Table::default(),
            scheduled: Table::default(),
            movements: Vec::new(),
            movement_groups: Vec::new(),
            assigned: BTreeMap::new(),
            month_notes: BTreeMap::new(),
            flag_names: BTreeMap::new(),
            rename_rules: BTreeMap::new(),
            pending_imports: Vec::new(),
            hidden_imports: Vec::new(),
            books: Books::default(),
        };
        plan.add_own_rows();
        plan.rebuild_books();
        plan
    }

    fn add_own_rows(&mut self) {
        let own = self.own;
        for (id, name) in [
            (own.internal_group, "Internal Master Category"),
            (own.card_group, "Credit Card Payments"),
        ] {
            let group = Group {
                id,
                name: name.into(),
                hidden: false,
                internal: true,
                deleted: false,
                changed: 0,
            };
            self.groups.put(group, self.knowledge);
        }
        let deferred = derived(&[&self.id.to_string(), "deferred"]);
        for (id, name, role) in [
            (own.ready_to_assign, "Inflow: Ready to Assign", Role::ReadyToAssign),
            (deferred, "Deferred Income SubCategory", Role::Deferred),
            (own.uncategorized, "Uncategorized", Role::Uncategorized),
        ] {
            let category = Category {
                id,
                group_id: own.internal_group,
                name: name.into(),
                role,
                hidden: false,
                internal: true,
                note: None,
                target: None,
                deleted: false,
                changed: 0,
            };
            self.categories.put(category, self.knowledge);
        }
        for (id, name) in [
            (own.starting_balance_payee, "Starting Balance"),
            (
                derived(&[&self.id.to_string(), "manual adjustment"]),
                "Manual Balance Adjustment",
            ),
            (
                derived(&[&self.id.to_string(), "reconciliation adjustment"]),
                "Reconciliation Balance Adjustment",
            ),
        ] {
            let payee = Payee {
                id,
                name: name.into(),
                transfer_account_id: None,
                deleted: false,
                changed: 0,
            };
            self.payees.put(payee, self.knowledge);
        }
    }

    /// Makes one change: everything stamped inside carries the new knowledge, and the books follow at the end.
    pub fn change<R>(&mut self, at: DateTime<Utc>, change: impl FnOnce(&mut Self) -> R) -> R {
        self.knowledge += 1;
        self.last_modified = at;
        let result = change(self);
        self.settle();
        result
    }

    /// A fresh identifier for a row of this kind.
    pub(crate) fn fresh_id(&mut self, kind: &str) -> Uuid {
        let number = self.next_number;
        self.next_number += 1;
        derived(&[&self.id.to_string(), kind, &number.to_string()])
    }

    /// Adds or replaces a transaction, inside [`Plan::change`].
    pub fn put_transaction(&mut self, row: Transaction) {
        let mut books = std::mem::take(&mut self.books);
        if let Some(held) = self.transactions.get(&row.id) {
            books.count(self, held, -1);
        }
        self.first_month = self.first_month.min(month_of(row.date));
        books.count(self, &row, 1);
        self.books = books;
        let knowledge = self.knowledge;
        let held_account = self.transactions.get(&row.id).map(|held| held.account_id);
        for account in [Some(row.account_id), held_account].into_iter().flatten() {
            self.accounts.edit(&account, knowledge, |_| ());
        }
        self.transactions.put(row, knowledge);
    }

    /// Changes a transaction in place, past all rules, inside [`Plan::change`]; says whether there was one.
    pub fn edit_transaction(&mut self, id: &str, change: impl FnOnce(&mut Transaction)) -> bool {
        let Some(mut row) = self.transactions.get(&id.to_owned()).cloned() else {
            return false;
        };
        change(&mut row);
        self.put_transaction(row);
        true
    }

    /// Changes an account past all rules, inside [`Plan::change`]; says whether there was one.
    pub fn edit_account(&mut self, id: Uuid, change: impl FnOnce(&mut Account)) -> bool {
        let found = self.accounts.edit(&id, self.knowledge, change);
        self.recount();
        found
    }

    /// Changes a category group past all rules, inside [`Plan::change`]; says whether there was one.
    pub fn edit_group(&mut self, id: Uuid, change: impl FnOnce(&mut Group)) -> bool {
        let found = self.groups.edit(&id, self.knowledge, change);
        let inside: Vec<Uuid> = self
            .categories
            .iter()
            .filter(|one| one.group_id == id)
            .map(|one| one.id)
            .collect();
        for category in inside {
            self.categories.edit(&category, self.knowledge, |_| ());
        }
        found
    }

    /// Changes a category past all rules, inside [`Plan::change`]; says whether there was one.
    pub fn edit_category(&mut self, id: Uuid, change: impl FnOnce(&mut Category)) -> bool {
        self.categories.edit(&id, self.knowledge, change)
    }

    /// Changes a payee past all rules, inside [`Plan::change`]; says whether there was one.
    pub fn edit_payee(&mut self, id: Uuid, change: impl FnOnce(&mut Payee)) -> bool {
        self.payees.edit(&id, self.knowledge, change)
    }

    /// Changes a scheduled transaction past all rules, inside [`Plan::change`]; says whether there was one.
    pub fn edit_scheduled(&mut self, id: Uuid, change: impl FnOnce(&mut Scheduled)) -> bool {
        self.scheduled.edit(&id, self.knowledge, change)
    }

    /// Sets the assigned money of a category in a month, inside [`Plan::change`], without a movement in the log.
    pub fn assign(&mut self, month: NaiveDate, category: Uuid, amount: i64) {
        self.first_month = self.first_month.min(month);
        self.last_month = self.last_month.max(month);
        let of_month = self.assigned.entry(month).or_default();
        if amount == 0 {
            of_month.remove(&category);
        } else {
            of_month.insert(category, amount);
        }
    }

    /// The assigned money of a category in a month.
    pub fn assigned_to(&self, month: NaiveDate, category: Uuid) -> i64 {
        self.assigned
            .get(&month)
            .and_then(|of_month| of_month.get(&category))
            .copied()
            .unwrap_or(0)
    }

    /// The account with this name, for tests.
    pub fn account_named(&self, name: &str) -> Option<&Account> {
        self.accounts.iter().find(|one| !one.deleted && one.name == name)
    }

    /// The category with this name, for tests.
    pub fn category_named(&self, name: &str) -> Option<&Category> {
        self.categories.iter().find(|one| !one.deleted && one.name == name)
    }

    /// The payee with this name, letter case aside.
    pub fn payee_named(&self, name: &str) -> Option<&Payee> {
        let wanted = name.to_lowercase();
        self.payees
            .iter()
            .find(|one| !one.deleted && one.name.to_lowercase() == wanted)
    }

    /// Counts everything again, keeping what clients already know.
    fn recount(&mut self) {
        let mut books = std::mem::take(&mut self.books);
        books.recount(self);
        self.books = books;
    }

    /// Brings months and balances in line with the rows; figures that moved carry the present knowledge.
    pub(crate) fn settle(&mut self) {
        let mut books = std::mem::take(&mut self.books);
        books.settle(self);
        self.books = books;
    }

    /// Counts and settles from nothing, as after loading; every figure carries the present knowledge.
    pub(crate) fn rebuild_books(&mut self) {
        let mut books = Books::default();
        books.recount(self);
        books.settle(self);
        self.books = books;
    }
}

/// Noon of a day, where only a day is known.
pub(crate) fn midday(day: NaiveDate) -> DateTime<Utc> {
    day.and_hms_opt(12, 0, 0).unwrap_or_default().and_utc()
}
