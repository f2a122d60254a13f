//! YNAB's limit: so many requests per token in a rolling hour.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// The rolling window.
const WINDOW: Duration = Duration::from_hours(1);

/// When each token's requests came.
#[derive(Debug, Default)]
pub(crate) struct Limiter {
    requests: HashMap<String, VecDeque<Instant>>,
}

impl Limiter {
    /// Takes a request of a token, or says how long until one is free again.
    pub(crate) fn take(&mut self, token: &str, limit: u32, now: Instant) -> Result<(), Duration> {
        let times = self.requests.entry(token.to_owned()).or_default();
        while times.front().is_some_and(|at| now.duration_since(*at) >= WINDOW) {
            times.pop_front();
        }
        if times.len() >= usize::try_from(limit).unwrap_or(usize::MAX) {
            let oldest = times
                .front()
                .map_or(WINDOW, |at| WINDOW.saturating_sub(now.duration_since(*at)));
            return Err(oldest);
        }
        times.push_back(now);
        Ok(())
    }

    /// Forgets all requests.
    pub(crate) fn clear(&mut self) {
        self.requests.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Limiter;

    #[test]
    fn the_window_rolls_and_tokens_do_not_share_it() {
        let mut limiter = Limiter::default();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(limiter.take("a", 2, at(0)), Ok(()));
        assert_eq!(limiter.take("a", 2, at(600)), Ok(()));
        assert_eq!(limiter.take("a", 2, at(700)), Err(Duration::from_secs(2900)));
        assert_eq!(limiter.take("b", 2, at(700)), Ok(()));
        assert_eq!(limiter.take("a", 2, at(3600)), Ok(()));
        assert_eq!(limiter.take("a", 2, at(3601)), Err(Duration::from_secs(599)));
    }
}
