//! What a redo of new transactions tells, and deletions that YNAB or the hour's limit refuses.

use serde_json::{Value, json};
use ynab_api::sim::{Entry, Fault, FaultEffect, Operation, Scribe};

use crate::stage::{Friend, Household, Stage, day, told};

const TOOL: &str = "create_transactions";

fn trams(home: &Household, count: usize) -> Value {
    let row = json!({"date": "2026-08-14", "amount": -2.8, "payee_name": "Tram", "category_id": home.tennis});
    json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": vec![row; count]})
}

fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

/// The tram rides that are there, in the order of their ids.
fn there(stage: &Stage) -> Vec<String> {
    let mut there: Vec<_> = stage.look(|plan| {
        let rows = plan
            .transactions
            .iter()
            .filter(|row| !row.deleted && row.amount == -2_800);
        rows.map(|row| row.id.clone()).collect()
    });
    there.sort();
    there
}

fn members(answer: &Value, name: &str) -> Vec<Value> {
    let changes = answer["changes"].as_array().unwrap().iter();
    changes.map(|change| change[name].clone()).collect()
}

fn refused(status: u16) -> FaultEffect {
    FaultEffect::Status {
        status,
        body: None,
        retry_after: None,
    }
}

#[tokio::test]
async fn a_redo_tells_the_new_ids_and_what_became_of_each() {
    for effect in [None, Some(FaultEffect::DropAfter)] {
        let (stage, home) = Stage::in_euro().await;
        let id = stage.done(TOOL, trams(&home, 2)).await;
        let first = there(&stage);
        let undone = stage.agreed("undo_operation", undo(&home, &id)).await;
        let mut deleted: Vec<String> = serde_json::from_value(json!(members(&undone, "transaction_id"))).unwrap();
        deleted.sort();
        assert_eq!(
            (deleted, members(&undone, "outcome")),
            (first.clone(), vec![json!("applied"); 2])
        );
        if let Some(effect) = effect {
            stage.sim.fault(Fault::on(Operation::CreateTransaction, effect).nth(1));
        }
        let again = undo(&home, undone["operation_id"].as_str().unwrap());
        let redone = stage.agreed("undo_operation", again).await;
        let mut made: Vec<String> = serde_json::from_value(json!(members(&redone, "transaction_id"))).unwrap();
        made.sort();
        assert_eq!(made, there(&stage));
        assert!(made.iter().all(|id| !first.contains(id)));
        assert_eq!(members(&redone, "outcome"), ["applied", "applied"]);
        assert_eq!(members(&redone, "date"), ["2026-08-14", "2026-08-14"]);
        assert_eq!(members(&redone, "payee"), ["Tram", "Tram"]);
        assert_eq!(members(&redone, "amount"), [-2.8, -2.8]);
        assert_eq!(redone["available_after"][0]["month"], "2026-08-01");
    }
}

#[tokio::test]
async fn a_redo_of_which_ynab_makes_a_part_says_which() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done(TOOL, trams(&home, 3)).await;
    let undone = stage.done("undo_operation", undo(&home, &id)).await;
    stage
        .sim
        .fault(Fault::on(Operation::CreateTransaction, FaultEffect::Partial { rows: 2 }).nth(1));
    let outcome = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &undone))
        .await;
    let answer = outcome.with_status("partly_applied");
    assert_eq!(members(&answer, "outcome"), ["applied", "applied", "refused"]);
    assert_eq!(members(&answer, "transaction_id")[2], Value::Null);
    assert_eq!(there(&stage).len(), 2);
    // What is missing is made by doing it once more.
    stage.agreed("undo_operation", undo(&home, &undone)).await;
    assert_eq!(there(&stage).len(), 3);
}

#[tokio::test]
async fn a_redo_takes_no_row_for_its_own_that_was_entered_meanwhile() {
    for effect in [FaultEffect::DropAfter, FaultEffect::DropBefore] {
        let (stage, home) = Stage::in_euro().await;
        let id = stage.done(TOOL, trams(&home, 1)).await;
        let undone = stage.done("undo_operation", undo(&home, &id)).await;
        let entered = stage.sim.edit(|plan| {
            let current = plan.account_named("Girokonto").unwrap().id;
            let tennis = plan.category_named("Tennis").unwrap().id;
            Scribe::new(plan).enter(&Entry::new(current, day("2026-08-14"), -2_800, "Tram", Some(tennis)))
        });
        stage.pass(10);
        stage
            .sim
            .fault(Fault::on(Operation::CreateTransaction, effect.clone()).nth(1));
        let outcome = stage
            .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &undone))
            .await;
        if effect == FaultEffect::DropAfter {
            let answer = outcome.with_status("applied");
            assert_ne!(answer["changes"][0]["transaction_id"], json!(entered));
            stage
                .agreed("undo_operation", undo(&home, answer["operation_id"].as_str().unwrap()))
                .await;
        } else {
            assert!(outcome.refusal().starts_with("Nothing was changed: "));
        }
        assert_eq!(there(&stage), [entered.unwrap()]);
    }
}

#[tokio::test]
async fn a_deletion_that_ynab_refuses_stops_the_rest_which_another_undo_takes_back() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done(TOOL, trams(&home, 5)).await;
    stage
        .sim
        .fault(Fault::on(Operation::DeleteTransaction, refused(400)).nth(3));
    let outcome = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await;
    let answer = outcome.with_status("partly_applied");
    assert_eq!(
        members(&answer, "outcome"),
        ["applied", "applied", "refused", "refused", "refused"]
    );
    assert!(
        told(&answer).starts_with("Only 2 of 5 change(s) are in effect: "),
        "{}",
        told(&answer)
    );
    assert_eq!(there(&stage).len(), 3);
    stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!(there(&stage), Vec::<String>::new());
}

#[tokio::test]
async fn fifty_deletions_are_not_begun_when_the_hour_has_not_enough_requests_left() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done(TOOL, trams(&home, 50)).await;
    stage.sim.forget_requests();
    let left = stage.leave_requests(53);
    let text = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await
        .refusal();
    assert!(text.contains("requests"), "{text}");
    assert_eq!((stage.writes_sent(), there(&stage).len()), (0, 50));
    drop(left);
    stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!((stage.writes_sent(), there(&stage).len()), (50, 0));
}

#[tokio::test]
async fn more_than_twenty_conflicts_are_counted_and_the_yes_rests_on_all_of_them() {
    let (stage, home) = Stage::in_euro().await;
    let answer = stage.agreed(TOOL, trams(&home, 30)).await;
    let ids: Vec<String> = serde_json::from_value(answer["created_ids"].clone()).unwrap();
    for id in &ids[..25] {
        stage.edit_elsewhere(id, |row| row.memo = Some("mine".to_owned()));
    }
    stage.pass(10);
    let arguments = undo(&home, answer["operation_id"].as_str().unwrap());
    let preview = stage.without_asking("undo_operation", arguments.clone()).await;
    let preview = preview.with_status("confirmation_required");
    let conflicts = preview["conflicts"].as_array().unwrap();
    assert_eq!(
        (conflicts.len(), &conflicts[20]),
        (21, &json!("… and 5 more are left alone"))
    );
    assert!(
        told(&preview).contains("\n… and 5 more are left alone."),
        "{}",
        told(&preview)
    );
    // One that is not named changes once more.
    stage.edit_elsewhere(&ids[24], |row| row.memo = Some("mine again".to_owned()));
    stage.pass(10);
    let mut again = arguments;
    again["confirmation"] = preview["confirmation"].clone();
    let text = stage.without_asking("undo_operation", again).await.refusal();
    assert!(text.contains("changed"), "{text}");
    assert_eq!(there(&stage).len(), 30);
}
