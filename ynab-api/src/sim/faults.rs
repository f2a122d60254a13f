//! Failing on purpose: which requests fail, how often, and how.

use http::Method;
use serde::{Deserialize, Serialize};

use super::routes::Operation;

/// A fault, waiting for the requests it is meant for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Which requests; every condition that is given must hold.
    #[serde(default)]
    pub on: Matching,
    /// How many matching requests pass before the first that fails.
    #[serde(default)]
    pub skip: u32,
    /// How many fail; for ever when not given.
    #[serde(default)]
    pub times: Option<u32>,
    /// What happens.
    pub effect: FaultEffect,
}

/// Conditions on a request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Matching {
    /// The document's operation id.
    pub operation: Option<String>,
    /// The HTTP method.
    pub method: Option<String>,
    /// A part of the path.
    pub path_contains: Option<String>,
    /// A part of the query.
    pub query_contains: Option<String>,
    /// A part of the body.
    pub body_contains: Option<String>,
    /// Only writes, or only reads.
    pub writes: Option<bool>,
}

/// What a fault does to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FaultEffect {
    /// Nothing is carried out; this is answered.
    Status {
        /// HTTP status.
        status: u16,
        /// Body; YNAB's error for the status when not given.
        #[serde(default)]
        body: Option<String>,
        /// `Retry-After`, as written.
        #[serde(default)]
        retry_after: Option<String>,
    },
    /// All goes well, after a while.
    Delay {
        /// How long.
        milliseconds: u64,
    },
    /// All is carried out at once, and answered after a while.
    DelayAfter {
        /// How long.
        milliseconds: u64,
    },
    /// The connection ends; nothing is carried out.
    DropBefore,
    /// Everything is carried out; the connection ends without an answer.
    DropAfter,
    /// Everything is carried out; the connection ends inside the body.
    Truncate {
        /// Bytes of the body that are sent.
        keep: usize,
    },
    /// Everything is carried out; the good status comes with another body, such as HTML.
    Garble {
        /// The body.
        body: String,
    },
    /// Everything is carried out; a bad status is answered.
    ApplyThenStatus {
        /// HTTP status.
        status: u16,
        /// Body; YNAB's error for the status when not given.
        #[serde(default)]
        body: Option<String>,
    },
    /// Only the first rows of a write of many are carried out.
    Partial {
        /// How many.
        rows: usize,
    },
}

impl Fault {
    /// A fault of one operation, for ever.
    pub fn on(operation: Operation, effect: FaultEffect) -> Self {
        Self::matching(
            Matching {
                operation: Some(operation.id().to_owned()),
                ..Matching::default()
            },
            effect,
        )
    }

    /// A fault of every write, for ever.
    pub fn on_writes(effect: FaultEffect) -> Self {
        Self::matching(
            Matching {
                writes: Some(true),
                ..Matching::default()
            },
            effect,
        )
    }

    /// A fault of all requests, for ever.
    pub fn on_all(effect: FaultEffect) -> Self {
        Self::matching(Matching::default(), effect)
    }

    /// A fault of requests with these properties, for ever.
    pub fn matching(on: Matching, effect: FaultEffect) -> Self {
        Self {
            on,
            skip: 0,
            times: None,
            effect,
        }
    }

    /// The same, only for the matching request with this number, counted from 1.
    #[must_use]
    pub fn nth(self, number: u32) -> Self {
        Self {
            skip: number.saturating_sub(1),
            times: Some(1),
            ..self
        }
    }

    /// The same, so many times.
    #[must_use]
    pub fn times(self, times: u32) -> Self {
        Self {
            times: Some(times),
            ..self
        }
    }
}

/// What a fault can be matched with.
#[derive(Debug)]
pub(crate) struct Seen<'a> {
    pub operation: Option<Operation>,
    pub method: &'a Method,
    pub path: &'a str,
    pub query: &'a str,
    pub body: &'a [u8],
}

impl Matching {
    fn fits(&self, seen: &Seen<'_>) -> bool {
        let holds = |part: &Option<String>, whole: &str| part.as_ref().is_none_or(|part| whole.contains(part));
        let operation = self.operation.as_ref();
        operation.is_none_or(|id| seen.operation.is_some_and(|operation| operation.id() == id))
            && self
                .method
                .as_ref()
                .is_none_or(|method| seen.method.as_str().eq_ignore_ascii_case(method))
            && holds(&self.path_contains, seen.path)
            && holds(&self.query_contains, seen.query)
            && self
                .body_contains
                .as_ref()
                .is_none_or(|part| String::from_utf8_lossy(seen.body).contains(part))
            && self
                .writes
                .is_none_or(|writes| seen.operation.is_some_and(|operation| operation.is_write() == writes))
    }
}

/// The faults in force, with their counts.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    /// Adds a fault.
    pub(crate) fn add(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// Ends all faults.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// How many faults still wait for a request.
    pub(crate) fn waiting(&self) -> usize {
        self.0.iter().filter(|fault| fault.times != Some(0)).count()
    }

    /// The effects on a request, in the order the faults were added; each is counted.
    pub(crate) fn strike(&mut self, seen: &Seen<'_>) -> Vec<FaultEffect> {
        let mut effects = Vec::new();
        for fault in self.0.iter_mut().filter(|fault| fault.times != Some(0)) {
            if !fault.on.fits(seen) {
                continue;
            }
            if fault.skip > 0 {
                fault.skip -= 1;
                continue;
            }
            fault.times = fault.times.map(|times| times.saturating_sub(1));
            effects.push(fault.effect.clone());
        }
        effects
    }
}

#[cfg(test)]
mod tests {
    use http::Method;

    use super::{Fault, FaultEffect, Faults, Seen};
    use crate::sim::routes::Operation;

    fn seen(operation: Operation) -> Seen<'static> {
        Seen {
            operation: Some(operation),
            method: &Method::GET,
            path: "/v1/plans/p",
            query: "",
            body: b"",
        }
    }

    #[test]
    fn a_fault_strikes_the_nth_matching_request_only() {
        let mut faults = Faults::default();
        faults.add(Fault::on(Operation::GetMonth, FaultEffect::DropBefore).nth(2));
        assert_eq!(faults.strike(&seen(Operation::GetMonth)), []);
        assert_eq!(faults.strike(&seen(Operation::GetPlan)), []);
        assert_eq!(faults.strike(&seen(Operation::GetMonth)), [FaultEffect::DropBefore]);
        assert_eq!(faults.strike(&seen(Operation::GetMonth)), []);
        assert_eq!(faults.waiting(), 0);
    }

    #[test]
    fn a_fault_is_written_as_json() {
        let text = r#"{"on":{"writes":true},"times":1,"effect":{"kind":"truncate","keep":10}}"#;
        let fault: Fault = serde_json::from_str(text).unwrap();
        assert_eq!(fault, Fault::on_writes(FaultEffect::Truncate { keep: 10 }).times(1));
        assert!(serde_json::from_str::<Fault>(r#"{"effect":{"kind":"explode"}}"#).is_err());
    }
}
