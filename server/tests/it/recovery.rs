//! Operations that a process began and did not finish: their fate is read, told once, and never acted upon.

use avenir::confirm::{Reply, Way};
use avenir::domain::ids::PlanId;
use avenir::io::lock::PlanLock;
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect};

use crate::stage::{Friend, Household, SEPTEMBER, Stage, intent_line, journal_line, told};

const ID: &str = "cccccccccccc";
const TITLE: &str = "Move 30.00 from Tennis to Restaurants for 2026-09-01";

/// A move of 30.00 from Tennis to Restaurants, begun and without an outcome.
fn begun(home: &Household) -> String {
    let assigned = |id: &str, before: i64, after: i64| json!({"kind": "assigned", "category_id": id, "month": SEPTEMBER, "before": before, "after": after});
    let groups = json!([{"effects": [
        assigned(&home.tennis, 80_000, 50_000), assigned(&home.restaurants, 120_000, 150_000),
    ]}]);
    intent_line(ID, &home.plan, TITLE, &groups)
}

fn another_write(home: &Household) -> Value {
    json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]})
}

fn latest(home: &Household) -> Value {
    json!({"plan_id": home.plan})
}

#[tokio::test]
async fn its_fate_is_read_written_down_and_told_once() {
    for (tennis, restaurants, found, states) in [
        (
            80_000,
            120_000,
            "YNAB holds nothing of it so far.",
            ["not_found", "not_found"],
        ),
        (
            50_000,
            150_000,
            "YNAB holds all of it; undo_operation with that id takes it back.",
            ["applied", "applied"],
        ),
        (
            50_000,
            120_000,
            "YNAB holds 1 of its 2 changes; undo_operation with that id takes them back.",
            ["applied", "not_found"],
        ),
        // Somebody else has set another amount since: that is not ours.
        (
            61_000,
            150_000,
            "YNAB holds 1 of its 2 changes; undo_operation with that id takes them back.",
            ["not_applied", "applied"],
        ),
    ] {
        let (stage, home) = Stage::in_euro().await;
        std::fs::write(stage.journal_file(), begun(&home)).unwrap();
        stage.assign_elsewhere(&home.tennis, tennis);
        stage.assign_elsewhere(&home.restaurants, restaurants);
        let answer = stage.without_asking("flag_transactions", another_write(&home)).await;
        let answer = answer.with_status("confirmation_required");
        let expected = format!("An earlier operation, {ID} ({TITLE}), was interrupted: {found} Nothing changed yet.");
        assert!(told(&answer).starts_with(&expected), "{}", told(&answer));
        assert_eq!(stage.states_of(ID), states);
        assert_eq!(stage.writes_sent(), 0);
        assert_eq!(
            (stage.assigned(&home.tennis), stage.assigned(&home.restaurants)),
            (tennis, restaurants)
        );
        let again = stage.without_asking("flag_transactions", another_write(&home)).await;
        assert!(told(&again.with_status("confirmation_required")).starts_with("Nothing changed yet."));
        assert_eq!(stage.states_of(ID), states, "written once");
    }
}

#[tokio::test]
async fn a_half_is_taken_back_by_a_confirmed_undo_and_by_nothing_else() {
    let (stage, home) = Stage::in_euro().await;
    std::fs::write(stage.journal_file(), begun(&home)).unwrap();
    stage.assign_elsewhere(&home.tennis, 50_000);
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "undo_operation", latest(&home))
        .await
        .with_status("applied");
    assert_eq!(answer["undoes_operation_id"], ID);
    assert!(told(&answer).starts_with("An earlier operation"), "{answer:#}");
    assert!(
        agrees
            .only_question()
            .starts_with("Undo: set Tennis for 2026-09-01 back to 80.00?")
    );
    assert_eq!((stage.assigned(&home.tennis), stage.writes_sent()), (80_000, 1));
    stage.assert_balanced();
}

#[tokio::test]
async fn a_client_that_asks_between_two_calls_is_told_with_the_second() {
    let (stage, home) = Stage::in_euro().await;
    std::fs::write(stage.journal_file(), begun(&home)).unwrap();
    let (_, state) = stage.question_for("flag_transactions", another_write(&home)).await;
    assert_eq!(stage.states_of(ID).len(), 2);
    let answer = stage
        .returning(&state, Reply::Yes, "flag_transactions", another_write(&home))
        .await;
    assert!(told(&answer.with_status("applied")).starts_with(&format!("An earlier operation, {ID}")));
}

#[tokio::test]
async fn a_call_that_ends_in_an_error_tells_it_too() {
    let (stage, home) = Stage::in_euro().await;
    std::fs::write(stage.journal_file(), begun(&home)).unwrap();
    let wrong = json!({"plan_id": home.plan, "flags": [{"transaction_id": "nobody", "color": "blue"}]});
    let text = stage.without_asking("flag_transactions", wrong).await.refusal();
    assert!(
        text.starts_with(&format!("An earlier operation, {ID}")) && text.contains("nobody"),
        "{text}"
    );
}

#[tokio::test]
async fn while_ynab_cannot_be_read_nothing_is_claimed() {
    let (stage, home) = Stage::in_euro().await;
    std::fs::write(stage.journal_file(), begun(&home)).unwrap();
    stage.sim.fault(Fault::on_all(FaultEffect::Status {
        status: 503,
        body: None,
        retry_after: None,
    }));
    stage
        .without_asking("flag_transactions", another_write(&home))
        .await
        .error();
    assert_eq!(stage.states_of(ID), Vec::<String>::new());
    stage.sim.clear_faults();
    let answer = stage.without_asking("flag_transactions", another_write(&home)).await;
    assert!(told(&answer.with_status("confirmation_required")).contains("YNAB holds nothing of it"));
}

#[tokio::test]
async fn an_operation_that_another_process_is_carrying_out_is_left_alone() {
    let (stage, home) = Stage::in_euro().await;
    std::fs::write(stage.journal_file(), begun(&home)).unwrap();
    let plan = PlanId::parse(&home.plan).unwrap();
    let held = PlanLock::try_acquire(stage.folder(), &plan).unwrap().unwrap();
    let answer = stage.without_asking("flag_transactions", another_write(&home)).await;
    assert!(told(&answer.with_status("confirmation_required")).starts_with("Nothing changed yet."));
    assert_eq!(stage.states_of(ID), Vec::<String>::new());
    drop(held);
}

#[tokio::test]
async fn an_unfinished_operation_of_another_plan_is_none_of_this_ones_business() {
    let (stage, home) = Stage::in_euro().await;
    let elsewhere = begun(&home).replace(&home.plan, "11111111-2222-3333-4444-555555555555");
    let entry: Value = serde_json::from_str(&elsewhere).unwrap();
    std::fs::write(stage.journal_file(), journal_line(&entry["entry"])).unwrap();
    let answer = stage.without_asking("flag_transactions", another_write(&home)).await;
    assert!(told(&answer.with_status("confirmation_required")).starts_with("Nothing changed yet."));
    assert_eq!(stage.journal().len(), 1);
}

#[tokio::test]
async fn a_bulk_change_is_settled_row_by_row() {
    let (stage, home) = Stage::in_euro().await;
    let flag = |id: &str, before: Value, after: &str| json!({"effects": [{"kind": "flag", "transaction_id": id, "before": before, "after": after}]});
    let groups = json!([
        flag(&home.market, Value::Null, "blue"),
        flag(&home.court, json!("red"), "blue"),
        flag("gone", Value::Null, "blue"),
    ]);
    std::fs::write(
        stage.journal_file(),
        intent_line(ID, &home.plan, "Change the flag of 3 transaction(s)", &groups),
    )
    .unwrap();
    stage.edit_elsewhere(&home.market, |row| row.flag = Some("blue".to_owned()));
    let declines = Friend::who_declines();
    let answer = stage
        .asking(&declines, "undo_operation", latest(&home))
        .await
        .with_status("declined");
    assert!(told(&answer).contains("YNAB holds 1 of its 3 changes"), "{answer:#}");
    assert_eq!(stage.states_of(ID), ["applied", "not_found", "not_applied"]);
    assert_eq!(answer["changes"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_a_newer_version_began_is_not_settled_in_the_wrong_place() {
    let (stage, home) = Stage::in_euro().await;
    let groups = json!([{"effects": [
        {"kind": "note", "category_id": home.tennis, "before": "a", "after": "b"},
        {"kind": "flag", "transaction_id": home.market, "before": null, "after": "blue"},
    ]}]);
    std::fs::write(
        stage.journal_file(),
        intent_line(ID, &home.plan, "Something new", &groups),
    )
    .unwrap();
    stage.edit_elsewhere(&home.market, |row| row.flag = Some("blue".to_owned()));
    stage
        .without_asking(
            "flag_transactions",
            json!({"plan_id": home.plan, "flags": [{"transaction_id": home.court}]}),
        )
        .await
        .code();
    for entry in stage.journal().iter().filter(|entry| entry["line"] == "outcome") {
        for effect in entry["effects"].as_array().unwrap() {
            // Place 0 is the change of a kind that is not known here; nothing can be said of it.
            assert_eq!(effect["effect"], 1, "{entry}");
        }
    }
    let text = stage
        .without_asking("undo_operation", json!({"plan_id": home.plan, "operation_id": ID}))
        .await
        .refusal();
    assert!(text.contains("a newer version made it"), "{text}");
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn a_process_that_ended_after_each_line_leaves_what_the_next_one_reads() {
    // What the journal and YNAB hold when the process ends before the first request, after it, after its line, after the second
    // request, and after its line.
    for (ended, tennis, restaurants, lines, found) in [
        ("before the first", 80_000, 120_000, 0, "nothing of it"),
        ("after the first", 50_000, 120_000, 0, "1 of its 2 changes"),
        ("after its line", 50_000, 120_000, 1, "1 of its 2 changes"),
        ("after the second", 50_000, 150_000, 1, "all of it"),
    ] {
        let (stage, home) = Stage::in_euro().await;
        let mut journal = begun(&home);
        if lines == 1 {
            journal.push_str(&journal_line(&json!({
                "line": "outcome", "format": 1, "operation_id": ID, "at": "2026-09-15T11:59:01Z",
                "effects": [{"group": 0, "effect": 0, "state": "applied"}],
            })));
        }
        std::fs::write(stage.journal_file(), journal).unwrap();
        stage.assign_elsewhere(&home.tennis, tennis);
        stage.assign_elsewhere(&home.restaurants, restaurants);
        let answer = stage.call(Way::Code, "undo_operation", latest(&home)).await.answer();
        assert!(
            told(&answer).contains(&format!("YNAB holds {found}")),
            "{ended}: {}",
            told(&answer)
        );
        if tennis == 80_000 {
            assert_eq!(answer["status"], "nothing_to_do");
            continue;
        }
        let mut with_code = latest(&home);
        with_code["confirmation"] = answer["confirmation"].clone();
        stage
            .without_asking("undo_operation", with_code)
            .await
            .with_status("applied");
        assert_eq!(
            (stage.assigned(&home.tennis), stage.assigned(&home.restaurants)),
            (80_000, 120_000),
            "{ended}"
        );
        stage.assert_balanced();
    }
}

#[tokio::test]
async fn what_arrives_late_is_told_by_the_next_call_and_can_be_taken_back() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({
        "plan_id": home.plan, "month": SEPTEMBER, "from_category_id": home.tennis, "to_category_id": home.restaurants, "amount": 30,
    });
    // Its first request is not heard while anybody looks, and carried out later.
    stage.sim.fault(Fault::on_writes(FaultEffect::DropBefore).times(1));
    let text = stage
        .asking(&Friend::who_agrees(), "move_money", arguments)
        .await
        .refusal();
    assert!(
        text.ends_with(
            "Should it arrive late all the same, the next write or undo_operation call on this plan says so."
        )
    );
    let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
    let states = stage.states_of(&id);
    assert_eq!(states[states.len() - 2..], ["not_found", "not_applied"]);
    stage.assign_elsewhere(&home.tennis, 50_000);
    stage.pass(10);
    let answer = stage.without_asking("flag_transactions", another_write(&home)).await;
    let answer = answer.with_status("confirmation_required");
    let expected = format!(
        "An earlier operation, {id} ({TITLE}), got no answer, and arrived late: YNAB holds 1 of its 2 changes; undo_operation with that id takes \
         them back."
    );
    assert!(told(&answer).starts_with(&expected), "{}", told(&answer));
    stage
        .agreed("undo_operation", json!({"plan_id": home.plan, "operation_id": id}))
        .await;
    assert_eq!(
        (stage.assigned(&home.tennis), stage.assigned(&home.restaurants)),
        (80_000, 120_000)
    );
    stage.assert_balanced();
}

#[tokio::test]
async fn what_a_later_operation_did_is_no_late_arrival_of_an_earlier_one() {
    let (stage, home) = Stage::in_euro().await;
    let row = json!({"date": "2026-09-14", "amount": -7.25, "payee_name": "Kiosk"});
    let arguments = json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": [row]});
    stage.sim.fault(Fault::on_writes(FaultEffect::DropBefore).times(1));
    stage
        .asking(&Friend::who_agrees(), "create_transactions", arguments.clone())
        .await
        .error();
    stage.pass(10);
    let made = stage.agreed("create_transactions", arguments).await;
    stage.pass(10);
    let answer = stage.agreed("flag_transactions", another_write(&home)).await;
    assert!(told(&answer).starts_with("Flagged."), "{}", told(&answer));
    let first = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
    assert_eq!(stage.states_of(&first), ["not_found"]);
    assert_eq!(made["created_ids"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn after_ten_minutes_nothing_is_late_any_more() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.tennis, "amount": 95});
    stage.sim.fault(Fault::on_writes(FaultEffect::DropBefore).times(1));
    stage
        .asking(&Friend::who_agrees(), "set_category_budget", arguments)
        .await
        .error();
    stage.pass(601);
    stage.assign_elsewhere(&home.tennis, 95_000);
    let answer = stage.agreed("flag_transactions", another_write(&home)).await;
    assert!(told(&answer).starts_with("Flagged."), "{}", told(&answer));
}

#[tokio::test]
async fn a_row_of_another_payee_is_never_taken_for_one_that_was_not_found() {
    let (stage, home) = Stage::in_euro().await;
    let row = json!({"date": "2026-09-14", "amount": -7.25, "payee_name": "Kiosk"});
    let arguments = json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": [row]});
    stage.sim.fault(Fault::on_writes(FaultEffect::DropBefore).times(1));
    stage
        .asking(&Friend::who_agrees(), "create_transactions", arguments)
        .await
        .error();
    // Somebody else enters a purchase of the same day and amount, elsewhere.
    let market = stage.transaction(&home.market);
    stage.sim.edit(|plan| {
        let row = ynab_api::sim::Transaction {
            id: "of-somebody-else".to_owned(),
            date: "2026-09-14".parse().unwrap(),
            amount: -7_250,
            ..market
        };
        plan.put_transaction(row);
    });
    stage.pass(10);
    let answer = stage.agreed("flag_transactions", another_write(&home)).await;
    assert!(told(&answer).starts_with("Flagged."), "{}", told(&answer));
    let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
    assert_eq!(stage.states_of(&id), ["not_found"]);
}
