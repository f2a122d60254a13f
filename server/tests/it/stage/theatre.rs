//! One process on one stand-in: calls by tool name, and what YNAB, the journal and the wire say afterwards.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use avenir::clock::ManualClock;
use avenir::config::USUAL_THRESHOLD;
use avenir::confirm::{Ask, Confirm, ConfirmOptions, Person, Reply, Returned, Way};
use avenir::context::Defaults;
use avenir::domain::percent::Hundredths;
use avenir::error::ToolError;
use avenir::io::journal::{Journal, JournalPaths};
use avenir::io::state::{Ledger, Reservation};
use avenir::io::ynab::{self, AccessToken, TokenSource, YnabOptions};
use avenir::registry::Gate;
use avenir::runtime::{Called, Runtime};
use avenir::tool::{Answer, Tool};
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use ynab_api::sim::{self, Operation, Plan, Sim, SimOptions, Transaction, World};

use super::household::{Household, SEPTEMBER, TODAY, day};
use super::people::Friend;
use super::wire::Wire;

const TOKEN: &str = "a-token-of-nobody";

/// How a stage is set.
pub struct Setting {
    pub world: World,
    pub require_elicitation: bool,
    pub default_plan: Option<&'static str>,
    /// The journal's own file, as `AVENIR_MCP_JOURNAL` names it.
    pub named_journal: bool,
    pub limit: Option<u32>,
    pub confidence_threshold: Hundredths,
}

impl Setting {
    pub fn with(world: World) -> Self {
        Self {
            world,
            require_elicitation: false,
            default_plan: None,
            named_journal: false,
            limit: None,
            confidence_threshold: USUAL_THRESHOLD,
        }
    }
}

/// A process, its files, its clock, and the YNAB it talks to.
pub struct Stage {
    pub sim: Sim,
    pub clock: ManualClock,
    pub wire: Wire,
    folder: TempDir,
    runtime: Runtime,
    require_elicitation: bool,
    default_plan: Option<&'static str>,
    named_journal: bool,
    confidence_threshold: Hundredths,
}

/// What came of one call.
pub struct Outcome {
    pub called: Called,
}

impl Stage {
    /// The household in euro.
    pub async fn in_euro() -> (Self, Household) {
        let (world, home) = Household::in_euro();
        (Self::set(Setting::with(world)).await, home)
    }

    /// The same for a person whose own answer alone counts.
    pub async fn strict() -> (Self, Household) {
        let (world, home) = Household::in_euro();
        let setting = Setting {
            require_elicitation: true,
            ..Setting::with(world)
        };
        (Self::set(setting).await, home)
    }

    pub async fn set(setting: Setting) -> Self {
        let options = SimOptions {
            token: Some(TOKEN.to_owned()),
            clock: sim::Clock::Fixed(day(TODAY)),
            limit: setting.limit,
            ..SimOptions::default()
        };
        let sim = Sim::start(setting.world, options).unwrap();
        let clock = ManualClock::at("2026-09-15T12:00:00Z".parse().unwrap());
        let wire = Wire::to(sim.address()).await;
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts {
            url: wire.url(),
            clock: &clock,
            folder: folder.path(),
            require_elicitation: setting.require_elicitation,
            default_plan: setting.default_plan,
            named_journal: setting.named_journal,
            confidence_threshold: setting.confidence_threshold,
        };
        let runtime = parts.runtime();
        Self {
            sim,
            clock,
            wire,
            folder,
            runtime,
            require_elicitation: setting.require_elicitation,
            default_plan: setting.default_plan,
            named_journal: setting.named_journal,
            confidence_threshold: setting.confidence_threshold,
        }
    }

    /// Another process on the same files, the same YNAB and the same clock.
    pub fn another_process(&self) -> Runtime {
        let parts = Parts {
            url: self.wire.url(),
            clock: &self.clock,
            folder: self.folder.path(),
            require_elicitation: self.require_elicitation,
            default_plan: self.default_plan,
            named_journal: self.named_journal,
            confidence_threshold: self.confidence_threshold,
        };
        parts.runtime()
    }

    /// The process ends, and another takes its place.
    pub fn restart(&mut self) {
        self.runtime = self.another_process();
    }

    /// One call, by the name of a listed tool.
    pub async fn call(&self, way: Way<'_>, tool: &str, arguments: Value) -> Outcome {
        self.call_by("stdio", way, tool, arguments).await
    }

    /// The same by another principal.
    pub async fn call_by(&self, principal: &str, way: Way<'_>, tool: &str, arguments: Value) -> Outcome {
        let tool = self.runtime.gate.find(tool).unwrap();
        self.call_tool(principal, way, tool, arguments).await
    }

    /// The same of a tool that no list holds.
    pub async fn call_tool(&self, principal: &str, way: Way<'_>, tool: &dyn Tool, arguments: Value) -> Outcome {
        call_of(&self.runtime, principal, way, tool, arguments, &|| true).await
    }

    /// A call of a client that cannot ask.
    pub async fn without_asking(&self, tool: &str, arguments: Value) -> Outcome {
        self.call(Way::Code, tool, arguments).await
    }

    /// A call during which this person is asked.
    pub async fn asking(&self, who: &dyn Ask, tool: &str, arguments: Value) -> Outcome {
        self.call(Way::DuringCall(who), tool, arguments).await
    }

    /// The answer of a call to which the person says yes, and which is applied.
    pub async fn agreed(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.asking(&Friend::who_agrees(), tool, arguments).await.answer();
        assert_eq!(answer["status"], "applied", "{answer:#}");
        answer
    }

    /// The id of the operation that comes of a call to which the person says yes.
    pub async fn done(&self, tool: &str, arguments: Value) -> String {
        self.agreed(tool, arguments).await["operation_id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// The code that a client gets which cannot ask.
    pub async fn code_for(&self, tool: &str, arguments: Value) -> String {
        self.without_asking(tool, arguments).await.code()
    }

    /// The first half of a round trip: the question and the state to bring back.
    pub async fn question_for(&self, tool: &str, arguments: Value) -> (String, String) {
        self.call(Way::RoundTrip(Returned::default()), tool, arguments)
            .await
            .question()
    }

    /// The second half of it.
    pub async fn returning(&self, state: &str, reply: Reply, tool: &str, arguments: Value) -> Outcome {
        self.call(Self::back_with(state, reply), tool, arguments).await
    }

    /// What a client brings back.
    pub fn back_with(state: &str, reply: Reply) -> Way<'static> {
        Way::RoundTrip(Returned {
            state: Some(state.to_owned()),
            reply: Some(reply),
        })
    }

    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// Where the process keeps its files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The file of our own journal.
    pub fn journal_file(&self) -> PathBuf {
        self.folder.path().join(if self.named_journal {
            "named.jsonl"
        } else {
            "operations.jsonl"
        })
    }

    /// The file of the Python version's journal.
    pub fn python_file(&self) -> PathBuf {
        self.folder.path().join("journal.jsonl")
    }

    /// The entries of our own journal.
    pub fn journal(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.journal_file()).unwrap_or_default();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.map(|line| line.get("entry").cloned().unwrap_or(line)).collect()
    }

    /// The intents of our own journal.
    pub fn intents(&self) -> Vec<Value> {
        let entries = self.journal().into_iter();
        entries.filter(|entry| entry["line"] == "intent").collect()
    }

    /// The states in the outcomes of an operation, in the order they were written.
    pub fn states_of(&self, operation_id: &str) -> Vec<String> {
        let entries = self.journal().into_iter();
        let outcomes = entries.filter(|entry| entry["line"] == "outcome" && entry["operation_id"] == operation_id);
        let effects = outcomes.flat_map(|entry| entry["effects"].as_array().cloned().unwrap());
        effects
            .map(|effect| effect["state"].as_str().unwrap().to_owned())
            .collect()
    }

    /// The same, where it does not matter whether YNAB said no or was not found to have heard.
    pub fn fates_of(&self, operation_id: &str) -> Vec<String> {
        let states = self.states_of(operation_id).into_iter();
        states.map(|state| state.replace("not_found", "not_applied")).collect()
    }

    /// The ids of the requests' operations so far, in order, and none from now on.
    pub fn requests(&self) -> Vec<&'static str> {
        let requests = self.sim.requests();
        self.sim.forget_requests();
        requests
            .iter()
            .map(|request| request.operation.unwrap_or("unknown"))
            .collect()
    }

    /// The same in any order.
    pub fn requests_sorted(&self) -> Vec<&'static str> {
        let mut requests = self.requests();
        requests.sort_unstable();
        requests
    }

    /// The writes so far: path and body.
    pub fn writes(&self) -> Vec<(String, Value)> {
        let requests = self
            .sim
            .requests()
            .into_iter()
            .filter(ynab_api::sim::Recorded::is_write);
        requests
            .map(|request| (request.path, serde_json::from_str(&request.body).unwrap_or_default()))
            .collect()
    }

    /// How many writes came so far.
    pub fn writes_sent(&self) -> usize {
        self.writes().len()
    }

    /// What YNAB itself answers below the first plan's address, past the server. Requests before it were counted already.
    pub async fn ynab_says(&self, path: &str) -> Value {
        assert_eq!(self.sim.requests(), []);
        let plan = self.look(|plan| plan.id);
        let mut stream = tokio::net::TcpStream::connect(self.sim.address()).await.unwrap();
        let request = format!(
            "GET /v1/plans/{plan}{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        self.sim.forget_requests();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        serde_json::from_str(body).unwrap()
    }

    /// Looks at the first plan.
    pub fn look<R>(&self, look: impl FnOnce(&Plan) -> R) -> R {
        self.sim.look(|world| look(&world.plans[0]))
    }

    /// Milliunits assigned to a category in September.
    pub fn assigned(&self, category: &str) -> i64 {
        self.look(|plan| plan.assigned_to(day(SEPTEMBER), Household::key(category)))
    }

    /// Assigns an amount as another client would.
    pub fn assign_elsewhere(&self, category: &str, amount: i64) {
        self.sim
            .edit(|plan| plan.assign(day(SEPTEMBER), Household::key(category), amount));
    }

    /// A transaction as YNAB holds it.
    pub fn transaction(&self, id: &str) -> Transaction {
        self.look(|plan| plan.transactions.live(&id.to_owned()).unwrap().clone())
    }

    /// A transaction's category as YNAB holds it.
    pub fn category_of(&self, id: &str) -> Option<String> {
        self.transaction(id).category_id.map(|id| id.to_string())
    }

    /// A transaction's flag as YNAB holds it.
    pub fn flag_of(&self, id: &str) -> Option<String> {
        self.transaction(id).flag
    }

    /// Changes a transaction as another client would.
    pub fn edit_elsewhere(&self, id: &str, change: impl FnOnce(&mut Transaction)) {
        assert_eq!(self.sim.edit(|plan| plan.edit_transaction(id, change)), Some(true));
    }

    /// Time passes, for the process and for YNAB.
    pub fn pass(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
        self.sim.advance(Duration::from_secs(seconds));
    }

    /// Uses up all but so many of the hour's requests, as other processes do, for as long as the value lives.
    pub fn leave_requests(&self, left: usize) -> Reservation {
        let ledger = Ledger::open(self.folder.path(), TOKEN);
        let now = self.clock.clock().now_utc();
        ledger.reserve(ledger.remaining(now) - left, now).unwrap()
    }

    /// YNAB's books balance.
    pub fn assert_balanced(&self) {
        self.sim.look(World::assert_balanced);
    }

    /// How many requests there were for an operation.
    pub fn count(&self, operation: Operation) -> usize {
        self.sim.count(operation)
    }
}

struct Parts<'a> {
    url: String,
    clock: &'a ManualClock,
    folder: &'a Path,
    require_elicitation: bool,
    default_plan: Option<&'static str>,
    named_journal: bool,
    confidence_threshold: Hundredths,
}

impl Parts<'_> {
    /// As the process puts them together when it starts.
    fn runtime(self) -> Runtime {
        let clock = self.clock.clock();
        let state_folder = self.folder.to_owned();
        let paths = if self.named_journal {
            JournalPaths::named(self.folder.join("named.jsonl"))
        } else {
            JournalPaths::in_state_folder(self.folder)
        };
        let journal = Arc::new(Journal::open(paths));
        let options = YnabOptions {
            base_url: self.url,
            retry_wait: Duration::ZERO,
            ..YnabOptions::new(TokenSource::Value(AccessToken::new(TOKEN)), state_folder.clone())
        };
        let (reader, writer) = ynab::connect(options, clock.clone());
        let options = ConfirmOptions {
            require_elicitation: self.require_elicitation,
            state_folder,
        };
        let confirm = Confirm::new(writer, Arc::clone(&journal), clock.clone(), options).unwrap();
        let defaults = Defaults {
            plan: self.default_plan.map(Into::into),
            confidence_threshold: self.confidence_threshold,
        };
        Runtime::new(Gate { writes: true }, reader, confirm, journal, clock, defaults)
    }
}

/// One call; every answer is held against its tool's own schema.
pub async fn call_of(
    runtime: &Runtime,
    principal: &str,
    way: Way<'_>,
    tool: &dyn Tool,
    arguments: Value,
    still_wanted: &(dyn Fn() -> bool + Send + Sync),
) -> Outcome {
    let person = Person {
        principal: principal.to_owned(),
        way,
        still_wanted,
    };
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object")
    };
    let called = runtime.call(tool, arguments, &person).await;
    if let Ok(Answer::Complete(value)) = &called.answer {
        let schema = Value::Object(tool.schemas().output.as_ref().clone());
        let problems: Vec<String> = jsonschema::validator_for(&schema)
            .unwrap()
            .iter_errors(value)
            .map(|problem| problem.to_string())
            .collect();
        assert!(problems.is_empty(), "{problems:#?}\n{value:#}");
    }
    Outcome { called }
}

impl Outcome {
    /// The structured answer.
    pub fn answer(self) -> Value {
        match self.called.answer {
            Ok(Answer::Complete(value)) => value,
            Ok(Answer::InputRequired { question, .. }) => panic!("a question came: {question}"),
            Err(error) => panic!("an error came: {error}"),
        }
    }

    /// The structured answer, which has this status.
    pub fn with_status(self, status: &str) -> Value {
        let answer = self.answer();
        assert_eq!(answer["status"], status, "{answer:#}");
        answer
    }

    /// The code that it hands out.
    pub fn code(self) -> String {
        let answer = self.with_status("confirmation_required");
        answer["confirmation"].as_str().unwrap().to_owned()
    }

    /// The question of a round trip, and its state.
    pub fn question(self) -> (String, String) {
        match self.called.answer {
            Ok(Answer::InputRequired { question, state }) => (question, state),
            Ok(Answer::Complete(value)) => panic!("an answer came: {value:#}"),
            Err(error) => panic!("an error came: {error}"),
        }
    }

    /// Why there is no answer.
    pub fn error(self) -> ToolError {
        match self.called.answer {
            Err(error) => error,
            Ok(answer) => panic!("an answer came: {answer:#?}"),
        }
    }

    /// What the agent reads of that.
    pub fn refusal(self) -> String {
        self.error().to_string()
    }
}

/// What the agent reads of a finished call.
pub fn told(answer: &Value) -> &str {
    answer["message"].as_str().unwrap()
}
