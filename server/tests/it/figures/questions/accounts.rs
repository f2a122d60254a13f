//! Questions about plans, accounts, banks, cards, debts, and what was done.

use serde_json::json;

use super::Question;
use crate::figures::facts::{row, rows, sorted, texts, thousandths};

pub(super) fn questions() -> Vec<Question> {
    let mut questions = of_accounts();
    questions.extend(of_names_and_records());
    questions
}

fn of_accounts() -> Vec<Question> {
    vec![
        Question {
            asked: "Which plans do I have, and in which currency?",
            calls: vec![("list_plans", json!({}))],
            most_bytes: 500,
            holds: |answers, facts| {
                let plan = &answers[0]["plans"][0];
                assert_eq!(plan["name"], facts.plan.name.as_str());
                assert_eq!(
                    plan["currency"],
                    facts.plan.currency.as_ref().unwrap().iso_code.as_str()
                );
            },
        },
        Question {
            asked: "How much is in my current account?",
            calls: vec![("list_accounts", json!({}))],
            most_bytes: 2_500,
            holds: |answers, facts| {
                let current = row(&answers[0], "accounts", "name", "Girokonto");
                let held = facts.balance(facts.account("Girokonto").id);
                assert_eq!(thousandths(&current["balance"]), held);
            },
        },
        Question {
            asked: "Does my current account agree with the bank, which says 7,000, and was anything entered twice?",
            calls: vec![(
                "diagnose_account",
                json!({"account_id": "Girokonto", "bank_balance": 7000}),
            )],
            most_bytes: 2_000,
            holds: |answers, facts| {
                let account = facts.account("Girokonto").id;
                let (cleared, _) = facts.plan.balances(account).unwrap();
                let difference = thousandths(&answers[0]["analysis"]["difference"]);
                assert_eq!(difference, 7_000_000 - cleared);
                let twice = facts.ids(|row| facts.payee(row) == "Apotheke am Markt" && row.amount == -18_900);
                let pair = &rows(&answers[0], "possible_duplicates")[0];
                let told = ["older_id", "newer_id"].map(|member| pair[member].as_str().unwrap().to_owned());
                assert_eq!((twice.len(), sorted(told.into_iter())), (2, twice));
            },
        },
        Question {
            asked: "Which card is not covered, and by how much?",
            calls: vec![("get_card_coverage", json!({}))],
            most_bytes: 1_000,
            holds: |answers, facts| {
                let visa = facts.account("Visa");
                let set_aside = facts.left(visa.payment_category_id.unwrap());
                let card = &rows(&answers[0], "cards")[0];
                assert_eq!(
                    (card["name"].as_str(), card["state"].as_str()),
                    (Some("Visa"), Some("short"))
                );
                assert_eq!(thousandths(&card["short_by"]), -facts.balance(visa.id) - set_aside);
            },
        },
        Question {
            asked: "When is the car paid off?",
            calls: vec![("get_debt_payoff_plan", json!({"strategy": "snowball"}))],
            most_bytes: 3_000,
            holds: |answers, facts| {
                // 4.9 % a year, 265.00 a month from October on.
                let mut owed = -facts.balance(facts.account("Car loan").id);
                let mut month = chrono::NaiveDate::from_ymd_opt(2026, 9, 1).unwrap();
                while owed > 0 {
                    owed += owed * 49 / 12_000 - 265_000;
                    month = month.checked_add_months(chrono::Months::new(1)).unwrap();
                }
                let car = row(&answers[0], "payoffs", "name", "Car loan");
                assert_eq!(car["payoff_month"], month.format("%Y-%m").to_string());
            },
        },
    ]
}

fn of_names_and_records() -> Vec<Question> {
    vec![
        Question {
            asked: "What did you change for me lately?",
            calls: vec![("list_operations", json!({}))],
            most_bytes: 1_000,
            holds: |answers, _| {
                let done = rows(&answers[0], "operations");
                assert_eq!((done.len(), &done[0]["tool"]), (1, &json!("set_category_budget")));
                assert!(done[0].to_string().contains("Cinema"), "{:#}", done[0]);
            },
        },
        Question {
            asked: "Which payees do I never use?",
            calls: vec![("list_payees", json!({"unused_only": true}))],
            most_bytes: 2_500,
            holds: |answers, facts| {
                let used = |id| {
                    let by_line = |line: &ynab_api::sim::Line| line.payee_id == Some(id);
                    facts
                        .transactions()
                        .any(|row| row.payee_id == Some(id) || row.live_lines().any(by_line))
                };
                // Those of balances are YNAB's own and stay.
                let yours = facts.plan.payees.iter().filter(|payee| {
                    let own = payee.transfer_account_id.is_some() || payee.name.ends_with("Balance Adjustment");
                    !own && !payee.deleted
                });
                let unused = yours.filter(|payee| !used(payee.id));
                let names = texts(&answers[0], "payees", "name");
                assert_eq!(names, sorted(unused.map(|payee| payee.name.clone())));
                assert!(names.len() > 5);
            },
        },
    ]
}
