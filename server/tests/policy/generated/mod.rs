//! Every read tool on invented plans in every kind of currency, as a client gets it: the schema closed, text and structure the
//! same, one visible line each, no more decimals than the currency has, and sums that add up.

mod calls;
mod plan;
mod schedules;
mod sums;
mod together;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use avenir::app::App;
use avenir::domain::text::visible_line;
use avenir::registry::TOOLS;
use serde_json::{Value, json};
use ynab_api::sim::{CurrencyFormat, Plan, World};

use crate::answers::schema_of_answer;
use crate::client::Client;
use crate::hostile::{filled_with_hostile_text, loose_texts};
use crate::stand::{Stand, TODAY, tool};

/// Numbers of answers that are no money.
const NOT_MONEY: [&str; 10] = [
    "change_pct",
    "change_percent",
    "confidence",
    "interest_rate",
    "median_rate",
    "median_runway_months",
    "rate",
    "runway_months",
    "share_pct",
    "utilization_pct",
];

/// Texts that write amounts.
const SENTENCES: [&str; 5] = ["message", "notes", "finding", "target", "reasons"];

/// Lists that nothing here fills: what was written by this server.
const NEVER_FILLED: [&str; 1] = ["list_operations.operations"];

/// Finds amounts that have more decimals than the currency.
fn finer(schema: &Value, answer: &Value, decimals: usize, found: &mut Vec<String>) {
    match (schema["type"].as_str(), answer) {
        (Some("number"), Value::Number(number)) => {
            let text = number.to_string();
            if text.split_once('.').is_some_and(|(_, own)| own.len() > decimals) {
                found.push(format!("{text} has more than {decimals} decimals"));
            }
        }
        (Some("array"), Value::Array(items)) => {
            for item in items {
                finer(&schema["items"], item, decimals, found);
            }
        }
        (Some("object"), Value::Object(members)) => {
            for (name, member) in members.iter().filter(|(name, _)| !NOT_MONEY.contains(&name.as_str())) {
                finer(&schema["properties"][name], member, decimals, found);
            }
        }
        _ => {}
    }
}

/// Numbers with a point in a sentence that are not written with the currency's decimals; percentages and months have their own.
fn odd_numbers(sentence: &str, decimals: [usize; 2]) -> Vec<String> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mut found = Vec::new();
    for (at, _) in sentence.match_indices('.') {
        let (before, after) = (&sentence[..at], &sentence[at + 1..]);
        let own = after.chars().take_while(|letter| is_digit(*letter)).count();
        let rest = &after[own..];
        let other = rest.starts_with(" %") || rest.starts_with(" month");
        if before.ends_with(is_digit) && own > 0 && !decimals.contains(&own) && !other {
            found.push(format!("a number of {own} decimals in {sentence:?}"));
        }
    }
    found
}

fn odd_sentences(answer: &Value, decimals: [usize; 2], found: &mut Vec<String>) {
    match answer {
        Value::Object(members) => {
            for (name, member) in members {
                let texts = match member {
                    _ if !SENTENCES.contains(&name.as_str()) => vec![],
                    Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
                    one => one.as_str().into_iter().collect(),
                };
                found.extend(texts.iter().flat_map(|text| odd_numbers(text, decimals)));
                odd_sentences(member, decimals, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| odd_sentences(item, decimals, found)),
        _ => {}
    }
}

/// What answers of a plan are held against.
struct Held {
    /// The currency's code.
    code: Option<String>,
    /// The decimals it takes and those it shows.
    decimals: [usize; 2],
    /// Tracking accounts.
    tracked: Vec<String>,
}

impl Held {
    fn of(plan: &Plan, decimals: [usize; 2]) -> Self {
        let tracked = plan.accounts.iter().filter(|account| !account.on_budget);
        Self {
            code: plan.currency.as_ref().map(|currency| currency.iso_code.clone()),
            decimals,
            tracked: tracked.map(|account| visible_line(&account.name)).collect(),
        }
    }
}

/// All that is wrong with an answer, as a client gets it.
fn problems(name: &str, result: &Value, held: &Held) -> Vec<String> {
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    if result["isError"] == true {
        return vec![format!("an error: {text}")];
    }
    let answer = &result["structuredContent"];
    let mut found = Vec::new();
    if serde_json::from_str::<Value>(text).ok().as_ref() != Some(answer) || result["content"][1] != Value::Null {
        found.push("the text is not the structure".to_owned());
    }
    let names_the_plan = answer["plan"].is_string() && answer["currency"].as_str() == held.code.as_deref();
    if !names_the_plan && name != "list_plans" {
        found.push("the plan or its currency is not named".to_owned());
    }
    let schema = schema_of_answer(tool(name));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    found.extend(validator.iter_errors(answer).map(|problem| problem.to_string()));
    loose_texts(answer, &mut found);
    finer(&schema, answer, held.decimals[0], &mut found);
    odd_sentences(answer, held.decimals, &mut found);
    found.extend(sums::problems(name, answer, &held.tracked));
    found
}

/// The members of answers that are lists, and whether a call has filled them.
type Filled = BTreeMap<String, bool>;

fn note_filled(name: &str, answer: &Value, filled: &mut Filled) {
    let schema = Value::Object(tool(name).schemas().output.as_ref().clone());
    for (member, property) in schema["properties"].as_object().into_iter().flatten() {
        if property["type"] == "array" {
            let has_rows = answer[member].as_array().is_some_and(|rows| !rows.is_empty());
            *filled.entry(format!("{name}.{member}")).or_default() |= has_rows;
        }
    }
}

/// Calls everything; what is wrong, each with its call.
async fn wrong_answers(world: World, decimals: [usize; 2], filled: &mut Filled) -> Vec<String> {
    let calls = calls::of(&world);
    let called = calls.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>();
    let reads = TOOLS.iter().map(|tool| tool.facts()).filter(|facts| !facts.writes());
    let left_out = reads
        .map(|facts| facts.name)
        .filter(|name| !called.contains(name))
        .collect::<Vec<_>>();
    let held = Held::of(&world.plans[0], decimals);
    let has_accounts = !world.plans[0].accounts.is_empty();
    assert_eq!(
        left_out,
        if has_accounts {
            vec![]
        } else {
            vec!["get_transaction", "diagnose_account"]
        }
    );
    let stand = Stand::with(world);
    let mut client = Client::connect(App::new(Arc::clone(&stand.runtime), "test")).await;
    let mut wrong = Vec::new();
    for (name, arguments) in calls {
        let asked = format!("{name} {arguments}");
        let response = client
            .ask("tools/call", json!({"name": name, "arguments": arguments}))
            .await;
        let found = problems(name, &response["result"], &held);
        note_filled(name, &response["result"]["structuredContent"], filled);
        wrong.extend(found.iter().map(|problem| format!("{asked}: {problem}")));
    }
    client.leave().await;
    stand.sim.stop().await;
    wrong
}

/// Each currency with the milliunits of its smallest amount, the decimals it takes and those it shows.
fn currencies() -> [(Option<CurrencyFormat>, i64, [usize; 2]); 4] {
    [
        (Some(CurrencyFormat::yen()), 1000, [0, 0]),
        (Some(CurrencyFormat::euro()), 10, [2, 2]),
        (Some(CurrencyFormat::dinar()), 1, [3, 3]),
        (None, 10, [3, 2]),
    ]
}

#[tokio::test]
async fn generated_plans_in_every_currency_are_answered_rightly() {
    let today = TODAY.parse().expect("a day");
    let mut filled = Filled::new();
    for (place, (currency, coin, decimals)) in currencies().into_iter().enumerate() {
        for number in [3, 17, 290] {
            let world = plan::world(number + place as u64, currency.clone(), coin, today);
            let wrong = wrong_answers(world, decimals, &mut filled).await;
            assert!(wrong.is_empty(), "{coin}, {number}:\n{}", wrong.join("\n"));
        }
    }
    let never = filled
        .iter()
        .filter(|(_, filled)| !**filled)
        .map(|(list, _)| list.as_str());
    assert_eq!(never.collect::<Vec<_>>(), NEVER_FILLED, "lists that no call filled");
}

#[tokio::test]
async fn the_demo_and_a_large_plan_are_answered_rightly() {
    let today = TODAY.parse().expect("a day");
    // The demo has what some imports leave behind: parts of a cent. Names of the large plan are numbers of one decimal.
    for (world, decimals) in [(World::demo(today), [3, 2]), (World::large(3_000, today), [2, 1])] {
        let wrong = wrong_answers(world, decimals, &mut Filled::new()).await;
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[tokio::test]
async fn tools_that_tell_the_same_thing_tell_the_same() {
    let today = TODAY.parse().expect("a day");
    let mut worlds = vec![World::demo(today), World::large(3_000, today)];
    for (place, (currency, coin, _)) in currencies().into_iter().enumerate() {
        worlds.extend([41, 42].map(|number| plan::world(number + place as u64 * 10, currency.clone(), coin, today)));
    }
    let mut wrong = Vec::new();
    for (place, world) in worlds.into_iter().enumerate() {
        let found = together::contradictions(world).await;
        wrong.extend(found.into_iter().map(|problem| format!("{place}: {problem}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_generated_plan_of_hostile_names_is_answered_rightly() {
    let today = TODAY.parse().expect("a day");
    let world = plan::world(5, Some(CurrencyFormat::euro()), 10, today);
    let wrong = wrong_answers(filled_with_hostile_text(&world), [2, 2], &mut Filled::new()).await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn an_empty_plan_makes_no_read_fail() {
    let today = TODAY.parse().expect("a day");
    for (currency, _, decimals) in currencies() {
        let wrong = wrong_answers(plan::empty(currency, today), decimals, &mut Filled::new()).await;
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn the_checks_of_answers_find_what_is_wrong() {
    assert_eq!(odd_numbers("12.50 was spent (33.3 %), 1.0 month.", [2, 2]), [""; 0]);
    assert_eq!(odd_numbers("12.5 was spent.", [3, 2]).len(), 1);
    assert_eq!(odd_numbers("12.50 was spent.", [0, 0]).len(), 1);
    let schema = json!({"type": "object", "properties": {"a": {"type": "number"}, "rate": {"type": "number"}}});
    let mut found = Vec::new();
    finer(&schema, &json!({"a": 1.25, "rate": 33.333}), 2, &mut found);
    assert!(found.is_empty(), "{found:?}");
    finer(&schema, &json!({"a": 1.25}), 0, &mut found);
    assert_eq!(found, ["1.25 has more than 0 decimals"]);
    for (tool, answer) in [
        (
            "list_accounts",
            json!({"accounts": [{"balance": 3, "cleared_balance": 1, "uncleared_balance": 1}]}),
        ),
        (
            "get_budget_vs_actual",
            json!({"totals": {"net": 1}, "categories": [], "total": 0}),
        ),
        (
            "get_spending",
            json!({"all": {"spent": 2, "net": 2}, "rows": [{"spent": 1, "net": 1}]}),
        ),
        (
            "get_spending_trends",
            json!({"all": {"total": 2, "spent": [1, 1]}, "categories": [{"total": 1, "spent": [1]}]}),
        ),
        ("get_net_worth_trend", json!({"months": [], "change": 1})),
        ("get_savings_rate", json!({"months": [], "income": 1, "saved": 1})),
        ("get_runway", json!({"liquid": 1, "accounts": []})),
        ("get_card_coverage", json!({"cards": [], "total": 0, "stuck": 1})),
        (
            "get_underfunded_targets",
            json!({"needed": 1, "covered": 1, "groups": [], "more": 1}),
        ),
        (
            "get_debt_payoff_plan",
            json!({"plans": [{"strategy": "snowball", "is_lower_bound": false, "total_paid": 2}],
            "payoffs": [{"strategy": "snowball", "paid": 1}]}),
        ),
        (
            "find_recurring_charges",
            json!({"charges": [], "total": 0, "yearly_total": -1}),
        ),
        (
            "list_scheduled_transactions",
            json!({"occurrences": [], "total": 0, "outflows": -1}),
        ),
        (
            "forecast_balance",
            json!({"months": [{"start": 1, "inflows": 1, "outflows": 0, "end": 1}], "start_balance": 1}),
        ),
        (
            "diagnose_account",
            json!({"analysis": {"bank_balance": 1, "difference": 0}}),
        ),
    ] {
        assert!(!sums::problems(tool, &answer, &[]).is_empty(), "{tool}");
    }
    let held = Held {
        code: None,
        decimals: [2, 2],
        tracked: Vec::new(),
    };
    let result =
        json!({"content": [{"type": "text", "text": "{\"plans\":[]}"}], "structuredContent": {"plans": [], "more": 1}});
    let found = problems("list_accounts", &result, &held).join("\n");
    assert!(
        ["the text is not the structure", "more", "its currency"]
            .iter()
            .all(|problem| found.contains(problem)),
        "{found}"
    );
}
