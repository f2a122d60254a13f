//! Questions about a whole history of twelve years, answered as briefly: the answer does not grow with what it rests on.

use serde_json::{Value, json};
use ynab_api::sim::World;

use crate::figures::facts::{Facts, row, rows, thousandths};
use crate::figures::{ask, tool};
use crate::stage::{Setting, Stage, TODAY, day};

/// A question about such a history: as a person asks it, the tool and its arguments, and what the answer must hold.
type OfAHistory = (&'static str, &'static str, Value, fn(&Value, &Facts<'_>));

/// What an answer may weigh, in bytes; a page of suggestions lists the plan's categories besides.
const MOST_BYTES: usize = 10_000;

fn questions() -> Vec<OfAHistory> {
    vec![
        (
            "How many transactions wait for my approval?",
            "list_unapproved",
            json!({"limit": 10}),
            |answer, facts| {
                let waiting = facts.transactions().filter(|row| !row.approved).count();
                assert!(waiting >= 300, "{waiting}");
                assert_eq!(answer["total"], json!(waiting));
            },
        ),
        (
            "What really lacks a category?",
            "suggest_categories",
            json!({"limit": 10}),
            |answer, facts| {
                let lacking = facts.transactions().filter(|row| {
                    let in_plan = |id| facts.plan.accounts.get(&id).unwrap().kind.on_budget();
                    let nobody_chose =
                        row.category_id.is_none() || row.category_id == Some(facts.plan.own.uncategorized);
                    nobody_chose
                        && row.transfer_account_id.is_none_or(|other| !in_plan(other))
                        && !row.is_split()
                        && in_plan(row.account_id)
                        && facts.payee(row) != "Starting Balance"
                });
                let lacking = lacking.count();
                assert!(lacking >= 200, "{lacking}");
                assert_eq!(answer["pending_count"], json!(lacking));
            },
        ),
        (
            "What did Adler cost us in 2025?",
            "get_spending",
            json!({"since_date": "2025-01-01", "until_date": "2025-12-31", "payee": "adler"}),
            |answer, facts| {
                let named = |name: &str| name.contains("Adler");
                let spent = facts.spent("2025-01-01", "2025-12-31", |part| named(facts.payee(part.row)));
                assert_eq!((thousandths(&answer["all"]["net"]), spent > 0), (spent, true));
            },
        ),
        (
            "How did our net worth develop over two years?",
            "get_net_worth_trend",
            json!({"months_count": 24}),
            |answer, facts| {
                let worth: i64 = facts.transactions().map(|row| row.amount).sum();
                assert_eq!(thousandths(&rows(answer, "months")[23]["net_worth"]), worth);
            },
        ),
        (
            "Which card is not covered?",
            "get_card_coverage",
            json!({}),
            |answer, facts| {
                for name in ["Gold card", "Blue card"] {
                    let card = facts.account(name);
                    let lacks = -facts.balance(card.id) - facts.left(card.payment_category_id.unwrap());
                    let told = row(answer, "cards", "name", name);
                    let short = told.get("short_by").map_or(0, thousandths);
                    assert_eq!(short, lacks.max(0), "{told:#}");
                }
            },
        ),
    ]
}

/// A large plan in which some rows wait for approval, and some for a category.
fn large() -> World {
    let mut world = World::large(6_000, day(TODAY));
    let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
    world.plans[0].change(noon, |plan| {
        let spent = plan.transactions.iter().filter(|row| row.amount < 0);
        let plain = spent.filter(|row| row.transfer_account_id.is_none() && !row.is_split());
        let ids: Vec<_> = plain.map(|row| row.id.clone()).collect();
        let every_tenth = ids.iter().step_by(10);
        for id in every_tenth.clone().take(300) {
            plan.edit_transaction(id, |row| row.approved = false);
        }
        for id in every_tenth.rev().take(200) {
            plan.edit_transaction(id, |row| {
                (row.category_id, row.memo) = (None, Some("sorted out".to_owned()));
            });
        }
    });
    world
}

#[tokio::test]
async fn a_long_history_is_answered_as_briefly() {
    let stage = Stage::set(Setting::with(large())).await;
    let count = stage.look(|plan| plan.transactions.len());
    println!("Of a plan of {count} transactions over twelve years, each in one call on a cold server:\n");
    for (asked, name, arguments, holds) in questions() {
        let process = stage.another_process();
        let answered = ask(&stage, &process, tool(name), arguments).await;
        let (cost, bytes) = (answered.cost(), answered.bytes());
        println!("{asked} {cost} requests, {bytes} bytes ({name})");
        let month = Value::Null;
        stage.look(|plan| holds(&answered.answer, &Facts { plan, month: &month }));
        assert!(bytes <= MOST_BYTES, "{asked} {bytes} of {MOST_BYTES} bytes");
    }
}
