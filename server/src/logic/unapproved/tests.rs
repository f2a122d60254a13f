//! What waits for approval, and each reason to look twice.

use chrono::Days;

use super::{Asked, Queue, queue};
use crate::domain::ids::{AccountId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::plan::Transaction;
use crate::logic::flows::Chart;
use crate::logic::samples::plans::{SamplePlan, empty};
use crate::logic::samples::with_lines;
use crate::logic::samples::{category_id, payee_id, row_id, transaction};

const ALL: Asked = Asked { after: None, limit: 50 };

/// An approved row of so many days ago, in hundredths.
fn row(id: &str, ago: u64, hundredths: i64, category: Option<&str>) -> Transaction {
    let mut row = transaction(id);
    row.date = empty(2).today - Days::new(ago);
    row.amount = Milliunits::new(hundredths * 10);
    row.category_id = category.map(category_id);
    row
}

fn new(hundredths: i64, category: Option<&str>) -> Transaction {
    Transaction {
        approved: false,
        ..row("new", 0, hundredths, category)
    }
}

fn paid_to(id: Option<&str>, name: &str, mut row: Transaction) -> Transaction {
    (row.payee_id, row.payee_name) = (id.map(payee_id), Some(name.into()));
    row
}

fn plan_of(rows: impl IntoIterator<Item = Transaction>) -> SamplePlan {
    let mut plan = empty(2);
    plan.transactions.extend(rows);
    plan
}

fn with<R>(plan: &SamplePlan, asked: &Asked, look: impl FnOnce(Queue<'_>) -> R) -> R {
    let chart = Chart::new(&plan.accounts, &plan.groups);
    let get = |id: &TransactionId| plan.transactions.iter().find(|row| row.id == *id);
    look(queue(with_lines(&plan.transactions), get, &chart, asked))
}

/// The reasons of the row `new` in words; none is empty.
fn why(rows: impl IntoIterator<Item = Transaction>) -> String {
    let plan = plan_of(rows);
    with(&plan, &ALL, |found| {
        let entry = found
            .entries
            .iter()
            .find(|entry| entry.row.id == row_id("new"))
            .unwrap();
        entry.reasons.in_words(&plan.currency).unwrap_or_default()
    })
}

fn and(mut rows: Vec<Transaction>, more: Transaction) -> Vec<Transaction> {
    rows.push(more);
    rows
}

/// Earlier rows of these hundredths, ten days apart, in one category.
fn earlier(amounts: &[i64], category: &str) -> Vec<Transaction> {
    let rows = amounts.iter().zip(1_u64..);
    rows.map(|(amount, place)| row(&format!("{category}-{place}"), place * 10, *amount, Some(category)))
        .collect()
}

#[test]
fn nothing_is_said_of_a_row_like_those_before() {
    assert_eq!(
        why(and(
            earlier(&[-1000, -2000, -1500, -1200], "food"),
            new(-1800, Some("food"))
        )),
        ""
    );
}

#[test]
fn a_payee_of_which_nothing_was_approved_is_new() {
    let said = "new payee: nothing of it was approved before";
    assert_eq!(why([new(-100, Some("food"))]), said);
    let mut waiting = row("other", 9, -700, Some("food"));
    waiting.approved = false;
    assert_eq!(why([waiting, new(-100, Some("food"))]), said);
    // Known under another label of the bank's.
    let known = paid_to(Some("old"), "AMZN Mktp US*1A2B", row("old", 400, -700, Some("food")));
    assert_eq!(
        why([
            known.clone(),
            paid_to(Some("fresh"), "AMZN MKTP US*2K4", new(-100, Some("food")))
        ]),
        ""
    );
    assert_eq!(
        why([known, paid_to(Some("fresh"), "12/01", new(-100, Some("food")))]),
        said
    );
    let mut nobody = new(-100, Some("food"));
    (nobody.payee_id, nobody.payee_name) = (None, None);
    assert_eq!(why([nobody]), "");
}

#[test]
fn an_amount_far_from_the_payees_is_unusual() {
    let rows = earlier(&[-1000, -2000, -1500, -1200], "food");
    let said = "unusual amount: usually 10.00 to 20.00 (4 earlier)";
    for (amount, expected) in [(-3000, ""), (-3001, said), (-500, ""), (-499, said)] {
        assert_eq!(why(and(rows.clone(), new(amount, Some("food")))), expected, "{amount}");
    }
    // Three are not enough, and money in is another matter.
    assert_eq!(why(and(rows[..3].to_vec(), new(-9999, Some("food")))), "");
    assert_eq!(why(and(rows, new(9999, Some("food")))), "");
}

#[test]
fn where_the_amount_was_always_the_same_any_other_is_unusual() {
    let rows = earlier(&[-999; 12], "fun");
    assert_eq!(why(and(rows.clone(), new(-999, Some("fun")))), "");
    assert_eq!(
        why(and(rows, new(-1099, Some("fun")))),
        "unusual amount: usually 9.99 (12 earlier)"
    );
}

#[test]
fn one_odd_amount_in_ten_and_old_prices_make_nothing_usual() {
    let mut amounts = vec![-1000; 12];
    amounts[5] = -90_000;
    assert_eq!(
        why(and(earlier(&amounts, "food"), new(-80_000, Some("food")))),
        "unusual amount: usually 10.00 (12 earlier)"
    );
    let amounts: Vec<_> = (0..48).map(|place| if place < 24 { -1200 } else { -800 }).collect();
    assert_eq!(
        why(and(earlier(&amounts, "food"), new(-800, Some("food")))),
        "unusual amount: usually 12.00 (24 earlier)"
    );
}

#[test]
fn a_category_unlike_the_payees_is_told_with_the_usual_one() {
    let rows = earlier(&[-1000, -2000, -1500], "food");
    let said = "unusual category: usually Food (3 of 3)";
    assert_eq!(why(and(rows.clone(), new(-1500, Some("fun")))), said);
    assert_eq!(why(and(rows.clone(), new(-1500, Some("food")))), "");
    assert_eq!(why(and(rows.clone(), new(-1500, None))), "");
    assert_eq!(why(and(rows.clone(), new(-1500, Some("uncategorized")))), "");
    assert_eq!(why(and(rows[..2].to_vec(), new(-1500, Some("fun")))), "");
    let other = row("other", 2, -1100, Some("rent"));
    let of_four = and(rows, other);
    assert_eq!(
        why(and(of_four.clone(), new(-1500, Some("fun")))),
        "unusual category: usually Food (3 of 4)"
    );
    let of_five = and(of_four, row("more", 3, -1100, Some("rent")));
    assert_eq!(why(and(of_five, new(-1500, Some("fun")))), "");
}

#[test]
fn the_same_amount_account_and_shop_within_three_days_may_be_a_duplicate() {
    let other = |ago| paid_to(Some("other"), "MARKET 0815", row("twin", ago, -1500, Some("food")));
    let said = "possible duplicate of one of 2026-09-17, approved";
    let known = || row("known", 90, -1400, Some("food"));
    assert_eq!(why([known(), other(3), new(-1500, Some("food"))]), said);
    assert_eq!(why([known(), other(4), new(-1500, Some("food"))]), "");
    let elsewhere = Transaction {
        account_id: AccountId::parse("savings").unwrap(),
        ..other(3)
    };
    assert_eq!(why([known(), elsewhere, new(-1500, Some("food"))]), "");
    let stranger = paid_to(Some("other"), "Bakery", other(3));
    assert_eq!(why([known(), stranger, new(-1500, Some("food"))]), "");
    let plan = plan_of([
        known(),
        other(3),
        Transaction {
            id: row_id("nearer"),
            ..other(1)
        },
        new(-1500, Some("food")),
    ]);
    with(&plan, &ALL, |found| {
        assert_eq!(found.entries[0].reasons.duplicate_of.unwrap().id, row_id("nearer"));
    });
}

#[test]
fn the_two_rows_of_a_match_are_no_duplicates() {
    let twin = row("twin", 1, -1500, Some("food"));
    let matched = |mut row: Transaction| {
        row.matched_transaction_id = Some(row_id("twin"));
        row
    };
    assert_eq!(why([twin, matched(new(-1500, Some("food")))]), "");
}

#[test]
fn a_match_with_a_row_that_is_not_there_or_differs_may_be_broken() {
    let unlisted =
        "possibly broken match: the row it is matched with is not in the history, as YNAB hides those of good ones too";
    let differs = "broken match: the row it is matched with is of another account or amount";
    let matched = |id: &str| Transaction {
        matched_transaction_id: Some(row_id(id)),
        ..new(-1500, Some("food"))
    };
    let known = row("known", 90, -1400, Some("food"));
    assert_eq!(why([known.clone(), matched("nowhere")]), unlisted);
    assert_eq!(why([known.clone(), matched("known")]), differs);
    assert_eq!(why([known, row("same", 9, -1500, Some("food")), matched("same")]), "");
}

#[test]
fn the_queue_is_of_all_years_and_accounts_newest_first_in_pages() {
    let waiting = |id: &str, ago, category| Transaction {
        approved: false,
        ..row(id, ago, -1000, category)
    };
    let mut tracked = waiting("tracked", 700, None);
    tracked.account_id = AccountId::parse("depot").unwrap();
    let mut transfer = waiting("transfer", 2, None);
    transfer.transfer_account_id = Some(AccountId::parse("savings").unwrap());
    transfer.amount = Milliunits::new(-20_000);
    let plan = plan_of([
        waiting("old", 1500, None),
        row("approved", 9, -1000, None),
        tracked,
        waiting("today", 0, Some("food")),
        transfer,
    ]);
    let first = Asked { limit: 3, ..ALL };
    let ids = |found: &Queue<'_>| {
        found
            .entries
            .iter()
            .map(|entry| entry.row.id.to_string())
            .collect::<Vec<_>>()
    };
    let next = with(&plan, &first, |found| {
        assert_eq!(ids(&found), ["today", "transfer", "tracked"]);
        assert_eq!((found.total, found.needing_category), (4, 1));
        assert_eq!(
            found.message(),
            "4 transactions wait for approval, 1 of them for a category too."
        );
        found.next
    });
    let second = Asked { after: next, limit: 3 };
    with(&plan, &second, |found| {
        assert_eq!(
            (ids(&found), found.next.clone(), found.total),
            (vec!["old".to_owned()], None, 4)
        );
        assert!(found.entries[0].needs_category);
    });
}

#[test]
fn an_empty_queue_says_so() {
    let plan = plan_of([row("approved", 1, -1000, None)]);
    with(&plan, &ALL, |found| {
        assert_eq!(
            (found.message().as_str(), found.entries.len()),
            ("No transaction waits for approval.", 0)
        );
    });
}
