//! Looking ahead: the household's next months, and the demo's two years in a small answer.

use serde_json::{Value, json};
use uuid::Uuid;
use ynab_api::sim::{Frequency, Plan, Scheduled, World};

use crate::stage::{Household, Setting, Stage, TODAY, day};

/// Something scheduled on the current account, in hundredths.
fn schedule(plan: &mut Plan, frequency: Frequency, next: &str, cents: i64, to: Option<&str>) {
    let named = |plan: &Plan, name: &str| {
        plan.accounts
            .iter()
            .find(|account| account.name == name)
            .unwrap()
            .clone()
    };
    let account = named(plan, "Girokonto").id;
    let other = to.map(|name| named(plan, name));
    let number = u128::try_from(plan.scheduled.iter().count()).unwrap() + 1;
    let row = Scheduled {
        id: Uuid::from_u128(number),
        date_first: day(next),
        date_next: day(next),
        frequency,
        amount: cents * 10,
        memo: None,
        flag: None,
        account_id: account,
        payee_id: other.as_ref().map(|other| other.transfer_payee_id),
        category_id: None,
        transfer_account_id: other.map(|other| other.id),
        lines: Vec::new(),
        deleted: false,
        changed: plan.knowledge,
    };
    let rows = plan.scheduled.iter().chain([&row]).collect::<Vec<_>>();
    plan.scheduled = serde_json::from_value(json!(rows)).unwrap();
}

/// The household with a salary, a rent, and transfers to its savings and to the depot.
async fn stage() -> Stage {
    let (mut world, _) = Household::in_euro();
    let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
    world.plans[0].change(noon, |plan| {
        schedule(plan, Frequency::Monthly, "2026-10-01", 200_000, None);
        schedule(plan, Frequency::Monthly, "2026-10-01", -250_000, None);
        schedule(plan, Frequency::EveryOtherWeek, "2026-09-20", -5_000, Some("Depot"));
        schedule(plan, Frequency::Never, "2026-11-30", -70_000, Some("Tagesgeld"));
    });
    Stage::set(Setting::with(world)).await
}

async fn answer(stage: &Stage, arguments: Value) -> Value {
    stage.without_asking("forecast_balance", arguments).await.answer()
}

#[tokio::test]
async fn the_household_s_months_are_told_with_what_they_rest_on() {
    let stage = stage().await;
    let told = answer(&stage, json!({"until": "2026-11", "details": "2026-10"})).await;
    // 2398.75 on the current account, 100 saved, 30 owed on the card.
    let months = [
        ("2026-09", 2468.75, 0, -50, 2418.75),
        ("2026-10", 2418.75, 2000, -2600, 1818.75),
        ("2026-11", 1818.75, 2000, -2650, 1168.75),
    ];
    for (row, (month, start, inflows, outflows, end)) in told["months"].as_array().unwrap().iter().zip(months) {
        let found = json!([row["month"], row["start"], row["inflows"], row["outflows"], row["end"]]);
        assert_eq!(found, json!([month, start, inflows, outflows, end]));
        assert_eq!(row["cards_end"], json!(-30));
    }
    assert_eq!(told["months"][2]["cash_end"], json!(1198.75));
    assert_eq!(told["months"][2]["cash_lowest"], json!(-701.25));
    assert_eq!(told["first_shortfall"], "2026-10");
    assert_eq!(
        told["message"],
        "Cash accounts go below zero together in 2026-10 (on 2026-10-01); at the lowest they hold -701.25 on 2026-11-01. \
         Girokonto alone is below zero first, on 2026-10-01. Check the assumptions with the person."
    );
    let rows = told["items"].as_array().unwrap().iter();
    let dated = rows.map(|row| json!([row["date"], row["amount"], row["account"], row["source"]]));
    assert_eq!(
        dated.collect::<Vec<_>>(),
        [
            json!(["2026-10-01", 2000, "Girokonto", "scheduled"]),
            json!(["2026-10-01", -2500, "Girokonto", "scheduled"]),
            json!(["2026-10-04", -50, "Girokonto", "scheduled"]),
            json!(["2026-10-18", -50, "Girokonto", "scheduled"]),
        ]
    );
    assert_eq!((&told["items_total"], &told["scheduled_total"]), (&json!(4), &json!(4)));
    let largest = &told["scheduled"][0];
    assert_eq!(
        json!([
            largest["amount"],
            largest["frequency"],
            largest["next_date"],
            largest["times"],
            largest["total"]
        ]),
        json!([-2500, "monthly", "2026-10-01", 2, -5000])
    );
    assert_eq!(
        told["assumptions"],
        json!({"variable_monthly": 0, "monthly_income": 0, "averaged_months": 1})
    );
    assert_eq!(
        stage.requests_sorted(),
        [
            "getAccounts",
            "getCategories",
            "getPlans",
            "getScheduledTransactions",
            "getTransactions"
        ]
    );
}

#[tokio::test]
async fn what_the_person_says_and_chooses_changes_it() {
    let stage = stage().await;
    let arguments = json!({
        "until": "2026-10",
        "account_ids": ["Girokonto", "Tagesgeld"],
        "monthly_income": "2600",
        "variable_monthly": -310.00,
        "one_offs": [{"date": "2026-10-31", "amount": -99.5, "label": "Bicycle\u{202e}"}],
    });
    let told = answer(&stage, arguments).await;
    let october = &told["months"][1];
    assert_eq!(json!([october["inflows"], october["outflows"]]), json!([2600, -3009.5]));
    assert_eq!(october.get("cards_end"), None);
    assert_eq!(
        told["one_offs"],
        json!([{"date": "2026-10-31", "amount": -99.5, "label": "Bicycle"}])
    );
    assert_eq!(told["accounts_total"], 2);
}

#[tokio::test]
async fn what_cannot_be_forecast_is_refused_before_anything_is_read() {
    let stage = stage().await;
    for (arguments, told) in [
        (json!({"until": "2026-08"}), "from 2026-09 to 2028-09"),
        (json!({"until": "2028-10"}), "from 2026-09 to 2028-09"),
        (
            json!({"until": "2026-10", "details": "2026-11"}),
            "from 2026-09 to 2026-10",
        ),
        (json!({"until": "2026-10", "variable_monthly": 400}), "it is negative"),
        (json!({"until": "2026-10", "monthly_income": -1}), "cannot be negative"),
        (
            json!({"until": "2026-10", "one_offs": [{"date": TODAY, "amount": -1, "label": "Cake"}]}),
            "One-off ‘Cake’",
        ),
    ] {
        let text = stage.without_asking("forecast_balance", arguments).await.refusal();
        assert!(text.contains(told), "{text}");
    }
    assert_eq!(stage.requests(), [""; 0]);
    let none = json!({"until": "2026-10", "account_ids": []});
    let text = stage.without_asking("forecast_balance", none).await.refusal();
    assert!(text.contains("`account_ids` is empty"), "{text}");
}

#[tokio::test]
async fn two_years_of_the_demo_stay_small() {
    let stage = Stage::set(Setting::with(World::demo(day(TODAY)))).await;
    let told = answer(&stage, json!({"until": "2028-09"})).await;
    assert_eq!(told["months"].as_array().unwrap().len(), 25);
    let bytes = told.to_string().len();
    assert!(bytes < 10_000, "{bytes}");
    let month = answer(&stage, json!({"until": "2028-09", "details": "2028-08"})).await;
    let items = month["items"].as_array().unwrap();
    assert_eq!(month["items_total"], json!(items.len()));
    assert!(month.to_string().len() < 20_000);
}
