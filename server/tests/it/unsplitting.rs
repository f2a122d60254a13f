//! Taking a split back: another row takes its place, and nothing is lost on the way.

use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Operation};

use crate::splitting::{lines_of, market, markets, undo};
use crate::stage::{Friend, Household, Stage, told};

/// The methods and paths of the writes so far, the plan's path left out.
fn sent(stage: &Stage, home: &Household) -> Vec<String> {
    let plan = format!("/plans/{}", home.plan);
    let path = |path: String| {
        path.rsplit_once(&plan)
            .map_or(path.clone(), |(_, rest)| rest.to_owned())
    };
    stage.writes().into_iter().map(|write| path(write.0)).collect()
}

async fn nothing_undone(stage: &Stage, home: &Household, id: &str) -> Value {
    let outcome = stage.without_asking("undo_operation", undo(home, id)).await;
    outcome.with_status("nothing_to_do")["conflicts"].clone()
}

#[tokio::test]
async fn a_plain_row_is_made_and_then_the_split_is_deleted() {
    let (stage, home) = Stage::in_euro().await;
    stage.edit_elsewhere(&home.market, |row| {
        row.import_id = Some("YNAB:-86400:2026-09-12:1".to_owned());
        row.memo = Some("am Samstag".to_owned());
        row.flag = Some("red".to_owned());
        row.category_id = Some(Household::key(&home.restaurants));
    });
    let before = stage.transaction(&home.market);
    let id = stage.done("split_transaction", market(&home)).await;
    stage.sim.forget_requests();
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "undo_operation", undo(&home, &id))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Undo: replace the split 2026-09-12 Market -86.40 by one that is not split?\n- 2026-09-12 Market -86.40 on Girokonto: not there → \
         Restaurants\n- 2026-09-12 Market -86.40 on Girokonto: split into 2 lines → deleted\n1 transaction(s) of the \
         bank's come back as plain ones, without the bank's import id."
    );
    assert_eq!(
        sent(&stage, &home),
        ["/transactions".to_owned(), format!("/transactions/{}", home.market)]
    );
    let rows = markets(&stage);
    assert_eq!(rows.len(), 1);
    let after = &rows[0];
    assert_ne!(after.id, home.market);
    assert_eq!(
        (
            &after.memo,
            &after.flag,
            after.payee_id,
            after.category_id,
            after.date,
            after.cleared,
            after.approved
        ),
        (
            &before.memo,
            &before.flag,
            before.payee_id,
            before.category_id,
            before.date,
            before.cleared,
            before.approved
        ),
    );
    // An import id is not used twice in an account.
    assert_eq!((after.import_id.as_ref(), after.lines.len()), (None, 0));
    let undone = answer["operation_id"].as_str().unwrap();
    assert_eq!(stage.states_of(undone), ["applied", "applied"]);
    stage.assert_balanced();
}

#[tokio::test]
async fn a_redo_splits_the_new_row_again_and_so_on() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("split_transaction", market(&home)).await;
    let undone = stage.done("undo_operation", undo(&home, &id)).await;
    let agrees = Friend::who_agrees();
    let redone = stage
        .asking(&agrees, "undo_operation", undo(&home, &undone))
        .await
        .with_status("applied");
    assert!(
        agrees
            .only_question()
            .starts_with("Undo: replace 2026-09-12 Market -86.40 by one split into 2 lines?\n"),
        "{}",
        agrees.only_question()
    );
    let split = [(-50_000, home.groceries.clone()), (-36_400, home.tennis.clone())];
    let rows = markets(&stage);
    assert_eq!((rows.len(), lines_of(&rows[0])), (1, split.to_vec()));
    // By the id of the operation itself, or without one, the redo is what is taken back.
    let agrees = Friend::who_agrees();
    let again = stage
        .asking(&agrees, "undo_operation", undo(&home, &id))
        .await
        .with_status("applied");
    assert_eq!(again["undoes_operation_id"], redone["operation_id"]);
    let rows = markets(&stage);
    assert_eq!((rows.len(), rows[0].lines.len()), (1, 0));
    let second = again["operation_id"].as_str().unwrap();
    stage.agreed("undo_operation", undo(&home, second)).await;
    let rows = markets(&stage);
    assert_eq!((rows.len(), lines_of(&rows[0])), (1, split.to_vec()));
    stage.assert_balanced();
}

#[tokio::test]
async fn what_was_done_to_the_row_before_follows_the_new_one() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flag).await;
    let category = json!({"plan_id": home.plan, "assignments": [{"transaction_id": home.market, "category_id": home.restaurants}]});
    let categorised = stage.done("apply_categories", category).await;
    let id = stage.done("split_transaction", market(&home)).await;
    let undone = stage.done("undo_operation", undo(&home, &id)).await;
    let new = markets(&stage)[0].id.clone();
    assert_eq!(stage.flag_of(&new).as_deref(), Some("blue"));
    stage.agreed("undo_operation", undo(&home, &categorised)).await;
    stage.agreed("undo_operation", undo(&home, &flagged)).await;
    assert_eq!((stage.flag_of(&new), stage.category_of(&new)), (None, None));
    // The undo of the split knows the new row as it made it: what is taken back of it since keeps it from being taken back.
    let conflicts = nothing_undone(&stage, &home, &undone).await;
    assert_eq!(conflicts.as_array().unwrap().len(), 2, "{conflicts:#}");
    assert_eq!(markets(&stage).len(), 1);
}

#[tokio::test]
async fn what_was_done_before_follows_through_a_redo_too() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flag).await;
    let id = stage.done("split_transaction", market(&home)).await;
    let undone = stage.done("undo_operation", undo(&home, &id)).await;
    stage.agreed("undo_operation", undo(&home, &undone)).await;
    let rows = markets(&stage);
    assert_eq!(
        (rows.len(), rows[0].flag.as_deref(), rows[0].lines.len()),
        (1, Some("blue"), 2)
    );
    stage.agreed("undo_operation", undo(&home, &flagged)).await;
    assert_eq!(stage.flag_of(&rows[0].id), None);
}

#[tokio::test]
async fn undoing_without_an_id_walks_from_the_split_to_what_came_before() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flag).await;
    let id = stage.done("split_transaction", market(&home)).await;
    for expected in [id, flagged] {
        stage.pass(10);
        let answer = stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
        assert_eq!(answer["undoes_operation_id"], expected.as_str());
    }
    let rows = markets(&stage);
    assert_eq!((rows.len(), rows[0].flag.as_deref(), rows[0].lines.len()), (1, None, 0));
}

#[tokio::test]
async fn where_the_split_cannot_be_deleted_the_new_row_goes_again() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("split_transaction", market(&home)).await;
    let refused = FaultEffect::Status {
        status: 400,
        body: None,
        retry_after: None,
    };
    stage.sim.fault(Fault::on(Operation::DeleteTransaction, refused).nth(1));
    stage.sim.forget_requests();
    let text = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await
        .refusal();
    assert!(
        text.starts_with("Nothing was changed: ") && text.ends_with("What had been changed before that was put back."),
        "{text}"
    );
    assert_eq!(stage.writes_sent(), 3);
    let rows = markets(&stage);
    assert_eq!(
        (rows.len(), rows[0].id.as_str(), lines_of(&rows[0]).len()),
        (1, home.market.as_str(), 2)
    );
    let undone = stage.intents()[1]["operation_id"].as_str().unwrap().to_owned();
    assert_eq!(
        stage.states_of(&undone).iter().rev().take(2).collect::<Vec<_>>(),
        ["not_applied", "taken_back"]
    );
    // The split is still in effect, and its undo can be tried again.
    stage.pass(10);
    stage.agreed("undo_operation", undo(&home, &id)).await;
    let rows = markets(&stage);
    assert_eq!((rows.len(), rows[0].lines.len()), (1, 0));
    stage.assert_balanced();
}

#[tokio::test]
async fn a_split_that_is_deleted_meanwhile_needs_no_deleting() {
    let (stage, home) = Stage::in_euro().await;
    let stage = std::sync::Arc::new(stage);
    let id = stage.done("split_transaction", market(&home)).await;
    let (elsewhere, split) = (std::sync::Arc::clone(&stage), home.market.clone());
    stage.wire.before(move |request| {
        if request.starts_with("DELETE") {
            elsewhere.edit_elsewhere(&split, |row| row.deleted = true);
        }
    });
    let outcome = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await;
    stage.wire.quiet();
    outcome.with_status("applied");
    let rows = markets(&stage);
    assert_eq!((rows.len(), rows[0].lines.len()), (1, 0));
}

#[tokio::test]
async fn a_process_that_ends_between_the_two_leaves_a_half_that_is_told_and_taken_back() {
    let (mut stage, home) = Stage::in_euro().await;
    let id = stage.done("split_transaction", market(&home)).await;
    let dead = stage.wire.dead();
    stage.wire.after(move |request| {
        if request.starts_with("POST") {
            dead.store(true, std::sync::atomic::Ordering::SeqCst);
        }
    });
    let text = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await
        .refusal();
    assert!(
        text.starts_with("It is not known yet what YNAB holds of operation "),
        "{text}"
    );
    stage.wire.quiet();
    stage.restart();
    assert_eq!(markets(&stage).len(), 2);
    let half = stage.intents()[1]["operation_id"].as_str().unwrap().to_owned();
    stage.sim.forget_requests();
    // The deletion may be under way, as far as anybody knows; until it cannot come any more, the new row stays.
    let answer = stage
        .without_asking("undo_operation", json!({"plan_id": home.plan}))
        .await
        .with_status("nothing_to_do");
    assert!(
        told(&answer).contains("the rest may still arrive until 2026-09-15T12:10:00Z"),
        "{}",
        told(&answer)
    );
    stage.pass(601);
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "undo_operation", json!({"plan_id": home.plan}))
        .await
        .with_status("applied");
    assert!(
        told(&answer).starts_with(&format!("An earlier operation, {half} ("))
            && told(&answer).contains("YNAB holds 1 of its 2 changes"),
        "{}",
        told(&answer)
    );
    assert_eq!(answer["undoes_operation_id"], half.as_str());
    assert_eq!(
        agrees.only_question().lines().take(2).collect::<Vec<_>>(),
        [
            "Undo: delete the 1 transaction(s) this operation created?",
            "- 2026-09-12 Market -86.40 on Girokonto: no category → deleted"
        ]
    );
    assert_eq!(stage.writes_sent(), 1);
    let rows = markets(&stage);
    assert_eq!((rows.len(), rows[0].id.as_str()), (1, home.market.as_str()));
    // And the split itself can still be taken back.
    stage.agreed("undo_operation", undo(&home, &id)).await;
    let rows = markets(&stage);
    assert_eq!((rows.len(), rows[0].lines.len()), (1, 0));
    stage.assert_balanced();
}

#[tokio::test]
async fn lost_answers_on_the_way_are_settled_by_reading() {
    for operation in [Operation::CreateTransaction, Operation::DeleteTransaction] {
        for effect in [
            FaultEffect::DropAfter,
            FaultEffect::Garble {
                body: "<html>".to_owned(),
            },
        ] {
            let (stage, home) = Stage::in_euro().await;
            let id = stage.done("split_transaction", market(&home)).await;
            stage.sim.fault(Fault::on(operation, effect).nth(1));
            stage.agreed("undo_operation", undo(&home, &id)).await;
            let rows = markets(&stage);
            assert_eq!((rows.len(), rows[0].lines.len()), (1, 0), "{operation:?}");
        }
    }
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("split_transaction", market(&home)).await;
    stage
        .sim
        .fault(Fault::on(Operation::CreateTransaction, FaultEffect::DropBefore).times(1));
    let text = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await
        .refusal();
    assert!(text.starts_with("Nothing was changed: "), "{text}");
    let rows = markets(&stage);
    assert_eq!(
        (rows.len(), rows[0].id.as_str(), rows[0].lines.len()),
        (1, home.market.as_str(), 2)
    );
}

#[tokio::test]
async fn a_split_that_was_edited_since_is_left_alone_and_named() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("split_transaction", market(&home)).await;
    stage.edit_elsewhere(&home.market, |row| row.lines[0].memo = Some("Gemüse".to_owned()));
    stage.pass(10);
    stage.sim.forget_requests();
    assert_eq!(
        nothing_undone(&stage, &home, &id).await,
        json!(["2026-09-12 Market -86.40: it is split in another way now, so it is left alone"])
    );
    stage.edit_elsewhere(&home.market, |row| {
        row.lines[0].memo = None;
        row.lines[1].deleted = true;
    });
    stage.pass(10);
    assert_eq!(
        nothing_undone(&stage, &home, &id).await,
        json!(["2026-09-12 Market -86.40: it is split into 1 lines now, not split into 2 lines, so it is left alone"])
    );
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn a_split_whose_row_is_gone_is_back_already() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("split_transaction", market(&home)).await;
    stage.edit_elsewhere(&home.market, |row| row.deleted = true);
    stage.pass(10);
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(told(&answer), "Nothing to undo: everything is back already.");
    assert_eq!(markets(&stage).len(), 0);
}

#[tokio::test]
async fn a_split_whose_category_before_is_gone_is_left_alone() {
    let (stage, home) = Stage::in_euro().await;
    stage.edit_elsewhere(&home.market, |row| {
        row.category_id = Some(Household::key(&home.restaurants));
    });
    let id = stage.done("split_transaction", market(&home)).await;
    stage
        .sim
        .edit(|plan| plan.edit_category(Household::key(&home.restaurants), |category| category.deleted = true));
    stage.pass(10);
    assert_eq!(
        nothing_undone(&stage, &home, &id).await,
        json!(["2026-09-12 Market -86.40: the category it had is not there any more, so it is left alone"])
    );
    assert_eq!(markets(&stage).len(), 1);
}
