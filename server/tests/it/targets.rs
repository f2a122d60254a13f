//! Targets of categories: what is asked, what is sent, what YNAB made of it, and what of it can come back.

use serde_json::{Value, json};
use ynab_api::sim::{CurrencyFormat, Fault, FaultEffect, Operation, Target, TargetKind};

use crate::stage::{Friend, Household, SEPTEMBER, Setting, Stage, Tally, day, told};

pub fn new_target(kind: TargetKind, amount: i64) -> Target {
    Target::new(kind, amount, day(SEPTEMBER))
}

/// Gives a category a target as a person does in YNAB, or takes it away.
pub fn hold(stage: &Stage, category: &str, target: Option<Target>) {
    stage.sim.edit(|plan| {
        plan.edit_category(Household::key(category), |category| category.target = target);
    });
    stage.pass(10);
}

/// The target that YNAB holds.
pub fn held(stage: &Stage, category: &str) -> Option<Target> {
    stage.look(|plan| plan.categories.get(&Household::key(category)).unwrap().target.clone())
}

pub fn with(home: &Household, category: &str, fields: &Value) -> Value {
    let mut arguments = json!({"plan_id": home.plan, "category_id": category});
    let fields = fields.as_object().unwrap().clone();
    arguments.as_object_mut().unwrap().extend(fields);
    arguments
}

pub fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

/// What is asked, the answer, and the body of the one write.
pub async fn set(stage: &Stage, arguments: Value) -> (String, Value, Value) {
    stage.sim.forget_requests();
    let agrees = Friend::who_agrees();
    let answer = stage.asking(&agrees, "set_category_target", arguments).await;
    let answer = answer.with_status("applied");
    let writes = stage.writes();
    assert_eq!(writes.len(), 1, "{writes:?}");
    (agrees.only_question(), answer, writes[0].1["category"].clone())
}

#[tokio::test]
async fn every_rhythm_is_asked_sent_and_stored_as_it_reads() {
    for (fields, words, body) in [
        (
            json!({"amount": 150}),
            "150.00 each month",
            json!({"goal_target": 150_000}),
        ),
        (
            json!({"amount": "150.50", "frequency": "monthly"}),
            "150.50 each month",
            json!({"goal_target": 150_500, "goal_frequency": "monthly"}),
        ),
        (
            json!({"amount": 150, "frequency": "weekly", "needs_whole_amount": false}),
            "150.00 each week, refilled up to it",
            json!({"goal_target": 150_000, "goal_frequency": "weekly", "goal_needs_whole_amount": false}),
        ),
        (
            json!({"amount": 150, "frequency": "yearly", "needs_whole_amount": true}),
            "150.00 each year",
            json!({"goal_target": 150_000, "goal_frequency": "yearly", "goal_needs_whole_amount": true}),
        ),
        (
            json!({"amount": 1200, "by_date": "2027-06-01"}),
            "1200.00 by 2027-06-01",
            json!({"goal_target": 1_200_000, "goal_target_date": "2027-06-01"}),
        ),
    ] {
        let (stage, home) = Stage::in_euro().await;
        let (question, answer, sent) = set(&stage, with(&home, &home.tennis, &fields)).await;
        assert_eq!(question, format!("Set the target of Tennis: no target → {words}?"));
        assert_eq!(sent, body);
        assert_eq!(
            (&answer["before"], &answer["after"], &answer["undoable"]),
            (&json!("no target"), &json!(words), &json!(true)),
        );
        let id = answer["operation_id"].as_str().unwrap();
        assert_eq!(stage.states_of(id), ["applied"]);
        // The same again is nothing to do; taking it back removes it.
        let again = stage
            .without_asking("set_category_target", with(&home, &home.tennis, &fields))
            .await;
        let again = again.with_status("nothing_to_do");
        assert_eq!(told(&again), "The target is already that one: nothing to do.");
        let agrees = Friend::who_agrees();
        let undone = stage.asking(&agrees, "undo_operation", undo(&home, id)).await;
        let undone = undone.with_status("applied");
        assert_eq!(
            agrees.only_question(),
            format!("Undo: set the target of Tennis back to no target?\n- Category ‘Tennis’: {words} → no target")
        );
        assert_eq!(held(&stage, &home.tennis), None);
        // And taking that back sets what YNAB had made of it.
        let redo = undone["operation_id"].as_str().unwrap();
        stage.agreed("undo_operation", undo(&home, redo)).await;
        let again = stage
            .without_asking("set_category_target", with(&home, &home.tennis, &fields))
            .await;
        again.with_status("nothing_to_do");
    }
}

#[tokio::test]
async fn an_amount_alone_keeps_every_kind_and_comes_back() {
    let due = day("2026-12-01");
    for (target, before, after) in [
        (
            new_target(TargetKind::Need, 80_000).every(1, Some(1), Some(15)),
            "80.00 each month",
            "90.00 each month",
        ),
        (
            new_target(TargetKind::Need, 80_000).refill().every(2, Some(1), Some(3)),
            "80.00 each week, refilled up to it",
            "90.00 each week, refilled up to it",
        ),
        (
            new_target(TargetKind::Need, 80_000).due(due),
            "80.00 by 2026-12-01",
            "90.00 by 2026-12-01",
        ),
        (
            new_target(TargetKind::Need, 80_000).every(7, None, None),
            "80.00 (spending target)",
            "90.00 (spending target)",
        ),
        (
            new_target(TargetKind::MonthlyFunding, 80_000),
            "80.00 (monthly funding)",
            "90.00 (monthly funding)",
        ),
        (
            new_target(TargetKind::Balance, 80_000),
            "80.00 (target balance)",
            "90.00 (target balance)",
        ),
        (
            new_target(TargetKind::BalanceByDate, 80_000).due(due),
            "80.00 (target balance by date, 2026-12-01)",
            "90.00 (target balance by date, 2026-12-01)",
        ),
        (
            new_target(TargetKind::Debt, 80_000),
            "80.00 (debt payment)",
            "90.00 (debt payment)",
        ),
    ] {
        let (stage, home) = Stage::in_euro().await;
        hold(&stage, &home.tennis, Some(target.clone()));
        let (question, answer, sent) = set(&stage, with(&home, &home.tennis, &json!({"amount": 90}))).await;
        assert_eq!(question, format!("Set the target of Tennis: {before} → {after}?"));
        let sent_whole = sent.get("goal_needs_whole_amount").cloned();
        assert_eq!(
            (
                &sent["goal_target"],
                sent.get("goal_frequency"),
                sent.get("goal_target_date")
            ),
            (&json!(90_000), None, None)
        );
        assert!(
            sent_whole.is_none_or(|whole| whole == json!(target.needs_whole_amount)),
            "{sent}"
        );
        assert_eq!(answer["undoable"], true, "{before}");
        let changed = Target {
            amount: 90_000,
            ..target.clone()
        };
        assert_eq!(held(&stage, &home.tennis), Some(changed));
        let id = answer["operation_id"].as_str().unwrap();
        stage.agreed("undo_operation", undo(&home, id)).await;
        assert_eq!(held(&stage, &home.tennis), Some(target));
    }
}

#[tokio::test]
async fn a_removal_sends_null_and_what_was_there_comes_back_where_the_api_can_set_it() {
    for (target, words, undoable) in [
        (new_target(TargetKind::Need, 80_000), "80.00 each month", true),
        (
            new_target(TargetKind::Need, 80_000).every(2, Some(1), Some(0)).refill(),
            "80.00 each week, refilled up to it",
            true,
        ),
        (
            new_target(TargetKind::Need, 80_000).due(day("2026-12-01")),
            "80.00 by 2026-12-01",
            true,
        ),
        (
            new_target(TargetKind::Need, 80_000).every(1, Some(1), Some(15)),
            "80.00 each month",
            false,
        ),
        (
            new_target(TargetKind::Need, 80_000).every(7, None, None),
            "80.00 (spending target)",
            false,
        ),
        (
            new_target(TargetKind::MonthlyFunding, 80_000),
            "80.00 (monthly funding)",
            false,
        ),
        (new_target(TargetKind::Balance, 80_000), "80.00 (target balance)", false),
    ] {
        let (stage, home) = Stage::in_euro().await;
        hold(&stage, &home.tennis, Some(target.clone()));
        let (question, answer, sent) = set(&stage, with(&home, &home.tennis, &json!({}))).await;
        let warning = format!("\nundo_operation cannot bring back the target before ({words}): only YNAB itself can.");
        let expected = format!(
            "Set the target of Tennis: {words} → no target?{}",
            if undoable { "" } else { warning.as_str() }
        );
        assert_eq!(question, expected);
        assert_eq!((sent, held(&stage, &home.tennis)), (json!({"goal_target": null}), None));
        assert_eq!(answer["undoable"], undoable, "{words}");
        assert_eq!(told(&answer).contains("takes it back"), undoable, "{words}");
        let id = answer["operation_id"].as_str().unwrap();
        assert_eq!(stage.states_of(id), ["applied"]);
        let listed = stage
            .without_asking("list_operations", json!({"plan_id": home.plan}))
            .await
            .answer();
        assert_eq!(listed["operations"][0]["undoable"], undoable, "{words}");
        if undoable {
            stage.agreed("undo_operation", undo(&home, id)).await;
            assert_eq!(held(&stage, &home.tennis), Some(target));
        }
    }
}

#[tokio::test]
async fn what_cannot_come_back_is_journaled_refused_with_why_and_hides_no_earlier_operation() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flag).await;
    hold(&stage, &home.tennis, Some(new_target(TargetKind::Balance, 80_000)));
    let arguments = with(&home, &home.tennis, &json!({"amount": 90, "frequency": "monthly"}));
    let (question, answer, _) = set(&stage, arguments).await;
    assert_eq!(
        question,
        "Set the target of Tennis: 80.00 (target balance) → 90.00 each month?\nundo_operation cannot bring back the target \
         before (80.00 (target balance)): only YNAB itself can."
    );
    let id = answer["operation_id"].as_str().unwrap().to_owned();
    assert_eq!(answer["undoable"], false);
    assert!(!told(&answer).contains("takes it back"), "{answer:#}");
    assert_eq!(stage.intents()[1]["operation_id"], id.as_str());
    stage.sim.forget_requests();
    let text = stage.without_asking("undo_operation", undo(&home, &id)).await.refusal();
    assert_eq!(
        text,
        format!(
            "Nothing was changed: operation {id} cannot be undone: YNAB's API cannot set the target that was there before; \
             YNAB itself can."
        )
    );
    let listed = stage
        .without_asking("list_operations", json!({"plan_id": home.plan}))
        .await
        .answer();
    let row = &listed["operations"][0];
    assert_eq!(
        (&row["operation_id"], &row["state"], &row["undoable"]),
        (&json!(id), &json!("in_effect"), &json!(false))
    );
    assert_eq!(
        row["why_not"],
        "YNAB's API cannot set the target that was there before; YNAB itself can"
    );
    let agrees = Friend::who_agrees();
    let undone = stage
        .asking(&agrees, "undo_operation", json!({"plan_id": home.plan}))
        .await;
    assert_eq!(undone.with_status("applied")["undoes_operation_id"], flagged.as_str());
    assert!(
        agrees.only_question().contains(&format!("Operation {id} (")),
        "{}",
        agrees.only_question()
    );
    assert_eq!(stage.writes_sent(), 1);
}

#[tokio::test]
async fn a_part_of_a_cent_is_a_difference() {
    let (world, home) = Household::counted_in(
        Some(CurrencyFormat {
            iso_code: "KWD".into(),
            decimal_digits: 3,
            ..CurrencyFormat::euro()
        }),
        Tally(10),
    );
    let stage = Stage::set(Setting::with(world)).await;
    hold(&stage, &home.tennis, Some(new_target(TargetKind::Need, 50_000)));
    let (question, answer, sent) = set(&stage, with(&home, &home.tennis, &json!({"amount": 50.001}))).await;
    assert_eq!(
        question,
        "Set the target of Tennis: 50.000 each month → 50.001 each month?"
    );
    assert_eq!(
        (&sent["goal_target"], &answer["after"]),
        (&json!(50_001), &json!("50.001 each month"))
    );
    // In a plan of hundredths such an amount is none.
    let (stage, home) = Stage::in_euro().await;
    let text = stage
        .without_asking(
            "set_category_target",
            with(&home, &home.tennis, &json!({"amount": 50.001})),
        )
        .await
        .refusal();
    assert!(text.contains("50.001"), "{text}");
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn another_target_than_foretold_is_answered_journaled_and_what_undo_compares_with() {
    let (stage, home) = Stage::in_euro().await;
    let stage = std::sync::Arc::new(stage);
    // Whatever is asked, YNAB stores a balance to hold.
    let (elsewhere, tennis) = (std::sync::Arc::clone(&stage), home.tennis.clone());
    let answered = stage.look(|plan| {
        plan.categories
            .get(&Household::key(&tennis))
            .unwrap()
            .group_id
            .to_string()
    });
    let body = json!({"data": {"category": {
        "id": home.tennis, "category_group_id": answered, "category_group_name": "Freizeit", "name": "Tennis", "hidden": false,
        "internal": false, "original_category_group_id": null, "note": null, "budgeted": 80_000, "activity": 0, "balance": 80_000,
        "goal_type": "TB", "goal_needs_whole_amount": null, "goal_day": null, "goal_cadence": 0, "goal_cadence_frequency": null,
        "goal_creation_month": SEPTEMBER, "goal_target": 90_000, "goal_target_month": null, "goal_target_date": null,
        "goal_percentage_complete": 0, "goal_months_to_budget": null, "goal_under_funded": null, "goal_overall_funded": null,
        "goal_overall_left": null, "goal_snoozed_at": null, "deleted": false,
    }, "server_knowledge": 4_000_000}});
    stage.sim.fault(
        Fault::on(
            Operation::UpdateCategory,
            FaultEffect::Garble { body: body.to_string() },
        )
        .nth(1),
    );
    stage.wire.after(move |request| {
        if request.starts_with("PATCH") {
            elsewhere.sim.edit(|plan| {
                plan.edit_category(Household::key(&tennis), |category| {
                    category.target = Some(new_target(TargetKind::Balance, 90_000));
                });
            });
        }
    });
    let (question, answer, _) = set(&stage, with(&home, &home.tennis, &json!({"amount": 90}))).await;
    stage.wire.quiet();
    assert_eq!(question, "Set the target of Tennis: no target → 90.00 each month?");
    assert_eq!(
        (&answer["after"], &answer["undoable"]),
        (&json!("90.00 (target balance)"), &json!(true))
    );
    let outcomes: Vec<_> = stage
        .journal()
        .into_iter()
        .filter(|entry| entry["line"] == "outcome")
        .collect();
    assert_eq!(outcomes[0]["effects"][0]["actual"]["after"]["kind"], "TB");
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let id = answer["operation_id"].as_str().unwrap();
    stage
        .asking(&agrees, "undo_operation", undo(&home, id))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Undo: set the target of Tennis back to no target?\n- Category ‘Tennis’: 90.00 (target balance) → no target\nundo_operation \
         cannot do it again afterwards: YNAB's API cannot set the target that was there before; YNAB itself can."
    );
    assert_eq!(held(&stage, &home.tennis), None);
}

#[tokio::test]
async fn a_target_that_changed_since_is_left_alone_and_named() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage
        .done("set_category_target", with(&home, &home.tennis, &json!({"amount": 90})))
        .await;
    hold(&stage, &home.tennis, Some(new_target(TargetKind::Need, 95_000)));
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        answer["conflicts"],
        json!(["Category ‘Tennis’: it is 95.00 each month now, not 90.00 each month, so it is left alone"])
    );
    hold(&stage, &home.tennis, None);
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(told(&answer), "Nothing to undo: everything is back already.");
    assert_eq!(held(&stage, &home.tennis), None);
}
