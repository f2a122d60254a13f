use super::*;
use crate::domain::currency::Currency;
use crate::domain::plan::SplitLine;
use crate::logic::flows::Chart;
use crate::logic::samples::{account, category_id, groups_with, split_line, transaction, with_lines};

fn row(id: &str, amount: i64, change: impl FnOnce(&mut Transaction)) -> Transaction {
    let mut row = Transaction {
        amount: Milliunits::new(amount),
        ..transaction(id)
    };
    change(&mut row);
    row
}

fn line(amount: i64, category: &str, memo: &str) -> SplitLine {
    SplitLine {
        memo: (!memo.is_empty()).then(|| memo.into()),
        ..split_line(amount, Some(category_id(category)))
    }
}

/// The ids that fit, each with what counts of it.
fn found(rows: &[Transaction], search: &Search) -> Vec<(String, i64)> {
    let accounts = [
        account("current", "Current", "checking"),
        account("savings", "Savings", "savings"),
    ];
    let groups = groups_with("uncategorized", |category| category.name = "Uncategorized".into());
    let chart = Chart::new(&accounts, &groups);
    let answer = search.find(with_lines(rows), &chart, None, 50).unwrap();
    let found = answer.page.iter();
    found
        .map(|found| (found.row.id.to_string(), found.amount.get()))
        .collect()
}

fn split() -> Transaction {
    row("split", -50_000, |row| {
        row.lines = Box::new([line(-20_000, "food", "Bread"), line(-30_000, "rent", "")]);
        row.memo = Some("Saturday".into());
    })
}

#[test]
fn a_line_of_a_split_is_found_by_its_amount_category_and_memo_and_counts_alone() {
    let rows = [split()];
    let by = |search: Search| found(&rows, &search);
    let amount = |amount| Search {
        amount: Some(Milliunits::new(amount)),
        ..Search::default()
    };
    assert_eq!(by(amount(-20_000)), [("split".to_owned(), -20_000)]);
    assert_eq!(by(amount(-50_000)), [("split".to_owned(), -50_000)]);
    assert_eq!(by(amount(20_000)), []);
    let category = |id: &str| Search {
        categories: Some([category_id(id)].into()),
        ..Search::default()
    };
    assert_eq!(by(category("rent")), [("split".to_owned(), -30_000)]);
    assert_eq!(by(category("fun")), []);
    let memo = |term: &str| Search {
        memo: Some(MemoTerm::new(term).unwrap()),
        ..Search::default()
    };
    assert_eq!(by(memo("bread")), [("split".to_owned(), -20_000)]);
    assert_eq!(by(memo("saturday")), [("split".to_owned(), -50_000)]);
    // The amount of the whole receipt, and the category of one of its lines.
    let both = Search {
        amount: Some(Milliunits::new(-50_000)),
        ..category("food")
    };
    assert_eq!(by(both), [("split".to_owned(), -20_000)]);
}

#[test]
fn an_amount_of_nothing_fits_only_nothing_and_bounds_know_no_sign() {
    let rows = [
        row("none", 0, |_| {}),
        row("in", 40_000, |_| {}),
        row("out", -60_000, |_| {}),
    ];
    let ids = |search: Search| found(&rows, &search).into_iter().map(|(id, _)| id).collect::<Vec<_>>();
    let units = |units: i64| Some(Milliunits::new(units * 1000));
    assert_eq!(
        ids(Search {
            amount: units(0),
            ..Search::default()
        }),
        ["none"]
    );
    assert_eq!(
        ids(Search {
            least: units(40),
            ..Search::default()
        }),
        ["in", "out"]
    );
    assert_eq!(
        ids(Search {
            least: units(41),
            ..Search::default()
        }),
        ["out"]
    );
    assert_eq!(
        ids(Search {
            greatest: units(40),
            ..Search::default()
        }),
        ["in", "none"]
    );
    let outflow = Search {
        least: units(1),
        only: [Only::Outflow].into(),
        ..Search::default()
    };
    assert_eq!(ids(outflow), ["out"]);
}

#[test]
fn an_empty_list_of_accounts_or_categories_fits_nothing() {
    let rows = [row("one", -1, |_| {})];
    let none = Search {
        accounts: Some(BTreeSet::new()),
        ..Search::default()
    };
    assert_eq!(found(&rows, &none), []);
    let none = Search {
        categories: Some(BTreeSet::new()),
        ..Search::default()
    };
    assert_eq!(found(&rows, &none), []);
}

#[test]
fn what_nothing_can_fit_is_refused_with_the_reason() {
    let refused = |search: Search| search.check().unwrap_err().to_string();
    let day = |text: &str| Some(text.parse().unwrap());
    assert!(
        refused(Search {
            since: day("2026-02-01"),
            until: day("2026-01-31"),
            ..Search::default()
        })
        .contains("is before")
    );
    let bounds = |least, greatest| Search {
        least: Some(Milliunits::new(least)),
        greatest: Some(Milliunits::new(greatest)),
        ..Search::default()
    };
    assert!(refused(bounds(-1, 5)).contains("have no sign"));
    assert!(refused(bounds(6, 5)).contains("is less than"));
    assert!(bounds(5, 5).check().is_ok());
    for (both, words) in [
        ([Only::Inflow, Only::Outflow], "inflow and outflow"),
        ([Only::Reconciled, Only::Cleared], "cleared and reconciled"),
        ([Only::Transfer, Only::NoTransfer], "transfer and no_transfer"),
    ] {
        let text = refused(Search {
            only: both.into(),
            ..Search::default()
        });
        assert_eq!(
            text,
            format!("Nothing was read: all that `only` names must be so, and nothing is {words} at once.")
        );
    }
}

#[test]
fn the_message_says_how_many_when_and_how_much() {
    let groups = groups_with("uncategorized", |_| {});
    let chart = Chart::new(&[], &groups);
    let told = |rows: &[Transaction]| {
        let answer = Search::default().find(with_lines(rows), &chart, None, 1).unwrap();
        answer.message(answer.page.len().min(1), &Currency::neutral())
    };
    assert_eq!(told(&[]), "No transaction fits.");
    let one = row("one", -1_500, |_| {});
    assert_eq!(
        told(std::slice::from_ref(&one)),
        format!("1 transaction on {} comes to -1.50.", one.date)
    );
    let other = row("other", 4_000, |row| row.date = row.date + chrono::Days::new(2));
    assert_eq!(
        told(&[one.clone(), other.clone()]),
        format!(
            "2 transactions from {} to {} come to 2.50 (in 4.00, out -1.50); 1 of them here.",
            one.date, other.date
        )
    );
}
