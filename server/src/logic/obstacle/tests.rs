//! What stands in the way of putting something back.

use super::*;
use crate::domain::ids::PayeeId;
use crate::domain::money::Milliunits;
use crate::domain::target::{Target, TargetFrequency, TargetKind};
use crate::logic::samples::{category_id, group_id, groups, groups_with, payee, row_id, transaction};

fn books() -> Books {
    let groups = groups();
    let all = groups.iter().flat_map(|group| &group.categories);
    let payees = [payee("market", "Farm shop"), payee("taverna", "MARKET")];
    Books {
        categories: all.map(|category| (category.id.clone(), category.clone())).collect(),
        groups: groups.iter().map(|group| group.id.clone()).collect(),
        payees: payees.map(|payee| (payee.id.clone(), payee)).into(),
        ..Books::default()
    }
}

fn name(id: &str, after: &str) -> Effect {
    Effect::CategoryName {
        category_id: category_id(id),
        before: "Sport".to_owned(),
        after: after.to_owned(),
    }
}

fn moved(id: &str, after: &str) -> Effect {
    Effect::CategoryGroup {
        category_id: category_id(id),
        before: group_id("leisure"),
        after: group_id(after),
    }
}

#[test]
fn a_category_that_is_gone_is_given_to_no_row() {
    let give = |after: Option<&str>| Effect::Category {
        transaction_id: row_id("one"),
        before: None,
        after: after.map(category_id),
    };
    let books = books();
    assert_eq!(books.obstacle(&give(Some("food")), &[]), None);
    assert_eq!(books.obstacle(&give(None), &[]), None);
    assert_eq!(books.obstacle(&give(Some("gone")), &[]), Some(Obstacle::CategoryGone));
}

#[test]
fn a_name_is_taken_by_another_category_of_the_group_whatever_its_case() {
    let books = books();
    assert_eq!(books.obstacle(&name("tennis", "PIANO"), &[]), Some(Obstacle::NameTaken));
    assert_eq!(books.obstacle(&name("tennis", "TENNIS"), &[]), None);
    assert_eq!(books.obstacle(&name("tennis", "Food"), &[]), None);
    assert_eq!(books.obstacle(&name("gone", "Piano"), &[]), None);
}

#[test]
fn name_and_group_are_looked_at_together() {
    let books = books();
    let (to_food, to_everyday) = (name("tennis", "Food"), moved("tennis", "everyday"));
    let both = [to_food.clone(), to_everyday.clone()];
    // Either alone is free; together they are the name and the group of another.
    assert_eq!(books.obstacle(&to_everyday, &[]), None);
    assert_eq!(books.obstacle(&to_food, &both), Some(Obstacle::NameTaken));
    assert_eq!(books.obstacle(&to_everyday, &both), Some(Obstacle::NameTaken));
    // A change of another category beside it is no matter.
    assert_eq!(books.obstacle(&to_food, &[moved("piano", "everyday")]), None);
    assert_eq!(books.obstacle(&moved("tennis", "gone"), &[]), Some(Obstacle::GroupGone));
}

#[test]
fn a_payees_name_is_taken_by_another_payee_whatever_its_case() {
    let rename = |id: &str, after: &str| Effect::PayeeName {
        payee_id: PayeeId::parse(id).unwrap(),
        before: String::new(),
        after: after.to_owned(),
    };
    let books = books();
    assert_eq!(
        books.obstacle(&rename("market", "Market"), &[]),
        Some(Obstacle::NameTaken)
    );
    assert_eq!(books.obstacle(&rename("market", "Farm Shop"), &[]), None);
}

#[test]
fn a_target_is_in_the_way_where_the_api_has_no_field_for_it() {
    let target = |after, card| Effect::Target {
        category_id: category_id("tennis"),
        before: None,
        after: Some(after),
        request: None,
        card,
    };
    let amount = Milliunits::new(1);
    let funding = Target::monthly(TargetKind::MonthlyFunding, amount);
    let weekly = Target::repeating(amount, TargetFrequency::Weekly, None);
    let books = books();
    assert_eq!(books.obstacle(&target(weekly, false), &[]), None);
    assert_eq!(books.obstacle(&target(funding.clone(), true), &[]), None);
    assert_eq!(books.obstacle(&target(funding, false), &[]), Some(Obstacle::Target));
}

#[test]
fn a_target_that_was_due_before_today_is_in_the_way_unless_its_date_is_not_sent() {
    let amount = Milliunits::new(1);
    let due = Target::by_date(amount, "2026-09-14".parse().unwrap(), None);
    let target = |before: Option<&Target>| Effect::Target {
        category_id: category_id("tennis"),
        before: before.cloned(),
        after: Some(due.clone()),
        request: None,
        card: false,
    };
    let on = |day: &str| Books {
        today: Some(day.parse().unwrap()),
        ..books()
    };
    assert_eq!(
        on("2026-09-15").obstacle(&target(None), &[]),
        Some(Obstacle::TargetPast)
    );
    assert_eq!(on("2026-09-14").obstacle(&target(None), &[]), None);
    let more = Target {
        amount: Milliunits::new(2),
        ..due.clone()
    };
    assert_eq!(on("2026-09-15").obstacle(&target(Some(&more)), &[]), None);
}

#[test]
fn a_transfer_whose_other_side_would_lose_something_is_not_deleted() {
    let (mut this, mut other) = (transaction("this"), transaction("other"));
    this.transfer_transaction_id = Some(row_id("other"));
    let deleted = |row: &crate::domain::plan::Transaction| Effect::Deleted {
        transaction_id: row.id.clone(),
        row: Box::new(crate::domain::row::Row::of(row)),
    };
    let with = |this: &crate::domain::plan::Transaction, other: &crate::domain::plan::Transaction| {
        let rows = [this, other].map(|row| (row.id.clone(), row.clone()));
        let books = Books {
            transactions: rows.into(),
            ..books()
        };
        books.obstacle(&deleted(this), &[])
    };
    other.cleared = Cleared::Uncleared;
    assert_eq!(with(&this, &other), None);
    for cleared in [Cleared::Cleared, Cleared::Reconciled] {
        other.cleared = cleared;
        assert_eq!(with(&this, &other), Some(Obstacle::OtherSide));
    }
    other.cleared = Cleared::Uncleared;
    other.flag = Some(crate::domain::flag::FlagColor::Red);
    assert_eq!(with(&this, &other), Some(Obstacle::OtherSide));
}

#[test]
fn hidden_categories_hold_their_names() {
    let groups = groups_with("piano", |category| category.hidden = true);
    let all = groups.iter().flat_map(|group| &group.categories);
    let books = Books {
        categories: all.map(|category| (category.id.clone(), category.clone())).collect(),
        ..books()
    };
    assert_eq!(books.obstacle(&name("tennis", "Piano"), &[]), Some(Obstacle::NameTaken));
}
