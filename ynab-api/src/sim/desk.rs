//! From a request to an answer: token, limit, faults, and the operation itself.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use http::Method;

use super::answer::Answer;
use super::clock::Time;
use super::error::Refusal;
use super::faults::{FaultEffect, Faults, Seen};
use super::future::Future;
use super::limit::Limiter;
use super::model::World;
use super::quirks::Quirks;
use super::reads::{Moment, read};
use super::record::Recorded;
use super::request::{Query, body, segments};
use super::routes::{Route, route};
use super::rules::write;
use super::save::Kept;

/// A request as it came over the wire.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub method: Method,
    pub path: String,
    pub query: String,
    pub token: Option<String>,
    pub body: Vec<u8>,
}

/// What goes back over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reply {
    pub status: u16,
    pub body: Vec<u8>,
    pub content_type: &'static str,
    pub retry_after: Option<String>,
    /// Bytes of the body after which the connection ends.
    pub cut: Option<usize>,
}

/// What the wire does with a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Answers.
    Reply(Reply),
    /// Ends the connection.
    Drop,
}

/// What faults do to a call, besides what they answer.
#[derive(Debug, Default)]
pub(crate) struct Plot {
    pub delay: u64,
    pub delay_after: u64,
    effects: Vec<FaultEffect>,
}

/// Settings that do not change while the stand-in runs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// The only token that is let in; any when none is set.
    pub token: Option<String>,
    /// Whether the token may only read.
    pub read_only: bool,
    /// Where the world is saved after each change, and looked for before each answer.
    pub save_path: Option<PathBuf>,
    /// Whether the world of the start is kept, to go back to.
    pub keep_start: bool,
}

/// What tests switch while the stand-in runs.
#[derive(Debug, Clone)]
pub(crate) struct Switches {
    pub time: Time,
    pub quirks: Quirks,
    pub future: Future,
    /// Requests per token in a rolling hour.
    pub limit: Option<u32>,
    /// What a 429 of the limit says in `Retry-After`; nothing when none is set.
    pub retry_after: Option<String>,
}

/// The stand-in without its network.
#[derive(Debug)]
pub(crate) struct Desk {
    pub settings: Settings,
    kept: Option<Kept>,
    start: Option<(World, Switches)>,
    world: RwLock<World>,
    switches: Mutex<Switches>,
    faults: Mutex<Faults>,
    limiter: Mutex<Limiter>,
    log: Mutex<Vec<Recorded>>,
}

impl Desk {
    pub(crate) fn new(world: World, settings: Settings, switches: Switches) -> Self {
        Self {
            kept: settings.save_path.clone().map(Kept::new),
            start: settings.keep_start.then(|| (world.clone(), switches.clone())),
            settings,
            world: RwLock::new(world),
            switches: Mutex::new(switches),
            faults: Mutex::default(),
            limiter: Mutex::default(),
            log: Mutex::default(),
        }
    }

    /// Goes back to the start, if it was kept.
    pub(crate) fn reset(&self) {
        if let Some((world, switches)) = &self.start {
            *self.world_mut() = world.clone();
            *self.switches() = switches.clone();
        }
        self.faults().clear();
        self.limiter().clear();
        self.log().clear();
    }

    /// Notes a call; the number is the call's place in the log.
    pub(crate) fn record(&self, call: &Call) -> usize {
        let operation = found(call).map(|route| route.operation.id());
        let recorded = Recorded {
            method: call.method.to_string(),
            path: call.path.clone(),
            query: call.query.clone(),
            body: String::from_utf8_lossy(&call.body).into_owned(),
            operation,
            at: self.switches().time.now(),
            status: None,
        };
        let mut log = self.log();
        log.push(recorded);
        log.len() - 1
    }

    /// Checks the token, and what faults wait for this call.
    pub(crate) fn plot(&self, call: &Call) -> Result<Plot, Reply> {
        let token = call.token.as_deref().filter(|token| !token.is_empty());
        let welcome = token.is_some_and(|token| self.settings.token.as_deref().is_none_or(|own| own == token));
        if !welcome {
            return Err(Refusal::unauthorized().into());
        }
        let operation = found(call).map(|route| route.operation);
        let seen = Seen {
            operation,
            method: &call.method,
            path: &call.path,
            query: &call.query,
            body: &call.body,
        };
        let mut plot = Plot::default();
        for effect in self.faults().strike(&seen) {
            match effect {
                FaultEffect::Delay { milliseconds } => plot.delay += milliseconds,
                FaultEffect::DelayAfter { milliseconds } => plot.delay_after += milliseconds,
                effect => plot.effects.push(effect),
            }
        }
        Ok(plot)
    }

    /// Carries a call out as far as the plot lets it.
    pub(crate) fn carry_out(&self, call: &Call, plot: &Plot) -> Outcome {
        if let Err(reply) = self.take_request(call) {
            return Outcome::Reply(reply);
        }
        let mut partial = None;
        for effect in &plot.effects {
            match effect {
                FaultEffect::DropBefore => return Outcome::Drop,
                FaultEffect::Status {
                    status,
                    body,
                    retry_after,
                } => {
                    return Outcome::Reply(Reply {
                        retry_after: retry_after.clone(),
                        ..bad(*status, body.as_deref())
                    });
                }
                FaultEffect::Partial { rows } => partial = Some(*rows),
                _ => {}
            }
        }
        let answer = self.answer(call, partial).unwrap_or_else(Answer::from);
        let future = self.switches().future;
        let body = if future.is_on() {
            future.show(answer.body)
        } else {
            answer.body
        };
        let mut reply = Reply {
            body,
            ..Reply::json(answer.status)
        };
        for effect in &plot.effects {
            match effect {
                FaultEffect::DropAfter => return Outcome::Drop,
                FaultEffect::Truncate { keep } => reply.cut = Some(*keep),
                FaultEffect::Garble { body } => {
                    reply.body = body.clone().into_bytes();
                    reply.content_type = "text/html; charset=utf-8";
                }
                FaultEffect::ApplyThenStatus { status, body } => reply = bad(*status, body.as_deref()),
                _ => {}
            }
        }
        Outcome::Reply(reply)
    }

    fn take_request(&self, call: &Call) -> Result<(), Reply> {
        let switches = self.switches().clone();
        let Some(limit) = switches.limit else { return Ok(()) };
        let token = call.token.as_deref().unwrap_or_default();
        let allowed = self.limiter().take(token, limit, switches.time.monotonic());
        allowed.map_err(|_| Reply {
            retry_after: switches.retry_after,
            ..Refusal::too_many_requests().into()
        })
    }

    fn answer(&self, call: &Call, partial: Option<usize>) -> Result<Answer, Refusal> {
        let switches = self.switches().clone();
        let moment = Moment {
            now: switches.time.now(),
            quirks: switches.quirks,
            partial,
        };
        let route = found(call).ok_or_else(Refusal::no_such_path)?;
        let _turn = self.turn(route.operation.is_write())?;
        self.catch_up().map_err(|_| Refusal::server_error())?;
        if self.world().is_behind(moment.today()) {
            self.world_mut().advance_to(moment.today());
        }
        if !route.operation.is_write() {
            return read(&self.world(), &route, &Query::parse(&call.query), moment);
        }
        if self.settings.read_only {
            return Err(Refusal::read_only());
        }
        let body = body(&call.body)?;
        let mut world = self.world_mut();
        let answer = write(&mut world, &route, &body, moment)?;
        self.save(&world)?;
        Ok(answer)
    }

    /// Saves the world, where it is kept in a file.
    pub(crate) fn save(&self, world: &World) -> Result<(), Refusal> {
        match &self.kept {
            Some(kept) => kept.save(world).map_err(|_| Refusal::server_error()),
            None => Ok(()),
        }
    }

    /// The right to change the world's file, where there is one, for a call that writes.
    pub(crate) fn turn(&self, writes: bool) -> Result<Option<File>, Refusal> {
        let kept = self.kept.as_ref().filter(|_| writes);
        kept.map(Kept::turn).transpose().map_err(|_| Refusal::server_error())
    }

    /// Takes over what another process changed in the world's file.
    fn catch_up(&self) -> io::Result<()> {
        self.take_over(Kept::newer)
    }

    /// Takes over what the world's file holds, if there is one.
    pub(crate) fn reload(&self) -> io::Result<()> {
        self.take_over(Kept::whatever_is_there)
    }

    /// The world is held while the file is looked at: a change found by one call must not be missed by another.
    fn take_over(&self, look: impl FnOnce(&Kept) -> io::Result<Option<World>>) -> io::Result<()> {
        let Some(kept) = &self.kept else { return Ok(()) };
        let mut world = self.world_mut();
        if let Some(newer) = look(kept)? {
            *world = newer;
        }
        Ok(())
    }

    /// Notes how a call ended.
    pub(crate) fn note_status(&self, number: usize, status: Option<u16>) {
        if let Some(recorded) = self.log().get_mut(number) {
            recorded.status = status;
        }
    }

    pub(crate) fn world(&self) -> RwLockReadGuard<'_, World> {
        self.world.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn world_mut(&self) -> RwLockWriteGuard<'_, World> {
        self.world.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn switches(&self) -> MutexGuard<'_, Switches> {
        locked(&self.switches)
    }

    pub(crate) fn faults(&self) -> MutexGuard<'_, Faults> {
        locked(&self.faults)
    }

    pub(crate) fn limiter(&self) -> MutexGuard<'_, Limiter> {
        locked(&self.limiter)
    }

    pub(crate) fn log(&self) -> MutexGuard<'_, Vec<Recorded>> {
        locked(&self.log)
    }
}

/// A test that panicked while it looked must not take the stand-in down with it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn found(call: &Call) -> Option<Route> {
    route(&call.method, &segments(&call.path)?)
}

impl Reply {
    /// An empty JSON answer.
    pub(crate) fn json(status: u16) -> Self {
        Self {
            status,
            body: Vec::new(),
            content_type: "application/json; charset=utf-8",
            retry_after: None,
            cut: None,
        }
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        let answer = Answer::from(refusal);
        Self {
            body: answer.body,
            ..Self::json(answer.status)
        }
    }
}

/// The answer of a fault.
fn bad(status: u16, body: Option<&str>) -> Reply {
    let known = match status {
        401 => Refusal::unauthorized(),
        403 => Refusal::read_only(),
        404 => Refusal::not_found(),
        409 => Refusal::duplicate_import(),
        429 => Refusal::too_many_requests(),
        400..=499 => Refusal::invalid("the request is not valid"),
        _ => Refusal::server_error(),
    };
    let reply = Reply { status, ..known.into() };
    match body {
        Some(body) => Reply {
            body: body.to_owned().into_bytes(),
            ..reply
        },
        None => reply,
    }
}
