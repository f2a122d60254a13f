//! What the stand-in answered, served again: making a large answer takes it longer than the server needs to read it.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use super::stand_in::{StandIn, bare_client};

/// The answers by path, and the paths that were asked for.
pub struct Replay {
    url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Replay {
    /// Asks the stand-in for each of the addresses once, and from then on answers in its place, whatever the query.
    pub fn of(stand_in: &StandIn, addresses: &[String]) -> Self {
        let client = bare_client();
        let answers = addresses.iter().map(|address| {
            let path = path_of(address).to_owned();
            (path, stand_in.bare_request(&client, address))
        });
        let answers = Arc::new(answers.collect::<HashMap<_, _>>());
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}/v1", listener.local_addr().expect("it listens"));
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let seen = Arc::clone(&asked);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answers, seen) = (Arc::clone(&answers), Arc::clone(&seen));
                std::thread::spawn(move || serve(stream, &answers, &seen));
            }
        });
        Self { url, asked }
    }

    /// Its address, ending in `/v1`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The paths asked for since this was last called.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Answers one connection's requests until it ends.
fn serve(mut stream: TcpStream, answers: &HashMap<String, bytes::Bytes>, asked: &Mutex<Vec<String>>) {
    // Only speed is lost without it.
    let _ = stream.set_nodelay(true);
    let mut lines = BufReader::new(stream.try_clone().expect("a second handle")).lines();
    while let Some(Ok(first)) = lines.next() {
        let target = first.split(' ').nth(1).unwrap_or_default().to_owned();
        while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
        let path = path_of(&target).to_owned();
        let body = answers.get(&path).map(AsRef::as_ref).unwrap_or_default();
        let status = if body.is_empty() { "404 Not Found" } else { "200 OK" };
        asked.lock().unwrap_or_else(PoisonError::into_inner).push(path);
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        if stream
            .write_all(head.as_bytes())
            .and_then(|()| stream.write_all(body))
            .is_err()
        {
            return;
        }
    }
}

/// The part of an address that begins with `/v1`, without its query.
fn path_of(address: &str) -> &str {
    let start = address.find("/v1").unwrap_or_default();
    let path = address.get(start..).unwrap_or_default();
    path.split('?').next().unwrap_or_default()
}
