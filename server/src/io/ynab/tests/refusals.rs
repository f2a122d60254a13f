//! Each write refused by YNAB, and each applied without an answer.

use ynab_api::sim::{Fault, FaultEffect};

use super::standin::Stage;
use super::*;
use super::{categories, payees, rows};
use crate::domain::ids::{AccountId, CategoryGroupId, PayeeId, TransactionId};
use crate::domain::plan::Payee;
use crate::domain::row::Row;
use crate::domain::target::TargetRequest;

/// YNAB's words in a refusal with the status.
fn words<T: std::fmt::Debug>(sent: Result<T, WriteError>, expected: u16) -> String {
    match sent {
        Err(WriteError::Refused(YnabError::Refused { status, detail })) if status == expected => detail.unwrap(),
        other => panic!("{other:?}"),
    }
}

fn renaming(name: &str) -> CategoryPatch {
    CategoryPatch {
        name: Change::Set(name.to_owned()),
        ..CategoryPatch::default()
    }
}

#[tokio::test]
async fn a_refusal_comes_with_ynab_s_words_and_changes_nothing() {
    let stage = Stage::new();
    let (fine, late) = (rows::row(&stage, "2026-10-03", -1), rows::row(&stage, "2026-10-06", -2));
    assert_eq!(
        words(rows::create(&stage, &[&fine, &late]).await, 400),
        "date must lie between five years ago and today (index: 1)"
    );
    let id = stage.enter("2026-09-01", -900);
    let short = TransactionPatch {
        lines: Change::Set(vec![rows::line(&stage, -899, None)]),
        ..TransactionPatch::of(id.clone())
    };
    let refused = words(rows::update(&stage, short).await, 400);
    assert!(refused.starts_with("the lines do not add up"), "{refused}");

    let group = stage.sim.edit(|plan| {
        let group = plan.category_named("Rent").unwrap().group_id;
        plan.add_category(group, "Power");
        group
    });
    let group = CategoryGroupId::parse(&group.unwrap().to_string()).unwrap();
    let taken = "the group already has a category of this name";
    assert_eq!(words(categories::create(&stage, &group, "Power").await, 400), taken);
    assert_eq!(words(categories::update(&stage, &renaming("Power")).await, 400), taken);
    let past = CategoryPatch {
        target: Change::Set(TargetRequest::Set {
            amount: crate::domain::money::Milliunits::new(1),
            frequency: None,
            date: Some("2026-10-04".parse().unwrap()),
            whole_amount: None,
        }),
        ..CategoryPatch::default()
    };
    assert_eq!(
        words(categories::update(&stage, &past).await, 400),
        "goal_target_date lies in the past"
    );

    let transfers = |payee: &&Payee| payee.transfer_account_id.is_some();
    let payees_now = stage.bench.call().payees(&stage.plan).await.unwrap();
    let fixed = payees_now.iter().find(transfers).unwrap();
    assert_eq!(
        words(payees::rename(&stage, &fixed.id, "Other").await, 400),
        "this payee cannot be renamed"
    );
    assert_eq!(payees::names(&stage).await, ["Landlord"; 3]);
    assert_eq!(
        categories::listed(&stage, &stage.category()).await.unwrap().name.raw(),
        "Rent"
    );
}

#[tokio::test]
async fn what_ynab_does_not_know_is_not_found_and_a_conflict_is_a_refusal() {
    let stage = Stage::new();
    let id = stage.enter("2026-09-01", -900);
    rows::delete(&stage, &id).await.unwrap();
    let unknown = |what: &str| {
        WriteError::Refused(YnabError::NotFound {
            what: what.to_owned(),
            detail: Some("Resource not found".to_owned()),
        })
    };
    assert_eq!(rows::delete(&stage, &id).await, Err(unknown("this transaction")));
    let stranger = PayeeId::parse(PLAN).unwrap();
    assert_eq!(
        payees::rename(&stage, &stranger, "Other").await,
        Err(unknown("this payee"))
    );
    stage
        .sim
        .edit(|plan| plan.edit_category(stage.category, |category| category.deleted = true));
    assert_eq!(
        categories::update(&stage, &renaming("Other")).await,
        Err(unknown("this category"))
    );

    let status = |status: u16, detail: &str| FaultEffect::Status {
        status,
        body: Some(json!({ "error": { "id": "x", "name": "x", "detail": detail } }).to_string()),
        retry_after: None,
    };
    stage.sim.fault(Fault::on_writes(status(409, "known")).times(1));
    let bank = Row {
        import_id: Some("one".to_owned()),
        ..rows::row(&stage, "2026-10-03", -1)
    };
    assert_eq!(words(rows::create(&stage, &[&bank]).await, 409), "known");
    stage.sim.fault(Fault::on_writes(status(400, "no banks")).times(1));
    assert_eq!(words(rows::import(&stage).await, 400), "no banks");
}

#[tokio::test]
async fn an_id_that_no_request_can_carry_is_never_sent() {
    let stage = Stage::new();
    let not_sent = |what: &str| {
        let what = what.to_owned();
        WriteError::NotSent(YnabError::NotFound { what, detail: None })
    };
    let of_nowhere = Row {
        account_id: AccountId::parse("a-1").unwrap(),
        ..rows::row(&stage, "2026-10-03", -1)
    };
    assert_eq!(
        rows::create(&stage, &[&of_nowhere]).await,
        Err(not_sent("the account a-1"))
    );
    let by_nobody = Row {
        payee_id: Some(PayeeId::parse("p-1").unwrap()),
        ..rows::row(&stage, "2026-10-03", -1)
    };
    assert_eq!(
        rows::create(&stage, &[&by_nobody]).await,
        Err(not_sent("the payee p-1"))
    );
    let group = CategoryGroupId::parse("g-1").unwrap();
    let missing = || not_sent("the category group g-1");
    assert_eq!(categories::create(&stage, &group, "Games").await, Err(missing()));
    let patch = CategoryPatch {
        group: Change::Set(group),
        ..CategoryPatch::default()
    };
    assert_eq!(categories::update(&stage, &patch).await, Err(missing()));
    assert_eq!(stage.sim.requests().len(), 0);
}

/// A stage with everything read, whose next write is carried out and never answered.
async fn deaf() -> (Stage, TransactionId) {
    let stage = Stage::new();
    let id = stage.enter("2026-09-01", -900);
    assert_eq!(payees::names(&stage).await, ["Landlord"; 3]);
    stage.bench.call().categories(&stage.plan).await.unwrap();
    stage.bench.call().payees(&stage.plan).await.unwrap();
    stage.sim.fault(Fault::on_writes(FaultEffect::DropAfter));
    (stage, id)
}

fn unanswered<T: std::fmt::Debug>(sent: &Result<T, WriteError>) {
    assert!(matches!(sent, Err(WriteError::Unanswered { .. })), "{sent:?}");
}

#[tokio::test]
async fn a_write_of_rows_without_an_answer_is_told_so_and_shows_in_the_next_read() {
    let (stage, id) = deaf().await;
    unanswered(&rows::create(&stage, &[&rows::row(&stage, "2026-10-03", -7)]).await);
    let history = stage.bench.call().transactions(&stage.plan).await.unwrap();
    assert!(history.iter().any(|row| row.amount.get() == -7));
    let lines = vec![rows::line(&stage, -400, None), rows::line(&stage, -500, None)];
    let split = TransactionPatch {
        lines: Change::Set(lines.clone()),
        ..TransactionPatch::of(id.clone())
    };
    unanswered(&rows::update(&stage, split).await);
    assert_eq!(Row::of(&rows::held(&stage, &id).await.unwrap()).lines, lines);
    unanswered(&rows::delete(&stage, &id).await);
    assert_eq!(rows::held(&stage, &id).await, None);
    unanswered(&rows::import(&stage).await);
    assert_eq!(
        stage.sim.requests().iter().filter(|request| request.is_write()).count(),
        4
    );
}

#[tokio::test]
async fn a_change_of_a_category_or_a_payee_without_an_answer_is_told_so_and_shows_in_the_next_read() {
    let (stage, _) = deaf().await;
    unanswered(&categories::update(&stage, &renaming("Housing")).await);
    let after = categories::listed(&stage, &stage.category()).await.unwrap();
    assert_eq!(after.name.raw(), "Housing");
    unanswered(&categories::create(&stage, &after.group_id, "Games").await);
    let groups = stage.bench.call().categories(&stage.plan).await.unwrap();
    let mut all = groups.iter().flat_map(|group| &group.categories);
    assert!(all.any(|category| category.name.raw() == "Games"));
    unanswered(&payees::rename(&stage, &payees::landlord(&stage), "Owner").await);
    assert_eq!(payees::names(&stage).await, ["Owner"; 3]);
    let listed = stage.bench.call().payees(&stage.plan).await.unwrap();
    assert!(listed.iter().any(|payee| payee.name.raw() == "Owner"));
    assert_eq!(
        stage.sim.requests().iter().filter(|request| request.is_write()).count(),
        3
    );
}
