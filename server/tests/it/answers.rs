//! How answers are read, with and without `AVENIR_MCP_REQUIRE_ELICITATION`, in each of the ways to ask.

use avenir::confirm::{ConfirmError, Reply, Way};
use avenir::error::ToolError;
use serde_json::{Value, json};

use crate::stage::{Friend, Household, SEPTEMBER, Stage, told};

/// 120.00 → 150.00 for Restaurants.
fn raise(home: &Household) -> Value {
    json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.restaurants, "amount": 150})
}

const TOOL: &str = "set_category_budget";

#[tokio::test]
async fn a_ticked_box_applies() {
    for strict in [false, true] {
        let (stage, home) = if strict {
            Stage::strict().await
        } else {
            Stage::in_euro().await
        };
        let during_call = stage.asking(&Friend::who_agrees(), TOOL, raise(&home)).await;
        assert_eq!(during_call.with_status("applied")["to_amount"], 150);
        assert_eq!(stage.assigned(&home.restaurants), 150_000);
        stage.assign_elsewhere(&home.restaurants, 120_000);
        stage.pass(10);
        let (_, state) = stage.question_for(TOOL, raise(&home)).await;
        assert_eq!(stage.assigned(&home.restaurants), 120_000);
        let returned = stage.returning(&state, Reply::Yes, TOOL, raise(&home)).await;
        assert_eq!(returned.with_status("applied")["to_amount"], 150);
        assert_eq!(stage.assigned(&home.restaurants), 150_000);
        stage.assert_balanced();
    }
}

#[tokio::test]
async fn a_no_declines_and_nothing_is_written() {
    for strict in [false, true] {
        let (stage, home) = if strict {
            Stage::strict().await
        } else {
            Stage::in_euro().await
        };
        let during_call = stage.asking(&Friend::who_declines(), TOOL, raise(&home)).await;
        let declined = during_call.with_status("declined");
        assert_eq!(told(&declined), "The user declined: nothing changed.");
        assert!(declined.get("confirmation").is_none() && declined.get("operation_id").is_none());
        let (_, state) = stage.question_for(TOOL, raise(&home)).await;
        stage
            .returning(&state, Reply::No, TOOL, raise(&home))
            .await
            .with_status("declined");
        let later = stage.returning(&state, Reply::Yes, TOOL, raise(&home)).await.error();
        assert!(
            matches!(later, ToolError::Confirm(ConfirmError::Spent(None))),
            "{later}"
        );
        assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
        assert_eq!(stage.assigned(&home.restaurants), 120_000);
    }
}

#[tokio::test]
async fn a_dismissed_question_falls_back_to_a_code() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.asking(&Friend::who_dismisses(), TOOL, raise(&home)).await.code();
    assert_eq!(stage.writes_sent(), 0);
    let (_, state) = stage.question_for(TOOL, raise(&home)).await;
    let returned = stage
        .returning(&state, Reply::Dismissed, TOOL, raise(&home))
        .await
        .code();
    // The second question was for the same change, so the first code is void.
    let mut with_code = raise(&home);
    with_code["confirmation"] = code.into();
    stage.without_asking(TOOL, with_code.clone()).await.error();
    with_code["confirmation"] = returned.into();
    stage.without_asking(TOOL, with_code).await.with_status("applied");
    assert_eq!(stage.assigned(&home.restaurants), 150_000);
}

#[tokio::test]
async fn a_dismissed_question_declines_where_only_the_persons_answer_counts() {
    let (stage, home) = Stage::strict().await;
    let during_call = stage.asking(&Friend::who_dismisses(), TOOL, raise(&home)).await;
    let answer = during_call.with_status("declined");
    assert_eq!(
        told(&answer),
        "The question was closed without an answer, or nobody answered it in time: nothing changed."
    );
    let (_, state) = stage.question_for(TOOL, raise(&home)).await;
    let returned = stage.returning(&state, Reply::Dismissed, TOOL, raise(&home)).await;
    returned.with_status("declined");
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
}

#[tokio::test]
async fn a_client_that_cannot_ask_gets_a_code_or_an_error() {
    let (stage, home) = Stage::in_euro().await;
    let answer = stage
        .without_asking(TOOL, raise(&home))
        .await
        .with_status("confirmation_required");
    let text = told(&answer);
    assert!(
        text.starts_with("Nothing changed yet. Only the person can agree"),
        "{text}"
    );
    assert!(
        text.contains("Budget Restaurants for 2026-09-01: 120.00 → 150.00?"),
        "{text}"
    );
    assert_eq!(stage.writes_sent(), 0);

    let (stage, home) = Stage::strict().await;
    let error = stage.without_asking(TOOL, raise(&home)).await.error();
    assert!(matches!(error, ToolError::Confirm(ConfirmError::CannotAsk)), "{error}");
    assert!(error.to_string().starts_with("Nothing was changed"));
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
}

#[tokio::test]
async fn a_code_is_refused_where_only_the_persons_answer_counts() {
    let (stage, home) = Stage::strict().await;
    let mut with_code = raise(&home);
    with_code["confirmation"] = "AAAAAAAAAAA".into();
    let friend = Friend::who_agrees();
    for way in [
        Way::Code,
        Way::DuringCall(&friend),
        Way::RoundTrip(avenir::confirm::Returned::default()),
    ] {
        let error = stage.call(way, TOOL, with_code.clone()).await.error();
        assert!(matches!(error, ToolError::Confirm(ConfirmError::CodesOff)), "{error}");
    }
    assert!(friend.asked().is_empty());
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn the_terminal_is_the_persons_own_answer_also_where_it_is_required() {
    let (stage, home) = Stage::strict().await;
    let agrees = Friend::who_agrees();
    let answer = stage.call(Way::Terminal(&agrees), TOOL, raise(&home)).await;
    answer.with_status("applied");
    let (declines, leaves) = (Friend::who_declines(), Friend::who_dismisses());
    let lower = json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.restaurants, "amount": 1});
    for who in [&declines, &leaves] {
        let answer = stage.call(Way::Terminal(who), TOOL, lower.clone()).await;
        answer.with_status("declined");
    }
    assert_eq!(stage.assigned(&home.restaurants), 150_000);
}

#[tokio::test]
async fn an_answer_without_its_state_and_a_state_without_an_answer_ask_again() {
    let (stage, home) = Stage::in_euro().await;
    let returned = |state: Option<&str>, reply| {
        Way::RoundTrip(avenir::confirm::Returned {
            state: state.map(str::to_owned),
            reply,
        })
    };
    let (question, _) = stage
        .call(returned(None, Some(Reply::Yes)), TOOL, raise(&home))
        .await
        .question();
    let (_, state) = stage.question_for(TOOL, raise(&home)).await;
    let (again, newer) = stage
        .call(returned(Some(&state), None), TOOL, raise(&home))
        .await
        .question();
    assert_eq!(question, again);
    let old = stage.returning(&state, Reply::Yes, TOOL, raise(&home)).await.error();
    assert!(matches!(old, ToolError::Confirm(ConfirmError::Superseded)), "{old}");
    assert_eq!(stage.writes_sent(), 0);
    stage
        .returning(&newer, Reply::Yes, TOOL, raise(&home))
        .await
        .with_status("applied");
}
