//! Reconciliations taken back and made again: the marks and the adjustment together, or, where something changed since, neither.

use serde_json::{Value, json};
use ynab_api::sim::{Cleared, Entry, Fault, FaultEffect, Operation, Scribe};

use crate::stage::{Friend, Household, Stage, day, told};

fn adjusting(home: &Household) -> Value {
    json!({"plan_id": home.plan, "account_id": "Girokonto", "bank_balance": 2400, "adjust": true})
}

fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

/// Rows of the current account: how many there are, and how many are reconciled.
fn rows(stage: &Stage) -> (usize, usize) {
    stage.look(|plan| {
        let account = plan.account_named("Girokonto").unwrap().id;
        let rows = plan
            .transactions
            .iter()
            .filter(|row| !row.deleted && row.account_id == account);
        let reconciled = rows.clone().filter(|row| row.cleared == Cleared::Reconciled);
        (rows.clone().count(), reconciled.count())
    })
}

/// The adjustments that are there.
fn adjustments(stage: &Stage) -> Vec<String> {
    stage.look(|plan| {
        let rows = plan.transactions.iter().filter(|row| !row.deleted);
        let made = rows.filter(|row| row.memo.as_deref() == Some("Entered by reconcile_account"));
        made.map(|row| row.id.clone()).collect()
    })
}

#[tokio::test]
async fn an_undo_marks_back_and_deletes_the_adjustment_and_a_redo_does_both_again() {
    let (stage, home) = Stage::in_euro().await;
    let before = rows(&stage);
    let id = stage.done("reconcile_account", adjusting(&home)).await;
    assert_eq!(rows(&stage), (before.0 + 1, 9));
    stage.sim.forget_requests();
    let agrees = Friend::who_agrees();
    let undone = stage
        .asking(&agrees, "undo_operation", undo(&home, &id))
        .await
        .with_status("applied");
    let asked = agrees.only_question();
    let lines: Vec<_> = asked.lines().collect();
    assert_eq!(
        lines[0],
        "Undo reconciliation: mark 8 transaction(s) back to cleared and delete the balance adjustment?"
    );
    assert!(
        lines.contains(&"- 2026-09-12 Market -86.40: reconciled → cleared"),
        "{asked}"
    );
    assert_eq!(
        (lines[1], &lines[10..]),
        (
            "- 2026-09-15 Balance adjustment 1.25 on Girokonto: Inflow: Ready to Assign → deleted",
            &[
                "The balance of Girokonto goes from 2400.00 to 2398.75.",
                "Ready to Assign changes by -1.25."
            ][..]
        )
    );
    let writes = stage.writes();
    assert_eq!(writes.len(), 2);
    let marks = writes[0].1["transactions"].as_array().unwrap();
    assert!(
        marks
            .iter()
            .all(|mark| *mark == json!({"id": mark["id"], "cleared": "cleared"})),
        "{marks:?}"
    );
    assert_eq!((rows(&stage), adjustments(&stage)), (before, vec![]));

    let redone = undone["operation_id"].as_str().unwrap();
    let again = stage
        .asking(&agrees, "undo_operation", undo(&home, redone))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.asked()[1].lines().next().unwrap(),
        "Undo: mark 8 transaction(s) reconciled again and add the balance adjustment?"
    );
    assert_eq!((rows(&stage), adjustments(&stage).len()), ((before.0 + 1, 9), 1));
    let new = stage.transaction(&adjustments(&stage)[0]);
    assert_eq!(
        (
            new.amount,
            new.cleared,
            new.approved,
            new.category_id.map(|id| id.to_string())
        ),
        (1_250, Cleared::Reconciled, true, Some(home.ready_to_assign.clone()))
    );
    stage
        .agreed("undo_operation", undo(&home, again["operation_id"].as_str().unwrap()))
        .await;
    assert_eq!((rows(&stage), adjustments(&stage)), (before, vec![]));
    stage.assert_balanced();
}

#[tokio::test]
async fn without_an_adjustment_the_headlines_speak_of_marks_alone() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"plan_id": home.plan, "account_id": "Girokonto", "bank_balance": 2398.75});
    let id = stage.done("reconcile_account", arguments).await;
    let agrees = Friend::who_agrees();
    let undone = stage
        .asking(&agrees, "undo_operation", undo(&home, &id))
        .await
        .with_status("applied");
    let again = undone["operation_id"].as_str().unwrap();
    stage
        .asking(&agrees, "undo_operation", undo(&home, again))
        .await
        .with_status("applied");
    let asked = agrees.asked();
    let headlines: Vec<_> = asked.iter().map(|question| question.lines().next().unwrap()).collect();
    assert_eq!(
        headlines,
        [
            "Undo reconciliation: mark 8 transaction(s) back to cleared?",
            "Undo: mark 8 transaction(s) reconciled again?"
        ]
    );
    assert_eq!(rows(&stage).1, 8);
}

#[tokio::test]
async fn an_adjustment_that_is_gone_already_is_no_hindrance_to_the_marks() {
    let (stage, home) = Stage::in_euro().await;
    let before = rows(&stage);
    let id = stage.done("reconcile_account", adjusting(&home)).await;
    stage.edit_elsewhere(&adjustments(&stage)[0], |row| row.deleted = true);
    stage.sim.forget_requests();
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "undo_operation", undo(&home, &id))
        .await
        .with_status("applied");
    assert!(
        agrees
            .only_question()
            .starts_with("Undo reconciliation: mark 8 transaction(s) back to cleared?\n"),
        "{}",
        agrees.only_question()
    );
    assert_eq!(
        (&answer["unchanged_count"], rows(&stage), stage.writes_sent()),
        (&json!(1), before, 1)
    );
}

#[tokio::test]
async fn a_marked_row_that_is_gone_is_no_hindrance_either() {
    let (stage, home) = Stage::in_euro().await;
    let before = rows(&stage);
    let id = stage.done("reconcile_account", adjusting(&home)).await;
    stage.edit_elsewhere(&home.market, |row| row.deleted = true);
    stage.pass(10);
    let answer = stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!(
        (&answer["unchanged_count"], rows(&stage)),
        (&json!(1), (before.0 - 1, 0))
    );
}

#[tokio::test]
async fn an_adjustment_that_is_gone_when_its_deletion_arrives_counts_as_done() {
    let (stage, home) = Stage::in_euro().await;
    let before = rows(&stage);
    let id = stage.done("reconcile_account", adjusting(&home)).await;
    let stage = std::sync::Arc::new(stage);
    let (elsewhere, adjustment) = (std::sync::Arc::clone(&stage), adjustments(&stage)[0].clone());
    stage.wire.before(move |request| {
        if request.starts_with("DELETE") {
            elsewhere.edit_elsewhere(&adjustment, |row| row.deleted = true);
        }
    });
    stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!(rows(&stage), before);
    stage.wire.quiet();
    let done = stage
        .without_asking("undo_operation", json!({"plan_id": home.plan}))
        .await;
    assert!(told(&done.with_status("nothing_to_do")).starts_with("Nothing to undo"));
}

#[tokio::test]
async fn an_adjustment_or_a_mark_that_changed_since_leaves_all_alone_and_is_named() {
    let line = |lines: &Value, start: &str| -> Vec<String> {
        let lines = lines
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line.as_str().unwrap().to_owned());
        lines.filter(|line| line.starts_with(start)).collect()
    };
    for (what, expected) in [
        (
            "adjustment",
            "2026-09-15 Balance adjustment 1.25: its memo is ‘found it’ now, not ‘Entered by reconcile_account’, so it is left alone",
        ),
        (
            "mark",
            "2026-09-12 Market -86.40: it is uncleared now, not reconciled, so it is left alone",
        ),
    ] {
        let (stage, home) = Stage::in_euro().await;
        let id = stage.done("reconcile_account", adjusting(&home)).await;
        let held = rows(&stage);
        if what == "mark" {
            stage.edit_elsewhere(&home.market, |row| row.cleared = Cleared::Uncleared);
        } else {
            stage.edit_elsewhere(&adjustments(&stage)[0], |row| row.memo = Some("found it".to_owned()));
        }
        stage.sim.forget_requests();
        stage.pass(10);
        let agrees = Friend::who_agrees();
        let answer = stage
            .asking(&agrees, "undo_operation", undo(&home, &id))
            .await
            .with_status("nothing_to_do");
        let conflicts = &answer["conflicts"];
        assert_eq!(conflicts.as_array().unwrap().len(), 9);
        assert_eq!(line(conflicts, &expected[..20]), [expected]);
        assert_eq!(
            line(conflicts, "2026-09-12 Tennis court"),
            [
                "2026-09-12 Tennis court -12.00: it is still reconciled, but the rest of the change is not, so all of it is left alone"
            ]
        );
        assert_eq!((stage.writes_sent(), agrees.asked().len()), (0, 0));
        assert_eq!(rows(&stage).0, held.0);
    }
}

#[tokio::test]
async fn a_mark_that_was_taken_off_by_hand_is_back_already() {
    let (stage, home) = Stage::in_euro().await;
    let before = rows(&stage);
    let id = stage.done("reconcile_account", adjusting(&home)).await;
    stage.edit_elsewhere(&home.market, |row| {
        row.cleared = Cleared::Cleared;
        // Other edits of a marked row are none of the reconciliation's.
        row.memo = Some("mine".to_owned());
    });
    stage.pass(10);
    let answer = stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!((&answer["unchanged_count"], rows(&stage)), (&json!(1), before));
}

#[tokio::test]
async fn an_undo_whose_deletion_is_refused_puts_the_marks_on_again() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("reconcile_account", adjusting(&home)).await;
    let held = rows(&stage);
    let refused = FaultEffect::Status {
        status: 400,
        body: None,
        retry_after: None,
    };
    stage.sim.fault(Fault::on(Operation::DeleteTransaction, refused).nth(1));
    let error = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await
        .error();
    assert!(
        error
            .to_string()
            .ends_with("What had been changed before that was put back."),
        "{error}"
    );
    assert_eq!(rows(&stage), held);
    stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!((rows(&stage), adjustments(&stage)), ((held.0 - 1, 0), vec![]));
}

#[tokio::test]
async fn lost_answers_of_an_undo_and_of_a_redo_are_settled() {
    for operation in [
        Operation::UpdateTransactions,
        Operation::DeleteTransaction,
        Operation::CreateTransaction,
    ] {
        let (stage, home) = Stage::in_euro().await;
        let before = rows(&stage);
        let id = stage.done("reconcile_account", adjusting(&home)).await;
        stage.sim.fault(Fault::on(operation, FaultEffect::DropAfter).nth(1));
        let undone = stage.done("undo_operation", undo(&home, &id)).await;
        assert_eq!((rows(&stage), adjustments(&stage).len()), (before, 0), "{operation:?}");
        stage.sim.clear_faults();
        stage.sim.fault(Fault::on(operation, FaultEffect::DropAfter).nth(1));
        stage.agreed("undo_operation", undo(&home, &undone)).await;
        assert_eq!(
            (rows(&stage), adjustments(&stage).len()),
            ((before.0 + 1, 9), 1),
            "{operation:?}"
        );
    }
}

#[tokio::test]
async fn of_many_marks_the_one_that_changed_is_named_first() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let account = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        for place in 0..30 {
            scribe.enter(&Entry::new(
                account,
                day("2026-08-20"),
                0,
                &format!("Nothing {place}"),
                None,
            ));
        }
    });
    let id = stage.done("reconcile_account", adjusting(&home)).await;
    stage.edit_elsewhere(&home.market, |row| row.cleared = Cleared::Uncleared);
    stage.pass(10);
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    let conflicts = answer["conflicts"].as_array().unwrap();
    assert_eq!(conflicts.len(), 21);
    assert_eq!(
        (&conflicts[0], &conflicts[20]),
        (
            &json!("2026-09-12 Market -86.40: it is uncleared now, not reconciled, so it is left alone"),
            &json!("… and 19 more are left alone")
        )
    );
}

#[tokio::test]
async fn a_row_like_the_adjustment_that_was_there_before_is_not_taken_for_it() {
    for effect in [FaultEffect::DropAfter, FaultEffect::DropBefore] {
        let (stage, home) = Stage::in_euro().await;
        let like = stage.sim.edit(|plan| {
            let account = plan.account_named("Girokonto").unwrap().id;
            let rta = plan.own.ready_to_assign;
            let mut entry = Entry::new(account, day("2026-09-15"), 1_250, "Balance adjustment", Some(rta));
            (entry.cleared, entry.memo) = (Cleared::Uncleared, Some("Entered by hand"));
            Scribe::new(plan).enter(&entry)
        });
        let like = like.unwrap();
        stage
            .sim
            .fault(Fault::on(Operation::CreateTransaction, effect.clone()).nth(1));
        let outcome = stage
            .asking(&Friend::who_agrees(), "reconcile_account", adjusting(&home))
            .await;
        if effect == FaultEffect::DropAfter {
            outcome.with_status("applied");
            assert_eq!(adjustments(&stage).len(), 1);
            stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
        } else {
            assert!(outcome.refusal().starts_with("Nothing was changed: "));
        }
        assert_eq!(adjustments(&stage), Vec::<String>::new());
        assert!(!stage.transaction(&like).deleted);
    }
}
