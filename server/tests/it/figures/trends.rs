//! Two years of spending trends come from the transactions, in three requests, and are what YNAB's own months report.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use ynab_api::sim::World;

use super::facts::thousandths;
use super::{DEMO, ask, tool};
use crate::stage::{SEPTEMBER, Setting, Stage, TODAY, day};

/// What a row of months says, in thousandths.
fn series(amounts: &Value) -> Vec<i64> {
    amounts.as_array().unwrap().iter().map(thousandths).collect()
}

/// The categories that things are bought in.
async fn bought_in(stage: &Stage) -> BTreeSet<String> {
    let groups = stage.ynab_says("/categories").await["data"]["category_groups"].take();
    let groups = groups.as_array().unwrap().iter();
    let own = groups.filter(|group| {
        let name = group["name"].as_str().unwrap();
        !["Internal Master Category", "Credit Card Payments"].contains(&name)
    });
    let categories = own.flat_map(|group| group["categories"].as_array().unwrap());
    categories
        .map(|category| category["id"].as_str().unwrap().to_owned())
        .collect()
}

/// YNAB's activity of these months by category, spending above zero; those without any left out.
async fn reported(stage: &Stage, months: &[Value]) -> BTreeMap<String, Vec<i64>> {
    let counted = bought_in(stage).await;
    let mut reported = BTreeMap::new();
    for (place, month) in months.iter().enumerate() {
        let told = stage.ynab_says(&format!("/months/{}", month.as_str().unwrap())).await;
        for category in told["data"]["month"]["categories"].as_array().unwrap() {
            let id = category["id"].as_str().unwrap();
            if counted.contains(id) {
                let spent = reported.entry(id.to_owned()).or_insert_with(|| vec![0; months.len()]);
                spent[place] = -category["activity"].as_i64().unwrap();
            }
        }
    }
    reported.retain(|_, spent| spent.iter().any(|amount| *amount != 0));
    reported
}

fn together<'a>(series: impl Iterator<Item = &'a Vec<i64>>) -> Vec<i64> {
    series.fold(vec![0; 24], |sum, more| {
        sum.iter().zip(more).map(|(one, other)| one + other).collect()
    })
}

#[tokio::test]
async fn two_years_of_trends_cost_three_requests_and_are_what_ynabs_months_report() {
    for (what, world) in [
        ("demo", DEMO.clone()),
        ("generated plan", World::large(4_000, day(TODAY))),
    ] {
        let stage = Stage::set(Setting::with(world)).await;
        let arguments = json!({"months_count": 24, "limit": 50});
        let asked = ask(&stage, stage.runtime(), tool("get_spending_trends"), arguments).await;
        println!(
            "24 months of trends of the {what}: {} requests, {} bytes",
            asked.cost(),
            asked.bytes()
        );
        assert!(asked.cost() <= 3, "{:#?}", asked.requests);
        asked.assert_nothing_twice(what);
        let answer = &asked.answer;
        let months = answer["months"].as_array().unwrap();
        assert_eq!((months.len(), &months[23]), (24, &json!(SEPTEMBER)));
        let reported = reported(&stage, months).await;
        let mut left = reported.clone();
        for row in answer["categories"].as_array().unwrap() {
            let of_ynab = left.remove(row["category_id"].as_str().unwrap());
            assert_eq!(Some(series(&row["spent"])), of_ynab, "{what}: {row:#}");
        }
        let rest = answer.get("rest").map_or(vec![0; 24], |rest| series(&rest["spent"]));
        assert_eq!(rest, together(left.values()), "{what}: those that are not listed");
        assert_eq!(series(&answer["all"]["spent"]), together(reported.values()), "{what}");
        assert!(reported.len() > 20, "{what}: {}", reported.len());
    }
}
