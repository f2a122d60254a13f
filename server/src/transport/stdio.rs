//! The protocol on standard input and output: nothing else is ever written there.

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;

use super::surrogates::Mended;
use crate::app::App;

/// How serving ended.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The client's first message is not one that starts a session.
    #[error("the client's first message does not start an MCP session: {0}")]
    Start(String),
    /// The transport failed.
    #[error("the connection failed: {0}")]
    Connection(String),
}

/// Serves one client until its end of input, or until `stop` resolves (a signal).
pub async fn serve(app: App, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
    tokio::pin!(stop);
    let (input, output) = rmcp::transport::stdio_pipes();
    let starting = app.serve((Mended::new(input), output));
    let service = tokio::select! {
        () = &mut stop => return Ok(()),
        service = starting => match service {
            Ok(service) => service,
            // The client went away before it said anything.
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(ServeError::Start(crate::domain::text::visible_line(&error.to_string()))),
        },
    };
    let cancel = service.cancellation_token();
    let waiting = service.waiting();
    tokio::pin!(waiting);
    let ended = tokio::select! {
        ended = &mut waiting => ended,
        () = &mut stop => {
            cancel.cancel();
            waiting.await
        }
    };
    ended
        .map(drop)
        .map_err(|error| ServeError::Connection(error.to_string()))
}

/// Resolves when the process is asked to end: SIGINT or SIGTERM. It listens from the call on, not from its first poll, so that a
/// signal right after the first answer is not the system's to handle.
pub fn stopped() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::interrupt()).and_then(|interrupt| Ok((interrupt, signal(SignalKind::terminate())?)))
    };
    async move {
        #[cfg(unix)]
        if let Ok((mut interrupt, mut terminate)) = signals {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
        let _ = tokio::signal::ctrl_c().await;
    }
}
