//! The network side: HTTP/1.1 on the loopback address, with connections that can be made to fail.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use std::{fmt, io};

use http::{HeaderValue, Request, Response, header};
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use super::control::{self, CONTROL};
use super::desk::{Call, Desk, Outcome, Reply};

/// The largest request body that is read.
const BODY_LIMIT: usize = 32 * 1024 * 1024;

/// Binds the loopback address and serves on the present runtime until the task is aborted.
pub(crate) fn serve(desk: Arc<Desk>, port: u16, control: bool) -> io::Result<(SocketAddr, JoinHandle<()>)> {
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let listener = TcpListener::from_std(listener)?;
    Ok((address, tokio::spawn(accept(listener, desk, control))))
}

/// Connections end with this task, since it owns them.
async fn accept(listener: TcpListener, desk: Arc<Desk>, control: bool) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(connection(stream, Arc::clone(&desk), control));
                }
                // Out of file handles, mostly: others will be closed soon.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn connection(stream: TcpStream, desk: Arc<Desk>, control: bool) {
    // Only speed is lost without it.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let desk = Arc::clone(&desk);
        async move { answer(&desk, request, control).await }
    });
    // A client that goes away, or a fault, ends the connection; neither is an error of the stand-in.
    let _ = http1::Builder::new()
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

async fn answer(desk: &Desk, request: Request<Incoming>, control: bool) -> Result<Response<WireBody>, Dropped> {
    let call = receive(request).await?;
    if control && call.path.starts_with(CONTROL) {
        return Ok(respond(control::answer(desk, &call)));
    }
    let number = desk.record(&call);
    let plot = match desk.plot(&call) {
        Ok(plot) => plot,
        Err(reply) => {
            desk.note_status(number, Some(reply.status));
            return Ok(respond(reply));
        }
    };
    pause(plot.delay).await;
    let outcome = desk.carry_out(&call, &plot);
    pause(plot.delay_after).await;
    match outcome {
        Outcome::Drop => Err(Dropped),
        Outcome::Reply(reply) => {
            desk.note_status(number, Some(reply.status));
            Ok(respond(reply))
        }
    }
}

async fn pause(milliseconds: u64) {
    if milliseconds > 0 {
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
    }
}

async fn receive(request: Request<Incoming>) -> Result<Call, Dropped> {
    let (parts, body) = request.into_parts();
    let body = Limited::new(body, BODY_LIMIT).collect().await.map_err(|_| Dropped)?;
    let bearer = |value: &HeaderValue| value.to_str().ok()?.strip_prefix("Bearer ").map(str::to_owned);
    Ok(Call {
        method: parts.method,
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        token: parts.headers.get(header::AUTHORIZATION).and_then(bearer),
        body: body.to_bytes().to_vec(),
    })
}

fn respond(reply: Reply) -> Response<WireBody> {
    let whole = reply.body.len() as u64;
    let mut bytes = Bytes::from(reply.body);
    let mut cut = Cut::Never;
    if let Some(keep) = reply.cut {
        bytes.truncate(keep);
        cut = Cut::Flush;
    }
    let mut response = Response::new(WireBody {
        left: whole,
        bytes: Some(bytes),
        cut,
    });
    *response.status_mut() = http::StatusCode::from_u16(reply.status).unwrap_or(http::StatusCode::IM_A_TEAPOT);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(reply.content_type));
    if let Some(value) = reply.retry_after.and_then(|value| HeaderValue::from_str(&value).ok()) {
        headers.insert(header::RETRY_AFTER, value);
    }
    response
}

/// The connection ends here.
#[derive(Debug)]
struct Dropped;

impl fmt::Display for Dropped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the connection was ended on purpose")
    }
}

impl std::error::Error for Dropped {}

impl From<Infallible> for Dropped {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// A body in one piece, which may promise more than it sends.
#[derive(Debug)]
struct WireBody {
    left: u64,
    bytes: Option<Bytes>,
    cut: Cut,
}

/// Where a body stands that ends too early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// It does not.
    Never,
    /// What is sent has yet to leave; an error at once would take it back.
    Flush,
    /// The connection ends.
    Now,
}

impl Body for WireBody {
    type Data = Bytes;
    type Error = Dropped;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Dropped>>> {
        if let Some(bytes) = self.bytes.take().filter(|bytes| !bytes.is_empty()) {
            self.left = self.left.saturating_sub(bytes.len() as u64);
            return Poll::Ready(Some(Ok(Frame::data(bytes))));
        }
        match self.cut {
            Cut::Never => Poll::Ready(None),
            Cut::Flush => {
                self.cut = Cut::Now;
                context.waker().wake_by_ref();
                Poll::Pending
            }
            Cut::Now => Poll::Ready(Some(Err(Dropped))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
