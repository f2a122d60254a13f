//! What the household assigned: enough for what was spent, the rest to its emergency fund, a little still to assign.

use chrono::NaiveDate;
use uuid::Uuid;

use super::cast::Cast;
use crate::sim::calendar::{month_of, months_after};
use crate::sim::model::Plan;

/// What is still Ready to Assign today.
const LEFT: i64 = 86_400;

/// How far Eating Out is overspent today.
const OVERSPENT: i64 = 22_500;

/// What each category is given a month, in cents; with `true` only up to that amount.
const MONTHLY: [(&str, i64, bool); 23] = [
    ("Electricity & Heating", 9_500, false),
    ("Internet & Phone", 4_490, false),
    ("Insurance", 5_400, false),
    ("Streaming", 1_799, true),
    ("Public transport", 4_900, true),
    ("Car loan", 26_500, true),
    ("Flat mortgage", 62_000, true),
    ("🛒 Groceries", 45_000, true),
    ("Eating Out", 14_000, true),
    ("Fuel", 11_000, true),
    ("Household", 9_000, true),
    ("日用品", 3_000, true),
    ("Health & Pharmacy", 3_500, true),
    ("Clothing", 6_000, true),
    ("Children", 14_000, true),
    ("Holiday ✈️", 6_000, false),
    ("New laptop", 3_000, false),
    ("Christmas gifts", 2_000, false),
    ("Car repairs", 3_500, false),
    ("Books & Games", 5_000, true),
    ("Cinema", 2_000, true),
    ("Hobby: Fotografie", 1_500, false),
    ("Presents", 4_500, true),
];

pub(super) fn assign(plan: &mut Plan, cast: &Cast, start: NaiveDate, today: NaiveDate) {
    let current = month_of(today);
    let mut month = start;
    let mut number = 0;
    while month <= current {
        plan.settle();
        for (name, cents, up_to) in MONTHLY {
            give(plan, month, cast.category(name), cents * 10, up_to);
        }
        give(plan, month, cast.category("ETF savings plan"), 150_000, true);
        plan.assign(month, cast.visa_payment, if number < 8 { 40_000 } else { 0 });
        season(plan, cast, month, number);
        if month >= months_after(current, -1) {
            let short = if month == current { OVERSPENT } else { 0 };
            give(plan, month, cast.category("Eating Out"), -short, false);
            exactly(plan, month, cast.category("Eating Out"), -short);
        }
        plan.settle();
        let left = plan.ready_to_assign(month).unwrap_or(0) - if month == current { LEFT } else { 0 };
        plan.assign(month, cast.category("Emergency fund"), left);
        month = months_after(month, 1);
        number += 1;
    }
}

/// Gives a month's amount, and more if more was spent.
fn give(plan: &mut Plan, month: NaiveDate, category: Uuid, amount: i64, up_to: bool) {
    let Some(held) = plan.category_month(month, category) else {
        return;
    };
    let carried = held.balance - held.assigned - held.activity;
    let wanted = if up_to { (amount - carried).max(0) } else { amount };
    let needed = -held.activity - carried;
    plan.assign(month, category, wanted.max(needed));
}

/// Leaves exactly this much in a category.
fn exactly(plan: &mut Plan, month: NaiveDate, category: Uuid, left: i64) {
    let Some(held) = plan.category_month(month, category) else {
        return;
    };
    let carried = held.balance - held.assigned - held.activity;
    plan.assign(month, category, left - held.activity - carried);
}

/// Once in a while a category was overspent, in cash and on the card, and was not covered in time.
fn season(plan: &mut Plan, cast: &Cast, month: NaiveDate, number: i32) {
    match number {
        13 => exactly(plan, month, cast.category("Household"), -18_000),
        21 => exactly(plan, month, cast.category("Books & Games"), -9_000),
        _ => {}
    }
}
