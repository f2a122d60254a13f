//! Small plans for the tests of these modules.

pub(crate) mod months;
pub(crate) mod plans;

use crate::domain::ids::{AccountId, CategoryGroupId, CategoryId, PayeeId, TransactionId};
use crate::domain::lines::{Ledger, Lines};
use crate::domain::money::Milliunits;
use crate::domain::plan::{
    Account, BankLink, Category, CategoryGroup, Cleared, DebtTerms, GroupRole, Payee, SplitLine, Transaction,
};
use crate::domain::target::Target;

pub(super) fn category_id(id: &str) -> CategoryId {
    CategoryId::parse(id).unwrap()
}

pub(super) fn group_id(id: &str) -> CategoryGroupId {
    CategoryGroupId::parse(id).unwrap()
}

pub(super) fn row_id(id: &str) -> TransactionId {
    TransactionId::parse(id).unwrap()
}

pub(super) fn payee_id(id: &str) -> PayeeId {
    PayeeId::parse(id).unwrap()
}

/// An account of this type, in the plan unless its type is only tracked.
pub(super) fn account(id: &str, name: &str, kind: &str) -> Account {
    Account {
        id: AccountId::parse(id).unwrap(),
        name: name.into(),
        kind: kind.to_owned(),
        on_budget: ["checking", "savings", "creditCard"].contains(&kind),
        closed: false,
        balance: Milliunits::ZERO,
        cleared_balance: Milliunits::ZERO,
        uncleared_balance: Milliunits::ZERO,
        transfer_payee_id: None,
        bank_link: BankLink::None,
        last_reconciled: None,
        note: None,
        debt: DebtTerms::default(),
    }
}

/// A group with categories, each called as its id with a capital.
pub(super) fn group(id: &str, role: GroupRole, categories: &[&str]) -> CategoryGroup {
    CategoryGroup {
        id: group_id(id),
        name: capital(id).as_str().into(),
        hidden: false,
        role,
        categories: categories.iter().map(|category| named(category, id, role)).collect(),
    }
}

fn named(id: &str, group: &str, role: GroupRole) -> Category {
    Category {
        id: category_id(id),
        name: capital(id).as_str().into(),
        group_id: group_id(group),
        group_name: capital(group).as_str().into(),
        role,
        hidden: false,
        note: None,
        assigned: Milliunits::ZERO,
        activity: Milliunits::ZERO,
        available: Milliunits::ZERO,
        target: None,
        progress: None,
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Two groups of the person's own, that of the cards, and YNAB's own.
pub(super) fn groups() -> Vec<CategoryGroup> {
    vec![
        group("leisure", GroupRole::Ordinary, &["tennis", "piano"]),
        group("everyday", GroupRole::Ordinary, &["food", "rent"]),
        group("cards", GroupRole::CardPayments, &["visa"]),
        group("own", GroupRole::Internal, &["uncategorized"]),
    ]
}

/// The same groups, one category changed.
pub(super) fn groups_with(id: &str, change: impl FnOnce(&mut Category)) -> Vec<CategoryGroup> {
    let mut groups = groups();
    let mut all = groups.iter_mut().flat_map(|group| &mut group.categories);
    change(all.find(|category| category.id == category_id(id)).unwrap());
    groups
}

/// The same groups, one category with a target.
pub(super) fn groups_aiming(id: &str, target: Target) -> Vec<CategoryGroup> {
    groups_with(id, |category| category.target = Some(Box::new(target)))
}

/// A line of a split.
pub(super) fn split_line(amount: i64, category_id: Option<CategoryId>) -> SplitLine {
    SplitLine {
        amount: Milliunits::new(amount),
        memo: None,
        payee_id: None,
        payee_name: None,
        category_id,
        transfer_account_id: None,
        transfer_transaction_id: None,
    }
}

/// The rows with their lines, which are kept until the test's process ends.
pub(super) fn with_lines(rows: &[Transaction]) -> Ledger<'_> {
    Ledger::new(rows, Box::leak(Box::new(Lines::of(rows, &std::sync::Arc::default()))))
}

/// A cleared and approved purchase of 86.40 on the current account.
pub(super) fn transaction(id: &str) -> Transaction {
    Transaction {
        id: row_id(id),
        date: "2026-09-12".parse().unwrap(),
        amount: Milliunits::new(-86_400),
        memo: None,
        cleared: Cleared::Cleared,
        approved: true,
        flag: None,
        flag_name: None,
        account_id: AccountId::parse("current").unwrap(),
        payee_id: Some(payee_id("market")),
        payee_name: Some("Market".into()),
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

pub(super) fn payee(id: &str, name: &str) -> Payee {
    Payee {
        id: payee_id(id),
        name: name.into(),
        transfer_account_id: None,
    }
}
