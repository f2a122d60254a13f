//! The payees of a plan: how often and when last each was used, and which are not.

use serde_json::{Value, json};
use ynab_api::sim::{Entry, Scribe};

use crate::stage::{Household, Stage, day, told};

async fn listed(stage: &Stage, home: &Household, more: Value) -> Value {
    let mut arguments = json!({"plan_id": home.plan});
    arguments
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    stage.without_asking("list_payees", arguments).await.answer()
}

fn names(answer: &Value) -> Vec<&str> {
    let rows = answer["payees"].as_array().unwrap();
    rows.iter().map(|row| row["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn payees_come_with_their_use_and_their_merchant() {
    let (stage, home) = Stage::in_euro().await;
    let groceries = Household::key(&home.groceries);
    stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        let mut scribe = Scribe::new(plan);
        scribe.payee("Nobody");
        for date in ["2020-01-31", "2026-09-10", "2026-09-30"] {
            scribe.enter(&Entry::new(
                current,
                day(date),
                -1_000,
                "PAYPAL *\u{202e}Blumen 4711",
                Some(groceries),
            ));
        }
    });
    let answer = listed(&stage, &home, json!({})).await;
    assert_eq!(
        answer["payees"][0],
        json!({
            "payee_id": answer["payees"][0]["payee_id"],
            "name": "PAYPAL *Blumen 4711",
            "merchant": "BLUMEN",
            "transactions": 3,
            "upcoming": 1,
            "last_date": "2026-09-10",
        })
    );
    let transfers = answer["transfer_payees"].as_u64().unwrap();
    assert_eq!((transfers, &answer["unused"]), (4, &json!(1)));
    assert!(
        told(&answer).ends_with(" 4 payees of transfers are left out."),
        "{}",
        told(&answer)
    );
    assert!(!names(&answer).iter().any(|name| name.starts_with("Transfer")));
    assert_eq!(answer["total"], answer["shown"]);
    let unused = listed(&stage, &home, json!({"unused_only": true})).await;
    assert_eq!(
        (names(&unused), unused["payees"][0].get("last_date")),
        (vec!["Nobody"], None)
    );
    assert_eq!(
        names(&listed(&stage, &home, json!({"search": "blumen"})).await),
        ["PAYPAL *Blumen 4711"]
    );
    assert_eq!(names(&listed(&stage, &home, json!({"search": "31/12"})).await), [""; 0]);
}

#[tokio::test]
async fn a_search_for_nothing_is_refused_and_pages_follow_each_other() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"plan_id": home.plan, "search": " \u{200b} "});
    let refusal = stage.without_asking("list_payees", arguments).await.refusal();
    assert!(refusal.starts_with("Nothing was read: "), "{refusal}");
    let all = listed(&stage, &home, json!({})).await;
    let mut seen = Vec::new();
    let mut offset = json!(0);
    while !offset.is_null() {
        let page = listed(&stage, &home, json!({"limit": 3, "offset": offset})).await;
        seen.extend(names(&page).into_iter().map(str::to_owned));
        offset = page["next_offset"].clone();
    }
    assert_eq!(seen, names(&all));
}
