//! Many cases of one test, several at a time, and every failure told.

use std::any::Any;
use std::fmt::Debug;

use tokio::task::JoinSet;

/// So many cases run at once: they mostly wait for processes.
const AT_ONCE: usize = 4;

/// Runs the work for every case.
///
/// # Panics
/// When it panics for some: the message names each.
pub async fn for_each<C, W>(cases: impl IntoIterator<Item = C>, work: impl Fn(C) -> W)
where
    C: Clone + Debug,
    W: Future<Output = ()> + Send + 'static,
{
    let mut running = JoinSet::new();
    let mut names = std::collections::HashMap::new();
    let mut failures = Vec::new();
    let mut total = 0_usize;
    let mut cases = cases.into_iter().peekable();
    while cases.peek().is_some() || !running.is_empty() {
        if running.len() < AT_ONCE
            && let Some(case) = cases.next()
        {
            total += 1;
            let handle = running.spawn(work(case.clone()));
            names.insert(handle.id(), format!("{case:?}"));
            continue;
        }
        if let Some(Err(error)) = running.join_next_with_id().await {
            let name = names.remove(&error.id()).unwrap_or_default();
            failures.push(format!("{name}: {}", said(error.into_panic().as_ref())));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {total} cases fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("?")
}
