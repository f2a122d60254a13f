//! The server is killed at every step of writes that make, split, mark and delete rows, and of their undos and redos. A row that
//! was made has no id in the record before YNAB's answer is written down, so the next server must find it, once, in what YNAB
//! holds.

use std::collections::BTreeMap;

use avenir_tests::{Client, Era, Household, Outcome, Person, Record, Scene, for_each};
use serde_json::{Value, json};
use ynab_api::sim::{Fault, Operation, Plan, Transaction};

use crate::killing::{Moment, Victim, check_nothing_open, refusal, said_of};

/// What every row says, whatever its id, and how many rows say it.
type Content = BTreeMap<String, usize>;

fn content(scene: &Scene) -> Content {
    scene.ynab.look(|world| {
        let plan = &world.plans[0];
        let mut content = Content::new();
        for row in plan.transactions.iter().filter(|row| !row.deleted) {
            *content.entry(said_by(row, plan)).or_default() += 1;
        }
        content
    })
}

fn said_by(row: &Transaction, plan: &Plan) -> String {
    let payee = row.payee_id.and_then(|id| plan.payees.live(&id));
    let payee = payee.map(|payee| payee.name.as_str()).unwrap_or_default();
    let lines = row.live_lines();
    let lines: Vec<_> = lines.map(|line| (line.amount, line.category_id, &line.memo)).collect();
    // A split carries an internal category of YNAB's own.
    let category = row.category_id.filter(|_| lines.is_empty());
    format!(
        "{} {} {payee} {category:?} {:?} {:?} {} {:?} {lines:?}",
        row.date, row.amount, row.memo, row.cleared, row.approved, row.flag,
    )
}

/// How many rows one holds and the other does not.
fn more_in(one: &Content, other: &Content) -> usize {
    let count = |said| other.get(said).copied().unwrap_or_default();
    one.iter().map(|(said, many)| many.saturating_sub(count(said))).sum()
}

/// What is killed of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Itself,
    Undo,
    /// The undo of its undo.
    Redo,
}

/// A write of rows, its undo, or its redo.
#[derive(Clone, Copy, Debug)]
struct Write {
    tool: &'static str,
    arguments: fn(&Household) -> Value,
    /// What of it is killed.
    killed: What,
    /// The requests that it writes with.
    requests: usize,
    changes: usize,
    /// Its changes make sense only together; otherwise each stands for itself.
    together: bool,
    /// What is read for the answer.
    last_read: Operation,
    /// How many changes lie between two contents, by how many rows are gained and lost.
    count: fn(usize, usize) -> usize,
}

/// Three rows: two purchases that are just the same, and one like a row that is there.
const CREATE: Write = Write {
    tool: "create_transactions",
    arguments: |things| {
        let twice =
            json!({"date": "2026-11-19", "amount": -4.5, "payee_name": "Kiosk", "category_id": things.restaurants});
        let alike = json!({"date": "2026-11-18", "amount": -12, "payee_name": "Kiosk"});
        json!({"account_id": things.account, "transactions": [twice, twice, alike], "cleared": false})
    },
    killed: What::Itself,
    requests: 1,
    changes: 3,
    together: false,
    last_read: Operation::GetAccounts,
    count: usize::max,
};

const CREATE_UNDONE: Write = Write {
    killed: What::Undo,
    requests: 3,
    last_read: Operation::GetMonth,
    ..CREATE
};

const CREATE_REDONE: Write = Write {
    killed: What::Redo,
    last_read: Operation::GetMonth,
    ..CREATE
};

/// An adjustment, and four marks.
const RECONCILE: Write = Write {
    tool: "reconcile_account",
    arguments: |things| json!({"account_id": things.account, "bank_balance": "1910.20", "adjust": true}),
    killed: What::Itself,
    requests: 2,
    changes: 5,
    together: true,
    last_read: Operation::GetAccounts,
    count: usize::max,
};

const RECONCILE_UNDONE: Write = Write {
    killed: What::Undo,
    last_read: Operation::GetMonth,
    ..RECONCILE
};

const RECONCILE_REDONE: Write = Write {
    killed: What::Redo,
    ..RECONCILE_UNDONE
};

const SPLIT: Write = Write {
    tool: "split_transaction",
    arguments: |things| {
        let lines = json!([
            {"amount": -30, "category_id": things.groceries},
            {"amount": "-12.30", "category_id": things.restaurants, "memo": "Imbiss"},
        ]);
        json!({"transaction_id": things.old, "lines": lines})
    },
    killed: What::Itself,
    requests: 1,
    changes: 1,
    together: true,
    last_read: Operation::GetMonth,
    count: usize::max,
};

/// A plain row is made, then the split is deleted.
const SPLIT_UNDONE: Write = Write {
    killed: What::Undo,
    requests: 2,
    changes: 2,
    count: |gained, lost| gained + lost,
    ..SPLIT
};

/// A split row is made, then the plain one is deleted.
const SPLIT_REDONE: Write = Write {
    killed: What::Redo,
    ..SPLIT_UNDONE
};

/// One way to be killed.
#[derive(Clone, Copy, Debug)]
struct Kill {
    write: Write,
    moment: Moment,
    /// YNAB refuses the second request, so that what the first changed is put back by the third.
    refused: bool,
    /// How many changes YNAB then holds.
    in_effect: usize,
}

/// A killed server's scene.
struct Killed {
    scene: Scene,
    /// What the rows said before anything.
    before: Content,
    /// What they said when the killed call began.
    start: Content,
}

impl Kill {
    const fn new(write: Write, moment: Moment, in_effect: usize) -> Self {
        Self {
            write,
            moment,
            refused: false,
            in_effect,
        }
    }

    const fn while_taking_back(write: Write, moment: Moment, in_effect: usize) -> Self {
        Self {
            refused: true,
            ..Self::new(write, moment, in_effect)
        }
    }

    async fn happen(self) -> Killed {
        for _ in 0..5 {
            if let Some(killed) = self.attempt().await {
                assert_eq!(self.held(&killed.scene, &killed.start), self.in_effect, "{self:?}");
                return killed;
            }
        }
        panic!("the moment is always missed: {self:?}");
    }

    /// How many changes YNAB holds of the killed call.
    fn held(self, scene: &Scene, start: &Content) -> usize {
        let now = content(scene);
        (self.write.count)(more_in(&now, start), more_in(start, &now))
    }

    async fn attempt(self) -> Option<Killed> {
        let scene = Scene::new();
        let before = content(&scene);
        let client = scene.formless(Era::Legacy).await;
        let mut arguments = (self.write.arguments)(&scene.things);
        let mut tool = self.write.tool;
        let earlier = match self.write.killed {
            What::Itself => 0,
            What::Undo => 1,
            What::Redo => 2,
        };
        for _ in 0..earlier {
            let made = client.write(Person::CannotBeAsked, tool, &arguments).await;
            assert_eq!(made.status(), "applied", "{made:?}");
            (tool, arguments) = ("undo_operation", json!({"operation_id": made.operation_id()}));
        }
        let start = content(&scene);
        let preview = client.call(tool, &arguments).await;
        arguments["confirmation"] = preview.code().into();
        if self.refused {
            scene.ynab.fault(Fault::on_writes(refusal()).nth(2));
        }
        let victim = Victim {
            scene: &scene,
            tool,
            arguments,
            requests: self.write.requests,
            look: Operation::GetTransactions,
            last_read: self.write.last_read,
        };
        let made = || self.held(&scene, &start) == self.in_effect;
        let killed = victim.dies(client, self.moment, made).await;
        killed.then_some(Killed { scene, before, start })
    }

    /// Whether a row stands for another one whose deletion may have been sent: neither is taken away while it may arrive.
    fn waits(self) -> bool {
        let replaces = self.write.tool == SPLIT.tool && self.write.killed != What::Itself;
        replaces && !self.refused && self.in_effect == 1
    }

    /// What the next write's message must say of it.
    fn check_told(self, outcome: &Outcome) {
        let message = outcome.message();
        let open = self.moment.leaves_open();
        let sentence = if self.waits() {
            "was interrupted: YNAB holds 1 of its 2 changes; the rest may still arrive until ".to_owned()
        } else {
            said_of(self.in_effect, self.write.changes)
        };
        assert_eq!(message.contains(&sentence), open, "{self:?}: {message}");
        assert_eq!(message.matches("interrupted").count(), usize::from(open), "{self:?}");
    }

    /// Each undo without an id takes the plan back: the half of what belongs together first, then the write that it was an undo
    /// of. Of rows that stand each for itself, it goes on with those that are left.
    async fn take_back(self, killed: &Killed, client: &Client, preview: Outcome) {
        let undo = self.write.killed == What::Undo;
        let undone_whole = undo && self.in_effect == self.write.changes;
        let undone_half = undo && self.write.together && self.in_effect > 0 && !undone_whole;
        let made = self.in_effect > 0 || undo;
        let mut expected = Vec::new();
        if undone_half {
            expected.push(&killed.start);
        }
        if made && !undone_whole {
            expected.push(&killed.before);
        }
        let mut preview = preview;
        for wanted in expected {
            let here = content(&killed.scene);
            let named = preview.answer()["conflicts"].as_array().expect("conflicts").len();
            assert_eq!(named, 0, "{self:?}: {preview:?}");
            let code = preview.code().to_owned();
            assert_eq!(content(&killed.scene), here, "a preview writes nothing: {self:?}");
            let undone = client.call_with_code("undo_operation", &json!({}), &code).await;
            assert_eq!(undone.status(), "applied", "{self:?}: {undone:?}");
            for change in undone.answer()["changes"].as_array().expect("changes") {
                assert_eq!(change["outcome"], "applied", "{self:?}: {change}");
            }
            assert_eq!(&content(&killed.scene), wanted, "{self:?}");
            preview = client.call("undo_operation", &json!({})).await;
        }
        assert_eq!(preview.status(), "nothing_to_do", "{self:?}: {preview:?}");
        assert_eq!(content(&killed.scene), killed.before, "{self:?}");
        check_nothing_open(&killed.scene);
    }
}

use Moment::{Answered, Arrived, Intent, LastRead, Look, Made};

const KILLS: [Kill; 90] = [
    Kill::new(CREATE, Look, 0),
    Kill::new(CREATE, Intent, 0),
    Kill::new(CREATE, Arrived(1), 0),
    Kill::new(CREATE, Made(1), 3),
    Kill::new(CREATE, Answered(1), 3),
    Kill::new(CREATE, LastRead, 3),
    Kill::new(CREATE_UNDONE, Look, 0),
    Kill::new(CREATE_UNDONE, Intent, 0),
    Kill::new(CREATE_UNDONE, Arrived(1), 0),
    Kill::new(CREATE_UNDONE, Made(1), 1),
    Kill::new(CREATE_UNDONE, Answered(1), 1),
    Kill::new(CREATE_UNDONE, Arrived(2), 1),
    Kill::new(CREATE_UNDONE, Made(2), 2),
    Kill::new(CREATE_UNDONE, Answered(2), 2),
    Kill::new(CREATE_UNDONE, Arrived(3), 2),
    Kill::new(CREATE_UNDONE, Made(3), 3),
    Kill::new(CREATE_UNDONE, Answered(3), 3),
    Kill::new(CREATE_UNDONE, LastRead, 3),
    Kill::new(RECONCILE, Look, 0),
    Kill::new(RECONCILE, Intent, 0),
    Kill::new(RECONCILE, Arrived(1), 0),
    Kill::new(RECONCILE, Made(1), 1),
    Kill::new(RECONCILE, Answered(1), 1),
    Kill::new(RECONCILE, Arrived(2), 1),
    Kill::new(RECONCILE, Made(2), 5),
    Kill::new(RECONCILE, Answered(2), 5),
    Kill::new(RECONCILE, LastRead, 5),
    Kill::new(RECONCILE_UNDONE, Look, 0),
    Kill::new(RECONCILE_UNDONE, Intent, 0),
    Kill::new(RECONCILE_UNDONE, Arrived(1), 0),
    Kill::new(RECONCILE_UNDONE, Made(1), 4),
    Kill::new(RECONCILE_UNDONE, Answered(1), 4),
    Kill::new(RECONCILE_UNDONE, Arrived(2), 4),
    Kill::new(RECONCILE_UNDONE, Made(2), 5),
    Kill::new(RECONCILE_UNDONE, Answered(2), 5),
    Kill::new(RECONCILE_UNDONE, LastRead, 5),
    Kill::new(SPLIT, Look, 0),
    Kill::new(SPLIT, Intent, 0),
    Kill::new(SPLIT, Arrived(1), 0),
    Kill::new(SPLIT, Made(1), 1),
    Kill::new(SPLIT, Answered(1), 1),
    Kill::new(SPLIT, LastRead, 1),
    Kill::new(SPLIT_UNDONE, Look, 0),
    Kill::new(SPLIT_UNDONE, Intent, 0),
    Kill::new(SPLIT_UNDONE, Arrived(1), 0),
    Kill::new(SPLIT_UNDONE, Made(1), 1),
    Kill::new(SPLIT_UNDONE, Answered(1), 1),
    Kill::new(SPLIT_UNDONE, Arrived(2), 1),
    Kill::new(SPLIT_UNDONE, Made(2), 2),
    Kill::new(SPLIT_UNDONE, Answered(2), 2),
    Kill::new(SPLIT_UNDONE, LastRead, 2),
    Kill::while_taking_back(RECONCILE, Arrived(3), 1),
    Kill::while_taking_back(RECONCILE, Made(3), 0),
    Kill::while_taking_back(RECONCILE, Answered(3), 0),
    Kill::while_taking_back(RECONCILE_UNDONE, Arrived(3), 4),
    Kill::while_taking_back(RECONCILE_UNDONE, Made(3), 0),
    Kill::while_taking_back(RECONCILE_UNDONE, Answered(3), 0),
    Kill::while_taking_back(SPLIT_UNDONE, Arrived(3), 1),
    Kill::while_taking_back(SPLIT_UNDONE, Made(3), 0),
    Kill::while_taking_back(SPLIT_UNDONE, Answered(3), 0),
    Kill::new(CREATE_REDONE, Look, 0),
    Kill::new(CREATE_REDONE, Intent, 0),
    Kill::new(CREATE_REDONE, Arrived(1), 0),
    Kill::new(CREATE_REDONE, Made(1), 3),
    Kill::new(CREATE_REDONE, Answered(1), 3),
    Kill::new(CREATE_REDONE, LastRead, 3),
    Kill::new(RECONCILE_REDONE, Look, 0),
    Kill::new(RECONCILE_REDONE, Intent, 0),
    Kill::new(RECONCILE_REDONE, Arrived(1), 0),
    Kill::new(RECONCILE_REDONE, Made(1), 1),
    Kill::new(RECONCILE_REDONE, Answered(1), 1),
    Kill::new(RECONCILE_REDONE, Arrived(2), 1),
    Kill::new(RECONCILE_REDONE, Made(2), 5),
    Kill::new(RECONCILE_REDONE, Answered(2), 5),
    Kill::new(RECONCILE_REDONE, LastRead, 5),
    Kill::new(SPLIT_REDONE, Look, 0),
    Kill::new(SPLIT_REDONE, Intent, 0),
    Kill::new(SPLIT_REDONE, Arrived(1), 0),
    Kill::new(SPLIT_REDONE, Made(1), 1),
    Kill::new(SPLIT_REDONE, Answered(1), 1),
    Kill::new(SPLIT_REDONE, Arrived(2), 1),
    Kill::new(SPLIT_REDONE, Made(2), 2),
    Kill::new(SPLIT_REDONE, Answered(2), 2),
    Kill::new(SPLIT_REDONE, LastRead, 2),
    Kill::while_taking_back(RECONCILE_REDONE, Arrived(3), 1),
    Kill::while_taking_back(RECONCILE_REDONE, Made(3), 0),
    Kill::while_taking_back(RECONCILE_REDONE, Answered(3), 0),
    Kill::while_taking_back(SPLIT_REDONE, Arrived(3), 1),
    Kill::while_taking_back(SPLIT_REDONE, Made(3), 0),
    Kill::while_taking_back(SPLIT_REDONE, Answered(3), 0),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_undo_says_what_ynab_holds_of_rows_and_takes_it_back() {
    for_each(KILLS, |kill| async move {
        let killed = kill.happen().await;
        let client = killed.scene.formless(Era::Modern).await;
        let preview = client.call("undo_operation", &json!({})).await;
        kill.check_told(&preview);
        if kill.waits() {
            assert_eq!(preview.status(), "nothing_to_do", "{kill:?}: {preview:?}");
            return;
        }
        kill.take_back(&killed, &client, preview).await;
    })
    .await;
}

/// What the message offers: the undo that was interrupted is itself taken back by its id, in whole or as far as it was made.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_undo_of_rows_is_taken_back_by_its_id() {
    let undone = |kill: &Kill| kill.write.killed == What::Undo && kill.in_effect > 0 && !kill.waits();
    for_each(KILLS.into_iter().filter(undone), |kill| async move {
        let killed = kill.happen().await;
        let record = Record::read(&killed.scene.state());
        let undo = json!({"operation_id": record.operations().last().expect("the undo is recorded")});
        let client = killed.scene.client(Era::Legacy).await;
        let redone = client.write(Person::Agrees, "undo_operation", &undo).await;
        assert_eq!(redone.status(), "applied", "{kill:?}: {redone:?}");
        kill.check_told(&redone);
        assert_eq!(content(&killed.scene), killed.start, "{kill:?}");
        // Rows that stand each for itself are undone as they came to stand: first those that came back, then the others.
        let in_parts = !kill.write.together && kill.in_effect < kill.write.changes;
        for _ in 0..=usize::from(in_parts) {
            assert_ne!(content(&killed.scene), killed.before, "{kill:?}");
            let undone = client.write(Person::Agrees, "undo_operation", &json!({})).await;
            assert_eq!(undone.status(), "applied", "{kill:?}: {undone:?}");
        }
        assert_eq!(content(&killed.scene), killed.before, "{kill:?}");
        let nothing = client.call("undo_operation", &json!({})).await;
        assert_eq!(nothing.status(), "nothing_to_do", "{kill:?}: {nothing:?}");
        check_nothing_open(&killed.scene);
    })
    .await;
}

/// An agent whose answer was lost asks for the same again: it is told, and the question shows what is there already.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_for_the_same_rows_again_is_told_that_they_are_there() {
    for_each([Made(1), Answered(1)], |moment| async move {
        let kill = Kill::new(CREATE, moment, 3);
        let killed = kill.happen().await;
        let client = killed.scene.client(Era::Modern).await;
        let arguments = (CREATE.arguments)(&killed.scene.things);
        let asked = client.call("create_transactions", &arguments).await;
        let (question, _) = asked.asks();
        for there in [
            "Already there: 2026-11-18 Kiosk -12.00 (no category).",
            "Already there: 2026-11-19 Kiosk -4.50 (Restaurants).",
        ] {
            assert!(question.contains(there), "{question}");
        }
        let declined = client.write(Person::Declines, "create_transactions", &arguments).await;
        assert_eq!(declined.status(), "declined");
        kill.check_told(&declined);
        assert_eq!(kill.held(&killed.scene, &killed.start), 3, "nothing was made twice");
        let undone = client.write(Person::Agrees, "undo_operation", &json!({})).await;
        assert_eq!(
            (undone.status(), content(&killed.scene)),
            ("applied", killed.before.clone())
        );
        check_nothing_open(&killed.scene);
    })
    .await;
}
