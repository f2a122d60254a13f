//! Payees read and renamed, against the stand-in.

use ynab_api::sim::{Fault, FaultEffect, Operation};

use super::standin::Stage;
use super::*;
use crate::domain::ids::PayeeId;
use crate::domain::plan::Payee;

/// The payee of the stage's transactions.
pub(super) fn landlord(stage: &Stage) -> PayeeId {
    let id = stage
        .sim
        .look(|world| world.plans[0].payee_named("Landlord").unwrap().id);
    PayeeId::parse(&id.to_string()).unwrap()
}

pub(super) async fn rename(stage: &Stage, id: &PayeeId, name: &str) -> Result<Payee, WriteError> {
    let (mut reservation, meter) = stage.sending();
    let writer = &stage.bench.writer;
    writer
        .rename_payee(&stage.plan, id, name, &mut reservation, &meter)
        .await
}

/// The names of payees on the transactions, as the next read has them.
pub(super) async fn names(stage: &Stage) -> Vec<String> {
    let history = stage.bench.call().transactions(&stage.plan).await.unwrap();
    history.iter().map(crate::domain::plan::Transaction::payee).collect()
}

/// The names of the payees that were not there from the beginning, as the next read has them.
async fn listed(stage: &Stage) -> Vec<String> {
    let payees = stage.bench.call().payees(&stage.plan).await.unwrap();
    let own = [
        "Starting Balance",
        "Manual Balance Adjustment",
        "Reconciliation Balance Adjustment",
    ];
    let names = payees.iter().map(|payee| payee.name.raw());
    names.filter(|name| !own.contains(name)).map(str::to_owned).collect()
}

/// The queries of the requests for a collection.
fn queries(stage: &Stage, operation: Operation) -> Vec<String> {
    let asked = stage.sim.requests().into_iter().filter(|request| request.is(operation));
    asked.map(|request| request.query).collect()
}

#[tokio::test]
async fn payees_are_read_whole_once_and_by_changes_after() {
    let stage = Stage::new();
    assert_eq!(listed(&stage).await, ["Transfer : Checking", "Landlord"]);
    assert_eq!(listed(&stage).await.len(), 2, "a young copy serves");
    let landlord: uuid::Uuid = landlord(&stage).as_str().parse().unwrap();
    stage.sim.edit(|plan| {
        plan.edit_payee(landlord, |payee| payee.name = "Owner".to_owned());
        ynab_api::sim::Scribe::new(plan).payee("Bakery");
    });
    stage.bench.grow_old();
    assert_eq!(listed(&stage).await, ["Transfer : Checking", "Owner", "Bakery"]);
    stage
        .sim
        .edit(|plan| plan.edit_payee(landlord, |payee| payee.deleted = true));
    stage.bench.grow_old();
    assert_eq!(listed(&stage).await, ["Transfer : Checking", "Bakery"]);
    let asked = queries(&stage, Operation::GetPayees);
    assert_eq!((asked.len(), asked[0].as_str()), (3, ""));
    assert!(
        asked[1..]
            .iter()
            .all(|query| query.starts_with("last_knowledge_of_server="))
    );
}

#[tokio::test]
async fn a_new_name_is_on_all_transactions_at_the_next_read_and_stays_with_later_changes() {
    let stage = Stage::new();
    assert_eq!(names(&stage).await, ["Landlord", "Landlord"]);
    assert_eq!(listed(&stage).await, ["Transfer : Checking", "Landlord"]);
    let id = landlord(&stage);
    let renamed = rename(&stage, &id, "Owner").await.unwrap();
    assert_eq!(
        stage.sent(),
        (format!("PATCH /payees/{id}"), json!({ "payee": { "name": "Owner" } }))
    );
    let expected = Payee {
        id,
        name: "Owner".into(),
        transfer_account_id: None,
    };
    assert_eq!(renamed, expected);
    assert_eq!(names(&stage).await, ["Owner", "Owner"]);
    assert_eq!(listed(&stage).await, ["Transfer : Checking", "Owner"]);
    stage.sim.edit(|plan| {
        let ids: Vec<_> = plan.transactions.iter().map(|row| row.id.clone()).collect();
        plan.edit_transaction(&ids[0], |row| row.amount = -1);
    });
    stage.bench.grow_old();
    assert_eq!(names(&stage).await, ["Owner", "Owner"]);
    let all = "since_date=1970-01-01".to_owned();
    let asked = queries(&stage, Operation::GetTransactions);
    assert_eq!(asked[..2], [all.clone(), all]);
    assert!(
        asked.len() == 3 && asked[2].contains("last_knowledge_of_server="),
        "{asked:?}"
    );
}

#[tokio::test]
async fn the_stand_in_too_sends_no_row_again_whose_payee_was_renamed() {
    let stage = Stage::new();
    assert_eq!(names(&stage).await, ["Landlord", "Landlord"]);
    // Another client renames: nothing tells this server, whose changes hold no row. This is why a rename drops the copy.
    let landlord: uuid::Uuid = landlord(&stage).as_str().parse().unwrap();
    stage
        .sim
        .edit(|plan| plan.edit_payee(landlord, |payee| payee.name = "Owner".to_owned()));
    stage.bench.grow_old();
    assert_eq!(names(&stage).await, ["Landlord", "Landlord"]);
}

#[tokio::test]
async fn history_that_was_under_way_during_a_rename_is_not_built_on() {
    let stage = Stage::new();
    let slow = FaultEffect::DelayAfter { milliseconds: 400 };
    stage.sim.fault(Fault::on(Operation::GetTransactions, slow).nth(1));
    let (call, plan) = (stage.bench.call(), stage.plan.clone());
    let under_way = tokio::spawn(async move { call.transactions(&plan).await });
    while stage.sim.count(Operation::GetTransactions) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    rename(&stage, &landlord(&stage), "Owner").await.unwrap();
    assert!(!under_way.is_finished(), "the answer is still to come");
    under_way.await.unwrap().unwrap();
    assert_eq!(names(&stage).await, ["Owner", "Owner"]);
    assert!(
        queries(&stage, Operation::GetTransactions)
            .iter()
            .all(|query| !query.contains("last_knowledge"))
    );
}
