//! A small plan on 30 November 2026, and a client of it.

use std::time::Duration;

use http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::sim::clock::{Clock, Time};
use crate::sim::desk::{Call, Desk, Outcome, Settings, Switches};
use crate::sim::faults::Fault;
use crate::sim::future::Future;
use crate::sim::model::{AccountKind, Plan, Role, World};
use crate::sim::money::CurrencyFormat;
use crate::sim::quirks::Quirks;

/// The stand-in with the small plan.
pub(crate) struct Bench {
    pub desk: Desk,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self::of(World::with_plan(small()))
    }

    pub(crate) fn of(world: World) -> Self {
        let day = world
            .plans
            .first()
            .map_or_else(|| "2026-11-30".parse().unwrap(), |plan| plan.day);
        let switches = Switches {
            time: Time::new(Clock::Fixed(day)),
            quirks: Quirks::default(),
            future: Future::default(),
            limit: None,
            retry_after: None,
        };
        Self {
            desk: Desk::new(world, Settings::default(), switches),
        }
    }

    pub(crate) fn with_quirks(quirks: Quirks) -> Self {
        let bench = Self::new();
        bench.desk.switches().quirks = quirks;
        bench
    }

    pub(crate) fn fault(&self, fault: Fault) {
        self.desk.faults().add(fault);
    }

    pub(crate) fn advance_days(&self, days: u64) {
        self.desk.switches().time.advance(Duration::from_secs(days * 86_400));
    }

    /// Sends a request below `/v1/plans/last-used/`; status and body.
    pub(crate) fn ask(&self, method: Method, address: &str, body: &Value) -> (u16, Value) {
        self.ask_raw(method, &format!("/v1/plans/last-used/{address}"), body)
    }

    /// Sends a request to a whole address.
    pub(crate) fn ask_raw(&self, method: Method, address: &str, body: &Value) -> (u16, Value) {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let body = if body.is_null() {
            Vec::new()
        } else {
            body.to_string().into_bytes()
        };
        let call = Call {
            method,
            path: path.into(),
            query: query.into(),
            token: Some("t".into()),
            body,
        };
        let number = self.desk.record(&call);
        let plot = self.desk.plot(&call).unwrap();
        let Outcome::Reply(reply) = self.desk.carry_out(&call, &plot) else {
            panic!("the connection was dropped")
        };
        self.desk.note_status(number, Some(reply.status));
        let value = serde_json::from_slice(&reply.body).unwrap();
        (reply.status, value)
    }

    /// Reads something; the data.
    pub(crate) fn get(&self, address: &str) -> Value {
        let (status, value) = self.ask(Method::GET, address, &Value::Null);
        assert_eq!(status, 200, "{address}: {value}");
        value["data"].clone()
    }

    /// Writes something that must succeed with this status; the data.
    pub(crate) fn write(&self, status: u16, method: Method, address: &str, body: &Value) -> Value {
        let (answered, value) = self.ask(method, address, body);
        assert_eq!(answered, status, "{address}: {value}");
        self.assert_balanced();
        value["data"].clone()
    }

    /// Writes something that must be refused with this status and change nothing; the sentence.
    pub(crate) fn refused(&self, status: u16, method: Method, address: &str, body: &Value) -> String {
        let before = self.desk.world().to_json().unwrap();
        let (answered, value) = self.ask(method, address, body);
        assert_eq!(answered, status, "{address}: {value}");
        assert!(
            self.desk.world().to_json().unwrap() == before,
            "a refused request changed something"
        );
        assert!(value.get("data").is_none());
        value["error"]["detail"].as_str().unwrap().to_owned()
    }

    pub(crate) fn assert_balanced(&self) {
        self.desk.world().assert_balanced();
    }

    /// Creates a transaction; its row as answered.
    pub(crate) fn create(&self, fields: &Value) -> Value {
        self.write(201, Method::POST, "transactions", &json!({ "transaction": fields }))["transaction"].clone()
    }

    /// Changes a transaction; its row as answered.
    pub(crate) fn change(&self, id: &str, fields: &Value) -> Value {
        let body = json!({ "transaction": fields });
        self.write(200, Method::PUT, &format!("transactions/{id}"), &body)["transaction"].clone()
    }

    /// Sees that a transaction is refused as a new one; the sentence.
    pub(crate) fn create_refused(&self, fields: &Value) -> String {
        self.refused(400, Method::POST, "transactions", &json!({ "transaction": fields }))
    }

    /// Assigns an amount in a month.
    pub(crate) fn assign(&self, month: &str, category: &str, amount: i64) -> Value {
        let address = format!("months/{month}/categories/{}", self.category(category));
        self.write(
            200,
            Method::PATCH,
            &address,
            &json!({ "category": { "budgeted": amount } }),
        )["category"]
            .clone()
    }

    /// A category's assigned money, activity and balance in a month, as answered.
    pub(crate) fn figures(&self, month: &str, category: &str) -> (i64, i64, i64) {
        let row = self.get(&format!("months/{month}/categories/{}", self.category(category)))["category"].clone();
        let amount = |name: &str| row[name].as_i64().unwrap();
        (amount("budgeted"), amount("activity"), amount("balance"))
    }

    /// Ready to Assign in a month, as answered.
    pub(crate) fn ready(&self, month: &str) -> i64 {
        self.get(&format!("months/{month}"))["month"]["to_be_budgeted"]
            .as_i64()
            .unwrap()
    }

    /// An account's balance, cleared balance and uncleared balance, as answered.
    pub(crate) fn balances(&self, account: &str) -> (i64, i64, i64) {
        let row = self.get(&format!("accounts/{}", self.account(account)))["account"].clone();
        let amount = |name: &str| row[name].as_i64().unwrap();
        (
            amount("balance"),
            amount("cleared_balance"),
            amount("uncleared_balance"),
        )
    }

    pub(crate) fn account(&self, name: &str) -> Uuid {
        self.desk.world().plans[0].account_named(name).unwrap().id
    }

    pub(crate) fn category(&self, name: &str) -> Uuid {
        self.desk.world().plans[0].category_named(name).unwrap().id
    }

    pub(crate) fn group(&self, name: &str) -> Uuid {
        self.desk.world().plans[0]
            .groups
            .iter()
            .find(|group| group.name == name)
            .unwrap()
            .id
    }

    /// The payee that transfers to an account.
    pub(crate) fn transfer_payee(&self, account: &str) -> Uuid {
        self.desk.world().plans[0]
            .account_named(account)
            .unwrap()
            .transfer_payee_id
    }

    pub(crate) fn payment_category(&self, card: &str) -> Uuid {
        self.desk.world().plans[0]
            .account_named(card)
            .unwrap()
            .payment_category_id
            .unwrap()
    }

    pub(crate) fn knowledge(&self) -> i64 {
        self.desk.world().plans[0].knowledge
    }
}

/// Opening balances in October: 1000 checking, 500 savings, 2000 tracked, 5000 owed on a car. In November 600 are assigned
/// to Rent and 300 to Food, which leaves 600 Ready to Assign.
pub(crate) fn small() -> Plan {
    let today = "2026-11-30".parse().unwrap();
    let opened = "2026-10-01".parse().unwrap();
    let month = "2026-11-01".parse().unwrap();
    let mut plan = Plan::new("Small", Some(CurrencyFormat::dollar()), today);
    plan.change(crate::sim::model::midday(today), |plan| {
        for (name, kind, balance) in [
            ("Checking", AccountKind::Checking, 1_000_000),
            ("Savings", AccountKind::Savings, 500_000),
            ("Card", AccountKind::CreditCard, 0),
            ("Other card", AccountKind::CreditCard, 0),
            ("Asset", AccountKind::OtherAsset, 2_000_000),
            ("Car loan", AccountKind::AutoLoan, -5_000_000),
        ] {
            let id = plan.add_account(name, kind);
            plan.open_with(id, opened, balance);
        }
        let closed = plan.add_account("Closed", AccountKind::Checking);
        plan.edit_account(closed, |account| account.closed = true);
        let bills = plan.add_group("Bills");
        let rent = plan.add_category(bills, "Rent");
        let food = plan.add_category(bills, "Food");
        let fun = plan.add_group("Fun");
        plan.add_category(fun, "Books");
        let loan = plan.add_category(fun, "Car");
        let account = plan.account_named("Car loan").unwrap().id;
        plan.edit_category(loan, |category| category.role = Role::Loan(account));
        plan.assign(month, rent, 600_000);
        plan.assign(month, food, 300_000);
    });
    plan
}
