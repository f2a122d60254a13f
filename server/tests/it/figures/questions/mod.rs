//! More than thirty questions as people ask them, each answered by one call or two, and what that costs in calls, requests and bytes.
//! What the answer must hold is worked out from the plan itself.

mod accounts;
mod ahead;
mod found;
mod large;
mod month;
mod past;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::facts::Facts;
use super::{ask, demo, reads, tool};
use crate::stage::SEPTEMBER;

/// A question, and how it is answered.
struct Question {
    /// As a person asks it.
    asked: &'static str,
    /// The calls: tools and arguments.
    calls: Vec<(&'static str, Value)>,
    /// What the structured answers may weigh together, in bytes.
    most_bytes: usize,
    /// Asserts that the answers hold what was asked for.
    holds: fn(&[Value], &Facts<'_>),
}

fn questions() -> Vec<Question> {
    [
        accounts::questions(),
        month::questions(),
        past::questions(),
        ahead::questions(),
        found::questions(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[tokio::test]
async fn thirty_questions_are_answered_in_a_call_or_two() {
    let mut table = String::from("| Question | Calls | Requests | Bytes | Tools |\n|---|---:|---:|---:|---|\n");
    let (mut calls, mut requests, mut bytes) = (0, 0, 0);
    for question in questions() {
        let stage = demo().await;
        // Something was done before, so that there is something to tell.
        let arguments = json!({"month": "current", "category_id": "Cinema", "amount": 21});
        stage.agreed("set_category_budget", arguments).await;
        let process = stage.another_process();
        let (mut answers, mut cost, mut weight) = (Vec::new(), 0, 0);
        for (name, arguments) in &question.calls {
            let asked = ask(&stage, &process, tool(name), arguments.clone()).await;
            (cost, weight) = (cost + asked.cost(), weight + asked.bytes());
            answers.push(asked.answer);
        }
        let month = stage.ynab_says(&format!("/months/{SEPTEMBER}")).await["data"]["month"].take();
        stage.look(|plan| (question.holds)(&answers, &Facts { plan, month: &month }));
        let names = question
            .calls
            .iter()
            .map(|(name, _)| *name)
            .collect::<Vec<_>>()
            .join(", ");
        let asked = question.asked;
        let _ = writeln!(table, "| {asked} | {} | {cost} | {weight} | {names} |", answers.len());
        assert!((1..=2).contains(&answers.len()), "{asked}");
        assert!(
            weight <= question.most_bytes,
            "{asked} {weight} of {} bytes",
            question.most_bytes
        );
        (calls, requests, bytes) = (calls + answers.len(), requests + cost, bytes + weight);
    }
    let count = questions().len();
    println!("{table}\n{count} questions: {calls} calls, {requests} requests (each on a cold server), {bytes} bytes\n");
    assert!(count >= 30, "{count}");
}

#[test]
fn every_tool_that_reads_answers_a_question() {
    let questions = questions();
    let used: BTreeSet<_> = questions
        .iter()
        .flat_map(|question| &question.calls)
        .map(|(name, _)| *name)
        .collect();
    let unused: Vec<_> = reads()
        .map(|tool| tool.facts().name)
        .filter(|name| !used.contains(name))
        .collect();
    assert!(unused.is_empty(), "ask a question that {unused:?} answers");
}
