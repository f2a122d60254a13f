//! What a yes rests on: ids and values before and after. Not names, available amounts, counts, or the order of a list.

use avenir::confirm::{ConfirmError, Reply};
use avenir::error::ToolError;
use serde_json::{Value, json};
use ynab_api::sim::{Entry, Scribe};

use crate::stage::{Friend, Household, SEPTEMBER, Stage, day};

fn budget(home: &Household) -> Value {
    json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.restaurants, "amount": 150})
}

fn moved(home: &Household) -> Value {
    json!({
        "plan_id": home.plan, "month": SEPTEMBER, "from_category_id": home.tennis, "to_category_id": home.restaurants, "amount": 30,
    })
}

fn categories(home: &Household, turned: bool) -> Value {
    let mut rows = vec![
        json!({"transaction_id": home.market, "category_id": home.groceries}),
        json!({"transaction_id": home.taverna, "category_id": home.tennis}),
    ];
    if turned {
        rows.reverse();
    }
    json!({"plan_id": home.plan, "assignments": rows})
}

fn flags(home: &Household, turned: bool) -> Value {
    let mut rows = vec![
        json!({"transaction_id": home.market, "color": "blue"}),
        json!({"transaction_id": home.court}),
    ];
    if turned {
        rows.reverse();
    }
    json!({"plan_id": home.plan, "flags": rows})
}

/// Every confirmed write, by its tool and arguments; the last one undoes what was flagged before.
async fn all_writes(stage: &Stage, home: &Household) -> Vec<(&'static str, Value)> {
    let green = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.bakery, "color": "green"}]});
    let operation_id = stage.done("flag_transactions", green).await;
    stage.sim.forget_requests();
    vec![
        ("set_category_budget", budget(home)),
        ("move_money", moved(home)),
        ("apply_categories", categories(home, false)),
        ("flag_transactions", flags(home, false)),
        (
            "undo_operation",
            json!({"plan_id": home.plan, "operation_id": operation_id}),
        ),
    ]
}

fn with_code(mut arguments: Value, code: &str) -> Value {
    arguments["confirmation"] = code.into();
    arguments
}

#[tokio::test]
async fn the_order_of_a_list_does_not_matter() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("apply_categories", categories(&home, false)).await;
    let answer = stage
        .without_asking("apply_categories", with_code(categories(&home, true), &code))
        .await;
    answer.with_status("applied");
    let code = stage.code_for("flag_transactions", flags(&home, false)).await;
    let answer = stage
        .without_asking("flag_transactions", with_code(flags(&home, true), &code))
        .await;
    answer.with_status("applied");
    assert_eq!(stage.category_of(&home.market), Some(home.groceries.clone()));
    assert_eq!(
        (stage.flag_of(&home.market).as_deref(), stage.flag_of(&home.court)),
        (Some("blue"), None)
    );
}

#[tokio::test]
async fn an_id_and_a_name_mean_the_same_change() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("move_money", moved(&home)).await;
    let by_name = json!({
        "plan_id": "haushalt", "month": "current", "from_category_id": "TENNIS", "to_category_id": "restaurants",
        "amount": "30.00", "confirmation": code,
    });
    stage.without_asking("move_money", by_name).await.with_status("applied");
}

/// Everything gets another name, money comes in and goes out elsewhere, and another client adds a row.
fn life_goes_on(stage: &Stage, home: &Household) {
    stage.sim.edit(|plan| {
        let payees: Vec<_> = plan.payees.iter().map(|payee| payee.id).collect();
        for (number, payee) in payees.into_iter().enumerate() {
            plan.edit_payee(payee, |payee| payee.name = format!("Payee {number}"));
        }
        for id in [&home.tennis, &home.restaurants, &home.groceries] {
            plan.edit_category(Household::key(id), |category| category.name.push_str(" (neu)"));
        }
        let current = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        for id in [&home.tennis, &home.restaurants, &home.groceries] {
            let category = Some(Household::key(id));
            let mut bank_row = Entry::new(current, day("2026-09-14"), -12_340, "The bank's row", category);
            bank_row.approved = false;
            scribe.enter(&bank_row);
        }
        let piano = Household::key(&home.piano);
        plan.assign(day(SEPTEMBER), piano, 77_000);
    });
}

#[tokio::test]
async fn names_available_amounts_and_a_bank_import_elsewhere_block_nobody() {
    let (stage, home) = Stage::in_euro().await;
    for (tool, arguments) in all_writes(&stage, &home).await {
        let code = stage.code_for(tool, arguments.clone()).await;
        life_goes_on(&stage, &home);
        stage.pass(10);
        let answer = stage.without_asking(tool, with_code(arguments, &code)).await;
        answer.with_status("applied");
    }
    let (stage, home) = Stage::in_euro().await;
    for (tool, arguments) in all_writes(&stage, &home).await {
        let (_, state) = stage.question_for(tool, arguments.clone()).await;
        life_goes_on(&stage, &home);
        stage
            .returning(&state, Reply::Yes, tool, arguments)
            .await
            .with_status("applied");
    }
    stage.assert_balanced();
}

#[tokio::test]
async fn an_undo_that_leaves_something_alone_is_not_blocked_by_a_new_name_either() {
    let (stage, home) = Stage::in_euro().await;
    let operation_id = stage.done("flag_transactions", flags(&home, false)).await;
    stage.edit_elsewhere(&home.market, |row| row.flag = Some("green".to_owned()));
    stage.pass(10);
    let undo = json!({"plan_id": home.plan, "operation_id": operation_id});
    let code = stage.code_for("undo_operation", undo.clone()).await;
    life_goes_on(&stage, &home);
    stage.pass(10);
    let answer = stage.without_asking("undo_operation", with_code(undo, &code)).await;
    answer.with_status("applied");
    assert_eq!(stage.flag_of(&home.court).as_deref(), Some("red"));
    assert_eq!(stage.flag_of(&home.market).as_deref(), Some("green"));
}

#[tokio::test]
async fn an_undo_that_leaves_something_alone_is_not_blocked_by_a_categorys_new_name() {
    let (stage, home) = Stage::in_euro().await;
    let operation_id = stage.done("apply_categories", categories(&home, false)).await;
    stage.edit_elsewhere(&home.market, |row| {
        row.category_id = Some(Household::key(&home.restaurants));
    });
    stage.pass(10);
    let undo = json!({"plan_id": home.plan, "operation_id": operation_id});
    let code = stage.code_for("undo_operation", undo.clone()).await;
    life_goes_on(&stage, &home);
    stage.pass(10);
    let answer = stage.without_asking("undo_operation", with_code(undo, &code)).await;
    let answer = answer.with_status("applied");
    assert_eq!(
        answer["conflicts"],
        json!([
            "2026-09-12 Market -86.40: it is Restaurants (neu) now, not 🛒 Lebensmittel (neu), so it is left alone"
        ])
    );
    assert_eq!(stage.category_of(&home.taverna), Some(home.restaurants.clone()));
    assert_eq!(stage.category_of(&home.market), Some(home.restaurants.clone()));
}

/// Another client changes one of the values that each write would change.
fn change_before(stage: &Stage, home: &Household, tool: &str) {
    match tool {
        "set_category_budget" | "move_money" => {
            let now = stage.assigned(&home.restaurants);
            stage.assign_elsewhere(&home.restaurants, now + 879_000);
        }
        "apply_categories" => stage.edit_elsewhere(&home.taverna, |row| {
            row.category_id = Some(Household::key(&home.groceries));
        }),
        "flag_transactions" => stage.edit_elsewhere(&home.market, |row| row.flag = Some("purple".to_owned())),
        _ => stage.edit_elsewhere(&home.bakery, |row| row.flag = Some("yellow".to_owned())),
    }
}

#[tokio::test]
async fn a_value_that_changed_before_the_answer_refuses_it_with_the_plan_changed_sentence() {
    let (stage, home) = Stage::in_euro().await;
    for (tool, arguments) in all_writes(&stage, &home).await {
        let code = stage.code_for(tool, arguments.clone()).await;
        change_before(&stage, &home, tool);
        let error = stage
            .without_asking(tool, with_code(arguments.clone(), &code))
            .await
            .error();
        assert!(changed(tool, &error), "{tool}: {error}");
        change_back(&stage, &home, tool);
        stage.pass(10);
        let (_, state) = stage.question_for(tool, arguments.clone()).await;
        change_before(&stage, &home, tool);
        let error = stage
            .returning(&state, Reply::Yes, tool, arguments.clone())
            .await
            .error();
        assert!(changed(tool, &error), "{tool}: {error}");
        change_back(&stage, &home, tool);
        stage.pass(10);
    }
    assert_eq!((stage.writes_sent(), stage.intents().len()), (0, 1));
}

fn changed(tool: &str, error: &ToolError) -> bool {
    let text = error.to_string();
    let said = text.starts_with("The plan changed between the preview and the answer. Nothing was changed.");
    assert!(said, "{tool}: {text}");
    matches!(error, ToolError::Confirm(ConfirmError::PlanChanged))
}

/// Another client puts that back.
fn change_back(stage: &Stage, home: &Household, tool: &str) {
    match tool {
        "set_category_budget" | "move_money" => stage.assign_elsewhere(&home.restaurants, 120_000),
        "apply_categories" => stage.edit_elsewhere(&home.taverna, |row| {
            row.category_id = Some(Household::key(&home.restaurants));
        }),
        "flag_transactions" => stage.edit_elsewhere(&home.market, |row| row.flag = None),
        _ => stage.edit_elsewhere(&home.bakery, |row| row.flag = Some("green".to_owned())),
    }
}

#[tokio::test]
async fn during_a_call_the_plan_is_looked_at_again_after_the_yes() {
    let (stage, home) = Stage::in_euro().await;
    let stage = std::sync::Arc::new(stage);
    for (tool, arguments) in all_writes(&stage, &home).await {
        let (elsewhere, household) = (std::sync::Arc::clone(&stage), home.clone());
        let thinks = Friend::who_agrees().while_they_think(move || change_before(&elsewhere, &household, tool));
        let error = stage.asking(&thinks, tool, arguments).await.error();
        assert!(changed(tool, &error), "{tool}: {error}");
        change_back(&stage, &home, tool);
        stage.pass(10);
    }
    assert_eq!((stage.writes_sent(), stage.intents().len()), (0, 1));
}

#[tokio::test]
async fn an_undo_whose_change_was_changed_since_the_question_is_refused() {
    let (stage, home) = Stage::in_euro().await;
    let operation_id = stage.done("flag_transactions", flags(&home, false)).await;
    let undo = json!({"plan_id": home.plan, "operation_id": operation_id});
    let code = stage.code_for("undo_operation", undo.clone()).await;
    stage.edit_elsewhere(&home.market, |row| row.flag = Some("green".to_owned()));
    let error = stage
        .without_asking("undo_operation", with_code(undo, &code))
        .await
        .error();
    assert!(
        matches!(error, ToolError::Confirm(ConfirmError::PlanChanged)),
        "{error}"
    );
    assert_eq!((stage.writes_sent(), stage.flag_of(&home.court)), (1, None));
}

#[tokio::test]
async fn a_list_of_which_a_part_was_done_elsewhere_is_another_change() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("flag_transactions", flags(&home, false)).await;
    stage.edit_elsewhere(&home.market, |row| row.flag = Some("blue".to_owned()));
    stage.pass(10);
    let error = stage
        .without_asking("flag_transactions", with_code(flags(&home, false), &code))
        .await
        .error();
    assert!(matches!(error, ToolError::Confirm(ConfirmError::Code(None))), "{error}");
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn the_current_month_of_the_preview_is_not_the_current_month_after_midnight() {
    let (stage, home) = Stage::in_euro().await;
    let mut arguments = budget(&home);
    arguments["month"] = "current".into();
    let code = stage.code_for("set_category_budget", arguments.clone()).await;
    stage.clock.set_today(day("2026-10-01"));
    let error = stage
        .without_asking("set_category_budget", with_code(arguments, &code))
        .await
        .error();
    assert!(matches!(error, ToolError::Confirm(ConfirmError::Code(None))), "{error}");
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn another_persons_day_does_not_disturb_a_named_month() {
    let (stage, home) = Stage::in_euro().await;
    let code = stage.code_for("set_category_budget", budget(&home)).await;
    stage.clock.set_today(day("2026-10-01"));
    let answer = stage
        .without_asking("set_category_budget", with_code(budget(&home), &code))
        .await;
    assert_eq!(answer.with_status("applied")["month"], SEPTEMBER);
}
