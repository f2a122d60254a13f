//! Questions whose answer is a list of payments, or one of them.

use serde_json::json;
use ynab_api::sim::{Cleared, Transaction};

use super::Question;
use crate::figures::facts::{Facts, is_in, rows, sorted, texts, thousandths};
use crate::stage::TODAY;

/// The last purchase at Kaufland that was split.
const PURCHASE: &str = "c6b486b9-d8b3-4a40-a4a9-4242f4f26ac1";

/// Whether a list holds just what fits, and says what it comes to.
fn holds(answer: &serde_json::Value, facts: &Facts<'_>, fits: impl Fn(&Transaction) -> bool) {
    let expected = sorted(facts.ids(&fits).into_iter());
    assert!(!expected.is_empty());
    assert_eq!(
        sorted(texts(answer, "transactions", "transaction_id").into_iter()),
        expected
    );
    let sum: i64 = facts.transactions().filter(|row| fits(row)).map(|row| row.amount).sum();
    assert_eq!(
        (&answer["total"], thousandths(&answer["sum"])),
        (&json!(expected.len()), sum)
    );
}

pub(super) fn questions() -> Vec<Question> {
    let mut questions = of_lists();
    questions.push(Question {
        asked: "What did we buy in that last large purchase at Kaufland?",
        calls: vec![
            (
                "find_transactions",
                json!({"payee": "Kaufland", "only": ["split"], "limit": 1}),
            ),
            ("get_transaction", json!({"transaction_id": PURCHASE})),
        ],
        most_bytes: 1_400,
        holds: |answers, facts| {
            assert_eq!(texts(&answers[0], "transactions", "transaction_id"), [PURCHASE]);
            let bought = facts.transactions().find(|row| row.id == PURCHASE).unwrap();
            let lines = rows(&answers[1], "lines");
            let told: Vec<_> = lines.iter().map(|line| thousandths(&line["amount"])).collect();
            let expected: Vec<_> = bought.lines.iter().map(|line| line.amount).collect();
            assert_eq!((told.iter().sum::<i64>(), told), (bought.amount, expected));
        },
    });
    questions
}

fn of_lists() -> Vec<Question> {
    vec![
        Question {
            asked: "What have I flagged for the tax return?",
            calls: vec![("find_transactions", json!({"flag": "Tax return"}))],
            most_bytes: 900,
            holds: |answers, facts| holds(&answers[0], facts, |row| row.flag.as_deref() == Some("blue")),
        },
        Question {
            asked: "Which payments over 500 were there this year, and what do they come to?",
            calls: vec![(
                "find_transactions",
                json!({"since_date": "2026-01-01", "min_amount": 500.01, "only": ["outflow", "no_transfer"]}),
            )],
            most_bytes: 600,
            holds: |answers, facts| {
                holds(&answers[0], facts, |row| {
                    is_in(row, "2026-01-01", TODAY) && row.amount < -500_000 && row.transfer_account_id.is_none()
                });
            },
        },
        Question {
            asked: "Which payment speaks of Oma's birthday in its memo?",
            calls: vec![("find_transactions", json!({"memo": "geburtstag oma"}))],
            most_bytes: 600,
            holds: |answers, facts| {
                holds(&answers[0], facts, |row| {
                    row.memo.as_deref().is_some_and(|memo| memo.contains("Geburtstag Oma"))
                });
            },
        },
        Question {
            asked: "What has the bank not seen yet, on any account?",
            calls: vec![("find_transactions", json!({"only": ["uncleared"]}))],
            most_bytes: 4_000,
            holds: |answers, facts| {
                holds(&answers[0], facts, |row| {
                    row.cleared == Cleared::Uncleared && is_in(row, "1970-01-01", TODAY)
                });
            },
        },
    ]
}
