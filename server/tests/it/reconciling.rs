//! Accounts reconciled with their bank: what is asked, what is marked, what an adjustment is, and what is left out and said.

use serde_json::{Value, json};
use ynab_api::sim::{AccountKind, Cleared, Entry, Operation, Scribe, World};

use crate::stage::{Friend, Household, Setting, Stage, day, told};

const TOOL: &str = "reconcile_account";

/// What the cleared rows of the current account add up to.
const CURRENT: f64 = 2398.75;

fn with(home: &Household, account: &str, balance: f64) -> Value {
    json!({"plan_id": home.plan, "account_id": account, "bank_balance": balance})
}

fn adjusting(home: &Household, account: &str, balance: f64) -> Value {
    let mut arguments = with(home, account, balance);
    arguments["adjust"] = json!(true);
    arguments
}

/// How many rows of an account are reconciled, cleared, and neither.
fn states(stage: &Stage, account: &str) -> (usize, usize, usize) {
    stage.look(|plan| {
        let account = plan.account_named(account).unwrap().id;
        let rows = plan
            .transactions
            .iter()
            .filter(|row| !row.deleted && row.account_id == account);
        let rows: Vec<_> = rows.map(|row| row.cleared).collect();
        let count = |state| rows.iter().filter(|other| **other == state).count();
        (
            count(Cleared::Reconciled),
            count(Cleared::Cleared),
            count(Cleared::Uncleared),
        )
    })
}

fn account_id(stage: &Stage, name: &str) -> String {
    stage.look(|plan| plan.account_named(name).unwrap().id.to_string())
}

fn enter(stage: &Stage, account: &str, date: &str, amount: i64, cleared: Cleared) -> String {
    let entered = stage.sim.edit(|plan| {
        let account = plan.account_named(account).unwrap().id;
        let mut entry = Entry::new(account, day(date), amount, "Shop", None);
        entry.cleared = cleared;
        Scribe::new(plan).enter(&entry)
    });
    entered.unwrap()
}

#[tokio::test]
async fn without_a_difference_the_cleared_and_approved_rows_become_reconciled() {
    let (stage, home) = Stage::in_euro().await;
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, TOOL, with(&home, "Girokonto", CURRENT))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Reconcile Girokonto: mark 8 cleared transaction(s) reconciled?\n\
         - 2026-09-13 Dairy -3.10\n- 2026-09-12 Market -86.40\n- 2026-09-12 Tennis court -12.00\n\
         - 2026-09-10 Taverna -142.50\n- 2026-09-09 Mall -50.00\n- 2026-09-06 Transfer : Depot -200.00\n\
         - 2026-09-05 Transfer : Tagesgeld -100.00\n- 2026-08-03 Starting Balance 3000.00\n\
         The bank says 2398.75; the cleared transactions add up to 2398.75.\n\
         1 more cleared transaction(s) are not approved, and YNAB does not reconcile those: approve them first to include them."
    );
    assert_eq!(states(&stage, "Girokonto"), (8, 1, 0));
    assert_eq!(stage.transaction(&home.bakery).cleared, Cleared::Cleared);
    let writes = stage.writes();
    assert_eq!(writes.len(), 1);
    let marks = writes[0].1["transactions"].as_array().unwrap();
    assert_eq!(marks.len(), 8);
    assert!(
        marks
            .iter()
            .all(|mark| *mark == json!({"id": mark["id"], "cleared": "reconciled"})),
        "{marks:?}"
    );
    assert_eq!(
        (
            &answer["reconciled"],
            &answer["cleared_balance_after"],
            answer.get("adjustment")
        ),
        (&json!(8), &json!(2398.75), None)
    );
    assert_eq!(
        answer["analysis"],
        json!({
            "account_id": account_id(&stage, "Girokonto"), "bank_balance": 2398.75, "cleared_balance": 2398.75,
            "working_balance": 2398.75, "difference": 0, "to_reconcile_count": 8, "not_approved_count": 1, "uncleared_count": 0,
            "possible_duplicates_count": 0,
            "explained_by": [], "maybe_not_at_the_bank": [],
        })
    );
    let id = answer["operation_id"].as_str().unwrap();
    assert_eq!(
        told(&answer),
        format!("Reconciled. undo_operation with operation_id {id} takes it back.")
    );
    stage.pass(10);
    let again = stage
        .asking(&agrees, TOOL, with(&home, "Girokonto", CURRENT))
        .await
        .with_status("nothing_to_do");
    assert_eq!(told(&again), "Already reconciled: nothing to do.");
    assert_eq!(
        (stage.writes_sent(), stage.intents().len(), agrees.asked().len()),
        (1, 1, 1)
    );
    stage.assert_balanced();
}

#[tokio::test]
async fn a_difference_changes_nothing_and_asks_nothing_and_is_explained() {
    let (stage, home) = Stage::in_euro().await;
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, TOOL, with(&home, "Girokonto", 2484.15))
        .await
        .with_status("difference_found");
    assert_eq!(
        told(&answer),
        "Nothing was changed. The bank says 2484.15, the cleared transactions add up to 2398.75: a difference of 85.40. \
         Nothing in the account explains it: a transaction may be missing, or an amount may be wrong."
    );
    assert_eq!(answer["analysis"]["difference"], json!(85.4));
    assert_eq!(
        (
            answer.get("adjustment"),
            answer.get("operation_id"),
            answer.get("confirmation")
        ),
        (None, None, None)
    );
    let answer = stage
        .asking(&agrees, TOOL, with(&home, "Girokonto", 2485.15))
        .await
        .with_status("difference_found");
    assert!(
        told(&answer).ends_with("see `maybe_not_at_the_bank`."),
        "{}",
        told(&answer)
    );
    assert_eq!(answer["analysis"]["maybe_not_at_the_bank"], json!([home.market]));
    assert_eq!(
        (agrees.asked().len(), stage.writes_sent(), stage.journal()),
        (0, 0, vec![])
    );
}

#[tokio::test]
async fn an_adjustment_of_a_plan_account_is_made_reconciled_and_goes_to_ready_to_assign() {
    let (stage, home) = Stage::in_euro().await;
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, TOOL, adjusting(&home, "Girokonto", 2400.0))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Reconcile Girokonto: mark 8 cleared transaction(s) reconciled and add a balance adjustment of 1.25?\n\
         - 2026-09-13 Dairy -3.10\n- 2026-09-12 Market -86.40\n- 2026-09-12 Tennis court -12.00\n\
         - 2026-09-10 Taverna -142.50\n- 2026-09-09 Mall -50.00\n- 2026-09-06 Transfer : Depot -200.00\n\
         - 2026-09-05 Transfer : Tagesgeld -100.00\n- 2026-08-03 Starting Balance 3000.00\n\
         The bank says 2400.00; the cleared transactions add up to 2398.75.\n\
         The adjustment is dated 2026-09-15 and goes to Inflow: Ready to Assign.\n\
         1 more cleared transaction(s) are not approved, and YNAB does not reconcile those: approve them first to include them."
    );
    let writes = stage.writes();
    assert_eq!(
        writes[0].1,
        json!({"transactions": [{
            "account_id": account_id(&stage, "Girokonto"), "date": "2026-09-15", "amount": 1_250, "payee_name": "Balance adjustment",
            "category_id": home.ready_to_assign, "memo": "Entered by reconcile_account", "cleared": "reconciled", "approved": true,
        }]})
    );
    assert_eq!(
        (writes.len(), writes[1].1["transactions"].as_array().unwrap().len()),
        (2, 8)
    );
    assert_eq!(states(&stage, "Girokonto"), (9, 1, 0));
    assert_eq!(
        (
            &answer["adjustment"],
            &answer["reconciled"],
            &answer["cleared_balance_after"]
        ),
        (&json!(1.25), &json!(8), &json!(2400))
    );
    // One operation, one group: the adjustment first.
    let intents = stage.intents();
    assert_eq!((intents.len(), intents[0]["groups"].as_array().unwrap().len()), (1, 1));
    let effects = intents[0]["groups"][0]["effects"].as_array().unwrap();
    let kinds: Vec<_> = effects.iter().map(|effect| effect["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, [vec!["created"], vec!["cleared"; 8]].concat());
    assert_eq!(
        intents[0]["title"],
        "Reconcile Girokonto: mark 8 cleared transaction(s) reconciled and add a balance adjustment of 1.25"
    );
    assert_eq!(
        stage.states_of(answer["operation_id"].as_str().unwrap()),
        ["applied"; 9]
    );
    stage.assert_balanced();
}

/// The household in whose lists Uncategorized stands before Ready to Assign.
fn uncategorized_first() -> (World, Household) {
    let (world, home) = Household::in_euro();
    let mut text: Value = serde_json::from_slice(&world.to_json().unwrap()).unwrap();
    let categories = text["plans"][0]["categories"].as_array_mut().unwrap();
    let place = categories
        .iter()
        .position(|category| category["id"] == home.uncategorized)
        .unwrap();
    let uncategorized = categories.remove(place);
    categories.insert(0, uncategorized);
    (World::from_json(text.to_string().as_bytes()).unwrap(), home)
}

#[tokio::test]
async fn ready_to_assign_is_known_by_what_it_is_and_not_by_its_place() {
    let (world, home) = uncategorized_first();
    let stage = Stage::set(Setting::with(world)).await;
    stage.look(|plan| assert_eq!(plan.categories.iter().next().unwrap().name, "Uncategorized"));
    stage.agreed(TOOL, adjusting(&home, "Girokonto", 2400.0)).await;
    assert_eq!(
        stage.writes()[0].1["transactions"][0]["category_id"],
        home.ready_to_assign
    );
}

#[tokio::test]
async fn an_adjustment_on_a_card_or_a_tracking_account_has_no_category() {
    for (account, balance, marks, question) in [
        (
            "Visa",
            -12.5,
            0,
            "Reconcile Visa: mark 0 cleared transaction(s) reconciled and add a balance adjustment of -12.50?\n\
             The bank says -12.50; the cleared transactions add up to 0.00.\n\
             The adjustment is dated 2026-09-15 and has no category.",
        ),
        (
            "Depot",
            251.5,
            2,
            "Reconcile Depot: mark 2 cleared transaction(s) reconciled and add a balance adjustment of 1.50?\n\
             - 2026-09-07 Gain 50.00\n- 2026-09-06 Transfer : Girokonto 200.00\n\
             The bank says 251.50; the cleared transactions add up to 250.00.\n\
             The adjustment is dated 2026-09-15 and has no category.",
        ),
    ] {
        let (stage, home) = Stage::in_euro().await;
        let agrees = Friend::who_agrees();
        let answer = stage
            .asking(&agrees, TOOL, adjusting(&home, account, balance))
            .await
            .with_status("applied");
        assert_eq!(agrees.only_question(), question);
        let sent = &stage.writes()[0].1["transactions"][0];
        assert_eq!(
            (sent.get("category_id"), &sent["cleared"]),
            (None, &json!("reconciled")),
            "{account}"
        );
        assert_eq!(answer["cleared_balance_after"], json!(balance));
        assert_eq!(states(&stage, account).0, marks + 1);
        assert_eq!(answer["reconciled"], marks);
        stage.assert_balanced();
    }
}

#[tokio::test]
async fn rows_of_years_ago_count_and_are_marked() {
    let (stage, home) = Stage::in_euro().await;
    let old = enter(&stage, "Tagesgeld", "2019-03-01", 50_000, Cleared::Cleared);
    let agrees = Friend::who_agrees();
    stage
        .asking(&agrees, TOOL, with(&home, "Tagesgeld", 150.0))
        .await
        .with_status("applied");
    assert!(
        agrees
            .only_question()
            .starts_with("Reconcile Tagesgeld: mark 2 cleared")
    );
    assert_eq!(stage.transaction(&old).cleared, Cleared::Reconciled);
}

#[tokio::test]
async fn as_of_a_day_later_rows_are_left_out_and_the_adjustment_is_of_that_day() {
    let (stage, home) = Stage::in_euro().await;
    let on = |date: &str, balance: f64| {
        let mut arguments = adjusting(&home, "Girokonto", balance);
        arguments["as_of"] = json!(date);
        arguments
    };
    // On the 9th: 3000.00 - 100.00 - 200.00 - 50.00.
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, TOOL, on("2026-09-09", 2651.0))
        .await
        .with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Reconcile Girokonto: mark 4 cleared transaction(s) reconciled and add a balance adjustment of 1.00?\n\
         - 2026-09-09 Mall -50.00\n- 2026-09-06 Transfer : Depot -200.00\n- 2026-09-05 Transfer : Tagesgeld -100.00\n\
         - 2026-08-03 Starting Balance 3000.00\n\
         The bank says 2651.00 on 2026-09-09; the cleared transactions up to that day add up to 2650.00.\n\
         The adjustment is dated 2026-09-09 and goes to Inflow: Ready to Assign."
    );
    assert_eq!(stage.writes()[0].1["transactions"][0]["date"], "2026-09-09");
    assert_eq!(states(&stage, "Girokonto"), (5, 5, 0));
    assert_eq!(answer["analysis"]["working_balance"], 2650);
    assert_eq!(
        answer["cleared_balance_after"],
        json!(2399.75),
        "of all rows, as YNAB says it"
    );
    // No bank says today what it will say, and YNAB takes no adjustment that is older than five years.
    let refused = async |day: &str| stage.asking(&agrees, TOOL, on(day, 2400.0)).await.refusal();
    assert!(
        refused("2026-09-16")
            .await
            .contains("`as_of` (2026-09-16) is in the future; today is 2026-09-15")
    );
    let old = refused("2021-09-14").await;
    assert!(
        old.contains("an adjustment of 2021-09-14 is older than YNAB takes"),
        "{old}"
    );
}

#[tokio::test]
async fn where_ynab_itself_says_another_balance_that_is_said_before_the_yes() {
    let (stage, home) = Stage::in_euro().await;
    let diagnosis = json!({"plan_id": home.plan, "account_id": "Girokonto", "bank_balance": CURRENT});
    let clean = stage
        .without_asking("diagnose_account", diagnosis.clone())
        .await
        .answer();
    assert_eq!(clean["analysis"].get("ynab_cleared_balance"), None);
    // A change that YNAB's changes since do not tell of, as some of its own repairs are.
    stage
        .sim
        .with(|world| world.plans[0].edit_transaction(&home.market, |row| row.amount -= 1_000));
    stage.sim.edit(|plan| {
        let current = plan.account_named("Girokonto").unwrap().id;
        plan.edit_account(current, |account| account.note = Some("touched".to_owned()))
    });
    stage.pass(10);
    let line = "YNAB itself says that 2397.75 is cleared, which is not what its transactions add up to: read again before relying \
                on either.";
    let (question, _) = stage.question_for(TOOL, with(&home, "Girokonto", CURRENT)).await;
    assert_eq!(question.lines().last(), Some(line), "{question}");
    let told = stage.without_asking("diagnose_account", diagnosis).await.answer();
    assert_eq!(told["analysis"]["ynab_cleared_balance"], json!(2397.75));
    assert!(told["finding"].as_str().unwrap().ends_with(line), "{told:#}");
}

#[tokio::test]
async fn a_row_that_is_cleared_while_the_person_thinks_is_another_plan() {
    let (stage, home) = Stage::in_euro().await;
    for change in ["a new row", "a row away from the bank"] {
        let code = stage.code_for(TOOL, adjusting(&home, "Girokonto", 2400.0)).await;
        if change == "a new row" {
            enter(&stage, "Girokonto", "2026-09-15", 1_250, Cleared::Cleared);
        } else {
            stage.edit_elsewhere(&home.court, |row| row.cleared = Cleared::Uncleared);
        }
        stage.pass(10);
        let mut arguments = adjusting(&home, "Girokonto", 2400.0);
        arguments["confirmation"] = json!(code);
        let text = stage.without_asking(TOOL, arguments).await.refusal();
        assert!(text.contains("cod") || text.contains("changed"), "{change}: {text}");
        assert_eq!(stage.writes_sent(), 0, "{change}");
    }
    assert_eq!(stage.count(Operation::CreateTransaction), 0);
}

#[tokio::test]
async fn a_closed_account_is_not_reconciled_and_amounts_are_of_the_plans_currency() {
    let (stage, home) = Stage::in_euro().await;
    stage.sim.edit(|plan| {
        let old = plan.add_account("Altkonto", AccountKind::Checking);
        plan.edit_account(old, |account| account.closed = true)
    });
    let agrees = Friend::who_agrees();
    let text = stage
        .asking(&agrees, TOOL, with(&home, "Altkonto", 0.0))
        .await
        .refusal();
    assert!(
        text.starts_with("Nothing was sent to YNAB: account Altkonto is closed"),
        "{text}"
    );
    let text = stage
        .asking(&agrees, TOOL, with(&home, "Girokonto", 1.001))
        .await
        .refusal();
    assert!(text.contains("finer than EUR"), "{text}");
    let text = stage
        .asking(&agrees, TOOL, with(&home, "Nirgendwo", 1.0))
        .await
        .refusal();
    assert!(text.contains("no account has the id or name ‘Nirgendwo’"), "{text}");
    assert!(agrees.asked().is_empty());
    assert_eq!(stage.writes_sent(), 0);
}
