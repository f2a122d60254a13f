//! YNAB as it may be tomorrow: more fields, words nobody knows, nulls wherever the document allows them. The same program
//! reads it and writes to it.

use avenir_tests::{Era, Person, Scene, for_each};
use serde_json::{Value, json};
use ynab_api::sim::Future;

const TOMORROWS: [Future; 4] = [
    Future {
        unknown_fields: true,
        unknown_words: false,
        nulls: false,
    },
    Future {
        unknown_fields: false,
        unknown_words: true,
        nulls: false,
    },
    Future {
        unknown_fields: false,
        unknown_words: false,
        nulls: true,
    },
    Future {
        unknown_fields: true,
        unknown_words: true,
        nulls: true,
    },
];

/// The numbers of an answer, in order.
fn numbers(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Number(_) => found.push(value.clone()),
        Value::Array(items) => items.iter().for_each(|item| numbers(item, found)),
        Value::Object(members) => members.values().for_each(|member| numbers(member, found)),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_read_finds_the_same_figures() {
    for_each(TOMORROWS, |tomorrow| async move {
        let scene = Scene::new();
        let reads = [
            ("list_plans", json!({})),
            ("list_accounts", json!({})),
            ("list_category_groups", json!({})),
            ("get_category_balances", json!({"include_empty": true})),
            ("get_monthly_summary", json!({})),
            ("find_transactions", json!({"since_date": "2026-11-01"})),
        ];
        let (today, later) = (scene.formless(Era::Legacy).await, scene.formless(Era::Modern).await);
        for (tool, arguments) in &reads {
            scene.ynab.set_future(Future::default());
            let expected = today.call(tool, arguments).await;
            scene.ynab.set_future(tomorrow);
            let found = later.call(tool, arguments).await;
            let (mut figures, mut known) = (Vec::new(), Vec::new());
            numbers(found.answer(), &mut figures);
            numbers(expected.answer(), &mut known);
            // The age of money may be null, and then it is left out.
            if tomorrow.nulls && *tool == "get_monthly_summary" {
                let age = expected.answer().get("age_of_money");
                known.retain(|number| Some(number) != age);
            }
            assert_eq!(figures, known, "{tool} {tomorrow:?}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_write_is_made_and_taken_back() {
    for_each(TOMORROWS, |tomorrow| async move {
        let scene = Scene::new();
        scene.ynab.set_future(tomorrow);
        let client = scene.client(Era::Modern).await;
        let things = &scene.things;
        let writes = [
            ("set_category_budget", things.budgeting("70"), 1),
            ("move_money", things.moving(), 2),
            ("apply_categories", things.categorizing(), 2),
            (
                "flag_transactions",
                json!({"flags": [{"transaction_id": things.old, "color": "red"}]}),
                1,
            ),
        ];
        for (tool, arguments, changes) in writes {
            // Where every flag is said to be none, none was set, as far as anybody can tell.
            if tool == "flag_transactions" && tomorrow.nulls {
                continue;
            }
            let outcome = client.write(Person::Agrees, tool, &arguments).await;
            assert_eq!(
                (outcome.status(), scene.in_effect()),
                ("applied", changes),
                "{tool} {tomorrow:?} {outcome:?}"
            );
            let undo = json!({"operation_id": outcome.operation_id()});
            let undone = client.write(Person::Agrees, "undo_operation", &undo).await;
            assert_eq!(
                (undone.status(), scene.in_effect()),
                ("applied", 0),
                "{tool} {tomorrow:?} {undone:?}"
            );
        }
        let approved = client
            .call("approve_transactions", &json!({"tx_ids": things.fresh}))
            .await;
        assert_eq!(
            (approved.status(), &approved.answer()["approved"]),
            ("applied", &json!(3)),
            "{approved:?}"
        );
    })
    .await;
}
