//! The request ledger: how many requests left in the last hour under one token, shared by all processes of this machine.
//!
//! One small file per token holds a line for each request and one for a pause that YNAB asked for. It is changed under its
//! lock and not synced: what a power cut takes, YNAB still counts. It stays open, and while no other process wrote to it a
//! request costs one appended line. Time is the caller's wall clock; nothing here waits.

mod content;
mod kept;
mod wait;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};

pub use wait::{Wait, WaitReason};

use super::digest::short_sha256;
use content::{Content, WINDOW_MS};
use kept::Memory;

/// Requests in any 3600 seconds under one token. YNAB takes 200; the rest is left to the person's other programs.
pub const BUDGET: usize = 180;

/// The requests of one token. A clone is the same ledger.
#[derive(Clone, Debug)]
pub struct Ledger(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    /// Requests in an hour.
    budget: usize,
    memory: Mutex<Memory>,
}

/// Requests set aside for a change of several steps. Those that were not used are given back when it is dropped; should
/// the process end before, they count for an hour.
#[derive(Debug)]
pub struct Reservation {
    ledger: Ledger,
    stamp: i64,
    left: usize,
}

impl Ledger {
    /// The ledger of the token in this folder. The token is not kept: the file's name is a one-way hash of it. Nothing is
    /// read or made yet.
    pub fn open(state_folder: &Path, token: &str) -> Self {
        Self::with_budget(state_folder, token, BUDGET)
    }

    /// The same with another number of requests in an hour, for what is not YNAB.
    pub fn with_budget(state_folder: &Path, token: &str, budget: usize) -> Self {
        let name = short_sha256(&[b"avenir-mcp request ledger\0", token.as_bytes()]);
        let path = state_folder.join(format!("requests-{name}.txt"));
        Self(Arc::new(Shared {
            path,
            budget,
            memory: Mutex::default(),
        }))
    }

    /// Counts one request, to be sent at once.
    pub fn take(&self, now: DateTime<Utc>) -> Result<(), Wait> {
        self.add(1, now.timestamp_millis())
    }

    /// Sets requests aside, all of them or none.
    pub fn reserve(&self, needed: usize, now: DateTime<Utc>) -> Result<Reservation, Wait> {
        let stamp = now.timestamp_millis();
        self.add(needed, stamp)?;
        Ok(Reservation {
            ledger: self.clone(),
            stamp,
            left: needed,
        })
    }

    /// How many requests can be sent now.
    pub fn remaining(&self, now: DateTime<Utc>) -> usize {
        let now = now.timestamp_millis();
        let count = |content: &mut Content| {
            content.settle(now);
            if content.pause_left(now) > 0 {
                0
            } else {
                self.0.budget.saturating_sub(content.sent.len())
            }
        };
        match self.unchanged() {
            Some(mut content) => count(&mut content),
            None => self.change(count),
        }
    }

    /// The ledger as this process knows it, when no other has written to the file since.
    fn unchanged(&self) -> Option<Content> {
        let memory = self.0.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.unchanged(&self.0.path).cloned()
    }

    /// Stops all requests since YNAB refused one for its limit, and tells for how long. A longer pause is not shortened.
    /// `retry_after` is the header of that name in YNAB's answer.
    pub fn pause(&self, retry_after: Option<&str>, now: DateTime<Utc>) -> Duration {
        let length = i64::try_from(wait::pause_length(retry_after).as_millis()).unwrap_or(WINDOW_MS);
        let now = now.timestamp_millis();
        milliseconds(self.change(|content| {
            content.settle(now);
            content.paused_until = content.paused_until.max(now.saturating_add(length));
            content.pause_left(now)
        }))
    }

    fn add(&self, needed: usize, now: i64) -> Result<(), Wait> {
        if needed > self.0.budget {
            return Err(Wait {
                reason: WaitReason::NeverFits { needed },
                wait: Duration::ZERO,
            });
        }
        self.change(|content| {
            content.settle(now);
            refuse_while_paused(content, now)?;
            let sent = content.sent.len();
            // So many of the oldest must first be an hour old.
            let too_many = (sent + needed).saturating_sub(self.0.budget);
            if let Some(last) = too_many.checked_sub(1).and_then(|last| content.sent.get(last)) {
                let wait = milliseconds(last.saturating_add(WINDOW_MS).saturating_sub(now));
                return Err(Wait {
                    reason: WaitReason::Budget { sent, needed },
                    wait,
                });
            }
            content.add(now, needed);
            Ok(())
        })
    }

    /// Changes the ledger under its file's lock, or this process's own copy while the file cannot be used.
    fn change<T>(&self, change: impl FnOnce(&mut Content) -> T) -> T {
        let mut memory = self.0.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let found = memory.lock(&self.0.path);
        let (found, mut content) = match found {
            Ok(found) => {
                let content = found.content.clone();
                (Some(found), content)
            }
            Err(error) => {
                memory.fall_back(&self.0.path, &error);
                (None, memory.content.clone())
            }
        };
        if memory.unsaved && found.is_some() {
            content.merge(&memory.content);
        }
        let result = change(&mut content);
        if let Some(found) = found {
            match memory.write(&found, &content) {
                Ok(()) => memory.unsaved = false,
                Err(error) => memory.fall_back(&self.0.path, &error),
            }
        }
        memory.content = content;
        result
    }
}

impl Reservation {
    /// Uses one of the requests, to be sent at once; past the last one, it is like [`Ledger::take`]. Refused, and not
    /// used, while a pause lasts that began since.
    pub fn use_one(&mut self, now: DateTime<Utc>) -> Result<(), Wait> {
        if self.left == 0 {
            return self.ledger.take(now);
        }
        let (now, stamp) = (now.timestamp_millis(), self.stamp);
        self.ledger.change(|content| {
            content.settle(now);
            refuse_while_paused(content, now)?;
            // YNAB counts the request from when it is sent, which may be minutes later.
            content.remove(stamp, 1);
            content.add(now, 1);
            Ok(())
        })?;
        self.left -= 1;
        Ok(())
    }

    /// How many were not used yet.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Gives some of them back, for requests that count themselves.
    pub fn give_back(&mut self, most: usize) {
        let (given, stamp) = (most.min(self.left), self.stamp);
        self.ledger.change(|content| content.remove(stamp, given));
        self.left -= given;
    }

    /// Gives back what was not used.
    pub fn release(self) {}
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if self.left > 0 {
            self.ledger.change(|content| content.remove(self.stamp, self.left));
        }
    }
}

fn refuse_while_paused(content: &Content, now: i64) -> Result<(), Wait> {
    match content.pause_left(now) {
        0 => Ok(()),
        left => Err(Wait {
            reason: WaitReason::Paused,
            wait: milliseconds(left),
        }),
    }
}

fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(u64::try_from(count).unwrap_or(0))
}

#[cfg(test)]
mod tests;
