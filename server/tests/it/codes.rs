//! Confirmation codes: their form, their life, their one use, and what they are bound to.

use std::collections::BTreeSet;

use avenir::confirm::{ConfirmError, Reply, Way};
use avenir::domain::ids::{OperationId, PlanId};
use avenir::error::ToolError;
use avenir::io::lock::PlanLock;
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Operation};

use crate::stage::{Friend, Household, SEPTEMBER, Stage};

/// The seed's sentence.
const USED: &str = "so do not ask for the same change again unless the person wants it twice; list_operations tells what \
     became of it.";

const REFUSED: &str = "This confirmation code is unknown, expired, already used, or was issued for different changes. Call again \
                       without confirmation to get a new preview.";

const TOOL: &str = "set_category_budget";

fn budget(home: &Household, amount: i64) -> Value {
    json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.restaurants, "amount": amount})
}

fn with_code(mut arguments: Value, code: &str) -> Value {
    arguments["confirmation"] = code.into();
    arguments
}

async fn refused(stage: &Stage, tool: &str, arguments: Value) -> String {
    let error = stage.without_asking(tool, arguments).await.error();
    assert!(matches!(error, ToolError::Confirm(ConfirmError::Code(_))), "{error}");
    error.to_string()
}

#[tokio::test]
async fn a_code_is_eleven_url_safe_characters_and_never_the_same_twice() {
    let (stage, home) = Stage::in_euro().await;
    let mut seen = BTreeSet::new();
    for amount in 0..40 {
        let code = stage.code_for(TOOL, budget(&home, amount)).await;
        assert_eq!(code.len(), 11, "{code}");
        let safe = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        assert!(code.bytes().all(safe), "{code}");
        assert!(seen.insert(code));
    }
}

#[tokio::test]
async fn a_code_lives_600_seconds_and_not_601() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for(TOOL, budget(&home, 150)).await;
    stage.pass(600);
    let answer = stage.without_asking(TOOL, with_code(budget(&home, 150), &code)).await;
    answer.with_status("applied");
    let code = stage.code_for(TOOL, budget(&home, 160)).await;
    stage.pass(601);
    assert_eq!(
        refused(&stage, TOOL, with_code(budget(&home, 160), &code)).await,
        REFUSED
    );
    assert_eq!(stage.assigned(&home.restaurants), 150_000);
}

#[tokio::test]
async fn setting_the_date_back_gives_a_code_no_longer_life() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for(TOOL, budget(&home, 150)).await;
    stage.pass(601);
    stage.clock.set_now("2026-09-15T12:00:00Z".parse().unwrap());
    assert_eq!(
        refused(&stage, TOOL, with_code(budget(&home, 150), &code)).await,
        REFUSED
    );
}

#[tokio::test]
async fn a_code_that_was_used_is_refused_and_names_the_operation_it_led_to() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for(TOOL, budget(&home, 150)).await;
    let answer = stage.without_asking(TOOL, with_code(budget(&home, 150), &code)).await;
    let operation_id = answer.with_status("applied")["operation_id"].clone();
    stage.assign_elsewhere(&home.restaurants, 120_000);
    stage.pass(10);
    let text = refused(&stage, TOOL, with_code(budget(&home, 150), &code)).await;
    assert_eq!(
        text,
        format!(
            "{REFUSED} It was used: operation {} came of it, {USED}",
            operation_id.as_str().unwrap()
        )
    );
    assert_eq!((stage.writes_sent(), stage.assigned(&home.restaurants)), (1, 120_000));
}

#[tokio::test]
async fn a_code_is_spent_by_a_call_that_it_does_not_fit() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for(TOOL, budget(&home, 150)).await;
    for wrong in [budget(&home, 151), budget(&home, 150)] {
        assert_eq!(refused(&stage, TOOL, with_code(wrong, &code)).await, REFUSED);
    }
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
}

#[tokio::test]
async fn a_code_is_spent_by_a_call_that_finds_nothing_left_to_do() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for(TOOL, budget(&home, 150)).await;
    stage.assign_elsewhere(&home.restaurants, 150_000);
    stage.pass(10);
    let answer = stage.without_asking(TOOL, with_code(budget(&home, 150), &code)).await;
    answer.with_status("nothing_to_do");
    stage.assign_elsewhere(&home.restaurants, 120_000);
    stage.pass(10);
    assert_eq!(
        refused(&stage, TOOL, with_code(budget(&home, 150), &code)).await,
        REFUSED
    );
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn a_code_counts_for_its_tool_and_its_principal_only() {
    let (stage, home) = Stage::in_euro().await;
    let flags = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let code = stage.code_for(TOOL, budget(&home, 150)).await;
    assert_eq!(
        refused(&stage, "flag_transactions", with_code(flags, &code)).await,
        REFUSED
    );
    assert_eq!(
        refused(&stage, TOOL, with_code(budget(&home, 150), &code)).await,
        REFUSED
    );

    let code = stage.code_for(TOOL, budget(&home, 150)).await;
    let stranger = stage
        .call_by("somebody else", Way::Code, TOOL, with_code(budget(&home, 150), &code))
        .await;
    assert_eq!(stranger.refusal(), REFUSED);
    assert_eq!(
        refused(&stage, TOOL, with_code(budget(&home, 150), &code)).await,
        REFUSED
    );
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn a_code_is_forgotten_when_the_process_ends() {
    let (mut stage, home) = Stage::in_euro().await;
    let code = stage.code_for(TOOL, budget(&home, 150)).await;
    stage.restart();
    assert_eq!(
        refused(&stage, TOOL, with_code(budget(&home, 150), &code)).await,
        REFUSED
    );
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn a_newer_question_voids_the_code_of_the_same_change_and_of_no_other() {
    let (stage, home) = Stage::in_euro().await;
    let older = stage.code_for(TOOL, budget(&home, 150)).await;
    let other = stage.code_for(TOOL, budget(&home, 160)).await;
    let newer = stage.code_for(TOOL, budget(&home, 150)).await;
    assert_eq!(
        refused(&stage, TOOL, with_code(budget(&home, 150), &older)).await,
        REFUSED
    );
    let answer = stage.without_asking(TOOL, with_code(budget(&home, 150), &newer)).await;
    answer.with_status("applied");
    // The other change was asked for while 120.00 was assigned.
    let error = stage
        .without_asking(TOOL, with_code(budget(&home, 160), &other))
        .await
        .error();
    assert!(
        matches!(error, ToolError::Confirm(ConfirmError::PlanChanged)),
        "{error}"
    );
    assert_eq!(
        refused(&stage, TOOL, with_code(budget(&home, 160), &other)).await,
        REFUSED
    );
    assert_eq!(stage.assigned(&home.restaurants), 150_000);
}

#[tokio::test]
async fn a_code_sent_twice_at_once_applies_once() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("move_money", moved(&home)).await;
    let call = || stage.without_asking("move_money", with_code(moved(&home), &code));
    let (one, other) = tokio::join!(call(), call());
    let applied = [&one, &other].map(|outcome| outcome.called.answer.is_ok());
    assert_eq!(applied.iter().filter(|applied| **applied).count(), 1);
    assert_eq!((stage.writes_sent(), stage.intents().len()), (2, 1));
    assert_eq!(
        (stage.assigned(&home.tennis), stage.assigned(&home.restaurants)),
        (50_000, 150_000)
    );
}

fn moved(home: &Household) -> Value {
    json!({
        "plan_id": home.plan, "month": SEPTEMBER, "from_category_id": home.tennis, "to_category_id": home.restaurants, "amount": 30,
    })
}

/// What goes wrong before anything is sent, and how it is put right again.
async fn survives(stage: &Stage, home: &Household, code: &str, wrong: &str) {
    assert_eq!((stage.writes_sent(), stage.intents().len()), (0, 0), "{wrong}");
    let answer = stage.without_asking("move_money", with_code(moved(home), code)).await;
    answer.with_status("applied");
    assert_eq!(
        (stage.assigned(&home.tennis), stage.assigned(&home.restaurants)),
        (50_000, 150_000),
        "{wrong}"
    );
}

#[tokio::test]
async fn a_code_outlives_a_ynab_that_does_not_answer() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("move_money", moved(&home)).await;
    let down = || FaultEffect::Status {
        status: 503,
        body: None,
        retry_after: None,
    };
    // At the first look, which is served from the copy until it is old; then at the second look.
    for old in [false, true] {
        if old {
            stage.pass(10);
        }
        stage.sim.fault(Fault::on_all(down()));
        let error = stage
            .without_asking("move_money", with_code(moved(&home), &code))
            .await
            .error();
        assert!(matches!(error, ToolError::Ynab(_)), "{error}");
        stage.sim.clear_faults();
    }
    survives(&stage, &home, &code, "YNAB is down").await;
}

#[tokio::test]
async fn a_code_outlives_a_reached_limit() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("move_money", moved(&home)).await;
    // None left for the second look; then too few for both sides and what they may need.
    for left in [0, 4] {
        let others = stage.leave_requests(left);
        let error = stage
            .without_asking("move_money", with_code(moved(&home), &code))
            .await
            .error();
        assert!(matches!(error, ToolError::Ynab(_)), "{error}");
        assert!(error.to_string().contains("Nothing was sent"), "{error}");
        drop(others);
    }
    survives(&stage, &home, &code, "the limit is reached").await;
}

#[tokio::test]
async fn a_code_outlives_another_operation_that_holds_the_plan() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("move_money", moved(&home)).await;
    let plan = PlanId::parse(&home.plan).unwrap();
    let held = PlanLock::try_acquire(stage.folder(), &plan).unwrap().unwrap();
    let error = stage
        .without_asking("move_money", with_code(moved(&home), &code))
        .await
        .error();
    assert!(matches!(error, ToolError::Confirm(ConfirmError::Busy)), "{error}");
    drop(held);
    survives(&stage, &home, &code, "the plan is locked").await;
}

#[tokio::test]
async fn a_code_outlives_a_journal_that_cannot_be_written() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("move_money", moved(&home)).await;
    std::fs::remove_file(stage.journal_file()).unwrap();
    std::fs::create_dir(stage.journal_file()).unwrap();
    let error = stage
        .without_asking("move_money", with_code(moved(&home), &code))
        .await
        .error();
    assert!(matches!(error, ToolError::Journal(_)), "{error}");
    assert!(error.to_string().contains("Nothing was changed"), "{error}");
    std::fs::remove_dir(stage.journal_file()).unwrap();
    survives(&stage, &home, &code, "the journal is a folder").await;
}

#[tokio::test]
async fn a_code_outlives_a_call_that_was_cancelled() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("move_money", moved(&home)).await;
    let tool = stage.runtime().gate.find("move_money").unwrap();
    let arguments = with_code(moved(&home), &code);
    let cancelled = crate::stage::call_of(stage.runtime(), "stdio", Way::Code, tool, arguments, &|| false).await;
    let error = cancelled.error();
    assert!(matches!(error, ToolError::Confirm(ConfirmError::Cancelled)), "{error}");
    survives(&stage, &home, &code, "the call is cancelled").await;
}

#[tokio::test]
async fn a_code_for_arguments_that_are_refused_is_not_compared() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("move_money", moved(&home)).await;
    let mut wrong = with_code(moved(&home), &code);
    wrong["amount"] = json!(-3);
    let error = stage.without_asking("move_money", wrong).await.error();
    assert!(matches!(error, ToolError::Refused(_)), "{error}");
    survives(&stage, &home, &code, "the arguments are refused").await;
}

#[tokio::test]
async fn a_code_that_was_never_given_out_is_refused_whatever_it_looks_like() {
    let (stage, home) = Stage::in_euro().await;
    for code in ["AAAAAAAAAAA", "x", "🙈", "-", "__________8"] {
        assert_eq!(
            refused(&stage, TOOL, with_code(budget(&home, 150), code)).await,
            REFUSED,
            "{code}"
        );
    }
    // No code at all: what a client sends for an argument it leaves out.
    for none in [json!(null), json!(""), json!("null")] {
        let mut arguments = budget(&home, 150);
        arguments["confirmation"] = none;
        stage.without_asking(TOOL, arguments).await.code();
    }
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn a_code_that_led_to_nothing_names_no_operation() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for(TOOL, budget(&home, 150)).await;
    stage.sim.fault(
        Fault::on_writes(FaultEffect::Status {
            status: 400,
            body: None,
            retry_after: None,
        })
        .nth(1),
    );
    let error = stage
        .without_asking(TOOL, with_code(budget(&home, 150), &code))
        .await
        .error();
    assert!(matches!(error, ToolError::NotApplied(_)), "{error}");
    let text = refused(&stage, TOOL, with_code(budget(&home, 150), &code)).await;
    // It was sent and refused: the record of that is an operation.
    let intents = stage.intents();
    let operation_id = OperationId::parse(intents[0]["operation_id"].as_str().unwrap()).unwrap();
    assert_eq!(
        text,
        format!("{REFUSED} It was used: operation {operation_id} came of it, {USED}")
    );
}

#[tokio::test]
async fn a_code_that_a_person_dismissed_into_is_good_for_one_write() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage
        .asking(&Friend::who_dismisses(), TOOL, budget(&home, 150))
        .await
        .code();
    let agrees = Friend::who_agrees();
    // A client that can ask may still bring the code; then nobody is asked again.
    let answer = stage.asking(&agrees, TOOL, with_code(budget(&home, 150), &code)).await;
    answer.with_status("applied");
    assert!(agrees.asked().is_empty());
}

/// Where what was made stands in the way of making it again, the answer that was lost is still the one to tell.
#[tokio::test]
async fn a_used_answer_names_its_operation_though_the_change_itself_is_refused_by_now() {
    let (stage, home) = Stage::in_euro().await;
    let museum = json!({"plan_id": home.plan, "category_group_id": "Freizeit", "name": "Museum"});
    let code = stage.code_for("create_category", museum.clone()).await;
    let id = stage.done("create_category", with_code(museum.clone(), &code)).await;
    let again = refused(&stage, "create_category", with_code(museum.clone(), &code)).await;
    assert!(again.starts_with(REFUSED) && again.contains(&id), "{again}");
    let unused = stage
        .without_asking("create_category", with_code(museum, "AAAAAAAAAAA"))
        .await;
    let unused = unused.refusal();
    assert!(unused.contains("Freizeit has a category Museum already"), "{unused}");

    let lines = json!([
        {"amount": -100, "category_id": home.restaurants}, {"amount": -42.5, "category_id": home.groceries},
    ]);
    let split = json!({"plan_id": home.plan, "transaction_id": home.taverna, "lines": lines});
    let (_, state) = stage.question_for("split_transaction", split.clone()).await;
    let done = stage
        .returning(&state, Reply::Yes, "split_transaction", split.clone())
        .await;
    let done = done.with_status("applied");
    let again = stage
        .returning(&state, Reply::Yes, "split_transaction", split)
        .await
        .error();
    let spent = OperationId::parse(done["operation_id"].as_str().unwrap()).unwrap();
    let ToolError::Confirm(ConfirmError::Spent(Some(named))) = again else {
        panic!("{again}");
    };
    assert_eq!(named, spent);
    assert_eq!(stage.count(Operation::CreateCategory), 1);
    assert_eq!(stage.count(Operation::UpdateTransactions), 1);
}
