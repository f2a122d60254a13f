//! Cards: spending moves money to the payment category as far as it is there, payments take it out.

use serde_json::json;

use super::Bench;

fn spend(bench: &Bench, account: &str, date: &str, amount: i64, category: &str) {
    bench.create(
        &json!({ "account_id": bench.account(account), "date": date, "amount": amount,
        "category_id": bench.category(category) }),
    );
}

fn payment(bench: &Bench, month: &str, card: &str) -> (i64, i64, i64) {
    let id = bench.payment_category(card);
    let row = bench.get(&format!("months/{month}/categories/{id}"))["category"].clone();
    let amount = |name: &str| row[name].as_i64().unwrap();
    (amount("budgeted"), amount("activity"), amount("balance"))
}

#[test]
fn covered_spending_moves_to_the_payment_category() {
    let bench = Bench::new();
    spend(&bench, "Card", "2026-11-05", -120_000, "Food");
    assert_eq!(bench.figures("current", "Food"), (300_000, -120_000, 180_000));
    assert_eq!(payment(&bench, "current", "Card"), (0, 120_000, 120_000));
    assert_eq!(bench.ready("current"), 600_000);
    assert_eq!(bench.balances("Card").0, -120_000);
}

#[test]
fn a_payment_takes_the_money_out_and_a_refund_gives_it_back() {
    let bench = Bench::new();
    spend(&bench, "Card", "2026-11-05", -120_000, "Food");
    bench.create(
        &json!({ "account_id": bench.account("Checking"), "date": "2026-11-06", "amount": -100_000,
        "payee_id": bench.transfer_payee("Card") }),
    );
    assert_eq!(payment(&bench, "current", "Card"), (0, 20_000, 20_000));
    spend(&bench, "Card", "2026-11-07", 15_000, "Food");
    assert_eq!(bench.figures("current", "Food"), (300_000, -105_000, 195_000));
    assert_eq!(payment(&bench, "current", "Card"), (0, 5_000, 5_000));
    assert_eq!(bench.balances("Card").0, -5_000);
}

#[test]
fn what_a_card_overspent_stays_a_debt_and_costs_nothing_next_month() {
    let bench = Bench::new();
    bench.assign("2026-10-01", "Books", 10_000);
    spend(&bench, "Card", "2026-10-20", -35_000, "Books");
    assert_eq!(bench.figures("2026-10-01", "Books"), (10_000, -35_000, -25_000));
    assert_eq!(payment(&bench, "2026-10-01", "Card"), (0, 10_000, 10_000));
    assert_eq!(bench.figures("2026-11-01", "Books"), (0, 0, 0));
    assert_eq!(bench.ready("2026-11-01"), 590_000);
}

#[test]
fn what_cash_overspent_is_taken_from_next_months_ready_to_assign() {
    let bench = Bench::new();
    spend(&bench, "Checking", "2026-10-20", -35_000, "Books");
    assert_eq!(bench.ready("2026-10-01"), 600_000);
    assert_eq!(bench.ready("2026-11-01"), 565_000);
    assert_eq!(bench.figures("2026-11-01", "Books"), (0, 0, 0));
}

#[test]
fn cash_is_spent_before_the_card_and_two_cards_share_what_is_left() {
    let bench = Bench::new();
    bench.assign("current", "Books", 100_000);
    spend(&bench, "Checking", "2026-11-05", -40_000, "Books");
    spend(&bench, "Card", "2026-11-06", -50_000, "Books");
    spend(&bench, "Other card", "2026-11-07", -30_000, "Books");
    assert_eq!(bench.figures("current", "Books"), (100_000, -120_000, -20_000));
    assert_eq!(payment(&bench, "current", "Card").2, 50_000);
    assert_eq!(payment(&bench, "current", "Other card").2, 10_000);
}

#[test]
fn money_can_be_assigned_to_the_payment_category() {
    let bench = Bench::new();
    let id = bench.payment_category("Card");
    let address = format!("months/current/categories/{id}");
    bench.write(
        200,
        http::Method::PATCH,
        &address,
        &json!({ "category": { "budgeted": 50_000 } }),
    );
    assert_eq!(payment(&bench, "current", "Card"), (50_000, 0, 50_000));
    assert_eq!(bench.ready("current"), 550_000);
}

#[test]
fn a_cash_advance_and_a_move_between_cards_keep_the_books() {
    let bench = Bench::new();
    let transfer = |from: &str, to: &str| {
        bench.create(
            &json!({ "account_id": bench.account(from), "date": "2026-11-06", "amount": -10_000,
            "payee_id": bench.transfer_payee(to) }),
        );
    };
    transfer("Card", "Checking");
    assert_eq!(payment(&bench, "current", "Card").2, 10_000);
    transfer("Card", "Other card");
    assert_eq!(
        (
            payment(&bench, "current", "Card").2,
            payment(&bench, "current", "Other card").2
        ),
        (20_000, -10_000)
    );
}
