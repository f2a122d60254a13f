//! A small plan that every test knows by heart, and what YNAB holds of it.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value, json};
use uuid::Uuid;
use ynab_api::sim::{
    Account, AccountKind, Category, Cleared, CurrencyFormat, Entry, EntryLine, Group, Plan, Role, Scribe, World,
};

/// The day it is, for the server and for YNAB.
pub const TODAY: &str = "2026-11-20";

/// The month it is.
pub const MONTH: &str = "2026-11-01";

/// A day.
pub fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

/// The plan's things, by the names the tests use.
#[derive(Clone, Debug)]
pub struct Household {
    /// The plan.
    pub plan: Uuid,
    /// The current account.
    pub account: Uuid,
    /// The group of all categories below.
    pub group: Uuid,
    /// 300.00 assigned, 42.30 spent.
    pub groceries: Uuid,
    /// 120.00 assigned.
    pub restaurants: Uuid,
    /// 80.00 assigned, 20.00 spent.
    pub tennis: Uuid,
    /// Nothing assigned.
    pub holiday: Uuid,
    /// Three fresh bank rows, uncategorised and unapproved: 31.00, 5.40 and 12.00 spent.
    pub fresh: [String; 3],
    /// An approved row of the groceries.
    pub old: String,
    /// A split row: 20.00 of groceries and 5.00 of restaurants.
    pub split: String,
}

impl Household {
    /// The household and the world it lives in, alone.
    pub fn new() -> (Self, World) {
        let id = |number: u128| Uuid::from_u128((0x11aa << 112) | number);
        let things = Self {
            plan: Plan::new("Haushalt", None, day(TODAY)).id,
            account: id(1),
            group: id(2),
            groceries: id(11),
            restaurants: id(12),
            tennis: id(13),
            holiday: id(14),
            fresh: Default::default(),
            old: String::new(),
            split: String::new(),
        };
        things.filled()
    }

    fn filled(mut self) -> (Self, World) {
        let mut world = self.furnished();
        let month = day(MONTH);
        world.plans[0].change(noon(), |plan| {
            for (category, amount) in [
                (self.groceries, 300_000),
                (self.restaurants, 120_000),
                (self.tennis, 80_000),
            ] {
                plan.assign(month, category, amount);
            }
            let ready = Some(plan.own.ready_to_assign);
            let mut scribe = Scribe::new(plan);
            let mut entry = |date: &str, amount, payee: &'static str, category| {
                let mut entry = Entry::new(self.account, day(date), amount, payee, category);
                if category.is_none() {
                    (entry.approved, entry.cleared) = (false, Cleared::Uncleared);
                }
                scribe.enter(&entry)
            };
            entry("2026-11-01", 2_000_000, "Arbeitgeber", ready);
            self.old = entry("2026-11-03", -42_300, "Markt", Some(self.groceries));
            entry("2026-11-15", -20_000, "Tennisclub", Some(self.tennis));
            self.fresh = [
                entry("2026-11-10", -31_000, "Trattoria", None),
                entry("2026-11-12", -5_400, "Bäckerei", None),
                entry("2026-11-18", -12_000, "Kiosk", None),
            ];
            let line = |amount, category| EntryLine {
                amount,
                category: Some(category),
                transfer_to: None,
                memo: None,
            };
            self.split = scribe.split(
                &Entry::new(self.account, day("2026-11-16"), -25_000, "Kaufhaus", None),
                &[line(-20_000, self.groceries), line(-5_000, self.restaurants)],
            );
        });
        (self, world)
    }

    /// The empty plan with its account and its categories, which have no door of their own.
    fn furnished(&self) -> World {
        let plan = Plan::new("Haushalt", Some(CurrencyFormat::euro()), day(TODAY));
        let mut world: Value =
            serde_json::from_slice(&World::with_plan(plan).to_json().expect("a world is JSON")).expect("JSON");
        let plan = &mut world["plans"][0];
        let mut add = |table: &str, row: Value| plan[table].as_array_mut().expect("a table").push(row);
        let account = Account {
            id: self.account,
            name: "Girokonto".to_owned(),
            kind: AccountKind::Checking,
            on_budget: true,
            closed: false,
            note: None,
            transfer_payee_id: Uuid::from_u128(0x77),
            payment_category_id: None,
            direct_import_linked: false,
            direct_import_in_error: false,
            last_reconciled_at: None,
            debt_interest_rates: BTreeMap::new(),
            debt_minimum_payments: BTreeMap::new(),
            debt_escrow_amounts: BTreeMap::new(),
            deleted: false,
            changed: 1,
        };
        let transfer_payee = json!({
            "id": account.transfer_payee_id, "name": "Transfer : Girokonto", "transfer_account_id": account.id,
            "deleted": false, "changed": 1,
        });
        add("accounts", json!(account));
        add("payees", transfer_payee);
        let group = Group {
            id: self.group,
            name: "Alltag".to_owned(),
            hidden: false,
            internal: false,
            deleted: false,
            changed: 1,
        };
        add("groups", json!(group));
        for (id, name) in [
            (self.groceries, "Lebensmittel"),
            (self.restaurants, "Restaurants"),
            (self.tennis, "Tennis"),
            (self.holiday, "Urlaub"),
        ] {
            let category = Category {
                id,
                group_id: self.group,
                name: name.to_owned(),
                role: Role::Ordinary,
                hidden: false,
                internal: false,
                note: None,
                target: None,
                deleted: false,
                changed: 1,
            };
            add("categories", json!(category));
        }
        World::from_json(world.to_string().as_bytes()).expect("a world")
    }

    /// 30.00 from tennis to the restaurants, this month.
    pub fn moving(&self) -> Value {
        json!({"month": MONTH, "from_category_id": self.tennis, "to_category_id": self.restaurants, "amount": 30})
    }

    /// The first two fresh rows to the restaurants and the groceries.
    pub fn categorizing(&self) -> Value {
        json!({"assignments": [
            {"transaction_id": self.fresh[0], "category_id": self.restaurants},
            {"transaction_id": self.fresh[1], "category_id": self.groceries},
        ]})
    }

    /// Another amount for the holiday, this month.
    pub fn budgeting(&self, amount: &str) -> Value {
        json!({"month": MONTH, "category_id": self.holiday, "amount": amount})
    }
}

/// When the household was made, and changes of other clients are.
pub(crate) fn noon() -> DateTime<Utc> {
    format!("{TODAY}T12:00:00Z").parse().expect("a time")
}

/// What YNAB holds of everything that the tools change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Milliunits assigned, by month and category; zero is nothing.
    pub assigned: BTreeMap<(NaiveDate, Uuid), i64>,
    /// Category, flag and approval of each transaction.
    pub rows: BTreeMap<String, (Option<Uuid>, Option<String>, bool)>,
}

impl Held {
    /// Of a plan.
    pub fn by(plan: &Plan) -> Self {
        let months = plan.assigned.iter();
        let assigned = months.flat_map(|(month, amounts)| amounts.iter().map(|(id, amount)| ((*month, *id), *amount)));
        let rows = plan.transactions.iter().filter(|row| !row.deleted);
        Self {
            assigned: assigned.filter(|(_, amount)| *amount != 0).collect(),
            rows: rows
                .map(|row| (row.id.clone(), (row.category_id, row.flag.clone(), row.approved)))
                .collect(),
        }
    }

    /// All assigned money together.
    pub fn total(&self) -> i64 {
        self.assigned.values().sum()
    }

    /// In how many places this differs from the other.
    pub fn differences(&self, other: &Self) -> usize {
        let keys = self.assigned.keys().chain(other.assigned.keys());
        let keys: std::collections::BTreeSet<_> = keys.collect();
        let amounts = keys
            .into_iter()
            .filter(|key| self.assigned.get(*key) != other.assigned.get(*key));
        let rows = self.rows.iter().filter(|(id, row)| other.rows.get(*id) != Some(*row));
        amounts.count() + rows.count()
    }
}
