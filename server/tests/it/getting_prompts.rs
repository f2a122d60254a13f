//! Prompts, as a client gets them.

use serde_json::{Value, json};

use crate::reading_resources::client_of;
use crate::stage::Stage;

#[tokio::test]
async fn prompts_are_listed_with_what_they_take_in_both_modes() {
    let (stage, _) = Stage::in_euro().await;
    for writes in [true, false] {
        let mut client = client_of(&stage, writes).await;
        let list = client.ask("prompts/list", json!({})).await;
        let prompts = list["result"]["prompts"].as_array().unwrap();
        let takes = |prompt: &Value| {
            let arguments = prompt["arguments"].as_array().unwrap().iter();
            let arguments = arguments.map(|argument| json!([argument["name"], argument["required"]]));
            json!([prompt["name"], arguments.collect::<Vec<_>>()])
        };
        assert_eq!(
            prompts.iter().map(takes).collect::<Vec<_>>(),
            [
                json!(["classify_pending", [["plan_id", false]]]),
                json!(["monthly_review", [["plan_id", false], ["month", false]]]),
                json!([
                    "reconcile",
                    [["plan_id", false], ["account_id", true], ["bank_balance", true]]
                ]),
                json!(["plan_next_month", [["plan_id", false]]]),
            ]
        );
        client.leave().await;
    }
}

#[tokio::test]
async fn a_prompt_is_one_message_that_costs_no_request() {
    let (stage, home) = Stage::in_euro().await;
    for writes in [true, false] {
        let mut client = client_of(&stage, writes).await;
        let arguments = json!({"plan_id": home.plan, "account_id": "Girokonto", "bank_balance": "2398.75"});
        let answer = client
            .ask("prompts/get", json!({"name": "reconcile", "arguments": arguments}))
            .await;
        let messages = answer["result"]["messages"].as_array().unwrap();
        assert_eq!(messages.len(), 1);
        assert_eq!(
            (&messages[0]["role"], &messages[0]["content"]["type"]),
            (&json!("user"), &json!("text"))
        );
        let text = messages[0]["content"]["text"].as_str().unwrap();
        let lines = format!(
            "- `plan_id`: \"{}\"\n- `account_id`: \"Girokonto\"\n- `bank_balance`: 2398.75\n",
            home.plan
        );
        assert!(text.contains(&lines), "{text}");
        assert!(text.contains("`diagnose_account`"), "{text}");
        assert_eq!(text.contains("`reconcile_account`"), writes, "{text}");
        assert_eq!(text.contains("`undo_operation`"), writes, "{text}");
        assert_eq!(text.contains("This server only reads"), !writes, "{text}");
        // No arguments at all are none.
        for parameters in [
            json!({"name": "plan_next_month"}),
            json!({"name": "plan_next_month", "arguments": null}),
        ] {
            let answer = client.ask("prompts/get", parameters).await;
            let text = answer["result"]["messages"][0]["content"]["text"].as_str().unwrap();
            assert!(text.starts_with("Plan the next month, 2026-10-01, with"), "{text}");
        }
        client.leave().await;
    }
    assert_eq!(stage.requests(), [""; 0]);
}

#[tokio::test]
async fn a_prompt_that_cannot_be_made_says_what_can() {
    let (stage, _) = Stage::in_euro().await;
    let mut client = client_of(&stage, false).await;
    for (parameters, says) in [
        (
            json!({"name": "undo"}),
            "No prompt has the name ‘undo’. There are `classify_pending`, `monthly_review`, ",
        ),
        (
            json!({"name": "reconcile"}),
            "`account_id` is missing; `bank_balance` is missing. `reconcile` takes `plan_id` (opti",
        ),
        (
            json!({"name": "monthly_review", "arguments": {"month": "Juli", "x": 1}}),
            "‘x’ is not an argument; month must be `current` or the first day of a month as YYYY-MM-01 (or YYYY-MM), got ‘Juli’. \
             `monthly_review` takes `plan_id` (optional), `month` (optional)",
        ),
    ] {
        let answer = client.ask("prompts/get", parameters).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(says), "{message}");
    }
    client.leave().await;
}

#[tokio::test]
async fn what_a_prompt_says_can_be_done_with_the_values_it_gives() {
    let (stage, _) = Stage::in_euro().await;
    let mut client = client_of(&stage, true).await;
    let said = json!({"plan_id": "haushalt 🏠", "account_id": "GIROKONTO", "bank_balance": "2398.750"});
    let answer = client
        .ask("prompts/get", json!({"name": "reconcile", "arguments": said}))
        .await;
    let text = answer["result"]["messages"][0]["content"]["text"].as_str().unwrap();
    let value = |name: &str| -> Value {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(&format!("- `{name}`: ")))
            .unwrap();
        serde_json::from_str(line).unwrap()
    };
    let arguments = json!({
        "plan_id": value("plan_id"),
        "account_id": value("account_id"),
        "bank_balance": value("bank_balance"),
    });
    let diagnosed = stage.without_asking("diagnose_account", arguments).await.answer();
    let account = stage.look(|plan| plan.account_named("Girokonto").unwrap().id.to_string());
    assert_eq!(
        (&diagnosed["plan"], &diagnosed["analysis"]["account_id"]),
        (&json!("Haushalt"), &json!(account))
    );
    assert_eq!(diagnosed["analysis"]["bank_balance"], 2398.75);
    client.leave().await;
}
