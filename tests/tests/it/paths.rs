//! An id never changes the path of a request: whatever an agent writes where an id belongs, YNAB is asked for what exists.

use std::collections::BTreeSet;

use avenir_tests::{Client, Era, Outcome, Scene};
use serde_json::{Value, json};

/// What an id could be to lead elsewhere.
const LEADING_ELSEWHERE: [&str; 22] = [
    "..",
    ".",
    "../user",
    "../../v1/user",
    "/user",
    "//127.0.0.1/user",
    "a/b",
    "accounts/../transactions",
    "%2e%2e%2fuser",
    "%2E%2E",
    "a%2Fb",
    "%",
    "%00",
    "x?since_date=1970-01-01",
    "x#fragment",
    "x&y=z",
    "x;y",
    "\\..\\user",
    "http://127.0.0.1/user",
    "a\nb",
    " ",
    "",
];

/// Every tool with arguments that would do, and where in them an id stands.
fn tools(scene: &Scene) -> Vec<(&'static str, Value, Vec<&'static str>)> {
    let things = &scene.things;
    let plan = things.plan;
    vec![
        ("list_plans", json!({}), vec![]),
        ("list_accounts", json!({"plan_id": plan}), vec!["/plan_id"]),
        ("list_category_groups", json!({"plan_id": plan}), vec!["/plan_id"]),
        ("list_operations", json!({"plan_id": plan}), vec!["/plan_id"]),
        (
            "get_category_balances",
            json!({"plan_id": plan, "month": "current"}),
            vec!["/plan_id", "/month"],
        ),
        (
            "get_monthly_summary",
            json!({"plan_id": plan, "month": "current"}),
            vec!["/plan_id", "/month"],
        ),
        (
            "find_transactions",
            json!({
                "plan_id": plan, "since_date": "2026-11-01", "account_ids": [things.account],
                "category_ids": [things.tennis],
            }),
            vec!["/plan_id", "/since_date", "/account_ids/0", "/category_ids/0"],
        ),
        (
            "set_category_budget",
            json!({"plan_id": plan, "month": "current", "category_id": things.holiday, "amount": 1}),
            vec!["/plan_id", "/month", "/category_id"],
        ),
        (
            "move_money",
            json!({
                "plan_id": plan, "month": "current", "from_category_id": things.tennis,
                "to_category_id": things.holiday, "amount": 1,
            }),
            vec!["/plan_id", "/month", "/from_category_id", "/to_category_id"],
        ),
        (
            "apply_categories",
            json!({
                "plan_id": plan,
                "assignments": [{"transaction_id": things.fresh[0], "category_id": things.tennis}],
            }),
            vec![
                "/plan_id",
                "/assignments/0/transaction_id",
                "/assignments/0/category_id",
            ],
        ),
        (
            "flag_transactions",
            json!({"plan_id": plan, "flags": [{"transaction_id": things.fresh[0], "color": "red"}]}),
            vec!["/plan_id", "/flags/0/transaction_id"],
        ),
        (
            "approve_transactions",
            json!({"plan_id": plan, "tx_ids": [things.fresh[2]]}),
            vec!["/plan_id", "/tx_ids/0"],
        ),
        (
            "undo_operation",
            json!({"plan_id": plan, "operation_id": "0123456789ab"}),
            vec!["/plan_id", "/operation_id"],
        ),
    ]
}

/// The same of those that are about whole rows, targets and names.
fn more_tools(scene: &Scene) -> Vec<(&'static str, Value, Vec<&'static str>)> {
    let things = &scene.things;
    let plan = things.plan;
    vec![
        (
            "set_category_target",
            json!({"plan_id": plan, "category_id": things.tennis, "amount": 5}),
            vec!["/plan_id", "/category_id"],
        ),
        (
            "create_category",
            json!({"plan_id": plan, "category_group_id": things.group, "name": "Pets"}),
            vec!["/plan_id", "/category_group_id"],
        ),
        (
            "update_category",
            json!({"plan_id": plan, "category_id": things.tennis, "name": "Chess", "category_group_id": things.group}),
            vec!["/plan_id", "/category_id", "/category_group_id"],
        ),
        (
            "rename_payee",
            json!({"plan_id": plan, "payee_id": "Markt", "name": "Another"}),
            vec!["/plan_id", "/payee_id"],
        ),
        (
            "create_transactions",
            json!({
                "plan_id": plan, "account_id": things.account,
                "transactions": [{"date": "2026-11-01", "amount": -1, "payee_name": "Kiosk", "category_id": things.tennis}],
            }),
            vec![
                "/plan_id",
                "/account_id",
                "/transactions/0/category_id",
                "/transactions/0/transfer_to_account_id",
            ],
        ),
        ("import_transactions", json!({"plan_id": plan}), vec!["/plan_id"]),
        (
            "split_transaction",
            json!({
                "plan_id": plan, "transaction_id": things.old,
                "lines": [{"amount": -40.3, "category_id": things.tennis}, {"amount": -2, "category_id": things.holiday}],
            }),
            vec![
                "/plan_id",
                "/transaction_id",
                "/lines/0/category_id",
                "/lines/1/category_id",
            ],
        ),
        (
            "diagnose_account",
            json!({"plan_id": plan, "account_id": things.account, "bank_balance": 1}),
            vec!["/plan_id", "/account_id"],
        ),
        (
            "reconcile_account",
            json!({"plan_id": plan, "account_id": things.account, "bank_balance": 1, "adjust": true}),
            vec!["/plan_id", "/account_id"],
        ),
    ]
}

/// The tools that only read and compute, the same way.
fn reading_tools(scene: &Scene) -> Vec<(&'static str, Value, Vec<&'static str>)> {
    let things = &scene.things;
    let plan = things.plan;
    let (account, category) = (things.account, things.tennis);
    let bare = |name| (name, json!({"plan_id": plan}), vec!["/plan_id"]);
    let mut tools = vec![
        (
            "get_transaction",
            json!({"plan_id": plan, "transaction_id": things.old}),
            vec!["/plan_id", "/transaction_id"],
        ),
        (
            "get_spending",
            json!({"plan_id": plan, "category_ids": [category], "account_ids": [account]}),
            vec!["/plan_id", "/category_ids/0", "/account_ids/0", "/group", "/since_date"],
        ),
        (
            "get_spending_trends",
            json!({"plan_id": plan, "category_ids": [category]}),
            vec!["/plan_id", "/category_ids/0", "/group"],
        ),
        (
            "list_scheduled_transactions",
            json!({"plan_id": plan, "account_ids": [account]}),
            vec!["/plan_id", "/account_ids/0", "/since_date"],
        ),
        (
            "forecast_balance",
            json!({"plan_id": plan, "until": "2026-12", "account_ids": [account]}),
            vec!["/plan_id", "/until", "/account_ids/0", "/details"],
        ),
        (
            "get_budget_vs_actual",
            json!({"plan_id": plan}),
            vec!["/plan_id", "/month"],
        ),
        (
            "get_underfunded_targets",
            json!({"plan_id": plan}),
            vec!["/plan_id", "/month"],
        ),
        ("list_unapproved", json!({"plan_id": plan}), vec!["/plan_id", "/cursor"]),
        (
            "suggest_categories",
            json!({"plan_id": plan}),
            vec!["/plan_id", "/cursor"],
        ),
        ("list_categories", json!({"plan_id": plan}), vec!["/plan_id", "/group"]),
    ];
    let others = [
        "list_payees",
        "get_savings_rate",
        "get_runway",
        "get_age_of_money",
        "find_recurring_charges",
        "get_net_worth_trend",
        "get_card_coverage",
        "get_debt_payoff_plan",
    ];
    tools.extend(others.map(bare));
    tools
}

/// The names of all arguments that hold an id, at any depth of a schema.
fn id_arguments(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(members) => {
            for (name, member) in members {
                if name == "properties" {
                    let properties = member.as_object().expect("properties").keys();
                    found.extend(
                        properties
                            .filter(|name| name.ends_with("_id") || name.ends_with("_ids"))
                            .cloned(),
                    );
                }
                id_arguments(member, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| id_arguments(item, found)),
        _ => {}
    }
}

/// Every request is for what the tools may ask for, each part in its place.
#[track_caller]
fn check_paths(scene: &Scene, what: &str) {
    let uuid = |text: &str| text.len() == 36 && text.parse::<uuid::Uuid>().is_ok();
    let month = |text: &str| text.len() == 10 && text.ends_with("-01") && text.parse::<chrono::NaiveDate>().is_ok();
    for request in scene.ynab.requests() {
        let parts: Vec<_> = request.path.split('/').collect();
        let fits = match parts.as_slice() {
            ["", "v1", "plans"] => true,
            ["", "v1", "plans", plan, "transactions", "import"]
            | [
                "",
                "v1",
                "plans",
                plan,
                "accounts" | "categories" | "payees" | "transactions" | "months" | "scheduled_transactions",
            ] => uuid(plan),
            ["", "v1", "plans", plan, "months", of] => uuid(plan) && month(of),
            ["", "v1", "plans", plan, "months", of, "categories", id] => uuid(plan) && month(of) && uuid(id),
            _ => false,
        };
        assert!(fits, "{what} asks for {}", request.path);
        for pair in request.query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').expect("a name and a value");
            assert!(
                ["since_date", "last_knowledge_of_server"].contains(&name),
                "{what} asks {}",
                request.query
            );
            assert!(
                value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'),
                "{what} asks {}",
                request.query
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_id_in_any_argument_changes_a_path() {
    let scene = Scene::new();
    let client = scene.formless(Era::Modern).await;
    let tools = [tools(&scene), more_tools(&scene), reading_tools(&scene)].concat();
    check_complete(&client, &tools).await;
    for (tool, arguments, places) in tools {
        // A token of its own for each, so that the hour's requests do not run out.
        let settings = scene.settings().with("YNAB_API_KEY", &format!("token-of-{tool}"));
        let client = Client::meet(scene.start(&settings), Era::Modern, false).await;
        let fine = client.call(tool, &arguments).await;
        let usable = matches!(fine, Outcome::Answer(_)) || tool == "undo_operation";
        assert!(usable, "{tool}: {fine:?}");
        for place in places {
            for id in LEADING_ELSEWHERE {
                let mut odd = arguments.clone();
                set(&mut odd, place, id);
                let writes = scene.writes().len();
                client.call(tool, &odd).await;
                let what = format!("{tool} with {id:?} at {place}");
                check_paths(&scene, &what);
                // Importing acts at once, and no id is the only plan.
                let imports = tool == "import_transactions" && id.trim().is_empty();
                assert!(imports || scene.writes().len() == writes, "{what} writes");
            }
        }
        assert!(client.call("list_plans", &json!({})).await.answer()["plans"].is_array());
    }
}

/// Puts the id where the argument stands, or would stand.
fn set(arguments: &mut Value, place: &str, id: &str) {
    let (within, name) = place.rsplit_once('/').expect("a place");
    match arguments.pointer_mut(place) {
        Some(argument) => *argument = id.into(),
        None => arguments.pointer_mut(within).expect("what it stands in")[name] = id.into(),
    }
}

/// No tool and no id of one is left out above.
async fn check_complete(client: &Client, tools: &[(&str, Value, Vec<&str>)]) {
    let listed = client.ask("tools/list", json!({})).await;
    for tool in listed["result"]["tools"].as_array().expect("tools") {
        let name = tool["name"].as_str().expect("a name");
        let (_, _, places) = tools
            .iter()
            .find(|(other, _, _)| *other == name)
            .unwrap_or_else(|| panic!("{name} is not tried"));
        let mut ids = BTreeSet::new();
        id_arguments(&tool["inputSchema"], &mut ids);
        let tried = |id: &String| places.iter().any(|place| place.split('/').any(|part| part == id));
        assert!(ids.iter().all(tried), "{name}: of {ids:?}, only {places:?} are tried");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nor_does_the_plan_of_the_settings() {
    for id in LEADING_ELSEWHERE.iter().filter(|id| !id.trim().is_empty()) {
        let scene = Scene::new();
        let settings = scene.settings().with("AVENIR_MCP_PLAN", id);
        let client = Client::meet(scene.start(&settings), Era::Modern, false).await;
        let outcome = client.call("list_accounts", &json!({})).await;
        outcome.error();
        check_paths(&scene, id);
    }
}

/// The state that a plan's lock and copies are kept under is named by an id that YNAB itself gave.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_id_changes_where_files_lie() {
    let scene = Scene::new();
    let client = scene.formless(Era::Modern).await;
    let mut arguments = scene.things.moving();
    for id in LEADING_ELSEWHERE {
        arguments["plan_id"] = id.into();
        client.call_with_code("move_money", &arguments, "AAAAAAAAAAA").await;
    }
    let mut inside = std::fs::read_dir(scene.folder()).expect("a folder");
    let names: Vec<_> = inside
        .by_ref()
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert!(names.iter().all(|name| name == "state"), "{names:?}");
    let beside = scene.folder().with_file_name("user");
    assert!(!beside.exists());
}
