//! The server is killed at every step of a write. The next one, on the same journal, says what YNAB holds, and a confirmed
//! undo takes that back; nothing is ever sent twice, and no money is lost.

use std::fs::File;
use std::time::Duration;

use avenir_tests::{Client, Era, Household, Outcome, Person, Record, Scene, for_each, until};
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Operation};

/// Longer than any test: the server is killed while it waits.
const FOREVER: u64 = 600_000;

/// Long enough for a hand on the journal; whether it was, is checked.
const WINDOW: u64 = 700;

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

/// Where in its work the server is killed; writes are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    /// The look after the yes is under way.
    Look,
    /// The intent is not written down yet.
    Intent,
    /// The write has arrived, and nothing is changed yet.
    Arrived(usize),
    /// The change is made, and not answered yet.
    Made(usize),
    /// The answer is here, and not written down yet.
    Answered(usize),
    /// All is written down; the month is being read for the answer.
    LastRead,
}

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
            open: !matches!(moment, Moment::Look | Moment::Intent | Moment::LastRead),
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
        let looked = scene.requests_for(self.write.look).len();
        if self.refused {
            scene.ynab.fault(Fault::on_writes(refusal()).nth(2));
        }
        scene.ynab.fault(self.fault());
        let mut confirmed = arguments;
        confirmed["confirmation"] = preview.code().into();
        client.begin(self.write.tool, &confirmed).await;
        let held = match self.moment {
            Moment::Look => {
                let looks = || (scene.requests_for(self.write.look).len() > looked).then_some(());
                until("the plan is looked at again", looks).await;
                None
            }
            Moment::Intent => {
                let looks = || scene.requests_for(self.write.look).len().checked_sub(looked + 1);
                until("the plan is looked at again", looks).await;
                let held = hold_journal(&scene).await;
                let answered = || scene.requests_for(self.write.look)[looked].status;
                if answered().is_some() {
                    return None;
                }
                until("the look is answered", answered).await;
                Some(held)
            }
            Moment::Arrived(number) => {
                until("the write arrives", || (scene.writes().len() == number).then_some(())).await;
                None
            }
            Moment::Made(number) => {
                let made = || (scene.writes().len() == number && scene.in_effect() == self.in_effect).then_some(());
                until("the change is made", made).await;
                None
            }
            Moment::Answered(number) => {
                until("the write arrives", || (scene.writes().len() == number).then_some(())).await;
                let held = hold_journal(&scene).await;
                let answered = || scene.writes()[number - 1].status;
                if answered().is_some() {
                    return None;
                }
                until("the write is answered", answered).await;
                Some(held)
            }
            Moment::LastRead => {
                let number = self.write.requests;
                until("the write arrives", || (scene.writes().len() == number).then_some(())).await;
                let read = scene.requests_for(Operation::GetMonth).len();
                let delay = FaultEffect::Delay { milliseconds: FOREVER };
                scene.ynab.fault(Fault::on(Operation::GetMonth, delay));
                if scene.writes()[number - 1].status.is_some() {
                    return None;
                }
                let reads = || (scene.requests_for(Operation::GetMonth).len() > read).then_some(());
                until("the month is read", reads).await;
                None
            }
        };
        client.server.kill().await;
        drop(held);
        scene.ynab.clear_faults();
        Some(scene)
    }

    fn fault(self) -> Fault {
        let delay = |milliseconds| FaultEffect::Delay { milliseconds };
        let nth = |number: usize| u32::try_from(number).expect("a small number");
        match self.moment {
            Moment::Look => Fault::on(self.write.look, delay(FOREVER)).nth(1),
            Moment::Intent => Fault::on(self.write.look, delay(WINDOW)).nth(1),
            Moment::Arrived(number) => Fault::on_writes(delay(FOREVER)).nth(nth(number)),
            Moment::Made(number) => {
                let milliseconds = FOREVER;
                Fault::on_writes(FaultEffect::DelayAfter { milliseconds }).nth(nth(number))
            }
            Moment::Answered(number) => Fault::on_writes(delay(WINDOW)).nth(nth(number)),
            Moment::LastRead => Fault::on_writes(delay(WINDOW)).nth(nth(self.write.requests)),
        }
    }

    /// What the next write's message must say of it.
    fn check_told(self, outcome: &Outcome) {
        let message = outcome.message();
        let sentence = match self.in_effect {
            _ if !self.open => "",
            0 => "was interrupted: YNAB holds nothing of it.",
            1 => "was interrupted: YNAB holds 1 of its 2 changes; undo_operation with that id takes them back.",
            _ => "was interrupted: YNAB holds all of it; undo_operation with that id takes it back.",
        };
        assert!(message.contains(sentence), "{self:?}: {message}");
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
        let record = Record::read(&scene.state());
        for operation in record.operations() {
            let states = record.states(operation);
            let open = states.values().any(|state| state == "intended" || state == "unknown");
            assert!(!open, "{self:?}: {states:?}");
        }
    }
}

fn refusal() -> FaultEffect {
    FaultEffect::Status {
        status: 400,
        body: None,
        retry_after: None,
    }
}

/// Takes the journal's lock as another process would.
async fn hold_journal(scene: &Scene) -> File {
    let file = File::open(Record::path(&scene.state())).expect("the preview made the journal");
    until("the journal is free", || file.try_lock().ok()).await;
    file
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
async fn a_plan_is_free_again_at_once_when_its_server_is_killed() {
    let scene = Kill::new(MOVE, Moment::Made(1), 1).happen().await;
    let client = scene.formless(Era::Modern).await;
    let began = std::time::Instant::now();
    let outcome = client.write(Person::CannotBeAsked, "undo_operation", &json!({})).await;
    assert_eq!(outcome.status(), "applied", "{outcome:?}");
    assert!(began.elapsed() < Duration::from_mins(1));
}
