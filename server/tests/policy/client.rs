//! A client that shows everything a server says: lines of JSON over a pipe in memory.

use avenir::app::App;
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;

/// How much the pipe holds; the longest line is far shorter.
const PIPE: usize = 1024 * 1024;

/// One connection with its handshake done.
pub(crate) struct Client {
    lines: BufReader<ReadHalf<DuplexStream>>,
    pipe: WriteHalf<DuplexStream>,
    asked: u64,
    /// Everything that the server has said so far.
    pub(crate) heard: Vec<String>,
    serving: JoinHandle<()>,
}

impl Client {
    pub(crate) async fn connect(app: App) -> Self {
        let (ours, theirs) = tokio::io::duplex(PIPE);
        let serving = tokio::spawn(async move {
            let service = app.serve(tokio::io::split(theirs)).await.expect("a session");
            let _ = service.waiting().await;
        });
        let (read, pipe) = tokio::io::split(ours);
        let mut client = Self {
            lines: BufReader::new(read),
            pipe,
            asked: 0,
            heard: Vec::new(),
            serving,
        };
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "policy", "version": "1"},
        });
        client.ask("initialize", hello).await;
        client
            .say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        client
    }

    async fn say(&mut self, message: Value) {
        let line = format!("{message}\n");
        self.pipe.write_all(line.as_bytes()).await.expect("the server reads");
    }

    /// One request and its whole response.
    pub(crate) async fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.say(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}))
            .await;
        loop {
            let mut line = String::new();
            let read = self.lines.read_line(&mut line).await.expect("the server writes");
            assert!(read > 0, "the server went away after {method}");
            let message: Value = serde_json::from_str(&line).expect("lines of JSON");
            self.heard.push(line);
            if message["id"] == json!(id) {
                return message;
            }
        }
    }

    /// Ends the connection and waits for the server's end of it.
    pub(crate) async fn leave(self) {
        drop((self.lines, self.pipe));
        self.serving.await.expect("the server ends without a panic");
    }
}
