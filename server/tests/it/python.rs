//! Operations that the Python version wrote into its own journal, beside ours.

use serde_json::{Value, json};

use crate::stage::{Friend, Household, SEPTEMBER, Setting, Stage, told};

/// A line as the Python version writes it.
fn line(operation_id: &str, plan_id: &str, kind: &str, moves: &Value, details: &Value) -> String {
    let line = json!({
        "operation_id": operation_id, "plan_id": plan_id, "kind": kind, "applied_at": "2026-09-14T10:00:00+00:00",
        "moves": moves, "details": details,
    });
    format!("{line}\n")
}

fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

/// What the Python version did, each kind once, and what of it YNAB holds.
fn past(stage: &Stage, home: &Household) -> String {
    stage.assign_elsewhere(&home.restaurants, 180_000);
    stage.assign_elsewhere(&home.tennis, 50_000);
    stage.edit_elsewhere(&home.market, |row| {
        row.category_id = Some(Household::key(&home.groceries));
        row.flag = Some("blue".to_owned());
    });
    let amount = |id: &str, from: i64, to: i64| json!({"category_id": id, "from": from, "to": to});
    let mut budget = amount(&home.restaurants, 120_000, 150_000);
    budget["month"] = SEPTEMBER.into();
    [
        line("aaaaaaaaaaa1", &home.plan, "budget", &json!([]), &budget),
        line(
            "aaaaaaaaaaa2",
            &home.plan,
            "move",
            &json!([]),
            &json!({"month": SEPTEMBER, "changes": [
                amount(&home.tennis, 80_000, 50_000), amount(&home.restaurants, 150_000, 180_000),
            ]}),
        ),
        line(
            "aaaaaaaaaaa3",
            &home.plan,
            "categorize",
            &json!([
                {"transaction_id": home.market, "from_category_id": null, "to_category_id": home.groceries},
            ]),
            &json!({}),
        ),
        line(
            "aaaaaaaaaaa4",
            &home.plan,
            "flag",
            &json!([]),
            &json!({"changes": [
                {"transaction_id": home.market, "from": "", "to": "blue"},
            ]}),
        ),
    ]
    .concat()
}

#[tokio::test]
async fn each_kind_is_undone_newest_first_and_marked_in_its_own_file() {
    let (stage, home) = Stage::in_euro().await;
    let lines = past(&stage, &home);
    std::fs::write(stage.python_file(), &lines).unwrap();
    let questions = [
        "Undo: put back the flag of 1 transaction(s)?\n- 2026-09-12 Market -86.40: blue → none",
        "Undo: recategorise 1 transaction(s)?\n- 2026-09-12 Market -86.40: 🛒 Lebensmittel → no category",
        "Undo: move 30.00 back from Restaurants to Tennis for 2026-09-01?\n- Restaurants for 2026-09-01: 180.00 → 150.00\n- \
         Tennis for 2026-09-01: 50.00 → 80.00",
        "Undo: set Restaurants for 2026-09-01 back to 120.00?\n- Restaurants for 2026-09-01: 150.00 → 120.00",
    ];
    let mut expected = lines.clone();
    for (question, number) in questions.into_iter().zip([4, 3, 2, 1]) {
        stage.pass(10);
        let agrees = Friend::who_agrees();
        let answer = stage
            .asking(&agrees, "undo_operation", json!({"plan_id": home.plan}))
            .await
            .with_status("applied");
        assert_eq!(agrees.only_question(), question);
        let id = format!("aaaaaaaaaaa{number}");
        assert_eq!(answer["undoes_operation_id"], id);
        expected += &json!({"undone": id}).to_string();
        expected += "\n";
        assert_eq!(std::fs::read_to_string(stage.python_file()).unwrap(), expected);
    }
    assert_eq!(stage.assigned(&home.restaurants), 120_000);
    assert_eq!(
        (stage.category_of(&home.market), stage.flag_of(&home.market)),
        (None, None)
    );
    assert_eq!(stage.intents().len(), 4);
}

#[tokio::test]
async fn an_undo_of_one_of_them_can_be_undone_and_the_file_is_marked_once() {
    let (stage, home) = Stage::in_euro().await;
    std::fs::write(stage.python_file(), past(&stage, &home)).unwrap();
    let undone = stage.done("undo_operation", undo(&home, "aaaaaaaaaaa4")).await;
    stage.done("undo_operation", undo(&home, &undone)).await;
    assert_eq!(stage.flag_of(&home.market).as_deref(), Some("blue"));
    stage.agreed("undo_operation", undo(&home, "aaaaaaaaaaa4")).await;
    assert_eq!(stage.flag_of(&home.market), None);
    let text = std::fs::read_to_string(stage.python_file()).unwrap();
    assert_eq!(text.matches("undone").count(), 1);
}

#[tokio::test]
async fn an_undo_of_ours_is_none_of_its_business() {
    let (stage, home) = Stage::in_euro().await;
    let lines = past(&stage, &home);
    std::fs::write(stage.python_file(), &lines).unwrap();
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.court, "color": "green"}]});
    let ours = stage.done("flag_transactions", flag).await;
    stage.agreed("undo_operation", undo(&home, &ours)).await;
    assert_eq!(std::fs::read_to_string(stage.python_file()).unwrap(), lines);
}

#[tokio::test]
async fn what_it_took_back_itself_is_not_offered() {
    let (stage, home) = Stage::in_euro().await;
    let mut lines = past(&stage, &home);
    lines.push_str("{\"undone\":\"aaaaaaaaaaa4\"}\n");
    std::fs::write(stage.python_file(), lines).unwrap();
    let declines = Friend::who_declines();
    let answer = stage
        .asking(&declines, "undo_operation", json!({"plan_id": home.plan}))
        .await;
    assert_eq!(answer.with_status("declined")["undoes_operation_id"], "aaaaaaaaaaa3");
    let text = stage
        .without_asking("undo_operation", undo(&home, "aaaaaaaaaaa4"))
        .await
        .refusal();
    assert!(
        text.ends_with("cannot be undone: the Python version undid it already."),
        "{text}"
    );
}

#[tokio::test]
async fn what_was_made_under_last_used_is_told_and_not_undone() {
    let (stage, home) = Stage::in_euro().await;
    let lines = past(&stage, &home).replace(&home.plan, "last-used");
    std::fs::write(stage.python_file(), lines).unwrap();
    let text = stage
        .without_asking("undo_operation", undo(&home, "aaaaaaaaaaa4"))
        .await
        .refusal();
    assert!(
        text.contains(
            "it was made for the plan that was used last then, and its journal does not tell which one that was"
        ),
        "{text}"
    );
    let nothing = stage
        .without_asking("undo_operation", json!({"plan_id": home.plan}))
        .await;
    let nothing = nothing.with_status("nothing_to_do");
    let lines: Vec<_> = told(&nothing).lines().collect();
    assert_eq!(
        lines[0],
        "Nothing to undo: no operation of this plan is still in effect."
    );
    assert_eq!(lines.len(), 5, "each of the four is shown");
    assert!(
        lines[1].starts_with("Operation aaaaaaaaaaa4 (") && lines[1].contains("used last"),
        "{lines:?}"
    );
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn kinds_that_cannot_be_undone_here_say_why_not_also_when_none_is_named() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.court, "color": "green"}]});
    let ours = stage.done("flag_transactions", flag).await;
    for (kind, details, why) in [
        (
            "target",
            json!({"category_id": "c", "undo": {}, "after": "x"}),
            "it was made by a version that this one does not know",
        ),
        (
            "forecast",
            json!({}),
            "it was made by a version that this one does not know",
        ),
    ] {
        let late =
            line("bbbbbbbbbbb1", &home.plan, kind, &json!([]), &details).replace("2026-09-14T10", "2026-09-15T23");
        std::fs::write(stage.python_file(), late).unwrap();
        let text = stage
            .without_asking("undo_operation", undo(&home, "bbbbbbbbbbb1"))
            .await
            .refusal();
        assert_eq!(
            text,
            format!("Nothing was changed: operation bbbbbbbbbbb1 cannot be undone: {why}.")
        );
        // The latest operation is that one; whoever takes back "the latest" is told that it is not the one taken back.
        let declines = Friend::who_declines();
        let answer = stage
            .asking(&declines, "undo_operation", json!({"plan_id": home.plan}))
            .await
            .with_status("declined");
        assert_eq!(answer["undoes_operation_id"], ours.as_str());
        let question = declines.only_question();
        assert!(
            question.contains("Operation bbbbbbbbbbb1") && question.contains(why),
            "{question}"
        );
    }
}

#[tokio::test]
async fn its_lines_in_a_journal_that_was_named_are_undone_by_ours_alone() {
    let (world, home) = Household::in_euro();
    let setting = Setting {
        named_journal: true,
        ..Setting::with(world)
    };
    let stage = Stage::set(setting).await;
    let lines = past(&stage, &home);
    std::fs::write(stage.journal_file(), &lines).unwrap();
    stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(stage.flag_of(&home.market), None);
    let text = std::fs::read_to_string(stage.journal_file()).unwrap();
    assert!(text.starts_with(&lines) && !text.contains("undone\":\""), "{text}");
    assert!(!stage.python_file().exists());
    stage.pass(10);
    let declines = Friend::who_declines();
    let answer = stage
        .asking(&declines, "undo_operation", json!({"plan_id": home.plan}))
        .await;
    assert_eq!(answer.with_status("declined")["undoes_operation_id"], "aaaaaaaaaaa3");
}

#[tokio::test]
async fn torn_and_foreign_lines_are_stepped_over() {
    let (stage, home) = Stage::in_euro().await;
    let lines = past(&stage, &home);
    let whole = lines.lines().last().unwrap();
    let torn = format!(
        "{{\"undone\":3}}\nnot a line\n{}\n\n{whole}\n{}",
        &whole[..40],
        &whole[..60]
    );
    std::fs::write(stage.python_file(), torn).unwrap();
    std::fs::write(
        stage.journal_file(),
        "{\"sum\":\"0000000000000000\",\"entry\":{}}\n{\"half",
    )
    .unwrap();
    let answer = stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(answer["undoes_operation_id"], "aaaaaaaaaaa4");
    assert!(told(&answer).starts_with("Undone."));
    // Our own line did not run into the torn one, nor did the mark.
    assert!(
        std::fs::read_to_string(stage.journal_file())
            .unwrap()
            .contains("{\"half\n{\"sum\"")
    );
    let python = std::fs::read_to_string(stage.python_file()).unwrap();
    assert!(python.ends_with("\n{\"undone\":\"aaaaaaaaaaa4\"}\n"), "{python}");
}
