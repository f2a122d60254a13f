//! Importing what the linked banks have: at once, journaled, and not to be undone.

use avenir::registry::Gate;
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Operation, PendingImport};

use crate::stage::{Friend, Household, Stage, day, told};

const NO_WAY_BACK: &str = "what a bank sent is taken back by deleting it in YNAB, row by row";

fn here(home: &Household) -> Value {
    json!({"plan_id": home.plan})
}

/// Links the current account, at whose bank so many purchases wait.
fn waiting(stage: &Stage, count: i64) {
    stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        plan.edit_account(current, |account| account.direct_import_linked = true);
        for number in 1..=count {
            plan.pending_imports.push(PendingImport {
                account_id: current,
                date: day("2026-09-14"),
                amount: -1_110 * number,
                payee: format!("SHOP {number}"),
            });
        }
    });
    stage.pass(10);
}

/// The ids of the rows that came from a bank.
fn came(stage: &Stage) -> Vec<String> {
    stage.look(|plan| {
        let rows = plan.transactions.iter().filter(|row| row.import_id.is_some());
        rows.map(|row| row.id.clone()).collect()
    })
}

#[tokio::test]
async fn what_the_bank_has_comes_at_once_and_its_ids_are_answered() {
    let (stage, home) = Stage::in_euro().await;
    waiting(&stage, 2);
    let nobody = Friend::who_declines();
    let answer = stage
        .asking(&nobody, "import_transactions", here(&home))
        .await
        .with_status("applied");
    assert_eq!(nobody.asked(), Vec::<String>::new());
    let ids = came(&stage);
    assert_eq!(
        (&answer["imported"], &answer["transaction_ids"]),
        (&json!(2), &json!(ids))
    );
    assert!(
        told(&answer).starts_with("Imported 2 transaction(s); they are not approved yet."),
        "{answer:#}"
    );
    assert!(!told(&answer).contains("undo_operation"), "{answer:#}");
    let writes = stage.writes();
    assert_eq!(writes.len(), 1);
    assert!(writes[0].0.ends_with("/transactions/import"), "{writes:?}");
    let id = answer["operation_id"].as_str().unwrap();
    assert_eq!(
        stage.intents()[0]["groups"],
        json!([{"effects": [{"kind": "imported", "transaction_ids": [], "rows_before": 0}]}])
    );
    let outcome = stage
        .journal()
        .into_iter()
        .find(|entry| entry["line"] == "outcome")
        .unwrap();
    assert_eq!(outcome["effects"][0]["state"], "applied");
    assert_eq!(outcome["effects"][0]["actual"]["transaction_ids"], json!(ids));
    // What came is read at once, and the same again is nothing new.
    let found = json!({"plan_id": home.plan, "since_date": "2026-09-14", "payee": "shop"});
    let found = stage.without_asking("find_transactions", found).await.answer();
    assert_eq!(found["transactions"].as_array().unwrap().len(), 2);
    let again = stage
        .without_asking("import_transactions", here(&home))
        .await
        .with_status("nothing_to_do");
    assert_eq!((&again["imported"], &again["transaction_ids"]), (&json!(0), &json!([])));
    assert_eq!(told(&again), "No new transaction to import.");
    let second = stage.intents()[1]["operation_id"].as_str().unwrap().to_owned();
    assert_eq!(
        (stage.states_of(&second), second == id),
        (vec!["already_there".to_owned()], false)
    );
    assert_eq!((came(&stage).len(), stage.intents().len()), (2, 2));
}

#[tokio::test]
async fn it_is_not_undone_says_why_and_hides_nothing() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flag).await;
    waiting(&stage, 1);
    let id = stage.done("import_transactions", here(&home)).await;
    let undo = json!({"plan_id": home.plan, "operation_id": id});
    let text = stage.without_asking("undo_operation", undo).await.refusal();
    assert_eq!(
        text,
        format!("Nothing was changed: operation {id} cannot be undone: {NO_WAY_BACK}.")
    );
    let listed = stage.without_asking("list_operations", here(&home)).await.answer();
    let row = &listed["operations"][0];
    assert_eq!(
        (&row["operation_id"], &row["undoable"], &row["why_not"]),
        (&json!(id), &json!(false), &json!(NO_WAY_BACK))
    );
    let agrees = Friend::who_agrees();
    let undone = stage
        .asking(&agrees, "undo_operation", here(&home))
        .await
        .with_status("applied");
    assert_eq!(undone["undoes_operation_id"], flagged.as_str());
    assert!(
        agrees.only_question().contains(NO_WAY_BACK),
        "{}",
        agrees.only_question()
    );
    assert_eq!(came(&stage).len(), 1);
}

#[tokio::test]
async fn a_lost_answer_is_settled_by_reading_and_what_came_is_told() {
    for effect in [
        FaultEffect::DropAfter,
        FaultEffect::Garble {
            body: "<html>".to_owned(),
        },
    ] {
        let (stage, home) = Stage::in_euro().await;
        waiting(&stage, 1);
        stage.done("import_transactions", here(&home)).await;
        let earlier = came(&stage);
        waiting(&stage, 3);
        stage.sim.forget_requests();
        stage.sim.fault(Fault::on(Operation::ImportTransactions, effect).nth(1));
        let answer = stage
            .without_asking("import_transactions", here(&home))
            .await
            .with_status("applied");
        let mut new = came(&stage);
        new.retain(|id| !earlier.contains(id));
        let mut ids: Vec<_> = answer["transaction_ids"]
            .as_array()
            .unwrap()
            .iter()
            .map(|id| id.as_str().unwrap())
            .collect();
        ids.sort_unstable();
        new.sort_unstable();
        assert_eq!(
            (ids, &answer["imported"]),
            (new.iter().map(String::as_str).collect(), &json!(3))
        );
        assert!(told(&answer).starts_with("Imported 3 transaction(s)"), "{answer:#}");
        assert_eq!(stage.writes_sent(), 1);
    }
}

#[tokio::test]
async fn what_never_arrived_or_was_refused_is_told_as_that_and_can_be_tried_again() {
    let refused = FaultEffect::Status {
        status: 400,
        body: None,
        retry_after: None,
    };
    for effect in [FaultEffect::DropBefore, refused] {
        let (stage, home) = Stage::in_euro().await;
        waiting(&stage, 1);
        stage
            .sim
            .fault(Fault::on(Operation::ImportTransactions, effect).times(1));
        let text = stage.without_asking("import_transactions", here(&home)).await.refusal();
        assert!(text.starts_with("Nothing was changed: "), "{text}");
        let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
        assert_eq!(
            (stage.fates_of(&id), came(&stage)),
            (vec!["not_applied".to_owned()], vec![])
        );
        let answer = stage
            .without_asking("import_transactions", here(&home))
            .await
            .with_status("applied");
        assert_eq!(answer["imported"], 1);
    }
}

#[tokio::test]
async fn a_process_that_ended_before_the_answer_leaves_what_the_next_one_reads() {
    for (count, found, state) in [
        (2, "YNAB holds all of it", "applied"),
        (0, "YNAB holds nothing of it", "not_applied"),
    ] {
        let (mut stage, home) = Stage::in_euro().await;
        waiting(&stage, count);
        let dead = stage.wire.dead();
        stage.wire.before(move |request| {
            if request.starts_with("POST") {
                dead.store(true, std::sync::atomic::Ordering::SeqCst);
            }
        });
        stage
            .sim
            .fault(Fault::on(Operation::ImportTransactions, FaultEffect::DropAfter).nth(1));
        stage.without_asking("import_transactions", here(&home)).await.refusal();
        stage.wire.quiet();
        stage.restart();
        let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
        let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
        let answer = stage
            .without_asking("flag_transactions", flag)
            .await
            .with_status("confirmation_required");
        assert!(
            told(&answer).starts_with(&format!("An earlier operation, {id} (")),
            "{}",
            told(&answer)
        );
        assert!(told(&answer).contains(found), "{}", told(&answer));
        assert_eq!(stage.fates_of(&id).last().map(String::as_str), Some(state));
        // An undo of it is not offered: there is none.
        assert!(
            !told(&answer).contains("undo_operation with that id"),
            "{}",
            told(&answer)
        );
    }
}

#[tokio::test]
async fn while_writes_are_off_it_is_not_there() {
    let (stage, _) = Stage::in_euro().await;
    for tool in [
        "import_transactions",
        "set_category_target",
        "create_category",
        "update_category",
        "rename_payee",
        "split_transaction",
    ] {
        assert!(Gate { writes: false }.find(tool).is_none(), "{tool}");
        assert!(stage.runtime().gate.find(tool).is_some(), "{tool}");
    }
}
