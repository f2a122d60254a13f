//! What the read side costs, counted: requests to YNAB, calls, and bytes of answers. The README says the command that prints
//! all of it; a table of it stands there too.
//!
//! Nothing here waits for time to pass: the process's clock and YNAB's are moved by hand.

mod agreeing;
mod facts;
mod pages;
mod questions;
mod readme;
mod requests;
mod rounds;
mod together;
mod trends;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use avenir::confirm::Way;
use avenir::registry::{Gate, TOOLS};
use avenir::runtime::Runtime;
use avenir::tool::Tool;
use serde_json::{Value, json};
use ynab_api::sim::{Entry, Recorded, Scribe, World};

use crate::stage::{SEPTEMBER, Setting, Stage, TODAY, call_of, day};

/// The demo's plan, made once.
static DEMO: LazyLock<World> = LazyLock::new(|| World::demo(day(TODAY)));

/// Copies are fresh for five seconds.
const NO_LONGER_FRESH: u64 = 6;

/// The list of plans is fresh for ten minutes.
const LIST_NO_LONGER_FRESH: u64 = 601;

/// The operation that lists the plans.
const PLANS: &str = "getPlans";

/// A process that has read nothing yet, on the demo's plan.
async fn demo() -> Stage {
    Stage::set(Setting::with(DEMO.clone())).await
}

/// The tools that only read, in the registry's order: one that is added is counted without another word here.
fn reads() -> impl Iterator<Item = &'static dyn Tool> {
    Gate { writes: false }.tools()
}

fn tool(name: &str) -> &'static dyn Tool {
    let found = TOOLS.iter().copied().find(|tool| tool.facts().name == name);
    found.unwrap_or_else(|| panic!("no tool {name}"))
}

/// The arguments of a plain call of a tool that only reads: just what it requires.
fn plain(tool: &dyn Tool) -> Value {
    let arguments = match tool.facts().name {
        "find_transactions" => json!({"since_date": "2026-07-01"}),
        "get_transaction" => json!({"transaction_id": "c6b486b9-d8b3-4a40-a4a9-4242f4f26ac1"}),
        "forecast_balance" => json!({"until": "2026-12"}),
        "diagnose_account" => json!({"account_id": "Girokonto", "bank_balance": 7000}),
        _ => json!({}),
    };
    let schema = &tool.schemas().input;
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let lacking: Vec<_> = required
        .filter_map(Value::as_str)
        .filter(|name| arguments.get(name).is_none())
        .collect();
    let name = tool.facts().name;
    assert!(
        lacking.is_empty(),
        "say here how {name} is called: it requires {lacking:?}"
    );
    arguments
}

/// An answer, and the requests it took.
struct Asked {
    answer: Value,
    requests: Vec<Recorded>,
}

impl Asked {
    /// How many requests.
    fn cost(&self) -> usize {
        self.requests.len()
    }

    /// Bytes of the structured answer.
    fn bytes(&self) -> usize {
        self.answer.to_string().len()
    }

    /// Asserts that nothing was asked for twice.
    fn assert_nothing_twice(&self, what: &str) {
        let paths: BTreeSet<_> = self.requests.iter().map(|request| &request.path).collect();
        assert_eq!(paths.len(), self.requests.len(), "{what}: {:#?}", self.requests);
    }

    /// Asserts that all of it was asked for as changes, but for months, of which YNAB sends none, and the list of plans.
    fn assert_changes_only(&self, what: &str) {
        let whole = self.requests.iter().filter(|request| {
            let has_changes = !["getPlanMonth", PLANS].contains(&request.operation.unwrap_or_default());
            has_changes && !request.query.contains("last_knowledge_of_server=")
        });
        assert_eq!(whole.collect::<Vec<_>>(), Vec::<&Recorded>::new(), "{what}");
    }
}

/// One call, its requests counted by YNAB and by the process alike.
async fn ask(stage: &Stage, process: &Runtime, tool: &dyn Tool, arguments: Value) -> Asked {
    stage.sim.forget_requests();
    let outcome = call_of(process, "stdio", Way::Code, tool, arguments, &|| true).await;
    let requests = stage.sim.requests();
    stage.sim.forget_requests();
    let name = tool.facts().name;
    assert_eq!(
        outcome.called.requests as usize,
        requests.len(),
        "{name}: {requests:#?}"
    );
    Asked {
        answer: outcome.answer(),
        requests,
    }
}

/// Another client changes something in every collection, and something that every answer rests on: a group, a purchase this
/// month and one in a full month, both at new shops, a bill that becomes dearer, a loan that becomes larger, an assigned
/// amount, a schedule. Only the list of plans and what was done through the server stay as they are.
fn change_elsewhere(stage: &Stage) {
    let changed = stage.sim.edit(|plan| {
        let account = |name: &str| plan.account_named(name).unwrap().id;
        let (current, loan) = (account("Girokonto"), account("Car loan"));
        let groceries = plan.category_named("🛒 Groceries").unwrap().id;
        let salary = plan.scheduled.iter().find(|row| row.amount > 0).unwrap().id;
        let energy = plan.payee_named("Stadtwerke").unwrap().id;
        let bills = plan.transactions.iter().filter(|row| row.payee_id == Some(energy));
        let last_bill = bills.max_by_key(|row| row.date).unwrap().id.clone();
        plan.add_group("Added");
        let mut scribe = Scribe::new(plan);
        for (account, date, payee, category) in [
            (current, "2026-09-14", "A shop that opened today", None),
            (current, "2026-08-14", "A shop that opened in August", Some(groceries)),
            (loan, "2026-09-14", "Fees", None),
        ] {
            let mut entry = Entry::new(account, day(date), -1_234_560, payee, category);
            entry.approved = false;
            scribe.enter(&entry);
        }
        let assigned = plan.assigned_to(day(SEPTEMBER), groceries);
        plan.assign(day(SEPTEMBER), groceries, assigned + 1_000);
        plan.edit_transaction(&last_bill, |row| row.amount -= 10_000);
        plan.edit_scheduled(salary, |row| row.amount += 1_000)
    });
    assert_eq!(changed, Some(true));
}

/// Whose answers tell nothing of what was changed elsewhere.
const TELL_NO_CHANGE: [&str; 3] = ["list_plans", "get_transaction", "list_operations"];
