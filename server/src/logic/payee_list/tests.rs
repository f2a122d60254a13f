//! Payees and what the history says of each, also beside a slow count.

use crate::logic::samples::with_lines;
use chrono::Days;
use proptest::prelude::*;

use super::{Asked, Payees, list};
use crate::domain::ids::{AccountId, PayeeId};
use crate::domain::plan::{Payee, Transaction};
use crate::logic::samples::plans::{SamplePlan, empty, plans};
use crate::logic::samples::{payee, payee_id, split_line, transaction};
use crate::logic::search::PayeeTerm;

fn all() -> Asked {
    Asked {
        limit: 50,
        ..Asked::default()
    }
}

fn row(id: &str, payee: &str, ago: i64) -> Transaction {
    let mut row = transaction(id);
    let today = empty(2).today;
    let days = Days::new(ago.unsigned_abs());
    row.date = if ago < 0 { today + days } else { today - days };
    row.payee_id = Some(payee_id(payee));
    row
}

fn shop(id: &str, name: &str) -> Payee {
    payee(id, name)
}

/// `id name-of-the-shop transactions upcoming last`.
fn told(found: &Payees<'_>) -> Vec<String> {
    let rows = found.rows.iter().map(|row| {
        let last = row.used.last.map_or("never".to_owned(), |last| last.to_string());
        let merchant = row.merchant.clone().unwrap_or_default();
        format!(
            "{} {merchant} {} {} {last}",
            row.payee.id, row.used.transactions, row.used.upcoming
        )
    });
    rows.collect()
}

#[test]
fn a_payee_is_counted_over_the_whole_history_and_in_the_lines_of_splits_once_a_transaction() {
    let payees = [
        shop("market", "Market"),
        shop("bakery", "CB BAKERY 12/01"),
        shop("unused", "12/01"),
    ];
    let mut split = row("split", "market", 3);
    let line = |payee: &str| {
        let mut line = split_line(-1, None);
        line.payee_id = Some(payee_id(payee));
        line
    };
    split.lines = Box::new([line("bakery"), line("bakery"), line("market"), split_line(-1, None)]);
    let history = [row("old", "bakery", 4000), split, row("later", "bakery", -9)];
    let found = list(&payees, with_lines(&history), &all(), empty(2).today);
    assert_eq!(
        told(&found),
        [
            "bakery BAKERY 3 1 2026-09-17",
            "market MARKET 1 0 2026-09-17",
            "unused  0 0 never"
        ]
    );
    assert_eq!(
        (found.total, found.unused, found.transfers, found.next_offset),
        (3, 1, 0, None)
    );
    assert_eq!(
        found.message(&all()),
        "3 payees, 1 of them of no transaction. 0 payees of transfers are left out."
    );
}

#[test]
fn a_payee_that_is_only_in_the_future_has_no_last_day() {
    let payees = [shop("market", "Market")];
    let history = [row("later", "market", -1), row("much-later", "market", -30)];
    assert_eq!(
        told(&list(&payees, with_lines(&history), &all(), empty(2).today)),
        ["market MARKET 2 2 never"]
    );
    let today = [row("today", "market", 0)];
    assert_eq!(
        told(&list(&payees, with_lines(&today), &all(), empty(2).today)),
        ["market MARKET 1 0 2026-09-20"]
    );
}

#[test]
fn payees_of_transfers_are_left_out_and_counted() {
    let mut transfer = shop("to-savings", "Transfer : Savings");
    transfer.transfer_account_id = Some(AccountId::parse("savings").unwrap());
    let payees = [transfer, shop("market", "Market")];
    let found = list(&payees, with_lines(&[]), &all(), empty(2).today);
    assert_eq!((found.rows.len(), found.total, found.transfers), (1, 1, 1));
}

#[test]
fn a_search_fits_names_and_shops_and_noise_fits_nothing_else() {
    let payees = [
        shop("a", "SQ *Café Löwe"),
        shop("b", "Cafe 24"),
        shop("c", "Bakery"),
        shop("d", "12/01"),
    ];
    let search = |term: &str| {
        let asked = Asked {
            search: Some(PayeeTerm::new(term).unwrap()),
            ..all()
        };
        let found = list(&payees, with_lines(&[]), &asked, empty(2).today);
        found.rows.iter().map(|row| row.payee.id.as_str()).collect::<String>()
    };
    assert_eq!(search("cafe"), "ba");
    assert_eq!(search("CAFÉ LÖWE"), "a");
    assert_eq!(search("12/01"), "d");
    assert_eq!(search("sq *"), "a");
    assert_eq!(search("99/99"), "");
}

#[test]
fn unused_payees_are_counted_and_listed_alone() {
    let payees = [
        shop("a", "A"),
        shop("b", "B"),
        shop("c", "C"),
        shop("own", "Starting Balance"),
    ];
    let history = [row("one", "b", 1)];
    let asked = Asked { unused: true, ..all() };
    let found = list(&payees, with_lines(&history), &asked, empty(2).today);
    assert_eq!(told(&found), ["a A 0 0 never", "c C 0 0 never"]);
    assert_eq!((found.total, found.unused), (2, 2));
    assert!(
        found
            .message(&asked)
            .starts_with("2 payees that no transaction names, though a schedule may; payees are deleted in YNAB only.")
    );
}

#[test]
fn pages_follow_each_other() {
    let payees: Vec<_> = (0..7).map(|number| shop(&format!("p{number}"), "Same name")).collect();
    let page = |offset| {
        let asked = Asked {
            offset,
            limit: 3,
            ..Asked::default()
        };
        let found = list(&payees, with_lines(&[]), &asked, empty(2).today);
        (
            found
                .rows
                .iter()
                .map(|row| row.payee.id.to_string())
                .collect::<Vec<_>>(),
            found.next_offset,
        )
    };
    assert_eq!(page(0), (vec!["p0".into(), "p1".into(), "p2".into()], Some(3)));
    assert_eq!(page(6), (vec!["p6".into()], None));
    assert_eq!(page(7), (vec![], None));
}

#[test]
fn names_come_out_as_one_visible_line() {
    let payees = [shop("a", "Ma\u{202e}rket\nX\u{200b} 12/01")];
    assert_eq!(
        told(&list(&payees, with_lines(&[]), &all(), empty(2).today)),
        ["a MARKET X 0 0 never"]
    );
}

/// Every second split gets lines with payees of their own.
fn with_payees_of_lines(mut plan: SamplePlan) -> SamplePlan {
    let ids: Vec<PayeeId> = plan.payees.iter().map(|payee| payee.id.clone()).collect();
    for (place, row) in plan
        .transactions
        .iter_mut()
        .enumerate()
        .filter(|(place, _)| place % 2 == 0)
    {
        for (number, line) in row.lines.iter_mut().enumerate() {
            line.payee_id = ids.get((place + number) % ids.len()).cloned();
        }
    }
    plan
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counts_and_days_are_those_of_a_slow_count(plan in plans(40)) {
        let plan = with_payees_of_lines(plan);
        let found = list(&plan.payees, with_lines(&plan.transactions), &all(), plan.today);
        prop_assert_eq!(found.rows.len(), plan.payees.len());
        for row in &found.rows {
            let id = Some(&row.payee.id);
            let names = |other: &&Transaction| {
                other.payee_id.as_ref() == id || other.lines.iter().any(|line| line.payee_id.as_ref() == id)
            };
            let naming = plan.transactions.iter().filter(names);
            prop_assert_eq!(row.used.transactions, naming.clone().count());
            let past = naming.clone().map(|row| row.date).filter(|date| *date <= plan.today);
            prop_assert_eq!(row.used.last, past.clone().max());
            prop_assert_eq!(row.used.upcoming, naming.count() - past.count());
        }
        let counts: Vec<_> = found.rows.iter().map(|row| row.used.transactions).collect();
        prop_assert!(counts.is_sorted_by(|one, other| one >= other));
    }
}
