//! What is scheduled in the invented plans.

use chrono::NaiveDate;
use serde_json::{Value, json};
use uuid::Uuid;
use ynab_api::sim::{Frequency, Line, Plan, Scheduled};

use super::plan::Cast;

/// Rows for the saved world: of several rhythms, late, split, deleted, and a transfer within the plan.
pub(super) fn of(plan: &Plan, cast: &Cast, coin: i64, today: NaiveDate) -> Value {
    let payee = |name: &str| plan.payee_named(name).map(|payee| payee.id);
    let row = |number: u128, frequency, days: i64, coins: i64| Scheduled {
        id: Uuid::from_u128(number),
        date_first: today + chrono::Duration::days(days),
        date_next: today + chrono::Duration::days(days),
        frequency,
        amount: coins * coin,
        memo: Some("due\nsoon".to_owned()),
        flag: None,
        account_id: cast.current,
        payee_id: payee("Landlord"),
        category_id: Some(cast.categories[1]),
        transfer_account_id: None,
        lines: Vec::new(),
        deleted: false,
        changed: 1,
    };
    let mut rows = vec![
        row(1, Frequency::Monthly, 19, -90_000),
        row(2, Frequency::TwiceAMonth, 1, -1_500),
        row(3, Frequency::Daily, 2, -350),
        row(4, Frequency::Never, 400, -7_777),
        row(5, Frequency::Weekly, -9, -800),
        row(6, Frequency::Yearly, 5, -5_000),
        row(7, Frequency::Monthly, 8, -6_000),
        row(8, Frequency::Monthly, 20, -6_000),
    ];
    if let Some(account) = plan.accounts.get(&cast.on_budget[1]) {
        let transfer = &mut rows[6];
        (transfer.payee_id, transfer.category_id) = (Some(account.transfer_payee_id), None);
        transfer.transfer_account_id = Some(account.id);
    }
    rows[7].deleted = true;
    rows[5].category_id = None;
    rows[5].lines = [-2_000, -3_000]
        .map(|coins| line(coins * coin, cast.categories[0]))
        .into();
    json!(rows)
}

fn line(amount: i64, category: Uuid) -> Line {
    Line {
        id: Uuid::from_u128(amount.unsigned_abs().into()).to_string(),
        amount,
        memo: None,
        payee_id: None,
        category_id: Some(category),
        transfer_account_id: None,
        transfer_transaction_id: None,
        deleted: false,
    }
}
