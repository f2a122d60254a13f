//! What every answer about a plan begins with.

use schemars::JsonSchema;
use serde::Serialize;

use crate::domain::currency::Currency;
use crate::domain::plan::PlanSummary;
use crate::domain::text::Untrusted;

/// An answer about one plan: its name and currency stand in every one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InPlan<T> {
    /// The plan's name.
    pub plan: Untrusted,
    /// The currency of all amounts, as an ISO 4217 code; absent when YNAB gives none.
    pub currency: Option<String>,
    /// The answer.
    #[serde(flatten)]
    pub answer: T,
}

impl<T> InPlan<T> {
    /// An answer about this plan.
    pub fn new(plan: &PlanSummary, answer: T) -> Self {
        Self {
            plan: plan.name.clone(),
            currency: code(&plan.currency),
            answer,
        }
    }
}

/// The ISO code of a currency, if YNAB gives one.
pub fn code(currency: &Currency) -> Option<String> {
    currency.code().map(str::to_owned)
}
