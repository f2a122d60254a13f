//! The pages of one list ask for nothing that the first page asked for, and together they are the list.

use std::collections::BTreeSet;

use avenir::tool::Tool;
use serde_json::{Value, json};
use ynab_api::sim::World;

use super::{DEMO, ask, plain, reads};
use crate::stage::{SEPTEMBER, Setting, Stage, TODAY, day};

/// So many seconds an agent may take for a page.
const A_PAGE_IS_READ: u64 = 100;

/// Behind that, a list is an old one.
const NO_LONGER_FRESH: u64 = 30;

/// How a list is paged: the argument, and the member of the answer that goes into it.
const PAGED: [(&str, &str); 3] = [
    ("cursor", "next_cursor"),
    ("offset", "next_offset"),
    ("table_from", "table_next"),
];

/// The rows of the list that a tool pages, and how many there are of them where the answer says so.
fn list(name: &str) -> (&'static str, Option<&'static str>) {
    match name {
        "list_unapproved" | "find_transactions" => ("transactions", Some("total")),
        "suggest_categories" => ("items", Some("pending_count")),
        "list_payees" => ("payees", Some("total")),
        "list_operations" => ("operations", Some("total")),
        "list_categories" | "get_budget_vs_actual" => ("categories", Some("total")),
        "get_debt_payoff_plan" => ("table", None),
        other => panic!("say here what {other} pages"),
    }
}

/// The demo with a hundred more categories, so that no list of them fits on one page.
fn many_categories() -> World {
    let mut world = DEMO.clone();
    let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
    world.plans[0].change(noon, |plan| {
        let group = plan.add_group("More");
        for number in 0..100 {
            let category = plan.add_category(group, &format!("More {number}"));
            plan.assign(day(SEPTEMBER), category, 1_000);
        }
    });
    world
}

fn paged(tool: &dyn Tool) -> Option<(&'static str, &'static str)> {
    let takes = &tool.schemas().input["properties"];
    PAGED.into_iter().find(|(argument, _)| takes.get(*argument).is_some())
}

/// The smallest pages of a list.
fn first_page(tool: &dyn Tool) -> Value {
    let mut arguments = plain(tool);
    let takes = &tool.schemas().input["properties"];
    if takes.get("limit").is_some() {
        arguments["limit"] = json!(2);
    }
    if takes.get("table").is_some() {
        arguments["table"] = json!(true);
    }
    if tool.facts().name == "find_transactions" {
        arguments["since_date"] = json!("2026-09-12");
    }
    arguments
}

#[tokio::test]
async fn the_pages_of_a_list_ask_for_nothing_twice_and_are_the_list() {
    let stage = Stage::set(Setting::with(many_categories())).await;
    for amount in 1..=5 {
        let arguments = json!({"month": "current", "category_id": "Cinema", "amount": amount});
        stage.agreed("set_category_budget", arguments).await;
    }
    let mut lists = 0;
    for tool in reads() {
        let Some((argument, next)) = paged(tool) else { continue };
        let (name, mut arguments) = (tool.facts().name, first_page(tool));
        let (rows, total) = list(name);
        let process = stage.another_process();
        let (mut seen, mut pages, mut told) = (Vec::new(), 0, None);
        loop {
            let page = ask(&stage, &process, tool, arguments.clone()).await;
            page.assert_nothing_twice(name);
            assert_eq!(
                page.cost() > 0,
                pages == 0,
                "{name}, page {pages}: {:#?}",
                page.requests
            );
            pages += 1;
            seen.extend(page.answer[rows].as_array().unwrap().iter().map(Value::to_string));
            told = total.map(|total| page.answer[total].as_u64().unwrap()).or(told);
            match page.answer.get(next).cloned() {
                Some(place) => arguments[argument] = place,
                None => break,
            }
        }
        // An agent reads a page for a while; the later one is of the same list all the same. After that, changes are asked for.
        stage.pass(A_PAGE_IS_READ);
        let later = ask(&stage, &process, tool, arguments.clone()).await;
        assert_eq!(later.cost(), 0, "{name}");
        stage.pass(NO_LONGER_FRESH);
        let later = ask(&stage, &process, tool, arguments).await;
        later.assert_nothing_twice(name);
        later.assert_changes_only(name);
        println!(
            "{name}: {pages} pages, {} rows, requests for the first page only",
            seen.len()
        );
        assert!(pages > 1, "{name}");
        assert_eq!(
            seen.iter().collect::<BTreeSet<_>>().len(),
            seen.len(),
            "{name}: a row stands on one page"
        );
        assert!(
            told.is_none_or(|told| told == seen.len() as u64),
            "{name}: {told:?} and {}",
            seen.len()
        );
        lists += 1;
    }
    assert!(lists >= 7, "{lists}");
}
