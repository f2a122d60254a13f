//! What comes again and again.

use chrono::{Days, Months};
use serde_json::{Value, json};
use ynab_api::sim::{Entry, Scribe, World};

use crate::stage::{Household, Setting, Stage, TODAY, day, told};

async fn found(stage: &Stage, arguments: Value) -> Value {
    stage.without_asking("find_recurring_charges", arguments).await.answer()
}

#[tokio::test]
async fn the_demo_is_looked_through() {
    let stage = Stage::set(Setting::with(World::demo(day(TODAY)))).await;
    let answer = found(&stage, json!({"include_income": true})).await;
    let told = |list: &str| {
        let rows = answer[list].as_array().unwrap().iter();
        rows.map(|row| {
            format!(
                "{} {} {}",
                row["payee"].as_str().unwrap(),
                row["rhythm"].as_str().unwrap(),
                row["amount"]
            )
        })
        .collect::<Vec<_>>()
    };
    // Its bills, and one big shopping a month; none of its nineteen habits of shopping.
    let charges = [
        "Kita Sonnenschein monthly -122.72",
        "Stadtwerke monthly -98.8",
        "Kaufland monthly -62.11",
        "Allianz yearly -673.92",
        "Deutsche Bahn monthly -50.96",
        "Telekom monthly -46.68",
        "Netflix monthly -18.69",
        "Fotoclub Köln twice_a_year -93.6",
    ];
    assert_eq!(told("charges"), charges);
    assert_eq!(
        told("income"),
        ["Arbeitgeber GmbH monthly 1970", "Praxis Dr. Yılmaz monthly 770"]
    );
    assert_eq!((told("lapsed"), &answer["yearly_total"]), (vec![], &json!(-5660.64)));
    let scheduled = answer["charges"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["scheduled"] == true);
    let scheduled = scheduled.map(|row| row["payee"].as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(scheduled, ["Kaufland", "Allianz", "Fotoclub Köln"]);
}

/// A streaming service whose price rose, groceries of no rhythm, pay every two weeks, a yearly insurance, a gym given up.
fn furnish(stage: &Stage, home: &Household) {
    let today = day(TODAY);
    let [tennis, groceries, income] =
        [&home.tennis, &home.groceries, &home.ready_to_assign].map(|id| Household::key(id));
    stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        for back in 0..14 {
            let date = day("2026-09-12") - Months::new(back);
            let amount = if back < 3 { -12_990 } else { -9_990 };
            scribe.enter(&Entry::new(current, date, amount, "Streamhaus", Some(tennis)));
            if back > 1 {
                scribe.enter(&Entry::new(current, date, -30_000, "Gym", Some(tennis)));
            }
        }
        for back in 0_u64..60 {
            let date = today - Days::new(back * 7);
            let mixed = (back + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20;
            let amount = -40_000 - i64::try_from(mixed % 60).unwrap() * 1_000;
            scribe.enter(&Entry::new(current, date, amount, "Market Fresh", Some(groceries)));
        }
        for back in 0..26 {
            scribe.enter(&Entry::new(
                current,
                day("2026-09-11") - Days::new(back * 14),
                1_850_000,
                "Employer",
                Some(income),
            ));
        }
        for date in ["2024-10-02", "2025-10-01"] {
            scribe.enter(&Entry::new(current, day(date), -480_000, "Versicherung", Some(tennis)));
        }
    });
}

#[tokio::test]
async fn charges_are_found_by_their_rhythm_with_what_they_cost_a_year() {
    let (stage, home) = Stage::in_euro().await;
    furnish(&stage, &home);
    let answer = found(&stage, json!({})).await;
    assert_eq!(
        answer["charges"],
        json!([
            {
                "payee": "Versicherung", "amount": -480, "rhythm": "yearly", "monthly_amount": -40, "yearly_amount": -480,
                "day": 1, "months_seen": 2, "times": 2, "last_date": "2025-10-01", "next_date": "2026-10-01",
                "category": "Tennis", "scheduled": false,
            },
            {
                "payee": "Streamhaus", "amount": -12.99, "amount_before": -9.99, "changed_on": "2026-07-12",
                "rhythm": "monthly", "monthly_amount": -12.99, "yearly_amount": -155.88, "day": 12, "months_seen": 14,
                "times": 14, "last_date": "2026-09-12", "next_date": "2026-10-12", "category": "Tennis", "scheduled": false,
            },
        ])
    );
    assert_eq!(
        (&answer["total"], &answer["yearly_total"]),
        (&json!(2), &json!(-635.88))
    );
    assert_eq!(answer["lapsed"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&answer["lapsed"][0]["payee"], &answer["lapsed"][0]["next_date"]),
        (&json!("Gym"), &json!("2026-08-12"))
    );
    assert!(answer["income"].is_null());
    assert_eq!(
        told(&answer),
        "2 recurring charges of 2 payees: 635.88 a year, 52.99 a month. 1 costs more than before (`amount_before`). 1 did \
         not come when expected and is not counted (`lapsed`)."
    );
    let months = answer["months_looked_at"].as_array().unwrap();
    assert_eq!(
        (months.len(), &months[0], &months[25]),
        (26, &json!("2024-08"), &json!("2026-09"))
    );
    let with_income = found(&stage, json!({"include_income": true})).await;
    let pay = &with_income["income"][0];
    assert_eq!(
        (&pay["rhythm"], &pay["yearly_amount"]),
        (&json!("every_two_weeks"), &json!(48_100))
    );
    assert_eq!(with_income["yearly_total"], answer["yearly_total"]);
    let requests = [
        "getAccounts",
        "getCategories",
        "getPlans",
        "getScheduledTransactions",
        "getTransactions",
    ];
    assert_eq!(stage.requests_sorted(), requests);
}
