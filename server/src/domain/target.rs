//! A category's target, and what YNAB's API can set of one (API 1.87).

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

use super::currency::Currency;
use super::money::Milliunits;
use super::text::visible_line;

/// YNAB's code of a target that repeats each month.
const MONTHLY: i32 = 1;
/// Each week.
const WEEKLY: i32 = 2;
/// Each year.
const YEARLY: i32 = 13;

/// What a category should hold, and by when, as YNAB tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Its kind.
    pub kind: TargetKind,
    /// Milliunits.
    pub amount: Milliunits,
    /// For spending: set aside the whole amount each time (true) or refill up to it (false). None where YNAB does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole_amount: Option<bool>,
    /// YNAB's code of the period: 0 none, 1 month, 2 week, 13 year; 3 to 12 and 14 fixed numbers of months.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cadence: Option<i32>,
    /// How many periods lie between two due dates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<i32>,
    /// The day of the week (0 is Sunday) or of the month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<i32>,
    /// When it is due, for dated targets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<NaiveDate>,
}

/// YNAB's kinds of target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum TargetKind {
    /// Spending to prepare for (`NEED`).
    Spending,
    /// An amount to set aside each month (`MF`).
    MonthlyFunding,
    /// A balance to hold (`TB`).
    Balance,
    /// A balance to hold by a date (`TBD`).
    BalanceByDate,
    /// A payment of a debt each month (`DEBT`).
    Debt,
    /// A kind this version does not know.
    Other(String),
}

impl TargetKind {
    /// YNAB's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Spending => "NEED",
            Self::MonthlyFunding => "MF",
            Self::Balance => "TB",
            Self::BalanceByDate => "TBD",
            Self::Debt => "DEBT",
            Self::Other(text) => text,
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Spending => "spending target".to_owned(),
            Self::MonthlyFunding => "monthly funding".to_owned(),
            Self::Balance => "target balance".to_owned(),
            Self::BalanceByDate => "target balance by date".to_owned(),
            Self::Debt => "debt payment".to_owned(),
            Self::Other(text) => visible_line(text),
        }
    }
}

impl From<String> for TargetKind {
    fn from(text: String) -> Self {
        match text.as_str() {
            "NEED" => Self::Spending,
            "MF" => Self::MonthlyFunding,
            "TB" => Self::Balance,
            "TBD" => Self::BalanceByDate,
            "DEBT" => Self::Debt,
            _ => Self::Other(text),
        }
    }
}

impl From<TargetKind> for String {
    fn from(kind: TargetKind) -> Self {
        kind.as_str().to_owned()
    }
}

/// How often a spending target repeats, where the API can set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetFrequency {
    /// Each month.
    Monthly,
    /// Each week.
    Weekly,
    /// Each year.
    Yearly,
}

impl TargetFrequency {
    /// YNAB's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Monthly => "monthly",
            Self::Weekly => "weekly",
            Self::Yearly => "yearly",
        }
    }

    /// `month`, `week` or `year`.
    fn period(self) -> &'static str {
        match self {
            Self::Monthly => "month",
            Self::Weekly => "week",
            Self::Yearly => "year",
        }
    }

    fn cadence(self) -> i32 {
        match self {
            Self::Monthly => MONTHLY,
            Self::Weekly => WEEKLY,
            Self::Yearly => YEARLY,
        }
    }
}

/// The target fields of a request; all of them together make one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetRequest {
    /// Takes the target away.
    Remove,
    /// Sets one.
    Set {
        /// Milliunits.
        amount: Milliunits,
        /// A frequency; it makes a spending target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frequency: Option<TargetFrequency>,
        /// A date; with a frequency it is refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        date: Option<NaiveDate>,
        /// For spending targets.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whole_amount: Option<bool>,
    },
}

impl Target {
    /// A spending target that repeats.
    pub fn repeating(amount: Milliunits, frequency: TargetFrequency, whole_amount: Option<bool>) -> Self {
        Self {
            kind: TargetKind::Spending,
            amount,
            whole_amount,
            cadence: Some(frequency.cadence()),
            every: Some(1),
            day: None,
            date: None,
        }
    }

    /// A spending target with a date.
    pub fn by_date(amount: Milliunits, date: NaiveDate, whole_amount: Option<bool>) -> Self {
        Self {
            kind: TargetKind::Spending,
            amount,
            whole_amount,
            cadence: Some(0),
            every: None,
            day: None,
            date: Some(date),
        }
    }

    /// A target of this kind, each month, as YNAB makes one when only an amount is given.
    pub fn monthly(kind: TargetKind, amount: Milliunits) -> Self {
        Self {
            kind,
            ..Self::repeating(amount, TargetFrequency::Monthly, None)
        }
    }

    /// How often it repeats, when that is what the API can set.
    pub fn frequency(&self) -> Option<TargetFrequency> {
        match self.period() {
            Some((MONTHLY, 1)) => Some(TargetFrequency::Monthly),
            Some((WEEKLY, 1)) => Some(TargetFrequency::Weekly),
            Some((YEARLY, 1)) => Some(TargetFrequency::Yearly),
            None if matches!(self.kind, TargetKind::MonthlyFunding | TargetKind::Debt) => {
                Some(TargetFrequency::Monthly)
            }
            _ => None,
        }
    }

    /// Its period, when it has one: YNAB's code, and how many of them lie between two due dates.
    fn period(&self) -> Option<(i32, i32)> {
        let cadence = self.cadence.filter(|cadence| *cadence != 0)?;
        Some((cadence, self.every.unwrap_or(1)))
    }

    /// Whether it is due once, on its date.
    fn is_due_once(&self) -> bool {
        self.date.is_some() && self.period().is_none()
    }

    /// Whether both are the same target. What one of them does not tell counts as equal: the day and the date that YNAB chooses
    /// for a repeating one, the date of a balance by date, which always has one, and whether the whole amount is set aside.
    pub fn agrees(&self, other: &Self) -> bool {
        let told = |one: Option<i32>, other: Option<i32>| one.is_none() || other.is_none() || one == other;
        let dates_agree = self.date.is_none() || other.date.is_none() || self.date == other.date;
        let rhythm = match (self.frequency(), other.frequency()) {
            (Some(one), Some(another)) => one == another && told(self.day, other.day) && dates_agree,
            (None, None) if self.is_due_once() && other.is_due_once() => self.date == other.date,
            (None, None) => {
                let untold = self.kind == TargetKind::BalanceByDate && dates_agree;
                let same_day = self.day == other.day && (untold || self.date == other.date);
                self.period() == other.period() && same_day
            }
            _ => false,
        };
        let whole = match (self.whole_amount, other.whole_amount) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        self.kind == other.kind && self.amount == other.amount && whole && rhythm
    }

    /// Whether the two differ in nothing but the amount and whether all of it is set aside.
    fn same_shape(&self, other: &Self) -> bool {
        let like = Self {
            amount: other.amount,
            whole_amount: other.whole_amount,
            ..self.clone()
        };
        // A day or date that is not known here may not be the one that is wanted.
        let known = (other.day.is_none() || like.day.is_some()) && (other.date.is_none() || like.date.is_some());
        like.agrees(other) && known
    }

    /// The target in words, amounts in the plan's decimals.
    pub fn words(&self, currency: &Currency) -> String {
        let amount = currency.plain(self.amount);
        let whole = match (&self.kind, self.whole_amount) {
            (TargetKind::Spending, Some(false)) => ", refilled up to it",
            _ => "",
        };
        let spending = self.kind == TargetKind::Spending;
        match (self.frequency(), self.date) {
            (Some(frequency), _) if spending => format!("{amount} each {}{whole}", frequency.period()),
            (None, Some(date)) if spending && self.is_due_once() => format!("{amount} by {date}{whole}"),
            (_, Some(date)) if self.kind == TargetKind::BalanceByDate => {
                format!("{amount} ({}, {date})", self.kind.words())
            }
            _ => format!("{amount} ({}){whole}", self.kind.words()),
        }
    }
}

/// A target in words; `no target` when there is none.
pub fn words(target: Option<&Target>, currency: &Currency) -> String {
    target.map_or_else(|| "no target".to_owned(), |target| target.words(currency))
}

/// What to send so that a category with the target `now` gets the target `wanted`; nothing when the API cannot set it. `card`
/// tells a category for the payments of a card.
///
/// With an amount alone YNAB keeps the kind of the target that is there. Where there is none, it makes a spending target each
/// month; for a card's payment category, one of monthly funding; for a loan's, a debt payment. A date makes a balance by date
/// of monthly funding, of a balance, and of nothing for a card's category (API 1.87).
pub fn request(now: Option<&Target>, wanted: Option<&Target>, card: bool) -> Option<TargetRequest> {
    let Some(wanted) = wanted else {
        return Some(TargetRequest::Remove);
    };
    let spending = wanted.kind == TargetKind::Spending;
    let set = |frequency, date| {
        Some(TargetRequest::Set {
            amount: wanted.amount,
            frequency,
            date,
            whole_amount: wanted.whole_amount.filter(|_| spending),
        })
    };
    if now.is_some_and(|now| now.same_shape(wanted)) {
        return set(None, None);
    }
    // A day says nothing beside the one date that a target is due on.
    if spending && wanted.is_due_once() {
        return set(None, wanted.date);
    }
    let from_date = |kind: &TargetKind| {
        matches!(
            kind,
            TargetKind::MonthlyFunding | TargetKind::Balance | TargetKind::BalanceByDate
        )
    };
    let by_date = wanted.kind == TargetKind::BalanceByDate && wanted.is_due_once();
    if by_date && now.map_or(card, |now| from_date(&now.kind)) {
        return set(None, wanted.date);
    }
    match (wanted.frequency(), now) {
        // Day and date are YNAB's own choice: those that a person chose cannot be set again.
        (Some(frequency), _) if spending && is_own_choice(frequency, wanted) => set(Some(frequency), None),
        (Some(TargetFrequency::Monthly), None)
            if wanted.day.is_none()
                && (wanted.kind == TargetKind::Debt || (card && wanted.kind == TargetKind::MonthlyFunding)) =>
        {
            set(None, None)
        }
        _ => None,
    }
}

/// Whether YNAB itself would choose the target's day and date: none each month, Sunday each week, the last day of a year.
fn is_own_choice(frequency: TargetFrequency, target: &Target) -> bool {
    let day = match frequency {
        TargetFrequency::Monthly | TargetFrequency::Yearly => target.day.is_none(),
        TargetFrequency::Weekly => target.day.is_none_or(|day| day == 0),
    };
    let date = match (frequency, target.date) {
        (_, None) => true,
        (TargetFrequency::Yearly, Some(date)) => (date.month(), date.day()) == (12, 31),
        (_, Some(_)) => false,
    };
    day && date
}

#[cfg(test)]
mod tests;
