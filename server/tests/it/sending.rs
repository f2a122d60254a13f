//! Sending: what the server says is what YNAB holds, whatever becomes of a request or its answer.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use avenir::confirm::Way;
use avenir::error::ToolError;
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Operation};

use crate::stage::{Friend, Household, SEPTEMBER, Stage, told};

fn moved(home: &Household) -> Value {
    json!({
        "plan_id": home.plan, "month": SEPTEMBER, "from_category_id": home.tennis, "to_category_id": home.restaurants, "amount": 30,
    })
}

fn flags(home: &Household) -> Value {
    json!({"plan_id": home.plan, "flags": [
        {"transaction_id": home.market, "color": "blue"}, {"transaction_id": home.court, "color": "green"},
        {"transaction_id": home.bakery, "color": "purple"},
    ]})
}

fn amounts(stage: &Stage, home: &Household) -> (i64, i64) {
    (stage.assigned(&home.tennis), stage.assigned(&home.restaurants))
}

const BEFORE: (i64, i64) = (80_000, 120_000);
const MOVED: (i64, i64) = (50_000, 150_000);

fn status(status: u16) -> FaultEffect {
    FaultEffect::Status {
        status,
        body: None,
        retry_after: None,
    }
}

fn on_assigning(effect: FaultEffect) -> Fault {
    Fault::on(Operation::UpdateMonthCategory, effect)
}

/// Answers that tell nothing of a write that was carried out.
fn lost_answers() -> Vec<FaultEffect> {
    vec![
        FaultEffect::DropAfter,
        FaultEffect::Truncate { keep: 40 },
        FaultEffect::Garble {
            body: "<html>Bad gateway</html>".to_owned(),
        },
        FaultEffect::ApplyThenStatus {
            status: 500,
            body: None,
        },
        FaultEffect::ApplyThenStatus {
            status: 503,
            body: Some("<html>".to_owned()),
        },
    ]
}

#[tokio::test]
async fn the_intent_is_on_the_disk_before_the_first_request_and_an_outcome_after_each_answer() {
    let (stage, home) = Stage::in_euro().await;
    let journal = stage.journal_file();
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let lines = Arc::clone(&seen);
    stage.wire.before(move |request| {
        if request.starts_with("PATCH") {
            let text = std::fs::read_to_string(&journal).unwrap();
            lines.lock().unwrap().push(text.lines().count());
        }
    });
    let operation_id = stage.done("move_money", moved(&home)).await;
    assert_eq!(*seen.lock().unwrap(), [1, 2]);
    let journal = stage.journal();
    assert_eq!(journal.len(), 3);
    assert_eq!(
        (&journal[0]["line"], &journal[0]["tool"]),
        (&json!("intent"), &json!("move_money"))
    );
    assert_eq!(
        journal[0]["title"],
        "Move 30.00 from Tennis to Restaurants for 2026-09-01"
    );
    assert_eq!(journal[0]["plan_id"], home.plan.as_str());
    assert_eq!(
        journal[0]["groups"],
        json!([{"effects": [
            {"kind": "assigned", "category_id": home.tennis, "month": SEPTEMBER, "before": 80_000, "after": 50_000},
            {"kind": "assigned", "category_id": home.restaurants, "month": SEPTEMBER, "before": 120_000, "after": 150_000},
        ]}])
    );
    assert_eq!(stage.states_of(&operation_id), ["applied", "applied"]);
}

#[tokio::test]
async fn a_lost_answer_is_settled_by_reading_before_the_call_answers() {
    for number in [1, 2] {
        for effect in lost_answers() {
            let (stage, home) = Stage::in_euro().await;
            stage.sim.fault(on_assigning(effect.clone()).nth(number));
            let answer = stage.agreed("move_money", moved(&home)).await;
            assert_eq!(answer["from_category"]["to_amount"], 50, "{effect:?}");
            assert_eq!(amounts(&stage, &home), MOVED, "{effect:?}");
            assert_eq!(stage.writes_sent(), 2, "nothing is sent twice: {effect:?}");
            stage.assert_balanced();
            let operation_id = answer["operation_id"].as_str().unwrap();
            assert_eq!(stage.states_of(operation_id), ["applied", "applied"], "{effect:?}");
        }
    }
}

#[tokio::test]
async fn a_lost_bulk_answer_is_settled_by_reading_too() {
    for effect in lost_answers() {
        let (stage, home) = Stage::in_euro().await;
        stage
            .sim
            .fault(Fault::on(Operation::UpdateTransactions, effect.clone()).nth(1));
        let answer = stage.agreed("flag_transactions", flags(&home)).await;
        let outcomes: Vec<_> = answer["changes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["outcome"].clone())
            .collect();
        assert_eq!(outcomes, ["applied", "applied", "applied"], "{effect:?}");
        assert_eq!(stage.flag_of(&home.market).as_deref(), Some("blue"));
        assert_eq!(stage.writes_sent(), 1, "{effect:?}");
    }
}

#[tokio::test]
async fn a_write_that_never_arrived_is_told_as_that() {
    for effect in [FaultEffect::DropBefore, status(500), status(502)] {
        let (stage, home) = Stage::in_euro().await;
        stage.sim.fault(on_assigning(effect.clone()).nth(1));
        let error = stage
            .asking(&Friend::who_agrees(), "move_money", moved(&home))
            .await
            .error();
        assert!(matches!(error, ToolError::NotApplied(_)), "{effect:?}: {error}");
        assert!(error.to_string().starts_with("Nothing was changed: "), "{error}");
        assert_eq!((amounts(&stage, &home), stage.writes_sent()), (BEFORE, 1), "{effect:?}");
        let operation_id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
        assert_eq!(
            stage.fates_of(&operation_id).first().map(String::as_str),
            Some("not_applied")
        );
        // There is nothing to undo, and nothing left open.
        let nothing = stage
            .without_asking("undo_operation", json!({"plan_id": home.plan}))
            .await;
        assert_eq!(
            told(&nothing.with_status("nothing_to_do")),
            "Nothing to undo: no operation of this plan is still in effect."
        );
    }
}

#[tokio::test]
async fn a_refused_second_half_puts_the_first_back_and_says_so() {
    for effect in [status(400), status(404), status(500)] {
        let (stage, home) = Stage::in_euro().await;
        stage.sim.fault(on_assigning(effect.clone()).nth(2));
        let error = stage
            .asking(&Friend::who_agrees(), "move_money", moved(&home))
            .await
            .error();
        assert!(matches!(error, ToolError::NotApplied(_)), "{effect:?}: {error}");
        let text = error.to_string();
        assert!(
            text.starts_with("Nothing was changed: ")
                && text.contains("What had been changed before that was put back."),
            "{text}"
        );
        assert_eq!((amounts(&stage, &home), stage.writes_sent()), (BEFORE, 3), "{effect:?}");
        assert_eq!(text.matches("Nothing was changed").count(), 1, "{text}");
        let operation_id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
        let states = stage.fates_of(&operation_id);
        assert_eq!(states[states.len() - 2..], ["taken_back", "not_applied"], "{effect:?}");
        stage.assert_balanced();
    }
}

#[tokio::test]
async fn a_half_that_cannot_be_put_back_is_told_as_partly_applied_and_an_undo_takes_it_back() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.fault(on_assigning(status(400)).nth(2));
    stage.sim.fault(on_assigning(status(500)).nth(3));
    let answer = stage.asking(&Friend::who_agrees(), "move_money", moved(&home)).await;
    let answer = answer.with_status("partly_applied");
    let operation_id = answer["operation_id"].as_str().unwrap().to_owned();
    let text = told(&answer);
    assert!(text.starts_with("Only 1 of 2 change(s) are in effect: "), "{text}");
    assert!(
        text.contains(&format!(
            "undo_operation with operation_id {operation_id} takes back what is in effect"
        )),
        "{text}"
    );
    assert_eq!(amounts(&stage, &home), (50_000, 120_000));
    // What the answer shows of the two categories is what YNAB holds.
    assert_eq!(answer["from_category"]["to_amount"], 50);
    assert_eq!(answer["to_category"]["to_amount"], 120);
    let agrees = Friend::who_agrees();
    let undone = stage
        .asking(
            &agrees,
            "undo_operation",
            json!({"plan_id": home.plan, "operation_id": operation_id}),
        )
        .await;
    undone.with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Undo: set Tennis for 2026-09-01 back to 80.00?\n- Tennis for 2026-09-01: 50.00 → 80.00"
    );
    assert_eq!(amounts(&stage, &home), BEFORE);
    stage.assert_balanced();
}

#[tokio::test]
async fn a_limit_that_ynab_declares_in_the_middle_leaves_a_half_that_can_be_undone_later() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.fault(on_assigning(status(429)).nth(2));
    let answer = stage.asking(&Friend::who_agrees(), "move_money", moved(&home)).await;
    let answer = answer.with_status("partly_applied");
    assert!(!told(&answer).contains("Nothing was changed"), "{answer:#}");
    assert_eq!(amounts(&stage, &home), (50_000, 120_000));
    assert_eq!(stage.writes_sent(), 2);
    stage.pass(3_700);
    let undo = json!({"plan_id": home.plan, "operation_id": answer["operation_id"]});
    stage.agreed("undo_operation", undo).await;
    assert_eq!(amounts(&stage, &home), BEFORE);
}

#[tokio::test]
async fn a_fate_that_cannot_be_read_is_not_claimed_and_is_found_out_by_the_next_write() {
    let (stage, home) = Stage::in_euro().await;
    // The answer to the second half is lost, and YNAB cannot be read afterwards.
    stage.sim.fault(on_assigning(FaultEffect::DropAfter).nth(2));
    let dead = stage.wire.dead();
    let mut patches = 0;
    stage.wire.before(move |request| {
        patches += usize::from(request.starts_with("PATCH"));
        dead.store(patches == 2, Ordering::SeqCst);
    });
    let error = stage
        .asking(&Friend::who_agrees(), "move_money", moved(&home))
        .await
        .error();
    let ToolError::Unsettled { text, operation_id } = error else {
        panic!("{error}")
    };
    assert!(
        text.starts_with(&format!(
            "It is not known yet what YNAB holds of operation {operation_id}: "
        )),
        "{text}"
    );
    assert!(text.contains("Do not repeat the change"), "{text}");
    assert_eq!((amounts(&stage, &home), stage.writes_sent()), (MOVED, 2));
    stage.wire.quiet();
    let declines = Friend::who_declines();
    let answer = stage
        .asking(&declines, "undo_operation", json!({"plan_id": home.plan}))
        .await;
    let text = told(&answer.with_status("declined")).to_owned();
    assert!(
        text.starts_with(&format!(
            "An earlier operation, {operation_id} (Move 30.00 from Tennis to Restaurants for 2026-09-01), was interrupted: YNAB \
             holds all of it; undo_operation with that id takes it back."
        )),
        "{text}"
    );
    assert!(
        declines.only_question().starts_with("Undo: move 30.00 back"),
        "and it can be undone at once"
    );
}

#[tokio::test]
async fn a_third_value_found_after_a_lost_answer_is_somebody_elses_and_stays() {
    let (stage, home) = Stage::in_euro().await;
    let stage = Arc::new(stage);
    // Another client's change lands between our write and our reading of it, and the answer is lost.
    stage.sim.fault(on_assigning(FaultEffect::DropAfter).nth(1));
    let (elsewhere, tennis) = (Arc::clone(&stage), home.tennis.clone());
    let mut seen = false;
    stage.wire.before(move |request| {
        if request.starts_with("GET") && seen {
            seen = false;
            elsewhere.assign_elsewhere(&tennis, 61_000);
        }
        seen |= request.starts_with("PATCH");
    });
    let error = stage
        .asking(&Friend::who_agrees(), "move_money", moved(&home))
        .await
        .error();
    assert!(matches!(error, ToolError::NotApplied(_)), "{error}");
    stage.wire.quiet();
    // 61.00 is somebody else's; it stays, and nothing else of the move is in effect.
    assert_eq!(amounts(&stage, &home), (61_000, 120_000));
}

#[tokio::test]
async fn a_journal_that_cannot_be_written_means_that_nothing_is_asked_and_nothing_sent() {
    let (stage, home) = Stage::in_euro().await;
    std::os::unix::fs::symlink("/nonexistent/folder/file", stage.journal_file()).unwrap();
    let agrees = Friend::who_agrees();
    for way in [
        Way::DuringCall(&agrees),
        Way::Terminal(&agrees),
        Way::RoundTrip(avenir::confirm::Returned::default()),
        Way::Code,
    ] {
        let error = stage.call(way, "move_money", moved(&home)).await.error();
        assert!(matches!(error, ToolError::Journal(_)), "{error}");
        assert!(error.to_string().contains("Nothing was changed"), "{error}");
    }
    let approve = json!({"plan_id": home.plan, "tx_ids": [home.kiosk]});
    let error = stage.without_asking("approve_transactions", approve).await.error();
    assert!(matches!(error, ToolError::Journal(_)), "{error}");
    assert!(agrees.asked().is_empty());
    assert_eq!((stage.writes_sent(), amounts(&stage, &home)), (0, BEFORE));
}

#[tokio::test]
async fn a_journal_that_fails_after_the_yes_keeps_the_write_from_being_sent_and_the_code_good() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("move_money", moved(&home)).await;
    let (file, aside) = (stage.journal_file(), stage.folder().join("aside"));
    std::fs::rename(&file, &aside).unwrap();
    std::os::unix::fs::symlink("/nonexistent/folder/file", &file).unwrap();
    let mut with_code = moved(&home);
    with_code["confirmation"] = code.into();
    let error = stage.without_asking("move_money", with_code.clone()).await.error();
    assert!(matches!(error, ToolError::Journal(_)), "{error}");
    assert_eq!((stage.writes_sent(), amounts(&stage, &home)), (0, BEFORE));
    std::fs::rename(&aside, &file).unwrap();
    stage
        .without_asking("move_money", with_code)
        .await
        .with_status("applied");
}

#[tokio::test]
async fn a_journal_that_fails_after_the_write_is_told_and_settled_later() {
    let (stage, home) = Stage::in_euro().await;
    let (file, aside) = (stage.journal_file(), stage.folder().join("aside"));
    let (from, to) = (file.clone(), aside.clone());
    let mut broken = false;
    stage.wire.after(move |request| {
        if request.starts_with("PATCH") && !broken {
            broken = true;
            std::fs::rename(&from, &to).unwrap();
            std::os::unix::fs::symlink("/nonexistent/folder/file", &from).unwrap();
        }
    });
    let answer = stage.agreed("move_money", moved(&home)).await;
    let operation_id = answer["operation_id"].as_str().unwrap();
    let text = told(&answer);
    assert!(text.contains("Its record could not be completed ("), "{text}");
    assert!(
        text.contains("the next write or undo settles that by reading YNAB"),
        "{text}"
    );
    assert_eq!(amounts(&stage, &home), MOVED);
    std::fs::rename(&aside, &file).unwrap();
    assert_eq!(stage.states_of(operation_id), Vec::<String>::new());
    stage.sim.forget_requests();
    let declines = Friend::who_declines();
    let answer = stage
        .asking(&declines, "undo_operation", json!({"plan_id": home.plan}))
        .await;
    let text = told(&answer.with_status("declined")).to_owned();
    assert!(text.contains("YNAB holds all of it"), "{text}");
    assert_eq!(stage.states_of(operation_id), ["applied", "applied"]);
    assert_eq!(stage.writes_sent(), 0);
    stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(amounts(&stage, &home), BEFORE);
}

#[tokio::test]
async fn a_call_that_is_dropped_after_the_yes_is_carried_out_to_its_end() {
    let (stage, home) = Stage::in_euro().await;
    stage
        .sim
        .fault(on_assigning(FaultEffect::Delay { milliseconds: 300 }).nth(1));
    let agrees = Friend::who_agrees();
    let call = stage.asking(&agrees, "move_money", moved(&home));
    // The client goes away while the first request is under way.
    let gone = async {
        while stage.writes_sent() == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        _ = call => panic!("it ended first"),
        () = gone => {}
    }
    while stage.journal().len() < 3 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert_eq!((amounts(&stage, &home), stage.writes_sent()), (MOVED, 2));
    let operation_id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
    assert_eq!(stage.states_of(&operation_id), ["applied", "applied"]);
}

#[tokio::test]
async fn time_that_runs_out_between_the_halves_puts_the_first_back() {
    let (stage, home) = Stage::in_euro().await;
    let clock = stage.clock.clone();
    let mut first = true;
    stage.wire.after(move |request| {
        if request.starts_with("PATCH") && std::mem::replace(&mut first, false) {
            clock.advance(std::time::Duration::from_secs(46));
        }
    });
    let outcome = stage.asking(&Friend::who_agrees(), "move_money", moved(&home)).await;
    match outcome.called.answer {
        Ok(answer) => panic!("{answer:?}"),
        Err(error) => assert!(matches!(error, ToolError::NotApplied(_)), "{error}"),
    }
    assert_eq!(amounts(&stage, &home), BEFORE);
}

#[tokio::test]
async fn the_requests_of_both_sides_are_set_aside_before_the_first() {
    let (stage, home) = Stage::in_euro().await;
    let others = stage.leave_requests(9);
    // The plan list, the month, the second look; then six for the two sides and what they may need.
    stage
        .asking(&Friend::who_agrees(), "move_money", moved(&home))
        .await
        .error();
    assert_eq!((stage.writes_sent(), amounts(&stage, &home)), (0, BEFORE));
    drop(others);
    let others = stage.leave_requests(10);
    stage.agreed("move_money", moved(&home)).await;
    assert_eq!(amounts(&stage, &home), MOVED);
    drop(others);
}
