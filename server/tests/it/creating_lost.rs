//! New transactions whose answer is lost: reading tells what became of them, and nothing is made twice.

use std::sync::atomic::Ordering;

use avenir::error::ToolError;
use serde_json::{Value, json};
use ynab_api::sim::{Entry, Fault, FaultEffect, Operation, Scribe};

use crate::stage::{Friend, Household, Stage, day, told};

const TOOL: &str = "create_transactions";

/// Twice the same purchase, and another.
fn purchases(home: &Household) -> Value {
    let tram = json!({"date": "2026-09-14", "amount": -2.8, "payee_name": "Tram", "category_id": home.tennis});
    let shop = json!({"date": "2026-09-13", "amount": -9, "payee_name": "Shop", "memo": "milk"});
    json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": [tram, shop, tram]})
}

fn bank_rows(home: &Household) -> Value {
    let mut arguments = purchases(home);
    for row in arguments["transactions"].as_array_mut().unwrap() {
        row["bank_row"] = json!(true);
    }
    arguments
}

/// A tram ride like the new ones, entered before.
fn one_from_before(stage: &Stage) -> String {
    let entered = stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let tennis = plan.category_named("Tennis").unwrap().id;
        Scribe::new(plan).enter(&Entry::new(current, day("2026-09-14"), -2_800, "Tram", Some(tennis)))
    });
    entered.unwrap()
}

fn live(stage: &Stage) -> Vec<String> {
    stage.look(|plan| {
        let live = plan.transactions.iter().filter(|row| !row.deleted);
        live.map(|row| row.id.clone()).collect()
    })
}

fn created(answer: &Value) -> Vec<String> {
    serde_json::from_value(answer["created_ids"].clone()).unwrap()
}

fn on_creating(effect: FaultEffect) -> Fault {
    Fault::on(Operation::CreateTransaction, effect).nth(1)
}

/// Answers that tell nothing of a write that was carried out.
fn lost_answers() -> Vec<FaultEffect> {
    vec![
        FaultEffect::DropAfter,
        FaultEffect::Truncate { keep: 40 },
        FaultEffect::Garble {
            body: "<html>Bad gateway</html>".to_owned(),
        },
        FaultEffect::Garble { body: "{}".to_owned() },
        FaultEffect::Garble {
            body: json!({"data": {"transaction_ids": [], "server_knowledge": 1}}).to_string(),
        },
        FaultEffect::ApplyThenStatus {
            status: 500,
            body: None,
        },
    ]
}

#[tokio::test]
async fn the_call_whose_answer_is_lost_answers_the_ids_itself() {
    for effect in lost_answers() {
        for before in [false, true] {
            let (stage, home) = Stage::in_euro().await;
            let older = before.then(|| one_from_before(&stage));
            let known = live(&stage);
            stage.sim.fault(on_creating(effect.clone()));
            let answer = stage.agreed(TOOL, purchases(&home)).await;
            let ids = created(&answer);
            let mut new: Vec<_> = live(&stage).into_iter().filter(|id| !known.contains(id)).collect();
            assert_eq!(new.len(), 3, "{effect:?}");
            let mut sorted = ids.clone();
            sorted.sort();
            new.sort();
            assert_eq!(sorted, new, "each is told once: {effect:?}");
            assert!(older.is_none_or(|older| !ids.contains(&older)));
            assert_eq!(
                stage.transaction(&ids[1]).amount,
                -9_000,
                "in the order asked: {effect:?}"
            );
            assert_eq!(stage.writes_sent(), 1, "{effect:?}");
            let id = answer["operation_id"].as_str().unwrap();
            assert_eq!(stage.states_of(id), ["applied"; 3], "{effect:?}");
            let undo = json!({"plan_id": home.plan, "operation_id": id});
            stage.agreed("undo_operation", undo).await;
            assert_eq!(live(&stage), known, "the undo takes just these away: {effect:?}");
            stage.assert_balanced();
        }
    }
}

#[tokio::test]
async fn a_lost_answer_to_rows_of_the_banks_is_settled_too() {
    for effect in lost_answers() {
        let (stage, home) = Stage::in_euro().await;
        stage.sim.fault(on_creating(effect.clone()));
        let answer = stage.agreed(TOOL, bank_rows(&home)).await;
        let import_ids: Vec<_> = created(&answer)
            .iter()
            .map(|id| stage.transaction(id).import_id.unwrap())
            .collect();
        assert_eq!(
            import_ids,
            [
                "YNAB:-2800:2026-09-14:1",
                "YNAB:-9000:2026-09-13:1",
                "YNAB:-2800:2026-09-14:2"
            ],
            "{effect:?}"
        );
        assert_eq!(stage.writes_sent(), 1);
    }
}

#[tokio::test]
async fn what_never_arrived_changed_nothing_and_may_be_asked_again() {
    let refused = |status| FaultEffect::Status {
        status,
        body: None,
        retry_after: None,
    };
    for effect in [FaultEffect::DropBefore, refused(500), refused(400), refused(429)] {
        let (stage, home) = Stage::in_euro().await;
        one_from_before(&stage);
        let known = live(&stage);
        stage.sim.fault(on_creating(effect.clone()));
        let error = stage
            .asking(&Friend::who_agrees(), TOOL, purchases(&home))
            .await
            .error();
        assert!(matches!(error, ToolError::NotApplied(_)), "{effect:?}: {error}");
        assert!(error.to_string().starts_with("Nothing was changed: "), "{error}");
        assert_eq!((live(&stage), stage.writes_sent()), (known.clone(), 1), "{effect:?}");
        let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
        let states = stage.fates_of(&id);
        assert_eq!(states.last().map(String::as_str), Some("not_applied"), "{effect:?}");
        stage.pass(700);
        let answer = stage.agreed(TOOL, purchases(&home)).await;
        assert_eq!(created(&answer).len(), 3);
        assert_eq!(live(&stage).len(), known.len() + 3);
    }
}

#[tokio::test]
async fn an_answer_that_leaves_rows_out_is_held_against_what_ynab_has() {
    let (stage, home) = Stage::in_euro().await;
    let known = live(&stage);
    stage.sim.fault(on_creating(FaultEffect::Partial { rows: 2 }));
    let outcome = stage.asking(&Friend::who_agrees(), TOOL, purchases(&home)).await;
    let answer = outcome.with_status("partly_applied");
    let outcomes: Vec<_> = answer["transactions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["outcome"])
        .collect();
    assert_eq!(outcomes, ["applied", "applied", "refused"]);
    assert_eq!((created(&answer).len(), live(&stage).len()), (2, known.len() + 2));
    let id = answer["operation_id"].as_str().unwrap();
    assert_eq!(
        told(&answer),
        format!(
            "Only 2 of 3 change(s) are in effect: YNAB's answer does not mention every change. undo_operation with operation_id \
             {id} takes back what is in effect."
        )
    );
    stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(live(&stage), known);
}

#[tokio::test]
async fn what_cannot_be_read_is_not_claimed_and_the_next_call_finds_both_of_two_equal_rows() {
    let (stage, home) = Stage::in_euro().await;
    let older = one_from_before(&stage);
    let known = live(&stage);
    stage.sim.fault(on_creating(FaultEffect::DropAfter));
    // The request itself goes on; nothing does after it.
    let dead = stage.wire.dead();
    stage.wire.before(move |request| {
        if request.starts_with("POST") {
            dead.store(true, Ordering::SeqCst);
        }
    });
    let error = stage
        .asking(&Friend::who_agrees(), TOOL, purchases(&home))
        .await
        .error();
    let ToolError::Unsettled { operation_id, text } = error else {
        panic!("{error}");
    };
    assert!(text.contains("Do not repeat the change."), "{text}");
    assert_eq!(stage.states_of(operation_id.as_str()), ["unknown"; 3]);
    stage.wire.quiet();
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let undo = json!({"plan_id": home.plan});
    let answer = stage
        .asking(&agrees, "undo_operation", undo)
        .await
        .with_status("applied");
    assert!(
        told(&answer).starts_with(&format!(
            "An earlier operation, {operation_id} (Create 3 transaction(s) on Girokonto), was interrupted: YNAB holds all of it"
        )),
        "{}",
        told(&answer)
    );
    assert_eq!(
        agrees.only_question(),
        "Undo: delete the 3 transaction(s) this operation created?\n- 2026-09-14 Tram -2.80 on Girokonto: Tennis → deleted\n\
         - 2026-09-13 Shop -9.00 on Girokonto: no category → deleted\n- 2026-09-14 Tram -2.80 on Girokonto: Tennis → deleted\n\
         The balance of Girokonto goes from 2381.35 to 2395.95."
    );
    assert_eq!(live(&stage), known);
    assert!(live(&stage).contains(&older));
}
