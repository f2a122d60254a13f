//! Targets of categories.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::words;

words! {
    /// YNAB's kinds of target.
    TargetKind {
        /// A balance to hold.
        Balance = "TB",
        /// A balance to hold by a date.
        BalanceByDate = "TBD",
        /// An amount to set aside each month.
        MonthlyFunding = "MF",
        /// Spending to prepare for.
        Need = "NEED",
        /// A debt payment each month.
        Debt = "DEBT",
    }
}

/// What a category should hold, and by when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Kind.
    pub kind: TargetKind,
    /// Milliunits.
    pub amount: i64,
    /// `NEED` only: set aside the whole amount each period (true) or refill up to it (false).
    pub needs_whole_amount: Option<bool>,
    /// Day of the week (0 = Sunday) of a weekly target, else of the month; none = its last day.
    pub day: Option<u32>,
    /// YNAB's code of the period: 0 none, 1 month, 2 week, 13 year; 3 to 12 and 14 fixed periods.
    pub cadence: Option<u32>,
    /// How many periods of codes 0, 1, 2 and 13 lie between two due dates.
    pub cadence_frequency: Option<u32>,
    /// First day of the month it was made in.
    pub creation_month: NaiveDate,
    /// When it is due, for dated targets.
    pub date: Option<NaiveDate>,
    /// When the person snoozed it.
    pub snoozed_at: Option<DateTime<Utc>>,
}

impl Target {
    /// A target of this kind and amount, with the period that YNAB gives the kind.
    pub fn new(kind: TargetKind, amount: i64, creation_month: NaiveDate) -> Self {
        let monthly = matches!(kind, TargetKind::Need | TargetKind::MonthlyFunding | TargetKind::Debt);
        Self {
            kind,
            amount,
            needs_whole_amount: (kind == TargetKind::Need).then_some(true),
            day: None,
            cadence: Some(u32::from(monthly)),
            cadence_frequency: monthly.then_some(1),
            creation_month,
            date: None,
            snoozed_at: None,
        }
    }

    /// The same, due on a date.
    #[must_use]
    pub fn due(mut self, date: NaiveDate) -> Self {
        self.date = Some(date);
        self.cadence = Some(0);
        self.cadence_frequency = None;
        self
    }

    /// The same, repeated in another of YNAB's periods.
    #[must_use]
    pub fn every(mut self, cadence: u32, frequency: Option<u32>, day: Option<u32>) -> Self {
        self.cadence = Some(cadence);
        self.cadence_frequency = frequency;
        self.day = day;
        self
    }

    /// The same, as a refill up to the amount.
    #[must_use]
    pub fn refill(mut self) -> Self {
        self.needs_whole_amount = Some(false);
        self
    }
}
