use std::collections::BTreeSet;

use chrono::NaiveDate;
use proptest::prelude::*;

use super::{Upcoming, check_days, upcoming};
use crate::domain::ids::{AccountId, ScheduledId};
use crate::domain::money::Milliunits;
use crate::domain::scheduled::{Frequency, ScheduledTransaction};
use crate::logic::flows::Chart;
use crate::logic::samples::plans::{SamplePlan, empty};
use crate::logic::samples::{payee_id, split_line};
use crate::logic::schedule::dates;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn account(id: &str) -> AccountId {
    AccountId::parse(id).unwrap()
}

/// On the 5th of each month from October 2026.
fn scheduled(id: &str, account_id: &str, amount: i64) -> ScheduledTransaction {
    ScheduledTransaction {
        id: ScheduledId::parse(id).unwrap(),
        date_first: day("2026-01-05"),
        date_next: day("2026-10-05"),
        frequency: Frequency::Monthly,
        amount: Milliunits::new(amount),
        memo: None,
        flag: None,
        account_id: account(account_id),
        payee_id: Some(payee_id(id)),
        payee_name: Some(id.into()),
        category_id: None,
        transfer_account_id: None,
        lines: Box::new([]),
    }
}

fn transfer(id: &str, from: &str, to: &str, amount: i64) -> ScheduledTransaction {
    let mut scheduled = scheduled(id, from, amount);
    scheduled.transfer_account_id = Some(account(to));
    scheduled
}

/// What is due in October 2026.
fn october<'a>(plan: &SamplePlan, all: &'a [ScheduledTransaction], accounts: &[&str]) -> Upcoming<'a> {
    let chart = Chart::new(&plan.accounts, &plan.groups);
    let chosen = accounts.iter().map(|id| account(id)).collect::<BTreeSet<_>>();
    let chosen = (!chosen.is_empty()).then_some(&chosen);
    let days = (day("2026-10-01"), day("2026-10-31"));
    upcoming(all, &chart, chosen, days, day("2026-09-20")).unwrap()
}

/// Account, amount, and the account on the other side of each row.
fn told<'a>(found: &Upcoming<'a>) -> Vec<(&'a str, i64, Option<&'a str>)> {
    let views = found.due.iter().map(|due| due.view);
    views
        .map(|view| {
            (
                view.account_id.as_str(),
                view.amount.get(),
                view.other.map(AccountId::as_str),
            )
        })
        .collect()
}

fn totals(found: &Upcoming<'_>) -> (i64, i64) {
    (found.inflows.get(), found.outflows.get())
}

#[test]
fn totals_are_exact_and_leave_out_transfers_within_the_plan() {
    let plan = empty(2);
    let all = [
        scheduled("salary", "current", 2_310_010),
        scheduled("rent", "current", -950_100),
        scheduled("stream", "visa", -12_990),
        transfer("to-savings", "current", "savings", -150_000),
        transfer("to-depot", "current", "depot", -75_000),
        transfer("from-current", "loan", "current", 265_000),
        scheduled("interest", "depot", 4_000),
    ];
    let found = october(&plan, &all, &[]);
    assert_eq!(found.due.len(), 7);
    assert_eq!(totals(&found), (2_310_010, -950_100 - 12_990 - 75_000 - 265_000));
    assert_eq!(
        found.message((day("2026-10-01"), day("2026-10-31")), &plan.currency),
        "7 scheduled transactions from 2026-10-01 to 2026-10-31: 2310.01 comes in and 1303.09 goes out, transfers within \
         the plan left out."
    );
    assert_eq!(totals(&october(&plan, &all, &["depot"])), (79_000, 0));
}

#[test]
fn a_transfer_is_seen_from_the_account_asked_about() {
    let plan = empty(2);
    let all = [transfer("to-savings", "current", "savings", -150_000)];
    for (accounts, row) in [
        (&["current"][..], ("current", -150_000, Some("savings"))),
        (&["savings"][..], ("savings", 150_000, Some("current"))),
        (&["savings", "current"][..], ("current", -150_000, Some("savings"))),
        (&[][..], ("current", -150_000, Some("savings"))),
    ] {
        let found = october(&plan, &all, accounts);
        assert_eq!(told(&found), [row], "{accounts:?}");
        assert_eq!(totals(&found), (0, 0));
    }
    assert!(october(&plan, &all, &["visa"]).due.is_empty());
}

#[test]
fn a_line_of_a_split_may_be_a_transfer_too() {
    let plan = empty(2);
    let mut pay = scheduled("pay", "current", 2_000_000);
    let mut moved = split_line(-300_000, None);
    moved.transfer_account_id = Some(account("savings"));
    pay.lines = Box::new([split_line(2_300_000, None), moved]);
    let all = [pay];
    let found = october(&plan, &all, &["savings"]);
    assert_eq!(told(&found), [("savings", 300_000, Some("current"))]);
    let found = october(&plan, &all, &[]);
    assert_eq!(told(&found), [("current", 2_000_000, None)]);
    assert_eq!(
        totals(&found),
        (2_300_000, 0),
        "what is moved within the plan does not leave it"
    );
}

#[test]
fn what_is_late_is_told_whenever_it_was_due() {
    let plan = empty(2);
    let mut late = scheduled("late", "current", -10_000);
    late.date_next = day("2026-09-05");
    let all = [late, scheduled("due", "current", -10_000)];
    let found = october(&plan, &all, &[]);
    let late = found.late.iter().map(|view| view.scheduled.id.as_str());
    assert_eq!(late.collect::<Vec<_>>(), ["late"]);
    assert_eq!(found.due.len(), 2, "it is due again in October");
    let message = found.message((day("2026-10-01"), day("2026-10-31")), &plan.currency);
    assert!(
        message.ends_with(" 1 schedule is late: the next date has passed, and YNAB has not entered it."),
        "{message}"
    );
    assert!(october(&plan, &all, &["savings"]).late.is_empty());
}

#[test]
fn rows_stand_in_order_of_days_and_payees() {
    let plan = empty(0);
    let mut early = scheduled("z", "current", -1_000);
    early.date_next = day("2026-10-04");
    early.date_first = day("2026-10-04");
    let all = [
        scheduled("b", "current", -2_000),
        scheduled("a", "current", -3_000),
        early,
    ];
    let found = october(&plan, &all, &[]);
    let payees = found.due.iter().map(|due| due.view.scheduled.payee());
    assert_eq!(payees.collect::<Vec<_>>(), ["z", "a", "b"]);
    assert!(
        october(&plan, &[], &[])
            .message((day("2026-10-01"), day("2026-10-31")), &plan.currency)
            .starts_with("Nothing is")
    );
}

#[test]
fn days_are_checked_before_anything_is_read() {
    let check = |since, until| check_days(day(since), day(until)).map_err(|error| error.to_string());
    assert_eq!(check("2026-01-01", "2027-01-02"), Ok(()));
    let far = check("2026-01-01", "2027-01-03").unwrap_err();
    assert!(
        far.starts_with("Nothing was read: ") && far.contains("are 367 days, and at most 366"),
        "{far}"
    );
    let reversed = check("2026-01-02", "2026-01-01").unwrap_err();
    assert!(reversed.contains("(2026-01-01) is before `since_date` (2026-01-02;") && reversed.ends_with("swap them."));
}

#[test]
fn a_total_that_does_not_fit_is_an_error() {
    let plan = empty(2);
    let all = [scheduled("one", "current", i64::MIN), scheduled("other", "current", -1)];
    let chart = Chart::new(&plan.accounts, &plan.groups);
    let days = (day("2026-10-01"), day("2026-10-31"));
    assert!(upcoming(&all, &chart, None, days, day("2026-09-20")).is_err());
}

const ACCOUNTS: [&str; 7] = ["current", "savings", "visa", "line", "depot", "loan", "old"];

/// Where, how much, to where, how often, and from which day.
type Some5 = (usize, i64, Option<usize>, usize, u64);

fn made((own, amount, other, frequency, later): Some5) -> ScheduledTransaction {
    let mut made = scheduled("any", ACCOUNTS[own], amount);
    made.transfer_account_id = other
        .filter(|other| *other != own)
        .map(|other| account(ACCOUNTS[other]));
    made.frequency = Frequency::known().nth(frequency).unwrap();
    made.date_first = day("2026-08-15") + chrono::Days::new(later);
    made.date_next = made.date_first;
    made
}

proptest! {
    #[test]
    fn rows_and_totals_are_those_of_a_walk_over_days_and_accounts(
        all in prop::collection::vec((0_usize..7, -90_000_i64..90_000, prop::option::of(0_usize..7), 0_usize..13, 0_u64..90), 0..8),
        chosen in prop::collection::btree_set(0_usize..7, 0..4),
    ) {
        let plan = empty(2);
        let all = all.into_iter().map(made).collect::<Vec<_>>();
        let names = chosen.iter().map(|place| ACCOUNTS[*place]).collect::<Vec<_>>();
        let found = october(&plan, &all, &names);
        let on_budget = |id: &str| !["depot", "loan"].contains(&id);
        let (mut rows, mut inflows, mut outflows) = (Vec::new(), 0, 0);
        let days = day("2026-10-01").iter_days().take(31);
        for date in days {
            for scheduled in &all {
                if !dates(scheduled, date, date).any(|due| due == date) {
                    continue;
                }
                let own = scheduled.account_id.as_str();
                let other = scheduled.transfer_account_id.as_ref().map(AccountId::as_str);
                let amount = scheduled.amount.get();
                let seen = |id: &str| names.is_empty() || names.contains(&id);
                let row = match other {
                    _ if seen(own) => (date, own, amount),
                    Some(other) if seen(other) => (date, other, -amount),
                    _ => continue,
                };
                rows.push(row);
                let within = other.is_some_and(|other| on_budget(own) && on_budget(other));
                let counts = match other {
                    _ if within => 0,
                    // Between two of the accounts asked about nothing comes or goes.
                    Some(other) if !names.is_empty() && names.contains(&own) && names.contains(&other) => 0,
                    _ if !names.is_empty() => row.2,
                    _ if on_budget(own) => amount,
                    Some(other) if on_budget(other) => -amount,
                    _ => 0,
                };
                inflows += counts.max(0);
                outflows += counts.min(0);
            }
        }
        let mut told = found.due.iter().map(|due| (due.date, due.view.account_id.as_str(), due.view.amount.get())).collect::<Vec<_>>();
        told.sort_unstable();
        rows.sort_unstable();
        prop_assert_eq!(told, rows);
        prop_assert_eq!(totals(&found), (inflows, outflows));
    }
}
