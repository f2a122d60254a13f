//! A wire between the server and the stand-in, on which something can happen just before a request goes on, or just before its
//! answer comes back.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What happens on the wire, told the request as it was sent.
type Hook = Box<dyn FnMut(&str) + Send>;

#[derive(Default)]
struct Hooks {
    before: Option<Hook>,
    after: Option<Hook>,
}

/// The wire; it is cut when dropped.
pub struct Wire {
    address: SocketAddr,
    hooks: Arc<Mutex<Hooks>>,
    dead: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Wire {
    /// A wire to the stand-in at this address.
    pub async fn to(stand_in: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let hooks = Arc::new(Mutex::new(Hooks::default()));
        let dead = Arc::new(AtomicBool::new(false));
        let (shared, is_dead) = (Arc::clone(&hooks), Arc::clone(&dead));
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (hooks, is_dead) = (Arc::clone(&shared), Arc::clone(&is_dead));
                tokio::spawn(async move {
                    // Either end may hang up at any time; that is what some tests want.
                    let _ = carry(client, stand_in, &hooks, &is_dead).await;
                });
            }
        });
        Self {
            address,
            hooks,
            dead,
            task,
        }
    }

    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Happens before each request goes on.
    pub fn before(&self, happens: impl FnMut(&str) + Send + 'static) {
        self.hooks.lock().unwrap().before = Some(Box::new(happens));
    }

    /// Happens after each request was answered, before the answer comes back.
    pub fn after(&self, happens: impl FnMut(&str) + Send + 'static) {
        self.hooks.lock().unwrap().after = Some(Box::new(happens));
    }

    /// While it holds `true`, no further request goes on.
    pub fn dead(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.dead)
    }

    /// Nothing happens any more, and all requests go on.
    pub fn quiet(&self) {
        self.dead.store(false, Ordering::SeqCst);
        *self.hooks.lock().unwrap() = Hooks::default();
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn carry(mut client: TcpStream, stand_in: SocketAddr, hooks: &Mutex<Hooks>, dead: &AtomicBool) -> io::Result<()> {
    let mut server = TcpStream::connect(stand_in).await?;
    loop {
        let Some(request) = message(&mut client).await? else {
            return Ok(());
        };
        if dead.load(Ordering::SeqCst) {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&request).into_owned();
        if let Some(happens) = &mut hooks.lock().unwrap().before {
            happens(&text);
        }
        server.write_all(&request).await?;
        let Some(answer) = message(&mut server).await? else {
            return Ok(());
        };
        if let Some(happens) = &mut hooks.lock().unwrap().after {
            happens(&text);
        }
        client.write_all(&answer).await?;
    }
}

/// One message of HTTP/1.1 whose length is told; nothing when the other end has hung up.
async fn message(stream: &mut TcpStream) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let mut length = None;
    loop {
        if let Some(length) = length.filter(|length| bytes.len() >= *length) {
            assert_eq!(bytes.len(), length, "one message at a time");
            return Ok(Some(bytes));
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
        if length.is_none()
            && let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n")
        {
            let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
            assert!(!head.contains("transfer-encoding"), "{head}");
            let body = head.lines().find_map(|line| line.strip_prefix("content-length:"));
            length = Some(end + 4 + body.map_or(0, |text| text.trim().parse::<usize>().unwrap()));
        }
    }
}
