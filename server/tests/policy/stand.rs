//! The stand-in with two plans, a server in front of it, a person who says yes, and a call of every tool.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};

use avenir::app::App;
use avenir::confirm::{Ask, Person, Reply, Way};
use avenir::registry::TOOLS;
use avenir::runtime::Runtime;
use avenir::tool::{Answer, Tool};
use futures::future::BoxFuture;
use serde_json::{Value, json};
use ynab_api::sim::{Clock, Sim, SimOptions, World};

use crate::served;

/// The demo's day.
pub(crate) const TODAY: &str = "2026-10-15";

/// An amount that no row of the demo has.
pub(crate) const MOVED: f64 = 12.34;

/// The stand-in, and a server in front of it.
pub(crate) struct Stand {
    pub(crate) sim: Sim,
    pub(crate) runtime: Arc<Runtime>,
    /// What calls name as their plan.
    pub(crate) plan: String,
    /// The ids of the other plans.
    pub(crate) others: Vec<String>,
    agrees: Agrees,
    state: tempfile::TempDir,
}

/// A person who says yes and remembers the questions.
#[derive(Default)]
struct Agrees(Mutex<Vec<String>>);

impl Ask for Agrees {
    fn ask<'a>(&'a self, question: &'a str) -> BoxFuture<'a, Reply> {
        self.0.lock().expect("no panic").push(question.to_owned());
        Box::pin(async { Reply::Yes })
    }
}

impl Stand {
    /// With the demo's plan and another.
    pub(crate) fn new() -> Self {
        Self::with(Self::world())
    }

    pub(crate) fn world() -> World {
        World::demo_with_second_plan(TODAY.parse().expect("a day"))
    }

    /// With a world whose first plan is called for.
    pub(crate) fn with(world: World) -> Self {
        let today = TODAY.parse().expect("a day");
        let options = SimOptions {
            clock: Clock::Fixed(today),
            limit: None,
            ..SimOptions::default()
        };
        let sim = Sim::start(world, options).expect("a port");
        let ids = sim.look(|world| world.plans.iter().map(|plan| plan.id.to_string()).collect::<Vec<_>>());
        let [plan, others @ ..] = ids.as_slice() else {
            panic!("no plan")
        };
        let state = tempfile::tempdir().expect("a folder");
        let config = served::config(&sim.url(), state.path().to_owned(), true);
        Self {
            runtime: avenir::start::start(config).expect("parts that fit").runtime,
            plan: plan.clone(),
            others: others.to_vec(),
            sim,
            agrees: Agrees::default(),
            state,
        }
    }

    /// The answer of a call of the plan; the person says yes to whatever it asks.
    pub(crate) async fn call(&self, name: &str, arguments: Value) -> Value {
        let tool = tool(name);
        let mut arguments = arguments.as_object().expect("an object").clone();
        if tool.schemas().input["properties"].get("plan_id").is_some() {
            arguments.insert("plan_id".to_owned(), json!(self.plan));
        }
        let person = Person {
            principal: "test".to_owned(),
            way: Way::Terminal(&self.agrees),
            still_wanted: &|| true,
        };
        match self.runtime.call(tool, arguments, &person).await.answer {
            Ok(Answer::Complete(answer)) => {
                let done = !tool.facts().writes() || answer["status"] == "applied";
                assert!(done, "{name}: {answer:#}");
                answer
            }
            Ok(Answer::InputRequired { .. }) => panic!("{name} asks the client"),
            Err(error) => panic!("{name}: {error}"),
        }
    }

    /// Each tool, in the registry's order, with the arguments of a call.
    pub(crate) async fn calls(&self) -> Vec<(&'static dyn Tool, Value)> {
        let balances = self.call("get_category_balances", json!({})).await;
        let arguments = json!({"since_date": "2026-06-01", "limit": 200});
        let payments = self.call("find_transactions", arguments).await;
        let things = self.things().await;
        let with_arguments = |tool: &'static dyn Tool| {
            let name = tool.facts().name;
            let more = sample_of_thing(name, &things, &payments);
            let arguments = more.unwrap_or_else(|| sample(name, &balances, &payments));
            // What the schema does not require can be left out: each call leaves out just that.
            let given = arguments
                .as_object()
                .into_iter()
                .flat_map(|members| members.keys())
                .collect::<BTreeSet<_>>();
            let schema = &tool.schemas().input;
            let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
            let required = required.filter_map(Value::as_str).collect::<BTreeSet<_>>();
            // With only what it requires, this one would not know what to change.
            if name != "update_category" {
                assert!(given.iter().copied().eq(required), "{name}: {given:?}");
            }
            (tool, arguments)
        };
        TOOLS.iter().copied().map(with_arguments).collect()
    }

    /// What the lists of other tools do not say: ids for the calls that need them.
    async fn things(&self) -> Things {
        let groups = self.call("list_category_groups", json!({})).await;
        let accounts = self.call("list_accounts", json!({})).await;
        let cash = of(&accounts, "accounts", |row| row["type"] == "cash", "id").to_owned();
        let payee = self.sim.look(|world| {
            let mut payees = world.plans[0].payees.iter();
            let own = |payee: &&ynab_api::sim::Payee| payee.transfer_account_id.is_none() && !payee.deleted;
            payees.rfind(own).map(|payee| payee.id.to_string())
        });
        let targeted = self.sim.look(|world| {
            let mut categories = world.plans[0].categories.iter();
            let with_target =
                categories.find(|category| category.target.is_some() && !category.hidden && !category.deleted);
            with_target.map(|category| category.id.to_string())
        });
        Things {
            group: of(&groups, "groups", |_| true, "id").to_owned(),
            checking: of(&accounts, "accounts", |row| row["type"] == "checking", "id").to_owned(),
            cash_balance: accounts["accounts"]
                .as_array()
                .and_then(|rows| rows.iter().find(|row| row["id"] == cash.as_str()))
                .map(|row| row["cleared_balance"].clone())
                .expect("a balance"),
            cash,
            payee: payee.expect("a payee"),
            targeted: targeted.expect("a category with a target"),
        }
    }

    /// Each tool with the answer of its call.
    pub(crate) async fn call_all(&self) -> Vec<(&'static dyn Tool, Value)> {
        let mut answers = Vec::new();
        for (tool, arguments) in self.calls().await {
            answers.push((tool, self.call(tool.facts().name, arguments).await));
        }
        answers
    }

    /// The questions that the person was asked.
    pub(crate) fn questions(&self) -> Vec<String> {
        self.agrees.0.lock().expect("no panic").clone()
    }

    /// Another server in front of the same stand-in, as its clients see it.
    pub(crate) fn app(&self, writes: bool) -> App {
        let config = served::config(&self.sim.url(), self.state.path().to_owned(), writes);
        App::new(avenir::start::start(config).expect("parts that fit").runtime, "test")
    }

    /// Where the server keeps its files.
    pub(crate) fn state(&self) -> &Path {
        self.state.path()
    }
}

pub(crate) fn tool(name: &str) -> &'static dyn Tool {
    let found = TOOLS.iter().copied().find(|tool| tool.facts().name == name);
    found.unwrap_or_else(|| panic!("no tool {name}"))
}

/// A value of the first row that fits.
fn of<'a>(answer: &'a Value, rows: &str, fits: impl Fn(&Value) -> bool, member: &str) -> &'a str {
    let row = answer[rows]
        .as_array()
        .and_then(|rows| rows.iter().find(|row| fits(row)));
    row.and_then(|row| row[member].as_str())
        .unwrap_or_else(|| panic!("no such row in {rows}"))
}

/// Ids for some calls.
struct Things {
    group: String,
    checking: String,
    cash: String,
    cash_balance: Value,
    payee: String,
    targeted: String,
}

/// The smallest calls of the tools that need such ids.
fn sample_of_thing(name: &str, things: &Things, payments: &Value) -> Option<Value> {
    Some(match name {
        "set_category_target" => json!({"category_id": things.targeted}),
        "create_category" => json!({"category_group_id": things.group, "name": "Pets"}),
        "update_category" => json!({"category_id": things.targeted, "name": "Renamed"}),
        "rename_payee" => json!({"payee_id": things.payee, "name": "Another name"}),
        "import_transactions" => json!({}),
        "create_transactions" => json!({
            "account_id": things.checking,
            "transactions": [{"date": "2026-10-14", "amount": -MOVED, "payee_name": "Kiosk"}],
        }),
        "split_transaction" => {
            let plain = |row: &Value| row["split"] == false && row["category"].is_string() && row["flag"].is_null();
            let rows = payments["transactions"].as_array().expect("rows");
            let row = rows.iter().rfind(|row| plain(row)).expect("a plain row");
            let amount = row["amount"].as_f64().expect("an amount");
            let rest = ((amount + 1.0) * 1000.0).round() / 1000.0;
            json!({
                "transaction_id": row["transaction_id"],
                "lines": [
                    {"amount": rest, "category_id": row["category"]},
                    {"amount": -1, "category_id": things.targeted},
                ],
            })
        }
        "diagnose_account" | "reconcile_account" => {
            json!({"account_id": things.cash, "bank_balance": things.cash_balance})
        }
        _ => return None,
    })
}

/// The smallest call of each tool that has something to answer; its plan is added.
fn sample(name: &str, balances: &Value, payments: &Value) -> Value {
    let rich = |row: &Value| row["balance"].as_f64() > Some(MOVED * 2.0);
    let poor = |row: &Value| row["balance"].as_f64() < Some(MOVED);
    let category = of(balances, "categories", rich, "category_id");
    let plain = |row: &Value| row["split"] == false && row["category"].is_string() && row["flag"].is_null();
    let payment = of(payments, "transactions", plain, "transaction_id");
    let old = of(payments, "transactions", plain, "category");
    match name {
        "list_plans"
        | "list_accounts"
        | "list_category_groups"
        | "get_monthly_summary"
        | "get_category_balances"
        | "list_scheduled_transactions"
        | "find_recurring_charges"
        | "get_underfunded_targets"
        | "get_card_coverage"
        | "get_debt_payoff_plan"
        | "get_budget_vs_actual"
        | "get_spending"
        | "get_spending_trends"
        | "list_categories"
        | "get_net_worth_trend"
        | "get_savings_rate"
        | "get_runway"
        | "get_age_of_money"
        | "list_operations"
        | "list_payees"
        | "list_unapproved"
        | "suggest_categories"
        | "find_transactions"
        | "undo_operation" => json!({}),
        "get_transaction" => json!({"transaction_id": payment}),
        "forecast_balance" => json!({"until": "2027-01"}),
        "set_category_budget" => json!({"month": "current", "category_id": category, "amount": MOVED}),
        "move_money" => json!({
            "month": "current",
            "from_category_id": category,
            "to_category_id": of(balances, "categories", poor, "category_id"),
            "amount": MOVED,
        }),
        "apply_categories" => {
            let other = |row: &Value| row["transaction_id"] != payment && row["category"].is_string();
            let new = of(
                payments,
                "transactions",
                |row| other(row) && row["category"] != old,
                "category",
            );
            json!({"assignments": [{"transaction_id": payment, "category_id": new}]})
        }
        "flag_transactions" => json!({"flags": [{"transaction_id": payment, "color": "purple"}]}),
        "approve_transactions" => {
            let fresh = |row: &Value| row["approved"] == false;
            json!({"tx_ids": [of(payments, "transactions", fresh, "transaction_id")]})
        }
        other => panic!("add a sample call of {other} here: what it answers is checked like all others"),
    }
}
