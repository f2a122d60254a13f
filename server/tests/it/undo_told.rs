//! Undo says the same everywhere: in the question before a change, its answer, the list of operations, and the undo itself.

use serde_json::{Value, json};
use ynab_api::sim::{Cleared, Entry, Scribe};

use crate::stage::{Friend, Household, SEPTEMBER, Stage, day, told};

const OTHER_SIDE: &str =
    "it is a transfer whose other side is cleared, approved, flagged or has a memo of its own, which would be lost";

fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

fn latest(home: &Household) -> Value {
    json!({"plan_id": home.plan})
}

fn flag(home: &Household, id: &str, color: &str) -> Value {
    json!({"plan_id": home.plan, "flags": [{"transaction_id": id, "color": color}]})
}

fn split_depot(home: &Household) -> Value {
    let lines = json!([
        {"amount": -150, "category_id": home.groceries}, {"amount": -50, "category_id": home.tennis},
    ]);
    json!({"plan_id": home.plan, "transaction_id": home.to_depot, "lines": lines})
}

fn shop(home: &Household) -> Value {
    let rows = json!([{"date": "2026-09-14", "amount": -7, "payee_name": "Shop"}]);
    json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": rows})
}

async fn listed(stage: &Stage, home: &Household, id: &str) -> Value {
    let listed = stage.without_asking("list_operations", latest(home)).await.answer();
    let rows = listed["operations"].as_array().unwrap().iter();
    rows.clone().find(|row| row["operation_id"] == id).unwrap().clone()
}

/// The question of an undo that is declined.
async fn asked(stage: &Stage, arguments: Value) -> String {
    let declines = Friend::who_declines();
    let declined = stage.asking(&declines, "undo_operation", arguments).await;
    declined.with_status("declined");
    declines.only_question()
}

#[tokio::test]
async fn a_split_that_cannot_be_undone_says_so_in_the_question_the_answer_the_list_and_the_undo() {
    let (stage, home) = Stage::in_euro().await;
    let flagged = stage.done("flag_transactions", flag(&home, &home.market, "blue")).await;
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "split_transaction", split_depot(&home))
        .await
        .with_status("applied");
    let last = format!("undo_operation cannot take it back ({OTHER_SIDE}): only YNAB itself can.");
    assert_eq!(agrees.only_question().lines().last(), Some(last.as_str()));
    assert_eq!(told(&answer), format!("Split. It cannot be undone here: {OTHER_SIDE}."));
    let id = answer["operation_id"].as_str().unwrap();
    let row = listed(&stage, &home, id).await;
    assert_eq!(
        (&row["state"], &row["undoable"], &row["why_not"]),
        (&json!("in_effect"), &json!(false), &json!(OTHER_SIDE))
    );
    let text = stage.without_asking("undo_operation", undo(&home, id)).await.refusal();
    assert_eq!(
        text,
        format!("Nothing was changed: operation {id} cannot be undone: {OTHER_SIDE}.")
    );
    let agrees = Friend::who_agrees();
    let undone = stage.asking(&agrees, "undo_operation", latest(&home)).await;
    assert_eq!(undone.with_status("applied")["undoes_operation_id"], flagged.as_str());
    assert_eq!(
        agrees.only_question().lines().last().unwrap(),
        format!(
            "Operation {id} (Split 2026-09-06 Transfer : Depot -200.00 into 2 lines) is passed over: {OTHER_SIDE}."
        )
    );
}

#[tokio::test]
async fn what_came_to_stand_in_the_way_later_is_named_as_the_reason_for_passing_over() {
    let (stage, home) = Stage::in_euro().await;
    stage.done("flag_transactions", flag(&home, &home.market, "blue")).await;
    let other = stage.transaction(&home.to_depot).transfer_transaction_id.unwrap();
    stage.edit_elsewhere(&other, |row| row.cleared = Cleared::Uncleared);
    stage.pass(10);
    let id = stage.done("split_transaction", split_depot(&home)).await;
    assert_eq!(listed(&stage, &home, &id).await["undoable"], true);
    stage.edit_elsewhere(&other, |row| row.cleared = Cleared::Cleared);
    stage.pass(10);
    let question = asked(&stage, latest(&home)).await;
    assert_eq!(
        question.lines().last().unwrap(),
        format!(
            "Operation {id} (Split 2026-09-06 Transfer : Depot -200.00 into 2 lines) is passed over: {OTHER_SIDE}."
        )
    );
    // Where an operation of ours stands in the way, it is named.
    stage.edit_elsewhere(&other, |row| row.cleared = Cleared::Uncleared);
    stage.pass(10);
    let flagged = stage.done("flag_transactions", flag(&home, &other, "red")).await;
    let answer = stage.without_asking("undo_operation", undo(&home, &id)).await;
    let answer = answer.with_status("nothing_to_do");
    assert_eq!(
        told(&answer),
        format!(
            "Nothing to undo: it cannot be put back, for the reason named, and is left alone. Undo operation {flagged} first: it \
             made a later change of the same thing."
        )
    );
    stage.agreed("undo_operation", undo(&home, &flagged)).await;
    stage.agreed("undo_operation", undo(&home, &id)).await;
}

#[tokio::test]
async fn a_later_operation_of_ours_is_named_as_what_to_undo_first() {
    let (stage, home) = Stage::in_euro().await;
    let created = stage.agreed("create_transactions", shop(&home)).await;
    let (id, row) = (
        created["operation_id"].as_str().unwrap(),
        created["created_ids"][0].as_str().unwrap(),
    );
    let approved = stage
        .without_asking("approve_transactions", json!({"plan_id": home.plan, "tx_ids": [row]}))
        .await
        .with_status("applied");
    let approval = approved["operation_id"].as_str().unwrap();
    let answer = stage.without_asking("undo_operation", undo(&home, id)).await;
    let answer = answer.with_status("nothing_to_do");
    assert_eq!(
        told(&answer),
        format!(
            "Nothing to undo: all of it changed since and is left alone. Undo operation {approval} first: it made a later change \
             of the same thing."
        )
    );
    assert_eq!(
        answer["conflicts"],
        json!([format!(
            "2026-09-14 Shop -7.00: it is approved now (operation {approval} did that: undo it first), so it is left alone"
        )])
    );
    assert_eq!(listed(&stage, &home, approval).await["undoable"], true);
    stage.agreed("undo_operation", undo(&home, approval)).await;
    // What somebody changed elsewhere has no operation to name.
    stage.edit_elsewhere(row, |row| row.memo = Some("mine".to_owned()));
    stage.pass(10);
    let answer = stage.without_asking("undo_operation", undo(&home, id)).await;
    assert_eq!(
        told(&answer.with_status("nothing_to_do")),
        "Nothing to undo: all of it changed since and is left alone."
    );
    stage.edit_elsewhere(row, |row| row.memo = None);
    stage.pass(10);
    let question = asked(&stage, undo(&home, id)).await;
    assert_eq!(
        question,
        "Undo: delete the 1 transaction(s) this operation created?\n- 2026-09-14 Shop -7.00 on Girokonto: no category → \
         deleted\nThe balance of Girokonto goes from 2391.75 to 2398.75."
    );
}

#[tokio::test]
async fn a_transfer_is_deleted_and_made_again_with_both_accounts_named() {
    let (stage, home) = Stage::in_euro().await;
    let rows = json!([{"date": "2026-09-14", "amount": -40, "transfer_to_account_id": "Tagesgeld"}]);
    let transfer = json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": rows});
    let id = stage.done("create_transactions", transfer).await;
    let agrees = Friend::who_agrees();
    let undone = stage.asking(&agrees, "undo_operation", undo(&home, &id)).await;
    let undone = undone.with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Undo: delete the 1 transaction(s) this operation created?\n- 2026-09-14 Transfer : Tagesgeld -40.00 on Girokonto: \
         transfer to Tagesgeld → deleted, and its other side on Tagesgeld too\nThe balance of Girokonto goes from 2358.75 to \
         2398.75.\nThe balance of Tagesgeld goes from 140.00 to 100.00."
    );
    let change = &undone["changes"][0];
    assert_eq!(
        (&change["account"], &change["amount"]),
        (&json!("Girokonto"), &json!(-40))
    );
    let question = asked(&stage, undo(&home, undone["operation_id"].as_str().unwrap())).await;
    assert_eq!(
        question,
        "Undo: create 1 transaction(s) again?\n- 2026-09-14 Transfer : Tagesgeld -40.00 on Girokonto: not there → transfer to \
         Tagesgeld\nThe balance of Girokonto goes from 2398.75 to 2358.75.\nThe balance of Tagesgeld goes from 100.00 to 140.00."
    );
}

#[tokio::test]
async fn a_row_of_the_banks_that_is_made_again_is_said_to_come_back_plain() {
    let (stage, home) = Stage::in_euro().await;
    let rows = json!([{"date": "2026-09-14", "amount": -2.8, "payee_name": "TRAM 4711", "bank_row": true}]);
    let statement = json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": rows});
    let id = stage.done("create_transactions", statement).await;
    let undone = stage.done("undo_operation", undo(&home, &id)).await;
    let question = asked(&stage, undo(&home, &undone)).await;
    assert_eq!(
        question.lines().last(),
        Some("1 transaction(s) of the bank's come back as plain ones, without the bank's import id.")
    );
}

#[tokio::test]
async fn the_adjustment_of_a_reconciliation_comes_before_its_many_marks() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let account = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        for place in 0..60 {
            let payee = format!("Nothing {place}");
            scribe.enter(&Entry::new(account, day("2026-08-20"), 0, &payee, None));
        }
    });
    let arguments = json!({"plan_id": home.plan, "account_id": "Girokonto", "bank_balance": 2400, "adjust": true});
    let id = stage.done("reconcile_account", arguments).await;
    let agrees = Friend::who_agrees();
    let preview = stage.without_asking("undo_operation", undo(&home, &id)).await;
    let preview = preview.with_status("confirmation_required");
    let changes = |answer: &Value| answer["changes"].as_array().unwrap().clone();
    assert_eq!((changes(&preview).len(), &preview["more_changes"]), (50, &json!(19)));
    assert_eq!(
        changes(&preview)[0],
        json!({
            "what": "deleted", "transaction_id": changes(&preview)[0]["transaction_id"], "date": "2026-09-15",
            "payee": "Balance adjustment", "amount": 1.25, "account": "Girokonto", "from": "Inflow: Ready to Assign",
            "to": "deleted",
        })
    );
    let undone = stage.asking(&agrees, "undo_operation", undo(&home, &id)).await;
    let undone = undone.with_status("applied");
    let question = agrees.only_question();
    let lines: Vec<_> = question.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "Undo reconciliation: mark 68 transaction(s) back to cleared and delete the balance adjustment?",
            "- 2026-09-15 Balance adjustment 1.25 on Girokonto: Inflow: Ready to Assign → deleted",
        ]
    );
    assert_eq!(
        lines[21..],
        [
            "- … and 49 more",
            "The balance of Girokonto goes from 2400.00 to 2398.75.",
            "Ready to Assign changes by -1.25.",
        ]
    );
    assert_eq!((changes(&undone).len(), &undone["more_changes"]), (50, &json!(19)));
    assert!(changes(&undone).iter().all(|change| change["outcome"] == "applied"));
    assert_eq!(changes(&undone)[0]["what"], "deleted");
}

#[tokio::test]
async fn a_target_goes_back_and_forth_as_often_as_the_person_likes() {
    let (stage, home) = Stage::in_euro().await;
    let target = |fields: Value| {
        let mut arguments = json!({"plan_id": home.plan, "category_id": home.tennis});
        arguments
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        arguments
    };
    stage
        .done(
            "set_category_target",
            target(json!({"amount": 50, "by_date": "2027-03-31"})),
        )
        .await;
    let weekly = target(json!({"amount": 60, "frequency": "weekly"}));
    let changed = stage.done("set_category_target", weekly).await;
    let (dated, weekly) = ("50.00 by 2027-03-31", "60.00 each week");
    let mut last = changed.clone();
    for (from, to) in [(weekly, dated), (dated, weekly), (weekly, dated), (dated, weekly)] {
        let agrees = Friend::who_agrees();
        let answer = stage.asking(&agrees, "undo_operation", undo(&home, &last)).await;
        let answer = answer.with_status("applied");
        assert_eq!(
            agrees.only_question(),
            format!("Undo: set the target of Tennis back to {to}?\n- Category ‘Tennis’: {from} → {to}")
        );
        last = answer["operation_id"].as_str().unwrap().to_owned();
        assert_eq!(
            told(&answer),
            format!("Undone. undo_operation with operation_id {last} takes it back.")
        );
        let change = &answer["changes"][0];
        assert_eq!(
            (&change["category"], &change["category_id"]),
            (&json!("Tennis"), &json!(home.tennis))
        );
        assert_eq!(listed(&stage, &home, &last).await["undoable"], true);
    }
    let original = listed(&stage, &home, &changed).await;
    assert_eq!(
        (&original["state"], &original["undoable"], &original["redone_by"]),
        (&json!("in_effect"), &json!(true), &json!(last))
    );
}

#[tokio::test]
async fn a_target_that_was_due_before_today_is_said_not_to_come_back() {
    let (stage, home) = Stage::in_euro().await;
    crate::targets::hold(
        &stage,
        &home.tennis,
        Some(crate::targets::new_target(ynab_api::sim::TargetKind::Need, 80_000).due(day("2026-09-01"))),
    );
    let arguments = json!({"plan_id": home.plan, "category_id": home.tennis, "amount": 60, "frequency": "weekly"});
    let agrees = Friend::who_agrees();
    let answer = stage.asking(&agrees, "set_category_target", arguments).await;
    let answer = answer.with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Set the target of Tennis: 80.00 by 2026-09-01 → 60.00 each week?\nundo_operation cannot bring back the target before \
         (80.00 by 2026-09-01): only YNAB itself can."
    );
    let why = "the target it had was due before today, and YNAB takes no past date";
    assert_eq!(
        (told(&answer), &answer["undoable"]),
        (
            format!("Target set. It cannot be undone here: {why}.").as_str(),
            &json!(false)
        )
    );
    let id = answer["operation_id"].as_str().unwrap();
    let row = listed(&stage, &home, id).await;
    assert_eq!((&row["undoable"], &row["why_not"]), (&json!(false), &json!(why)));
    let text = stage.without_asking("undo_operation", undo(&home, id)).await.refusal();
    assert_eq!(
        text,
        format!("Nothing was changed: operation {id} cannot be undone: {why}.")
    );
}

#[tokio::test]
async fn where_only_an_undo_is_left_its_id_is_given_for_doing_it_again() {
    let (stage, home) = Stage::in_euro().await;
    stage.done("flag_transactions", flag(&home, &home.market, "blue")).await;
    let undone = stage.done("undo_operation", latest(&home)).await;
    let answer = stage.without_asking("undo_operation", latest(&home)).await;
    assert_eq!(
        told(&answer.with_status("nothing_to_do")),
        format!(
            "Nothing to undo: no operation of this plan is still in effect.\nThe last undo can itself be undone, which does again \
             what it took back: undo_operation with operation_id {undone}."
        )
    );
    stage.agreed("undo_operation", undo(&home, &undone)).await;
    assert_eq!(stage.flag_of(&home.market).as_deref(), Some("blue"));
}

#[tokio::test]
async fn an_assigned_amount_is_a_number_and_a_name_says_whose() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.restaurants, "amount": 150});
    let id = stage.done("set_category_budget", arguments).await;
    let preview = stage.without_asking("undo_operation", undo(&home, &id)).await;
    assert_eq!(
        preview.with_status("confirmation_required")["changes"],
        json!([{
            "what": "assigned", "category_id": home.restaurants, "category": "Restaurants", "month": SEPTEMBER,
            "from_amount": 150, "to_amount": 120,
        }])
    );
    let payee = stage.transaction(&home.market).payee_id.unwrap();
    let arguments = json!({"plan_id": home.plan, "payee_id": payee, "name": "Wochenmarkt"});
    let id = stage.done("rename_payee", arguments).await;
    let agrees = Friend::who_agrees();
    let undone = stage.asking(&agrees, "undo_operation", undo(&home, &id)).await;
    assert_eq!(
        undone.with_status("applied")["changes"],
        json!([{
            "what": "payee_name", "payee": "Wochenmarkt", "from": "Wochenmarkt", "to": "Market", "outcome": "applied",
        }])
    );
    assert_eq!(
        agrees.only_question(),
        "Undo: rename payee ‘Wochenmarkt’ back to ‘Market’?\n- Payee ‘Wochenmarkt’: Wochenmarkt → Market\n1 transaction(s) name \
         it."
    );
}
