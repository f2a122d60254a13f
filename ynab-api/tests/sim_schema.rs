//! Every answer of every operation against the schemas of the API's document, both ways: nothing is missing, nothing is
//! invented.
#![cfg(feature = "sim")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test; what is not as expected ends it"
)]

mod document;
mod wire;

use std::collections::BTreeSet;

use document::Document;
use serde_json::{Value, json};
use wire::{TOKEN, ask};
use ynab_api::sim::{Clock, Operation, Plan, Sim, SimOptions, World};

/// Ids of the demo that addresses need.
struct Ids {
    account: String,
    category: String,
    group: String,
    payee: String,
    location: String,
    row: String,
    spare: String,
    scheduled: String,
}

fn ids(plan: &Plan) -> Ids {
    let named = |name: &str| plan.category_named(name).unwrap();
    let groceries = named("🛒 Groceries");
    let split = plan.transactions.iter().find(|row| row.is_split()).unwrap();
    let spare = plan.transactions.iter().find(|row| !row.approved).unwrap();
    Ids {
        account: plan.account_named("Visa").unwrap().id.to_string(),
        category: groceries.id.to_string(),
        group: groceries.group_id.to_string(),
        payee: plan.payee_named("REWE").unwrap().id.to_string(),
        location: plan.locations.iter().next().unwrap().id.to_string(),
        row: split.id.clone(),
        spare: spare.id.clone(),
        scheduled: plan.scheduled.iter().find(|row| !row.deleted).unwrap().id.to_string(),
    }
}

/// A request: operation, method, address, body, the status to come.
type Request = (&'static str, &'static str, String, Value, u16);

fn below_plan(rest: &str) -> String {
    format!("/v1/plans/last-used{rest}")
}

fn reads(ids: &Ids) -> Vec<Request> {
    let Ids {
        account,
        category,
        payee,
        location,
        row,
        scheduled,
        ..
    } = ids;
    let mut list = vec![("getUser", "GET", "/v1/user".to_owned(), Value::Null, 200)];
    for address in ["/v1/plans", "/v1/plans?include_accounts=true"] {
        list.push(("getPlans", "GET", address.to_owned(), Value::Null, 200));
    }
    let below = [
        ("getPlanById", String::new()),
        ("getPlanById", "?last_knowledge_of_server=1".to_owned()),
        ("getPlanSettingsById", "/settings".to_owned()),
        ("getAccounts", "/accounts".to_owned()),
        ("getAccountById", format!("/accounts/{account}")),
        ("getCategories", "/categories".to_owned()),
        ("getCategories", "/categories?last_knowledge_of_server=0".to_owned()),
        ("getCategoryById", format!("/categories/{category}")),
        ("getMonthCategoryById", format!("/months/current/categories/{category}")),
        ("getPayees", "/payees".to_owned()),
        ("getPayeeById", format!("/payees/{payee}")),
        ("getPayeeLocations", "/payee_locations".to_owned()),
        ("getPayeeLocationById", format!("/payee_locations/{location}")),
        ("getPayeeLocationsByPayee", format!("/payees/{payee}/payee_locations")),
        ("getPlanMonths", "/months".to_owned()),
        ("getPlanMonth", "/months/2026-10-01".to_owned()),
        ("getMoneyMovements", "/money_movements".to_owned()),
        ("getMoneyMovementsByMonth", "/months/current/money_movements".to_owned()),
        ("getMoneyMovementGroups", "/money_movement_groups".to_owned()),
        (
            "getMoneyMovementGroupsByMonth",
            "/months/current/money_movement_groups".to_owned(),
        ),
        ("getTransactions", "/transactions?since_date=2000-01-01".to_owned()),
        ("getTransactionById", format!("/transactions/{row}")),
        ("getTransactionsByAccount", format!("/accounts/{account}/transactions")),
        (
            "getTransactionsByCategory",
            format!("/categories/{category}/transactions"),
        ),
        ("getTransactionsByPayee", format!("/payees/{payee}/transactions")),
        (
            "getTransactionsByMonth",
            "/months/current/transactions?type=unapproved".to_owned(),
        ),
        ("getScheduledTransactions", "/scheduled_transactions".to_owned()),
        (
            "getScheduledTransactionById",
            format!("/scheduled_transactions/{scheduled}"),
        ),
    ];
    list.extend(below.map(|(id, rest)| (id, "GET", below_plan(&rest), Value::Null, 200)));
    list
}

fn writes_around_transactions(ids: &Ids) -> Vec<Request> {
    let Ids {
        category, group, payee, ..
    } = ids;
    let account = json!({ "account": { "name": "Neu", "type": "creditCard", "balance": -100_000 } });
    let new_category = json!({ "category": { "name": "Neu", "category_group_id": group } });
    let target = json!({ "category": { "goal_target": 1_000_000, "goal_frequency": "yearly" } });
    let assigned = json!({ "category": { "budgeted": 1 } });
    let named = |kind: &str, name: &str| json!({ kind: { "name": name } });
    [
        ("createAccount", "POST", "/accounts".to_owned(), account, 201),
        ("createCategory", "POST", "/categories".to_owned(), new_category, 201),
        (
            "updateCategory",
            "PATCH",
            format!("/categories/{category}"),
            target,
            200,
        ),
        (
            "updateMonthCategory",
            "PATCH",
            format!("/months/current/categories/{category}"),
            assigned,
            200,
        ),
        (
            "createCategoryGroup",
            "POST",
            "/category_groups".to_owned(),
            named("category_group", "Neu"),
            201,
        ),
        (
            "updateCategoryGroup",
            "PATCH",
            format!("/category_groups/{group}"),
            named("category_group", "Alle"),
            200,
        ),
        (
            "createPayee",
            "POST",
            "/payees".to_owned(),
            named("payee", "Neu & alt"),
            201,
        ),
        (
            "updatePayee",
            "PATCH",
            format!("/payees/{payee}"),
            named("payee", "REWE Markt"),
            200,
        ),
    ]
    .into_iter()
    .map(|(id, method, rest, body, status)| (id, method, below_plan(&rest), body, status))
    .collect()
}

fn writes_of_transactions(ids: &Ids) -> Vec<Request> {
    let Ids {
        account,
        category,
        row,
        spare,
        scheduled,
        ..
    } = ids;
    let new_row = json!({ "account_id": account, "date": "2026-11-20", "amount": -5_000, "payee_name": "Neu" });
    let later = json!({ "scheduled_transaction":
        { "account_id": account, "date": "2027-01-20", "amount": -5_000, "frequency": "yearly" } });
    let mut split = new_row.clone();
    split["subtransactions"] = json!([{ "amount": -2_000, "category_id": category }, { "amount": -3_000 }]);
    let approved = json!({ "transactions": [{ "id": spare, "approved": true }] });
    let cleared = json!({ "transaction": { "memo": null } });
    let rows = "/transactions".to_owned();
    let schedules = "/scheduled_transactions".to_owned();
    let one = format!("/scheduled_transactions/{scheduled}");
    [
        (
            "createTransaction",
            "POST",
            rows.clone(),
            json!({ "transaction": split }),
            201,
        ),
        (
            "createTransaction",
            "POST",
            rows.clone(),
            json!({ "transactions": [new_row] }),
            201,
        ),
        ("createTransaction", "POST", rows.clone(), json!({}), 400),
        ("updateTransactions", "PATCH", rows, approved, 209),
        (
            "importTransactions",
            "POST",
            "/transactions/import".to_owned(),
            Value::Null,
            201,
        ),
        (
            "importTransactions",
            "POST",
            "/transactions/import".to_owned(),
            Value::Null,
            200,
        ),
        (
            "updateTransaction",
            "PUT",
            format!("/transactions/{spare}"),
            cleared,
            200,
        ),
        (
            "deleteTransaction",
            "DELETE",
            format!("/transactions/{row}"),
            Value::Null,
            200,
        ),
        (
            "deleteTransaction",
            "DELETE",
            format!("/transactions/{row}"),
            Value::Null,
            404,
        ),
        ("createScheduledTransaction", "POST", schedules, later.clone(), 201),
        ("updateScheduledTransaction", "PUT", one.clone(), later, 200),
        ("deleteScheduledTransaction", "DELETE", one, Value::Null, 200),
    ]
    .into_iter()
    .map(|(id, method, rest, body, status)| (id, method, below_plan(&rest), body, status))
    .collect()
}

/// Deltas after the writes, tombstones among them.
fn deltas() -> Vec<Request> {
    [
        ("getTransactions", "/transactions"),
        ("getScheduledTransactions", "/scheduled_transactions"),
        ("getPlanById", ""),
    ]
    .into_iter()
    .map(|(id, rest)| {
        (
            id,
            "GET",
            format!("{}?last_knowledge_of_server=2", below_plan(rest)),
            Value::Null,
            200,
        )
    })
    .collect()
}

#[tokio::test]
async fn every_operation_answers_as_documented() {
    let day = "2026-11-30".parse().unwrap();
    let mut world = World::demo_with_second_plan(day);
    world.default_plan = Some(world.plans[1].id);
    let ids = ids(&world.plans[0]);
    let asked = [
        reads(&ids),
        writes_around_transactions(&ids),
        writes_of_transactions(&ids),
        deltas(),
    ]
    .concat();
    let options = SimOptions {
        token: Some(TOKEN.to_owned()),
        clock: Clock::Fixed(day),
        ..SimOptions::default()
    };
    let sim = Sim::start(world, options).unwrap();
    let document = Document::load();
    let mut reached = BTreeSet::new();
    for (operation, method, path, body, status) in asked {
        let heard = ask(sim.address(), method, &path, &body).await;
        assert_eq!(
            heard.status,
            status,
            "{method} {path}: {}",
            String::from_utf8_lossy(&heard.body)
        );
        document.check(operation, status, &heard.json());
        reached.insert(operation);
    }
    let all: BTreeSet<_> = Operation::ALL.iter().map(|operation| operation.id()).collect();
    assert_eq!(reached, all);
    sim.look(World::assert_balanced);
}
