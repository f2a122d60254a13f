//! The server is killed at every step of a write. The next one, on the same journal, says what YNAB holds, and a confirmed
//! undo takes that back; nothing is ever sent twice, and no money is lost.

use std::time::Duration;

use avenir_tests::{Client, Era, Household, Outcome, Person, Scene, for_each, until};
use serde_json::{Value, json};
use ynab_api::sim::{Fault, Operation};

use crate::killing::{FOREVER, Moment, Victim, check_nothing_open, delay, refusal, said_of};

/// A write of two changes.
#[derive(Clone, Copy, Debug)]
struct Write {
    tool: &'static str,
    arguments: fn(&Household) -> Value,
    /// Its requests that write.
    requests: usize,
    /// The last read of the look after the yes.
    look: Operation,
}

const MOVE: Write = Write {
    tool: "move_money",
    arguments: Household::moving,
    requests: 2,
    look: Operation::GetMonth,
};

const CATEGORIZE: Write = Write {
    tool: "apply_categories",
    arguments: Household::categorizing,
    requests: 1,
    look: Operation::GetTransactions,
};

/// One way to be killed.
#[derive(Clone, Copy, Debug)]
struct Kill {
    write: Write,
    moment: Moment,
    /// YNAB refuses the second write, so that the first is taken back by the third.
    refused: bool,
    /// What YNAB then holds of the two changes.
    in_effect: usize,
    /// Whether the record then leaves a question open.
    open: bool,
}

impl Kill {
    const fn new(write: Write, moment: Moment, in_effect: usize) -> Self {
        Self {
            write,
            moment,
            refused: false,
            in_effect,
            open: moment.leaves_open(),
        }
    }

    const fn while_taking_back(moment: Moment, in_effect: usize) -> Self {
        Self {
            refused: true,
            ..Self::new(MOVE, moment, in_effect)
        }
    }

    /// A scene whose server was killed.
    async fn happen(self) -> Scene {
        for _ in 0..5 {
            if let Some(scene) = self.attempt().await {
                assert_eq!(scene.in_effect(), self.in_effect, "{self:?}");
                return scene;
            }
        }
        panic!("the moment is always missed: {self:?}");
    }

    /// Nothing when the moment was missed.
    async fn attempt(self) -> Option<Scene> {
        let scene = Scene::new();
        let client = scene.formless(Era::Legacy).await;
        let arguments = (self.write.arguments)(&scene.things);
        let preview = client.call(self.write.tool, &arguments).await;
        if self.refused {
            scene.ynab.fault(Fault::on_writes(refusal()).nth(2));
        }
        let mut arguments = arguments;
        arguments["confirmation"] = preview.code().into();
        let victim = Victim {
            scene: &scene,
            tool: self.write.tool,
            arguments,
            requests: self.write.requests,
            look: self.write.look,
            last_read: Operation::GetMonth,
        };
        let made = || scene.in_effect() == self.in_effect;
        let killed = victim.dies(client, self.moment, made).await;
        killed.then_some(scene)
    }

    /// What the next write's message must say of it.
    fn check_told(self, outcome: &Outcome) {
        let message = outcome.message();
        let sentence = if self.open {
            said_of(self.in_effect, 2)
        } else {
            String::new()
        };
        assert!(message.contains(&sentence), "{self:?}: {message}");
        assert_eq!(
            message.matches("interrupted").count(),
            usize::from(self.open),
            "{self:?}: {message}"
        );
    }

    /// A confirmed undo brings everything back, once; the record has no question left.
    async fn take_back(self, scene: &Scene, client: &Client, preview: Outcome) {
        let sent = scene.writes().len();
        assert_eq!(scene.in_effect(), self.in_effect, "a preview writes nothing: {self:?}");
        if self.in_effect == 0 {
            assert_eq!(preview.status(), "nothing_to_do", "{self:?}: {preview:?}");
        } else {
            let undone = client
                .call_with_code("undo_operation", &json!({}), preview.code())
                .await;
            assert_eq!(undone.status(), "applied", "{self:?}: {undone:?}");
            let again = client.call("undo_operation", &json!({})).await;
            assert_eq!(again.status(), "nothing_to_do", "{self:?}: {again:?}");
        }
        assert_eq!(scene.held(), scene.before, "{self:?}");
        let undoing = self.in_effect.min(self.write.requests);
        assert_eq!(scene.writes().len() - sent, undoing, "{self:?}: {:?}", scene.writes());
        check_nothing_open(scene);
    }
}

const KILLS: [Kill; 18] = [
    Kill::new(MOVE, Moment::Look, 0),
    Kill::new(MOVE, Moment::Intent, 0),
    Kill::new(MOVE, Moment::Arrived(1), 0),
    Kill::new(MOVE, Moment::Made(1), 1),
    Kill::new(MOVE, Moment::Answered(1), 1),
    Kill::new(MOVE, Moment::Arrived(2), 1),
    Kill::new(MOVE, Moment::Made(2), 2),
    Kill::new(MOVE, Moment::Answered(2), 2),
    Kill::new(MOVE, Moment::LastRead, 2),
    Kill::while_taking_back(Moment::Arrived(3), 1),
    Kill::while_taking_back(Moment::Made(3), 0),
    Kill::while_taking_back(Moment::Answered(3), 0),
    Kill::new(CATEGORIZE, Moment::Look, 0),
    Kill::new(CATEGORIZE, Moment::Intent, 0),
    Kill::new(CATEGORIZE, Moment::Arrived(1), 0),
    Kill::new(CATEGORIZE, Moment::Made(1), 2),
    Kill::new(CATEGORIZE, Moment::Answered(1), 2),
    Kill::new(CATEGORIZE, Moment::LastRead, 2),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_undo_says_what_ynab_holds_and_takes_it_back() {
    for_each(KILLS, |kill| async move {
        let scene = kill.happen().await;
        let client = scene.formless(Era::Modern).await;
        let preview = client.call("undo_operation", &json!({})).await;
        kill.check_told(&preview);
        kill.take_back(&scene, &client, preview).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_call_that_writes_says_what_ynab_holds_even_if_it_fails() {
    for_each(KILLS, |kill| async move {
        let scene = kill.happen().await;
        let client = scene.formless(Era::Legacy).await;
        let mut unusable = scene.things.budgeting("5");
        unusable["category_id"] = "No such category".into();
        let failed = client.call("set_category_budget", &unusable).await;
        assert!(failed.error().contains("No such category"), "{failed:?}");
        kill.check_told(&failed);
        let preview = client.call("undo_operation", &json!({})).await;
        assert!(!preview.message().contains("interrupted"), "told twice: {kill:?}");
        kill.take_back(&scene, &client, preview).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_is_asked_learns_of_an_interrupted_write_too() {
    for era in Era::BOTH {
        let kill = Kill::new(MOVE, Moment::Arrived(2), 1);
        let scene = kill.happen().await;
        let client = scene.client(era).await;
        let outcome = client.write(Person::Declines, "undo_operation", &json!({})).await;
        assert_eq!(outcome.status(), "declined");
        kill.check_told(&outcome);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plan_is_free_again_at_once_when_its_server_dies() {
    let scene = Kill::new(MOVE, Moment::Made(1), 1).happen().await;
    let client = scene.formless(Era::Modern).await;
    let began = std::time::Instant::now();
    let outcome = client.write(Person::CannotBeAsked, "undo_operation", &json!({})).await;
    assert_eq!(outcome.status(), "applied", "{outcome:?}");
    assert!(began.elapsed() < Duration::from_mins(1));
}

/// Which operation is named when the whole is to be undone.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Named {
    Nothing,
    Move,
    Half,
}

/// An undo is a write like any other: the half of it that was made is taken back first, and then the whole is undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undo_that_is_killed_half_way_is_taken_back_and_made_again() {
    for_each([Named::Nothing, Named::Move, Named::Half], |named| async move {
        let scene = Scene::new();
        let client = scene.formless(Era::Modern).await;
        let moved = client
            .write(Person::CannotBeAsked, "move_money", &scene.things.moving())
            .await;
        let after = scene.held();
        let whole = json!({"operation_id": moved.operation_id()});
        let code = client.call("undo_operation", &whole).await.code().to_owned();
        scene.ynab.fault(Fault::on_writes(delay(FOREVER)).nth(2));
        let mut confirmed = whole.clone();
        confirmed["confirmation"] = code.into();
        client.begin("undo_operation", &confirmed).await;
        until("the undo's second write arrives", || {
            (scene.writes().len() == 4).then_some(())
        })
        .await;
        client.server.kill().await;
        scene.ynab.clear_faults();
        assert_eq!(scene.in_effect(), 1);

        let client = scene.formless(Era::Legacy).await;
        if named == Named::Move {
            let refused = client.call("undo_operation", &whole).await;
            let text = refused.error();
            assert!(text.contains("YNAB holds 1 of its 2 changes"), "{text}");
            assert!(text.contains("undid a part of it: undo that operation first"), "{text}");
        }
        let half = client.write(Person::CannotBeAsked, "undo_operation", &json!({})).await;
        assert_eq!((half.status(), scene.held()), ("applied", after), "{half:?}");
        let arguments = match named {
            Named::Nothing => json!({}),
            Named::Move => whole,
            Named::Half => json!({"operation_id": half.operation_id()}),
        };
        let undone = client.write(Person::CannotBeAsked, "undo_operation", &arguments).await;
        assert_eq!(
            (undone.status(), scene.held()),
            ("applied", scene.before.clone()),
            "{undone:?}"
        );
        let nothing = client.call("undo_operation", &json!({})).await;
        assert_eq!(nothing.status(), "nothing_to_do", "{nothing:?}");
        let redo = json!({"operation_id": undone.operation_id()});
        let redone = client.write(Person::CannotBeAsked, "undo_operation", &redo).await;
        assert_eq!((redone.status(), scene.in_effect()), ("applied", 2), "{redone:?}");
        let again = client.write(Person::CannotBeAsked, "undo_operation", &json!({})).await;
        assert_eq!(
            (again.status(), scene.held()),
            ("applied", scene.before.clone()),
            "{again:?}"
        );
    })
    .await;
}
