//! Finding transactions over the whole history, and one of them whole.

use serde_json::{Value, json};
use ynab_api::sim::{Cleared, Entry, EntryLine, Scribe};

use crate::stage::{Household, Stage, day, told};

async fn found(stage: &Stage, home: &Household, mut arguments: Value) -> Value {
    arguments["plan_id"] = json!(home.plan);
    stage.without_asking("find_transactions", arguments).await.answer()
}

fn ids(answer: &Value) -> Vec<&str> {
    let rows = answer["transactions"].as_array().unwrap();
    rows.iter().map(|row| row["transaction_id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_row_says_why_it_has_no_category() {
    let (stage, home) = Stage::in_euro().await;
    let answer = found(&stage, &home, json!({})).await;
    let why = |id: &str| {
        let rows = answer["transactions"].as_array().unwrap();
        let row = rows.iter().find(|row| row["transaction_id"] == id).unwrap();
        assert!(row["category"].is_null() != row["no_category"].is_null(), "{row}");
        row["no_category"].as_str().map(str::to_owned)
    };
    assert_eq!(why(&home.market).as_deref(), Some("uncategorized"));
    assert_eq!(why(&home.to_depot).as_deref(), Some("uncategorized"));
    assert_eq!(why(&home.to_savings).as_deref(), Some("transfer"));
    assert_eq!(why(&home.gain).as_deref(), Some("tracking_account"));
    assert_eq!(why(&home.mall).as_deref(), Some("split"));
    assert_eq!(why(&home.taverna), None);
}

#[tokio::test]
async fn what_really_lacks_a_category_is_found_lines_of_splits_among_it() {
    let (stage, home) = Stage::in_euro().await;
    let open = stage
        .sim
        .edit(|plan| {
            let current = plan.account_named("Girokonto").unwrap().id;
            let tennis = Some(Household::key(&home.tennis));
            let line = |amount, category| EntryLine {
                amount,
                category,
                transfer_to: None,
                memo: None,
            };
            let whole = Entry::new(current, day("2019-02-03"), -9_000, "Old shop", None);
            Scribe::new(plan).split(&whole, &[line(-4_000, tennis), line(-5_000, None)])
        })
        .unwrap();
    let answer = found(&stage, &home, json!({"only": ["uncategorized"]})).await;
    assert_eq!(
        ids(&answer),
        [&home.kiosk, &home.market, &home.to_depot, &open].map(String::as_str)
    );
    assert_eq!(answer["total"], 4);
    assert_eq!(
        told(&answer),
        "4 transactions from 2019-02-03 to 2026-09-14 come to -321.40."
    );
    let last = &answer["transactions"][3];
    assert_eq!(
        (&last["amount"], &last["matched_amount"], &last["matched_lines"]),
        (&json!(-9), &json!(-5), &json!(["-5.00 uncategorized"]))
    );
}

#[tokio::test]
async fn filters_narrow_together_and_all_that_fits_is_added_up() {
    let (stage, home) = Stage::in_euro().await;
    let one = |answer: &Value| (answer["total"].as_u64().unwrap(), answer["sum"].clone());
    let spent = found(
        &stage,
        &home,
        json!({"min_amount": 80, "only": ["outflow", "no_transfer"]}),
    )
    .await;
    assert_eq!(ids(&spent), [&home.market, &home.taverna].map(String::as_str));
    assert_eq!(one(&spent), (2, json!(-228.9)));
    let between = found(&stage, &home, json!({"min_amount": "7.25", "max_amount": 12})).await;
    assert_eq!(ids(&between), [&home.court, &home.bakery].map(String::as_str));
    let red = found(&stage, &home, json!({"flag": "red"})).await;
    assert_eq!(ids(&red), [&home.court]);
    assert_eq!(found(&stage, &home, json!({"only": ["flagged"]})).await["total"], 1);
    let unflagged = found(&stage, &home, json!({"flag": "none"})).await;
    assert!(!ids(&unflagged).contains(&home.court.as_str()) && ids(&unflagged).contains(&home.dairy.as_str()));
    let waiting = found(&stage, &home, json!({"only": ["unapproved", "uncleared"]})).await;
    assert_eq!(ids(&waiting), [&home.kiosk]);
    let transfers = found(
        &stage,
        &home,
        json!({"only": ["transfer"], "account_ids": ["Girokonto"]}),
    )
    .await;
    assert_eq!(ids(&transfers), [&home.to_depot, &home.to_savings].map(String::as_str));
    // The line of a split, by its amount.
    let line = found(&stage, &home, json!({"amount": -20})).await;
    assert_eq!(ids(&line), [&home.mall]);
    assert_eq!(line["transactions"][0]["matched_lines"], json!(["-20.00 Tennis"]));
    assert_eq!(one(&line), (1, json!(-20)));
    // Nothing is nothing, whatever its sign.
    for zero in [json!(0), json!(-0.0), json!("0.00")] {
        assert_eq!(one(&found(&stage, &home, json!({"amount": zero})).await), (0, json!(0)));
    }
}

#[tokio::test]
async fn hidden_categories_and_memos_of_any_year_are_found() {
    let (stage, home) = Stage::in_euro().await;
    let old = stage
        .sim
        .edit(|plan| {
            let current = plan.account_named("Girokonto").unwrap().id;
            let mut lesson = Entry::new(
                current,
                day("2014-05-06"),
                -30_000,
                "Frau Klang",
                Some(Household::key(&home.piano)),
            );
            lesson.memo = Some("Lesson in\nMAY");
            lesson.cleared = Cleared::Reconciled;
            Scribe::new(plan).enter(&lesson)
        })
        .unwrap();
    let hidden = found(&stage, &home, json!({"category_ids": ["Klavier"]})).await;
    assert_eq!(ids(&hidden), [&old]);
    assert_eq!(hidden["transactions"][0]["category"], "Klavier");
    assert_eq!(ids(&found(&stage, &home, json!({"memo": "in may"})).await), [&old]);
    assert_eq!(
        ids(&found(&stage, &home, json!({"only": ["reconciled"]})).await),
        [&old]
    );
}

#[tokio::test]
async fn pages_follow_one_another_and_ask_ynab_for_nothing() {
    let (stage, home) = Stage::in_euro().await;
    let whole = found(&stage, &home, json!({})).await;
    let before = stage.sim.requests().len();
    let (mut seen, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let mut arguments = json!({"limit": 4});
        if let Some(cursor) = &cursor {
            arguments["cursor"] = json!(cursor);
        }
        let page = found(&stage, &home, arguments).await;
        assert_eq!((&page["total"], &page["sum"]), (&whole["total"], &whole["sum"]));
        seen.extend(ids(&page).into_iter().map(str::to_owned));
        cursor = page["next_cursor"].as_str().map(str::to_owned);
        assert_eq!(page["truncated"], json!(cursor.is_some()));
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, ids(&whole));
    assert_eq!(stage.sim.requests().len(), before);
    let refusal = stage
        .without_asking("find_transactions", json!({"plan_id": home.plan, "cursor": "4"}))
        .await
        .refusal();
    assert!(refusal.starts_with("Nothing was read: `cursor` is none"), "{refusal}");
}

#[tokio::test]
async fn one_transaction_is_told_whole() {
    let (stage, home) = Stage::in_euro().await;
    stage.edit_elsewhere(&home.bakery, |row| {
        row.matched_transaction_id = Some("of-the-bank".to_owned());
        row.import_payee_name = Some("BACKEREI".to_owned());
        row.import_payee_name_original = Some("BACKEREI\u{202e} 4711".to_owned());
    });
    let get = async |id: &str| {
        let arguments = json!({"plan_id": home.plan, "transaction_id": id});
        stage.without_asking("get_transaction", arguments).await.answer()
    };
    let mall = get(&home.mall).await;
    assert_eq!(
        mall["lines"],
        json!([{"amount": -20, "category": "Tennis"}, {"amount": -30, "category": "🛒 Lebensmittel"}])
    );
    assert_eq!(
        (&mall["no_category"], &mall["category_id"]),
        (&json!("split"), &Value::Null)
    );
    let moved = get(&home.to_savings).await;
    let [partner] = moved["others"].as_array().unwrap().as_slice() else {
        panic!("{moved:#}")
    };
    assert_eq!(
        (&partner["why"], &partner["account"], &partner["date"]),
        (&json!("transfer"), &json!("Tagesgeld"), &json!("2026-09-05"))
    );
    let back = get(partner["transaction_id"].as_str().unwrap()).await;
    assert_eq!(back["others"][0]["transaction_id"], home.to_savings.as_str());
    let bakery = get(&home.bakery).await;
    assert_eq!(
        bakery["others"],
        json!([{"why": "match", "transaction_id": "of-the-bank", "hidden": true}])
    );
    assert_eq!(
        (&bakery["import_payee"], &bakery["import_payee_original"]),
        (&json!("BACKEREI"), &json!("BACKEREI 4711"))
    );
    let arguments = json!({"plan_id": home.plan, "transaction_id": "nowhere"});
    let refusal = stage.without_asking("get_transaction", arguments).await.refusal();
    assert!(refusal.contains("Transaction nowhere is not in this plan"), "{refusal}");
}

#[tokio::test]
async fn a_deleted_line_is_not_found_and_a_live_one_is() {
    let (stage, home) = Stage::in_euro().await;
    stage.edit_elsewhere(&home.mall, |row| {
        let [tennis, groceries] = row.lines.as_mut_slice() else {
            panic!()
        };
        tennis.deleted = true;
        groceries.amount += tennis.amount;
    });
    let of = async |category: &str| found(&stage, &home, json!({"category_ids": [category]})).await;
    assert!(!ids(&of(&home.tennis).await).contains(&home.mall.as_str()));
    let live = of(&home.groceries).await;
    let rows = live["transactions"].as_array().unwrap();
    let mall = rows
        .iter()
        .find(|row| row["transaction_id"] == home.mall.as_str())
        .unwrap();
    assert_eq!(mall["matched_lines"], json!(["-50.00 🛒 Lebensmittel"]));
    stage.sim.stop().await;
}

#[tokio::test]
async fn an_amount_finer_than_money_is_refused_and_one_of_a_closed_account_is_found() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"plan_id": home.plan, "amount": 1.2345});
    let refusal = stage.without_asking("find_transactions", arguments).await.refusal();
    assert!(refusal.contains("use at most 3 decimals"), "{refusal}");
    let last = stage
        .sim
        .edit(|plan| {
            let account = plan.account_named("Tagesgeld").unwrap().id;
            let last = Scribe::new(plan).enter(&Entry::new(account, day("2026-09-02"), 1_234, "Interest", None));
            plan.edit_account(account, |account| account.closed = true);
            last
        })
        .unwrap();
    for amount in [json!(1.234), json!("1.234")] {
        let answer = found(&stage, &home, json!({"amount": amount, "account_ids": ["Tagesgeld"]})).await;
        assert_eq!(ids(&answer), [&last]);
        // A part of a cent is shown as what it is.
        assert_eq!(told(&answer), "1 transaction on 2026-09-02 comes to 1.234.");
    }
    stage.sim.stop().await;
}

#[tokio::test]
async fn what_finds_nothing_says_what_may_be_meant() {
    let (stage, home) = Stage::in_euro().await;
    let message = async |arguments: Value| told(&found(&stage, &home, arguments).await).to_owned();
    assert_eq!(
        message(json!({"amount": 86.4})).await,
        "No transaction fits. 1 would with the other sign: money out is negative."
    );
    assert_eq!(
        message(json!({"payee": "Markett"})).await,
        "No transaction fits. No payee's name holds ‘Markett’; similar: Market."
    );
    assert_eq!(
        message(json!({"payee": "Market", "memo": "nothing"})).await,
        "No transaction fits."
    );
    let arguments = json!({"plan_id": home.plan, "payee": "Tavernas", "since_date": "2020-01-01"});
    let spent = stage.without_asking("get_spending", arguments).await.answer();
    assert_eq!(
        told(&spent),
        "2020-01-01 to 2026-09-15: nothing was spent. No payee's name holds ‘Tavernas’; similar: Taverna."
    );
    assert!(
        spent["income"].is_null(),
        "what comes in is of no payee that is looked for"
    );
    let arguments = json!({"plan_id": home.plan, "flag": "none", "only": ["flagged"]});
    let refusal = stage.without_asking("find_transactions", arguments).await.refusal();
    assert!(refusal.contains("nothing is both"), "{refusal}");
    stage.sim.stop().await;
}
