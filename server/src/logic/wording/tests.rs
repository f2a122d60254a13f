//! The words of lines, facts and reasons.

use chrono::NaiveDate;

use super::undo::{facts, nothing, why_passed_over};
use super::*;
use crate::domain::ids::{OperationId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::plan::Cleared;
use crate::domain::row::Recorded;
use crate::logic::obstacle::Obstacle;
use crate::logic::samples::{account, groups, payee_id, row_id, transaction};
use crate::logic::undo::Undo;
use crate::logic::undo::moved::moved;

fn accounts() -> Vec<Account> {
    let mut current = account("giro", "Girokonto", "checking");
    current.balance = Milliunits::new(2_400_000);
    let mut savings = account("savings", "Tagesgeld", "savings");
    savings.balance = Milliunits::new(1_000_000);
    savings.transfer_payee_id = Some(payee_id("to-savings"));
    vec![current, savings]
}

fn labels() -> Labels {
    Labels::new(&accounts(), &groups())
}

fn row(amount: i64, payee: &str) -> Row {
    Row {
        account_id: AccountId::parse("giro").unwrap(),
        date: NaiveDate::from_ymd_opt(2026, 9, 15).unwrap(),
        amount: Milliunits::new(amount),
        payee_id: Some(payee_id(payee)),
        payee_name: Some(payee.to_owned()),
        ..Row::of(&transaction("any"))
    }
}

fn deleted(row: Row) -> Effect {
    Effect::Deleted {
        transaction_id: row_id("one"),
        row: Box::new(row),
    }
}

fn made(row: Row) -> Effect {
    Effect::Created {
        transaction_id: None,
        row: Recorded::Whole(Box::new(row)),
        alike: vec![],
        replaces: None,
    }
}

#[test]
fn a_whole_row_is_told_with_its_account_and_the_other_side_of_a_transfer() {
    let (books, currency) = (Books::default(), Currency::neutral());
    let told = |effect: &Effect| line(effect, &books, &labels(), &currency);
    assert_eq!(
        told(&deleted(row(-50_000, "shop"))),
        "2026-09-15 shop -50.00 on Girokonto: no category → deleted"
    );
    assert_eq!(
        told(&deleted(row(-50_000, "to-savings"))),
        "2026-09-15 to-savings -50.00 on Girokonto: transfer to Tagesgeld → deleted, and its other side on Tagesgeld too"
    );
    assert_eq!(
        told(&made(row(50_000, "to-savings"))),
        "2026-09-15 to-savings 50.00 on Girokonto: not there → transfer from Tagesgeld"
    );
}

#[test]
fn balances_are_told_with_both_sides_of_a_transfer_and_nothing_where_nothing_moves() {
    let (books, accounts, currency) = (Books::default(), accounts(), Currency::neutral());
    let told = |effects: &[Effect], plain| facts(&moved(effects, &books, &accounts).unwrap(), plain, &currency);
    assert_eq!(
        told(&[deleted(row(-50_000, "to-savings"))], 0),
        [
            "The balance of Girokonto goes from 2400.00 to 2450.00.",
            "The balance of Tagesgeld goes from 1000.00 to 950.00."
        ]
    );
    assert_eq!(
        told(&[made(row(-7_000, "shop"))], 1),
        [
            "The balance of Girokonto goes from 2400.00 to 2393.00.",
            "1 transaction(s) of the bank's come back as plain ones, without the bank's import id."
        ]
    );
    let replaced = [made(row(-7_000, "shop")), deleted(row(-7_000, "shop"))];
    assert_eq!(told(&replaced, 0), Vec::<String>::new());
}

fn left(now: Now, cause: Option<&str>) -> Conflict {
    Conflict {
        effect: Effect::Cleared {
            transaction_id: TransactionId::parse("one").unwrap(),
            before: Cleared::Cleared,
            after: Cleared::Reconciled,
        },
        now,
        cause: cause.map(|id| OperationId::parse(id).unwrap()),
    }
}

#[test]
fn why_nothing_is_undone_is_the_real_reason() {
    let of = |conflicts: Vec<Conflict>| {
        let undo = Undo {
            conflicts,
            ..Undo::default()
        };
        (why_passed_over(&undo), nothing(&undo))
    };
    let other = || {
        Now::Other(Effect::Cleared {
            transaction_id: row_id("one"),
            before: Cleared::Cleared,
            after: Cleared::Uncleared,
        })
    };
    let side = || Now::NoWayBack(Obstacle::OtherSide);
    assert_eq!(
        of(vec![]),
        (
            "all of it is back already".to_owned(),
            "Nothing to undo: everything is back already.".to_owned()
        )
    );
    assert_eq!(
        of(vec![left(side(), None), left(Now::Ours, None)]),
        (
            "it is a transfer whose other side is cleared, approved, flagged or has a memo of its own, which would be lost".to_owned(),
            "Nothing to undo: it cannot be put back, for the reason named, and is left alone.".to_owned()
        )
    );
    assert_eq!(
        of(vec![left(other(), None), left(side(), None)]).0,
        "what did not change since cannot be put back"
    );
    assert_eq!(
        of(vec![left(other(), Some("bbbbbbbbbbbb")), left(Now::Ours, None)]),
        (
            "all of it changed since".to_owned(),
            "Nothing to undo: all of it changed since and is left alone. Undo operation bbbbbbbbbbbb first: it made a later \
             change of the same thing."
                .to_owned()
        )
    );
}
