//! Questions about what was spent, earned and saved, over any time.

use serde_json::json;

use super::Question;
use crate::figures::facts::{is_in, last_day, rows, texts, thousandths};
use crate::stage::{TODAY, day};

pub(super) fn questions() -> Vec<Question> {
    let mut questions = of_spending();
    questions.extend(of_kinds_of_spending());
    questions.extend(of_payments());
    questions.extend(of_wealth());
    questions
}

fn of_spending() -> Vec<Question> {
    let in_2025 = |more: serde_json::Value| {
        let mut arguments = json!({"since_date": "2025-01-01", "until_date": "2025-12-31"});
        arguments
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        vec![("get_spending", arguments)]
    };
    vec![
        Question {
            asked: "What did REWE cost us in 2025?",
            calls: in_2025(json!({"payee": "REWE"})),
            most_bytes: 700,
            holds: |answers, facts| {
                let spent = facts.spent("2025-01-01", "2025-12-31", |part| facts.payee(part.row) == "REWE");
                assert_eq!(
                    (thousandths(&answers[0]["all"]["net"]), spent > 1_000_000),
                    (spent, true)
                );
            },
        },
        Question {
            asked: "Which month of 2025 was the most expensive?",
            calls: in_2025(json!({"by": "month"})),
            most_bytes: 2_000,
            holds: |answers, facts| {
                let months = rows(&answers[0], "rows");
                assert_eq!(months.len(), 12);
                for month in months {
                    let name = format!("{}-01", month["name"].as_str().unwrap());
                    let spent = facts.spent(&name, &last_day(&name).to_string(), |_| true);
                    assert_eq!(thousandths(&month["net"]), spent, "{name}");
                }
            },
        },
        Question {
            asked: "Who got most of our money in 2025?",
            calls: in_2025(json!({"by": "payee", "limit": 5})),
            most_bytes: 1_500,
            holds: |answers, facts| {
                let told = rows(&answers[0], "rows");
                for shop in told {
                    let named = shop["name"].as_str().unwrap();
                    let spent = facts.spent("2025-01-01", "2025-12-31", |part| facts.payee(part.row) == named);
                    assert_eq!(thousandths(&shop["net"]), spent, "{named}");
                }
                let least = told.iter().map(|shop| thousandths(&shop["spent"])).min().unwrap();
                let names = told
                    .iter()
                    .map(|shop| shop["name"].as_str().unwrap())
                    .collect::<Vec<_>>();
                let others = facts
                    .plan
                    .payees
                    .iter()
                    .filter(|payee| !names.contains(&payee.name.as_str()));
                for other in others {
                    let spent = facts.spent("2025-01-01", "2025-12-31", |part| {
                        part.row.payee_id == Some(other.id) && part.amount < 0
                    });
                    assert!(spent <= least, "{} got more", other.name);
                }
            },
        },
        Question {
            asked: "How much did we earn in 2025?",
            calls: in_2025(json!({"limit": 1})),
            most_bytes: 800,
            holds: |answers, facts| {
                let earned = facts.income("2025-01-01", "2025-12-31");
                assert_eq!((thousandths(&answers[0]["income"]), earned > 0), (earned, true));
            },
        },
    ]
}

fn of_kinds_of_spending() -> Vec<Question> {
    vec![
        Question {
            asked: "Where did our money go this year, and what came back?",
            calls: vec![("get_spending", json!({"since_date": "2026-01-01", "by": "group"}))],
            most_bytes: 2_000,
            holds: |answers, facts| {
                for group in rows(&answers[0], "rows") {
                    let name = group.get("id").and(group["name"].as_str());
                    let spent = facts.spent("2026-01-01", TODAY, |part| facts.group_of(part.category) == name);
                    assert_eq!(thousandths(&group["net"]), spent, "{group:#}");
                }
                let back = facts
                    .spending()
                    .filter(|part| part.amount > 0 && is_in(part.row, "2026-01-01", TODAY));
                let back: i64 = back.map(|part| part.amount).sum();
                assert_eq!((thousandths(&answers[0]["all"]["refunded"]), back > 0), (back, true));
            },
        },
        Question {
            asked: "Did eating out cost more in the first half of this year than a year before?",
            calls: vec![(
                "get_spending",
                json!({
                    "since_date": "2026-01-01", "until_date": "2026-06-30", "category_ids": ["Eating Out"],
                    "compare": "year_before",
                }),
            )],
            most_bytes: 1_000,
            holds: |answers, facts| {
                let eating = Some(facts.category("Eating Out"));
                let spent = |since, until| facts.spent(since, until, |part| part.category == eating);
                let (now, before) = (spent("2026-01-01", "2026-06-30"), spent("2025-01-01", "2025-06-30"));
                assert_eq!(thousandths(&answers[0]["all"]["net"]), now);
                assert_eq!(thousandths(&answers[0]["compared_with"]["net"]), before);
                assert_eq!(thousandths(&answers[0]["compared_with"]["change"]), now - before);
            },
        },
        Question {
            asked: "How much did we pay with the card in August?",
            calls: vec![(
                "get_spending",
                json!({"since_date": "2026-08-01", "until_date": "2026-08-31", "account_ids": ["Visa"], "limit": 1}),
            )],
            most_bytes: 800,
            holds: |answers, facts| {
                let visa = facts.account("Visa").id;
                let spent = facts.spent("2026-08-01", "2026-08-31", |part| part.row.account_id == visa);
                assert_eq!((thousandths(&answers[0]["all"]["net"]), spent > 0), (spent, true));
            },
        },
        Question {
            asked: "Are groceries going up?",
            calls: vec![(
                "get_spending_trends",
                json!({"months_count": 12, "category_ids": ["groceries"]}),
            )],
            most_bytes: 1_200,
            holds: |answers, facts| {
                let groceries = facts.category("🛒 Groceries");
                let told = rows(&answers[0]["categories"][0], "spent");
                for (month, spent) in rows(&answers[0], "months").iter().zip(told) {
                    let of_month = facts
                        .plan
                        .category_month(day(month.as_str().unwrap()), groceries)
                        .unwrap();
                    assert_eq!(thousandths(spent), -of_month.activity, "{month}");
                }
                assert_eq!(told.len(), 12);
            },
        },
    ]
}

fn of_payments() -> Vec<Question> {
    vec![
        Question {
            asked: "When did we last pay the tax adviser, and how much?",
            calls: vec![(
                "find_transactions",
                json!({"since_date": "2020-01-01", "payee": "steuerberater"}),
            )],
            most_bytes: 600,
            holds: |answers, facts| {
                let mut paid = facts
                    .transactions()
                    .filter(|row| facts.payee(row).contains("Steuerberater"));
                let (paid, none) = (paid.next().unwrap(), paid.next());
                let told = &rows(&answers[0], "transactions")[0];
                assert_eq!((thousandths(&told["amount"]), none), (paid.amount, None));
                assert_eq!(told["date"], paid.date.to_string());
            },
        },
        Question {
            asked: "What was the payment of 64.50?",
            calls: vec![(
                "find_transactions",
                json!({"since_date": "2026-01-01", "amount": -64.5}),
            )],
            most_bytes: 600,
            holds: |answers, facts| {
                let fitting = facts.ids(|row| row.amount == -64_500 && is_in(row, "2026-01-01", TODAY));
                assert_eq!(texts(&answers[0], "transactions", "transaction_id"), fitting);
                assert_eq!(answers[0]["transactions"][0]["payee"], "IKEA");
            },
        },
    ]
}

fn of_wealth() -> Vec<Question> {
    vec![
        Question {
            asked: "How did our net worth develop over two years?",
            calls: vec![("get_net_worth_trend", json!({"months_count": 24}))],
            most_bytes: 5_000,
            holds: |answers, facts| {
                let months = rows(&answers[0], "months");
                assert_eq!(months.len(), 24);
                for month in months {
                    let end = last_day(month["month"].as_str().unwrap()).min(day(TODAY));
                    let worth = facts.transactions().filter(|row| row.date <= end).map(|row| row.amount);
                    assert_eq!(thousandths(&month["net_worth"]), worth.sum::<i64>(), "{end}");
                }
            },
        },
        Question {
            asked: "How much of our income do we keep?",
            calls: vec![("get_savings_rate", json!({}))],
            most_bytes: 2_000,
            holds: |answers, facts| {
                let income = facts.income("2026-03-01", "2026-08-31");
                let spent = facts.spent("2026-03-01", "2026-08-31", |part| !facts.is_invested(part));
                assert_eq!(thousandths(&answers[0]["income"]), income);
                assert_eq!(thousandths(&answers[0]["spending"]), -spent);
                let tenths = thousandths(&answers[0]["rate"]) / 100;
                assert!(
                    (tenths * income - (income - spent) * 1_000).abs() * 2 <= income,
                    "{tenths}"
                );
            },
        },
        Question {
            asked: "How long does our money last without income, and how long with only bills and loans?",
            calls: vec![("get_runway", json!({"essential_groups": ["Bills", "Loans"]}))],
            most_bytes: 2_000,
            holds: |answers, facts| {
                let (since, until) = ("2026-03-01", "2026-08-31");
                let needed = |part: &crate::figures::facts::Part<'_>| {
                    ["Bills", "Loans"].map(Some).contains(&facts.group_of(part.category))
                };
                let held = facts.at_hand();
                assert_eq!(thousandths(&answers[0]["liquid"]), held);
                for (pace, six_months) in [
                    ("spending", facts.spent(since, until, |part| !facts.is_invested(part))),
                    ("essential", facts.spent(since, until, needed)),
                ] {
                    let monthly = -thousandths(&answers[0][pace]["monthly_spending"]);
                    assert!((monthly * 6 - six_months).abs() <= 30, "{pace}: a cent at the most");
                    let tenths = thousandths(&answers[0][pace]["runway_months"]) / 100;
                    assert!(
                        (tenths * monthly - held * 10).abs() * 2 <= monthly + 10,
                        "{pace}: {tenths}"
                    );
                }
            },
        },
        Question {
            asked: "How old is our money?",
            calls: vec![("get_age_of_money", json!({}))],
            most_bytes: 1_500,
            holds: |answers, facts| assert_eq!(answers[0]["days"], facts.month["age_of_money"]),
        },
    ]
}
