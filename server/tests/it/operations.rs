//! The list of what was done, as an agent reads it.

use serde_json::{Value, json};

use crate::stage::Stage;

async fn listed(stage: &Stage, arguments: Value) -> Value {
    stage.without_asking("list_operations", arguments).await.answer()
}

fn states(answer: &Value) -> Vec<(&str, &str, bool)> {
    let rows = answer["operations"].as_array().unwrap().iter();
    rows.map(|row| {
        (
            row["operation_id"].as_str().unwrap(),
            row["state"].as_str().unwrap(),
            row["undoable"].as_bool().unwrap(),
        )
    })
    .collect()
}

#[tokio::test]
async fn operations_are_listed_with_what_became_of_them_and_no_request() {
    let (stage, home) = Stage::in_euro().await;
    assert_eq!(listed(&stage, json!({})).await["operations"], json!([]));
    let flag = json!({"flags": [
        {"transaction_id": home.market, "color": "blue"}, {"transaction_id": home.court, "color": "green"},
    ]});
    let flagged = stage.done("flag_transactions", flag).await;
    let approved = stage
        .done("approve_transactions", json!({"tx_ids": [home.kiosk]}))
        .await;
    let undone = stage.done("undo_operation", json!({"operation_id": flagged})).await;
    stage.sim.forget_requests();
    let answer = listed(&stage, json!({})).await;
    assert_eq!(stage.requests(), Vec::<&str>::new());
    assert_eq!(
        states(&answer),
        [
            (undone.as_str(), "in_effect", true),
            (approved.as_str(), "in_effect", true),
            (flagged.as_str(), "undone", false),
        ]
    );
    let [undo, _, first] = [0, 1, 2].map(|place| &answer["operations"][place]);
    assert_eq!(
        (&undo["tool"], &undo["undo_of"]),
        (&json!("undo_operation"), &json!(flagged))
    );
    assert_eq!((&first["changes"], &first["applied"]), (&json!(2), &json!(2)));
    assert_eq!(first["undone_by"], json!(undone));
    assert_eq!(first["why_not"], format!("operation {undone} undid it already"));
    assert_eq!(first["title"], "Change the flag of 2 transaction(s)");
    assert_eq!((&answer["total"], &answer["next_offset"]), (&json!(3), &Value::Null));

    let again = stage.done("undo_operation", json!({"operation_id": undone})).await;
    let answer = listed(&stage, json!({"offset": 3})).await;
    let first = &answer["operations"][0];
    assert_eq!((&first["redone_by"], &first["undoable"]), (&json!(again), &json!(true)));
}

#[tokio::test]
async fn a_list_comes_in_pages_and_a_page_has_bounds() {
    let (stage, home) = Stage::in_euro().await;
    let mut made = Vec::new();
    for color in ["blue", "green", "purple"] {
        let flag = json!({"flags": [{"transaction_id": home.market, "color": color}]});
        made.insert(0, stage.done("flag_transactions", flag).await);
    }
    let first = listed(&stage, json!({"limit": 2})).await;
    assert_eq!(first["next_offset"], 2);
    let second = listed(&stage, json!({"limit": "2", "offset": 2})).await;
    assert_eq!(second["next_offset"], Value::Null);
    let ids: Vec<_> = states(&first)
        .into_iter()
        .chain(states(&second))
        .map(|row| row.0)
        .collect();
    assert_eq!(ids, made);
    assert_eq!(listed(&stage, json!({"offset": 99})).await["operations"], json!([]));
    for limit in [0, 101] {
        let refused = stage
            .without_asking("list_operations", json!({"limit": limit}))
            .await
            .refusal();
        assert!(
            refused.contains(&format!("`limit` must be from 1 to 100, not {limit}")),
            "{refused}"
        );
    }
}

/// What cannot be read is said where it matters, instead of "there is nothing".
#[tokio::test]
async fn a_damaged_line_is_told_by_the_list_and_by_an_undo() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"flags": [{"transaction_id": home.market, "color": "blue"}]});
    stage.done("flag_transactions", flag).await;
    let text = std::fs::read_to_string(stage.journal_file()).unwrap();
    std::fs::write(stage.journal_file(), text.replacen("blue", "bluE", 1)).unwrap();
    let answer = listed(&stage, json!({})).await;
    assert_eq!(
        (&answer["operations"], &answer["unreadable_lines"]),
        (&json!([]), &json!(2))
    );
    let nothing = stage.without_asking("undo_operation", json!({})).await;
    let nothing = nothing.with_status("nothing_to_do");
    let told = nothing["message"].as_str().unwrap();
    assert!(
        told.contains(
            "2 line(s) of the record of operations cannot be read (it was damaged or changed since it was written): what they tell \
             cannot be undone here."
        ),
        "{told}"
    );
}
