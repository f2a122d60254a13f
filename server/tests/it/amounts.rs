//! Amounts and months as agents send them.

use avenir::domain::currency::Currency;
use avenir::domain::ids::{CategoryGroupId, CategoryId};
use avenir::domain::money::Milliunits;
use avenir::domain::month::Month;
use avenir::domain::number::AmountArgument;
use avenir::domain::plan::{Category, GroupRole, MonthDetail};
use avenir::logic::amounts::{move_between, set};
use proptest::prelude::*;
use serde_json::{Value, json};
use ynab_api::sim::CurrencyFormat;

use crate::stage::{Friend, Household, SEPTEMBER, Setting, Stage, Tally};

fn budget(amount: &Value) -> Value {
    json!({"month": SEPTEMBER, "category_id": "Restaurants", "amount": amount})
}

fn moved(amount: &Value) -> Value {
    json!({"month": SEPTEMBER, "from_category_id": "Tennis", "to_category_id": "Restaurants", "amount": amount})
}

async fn refused(stage: &Stage, tool: &str, arguments: Value) -> String {
    let agrees = Friend::who_agrees();
    let text = stage.asking(&agrees, tool, arguments).await.refusal();
    assert!(agrees.asked().is_empty());
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
    text
}

async fn in_currency(currency: Option<CurrencyFormat>, tally: i64) -> Stage {
    let (world, _) = Household::counted_in(currency, Tally(tally));
    Stage::set(Setting::with(world)).await
}

#[tokio::test]
async fn more_decimals_than_the_currency_has_are_refused() {
    for (currency, tally, fine, too_fine, allowed) in [
        (
            Some(CurrencyFormat::euro()),
            10,
            json!(12.34),
            json!(12.345),
            "EUR: use at most 2 decimals, such as 12.50",
        ),
        (
            Some(CurrencyFormat::yen()),
            1000,
            json!(12),
            json!(12.5),
            "JPY: use no decimals, such as 12",
        ),
        (
            Some(CurrencyFormat::dinar()),
            1,
            json!(1.234),
            json!(1.2345),
            "KWD: use at most 3 decimals, such as 12.500",
        ),
        (
            None,
            10,
            json!(12.345),
            json!(12.3456),
            "YNAB counts money: use at most 3 decimals, such as 12.500",
        ),
    ] {
        let stage = in_currency(currency, tally).await;
        for tool in ["set_category_budget", "move_money"] {
            let arguments = if tool == "move_money" {
                moved(&too_fine)
            } else {
                budget(&too_fine)
            };
            let text = refused(&stage, tool, arguments).await;
            assert!(
                text.contains(&format!("‘{too_fine}’ is finer than {allowed}")),
                "{text}"
            );
        }
        stage.without_asking("set_category_budget", budget(&fine)).await.code();
        // As many noughts as one likes are no finer.
        stage
            .without_asking("set_category_budget", budget(&json!("7.0000")))
            .await
            .code();
    }
}

#[tokio::test]
async fn a_text_that_can_be_read_in_two_ways_is_refused_with_both() {
    let (stage, _) = Stage::in_euro().await;
    for (text, grouped, decimal) in [
        ("12,500", "12500", "12.5"),
        ("12.500", "12500", "12.5"),
        ("-1,234", "-1234", "-1.234"),
    ] {
        let answer = refused(&stage, "set_category_budget", budget(&json!(text))).await;
        assert!(answer.contains(grouped) && answer.contains(decimal), "{text}: {answer}");
    }
    for (text, meant) in [
        ("1.234,50", "1234.5"),
        ("1,234.50", "1234.5"),
        ("12,5", "12.5"),
        (
            "1'234.50",
            "write a plain number such as 12.50 or -3, without currency sign, spaces or exponent",
        ),
    ] {
        let answer = refused(&stage, "set_category_budget", budget(&json!(text))).await;
        assert!(answer.contains(meant), "{text}: {answer}");
    }
    // The same digits as a number are one number, and in a currency of three decimals the text is too.
    stage
        .without_asking("set_category_budget", budget(&json!(12.500)))
        .await
        .code();
    let dinar = in_currency(Some(CurrencyFormat::dinar()), 1).await;
    let answer = dinar
        .without_asking("set_category_budget", budget(&json!("12.500")))
        .await;
    assert_eq!(answer.with_status("confirmation_required")["to_amount"], 12.5);
}

#[tokio::test]
async fn what_is_no_amount_is_refused() {
    let (stage, _) = Stage::in_euro().await;
    stage.without_asking("list_plans", json!({})).await.answer();
    stage.sim.forget_requests();
    for amount in [
        json!("12 €"),
        json!("1e3"),
        json!("NaN"),
        json!("twelve"),
        json!([1]),
        json!({}),
        json!(true),
        json!(""),
    ] {
        refused(&stage, "set_category_budget", budget(&amount)).await;
    }
    let text = refused(
        &stage,
        "set_category_budget",
        json!({"month": SEPTEMBER, "category_id": "Tennis"}),
    )
    .await;
    assert!(text.contains("`amount` is missing"), "{text}");
    for amount in [
        json!(1_000_000_001),
        json!(-1_000_000_001),
        json!(1e300),
        json!("1000000000.01"),
    ] {
        let text = refused(&stage, "set_category_budget", budget(&amount)).await;
        assert!(
            text.contains("out of range") || text.contains("more than 15 digits"),
            "{amount}: {text}"
        );
    }
    assert_eq!(stage.requests(), Vec::<&str>::new(), "before any request");
}

#[tokio::test]
async fn a_move_of_nothing_or_less_is_refused() {
    let (stage, _) = Stage::in_euro().await;
    for amount in [json!(0), json!(-0.0), json!("0.00"), json!(-3), json!("-0.01")] {
        let text = refused(&stage, "move_money", moved(&amount)).await;
        assert!(text.contains("`amount` must be more than zero"), "{amount}: {text}");
    }
    let same = json!({"month": SEPTEMBER, "from_category_id": "Tennis", "to_category_id": "tennis", "amount": 3});
    let text = refused(&stage, "move_money", same).await;
    assert!(text.contains("from a category to itself"), "{text}");
}

#[tokio::test]
async fn a_negative_and_a_zero_budget_are_amounts_like_any_other() {
    let (stage, home) = Stage::in_euro().await;
    for amount in [-12.34, 0.0] {
        stage.pass(10);
        let answer = stage.agreed("set_category_budget", budget(&json!(amount))).await;
        assert_eq!(answer["to_amount"].as_f64(), Some(amount));
    }
    assert_eq!(stage.assigned(&home.restaurants), 0);
}

#[tokio::test]
async fn the_greatest_amounts_are_taken_and_shown_exactly() {
    let (stage, home) = Stage::in_euro().await;
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "set_category_budget", budget(&json!(1_000_000_000)))
        .await
        .with_status("applied");
    assert_eq!(answer["to_amount"], 1_000_000_000);
    assert!(
        agrees.only_question().contains("120.00 → 1000000000.00?"),
        "{}",
        agrees.only_question()
    );
    assert_eq!(stage.assigned(&home.restaurants), 1_000_000_000_000);
}

#[tokio::test]
async fn categories_that_take_no_assigned_money_are_refused() {
    let (stage, home) = Stage::in_euro().await;
    for own in ["Uncategorized", "Inflow: Ready to Assign", &home.uncategorized] {
        let arguments = json!({"month": SEPTEMBER, "category_id": own, "amount": 3});
        let text = refused(&stage, "set_category_budget", arguments).await;
        assert!(
            text.contains("is YNAB's own category, to which nothing can be assigned"),
            "{text}"
        );
        let arguments = json!({"month": SEPTEMBER, "from_category_id": "Tennis", "to_category_id": own, "amount": 3});
        refused(&stage, "move_money", arguments).await;
    }
    // A card's payment category holds money, and a hidden category may.
    for taken in ["Visa", "Klavier"] {
        let arguments = json!({"month": SEPTEMBER, "category_id": taken, "amount": 3});
        stage.without_asking("set_category_budget", arguments).await.code();
    }
}

#[tokio::test]
async fn a_month_that_is_none_is_refused_before_any_request() {
    let (stage, _) = Stage::in_euro().await;
    for month in [
        "2026-09-02",
        "2026-13-01",
        "September",
        "../accounts",
        "26-09-01",
        "2026-9-1",
        "next",
    ] {
        let arguments = json!({"month": month, "category_id": "Tennis", "amount": 3});
        let text = refused(&stage, "set_category_budget", arguments).await;
        assert!(text.contains("month"), "{text}");
    }
    assert_eq!(stage.requests(), Vec::<&str>::new());
}

#[tokio::test]
async fn the_current_month_is_the_persons_own() {
    let (stage, _) = Stage::in_euro().await;
    let arguments = json!({"month": "current", "category_id": "Tennis", "amount": 3});
    let answer = stage.without_asking("set_category_budget", arguments.clone()).await;
    assert_eq!(answer.with_status("confirmation_required")["month"], SEPTEMBER);
    // In Auckland it is October while it is September in UTC.
    stage.clock.set_now("2026-09-30T13:00:00Z".parse().unwrap());
    stage.clock.set_today("2026-10-01".parse().unwrap());
    let answer = stage.without_asking("set_category_budget", arguments).await;
    assert_eq!(answer.with_status("confirmation_required")["month"], "2026-10-01");
    assert!(
        stage
            .sim
            .requests()
            .iter()
            .all(|request| !request.path.contains("current"))
    );
}

/// A month of two categories with any amounts in them.
fn month(one: (i64, i64), other: (i64, i64), ready: i64) -> MonthDetail {
    let category = |name: &str, (assigned, available): (i64, i64)| Category {
        target: None,
        progress: None,
        id: CategoryId::parse(name).unwrap(),
        name: name.into(),
        group_id: CategoryGroupId::parse("g").unwrap(),
        group_name: "Group".into(),
        role: GroupRole::Ordinary,
        hidden: false,
        note: None,
        assigned: Milliunits::new(assigned),
        activity: Milliunits::ZERO,
        available: Milliunits::new(available),
    };
    MonthDetail {
        month: Month::parse(SEPTEMBER).unwrap(),
        income: Milliunits::ZERO,
        assigned: Milliunits::ZERO,
        activity: Milliunits::ZERO,
        ready_to_assign: Milliunits::new(ready),
        age_of_money: None,
        categories: vec![category("one", one), category("other", other)],
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn planning_an_amount_never_panics_and_a_move_keeps_the_sum(
        one in any::<(i64, i64)>(), other in any::<(i64, i64)>(), ready in any::<i64>(), hundredths in -100_000_000_000_i64..=100_000_000_000,
    ) {
        let month = month(one, other, ready);
        let text = format!("{}{}.{:02}", if hundredths < 0 { "-" } else { "" }, hundredths.abs() / 100, hundredths.abs() % 100);
        let amount = AmountArgument::parse(&text).unwrap();
        let currency = Currency::neutral();
        if let Ok(change) = set(&month, "one", &amount, &currency) {
            prop_assert_eq!(change.after.get(), hundredths * 10);
            let question = avenir::logic::amounts::set_question(&change, &month, &currency).text();
            prop_assert!(question.starts_with("Budget one for 2026-09-01: "));
        }
        if let Ok(planned) = move_between(&month, "one", "other", &amount, &currency) {
            let sum = |one: i64, other: i64| i128::from(one) + i128::from(other);
            prop_assert!(hundredths > 0);
            prop_assert_eq!(sum(planned.source.after.get(), planned.target.after.get()), sum(one.0, other.0));
            let question = planned.question(month.month, &currency).text();
            prop_assert!(question.starts_with("Move "));
        }
    }
}
