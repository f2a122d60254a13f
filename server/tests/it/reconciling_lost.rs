//! Reconciliations that go wrong on the way: answers lost at each request, a chunk that fails, what is put back and what is told.

use std::sync::atomic::Ordering;

use avenir::error::ToolError;
use serde_json::{Value, json};
use ynab_api::sim::{Cleared, Entry, Fault, FaultEffect, Operation, Scribe};

use crate::stage::{Friend, Household, Stage, day, told};

const TOOL: &str = "reconcile_account";

fn adjusting(home: &Household, balance: f64) -> Value {
    json!({"plan_id": home.plan, "account_id": "Girokonto", "bank_balance": balance, "adjust": true})
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

/// The household with so many rows of 1.00 more on the current account, spent on tennis.
async fn with_many(more: u32) -> (Stage, Household) {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let account = plan.account_named("Girokonto").unwrap().id;
        let tennis = plan.category_named("Tennis").unwrap().id;
        let mut scribe = Scribe::new(plan);
        for place in 0..more {
            scribe.enter(&Entry::new(
                account,
                day("2026-08-20"),
                -1_000,
                &format!("Ball {place}"),
                Some(tennis),
            ));
        }
    });
    (stage, home)
}

fn chunks(stage: &Stage) -> Vec<(&'static str, usize)> {
    let writes = stage
        .sim
        .requests()
        .into_iter()
        .filter(ynab_api::sim::Recorded::is_write);
    let counted = writes.map(|request| {
        let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
        (
            request.operation.unwrap(),
            body["transactions"].as_array().map_or(0, Vec::len),
        )
    });
    counted.collect()
}

fn refused(status: u16) -> FaultEffect {
    FaultEffect::Status {
        status,
        body: None,
        retry_after: None,
    }
}

const LOST: [FaultEffect; 4] = [
    FaultEffect::DropAfter,
    FaultEffect::Truncate { keep: 40 },
    FaultEffect::Garble { body: String::new() },
    FaultEffect::ApplyThenStatus {
        status: 500,
        body: None,
    },
];

#[tokio::test]
async fn a_lost_answer_at_any_request_is_settled_by_reading() {
    for operation in [Operation::CreateTransaction, Operation::UpdateTransactions] {
        for effect in LOST {
            let (stage, home) = Stage::in_euro().await;
            let before = rows(&stage).0;
            stage.sim.fault(Fault::on(operation, effect.clone()).nth(1));
            let answer = stage.agreed(TOOL, adjusting(&home, 2400.0)).await;
            assert_eq!(
                (&answer["reconciled"], &answer["cleared_balance_after"]),
                (&json!(8), &json!(2400)),
                "{effect:?}"
            );
            assert_eq!(rows(&stage), (before + 1, 9), "{effect:?}");
            assert_eq!(stage.writes_sent(), 2, "{effect:?}");
            stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
            assert_eq!(rows(&stage), (before, 0), "{effect:?}");
            stage.assert_balanced();
        }
    }
}

#[tokio::test]
async fn an_adjustment_that_never_arrived_leaves_everything_as_it_was() {
    for effect in [FaultEffect::DropBefore, refused(500), refused(400)] {
        let (stage, home) = Stage::in_euro().await;
        let before = rows(&stage);
        stage
            .sim
            .fault(Fault::on(Operation::CreateTransaction, effect.clone()).nth(1));
        let error = stage
            .asking(&Friend::who_agrees(), TOOL, adjusting(&home, 2400.0))
            .await
            .error();
        assert!(matches!(error, ToolError::NotApplied(_)), "{effect:?}: {error}");
        assert_eq!((rows(&stage), stage.writes_sent()), (before, 1), "{effect:?}");
    }
}

#[tokio::test]
async fn marks_that_fail_take_the_adjustment_along() {
    for effect in [refused(500), refused(400)] {
        let (stage, home) = Stage::in_euro().await;
        let before = rows(&stage);
        stage
            .sim
            .fault(Fault::on(Operation::UpdateTransactions, effect.clone()).nth(1));
        let error = stage
            .asking(&Friend::who_agrees(), TOOL, adjusting(&home, 2400.0))
            .await
            .error();
        assert!(
            error
                .to_string()
                .contains("What had been changed before that was put back."),
            "{error}"
        );
        assert_eq!(rows(&stage), before, "{effect:?}");
        assert_eq!(
            chunks(&stage),
            [
                ("createTransaction", 1),
                ("updateTransactions", 8),
                ("deleteTransaction", 0)
            ],
            "{effect:?}"
        );
        let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
        let states = stage.fates_of(&id);
        assert_eq!(
            states[states.len() - 9..],
            [vec!["taken_back"], vec!["not_applied"; 8]].concat()
        );
        let undo = stage
            .without_asking("undo_operation", json!({"plan_id": home.plan}))
            .await;
        undo.with_status("nothing_to_do");
    }
}

#[tokio::test]
async fn more_than_two_hundred_rows_are_marked_in_requests_told_of_before_the_yes() {
    let (stage, home) = with_many(442).await;
    let agrees = Friend::who_agrees();
    let balance = 2398.75 - 442.0 + 1.0;
    let answer = stage
        .asking(&agrees, TOOL, adjusting(&home, balance))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Reconcile Girokonto: mark 450 cleared transaction(s) reconciled and add a balance adjustment of 1.00?\n\
         - 2026-09-13 Dairy -3.10\n- 2026-09-12 Market -86.40\n- 2026-09-12 Tennis court -12.00\n\
         - 2026-09-10 Taverna -142.50\n- 2026-09-09 Mall -50.00\n- 2026-09-06 Transfer : Depot -200.00\n\
         - 2026-09-05 Transfer : Tagesgeld -100.00\n\
         - 2026-08-20 Ball 0 -1.00\n- 2026-08-20 Ball 1 -1.00\n- 2026-08-20 Ball 2 -1.00\n\
         - 2026-08-20 Ball 3 -1.00\n- 2026-08-20 Ball 4 -1.00\n- 2026-08-20 Ball 5 -1.00\n\
         - 2026-08-20 Ball 6 -1.00\n- 2026-08-20 Ball 7 -1.00\n- 2026-08-20 Ball 8 -1.00\n\
         - 2026-08-20 Ball 9 -1.00\n- 2026-08-20 Ball 10 -1.00\n- 2026-08-20 Ball 11 -1.00\n\
         - 2026-08-20 Ball 12 -1.00\n\
         - … and 430 more\n\
         The bank says 1957.75; the cleared transactions add up to 1956.75.\n\
         The adjustment is dated 2026-09-15 and goes to Inflow: Ready to Assign.\n\
         They are marked in 3 requests of up to 200; if YNAB refuses one, all are put back.\n\
         1 more cleared transaction(s) are not approved, and YNAB does not reconcile those: approve them first to include them."
    );
    let marks = |count| ("updateTransactions", count);
    assert_eq!(
        chunks(&stage),
        [("createTransaction", 1), marks(200), marks(200), marks(50)]
    );
    assert_eq!((&answer["reconciled"], rows(&stage)), (&json!(450), (452, 451)));
    stage.sim.forget_requests();
    let undone = stage
        .asking(&agrees, "undo_operation", json!({"plan_id": home.plan}))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.asked()[1].lines().next().unwrap(),
        "Undo reconciliation: mark 450 transaction(s) back to cleared and delete the balance adjustment?"
    );
    assert_eq!(
        chunks(&stage),
        [marks(200), marks(200), marks(50), ("deleteTransaction", 0)]
    );
    let shown = undone["changes"].as_array().unwrap();
    assert_eq!(
        (shown.len(), &undone["more_changes"], rows(&stage)),
        (50, &json!(401), (451, 0))
    );
    assert_eq!(shown[0]["what"], "deleted");
}

#[tokio::test]
async fn exactly_two_hundred_rows_are_one_request_and_need_no_word() {
    let (stage, home) = with_many(192).await;
    let agrees = Friend::who_agrees();
    let arguments = adjusting(&home, 2398.75 - 192.0);
    stage.asking(&agrees, TOOL, arguments).await.with_status("applied");
    assert!(
        !agrees.only_question().contains("requests"),
        "{}",
        agrees.only_question()
    );
    assert_eq!(chunks(&stage), [("updateTransactions", 200)]);
}

#[tokio::test]
async fn a_second_chunk_that_fails_has_all_put_back_in_bulk_and_the_adjustment_deleted() {
    for effect in [refused(500), refused(400)] {
        let (stage, home) = with_many(442).await;
        let before = rows(&stage);
        stage
            .sim
            .fault(Fault::on(Operation::UpdateTransactions, effect.clone()).nth(2));
        let error = stage
            .asking(&Friend::who_agrees(), TOOL, adjusting(&home, 1957.75))
            .await
            .error();
        let text = error.to_string();
        assert!(
            text.starts_with("Nothing was changed: ")
                && text.contains("What had been changed before that was put back."),
            "{effect:?}: {text}"
        );
        let marks = |count| ("updateTransactions", count);
        assert_eq!(
            chunks(&stage),
            [
                ("createTransaction", 1),
                marks(200),
                marks(200),
                marks(200),
                ("deleteTransaction", 0)
            ],
            "{effect:?}"
        );
        assert_eq!(rows(&stage), before, "{effect:?}");
        stage.assert_balanced();
    }
}

#[tokio::test]
async fn a_chunk_of_which_ynab_changed_a_part_is_put_back_with_the_rest() {
    let (stage, home) = with_many(442).await;
    let before = rows(&stage);
    stage
        .sim
        .fault(Fault::on(Operation::UpdateTransactions, FaultEffect::Partial { rows: 77 }).nth(2));
    let error = stage
        .asking(&Friend::who_agrees(), TOOL, adjusting(&home, 1957.75))
        .await
        .error();
    assert!(error.to_string().ends_with("was put back."), "{error}");
    assert_eq!(rows(&stage), before);
    let marks = |count| ("updateTransactions", count);
    assert_eq!(
        chunks(&stage)[1..],
        [marks(200), marks(200), marks(200), marks(77), ("deleteTransaction", 0)]
    );
}

#[tokio::test]
async fn what_cannot_be_put_back_is_told_as_in_effect_and_undone_by_its_id() {
    let (stage, home) = with_many(442).await;
    let before = rows(&stage);
    // The second chunk is refused, and so is the request that would put the first back.
    let twice = Fault::on(Operation::UpdateTransactions, refused(400)).nth(2).times(2);
    stage.sim.fault(twice);
    let outcome = stage
        .asking(&Friend::who_agrees(), TOOL, adjusting(&home, 1957.75))
        .await;
    let answer = outcome.with_status("partly_applied");
    assert_eq!(answer["reconciled"], 200);
    assert!(
        told(&answer).starts_with("Only 200 of 451 change(s) are in effect: "),
        "{}",
        told(&answer)
    );
    assert_eq!(rows(&stage), (before.0, 200), "the adjustment went");
    stage.pass(10);
    stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(rows(&stage), before);
}

#[tokio::test]
async fn a_reconciliation_killed_between_its_requests_is_read_and_taken_back() {
    for after in ["POST", "PATCH"] {
        let (mut stage, home) = with_many(442).await;
        let before = rows(&stage);
        let dead = stage.wire.dead();
        stage.wire.before(move |request| {
            if request.starts_with(after) {
                dead.store(true, Ordering::SeqCst);
            }
        });
        let error = stage
            .asking(&Friend::who_agrees(), TOOL, adjusting(&home, 1957.75))
            .await
            .error();
        let ToolError::Unsettled { operation_id, .. } = error else {
            panic!("{after}: {error}");
        };
        stage.wire.quiet();
        stage.restart();
        stage.pass(10);
        let held = if after == "POST" { 1 } else { 201 };
        assert_eq!(rows(&stage).1, held);
        let undo = json!({"plan_id": home.plan, "operation_id": operation_id});
        let answer = stage.agreed("undo_operation", undo).await;
        assert!(
            told(&answer).contains(&format!("YNAB holds {held} of its 451 changes")),
            "{}",
            told(&answer)
        );
        assert_eq!(rows(&stage), before, "{after}");
    }
}

#[tokio::test]
async fn at_ynabs_limit_nothing_can_be_put_back_so_what_is_marked_is_told_and_undone_later() {
    let (stage, home) = with_many(442).await;
    let before = rows(&stage);
    stage
        .sim
        .fault(Fault::on(Operation::UpdateTransactions, refused(429)).nth(2));
    let outcome = stage
        .asking(&Friend::who_agrees(), TOOL, adjusting(&home, 1957.75))
        .await;
    let answer = outcome.with_status("partly_applied");
    let id = answer["operation_id"].as_str().unwrap();
    assert_eq!(
        told(&answer),
        format!(
            "Only 201 of 451 change(s) are in effect: YNAB's limit of requests per hour is reached (429), and no request is sent for \
             the next 10 minutes. undo_operation with operation_id {id} takes back what is in effect."
        )
    );
    assert_eq!(
        (rows(&stage), answer["reconciled"].clone()),
        ((before.0 + 1, 201), json!(200))
    );
    stage.pass(700);
    stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(rows(&stage), before);
}
