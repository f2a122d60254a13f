//! What was spent in a period.

use super::*;
use crate::domain::currency::Currency;
use crate::domain::plan::Transaction;
use crate::domain::plan::{Account, CategoryGroup};
use crate::logic::samples::plans::{SamplePlan, TODAY, empty};
use crate::logic::samples::with_lines;
use crate::logic::samples::{category_id, payee_id, split_line, transaction};

mod oracle;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn account_id(id: &str) -> AccountId {
    AccountId::parse(id).unwrap()
}

fn milliunits(amount: i64) -> Milliunits {
    Milliunits::new(amount)
}

/// A row of the current account: date, amount, category, payee.
fn row(place: usize, (date, amount, category, payee): (&str, i64, Option<&str>, &str)) -> Transaction {
    let mut row = transaction(&format!("row-{place}"));
    (row.date, row.amount) = (day(date), milliunits(amount));
    row.category_id = category.map(category_id);
    let id: String = payee.bytes().map(|byte| byte.to_string()).collect();
    row.payee_id = Some(payee_id(&id));
    row.payee_name = Some(payee.into());
    row
}

fn with(rows: &[(&str, i64, Option<&str>, &str)]) -> SamplePlan {
    let mut plan = empty(2);
    plan.transactions = rows.iter().enumerate().map(|(place, of)| row(place, *of)).collect();
    plan
}

fn september(by: By) -> Asked {
    Asked {
        period: Period::meant(Some(day("2026-09-01")), Some(day("2026-09-30")), day(TODAY)).unwrap(),
        by,
        against: None,
        categories: None,
        accounts: None,
        payee: None,
    }
}

fn chart<'a>(accounts: &'a [Account], groups: &'a [CategoryGroup]) -> Chart<'a> {
    Chart::new(accounts, groups)
}

/// Name, spent, refunded and lines of every row.
fn told(plan: &SamplePlan, asked: &Asked) -> Vec<(String, i64, i64, usize)> {
    let chart = chart(&plan.accounts, &plan.groups);
    let found = spending(with_lines(&plan.transactions), &chart, asked).unwrap();
    let row = |row: &Row<'_>| {
        let tally = row.tally;
        (row.name(&chart), tally.spent.get(), tally.refunded.get(), tally.lines)
    };
    found.rows.iter().map(row).collect()
}

fn message(plan: &SamplePlan, asked: &Asked) -> String {
    let chart = chart(&plan.accounts, &plan.groups);
    let found = spending(with_lines(&plan.transactions), &chart, asked).unwrap();
    found.message(asked.period, &chart, &plan.currency).unwrap()
}

fn line(name: &str, spent: i64, refunded: i64, lines: usize) -> (String, i64, i64, usize) {
    (name.to_owned(), spent, refunded, lines)
}

#[test]
fn refunds_are_told_apart_and_the_most_spent_comes_first() {
    let plan = with(&[
        ("2026-09-02", -30_000, Some("food"), "Market"),
        ("2026-09-03", 50_000, Some("food"), "Market"),
        ("2026-09-04", -45_000, Some("fun"), "Cinema"),
        ("2026-08-31", -99_000, Some("fun"), "Cinema"),
        ("2026-10-01", -99_000, Some("fun"), "Cinema"),
    ]);
    let asked = september(By::Category);
    assert_eq!(
        told(&plan, &asked),
        [line("Fun", 45_000, 0, 1), line("Food", 30_000, 50_000, 2)]
    );
    let chart = chart(&plan.accounts, &plan.groups);
    let found = spending(with_lines(&plan.transactions), &chart, &asked).unwrap();
    assert_eq!(found.total.net().unwrap().get(), 25_000);
    let shares: Vec<_> = found.rows.iter().map(|row| row.share.unwrap().text()).collect();
    assert_eq!(shares, ["60.0", "40.0"]);
    assert_eq!(found.rows[0].group(&chart).as_deref(), Some("Everyday"));
    assert_eq!(
        found.message(asked.period, &chart, &plan.currency).unwrap(),
        "2026-09-01 to 2026-09-30: 75.00 spent, 50.00 came back: 25.00 net. Most: Fun 45.00, Food 30.00."
    );
}

#[test]
fn the_same_rows_by_group_payee_account_and_month() {
    let mut plan = with(&[
        ("2026-09-02", -30_000, Some("food"), "Market"),
        ("2026-09-03", -20_000, Some("rent"), "Acme"),
        ("2026-09-04", -5_000, Some("misc"), "Acme"),
        ("2026-09-05", -7_000, None, "Kiosk"),
        ("2026-09-06", -2_000, Some("ghost"), "Vet"),
    ]);
    plan.transactions[2].account_id = account_id("visa");
    plan.transactions[4].account_id = account_id("gone");
    plan.transactions[3].payee_id = None;
    plan.transactions[3].payee_name = None;
    assert_eq!(
        told(&plan, &september(By::Group)),
        [
            line("Everyday", 50_000, 0, 2),
            line("(no category)", 7_000, 0, 1),
            line("Other", 5_000, 0, 1),
            line("(deleted categories)", 2_000, 0, 1),
        ]
    );
    assert_eq!(
        told(&plan, &september(By::Payee)),
        [
            line("Market", 30_000, 0, 1),
            line("Acme", 25_000, 0, 2),
            line("(no payee)", 7_000, 0, 1),
            line("Vet", 2_000, 0, 1),
        ]
    );
    assert_eq!(
        told(&plan, &september(By::Account)),
        [
            line("Current", 57_000, 0, 3),
            line("Visa", 5_000, 0, 1),
            line("(deleted account)", 2_000, 0, 1),
        ]
    );
    assert_eq!(told(&plan, &september(By::Month)), [line("2026-09", 64_000, 0, 5)]);
}

#[test]
fn names_decide_nothing() {
    let mut plan = with(&[
        ("2026-09-02", -3_000, Some("misc"), "Acme"),
        ("2026-09-02", -2_000, Some("misc-too"), "Acme"),
    ]);
    plan.transactions[1].payee_id = Some(payee_id("acme-too"));
    assert_eq!(
        told(&plan, &september(By::Category)),
        [line("Misc", 3_000, 0, 1), line("Misc", 2_000, 0, 1)]
    );
    assert_eq!(
        told(&plan, &september(By::Payee)),
        [line("Acme", 3_000, 0, 1), line("Acme", 2_000, 0, 1)]
    );
}

#[test]
fn a_split_counts_line_by_line_and_a_line_has_its_own_payee() {
    let mut plan = with(&[("2026-09-09", -86_400, Some("split"), "Market")]);
    let mut own = split_line(-30_000, Some(category_id("fun")));
    (own.payee_id, own.payee_name) = (Some(payee_id("cinema")), Some("Cinema".into()));
    let mut moved = split_line(-10_000, None);
    moved.transfer_account_id = Some(account_id("savings"));
    plan.transactions[0].lines = Box::new([
        split_line(-50_000, Some(category_id("food"))),
        split_line(-2_000, Some(category_id("food"))),
        split_line(5_600, Some(category_id("rent"))),
        own,
        moved,
    ]);
    assert_eq!(
        told(&plan, &september(By::Category)),
        [
            line("Food", 52_000, 0, 2),
            line("Fun", 30_000, 0, 1),
            line("Rent", 0, 5_600, 1)
        ]
    );
    assert_eq!(
        told(&plan, &september(By::Payee)),
        [line("Market", 52_000, 5_600, 3), line("Cinema", 30_000, 0, 1)]
    );
}

#[test]
fn transfers_within_the_plan_never_count_and_those_to_tracking_accounts_count_as_ynab_does() {
    let mut plan = with(&[
        ("2026-09-02", -40_000, None, "Transfer : Visa"),
        ("2026-09-02", 40_000, None, "Transfer : Current"),
        ("2026-09-03", -20_000, Some("misc"), "Transfer : Depot"),
        ("2026-09-04", -15_000, Some("rent"), "Transfer : Loan"),
        ("2026-09-05", 1_000, Some("misc"), "Transfer : Depot"),
        ("2026-09-06", -300, None, "Bank"),
    ]);
    for (place, other) in [(0, "visa"), (1, "current"), (2, "depot"), (3, "loan"), (4, "depot")] {
        plan.transactions[place].transfer_account_id = Some(account_id(other));
    }
    plan.transactions[1].account_id = account_id("visa");
    plan.transactions[5].account_id = account_id("loan");
    let asked = september(By::Category);
    assert_eq!(
        told(&plan, &asked),
        [line("Misc", 20_000, 1_000, 2), line("Rent", 15_000, 0, 1)]
    );
    let chart = chart(&plan.accounts, &plan.groups);
    let found = spending(with_lines(&plan.transactions), &chart, &asked).unwrap();
    assert_eq!(found.apart.to_assets.get(), 19_000);
}

#[test]
fn income_balances_that_were_set_and_what_nobody_has_sorted_are_told_beside() {
    let mut plan = with(&[
        ("2026-09-01", 500_000, Some("ready"), "Employer"),
        ("2026-09-02", -1_000, Some("ready"), "Employer"),
        ("2026-09-03", 9_000, None, "Somebody"),
        ("2026-09-04", 4_000, Some("uncategorized"), "Somebody"),
        ("2026-09-05", 70_000, Some("ready"), "Starting Balance"),
        ("2026-09-06", -250, Some("food"), "Reconciliation Balance Adjustment"),
        ("2026-09-07", -6_000, Some("uncategorized"), "Kiosk"),
        ("2026-09-08", 0, Some("food"), "Market"),
    ]);
    let found = |plan: &SamplePlan, asked: &Asked| {
        let chart = chart(&plan.accounts, &plan.groups);
        let found = spending(with_lines(&plan.transactions), &chart, asked).unwrap();
        (found.income.map(Milliunits::get), found.apart)
    };
    let asked = september(By::Category);
    assert_eq!(told(&plan, &asked), [line("(no category)", 6_000, 0, 1)]);
    let apart = Apart {
        unsorted: milliunits(13_000),
        openings: milliunits(70_000),
        adjustments: milliunits(-250),
        to_assets: Milliunits::ZERO,
    };
    assert_eq!(found(&plan, &asked), (Some(499_000), apart));
    // Of one category nothing else is said.
    let only_food = Asked {
        categories: Some(BTreeSet::from([category_id("food")])),
        ..asked.clone()
    };
    assert_eq!(found(&plan, &only_food), (None, Apart::default()));
    // The internal category means what has none.
    let only_none = Asked {
        categories: Some(BTreeSet::from([category_id("uncategorized")])),
        ..asked.clone()
    };
    assert_eq!(told(&plan, &only_none), [line("(no category)", 6_000, 0, 1)]);
    // Another account's income is not this one's.
    plan.transactions[0].account_id = account_id("savings");
    let savings = Asked {
        accounts: Some(BTreeSet::from([account_id("savings")])),
        ..asked
    };
    assert_eq!(found(&plan, &savings), (Some(500_000), Apart::default()));
}

#[test]
fn what_a_shop_cost_is_asked_by_a_part_of_its_name() {
    let plan = with(&[
        ("2026-09-02", -3_000, Some("food"), "東京堂"),
        ("2026-09-03", -4_000, Some("fun"), "CB Cinema"),
        ("2026-09-04", -5_000, Some("food"), "CINEMA café"),
    ]);
    let asked = |payee: &str| Asked {
        payee: Some(PayeeTerm::new(payee).unwrap()),
        ..september(By::Payee)
    };
    assert_eq!(
        told(&plan, &asked("cinema")),
        [line("CINEMA café", 5_000, 0, 1), line("CB Cinema", 4_000, 0, 1)]
    );
    assert_eq!(told(&plan, &asked("京")), [line("東京堂", 3_000, 0, 1)]);
    assert_eq!(told(&plan, &asked("nobody")), []);
    assert_eq!(
        message(&plan, &asked("nobody")),
        "2026-09-01 to 2026-09-30: nothing was spent."
    );
}

#[test]
fn a_period_is_compared_row_by_row_and_what_is_gone_is_a_row_too() {
    let plan = with(&[
        ("2026-08-01", -10_000, Some("food"), "Market"),
        ("2026-08-31", -6_000, Some("fun"), "Cinema"),
        ("2026-09-01", -25_000, Some("food"), "Market"),
        ("2026-09-30", 1_000, Some("food"), "Market"),
        ("2025-09-30", -48_000, Some("rent"), "Acme"),
    ]);
    let asked = |against: Against| Asked {
        against: Some(against),
        ..september(By::Category)
    };
    let chart = chart(&plan.accounts, &plan.groups);
    let asked_previous = asked(Against::Previous);
    let found = spending(with_lines(&plan.transactions), &chart, &asked_previous).unwrap();
    let rows: Vec<_> = found
        .rows
        .iter()
        .map(|row| (row.name(&chart), row.change().unwrap().unwrap().get()))
        .collect();
    assert_eq!(rows, [("Food".to_owned(), 14_000), ("Fun".to_owned(), -6_000)]);
    assert_eq!(
        found.change(),
        Ok(Some((milliunits(8_000), Some(Percent::of_tenths(500)))))
    );
    assert_eq!(
        message(&plan, &asked_previous),
        "2026-09-01 to 2026-09-30: 25.00 spent, 1.00 came back: 24.00 net. Most: Food 25.00. 2026-08-01 to 2026-08-31: 16.00 \
         net, a change of +8.00."
    );
    let asked_year = asked(Against::YearBefore);
    let found = spending(with_lines(&plan.transactions), &chart, &asked_year).unwrap();
    let (period, before) = found.before.unwrap();
    assert_eq!((period.since, period.until), (day("2025-09-01"), day("2025-09-30")));
    assert_eq!((before.net().unwrap().get(), found.rows.len()), (48_000, 2));
    assert_eq!(
        found.change(),
        Ok(Some((milliunits(-24_000), Some(Percent::of_tenths(-500)))))
    );
}

#[test]
fn months_come_newest_first_without_gaps_and_are_compared_with_the_month_as_many_before() {
    let plan = with(&[
        ("2025-07-20", -2_000, Some("food"), "Market"),
        ("2026-07-20", -3_000, Some("food"), "Market"),
        ("2026-09-20", -5_000, Some("food"), "Market"),
    ]);
    let period = |since: &str, until: &str| Period {
        since: day(since),
        until: day(until),
    };
    let asked = Asked {
        period: period("2026-07-01", "2026-12-31"),
        against: Some(Against::YearBefore),
        ..september(By::Month)
    };
    let zero = |name: &str| line(name, 0, 0, 0);
    assert_eq!(
        told(&plan, &asked),
        [
            line("2026-09", 5_000, 0, 1),
            zero("2026-08"),
            line("2026-07", 3_000, 0, 1)
        ],
        "no month after the last transaction"
    );
    let chart = chart(&plan.accounts, &plan.groups);
    let found = spending(with_lines(&plan.transactions), &chart, &asked).unwrap();
    let before: Vec<_> = found.rows.iter().map(|row| row.before.unwrap().spent.get()).collect();
    assert_eq!(before, [0, 0, 2_000]);
    // A month to come is there where its other holds something.
    let ahead = with(&[
        ("2025-11-20", -2_000, Some("food"), "Market"),
        ("2026-09-20", -1, Some("food"), "Market"),
    ]);
    let names: Vec<_> = told(&ahead, &asked).into_iter().map(|row| row.0).collect();
    assert_eq!(names, ["2026-11", "2026-10", "2026-09", "2026-08", "2026-07"]);
    // Days that are no months have no month to stand beside.
    let asked = Asked {
        period: period("2026-07-10", "2026-09-20"),
        against: Some(Against::Previous),
        ..asked
    };
    let found = spending(with_lines(&plan.transactions), &chart, &asked).unwrap();
    assert!(found.rows.iter().all(|row| row.before.is_none()) && found.before.is_some());
    let ages = Asked {
        period: period("0001-01-01", "9999-12-31"),
        ..september(By::Month)
    };
    assert_eq!(told(&plan, &ages).len(), 15);
}

#[test]
fn the_rows_that_are_not_listed_are_told_together() {
    let plan = with(&[
        ("2026-09-02", -30_000, Some("food"), "Market"),
        ("2026-09-03", -20_000, Some("rent"), "Acme"),
        ("2026-09-03", 500, Some("fun"), "Acme"),
    ]);
    let (chart, asked) = (chart(&plan.accounts, &plan.groups), september(By::Category));
    let found = spending(with_lines(&plan.transactions), &chart, &asked).unwrap();
    let rest = Tally {
        spent: milliunits(20_000),
        refunded: milliunits(500),
        lines: 2,
    };
    assert_eq!(found.rest(1), Ok(Some((2, rest))));
    assert_eq!(found.rest(3), Ok(None));
}

#[test]
fn an_empty_plan_spent_nothing() {
    let plan = empty(0);
    for by in [By::Category, By::Month] {
        assert_eq!(told(&plan, &september(by)), []);
    }
    assert_eq!(
        message(&plan, &september(By::Category)),
        "2026-09-01 to 2026-09-30: nothing was spent."
    );
}

#[test]
fn amounts_are_written_in_the_plans_decimals() {
    for (decimals, expected) in [(0, "4500 spent"), (2, "4500.00 spent"), (3, "4500.000 spent")] {
        let mut plan = with(&[("2026-09-02", -4_500_000, Some("food"), "Market")]);
        plan.currency = empty(decimals).currency;
        let told = message(&plan, &september(By::Category));
        assert!(told.contains(expected), "{told}");
    }
    assert_eq!(Currency::neutral().plain(milliunits(1)), "0.001");
}

#[test]
fn only_totals_must_fit_and_one_that_does_not_is_an_error() {
    let most = i64::MAX;
    let plan = with(&[
        ("2026-09-01", -most, Some("food"), "Market"),
        ("2026-09-02", -1, Some("fun"), "Market"),
    ]);
    let (chart, asked) = (chart(&plan.accounts, &plan.groups), september(By::Category));
    let found = spending(with_lines(&plan.transactions), &chart, &asked);
    assert_eq!(found, Err(MoneyError::Overflow));
}

#[test]
fn a_name_from_a_bank_shows_on_one_line() {
    let plan = with(&[("2026-09-02", -1_000, Some("food"), "Evil\nMarket\u{202e}\u{200b}")]);
    assert_eq!(told(&plan, &september(By::Payee))[0].0, "Evil Market");
    assert!(!message(&plan, &september(By::Payee)).contains('\n'));
}
