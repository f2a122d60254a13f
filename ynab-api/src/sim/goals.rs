//! How far a category's target is, in a month. YNAB's own arithmetic is not published; this one is simple and consistent.

use chrono::{Datelike, NaiveDate};

use super::books::Cell;
use super::calendar::{days_in_month, month_of, months_after, months_between};
use super::model::{Target, TargetKind};

/// A target's state in a month, in milliunits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Still needed this month; positive.
    pub under_funded: i64,
    /// Put aside in the present period.
    pub funded: i64,
    /// Missing in the present period.
    pub left: i64,
    /// From 0 to 100.
    pub percentage: i64,
    /// Months left in the present period, this one included; only for periods longer than a month.
    pub months: Option<i64>,
}

/// The progress of a target whose category has these figures in this month.
pub(crate) fn progress(target: &Target, cell: &Cell, month: NaiveDate) -> Progress {
    if let Some(due) = due_month(target, month) {
        return by_date(target, cell, months_between(month, due) + 1);
    }
    let carried = cell.carried.max(0);
    match target.kind {
        TargetKind::Balance | TargetKind::BalanceByDate => {
            let left = (target.amount - cell.balance).max(0);
            made(target.amount, cell.balance, left, None)
        }
        TargetKind::MonthlyFunding | TargetKind::Debt => made_monthly(target.amount, cell.assigned),
        TargetKind::Need => {
            let amount = if target.cadence == Some(2) {
                weekly(target, month)
            } else {
                target.amount
            };
            if target.needs_whole_amount == Some(false) {
                made_monthly((amount - carried).max(0), cell.assigned)
            } else {
                made_monthly(amount, cell.assigned)
            }
        }
    }
}

fn by_date(target: &Target, cell: &Cell, months: i64) -> Progress {
    let carried = cell.carried.max(0);
    let funded = match target.kind {
        TargetKind::BalanceByDate | TargetKind::Balance => cell.balance.max(0),
        _ => carried + cell.assigned,
    };
    let at_start = (target.amount - carried).max(0);
    let this_month = (at_start + months - 1).checked_div(months).unwrap_or(at_start);
    made(target.amount, funded, (this_month - cell.assigned).max(0), Some(months))
}

fn made_monthly(needed: i64, assigned: i64) -> Progress {
    made(needed, assigned, (needed - assigned).max(0), None)
}

fn made(needed: i64, funded: i64, under_funded: i64, months: Option<i64>) -> Progress {
    let percentage = (funded.max(0) * 100).checked_div(needed).unwrap_or(100).clamp(0, 100);
    Progress {
        under_funded,
        funded,
        left: (needed - funded).max(0),
        percentage,
        months,
    }
}

/// A weekly amount times how often its day of the week falls into the month.
fn weekly(target: &Target, month: NaiveDate) -> i64 {
    let day = target.day.unwrap_or(0);
    let falls = (1..=days_in_month(month))
        .filter_map(|number| month_of(month).with_day(number))
        .filter(|date| date.weekday().num_days_from_sunday() == day)
        .count();
    target.amount * i64::try_from(falls).unwrap_or(4)
}

/// The month in which a dated or long period ends, seen from `month`; none for monthly and shorter ones and past dates.
fn due_month(target: &Target, month: NaiveDate) -> Option<NaiveDate> {
    let period = period_months(target);
    if period == 1 || target.cadence == Some(2) {
        return None;
    }
    let mut due = month_of(
        target
            .date
            .unwrap_or_else(|| months_after(target.creation_month, period.max(1) - 1)),
    );
    if period == 0 {
        return target.date.filter(|_| due >= month).map(|_| due);
    }
    while due < month {
        due = months_after(due, period);
    }
    Some(due)
}

/// Months between two due dates; 0 when it does not repeat.
fn period_months(target: &Target) -> i32 {
    let times = i32::try_from(target.cadence_frequency.unwrap_or(1)).unwrap_or(1);
    match target.cadence.unwrap_or(0) {
        1 => times,
        code @ 3..=12 => i32::try_from(code).unwrap_or(2) - 1,
        13 => 12 * times,
        14 => 24,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::{Progress, progress};
    use crate::sim::books::Cell;
    use crate::sim::model::{Target, TargetKind};

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn cell(carried: i64, assigned: i64, activity: i64) -> Cell {
        Cell {
            carried,
            assigned,
            activity,
            balance: carried + assigned + activity,
            changed: 0,
        }
    }

    fn need(amount: i64) -> Target {
        Target::new(TargetKind::Need, amount, day("2026-01-01"))
    }

    #[test]
    fn a_monthly_need_sets_aside_or_refills() {
        let month = day("2026-11-01");
        let aside = progress(&need(100_000), &cell(40_000, 30_000, 0), month);
        let wanted = Progress {
            under_funded: 70_000,
            funded: 30_000,
            left: 70_000,
            percentage: 30,
            months: None,
        };
        assert_eq!(aside, wanted);
        let refill = progress(&need(100_000).refill(), &cell(40_000, 30_000, 0), month);
        assert_eq!((refill.under_funded, refill.percentage), (30_000, 50));
    }

    #[test]
    fn a_dated_need_is_spread_over_the_months_left() {
        let target = need(120_000).due(day("2027-02-15"));
        let state = progress(&target, &cell(20_000, 5_000, 0), day("2026-11-01"));
        assert_eq!(
            (state.months, state.under_funded, state.left),
            (Some(4), 20_000, 95_000)
        );
        assert_eq!(progress(&target, &cell(20_000, 0, 0), day("2027-03-01")).months, None);
    }

    #[test]
    fn a_weekly_need_counts_its_day_and_a_yearly_one_comes_back() {
        let weekly = need(10_000).every(2, Some(1), Some(0));
        assert_eq!(
            progress(&weekly, &cell(0, 0, 0), day("2026-11-01")).under_funded,
            50_000
        );
        let mut yearly = need(120_000).every(13, Some(1), None);
        yearly.date = Some(day("2026-06-01"));
        assert_eq!(progress(&yearly, &cell(0, 0, 0), day("2026-07-01")).months, Some(12));
    }

    #[test]
    fn a_balance_and_a_debt_payment() {
        let balance = Target::new(TargetKind::Balance, 50_000, day("2026-01-01"));
        assert_eq!(
            progress(&balance, &cell(60_000, 0, 0), day("2026-11-01")).percentage,
            100
        );
        let debt = Target::new(TargetKind::Debt, 50_000, day("2026-01-01"));
        assert_eq!(
            progress(&debt, &cell(9_000, 20_000, -20_000), day("2026-11-01")).under_funded,
            30_000
        );
    }
}
