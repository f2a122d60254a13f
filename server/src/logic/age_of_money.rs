//! Age of Money as YNAB computes it, month by month: how many days money stays between coming in and being spent.

use chrono::NaiveDate;

use crate::domain::month::Month;
use crate::domain::plan::MonthSummary;
use crate::logic::measured::counted;

/// From here on a person lives on money that came in a month ago or earlier.
const A_MONTH_OF_DAYS: i64 = 30;

/// One month's figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthAge {
    /// The month.
    pub month: Month,
    /// Days; none when YNAB has none.
    pub days: Option<i64>,
    /// Days more than in the month before; none when either is unknown, and in the first.
    pub change: Option<i64>,
}

/// Where it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// Money is older than in the first known month.
    Up,
    /// Younger.
    Down,
    /// Just as old.
    Steady,
}

/// Age of Money over some months.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgeOfMoney {
    /// The oldest first; none is later than today's.
    pub months: Vec<MonthAge>,
    /// The last known figure.
    pub last: Option<(Month, i64)>,
    /// Days from the first known figure to the last; none with fewer than two.
    pub change: Option<i64>,
    asked: usize,
    this_month: Month,
}

impl AgeOfMoney {
    /// Of the last months up to today's; months that were made for the time to come do not count.
    pub fn new(months: &[MonthSummary], today: NaiveDate, asked: u32) -> Self {
        let (this_month, asked) = (Month::of(today), asked as usize);
        let mut held: Vec<(Month, Option<i64>)> = months
            .iter()
            .filter(|month| month.month <= this_month)
            .map(|month| (month.month, month.age_of_money))
            .collect();
        held.sort_unstable_by_key(|(month, _)| *month);
        held.drain(..held.len().saturating_sub(asked));
        let mut before = None;
        let row = |(month, days): (Month, Option<i64>)| {
            let change = difference(before, days);
            before = days;
            MonthAge { month, days, change }
        };
        let months: Vec<MonthAge> = held.into_iter().map(row).collect();
        let mut known = months.iter().filter_map(|row| Some((row.month, row.days?)));
        let first = known.next();
        let last = known.next_back();
        Self {
            change: difference(first.map(|(_, days)| days), last.map(|(_, days)| days)),
            last: last.or(first),
            months,
            asked,
            this_month,
        }
    }

    /// Where it went; none with fewer than two known figures.
    pub fn trend(&self) -> Option<Trend> {
        Some(match self.change?.signum() {
            1 => Trend::Up,
            -1 => Trend::Down,
            _ => Trend::Steady,
        })
    }

    /// The conclusion in words.
    pub fn message(&self) -> String {
        let Some((month, days)) = self.last else {
            return if self.months.is_empty() {
                "YNAB holds no month of this plan yet, so there is no Age of Money.".to_owned()
            } else {
                format!(
                    "YNAB gives no Age of Money for {} yet: it needs some spending from money that came in before.",
                    counted(self.months.len(), "month", "months")
                )
            };
        };
        let meaning = if days >= A_MONTH_OF_DAYS {
            "money stays for a month or longer, so this month is lived on earlier income"
        } else {
            "money is spent within a month of coming in"
        };
        let first = self.months.iter().find(|row| row.days.is_some());
        let since = first.map(|row| row.month.short()).unwrap_or_default();
        let moved = match self.change {
            None => String::new(),
            Some(0) => format!(" It has not changed since {since}."),
            Some(change) if change > 0 => format!(" Up by {} since {since}.", days_text(change)),
            Some(change) => format!(" Down by {} since {since}.", days_text(change.saturating_neg())),
        };
        format!(
            "Age of Money is {} as of {}: {meaning}.{moved}",
            days_text(days),
            month.short()
        )
    }

    /// What to know beside the figures.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            "Age of Money is YNAB's own figure: days between money coming in and being spent, over the latest spending."
                .to_owned(),
        ];
        let last = self.months.last().map(|row| row.month);
        if last == Some(self.this_month) {
            notes.push(format!(
                "{} is not over: its figure still moves.",
                self.this_month.short()
            ));
        } else if last.is_some() {
            notes.push(format!("YNAB does not hold {} yet.", self.this_month.short()));
        }
        let unknown = self.months.iter().filter(|row| row.days.is_none()).count();
        if unknown > 0 && self.last.is_some() {
            notes.push(format!(
                "YNAB gives no figure for {}: too little spending to tell. That is not an age of zero days.",
                counted(unknown, "month", "months")
            ));
        }
        if !self.months.is_empty() && self.months.len() < self.asked {
            notes.push(format!(
                "{} asked for, but YNAB holds {} only.",
                counted(self.asked, "month was", "months were"),
                self.months.len()
            ));
        }
        notes
    }
}

fn difference(before: Option<i64>, after: Option<i64>) -> Option<i64> {
    after?.checked_sub(before?)
}

fn days_text(days: i64) -> String {
    format!("{days} {}", if days == 1 { "day" } else { "days" })
}

#[cfg(test)]
mod tests;
