//! Any sequence of writes and undos on the demo household: the books balance after each, moves keep the sum of what is assigned,
//! and undoing everything brings everything back. And any arguments at all: nothing panics.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use avenir::error::ToolError;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};
use ynab_api::sim::{Plan, Role, World};

use crate::stage::{SEPTEMBER, Setting, Stage, TODAY, day};

static DEMO: LazyLock<World> = LazyLock::new(|| World::demo(day(TODAY)));

/// One step; the indices choose among what the household has.
#[derive(Clone, Debug)]
enum Step {
    Budget(Index, i32),
    Move(Index, Index, u16),
    Categorize(Vec<Index>, Index),
    Flag(Vec<Index>, Index),
    Approve(Vec<Index>),
    UndoLatest,
    UndoOne(Index),
}

fn step() -> impl Strategy<Value = Step> {
    let index = any::<Index>;
    let some = || prop::collection::vec(any::<Index>(), 1..5);
    prop_oneof![
        3 => (index(), any::<i32>()).prop_map(|(category, cents)| Step::Budget(category, cents)),
        3 => (index(), index(), 1..u16::MAX).prop_map(|(from, to, cents)| Step::Move(from, to, cents)),
        3 => (some(), index()).prop_map(|(rows, category)| Step::Categorize(rows, category)),
        3 => (some(), index()).prop_map(|(rows, color)| Step::Flag(rows, color)),
        2 => some().prop_map(Step::Approve),
        2 => Just(Step::UndoLatest),
        2 => index().prop_map(Step::UndoOne),
    ]
}

/// All that the writes change, by name.
fn everything(plan: &Plan) -> BTreeMap<String, String> {
    let assigned = plan.assigned.iter().flat_map(|(month, categories)| {
        categories
            .iter()
            .map(move |(id, amount)| (format!("{month} {id}"), amount.to_string()))
    });
    let rows = plan.transactions.iter().map(|row| {
        let flag = row.flag.as_deref().filter(|flag| !flag.is_empty());
        (
            row.id.clone(),
            format!("{:?} {flag:?} {} {:?}", row.category_id, row.approved, row.cleared),
        )
    });
    assigned.chain(rows).collect()
}

fn total_assigned(plan: &Plan) -> i64 {
    plan.assigned.get(&day(SEPTEMBER)).unwrap().values().sum()
}

/// The categories that take assigned money, and the rows of the last days.
fn choices(plan: &Plan) -> (Vec<String>, Vec<String>) {
    let assignable = |role| !matches!(role, Role::ReadyToAssign | Role::Uncategorized | Role::Deferred);
    let categories = plan
        .categories
        .iter()
        .filter(|category| !category.deleted && assignable(category.role));
    let mut rows: Vec<_> = plan.transactions.iter().filter(|row| !row.deleted).collect();
    rows.sort_by_key(|row| row.date);
    (
        categories.map(|category| category.id.to_string()).collect(),
        rows.iter().rev().take(60).map(|row| row.id.clone()).collect(),
    )
}

fn distinct(rows: &[Index], all: &[String]) -> Vec<String> {
    let mut ids: Vec<_> = rows.iter().map(|row| row.get(all).clone()).collect();
    ids.sort();
    ids.dedup();
    ids
}

fn call_of(step: &Step, categories: &[String], rows: &[String], done: &[String]) -> Option<(&'static str, Value)> {
    const COLORS: [&str; 7] = ["red", "orange", "yellow", "green", "blue", "purple", "none"];
    Some(match step {
        Step::Budget(category, cents) => {
            let amount = format!(
                "{}{}.{:02}",
                if *cents < 0 { "-" } else { "" },
                cents.unsigned_abs() / 100,
                cents.unsigned_abs() % 100
            );
            (
                "set_category_budget",
                json!({"month": SEPTEMBER, "category_id": category.get(categories), "amount": amount}),
            )
        }
        Step::Move(from, to, cents) => {
            let amount = format!("{}.{:02}", cents / 100, cents % 100);
            let (from, to) = (from.get(categories), to.get(categories));
            (
                "move_money",
                json!({"month": SEPTEMBER, "from_category_id": from, "to_category_id": to, "amount": amount}),
            )
        }
        Step::Categorize(some, category) => {
            let category = category.get(categories);
            let rows: Vec<_> = distinct(some, rows)
                .into_iter()
                .map(|id| json!({"transaction_id": id, "category_id": category}))
                .collect();
            ("apply_categories", json!({"assignments": rows}))
        }
        Step::Flag(some, color) => {
            let rows: Vec<_> = distinct(some, rows)
                .into_iter()
                .map(|id| json!({"transaction_id": id, "color": color.get(&COLORS)}))
                .collect();
            ("flag_transactions", json!({"flags": rows}))
        }
        Step::Approve(some) => ("approve_transactions", json!({"tx_ids": distinct(some, rows)})),
        Step::UndoLatest => ("undo_operation", json!({})),
        Step::UndoOne(_) if done.is_empty() => return None,
        Step::UndoOne(which) => ("undo_operation", json!({"operation_id": which.get(done)})),
    })
}

async fn play(steps: &[Step]) -> Result<(), TestCaseError> {
    let setting = Setting {
        limit: None,
        ..Setting::with(DEMO.clone())
    };
    let stage = Stage::set(setting).await;
    let before = stage.look(everything);
    let (categories, rows) = stage.look(choices);
    let mut done = Vec::new();
    for step in steps {
        // So that our own count of requests never stands in the way.
        stage.pass(400);
        let Some((tool, arguments)) = call_of(step, &categories, &rows, &done) else {
            continue;
        };
        let (held, total) = (stage.look(everything), stage.look(total_assigned));
        let agrees = crate::stage::Friend::who_agrees();
        let outcome = stage.asking(&agrees, tool, arguments.clone()).await;
        stage.assert_balanced();
        match outcome.called.answer {
            Ok(avenir::tool::Answer::Complete(answer)) => {
                let status = answer["status"].as_str().unwrap();
                prop_assert!(
                    matches!(status, "applied" | "nothing_to_do"),
                    "{tool} {arguments}: {answer:#}"
                );
                let now = stage.look(everything);
                prop_assert_eq!(now != held, status == "applied", "{} {}", tool, arguments);
                if status == "applied" {
                    done.push(answer["operation_id"].as_str().unwrap().to_owned());
                }
                if tool == "move_money" {
                    prop_assert_eq!(stage.look(total_assigned), total);
                }
            }
            Ok(other) => prop_assert!(false, "{other:?}"),
            Err(ToolError::Rows(_) | ToolError::Refused(_)) => prop_assert_eq!(stage.look(everything), held),
            Err(error) => prop_assert!(false, "{tool} {arguments}: {error}"),
        }
    }
    for _ in 0..=steps.len() {
        stage.pass(400);
        let agrees = crate::stage::Friend::who_agrees();
        let answer = stage.asking(&agrees, "undo_operation", json!({})).await.answer();
        if answer["status"] == "nothing_to_do" {
            prop_assert_eq!(stage.look(everything), before);
            stage.assert_balanced();
            return Ok(());
        }
        prop_assert_eq!(&answer["status"], "applied");
        prop_assert_eq!(&answer["conflicts"], &json!([]));
    }
    prop_assert!(false, "there is always something left to undo");
    Ok(())
}

/// Any JSON, small.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        ".{0,12}".prop_map(Value::from),
        "[-0-9.,e]{0,20}".prop_map(Value::from),
        "[0-9]{4}-[0-9]{2}(-[0-9]{2})?".prop_map(Value::from),
        Just(json!("current")),
        Just(json!("Eating Out")),
        Just(json!("Fuel")),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((argument_name(), inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn argument_name() -> impl Strategy<Value = String> {
    prop_oneof![
        9 => prop::sample::select(vec![
            "plan_id", "month", "category_id", "amount", "from_category_id", "to_category_id", "assignments", "flags", "tx_ids",
            "operation_id", "confirmation", "transaction_id", "color", "since_date", "until_date", "limit", "payee",
            "account_ids", "category_ids", "include_empty",
        ]).prop_map(str::to_owned),
        1 => ".{0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 12, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_writes_can_be_taken_back(steps in prop::collection::vec(step(), 1..12)) {
        tokio::runtime::Runtime::new().unwrap().block_on(play(&steps))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 24, max_shrink_iters: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_arguments_make_a_tool_panic_or_write(
        calls in prop::collection::vec((any::<Index>(), prop::collection::vec((argument_name(), any_json()), 0..6)), 1..30),
    ) {
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let setting = Setting { limit: None, ..Setting::with(DEMO.clone()) };
            let stage = Stage::set(setting).await;
            // Importing needs no argument and acts at once.
            let tools = stage.runtime().gate.tools().map(|tool| tool.facts().name);
            let names: Vec<_> = tools.filter(|name| *name != "import_transactions").collect();
            for (tool, arguments) in calls {
                stage.pass(400);
                let tool = tool.get(&names);
                let arguments = Value::Object(arguments.into_iter().collect());
                let outcome = stage.without_asking(tool, arguments.clone()).await;
                if let Err(error) = outcome.called.answer {
                    prop_assert!(!matches!(error, ToolError::Internal(_)), "{tool} {arguments}: {error}");
                }
                prop_assert_eq!(stage.writes_sent(), 0);
            }
            Ok(())
        })?;
    }
}
