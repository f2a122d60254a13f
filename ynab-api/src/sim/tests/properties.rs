//! Whatever clients ask for, in whatever order: the books balance, saving loses nothing, and deltas rebuild the plan.

use std::collections::BTreeMap;

use http::Method;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::Bench;
use crate::sim::model::World;

const ACCOUNTS: [&str; 7] = [
    "Checking",
    "Savings",
    "Card",
    "Other card",
    "Asset",
    "Car loan",
    "Closed",
];
const CATEGORIES: [&str; 6] = [
    "Rent",
    "Food",
    "Books",
    "Car",
    "Inflow: Ready to Assign",
    "Uncategorized",
];

/// Something a client asks for; numbers choose among what there is.
#[derive(Debug, Clone)]
enum Step {
    Create {
        account: usize,
        day: i64,
        amount: i64,
        category: Option<usize>,
        transfer: Option<usize>,
    },
    Split {
        account: usize,
        day: i64,
        parts: Vec<(i64, Option<usize>, Option<usize>)>,
    },
    Edit {
        row: usize,
        field: Field,
    },
    Bulk {
        edits: Vec<(usize, Field)>,
    },
    Delete {
        row: usize,
    },
    Assign {
        category: usize,
        month: i64,
        amount: i64,
    },
    Bank {
        account: usize,
        day: i64,
        amount: i64,
    },
    Wait {
        days: u64,
    },
}

#[derive(Debug, Clone)]
enum Field {
    Amount(i64),
    Date(i64),
    Category(Option<usize>),
    Account(usize),
    Transfer(Option<usize>),
    Split(i64),
    Status(bool, bool),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let account = 0..ACCOUNTS.len();
    let category = proptest::option::weighted(0.7, 0..CATEGORIES.len());
    let transfer = proptest::option::weighted(0.3, 0..ACCOUNTS.len());
    let amount = (-400_i64..200).prop_map(|units| units * 1_010);
    let day = 0_i64..70;
    let part = (
        amount.clone(),
        category.clone(),
        proptest::option::weighted(0.2, 0..ACCOUNTS.len()),
    );
    let field = prop_oneof![
        amount.clone().prop_map(Field::Amount),
        day.clone().prop_map(Field::Date),
        category.clone().prop_map(Field::Category),
        account.clone().prop_map(Field::Account),
        transfer.clone().prop_map(Field::Transfer),
        amount.clone().prop_map(Field::Split),
        (any::<bool>(), any::<bool>()).prop_map(|(cleared, approved)| Field::Status(cleared, approved)),
    ];
    let step = prop_oneof![
        4 => (account.clone(), day.clone(), amount.clone(), category, transfer).prop_map(
            |(account, day, amount, category, transfer)| Step::Create { account, day, amount, category, transfer }
        ),
        2 => (account.clone(), day.clone(), proptest::collection::vec(part, 1..4))
            .prop_map(|(account, day, parts)| Step::Split { account, day, parts }),
        5 => (any::<prop::sample::Index>(), field.clone()).prop_map(|(row, field)| Step::Edit { row: row.index(64), field }),
        2 => proptest::collection::vec((any::<prop::sample::Index>(), field.clone()), 1..5).prop_map(|edits| Step::Bulk {
            edits: edits.into_iter().map(|(row, field)| (row.index(64), field)).collect()
        }),
        2 => any::<prop::sample::Index>().prop_map(|row| Step::Delete { row: row.index(64) }),
        2 => (0..CATEGORIES.len(), -2_i64..4, amount.clone())
            .prop_map(|(category, month, amount)| Step::Assign { category, month, amount }),
        1 => (account, day, amount).prop_map(|(account, day, amount)| Step::Bank { account, day, amount }),
        1 => (1_u64..40).prop_map(|days| Step::Wait { days }),
    ];
    proptest::collection::vec(step, 1..40)
}

fn date(back: i64) -> String {
    crate::sim::calendar::days_after("2026-11-30".parse().unwrap(), -back).to_string()
}

impl Step {
    /// Asks for it; refusals are fine, anything but a known status is not.
    fn take(&self, bench: &Bench) {
        let account = |number: &usize| bench.account(ACCOUNTS[*number]);
        let category = |number: &Option<usize>| number.map(|number| bench.category(CATEGORIES[number]));
        let payee = |number: &Option<usize>| number.map(|number| bench.transfer_payee(ACCOUNTS[number]));
        let (method, address, body) = match self {
            Self::Create {
                account: on,
                day,
                amount,
                category: of,
                transfer,
            } => {
                let row = json!({ "account_id": account(on), "date": date(*day), "amount": amount,
                    "category_id": category(of), "payee_id": payee(transfer), "payee_name": "Shop" });
                (Method::POST, "transactions".to_owned(), json!({ "transaction": row }))
            }
            Self::Split {
                account: on,
                day,
                parts,
            } => {
                let lines: Vec<Value> = parts
                    .iter()
                    .map(|(amount, of, to)| {
                        json!({ "amount": amount, "category_id": category(of), "payee_id": payee(to) })
                    })
                    .collect();
                let total: i64 = parts.iter().map(|part| part.0).sum();
                let row = json!({ "account_id": account(on), "date": date(*day), "amount": total,
                    "subtransactions": lines });
                (Method::POST, "transactions".to_owned(), json!({ "transaction": row }))
            }
            Self::Edit { row, field } => {
                let Some(id) = nth_row(bench, *row) else { return };
                (
                    Method::PUT,
                    format!("transactions/{id}"),
                    json!({ "transaction": field.body(bench) }),
                )
            }
            Self::Bulk { edits } => {
                let item = |(row, field): &(usize, Field)| {
                    let mut fields = field.body(bench);
                    fields["id"] = json!(nth_row(bench, *row)?);
                    Some(fields)
                };
                let items: Vec<Value> = edits.iter().filter_map(item).collect();
                (
                    Method::PATCH,
                    "transactions".to_owned(),
                    json!({ "transactions": items }),
                )
            }
            Self::Delete { row } => {
                let Some(id) = nth_row(bench, *row) else { return };
                (Method::DELETE, format!("transactions/{id}"), Value::Null)
            }
            Self::Assign {
                category: of,
                month,
                amount,
            } => {
                let first = "2026-11-01".parse().unwrap();
                let month = crate::sim::calendar::months_after(first, i32::try_from(*month).unwrap());
                let address = format!("months/{month}/categories/{}", bench.category(CATEGORIES[*of]));
                (Method::PATCH, address, json!({ "category": { "budgeted": amount } }))
            }
            Self::Bank {
                account: on,
                day,
                amount,
            } => {
                let row = json!({ "account_id": account(on), "date": date(*day), "amount": amount,
                    "payee_name": "SHOP 4711", "import_id": format!("b:{amount}:{day}") });
                (Method::POST, "transactions".to_owned(), json!({ "transaction": row }))
            }
            Self::Wait { days } => {
                bench.advance_days(*days);
                (Method::GET, "accounts".to_owned(), Value::Null)
            }
        };
        let (status, answer) = bench.ask(method, &address, &body);
        assert!(
            [200, 201, 209, 400, 404, 409].contains(&status),
            "{address}: {status} {answer}"
        );
    }
}

impl Field {
    fn body(&self, bench: &Bench) -> Value {
        match self {
            Self::Amount(amount) => json!({ "amount": amount }),
            Self::Date(day) => json!({ "date": date(*day) }),
            Self::Category(of) => json!({ "category_id": of.map(|number| bench.category(CATEGORIES[number])) }),
            Self::Account(on) => json!({ "account_id": bench.account(ACCOUNTS[*on]) }),
            Self::Transfer(to) => json!({ "payee_id": to.map(|number| bench.transfer_payee(ACCOUNTS[number])) }),
            Self::Split(first) => json!({ "amount": first - 5_000, "subtransactions":
                [{ "amount": first, "category_id": bench.category("Food") }, { "amount": -5_000 }] }),
            Self::Status(cleared, approved) => {
                json!({ "cleared": if *cleared { "reconciled" } else { "uncleared" }, "approved": approved })
            }
        }
    }
}

fn nth_row(bench: &Bench, number: usize) -> Option<String> {
    let world = bench.desk.world();
    let live: Vec<_> = world.plans[0].transactions.iter().filter(|row| !row.deleted).collect();
    live.get(number % live.len().max(1)).map(|row| row.id.clone())
}

/// A client's copy, kept by deltas alone: rows by list and id.
#[derive(Default)]
struct Copy {
    knowledge: i64,
    rows: BTreeMap<(String, String), Value>,
}

impl Copy {
    fn refresh(&mut self, bench: &Bench) {
        let address = format!("/v1/plans/last-used?last_knowledge_of_server={}", self.knowledge);
        let data = bench.ask_raw(Method::GET, &address, &Value::Null).1["data"].clone();
        self.knowledge = data["server_knowledge"].as_i64().unwrap();
        self.merge(&data["plan"], "");
    }

    fn merge(&mut self, holder: &Value, prefix: &str) {
        for (list, rows) in holder
            .as_object()
            .unwrap()
            .iter()
            .filter_map(|(list, rows)| Some((list, rows.as_array()?)))
        {
            for row in rows {
                let id = row.get("id").or(row.get("month")).unwrap().as_str().unwrap();
                let key = (format!("{prefix}{list}"), id.to_owned());
                if row["deleted"] == true {
                    self.rows.remove(&key);
                    continue;
                }
                let mut row = row.clone();
                if list == "months" {
                    self.merge(&json!({ "categories": row["categories"] }), &format!("{id}/"));
                    row.as_object_mut().unwrap().remove("categories");
                }
                self.rows.insert(key, row);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_books_balance_after_every_step_and_after_loading(steps in steps()) {
        let bench = Bench::new();
        for step in &steps {
            step.take(&bench);
            bench.assert_balanced();
        }
        let saved = bench.desk.world().to_json().unwrap();
        let loaded = World::from_json(&saved).unwrap();
        loaded.assert_balanced();
        prop_assert_eq!(loaded.plans[0].content(), bench.desk.world().plans[0].content());
        prop_assert_eq!(loaded.plans[0].digest(), bench.desk.world().plans[0].digest());
    }

    #[test]
    fn a_copy_kept_by_deltas_equals_a_fresh_one(steps in steps()) {
        let bench = Bench::new();
        let mut kept = Copy::default();
        for step in &steps {
            kept.refresh(&bench);
            step.take(&bench);
        }
        kept.refresh(&bench);
        let mut fresh = Copy::default();
        fresh.refresh(&bench);
        prop_assert_eq!(kept.rows, fresh.rows);
    }

    #[test]
    fn deleting_what_was_made_gives_back_what_was(account in 0..5_usize, amount in -900_000_i64..900_000, split in any::<bool>()) {
        let bench = Bench::new();
        let before = bench.desk.world().plans[0].content();
        let mut row = json!({ "account_id": bench.account(ACCOUNTS[account]), "date": "2026-11-20", "amount": amount });
        if split {
            row["subtransactions"] = json!([{ "amount": amount - 5, "payee_id": bench.transfer_payee("Savings") },
                { "amount": 5, "category_id": bench.category("Food") }]);
        }
        let (status, answer) = bench.ask(Method::POST, "transactions", &json!({ "transaction": row }));
        if status == 201 {
            let id = answer["data"]["transaction"]["id"].as_str().unwrap().to_owned();
            prop_assert_ne!(&bench.desk.world().plans[0].content(), &before);
            bench.write(200, Method::DELETE, &format!("transactions/{id}"), &Value::Null);
        }
        prop_assert_eq!(bench.desk.world().plans[0].content(), before);
    }
}
