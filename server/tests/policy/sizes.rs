//! How large the answers of the reads can get: on a large plan with the longest names that show, asked for as much as they
//! take, each stays small enough for an agent to read.

use chrono::NaiveDate;
use serde_json::{Value, json};
use uuid::Uuid;
use ynab_api::sim::{AccountKind, Line, Plan, Target, TargetKind, Transaction, World};

use crate::stand::Stand;
use avenir::registry::TOOLS;

/// The most bytes of an answer.
const MOST: usize = 30_000;

/// The most bytes of a forecast to two years ahead.
const MOST_OF_A_FORECAST: usize = 10_000;

/// The id of a purchase of many lines.
const SPLIT: &str = "split";

/// The most characters of a shown name.
const LONGEST: usize = 80;

/// Names that mean something to YNAB; a person cannot change them.
const YNABS_OWN: [&str; 9] = [
    "Internal Master Category",
    "Credit Card Payments",
    "Hidden Categories",
    "Uncategorized",
    "Inflow: Ready to Assign",
    "Deferred Income SubCategory",
    "Starting Balance",
    "Manual Balance Adjustment",
    "Reconciliation Balance Adjustment",
];

/// A large plan with more accounts, groups and schedules than people have, and the longest names.
fn world() -> World {
    let today = "2026-10-15".parse().expect("a day");
    let mut world = World::large(4_000, today);
    let at = "2026-10-15T12:00:00Z".parse().expect("a moment");
    world.plans[0].change(at, |plan| more(plan, today));
    let text = world.to_json().expect("a world");
    let mut value: Value = serde_json::from_slice(&text).expect("JSON");
    let mut number = 0;
    lengthen(&mut value, &mut number);
    World::from_json(value.to_string().as_bytes()).expect("a world")
}

/// More accounts than people have, money and targets in all categories, and some overspent on cards.
fn more(plan: &mut Plan, today: NaiveDate) {
    for number in 0..60 {
        plan.add_group(&format!("Group {number}"));
        for kind in [AccountKind::Checking, AccountKind::CreditCard, AccountKind::AutoLoan] {
            let account = plan.add_account(&format!("{kind:?} {number}"), kind);
            let category = plan.categories.iter().nth(8 + number).map(|category| category.id);
            let mut row = Transaction::new(format!("row-{account}"), account, today, -90_000_000);
            row.category_id = category.filter(|_| kind.on_budget());
            row.approved = true;
            plan.put_transaction(row);
        }
    }
    let ids: Vec<_> = plan.categories.iter().map(|category| category.id).collect();
    split(plan, today, &ids);
    for id in ids {
        plan.edit_category(id, |category| {
            if !category.internal {
                category.target = Some(Target::new(TargetKind::Need, 900_000_000, today));
            }
        });
    }
}

/// A purchase of more lines than people write.
fn split(plan: &mut Plan, today: NaiveDate, categories: &[Uuid]) {
    let account = plan.accounts.iter().next().expect("an account").id;
    let mut row = Transaction::new(SPLIT.to_owned(), account, today, -200_000);
    let line = |number: usize| Line {
        id: format!("line-{number}"),
        amount: -1_000,
        memo: Some(String::new()),
        payee_id: None,
        category_id: categories.get(10 + number % 4).copied(),
        transfer_account_id: None,
        transfer_transaction_id: None,
        deleted: false,
    };
    row.lines = (0..200).map(line).collect();
    row.approved = true;
    plan.put_transaction(row);
}

/// Gives everything that has a name or a memo the longest one: letters of four bytes, other ones each time.
fn lengthen(value: &mut Value, number: &mut u32) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name == "memo" || name == "note" => *text = long(7).repeat(6),
                    Value::String(text) if name == "name" && !YNABS_OWN.contains(&text.as_str()) => {
                        *number += 1;
                        *text = long(*number);
                    }
                    member => lengthen(member, number),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| lengthen(item, number)),
        _ => {}
    }
}

/// A name of letters of a script that takes four bytes for each.
fn long(number: u32) -> String {
    let letter = |at: u32| char::from_u32(0x2_0000 + at % 40_000).expect("a letter");
    let first = [letter(number), letter(number / 7)];
    first
        .into_iter()
        .chain(std::iter::repeat(letter(number + 1)))
        .take(LONGEST)
        .collect()
}

/// What a read is asked so that it answers as much as it can.
fn calls(tool: &str, account: &str) -> Vec<Value> {
    match tool {
        "list_plans"
        | "list_accounts"
        | "list_category_groups"
        | "get_monthly_summary"
        | "get_card_coverage"
        | "get_budget_vs_actual" => vec![json!({})],
        "list_categories" => vec![json!({"include_hidden": true})],
        "get_category_balances" => vec![json!({"include_empty": true})],
        "get_underfunded_targets" | "list_operations" => vec![json!({"limit": 100})],
        "get_spending" => ["category", "group", "payee", "account", "month"]
            .into_iter()
            .map(|by| json!({"since_date": "1970-01-01", "by": by, "compare": "year_before", "limit": 100}))
            .collect(),
        "get_spending_trends" => vec![json!({"months_count": 24, "limit": 50})],
        "find_transactions" => vec![
            json!({"limit": 200}),
            json!({"limit": 200, "only": ["split"], "max_amount": 1}),
        ],
        "get_transaction" => vec![json!({"transaction_id": SPLIT})],
        "list_unapproved" | "suggest_categories" | "list_payees" => vec![json!({"limit": 200})],
        "get_net_worth_trend" => vec![
            json!({"months_count": 120, "by_account": true}),
            json!({"months_count": 10, "by_account": true}),
        ],
        "get_savings_rate" | "get_runway" | "get_age_of_money" => vec![json!({"months_count": 120})],
        "diagnose_account" => vec![json!({"account_id": account, "bank_balance": 1234.56})],
        "get_debt_payoff_plan" => vec![
            json!({"strategy": "both", "table": true}),
            json!({"strategy": "avalanche", "table": true, "monthly_budget": 1000, "max_months": 1200}),
        ],
        "list_scheduled_transactions" => {
            vec![json!({"since_date": "2026-10-15", "until_date": "2027-10-15", "limit": 200})]
        }
        "find_recurring_charges" => vec![json!({"include_income": true})],
        "forecast_balance" => vec![
            json!({"until": "2028-10"}),
            json!({"until": "2028-10", "details": "2026-11"}),
        ],
        other => panic!("what is {other} asked so that it answers as much as it can?"),
    }
}

#[tokio::test]
async fn the_largest_answer_of_every_read_is_small_enough() {
    let stand = Stand::with(world());
    let account = stand
        .sim
        .look(|world| {
            world.plans[0]
                .accounts
                .iter()
                .next()
                .map(|account| account.id.to_string())
        })
        .expect("an account");
    let mut too_large = Vec::new();
    let mut sizes = Vec::new();
    for tool in TOOLS.iter().filter(|tool| !tool.facts().writes()) {
        let name = tool.facts().name;
        for arguments in calls(name, &account) {
            let answer = stand.call(name, arguments.clone()).await;
            let bytes = answer.to_string().len();
            sizes.push(format!("{name}: {bytes}"));
            let forecast = name == "forecast_balance" && arguments.get("details").is_none();
            let most = if forecast { MOST_OF_A_FORECAST } else { MOST };
            if bytes >= most {
                too_large.push(format!("{name} {arguments}: {bytes} of {most}"));
            }
        }
    }
    println!("The largest answers, in bytes\n{}", sizes.join("\n"));
    assert!(
        too_large.is_empty(),
        "{}\nof\n{}",
        too_large.join("\n"),
        sizes.join("\n")
    );
    stand.sim.stop().await;
}
