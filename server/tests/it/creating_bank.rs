//! Rows of the bank's: import ids in the form of YNAB's own file import, never taken twice, matched with what was entered by hand.

use std::sync::Arc;

use serde_json::{Value, json};
use ynab_api::sim::{Cleared, Entry, Fault, FaultEffect, Operation, Scribe};

use crate::stage::{Friend, Household, Stage, day, told};

const TOOL: &str = "create_transactions";

fn row(date: &str, amount: &Value, payee: &str) -> Value {
    json!({"date": date, "amount": amount, "payee_name": payee, "bank_row": true})
}

fn statement(home: &Household, rows: &[Value]) -> Value {
    json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": rows})
}

fn three(home: &Household) -> Value {
    let tram = row("2026-09-14", &json!(-2.8), "TRAM 4711");
    statement(home, &[tram.clone(), row("2026-09-14", &json!(5), "REFUND"), tram])
}

fn live_rows(stage: &Stage) -> usize {
    stage.look(|plan| plan.transactions.iter().filter(|row| !row.deleted).count())
}

fn members<'a>(answer: &'a Value, name: &str) -> Vec<&'a Value> {
    let rows = answer["transactions"].as_array().unwrap().iter();
    rows.map(|row| &row[name]).collect()
}

#[tokio::test]
async fn an_import_id_is_of_amount_date_and_place_among_equals_and_never_of_the_payee() {
    let (stage, home) = Stage::in_euro().await;
    let tram = row("2026-09-14", &json!(-2.8), "TRAM 4711");
    let other = row("2026-09-14", &json!(-2.8), "Quite another shop");
    let by_hand = json!({"date": "2026-09-14", "amount": -2.8, "payee_name": "By hand"});
    let large = row("2026-09-14", &json!("-999999999.99"), "Large");
    let agrees = Friend::who_agrees();
    let rows = [
        tram.clone(),
        by_hand,
        other,
        row("2026-09-13", &json!(-2.8), "TRAM"),
        large,
    ];
    stage
        .asking(&agrees, TOOL, statement(&home, &rows))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question().lines().nth(1).unwrap(),
        "- 2026-09-14 TRAM 4711 -2.80 (no category), the bank's row"
    );
    let sent = stage.writes()[0].1["transactions"].as_array().unwrap().clone();
    let import_ids: Vec<_> = sent.iter().map(|row| row["import_id"].as_str()).collect();
    assert_eq!(
        import_ids,
        [
            Some("YNAB:-2800:2026-09-14:1"),
            None,
            Some("YNAB:-2800:2026-09-14:2"),
            Some("YNAB:-2800:2026-09-13:1"),
            Some("YNAB:-999999999990:2026-09-14:1"),
        ]
    );
    assert!(import_ids.iter().flatten().all(|id| id.len() <= 36));
}

#[tokio::test]
async fn a_list_sent_again_is_there_already_and_a_longer_one_adds_only_what_is_new() {
    let (stage, home) = Stage::in_euro().await;
    let first = stage.agreed(TOOL, three(&home)).await;
    let count = live_rows(&stage);
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let again = stage
        .asking(&agrees, TOOL, three(&home))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        told(&again),
        "Every one of these rows of the bank's is there already: nothing to do."
    );
    assert_eq!(members(&again, "transaction_id"), members(&first, "transaction_id"));
    assert_eq!(members(&again, "outcome"), ["already_so"; 3]);
    assert_eq!(
        again["duplicate_import_ids"],
        json!([
            "YNAB:-2800:2026-09-14:1",
            "YNAB:5000:2026-09-14:1",
            "YNAB:-2800:2026-09-14:2"
        ])
    );
    assert!(agrees.asked().is_empty());
    assert_eq!((stage.writes_sent(), live_rows(&stage)), (1, count));

    let mut longer = three(&home);
    let new = row("2026-09-14", &json!(-2.8), "TRAM 4711");
    longer["transactions"].as_array_mut().unwrap().push(new);
    let answer = stage.asking(&agrees, TOOL, longer).await.with_status("applied");
    let ids = |answer: &Value, take: usize| {
        members(answer, "transaction_id")[..take]
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&answer, 3), ids(&first, 3));
    assert_eq!(
        agrees.only_question(),
        "Create 1 transaction(s) on Girokonto?\n- 2026-09-14 TRAM 4711 -2.80 (no category), the bank's row\n\
         Total in 0.00, total out -2.80. They are cleared and not approved.\n\
         3 more of these rows of the bank's are there already and stay as they are.\n\
         Already there: 2026-09-14 TRAM 4711 -2.80 (no category)."
    );
    assert_eq!(
        members(&answer, "outcome"),
        ["already_so", "already_so", "already_so", "applied"]
    );
    assert_eq!(answer["created_ids"].as_array().unwrap().len(), 1);
    assert_eq!(answer["duplicate_import_ids"].as_array().unwrap().len(), 3);
    let sent = &stage.writes()[1].1["transactions"];
    assert_eq!(
        (sent.as_array().unwrap().len(), &sent[0]["import_id"]),
        (1, &json!("YNAB:-2800:2026-09-14:3"))
    );
    stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(live_rows(&stage), count, "only the new one goes");
}

#[tokio::test]
async fn a_row_that_only_ynab_knows_is_told_as_there_already_and_its_undo_leaves_it() {
    let (stage, home) = Stage::in_euro().await;
    let stage = Arc::new(stage);
    let elsewhere = Arc::clone(&stage);
    let mut once = Some(());
    // Another program imports one of them between the last look and the request.
    stage.wire.before(move |request| {
        if request.starts_with("POST") && once.take().is_some() {
            elsewhere.sim.edit(|plan| {
                let current = plan.account_named("Girokonto").unwrap().id;
                let mut entry = Entry::new(current, day("2026-09-14"), 5_000, "Elsewhere", None);
                entry.statement = Some("ELSEWHERE");
                Scribe::new(plan).enter(&entry)
            });
        }
    });
    let answer = stage.agreed(TOOL, three(&home)).await;
    assert_eq!(members(&answer, "outcome"), ["applied", "already_so", "applied"]);
    assert_eq!(answer["created_ids"].as_array().unwrap().len(), 2);
    assert_eq!(answer["duplicate_import_ids"], json!(["YNAB:5000:2026-09-14:1"]));
    let id = answer["operation_id"].as_str().unwrap();
    assert_eq!(stage.states_of(id), ["applied", "already_there", "applied"]);
    let count = live_rows(&stage);
    stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(live_rows(&stage), count - 2);
}

/// A row entered by hand that YNAB matches with a bank's row of its amount.
fn entered_by_hand(stage: &Stage, date: &str) -> String {
    let entered = stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let mut entry = Entry::new(current, day(date), -2_800, "Tram", None);
        entry.cleared = Cleared::Uncleared;
        Scribe::new(plan).enter(&entry)
    });
    entered.unwrap()
}

#[tokio::test]
async fn a_row_that_ynab_matches_with_one_entered_by_hand_is_not_told_as_refused() {
    for date in ["2026-09-14", "2026-09-10"] {
        for lost in [false, true] {
            let (stage, home) = Stage::in_euro().await;
            let by_hand = entered_by_hand(&stage, date);
            let count = live_rows(&stage);
            if lost {
                stage
                    .sim
                    .fault(Fault::on(Operation::CreateTransaction, FaultEffect::DropAfter).nth(1));
            }
            let agrees = Friend::who_agrees();
            let rows = [
                row("2026-09-14", &json!(-2.8), "TRAM 4711"),
                row("2026-09-14", &json!(5), "REFUND"),
            ];
            let answer = stage
                .asking(&agrees, TOOL, statement(&home, &rows))
                .await
                .with_status("applied");
            assert!(
                agrees.only_question().ends_with(&format!(
                    "YNAB may match rows of the bank's with these, entered by hand, instead of making new ones; a matched one \
                     is then cleared and waits for approval, and undo_operation does not part them again: {date} Tram -2.80 (no category)."
                )),
                "{}",
                agrees.only_question()
            );
            assert_eq!(members(&answer, "outcome"), ["matched", "applied"], "{date} {lost}");
            assert_eq!(answer["transactions"][0]["transaction_id"], json!(by_hand));
            let told = format!("and left them so: {date} Tram -2.80 (cleared, not approved).");
            assert!(answer["message"].as_str().unwrap().contains(&told), "{answer}");
            assert_eq!(answer["created_ids"].as_array().unwrap().len(), 1);
            assert_eq!(live_rows(&stage), count + 1);
            let held = stage.transaction(&by_hand);
            assert!(held.matched_transaction_id.is_some());
            // The row entered by hand was there before, so it stays.
            stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
            assert_eq!((live_rows(&stage), stage.transaction(&by_hand).deleted), (count, false));
        }
    }
}

#[tokio::test]
async fn rename_rules_change_the_payee_and_the_undo_knows_the_row_all_the_same() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let market = plan.payee_named("Market").unwrap().id;
        plan.rename_rules.insert("refund".to_owned(), market);
    });
    for lost in [false, true] {
        if lost {
            stage
                .sim
                .fault(Fault::on(Operation::CreateTransaction, FaultEffect::DropAfter).nth(1));
        }
        let rows = [row("2026-09-14", &json!(5), "REFUND")];
        let answer = stage.agreed(TOOL, statement(&home, &rows)).await;
        assert_eq!(members(&answer, "payee"), ["Market"]);
        let count = live_rows(&stage);
        stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
        assert_eq!(live_rows(&stage), count - 1);
        stage.pass(10);
    }
}

#[tokio::test]
async fn a_row_matched_before_is_no_sign_of_a_request_that_never_arrived() {
    let (stage, home) = Stage::in_euro().await;
    entered_by_hand(&stage, "2026-09-13");
    let first = [row("2026-09-13", &json!(-2.8), "TRAM 4711")];
    stage
        .asking(&Friend::who_agrees(), TOOL, statement(&home, &first))
        .await
        .with_status("applied");
    let listed = stage
        .without_asking("list_operations", json!({"plan_id": home.plan}))
        .await
        .answer();
    let (state, undoable, why) = (
        &listed["operations"][0]["state"],
        &listed["operations"][0]["undoable"],
        &listed["operations"][0]["why_not"],
    );
    assert_eq!((state, undoable), (&json!("in_effect"), &json!(false)));
    assert_eq!(
        why,
        "YNAB matched the bank's rows with transactions that were there: part them in YNAB"
    );
    let count = live_rows(&stage);
    stage
        .sim
        .fault(Fault::on(Operation::CreateTransaction, FaultEffect::DropBefore).nth(1));
    stage.pass(10);
    let next = [row("2026-09-14", &json!(-2.8), "TRAM 4711")];
    let text = stage
        .asking(&Friend::who_agrees(), TOOL, statement(&home, &next))
        .await
        .refusal();
    assert!(text.starts_with("Nothing was changed: "), "{text}");
    assert_eq!(live_rows(&stage), count);
    let states: Vec<_> = stage
        .intents()
        .iter()
        .map(|intent| stage.fates_of(intent["operation_id"].as_str().unwrap()))
        .collect();
    assert_eq!(states, [vec!["matched"], vec!["not_applied"]]);
}

#[tokio::test]
async fn of_two_equal_rows_of_the_banks_and_one_entered_by_hand_one_is_made() {
    for lost in [false, true] {
        let (stage, home) = Stage::in_euro().await;
        entered_by_hand(&stage, "2026-09-12");
        let count = live_rows(&stage);
        if lost {
            stage
                .sim
                .fault(Fault::on(Operation::CreateTransaction, FaultEffect::DropAfter).nth(1));
        }
        let tram = row("2026-09-14", &json!(-2.8), "TRAM 4711");
        let answer = stage.agreed(TOOL, statement(&home, &[tram.clone(), tram])).await;
        let mut outcomes: Vec<_> = members(&answer, "outcome")
            .iter()
            .map(|outcome| outcome.as_str().unwrap())
            .collect();
        outcomes.sort_unstable();
        assert_eq!((outcomes, live_rows(&stage)), (vec!["applied", "matched"], count + 1));
        stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
        assert_eq!(live_rows(&stage), count);
    }
}

#[tokio::test]
async fn a_row_entered_by_hand_while_the_person_thinks_is_another_plan() {
    let (stage, home) = Stage::in_euro().await;
    let rows = [row("2026-09-14", &json!(-2.8), "TRAM 4711")];
    let code = stage.code_for(TOOL, statement(&home, &rows)).await;
    entered_by_hand(&stage, "2026-09-06");
    stage.pass(10);
    let mut arguments = statement(&home, &rows);
    arguments["confirmation"] = json!(code);
    let text = stage.without_asking(TOOL, arguments).await.refusal();
    assert!(text.contains("changed"), "{text}");
    assert_eq!(stage.writes_sent(), 0);
}
