//! What every tool of the registry keeps to.

use std::collections::BTreeSet;

use avenir::registry::{Gate, TOOLS};
use avenir::tool::{Access, Confirmation};
use serde_json::{Value, json};

use crate::served::{BOTH, definitions, text};

/// The longest name: clients prefix it with the server's, and some cut at 64 characters.
const LONGEST_NAME: usize = 28;

/// Clients cut longer descriptions.
const LONGEST_DESCRIPTION: usize = 2_000;

/// The writes that may act at once, by the confirmation seed; no other may ever say `unconfirmed`.
const MAY_ACT_AT_ONCE: [&str; 2] = ["approve_transactions", "import_transactions"];

/// Those of them that are there today.
const ACT_AT_ONCE: [&str; 2] = ["import_transactions", "approve_transactions"];

fn problem_with_name(name: &str) -> Option<&'static str> {
    if name.len() > LONGEST_NAME {
        return Some("too long");
    }
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        return Some("does not start with a small letter");
    }
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if !name.chars().all(plain) || name.contains("__") || name.ends_with('_') {
        return Some("not snake case");
    }
    None
}

#[test]
fn names_are_short_snake_case_and_unique() {
    let long = "a".repeat(LONGEST_NAME + 1);
    for bad in [
        "",
        "Move_money",
        "move-money",
        "1_move",
        "_move",
        "move__money",
        "move_",
        "umzüge",
        long.as_str(),
    ] {
        assert!(problem_with_name(bad).is_some(), "{bad}");
    }
    let names = TOOLS.iter().map(|tool| tool.facts().name).collect::<Vec<_>>();
    for name in &names {
        assert_eq!(problem_with_name(name), None, "{name}");
    }
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
}

#[test]
fn titles_are_short_words_for_people() {
    let titles = TOOLS.iter().map(|tool| tool.facts().title).collect::<Vec<_>>();
    for title in &titles {
        assert!((4..=60).contains(&title.chars().count()), "{title}");
        assert!(
            title.starts_with(char::is_uppercase) && !title.ends_with('.'),
            "{title}"
        );
        assert!(!title.contains(['\n', '_', '`']), "{title}");
    }
    assert_eq!(titles.iter().collect::<BTreeSet<_>>().len(), titles.len(), "{titles:?}");
}

#[test]
fn descriptions_say_what_a_call_costs_and_are_short_enough_for_every_client() {
    for writes in BOTH {
        for tool in definitions(writes) {
            let described = text(&tool, "/description");
            let length = described.chars().count();
            assert!((40..LONGEST_DESCRIPTION).contains(&length), "{} {length}", tool["name"]);
            assert!(described.ends_with('.') && !described.contains('\n'), "{described}");
        }
    }
    for facts in TOOLS.iter().map(|tool| tool.facts()) {
        let costs = facts
            .costs
            .unwrap_or_else(|| panic!("{} does not say what it costs", facts.name));
        assert!(
            costs.contains("YNAB request") && !costs.ends_with('.'),
            "{}: {costs}",
            facts.name
        );
    }
}

#[test]
fn tag_hints_and_gate_follow_from_the_one_statement_that_a_tool_writes() {
    let listed = definitions(true);
    assert_eq!(listed.len(), TOOLS.len());
    for (tool, definition) in TOOLS.iter().zip(&listed) {
        let facts = tool.facts();
        let (destructive, idempotent) = match &facts.access {
            Access::Read => (None, None),
            Access::Write(write) => (Some(write.destructive), Some(write.idempotent)),
        };
        let hints = &definition["annotations"];
        assert_eq!(hints["openWorldHint"], json!(true), "{}", facts.name);
        assert_eq!(hints["readOnlyHint"], json!(!facts.writes()), "{}", facts.name);
        assert_eq!(
            hints.get("destructiveHint").and_then(Value::as_bool),
            destructive,
            "{}",
            facts.name
        );
        let hint = hints.get("idempotentHint").and_then(Value::as_bool);
        assert_eq!(hint, idempotent, "{}", facts.name);
        let tags = if facts.writes() { json!(["write"]) } else { Value::Null };
        assert_eq!(definition["_meta"]["avenir-mcp/tags"], tags, "{}", facts.name);
        assert_eq!(definition["title"], json!(facts.title));
        assert_eq!(
            Gate { writes: false }.find(facts.name).is_none(),
            facts.writes(),
            "{}",
            facts.name
        );
        assert!(Gate { writes: true }.find(facts.name).is_some(), "{}", facts.name);
    }
}

#[test]
fn a_confirmed_write_takes_a_code_and_every_write_answers_how_far_it_came() {
    for (tool, definition) in TOOLS.iter().zip(definitions(true)) {
        let facts = tool.facts();
        let takes_code = definition.pointer("/inputSchema/properties/confirmation").is_some();
        assert_eq!(takes_code, facts.asks(), "{}", facts.name);
        for member in ["status", "message", "operation_id", "confirmation"] {
            let answered = definition["outputSchema"]["properties"].get(member).is_some();
            // A read may say its conclusion in a sentence too.
            let as_it_should = answered == facts.writes() || (member == "message" && answered);
            assert!(as_it_should, "{} {member}", facts.name);
        }
        let required = definition.pointer("/inputSchema/required").and_then(Value::as_array);
        for optional in ["plan_id", "confirmation"] {
            let is_required = required.is_some_and(|names| names.contains(&json!(optional)));
            assert!(!is_required, "{} {optional}", facts.name);
        }
    }
}

#[test]
fn exactly_the_writes_of_the_seed_act_at_once() {
    let at_once = TOOLS.iter().filter_map(|tool| match &tool.facts().access {
        Access::Write(write) => match &write.confirmation {
            Confirmation::Unconfirmed { reason } => Some((tool.facts(), *reason)),
            Confirmation::Asked => None,
        },
        Access::Read => None,
    });
    let at_once = at_once.collect::<Vec<_>>();
    let names = at_once.iter().map(|(facts, _)| facts.name).collect::<Vec<_>>();
    assert_eq!(names, ACT_AT_ONCE);
    for (facts, reason) in at_once {
        assert!(MAY_ACT_AT_ONCE.contains(&facts.name), "{}", facts.name);
        assert!(reason.len() > 20, "{} gives no reason", facts.name);
        assert!(facts.description.contains("at once"), "{} does not say so", facts.name);
    }
}

/// What the seed asks of each confirmed write's description: what a code is for, and that only the person's yes counts.
const CAUTION: [&str; 3] = [
    "Asks the person first",
    "a code counts only after their own yes",
    "never on your own initiative",
];

#[test]
fn every_confirmed_write_carries_the_caution_on_codes() {
    let confirmed = TOOLS.iter().map(|tool| tool.facts()).filter(|facts| facts.asks());
    let mut seen = 0;
    for facts in confirmed {
        let missing = CAUTION
            .iter()
            .filter(|part| !facts.description.contains(**part))
            .collect::<Vec<_>>();
        assert!(missing.is_empty(), "{} lacks {missing:?}", facts.name);
        seen += 1;
    }
    assert!(seen >= 5, "{seen}");
}

#[test]
fn every_write_says_how_it_is_taken_back() {
    for facts in TOOLS.iter().map(|tool| tool.facts()).filter(|facts| facts.writes()) {
        // These two have no way back through YNAB's API, and say so.
        let said = match facts.name {
            "undo_operation" => true,
            "create_category" => facts.description.contains("cannot delete one"),
            "import_transactions" => facts.description.contains("cannot be undone"),
            _ => facts.description.contains("`undo_operation`"),
        };
        assert!(said, "{}", facts.name);
    }
}
