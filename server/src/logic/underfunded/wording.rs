//! Targets in words, each with its own rhythm, and the sentence about a month's targets.

use crate::domain::currency::Currency;
use crate::domain::month::Month;
use crate::domain::plan::Category;
use crate::domain::target::{Target, TargetKind};
use crate::domain::text::visible_line;

use super::{Tally, Underfunded};

/// How often a target comes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rhythm {
    /// Each so many weeks.
    Weeks(i32),
    /// Each so many months.
    Months(i32),
}

impl Rhythm {
    /// Of a target, if it repeats. YNAB's code 1 is a month, 2 a week and 13 a year, each times a number; 3 to 12 stand for
    /// two to eleven months and 14 for two years, whatever the number.
    pub(super) fn of(target: &Target) -> Option<Self> {
        let every = target.every.unwrap_or(1).max(1);
        match target.cadence? {
            1 => Some(Self::Months(every)),
            2 => Some(Self::Weeks(every)),
            code @ 3..=12 => Some(Self::Months(code - 1)),
            13 => every.checked_mul(12).map(Self::Months),
            14 => Some(Self::Months(24)),
            _ => None,
        }
    }

    /// Whether every month has one at least.
    pub(super) fn comes_each_month(self) -> bool {
        matches!(self, Self::Months(1) | Self::Weeks(1..=4))
    }

    fn words(self) -> String {
        match self {
            Self::Weeks(1) => "each week".to_owned(),
            Self::Weeks(2) => "every other week".to_owned(),
            Self::Weeks(weeks) => format!("every {weeks} weeks"),
            Self::Months(1) => "each month".to_owned(),
            Self::Months(2) => "every other month".to_owned(),
            Self::Months(3) => "each quarter".to_owned(),
            Self::Months(12) => "each year".to_owned(),
            Self::Months(24) => "every other year".to_owned(),
            Self::Months(months) if months % 12 == 0 => format!("every {} years", months / 12),
            Self::Months(months) => format!("every {months} months"),
        }
    }
}

/// A category's target in words, with its rhythm and its date.
pub fn target_words(category: &Category, currency: &Currency) -> String {
    let target = category.target.as_deref();
    let Some(kind) = category
        .progress
        .as_deref()
        .map(|progress| &progress.kind)
        .or(target.map(|target| &target.kind))
    else {
        return "no target".to_owned();
    };
    let what = |amount: Option<String>| match (kind, amount) {
        (TargetKind::Spending, Some(amount)) => amount,
        (TargetKind::Spending, None) => "spending".to_owned(),
        (TargetKind::MonthlyFunding, Some(amount)) => format!("set aside {amount}"),
        (TargetKind::MonthlyFunding, None) => "set aside money".to_owned(),
        (TargetKind::Balance | TargetKind::BalanceByDate, Some(amount)) => format!("hold {amount}"),
        (TargetKind::Balance | TargetKind::BalanceByDate, None) => "hold a balance".to_owned(),
        (TargetKind::Debt, Some(amount)) => format!("pay {amount} of a debt"),
        (TargetKind::Debt, None) => "pay a debt".to_owned(),
        (TargetKind::Other(kind), Some(amount)) => format!("{amount} ({})", visible_line(kind)),
        (TargetKind::Other(kind), None) => visible_line(kind),
    };
    let Some(target) = target else {
        let rhythm = if matches!(kind, TargetKind::MonthlyFunding | TargetKind::Debt) {
            " each month"
        } else {
            ""
        };
        return format!("{}{rhythm}, amount not told by YNAB", what(None));
    };
    let mut words = what(Some(currency.plain(target.amount)));
    let rhythm = Rhythm::of(target);
    let rhythm = rhythm.or(matches!(kind, TargetKind::MonthlyFunding | TargetKind::Debt).then_some(Rhythm::Months(1)));
    if let Some(rhythm) = rhythm {
        words = format!("{words} {}", rhythm.words());
    }
    if let Some(date) = target.date {
        let by = if rhythm.is_some() { ", next by" } else { " by" };
        words = format!("{words}{by} {date}");
    }
    if *kind == TargetKind::Spending && target.whole_amount == Some(false) {
        words.push_str(", refilled up to it");
    }
    words
}

impl Underfunded<'_> {
    /// Which targets are behind and whether there is money for them, then what else asks for money.
    pub fn message(&self, month: Month, currency: &Currency) -> String {
        let mut sentences = vec![self.targets(month, currency)];
        let also = |tally: Tally, one: &str, many: &str| {
            let words = if tally.count == 1 { one } else { many };
            (tally.count > 0).then(|| format!("{} {words} {}", tally.count, currency.plain(tally.amount)))
        };
        let also: Vec<String> = [
            also(
                self.overspent,
                "category is overspent by",
                "categories are overspent by",
            ),
            self.short_cards
                .and_then(|cards| also(cards, "card lacks", "cards lack")),
            also(
                self.card_targets,
                "target of a card payment needs",
                "targets of card payments need",
            ),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !also.is_empty() {
            sentences.push(format!("Beside that, {}.", also.join("; ")));
        }
        sentences.join(" ")
    }

    fn targets(&self, month: Month, currency: &Currency) -> String {
        let month = month.short();
        let (behind, snoozed) = (self.behind.len(), self.snoozed.len());
        let put_aside = match snoozed {
            0 => String::new(),
            1 => " (1 more is snoozed)".to_owned(),
            count => format!(" ({count} more are snoozed)"),
        };
        match (behind, self.on_track, snoozed) {
            (0, 0, 0) => return format!("No category has a target in {month}."),
            (0, 0, 1) => return format!("The only target is snoozed in {month}."),
            (0, 0, count) => return format!("All {count} targets are snoozed in {month}."),
            (0, 1, _) => return format!("The target of {month} needs nothing{put_aside}."),
            (0, count, _) => return format!("All {count} targets of {month} are on track{put_aside}."),
            _ => {}
        }
        let plain = |amount| currency.plain(amount);
        let (needed, ready) = (plain(self.needed), plain(self.ready_to_assign));
        let need = if behind == 1 {
            format!("1 target needs {needed} in {month}{put_aside}")
        } else {
            format!("{behind} targets need {needed} together in {month}{put_aside}")
        };
        if self.ready_to_assign.is_negative() {
            return format!(
                "{need}. Ready to Assign is {ready}: more was assigned than there is, so it covers nothing."
            );
        }
        match self.ready_to_assign.checked_sub(self.needed) {
            Ok(left) if self.is_enough() => {
                format!(
                    "{need}. Ready to Assign holds {ready}: enough, with {} left.",
                    plain(left)
                )
            }
            _ if self.covered.is_zero() => format!("{need}. Ready to Assign is empty."),
            _ => format!(
                "{need}. Ready to Assign holds {ready}: it covers {}, and {} is missing.",
                plain(self.covered),
                plain(self.short_by)
            ),
        }
    }
}
