use super::*;
use crate::domain::ids::TransactionId;
use crate::domain::plan::{Cleared, SplitLine};

fn row(id: &str, account: &str, payee: Option<&str>) -> Transaction {
    Transaction {
        id: TransactionId::parse(id).unwrap(),
        date: "2026-09-12".parse().unwrap(),
        amount: Milliunits::new(-9_000),
        memo: None,
        cleared: Cleared::Cleared,
        approved: true,
        flag: None,
        flag_name: None,
        account_id: AccountId::parse(account).unwrap(),
        payee_id: payee.map(|payee| PayeeId::parse(payee).unwrap()),
        payee_name: payee.map(Arc::from),
        category_id: None,
        transfer_account_id: None,
        transfer_transaction_id: None,
        import_id: None,
        matched_transaction_id: None,
        import_payee_name: None,
        import_payee_name_original: None,
        lines: Box::new([]),
    }
}

fn line(amount: i64, payee: Option<&str>) -> SplitLine {
    SplitLine {
        amount: Milliunits::new(amount),
        memo: None,
        payee_id: payee.map(|payee| PayeeId::parse(payee).unwrap()),
        payee_name: payee.map(Arc::from),
        category_id: Some(CategoryId::parse("food").unwrap()),
        transfer_account_id: Some(AccountId::parse("savings").unwrap()),
        transfer_transaction_id: None,
    }
}

#[test]
fn each_line_has_the_numbers_of_what_it_names() {
    let mut split = row("two", "current", Some("market"));
    split.lines = Box::new([line(-4_000, None), line(-4_999, Some("baker"))]);
    let rows = [
        row("one", "current", Some("market")),
        split,
        row("three", "savings", None),
    ];
    let lines = Lines::of(&rows, &Arc::default());
    let ledger = Ledger::new(&rows, &lines);
    let told = ledger.entries().iter().map(|entry| {
        (
            ledger.row(entry).unwrap().id.as_str(),
            entry.amount.get(),
            ledger.account(entry.account).unwrap().as_str(),
            entry.transfer.map(|other| ledger.account(other).unwrap().as_str()),
            entry
                .category
                .map(|category| ledger.category(category).unwrap().as_str()),
            entry.payee.map(|payee| ledger.payee(payee).unwrap().as_str()),
            entry.name.map(|name| ledger.name(name).unwrap().as_ref()),
        )
    });
    let (food, savings, market, baker) = (Some("food"), Some("savings"), Some("market"), Some("baker"));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            ("one", -9_000, "current", None, None, market, market),
            ("two", -4_000, "current", savings, food, market, market),
            ("two", -4_999, "current", savings, food, baker, baker),
            ("three", -9_000, "savings", None, None, None, None),
        ]
    );
    // Equal texts have one number wherever they lie.
    assert_eq!((ledger.accounts().len(), ledger.payees().len()), (2, 2));
    let whole = ledger
        .by_row()
        .map(|lines| (lines.len(), ledger.whole_amount(lines).get()));
    assert_eq!(whole.collect::<Vec<_>>(), [(1, -9_000), (2, -9_000), (1, -9_000)]);
    let parts = ledger
        .entries()
        .iter()
        .map(|entry| ledger.part(entry).map(|part| part.amount.get()));
    assert_eq!(parts.collect::<Vec<_>>(), [None, Some(-4_000), Some(-4_999), None]);
    let first = ledger.entries().iter().map(|entry| (entry.is_first(), entry.is_part()));
    assert_eq!(
        first.collect::<Vec<_>>(),
        [(true, false), (true, true), (false, true), (true, false)]
    );
}

#[test]
fn a_line_stays_small() {
    assert!(size_of::<Entry>() <= 56, "{}", size_of::<Entry>());
}
