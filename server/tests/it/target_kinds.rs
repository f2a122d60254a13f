//! Targets where YNAB has rules of its own: cards, loans, balances, and what it refuses; and answers that are lost.

use serde_json::json;
use ynab_api::sim::{AccountKind, Fault, FaultEffect, Operation, Role, TargetKind};

use crate::stage::{Friend, Household, Stage, day};
use crate::targets::{held, hold, new_target, set, undo, with};

#[tokio::test]
async fn a_card_takes_an_amount_with_a_date_or_alone() {
    let (stage, home) = Stage::in_euro().await;
    let card = home.card_payment.as_str();
    for fields in [
        json!({"amount": 50, "frequency": "monthly"}),
        json!({"amount": 50, "needs_whole_amount": true}),
    ] {
        let text = stage
            .without_asking("set_category_target", with(&home, card, &fields))
            .await
            .refusal();
        assert_eq!(
            text,
            "Nothing was sent to YNAB: Visa pays a credit card: YNAB takes an amount, with a date or alone, for its target."
        );
    }
    let (question, answer, sent) = set(&stage, with(&home, card, &json!({"amount": 50}))).await;
    assert_eq!(question, "Set the target of Visa: no target → 50.00 (monthly funding)?");
    assert_eq!(
        (sent, &answer["after"]),
        (json!({"goal_target": 50_000}), &json!("50.00 (monthly funding)"))
    );
    // Monthly funding comes back from nothing on a card, and on no other category.
    let removed = stage.done("set_category_target", with(&home, card, &json!({}))).await;
    stage.agreed("undo_operation", undo(&home, &removed)).await;
    assert_eq!(held(&stage, card).unwrap().kind, TargetKind::MonthlyFunding);
    let (question, answer, sent) = set(
        &stage,
        with(&home, card, &json!({"amount": 60, "by_date": "2026-12-24"})),
    )
    .await;
    assert_eq!(
        question,
        "Set the target of Visa: 50.00 (monthly funding) → 60.00 (target balance by date, 2026-12-24)?\nundo_operation cannot \
         bring back the target before (50.00 (monthly funding)): only YNAB itself can."
    );
    assert_eq!(sent, json!({"goal_target": 60_000, "goal_target_date": "2026-12-24"}));
    assert_eq!(answer["undoable"], false);
}

#[tokio::test]
async fn the_category_of_a_loan_takes_an_amount_alone() {
    let (stage, home) = Stage::in_euro().await;
    let loan = stage
        .sim
        .edit(|plan| {
            let group = plan.groups.iter().find(|group| group.name == "Alltag").unwrap().id;
            let category = plan.add_category(group, "🚗 autokredit");
            let account = plan.add_account("Autokredit", AccountKind::AutoLoan);
            plan.edit_category(category, |category| category.role = Role::Loan(account));
            category.to_string()
        })
        .unwrap();
    stage.pass(10);
    for fields in [
        json!({"amount": 50, "frequency": "monthly"}),
        json!({"amount": 50, "by_date": "2026-12-24"}),
        json!({"amount": 50, "needs_whole_amount": false}),
    ] {
        let text = stage
            .without_asking("set_category_target", with(&home, &loan, &fields))
            .await
            .refusal();
        assert_eq!(
            text,
            "Nothing was sent to YNAB: 🚗 autokredit pays a loan: YNAB takes an amount alone for its target."
        );
    }
    let (question, answer, sent) = set(&stage, with(&home, &loan, &json!({"amount": 310}))).await;
    assert_eq!(
        question,
        "Set the target of 🚗 autokredit: no target → 310.00 (debt payment)?"
    );
    assert_eq!(
        (sent, &answer["undoable"]),
        (json!({"goal_target": 310_000}), &json!(true))
    );
    assert_eq!(held(&stage, &loan).unwrap().kind, TargetKind::Debt);
    let removed = stage.done("set_category_target", with(&home, &loan, &json!({}))).await;
    stage.agreed("undo_operation", undo(&home, &removed)).await;
    assert_eq!(held(&stage, &loan).unwrap().kind, TargetKind::Debt);
    assert_eq!(stage.writes_sent(), 3);
}

#[tokio::test]
async fn a_loan_that_nothing_tells_apart_gets_the_amount_alone_as_it_was_agreed() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let account = plan.add_account("Autokredit", AccountKind::AutoLoan);
        plan.edit_category(Household::key(&home.tennis), |category| {
            category.role = Role::Loan(account);
        });
    });
    let (question, answer, sent) = set(&stage, with(&home, &home.tennis, &json!({"amount": 310}))).await;
    assert_eq!(question, "Set the target of Tennis: no target → 310.00 each month?");
    assert_eq!(
        (sent, &answer["after"]),
        (json!({"goal_target": 310_000}), &json!("310.00 (debt payment)"))
    );
    let id = answer["operation_id"].as_str().unwrap();
    let undone = stage.done("undo_operation", undo(&home, id)).await;
    assert_eq!(held(&stage, &home.tennis), None);
    stage.agreed("undo_operation", undo(&home, &undone)).await;
    assert_eq!(held(&stage, &home.tennis).unwrap().kind, TargetKind::Debt);
}

#[tokio::test]
async fn what_ynab_would_not_take_is_refused_before_anything_is_asked() {
    let (stage, home) = Stage::in_euro().await;
    let tennis = home.tennis.as_str();
    hold(&stage, &home.restaurants, Some(new_target(TargetKind::Balance, 80_000)));
    for (category, fields, why) in [
        (
            home.piano.as_str(),
            json!({"amount": 5}),
            "category Klavier is hidden: show it in YNAB first",
        ),
        (
            home.uncategorized.as_str(),
            json!({"amount": 5}),
            "Uncategorized is YNAB's own category, which has no target",
        ),
        (
            home.ready_to_assign.as_str(),
            json!({"amount": 5}),
            "Inflow: Ready to Assign is YNAB's own category, which has no target",
        ),
        (
            tennis,
            json!({"frequency": "monthly"}),
            "a date, a frequency or `needs_whole_amount` needs an `amount`; without any of them, the target is removed",
        ),
        (
            tennis,
            json!({"amount": 5, "by_date": "2026-12-01", "frequency": "monthly"}),
            "`by_date` and `frequency` exclude each other: give one",
        ),
        (
            tennis,
            json!({"amount": 5, "by_date": "2026-09-14"}),
            "`by_date` lies in the past",
        ),
        (
            tennis,
            json!({"amount": 0}),
            "`amount` must be more than zero; leave it out to remove the target",
        ),
        (
            tennis,
            json!({"amount": -5}),
            "`amount` must be more than zero; leave it out to remove the target",
        ),
        (
            home.restaurants.as_str(),
            json!({"amount": 5, "needs_whole_amount": true}),
            "`needs_whole_amount` is for spending targets; this one is of another kind",
        ),
    ] {
        let agrees = Friend::who_agrees();
        let text = stage
            .asking(&agrees, "set_category_target", with(&home, category, &fields))
            .await
            .refusal();
        assert_eq!(text, format!("Nothing was sent to YNAB: {why}."));
        assert_eq!(agrees.asked(), Vec::<String>::new());
    }
    // Today is no past, and without a target there is nothing to remove.
    stage
        .code_for(
            "set_category_target",
            with(&home, tennis, &json!({"amount": 5, "by_date": "2026-09-15"})),
        )
        .await;
    let nothing = stage
        .without_asking("set_category_target", with(&home, tennis, &json!({})))
        .await;
    nothing.with_status("nothing_to_do");
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
}

#[tokio::test]
async fn a_lost_answer_is_settled_by_reading_and_a_refusal_is_told() {
    let arguments = |home: &Household| with(home, &home.tennis, &json!({"amount": 90, "frequency": "weekly"}));
    let (stage, home) = Stage::in_euro().await;
    for effect in [
        FaultEffect::DropAfter,
        FaultEffect::Garble {
            body: "<html>".to_owned(),
        },
    ] {
        hold(&stage, &home.tennis, None);
        stage.sim.fault(Fault::on(Operation::UpdateCategory, effect).nth(1));
        let (_, answer, _) = set(&stage, arguments(&home)).await;
        assert_eq!(answer["after"], "90.00 each week");
        assert_eq!(stage.fates_of(answer["operation_id"].as_str().unwrap()), ["applied"]);
        assert_eq!(held(&stage, &home.tennis).unwrap().cadence, Some(2));
    }
    hold(&stage, &home.tennis, None);
    let refused = FaultEffect::Status {
        status: 400,
        body: None,
        retry_after: None,
    };
    for effect in [FaultEffect::DropBefore, refused] {
        stage.sim.fault(Fault::on(Operation::UpdateCategory, effect).times(1));
        let text = stage
            .asking(&Friend::who_agrees(), "set_category_target", arguments(&home))
            .await
            .refusal();
        assert!(text.starts_with("Nothing was changed: "), "{text}");
        assert_eq!(held(&stage, &home.tennis), None);
        let id = stage.intents().last().unwrap()["operation_id"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(stage.fates_of(&id), ["not_applied"]);
    }
}

#[tokio::test]
async fn another_date_of_a_balance_is_set_and_taken_back() {
    let (stage, home) = Stage::in_euro().await;
    let before = new_target(TargetKind::BalanceByDate, 80_000).due(day("2026-12-01"));
    hold(&stage, &home.tennis, Some(before.clone()));
    let (question, answer, sent) = set(
        &stage,
        with(&home, &home.tennis, &json!({"amount": 80, "by_date": "2027-01-31"})),
    )
    .await;
    assert_eq!(
        question,
        "Set the target of Tennis: 80.00 (target balance by date, 2026-12-01) → 80.00 (target balance by date, 2027-01-31)?"
    );
    assert_eq!(sent, json!({"goal_target": 80_000, "goal_target_date": "2027-01-31"}));
    assert_eq!(answer["undoable"], true);
    stage
        .agreed("undo_operation", undo(&home, answer["operation_id"].as_str().unwrap()))
        .await;
    assert_eq!(held(&stage, &home.tennis), Some(before));
}

#[tokio::test]
async fn a_target_whose_date_has_passed_does_not_come_back_and_hides_nothing() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flag).await;
    hold(
        &stage,
        &home.tennis,
        Some(new_target(TargetKind::Need, 80_000).due(day("2026-09-20"))),
    );
    let id = stage
        .done(
            "set_category_target",
            with(&home, &home.tennis, &json!({"amount": 90, "frequency": "monthly"})),
        )
        .await;
    stage.pass(6 * 24 * 60 * 60);
    stage.sim.forget_requests();
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        answer["conflicts"],
        json!([
            "Category ‘Tennis’: the target it had was due before today, and YNAB takes no past date, so it is left alone"
        ])
    );
    assert_eq!(stage.writes_sent(), 0);
    let answer = stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(answer["undoes_operation_id"], flagged.as_str());
}
