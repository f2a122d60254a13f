//! Payees that get another name: one request for any number of transactions, and what shows the name afterwards.

use serde_json::{Value, json};
use ynab_api::sim::{Entry, Fault, FaultEffect, Operation, Scribe};

use crate::stage::{Friend, Household, Stage, day, told};

fn payee(stage: &Stage, name: &str) -> String {
    stage.look(|plan| {
        plan.payees
            .iter()
            .find(|payee| payee.name == name)
            .unwrap()
            .id
            .to_string()
    })
}

fn name_of(stage: &Stage, id: &str) -> String {
    stage.look(|plan| plan.payees.live(&Household::key(id)).unwrap().name.clone())
}

fn rename(home: &Household, payee: &str, name: &str) -> Value {
    json!({"plan_id": home.plan, "payee_id": payee, "name": name})
}

fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

fn rename_elsewhere(stage: &Stage, id: &str, name: &str) {
    stage
        .sim
        .edit(|plan| plan.edit_payee(Household::key(id), |payee| name.clone_into(&mut payee.name)));
    stage.pass(10);
}

/// The payees of the latest transactions that `find_transactions` tells of some payee.
async fn shown(stage: &Stage, home: &Household, payee: &str) -> Vec<String> {
    let mut arguments = json!({"plan_id": home.plan, "payee": payee, "limit": 200});
    let mut shown = Vec::new();
    loop {
        let answer = stage
            .without_asking("find_transactions", arguments.clone())
            .await
            .answer();
        let rows = answer["transactions"].as_array().unwrap().iter();
        shown.extend(rows.map(|row| row["payee"].as_str().unwrap().to_owned()));
        match answer["next_cursor"].as_str() {
            Some(cursor) => arguments["cursor"] = json!(cursor),
            None => return shown,
        }
    }
}

async fn refused(stage: &Stage, arguments: Value) -> String {
    let agrees = Friend::who_agrees();
    let text = stage.asking(&agrees, "rename_payee", arguments).await.refusal();
    assert_eq!(agrees.asked(), Vec::<String>::new());
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]), "{text}");
    text.strip_prefix("Nothing was sent to YNAB: ").unwrap().to_owned()
}

#[tokio::test]
async fn one_request_renames_a_payee_of_three_hundred_transactions_and_back() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        for number in 1..300 {
            scribe.enter(&Entry::new(current, day("2026-09-08"), -10 * number, "Market", None));
        }
    });
    let market = payee(&stage, "Market");
    assert_eq!(shown(&stage, &home, "Market").await.len(), 300);
    stage.sim.forget_requests();
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "rename_payee", rename(&home, "market", " Wochenmarkt "))
        .await;
    let answer = answer.with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Rename payee ‘Market’ to ‘Wochenmarkt’?\n300 transaction(s) name it."
    );
    let writes = stage.writes();
    assert_eq!(writes.len(), 1);
    assert!(writes[0].0.ends_with(&format!("/payees/{market}")), "{writes:?}");
    assert_eq!(writes[0].1, json!({"payee": {"name": "Wochenmarkt"}}));
    assert_eq!(
        (
            &answer["payee_id"],
            &answer["from_name"],
            &answer["to_name"],
            &answer["transactions"]
        ),
        (&json!(market), &json!("Market"), &json!("Wochenmarkt"), &json!(300)),
    );
    let id = answer["operation_id"].as_str().unwrap();
    assert_eq!(
        stage.intents()[0]["groups"],
        json!([{"effects": [{"kind": "payee_name", "payee_id": market, "before": "Market", "after": "Wochenmarkt"}]}])
    );
    assert_eq!(stage.states_of(id), ["applied"]);
    // No moment passes, and every copy is new.
    assert_eq!(shown(&stage, &home, "Wochenmarkt").await.len(), 300);
    assert_eq!(shown(&stage, &home, "Market").await, Vec::<String>::new());

    stage.sim.forget_requests();
    let agrees = Friend::who_agrees();
    let undone = stage
        .asking(&agrees, "undo_operation", undo(&home, id))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Undo: rename payee ‘Wochenmarkt’ back to ‘Market’?\n- Payee ‘Wochenmarkt’: Wochenmarkt → Market\n300 transaction(s) name it."
    );
    assert_eq!(
        (stage.writes_sent(), name_of(&stage, &market)),
        (1, "Market".to_owned())
    );
    assert_eq!(shown(&stage, &home, "Wochenmarkt").await, Vec::<String>::new());
    stage
        .agreed("undo_operation", undo(&home, undone["operation_id"].as_str().unwrap()))
        .await;
    assert_eq!(name_of(&stage, &market), "Wochenmarkt");
}

#[tokio::test]
async fn questions_lists_and_other_processes_show_the_new_name() {
    let (stage, home) = Stage::in_euro().await;
    let flag = |color: &str| json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": color}]});
    let flagged = stage.done("flag_transactions", flag("blue")).await;
    stage
        .agreed("rename_payee", rename(&home, "Market", "Wochenmarkt"))
        .await;
    for (tool, arguments) in [
        ("flag_transactions", flag("red")),
        ("undo_operation", undo(&home, &flagged)),
    ] {
        let declines = Friend::who_declines();
        stage.asking(&declines, tool, arguments).await.with_status("declined");
        let question = declines.only_question();
        assert!(question.contains("2026-09-12 Wochenmarkt -86.40"), "{question}");
    }
    assert_eq!(shown(&stage, &home, "markt").await, ["Wochenmarkt"]);
    assert_eq!(shown(&stage, &home, "Market").await, Vec::<String>::new());
}

#[tokio::test]
async fn a_name_that_another_payee_has_is_refused_with_what_to_do_instead() {
    let (stage, home) = Stage::in_euro().await;
    let taverna = payee(&stage, "Taverna");
    for name in ["Taverna", "TAVERNA", "🍝 taverna"] {
        assert_eq!(
            refused(&stage, rename(&home, "Market", name)).await,
            format!(
                "another payee, id {taverna}, is called Taverna already, and YNAB's API cannot merge two: merge them in YNAB, or \
                 choose another name."
            )
        );
    }
    // Its own name in another case is no other payee's.
    stage.agreed("rename_payee", rename(&home, "Market", "MARKET 🥕")).await;
    assert_eq!(name_of(&stage, &payee(&stage, "MARKET 🥕")), "MARKET 🥕");
}

#[tokio::test]
async fn ynabs_own_names_and_payees_and_impossible_names_are_refused() {
    let (stage, home) = Stage::in_euro().await;
    for (name, instead) in [
        ("Starting Balance", "an account's first balance is set in YNAB"),
        ("manual balance adjustment", "reconcile_account makes an adjustment"),
        (
            "Reconciliation Balance Adjustment",
            "reconcile_account makes an adjustment",
        ),
        ("Transfer : Tagesgeld", "a transfer is made with the other account"),
        ("transfer: x", "a transfer is made with the other account"),
        ("TRANSFER :x", "a transfer is made with the other account"),
    ] {
        assert_eq!(
            refused(&stage, rename(&home, "Market", name)).await,
            format!("YNAB keeps that name for its own payees ({instead}).")
        );
    }
    assert_eq!(
        refused(&stage, rename(&home, "Transfer : Tagesgeld", "Sparen")).await,
        "this payee stands for transfers to an account: rename the account in YNAB."
    );
    assert_eq!(
        refused(&stage, rename(&home, "Starting Balance", "Anfang")).await,
        "this payee is YNAB's own and keeps its name."
    );
    assert_eq!(
        refused(&stage, rename(&home, "Market", &"ä".repeat(501))).await,
        "the name has 501 characters, and YNAB takes 500 for a payee."
    );
    for name in ["", " ", "Zwei\nZeilen", "\u{202e}x"] {
        refused(&stage, rename(&home, "Market", name)).await;
    }
    let text = stage
        .without_asking("rename_payee", rename(&home, "Nobody", "X"))
        .await
        .refusal();
    assert!(text.contains("no payee has the id or name ‘Nobody’"), "{text}");
    // A word is no name of YNAB's, and five hundred characters are taken.
    stage
        .code_for("rename_payee", rename(&home, "Market", "Transfers"))
        .await;
    stage
        .code_for("rename_payee", rename(&home, "Market", &"ä".repeat(500)))
        .await;
    let same = stage
        .without_asking("rename_payee", rename(&home, "Market", "Market"))
        .await
        .with_status("nothing_to_do");
    assert_eq!(told(&same), "The payee has that name already: nothing to do.");
}

#[tokio::test]
async fn where_another_payee_took_the_old_name_it_is_left_alone_and_said() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flag).await;
    let market = payee(&stage, "Market");
    let id = stage.done("rename_payee", rename(&home, &market, "Wochenmarkt")).await;
    let taverna = payee(&stage, "Taverna");
    rename_elsewhere(&stage, &taverna, "market");
    stage.sim.forget_requests();
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        answer["conflicts"],
        json!(["Payee ‘Wochenmarkt’: another one has the name it had, so it is left alone"])
    );
    assert_eq!(stage.writes_sent(), 0);
    // The operation before it is not hidden.
    let answer = stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(answer["undoes_operation_id"], flagged.as_str());
    rename_elsewhere(&stage, &taverna, "Taverna");
    stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!(name_of(&stage, &market), "Market");
}

#[tokio::test]
async fn a_payee_that_was_renamed_or_merged_since_is_left_alone() {
    let (stage, home) = Stage::in_euro().await;
    let market = payee(&stage, "Market");
    let id = stage.done("rename_payee", rename(&home, &market, "Wochenmarkt")).await;
    rename_elsewhere(&stage, &market, "Bauernmarkt");
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        answer["conflicts"],
        json!(["Payee ‘Bauernmarkt’: it is Bauernmarkt now, not Wochenmarkt, so it is left alone"])
    );
    stage
        .sim
        .edit(|plan| plan.edit_payee(Household::key(&market), |payee| payee.deleted = true));
    stage.pass(10);
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        answer["conflicts"],
        json!([format!("Payee {market}: it is not there any more")])
    );
}

#[tokio::test]
async fn lost_answers_are_settled_by_reading_and_refusals_are_told() {
    let refused = FaultEffect::Status {
        status: 400,
        body: None,
        retry_after: None,
    };
    for (effect, applied) in [
        (FaultEffect::DropAfter, true),
        (
            FaultEffect::Garble {
                body: "<html>".to_owned(),
            },
            true,
        ),
        (FaultEffect::DropBefore, false),
        (refused, false),
    ] {
        let (stage, home) = Stage::in_euro().await;
        let market = payee(&stage, "Market");
        stage.sim.fault(Fault::on(Operation::UpdatePayee, effect).times(1));
        let outcome = stage
            .asking(
                &Friend::who_agrees(),
                "rename_payee",
                rename(&home, &market, "Wochenmarkt"),
            )
            .await;
        if applied {
            assert_eq!(outcome.with_status("applied")["to_name"], "Wochenmarkt");
        } else {
            let text = outcome.refusal();
            assert!(text.starts_with("Nothing was changed: "), "{text}");
        }
        let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
        let (state, name) = if applied {
            ("applied", "Wochenmarkt")
        } else {
            ("not_applied", "Market")
        };
        assert_eq!(
            (stage.fates_of(&id), name_of(&stage, &market)),
            (vec![state.to_owned()], name.to_owned())
        );
        assert_eq!(shown(&stage, &home, name).await, [name]);
    }
}

#[tokio::test]
async fn the_name_that_ynab_stored_is_the_one_that_is_answered_and_undone() {
    let (stage, home) = Stage::in_euro().await;
    let stage = std::sync::Arc::new(stage);
    let market = payee(&stage, "Market");
    let body = json!({"data": {"payee": {"id": market, "name": "Wochenmarkt GmbH", "transfer_account_id": null, "deleted": false},
        "server_knowledge": 4_000_000}});
    stage
        .sim
        .fault(Fault::on(Operation::UpdatePayee, FaultEffect::Garble { body: body.to_string() }).nth(1));
    let (elsewhere, id) = (std::sync::Arc::clone(&stage), Household::key(&market));
    stage.wire.after(move |request| {
        if request.starts_with("PATCH") {
            elsewhere
                .sim
                .edit(|plan| plan.edit_payee(id, |payee| payee.name = "Wochenmarkt GmbH".to_owned()));
        }
    });
    let answer = stage
        .agreed("rename_payee", rename(&home, &market, "Wochenmarkt"))
        .await;
    stage.wire.quiet();
    assert_eq!(answer["to_name"], "Wochenmarkt GmbH");
    stage
        .agreed("undo_operation", undo(&home, answer["operation_id"].as_str().unwrap()))
        .await;
    assert_eq!(name_of(&stage, &market), "Market");
}
