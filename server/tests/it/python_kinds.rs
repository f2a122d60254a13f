//! What the Python version made, reconciled, renamed and aimed for: each of these kinds is undone as its journal tells it.

use serde_json::{Value, json};
use ynab_api::sim::{Cleared, Target, TargetKind};

use crate::stage::{Friend, Household, SEPTEMBER, Stage, day, told};

const ID: &str = "aaaaaaaaaaa1";

/// One line of its journal, and nothing else.
fn past(stage: &Stage, home: &Household, kind: &str, details: &Value) {
    let line = json!({
        "operation_id": ID, "plan_id": home.plan, "kind": kind, "applied_at": "2026-09-14T10:00:00+00:00",
        "moves": [], "details": details,
    });
    std::fs::write(stage.python_file(), format!("{line}\n")).unwrap();
    stage.pass(10);
}

fn undo(home: &Household) -> Value {
    json!({"plan_id": home.plan, "operation_id": ID})
}

/// What is asked of an undo that is applied, and the id of it.
async fn undone(stage: &Stage, home: &Household) -> (String, String) {
    stage.sim.forget_requests();
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "undo_operation", undo(home))
        .await
        .with_status("applied");
    let text = std::fs::read_to_string(stage.python_file()).unwrap();
    assert!(text.ends_with(&format!("{{\"undone\":\"{ID}\"}}\n")), "{text}");
    (
        agrees.only_question(),
        answer["operation_id"].as_str().unwrap().to_owned(),
    )
}

async fn left_alone(stage: &Stage, home: &Household) -> Value {
    stage.sim.forget_requests();
    let answer = stage
        .without_asking("undo_operation", undo(home))
        .await
        .with_status("nothing_to_do");
    assert_eq!(stage.writes_sent(), 0);
    assert!(
        !std::fs::read_to_string(stage.python_file())
            .unwrap()
            .contains("\"undone\":")
    );
    answer
}

fn is_there(stage: &Stage, id: &str) -> bool {
    stage.look(|plan| plan.transactions.live(&id.to_owned()).is_some())
}

fn aim(stage: &Stage, category: &str, target: Option<Target>) {
    stage
        .sim
        .edit(|plan| plan.edit_category(Household::key(category), |category| category.target = target));
    stage.pass(10);
}

fn aimed(stage: &Stage, category: &str) -> Option<Target> {
    stage.look(|plan| plan.categories.get(&Household::key(category)).unwrap().target.clone())
}

fn spending(amount: i64) -> Target {
    Target::new(TargetKind::Need, amount, day(SEPTEMBER))
}

#[tokio::test]
async fn what_it_created_is_deleted_row_by_row_and_made_again_by_a_redo() {
    let (stage, home) = Stage::in_euro().await;
    past(
        &stage,
        &home,
        "create",
        &json!({"transaction_ids": [home.market, home.court]}),
    );
    let (question, undo_id) = undone(&stage, &home).await;
    assert_eq!(
        question,
        "Undo: delete the 2 transaction(s) this operation created?\n- 2026-09-12 Market -86.40 on Girokonto: no category → deleted\n- \
         2026-09-12 Tennis court -12.00 on Girokonto: Tennis → deleted\nThe balance of Girokonto goes from 2398.75 to \
         2497.15."
    );
    assert_eq!(stage.writes_sent(), 2);
    assert!(!is_there(&stage, &home.market) && !is_there(&stage, &home.court));
    let agrees = Friend::who_agrees();
    let redo = json!({"plan_id": home.plan, "operation_id": undo_id});
    stage
        .asking(&agrees, "undo_operation", redo)
        .await
        .with_status("applied");
    assert!(
        agrees
            .only_question()
            .starts_with("Undo: create 2 transaction(s) again?\n"),
        "{}",
        agrees.only_question()
    );
    let again = stage.look(|plan| {
        let rows = plan
            .transactions
            .iter()
            .filter(|row| !row.deleted && row.amount == -12_000);
        rows.map(|row| (row.flag.clone(), row.category_id.unwrap().to_string()))
            .collect::<Vec<_>>()
    });
    assert_eq!(again, [(Some("red".to_owned()), home.tennis.clone())]);
    stage.assert_balanced();
}

#[tokio::test]
async fn a_created_row_that_was_reconciled_or_split_since_is_left_alone_and_one_that_is_gone_counts_as_back() {
    let (stage, home) = Stage::in_euro().await;
    past(
        &stage,
        &home,
        "create",
        &json!({"transaction_ids": [home.market, home.mall, home.court]}),
    );
    stage.edit_elsewhere(&home.market, |row| row.cleared = Cleared::Reconciled);
    stage.edit_elsewhere(&home.court, |row| row.deleted = true);
    stage.pass(10);
    let answer = left_alone(&stage, &home).await;
    assert_eq!(answer["unchanged_count"], 1);
    assert_eq!(
        answer["conflicts"],
        json!([
            "2026-09-12 Market -86.40: it was changed since, so it is left alone",
            "2026-09-09 Mall -50.00: it was changed since, so it is left alone",
        ])
    );
    assert!(is_there(&stage, &home.market) && is_there(&stage, &home.mall));
}

#[tokio::test]
async fn a_reconciliation_goes_back_to_cleared_and_its_adjustment_is_deleted() {
    let (stage, home) = Stage::in_euro().await;
    for id in [&home.market, &home.court, &home.dairy] {
        stage.edit_elsewhere(id, |row| row.cleared = Cleared::Reconciled);
    }
    let details = json!({"account_id": stage.transaction(&home.market).account_id,
        "reconciled_ids": [home.market, home.court, home.dairy], "adjustment_id": home.dairy});
    past(&stage, &home, "reconcile", &details);
    let (question, undo_id) = undone(&stage, &home).await;
    assert_eq!(
        question.lines().next().unwrap(),
        "Undo reconciliation: mark 2 transaction(s) back to cleared and delete the balance adjustment?"
    );
    assert!(!is_there(&stage, &home.dairy));
    let cleared = |id: &str| stage.transaction(id).cleared;
    assert_eq!(
        (cleared(&home.market), cleared(&home.court)),
        (Cleared::Cleared, Cleared::Cleared)
    );
    let agrees = Friend::who_agrees();
    let redo = json!({"plan_id": home.plan, "operation_id": undo_id});
    stage
        .asking(&agrees, "undo_operation", redo)
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question().lines().next().unwrap(),
        "Undo: mark 2 transaction(s) reconciled again and add the balance adjustment?"
    );
    assert_eq!(
        (cleared(&home.market), cleared(&home.court)),
        (Cleared::Reconciled, Cleared::Reconciled)
    );
    stage.assert_balanced();
}

#[tokio::test]
async fn a_reconciliation_without_adjustment_goes_back_and_what_was_unlocked_since_counts_as_back() {
    let (stage, home) = Stage::in_euro().await;
    stage.edit_elsewhere(&home.court, |row| row.cleared = Cleared::Reconciled);
    let details = json!({"account_id": stage.transaction(&home.market).account_id,
        "reconciled_ids": [home.market, home.court], "adjustment_id": null});
    past(&stage, &home, "reconcile", &details);
    let (question, _) = undone(&stage, &home).await;
    assert_eq!(
        question,
        "Undo reconciliation: mark 1 transaction(s) back to cleared?\n- 2026-09-12 Tennis court -12.00: reconciled → cleared"
    );
    assert_eq!(stage.writes_sent(), 1);
}

#[tokio::test]
async fn a_payee_gets_its_name_back_unless_it_changed_or_the_name_is_taken() {
    let (stage, home) = Stage::in_euro().await;
    let payee = stage.transaction(&home.market).payee_id.unwrap();
    let name = |stage: &Stage| stage.look(|plan| plan.payees.get(&payee).unwrap().name.clone());
    past(
        &stage,
        &home,
        "payee",
        &json!({"payee_id": payee.to_string(), "from": "MARKT 0815", "to": "Market"}),
    );
    stage
        .sim
        .edit(|plan| plan.edit_payee(payee, |payee| payee.name = "Wochenmarkt".to_owned()));
    stage.pass(10);
    let answer = left_alone(&stage, &home).await;
    assert_eq!(
        answer["conflicts"],
        json!(["Payee ‘Wochenmarkt’: it is Wochenmarkt now, not Market, so it is left alone"])
    );
    stage
        .sim
        .edit(|plan| plan.edit_payee(payee, |payee| payee.name = "Market".to_owned()));
    let taverna = stage.transaction(&home.taverna).payee_id.unwrap();
    stage
        .sim
        .edit(|plan| plan.edit_payee(taverna, |payee| payee.name = "MARKT 0815".to_owned()));
    stage.pass(10);
    let answer = left_alone(&stage, &home).await;
    assert_eq!(
        answer["conflicts"],
        json!(["Payee ‘Market’: another one has the name it had, so it is left alone"])
    );
    stage
        .sim
        .edit(|plan| plan.edit_payee(taverna, |payee| payee.name = "Taverna".to_owned()));
    stage.pass(10);
    let (question, _) = undone(&stage, &home).await;
    assert_eq!(
        question,
        "Undo: rename payee ‘Market’ back to ‘MARKT 0815’?\n- Payee ‘Market’: Market → MARKT 0815\n1 transaction(s) name it."
    );
    assert_eq!(
        (name(&stage), stage.writes()[0].1.clone()),
        ("MARKT 0815".to_owned(), json!({"payee": {"name": "MARKT 0815"}}))
    );
}

#[tokio::test]
async fn a_target_goes_back_by_the_fields_that_were_written_down() {
    let due = day("2027-06-01");
    for (now, fields, after, words, body, back) in [
        (
            spending(150_000).due(due),
            json!({"goal_target": 120_000, "goal_frequency": "weekly", "goal_needs_whole_amount": false}),
            "150.00 by 2027-06-01",
            "120.00 each week, refilled up to it",
            json!({"goal_target": 120_000, "goal_frequency": "weekly", "goal_needs_whole_amount": false}),
            Some(spending(120_000).every(2, Some(1), Some(0)).refill()),
        ),
        (
            spending(150_000),
            json!({"goal_target": 120_000, "goal_target_date": "2027-06-01", "goal_needs_whole_amount": true}),
            "150.00 each month",
            "120.00 by 2027-06-01",
            json!({"goal_target": 120_000, "goal_target_date": "2027-06-01", "goal_needs_whole_amount": true}),
            Some(spending(120_000).due(due)),
        ),
        (
            spending(150_000),
            json!({"goal_target": null}),
            "150.00 each month",
            "no target",
            json!({"goal_target": null}),
            None,
        ),
        // An amount alone kept the kind, and keeps it again.
        (
            spending(150_000).every(1, Some(1), Some(15)),
            json!({"goal_target": 120_000}),
            "150.00 each month",
            "120.00 each month",
            json!({"goal_target": 120_000}),
            Some(spending(120_000).every(1, Some(1), Some(15))),
        ),
        (
            Target::new(TargetKind::MonthlyFunding, 95_500, day(SEPTEMBER)),
            json!({"goal_target": 90_000}),
            "95.50 (monthly funding)",
            "90.00 (monthly funding)",
            json!({"goal_target": 90_000}),
            Some(Target::new(TargetKind::MonthlyFunding, 90_000, day(SEPTEMBER))),
        ),
        (
            Target::new(TargetKind::BalanceByDate, 95_500, day(SEPTEMBER)).due(due),
            json!({"goal_target": 90_000}),
            "95.50 (target balance by date)",
            "90.00 (target balance by date)",
            json!({"goal_target": 90_000}),
            Some(Target::new(TargetKind::BalanceByDate, 90_000, day(SEPTEMBER)).due(due)),
        ),
    ] {
        let (stage, home) = Stage::in_euro().await;
        aim(&stage, &home.tennis, Some(now));
        past(
            &stage,
            &home,
            "target",
            &json!({"category_id": home.tennis, "undo": fields, "after": after}),
        );
        let (question, _) = undone(&stage, &home).await;
        assert!(
            question.starts_with(&format!(
                "Undo: set the target of Tennis back to {words}?\n- Category ‘Tennis’: "
            )),
            "{question}"
        );
        assert_eq!(stage.writes()[0].1, json!({"category": body}));
        assert_eq!(aimed(&stage, &home.tennis), back);
    }
}

#[tokio::test]
async fn a_target_that_changed_since_is_left_alone() {
    let (stage, home) = Stage::in_euro().await;
    let details = json!({"category_id": home.tennis, "undo": {"goal_target": null}, "after": "150.00 each month"});
    past(&stage, &home, "target", &details);
    aim(&stage, &home.tennis, Some(spending(160_000)));
    let answer = left_alone(&stage, &home).await;
    assert_eq!(
        answer["conflicts"],
        json!(["Category ‘Tennis’: it is 160.00 each month now, not 150.00 each month, so it is left alone"])
    );
    aim(&stage, &home.tennis, None);
    let answer = left_alone(&stage, &home).await;
    assert_eq!(told(&answer), "Nothing to undo: everything is back already.");
}
