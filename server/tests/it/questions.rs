//! The questions, word for word: the seed's, in each kind of currency, with what is added on lines of its own.

use serde_json::{Value, json};
use ynab_api::sim::{CurrencyFormat, Entry, Scribe};

use crate::stage::{Friend, Household, SEPTEMBER, Setting, Stage, Tally, day};

/// A household in each kind of currency: its stage, its ids, and a way to write one of its amounts.
async fn in_every_currency() -> Vec<(Stage, Household, fn(i64) -> String)> {
    let two = |hundredths: i64| decimals(hundredths, 2);
    let none = |units: i64| units.to_string();
    let three = |thousandths: i64| decimals(thousandths, 3);
    let currencies: [InCurrency; 4] = [
        (Some(CurrencyFormat::euro()), Tally(10), two),
        (Some(CurrencyFormat::yen()), Tally(1000), none),
        (Some(CurrencyFormat::dinar()), Tally(1), three),
        (None, Tally(10), two),
    ];
    let mut stages = Vec::new();
    for (currency, tally, written) in currencies {
        let (world, home) = Household::counted_in(currency, tally);
        stages.push((Stage::set(Setting::with(world)).await, home, written));
    }
    stages
}

fn decimals(amount: i64, places: usize) -> String {
    let sign = if amount < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", amount.unsigned_abs(), width = places + 1);
    let (units, rest) = digits.split_at(digits.len() - places);
    format!("{sign}{units}.{rest}")
}

fn signed(written: fn(i64) -> String, amount: i64) -> String {
    if amount > 0 {
        format!("+{}", written(amount))
    } else {
        written(amount)
    }
}

async fn asked(stage: &Stage, tool: &str, arguments: Value) -> String {
    let agrees = Friend::who_agrees();
    stage.asking(&agrees, tool, arguments).await.with_status("applied");
    agrees.only_question()
}

/// A currency, amounts in it, and how it writes one.
type InCurrency = (Option<CurrencyFormat>, Tally, fn(i64) -> String);

#[tokio::test]
async fn set_category_budget_asks_in_one_line_with_what_becomes_available_below() {
    for (stage, home, w) in in_every_currency().await {
        let arguments =
            json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.restaurants, "amount": w(15_000)});
        let question = asked(&stage, "set_category_budget", arguments).await;
        let expected = format!(
            "Budget Restaurants for 2026-09-01: {} → {}?\nAvailable: {} → {}.\nReady to Assign: {} → {}.",
            w(12_000),
            w(15_000),
            w(-2_250),
            signed(w, 750),
            signed(w, 240_000),
            signed(w, 237_000),
        );
        assert_eq!(question, expected);
    }
}

#[tokio::test]
async fn move_money_asks_with_a_line_for_each_category() {
    for (stage, home, w) in in_every_currency().await {
        let arguments = json!({
            "plan_id": home.plan, "month": SEPTEMBER, "from_category_id": home.tennis, "to_category_id": home.restaurants,
            "amount": w(3_000),
        });
        let question = asked(&stage, "move_money", arguments).await;
        let expected = format!(
            "Move {} from Tennis to Restaurants for 2026-09-01?\n- Tennis: {} → {}\n- Restaurants: {} → {}\nAvailable in \
             Tennis: {} → {}.\nAvailable in Restaurants: {} → {}.",
            w(3_000),
            w(8_000),
            w(5_000),
            w(12_000),
            w(15_000),
            signed(w, 4_800),
            signed(w, 1_800),
            w(-2_250),
            signed(w, 750),
        );
        assert_eq!(question, expected);
        let question = asked(&stage, "undo_operation", json!({"plan_id": home.plan})).await;
        let expected = format!(
            "Undo: move {} back from Restaurants to Tennis for 2026-09-01?\n- Restaurants for 2026-09-01: {} → {}\n- Tennis \
             for 2026-09-01: {} → {}",
            w(3_000),
            w(15_000),
            w(12_000),
            w(5_000),
            w(8_000),
        );
        assert_eq!(question, expected);
    }
}

#[tokio::test]
async fn apply_categories_asks_with_a_line_for_each_transaction() {
    for (stage, home, w) in in_every_currency().await {
        let arguments = json!({"plan_id": home.plan, "assignments": [
            {"transaction_id": home.market, "category_id": home.groceries},
            {"transaction_id": home.taverna, "category_id": home.tennis},
        ]});
        let question = asked(&stage, "apply_categories", arguments).await;
        let expected = format!(
            "Recategorise 2 transaction(s)?\n- 2026-09-12 Market {}: no category → 🛒 Lebensmittel\n- 2026-09-10 Taverna {}: \
             Restaurants → Tennis\nThis leaves Tennis overspent by {}.",
            w(-8_640),
            w(-14_250),
            w(9_450),
        );
        assert_eq!(question, expected);
        let question = asked(&stage, "undo_operation", json!({"plan_id": home.plan})).await;
        let expected = format!(
            "Undo: recategorise 2 transaction(s)?\n- 2026-09-12 Market {}: 🛒 Lebensmittel → no category\n- 2026-09-10 Taverna \
             {}: Tennis → Restaurants",
            w(-8_640),
            w(-14_250),
        );
        assert_eq!(question, expected);
    }
}

#[tokio::test]
async fn flag_transactions_asks_with_a_line_for_each_transaction() {
    for (stage, home, w) in in_every_currency().await {
        let arguments = json!({"plan_id": home.plan, "flags": [
            {"transaction_id": home.market, "color": "blue"}, {"transaction_id": home.court},
        ]});
        let question = asked(&stage, "flag_transactions", arguments).await;
        let expected = format!(
            "Change the flag of 2 transaction(s)?\n- 2026-09-12 Market {}: none → blue\n- 2026-09-12 Tennis court {}: red → none",
            w(-8_640),
            w(-1_200),
        );
        assert_eq!(question, expected);
        let question = asked(&stage, "undo_operation", json!({"plan_id": home.plan})).await;
        let expected = format!(
            "Undo: put back the flag of 2 transaction(s)?\n- 2026-09-12 Market {}: blue → none\n- 2026-09-12 Tennis court {}: \
             none → red",
            w(-8_640),
            w(-1_200),
        );
        assert_eq!(question, expected);
    }
}

#[tokio::test]
async fn an_undo_of_an_approval_and_of_an_amount_asks_for_just_that() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"plan_id": home.plan, "tx_ids": [home.kiosk]});
    stage
        .without_asking("approve_transactions", arguments)
        .await
        .with_status("applied");
    let question = asked(&stage, "undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(
        question,
        "Undo: mark 1 transaction(s) not approved?\n- 2026-09-14 Kiosk -30.00: approved → not approved"
    );
    let arguments = json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.restaurants, "amount": 150});
    stage.agreed("set_category_budget", arguments).await;
    let question = asked(&stage, "undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(
        question,
        "Undo: set Restaurants for 2026-09-01 back to 120.00?\n- Restaurants for 2026-09-01: 150.00 → 120.00"
    );
}

/// So many rows of the bank, without a category.
fn rows(stage: &Stage, count: i64) -> Vec<String> {
    let add = |plan: &mut ynab_api::sim::Plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        let row = |number: i64| scribe.enter(&Entry::new(current, day("2026-09-08"), -1_000 * number, "Shop", None));
        (1..=count).map(row).collect()
    };
    stage.sim.edit(add).unwrap()
}

#[tokio::test]
async fn twenty_changes_are_shown_and_the_rest_is_counted() {
    let (stage, home) = Stage::in_euro().await;
    let ids = rows(&stage, 25);
    for (count, more) in [(20, None), (21, Some("- … and 1 more")), (25, Some("- … and 5 more"))] {
        let some = &ids[..count];
        let assignments: Vec<_> = some
            .iter()
            .map(|id| json!({"transaction_id": id, "category_id": home.groceries}))
            .collect();
        let flags: Vec<_> = some
            .iter()
            .map(|id| json!({"transaction_id": id, "color": "red"}))
            .collect();
        for (tool, arguments, headline) in [
            (
                "apply_categories",
                json!({"assignments": assignments}),
                format!("Recategorise {count} transaction(s)?"),
            ),
            (
                "flag_transactions",
                json!({"flags": flags}),
                format!("Change the flag of {count} transaction(s)?"),
            ),
        ] {
            let declines = Friend::who_declines();
            let answer = stage.asking(&declines, tool, arguments).await.with_status("declined");
            // The agent gets all of them.
            assert_eq!(answer["changes"].as_array().unwrap().len(), count);
            let question = declines.only_question();
            let lines: Vec<&str> = question.lines().collect();
            assert_eq!(lines[0], headline);
            assert!(lines[1].starts_with("- 2026-09-08 Shop -1.00: "), "{question}");
            assert!(lines[20].starts_with("- 2026-09-08 Shop -20.00: "), "{question}");
            assert_eq!(lines.get(21).copied(), more);
            assert_eq!(lines.len(), 21 + usize::from(more.is_some()));
        }
    }
}

#[tokio::test]
async fn the_undo_of_many_is_counted_too() {
    let (stage, _) = Stage::in_euro().await;
    let ids = rows(&stage, 23);
    let flags: Vec<_> = ids
        .iter()
        .map(|id| json!({"transaction_id": id, "color": "red"}))
        .collect();
    stage.agreed("flag_transactions", json!({"flags": flags})).await;
    let question = asked(&stage, "undo_operation", json!({})).await;
    let lines: Vec<&str> = question.lines().collect();
    assert_eq!(
        (lines.len(), lines[0]),
        (22, "Undo: put back the flag of 23 transaction(s)?")
    );
    assert_eq!(lines[21], "- … and 3 more");
}

#[tokio::test]
async fn an_amount_finer_than_the_currency_shows_all_its_decimals() {
    let (stage, home) = Stage::in_euro().await;
    stage.assign_elsewhere(&home.restaurants, 120_004);
    let arguments = json!({"month": SEPTEMBER, "category_id": "Restaurants", "amount": 150});
    let question = asked(&stage, "set_category_budget", arguments).await;
    let first = question.lines().next().unwrap();
    assert_eq!(first, "Budget Restaurants for 2026-09-01: 120.004 → 150.00?");
}

#[tokio::test]
async fn the_message_with_a_code_holds_the_whole_question() {
    let (stage, _) = Stage::in_euro().await;
    let arguments =
        json!({"month": SEPTEMBER, "from_category_id": "Tennis", "to_category_id": "Restaurants", "amount": 30});
    let declines = Friend::who_declines();
    stage
        .asking(&declines, "move_money", arguments.clone())
        .await
        .with_status("declined");
    let answer = stage
        .without_asking("move_money", arguments.clone())
        .await
        .with_status("confirmation_required");
    let text = crate::stage::told(&answer);
    assert!(text.contains(&declines.only_question()), "{text}");
    let (question, _) = stage.question_for("move_money", arguments).await;
    assert_eq!(question, declines.only_question());
}
