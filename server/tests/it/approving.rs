//! The write that acts at once: what it sends, and its undo, which asks.

use serde_json::json;

use crate::stage::Stage;
use crate::writes::undo_of;

#[tokio::test]
async fn approving_acts_at_once_and_can_be_undone_and_redone() {
    let (stage, home) = Stage::in_euro().await;
    stage.without_asking("list_plans", json!({})).await.answer();
    stage.sim.forget_requests();
    let ids = json!({"plan_id": home.plan, "tx_ids": [home.kiosk, home.market, home.bakery]});
    let outcome = stage.without_asking("approve_transactions", ids.clone()).await;
    assert_eq!(outcome.called.requests, 2);
    let answer = outcome.with_status("applied");
    assert_eq!(
        (&answer["approved"], &answer["unchanged_count"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(
        stage.writes(),
        [(
            format!("/v1/plans/{}/transactions", home.plan),
            json!({"transactions": [{"id": home.kiosk, "approved": true}, {"id": home.bakery, "approved": true}]})
        )]
    );
    let approved = |stage: &Stage| [&home.kiosk, &home.market, &home.bakery].map(|id| stage.transaction(id).approved);
    assert_eq!(approved(&stage), [true; 3]);
    let operation_id = answer["operation_id"].as_str().unwrap().to_owned();
    assert_eq!(stage.states_of(&operation_id), ["applied", "applied"]);

    let nothing = stage
        .without_asking("approve_transactions", ids)
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        (&nothing["approved"], &nothing["unchanged_count"]),
        (&json!(0), &json!(3))
    );

    // Its undo is asked about.
    let code = stage.code_for("undo_operation", undo_of(&home, &operation_id)).await;
    assert_eq!(approved(&stage), [true; 3]);
    let mut with_code = undo_of(&home, &operation_id);
    with_code["confirmation"] = code.into();
    let undone = stage
        .without_asking("undo_operation", with_code)
        .await
        .with_status("applied");
    assert_eq!(approved(&stage), [false, true, false]);
    let redo = stage
        .agreed(
            "undo_operation",
            undo_of(&home, undone["operation_id"].as_str().unwrap()),
        )
        .await;
    assert_eq!(redo["changes"][0]["what"], "approved");
    assert_eq!(approved(&stage), [true; 3]);
}

#[tokio::test]
async fn approving_has_no_confirmation_to_take() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"plan_id": home.plan, "tx_ids": [home.kiosk], "confirmation": "AAAAAAAAAAA"});
    let error = stage.without_asking("approve_transactions", arguments).await.refusal();
    assert!(error.contains("`confirmation` is not an argument"), "{error}");
    assert_eq!(stage.requests(), Vec::<&str>::new());
}
