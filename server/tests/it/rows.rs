//! Lists of transactions: all bad rows named at once, what YNAB would not take, two hundred rows and one more.

use serde_json::{Value, json};
use ynab_api::sim::{Entry, Fault, FaultEffect, Operation, Quirks, Scribe};

use crate::stage::{Friend, Household, Stage, day, told};

fn categories(home: &Household, rows: &[(&str, &str)]) -> Value {
    let rows: Vec<_> = rows
        .iter()
        .map(|(id, category)| json!({"transaction_id": id, "category_id": category}))
        .collect();
    json!({"plan_id": home.plan, "assignments": rows})
}

fn flags(home: &Household, rows: &[(&str, Option<&str>)]) -> Value {
    let rows: Vec<_> = rows
        .iter()
        .map(|(id, color)| json!({"transaction_id": id, "color": color}))
        .collect();
    json!({"plan_id": home.plan, "flags": rows})
}

async fn refused(stage: &Stage, tool: &str, arguments: Value) -> Vec<String> {
    let agrees = Friend::who_agrees();
    let text = stage.asking(&agrees, tool, arguments).await.refusal();
    assert!(agrees.asked().is_empty());
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
    let mut lines = text.lines().map(str::to_owned);
    assert_eq!(
        lines.next().as_deref(),
        Some("Nothing was sent to YNAB, because of these:"),
        "{text}"
    );
    lines.map(|line| line.strip_prefix("- ").unwrap().to_owned()).collect()
}

#[tokio::test]
async fn all_bad_rows_of_a_recategorisation_are_named_at_once() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = categories(
        &home,
        &[
            (&home.market, &home.groceries),
            (&home.mall, &home.groceries),
            (&home.to_savings, &home.groceries),
            (&home.gain, &home.groceries),
            (&home.taverna, &home.card_payment),
            (&home.bakery, &home.uncategorized),
            (&home.court, &home.piano),
            (&home.kiosk, &home.ready_to_assign),
            (&home.dairy, "Nowhere"),
            ("99999999-0000-0000-0000-000000000000", &home.groceries),
        ],
    );
    let t = |id: &str| format!("Transaction {id}");
    assert_eq!(
        refused(&stage, "apply_categories", arguments).await,
        [
            "Transaction 99999999-0000-0000-0000-000000000000 is not in this plan: use ids from find_transactions.".to_owned(),
            format!("{} is split across categories: its lines are changed in YNAB.", t(&home.mall)),
            format!("{} is a transfer within the plan: YNAB gives it no category.", t(&home.to_savings)),
            format!("{} is on a tracking account: YNAB gives it no category.", t(&home.gain)),
            "Category Visa pays a credit card, and YNAB ignores it on a transaction: choose the category of what was bought.".to_owned(),
            "Category Uncategorized is YNAB's own: choose a category of the plan.".to_owned(),
            "Category Klavier is hidden: choose a visible one, or show it in YNAB first.".to_owned(),
            format!(
                "{} is on a credit card, where YNAB takes no inflow to Ready to Assign: choose a category.",
                t(&home.kiosk)
            ),
            "no category has the id or name ‘Nowhere’.".to_owned(),
        ]
    );
}

#[tokio::test]
async fn all_bad_rows_of_flags_and_approvals_are_named_at_once() {
    let (stage, home) = Stage::in_euro().await;
    let unknown = [
        "99999999-0000-0000-0000-000000000000",
        "88888888-0000-0000-0000-000000000000",
    ];
    let expected = unknown.map(|id| format!("Transaction {id} is not in this plan: use ids from find_transactions."));
    let arguments = flags(
        &home,
        &[(unknown[0], Some("red")), (&home.market, None), (unknown[1], None)],
    );
    assert_eq!(refused(&stage, "flag_transactions", arguments).await, expected);
    let arguments = json!({"plan_id": home.plan, "tx_ids": [unknown[0], home.kiosk, unknown[1]]});
    assert_eq!(refused(&stage, "approve_transactions", arguments).await, expected);
}

#[tokio::test]
async fn ids_that_are_none_and_ids_named_twice_are_refused_before_any_request() {
    let (stage, home) = Stage::in_euro().await;
    let (market, twice) = (home.market.as_str(), "named twice");
    for (tool, arguments) in [
        (
            "flag_transactions",
            flags(
                &home,
                &[("a/b", Some("red")), (market, None), ("../x", None), (market, None)],
            ),
        ),
        (
            "apply_categories",
            categories(
                &home,
                &[
                    ("a/b", "Tennis"),
                    (market, "Tennis"),
                    ("../x", "Tennis"),
                    (market, "Tennis"),
                ],
            ),
        ),
    ] {
        let problems = refused(&stage, tool, arguments).await;
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(
            problems[0].starts_with("‘a/b’ is not the id of a transaction"),
            "{problems:?}"
        );
        assert!(
            problems[1].starts_with("‘../x’ is not the id of a transaction"),
            "{problems:?}"
        );
        assert!(
            problems[2].contains(market) && problems[2].contains(twice),
            "{problems:?}"
        );
        assert_eq!(stage.requests(), Vec::<&str>::new(), "{tool}");
    }
    // A write that acts at once looks its plan up before it plans, so its ids are checked with its arguments.
    let wrong = json!({"plan_id": home.plan, "tx_ids": ["a/b", market]});
    let text = stage.without_asking("approve_transactions", wrong).await.refusal();
    assert!(text.contains("‘a/b’ is not the id of a transaction"), "{text}");
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn no_rows_and_too_many_are_refused_before_any_request() {
    let (stage, home) = Stage::in_euro().await;
    let many: Vec<_> = (0..201).map(|number| format!("t{number}")).collect();
    let flagged: Vec<_> = many.iter().map(|id| (id.as_str(), Some("red"))).collect();
    let categorised: Vec<_> = many.iter().map(|id| (id.as_str(), "Tennis")).collect();
    for (tool, none, too_many) in [
        ("flag_transactions", flags(&home, &[]), flags(&home, &flagged)),
        (
            "apply_categories",
            categories(&home, &[]),
            categories(&home, &categorised),
        ),
        (
            "approve_transactions",
            json!({"plan_id": home.plan, "tx_ids": []}),
            json!({"plan_id": home.plan, "tx_ids": many}),
        ),
    ] {
        let text = stage.without_asking(tool, none).await.refusal();
        assert!(
            text.starts_with("Nothing was sent to YNAB: give at least one "),
            "{text}"
        );
        let text = stage.without_asking(tool, too_many).await.refusal();
        assert_eq!(
            text,
            "Nothing was sent to YNAB: 201 rows are more than a call takes (200); make several calls."
        );
        assert_eq!(stage.requests(), Vec::<&str>::new(), "{tool}");
    }
}

/// So many rows of the bank, without a category, not approved.
fn rows(stage: &Stage, count: i64) -> Vec<String> {
    let add = |plan: &mut ynab_api::sim::Plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        let row = |number: i64| {
            let mut entry = Entry::new(current, day("2026-09-08"), -10 * number, "Shop", None);
            entry.approved = false;
            scribe.enter(&entry)
        };
        (1..=count).map(row).collect()
    };
    stage.sim.edit(add).unwrap()
}

#[tokio::test]
async fn two_hundred_rows_go_in_one_request_and_come_back_in_one() {
    let (stage, home) = Stage::in_euro().await;
    let ids = rows(&stage, 200);
    let flagged: Vec<_> = ids.iter().map(|id| (id.as_str(), Some("red"))).collect();
    let categorised: Vec<_> = ids.iter().map(|id| (id.as_str(), "Tennis")).collect();
    for (tool, arguments) in [
        ("flag_transactions", flags(&home, &flagged)),
        ("apply_categories", categories(&home, &categorised)),
        ("approve_transactions", json!({"plan_id": home.plan, "tx_ids": ids})),
    ] {
        stage.sim.forget_requests();
        let id = stage.done(tool, arguments).await;
        assert_eq!((stage.writes_sent(), stage.states_of(&id).len()), (1, 200), "{tool}");
        stage
            .agreed("undo_operation", json!({"plan_id": home.plan, "operation_id": id}))
            .await;
        assert_eq!(stage.writes_sent(), 2, "{tool}");
    }
    let untouched = |id: &String| {
        let row = stage.transaction(id);
        row.flag.is_none() && row.category_id.is_none() && !row.approved
    };
    assert!(ids.iter().all(untouched));
    stage.assert_balanced();
}

#[tokio::test]
async fn rows_that_ynab_leaves_out_of_its_answer_are_told_one_by_one() {
    let (stage, home) = Stage::in_euro().await;
    let partial = || Fault::on(Operation::UpdateTransactions, FaultEffect::Partial { rows: 2 }).nth(1);
    stage.sim.fault(partial());
    let arguments = flags(
        &home,
        &[
            (&home.market, Some("blue")),
            (&home.court, Some("green")),
            (&home.bakery, Some("purple")),
        ],
    );
    let answer = stage
        .asking(&Friend::who_agrees(), "flag_transactions", arguments)
        .await
        .with_status("partly_applied");
    let outcomes: Vec<_> = answer["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["applied", "applied", "refused"]);
    assert!(
        told(&answer).starts_with("Only 2 of 3 change(s) are in effect: "),
        "{answer:#}"
    );
    assert_eq!(stage.flag_of(&home.bakery), None);
    let id = answer["operation_id"].as_str().unwrap().to_owned();
    let undone = stage
        .agreed("undo_operation", json!({"plan_id": home.plan, "operation_id": id}))
        .await;
    assert_eq!(undone["changes"].as_array().unwrap().len(), 2);
    assert_eq!(stage.flag_of(&home.court).as_deref(), Some("red"));

    stage.sim.fault(partial());
    let arguments = json!({"plan_id": home.plan, "tx_ids": [home.kiosk, home.bakery]});
    stage.edit_elsewhere(&home.market, |row| row.approved = false);
    let all = json!({"plan_id": home.plan, "tx_ids": [home.kiosk, home.bakery, home.market]});
    let answer = stage
        .without_asking("approve_transactions", all)
        .await
        .with_status("partly_applied");
    assert_eq!(answer["approved"], 2);
    let rest = stage
        .without_asking("approve_transactions", arguments)
        .await
        .with_status("nothing_to_do");
    assert_eq!(rest["unchanged_count"], 2);
}

#[tokio::test]
async fn one_row_that_ynab_refuses_refuses_them_all_and_all_are_told_as_that() {
    let (stage, home) = Stage::in_euro().await;
    let stage = std::sync::Arc::new(stage);
    // The category goes between our last look and the write.
    let (elsewhere, tennis) = (std::sync::Arc::clone(&stage), home.tennis.clone());
    stage.wire.before(move |request| {
        if request.starts_with("PATCH") {
            elsewhere
                .sim
                .edit(|plan| plan.edit_category(Household::key(&tennis), |category| category.deleted = true));
        }
    });
    let arguments = categories(&home, &[(&home.market, &home.groceries), (&home.taverna, &home.tennis)]);
    let text = stage
        .asking(&Friend::who_agrees(), "apply_categories", arguments)
        .await
        .refusal();
    assert!(
        text.starts_with("Nothing was changed: YNAB refused this (400: "),
        "{text}"
    );
    stage.wire.quiet();
    assert_eq!(stage.category_of(&home.market), None);
    let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
    assert!(stage.states_of(&id).iter().all(|state| state == "not_applied"));
}

#[tokio::test]
async fn a_category_is_found_by_its_name_whatever_its_case_and_pictures() {
    let (stage, home) = Stage::in_euro().await;
    for name in ["🛒 Lebensmittel", "lebensmittel", "LEBENSMITTEL", " Lebensmittel 🛒 "] {
        let question = stage
            .without_asking("apply_categories", categories(&home, &[(&home.market, name)]))
            .await;
        let answer = question.with_status("confirmation_required");
        assert_eq!(
            answer["changes"][0]["to_category_id"],
            home.groceries.as_str(),
            "{name}"
        );
    }
    // Two groups may hold categories of one name: then the candidates are listed.
    stage.sim.edit(|plan| {
        let group = plan.groups.iter().find(|group| group.name == "Alltag").unwrap().id;
        plan.add_category(group, "Tennis")
    });
    stage.pass(10);
    let problems = refused(
        &stage,
        "apply_categories",
        categories(&home, &[(&home.market, "tennis")]),
    )
    .await;
    assert_eq!(problems.len(), 1);
    let text = &problems[0];
    assert!(
        text.contains("fits more than one category") && text.contains("(Freizeit)") && text.contains("(Alltag)"),
        "{text}"
    );
}

#[tokio::test]
async fn a_transfer_to_a_tracking_account_takes_a_category_and_gives_it_back() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage
        .done("apply_categories", categories(&home, &[(&home.to_depot, "Tennis")]))
        .await;
    assert_eq!(stage.category_of(&home.to_depot), Some(home.tennis.clone()));
    stage
        .agreed("undo_operation", json!({"plan_id": home.plan, "operation_id": id}))
        .await;
    assert_eq!(stage.category_of(&home.to_depot), None);
    stage.assert_balanced();
}

#[tokio::test]
async fn income_may_go_to_ready_to_assign_on_an_account_that_is_no_card() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage
        .done(
            "apply_categories",
            categories(&home, &[(&home.market, "Inflow: Ready to Assign")]),
        )
        .await;
    assert_eq!(stage.category_of(&home.market), Some(home.ready_to_assign.clone()));
    stage
        .agreed("undo_operation", json!({"plan_id": home.plan, "operation_id": id}))
        .await;
    assert_eq!(stage.category_of(&home.market), None);
}

#[tokio::test]
async fn an_empty_text_for_a_flag_is_no_flag() {
    let (stage, home) = Stage::in_euro().await;
    let answer = stage
        .without_asking(
            "flag_transactions",
            flags(&home, &[(&home.dairy, None), (&home.market, None)]),
        )
        .await;
    let answer = answer.with_status("nothing_to_do");
    assert_eq!(answer["unchanged_count"], 2);

    stage.sim.set_quirks(Quirks {
        cleared_flag_is_empty_text: true,
        ..Quirks::default()
    });
    stage.pass(10);
    let id = stage
        .done("flag_transactions", flags(&home, &[(&home.court, None)]))
        .await;
    assert_eq!(stage.states_of(&id), ["applied"]);
    stage.pass(10);
    let answer = stage
        .agreed("undo_operation", json!({"plan_id": home.plan, "operation_id": id}))
        .await;
    assert_eq!(answer["conflicts"], json!([]));
    assert_eq!(stage.flag_of(&home.court).as_deref(), Some("red"));
}

#[tokio::test]
async fn ynabs_own_uncategorized_is_no_category() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.set_quirks(Quirks {
        uncategorized_has_id: true,
        ..Quirks::default()
    });
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(
            &agrees,
            "apply_categories",
            categories(&home, &[(&home.market, "Tennis")]),
        )
        .await;
    let answer = answer.with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Recategorise 1 transaction(s)?\n- 2026-09-12 Market -86.40: no category → Tennis\n\
         This leaves Tennis overspent by 38.40."
    );
    assert!(answer["changes"][0].get("from_category_id").is_none(), "{answer:#}");
    stage.pass(10);
    let agrees = Friend::who_agrees();
    let undone = stage
        .asking(&agrees, "undo_operation", json!({"plan_id": home.plan}))
        .await
        .with_status("applied");
    assert_eq!(undone["changes"][0]["to"], "no category");
    assert_eq!(stage.category_of(&home.market), None);
    // Whichever of the two YNAB shows, the undone change is back.
    for has_id in [true, false] {
        stage.sim.set_quirks(Quirks {
            uncategorized_has_id: has_id,
            ..Quirks::default()
        });
        stage.sim.edit(|plan| plan.edit_transaction(&home.market, |_| ()));
        stage.pass(10);
        let redo = json!({"plan_id": home.plan, "operation_id": undone["operation_id"]});
        stage.without_asking("undo_operation", redo).await.code();
    }
}

#[tokio::test]
async fn a_yes_stands_whichever_way_ynab_shows_that_there_is_no_category() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = categories(&home, &[(&home.market, "Tennis")]);
    let code = stage.code_for("apply_categories", arguments.clone()).await;
    stage.sim.set_quirks(Quirks {
        uncategorized_has_id: true,
        ..Quirks::default()
    });
    stage.sim.edit(|plan| plan.edit_transaction(&home.market, |_| ()));
    stage.pass(10);
    let mut with_code = arguments;
    with_code["confirmation"] = code.into();
    stage
        .without_asking("apply_categories", with_code)
        .await
        .with_status("applied");
}

#[tokio::test]
async fn a_bulk_answer_of_200_reads_like_one_of_209() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.set_quirks(Quirks {
        bulk_update_plain_ok: true,
        ..Quirks::default()
    });
    let id = stage
        .done("flag_transactions", flags(&home, &[(&home.market, Some("blue"))]))
        .await;
    assert_eq!(stage.states_of(&id), ["applied"]);
}

#[tokio::test]
async fn lists_are_taken_as_text_too() {
    let (stage, home) = Stage::in_euro().await;
    let rows = json!([{"transaction_id": home.market, "color": "blue"}]).to_string();
    stage
        .agreed("flag_transactions", json!({"plan_id": home.plan, "flags": rows}))
        .await;
    assert_eq!(stage.flag_of(&home.market).as_deref(), Some("blue"));
}
