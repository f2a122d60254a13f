//! Rows that are like ours and are somebody else's, and rows of ours that somebody changed since: what is not surely ours is
//! never taken back.

use serde_json::{Value, json};
use ynab_api::sim::{Cleared, Entry, Fault, FaultEffect, Operation, PendingImport, Scribe};

use crate::stage::{Friend, Household, Stage, day, intent_line, told};

const ID: &str = "dddddddddddd";

fn tram(home: &Household) -> Value {
    let tram = json!({"date": "2026-09-14", "amount": -2.8, "payee_name": "Tram", "category_id": home.tennis});
    json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": [tram]})
}

fn undo(home: &Household, id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": id})
}

/// A tram ride that the person enters.
fn entered(stage: &Stage, change: impl FnOnce(&mut Entry)) -> String {
    let id = stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let tennis = plan.category_named("Tennis").unwrap().id;
        let mut entry = Entry::new(current, day("2026-09-14"), -2_800, "Tram", Some(tennis));
        change(&mut entry);
        Scribe::new(plan).enter(&entry)
    });
    stage.pass(10);
    id.unwrap()
}

#[tokio::test]
async fn a_row_that_somebody_entered_after_a_request_that_never_arrived_stays_theirs() {
    let (stage, home) = Stage::in_euro().await;
    let never = FaultEffect::DropBefore;
    stage.sim.fault(Fault::on(Operation::CreateTransaction, never).nth(1));
    let refused = stage
        .asking(&Friend::who_agrees(), "create_transactions", tram(&home))
        .await;
    assert!(refused.refusal().starts_with("Nothing was changed: "));
    let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
    let theirs = entered(&stage, |entry| entry.memo = Some("to the lake"));
    let answer = stage
        .without_asking("create_transactions", tram(&home))
        .await
        .with_status("confirmation_required");
    assert!(!told(&answer).contains("arrived late"), "{}", told(&answer));
    stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await
        .refusal();
    assert!(!stage.transaction(&theirs).deleted);
}

#[tokio::test]
async fn of_an_interrupted_operation_what_is_only_alike_is_named_and_left() {
    let (stage, home) = Stage::in_euro().await;
    let current = stage.look(|plan| plan.account_named("Girokonto").unwrap().id.to_string());
    let row = json!({"account_id": current, "date": "2026-09-14", "amount": -2_800, "payee_name": "Tram",
        "category_id": home.tennis, "cleared": "cleared", "approved": false});
    let groups = json!([{"effects": [{"kind": "created", "row": row, "alike": []}]}]);
    std::fs::write(stage.journal_file(), intent_line(ID, &home.plan, "Create", &groups)).unwrap();
    let theirs = entered(&stage, |entry| entry.cleared = Cleared::Uncleared);
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let answer = stage
        .without_asking("flag_transactions", flag)
        .await
        .with_status("confirmation_required");
    let expected = format!(
        "An earlier operation, {ID} (Create), was interrupted: YNAB holds nothing of it so far. These are alike and were not there \
         before; they may be of it and changed since, or somebody else's, so undo_operation leaves them: 2026-09-14 Tram -2.80."
    );
    assert!(told(&answer).starts_with(&expected), "{}", told(&answer));
    assert!(!stage.transaction(&theirs).deleted);
}

#[tokio::test]
async fn a_row_that_ynab_matched_since_with_one_of_the_banks_is_left_and_said_so() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("create_transactions", tram(&home)).await;
    stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        plan.edit_account(current, |account| account.direct_import_linked = true);
        plan.pending_imports.push(PendingImport {
            account_id: current,
            date: day("2026-09-14"),
            amount: -2_800,
            payee: "TRAM 4711".to_owned(),
        });
    });
    stage.pass(10);
    let here = json!({"plan_id": home.plan});
    let came = stage
        .asking(&Friend::who_agrees(), "import_transactions", here.clone())
        .await
        .with_status("applied");
    assert_eq!(came["imported"], 1);
    stage.pass(10);
    let refused = stage
        .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    let conflict = refused["conflicts"][0].as_str().unwrap().to_owned();
    assert!(
        conflict.contains("YNAB matched it with a row of the bank's, which would be lost with it"),
        "{conflict}"
    );
    let again = stage
        .asking(&Friend::who_agrees(), "import_transactions", here)
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        (told(&again), &again["imported"]),
        ("No new transaction to import.", &json!(0))
    );
}

#[tokio::test]
async fn a_split_that_was_carried_out_is_ours_though_the_row_was_flagged_since() {
    let (stage, home) = Stage::in_euro().await;
    let lines = json!([{"amount": -50, "category_id": home.groceries}, {"amount": -36.4, "category_id": home.tennis}]);
    let arguments = json!({"plan_id": home.plan, "transaction_id": home.market, "lines": lines});
    let id = stage.done("split_transaction", arguments).await;
    // The process ended before it wrote down what became of it.
    let journal = std::fs::read_to_string(stage.journal_file()).unwrap();
    let intent = journal.lines().next().unwrap().to_owned() + "\n";
    std::fs::write(stage.journal_file(), intent).unwrap();
    stage.edit_elsewhere(&home.market, |row| row.approved = false);
    stage.pass(10);
    let answer = stage
        .without_asking("create_transactions", tram(&home))
        .await
        .with_status("confirmation_required");
    let told = told(&answer).to_owned();
    assert!(told.contains("was interrupted: YNAB holds all of it"), "{told}");
    assert_eq!(stage.states_of(&id), ["applied"]);
}
