//! Questions about this month and the last, and about what waits to be looked at.

use serde_json::json;

use super::Question;
use crate::figures::facts::{row, rows, sorted, texts, thousandths};
use crate::stage::day;

pub(super) fn questions() -> Vec<Question> {
    let mut questions = of_the_month();
    questions.extend(of_what_waits());
    questions
}

fn of_the_month() -> Vec<Question> {
    vec![
        Question {
            asked: "Which groups of categories do I have?",
            calls: vec![("list_category_groups", json!({}))],
            most_bytes: 800,
            holds: |answers, facts| {
                let groups = facts.plan.groups.iter();
                let shown = groups.filter(|group| !(group.hidden || group.internal || group.deleted));
                assert_eq!(
                    texts(&answers[0], "groups", "name"),
                    sorted(shown.map(|group| group.name.clone()))
                );
            },
        },
        Question {
            asked: "What can I still spend on groceries?",
            calls: vec![("list_categories", json!({"search": "groceries"}))],
            most_bytes: 600,
            holds: |answers, facts| {
                let groceries = row(&answers[0], "categories", "name", "🛒 Groceries");
                let left = facts.left(facts.category("🛒 Groceries"));
                assert_eq!(thousandths(&groceries["balance"]), left);
            },
        },
        Question {
            asked: "What is left in each category?",
            calls: vec![("get_category_balances", json!({}))],
            most_bytes: 5_000,
            holds: |answers, facts| {
                let told = rows(&answers[0], "categories");
                for category in told {
                    let id = category["category_id"].as_str().unwrap().parse().unwrap();
                    assert_eq!(thousandths(&category["balance"]), facts.left(id), "{category:#}");
                }
                let left = |category: &&ynab_api::sim::Category| facts.left(category.id) != 0;
                let shown = facts.plan.categories.iter().filter(|category| {
                    let group = facts.plan.groups.get(&category.group_id).unwrap();
                    !(category.hidden || category.internal || category.deleted || group.hidden || group.internal)
                });
                let shown: Vec<_> = shown.filter(left).collect();
                let is_told = |id: String| told.iter().any(|row| row["category_id"] == id.as_str());
                assert!(shown.len() > 10 && shown.iter().all(|category| is_told(category.id.to_string())));
            },
        },
        Question {
            asked: "What is still to be assigned, and what is overspent?",
            calls: vec![("get_monthly_summary", json!({}))],
            most_bytes: 600,
            holds: |answers, facts| {
                let ready = facts.month["to_be_budgeted"].as_i64().unwrap();
                assert_eq!(thousandths(&answers[0]["ready_to_assign"]), ready);
                let overspent = row(&answers[0], "overspent", "name", "Eating Out");
                let left = facts.left(facts.category("Eating Out"));
                assert_eq!((thousandths(&overspent["balance"]), left < 0), (left, true));
            },
        },
        Question {
            asked: "In which categories did we spend more than we assigned in August?",
            calls: vec![("get_budget_vs_actual", json!({"month": "2026-08-01"}))],
            most_bytes: 6_000,
            holds: |answers, facts| {
                let over = rows(&answers[0], "categories").iter();
                let over = over.filter(|row| thousandths(&row["actual"]) > thousandths(&row["budgeted"]));
                let told = sorted(over.map(|row| row["id"].as_str().unwrap().to_owned()));
                let more = facts.plan.categories.iter().filter(|category| {
                    let group = facts.plan.groups.get(&category.group_id).unwrap();
                    let month = facts.plan.category_month(day("2026-08-01"), category.id).unwrap();
                    !group.internal && -month.activity > month.assigned
                });
                assert_eq!(told, sorted(more.map(|category| category.id.to_string())));
                assert!(told.len() > 2);
            },
        },
        Question {
            asked: "Which targets are behind, and what do they need?",
            calls: vec![("get_underfunded_targets", json!({}))],
            most_bytes: 3_500,
            holds: |answers, facts| {
                let categories = facts.month["categories"].as_array().unwrap().iter();
                let behind = categories.filter(|category| {
                    let own = category["category_group_name"] == "Credit Card Payments";
                    let aside = category["hidden"] == true || !category["goal_snoozed_at"].is_null();
                    !own && !aside && category["goal_under_funded"].as_i64() > Some(0)
                });
                let needed = behind
                    .clone()
                    .map(|category| category["goal_under_funded"].as_i64().unwrap());
                assert_eq!(thousandths(&answers[0]["needed"]), needed.sum::<i64>());
                let ids = behind.map(|category| category["id"].as_str().unwrap().to_owned());
                assert_eq!(texts(&answers[0], "targets", "category_id"), sorted(ids));
            },
        },
    ]
}

fn of_what_waits() -> Vec<Question> {
    vec![
        Question {
            asked: "How many transactions wait for my approval?",
            calls: vec![("list_unapproved", json!({"limit": 1}))],
            most_bytes: 700,
            holds: |answers, facts| {
                let waiting = facts.transactions().filter(|row| !row.approved).count();
                assert_eq!((&answers[0]["total"], waiting > 5), (&json!(waiting), true));
            },
        },
        Question {
            asked: "What really lacks a category?",
            calls: vec![("suggest_categories", json!({}))],
            most_bytes: 5_000,
            holds: |answers, facts| {
                // A card's first balance has none and needs none.
                let opening = Some(facts.plan.own.starting_balance_payee);
                let lacking = facts.ids(|row| {
                    let own = facts.plan.accounts.get(&row.account_id).unwrap().on_budget;
                    let moved = row.transfer_account_id.is_some() || row.payee_id == opening;
                    own && row.category_id.is_none() && !(moved || row.is_split())
                });
                assert_eq!(texts(&answers[0], "items", "transaction_id"), lacking);
                assert_eq!(answers[0]["pending_count"], lacking.len());
            },
        },
    ]
}
