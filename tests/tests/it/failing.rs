//! The answer of each request of a write, preview and application alike, is refused, garbled, cut or lost. What the server
//! says is what YNAB holds; a lost answer is settled by reading before it says anything; nothing is sent twice.

use std::collections::BTreeMap;

use avenir_tests::{Client, Era, Household, Outcome, Person, Record, Scene, for_each, until};
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Matching, Operation};

/// A write of two changes.
#[derive(Clone, Copy, Debug)]
struct Write {
    tool: &'static str,
    arguments: fn(&Household) -> Value,
}

const MOVE: Write = Write {
    tool: "move_money",
    arguments: Household::moving,
};

const CATEGORIZE: Write = Write {
    tool: "apply_categories",
    arguments: Household::categorizing,
};

const HTML: &str = "<html><body>An upstream is away</body></html>";

/// What may become of one request.
#[derive(Clone, Debug)]
struct Fate {
    name: &'static str,
    effect: FaultEffect,
}

fn status(status: u16, body: Option<&str>, retry_after: Option<&str>) -> FaultEffect {
    FaultEffect::Status {
        status,
        body: body.map(str::to_owned),
        retry_after: retry_after.map(str::to_owned),
    }
}

fn fates() -> Vec<Fate> {
    let garble = |body: &str| FaultEffect::Garble { body: body.to_owned() };
    let fates = [
        ("400", status(400, None, None)),
        ("403", status(403, None, None)),
        ("404", status(404, None, None)),
        ("429 with a wait", status(429, None, Some("7"))),
        ("500", status(500, None, None)),
        ("503 as HTML", status(503, Some(HTML), None)),
        ("a page", garble(HTML)),
        ("JSON of another kind", garble(r#"{"data":{"surprise":[1,null]}}"#)),
        ("nothing at all", garble("")),
        ("cut", FaultEffect::Truncate { keep: 25 }),
        ("dropped before", FaultEffect::DropBefore),
        ("dropped after", FaultEffect::DropAfter),
        (
            "made, then 500",
            FaultEffect::ApplyThenStatus {
                status: 500,
                body: None,
            },
        ),
        (
            "made, then 504 as HTML",
            FaultEffect::ApplyThenStatus {
                status: 504,
                body: Some(HTML.to_owned()),
            },
        ),
        ("one row only", FaultEffect::Partial { rows: 1 }),
    ];
    fates.into_iter().map(|(name, effect)| Fate { name, effect }).collect()
}

/// One request of a write, by its operation and number, and its fate.
#[derive(Clone, Debug)]
struct Failing {
    write: Write,
    operation: String,
    number: u32,
    fate: Fate,
}

/// Every request of a write that goes well, with every fate.
async fn all(write: Write) -> Vec<Failing> {
    let scene = Scene::new();
    let client = scene.formless(Era::Modern).await;
    let outcome = client
        .write(Person::CannotBeAsked, write.tool, &(write.arguments)(&scene.things))
        .await;
    assert_eq!((outcome.status(), scene.in_effect()), ("applied", 2), "{outcome:?}");
    let mut numbers = BTreeMap::<&str, u32>::new();
    let requests = scene.ynab.requests();
    let mut cases = Vec::new();
    for request in &requests {
        let operation = request.operation.expect("an operation");
        let number = numbers.entry(operation).or_default();
        *number += 1;
        cases.extend(fates().into_iter().map(|fate| Failing {
            write,
            operation: operation.to_owned(),
            number: *number,
            fate,
        }));
    }
    cases
}

impl Failing {
    async fn happen(self, era: Era) {
        let scene = Scene::new();
        let client = scene.formless(era).await;
        let arguments = (self.write.arguments)(&scene.things);
        let operation = Matching {
            operation: Some(self.operation.clone()),
            ..Matching::default()
        };
        let fault = Fault::matching(operation, self.fate.effect.clone());
        scene.ynab.fault(fault.nth(self.number));
        let mut preview = client.call(self.write.tool, &arguments).await;
        if let Outcome::Error(text) = &preview {
            check_nothing_changed(&scene, text);
            assert_eq!(scene.writes(), [], "a preview never writes");
            if self.pauses() {
                return check_pause(&scene, &client, self.write.tool, &arguments).await;
            }
            preview = client.call(self.write.tool, &arguments).await;
        }
        assert_eq!(scene.held(), scene.before, "a preview never changes anything");
        let confirmed = client.call_with_code(self.write.tool, &arguments, preview.code()).await;
        check_truth(&scene, &confirmed);
        if self.pauses() {
            check_pause(&scene, &client, self.write.tool, &arguments).await;
            return take_back_with_another_token(&scene).await;
        }
        if matches!(confirmed, Outcome::Error(_)) && scene.writes().is_empty() {
            let again = client.call_with_code(self.write.tool, &arguments, preview.code()).await;
            assert_eq!(again.status(), "applied", "the code is not spent: {again:?}");
        }
        assert_eq!(scene.ynab.waiting_faults(), 0, "the request was never sent");
        check_sent_once(&scene);
        take_back(&scene, &client).await;
    }

    /// Whether nothing more is sent for a while.
    fn pauses(&self) -> bool {
        self.fate.name.starts_with("429")
    }
}

/// What was said is what YNAB holds.
#[track_caller]
fn check_truth(scene: &Scene, outcome: &Outcome) {
    let applied = scene.in_effect();
    match outcome {
        Outcome::Answer(answer) => {
            check_rows(scene, answer);
            let expected = match outcome.status() {
                "applied" => 2,
                "partly_applied" => 1,
                other => panic!("{other}: {answer}"),
            };
            assert_eq!(applied, expected, "{answer}");
            assert!(!outcome.message().contains("Nothing was"), "{answer}");
            let record = Record::read(&scene.state());
            assert_eq!(record.count(outcome.operation_id(), "applied"), applied, "{answer}");
        }
        // A half is there, and the request for the rest, or the one that puts the half back, may still be under way.
        Outcome::Error(text) if text.starts_with("It is not known yet what YNAB holds of operation ") => {
            assert!(text.contains("Do not repeat the change."), "{text}");
            assert_eq!(applied, 1, "{text}");
            return;
        }
        Outcome::Error(text) => check_nothing_changed(scene, text),
        other => panic!("{other:?}"),
    }
    if outcome.status() != "partly_applied" {
        assert_eq!(scene.held().total(), scene.before.total(), "{outcome:?}");
    }
}

/// Each row of the answer says what YNAB holds.
#[track_caller]
fn check_rows(scene: &Scene, answer: &Value) {
    let held = scene.held();
    for side in ["from_category", "to_category"]
        .iter()
        .filter_map(|side| answer.get(side))
    {
        let category = side["category_id"].as_str().expect("an id").parse().expect("an id");
        let assigned = held.assigned.get(&(avenir_tests::day(avenir_tests::MONTH), category));
        let assigned = *assigned.unwrap_or(&0) as f64 / 1000.0;
        assert_eq!(side["to_amount"].as_f64(), Some(assigned), "{answer}");
    }
    for row in answer.get("changes").and_then(Value::as_array).into_iter().flatten() {
        let id = row["transaction_id"].as_str().expect("an id");
        let changed = held.rows[id] != scene.before.rows[id];
        let outcome = if changed { "applied" } else { "refused" };
        assert_eq!(row["outcome"], outcome, "{answer}");
    }
}

#[track_caller]
fn check_nothing_changed(scene: &Scene, text: &str) {
    let says_so = text.contains("Nothing was changed") || text.contains("Nothing was sent");
    assert!(says_so, "it does not say what became of it: {text}");
    assert!(text.matches("Nothing was changed").count() <= 1, "said twice: {text}");
    assert_eq!(scene.held(), scene.before, "{text}");
    assert!(
        !text.contains('<') && !text.contains('\n'),
        "a page shows through: {text}"
    );
    let record = Record::read(&scene.state());
    for operation in record.operations() {
        assert_eq!(record.count(operation, "applied"), 0, "{text}");
    }
}

/// No write is sent twice.
#[track_caller]
fn check_sent_once(scene: &Scene) {
    let writes = scene.writes();
    let sent = writes.iter().map(|write| (&write.path, &write.body));
    let different: std::collections::BTreeSet<_> = sent.clone().collect();
    assert_eq!(different.len(), writes.len(), "{:?}", sent.collect::<Vec<_>>());
}

/// While YNAB wants a pause, nothing is sent; what cannot be told without a request is refused with the wait.
async fn check_pause(scene: &Scene, client: &Client, tool: &str, arguments: &Value) {
    let sent = scene.ynab.requests().len();
    client.call(tool, arguments).await;
    let other_month = json!({"month": "2026-10-01"});
    let refused = client.call("get_monthly_summary", &other_month).await;
    let text = refused.error();
    assert!(
        text.contains("Nothing was sent; requests can be sent again in 1 minute"),
        "{text}"
    );
    assert_eq!(scene.ynab.requests().len(), sent);
}

/// The pause is YNAB's word about one token; the person waits for its end, or takes another one.
async fn take_back_with_another_token(scene: &Scene) {
    let settings = scene.settings().with("YNAB_API_KEY", "another-token");
    let client = Client::meet(scene.start(&settings), Era::Modern, false).await;
    take_back(scene, &client).await;
}

/// A confirmed undo brings back whatever is in effect.
async fn take_back(scene: &Scene, client: &Client) {
    let expected = if scene.in_effect() == 0 {
        "nothing_to_do"
    } else {
        "applied"
    };
    let undone = client.write(Person::CannotBeAsked, "undo_operation", &json!({})).await;
    assert_eq!(undone.status(), expected, "{undone:?}");
    assert_eq!(scene.held(), scene.before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_tells_the_truth_whatever_becomes_of_each_of_its_requests() {
    for_each(all(MOVE).await, |case| case.happen(Era::Modern)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_categories_tell_the_truth_whatever_becomes_of_each_of_their_requests() {
    for_each(all(CATEGORIZE).await, |case| case.happen(Era::Legacy)).await;
}

/// The second side of a move is refused, and something becomes of the request that takes the first one back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_move_is_taken_back_or_told() {
    for_each(fates(), |fate| async move {
        let scene = Scene::new();
        let client = scene.formless(Era::Modern).await;
        scene.ynab.fault(Fault::on_writes(status(400, None, None)).nth(2));
        scene.ynab.fault(Fault::on_writes(fate.effect).nth(3));
        let outcome = client
            .write(Person::CannotBeAsked, MOVE.tool, &scene.things.moving())
            .await;
        check_truth(&scene, &outcome);
        check_sent_once(&scene);
        if outcome.status() == "partly_applied" && fate.name.starts_with("429") {
            return take_back_with_another_token(&scene).await;
        }
        take_back(&scene, &client).await;
    })
    .await;
}

/// Nothing can be read of YNAB any more: then, and only then, the server says that it does not know, and the next write
/// finds out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_answer_that_cannot_be_settled_is_settled_by_the_next_write() {
    for_each(
        [(MOVE, true), (MOVE, false), (CATEGORIZE, true), (CATEGORIZE, false)],
        |(write, made)| async move {
            let scene = Scene::new();
            let client = scene.formless(Era::Legacy).await;
            let arguments = (write.arguments)(&scene.things);
            let preview = client.call(write.tool, &arguments).await;
            let lost = if made {
                FaultEffect::DropAfter
            } else {
                FaultEffect::DropBefore
            };
            scene.ynab.fault(Fault::on_writes(lost).nth(1));
            let reads = Matching {
                writes: Some(false),
                ..Matching::default()
            };
            let looks = match write.tool {
                "move_money" => 1,
                _ => 3,
            };
            let mut away = Fault::matching(reads, status(503, Some(HTML), None));
            away.skip = looks;
            scene.ynab.fault(away);
            let outcome = client.call_with_code(write.tool, &arguments, preview.code()).await;
            let text = outcome.error();
            assert!(
                text.contains("It is not known yet what YNAB holds of operation"),
                "{text}"
            );
            assert!(text.contains("Do not repeat the change"), "{text}");
            assert_eq!(
                scene.writes().len(),
                1,
                "nothing more is sent while one answer is missing"
            );
            scene.ynab.clear_faults();
            let next = client.call("undo_operation", &json!({})).await;
            let sentence = match (made, write.tool) {
                (false, _) => "YNAB holds nothing of it",
                (true, "move_money") => "YNAB holds 1 of its 2 changes",
                (true, _) => "YNAB holds all of it",
            };
            assert!(next.message().contains(sentence), "{}", next.message());
            if made {
                let undone = client.call_with_code("undo_operation", &json!({}), next.code()).await;
                assert_eq!(undone.status(), "applied");
            }
            assert_eq!(scene.held(), scene.before);
        },
    )
    .await;
}

/// YNAB takes part of a bulk change and says so: each row tells its own fate.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bulk_change_that_is_made_in_part_says_so_row_by_row() {
    let scene = Scene::new();
    let client = scene.client(Era::Modern).await;
    scene
        .ynab
        .fault(Fault::on(Operation::UpdateTransactions, FaultEffect::Partial { rows: 1 }).nth(1));
    let outcome = client
        .write(Person::Agrees, CATEGORIZE.tool, &scene.things.categorizing())
        .await;
    assert_eq!(outcome.status(), "partly_applied");
    check_truth(&scene, &outcome);
    assert!(
        outcome.message().starts_with("Only 1 of 2 change(s) are in effect: "),
        "{}",
        outcome.message()
    );
    let undone = client.write(Person::Agrees, "undo_operation", &json!({})).await;
    assert_eq!(
        (undone.status(), scene.held()),
        ("applied", scene.before.clone()),
        "{undone:?}"
    );
}

/// The record can be begun and not be completed: the answer says so, and the next write completes it by reading.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_that_cannot_be_completed_is_told_and_completed_by_the_next_write() {
    for_each([MOVE, CATEGORIZE], |write| async move {
        let scene = Scene::new();
        let client = scene.formless(Era::Modern).await;
        let arguments = (write.arguments)(&scene.things);
        let preview = client.call(write.tool, &arguments).await;
        let path = Record::path(&scene.state());
        let aside = path.with_extension("aside");
        // While the first write waits, something else stands where the record was.
        scene
            .ynab
            .fault(Fault::on_writes(FaultEffect::Delay { milliseconds: 1500 }).nth(1));
        let confirmed = client.call_with_code(write.tool, &arguments, preview.code());
        let swapped = async {
            until("the write arrives", || (!scene.writes().is_empty()).then_some(())).await;
            std::fs::rename(&path, &aside).expect("the record is moved");
            std::fs::create_dir(&path).expect("something else");
            scene.writes()[0].status.is_none()
        };
        let (confirmed, in_time) = tokio::join!(confirmed, swapped);
        assert_eq!((confirmed.status(), scene.in_effect()), ("applied", 2), "{confirmed:?}");
        std::fs::remove_dir(&path).expect("it is empty");
        std::fs::rename(&aside, &path).expect("the record is back");
        if in_time {
            let told = confirmed.message().contains("Its record could not be completed");
            assert!(told, "{}", confirmed.message());
        }
        let preview = client.call("undo_operation", &json!({})).await;
        if in_time {
            assert!(preview.message().contains("YNAB holds all of it"), "{preview:?}");
        }
        let undone = client
            .call_with_code("undo_operation", &json!({}), preview.code())
            .await;
        assert_eq!(
            (undone.status(), scene.held()),
            ("applied", scene.before.clone()),
            "{undone:?}"
        );
    })
    .await;
}

/// Without a record there is no question and no write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_can_be_recorded_nothing_is_asked_and_nothing_is_sent() {
    for era in Era::BOTH {
        let scene = Scene::new();
        let path = Record::path(&scene.state());
        std::fs::create_dir_all(&path).expect("something else");
        let client = scene.client(era).await;
        for (tool, arguments) in [
            (MOVE.tool, scene.things.moving()),
            ("approve_transactions", json!({"tx_ids": scene.things.fresh})),
        ] {
            let refused = client.call(tool, &arguments).await;
            let text = refused.error();
            assert!(
                text.contains("operations.jsonl") && text.contains("Nothing was changed."),
                "{text}"
            );
            assert_eq!(client.server.open_requests(), 0, "nobody was asked");
            assert_eq!(scene.writes(), []);
        }
    }
}
