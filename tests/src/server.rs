//! The server as a child process: its lines in and out, its end.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::binary::server_binary;
use crate::wait::{until, until_async};

/// A running server. Dropped, it is killed.
#[derive(Debug)]
pub struct Server {
    child: tokio::sync::Mutex<Child>,
    id: u32,
    input: tokio::sync::Mutex<Option<ChildStdin>>,
    inbox: Arc<Inbox>,
    log: Arc<Mutex<Vec<u8>>>,
    readers: Vec<JoinHandle<()>>,
    next_id: AtomicU64,
}

/// What a server left behind.
#[derive(Clone, Debug)]
pub struct Ended {
    /// How it ended.
    pub status: ExitStatus,
    /// All of its standard output.
    pub stdout: String,
    /// All of its standard error.
    pub stderr: String,
}

#[derive(Debug, Default)]
struct Inbox {
    output: Mutex<Vec<u8>>,
    answers: Mutex<HashMap<u64, oneshot::Sender<Value>>>,
    requests: Mutex<VecDeque<Value>>,
    notifications: Mutex<Vec<Value>>,
}

/// A response that is on its way.
#[derive(Debug)]
pub struct Response(oneshot::Receiver<Value>);

impl Response {
    /// The response; nothing when the server ended first.
    pub async fn arrived(self) -> Option<Value> {
        until_async("the server answers or ends", self.0).await.ok()
    }
}

impl Server {
    /// Starts the program with these arguments and this environment, and nothing of the test's own.
    pub fn start(arguments: &[String], environment: &[(String, String)], folder: &PathBuf) -> Self {
        let mut child = Command::new(server_binary())
            .args(arguments)
            .env_clear()
            .envs(environment.iter().cloned())
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let inbox = Arc::new(Inbox::default());
        let log = Arc::new(Mutex::new(Vec::new()));
        let stdout = child.stdout.take().expect("an output");
        let mut stderr = child.stderr.take().expect("a log");
        let output = tokio::spawn(read_lines(stdout, Arc::clone(&inbox)));
        let kept = Arc::clone(&log);
        let logged = tokio::spawn(async move {
            let mut bytes = [0; 8192];
            while let Ok(count @ 1..) = stderr.read(&mut bytes).await {
                locked(&kept).extend_from_slice(&bytes[..count]);
            }
        });
        Self {
            id: child.id().expect("a process"),
            input: tokio::sync::Mutex::new(child.stdin.take()),
            child: tokio::sync::Mutex::new(child),
            inbox,
            log,
            readers: vec![output, logged],
            next_id: AtomicU64::new(1),
        }
    }

    /// Sends a request; its response may be waited for.
    pub async fn request(&self, method: &str, params: Value) -> (u64, Response) {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = oneshot::channel();
        locked(&self.inbox.answers).insert(id, sender);
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        (id, Response(receiver))
    }

    /// Sends a request and gives its response.
    ///
    /// # Panics
    /// When the server ends first.
    pub async fn ask(&self, method: &str, params: Value) -> Value {
        let response = self.request(method, params).await.1.arrived().await;
        response.unwrap_or_else(|| panic!("the server ended: {}", self.log()))
    }

    /// Sends a message as it is. A server that has ended takes none.
    pub async fn send(&self, message: &Value) {
        if let Some(input) = self.input.lock().await.as_mut() {
            let _ = input.write_all(format!("{message}\n").as_bytes()).await;
            let _ = input.flush().await;
        }
    }

    /// The server's next request to its client.
    pub async fn asked(&self) -> Value {
        until("the server asks", || locked(&self.inbox.requests).pop_front()).await
    }

    /// Requests to the client that nobody took yet.
    pub fn open_requests(&self) -> usize {
        locked(&self.inbox.requests).len()
    }

    /// The notifications so far.
    pub fn notifications(&self) -> Vec<Value> {
        locked(&self.inbox.notifications).clone()
    }

    /// The log so far.
    pub fn log(&self) -> String {
        String::from_utf8_lossy(&locked(&self.log)).into_owned()
    }

    /// The output so far.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&locked(&self.inbox.output)).into_owned()
    }

    /// Ends its input.
    pub async fn end_input(&self) {
        self.input.lock().await.take();
    }

    /// Sends it a signal by name, such as `TERM`.
    pub async fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .arg(format!("-{name}"))
            .arg(self.id.to_string())
            .status();
        assert!(sent.await.expect("a signal is sent").success());
    }

    /// Kills it, and waits until it is gone.
    pub async fn kill(self) -> Ended {
        self.child.lock().await.start_kill().expect("a running server");
        self.ended().await
    }

    /// Waits until it ends by itself.
    pub async fn ended(mut self) -> Ended {
        let status = until_async("the server ends", self.child.get_mut().wait()).await;
        for reader in std::mem::take(&mut self.readers) {
            until_async("its output ends", reader).await.expect("a reader");
        }
        Ended {
            status: status.expect("a status"),
            stdout: self.output(),
            stderr: self.log(),
        }
    }
}

async fn read_lines(stdout: ChildStdout, inbox: Arc<Inbox>) {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    while let Ok(1..) = reader.read_until(b'\n', &mut line).await {
        locked(&inbox.output).extend_from_slice(&line);
        // What is no message stays in the output, where the test of its purity finds it.
        if let Ok(message) = serde_json::from_slice(&line) {
            inbox.take_in(message);
        }
        line.clear();
    }
    // Who still waits, waits in vain.
    locked(&inbox.answers).clear();
}

impl Inbox {
    fn take_in(&self, message: Value) {
        match (message.get("method"), message.get("id").and_then(Value::as_u64)) {
            (Some(_), Some(_)) => locked(&self.requests).push_back(message),
            (Some(_), None) => locked(&self.notifications).push(message),
            (None, id) => {
                let waiting = id.and_then(|id| locked(&self.answers).remove(&id));
                if let Some(waiting) = waiting {
                    // Whoever waited may have given up.
                    let _ = waiting.send(message);
                }
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
