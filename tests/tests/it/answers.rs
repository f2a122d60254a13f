//! Answers that do not fit: tampered with, used before, given for something else, or overtaken by the plan or by a newer
//! question. Each is refused in words that say so, and nothing is written.

use avenir_tests::{Client, Era, MONTH, Outcome, Person, Record, Reply, Scene, day, for_each, until};
use serde_json::{Value, json};

const PLAN_CHANGED: &str = "The plan changed between the preview and the answer. Nothing was changed. Call again without an \
     answer to get a new preview.";

const BAD_CODE: &str = "This confirmation code is unknown, expired, already used, or was issued for different changes. Call \
     again without confirmation to get a new preview.";

/// Nothing was written, neither to YNAB nor to the record.
#[track_caller]
fn check_untouched(scene: &Scene) {
    assert_eq!(scene.writes(), []);
    assert_eq!(Record::read(&scene.state()).lines.len(), 0);
}

#[track_caller]
fn check_state_refused(outcome: &Outcome) {
    let Outcome::Refused { code, data, message } = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!((*code, data), (-32602, &json!({"reason": "invalid_request_state"})));
    assert!(message.contains("Nothing was changed"), "{message}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_state_that_was_touched_is_refused_and_the_right_one_still_counts() {
    let scene = Scene::new();
    let client = scene.client(Era::Modern).await;
    let stranger = scene.client(Era::Modern).await;
    let moving = scene.things.moving();
    let question = client.call("move_money", &moving).await;
    let (_, state) = question.asks();
    let foreign = stranger.call("move_money", &moving).await;
    let mut touched = vec![
        String::new(),
        "x".to_owned(),
        foreign.asks().1.to_owned(),
        state[..state.len() - 1].to_owned(),
        format!("{state}A"),
        state.to_uppercase(),
    ];
    for place in (0..state.len()).step_by(7) {
        let mut bytes = state.as_bytes().to_vec();
        bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
        touched.push(String::from_utf8(bytes).expect("text"));
    }
    for state in touched {
        let outcome = client.bring_back("move_money", &moving, &state, Reply::Ticked).await;
        check_state_refused(&outcome);
    }
    let mut more = moving.clone();
    more["amount"] = 300.into();
    check_state_refused(&client.bring_back("move_money", &more, state, Reply::Ticked).await);
    let budgeting = scene.things.budgeting("70");
    check_state_refused(
        &client
            .bring_back("set_category_budget", &budgeting, state, Reply::Ticked)
            .await,
    );
    check_untouched(&scene);
    let outcome = client.bring_back("move_money", &moving, state, Reply::Ticked).await;
    assert_eq!((outcome.status(), scene.in_effect()), ("applied", 2), "{outcome:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_state_is_answered_once_whatever_the_answer() {
    for_each(
        [Reply::Ticked, Reply::Unticked, Reply::Declined, Reply::Dismissed],
        |reply| async move {
            let scene = Scene::new();
            let client = scene.client(Era::Modern).await;
            let moving = scene.things.moving();
            let question = client.call("move_money", &moving).await;
            let (_, state) = question.asks();
            let first = client.bring_back("move_money", &moving, state, reply).await;
            let writes = scene.writes().len();
            let second = client.bring_back("move_money", &moving, state, Reply::Ticked).await;
            let text = second.error();
            assert!(
                text.starts_with("This answer was already used. Nothing was changed by this call."),
                "{text}"
            );
            if reply == Reply::Ticked {
                assert!(text.contains(first.operation_id()), "{text}");
            }
            assert_eq!(scene.writes().len(), writes);
            if reply == Reply::Dismissed {
                let third = client.call_with_code("move_money", &moving, first.code()).await;
                assert_eq!(
                    third.status(),
                    "applied",
                    "a dismissed question leaves a code: {third:?}"
                );
            }
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_in_a_form_of_its_own_is_no_yes() {
    let scene = Scene::new();
    let client = scene.client(Era::Modern).await;
    let moving = scene.things.moving();
    let bring = async |responses: Value| {
        let question = client.call("move_money", &moving).await;
        let more = json!({"requestState": question.asks().1, "inputResponses": responses});
        let calling = client.begin_with("move_money", &moving, more).await;
        client.outcome(calling).await
    };
    for content in [
        json!({"value": "true"}),
        json!({"value": 1}),
        json!({"confirm": true}),
        json!({}),
    ] {
        let outcome = bring(json!({"confirm": {"action": "accept", "content": content}})).await;
        assert_eq!(outcome.status(), "declined", "{content}: {outcome:?}");
    }
    assert_eq!(
        bring(json!({"confirm": {"action": "accept"}})).await.status(),
        "declined"
    );
    for odd in [
        json!("yes"),
        json!({"action": "yes"}),
        json!({"content": {"value": true}}),
    ] {
        let outcome = bring(json!({"confirm": odd})).await;
        assert!(
            matches!(outcome, Outcome::Refused { code: -32602, .. }),
            "{odd}: {outcome:?}"
        );
    }
    for missing in [json!({}), json!({"other": Reply::Ticked.wire()})] {
        bring(missing).await.asks();
    }
    check_untouched(&scene);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_counts_once_and_only_for_what_it_was_given_for() {
    let scene = Scene::new();
    let client = scene.formless(Era::Legacy).await;
    let things = &scene.things;
    let moving = things.moving();
    let code = async || client.call("move_money", &moving).await.code().to_owned();
    let refused = async |tool: &str, arguments: &Value, code: &str| {
        let outcome = client.call_with_code(tool, arguments, code).await;
        let text = outcome.error();
        assert!(text.starts_with(BAD_CODE), "{text}");
        text.to_owned()
    };
    let mut more = moving.clone();
    more["amount"] = "30.01".into();
    let mut other_way = moving.clone();
    other_way["from_category_id"] = json!(things.restaurants);
    other_way["to_category_id"] = json!(things.tennis);
    let budgeting = things.budgeting("70");
    for (tool, arguments) in [
        ("move_money", &more),
        ("move_money", &other_way),
        ("set_category_budget", &budgeting),
    ] {
        let code = code().await;
        refused(tool, arguments, &code).await;
        refused("move_money", &moving, &code).await;
    }
    let (older, newer) = (code().await, code().await);
    refused("move_money", &moving, &older).await;
    for unknown in ["AAAAAAAAAAA", "a code", "\u{1F511}"] {
        refused("move_money", &moving, unknown).await;
    }
    check_untouched(&scene);
    let applied = client.call_with_code("move_money", &moving, &newer).await;
    assert_eq!(applied.status(), "applied", "{applied:?}");
    let text = refused("move_money", &moving, &newer).await;
    assert!(text.contains(applied.operation_id()), "{text}");
    assert_eq!(scene.writes().len(), 2);
}

/// What another client of YNAB does while the person thinks.
#[derive(Clone, Copy, Debug)]
enum Meanwhile {
    SideOfTheMove,
    OtherAmount,
    BankRow,
    NewName,
}

impl Meanwhile {
    const ALL: [Self; 4] = [Self::SideOfTheMove, Self::OtherAmount, Self::BankRow, Self::NewName];

    fn happen(self, scene: &Scene) {
        let things = scene.things.clone();
        scene.edit(|plan| match self {
            Self::SideOfTheMove => plan.assign(day(MONTH), things.tennis, 81_000),
            Self::OtherAmount => plan.assign(day(MONTH), things.groceries, 1_000),
            Self::BankRow => {
                plan.edit_transaction(&things.old, |row| row.amount = -1_000);
            }
            Self::NewName => {
                plan.edit_category(things.tennis, |category| category.name = String::from("Sport"));
            }
        });
    }

    /// Whether the yes rested on it.
    fn matters(self) -> bool {
        matches!(self, Self::SideOfTheMove)
    }

    #[track_caller]
    fn check(self, outcome: &Outcome, scene: &Scene) {
        if self.matters() {
            assert_eq!(outcome.error(), PLAN_CHANGED, "{self:?}");
            check_untouched(scene);
        } else {
            assert_eq!(outcome.status(), "applied", "{self:?} {outcome:?}");
            assert_eq!(scene.held().assigned[&(day(MONTH), scene.things.tennis)], 50_000);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_plan_becomes_while_the_person_thinks_matters_where_the_yes_rests_on_it() {
    for_each(Meanwhile::ALL, |meanwhile| async move {
        let scene = Scene::new();
        let client = scene.client(Era::Modern).await;
        let moving = scene.things.moving();
        let question = client.call("move_money", &moving).await;
        meanwhile.happen(&scene);
        let outcome = client
            .bring_back("move_money", &moving, question.asks().1, Reply::Ticked)
            .await;
        meanwhile.check(&outcome, &scene);

        let scene = Scene::new();
        let client = scene.client(Era::Legacy).await;
        let calling = client.begin("move_money", &scene.things.moving()).await;
        let question = client.question().await;
        meanwhile.happen(&scene);
        client.reply(&question, Reply::Ticked).await;
        meanwhile.check(&client.outcome(calling).await, &scene);

        let scene = Scene::new();
        let client = scene.formless(Era::Modern).await;
        let moving = scene.things.moving();
        let code = client.call("move_money", &moving).await.code().to_owned();
        meanwhile.happen(&scene);
        let outcome = client.call_with_code("move_money", &moving, &code).await;
        meanwhile.check(&outcome, &scene);
        let again = client.call_with_code("move_money", &moving, &code).await;
        assert!(again.error().starts_with(BAD_CODE), "spent either way: {again:?}");
    })
    .await;
}

/// The same person, another client with a server of its own: what it did counts before the answer of the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_after_another_client_made_the_same_move_writes_nothing() {
    let scene = Scene::new();
    let (slow, quick) = (scene.client(Era::Legacy).await, scene.client(Era::Modern).await);
    let moving = scene.things.moving();
    let calling = slow.begin("move_money", &moving).await;
    let question = slow.question().await;
    assert_eq!(
        quick.write(Person::Agrees, "move_money", &moving).await.status(),
        "applied"
    );
    slow.reply(&question, Reply::Ticked).await;
    assert_eq!(slow.outcome(calling).await.error(), PLAN_CHANGED);
    assert_eq!((scene.writes().len(), scene.in_effect()), (2, 2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_questions_answer_does_not_count_after_a_newer_question() {
    let scene = Scene::new();
    let client = scene.client(Era::Modern).await;
    let moving = scene.things.moving();
    let (older, newer) = (
        client.call("move_money", &moving).await,
        client.call("move_money", &moving).await,
    );
    let overtaken = client
        .bring_back("move_money", &moving, older.asks().1, Reply::Ticked)
        .await;
    assert!(
        overtaken
            .error()
            .contains("A newer question was asked for the same change"),
        "{overtaken:?}"
    );
    check_untouched(&scene);
    let applied = client
        .bring_back("move_money", &moving, newer.asks().1, Reply::Ticked)
        .await;
    assert_eq!(applied.status(), "applied", "{applied:?}");

    let scene = Scene::new();
    let client = scene.client(Era::Legacy).await;
    let moving = scene.things.moving();
    let older_call = client.begin("move_money", &moving).await;
    let older = client.question().await;
    let newer_call = client.begin("move_money", &moving).await;
    let newer = client.question().await;
    assert_eq!(older.text, newer.text);
    client.reply(&older, Reply::Ticked).await;
    let overtaken = client.outcome(older_call).await;
    assert!(
        overtaken
            .error()
            .contains("A newer question was asked for the same change"),
        "{overtaken:?}"
    );
    check_untouched(&scene);
    client.reply(&newer, Reply::Ticked).await;
    assert_eq!(client.outcome(newer_call).await.status(), "applied");
    assert_eq!(scene.writes().len(), 2);
}

/// A person who never answers: the call is given up, and a yes that comes after that writes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_yes_to_a_call_that_was_given_up_writes_nothing() {
    let scene = Scene::new();
    let client = scene.client(Era::Legacy).await;
    let moving = scene.things.moving();
    let calling = client.begin("move_money", &moving).await;
    let question = client.question().await;
    client.cancel(&calling).await;
    client.reply(&question, Reply::Ticked).await;
    // Messages are taken in their order: once this one is answered, those before it have been.
    client.ask("tools/list", json!({})).await;
    check_untouched(&scene);
    let written = client.write(Person::Agrees, "move_money", &moving).await;
    assert_eq!(
        (written.status(), scene.writes().len()),
        ("applied", 2),
        "the next one is another question"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_goes_away_with_a_question_open_changes_nothing() {
    let scene = Scene::new();
    let client = scene.client(Era::Legacy).await;
    client.begin("move_money", &scene.things.moving()).await;
    client.question().await;
    client.server.end_input().await;
    let ended = client.server.ended().await;
    assert!(ended.status.success(), "{ended:?}");
    check_untouched(&scene);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_asked_for_progress_hears_that_its_call_waits() {
    let scene = Scene::new();
    let client = scene.client(Era::Legacy).await;
    let more = json!({"_meta": {"progressToken": "a-token"}});
    let calling = client.begin_with("move_money", &scene.things.moving(), more).await;
    let question = client.question().await;
    let heard = || {
        let notifications = client.server.notifications();
        notifications
            .into_iter()
            .find(|one| one["method"] == "notifications/progress")
    };
    let progress = until("progress is told", heard).await;
    assert_eq!(progress["params"]["progressToken"], "a-token");
    client.reply(&question, Reply::Declined).await;
    assert_eq!(client.outcome(calling).await.status(), "declined");
}

/// A client that can only open links, and one that fails to ask, get a code like one that cannot ask at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_cannot_show_the_form_gets_a_code() {
    let scene = Scene::new();
    let server = scene.start(&scene.settings());
    let client = Client::meet_with(server, Era::Legacy, json!({"elicitation": {"url": {}}})).await;
    let outcome = client.call("move_money", &scene.things.moving()).await;
    assert_eq!(outcome.status(), "confirmation_required");
    assert_eq!(client.server.open_requests(), 0, "it was not asked");

    let client = scene.client(Era::Legacy).await;
    let calling = client.begin("move_money", &scene.things.moving()).await;
    let question = client.question().await;
    client.fail(&question).await;
    let outcome = client.outcome(calling).await;
    let applied = client
        .call_with_code("move_money", &scene.things.moving(), outcome.code())
        .await;
    assert_eq!(applied.status(), "applied", "{applied:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_only_the_persons_own_answer_counts_no_code_does() {
    let scene = Scene::new();
    let settings = scene.settings().with("AVENIR_MCP_REQUIRE_ELICITATION", "1");
    let moving = scene.things.moving();
    for era in Era::BOTH {
        let formless = Client::meet(scene.start(&settings), era, false).await;
        let refused = formless.call("move_money", &moving).await;
        assert!(
            refused.error().contains("this client cannot ask the person"),
            "{refused:?}"
        );
        let client = Client::meet(scene.start(&settings), era, true).await;
        let coded = client.call_with_code("move_money", &moving, "AAAAAAAAAAA").await;
        assert!(
            coded.error().contains("confirmation codes are switched off"),
            "{coded:?}"
        );
        let dismissed = client.write(Person::Dismisses, "move_money", &moving).await;
        assert_eq!(dismissed.status(), "declined", "{dismissed:?}");
    }
    check_untouched(&scene);
    let client = Client::meet(scene.start(&settings), Era::Modern, true).await;
    assert_eq!(
        client.write(Person::Agrees, "move_money", &moving).await.status(),
        "applied"
    );
}
