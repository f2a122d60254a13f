//! Real answers of every tool against the stand-in: amounts are in currency units and are what YNAB holds, nothing speaks of
//! another plan, and each answer is what its schema promises.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use avenir::confirm::{Ask, Person, Reply, Way};
use avenir::registry::TOOLS;
use avenir::runtime::Runtime;
use avenir::tool::{Answer, Tool};
use futures::future::BoxFuture;
use serde_json::{Number, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use ynab_api::sim::{Clock, Sim, SimOptions, World};

use crate::served;

const TODAY: &str = "2026-10-15";

/// An amount that no row of the demo has.
const MOVED: f64 = 12.34;

/// The stand-in with two plans, and a server in front of it.
struct Stand {
    sim: Sim,
    runtime: Arc<Runtime>,
    plan: String,
    /// The ids of the other plans.
    others: Vec<String>,
    agrees: Agrees,
    _state: tempfile::TempDir,
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
    fn new() -> Self {
        let today = TODAY.parse().expect("a day");
        let options = SimOptions {
            clock: Clock::Fixed(today),
            limit: None,
            ..SimOptions::default()
        };
        let sim = Sim::start(World::demo_with_second_plan(today), options).expect("a port");
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
            _state: state,
        }
    }

    async fn call(&self, name: &str, arguments: Value) -> Value {
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
            Ok(Answer::Complete(answer)) => answer,
            Ok(Answer::InputRequired { .. }) => panic!("{name} asks the client"),
            Err(error) => panic!("{name}: {error}"),
        }
    }

    /// Every whole number that the stand-in tells of the plan, in milliunits where it is money.
    async fn numbers(&self) -> BTreeSet<i64> {
        let mut found = BTreeSet::new();
        for path in ["", "/accounts", "/categories", "/months/2026-10-01"] {
            whole_numbers(&self.get(&format!("/v1/plans/{}{path}", self.plan)).await, &mut found);
        }
        found
    }

    async fn get(&self, path: &str) -> Value {
        let mut stream = tokio::net::TcpStream::connect(self.sim.address())
            .await
            .expect("a connection");
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        serde_json::from_str(body).expect("JSON")
    }
}

fn tool(name: &str) -> &'static dyn Tool {
    let found = TOOLS.iter().copied().find(|tool| tool.facts().name == name);
    found.unwrap_or_else(|| panic!("no tool {name}"))
}

fn whole_numbers(value: &Value, found: &mut BTreeSet<i64>) {
    match value {
        Value::Number(number) => found.extend(number.as_i64()),
        Value::Array(items) => items.iter().for_each(|item| whole_numbers(item, found)),
        Value::Object(members) => members.values().for_each(|member| whole_numbers(member, found)),
        _ => {}
    }
}

/// The amount in thousandths, from the text of the number; nothing when it has more decimals.
fn thousandths(number: &Number) -> Option<i64> {
    let text = number.to_string();
    let (units, decimals) = text.split_once('.').unwrap_or((&text, ""));
    (decimals.len() <= 3)
        .then(|| format!("{units}{decimals:0<3}").parse().ok())
        .flatten()
}

/// The amounts of an answer, by its schema: what is of `type: number`.
fn amounts<'a>(schema: &Value, answer: &'a Value, found: &mut Vec<&'a Number>) {
    match (schema["type"].as_str(), answer) {
        (Some("number"), Value::Number(number)) => found.push(number),
        (Some("array"), Value::Array(items)) => items.iter().for_each(|item| amounts(&schema["items"], item, found)),
        (Some("object"), Value::Object(members)) => {
            for (name, member) in members {
                amounts(&schema["properties"][name], member, found);
            }
        }
        _ => {}
    }
}

/// The amounts that are not what YNAB holds in thousandths.
fn not_in_units<'a>(schema: &Value, answer: &'a Value, held: &BTreeSet<i64>) -> Vec<&'a Number> {
    let mut found = Vec::new();
    amounts(schema, answer, &mut found);
    found.retain(|number| thousandths(number).is_none_or(|amount| !held.contains(&amount)));
    found
}

/// A value of the first row that fits.
fn of<'a>(answer: &'a Value, rows: &str, fits: impl Fn(&Value) -> bool, member: &str) -> &'a str {
    let row = answer[rows]
        .as_array()
        .and_then(|rows| rows.iter().find(|row| fits(row)));
    row.and_then(|row| row[member].as_str())
        .unwrap_or_else(|| panic!("no such row in {rows}"))
}

/// The smallest call of each tool that has something to answer; its plan is added. `asked` are the amounts it names.
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
        | "undo_operation" => json!({}),
        "find_transactions" => json!({"since_date": "2026-06-01"}),
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

#[tokio::test]
async fn every_answer_is_in_currency_units_of_its_own_plan_and_as_its_schema_says() {
    let stand = Stand::new();
    assert!(!stand.others.is_empty());
    let balances = stand.call("get_category_balances", json!({})).await;
    let payments = stand
        .call("find_transactions", json!({"since_date": "2026-06-01", "limit": 200}))
        .await;
    let mut held = stand.numbers().await;
    held.insert(thousandths(&Number::from_f64(MOVED).expect("a number")).expect("three decimals"));
    for tool in TOOLS {
        let name = tool.facts().name;
        let schema = Value::Object(tool.schemas().output);
        let answer = stand.call(name, sample(name, &balances, &payments)).await;
        held.append(&mut stand.numbers().await);

        let problems = jsonschema::validator_for(&schema).expect("a schema").validate(&answer);
        assert!(problems.is_ok(), "{name}: {problems:?} in {answer:#}");
        if tool.facts().writes() {
            assert_eq!(answer["status"], "applied", "{name}: {answer:#}");
        }
        assert_eq!(
            not_in_units(&schema, &answer, &held),
            Vec::<&Number>::new(),
            "{name}: {answer:#}"
        );
        if name != "list_plans" {
            let told = answer.to_string();
            assert!(stand.others.iter().all(|id| !told.contains(id)), "{name}: {told}");
        }
    }
    let questions = stand.agrees.0.lock().expect("no panic").join("\n");
    assert!(stand.others.iter().all(|id| !questions.contains(id)), "{questions}");
    stand.sim.stop().await;
}

#[tokio::test]
async fn milliunits_in_an_answer_would_be_found() {
    let stand = Stand::new();
    let held = stand.numbers().await;
    for name in [
        "list_accounts",
        "get_monthly_summary",
        "get_category_balances",
        "find_transactions",
    ] {
        let answer = stand.call(name, sample_of_a_read(name)).await;
        let schema = Value::Object(tool(name).schemas().output);
        let mut found = Vec::new();
        amounts(&schema, &answer, &mut found);
        let told = found.iter().filter(|number| number.as_f64() != Some(0.0)).count();
        assert!(told > 0, "{name} tells no amount");
        let wrong = thousandfold(&answer);
        assert!(!not_in_units(&schema, &wrong, &held).is_empty(), "{name}");
    }
    let plans = stand.call("list_plans", json!({})).await.to_string();
    assert!(
        stand.others.iter().all(|id| plans.contains(id)),
        "the other plans' ids are there to be found"
    );
    stand.sim.stop().await;
}

fn sample_of_a_read(name: &str) -> Value {
    match name {
        "find_transactions" => json!({"since_date": "2026-06-01"}),
        _ => json!({}),
    }
}

/// The answer as it would be with milliunits in it.
fn thousandfold(answer: &Value) -> Value {
    match answer {
        Value::Number(number) => json!(thousandths(number)),
        Value::Array(items) => items.iter().map(thousandfold).collect(),
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(name, member)| (name.clone(), thousandfold(member)))
                .collect(),
        ),
        other => other.clone(),
    }
}

#[test]
fn thousandths_are_read_from_the_text_of_a_number() {
    for (text, expected) in [
        ("86.4", Some(86_400)),
        ("-2784.369", Some(-2_784_369)),
        ("-0.05", Some(-50)),
        ("1000000000", Some(1_000_000_000_000)),
        ("0.1234", None),
    ] {
        let number = serde_json::from_str::<Number>(text).expect("a number");
        assert_eq!(thousandths(&number), expected, "{text}");
    }
}
