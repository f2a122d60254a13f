//! What recovery found, kept until an answer or an error has told it: the first leg of a round trip tells nothing yet.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::domain::ids::PlanId;
use crate::error::ToolError;
use crate::tool::Answer;

/// Sentences that wait to be told, by plan.
#[derive(Default)]
pub(super) struct Notices {
    waiting: Mutex<BTreeMap<PlanId, Vec<String>>>,
}

impl Notices {
    /// Keeps sentences for the next answer about the plan.
    pub(super) fn add(&self, plan: &PlanId, found: Vec<String>) {
        if !found.is_empty() {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.entry(plan.clone()).or_default().extend(found);
        }
    }

    /// Whether nothing waits.
    pub(super) fn are_none(&self) -> bool {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Puts what waits in front of the answer's message, or of the error's text.
    pub(super) fn deliver(&self, plan: &PlanId, result: Result<Answer, ToolError>) -> Result<Answer, ToolError> {
        if matches!(result, Ok(Answer::InputRequired { .. })) {
            return result;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(told) = waiting.remove(plan).map(|found| found.join(" ")) else {
            return result;
        };
        match result {
            Ok(Answer::Complete(mut value)) => {
                if let Some(message) = value.get_mut("message") {
                    *message = format!("{told} {}", message.as_str().unwrap_or_default()).into();
                }
                Ok(Answer::Complete(value))
            }
            Ok(other) => Ok(other),
            Err(error) => Err(ToolError::After {
                told,
                error: Box::new(error),
            }),
        }
    }
}
