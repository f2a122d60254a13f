use crate::domain::plan::Transaction;
use crate::logic::samples::with_lines;
use proptest::prelude::*;

use super::*;
use crate::domain::currency::Currency;
use crate::domain::ids::AccountId;
use crate::logic::samples::plans::plans;
use crate::logic::samples::{account, split_line, transaction};

const TODAY: &str = "2026-09-15";

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn holding(id: &str, kind: &str, balance: i64) -> Account {
    let mut account = account(id, id, kind);
    account.balance = Milliunits::new(balance);
    account
}

fn entry(place: usize, account: &str, date: &str, amount: i64) -> Transaction {
    let mut row = transaction(&format!("row-{place}"));
    row.account_id = AccountId::parse(account).unwrap();
    (row.date, row.amount) = (day(date), Milliunits::new(amount));
    row
}

fn entries(list: &[(&str, &str, i64)]) -> Vec<Transaction> {
    let entry = |(place, (account, date, amount)): (usize, &(&str, &str, i64))| entry(place, account, date, *amount);
    list.iter().enumerate().map(entry).collect()
}

fn worth<'a>(accounts: &'a [Account], rows: &'a [Transaction], count: u32) -> NetWorth<'a> {
    net_worth(accounts, with_lines(rows), day(TODAY), count).unwrap()
}

/// Months with assets, debts and net worth.
fn figures(worth: &NetWorth) -> Vec<(String, i64, i64, i64)> {
    let row = |row: &Standing| {
        (
            row.month.short(),
            row.assets.get(),
            row.debts.get(),
            row.net_worth.get(),
        )
    };
    worth.months.iter().map(row).collect()
}

fn row(month: &str, assets: i64, debts: i64) -> (String, i64, i64, i64) {
    (month.to_owned(), assets, debts, assets + debts)
}

#[test]
fn balances_are_worked_back_through_the_whole_history() {
    let accounts = [holding("current", "checking", 700), holding("loan", "mortgage", -4_000)];
    let rows = entries(&[
        ("current", "2024-01-31", 1_000),
        ("loan", "2024-02-01", -5_000),
        ("current", "2024-12-31", -250),
        ("loan", "2025-01-01", 1_000),
        ("current", "2026-09-15", -50),
    ]);
    let worth = worth(&accounts, &rows, 33);
    let figures = figures(&worth);
    assert_eq!(figures.len(), 33);
    assert_eq!(figures.first().unwrap(), &row("2024-01", 1_000, 0));
    assert_eq!(figures.get(1).unwrap(), &row("2024-02", 1_000, -5_000));
    assert_eq!(figures.get(11).unwrap(), &row("2024-12", 750, -5_000));
    assert_eq!(figures.get(12).unwrap(), &row("2025-01", 750, -4_000));
    assert_eq!(figures.get(31).unwrap(), &row("2026-08", 750, -4_000));
    assert_eq!(figures.get(32).unwrap(), &row("2026-09", 700, -4_000));
    assert_eq!(
        (worth.change().unwrap().get(), worth.change_percent().unwrap().tenths()),
        (-4_300, -4_300)
    );
    assert_eq!(worth.notes(&Currency::neutral()).unwrap(), [""; 0]);
}

#[test]
fn what_is_dated_after_today_is_in_no_figure_and_told() {
    let accounts = [holding("current", "checking", 60_000)];
    let rows = entries(&[
        ("current", "2026-08-10", 100_000),
        ("current", "2026-09-16", -30_000),
        ("current", "2026-10-02", -10_000),
    ]);
    let worth = worth(&accounts, &rows, 2);
    assert_eq!(
        figures(&worth),
        [row("2026-08", 100_000, 0), row("2026-09", 100_000, 0)]
    );
    assert_eq!(
        worth.notes(&Currency::neutral()).unwrap(),
        ["2 entries are dated after today (-40.00 in all): in YNAB's balances, but in no figure here."]
    );
}

#[test]
fn the_sign_of_a_balance_tells_assets_from_debts_and_not_the_type() {
    let accounts = [holding("current", "checking", -20), holding("visa", "creditCard", 50)];
    let rows = entries(&[
        ("current", "2026-07-01", -20),
        ("visa", "2026-07-01", -30),
        ("visa", "2026-09-01", 80),
    ]);
    let worth = worth(&accounts, &rows, 2);
    assert_eq!(figures(&worth), [row("2026-08", 0, -50), row("2026-09", 50, -20)]);
    let today = worth.months.last().unwrap();
    assert_eq!(
        (today.liquid.get(), today.on_budget.get(), today.tracking.get()),
        (0, 30, 0)
    );
    assert_eq!(
        worth.notes(&Currency::neutral()).unwrap(),
        [
            "An account counts by its balance, not its type: a card in credit as an asset, an overdrawn account as a debt."
        ]
    );
}

#[test]
fn cash_the_plan_and_tracking_accounts_are_told_apart() {
    let accounts = [
        holding("current", "checking", 300),
        holding("savings", "savings", 2_000),
        holding("visa", "creditCard", -100),
        holding("house", "otherAsset", 90_000),
        holding("loan", "mortgage", -50_000),
    ];
    let worth = worth(&accounts, &[], 1);
    let today = worth.months.last().unwrap();
    assert_eq!(
        (today.assets.get(), today.debts.get(), today.net_worth.get()),
        (92_300, -50_100, 42_200)
    );
    assert_eq!(
        (today.on_budget.get(), today.tracking.get(), today.liquid.get()),
        (2_200, 40_000, 2_300)
    );
    assert_eq!(
        worth.message(&Currency::neutral()).unwrap(),
        "Net worth is 42.20 today: 92.30 owned, 50.10 owed."
    );
}

#[test]
fn a_balance_that_is_not_the_sum_of_its_transactions_is_told() {
    let accounts = [
        holding("current", "checking", 500_000),
        holding("savings", "savings", 0),
    ];
    let rows = entries(&[("current", "2026-09-01", 100_000), ("savings", "2026-09-02", 1_000)]);
    let worth = worth(&accounts, &rows, 2);
    assert_eq!(
        figures(&worth),
        [row("2026-08", 400_000, -1_000), row("2026-09", 500_000, 0)]
    );
    let notes = worth.notes(&Currency::neutral()).unwrap();
    assert_eq!(
        notes.last().unwrap(),
        "YNAB's balance differs from the sum of all transactions for current by 400.00, savings by -1.00: the difference \
         stands in every month here."
    );
}

#[test]
fn a_deleted_account_counts_until_its_entries_end() {
    let accounts = [holding("current", "checking", 900)];
    let mut rows = entries(&[
        ("gone", "2026-05-10", 400),
        ("gone", "2026-07-10", -400),
        ("current", "2026-07-10", 400),
        ("current", "2026-05-01", 500),
        ("lost", "2026-06-01", 70),
    ]);
    for (at, other) in [(1, "current"), (2, "gone")] {
        rows.get_mut(at).unwrap().transfer_account_id = Some(AccountId::parse(other).unwrap());
    }
    let worth = worth(&accounts, &rows, 6);
    assert_eq!(
        figures(&worth),
        [
            row("2026-05", 900, 0),
            row("2026-06", 970, 0),
            row("2026-07", 900, 0),
            row("2026-08", 900, 0),
            row("2026-09", 900, 0),
        ]
    );
    assert_eq!((worth.deleted.count, worth.deleted.amount().unwrap().get()), (2, 70));
    assert_eq!(worth.one_sided.count, 0, "the other side is there");
    let shown = worth.shown().unwrap();
    let others: Vec<i64> = shown.others.unwrap().into_iter().map(Milliunits::get).collect();
    assert_eq!(others, [400, 470, 0, 0, 0]);
}

#[test]
fn a_deleted_account_whose_entries_ended_before_the_first_month_is_not_told() {
    let accounts = [holding("current", "checking", 500)];
    let mut rows = entries(&[("current", "2020-01-01", 500), ("gone", "2020-01-01", 70)]);
    rows.get_mut(1).unwrap().transfer_account_id = Some(AccountId::parse("gone-too").unwrap());
    let worth = worth(&accounts, &rows, 2);
    assert_eq!(figures(&worth), [row("2026-08", 500, 0), row("2026-09", 500, 0)]);
    assert_eq!((worth.deleted.count, worth.one_sided.count, worth.begins), (0, 0, None));
}

#[test]
fn months_in_which_nothing_stood_stay_when_the_plan_had_begun() {
    let accounts = [holding("current", "checking", 20)];
    let rows = entries(&[
        ("current", "2026-01-01", 30),
        ("current", "2026-02-01", -30),
        ("current", "2026-09-01", 20),
    ]);
    let worth = worth(&accounts, &rows, 3);
    assert_eq!(
        figures(&worth),
        [row("2026-07", 0, 0), row("2026-08", 0, 0), row("2026-09", 20, 0)]
    );
    assert_eq!((worth.change().unwrap().get(), worth.change_percent()), (20, None));
}

#[test]
fn transfers_with_an_account_of_which_nothing_is_left_are_told() {
    let accounts = [holding("current", "checking", 900)];
    let gone = || Some(AccountId::parse("gone").unwrap());
    let mut rows = entries(&[
        ("current", "2026-07-01", 1_000),
        ("current", "2026-08-01", -300),
        ("current", "2026-09-01", 200),
    ]);
    rows.get_mut(1).unwrap().transfer_account_id = gone();
    let mut moved = split_line(250, None);
    moved.transfer_account_id = gone();
    rows.get_mut(2).unwrap().lines = Box::new([moved, split_line(-50, None)]);
    let worth = worth(&accounts, &rows, 2);
    assert_eq!(
        (worth.one_sided.count, worth.one_sided.amount().unwrap().get()),
        (2, -50)
    );
    assert!(
        worth
            .notes(&Currency::neutral())
            .unwrap()
            .last()
            .unwrap()
            .starts_with("2 transfers are with deleted accounts of which YNAB holds nothing any more (-0.05 in all)")
    );
}

#[test]
fn an_empty_plan_has_a_row_of_zeros_for_each_month_and_no_percentage() {
    let worth = worth(&[], &[], 3);
    assert_eq!(
        figures(&worth),
        [row("2026-07", 0, 0), row("2026-08", 0, 0), row("2026-09", 0, 0)]
    );
    assert_eq!((worth.change_percent(), worth.begins), (None, None));
    assert_eq!(
        worth.message(&Currency::neutral()).unwrap(),
        "Net worth is 0.00 today: 0.00 owned, 0.00 owed. The same as at the end of 2026-07."
    );
}

#[test]
fn months_before_the_plan_began_are_left_out_and_the_change_counts_from_its_first() {
    let accounts = [holding("current", "checking", 1_500)];
    let rows = entries(&[("current", "2026-07-20", 1_000), ("current", "2026-09-01", 500)]);
    let worth = worth(&accounts, &rows, 24);
    assert_eq!(
        figures(&worth),
        [
            row("2026-07", 1_000, 0),
            row("2026-08", 1_000, 0),
            row("2026-09", 1_500, 0)
        ]
    );
    assert_eq!(worth.change_percent().unwrap().tenths(), 500);
    assert_eq!(
        worth.notes(&Currency::neutral()).unwrap(),
        ["The plan begins in 2026-07: months before it are left out."]
    );
    assert_eq!(
        worth.message(&Currency::neutral()).unwrap(),
        "Net worth is 1.50 today: 1.50 owned, 0.00 owed. It is up by 0.50 (50.0 %) since the end of 2026-07."
    );
}

#[test]
fn a_smaller_debt_is_a_change_for_the_better() {
    let accounts = [holding("loan", "mortgage", -50_000)];
    let rows = entries(&[("loan", "2026-08-01", -100_000), ("loan", "2026-09-01", 50_000)]);
    let worth = worth(&accounts, &rows, 2);
    assert_eq!(worth.change_percent().unwrap().tenths(), 500);
    assert_eq!(
        worth.message(&Currency::neutral()).unwrap(),
        "Net worth is -50.00 today: 0.00 owned, 50.00 owed. It is up by 50.00 (50.0 %) since the end of 2026-08."
    );
}

#[test]
fn what_was_lost_is_told_without_a_second_sign() {
    let accounts = [holding("current", "checking", 75_000)];
    let rows = entries(&[("current", "2026-08-01", 100_000), ("current", "2026-09-01", -25_000)]);
    assert_eq!(
        worth(&accounts, &rows, 2).message(&Currency::neutral()).unwrap(),
        "Net worth is 75.00 today: 75.00 owned, 0.00 owed. It is down by 25.00 (25.0 %) since the end of 2026-08."
    );
}

#[test]
fn a_closed_account_counts_while_it_held_something_and_is_named_only_then() {
    let closed = |id: &str| {
        let mut account = holding(id, "checking", 0);
        account.closed = true;
        account
    };
    let accounts = [
        closed("old"),
        holding("current", "checking", 80),
        closed("older"),
        holding("unused", "cash", 0),
    ];
    let rows = entries(&[
        ("older", "2026-01-01", 30),
        ("older", "2026-02-01", -30),
        ("old", "2026-01-01", 80),
        ("old", "2026-09-01", -80),
        ("current", "2026-09-01", 80),
    ]);
    let worth = worth(&accounts, &rows, 3);
    assert_eq!(
        figures(&worth),
        [row("2026-07", 80, 0), row("2026-08", 80, 0), row("2026-09", 80, 0)]
    );
    let named: Vec<&str> = worth.counted().map(|series| series.account.id.as_str()).collect();
    assert_eq!(named, ["old", "current", "unused"]);
}

#[test]
fn series_of_single_accounts_are_the_largest_and_the_others_stand_together() {
    let accounts: Vec<Account> = (0..60)
        .map(|place| {
            holding(
                &format!("a{place}"),
                "checking",
                if place % 2 == 0 { 1 } else { -1_000 - place },
            )
        })
        .collect();
    let worth = worth(&accounts, &[], 24);
    let shown = worth.shown().unwrap();
    assert_eq!((shown.series.len(), shown.more), (16, 44));
    let first = shown.series.first().unwrap();
    assert_eq!(
        (first.account.id.as_str(), first.balances.len()),
        ("a29", 24),
        "in the plan's order"
    );
    let sum: i64 = shown
        .series
        .iter()
        .map(|series| series.balances.last().unwrap().get())
        .sum();
    let others = shown.others.unwrap().last().unwrap().get();
    assert_eq!(sum + others, worth.last().get());
}

#[test]
fn a_sum_that_does_not_fit_is_an_error() {
    let accounts = [holding("one", "checking", i64::MAX), holding("two", "checking", 1)];
    assert_eq!(
        net_worth(&accounts, with_lines(&[]), day(TODAY), 1),
        Err(MoneyError::Overflow)
    );
}

proptest! {
    #[test]
    fn every_balance_is_what_is_left_when_later_entries_are_taken_back(
        mut plan in plans(50),
        count in 1_u32..30,
        missing in proptest::option::of(0_usize..7),
        extra in prop_oneof![Just(0_i64), -500_i64..500],
    ) {
        let removed = missing.map(|at| plan.accounts.remove(at).id);
        plan.accounts.first_mut().unwrap().balance = Milliunits::new(plan.accounts.first().unwrap().balance.get() + extra);
        let worth = net_worth(&plan.accounts, with_lines(&plan.transactions), plan.today, count).unwrap();
        let this_month = Month::of(plan.today);
        for (at, found) in worth.months.iter().enumerate() {
            prop_assert_eq!(found.month, this_month.earlier(u32::try_from(worth.months.len() - 1 - at).unwrap()));
            let end = if found.month == this_month { plan.today } else { found.month.last_day() };
            let (mut assets, mut debts, mut on_budget, mut liquid) = (0, 0, 0, 0);
            for account in &plan.accounts {
                let own = plan.transactions.iter().filter(|row| row.account_id == account.id);
                let after: i64 = own.filter(|row| row.date > end).map(|row| row.amount.get()).sum();
                let balance = account.balance.get() - after;
                assets += balance.max(0);
                debts += balance.min(0);
                if account.on_budget {
                    on_budget += balance;
                }
                if ["checking", "savings", "cash"].contains(&account.kind.as_str()) {
                    liquid += balance.max(0);
                }
                let series = worth.series.iter().find(|series| series.account.id == account.id).unwrap();
                prop_assert_eq!(series.balances.get(at).unwrap().get(), balance);
            }
            if let Some(removed) = &removed {
                let own = plan.transactions.iter().filter(|row| row.account_id == *removed && row.date <= plan.today);
                let until = own.clone().map(|row| Month::of(row.date)).max();
                if found.month < this_month && until.is_some_and(|until| found.month <= until) {
                    let balance: i64 = own.filter(|row| row.date <= end).map(|row| row.amount.get()).sum();
                    assets += balance.max(0);
                    debts += balance.min(0);
                    on_budget += balance;
                }
            }
            prop_assert_eq!((found.assets.get(), found.debts.get()), (assets, debts));
            prop_assert_eq!(found.net_worth.get(), assets + debts);
            prop_assert_eq!((found.on_budget.get(), found.liquid.get()), (on_budget, liquid));
            prop_assert_eq!(found.tracking.get(), assets + debts - on_budget);
        }
        let later = plan.transactions.iter().filter(|row| row.date > plan.today && Some(&row.account_id) != removed.as_ref());
        prop_assert_eq!(worth.later.count, later.clone().count());
        prop_assert_eq!(worth.later.amount().unwrap().get(), later.map(|row| row.amount.get()).sum::<i64>());
        prop_assert_eq!(worth.differing.len(), usize::from(extra != 0));
        prop_assert_eq!(worth.one_sided.count, if removed.is_some() { worth.one_sided.count } else { 0 });
        let left_out = count as usize - worth.months.len();
        let begins = plan.transactions.iter().map(|row| row.date).filter(|date| *date <= plan.today).min();
        if left_out > 0 {
            prop_assert_eq!(worth.begins, begins.map(Month::of));
        }
        let shown = worth.shown().unwrap();
        for (at, month) in worth.months.iter().enumerate() {
            let own: i64 = shown.series.iter().map(|series| series.balances.get(at).unwrap().get()).sum();
            let others = shown.others.as_ref().map_or(0, |others| others.get(at).unwrap().get());
            prop_assert_eq!(own + others, month.net_worth.get());
        }
    }
}
