//! Requests that nobody hears of while anybody looks, and that are carried out all the same, later than what was done meanwhile.

use std::io::Write as _;

use avenir::error::ToolError;
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Operation};

use crate::splitting::{lines_of, market, markets, undo};
use crate::stage::{Friend, Household, SEPTEMBER, Stage, journal_line, told};

const BEFORE: (i64, i64) = (80_000, 120_000);

fn amounts(stage: &Stage, home: &Household) -> (i64, i64) {
    (stage.assigned(&home.tennis), stage.assigned(&home.restaurants))
}

fn moved(home: &Household) -> Value {
    json!({
        "plan_id": home.plan, "month": SEPTEMBER, "from_category_id": home.tennis, "to_category_id": home.restaurants, "amount": 30,
    })
}

fn budget(home: &Household, amount: i64) -> Value {
    json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.restaurants, "amount": amount})
}

fn latest(home: &Household) -> Value {
    json!({"plan_id": home.plan})
}

/// The next request of this kind, or one after it, is not heard.
fn unheard(stage: &Stage, operation: Operation, number: u32) {
    stage
        .sim
        .fault(Fault::on(operation, FaultEffect::DropBefore).nth(number));
}

/// The call ends without knowing what became of it; the operation's id.
async fn unsettled(stage: &Stage, tool: &str, arguments: Value) -> String {
    let error = stage.asking(&Friend::who_agrees(), tool, arguments).await.error();
    let ToolError::Unsettled { operation_id, text } = error else {
        panic!("{error}")
    };
    assert!(text.contains("Do not repeat the change."), "{text}");
    stage.pass(10);
    operation_id.to_string()
}

/// The undo of the latest operation, agreed to: its status and what it said.
async fn undo_latest(stage: &Stage, home: &Household) -> (String, String) {
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let answer = stage.asking(&agrees, "undo_operation", latest(home)).await.answer();
    (answer["status"].as_str().unwrap().to_owned(), told(&answer).to_owned())
}

async fn listed(stage: &Stage, id: &str) -> (String, bool) {
    let answer = stage.without_asking("list_operations", json!({})).await.answer();
    let rows = answer["operations"].as_array().unwrap().clone();
    let row = rows.into_iter().find(|row| row["operation_id"] == id).unwrap();
    (
        row["state"].as_str().unwrap().to_owned(),
        row["undoable"].as_bool().unwrap(),
    )
}

/// Walks back until nothing is left to undo.
async fn undo_all(stage: &Stage, home: &Household) {
    for _ in 0..8 {
        if undo_latest(stage, home).await.0 != "applied" {
            return;
        }
    }
    panic!("there is always something left to undo");
}

#[tokio::test]
async fn a_split_whose_deletion_may_still_arrive_keeps_the_row_that_stands_for_it() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("split_transaction", market(&home)).await;
    unheard(&stage, Operation::DeleteTransaction, 1);
    stage.sim.forget_requests();
    let undone = unsettled(&stage, "undo_operation", undo(&home, &id)).await;
    assert_eq!(stage.states_of(&undone), ["applied", "applied", "unknown"]);
    // Both rows are there, and nobody takes one away while the deletion of the other may be under way.
    assert_eq!((markets(&stage).len(), stage.writes_sent()), (2, 2));
    assert_eq!(listed(&stage, &undone).await, ("unknown".to_owned(), false));
    let (status, text) = undo_latest(&stage, &home).await;
    assert_eq!(status, "nothing_to_do");
    assert!(
        text.starts_with(&format!("An earlier operation, {undone} (Undo: replace the split "))
            && text.contains(
                "was interrupted: YNAB holds 1 of its 2 changes; the rest may still arrive until 2026-09-15T12:10:00Z, and before that it \
                 cannot be taken back, so that nothing is lost."
            ),
        "{text}"
    );
    let text = stage
        .without_asking("undo_operation", undo(&home, &undone))
        .await
        .refusal();
    assert!(text.contains("what became of it is not known yet"), "{text}");
    let text = stage.without_asking("undo_operation", undo(&home, &id)).await.refusal();
    assert!(
        text.contains(&format!(
            "operation {undone} undid a part of it: undo that operation first"
        )),
        "{text}"
    );
    assert_eq!(markets(&stage).len(), 2);
    // It arrives: the undo is whole, and can be taken back.
    stage.edit_elsewhere(&home.market, |row| row.deleted = true);
    let (_, text) = undo_latest(&stage, &home).await;
    assert!(text.contains("YNAB holds all of it"), "{text}");
    assert_eq!(listed(&stage, &undone).await, ("in_effect".to_owned(), true));
    assert_eq!((markets(&stage).len(), markets(&stage)[0].lines.len()), (1, 0));
    stage.agreed("undo_operation", undo(&home, &undone)).await;
    assert_eq!((markets(&stage).len(), lines_of(&markets(&stage)[0]).len()), (1, 2));
    stage.assert_balanced();
}

#[tokio::test]
async fn a_split_whose_deletion_never_arrived_is_undone_once_it_cannot_come_any_more() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("split_transaction", market(&home)).await;
    unheard(&stage, Operation::DeleteTransaction, 1);
    let undone = unsettled(&stage, "undo_operation", undo(&home, &id)).await;
    assert_eq!(undo_latest(&stage, &home).await.0, "nothing_to_do");
    stage.pass(600);
    let (status, text) = undo_latest(&stage, &home).await;
    assert_eq!(status, "applied");
    assert!(
        text.contains("YNAB holds 1 of its 2 changes; undo_operation with that id takes them back."),
        "{text}"
    );
    let rows = markets(&stage);
    assert_eq!((rows.len(), rows[0].id.as_str()), (1, home.market.as_str()));
    assert_eq!(listed(&stage, &undone).await, ("undone".to_owned(), false));
    stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!((markets(&stage).len(), markets(&stage)[0].lines.len()), (1, 0));
    stage.assert_balanced();
}

#[tokio::test]
async fn what_was_done_to_a_split_before_speaks_of_it_until_it_is_deleted() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flag).await;
    let id = stage.done("split_transaction", market(&home)).await;
    unheard(&stage, Operation::DeleteTransaction, 1);
    unsettled(&stage, "undo_operation", undo(&home, &id)).await;
    stage.pass(600);
    assert_eq!(undo_latest(&stage, &home).await.0, "applied", "the half goes");
    stage.agreed("undo_operation", undo(&home, &flagged)).await;
    assert_eq!(stage.flag_of(&home.market), None);
}

#[tokio::test]
async fn a_split_made_again_after_it_was_deleted_alone_can_be_undone_again() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("split_transaction", market(&home)).await;
    let undone = stage.done("undo_operation", undo(&home, &id)).await;
    // As records tell it of which the deletion came after the other row was put away again.
    let line = journal_line(&json!({
        "line": "outcome", "format": 1, "operation_id": undone, "at": "2026-09-15T12:00:30Z",
        "effects": [{"group": 0, "effect": 0, "state": "taken_back"}],
    }));
    let mut journal = std::fs::OpenOptions::new()
        .append(true)
        .open(stage.journal_file())
        .unwrap();
    journal.write_all(line.as_bytes()).unwrap();
    let plain = markets(&stage)[0].id.clone();
    stage.edit_elsewhere(&plain, |row| row.deleted = true);
    assert_eq!(markets(&stage).len(), 0);
    let (status, _) = undo_latest(&stage, &home).await;
    assert_eq!((status.as_str(), markets(&stage).len()), ("applied", 1));
    assert_eq!(lines_of(&markets(&stage)[0]).len(), 2, "the split is there again");
    assert_eq!(listed(&stage, &id).await, ("in_effect".to_owned(), true));
    stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!((markets(&stage).len(), markets(&stage)[0].lines.len()), (1, 0));
    let again = stage.intents().last().unwrap()["operation_id"]
        .as_str()
        .unwrap()
        .to_owned();
    stage.agreed("undo_operation", undo(&home, &again)).await;
    assert_eq!((markets(&stage).len(), lines_of(&markets(&stage)[0]).len()), (1, 2));
    stage.assert_balanced();
}

#[tokio::test]
async fn a_side_of_a_move_that_arrives_after_the_other_was_put_back_is_in_effect_alone() {
    let (stage, home) = Stage::in_euro().await;
    unheard(&stage, Operation::UpdateMonthCategory, 2);
    let id = unsettled(&stage, "move_money", moved(&home)).await;
    assert_eq!(stage.states_of(&id), ["applied", "applied", "unknown"]);
    assert_eq!((amounts(&stage, &home), stage.writes_sent()), ((50_000, 120_000), 2));
    let (status, text) = undo_latest(&stage, &home).await;
    assert_eq!(status, "applied");
    assert!(text.contains("YNAB holds 1 of its 2 changes; undo_operation"), "{text}");
    assert_eq!(amounts(&stage, &home), BEFORE);
    assert_eq!(listed(&stage, &id).await, ("undone".to_owned(), false));
    // The second side arrives.
    stage.assign_elsewhere(&home.restaurants, 150_000);
    stage.pass(10);
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let answer = stage.without_asking("flag_transactions", flag).await.answer();
    let expected = format!(
        "An earlier operation, {id} (Move 30.00 from Tennis to Restaurants for 2026-09-01), got no answer, and arrived late: YNAB holds 1 of \
         its 2 changes; undo_operation with that id takes them back."
    );
    assert!(told(&answer).starts_with(&expected), "{}", told(&answer));
    assert_eq!(listed(&stage, &id).await, ("partly_in_effect".to_owned(), true));
    let agrees = Friend::who_agrees();
    let undone = stage.asking(&agrees, "undo_operation", undo(&home, &id)).await;
    undone.with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Undo: set Restaurants for 2026-09-01 back to 120.00?\n- Restaurants for 2026-09-01: 150.00 → 120.00"
    );
    assert_eq!(amounts(&stage, &home), BEFORE);
    assert_eq!(listed(&stage, &id).await, ("undone".to_owned(), false));
    assert_eq!(undo_latest(&stage, &home).await.0, "nothing_to_do");
    stage.assert_balanced();
}

#[tokio::test]
async fn an_undo_of_what_stood_alone_can_be_taken_back_too() {
    let (stage, home) = Stage::in_euro().await;
    unheard(&stage, Operation::UpdateMonthCategory, 2);
    let id = unsettled(&stage, "move_money", moved(&home)).await;
    let half = stage.done("undo_operation", latest(&home)).await;
    stage.assign_elsewhere(&home.restaurants, 150_000);
    stage.pass(10);
    // The first side is done again, and the move is whole, in two operations.
    stage.agreed("undo_operation", undo(&home, &half)).await;
    assert_eq!(amounts(&stage, &home), (50_000, 150_000));
    assert_eq!(listed(&stage, &id).await, ("partly_in_effect".to_owned(), true));
    undo_all(&stage, &home).await;
    assert_eq!(amounts(&stage, &home), BEFORE);
    stage.assert_balanced();
}

#[tokio::test]
async fn marks_that_arrive_after_the_adjustment_was_taken_away_are_told_and_taken_back() {
    let (stage, home) = Stage::in_euro().await;
    let reconciled = |stage: &Stage| {
        stage.look(|plan| {
            let rows = plan.transactions.iter().filter(|row| !row.deleted);
            let marked = rows
                .clone()
                .filter(|row| row.cleared == ynab_api::sim::Cleared::Reconciled);
            (rows.count(), marked.count())
        })
    };
    let before = reconciled(&stage);
    let arguments = json!({"plan_id": home.plan, "account_id": "Girokonto", "bank_balance": 2400, "adjust": true});
    unheard(&stage, Operation::UpdateTransactions, 1);
    let id = unsettled(&stage, "reconcile_account", arguments).await;
    assert_eq!(
        reconciled(&stage),
        (before.0 + 1, before.1 + 1),
        "the adjustment waits for them"
    );
    let (status, text) = undo_latest(&stage, &home).await;
    assert_eq!(status, "applied");
    assert!(text.contains("YNAB holds 1 of its 9 changes"), "{text}");
    assert_eq!(reconciled(&stage), before);
    let intent = stage.intents()[0].clone();
    let marks = intent["groups"][0]["effects"].as_array().unwrap().iter().skip(1);
    for mark in marks {
        stage.edit_elsewhere(mark["transaction_id"].as_str().unwrap(), |row| {
            row.cleared = ynab_api::sim::Cleared::Reconciled;
        });
    }
    stage.pass(10);
    let answer = stage.agreed("undo_operation", undo(&home, &id)).await;
    assert!(
        told(&answer).contains("got no answer, and arrived late: YNAB holds 8 of its 9 changes"),
        "{}",
        told(&answer)
    );
    assert_eq!(reconciled(&stage), before);
    stage.assert_balanced();
}

#[tokio::test]
async fn what_arrives_over_a_later_change_is_undone_to_what_that_one_had_left() {
    let (stage, home) = Stage::in_euro().await;
    unheard(&stage, Operation::UpdateMonthCategory, 2);
    let id = unsettled(&stage, "move_money", moved(&home)).await;
    stage.agreed("set_category_budget", budget(&home, 99)).await;
    stage.assign_elsewhere(&home.restaurants, 150_000);
    let (status, text) = undo_latest(&stage, &home).await;
    assert_eq!(status, "applied");
    assert!(
        text.contains(&format!("{id} (Move 30.00")) && text.contains("YNAB holds all of it"),
        "{text}"
    );
    assert_eq!(amounts(&stage, &home), (80_000, 99_000));
    undo_all(&stage, &home).await;
    assert_eq!(amounts(&stage, &home), BEFORE);
}

#[tokio::test]
async fn an_undo_that_arrives_over_a_later_change_is_a_change_of_its_own() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("set_category_budget", budget(&home, 99)).await;
    unheard(&stage, Operation::UpdateMonthCategory, 1);
    let agrees = Friend::who_agrees();
    let error = stage.asking(&agrees, "undo_operation", undo(&home, &id)).await.error();
    assert!(matches!(error, ToolError::NotApplied(_)), "{error}");
    stage.agreed("move_money", moved(&home)).await;
    assert_eq!(amounts(&stage, &home), (50_000, 129_000));
    stage.assign_elsewhere(&home.restaurants, 120_000);
    undo_all(&stage, &home).await;
    assert_eq!(amounts(&stage, &home), BEFORE);
}

#[tokio::test]
async fn of_two_equal_rows_the_one_that_is_left_is_the_one_that_came_late() {
    let (stage, home) = Stage::in_euro().await;
    let row = json!({"date": "2026-09-14", "amount": -7.25, "payee_name": "Kiosk"});
    let arguments = json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": [row]});
    unheard(&stage, Operation::CreateTransaction, 1);
    let agrees = Friend::who_agrees();
    stage
        .asking(&agrees, "create_transactions", arguments.clone())
        .await
        .error();
    stage.pass(10);
    let made = stage.agreed("create_transactions", arguments).await;
    let twin = stage.transaction(made["created_ids"][0].as_str().unwrap());
    let late = "ffffffff-0000-4000-8000-000000000000";
    stage.sim.edit(|plan| {
        plan.put_transaction(ynab_api::sim::Transaction {
            id: late.to_owned(),
            ..twin.clone()
        });
    });
    let first = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
    let answer = stage.agreed("undo_operation", undo(&home, &first)).await;
    assert!(
        told(&answer).contains("arrived late: YNAB holds all of it"),
        "{}",
        told(&answer)
    );
    assert_eq!(answer["changes"][0]["transaction_id"], late);
    assert!(!stage.transaction(&twin.id).deleted);
}
