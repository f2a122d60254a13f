//! Sealed states of the round trip: whom, what and how long they are bound to, and that they are no codes.

use avenir::confirm::{ConfirmError, Reply};
use avenir::error::ToolError;
use serde_json::{Value, json};

use crate::stage::{Friend, Household, SEPTEMBER, Stage, told};

const TOOL: &str = "move_money";

fn moved(home: &Household, amount: i64) -> Value {
    json!({
        "plan_id": home.plan, "month": SEPTEMBER, "from_category_id": home.tennis, "to_category_id": home.restaurants,
        "amount": amount,
    })
}

fn state_refused(error: &ToolError) {
    assert!(matches!(error, ToolError::Confirm(ConfirmError::State)), "{error}");
    assert!(error.to_string().contains("Nothing was changed"), "{error}");
}

#[tokio::test]
async fn a_state_is_used_once_and_then_names_the_operation_it_led_to() {
    let (stage, home) = Stage::in_euro().await;
    let (_, state) = stage.question_for(TOOL, moved(&home, 30)).await;
    let answer = stage.returning(&state, Reply::Yes, TOOL, moved(&home, 30)).await;
    let operation_id = answer.with_status("applied")["operation_id"]
        .as_str()
        .unwrap()
        .to_owned();
    for reply in [Reply::Yes, Reply::No, Reply::Dismissed] {
        let error = stage.returning(&state, reply, TOOL, moved(&home, 30)).await.error();
        assert!(
            matches!(error, ToolError::Confirm(ConfirmError::Spent(Some(_)))),
            "{error}"
        );
        assert!(
            error
                .to_string()
                .ends_with(&format!("It led to operation {operation_id}.")),
            "{error}"
        );
    }
    assert_eq!((stage.writes_sent(), stage.assigned(&home.tennis)), (2, 50_000));
}

#[tokio::test]
async fn a_state_lives_600_seconds_and_not_601() {
    let (stage, home) = Stage::in_euro().await;
    let (_, state) = stage.question_for(TOOL, moved(&home, 30)).await;
    stage.pass(600);
    stage
        .returning(&state, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .with_status("applied");
    let (_, state) = stage.question_for(TOOL, moved(&home, 5)).await;
    stage.pass(601);
    for reply in [Reply::Yes, Reply::No, Reply::Dismissed] {
        state_refused(&stage.returning(&state, reply, TOOL, moved(&home, 5)).await.error());
    }
    assert_eq!(stage.writes_sent(), 2);
}

#[tokio::test]
async fn a_state_counts_for_its_arguments_its_tool_and_its_principal_only() {
    let (stage, home) = Stage::in_euro().await;
    let (_, state) = stage.question_for(TOOL, moved(&home, 30)).await;
    state_refused(
        &stage
            .returning(&state, Reply::Yes, TOOL, moved(&home, 31))
            .await
            .error(),
    );
    // The same categories by name mean the same, but are other arguments.
    let mut by_name = moved(&home, 30);
    by_name["to_category_id"] = "Restaurants".into();
    state_refused(&stage.returning(&state, Reply::Yes, TOOL, by_name).await.error());
    let budget = json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.restaurants, "amount": 30});
    state_refused(
        &stage
            .returning(&state, Reply::Yes, "set_category_budget", budget)
            .await
            .error(),
    );
    let stranger = Stage::back_with(&state, Reply::Yes);
    state_refused(
        &stage
            .call_by("somebody else", stranger, TOOL, moved(&home, 30))
            .await
            .error(),
    );
    assert_eq!(stage.writes_sent(), 0);
    // None of these was an answer of this person to this question.
    stage
        .returning(&state, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .with_status("applied");
}

#[tokio::test]
async fn the_same_arguments_in_another_order_are_the_same_arguments() {
    let (stage, home) = Stage::in_euro().await;
    let (_, state) = stage.question_for(TOOL, moved(&home, 30)).await;
    let Value::Object(members) = moved(&home, 30) else {
        panic!()
    };
    let turned: serde_json::Map<_, _> = members.into_iter().rev().collect();
    let answer = stage.returning(&state, Reply::Yes, TOOL, Value::Object(turned)).await;
    answer.with_status("applied");
}

#[tokio::test]
async fn a_state_that_was_touched_or_made_elsewhere_is_refused() {
    let (mut stage, home) = Stage::in_euro().await;
    let (_, state) = stage.question_for(TOOL, moved(&home, 30)).await;
    let mut touched = vec![
        String::new(),
        "rs1".to_owned(),
        "🙈".to_owned(),
        state[1..].to_owned(),
        format!("{state}A"),
    ];
    for place in [5, state.len() / 2, state.len() - 2] {
        let other = if &state[place..=place] == "A" { "B" } else { "A" };
        touched.push(format!("{}{other}{}", &state[..place], &state[place + 1..]));
    }
    for touched in touched {
        state_refused(
            &stage
                .returning(&touched, Reply::Yes, TOOL, moved(&home, 30))
                .await
                .error(),
        );
    }
    stage.restart();
    state_refused(
        &stage
            .returning(&state, Reply::Yes, TOOL, moved(&home, 30))
            .await
            .error(),
    );
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
}

#[tokio::test]
async fn an_older_questions_answer_does_not_count_after_a_newer_one_was_asked() {
    let (stage, home) = Stage::in_euro().await;
    let (_, older) = stage.question_for(TOOL, moved(&home, 30)).await;
    let (_, newer) = stage.question_for(TOOL, moved(&home, 30)).await;
    let error = stage
        .returning(&older, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .error();
    assert!(matches!(error, ToolError::Confirm(ConfirmError::Superseded)), "{error}");
    assert_eq!(stage.writes_sent(), 0);
    stage
        .returning(&newer, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .with_status("applied");
}

#[tokio::test]
async fn a_question_in_another_way_voids_the_state_too() {
    let (stage, home) = Stage::in_euro().await;
    let (_, state) = stage.question_for(TOOL, moved(&home, 30)).await;
    stage
        .asking(&Friend::who_declines(), TOOL, moved(&home, 30))
        .await
        .with_status("declined");
    let error = stage
        .returning(&state, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .error();
    assert!(matches!(error, ToolError::Confirm(ConfirmError::Superseded)), "{error}");
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn what_a_state_holds_is_no_code() {
    let (stage, home) = Stage::in_euro().await;
    let (_, state) = stage.question_for(TOOL, moved(&home, 30)).await;
    // The state is sealed, not hidden: whoever holds it can read what is in it.
    let body = state.split('.').find_map(readable).unwrap();
    let nonce = body["nonce"].as_str().unwrap();
    let mut arguments = moved(&home, 30);
    arguments["confirmation"] = nonce.into();
    let error = stage.without_asking(TOOL, arguments).await.error();
    assert!(matches!(error, ToolError::Confirm(ConfirmError::Code(None))), "{error}");
    assert_eq!((stage.writes_sent(), stage.assigned(&home.tennis)), (0, 80_000));
    // Nor did the attempt use the question up.
    stage
        .returning(&state, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .with_status("applied");
}

/// The JSON object inside one section of a state.
fn readable(section: &str) -> Option<Value> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for letter in section.chars() {
        bits = (bits << 6) | u32::try_from(ALPHABET.find(letter)?).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 255).unwrap());
        }
    }
    let start = bytes.iter().position(|byte| *byte == b'{')?;
    serde_json::from_slice(&bytes[start..]).ok()
}

#[tokio::test]
async fn a_plan_that_changed_before_the_answer_is_left_as_it_is() {
    let (stage, home) = Stage::in_euro().await;
    let (_, state) = stage.question_for(TOOL, moved(&home, 30)).await;
    stage.assign_elsewhere(&home.restaurants, 999_000);
    let error = stage
        .returning(&state, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .error();
    assert!(
        matches!(error, ToolError::Confirm(ConfirmError::PlanChanged)),
        "{error}"
    );
    let text = error.to_string();
    assert!(
        text.starts_with("The plan changed between the preview and the answer."),
        "{text}"
    );
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
    // That was the state's one use.
    stage.assign_elsewhere(&home.restaurants, 120_000);
    let error = stage
        .returning(&state, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .error();
    assert!(
        matches!(error, ToolError::Confirm(ConfirmError::Spent(None))),
        "{error}"
    );
}

#[tokio::test]
async fn an_answer_outlives_what_fails_before_anything_is_sent() {
    use ynab_api::sim::{Fault, FaultEffect};
    let (stage, home) = Stage::in_euro().await;
    let (_, state) = stage.question_for(TOOL, moved(&home, 30)).await;
    stage.sim.fault(Fault::on_all(FaultEffect::DropBefore));
    let error = stage
        .returning(&state, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .error();
    assert!(matches!(error, ToolError::Ynab(_)), "{error}");
    stage.sim.clear_faults();
    let others = stage.leave_requests(3);
    let error = stage
        .returning(&state, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .error();
    assert!(matches!(error, ToolError::Ynab(_)), "{error}");
    drop(others);
    assert_eq!(stage.writes_sent(), 0);
    stage
        .returning(&state, Reply::Yes, TOOL, moved(&home, 30))
        .await
        .with_status("applied");
}

#[tokio::test]
async fn a_question_that_nobody_answered_in_its_600_seconds_counts_as_dismissed() {
    let (stage, home) = Stage::in_euro().await;
    for seconds in [600, 601, 3600] {
        let clock = stage.clock.clone();
        let silent =
            Friend::who_dismisses().while_they_think(move || clock.advance(std::time::Duration::from_secs(seconds)));
        stage.asking(&silent, TOOL, moved(&home, 30)).await.code();
    }
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn a_yes_that_comes_too_late_writes_nothing_and_says_so() {
    let (stage, home) = Stage::in_euro().await;
    let clock = stage.clock.clone();
    let late = Friend::who_agrees().while_they_think(move || clock.advance(std::time::Duration::from_secs(601)));
    let error = stage.asking(&late, TOOL, moved(&home, 30)).await.error();
    assert!(matches!(error, ToolError::Confirm(ConfirmError::Late)), "{error}");
    assert!(!error.to_string().contains("requestState"), "{error}");
    let clock = stage.clock.clone();
    let late = Friend::who_declines().while_they_think(move || clock.advance(std::time::Duration::from_secs(601)));
    let answer = stage
        .asking(&late, TOOL, moved(&home, 30))
        .await
        .with_status("declined");
    assert_eq!(told(&answer), "The user declined: nothing changed.");
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
}
