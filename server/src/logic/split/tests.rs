//! Which transactions can be split, and by which lines.

use super::*;
use crate::logic::samples::{account, category_id, groups, row_id, split_line, transaction};

fn wanted(amount: &str, category: &str) -> WantedLine {
    WantedLine {
        amount: AmountArgument::parse(amount).unwrap(),
        category: category.to_owned(),
        memo: None,
    }
}

fn accounts() -> Vec<Account> {
    vec![
        account("current", "Current", "checking"),
        account("savings", "Savings", "savings"),
        account("depot", "Depot", "otherAsset"),
    ]
}

fn planned(transaction: &Transaction, lines: &[WantedLine]) -> Result<Effect, String> {
    let (groups, accounts) = (groups(), accounts());
    let split = plan(transaction, lines, &groups, &accounts, &Currency::neutral());
    split.map(|split| split.effect()).map_err(|error| error.to_string())
}

fn two() -> [WantedLine; 2] {
    [wanted("-50", "food"), wanted("-36.40", "Tennis")]
}

#[test]
fn a_split_keeps_all_of_the_row_but_its_category() {
    let mut before = transaction("one");
    before.category_id = Some(category_id("rent"));
    before.memo = Some("on Saturday".into());
    before.import_id = Some("YNAB:-86400:2026-09-12:1".into());
    let Ok(Effect::Split {
        transaction_id,
        before: row,
        after,
    }) = planned(&before, &two())
    else {
        panic!("not a split")
    };
    assert_eq!((transaction_id, row.as_ref()), (row_id("one"), &Row::of(&before)));
    let lines = [(-50_000, "food"), (-36_400, "tennis")].map(|(amount, category)| RowLine {
        amount: Milliunits::new(amount),
        category_id: Some(category_id(category)),
        memo: None,
    });
    assert_eq!(
        *after,
        Row {
            category_id: None,
            lines: lines.to_vec(),
            ..*row
        }
    );
}

#[test]
fn lines_add_up_to_the_thousandth() {
    let row = transaction("one");
    assert_eq!(
        planned(&row, &[wanted("-50", "food"), wanted("-36.399", "tennis")]).unwrap_err(),
        "Nothing was sent to YNAB: the lines add up to -86.399, and the transaction is -86.40: -0.001 is missing."
    );
    assert!(planned(&row, &[wanted("-100", "food"), wanted("13.60", "tennis")]).is_ok());
}

#[test]
fn a_split_has_from_two_to_a_hundred_lines() {
    let row = transaction("one");
    for count in [0, 1, 101] {
        let lines = vec![wanted("-1", "food"); count];
        assert!(
            planned(&row, &lines)
                .unwrap_err()
                .contains(&format!("and {count} were given"))
        );
    }
    let mut hundred = vec![wanted("-0.10", "food"); 99];
    hundred.push(wanted("-76.50", "tennis"));
    assert!(planned(&row, &hundred).is_ok());
}

#[test]
fn every_bad_line_is_named_with_all_that_is_wrong_with_it() {
    let blank = WantedLine {
        memo: Some("a\nb".to_owned()),
        ..wanted("0", "nowhere")
    };
    let text = planned(&transaction("one"), &[wanted("-50", "visa"), blank]).unwrap_err();
    let lines: Vec<_> = text.lines().skip(1).collect();
    assert_eq!(lines.len(), 4, "{text}");
    for (line, start) in lines.iter().zip([
        "- Line 1: Category Visa pays a credit card",
        "- Line 2: the amount is zero",
        "- Line 2: no category has the id or name ‘nowhere’",
        "- Line 2: the memo cannot be used",
    ]) {
        assert!(line.starts_with(start), "{line}");
    }
}

#[test]
fn splits_tracked_rows_and_transfers_within_the_plan_are_refused_and_those_out_of_it_are_not() {
    let changed = |change: &dyn Fn(&mut Transaction)| {
        let mut row = transaction("one");
        change(&mut row);
        planned(&row, &two())
    };
    let line = || split_line(-86_400, None);
    let split = changed(&|row| row.lines = Box::new([line()]));
    assert!(split.unwrap_err().contains("transaction one is split already"));
    let tracked = changed(&|row| row.account_id = AccountId::parse("depot").unwrap());
    assert!(tracked.unwrap_err().contains("is on a tracking account"));
    let within = changed(&|row| row.transfer_account_id = Some(AccountId::parse("savings").unwrap()));
    assert!(within.unwrap_err().contains("is a transfer within the plan"));
    assert!(changed(&|row| row.transfer_account_id = Some(AccountId::parse("depot").unwrap())).is_ok());
}

#[test]
fn a_memo_is_sent_as_it_shows() {
    assert_eq!(memo(""), Ok(None));
    assert_eq!(memo("  "), Ok(None));
    assert_eq!(memo("Vegetables"), Ok(Some("Vegetables".to_owned())));
    assert!(memo(&"ä".repeat(500)).is_ok());
    assert_eq!(
        memo(&"ä".repeat(501)),
        Err("the memo has 501 characters, and YNAB takes 500".to_owned())
    );
    assert!(memo("two\nlines").is_err());
}
