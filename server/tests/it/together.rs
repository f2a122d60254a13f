//! Two processes on one plan, and two plans in one process.

use serde_json::json;

use crate::stage::{Friend, Stage};
use crate::writes::{all_writes, undo_of};

#[tokio::test]
async fn two_plans_do_not_wait_for_each_other() {
    let (stage, home) = Stage::in_euro().await;
    let other = avenir::domain::ids::PlanId::parse("11111111-2222-3333-4444-555555555555").unwrap();
    let held = avenir::io::lock::PlanLock::try_acquire(stage.folder(), &other)
        .unwrap()
        .unwrap();
    stage
        .agreed("set_category_budget", all_writes(&home).remove(0).arguments)
        .await;
    drop(held);
}

#[tokio::test]
async fn two_processes_share_one_plan_and_one_journal() {
    let (stage, home) = Stage::in_euro().await;
    let other = stage.another_process();
    let flag = |color: &str| json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": color}]});
    let (agrees, too) = (Friend::who_agrees(), Friend::who_agrees());
    let tool = other.gate.find("apply_categories").unwrap();
    let categories = all_writes(&home).remove(2).arguments;
    let (one, two) = tokio::join!(
        stage.asking(&agrees, "flag_transactions", flag("blue")),
        crate::stage::call_of(
            &other,
            "stdio",
            avenir::confirm::Way::DuringCall(&too),
            tool,
            categories,
            &|| true
        ),
    );
    let ids = [one, two].map(|outcome| outcome.with_status("applied")["operation_id"].clone());
    let written: Vec<_> = stage
        .intents()
        .iter()
        .map(|intent| intent["operation_id"].clone())
        .collect();
    assert!(ids.iter().all(|id| written.contains(id)) && written.len() == 2);
    assert_eq!(stage.flag_of(&home.market).as_deref(), Some("blue"));
    assert_eq!(stage.category_of(&home.market), Some(home.groceries.clone()));
    // Each process undoes what the other did.
    let undo = other.gate.find("undo_operation").unwrap();
    let flagged = undo_of(&home, ids[0].as_str().unwrap());
    let way = avenir::confirm::Way::DuringCall(&too);
    crate::stage::call_of(&other, "stdio", way, undo, flagged, &|| true)
        .await
        .with_status("applied");
    assert_eq!(stage.flag_of(&home.market), None);
}
