//! What is scheduled, and when it is due.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use uuid::Uuid;
use ynab_api::sim::{Frequency, Line, Plan, Scheduled, World};

use crate::stage::{Household, Setting, Stage, TODAY, day, told};

/// A schedule on the current account.
fn schedule(plan: &Plan, number: u128, frequency: Frequency, next: &str, change: impl FnOnce(&mut Scheduled)) -> Value {
    let mut row = Scheduled {
        id: Uuid::from_u128(number),
        date_first: day(next),
        date_next: day(next),
        frequency,
        amount: -47_500,
        memo: None,
        flag: None,
        account_id: plan.account_named("Girokonto").unwrap().id,
        payee_id: plan.payee_named("Market").map(|payee| payee.id),
        category_id: plan.category_named("Tennis").map(|category| category.id),
        transfer_account_id: None,
        lines: Vec::new(),
        deleted: false,
        changed: 1,
    };
    change(&mut row);
    serde_json::to_value(row).unwrap()
}

/// The household with a rent twice a month, savings, a split shopping, one that is late and one that was deleted.
async fn stage() -> (Stage, Household) {
    let (world, home) = Household::in_euro();
    let plan = &world.plans[0];
    let savings = plan.account_named("Tagesgeld").unwrap();
    let groceries = Household::key(&home.groceries);
    let rows = [
        schedule(plan, 1, Frequency::TwiceAMonth, "2026-09-16", |row| {
            row.date_first = day("2026-01-01");
        }),
        schedule(plan, 2, Frequency::Monthly, "2026-09-20", |row| {
            (row.amount, row.category_id) = (-100_000, None);
            (row.payee_id, row.transfer_account_id) = (Some(savings.transfer_payee_id), Some(savings.id));
        }),
        schedule(plan, 3, Frequency::Yearly, "2026-10-01", |row| {
            (row.amount, row.category_id, row.memo) = (-50_000, None, Some("Für\nzwei".to_owned()));
            row.lines = [-20_000, -30_000].map(|amount| part(amount, groceries)).into();
        }),
        schedule(plan, 4, Frequency::Weekly, "2026-09-10", |row| row.amount = -5_000),
        schedule(plan, 5, Frequency::Daily, "2026-09-16", |row| row.deleted = true),
    ];
    let mut written: Value = serde_json::from_slice(&world.to_json().unwrap()).unwrap();
    written["plans"][0]["scheduled"] = rows.into();
    let world = World::from_json(written.to_string().as_bytes()).unwrap();
    (Stage::set(Setting::with(world)).await, home)
}

fn part(amount: i64, category: Uuid) -> Line {
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

async fn listed(stage: &Stage, arguments: Value) -> Value {
    stage
        .without_asking("list_scheduled_transactions", arguments)
        .await
        .answer()
}

/// Date and amount of each row.
fn rows(answer: &Value) -> Vec<(String, f64)> {
    let rows = answer["occurrences"].as_array().unwrap().iter();
    rows.map(|row| {
        (
            row["date"].as_str().unwrap().to_owned(),
            row["amount"].as_f64().unwrap(),
        )
    })
    .collect()
}

#[tokio::test]
async fn a_month_of_schedules_is_told_day_by_day() {
    let (stage, _) = stage().await;
    let answer = listed(&stage, json!({})).await;
    let expected = [
        ("2026-09-16", -47.5),
        ("2026-09-17", -5.0),
        ("2026-09-20", -100.0),
        ("2026-09-24", -5.0),
        ("2026-10-01", -47.5),
        ("2026-10-01", -50.0),
        ("2026-10-01", -5.0),
        ("2026-10-08", -5.0),
        ("2026-10-15", -5.0),
    ];
    let sorted = |mut rows: Vec<(String, f64)>| {
        rows.sort_by(|one, other| one.partial_cmp(other).unwrap());
        rows
    };
    let expected = expected.map(|(date, amount)| (date.to_owned(), amount)).to_vec();
    assert_eq!(sorted(rows(&answer)), sorted(expected));
    assert_eq!(
        (&answer["total"], &answer["inflows"], &answer["outflows"]),
        (&json!(9), &json!(0), &json!(-170))
    );
    assert_eq!(
        told(&answer),
        "9 scheduled transactions from 2026-09-15 to 2026-10-15: 0.00 comes in and 170.00 goes out, transfers within the \
         plan left out. 1 schedule is late: the next date has passed, and YNAB has not entered it."
    );
    assert_eq!(answer["late"][0]["date"], "2026-09-10");
    assert_eq!(
        answer["occurrences"][2],
        json!({
            "scheduled_id": "00000000-0000-0000-0000-000000000002", "date": "2026-09-20", "amount": -100,
            "account": "Girokonto", "payee": "Transfer : Tagesgeld", "frequency": "monthly", "transfer": true,
            "transfer_account": "Tagesgeld",
        })
    );
    let split = answer["occurrences"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["category"] == "Split")
        .unwrap();
    assert_eq!(
        (&split["memo"], &split["frequency"]),
        (&json!("Für zwei"), &json!("yearly"))
    );
    let requests = ["getAccounts", "getCategories", "getPlans", "getScheduledTransactions"];
    assert_eq!(stage.requests_sorted(), requests);
}

#[tokio::test]
async fn a_transfer_is_listed_for_either_account() {
    let (stage, home) = stage().await;
    for (account, amount, other) in [("Tagesgeld", 100, "Girokonto"), ("Girokonto", -100, "Tagesgeld")] {
        let arguments = json!({"plan_id": home.plan, "account_ids": [account], "since_date": "2026-09-20", "until_date": "2026-09-20"});
        let answer = listed(&stage, arguments).await;
        let row = &answer["occurrences"][0];
        assert_eq!(
            (&row["account"], &row["amount"], &row["transfer_account"]),
            (&json!(account), &json!(amount), &json!(other))
        );
        assert_eq!(
            (&answer["total"], &answer["inflows"], &answer["outflows"]),
            (&json!(1), &json!(0), &json!(0))
        );
    }
    let none = listed(&stage, json!({"account_ids": ["Visa"]})).await;
    assert_eq!(none["total"], 0);
    assert_eq!(told(&none), "Nothing is scheduled from 2026-09-15 to 2026-10-15.");
}

#[tokio::test]
async fn bad_days_and_unknown_accounts_are_refused() {
    let (stage, _) = stage().await;
    let refusal = async |arguments| {
        stage
            .without_asking("list_scheduled_transactions", arguments)
            .await
            .refusal()
    };
    let far = refusal(json!({"until_date": "2027-09-17"})).await;
    assert!(far.contains("367 days"), "{far}");
    let reversed = refusal(json!({"until_date": "2026-09-14"})).await;
    assert!(reversed.ends_with("swap them."), "{reversed}");
    assert_eq!(stage.requests(), [""; 0], "before anything is read");
    let unknown = refusal(json!({"account_ids": ["Sparbuch"]})).await;
    assert!(unknown.contains("Sparbuch"), "{unknown}");
}

#[tokio::test]
async fn every_frequency_comes_on_the_days_on_which_ynab_enters_it() {
    let stage = Stage::set(Setting::with(World::demo(day(TODAY)))).await;
    let (since, until) = ("2026-09-15", "2026-12-20");
    let mut expected = BTreeSet::new();
    let mut frequencies = BTreeSet::new();
    stage.look(|plan| {
        for row in plan.scheduled.iter().filter(|row| !row.deleted) {
            frequencies.insert(row.frequency.word());
            let mut next = Some(row.date_next);
            while let Some(date) = next.filter(|date| *date <= day(until)) {
                if date >= day(since) {
                    expected.insert((row.id.to_string(), date.to_string()));
                }
                next = row.frequency.next(row.date_first, date);
            }
        }
    });
    assert_eq!(frequencies.len(), 13);
    let text = |row: &Value, member: &str| row[member].as_str().unwrap().to_owned();
    let told = |answer: &Value| {
        let rows = answer["occurrences"].as_array().unwrap();
        let told = rows.iter().map(|row| (text(row, "scheduled_id"), text(row, "date")));
        let told = told.collect::<BTreeSet<_>>();
        assert_eq!(told.len(), rows.len(), "none twice");
        told
    };
    // One answer has no room for all of them; what it holds are the first ones.
    let whole = json!({"since_date": since, "until_date": until, "limit": 200});
    let answer = listed(&stage, whole).await;
    let first = told(&answer);
    assert_eq!(answer["total"], json!(expected.len()));
    assert!(first.len() < expected.len() && first.is_subset(&expected) && answer.to_string().len() < 30_000);
    let mut all = BTreeSet::new();
    for (since, until) in [(since, "2026-10-31"), ("2026-11-01", until)] {
        let part = json!({"since_date": since, "until_date": until, "limit": 200});
        let answer = listed(&stage, part).await;
        assert_eq!(answer["total"], json!(told(&answer).len()));
        all.extend(told(&answer));
    }
    assert_eq!(all, expected);
    let few = listed(&stage, json!({"since_date": since, "until_date": until, "limit": 3})).await;
    assert_eq!(
        (few["occurrences"].as_array().unwrap().len(), &few["total"]),
        (3, &answer["total"])
    );
    assert_eq!(few["outflows"], answer["outflows"], "the totals are of all");
}
