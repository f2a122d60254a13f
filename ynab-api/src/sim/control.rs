//! The control addresses of the stand-in as a program of its own, for tests that reach it only over the network.
//!
//! | Request | What it does |
//! |---|---|
//! | `GET requests`, `DELETE requests` | lists and forgets the requests so far |
//! | `POST faults`, `DELETE faults` | adds a fault or a list of them, ends all |
//! | `GET world`, `PUT world` | the whole state; another state |
//! | `GET content` | each plan's content and digest, and whether the books balance |
//! | `POST edit` | `{"plan": id or absent, "edits": […]}`: edits past all rules |
//! | `POST switches` | `quirks`, `future`, `limit`, `no_limit`, `retry_after`, `today`, `advance_seconds` |
//! | `POST reset` | the state, requests, faults and switches of the start |

use std::time::Duration;

use chrono::NaiveDate;
use http::Method;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

use super::clock::Clock;
use super::desk::{Call, Desk, Reply};
use super::edit::Edit;
use super::error::Refusal;
use super::faults::Fault;
use super::future::Future;
use super::model::World;
use super::quirks::Quirks;

/// Where the control addresses begin.
pub(crate) const CONTROL: &str = "/_control/";

/// One or several of something.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    Many(Vec<T>),
    One(T),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edits {
    plan: Option<Uuid>,
    edits: Vec<Edit>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Switched {
    quirks: Option<Quirks>,
    future: Option<Future>,
    limit: Option<u32>,
    no_limit: bool,
    /// Empty for none.
    retry_after: Option<String>,
    today: Option<NaiveDate>,
    advance_seconds: Option<u64>,
}

/// Answers a control call.
pub(crate) fn answer(desk: &Desk, call: &Call) -> Reply {
    let name = call.path.strip_prefix(CONTROL).unwrap_or_default();
    let done = match (&call.method, name) {
        (&Method::GET, "requests") => Ok(json!(*desk.log())),
        (&Method::DELETE, "requests") => {
            desk.log().clear();
            Ok(Value::Null)
        }
        (&Method::POST, "faults") => parsed::<OneOrMany<Fault>>(call).map(|faults| add_faults(desk, faults)),
        (&Method::DELETE, "faults") => {
            desk.faults().clear();
            Ok(Value::Null)
        }
        (&Method::GET, "world") => serde_json::to_value(&*desk.world()).map_err(|error| error.to_string()),
        (&Method::PUT, "world") => World::from_json(&call.body)
            .map_err(|error| error.to_string())
            .map(|world| {
                *desk.world_mut() = world;
                Value::Null
            }),
        (&Method::GET, "content") => Ok(content(desk)),
        (&Method::POST, "edit") => parsed(call).and_then(|edits| edit(desk, edits)),
        (&Method::POST, "switches") => parsed(call).map(|wish| switch(desk, wish)),
        (&Method::POST, "reset") => {
            desk.reset();
            Ok(Value::Null)
        }
        _ => return Refusal::no_such_path().into(),
    };
    match done {
        Ok(value) => Reply {
            body: value.to_string().into_bytes(),
            ..Reply::json(200)
        },
        Err(what) => Refusal::invalid(what).into(),
    }
}

fn parsed<T: DeserializeOwned>(call: &Call) -> Result<T, String> {
    serde_json::from_slice(&call.body).map_err(|error| error.to_string())
}

fn add_faults(desk: &Desk, faults: OneOrMany<Fault>) -> Value {
    let faults = match faults {
        OneOrMany::Many(faults) => faults,
        OneOrMany::One(fault) => vec![fault],
    };
    for fault in faults {
        desk.faults().add(fault);
    }
    json!({ "waiting": desk.faults().waiting() })
}

fn content(desk: &Desk) -> Value {
    let world = desk.world();
    let plans = world.plans.iter().map(|plan| {
        json!({ "id": plan.id, "content": plan.content(), "digest": plan.digest(), "problem": plan.audit().err() })
    });
    plans.collect()
}

fn edit(desk: &Desk, edits: Edits) -> Result<Value, String> {
    let now = desk.switches().time.now();
    let _turn = desk.turn(true).map_err(|refusal| refusal.detail)?;
    let mut world = desk.world_mut();
    let mut copy = world.clone();
    let wanted = |id: Uuid| edits.plan.is_none_or(|plan| plan == id);
    let plan = copy
        .plans
        .iter_mut()
        .find(|plan| wanted(plan.id))
        .ok_or("there is no such plan")?;
    plan.change(now, |plan| {
        edits.edits.into_iter().try_for_each(|edit| plan.apply_edit(edit))
    })?;
    let knowledge = plan.knowledge;
    *world = copy;
    desk.save(&world).map_err(|refusal| refusal.detail)?;
    Ok(json!({ "server_knowledge": knowledge }))
}

fn switch(desk: &Desk, wish: Switched) -> Value {
    let mut switches = desk.switches();
    if let Some(quirks) = wish.quirks {
        switches.quirks = quirks;
    }
    if let Some(future) = wish.future {
        switches.future = future;
    }
    if wish.limit.is_some() || wish.no_limit {
        switches.limit = wish.limit;
    }
    if let Some(retry_after) = wish.retry_after {
        switches.retry_after = Some(retry_after).filter(|text| !text.is_empty());
    }
    if let Some(today) = wish.today {
        switches.time.set(Clock::Fixed(today));
    }
    if let Some(seconds) = wish.advance_seconds {
        switches.time.advance(Duration::from_secs(seconds));
    }
    json!({ "now": switches.time.now() })
}
