//! Undo where something changed since: what is left alone, what is named, what is passed over.

use serde_json::{Value, json};

use crate::stage::{Friend, Household, SEPTEMBER, Stage, told};

fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

fn latest(home: &Household) -> Value {
    json!({"plan_id": home.plan})
}

fn moved(home: &Household) -> Value {
    json!({
        "plan_id": home.plan, "month": SEPTEMBER, "from_category_id": home.tennis, "to_category_id": home.restaurants, "amount": 30,
    })
}

fn three_flags(home: &Household) -> Value {
    json!({"plan_id": home.plan, "flags": [
        {"transaction_id": home.market, "color": "blue"}, {"transaction_id": home.court, "color": "green"},
        {"transaction_id": home.bakery, "color": "purple"},
    ]})
}

fn delete_elsewhere(stage: &Stage, id: &str) {
    stage.edit_elsewhere(id, |row| row.deleted = true);
}

#[tokio::test]
async fn what_changed_since_is_left_alone_and_named_and_the_rest_is_put_back() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("flag_transactions", three_flags(&home)).await;
    stage.edit_elsewhere(&home.market, |row| row.flag = Some("orange".to_owned()));
    delete_elsewhere(&stage, &home.bakery);
    stage.sim.forget_requests();
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "undo_operation", undo(&home, &id))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Undo: put back the flag of 1 transaction(s)?\n- 2026-09-12 Tennis court -12.00: green → red\nLeft alone: \
         2026-09-12 Market -86.40: it is orange now, not blue, so it is left alone."
    );
    assert_eq!(
        answer["conflicts"],
        json!(["2026-09-12 Market -86.40: it is orange now, not blue, so it is left alone"])
    );
    // What is gone needs no putting back.
    assert_eq!(answer["unchanged_count"], 1);
    assert_eq!(answer["changes"].as_array().unwrap().len(), 1);
    let body = stage.writes()[0].1.clone();
    assert_eq!(body, json!({"transactions": [{"id": home.court, "flag_color": "red"}]}));
    assert_eq!(stage.flag_of(&home.market).as_deref(), Some("orange"));
}

#[tokio::test]
async fn what_is_back_already_is_counted_and_not_sent() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("flag_transactions", three_flags(&home)).await;
    stage.edit_elsewhere(&home.market, |row| row.flag = Some(String::new()));
    stage.sim.forget_requests();
    stage.pass(10);
    let answer = stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!(
        (&answer["unchanged_count"], &answer["conflicts"]),
        (&json!(1), &json!([]))
    );
    assert_eq!(stage.writes()[0].1["transactions"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn half_of_a_move_that_changed_leaves_the_whole_move_alone() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("move_money", moved(&home)).await;
    stage.assign_elsewhere(&home.restaurants, 160_000);
    stage.sim.forget_requests();
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        told(&answer),
        "Nothing to undo: all of it changed since and is left alone."
    );
    assert_eq!(
        answer["conflicts"],
        json!([
            "Tennis for 2026-09-01: it is still 50.00, but the rest of the change is not, so all of it is left alone",
            "Restaurants for 2026-09-01: it is 160.00 now, not 150.00, so it is left alone",
        ])
    );
    assert!(agrees.asked().is_empty());
    assert_eq!((stage.writes_sent(), stage.assigned(&home.tennis)), (0, 50_000));

    // One side is back, the other is not: still half of a move.
    stage.assign_elsewhere(&home.restaurants, 120_000);
    stage.pass(10);
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        answer["conflicts"][1],
        "Restaurants for 2026-09-01: it is 120.00 again, but the rest of the change is not, so all of it is left alone"
    );
    // Both are back: there is nothing left to undo.
    stage.assign_elsewhere(&home.tennis, 80_000);
    stage.pass(10);
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(told(&answer), "Nothing to undo: everything is back already.");
    assert_eq!(answer["unchanged_count"], 2);
}

#[tokio::test]
async fn without_an_id_an_operation_of_which_nothing_stands_is_passed_over_and_named() {
    let (stage, home) = Stage::in_euro().await;
    let flagged = stage.done("flag_transactions", three_flags(&home)).await;
    let move_id = stage.done("move_money", moved(&home)).await;
    stage.assign_elsewhere(&home.restaurants, 160_000);
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "undo_operation", latest(&home))
        .await
        .with_status("applied");
    assert_eq!(answer["undoes_operation_id"], flagged.as_str());
    let question = agrees.only_question();
    let last = question.lines().last().unwrap();
    assert_eq!(
        last,
        format!(
            "Operation {move_id} (Move 30.00 from Tennis to Restaurants for 2026-09-01) is passed over: all of it changed since."
        )
    );
    // Then there is only the passed-over one left.
    stage.pass(10);
    let answer = stage
        .without_asking("undo_operation", latest(&home))
        .await
        .with_status("nothing_to_do");
    assert_eq!(answer["undoes_operation_id"], move_id.as_str());
}

#[tokio::test]
async fn an_operation_that_was_undone_says_by_which() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("move_money", moved(&home)).await;
    let undone = stage.done("undo_operation", undo(&home, &id)).await;
    let text = stage.without_asking("undo_operation", undo(&home, &id)).await.refusal();
    assert_eq!(
        text,
        format!("Nothing was changed: operation {id} cannot be undone: operation {undone} undid it already.")
    );
}

#[tokio::test]
async fn an_operation_that_is_not_there_or_is_no_id_is_refused() {
    let (stage, home) = Stage::in_euro().await;
    let text = stage
        .without_asking("undo_operation", undo(&home, "0123456789ab"))
        .await
        .refusal();
    assert!(
        text.ends_with("cannot be undone: no operation of this plan has this id."),
        "{text}"
    );
    stage.sim.forget_requests();
    for bad in ["../../journal", "a/b", "a b", "%2e"] {
        let text = stage.without_asking("undo_operation", undo(&home, bad)).await.refusal();
        assert!(text.starts_with("Nothing was sent to YNAB"), "{text}");
    }
    assert_eq!(stage.requests(), Vec::<&str>::new());
}

#[tokio::test]
async fn an_undo_can_be_taken_in_parts_as_groups_come_to_stand_again() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("flag_transactions", three_flags(&home)).await;
    stage.edit_elsewhere(&home.market, |row| row.flag = Some("orange".to_owned()));
    stage.pass(10);
    let first = stage.done("undo_operation", undo(&home, &id)).await;
    // What was left alone is put back to what we had made of it, so it can be undone after all.
    stage.edit_elsewhere(&home.market, |row| row.flag = Some("blue".to_owned()));
    stage.pass(10);
    let answer = stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!(answer["changes"].as_array().unwrap().len(), 1);
    assert_eq!(stage.flag_of(&home.market), None);
    // The first undo is redone without touching the second.
    let redo = stage.agreed("undo_operation", undo(&home, &first)).await;
    assert_eq!(redo["changes"].as_array().unwrap().len(), 2);
    assert_eq!(stage.flag_of(&home.market), None);
    assert_eq!(stage.flag_of(&home.court).as_deref(), Some("green"));
}

#[tokio::test]
async fn an_undo_that_fails_half_way_puts_its_first_half_back_too() {
    use ynab_api::sim::{Fault, FaultEffect, Operation};
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("move_money", moved(&home)).await;
    let refused = FaultEffect::Status {
        status: 400,
        body: None,
        retry_after: None,
    };
    stage
        .sim
        .fault(Fault::on(Operation::UpdateMonthCategory, refused).nth(2));
    let error = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await
        .refusal();
    assert!(error.starts_with("Nothing was changed: "), "{error}");
    assert_eq!(
        (stage.assigned(&home.tennis), stage.assigned(&home.restaurants)),
        (50_000, 150_000)
    );
    // The operation is still in effect, and its undo can be tried again.
    stage.pass(10);
    stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!(
        (stage.assigned(&home.tennis), stage.assigned(&home.restaurants)),
        (80_000, 120_000)
    );
}

#[tokio::test]
async fn a_category_that_is_gone_keeps_only_its_own_transactions_from_being_put_back() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"plan_id": home.plan, "assignments": [
        {"transaction_id": home.taverna, "category_id": home.tennis},
        {"transaction_id": home.bakery, "category_id": home.tennis},
    ]});
    let id = stage.done("apply_categories", arguments).await;
    stage
        .sim
        .edit(|plan| plan.edit_category(Household::key(&home.restaurants), |category| category.deleted = true));
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "undo_operation", undo(&home, &id))
        .await
        .with_status("applied");
    assert_eq!(answer["conflicts"].as_array().unwrap().len(), 1, "{answer:#}");
    assert_eq!(stage.category_of(&home.bakery), Some(home.groceries.clone()));
    assert_eq!(stage.category_of(&home.taverna), Some(home.tennis.clone()));
}

#[tokio::test]
async fn two_undos_of_one_operation_at_once_undo_it_once() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("move_money", moved(&home)).await;
    stage.sim.forget_requests();
    let (one, two) = (Friend::who_agrees(), Friend::who_agrees());
    let (first, second) = tokio::join!(
        stage.asking(&one, "undo_operation", undo(&home, &id)),
        stage.asking(&two, "undo_operation", undo(&home, &id)),
    );
    let applied = [&first, &second].map(|outcome| outcome.called.answer.is_ok());
    assert_eq!(applied.iter().filter(|applied| **applied).count(), 1);
    assert_eq!((stage.writes_sent(), stage.assigned(&home.tennis)), (2, 80_000));
}

#[tokio::test]
async fn an_undo_tells_the_id_of_the_row_that_it_makes_and_each_category_once() {
    let (stage, home) = Stage::in_euro().await;
    let lines = json!([
        {"amount": -100, "category_id": home.restaurants}, {"amount": -42.5, "category_id": home.groceries},
    ]);
    let split = json!({"plan_id": home.plan, "transaction_id": home.taverna, "lines": lines});
    let done = stage.agreed("split_transaction", split).await;
    let available = |answer: &Value| {
        let rows = answer["available_after"].as_array().unwrap().clone();
        let mut told: Vec<_> = rows
            .iter()
            .map(|row| (row["category_id"].clone(), row["available"].clone()))
            .collect();
        told.sort_by_key(|(id, _)| *id == home.groceries);
        told
    };
    let held = |restaurants: Value, groceries: Value| {
        vec![
            (json!(home.restaurants), restaurants),
            (json!(home.groceries), groceries),
        ]
    };
    let before = held(json!(-22.5), json!(359.65));
    assert_eq!(available(&done), held(json!(20), json!(317.15)));
    let operation = done["operation_id"].as_str().unwrap();
    let preview = stage.without_asking("undo_operation", undo(&home, operation)).await;
    let preview = preview.with_status("confirmation_required");
    assert_eq!(
        preview["changes"][0],
        json!({
            "what": "created", "date": "2026-09-10", "payee": "Taverna", "amount": -142.5, "account": "Girokonto", "from": "not there",
            "to": "Restaurants",
        })
    );
    let undone = stage.agreed("undo_operation", undo(&home, operation)).await;
    assert_eq!(available(&undone), before);
    let [made, deleted] = undone["changes"].as_array().unwrap().as_slice() else {
        panic!("{undone}");
    };
    let id = made["transaction_id"].as_str().unwrap();
    let row = stage.transaction(id);
    assert_eq!((row.amount, id == home.taverna), (-142_500, false));
    assert_eq!(
        (&made["outcome"], &deleted["outcome"]),
        (&json!("applied"), &json!("applied"))
    );
    assert_eq!(deleted["transaction_id"], home.taverna);
    assert!(stage.look(|plan| plan.transactions.live(&home.taverna).is_none()));
}
