//! New things found again, each only once, and changes made fit to be sent.

use super::*;
use crate::domain::flag::FlagColor;
use crate::domain::plan::{Cleared, GroupRole};
use crate::domain::target::{Target, TargetKind};
use crate::logic::samples::{category_id, group_id, groups, row_id, transaction};

fn books(rows: &[Transaction]) -> Books {
    let groups = groups();
    let all = groups.iter().flat_map(|group| &group.categories);
    Books {
        transactions: rows.iter().map(|row| (row.id.clone(), row.clone())).collect(),
        categories: all.map(|category| (category.id.clone(), category.clone())).collect(),
        ..Books::default()
    }
}

fn created(row: &Transaction, alike: &[&str]) -> Effect {
    Effect::Created {
        transaction_id: None,
        row: Recorded::Whole(Box::new(Row::of(row))),
        alike: alike.iter().map(|id| row_id(id)).collect(),
        replaces: None,
    }
}

fn ids(effects: &[Effect]) -> Vec<Option<&str>> {
    effects
        .iter()
        .map(|effect| effect.transaction_id().map(TransactionId::as_str))
        .collect()
}

#[test]
fn two_equal_purchases_are_two_rows_and_none_that_was_there_before() {
    let wanted = created(&transaction("new"), &["old"]);
    let rows = ["old", "one", "two"].map(transaction);
    let found = books(&rows).found(&[wanted.clone(), wanted.clone(), wanted]);
    let mut found = ids(&found);
    assert_eq!(found.pop(), Some(None), "a third one is not there");
    found.sort_unstable();
    assert_eq!(found, [Some("one"), Some("two")]);
}

#[test]
fn of_several_rows_the_one_that_agrees_in_most_is_taken() {
    let mut flagged = transaction("flagged");
    flagged.flag = Some(FlagColor::Red);
    flagged.memo = Some("mine".into());
    let wanted = created(&flagged, &[]);
    let rows = [transaction("a"), flagged, transaction("z")];
    assert_eq!(ids(&books(&rows).found(&[wanted])), [Some("flagged")]);
}

#[test]
fn another_account_day_amount_or_import_id_is_another_row() {
    let change = |change: fn(&mut Transaction)| {
        let mut row = transaction("other");
        change(&mut row);
        let found = books(&[row]).found(&[created(&transaction("new"), &[])]);
        assert_eq!(ids(&found), [None]);
    };
    change(|row| row.date = "2026-09-13".parse().unwrap());
    change(|row| row.amount = crate::domain::money::Milliunits::new(-86_401));
    change(|row| row.account_id = crate::domain::ids::AccountId::parse("savings").unwrap());
    change(|row| row.import_id = Some("YNAB:1".into()));
}

#[test]
fn a_row_that_an_effect_names_is_not_taken_for_a_new_one() {
    let flag = Effect::Flag {
        transaction_id: row_id("one"),
        before: None,
        after: None,
    };
    let found = books(&[transaction("one")]).found(&[flag, created(&transaction("new"), &[])]);
    assert_eq!(ids(&found), [Some("one"), None]);
}

#[test]
fn a_new_category_is_found_by_its_group_and_name() {
    let wanted = |group: &str, name: &str| Effect::NewCategory {
        category_id: None,
        group_id: group_id(group),
        name: name.to_owned(),
    };
    let found = books(&[]).found(&[
        wanted("leisure", "Tennis"),
        wanted("everyday", "Tennis"),
        wanted("leisure", "tennis"),
    ]);
    let ids: Vec<_> = found
        .iter()
        .map(|effect| match effect {
            Effect::NewCategory { category_id, .. } => category_id.as_ref().map(ToString::to_string),
            _ => None,
        })
        .collect();
    assert_eq!(ids, [Some("tennis".to_owned()), None, None]);
}

#[test]
fn an_import_brought_what_was_not_there_before() {
    let imported = Effect::Imported {
        transaction_ids: vec![],
        rows_before: 1,
    };
    let with = |ids: &[&str]| Books {
        bank_rows: ids.iter().map(|id| row_id(id)).collect(),
        ..Books::default()
    };
    let after = with(&["one", "three", "two"]).since(&with(&["one"]));
    let expected = Effect::Imported {
        transaction_ids: vec![row_id("three"), row_id("two")],
        rows_before: 1,
    };
    assert_eq!(after.found(std::slice::from_ref(&imported)), [expected]);
    let same = with(&["one"]).since(&with(&["one"]));
    assert_eq!(
        (same.imported.clone(), same.found(std::slice::from_ref(&imported))),
        (None, vec![imported])
    );
}

#[test]
fn a_row_of_which_only_the_id_is_known_is_filled_with_what_is_there() {
    let only = Effect::Created {
        transaction_id: Some(row_id("one")),
        row: Recorded::Only {
            cleared: Cleared::Cleared,
        },
        alike: vec![],
        replaces: None,
    };
    let row = transaction("one");
    let filled = books(std::slice::from_ref(&row)).filled(&only);
    assert_eq!(filled.row(), Some(&Row::of(&row)));
    assert_eq!(books(&[]).filled(&only), only);
    let flag = Effect::Flag {
        transaction_id: row_id("one"),
        before: None,
        after: None,
    };
    assert_eq!(books(&[row]).filled(&flag), flag);
}

#[test]
fn a_new_row_knows_those_that_were_there_and_a_target_whether_it_is_a_cards() {
    let rows = ["b", "a"].map(transaction);
    let Effect::Created { alike, .. } = books(&rows).ready(created(&transaction("new"), &["stale"])) else {
        panic!("not a row")
    };
    assert_eq!(alike, [row_id("a"), row_id("b")]);
    let target = |id: &str, card| Effect::Target {
        category_id: category_id(id),
        before: None,
        after: Some(Target::monthly(
            TargetKind::MonthlyFunding,
            crate::domain::money::Milliunits::new(1),
        )),
        request: None,
        card,
    };
    let books = books(&[]);
    assert_eq!(books.categories[&category_id("visa")].role, GroupRole::CardPayments);
    assert_eq!(books.ready(target("visa", false)), target("visa", true));
    assert_eq!(books.ready(target("tennis", true)), target("tennis", false));
    assert_eq!(books.ready(target("gone", true)), target("gone", true));
}
