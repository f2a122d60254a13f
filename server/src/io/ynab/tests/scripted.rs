//! A server on the loopback address that answers what a test tells it to, for answers that no sound YNAB gives.

use std::sync::{Arc, Mutex};

use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A request as it arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub method: String,
    /// The path below `/v1` with the query.
    pub target: String,
    pub authorization: String,
    pub body: Value,
}

/// What the server does with a request.
pub enum Reply {
    /// Answers the JSON.
    Json(u16, Value),
    /// Writes the bytes as they are and closes the connection.
    Bytes(Vec<u8>),
}

impl Reply {
    /// A success with the data.
    pub fn data(data: &Value) -> Self {
        Self::Json(200, json!({ "data": data }))
    }

    /// A refusal in YNAB's form.
    pub fn error(status: u16, detail: &str) -> Self {
        Self::Json(
            status,
            json!({ "error": { "id": status.to_string(), "name": "error", "detail": detail } }),
        )
    }

    /// A status with headers and no body.
    pub fn head(status: u16, headers: &str) -> Self {
        Self::Bytes(format!("HTTP/1.1 {status} X\r\n{headers}content-length: 0\r\n\r\n").into_bytes())
    }

    /// The connection closed without a word.
    pub fn nothing() -> Self {
        Self::Bytes(Vec::new())
    }
}

type Script = dyn Fn(usize, Seen) -> BoxFuture<'static, Reply> + Send + Sync;

/// The server; it ends with the value.
pub struct Scripted {
    pub base_url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    task: JoinHandle<()>,
}

impl Scripted {
    /// Starts a server that answers the nth request, counted from 1, as the script says.
    pub async fn start(script: impl Fn(usize, Seen) -> BoxFuture<'static, Reply> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (log, script): (_, Arc<Script>) = (Arc::clone(&seen), Arc::new(script));
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                connections.spawn(serve(stream, Arc::clone(&log), Arc::clone(&script)));
            }
        });
        Self { base_url, seen, task }
    }

    /// Starts a server whose answers need no waiting.
    pub async fn answering(script: impl Fn(usize, Seen) -> Reply + Send + Sync + 'static) -> Self {
        Self::start(move |number, seen| {
            let reply = script(number, seen);
            Box::pin(async move { reply })
        })
        .await
    }

    /// What arrived so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// Methods and targets of what arrived so far.
    pub fn targets(&self) -> Vec<String> {
        self.seen()
            .iter()
            .map(|seen| format!("{} {}", seen.method, seen.target))
            .collect()
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, log: Arc<Mutex<Vec<Seen>>>, script: Arc<Script>) {
    while let Some(request) = read(&mut stream).await {
        let number = {
            let mut log = log.lock().unwrap();
            log.push(request.clone());
            log.len()
        };
        match script(number, request).await {
            Reply::Json(status, body) => {
                let body = body.to_string();
                let head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n\r\n", body.len());
                if stream.write_all(format!("{head}{body}").as_bytes()).await.is_err() {
                    return;
                }
            }
            Reply::Bytes(bytes) => {
                let _ = stream.write_all(&bytes).await;
                return;
            }
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let header = |name: &str| {
        let mut lines = head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.to_owned())
            .unwrap_or_default()
    };
    let length: usize = header("content-length").parse().unwrap_or(0);
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let mut first = head.lines().next().unwrap().split(' ').map(str::to_owned);
    Some(Seen {
        method: first.next().unwrap(),
        target: first.next().unwrap().strip_prefix("/v1").unwrap().to_owned(),
        authorization: header("authorization"),
        body: serde_json::from_slice(&bytes[end + 4..]).unwrap_or_default(),
    })
}
