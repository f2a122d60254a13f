//! New transactions taken back and made again: each by itself, what changed since left alone, later operations following the new ids.

use std::sync::atomic::Ordering;

use avenir::error::ToolError;
use serde_json::{Value, json};
use ynab_api::sim::{Cleared, Fault, FaultEffect, Operation};

use crate::stage::{Friend, Household, Stage, told};

const TOOL: &str = "create_transactions";

fn on(home: &Household, rows: &Value) -> Value {
    json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": rows})
}

fn shops(home: &Household, count: i64) -> Value {
    let row = |place: i64| json!({"date": "2026-09-14", "amount": -place - 900, "payee_name": format!("Shop {place}")});
    on(home, &(1..=count).map(row).collect())
}

fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

fn created(answer: &Value) -> Vec<String> {
    serde_json::from_value(answer["created_ids"].clone()).unwrap()
}

fn operation(answer: &Value) -> String {
    answer["operation_id"].as_str().unwrap().to_owned()
}

fn live(stage: &Stage) -> Vec<String> {
    stage.look(|plan| {
        let live = plan.transactions.iter().filter(|row| !row.deleted);
        live.map(|row| row.id.clone()).collect()
    })
}

fn is_live(stage: &Stage, id: &str) -> bool {
    stage.look(|plan| plan.transactions.live(&id.to_owned()).is_some())
}

/// The only row of this payee and account that is there.
fn of_payee(stage: &Stage, payee: &str, account: &str) -> String {
    stage.look(|plan| {
        let payee = plan.payee_named(payee).unwrap().id;
        let account = plan.account_named(account).unwrap().id;
        let rows = plan.transactions.iter().filter(|row| !row.deleted);
        let mut rows = rows.filter(|row| row.payee_id == Some(payee) && row.account_id == account);
        let only = rows.next().unwrap().id.clone();
        assert!(rows.next().is_none());
        only
    })
}

#[tokio::test]
async fn an_undo_deletes_each_and_leaves_alone_what_changed_since() {
    let (stage, home) = Stage::in_euro().await;
    let known = live(&stage);
    let answer = stage.agreed(TOOL, shops(&home, 6)).await;
    let ids = created(&answer);
    stage.edit_elsewhere(&ids[0], |row| row.memo = Some("mine now".to_owned()));
    stage.edit_elsewhere(&ids[1], |row| row.approved = true);
    stage.edit_elsewhere(&ids[2], |row| (row.cleared, row.approved) = (Cleared::Reconciled, true));
    stage.edit_elsewhere(&ids[3], |row| row.category_id = Some(Household::key(&home.tennis)));
    stage.edit_elsewhere(&ids[4], |row| row.deleted = true);
    stage.sim.forget_requests();
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let undone = stage
        .asking(&agrees, "undo_operation", undo(&home, &operation(&answer)))
        .await
        .with_status("applied");
    let conflicts = [
        "2026-09-14 Shop 1 -901.00: its memo is ‘mine now’ now, not none, so it is left alone",
        "2026-09-14 Shop 2 -902.00: it is approved now, so it is left alone",
        "2026-09-14 Shop 3 -903.00: it is reconciled now, not cleared; it is approved now, so it is left alone",
        "2026-09-14 Shop 4 -904.00: it is Tennis now, not no category, so it is left alone",
    ];
    assert_eq!(undone["conflicts"], json!(conflicts));
    let left: Vec<_> = conflicts.iter().map(|line| format!("\nLeft alone: {line}.")).collect();
    assert_eq!(
        agrees.only_question(),
        format!(
            "Undo: delete the 1 transaction(s) this operation created?\n- 2026-09-14 Shop 6 -906.00 on Girokonto: no category → \
             deleted\nThe balance of Girokonto goes from -2117.25 to -1211.25.{}",
            left.concat()
        )
    );
    assert_eq!(undone["unchanged_count"], 1);
    assert_eq!(
        stage.writes(),
        [(format!("/v1/plans/{}/transactions/{}", home.plan, ids[5]), Value::Null)]
    );
    assert_eq!(live(&stage), [known, ids[..4].to_vec()].concat());
}

#[tokio::test]
async fn a_row_that_is_gone_when_its_deletion_arrives_counts_as_done() {
    let (stage, home) = Stage::in_euro().await;
    let known = live(&stage);
    let answer = stage.agreed(TOOL, shops(&home, 3)).await;
    let ids = created(&answer);
    let stage = std::sync::Arc::new(stage);
    let (elsewhere, second) = (std::sync::Arc::clone(&stage), ids[1].clone());
    stage.wire.before(move |request| {
        if request.starts_with("DELETE") {
            elsewhere.edit_elsewhere(&second, |row| row.deleted = true);
        }
    });
    stage.sim.forget_requests();
    let undone = stage.agreed("undo_operation", undo(&home, &operation(&answer))).await;
    let outcomes: Vec<_> = undone["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| &change["outcome"])
        .collect();
    assert_eq!(outcomes, ["applied"; 3]);
    assert_eq!((live(&stage), stage.count(Operation::DeleteTransaction)), (known, 3));
    stage.wire.quiet();
}

#[tokio::test]
async fn a_lost_answer_to_a_deletion_is_settled_and_the_rest_goes_on() {
    for effect in [
        FaultEffect::DropAfter,
        FaultEffect::Garble {
            body: "<html>".to_owned(),
        },
        FaultEffect::ApplyThenStatus {
            status: 500,
            body: None,
        },
    ] {
        let (stage, home) = Stage::in_euro().await;
        let known = live(&stage);
        let id = stage.done(TOOL, shops(&home, 3)).await;
        stage
            .sim
            .fault(Fault::on(Operation::DeleteTransaction, effect.clone()).nth(2));
        stage.agreed("undo_operation", undo(&home, &id)).await;
        assert_eq!(
            (live(&stage), stage.count(Operation::DeleteTransaction)),
            (known, 3),
            "{effect:?}"
        );
    }
}

#[tokio::test]
async fn an_undo_killed_half_way_is_settled_and_the_rest_is_taken_back_by_another() {
    let (mut stage, home) = Stage::in_euro().await;
    let known = live(&stage);
    let id = stage.done(TOOL, shops(&home, 5)).await;
    let dead = stage.wire.dead();
    let mut deletions = 0;
    stage.wire.before(move |request| {
        deletions += usize::from(request.starts_with("DELETE"));
        if deletions == 2 {
            dead.store(true, Ordering::SeqCst);
        }
    });
    let outcome = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await;
    let ToolError::Unsettled {
        operation_id: killed, ..
    } = outcome.error()
    else {
        panic!("it is not known what became of the second");
    };
    assert_eq!(
        stage.states_of(killed.as_str()),
        [
            "applied",
            "applied",
            "applied",
            "applied",
            "unknown",
            "not_applied",
            "not_applied"
        ]
    );
    assert_eq!(live(&stage).len(), known.len() + 3);
    stage.wire.quiet();
    stage.restart();
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let again = stage
        .asking(&agrees, "undo_operation", undo(&home, &id))
        .await
        .with_status("applied");
    assert!(
        told(&again).starts_with(&format!(
            "An earlier operation, {killed} (Undo: delete the 5 transaction(s) this operation created), was interrupted: YNAB holds 2 \
             of its 5 changes; undo_operation with that id takes them back. Undone."
        )),
        "{}",
        told(&again)
    );
    assert_eq!(again["changes"].as_array().unwrap().len(), 3);
    assert!(
        agrees
            .only_question()
            .starts_with("Undo: delete the 3 transaction(s) this operation created?\n"),
        "{}",
        agrees.only_question()
    );
    assert_eq!(live(&stage), known);
}

#[tokio::test]
async fn a_redo_makes_the_rows_again_and_is_itself_taken_back() {
    let (stage, home) = Stage::in_euro().await;
    let known = live(&stage);
    let row =
        json!([{"date": "2026-09-14", "amount": -7, "payee_name": "Shop", "memo": "milk", "category_id": home.tennis}]);
    let answer = stage.agreed(TOOL, on(&home, &row)).await;
    let first = created(&answer).remove(0);
    let before = stage.transaction(&first);
    let undone = stage.done("undo_operation", undo(&home, &operation(&answer))).await;
    assert_eq!(live(&stage), known);
    let agrees = Friend::who_agrees();
    let redone = stage
        .asking(&agrees, "undo_operation", undo(&home, &undone))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Undo: create 1 transaction(s) again?\n- 2026-09-14 Shop -7.00 on Girokonto: not there → Tennis\nThe balance of Girokonto \
         goes from 2398.75 to 2391.75."
    );
    let second = of_payee(&stage, "Shop", "Girokonto");
    assert_ne!(first, second);
    let now = stage.transaction(&second);
    assert_eq!(
        (
            now.amount,
            now.memo,
            now.category_id,
            now.cleared,
            now.approved,
            now.payee_id
        ),
        (
            before.amount,
            before.memo,
            before.category_id,
            before.cleared,
            before.approved,
            before.payee_id
        )
    );
    stage.agreed("undo_operation", undo(&home, &operation(&redone))).await;
    assert_eq!(live(&stage), known);
    stage.assert_balanced();
}

#[tokio::test]
async fn later_operations_follow_a_row_that_was_made_again() {
    let (stage, home) = Stage::in_euro().await;
    let row = json!([{"date": "2026-09-14", "amount": -7, "payee_name": "Shop"}]);
    let answer = stage.agreed(TOOL, on(&home, &row)).await;
    let first = created(&answer).remove(0);
    let flags = json!({"plan_id": home.plan, "flags": [{"transaction_id": first, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flags).await;
    // The flagged row is not what the operation made, so it stays until the flag is taken back; a deletion elsewhere is no way back.
    let unflagged = stage.done("undo_operation", undo(&home, &flagged)).await;
    let undone = stage.done("undo_operation", undo(&home, &operation(&answer))).await;
    stage.agreed("undo_operation", undo(&home, &undone)).await;
    let second = of_payee(&stage, "Shop", "Girokonto");
    // The flag is set again on the row that stands for the first, and taken off it once more.
    let agrees = Friend::who_agrees();
    let again = stage
        .asking(&agrees, "undo_operation", undo(&home, &unflagged))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Undo: put back the flag of 1 transaction(s)?\n- 2026-09-14 Shop -7.00: none → blue"
    );
    assert_eq!(stage.flag_of(&second).as_deref(), Some("blue"));
    stage.agreed("undo_operation", undo(&home, &operation(&again))).await;
    assert_eq!(stage.flag_of(&second), None);
}

#[tokio::test]
async fn the_flag_of_a_row_is_undone_after_the_row_was_deleted_and_made_again_with_it() {
    let (stage, home) = Stage::in_euro().await;
    let row = json!([{"date": "2026-09-14", "amount": -7, "payee_name": "Shop"}]);
    let created_by = stage.agreed(TOOL, on(&home, &row)).await;
    let undone = stage.done("undo_operation", undo(&home, &operation(&created_by))).await;
    let redone = stage.done("undo_operation", undo(&home, &undone)).await;
    let second = of_payee(&stage, "Shop", "Girokonto");
    let flags = json!({"plan_id": home.plan, "flags": [{"transaction_id": second, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flags).await;
    let refused = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &redone))
        .await;
    refused.with_status("nothing_to_do");
    assert!(is_live(&stage, &second), "it was flagged since");
    stage.agreed("undo_operation", undo(&home, &flagged)).await;
    stage.agreed("undo_operation", undo(&home, &redone)).await;
    assert!(!is_live(&stage, &second));
}

fn transfer(home: &Household, to: &str) -> Value {
    on(
        home,
        &json!([{"date": "2026-09-14", "amount": -40, "transfer_to_account_id": to, "memo": "savings"}]),
    )
}

#[tokio::test]
async fn a_transfer_appears_on_both_sides_and_its_undo_and_redo_are_of_both() {
    for (to, payee_there) in [("Tagesgeld", "Transfer : Tagesgeld"), ("Depot", "Transfer : Depot")] {
        let (stage, home) = Stage::in_euro().await;
        let known = live(&stage);
        let answer = stage.agreed(TOOL, transfer(&home, to)).await;
        let id = created(&answer).remove(0);
        let this = stage.transaction(&id);
        let other = stage.transaction(this.transfer_transaction_id.as_deref().unwrap());
        assert_eq!((this.amount, other.amount), (-40_000, 40_000));
        let there = stage.look(|plan| plan.account_named(to).unwrap().clone());
        assert_eq!(
            (other.account_id, this.payee_id),
            (there.id, Some(there.transfer_payee_id))
        );
        assert_eq!(answer["transactions"][0]["payee"], payee_there);
        let sent = &stage.writes()[0].1["transactions"][0];
        assert_eq!(sent["payee_id"], there.transfer_payee_id.to_string());
        assert_eq!(sent.get("payee_name"), None);
        let undone = stage.done("undo_operation", undo(&home, &operation(&answer))).await;
        assert_eq!(live(&stage), known, "{to}");
        let redone = stage.done("undo_operation", undo(&home, &undone)).await;
        assert_eq!(live(&stage).len(), known.len() + 2, "{to}");
        stage.agreed("undo_operation", undo(&home, &redone)).await;
        assert_eq!(live(&stage), known, "{to}");
        stage.assert_balanced();
    }
}

#[tokio::test]
async fn a_lost_answer_to_a_transfer_names_this_side() {
    let (stage, home) = Stage::in_euro().await;
    stage
        .sim
        .fault(Fault::on(Operation::CreateTransaction, FaultEffect::DropAfter).nth(1));
    let answer = stage.agreed(TOOL, transfer(&home, "Tagesgeld")).await;
    let this = stage.transaction(&created(&answer)[0]);
    assert_eq!(this.amount, -40_000);
}

#[tokio::test]
async fn a_transfer_whose_other_side_was_reconciled_since_is_left_alone_and_named() {
    let (stage, home) = Stage::in_euro().await;
    let answer = stage.agreed(TOOL, transfer(&home, "Tagesgeld")).await;
    let this = stage.transaction(&created(&answer)[0]);
    stage.edit_elsewhere(this.transfer_transaction_id.as_deref().unwrap(), |row| {
        (row.cleared, row.approved) = (Cleared::Reconciled, true);
    });
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let refused = stage
        .asking(&agrees, "undo_operation", undo(&home, &operation(&answer)))
        .await;
    let refused = refused.with_status("nothing_to_do");
    assert_eq!(
        refused["conflicts"],
        json!([
            "2026-09-14 Transfer : Tagesgeld -40.00: it is a transfer whose other side is cleared, approved, flagged or has a memo of its own, which would be lost, so it is left alone"
        ])
    );
    assert!(agrees.asked().is_empty() && is_live(&stage, &this.id));
}
