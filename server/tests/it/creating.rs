//! New transactions: what is asked, what is sent, what the answer and the journal hold, and what is refused before anything is asked.

use avenir::confirm::Reply;
use serde_json::{Value, json};
use ynab_api::sim::{CurrencyFormat, Entry, Scribe};

use crate::stage::{Friend, Household, Setting, Stage, Tally, day, told};

const TOOL: &str = "create_transactions";

fn on(home: &Household, account: &str, rows: &Value) -> Value {
    json!({"plan_id": home.plan, "account_id": account, "transactions": rows})
}

fn shopping(home: &Household) -> Value {
    let rows = json!([
        {"date": "2026-09-14", "amount": -7.25, "payee_name": "Corner Shop", "memo": "milk", "category_id": home.groceries},
        {"date": "2026-09-15", "amount": "120.50", "payee_name": "Uncle", "category_id": home.ready_to_assign},
        {"date": "2026-09-15", "amount": -3, "payee_name": "Bakery"},
    ]);
    on(home, "Girokonto", &rows)
}

fn account_id(stage: &Stage, name: &str) -> String {
    stage.look(|plan| plan.account_named(name).unwrap().id.to_string())
}

fn live_rows(stage: &Stage) -> usize {
    stage.look(|plan| plan.transactions.iter().filter(|row| !row.deleted).count())
}

#[tokio::test]
async fn the_question_names_each_row_its_memo_the_totals_the_states_and_what_is_alike() {
    let (stage, home) = Stage::in_euro().await;
    let agrees = Friend::who_agrees();
    let rows = json!([
        {"date": "2026-09-14", "amount": -7.25, "payee_name": "Corner Shop", "memo": "milk", "category_id": home.groceries},
        {"date": "2026-09-13", "amount": -3.1, "payee_name": "Dairy", "category_id": "Tennis"},
        {"date": "2026-09-15", "amount": 120.5, "payee_name": "Uncle", "category_id": home.ready_to_assign},
        {"date": "2026-09-15", "amount": -40, "transfer_to_account_id": "Tagesgeld"},
        {"date": "2026-09-15", "amount": -60, "transfer_to_account_id": "Depot", "category_id": home.tennis},
    ]);
    let mut arguments = on(&home, "Girokonto", &rows);
    arguments["approved"] = json!(true);
    arguments["cleared"] = json!(false);
    stage.asking(&agrees, TOOL, arguments).await.with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Create 5 transaction(s) on Girokonto?\n\
         - 2026-09-14 Corner Shop -7.25 (🛒 Lebensmittel), memo ‘milk’\n\
         - 2026-09-13 Dairy -3.10 (Tennis)\n\
         - 2026-09-15 Uncle 120.50 (Inflow: Ready to Assign)\n\
         - 2026-09-15 Transfer : Tagesgeld -40.00 (transfer)\n\
         - 2026-09-15 Transfer : Depot -60.00 (Tennis)\n\
         Total in 120.50, total out -110.35. They are uncleared and approved.\n\
         Already there: 2026-09-11 Bakery -7.25 (🛒 Lebensmittel).\n\
         Already there: 2026-09-13 Dairy -3.10 (🛒 Lebensmittel).\n\
         This leaves Tennis overspent by 15.10."
    );
    stage.assert_balanced();
}

#[tokio::test]
async fn one_request_makes_them_and_the_answer_tells_what_ynab_holds() {
    let (stage, home) = Stage::in_euro().await;
    let answer = stage.agreed(TOOL, shopping(&home)).await;
    let current = account_id(&stage, "Girokonto");
    let new = |date, amount, payee, more: Value| {
        let mut row = json!({
            "account_id": current, "date": date, "amount": amount, "payee_name": payee, "cleared": "cleared", "approved": false,
        });
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row
    };
    assert_eq!(
        stage.writes(),
        [(
            format!("/v1/plans/{}/transactions", home.plan),
            json!({"transactions": [
                new("2026-09-14", -7_250, "Corner Shop", json!({"memo": "milk", "category_id": home.groceries})),
                new("2026-09-15", 120_500, "Uncle", json!({"category_id": home.ready_to_assign})),
                new("2026-09-15", -3_000, "Bakery", json!({})),
            ]})
        )]
    );
    let ids: Vec<String> = serde_json::from_value(answer["created_ids"].clone()).unwrap();
    let rows = answer["transactions"].as_array().unwrap();
    let members = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(members("transaction_id"), ids);
    assert_eq!(members("outcome"), ["applied"; 3]);
    assert_eq!(members("amount"), [json!(-7.25), json!(120.5), json!(-3)]);
    assert_eq!(
        members("category"),
        [json!("🛒 Lebensmittel"), json!("Inflow: Ready to Assign"), Value::Null]
    );
    assert_eq!(members("memo"), [json!("milk"), Value::Null, Value::Null]);
    assert_eq!(answer["duplicate_import_ids"], json!([]));
    assert_eq!(answer["balance_after"], 2509);
    let available = answer["available_after"].as_array().unwrap();
    let groceries = available
        .iter()
        .find(|row| row["category_id"] == home.groceries)
        .unwrap();
    assert_eq!(
        (&groceries["available"], &groceries["month"]),
        (&json!(352.4), &json!("2026-09-01"))
    );
    let held = stage.transaction(&ids[0]);
    assert_eq!(
        (held.amount, held.memo.as_deref(), held.import_id),
        (-7_250, Some("milk"), None)
    );
    let id = answer["operation_id"].as_str().unwrap();
    assert_eq!(
        told(&answer),
        format!("Created. undo_operation with operation_id {id} takes it back.")
    );
    stage.assert_balanced();
}

#[tokio::test]
async fn the_journal_holds_every_row_whole_and_the_ids_that_ynab_gave() {
    let (stage, home) = Stage::in_euro().await;
    let mut arguments = shopping(&home);
    let one = arguments["transactions"][0].clone();
    arguments["transactions"] = json!([one]);
    let answer = stage.agreed(TOOL, arguments).await;
    let id = answer["operation_id"].as_str().unwrap();
    let journal = stage.journal();
    assert_eq!(journal.len(), 2);
    assert_eq!(
        (&journal[0]["tool"], &journal[0]["title"]),
        (&json!(TOOL), &json!("Create 1 transaction(s) on Girokonto"))
    );
    let mut row = json!({
        "account_id": account_id(&stage, "Girokonto"), "date": "2026-09-14", "amount": -7_250, "payee_name": "Corner Shop",
        "category_id": home.groceries, "memo": "milk", "cleared": "cleared", "approved": false,
    });
    assert_eq!(
        journal[0]["groups"],
        json!([{"effects": [{"kind": "created", "transaction_id": null, "row": row}]}])
    );
    let made = answer["created_ids"][0].as_str().unwrap();
    row["payee_id"] = json!(stage.transaction(made).payee_id.unwrap());
    assert_eq!(
        journal[1]["effects"],
        json!([{
            "group": 0, "effect": 0, "state": "applied",
            "actual": {"kind": "created", "transaction_id": made, "row": row},
        }])
    );
    assert_eq!(stage.states_of(id), ["applied"]);
}

#[tokio::test]
async fn more_than_twenty_rows_are_counted_and_fifty_are_made_but_not_one_more() {
    let (stage, home) = Stage::in_euro().await;
    let before = live_rows(&stage);
    let rows = |count: i64| -> Value {
        let row = |place: i64| json!({"date": "2026-09-14", "amount": -place, "payee_name": format!("Shop {place}")});
        (1..=count).map(row).collect()
    };
    let agrees = Friend::who_agrees();
    let text = stage
        .asking(&agrees, TOOL, on(&home, "Girokonto", &rows(51)))
        .await
        .refusal();
    assert_eq!(
        text,
        "Nothing was sent to YNAB: 51 rows are more than a call takes (50); make several calls."
    );
    let text = stage
        .asking(&agrees, TOOL, on(&home, "Girokonto", &rows(0)))
        .await
        .refusal();
    assert_eq!(text, "Nothing was sent to YNAB: give at least one transaction.");
    assert!(agrees.asked().is_empty());
    let answer = stage
        .asking(&agrees, TOOL, on(&home, "Girokonto", &rows(50)))
        .await
        .with_status("applied");
    let question = agrees.only_question();
    let lines: Vec<_> = question.lines().collect();
    assert_eq!(lines[0], "Create 50 transaction(s) on Girokonto?");
    assert_eq!(lines[1], "- 2026-09-14 Shop 1 -1.00 (no category)");
    assert_eq!(lines[20], "- 2026-09-14 Shop 20 -20.00 (no category)");
    assert_eq!(
        lines[21..],
        [
            "- … and 30 more",
            "Total in 0.00, total out -1275.00. They are cleared and not approved.",
            "Already there: 2026-09-12 Tennis court -12.00 (Tennis).",
        ]
    );
    assert_eq!(answer["created_ids"].as_array().unwrap().len(), 50);
    assert_eq!((live_rows(&stage), stage.writes_sent()), (before + 50, 1));
}

#[tokio::test]
async fn rows_alike_are_shown_once_each_and_beyond_ten_counted() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        for number in 10..22 {
            scribe.enter(&Entry::new(
                current,
                day("2026-09-12"),
                -9_990,
                &format!("Kiosk {number}"),
                None,
            ));
        }
        // Four days apart, and on the day itself another amount: neither looks alike.
        scribe.enter(&Entry::new(current, day("2026-09-09"), -9_990, "Kiosk", None));
        scribe.enter(&Entry::new(current, day("2026-09-13"), 9_990, "Kiosk", None));
    });
    let row = json!({"date": "2026-09-13", "amount": -9.99, "payee_name": "Kiosk"});
    let (question, _) = stage
        .question_for(TOOL, on(&home, "Girokonto", &json!([row, row])))
        .await;
    let lines: Vec<_> = question.lines().collect();
    assert_eq!(lines.len(), 4 + 10 + 1, "{question}");
    assert_eq!(lines[4], "Already there: 2026-09-12 Kiosk 10 -9.99 (no category).");
    assert_eq!(lines[14], "… and 2 more that look alike are there already.");
}

#[tokio::test]
async fn two_equal_purchases_on_one_day_are_both_made() {
    let (stage, home) = Stage::in_euro().await;
    let row = json!({"date": "2026-09-14", "amount": -2.8, "payee_name": "Tram", "category_id": home.tennis});
    let answer = stage.agreed(TOOL, on(&home, "Girokonto", &json!([row, row]))).await;
    let ids: Vec<String> = serde_json::from_value(answer["created_ids"].clone()).unwrap();
    assert_eq!(ids.len(), 2);
    assert_ne!(ids[0], ids[1]);
    assert_eq!(
        (stage.transaction(&ids[0]).amount, stage.transaction(&ids[1]).amount),
        (-2_800, -2_800)
    );
}

#[tokio::test]
async fn a_row_alike_that_appears_while_the_person_thinks_is_told_and_nothing_is_made() {
    let (stage, home) = Stage::in_euro().await;
    let (_, state) = stage.question_for(TOOL, shopping(&home)).await;
    stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        Scribe::new(plan).enter(&Entry::new(current, day("2026-09-14"), -7_250, "Corner Shop", None));
    });
    stage.pass(10);
    let before = live_rows(&stage);
    let text = stage
        .returning(&state, Reply::Yes, TOOL, shopping(&home))
        .await
        .refusal();
    assert!(text.contains("changed"), "{text}");
    assert_eq!(
        (stage.writes_sent(), live_rows(&stage), stage.journal()),
        (0, before, vec![])
    );
    let (question, _) = stage.question_for(TOOL, shopping(&home)).await;
    assert!(
        question.contains("\nAlready there: 2026-09-14 Corner Shop -7.25 (no category)."),
        "{question}"
    );
}

async fn amounts_in(currency: CurrencyFormat, tally: Tally, amount: Value) -> (String, i64, Value) {
    let (world, home) = Household::counted_in(Some(currency), tally);
    let stage = Stage::set(Setting::with(world)).await;
    let agrees = Friend::who_agrees();
    let row = json!({"date": "2026-09-14", "amount": amount, "payee_name": "Shop"});
    let answer = stage
        .asking(&agrees, TOOL, on(&home, "Girokonto", &json!([row])))
        .await
        .with_status("applied");
    let sent = stage.writes()[0].1["transactions"][0]["amount"].as_i64().unwrap();
    (agrees.only_question(), sent, answer["balance_after"].clone())
}

#[tokio::test]
async fn amounts_have_the_decimals_of_the_plans_own_currency() {
    let (question, sent, balance) = amounts_in(CurrencyFormat::dinar(), Tally(1), json!(-1.234)).await;
    assert_eq!(
        (question.as_str(), sent, balance),
        (
            "Create 1 transaction(s) on Girokonto?\n- 2026-09-14 Shop -1.234 (no category)\n\
             Total in 0.000, total out -1.234. They are cleared and not approved.",
            -1_234,
            json!(238.641)
        )
    );
    let (question, sent, balance) = amounts_in(CurrencyFormat::yen(), Tally(1_000), json!(-725)).await;
    assert_eq!(
        (question.as_str(), sent, balance),
        (
            "Create 1 transaction(s) on Girokonto?\n- 2026-09-14 Shop -725 (no category)\n\
             Total in 0, total out -725. They are cleared and not approved.\n\
             Already there: 2026-09-11 Bakery -725 (🛒 Lebensmittel).",
            -725_000,
            json!(239_150)
        )
    );
}

#[tokio::test]
async fn every_bad_row_is_named_at_once_and_nobody_is_asked() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let old = plan.add_account("Altkonto", ynab_api::sim::AccountKind::Checking);
        plan.edit_account(old, |account| account.closed = true);
    });
    let row = |amount: Value, more: Value| {
        let mut row = json!({"date": "2026-09-14", "amount": amount, "payee_name": "Shop"});
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row
    };
    let rows = json!([
        row(json!(-1), json!({"date": "2026-09-16"})),
        row(json!(-1), json!({"date": "2021-09-14"})),
        row(json!(0), json!({"memo": "x".repeat(501)})),
        row(json!(-1), json!({"payee_name": "x".repeat(201)})),
        row(json!(-1), json!({"payee_name": "Starting Balance"})),
        row(json!(-1), json!({"payee_name": "transfer : Visa"})),
        row(json!(-1), json!({"payee_name": "Reconciliation Balance Adjustment"})),
        row(json!(-1), json!({"payee_name": "two\nlines"})),
        row(json!(-1), json!({"payee_name": null})),
        row(json!(-1), json!({"category_id": home.card_payment})),
        row(json!(-1), json!({"category_id": home.uncategorized})),
        row(json!(-1), json!({"category_id": home.piano})),
        row(json!(-1), json!({"category_id": "Nowhere"})),
        row(
            json!(-1),
            json!({"payee_name": null, "transfer_to_account_id": "Girokonto"})
        ),
        row(
            json!(-1),
            json!({"payee_name": null, "transfer_to_account_id": "Altkonto"})
        ),
        row(json!(-1), json!({"transfer_to_account_id": "Tagesgeld"})),
        row(
            json!(-1),
            json!({"payee_name": null, "transfer_to_account_id": "Tagesgeld", "category_id": home.tennis})
        ),
        row(json!(-1.005), json!({})),
    ]);
    let agrees = Friend::who_agrees();
    let text = stage
        .asking(&agrees, TOOL, on(&home, "Girokonto", &rows))
        .await
        .refusal();
    assert!(agrees.asked().is_empty());
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "Nothing was sent to YNAB, because of these:",
            "- Row 1: 2026-09-16 is in the future (today is 2026-09-15), which YNAB takes only as a scheduled transaction: \
             schedule it in YNAB, or give the day on which it happened.",
            "- Row 2: 2021-09-14 is older than YNAB takes: 2021-09-15 is the oldest date.",
            "- Row 3: the amount is zero.",
            "- Row 3: the memo has 501 characters, and YNAB takes 500.",
            "- Row 4: the payee has 201 characters, and YNAB takes 200.",
            "- Row 5: YNAB keeps that payee for itself: an account's first balance is set in YNAB.",
            "- Row 6: YNAB keeps that payee for itself: a transfer is made with the other account.",
            "- Row 7: YNAB keeps that payee for itself: reconcile_account makes an adjustment.",
            "- Row 8: the payee cannot be used: the name ‘two lines’ holds U+000A, which does not show on one line; use visible \
             characters and single spaces.",
            "- Row 9: `payee_name` is missing.",
            "- Row 10: Category Visa pays a credit card, and YNAB ignores it on a transaction: choose the category of what was \
             bought.",
            "- Row 11: Category Uncategorized is YNAB's own: choose a category of the plan.",
            "- Row 12: Category Klavier is hidden: choose a visible one, or show it in YNAB first.",
            "- Row 13: no category has the id or name ‘Nowhere’.",
            "- Row 14: the transfer goes from an account to itself.",
            "- Row 15: the transfer goes to Altkonto, which is closed.",
            "- Row 16: a transfer has the other account as its payee: leave `payee_name` out.",
            "- Row 17: it is a transfer within the plan: YNAB gives it no category.",
            "- Row 18: ‘-1.005’ is finer than EUR: use at most 2 decimals, such as 12.50.",
        ]
    );
}

#[tokio::test]
async fn an_account_decides_what_its_rows_may_be() {
    let (stage, home) = Stage::in_euro().await;
    let row =
        |category: &str| json!([{"date": "2026-09-14", "amount": 5, "payee_name": "Shop", "category_id": category}]);
    let refusal = async |account: &str, rows: Value| {
        let agrees = Friend::who_agrees();
        let text = stage.asking(&agrees, TOOL, on(&home, account, &rows)).await.refusal();
        assert!(agrees.asked().is_empty());
        text
    };
    let because = "Nothing was sent to YNAB, because of these:\n- Row 1: it is on a";
    assert_eq!(
        refusal("Depot", row(&home.tennis)).await,
        format!("{because} tracking account: YNAB gives it no category.")
    );
    assert_eq!(
        refusal("Visa", row(&home.ready_to_assign)).await,
        format!("{because} credit card, where YNAB takes no inflow to Ready to Assign: choose a category.")
    );
    stage.sim.edit(|plan| {
        let savings = plan.account_named("Tagesgeld").unwrap().id;
        plan.edit_account(savings, |account| account.closed = true)
    });
    stage.pass(10);
    assert_eq!(
        refusal("Tagesgeld", row(&home.tennis)).await,
        "Nothing was sent to YNAB: account Tagesgeld is closed, and YNAB takes no transactions for it."
    );
    assert_eq!(stage.writes_sent(), 0);
    // The oldest day that YNAB takes, and today, are taken.
    let rows = json!([
        {"date": "2021-09-15", "amount": 5, "payee_name": "x".repeat(200), "memo": "y".repeat(500)},
        {"date": "2026-09-15", "amount": 5, "payee_name": "Shop"},
    ]);
    stage.agreed(TOOL, on(&home, "Depot", &rows)).await;
}
