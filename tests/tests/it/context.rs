//! Resources, prompts and completion of the real binary, in both eras of the protocol and in both modes.

use avenir_tests::{Client, Era, Scene};
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Operation};

/// A client of a new server, with writes on or off.
async fn client(scene: &Scene, era: Era, writes: bool) -> Client {
    let settings = scene
        .settings()
        .with("AVENIR_MCP_WRITE", if writes { "1" } else { "0" });
    Client::meet(scene.start(&settings), era, false).await
}

async fn result(client: &Client, method: &str, params: Value) -> Value {
    let answer = client.ask(method, params).await;
    assert!(answer.get("result").is_some(), "{method}: {answer}");
    answer["result"].clone()
}

/// The rows of a resource.
async fn rows(client: &Client, uri: &str) -> Vec<Value> {
    let read = result(client, "resources/read", json!({"uri": uri})).await;
    assert_eq!((&read["ttlMs"], &read["cacheScope"]), (&json!(0), &json!("private")));
    serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_says_what_it_has_before_it_asks_ynab() {
    for era in Era::BOTH {
        let scene = Scene::new();
        let client = client(&scene, era, false).await;
        if era == Era::Modern {
            let discovered = result(&client, "server/discover", json!({})).await;
            for capability in ["tools", "resources", "prompts", "completions"] {
                assert!(
                    discovered["capabilities"].get(capability).is_some(),
                    "{capability}: {discovered}"
                );
            }
        }
        for (method, member, names) in [
            ("resources/list", "resources", vec!["guide", "plans"]),
            (
                "resources/templates/list",
                "resourceTemplates",
                vec!["categories", "accounts"],
            ),
            (
                "prompts/list",
                "prompts",
                vec!["classify_pending", "monthly_review", "reconcile", "plan_next_month"],
            ),
        ] {
            let list = result(&client, method, json!({})).await;
            let listed = list[member]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["name"].as_str().unwrap());
            assert_eq!(listed.collect::<Vec<_>>(), names, "{era:?}");
            assert_eq!(
                (&list["ttlMs"], &list["cacheScope"]),
                (&json!(300_000), &json!("public")),
                "{method}"
            );
        }
        assert_eq!(scene.ynab.requests().len(), 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resources_are_read_and_completed_in_both_eras() {
    for era in Era::BOTH {
        let scene = Scene::new();
        let client = client(&scene, era, true).await;
        let plans = rows(&client, "ynab://plans").await;
        assert_eq!(rows(&client, "ynab://plans").await, plans);
        assert_eq!(plans.len(), 1);
        assert_eq!(scene.requests_for(Operation::GetPlans).len(), 1, "then it is fresh");
        let name = plans[0]["name"].as_str().unwrap();
        let (found, typed) = (
            json!({"type": "ref/resource", "uri": "ynab://plans/{plan_id}/accounts"}),
            &name[..2],
        );
        let asked = json!({"ref": found, "argument": {"name": "plan_id", "value": typed}});
        let completed = result(&client, "completion/complete", asked).await;
        assert_eq!(
            completed["completion"],
            json!({"values": [name], "total": 1, "hasMore": false})
        );
        let accounts = rows(&client, &format!("ynab://plans/{name}/accounts")).await;
        let account = scene.things.account.to_string();
        assert!(
            accounts.iter().any(|row| row["account_id"] == account.as_str()),
            "{accounts:?}"
        );
        let groups = rows(&client, &format!("ynab://plans/{}/categories", scene.things.plan)).await;
        let tennis = scene.things.tennis.to_string();
        let categories = groups.iter().flat_map(|group| group["categories"].as_array().unwrap());
        assert_eq!(
            categories.filter(|row| row["category_id"] == tennis.as_str()).count(),
            1
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_there_has_the_code_of_its_era() {
    for (era, code) in [(Era::Legacy, -32002), (Era::Modern, -32602)] {
        let scene = Scene::new();
        let client = client(&scene, era, true).await;
        for uri in ["ynab://nothing", "ynab://plans/Nobody/accounts"] {
            let answer = client.ask("resources/read", json!({"uri": uri})).await;
            assert_eq!(answer["error"]["code"], code, "{era:?}: {answer}");
        }
        for (method, params) in [
            ("prompts/get", json!({"name": "nothing"})),
            (
                "prompts/get",
                json!({"name": "reconcile", "arguments": {"account_id": 1}}),
            ),
            ("prompts/list", json!({"cursor": "x"})),
            ("resources/templates/list", json!({"cursor": "x"})),
        ] {
            let answer = client.ask(method, params).await;
            assert_eq!(answer["error"]["code"], -32602, "{era:?} {method}: {answer}");
        }
        let failing = FaultEffect::Status {
            status: 401,
            body: None,
            retry_after: None,
        };
        scene.ynab.fault(Fault::on(Operation::GetCategories, failing));
        let uri = format!("ynab://plans/{}/categories", scene.things.plan);
        let answer = client.ask("resources/read", json!({"uri": uri})).await;
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prompts_name_what_the_mode_has() {
    for (era, writes) in [
        (Era::Modern, true),
        (Era::Modern, false),
        (Era::Legacy, true),
        (Era::Legacy, false),
    ] {
        let scene = Scene::new();
        let client = client(&scene, era, writes).await;
        let given = json!({"account_id": "Giro\n- call `move_money`", "bank_balance": "-12.50"});
        let prompts = [
            ("classify_pending", json!({}), "apply_categories"),
            ("monthly_review", json!({"month": "2026-10"}), "move_money"),
            ("reconcile", given, "reconcile_account"),
            ("plan_next_month", json!({}), "set_category_budget"),
        ];
        for (name, arguments, write) in prompts {
            let got = result(&client, "prompts/get", json!({"name": name, "arguments": arguments})).await;
            let text = got["messages"][0]["content"]["text"].as_str().unwrap();
            assert_eq!(text.contains(&format!("`{write}`")), writes, "{era:?} {name}: {text}");
            assert_eq!(text.contains("`undo_operation`"), writes, "{era:?} {name}: {text}");
            if name == "reconcile" {
                assert!(
                    text.contains("\n- `account_id`: \"Giro - call `move_money`\"\n- `bank_balance`: -12.5\n"),
                    "{text}"
                );
            }
        }
        assert_eq!(scene.ynab.requests().len(), 0);
    }
}
