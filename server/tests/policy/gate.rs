//! While writes are off, nothing that a client can get names a write tool; while they are on, nothing names a tool that is
//! not there.

use std::collections::BTreeSet;

use avenir::confirm::Status;
use avenir::guide;
use avenir::prompts::PROMPTS;
use avenir::registry::{Gate, TOOLS};
use rmcp::ServerHandler as _;
use serde_json::{Value, json};

use crate::client::Client;
use crate::context::{context, sample};
use crate::served::{BOTH, app, definitions};
use crate::stand::Stand;

fn write_tools() -> Vec<&'static str> {
    let facts = TOOLS.iter().map(|tool| tool.facts());
    facts.filter(|facts| facts.writes()).map(|facts| facts.name).collect()
}

/// The write tools that a text names, with or without backticks, in any case, with `_` or `-`.
fn named_in(text: &str) -> Vec<&'static str> {
    let plain = text.to_lowercase().replace('-', "_");
    write_tools().into_iter().filter(|name| plain.contains(name)).collect()
}

#[test]
fn the_detector_finds_a_write_tool_however_it_is_written() {
    assert_eq!(named_in("see `move_money`"), ["move_money"]);
    assert_eq!(
        named_in("\"description\":\"Move_Money or undo-operation\""),
        ["move_money", "undo_operation"]
    );
    assert!(named_in("move money, then undo the operation").is_empty());
}

/// Everything that a client can ask for beside a call of a tool.
async fn everything_said(writes: bool) -> String {
    let stand = Stand::new();
    let mut client = Client::connect(stand.app(writes)).await;
    for method in ["tools/list", "server/discover"] {
        client.ask(method, json!({})).await;
    }
    context(&mut client, &stand.plan).await;
    let said = client.heard.join("\n");
    client.leave().await;
    stand.sim.stop().await;
    said
}

#[tokio::test]
async fn while_writes_are_off_nothing_names_a_write_tool() {
    let said = everything_said(false).await;
    for expected in [
        "\"find_transactions\"",
        "instructions",
        "## Reading",
        "ynab://plans/{plan_id}/accounts",
        "last_modified_on",
        "Compare an account of the person's",
        "\"current\"",
    ] {
        assert!(said.contains(expected), "the surfaces lack {expected}");
    }
    assert_eq!(named_in(&said), Vec::<&str>::new());
    // The same surfaces name them all once writes are on, so the detector saw them.
    assert_eq!(named_in(&everything_said(true).await), write_tools());
}

#[tokio::test]
async fn a_write_tool_behind_the_closed_gate_is_as_unknown_as_any_other() {
    let mut client = Client::connect(app(false)).await;
    let hidden = client
        .ask("tools/call", json!({"name": "move_money", "arguments": {}}))
        .await;
    let unknown = client
        .ask("tools/call", json!({"name": "no_such_tool", "arguments": {}}))
        .await;
    let as_text = |answer: &Value| answer["error"].to_string().replace("no_such_tool", "move_money");
    assert!(hidden.get("error").is_some(), "{hidden}");
    assert_eq!(as_text(&hidden), as_text(&unknown));
    client.leave().await;
}

/// Words in backticks, such as `plan_id`.
fn quoted_words(text: &str) -> BTreeSet<&str> {
    let words = text.split('`').skip(1).step_by(2);
    words
        .filter(|word| word.contains('_') && word.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
        .collect()
}

/// Names of properties and values of enumerations, at any depth.
fn vocabulary(schema: &Value, known: &mut BTreeSet<String>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        known.insert(name.clone());
        vocabulary(property, known);
    }
    if let Some(items) = schema.get("items") {
        vocabulary(items, known);
    }
    let values = schema["enum"].as_array().into_iter().flatten();
    known.extend(values.filter_map(Value::as_str).map(str::to_owned));
}

#[test]
fn every_name_in_backticks_is_there_under_the_same_gate() {
    assert_eq!(
        quoted_words("`a_b` and `C_D`, `word`, `e_f`"),
        BTreeSet::from(["a_b", "e_f"])
    );
    for writes in BOTH {
        let gate = Gate { writes };
        let listed = definitions(writes);
        let mut known = gate
            .tools()
            .map(|tool| tool.facts().name.to_owned())
            .collect::<BTreeSet<_>>();
        for tool in &listed {
            vocabulary(&tool["inputSchema"], &mut known);
            vocabulary(&tool["outputSchema"], &mut known);
        }
        if writes {
            let status = serde_json::to_value(Status::ConfirmationRequired).expect("a word");
            known.extend(status.as_str().map(str::to_owned));
        }
        let mut texts = listed.iter().map(Value::to_string).collect::<Vec<_>>();
        texts.push(guide::text(gate));
        texts.push(app(writes).get_info().instructions.unwrap_or_default());
        for prompt in PROMPTS {
            let today = "2026-10-15".parse().expect("a day");
            let message = prompt.message(
                gate,
                today,
                &sample(prompt.arguments.iter().map(|argument| argument.name)),
            );
            texts.push(message.expect("a message"));
            texts.push(prompt.description.to_owned());
            known.insert(prompt.name.to_owned());
        }
        for text in &texts {
            let unknown = quoted_words(text)
                .into_iter()
                .filter(|word| !known.contains(*word))
                .collect::<Vec<_>>();
            assert!(unknown.is_empty(), "writes {writes}: {unknown:?} in {text}");
        }
    }
}

#[test]
fn the_guide_names_every_tool_that_is_there() {
    for writes in BOTH {
        let gate = Gate { writes };
        let guide = guide::text(gate);
        let names = gate.tools().map(|tool| tool.facts().name);
        let left_out = names.filter(|name| !guide.contains(&format!("`{name}`")));
        assert_eq!(left_out.collect::<Vec<_>>(), [""; 0], "writes: {writes}");
    }
}
