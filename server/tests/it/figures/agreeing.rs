//! What the description of a write says that it costs: requests until the person is asked, and once they agreed. The list of
//! plans is left out here too.

use std::fmt::Write as _;

use avenir::registry::TOOLS;
use avenir::tool::ToolFacts;
use serde_json::{Value, json};

use super::{demo, tool};
use crate::stage::{Friend, Stage};

/// The smallest change of each tool, on the demo's plan.
fn change(name: &str, stage: &Stage) -> Value {
    let row = |fits: fn(&ynab_api::sim::Transaction) -> bool| {
        stage.look(|plan| {
            let mut plain = plan
                .transactions
                .iter()
                .rev()
                .filter(|row| !row.deleted && !row.is_split());
            plain.find(|row| fits(row)).unwrap().clone()
        })
    };
    let bought = row(|row| row.category_id.is_some() && row.amount < -10_000 && row.transfer_account_id.is_none());
    let rest = (bought.amount + 5_000).unsigned_abs();
    let rest = format!("-{}.{:02}", rest / 1000, rest % 1000 / 10);
    match name {
        "set_category_budget" => json!({"month": "current", "category_id": "Cinema", "amount": 21}),
        "move_money" => json!({
            "month": "current", "from_category_id": "Emergency fund", "to_category_id": "Cinema", "amount": 5,
        }),
        "set_category_target" => json!({"category_id": "Cinema", "amount": 30}),
        "create_category" => json!({"category_group_id": "Fun", "name": "Pets"}),
        "update_category" => json!({"category_id": "Cinema", "name": "Theatre"}),
        "rename_payee" => json!({"payee_id": "Thalia", "name": "Bookshop"}),
        "create_transactions" => json!({
            "account_id": "Girokonto",
            "transactions": [
                {"date": "2026-09-14", "amount": -12.34, "payee_name": "Kiosk", "category_id": "Cinema"},
            ],
        }),
        "import_transactions" => json!({}),
        "apply_categories" => json!({
            "assignments": [{"transaction_id": bought.id, "category_id": "Hobby: Fotografie"}],
        }),
        "split_transaction" => json!({
            "transaction_id": bought.id,
            "lines": [
                {"amount": -5, "category_id": "Cinema"},
                {"amount": rest, "category_id": "Fuel"},
            ],
        }),
        "flag_transactions" => json!({"flags": [{"transaction_id": bought.id, "color": "purple"}]}),
        "approve_transactions" => json!({"tx_ids": [row(|row| !row.approved).id]}),
        "reconcile_account" => json!({"account_id": "Girokonto", "bank_balance": 7000, "adjust": true}),
        other => panic!("say here how {other} is called"),
    }
}

/// The numbers in the words on what a call costs.
fn numbers(facts: &ToolFacts) -> Vec<usize> {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    let words = facts.costs.unwrap_or_default().split([' ', ',']);
    let number = |word: &str| WORDS.iter().position(|number| *number == word);
    words.filter_map(number).collect()
}

/// The requests that a call sends, whatever comes of it.
async fn counted(stage: &Stage, person: Friend, name: &str, arguments: Value) -> (usize, Value) {
    let outcome = stage.asking(&person, name, arguments).await;
    let requests = outcome.called.requests as usize;
    (requests, outcome.answer())
}

#[tokio::test]
async fn the_description_of_each_write_says_the_requests_that_are_counted() {
    let (mut told, mut wrong) = (String::new(), Vec::new());
    for facts in TOOLS.iter().map(|tool| tool.facts()).filter(|facts| facts.writes()) {
        // What an undo costs depends on what is undone: between the least and the most that it says.
        if facts.name == "undo_operation" {
            continue;
        }
        let (stage, name) = (demo().await, facts.name);
        stage.without_asking("list_plans", json!({})).await.answer();
        let arguments = change(name, &stage);
        let mut counts = Vec::new();
        if facts.asks() {
            let (requests, answer) = counted(&stage, Friend::who_declines(), name, arguments.clone()).await;
            assert_eq!(answer["status"], "declined", "{name}: {answer:#}");
            counts.push(requests);
        }
        let (requests, answer) = counted(&stage, Friend::who_agrees(), name, arguments).await;
        assert_eq!(answer["status"], "applied", "{name}: {answer:#}");
        counts.push(requests);
        let _ = writeln!(told, "{name}: {counts:?}");
        if numbers(tool(name).facts()) != counts {
            wrong.push((name, facts.costs, counts));
        }
    }
    println!("Requests until the person is asked, and once they agreed; of a write at once, all\n\n{told}");
    assert!(wrong.is_empty(), "the tool, what it says, what it costs: {wrong:#?}");
}
