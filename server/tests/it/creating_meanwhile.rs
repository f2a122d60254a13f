//! What happens to new transactions and reconciliations while they are made, and afterwards: renamed payees, YNAB's other ways of
//! saying the same, rows that change under a request, categories that go.

use std::sync::Arc;

use serde_json::{Value, json};
use ynab_api::sim::{Cleared, CurrencyFormat, Operation, Quirks};

use crate::stage::{Friend, Household, Setting, Stage, Tally, day};

fn shop(home: &Household, category: Option<&str>) -> Value {
    let row = json!({"date": "2026-09-14", "amount": -7, "payee_name": "Shop", "category_id": category});
    json!({"plan_id": home.plan, "account_id": "Girokonto", "transactions": [row]})
}

fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

fn live(stage: &Stage) -> usize {
    stage.look(|plan| plan.transactions.iter().filter(|row| !row.deleted).count())
}

#[tokio::test]
async fn a_payee_renamed_since_is_no_change_of_the_row() {
    let (stage, home) = Stage::in_euro().await;
    let before = live(&stage);
    let id = stage.done("create_transactions", shop(&home, None)).await;
    stage.sim.edit(|plan| {
        let payee = plan.payee_named("Shop").unwrap().id;
        plan.edit_payee(payee, |payee| payee.name = "Corner Shop".to_owned())
    });
    stage.pass(10);
    stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!(live(&stage), before);
}

#[tokio::test]
async fn no_category_and_the_internal_one_are_the_same_row() {
    let (stage, home) = Stage::in_euro().await;
    let before = live(&stage);
    for (making, undoing) in [(true, true), (true, false), (false, true)] {
        let quirk = |on| Quirks {
            uncategorized_has_id: on,
            cleared_flag_is_empty_text: on,
            bulk_update_plain_ok: on,
            ..Quirks::default()
        };
        stage.sim.set_quirks(quirk(making));
        let id = stage.done("create_transactions", shop(&home, None)).await;
        stage.sim.set_quirks(quirk(undoing));
        stage.pass(10);
        let undone = stage.done("undo_operation", undo(&home, &id)).await;
        assert_eq!(live(&stage), before, "{making} {undoing}");
        let redone = stage.done("undo_operation", undo(&home, &undone)).await;
        stage.sim.set_quirks(quirk(making));
        stage.pass(10);
        stage.agreed("undo_operation", undo(&home, &redone)).await;
        assert_eq!(live(&stage), before, "{making} {undoing}");
    }
}

#[tokio::test]
async fn a_row_whose_category_went_is_not_made_again() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage.done("create_transactions", shop(&home, Some(&home.tennis))).await;
    let undone = stage.done("undo_operation", undo(&home, &id)).await;
    let before = live(&stage);
    stage
        .sim
        .edit(|plan| plan.edit_category(Household::key(&home.tennis), |category| category.deleted = true));
    stage.pass(10);
    let answer = stage
        .without_asking("undo_operation", undo(&home, &undone))
        .await
        .with_status("nothing_to_do");
    let named = answer["conflicts"][0].as_str().unwrap();
    assert!(
        named.starts_with("2026-09-14 Shop -7.00: ") && named.contains("the category it had is not there any more"),
        "{named}"
    );
    assert_eq!(live(&stage), before);
}

fn reconciling(home: &Household) -> Value {
    json!({"plan_id": home.plan, "account_id": "Girokonto", "bank_balance": 2400, "adjust": true})
}

#[tokio::test]
async fn a_mark_that_ynab_does_not_take_has_everything_put_back() {
    for change in ["not approved any more", "gone"] {
        let (stage, home) = Stage::in_euro().await;
        let stage = Arc::new(stage);
        let before = live(&stage);
        let (elsewhere, market) = (Arc::clone(&stage), home.market.clone());
        let mut once = Some(());
        stage.wire.before(move |request| {
            if request.starts_with("PATCH") && once.take().is_some() {
                elsewhere.edit_elsewhere(&market, |row| {
                    if change == "gone" {
                        row.deleted = true;
                    } else {
                        row.approved = false;
                    }
                });
            }
        });
        let error = stage
            .asking(&Friend::who_agrees(), "reconcile_account", reconciling(&home))
            .await
            .error();
        stage.wire.quiet();
        assert!(
            error
                .to_string()
                .ends_with("What had been changed before that was put back."),
            "{change}: {error}"
        );
        let reconciled = stage.look(|plan| {
            let rows = plan.transactions.iter().filter(|row| !row.deleted);
            rows.filter(|row| row.cleared == Cleared::Reconciled).count()
        });
        assert_eq!(reconciled, 0, "{change}");
        assert_eq!(
            live(&stage),
            before - usize::from(change == "gone"),
            "the adjustment went: {change}"
        );
        assert_eq!(stage.count(Operation::DeleteTransaction), 1);
        stage.assert_balanced();
    }
}

#[tokio::test]
async fn a_reconciliation_speaks_in_the_plans_own_decimals() {
    for (currency, tally, balance, line) in [
        (
            CurrencyFormat::dinar(),
            Tally(1),
            json!(240.001),
            "The bank says 240.001; the cleared transactions add up to 239.875.",
        ),
        (
            CurrencyFormat::yen(),
            Tally(1_000),
            json!(240_000),
            "The bank says 240000; the cleared transactions add up to 239875.",
        ),
    ] {
        let (world, home) = Household::counted_in(Some(currency), tally);
        let stage = Stage::set(Setting::with(world)).await;
        let agrees = Friend::who_agrees();
        let mut arguments = reconciling(&home);
        arguments["bank_balance"] = balance.clone();
        let answer = stage
            .asking(&agrees, "reconcile_account", arguments)
            .await
            .with_status("applied");
        assert!(
            agrees.only_question().lines().any(|told| told == line),
            "{}",
            agrees.only_question()
        );
        assert_eq!(answer["cleared_balance_after"], balance);
        stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
        stage.assert_balanced();
    }
}

#[tokio::test]
async fn everything_in_which_a_row_is_another_now_is_named_in_one_line() {
    let (stage, home) = Stage::in_euro().await;
    let answer = stage
        .agreed("create_transactions", shop(&home, Some(&home.tennis)))
        .await;
    let id = answer["created_ids"][0].as_str().unwrap();
    let (savings, bakery) = stage.look(|plan| {
        let bakery = plan.payee_named("Bakery").unwrap().id;
        (plan.account_named("Tagesgeld").unwrap().id, bakery)
    });
    stage.edit_elsewhere(id, |row| {
        (row.date, row.amount, row.account_id) = (day("2026-09-13"), -8_000, savings);
        (row.payee_id, row.category_id) = (Some(bakery), None);
        (row.memo, row.flag) = (Some("two\nlines".to_owned()), Some("red".to_owned()));
        (row.cleared, row.approved) = (Cleared::Uncleared, true);
    });
    stage.pass(10);
    let arguments = undo(&home, answer["operation_id"].as_str().unwrap());
    let left = stage
        .without_asking("undo_operation", arguments)
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        left["conflicts"],
        json!([
            "2026-09-14 Shop -7.00: it is no category now, not Tennis; its account is Tagesgeld now, not Girokonto; its date is \
             2026-09-13 now, not 2026-09-14; its amount is -8.00 now, not -7.00; its payee is ‘Bakery’ now, not ‘Shop’; its memo is \
             ‘two lines’ now, not none; its flag is red now, not none; it is uncleared now, not cleared; it is approved now, so it is \
             left alone"
        ])
    );
}

#[tokio::test]
async fn a_row_that_was_split_since_or_split_in_another_way_is_left_alone() {
    let (stage, home) = Stage::in_euro().await;
    let answer = stage
        .agreed("create_transactions", shop(&home, Some(&home.tennis)))
        .await;
    let id = answer["created_ids"][0].as_str().unwrap();
    let line = |amount: f64, category: &str| json!({"amount": amount, "category_id": category});
    let lines = [line(-3.0, &home.tennis), line(-4.0, &home.groceries)];
    let split = stage
        .done(
            "split_transaction",
            json!({"plan_id": home.plan, "transaction_id": id, "lines": lines}),
        )
        .await;
    let made = undo(&home, answer["operation_id"].as_str().unwrap());
    let left = stage
        .without_asking("undo_operation", made.clone())
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        left["conflicts"],
        json!([format!(
            "2026-09-14 Shop -7.00: it is split into 2 lines now, not Tennis (operation {split} did that: undo it first), so it is \
             left alone"
        )])
    );
    stage.edit_elsewhere(id, |row| row.lines[0].memo = Some("balls".to_owned()));
    stage.pass(10);
    let left = stage
        .without_asking("undo_operation", undo(&home, &split))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        left["conflicts"],
        json!(["2026-09-14 Shop -7.00: it is split in another way now, so it is left alone"])
    );
}
