//! A scripted HTTP server on loopback: one reply per request, and every request kept as it came.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "shared by several test files, none of which uses all of it"
)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use ynab_api::{Client, Observer, Settings, Token};

/// The token of every test; it must never show.
pub const CANARY: &str = "canary-token-7f3a";

/// What the server does with one request, after reading it.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Writes these bytes and closes.
    Raw(Vec<u8>),
    /// Closes without a byte.
    Drop,
    /// Writes these bytes and then nothing more, without closing.
    Stall(Vec<u8>),
}

impl Reply {
    /// A whole answer with a JSON body.
    pub fn json(status: u16, body: &str) -> Self {
        Self::with_headers(status, "content-type: application/json\r\n", body)
    }

    /// A whole answer with headers of its own, each ended by a line break.
    pub fn with_headers(status: u16, headers: &str, body: &str) -> Self {
        Self::Raw(
            head(status, headers, body.len())
                .into_bytes()
                .into_iter()
                .chain(body.bytes())
                .collect(),
        )
    }

    /// An answer that announces more than it sends.
    pub fn cut(status: u16, body: &str) -> Self {
        Self::Raw([head(status, "", body.len() + 100).as_bytes(), body.as_bytes()].concat())
    }
}

fn head(status: u16, headers: &str, length: usize) -> String {
    format!("HTTP/1.1 {status} Some Words\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n")
}

/// The running server; it ends when dropped.
pub struct Loopback {
    /// Its base URL, with `/v1`.
    pub url: String,
    /// How long a client of this server waits: short when the server is scripted to keep it waiting.
    patience: Duration,
    requests: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<()>,
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Loopback {
    /// Serves the replies in order; requests beyond them are dropped.
    pub async fn serve(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let stalls = replies.iter().any(|reply| matches!(reply, Reply::Stall(_)));
        let patience = Duration::from_secs(if stalls { 2 } else { 30 });
        let requests = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&requests);
        let task = tokio::spawn(async move {
            let mut replies = replies.into_iter();
            let mut open = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let request = read_request(&mut stream).await;
                kept.lock().unwrap().push(request);
                match replies.next().unwrap_or(Reply::Drop) {
                    Reply::Raw(bytes) => {
                        let _ = stream.write_all(&bytes).await;
                        let _ = stream.shutdown().await;
                    }
                    Reply::Drop => {}
                    Reply::Stall(bytes) => {
                        let _ = stream.write_all(&bytes).await;
                        open.push(stream);
                    }
                }
            }
        });
        Self {
            url,
            patience,
            requests,
            task,
        }
    }

    /// A client of this server.
    pub fn client(&self) -> Client {
        client(&self.url, self.settings())
    }

    /// A client whose requests are observed.
    pub fn observed(&self, observer: Arc<dyn Observer>) -> Client {
        client(
            &self.url,
            Settings {
                observer,
                ..self.settings()
            },
        )
    }

    /// Settings that suit this server.
    pub fn settings(&self) -> Settings {
        Settings {
            request_timeout: self.patience,
            ..Settings::default()
        }
    }

    /// Every request so far: head and body.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// The only request so far.
    pub fn request(&self) -> String {
        let requests = self.requests();
        assert_eq!(requests.len(), 1, "{requests:?}");
        requests.into_iter().next().unwrap()
    }
}

/// A client of `url`.
pub fn client(url: &str, settings: Settings) -> Client {
    Client::new(
        Settings {
            base_url: url.to_owned(),
            ..settings
        },
        Token::new(CANARY).ok().unwrap(),
    )
    .unwrap()
}

/// The body of a request.
pub fn body(request: &str) -> serde_json::Value {
    serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap()
}

async fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut chunk = [0_u8; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())
                .unwrap_or(0);
            if body.len() >= length {
                return text;
            }
        }
        match stream.read(&mut chunk).await {
            Ok(read) if read > 0 => bytes.extend_from_slice(&chunk[..read]),
            _ => return text,
        }
    }
}
