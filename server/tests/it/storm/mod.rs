//! Any sequence of all writes on any household, with any request failing in any way and the process killed now and then: the
//! books balance after each, an error that says nothing was changed is right, and undoing everything brings everything back
//! but for ids, payees that are left over, and what the API cannot restore.

mod plan;
mod steps;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use avenir::domain::effect::Effect;
use avenir::error::ToolError;
use avenir::tool::Answer;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError};
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, World};

use self::plan::{Choices, Held};
use self::steps::{Step, Trouble};
use crate::stage::{Friend, Setting, Stage, TODAY, day};

static DEMO: LazyLock<World> = LazyLock::new(|| World::demo(day(TODAY)));

/// No difference.
const NONE: [String; 0] = [];

/// Longer than YNAB's pause after 429; all steps together end on the same day, on which nothing becomes due.
const LATER: u64 = 1_000;

/// Two dozen storms, always the same; as many new ones as `PROPTEST_CASES` says, where it is set.
fn config() -> ProptestConfig {
    let told = ProptestConfig::default();
    let (cases, rng_seed) = if std::env::var_os("PROPTEST_CASES").is_some() {
        (told.cases, told.rng_seed)
    } else {
        (24, RngSeed::Fixed(20_260_915))
    };
    ProptestConfig {
        failure_persistence: None,
        cases,
        rng_seed,
        max_shrink_iters: 40,
        ..told
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn whatever_fails_nothing_is_lost_and_all_can_be_taken_back(
        edits in prop::collection::vec(plan::edit(), 0..8),
        steps in prop::collection::vec((steps::step(), steps::trouble()), 1..12),
    ) {
        tokio::runtime::Runtime::new().unwrap().block_on(play(&edits, &steps))?;
    }
}

async fn play(edits: &[plan::Edit], steps: &[(Step, Trouble)]) -> Result<(), TestCaseError> {
    let setting = Setting {
        limit: None,
        ..Setting::with(DEMO.clone())
    };
    let mut stage = Stage::set(setting).await;
    plan::make(&stage, edits);
    let known = stage.look(plan::import_ids);
    let held_by = |stage: &Stage| stage.look(|plan| Held::of(plan, &known));
    let before = held_by(&stage);
    let choices = stage.look(Choices::of);
    let mut done = Vec::new();
    for (number, (step, trouble)) in steps.iter().enumerate() {
        stage.pass(LATER);
        let Some((tool, arguments)) = steps::call_of(step, number, &choices, &stage, &done) else {
            continue;
        };
        if let Some(fault) = trouble.fault() {
            stage.sim.fault(fault);
        }
        let held = held_by(&stage);
        let agrees = Friend::who_agrees();
        let outcome = stage.asking(&agrees, tool, arguments.clone()).await;
        stage.sim.clear_faults();
        stage.assert_balanced();
        // A payee that came with a row stays when the row goes.
        let now = held_by(&stage).without(&BTreeSet::new(), false, &held);
        match outcome.called.answer {
            Ok(Answer::Complete(answer)) => {
                if let Some(id) = answer["operation_id"].as_str() {
                    done.push(id.to_owned());
                }
                let status = answer["status"].as_str().unwrap_or_default();
                match status {
                    "applied" | "partly_applied" => {}
                    "nothing_to_do" | "difference_found" => {
                        prop_assert_eq!(now.differences(&held), NONE, "{}: {:#}", tool, answer);
                    }
                    other => prop_assert!(false, "{tool}: {other}"),
                }
            }
            Ok(other) => prop_assert!(false, "{other:?}"),
            Err(ToolError::Internal(error)) => prop_assert!(false, "{tool} {arguments}: {error}"),
            Err(error) => {
                if let Some(operation_id) = unsettled(&error) {
                    done.push(operation_id);
                } else {
                    prop_assert_eq!(now.differences(&held), NONE, "{} {}: {}", tool, arguments, error);
                }
            }
        }
        if trouble.killed() {
            forget_last_outcomes(&stage);
            stage.restart();
        }
    }
    take_all_back(&stage, &before, &known, steps.len()).await
}

/// The operation of which nobody knows yet what became of it, also when what became of an earlier one is told before it.
fn unsettled(error: &ToolError) -> Option<String> {
    match error {
        ToolError::Unsettled { operation_id, .. } => Some(operation_id.to_string()),
        ToolError::After { error, .. } => unsettled(error),
        _ => None,
    }
}

/// Undoes until nothing is left to undo: then all is as it was.
async fn take_all_back(
    stage: &Stage,
    before: &Held,
    known: &BTreeSet<String>,
    steps: usize,
) -> Result<(), TestCaseError> {
    // An undo that was made in part counts as one to undo, and so does one that has to be taken back first.
    let mut arguments = json!({});
    for _ in 0..=(4 * steps + 1) {
        stage.pass(LATER);
        let agrees = Friend::who_agrees();
        let asked = std::mem::replace(&mut arguments, json!({}));
        let answer = stage.asking(&agrees, "undo_operation", asked).await.answer();
        stage.assert_balanced();
        if let Some(first) = to_undo_first(&answer) {
            arguments = json!({"operation_id": first});
            continue;
        }
        if answer["status"] == "nothing_to_do" {
            let (cannot, imported) = not_restored(stage);
            let now = stage
                .look(|plan| Held::of(plan, known))
                .without(&cannot, imported, before);
            let before = before.clone().without(&cannot, imported, before);
            prop_assert_eq!(now.differences(&before), NONE, "{:#}", answer);
            return Ok(());
        }
        prop_assert_eq!(&answer["status"], "applied", "{:#}", answer);
    }
    prop_assert!(false, "there is always something left to undo");
    Ok(())
}

/// The operation that the answer names as the one to undo before the one it is about.
fn to_undo_first(answer: &Value) -> Option<&str> {
    let told = answer["message"]
        .as_str()
        .filter(|_| answer["status"] == "nothing_to_do")?;
    let (_, after) = told.split_once("Undo operation ")?;
    Some(after.split_once(" first")?.0)
}

/// What the record tells of changes without a way back: the categories they are of, and whether something was imported.
fn not_restored(stage: &Stage) -> (BTreeSet<String>, bool) {
    let mut categories = BTreeSet::new();
    let mut imported = false;
    for intent in stage.intents() {
        for effect in effects(&intent) {
            match &effect {
                Effect::Target { category_id, .. } if effect.no_way_back().is_some() => {
                    categories.insert(category_id.to_string());
                }
                Effect::Imported { .. } => imported = true,
                _ => {}
            }
        }
    }
    (categories, imported)
}

fn effects(intent: &Value) -> Vec<Effect> {
    let groups = intent["groups"].as_array().unwrap();
    let effects = groups.iter().flat_map(|group| group["effects"].as_array().unwrap());
    effects
        .map(|effect| serde_json::from_value(effect.clone()).unwrap())
        .collect()
}

/// The process was killed after its last request and before it wrote down what became of it.
fn forget_last_outcomes(stage: &Stage) {
    let text = std::fs::read_to_string(stage.journal_file()).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let outcome = |line: &&&str| line.contains("\"line\":\"outcome\"");
    let last = lines.iter().rev().take_while(outcome).count();
    let kept = &lines[..lines.len() - last];
    let mut text = kept.join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    std::fs::write(stage.journal_file(), text).unwrap();
}

/// A fault of so many requests that change something, after so many others.
fn of_writes(effect: FaultEffect, skip: u32) -> Fault {
    Fault {
        skip,
        times: Some(1),
        ..Fault::on_writes(effect)
    }
}
