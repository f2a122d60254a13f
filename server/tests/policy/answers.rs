//! Real answers of every tool against the stand-in: amounts are in currency units and are what YNAB holds, nothing speaks of
//! another plan, and each answer is what its schema promises.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use avenir::tool::Tool;
use serde_json::{Number, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::stand::{MOVED, Stand, tool};

/// Tools whose answers are sums and figures that YNAB itself does not hold.
const ADD_UP: &[&str] = &[
    "find_recurring_charges",
    "find_transactions",
    "forecast_balance",
    "get_budget_vs_actual",
    "get_card_coverage",
    "get_debt_payoff_plan",
    "get_net_worth_trend",
    "get_runway",
    "get_savings_rate",
    "get_spending",
    "get_spending_trends",
    "get_underfunded_targets",
    "list_scheduled_transactions",
];

impl Stand {
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

fn whole_numbers(value: &Value, found: &mut BTreeSet<i64>) {
    match value {
        Value::Number(number) => found.extend(number.as_i64()),
        Value::Array(items) => items.iter().for_each(|item| whole_numbers(item, found)),
        Value::Object(members) => members.values().for_each(|member| whole_numbers(member, found)),
        _ => {}
    }
}

/// The amount in thousandths, from the text of the number; nothing when it has more decimals.
pub(crate) fn thousandths(number: &Number) -> Option<i64> {
    let text = number.to_string();
    let (units, decimals) = text.split_once('.').unwrap_or((&text, ""));
    (decimals.len() <= 3)
        .then(|| format!("{units}{decimals:0<3}").parse().ok())
        .flatten()
}

/// A number that is no money.
const NOT_MONEY: &str = "confidence";

/// The amounts of an answer, by its schema: what is of `type: number`.
fn amounts<'a>(schema: &Value, answer: &'a Value, found: &mut Vec<&'a Number>) {
    match (schema["type"].as_str(), answer) {
        (Some("number"), Value::Number(number)) => found.push(number),
        (Some("array"), Value::Array(items)) => items.iter().for_each(|item| amounts(&schema["items"], item, found)),
        (Some("object"), Value::Object(members)) => {
            for (name, member) in members.iter().filter(|(name, _)| *name != NOT_MONEY) {
                amounts(&schema["properties"][name], member, found);
            }
        }
        _ => {}
    }
}

pub(crate) fn schema_of_answer(tool: &dyn Tool) -> Value {
    let mut schema = Value::Object(tool.schemas().output.as_ref().clone());
    close(&mut schema);
    schema
}

/// Forbids what the schema does not name, in every object of it.
fn close(schema: &mut Value) {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.values_mut().for_each(close);
        schema["additionalProperties"] = Value::Bool(false);
    }
    if let Some(items) = schema.get_mut("items") {
        close(items);
    }
}

/// The amounts that are not what YNAB holds in thousandths.
fn not_in_units<'a>(schema: &Value, answer: &'a Value, held: &BTreeSet<i64>) -> Vec<&'a Number> {
    let mut found = Vec::new();
    amounts(schema, answer, &mut found);
    found.retain(|number| thousandths(number).is_none_or(|amount| !held.contains(&amount)));
    found
}

#[tokio::test]
async fn every_answer_is_in_currency_units_of_its_own_plan_and_as_its_schema_says() {
    let stand = Stand::new();
    assert!(!stand.others.is_empty());
    let mut held = stand.numbers().await;
    held.insert(thousandths(&Number::from_f64(MOVED).expect("a number")).expect("three decimals"));
    for (tool, arguments) in stand.calls().await {
        let name = tool.facts().name;
        let answer = stand.call(name, arguments).await;
        held.append(&mut stand.numbers().await);
        let schema = schema_of_answer(tool);
        let problems = jsonschema::validator_for(&schema).expect("a schema").validate(&answer);
        assert!(problems.is_ok(), "{name}: {problems:?} in {answer:#}");
        let wrong = not_in_units(&schema, &answer, &held);
        assert!(
            ADD_UP.contains(&name) || wrong.is_empty(),
            "{name}: {wrong:?} in {answer:#}"
        );
        if name != "list_plans" {
            let told = answer.to_string();
            assert!(stand.others.iter().all(|id| !told.contains(id)), "{name}: {told}");
        }
    }
    let questions = stand.questions().join("\n");
    assert!(stand.others.iter().all(|id| !questions.contains(id)), "{questions}");
    stand.sim.stop().await;
}

/// All text in the files below a folder.
fn text_below(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a readable folder").path();
        text += &path.to_string_lossy();
        text += &if path.is_dir() {
            text_below(&path)
        } else {
            fs::read_to_string(&path).expect("text")
        };
    }
    text
}

#[tokio::test]
async fn nothing_is_kept_or_recorded_under_last_used() {
    let mut stand = Stand::new();
    let id = std::mem::replace(&mut stand.plan, "last-used".to_owned());
    let asks_for_a_plan = stand
        .call_all()
        .await
        .iter()
        .filter(|(tool, _)| tool.facts().name != "list_plans")
        .count();
    let kept = text_below(stand.state());
    assert!(kept.contains(&id), "what was done is recorded under the plan's own id");
    assert!(!kept.contains("last-used"), "{kept}");
    let requests = stand.sim.requests();
    let named = requests
        .iter()
        .filter(|request| request.path.contains("last-used"))
        .collect::<Vec<_>>();
    assert!(
        named.iter().all(|request| request.path == "/v1/plans/last-used"),
        "{named:?}"
    );
    // Once in each call, and four calls were made to find arguments.
    assert_eq!(named.len(), asks_for_a_plan + 4);
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
        let schema = schema_of_answer(tool(name));
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
pub(crate) fn thousandths_are_read_from_the_text_of_a_number() {
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
