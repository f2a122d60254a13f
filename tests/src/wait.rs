//! Waiting for what must happen.

use std::time::{Duration, Instant};

/// How long something may take that takes no time on an idle machine.
pub const PATIENCE: Duration = Duration::from_mins(1);

const LOOK: Duration = Duration::from_millis(4);

/// Looks again and again until there is something, and gives it.
///
/// # Panics
/// When it does not happen in time.
pub async fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let since = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(since.elapsed() < PATIENCE, "in vain waited until {what}");
        tokio::time::sleep(LOOK).await;
    }
}

/// Waits for a future that must end in time.
///
/// # Panics
/// When it does not.
pub async fn until_async<T>(what: &str, future: impl Future<Output = T>) -> T {
    let ended = tokio::time::timeout(PATIENCE, future).await;
    ended.unwrap_or_else(|_| panic!("in vain waited until {what}"))
}
