//! What comes again and again: subscriptions, bills, salaries, found by the intervals between payments and by their amounts.

mod amounts;
mod chain;
mod fit;
mod joined;
mod parties;
mod payee;

use std::sync::Arc;

use chrono::{Datelike, Months, NaiveDate};

use self::parties::Parties;

use crate::domain::ids::{AccountId, CategoryId, PayeeId};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::plan::Transaction;
use crate::domain::scheduled::Frequency;
use crate::domain::text::visible_line;
use crate::logic::schedule::{Dates, Pace};

/// The months that are looked at.
pub const MONTHS: u32 = 25;

/// One payment to look at: a transaction or what counts of it. Which ones are looked at is up to the caller: charges of the
/// plan's accounts, say, or all that leaves or enters some accounts, transfers among them.
#[derive(Clone, Copy, Debug)]
pub struct Payment<'a> {
    /// Its date.
    pub date: NaiveDate,
    /// Its amount; money out is negative.
    pub amount: Milliunits,
    /// Its account.
    pub account_id: &'a AccountId,
    /// Its payee; payments without one are told apart by the payee's name.
    pub payee_id: Option<&'a PayeeId>,
    /// That payee's name.
    pub payee_name: Option<&'a Arc<str>>,
    /// Its category.
    pub category_id: Option<&'a CategoryId>,
    /// The account on the other side, when it is a transfer.
    pub transfer_account_id: Option<&'a AccountId>,
}

impl<'a> Payment<'a> {
    /// A whole transaction.
    pub fn of(row: &'a Transaction) -> Self {
        Self {
            date: row.date,
            amount: row.amount,
            account_id: &row.account_id,
            payee_id: row.payee_id.as_ref(),
            payee_name: row.payee_name.as_ref(),
            category_id: row.category_id.as_ref(),
            transfer_account_id: row.transfer_account_id.as_ref(),
        }
    }
}

/// How often something comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rhythm {
    /// Each week.
    Weekly,
    /// Every second week.
    EveryTwoWeeks,
    /// Twice a month.
    TwiceAMonth,
    /// Every fourth week.
    EveryFourWeeks,
    /// Each month.
    Monthly,
    /// Every second month.
    EveryTwoMonths,
    /// Every third month.
    Quarterly,
    /// Every fourth month.
    EveryFourMonths,
    /// Every sixth month.
    TwiceAYear,
    /// Each year.
    Yearly,
}

impl Rhythm {
    /// All of them, the most frequent first.
    pub const ALL: [Self; 10] = [
        Self::Weekly,
        Self::EveryTwoWeeks,
        Self::TwiceAMonth,
        Self::EveryFourWeeks,
        Self::Monthly,
        Self::EveryTwoMonths,
        Self::Quarterly,
        Self::EveryFourMonths,
        Self::TwiceAYear,
        Self::Yearly,
    ];

    /// How often in a year.
    pub const fn times_a_year(self) -> u32 {
        match self {
            Self::Weekly => 52,
            Self::EveryTwoWeeks => 26,
            Self::TwiceAMonth => 24,
            Self::EveryFourWeeks => 13,
            Self::Monthly => 12,
            Self::EveryTwoMonths => 6,
            Self::Quarterly => 4,
            Self::EveryFourMonths => 3,
            Self::TwiceAYear => 2,
            Self::Yearly => 1,
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Weekly => "weekly",
            Self::EveryTwoWeeks => "every_two_weeks",
            Self::TwiceAMonth => "twice_a_month",
            Self::EveryFourWeeks => "every_four_weeks",
            Self::Monthly => "monthly",
            Self::EveryTwoMonths => "every_two_months",
            Self::Quarterly => "quarterly",
            Self::EveryFourMonths => "every_four_months",
            Self::TwiceAYear => "twice_a_year",
            Self::Yearly => "yearly",
        }
    }

    /// That of a scheduled transaction; none for one that comes once, daily, every second year or at an unknown rhythm.
    pub const fn of(frequency: &Frequency) -> Option<Self> {
        match frequency {
            Frequency::Weekly => Some(Self::Weekly),
            Frequency::EveryOtherWeek => Some(Self::EveryTwoWeeks),
            Frequency::TwiceAMonth => Some(Self::TwiceAMonth),
            Frequency::Every4Weeks => Some(Self::EveryFourWeeks),
            Frequency::Monthly => Some(Self::Monthly),
            Frequency::EveryOtherMonth => Some(Self::EveryTwoMonths),
            Frequency::Every3Months => Some(Self::Quarterly),
            Frequency::Every4Months => Some(Self::EveryFourMonths),
            Frequency::TwiceAYear => Some(Self::TwiceAYear),
            Frequency::Yearly => Some(Self::Yearly),
            Frequency::Never | Frequency::Daily | Frequency::EveryOtherYear | Frequency::Other(_) => None,
        }
    }

    /// The days from one time to the next, on the whole.
    pub const fn days(self) -> u32 {
        match self {
            Self::Weekly => 7,
            Self::EveryTwoWeeks => 14,
            Self::TwiceAMonth => 15,
            Self::EveryFourWeeks => 28,
            Self::Monthly => 30,
            Self::EveryTwoMonths => 61,
            Self::Quarterly => 91,
            Self::EveryFourMonths => 122,
            Self::TwiceAYear => 183,
            Self::Yearly => 365,
        }
    }
}

/// Something that comes again: the payments of one payee, in one direction, at one rhythm.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its payee; none where the payments have no payee but a name.
    pub payee_id: Option<PayeeId>,
    /// That payee's name as YNAB has it; empty when there is none.
    pub payee_name: Arc<str>,
    /// The account of its last payment.
    pub account_id: AccountId,
    /// The category that most of its payments have.
    pub category_id: Option<CategoryId>,
    /// The account on the other side, when it is a transfer.
    pub transfer_account_id: Option<AccountId>,
    /// Money out; else money in.
    pub outflow: bool,
    /// What one payment is now, with its sign; where amounts differ from time to time, the one in the middle.
    pub amount: Milliunits,
    /// Whether amounts differ from time to time.
    pub varies: bool,
    /// What one payment was before the last change of price.
    pub amount_before: Option<Milliunits>,
    /// The first day with the new price.
    pub changed_on: Option<NaiveDate>,
    /// How often it comes.
    pub rhythm: Rhythm,
    /// The days on which it comes.
    pub pace: Pace,
    /// Its first payment in the time looked at.
    pub first: NaiveDate,
    /// Its last payment.
    pub last: NaiveDate,
    /// The day on which it is expected after the last payment; not after `today` when it is late.
    pub next: NaiveDate,
    /// How many payments there were in the time looked at.
    pub times: usize,
    /// In how many months there were some.
    pub months_seen: usize,
    /// It did not come when it was expected, for more than half its rhythm and a week at the least.
    pub lapsed: bool,
    /// Its payments in the time looked at: date and amount, in order of time.
    pub payments: Box<[(NaiveDate, Milliunits)]>,
}

impl Series {
    /// The payee's name, made safe to show; empty when there is none.
    pub fn payee(&self) -> String {
        visible_line(&self.payee_name)
    }

    /// The day of the month on which it comes; none for what comes by weeks.
    pub fn day_of_month(&self) -> Option<u32> {
        match self.pace {
            Pace::Once | Pace::Days(_) => None,
            Pace::Months { day, .. } => Some(day),
            Pace::TwiceAMonth { .. } => Some(self.next.day()),
        }
    }

    /// What it comes to in a year, with its sign.
    pub fn yearly_amount(&self) -> Result<Milliunits, MoneyError> {
        let times = i64::from(self.rhythm.times_a_year());
        let yearly = self.amount.get().checked_mul(times).ok_or(MoneyError::Overflow)?;
        Ok(Milliunits::new(yearly))
    }

    /// The days from `from` to `until`, both included, on which it is expected: `next` and those that follow. A `next` before
    /// `from` is not among them.
    pub fn dates(&self, from: NaiveDate, until: NaiveDate) -> Dates {
        self.pace.dates(self.next, from, until)
    }
}

/// What comes again among the payments, lapsed series included, in the order of their payees' first payments. Payments of
/// the 25 months up to `today` are looked at, so that a yearly one is seen twice; later ones are not.
pub fn find<'a>(payments: impl IntoIterator<Item = Payment<'a>>, today: NaiveDate) -> Vec<Series> {
    let since = first_day(today);
    let mut parties = Parties::default();
    for payment in payments {
        if (since..=today).contains(&payment.date) && !payment.amount.is_zero() {
            parties.add(payment);
        }
    }
    parties.series(today)
}

/// The first day that is looked at.
pub fn first_day(today: NaiveDate) -> NaiveDate {
    today.checked_sub_months(Months::new(MONTHS)).unwrap_or(NaiveDate::MIN)
}

#[cfg(test)]
mod tests;
