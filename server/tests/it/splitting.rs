//! Splitting a transaction over several categories: in place, by lines that add up, and told as it is.

use serde_json::{Value, json};
use ynab_api::sim::{Cleared, Fault, FaultEffect, Operation, Transaction};

use crate::stage::{Friend, Household, Stage, told};

/// One line of a split.
pub fn line(amount: f64, category: &str) -> Value {
    json!({"amount": amount, "category_id": category})
}

pub fn split(home: &Household, transaction: &str, lines: &[Value]) -> Value {
    json!({"plan_id": home.plan, "transaction_id": transaction, "lines": lines})
}

/// The market's 86.40 over groceries and tennis.
pub fn market(home: &Household) -> Value {
    split(
        home,
        &home.market,
        &[line(-50.0, &home.groceries), line(-36.4, &home.tennis)],
    )
}

pub fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

/// The lines of a row as YNAB holds them: amount and category.
pub fn lines_of(row: &Transaction) -> Vec<(i64, String)> {
    let lines = row.live_lines();
    lines
        .map(|line| (line.amount, line.category_id.unwrap().to_string()))
        .collect()
}

/// The rows of the market that are there.
pub fn markets(stage: &Stage) -> Vec<Transaction> {
    stage.look(|plan| {
        let rows = plan.transactions.iter();
        rows.filter(|row| !row.deleted && row.amount == -86_400)
            .cloned()
            .collect()
    })
}

async fn refused(stage: &Stage, arguments: Value) -> String {
    let agrees = Friend::who_agrees();
    let text = stage.asking(&agrees, "split_transaction", arguments).await.refusal();
    assert_eq!(agrees.asked(), Vec::<String>::new());
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]), "{text}");
    text
}

#[tokio::test]
async fn a_split_is_made_in_place_and_keeps_what_it_was() {
    let (stage, home) = Stage::in_euro().await;
    stage.edit_elsewhere(&home.market, |row| {
        row.import_id = Some("YNAB:-86400:2026-09-12:1".to_owned());
        row.memo = Some("am Samstag".to_owned());
        row.flag = Some("red".to_owned());
        row.category_id = Some(Household::key(&home.restaurants));
    });
    let before = stage.transaction(&home.market);
    let vegetables = json!({"amount": -50, "category_id": "lebensmittel", "memo": "Gemüse"});
    let arguments = split(&home, &home.market, &[vegetables, line(-36.4, &home.tennis)]);
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "split_transaction", arguments)
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Split 2026-09-12 Market -86.40 into 2 lines?\n- -50.00 🛒 Lebensmittel (Gemüse)\n- -36.40 Tennis\nUndoing it makes a \
         new transaction in its place: its id and its match with the bank are lost then."
    );
    let writes = stage.writes();
    assert_eq!(
        writes.iter().map(|write| &write.1).collect::<Vec<_>>(),
        [
            &json!({"transactions": [{"id": home.market, "category_id": null, "subtransactions": [
                {"amount": -50_000, "category_id": home.groceries, "memo": "Gemüse"},
                {"amount": -36_400, "category_id": home.tennis},
            ]}]})
        ]
    );
    let after = stage.transaction(&home.market);
    assert_eq!(
        lines_of(&after),
        [(-50_000, home.groceries.clone()), (-36_400, home.tennis.clone())]
    );
    assert_eq!(
        (&after.import_id, &after.memo, &after.flag, after.payee_id, after.amount),
        (
            &before.import_id,
            &before.memo,
            &before.flag,
            before.payee_id,
            before.amount
        ),
    );
    assert_eq!(
        (&answer["transaction_id"], &answer["from_category"], &answer["amount"]),
        (&json!(home.market), &json!("Restaurants"), &json!(-86.4)),
    );
    assert_eq!(
        answer["lines"],
        json!([
            {"amount": -50, "category": "🛒 Lebensmittel", "memo": "Gemüse"},
            {"amount": -36.4, "category": "Tennis"},
        ])
    );
    let available = answer["available_after"].as_array().unwrap().len();
    assert_eq!(available, 3, "{answer:#}");
    let id = answer["operation_id"].as_str().unwrap();
    let effect = &stage.intents()[0]["groups"][0]["effects"][0];
    assert_eq!(
        (&effect["kind"], &effect["transaction_id"]),
        (&json!("split"), &json!(home.market))
    );
    assert_eq!(effect["before"]["category_id"], home.restaurants.as_str());
    assert_eq!(stage.states_of(id), ["applied"]);
    stage.assert_balanced();
}

#[tokio::test]
async fn a_yes_to_some_lines_is_none_to_the_same_in_another_order() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("split_transaction", market(&home)).await;
    let mut turned = split(
        &home,
        &home.market,
        &[line(-36.4, &home.tennis), line(-50.0, &home.groceries)],
    );
    turned["confirmation"] = code.as_str().into();
    stage.without_asking("split_transaction", turned).await.error();
    assert_eq!(stage.writes_sent(), 0);
    let mut same = market(&home);
    same["confirmation"] = stage.code_for("split_transaction", market(&home)).await.into();
    stage
        .without_asking("split_transaction", same)
        .await
        .with_status("applied");
    assert_eq!(markets(&stage).len(), 1);
}

#[tokio::test]
async fn lines_add_up_exactly_and_every_bad_one_is_named() {
    let (stage, home) = Stage::in_euro().await;
    let (groceries, tennis) = (home.groceries.as_str(), home.tennis.as_str());
    for (lines, why) in [
        (
            vec![line(-50.0, groceries), line(-36.39, tennis)],
            "the lines add up to -86.39, and the transaction is -86.40: -0.01 is missing",
        ),
        (
            vec![line(-50.0, groceries), line(36.4, tennis)],
            "the lines add up to -13.60, and the transaction is -86.40: -72.80 is missing",
        ),
        (
            vec![line(-86.4, groceries)],
            "a split has from 2 to 100 lines, and 1 were given; one line is a category: apply_categories gives it",
        ),
        (
            vec![],
            "a split has from 2 to 100 lines, and 0 were given; one line is a category: apply_categories gives it",
        ),
        (
            vec![line(-1.0, groceries); 101],
            "a split has from 2 to 100 lines, and 101 were given; one line is a category: apply_categories gives it",
        ),
    ] {
        let text = refused(&stage, split(&home, &home.market, &lines)).await;
        assert_eq!(text, format!("Nothing was sent to YNAB: {why}."));
    }
    let long = "ä".repeat(501);
    let text = refused(
        &stage,
        split(
            &home,
            &home.market,
            &[
                line(0.0, groceries),
                line(-86.4, &home.card_payment),
                line(-1.001, &home.uncategorized),
                json!({"amount": -1, "category_id": home.piano, "memo": long}),
                json!({"amount": -1, "category_id": "Nowhere", "memo": "zwei\nZeilen"}),
            ],
        ),
    )
    .await;
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 9, "{text}");
    for (place, start, part) in [
        (1, "- Line 1: ", "the amount is zero"),
        (2, "- Line 2: ", "Visa pays a credit card"),
        (3, "- Line 3: ", "-1.001"),
        (4, "- Line 3: ", "Uncategorized is YNAB's own"),
        (5, "- Line 4: ", "Klavier is hidden"),
        (6, "- Line 4: ", "the memo has 501 characters, and YNAB takes 500"),
        (7, "- Line 5: ", "no category has the id or name ‘Nowhere’"),
        (8, "- Line 5: ", "the memo cannot be used"),
    ] {
        assert!(lines[place].starts_with(start) && lines[place].contains(part), "{text}");
    }
    // A refund among what was bought is a line of the other sign.
    let refund = split(&home, &home.market, &[line(-96.4, groceries), line(10.0, tennis)]);
    stage.agreed("split_transaction", refund).await;
    assert_eq!(
        lines_of(&stage.transaction(&home.market)),
        [(-96_400, groceries.to_owned()), (10_000, tennis.to_owned())]
    );
}

#[tokio::test]
async fn a_long_split_is_shown_in_part_and_sent_whole() {
    let (stage, home) = Stage::in_euro().await;
    let mut lines = vec![line(-1.0, &home.tennis); 25];
    lines.push(line(-61.4, &home.groceries));
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "split_transaction", split(&home, &home.market, &lines))
        .await;
    assert_eq!(answer.with_status("applied")["lines"].as_array().unwrap().len(), 26);
    let question = agrees.only_question();
    assert!(
        question.starts_with("Split 2026-09-12 Market -86.40 into 26 lines?\n- -1.00 Tennis\n"),
        "{question}"
    );
    assert!(question.contains("\n- … and 6 more\n"), "{question}");
    assert_eq!(
        (stage.writes_sent(), lines_of(&stage.transaction(&home.market)).len()),
        (1, 26)
    );
}

#[tokio::test]
async fn what_ynab_does_not_split_is_refused_before_anything_is_asked() {
    let (stage, home) = Stage::in_euro().await;
    let two = |of: f64| [line(of / 2.0, &home.groceries), line(of / 2.0, &home.tennis)];
    for (transaction, amount, why) in [
        (
            &home.mall,
            -50.0,
            "is split already, and YNAB's API takes no change of its lines: change them in YNAB, or undo the split there first",
        ),
        (
            &home.gain,
            50.0,
            "is on a tracking account, where nothing has a category",
        ),
        (
            &home.to_savings,
            -100.0,
            "is a transfer within the plan, which has no category to split",
        ),
    ] {
        let text = refused(&stage, split(&home, transaction, &two(amount))).await;
        assert_eq!(
            text,
            format!("Nothing was sent to YNAB: transaction {transaction} {why}.")
        );
    }
    let text = refused(&stage, split(&home, "99999999-0000-0000-0000-000000000000", &two(-1.0))).await;
    assert!(
        text.contains("is not in this plan: use ids from find_transactions"),
        "{text}"
    );
    let text = refused(
        &stage,
        split(
            &home,
            &home.kiosk,
            &[line(-10.0, &home.tennis), line(-20.0, &home.ready_to_assign)],
        ),
    )
    .await;
    assert!(text.contains("Line 2: ") && text.contains("Ready to Assign"), "{text}");
}

#[tokio::test]
async fn a_transfer_to_a_tracking_account_is_split_and_taken_back() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = split(
        &home,
        &home.to_depot,
        &[line(-150.0, &home.groceries), line(-50.0, &home.tennis)],
    );
    // What the bank confirmed of the other side would be lost with it: said before the yes.
    let declines = Friend::who_declines();
    let declined = stage.asking(&declines, "split_transaction", arguments.clone()).await;
    declined.with_status("declined");
    assert!(
        declines.only_question().ends_with(
            "\nundo_operation cannot take it back (it is a transfer whose other side is cleared, approved, flagged or has a memo of its own, which would be \
             lost): only YNAB itself can."
        ),
        "{}",
        declines.only_question()
    );
    let other = stage.transaction(&home.to_depot).transfer_transaction_id.unwrap();
    stage.edit_elsewhere(&other, |row| (row.cleared, row.approved) = (Cleared::Uncleared, false));
    stage.pass(10);
    let id = stage.done("split_transaction", arguments).await;
    let row = stage.transaction(&home.to_depot);
    assert_eq!((lines_of(&row).len(), row.transfer_account_id.is_some()), (2, true));
    stage.agreed("undo_operation", undo(&home, &id)).await;
    let rows = stage.look(|plan| {
        let rows = plan
            .transactions
            .iter()
            .filter(|row| !row.deleted && row.amount.abs() == 200_000);
        rows.cloned().collect::<Vec<_>>()
    });
    assert_eq!(rows.len(), 2, "{rows:#?}");
    assert!(
        rows.iter()
            .all(|row| row.transfer_account_id.is_some() && row.lines.is_empty())
    );
    assert!(rows.iter().all(|row| row.id != home.to_depot));
    stage.assert_balanced();
}

#[tokio::test]
async fn a_split_that_ynab_passes_over_in_silence_is_told_as_not_made() {
    let (stage, home) = Stage::in_euro().await;
    let row = stage.transaction(&home.market);
    let body = json!({"data": {"transaction_ids": [home.market], "server_knowledge": 4_000_000, "duplicate_import_ids": [],
    "transactions": [{
        "id": home.market, "date": "2026-09-12", "amount": -86_400, "memo": null, "cleared": "cleared", "approved": true,
        "flag_color": null, "flag_name": null, "account_id": row.account_id, "account_name": "Girokonto", "payee_id": row.payee_id,
        "payee_name": "Market", "category_id": null, "category_name": "Uncategorized", "transfer_account_id": null,
        "transfer_transaction_id": null, "matched_transaction_id": null, "import_id": null, "import_payee_name": null,
        "import_payee_name_original": null, "debt_transaction_type": null, "deleted": false, "subtransactions": [],
    }]}});
    let silent = FaultEffect::Status {
        status: 209,
        body: Some(body.to_string()),
        retry_after: None,
    };
    stage.sim.fault(Fault::on(Operation::UpdateTransactions, silent).nth(1));
    let text = stage
        .asking(&Friend::who_agrees(), "split_transaction", market(&home))
        .await
        .refusal();
    assert_eq!(
        text,
        "Nothing was changed: YNAB's answer does not mention every change."
    );
    let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
    assert_eq!(stage.states_of(&id).last().unwrap(), "not_applied");
    assert_eq!(lines_of(&stage.transaction(&home.market)), []);
    let nothing = stage
        .without_asking("undo_operation", json!({"plan_id": home.plan}))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        told(&nothing),
        "Nothing to undo: no operation of this plan is still in effect."
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
        stage
            .sim
            .fault(Fault::on(Operation::UpdateTransactions, effect).times(1));
        let outcome = stage
            .asking(&Friend::who_agrees(), "split_transaction", market(&home))
            .await;
        if applied {
            outcome.with_status("applied");
        } else {
            let text = outcome.refusal();
            assert!(text.starts_with("Nothing was changed: "), "{text}");
        }
        let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
        let expected = if applied { "applied" } else { "not_applied" };
        assert!(stage.fates_of(&id).iter().all(|state| state == expected));
        assert_eq!(
            lines_of(&stage.transaction(&home.market)).len(),
            if applied { 2 } else { 0 }
        );
    }
}

#[tokio::test]
async fn a_transaction_that_changes_while_the_person_thinks_is_not_split() {
    let (stage, home) = Stage::in_euro().await;
    let stage = std::sync::Arc::new(stage);
    let (elsewhere, id) = (std::sync::Arc::clone(&stage), home.market.clone());
    let thinks = Friend::who_agrees().while_they_think(move || {
        elsewhere.edit_elsewhere(&id, |row| row.amount = -87_000);
    });
    let text = stage
        .asking(&thinks, "split_transaction", market(&home))
        .await
        .refusal();
    assert!(
        text.contains("the lines add up to -86.40, and the transaction is -87.00"),
        "{text}"
    );
    assert_eq!(stage.writes_sent(), 0);
}
