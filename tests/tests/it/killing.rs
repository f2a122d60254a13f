//! Ends a server at a chosen moment of a confirmed write.

use std::fs::File;

use avenir_tests::{Client, Record, Scene, until};
use serde_json::Value;
use ynab_api::sim::{Fault, FaultEffect, Operation};

/// Longer than any test: the server is killed while it waits.
pub const FOREVER: u64 = 600_000;

/// Long enough for a hand on the journal; whether it was, is checked.
const WINDOW: u64 = 700;

/// Where in its work the server is killed; writes are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
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
    /// All is written down; something is being read for the answer.
    LastRead,
}

impl Moment {
    /// Whether the record is left with a question open.
    pub const fn leaves_open(self) -> bool {
        !matches!(self, Self::Look | Self::Intent | Self::LastRead)
    }
}

/// The write that does not end well.
#[derive(Debug)]
pub struct Victim<'a> {
    pub scene: &'a Scene,
    pub tool: &'a str,
    /// With the code.
    pub arguments: Value,
    /// The requests that it writes with.
    pub requests: usize,
    /// The last read of the look after the yes.
    pub look: Operation,
    /// What is read for the answer when all is done.
    pub last_read: Operation,
}

impl Victim<'_> {
    /// Begins the call and kills its server; false when the moment was missed. `made` says whether YNAB holds what it must hold
    /// then.
    pub async fn dies(self, client: Client, moment: Moment, made: impl Fn() -> bool) -> bool {
        let scene = self.scene;
        let (sent, looked) = (scene.writes().len(), scene.requests_for(self.look).len());
        let look = || scene.requests_for(self.look).get(looked).cloned();
        let write = |number: usize| scene.writes().get(sent + number - 1).cloned();
        scene.ynab.fault(self.fault(moment));
        client.begin(self.tool, &self.arguments).await;
        let held = match moment {
            Moment::Look => {
                until("the plan is looked at again", look).await;
                None
            }
            Moment::Intent => {
                until("the plan is looked at again", look).await;
                let held = hold_journal(scene).await;
                let answered = || look()?.status;
                if answered().is_some() {
                    return false;
                }
                until("the look is answered", answered).await;
                Some(held)
            }
            Moment::Arrived(number) => {
                until("the write arrives", || write(number)).await;
                None
            }
            Moment::Made(number) => {
                until("the change is made", || write(number).filter(|_| made())).await;
                None
            }
            Moment::Answered(number) => {
                until("the write arrives", || write(number)).await;
                let held = hold_journal(scene).await;
                let answered = || write(number)?.status;
                if answered().is_some() {
                    return false;
                }
                until("the write is answered", answered).await;
                Some(held)
            }
            Moment::LastRead => {
                until("the write arrives", || write(self.requests)).await;
                let read = scene.requests_for(self.last_read).len();
                scene.ynab.fault(Fault::on(self.last_read, delay(FOREVER)));
                if write(self.requests).is_none_or(|written| written.status.is_some()) {
                    return false;
                }
                let reads = || (scene.requests_for(self.last_read).len() > read).then_some(());
                until("what the answer tells is read", reads).await;
                None
            }
        };
        client.server.kill().await;
        drop(held);
        scene.ynab.clear_faults();
        true
    }

    fn fault(&self, moment: Moment) -> Fault {
        let nth = |number: usize| u32::try_from(number).expect("a small number");
        match moment {
            Moment::Look => Fault::on(self.look, delay(FOREVER)).nth(1),
            Moment::Intent => Fault::on(self.look, delay(WINDOW)).nth(1),
            Moment::Arrived(number) => Fault::on_writes(delay(FOREVER)).nth(nth(number)),
            Moment::Made(number) => {
                let milliseconds = FOREVER;
                Fault::on_writes(FaultEffect::DelayAfter { milliseconds }).nth(nth(number))
            }
            Moment::Answered(number) => Fault::on_writes(delay(WINDOW)).nth(nth(number)),
            Moment::LastRead => Fault::on_writes(delay(WINDOW)).nth(nth(self.requests)),
        }
    }
}

/// An answer that takes this long.
pub fn delay(milliseconds: u64) -> FaultEffect {
    FaultEffect::Delay { milliseconds }
}

/// An answer that changes nothing.
pub fn refusal() -> FaultEffect {
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

/// What the next call says of an operation of which YNAB holds so many of all its changes.
pub fn said_of(in_effect: usize, changes: usize) -> String {
    match in_effect {
        0 => "was interrupted: YNAB holds nothing of it so far.".to_owned(),
        all if all == changes => {
            "was interrupted: YNAB holds all of it; undo_operation with that id takes it back.".to_owned()
        }
        part => format!(
            "was interrupted: YNAB holds {part} of its {changes} changes; undo_operation with that id takes them back."
        ),
    }
}

/// Every operation of the record is settled.
pub fn check_nothing_open(scene: &Scene) {
    let record = Record::read(&scene.state());
    for operation in record.operations() {
        let states = record.states(operation);
        let open = states.values().any(|state| state == "intended" || state == "unknown");
        assert!(!open, "{operation}: {states:?}");
    }
}
