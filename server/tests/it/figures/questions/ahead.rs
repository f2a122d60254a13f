//! Questions about what comes.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Question;
use crate::figures::facts::{Facts, rows, thousandths};
use crate::stage::{TODAY, day};

pub(super) fn questions() -> Vec<Question> {
    vec![
        Question {
            asked: "What is due within a week?",
            calls: vec![("list_scheduled_transactions", json!({"until_date": "2026-09-22"}))],
            most_bytes: 3_000,
            holds: |answers, facts| {
                let until = day("2026-09-22");
                let (mut due, mut out) = (BTreeSet::new(), 0);
                for schedule in facts.plan.scheduled.iter().filter(|schedule| !schedule.deleted) {
                    let mut next = Some(schedule.date_next);
                    while let Some(date) = next.filter(|date| *date <= until) {
                        due.insert((date.to_string(), schedule.id.to_string()));
                        out += schedule.amount;
                        next = schedule.frequency.next(schedule.date_first, date);
                    }
                }
                let told = rows(&answers[0], "occurrences").iter();
                let text = |row: &Value, member: &str| row[member].as_str().unwrap().to_owned();
                let told = told.map(|row| (text(row, "date"), text(row, "scheduled_id")));
                assert_eq!(told.collect::<BTreeSet<_>>(), due);
                assert_eq!((thousandths(&answers[0]["outflows"]), due.len() > 5), (out, true));
            },
        },
        Question {
            asked: "Which subscriptions and bills do we pay, what do they cost a year, and did any become dearer?",
            calls: vec![("find_recurring_charges", json!({}))],
            most_bytes: 4_000,
            holds: |answers, facts| {
                let charges = rows(&answers[0], "charges");
                let yearly = charges.iter().map(|charge| thousandths(&charge["yearly_amount"]));
                assert_eq!(thousandths(&answers[0]["yearly_total"]), yearly.sum::<i64>());
                for charge in charges {
                    let payee = charge["payee"].as_str().unwrap();
                    // Other purchases at the same payee have another category, or none.
                    let category = charge
                        .get("category")
                        .map(|name| facts.category(name.as_str().unwrap()));
                    let paid = facts.transactions();
                    let paid = paid.filter(|row| facts.payee(row) == payee && row.category_id == category);
                    let last = paid.clone().max_by_key(|row| row.date).unwrap();
                    assert_eq!(charge["last_date"], last.date.to_string(), "{payee}");
                    if charge.get("varies").is_none() {
                        assert_eq!(thousandths(&charge["amount"]), last.amount, "{payee}");
                    }
                    if let Some(before) = charge.get("amount_before") {
                        let changed = day(charge["changed_on"].as_str().unwrap());
                        let earlier = paid.filter(|row| row.date < changed).max_by_key(|row| row.date);
                        assert_eq!(thousandths(before), earlier.unwrap().amount, "{payee}");
                    }
                }
                let named = |name: &str| charges.iter().any(|charge| charge["payee"] == name);
                assert!(["Netflix", "Telekom", "Stadtwerke", "Allianz"].into_iter().all(named));
            },
        },
        Question {
            asked: "Will our money last until the end of the year?",
            calls: vec![("forecast_balance", json!({"until": "2026-12"}))],
            most_bytes: 6_000,
            holds: |answers, facts| {
                assert_adds_up(&answers[0], facts);
                assert!(answers[0].get("first_shortfall").is_none());
            },
        },
        Question {
            asked: "Could we pay 3,000 for a new roof on 10 November?",
            calls: vec![
                ("forecast_balance", json!({"until": "2026-11"})),
                (
                    "forecast_balance",
                    json!({"until": "2026-11", "one_offs": [{"date": "2026-11-10", "amount": -3000, "label": "Roof"}]}),
                ),
            ],
            most_bytes: 11_000,
            holds: |answers, facts| {
                for answer in answers {
                    assert_adds_up(answer, facts);
                }
                let [without, with] = [0, 1].map(|at| rows(&answers[at], "months").last().unwrap());
                let end = |month: &Value| thousandths(&month["cash_end"]);
                assert_eq!(end(without) - end(with), 3_000_000);
                assert!(thousandths(&with["cash_lowest"]) > 0 && answers[1].get("first_shortfall").is_none());
            },
        },
    ]
}

/// A forecast starts with what the accounts hold today, each month ends with what came in and went out, and what is
/// scheduled comes in it.
fn assert_adds_up(answer: &Value, facts: &Facts<'_>) {
    let mut held = facts.at_hand();
    assert_eq!(thousandths(&answer["start_balance"]), held);
    for month in rows(answer, "months") {
        assert_eq!(thousandths(&month["start"]), held, "{month:#}");
        held += thousandths(&month["inflows"]) + thousandths(&month["outflows"]);
        assert_eq!(thousandths(&month["end"]), held, "{month:#}");
    }
    let salary = facts
        .plan
        .scheduled
        .iter()
        .find(|schedule| schedule.amount > 0)
        .unwrap();
    let first = &rows(answer, "months")[0];
    assert!(salary.date_next > day(TODAY) && salary.date_next < day("2026-10-01"));
    assert!(thousandths(&first["inflows"]) >= salary.amount, "{first:#}");
}
