//! A client of few words: HTTP/1.1 over a socket, so that broken answers are seen as they come.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "shared by several test files, none of which uses all of it"
)]

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The token of these tests.
pub const TOKEN: &str = "wire-token";

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// The status; 0 when nothing came.
    pub status: u16,
    /// The head, in lower case.
    pub head: String,
    /// The body, as far as it came.
    pub body: Vec<u8>,
    /// Whether the whole announced body came.
    pub whole: bool,
}

impl Heard {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Asks once on a connection of its own.
pub async fn ask(address: SocketAddr, method: &str, path: &str, body: &Value) -> Heard {
    let mut stream = TcpStream::connect(address).await.unwrap();
    say(&mut stream, method, path, body, Some(TOKEN)).await;
    hear(&mut stream).await
}

/// Sends a request.
pub async fn say(stream: &mut TcpStream, method: &str, path: &str, body: &Value, token: Option<&str>) {
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    let bearer = token
        .map(|token| format!("authorization: Bearer {token}\r\n"))
        .unwrap_or_default();
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n{bearer}content-length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
}

/// Reads one answer.
pub async fn hear(stream: &mut TcpStream) -> Heard {
    let mut bytes = Vec::new();
    let mut more = vec![0_u8; 65_536];
    loop {
        if let Some(heard) = parsed(&bytes).filter(|heard| heard.whole) {
            return heard;
        }
        match stream.read(&mut more).await {
            Ok(0) | Err(_) => break,
            Ok(count) => bytes.extend_from_slice(&more[..count]),
        }
    }
    parsed(&bytes).unwrap_or(Heard {
        status: 0,
        head: String::new(),
        body: Vec::new(),
        whole: false,
    })
}

fn parsed(bytes: &[u8]) -> Option<Heard> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
    let body = bytes[end + 4..].to_vec();
    let whole = body.len() >= length.parse::<usize>().ok()?;
    Some(Heard {
        status,
        head,
        body,
        whole,
    })
}
