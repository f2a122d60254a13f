//! An account beside its bank: the difference, and what may explain it. Nothing is changed, and no yes is needed.

use avenir::registry::Gate;
use serde_json::{Value, json};
use ynab_api::sim::{Cleared, Entry, Scribe};

use crate::stage::{Household, Stage, day};

async fn diagnosed(stage: &Stage, home: &Household, account: &str, balance: f64) -> Value {
    let arguments = json!({"plan_id": home.plan, "account_id": account, "bank_balance": balance});
    stage.without_asking("diagnose_account", arguments).await.answer()
}

fn enter(stage: &Stage, account: &str, date: &str, amount: i64, payee: &str, cleared: Cleared) -> String {
    let entered = stage.sim.edit(|plan| {
        let account = plan.account_named(account).unwrap().id;
        let mut entry = Entry::new(account, day(date), amount, payee, None);
        entry.cleared = cleared;
        Scribe::new(plan).enter(&entry)
    });
    entered.unwrap()
}

fn open(stage: &Stage, date: &str, amount: i64) -> String {
    enter(
        stage,
        "Visa",
        date,
        amount,
        &format!("Shop of the {date}"),
        Cleared::Uncleared,
    )
}

#[tokio::test]
async fn the_read_only_gate_lists_it_and_not_the_reconciliation() {
    let names = |gate: Gate| gate.tools().map(|tool| tool.facts().name).collect::<Vec<_>>();
    let reading = names(Gate { writes: false });
    assert!(reading.contains(&"diagnose_account"));
    assert!(!reading.contains(&"reconcile_account") && !reading.contains(&"create_transactions"));
    assert!(names(Gate { writes: true }).contains(&"reconcile_account"));
}

#[tokio::test]
async fn an_account_that_agrees_says_so_and_nothing_is_sent_but_reads() {
    let (stage, home) = Stage::in_euro().await;
    let answer = diagnosed(&stage, &home, "Girokonto", 2398.75).await;
    assert_eq!(
        answer["finding"],
        "The cleared transactions add up to what the bank says."
    );
    assert_eq!(answer["analysis"]["difference"], 0);
    assert_eq!(
        (&answer["uncleared"], &answer["possible_duplicates"]),
        (&json!([]), &json!([]))
    );
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
}

#[tokio::test]
async fn one_uncleared_row_of_just_the_difference_explains_it() {
    let (stage, home) = Stage::in_euro().await;
    let answer = diagnosed(&stage, &home, "Visa", -30.0).await;
    assert_eq!(answer["analysis"]["explained_by"], json!([home.kiosk]));
    assert_eq!(
        answer["finding"],
        "The bank says -30.00, the cleared transactions add up to 0.00: a difference of -30.00. Uncleared transactions of that \
         amount may be at the bank by now: see `explained_by`."
    );
    assert_eq!(
        answer["uncleared"],
        json!([{"transaction_id": home.kiosk, "date": "2026-09-14", "amount": -30, "payee": "Kiosk"}])
    );
    assert_eq!(
        (
            &answer["analysis"]["uncleared_count"],
            &answer["analysis"]["working_balance"]
        ),
        (&json!(1), &json!(-30))
    );
}

#[tokio::test]
async fn the_only_two_that_add_up_to_it_explain_it_and_more_than_one_pair_explains_nothing() {
    let (stage, home) = Stage::in_euro().await;
    let one = open(&stage, "2026-09-10", -11_000);
    let other = open(&stage, "2026-09-12", -4_000);
    let pair = diagnosed(&stage, &home, "Visa", -15.0).await;
    assert_eq!(pair["analysis"]["explained_by"], json!([other, one]), "newest first");
    open(&stage, "2026-09-13", -4_000);
    stage.pass(10);
    let ambiguous = diagnosed(&stage, &home, "Visa", -15.0).await;
    assert_eq!(ambiguous["analysis"]["explained_by"], json!([]));
    assert!(
        ambiguous["finding"]
            .as_str()
            .unwrap()
            .contains("No single transaction explains it")
    );
    // A single one goes before any pair.
    let single = open(&stage, "2026-09-09", -15_000);
    stage.pass(10);
    let answer = diagnosed(&stage, &home, "Visa", -15.0).await;
    assert_eq!(answer["analysis"]["explained_by"], json!([single]));
}

#[tokio::test]
async fn a_cleared_row_without_which_there_were_no_difference_may_not_be_at_the_bank() {
    let (stage, home) = Stage::in_euro().await;
    let answer = diagnosed(&stage, &home, "Girokonto", 2398.75 + 142.5).await;
    assert_eq!(answer["analysis"]["maybe_not_at_the_bank"], json!([home.taverna]));
    assert_eq!(answer["analysis"]["explained_by"], json!([]));
    assert!(
        answer["finding"].as_str().unwrap().ends_with(
            "A cleared transaction of just that amount may not be at the bank: see `maybe_not_at_the_bank`."
        )
    );
    // Reconciled ones are at the bank.
    stage.edit_elsewhere(&home.taverna, |row| row.cleared = Cleared::Reconciled);
    stage.pass(10);
    let answer = diagnosed(&stage, &home, "Girokonto", 2398.75 + 142.5).await;
    assert_eq!(answer["analysis"]["maybe_not_at_the_bank"], json!([]));
}

#[tokio::test]
async fn a_cleared_row_that_is_not_approved_may_be_missing_at_the_bank_too() {
    let (stage, home) = Stage::in_euro().await;
    let answer = diagnosed(&stage, &home, "Girokonto", 2398.75 + 7.25).await;
    assert_eq!(answer["analysis"]["maybe_not_at_the_bank"], json!([home.bakery]));
}

#[tokio::test]
async fn equal_rows_of_one_shop_few_days_apart_may_be_one_entered_twice() {
    let (stage, home) = Stage::in_euro().await;
    let older = enter(&stage, "Visa", "2026-09-08", -5_000, "CB Buchladen", Cleared::Cleared);
    let newer = enter(&stage, "Visa", "2026-09-11", -5_000, "BUCHLADEN", Cleared::Uncleared);
    // Four days later, of another amount, of another shop, and on another account: none of these.
    enter(&stage, "Visa", "2026-09-15", -5_000, "Buchladen", Cleared::Cleared);
    enter(&stage, "Visa", "2026-09-09", -5_010, "Buchladen", Cleared::Cleared);
    enter(&stage, "Visa", "2026-09-09", -5_000, "Bäckerei", Cleared::Cleared);
    enter(&stage, "Girokonto", "2026-09-09", -5_000, "Buchladen", Cleared::Cleared);
    // Too long ago.
    enter(&stage, "Visa", "2026-07-01", -5_000, "Buchladen", Cleared::Cleared);
    enter(&stage, "Visa", "2026-07-01", -5_000, "Buchladen", Cleared::Cleared);
    let answer = diagnosed(&stage, &home, "Visa", -20.01).await;
    assert_eq!(
        answer["possible_duplicates"],
        json!([{"older_id": older, "newer_id": newer}])
    );
}

#[tokio::test]
async fn no_list_of_an_answer_is_longer_than_fifty() {
    let (stage, home) = Stage::in_euro().await;
    for state in [Cleared::Uncleared, Cleared::Cleared] {
        for _ in 0..60 {
            enter(&stage, "Visa", "2026-09-01", -1_000, "Row", state);
        }
    }
    // Sixty are cleared; the bank has one more of them, or one less.
    let more = diagnosed(&stage, &home, "Visa", -61.0).await;
    assert_eq!(more["analysis"]["uncleared_count"], 61);
    assert_eq!(more["uncleared"].as_array().unwrap().len(), 50);
    assert_eq!(more["analysis"]["explained_by"].as_array().unwrap().len(), 50);
    assert_eq!(more["possible_duplicates"].as_array().unwrap().len(), 50);
    let less = diagnosed(&stage, &home, "Visa", -59.0).await;
    assert_eq!(less["analysis"]["maybe_not_at_the_bank"].as_array().unwrap().len(), 50);
}

#[tokio::test]
async fn a_closed_account_can_be_looked_at_and_a_day_leaves_later_rows_out() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let depot = plan.account_named("Depot").unwrap().id;
        plan.edit_account(depot, |account| account.closed = true)
    });
    let arguments = json!({"plan_id": home.plan, "account_id": "Depot", "bank_balance": 200, "as_of": "2026-09-06"});
    let answer = stage.without_asking("diagnose_account", arguments).await.answer();
    assert_eq!(
        answer["finding"],
        "The cleared transactions add up to what the bank says."
    );
    assert_eq!(answer["analysis"]["cleared_balance"], 200);
    assert_eq!(
        answer["analysis"].get("ynab_cleared_balance"),
        None,
        "which is of all rows"
    );
}

#[tokio::test]
async fn a_large_difference_with_a_part_of_a_cent_in_it_is_not_called_small() {
    let (stage, home) = Stage::in_euro().await;
    enter(&stage, "Tagesgeld", "2026-09-02", 1_234, "Interest", Cleared::Cleared);
    let finding = async |balance| {
        let answer = diagnosed(&stage, &home, "Tagesgeld", balance).await;
        answer["finding"].as_str().unwrap().to_owned()
    };
    let large = finding(50.0).await;
    assert!(
        large.contains("a difference of -51.234.") && !large.contains("smallest coin"),
        "{large}"
    );
    let small = finding(101.23).await;
    assert!(
        small.contains("a difference of -0.004.") && small.contains("less than the currency's smallest coin"),
        "{small}"
    );
}
