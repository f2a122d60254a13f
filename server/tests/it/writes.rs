//! Every write from its preview to the undo of the undo of the undo, by each way to answer, and what each costs.

use avenir::confirm::Reply;
use avenir::domain::ids::OperationId;
use avenir::io::journal::{Journal, JournalPaths};
use serde_json::{Value, json};
use ynab_api::sim::Operation;

use crate::stage::{Friend, Household, SEPTEMBER, Stage, told};

/// What a write changes, as YNAB holds it.
type State = Vec<Value>;

/// One confirmed write: its tool and arguments, what it changes, and that after it.
pub struct Write {
    tool: &'static str,
    pub arguments: Value,
    look: fn(&Stage, &Household) -> State,
    after: State,
    /// Requests of the preview with nothing read before, the list of plans aside; and those after the yes.
    costs: (usize, usize),
    /// The same for its undo.
    undo_costs: (usize, usize),
}

fn amounts(stage: &Stage, home: &Household) -> State {
    vec![
        stage.assigned(&home.tennis).into(),
        stage.assigned(&home.restaurants).into(),
    ]
}

fn categories(stage: &Stage, home: &Household) -> State {
    [&home.market, &home.taverna]
        .map(|id| stage.category_of(id).into())
        .to_vec()
}

fn flags(stage: &Stage, home: &Household) -> State {
    let flag = |id: &String| stage.flag_of(id).filter(|flag| !flag.is_empty()).into();
    [&home.market, &home.court, &home.dairy].map(flag).to_vec()
}

pub fn all_writes(home: &Household) -> Vec<Write> {
    vec![
        Write {
            tool: "set_category_budget",
            arguments: json!({"plan_id": home.plan, "month": SEPTEMBER, "category_id": home.restaurants, "amount": 150}),
            look: amounts,
            after: vec![json!(80_000), json!(150_000)],
            costs: (1, 3),
            undo_costs: (1, 3),
        },
        Write {
            tool: "move_money",
            arguments: json!({
                "plan_id": home.plan, "month": SEPTEMBER, "from_category_id": home.tennis,
                "to_category_id": home.restaurants, "amount": 30,
            }),
            look: amounts,
            after: vec![json!(50_000), json!(150_000)],
            costs: (1, 4),
            undo_costs: (1, 4),
        },
        Write {
            tool: "apply_categories",
            arguments: json!({"plan_id": home.plan, "assignments": [
                {"transaction_id": home.market, "category_id": home.groceries},
                {"transaction_id": home.taverna, "category_id": home.tennis},
            ]}),
            look: categories,
            after: vec![json!(home.groceries), json!(home.tennis)],
            costs: (3, 5),
            undo_costs: (2, 4),
        },
        Write {
            tool: "flag_transactions",
            arguments: json!({"plan_id": home.plan, "flags": [
                {"transaction_id": home.market, "color": "blue"}, {"transaction_id": home.court},
                {"transaction_id": home.dairy, "color": "green"},
            ]}),
            look: flags,
            after: vec![json!("blue"), Value::Null, json!("green")],
            costs: (1, 2),
            undo_costs: (1, 2),
        },
    ]
}

async fn each(test: impl AsyncFn(Stage, Household, Write)) {
    let (_, home) = Household::in_euro();
    for number in 0..all_writes(&home).len() {
        let (stage, home) = Stage::in_euro().await;
        let write = all_writes(&home).swap_remove(number);
        test(stage, home, write).await;
    }
}

pub fn undo_of(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

#[tokio::test]
async fn a_preview_writes_nothing_anywhere() {
    each(async |stage, home, write| {
        let before = (write.look)(&stage, &home);
        stage.without_asking(write.tool, write.arguments.clone()).await.code();
        stage.question_for(write.tool, write.arguments.clone()).await;
        for says_no in [Friend::who_declines(), Friend::who_dismisses()] {
            stage
                .asking(&says_no, write.tool, write.arguments.clone())
                .await
                .answer();
        }
        assert_eq!((write.look)(&stage, &home), before);
        assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]), "{}", write.tool);
    })
    .await;
}

#[tokio::test]
async fn each_way_to_say_yes_comes_to_the_same() {
    for way in ["during the call", "in a round trip", "by code", "on the terminal"] {
        each(async |stage, home, write| {
            let (tool, arguments) = (write.tool, write.arguments.clone());
            let agrees = Friend::who_agrees();
            let outcome = match way {
                "during the call" => stage.asking(&agrees, tool, arguments).await,
                "on the terminal" => {
                    stage
                        .call(avenir::confirm::Way::Terminal(&agrees), tool, arguments)
                        .await
                }
                "in a round trip" => {
                    let (_, state) = stage.question_for(tool, arguments.clone()).await;
                    stage.returning(&state, Reply::Yes, tool, arguments).await
                }
                _ => {
                    let code = stage.code_for(tool, arguments.clone()).await;
                    let mut arguments = arguments;
                    arguments["confirmation"] = code.into();
                    stage.without_asking(tool, arguments).await
                }
            };
            let answer = outcome.with_status("applied");
            let operation_id = OperationId::parse(answer["operation_id"].as_str().unwrap()).unwrap();
            assert_eq!(
                (answer["plan"].as_str(), answer["currency"].as_str()),
                (Some("Haushalt"), Some("EUR"))
            );
            assert!(told(&answer).ends_with(&format!(
                "undo_operation with operation_id {operation_id} takes it back."
            )));
            assert!(answer.get("confirmation").is_none());
            assert_eq!((write.look)(&stage, &home), write.after, "{way}: {tool}");
            assert_eq!(stage.intents().len(), 1);
            stage.assert_balanced();
        })
        .await;
    }
}

#[tokio::test]
async fn an_undo_is_an_operation_that_can_be_undone_and_so_on() {
    each(async |stage, home, write| {
        let before = (write.look)(&stage, &home);
        let mut last = stage.done(write.tool, write.arguments.clone()).await;
        assert_eq!((write.look)(&stage, &home), write.after);
        for round in 0..4 {
            stage.pass(10);
            let answer = stage.agreed("undo_operation", undo_of(&home, &last)).await;
            assert_eq!(answer["undoes_operation_id"], last.as_str());
            let expected = if round % 2 == 0 { &before } else { &write.after };
            assert_eq!((write.look)(&stage, &home), *expected, "{} round {round}", write.tool);
            let outcomes = answer["changes"].as_array().unwrap();
            assert!(
                outcomes.iter().all(|change| change["outcome"] == "applied"),
                "{answer:#}"
            );
            last = answer["operation_id"].as_str().unwrap().to_owned();
        }
        stage.assert_balanced();
    })
    .await;
}

#[tokio::test]
async fn the_journal_tells_how_undo_and_redo_hang_together() {
    each(async |stage, home, write| {
        let first = stage.done(write.tool, write.arguments.clone()).await;
        let undo = stage.done("undo_operation", undo_of(&home, &first)).await;
        let redo = stage.done("undo_operation", undo_of(&home, &undo)).await;
        let intents = stage.intents();
        let undone: Vec<_> = intents
            .iter()
            .map(|intent| intent.get("undo_of").and_then(Value::as_str))
            .collect();
        assert_eq!(
            undone,
            [None, Some(first.as_str()), Some(undo.as_str())],
            "{}",
            write.tool
        );
        let journal = Journal::open(JournalPaths::in_state_folder(stage.folder()));
        let plan = avenir::domain::ids::PlanId::parse(&home.plan).unwrap();
        let history = journal.history(&plan).unwrap();
        let in_effect: Vec<_> = history
            .operations
            .iter()
            .map(avenir::domain::operation::Operation::in_effect)
            .collect();
        assert_eq!(in_effect, [true, false, true]);
        // The first operation's id still leads to what stands for it: the redo.
        let answer = stage.agreed("undo_operation", undo_of(&home, &first)).await;
        assert_eq!(answer["undoes_operation_id"], redo.as_str());
        let nothing = stage
            .without_asking("undo_operation", json!({"plan_id": home.plan}))
            .await;
        nothing.with_status("nothing_to_do");
        let again = stage
            .without_asking("undo_operation", undo_of(&home, &first))
            .await
            .refusal();
        assert!(again.contains("undid it already"), "{again}");
    })
    .await;
}

#[tokio::test]
async fn undoing_without_an_id_again_and_again_walks_back_to_the_beginning() {
    let (stage, home) = Stage::in_euro().await;
    let all = |stage: &Stage| [amounts(stage, &home), categories(stage, &home), flags(stage, &home)].concat();
    let mut states = vec![all(&stage)];
    for write in all_writes(&home) {
        // The second change of the same amount is a move on top of it.
        stage.pass(10);
        stage.agreed(write.tool, write.arguments).await;
        states.push(all(&stage));
    }
    for expected in states.iter().rev().skip(1) {
        stage.pass(10);
        stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
        assert_eq!(all(&stage), *expected);
    }
    let nothing = stage
        .without_asking("undo_operation", json!({"plan_id": home.plan}))
        .await;
    assert_eq!(
        told(&nothing.with_status("nothing_to_do")).lines().next().unwrap(),
        "Nothing to undo: no operation of this plan is still in effect."
    );
}

#[tokio::test]
async fn a_second_time_there_is_nothing_to_do_but_to_move_again() {
    each(async |stage, _, write| {
        stage.agreed(write.tool, write.arguments.clone()).await;
        stage.sim.forget_requests();
        let agrees = Friend::who_agrees();
        let outcome = stage.asking(&agrees, write.tool, write.arguments.clone()).await;
        if write.tool == "move_money" {
            outcome.with_status("applied");
        } else {
            let answer = outcome.with_status("nothing_to_do");
            assert!(answer.get("operation_id").is_none() && agrees.asked().is_empty());
            assert_eq!((stage.writes_sent(), stage.intents().len()), (0, 1), "{}", write.tool);
        }
    })
    .await;
}

#[tokio::test]
async fn each_costs_what_it_says() {
    each(async |stage, home, write| {
        stage.without_asking("list_plans", json!({})).await.answer();
        assert_eq!(stage.requests(), ["getPlans"]);
        let (preview, agreed) = write.costs;
        let question = stage
            .asking(&Friend::who_declines(), write.tool, write.arguments.clone())
            .await;
        assert_eq!(question.called.requests as usize, preview, "{}", write.tool);
        assert_eq!(stage.requests().len(), preview, "{}", write.tool);
        // While the copy is fresh, the question costs nothing more.
        let outcome = stage
            .asking(&Friend::who_agrees(), write.tool, write.arguments.clone())
            .await;
        assert_eq!(outcome.called.requests as usize, agreed, "{}", write.tool);
        let operation_id = outcome.with_status("applied")["operation_id"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(stage.requests().len(), agreed, "{}", write.tool);

        stage.pass(10);
        let (preview, agreed) = write.undo_costs;
        let undo = undo_of(&home, &operation_id);
        stage
            .asking(&Friend::who_declines(), "undo_operation", undo.clone())
            .await
            .with_status("declined");
        assert_eq!(stage.requests().len(), preview, "undo of {}", write.tool);
        let outcome = stage.asking(&Friend::who_agrees(), "undo_operation", undo).await;
        outcome.with_status("applied");
        assert_eq!(stage.requests().len(), agreed, "undo of {}", write.tool);
    })
    .await;
}

#[tokio::test]
async fn what_is_sent_is_just_the_change() {
    let (stage, home) = Stage::in_euro().await;
    for write in all_writes(&home) {
        stage.pass(10);
        stage.agreed(write.tool, write.arguments).await;
    }
    let plan = format!("/v1/plans/{}", home.plan);
    let amount = |id: &str, amount: i64| {
        (
            format!("{plan}/months/{SEPTEMBER}/categories/{id}"),
            json!({"category": {"budgeted": amount}}),
        )
    };
    let rows = |rows: Value| (format!("{plan}/transactions"), json!({"transactions": rows}));
    assert_eq!(
        stage.writes(),
        [
            amount(&home.restaurants, 150_000),
            amount(&home.tennis, 50_000),
            amount(&home.restaurants, 180_000),
            rows(json!([
                {"id": home.market, "category_id": home.groceries}, {"id": home.taverna, "category_id": home.tennis},
            ])),
            rows(json!([
                {"id": home.market, "flag_color": "blue"}, {"id": home.court, "flag_color": null},
                {"id": home.dairy, "flag_color": "green"},
            ])),
        ]
    );
    assert_eq!(stage.count(Operation::UpdateTransactions), 2);
}

#[tokio::test]
async fn what_was_without_a_category_or_a_flag_is_without_one_again() {
    let (stage, home) = Stage::in_euro().await;
    for write in all_writes(&home).into_iter().skip(2) {
        let id = stage.done(write.tool, write.arguments).await;
        stage.sim.forget_requests();
        stage.agreed("undo_operation", undo_of(&home, &id)).await;
        let body = &stage.writes()[0].1["transactions"];
        let changed = if write.tool == "apply_categories" {
            "category_id"
        } else {
            "flag_color"
        };
        assert_eq!(
            body[0],
            json!({"id": home.market, changed: null}),
            "an explicit null takes away"
        );
    }
}

#[tokio::test]
async fn an_answer_carries_what_is_available_afterwards_as_ynab_has_it() {
    let (stage, home) = Stage::in_euro().await;
    let mut writes = all_writes(&home).into_iter();
    let mut next = async || {
        let write = writes.next().unwrap();
        stage.agreed(write.tool, write.arguments).await
    };
    let budget = next().await;
    assert_eq!(
        (&budget["available_before"], &budget["available_after"]),
        (&json!(-22.5), &json!(7.5))
    );
    assert_eq!(budget["ready_to_assign_after"], 2370);
    let moved = next().await;
    let sides = [&moved["from_category"], &moved["to_category"]];
    assert_eq!(sides.map(|side| &side["available_before"]), [&json!(48), &json!(7.5)]);
    assert_eq!(sides.map(|side| &side["available_after"]), [&json!(18), &json!(37.5)]);
    assert_eq!(moved["ready_to_assign_after"], 2370);
    let categorised = next().await;
    let available = |id: &str| {
        let rows = categorised["available_after"].as_array().unwrap();
        rows.iter().find(|row| row["category_id"] == id).unwrap()["available"].clone()
    };
    // 37.50 and the 142.50 that were spent there before; 18.00 without them.
    assert_eq!(available(&home.restaurants), 180);
    assert_eq!(available(&home.tennis), json!(-124.5));
    assert_eq!(available(&home.groceries), json!(273.25));
    let september = stage.sim.look(|world| {
        let plan = &world.plans[0];
        let month = |id: &str| {
            plan.category_month(crate::stage::day(SEPTEMBER), Household::key(id))
                .unwrap()
                .balance
        };
        [&home.restaurants, &home.tennis, &home.groceries].map(|id| month(id))
    });
    assert_eq!(september, [180_000, -124_500, 273_250]);
}

#[tokio::test]
async fn approving_acts_at_once_and_can_be_undone_and_redone() {
    let (stage, home) = Stage::in_euro().await;
    stage.without_asking("list_plans", json!({})).await.answer();
    stage.sim.forget_requests();
    let ids = json!({"plan_id": home.plan, "tx_ids": [home.kiosk, home.market, home.bakery]});
    let outcome = stage.without_asking("approve_transactions", ids.clone()).await;
    assert_eq!(outcome.called.requests, 2);
    let answer = outcome.with_status("applied");
    assert_eq!(
        (&answer["approved"], &answer["unchanged_count"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(
        stage.writes(),
        [(
            format!("/v1/plans/{}/transactions", home.plan),
            json!({"transactions": [{"id": home.kiosk, "approved": true}, {"id": home.bakery, "approved": true}]})
        )]
    );
    let approved = |stage: &Stage| [&home.kiosk, &home.market, &home.bakery].map(|id| stage.transaction(id).approved);
    assert_eq!(approved(&stage), [true; 3]);
    let operation_id = answer["operation_id"].as_str().unwrap().to_owned();
    assert_eq!(stage.states_of(&operation_id), ["applied", "applied"]);

    let nothing = stage
        .without_asking("approve_transactions", ids)
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        (&nothing["approved"], &nothing["unchanged_count"]),
        (&json!(0), &json!(3))
    );

    // Its undo is asked about.
    let code = stage.code_for("undo_operation", undo_of(&home, &operation_id)).await;
    assert_eq!(approved(&stage), [true; 3]);
    let mut with_code = undo_of(&home, &operation_id);
    with_code["confirmation"] = code.into();
    let undone = stage
        .without_asking("undo_operation", with_code)
        .await
        .with_status("applied");
    assert_eq!(approved(&stage), [false, true, false]);
    let redo = stage
        .agreed(
            "undo_operation",
            undo_of(&home, undone["operation_id"].as_str().unwrap()),
        )
        .await;
    assert_eq!(redo["changes"][0]["what"], "approved");
    assert_eq!(approved(&stage), [true; 3]);
}

#[tokio::test]
async fn approving_has_no_confirmation_to_take() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"plan_id": home.plan, "tx_ids": [home.kiosk], "confirmation": "AAAAAAAAAAA"});
    let error = stage.without_asking("approve_transactions", arguments).await.refusal();
    assert!(error.contains("`confirmation` is not an argument"), "{error}");
    assert_eq!(stage.requests(), Vec::<&str>::new());
}

/// A payment of an earlier month changes that month's category, so that is where to look.
#[tokio::test]
async fn what_is_available_is_told_for_the_month_of_the_payments() {
    let (stage, home) = Stage::in_euro().await;
    stage.edit_elsewhere(&home.market, |row| row.date = crate::stage::day("2026-08-12"));
    let row = |id: &str| json!({"transaction_id": id, "category_id": home.groceries});
    let one = stage
        .agreed("apply_categories", json!({"assignments": [row(&home.market)]}))
        .await;
    assert_eq!(one["available_after"][0]["month"], "2026-08-01");
    let august = stage.sim.look(|world| {
        let month = world.plans[0].category_month(crate::stage::day("2026-08-01"), Household::key(&home.groceries));
        month.unwrap().balance
    });
    let available = one["available_after"][0]["available"].as_f64().unwrap();
    assert_eq!(format!("{:.0}", available * 1000.0), august.to_string());
    let undone = stage.agreed("undo_operation", json!({})).await;
    assert_eq!(undone["available_after"][0]["month"], "2026-08-01");
    let both = json!({"assignments": [row(&home.market), row(&home.taverna)]});
    let both = stage.agreed("apply_categories", both).await;
    assert_eq!(both["available_after"][0]["month"], SEPTEMBER);
}
