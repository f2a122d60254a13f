use proptest::prelude::*;

use super::*;
use crate::domain::currency::Currency;
use crate::domain::month::Month;
use crate::logic::flows::lines;
use crate::logic::samples::plans::{SamplePlan, plans};
use crate::logic::samples::{account, category_id, group, split_line, transaction};

fn money(thousandths: i64) -> Milliunits {
    Milliunits::new(thousandths)
}

fn card(id: &str, name: &str, balance: i64) -> Account {
    Account {
        balance: money(balance),
        ..account(id, name, "creditCard")
    }
}

/// A payment category.
fn payment(id: &str, name: &str, available: i64) -> Category {
    let mut groups = group("cards", GroupRole::CardPayments, &[id]);
    let mut category = groups.categories.remove(0);
    (category.name, category.available) = (name.into(), money(available));
    category
}

fn month(categories: Vec<Category>) -> MonthDetail {
    MonthDetail {
        month: Month::parse("2026-09").unwrap(),
        income: Milliunits::ZERO,
        assigned: Milliunits::ZERO,
        activity: Milliunits::ZERO,
        ready_to_assign: Milliunits::ZERO,
        age_of_money: None,
        categories,
    }
}

fn told(coverage: &CardCoverage<'_>) -> String {
    coverage.message(&Currency::neutral())
}

fn standings<'a>(coverage: &'a CardCoverage<'_>) -> Vec<(&'a str, Standing)> {
    coverage
        .cards
        .iter()
        .map(|card| (card.account.id.as_str(), card.standing))
        .collect()
}

#[test]
fn each_card_is_compared_with_its_category_to_the_cent() {
    let accounts = [
        card("even", "Even", -100_000),
        card("short", "Short", -100_000),
        card("over", "Over", -100_000),
        card("credit", "Credit", 25_000),
        card("rich", "Rich", 25_000),
        card("empty", "Empty", 25_000),
    ];
    let month = month(vec![
        payment("a", "Even", 100_000),
        payment("b", "Short", 99_990),
        payment("c", "Over", 140_000),
        payment("d", "Credit", 0),
        payment("e", "Rich", 10_000),
        payment("f", "Empty", -25_000),
    ]);
    let coverage = coverage(&accounts, &month, &[]).unwrap();
    assert_eq!(
        standings(&coverage),
        [
            ("empty", Standing::Short(money(25_000))),
            ("short", Standing::Short(money(10))),
            ("over", Standing::MoreThanOwed(money(40_000))),
            ("rich", Standing::MoreThanOwed(money(10_000))),
            ("even", Standing::Covered),
            ("credit", Standing::Covered),
        ]
    );
    assert_eq!(
        (coverage.owed, coverage.short, coverage.short_on_cards, coverage.stuck),
        (money(300_000), money(25_010), money(25_010), money(50_000))
    );
    assert_eq!(
        told(&coverage),
        "2 of 6 cards are not covered, 25.01 in all: Empty lacks 25.00, Short lacks 0.01. 50.00 more than is owed stands in \
         payment categories and can be moved: Over 40.00, Rich 10.00."
    );
}

#[test]
fn what_is_covered_is_said_in_one_sentence() {
    let accounts = [card("visa", "Visa", -100_000), card("gold", "Gold", -50_000)];
    let month = month(vec![payment("a", "Visa", 100_000), payment("b", "Gold", 50_000)]);
    let both = coverage(&accounts, &month, &[]).unwrap();
    assert_eq!(told(&both), "All 2 cards are covered: the 150.00 owed is set aside.");
    let one = coverage(&accounts[..1], &month, &[]).unwrap();
    assert_eq!(
        told(&one),
        "The card is covered: the 100.00 owed is set aside. 50.00 more than is owed stands in payment categories and can be \
         moved: Gold (no such card) 50.00."
    );
    assert_eq!(
        told(&coverage(&[], &super::tests::month(vec![]), &[]).unwrap()),
        "The plan has no open credit card."
    );
}

#[test]
fn money_of_a_closed_card_is_stuck_and_less_than_nothing_is_short() {
    let mut closed = card("amex", "Amex", 0);
    closed.closed = true;
    let accounts = [card("visa", "Visa", 0), closed];
    let month = month(vec![
        payment("a", "Visa", 0),
        payment("b", "Amex", 45_000),
        payment("c", "Gone", -5_000),
        payment("d", "Long gone", 0),
    ]);
    let coverage = coverage(&accounts, &month, &[]).unwrap();
    let orphans: Vec<_> = coverage
        .orphans
        .iter()
        .map(|(category, why)| (category.id.as_str(), *why))
        .collect();
    assert_eq!(orphans, [("b", Orphan::ClosedCard), ("c", Orphan::NoCard)]);
    assert_eq!(
        (coverage.stuck, coverage.short, coverage.short_on_cards),
        (money(45_000), money(5_000), money(0))
    );
    assert!(told(&coverage).ends_with("can be moved: Amex (closed card) 45.00."));
}

#[test]
fn names_match_letter_by_letter_first_and_are_never_guessed() {
    let accounts = [
        card("big", "VISA", -10_000),
        card("small", "visa", -20_000),
        card("pictured", "💳 Gold", -30_000),
        card("twin-1", "Twin", -40_000),
        card("twin-2", "Twin", -50_000),
        card("lost", "Lost", -60_000),
    ];
    let month = month(vec![
        payment("a", "visa", 20_000),
        payment("b", "VISA", 10_000),
        payment("c", "gold", 30_000),
        payment("d", "Twin", 40_000),
    ]);
    let coverage = coverage(&accounts, &month, &[]).unwrap();
    assert_eq!(
        standings(&coverage),
        [
            ("lost", Standing::NoCategory),
            ("twin-2", Standing::NameNotUnique),
            ("twin-1", Standing::NameNotUnique),
            ("pictured", Standing::Covered),
            ("small", Standing::Covered),
            ("big", Standing::Covered),
        ]
    );
    assert!(told(&coverage).starts_with("All 3 cards are covered. "));
    assert!(
        told(&coverage).ends_with("Not compared, since no single payment category has the name: Lost, Twin, Twin.")
    );
}

#[test]
fn a_new_card_takes_over_the_name_of_a_closed_one() {
    let mut old = card("old", "Visa", 0);
    old.closed = true;
    let accounts = [old, card("new", "Visa", -10_000)];
    let mut hidden = payment("was", "Visa", 7_000);
    hidden.hidden = true;
    let month = month(vec![hidden, payment("is", "Visa", 10_000)]);
    let coverage = coverage(&accounts, &month, &[]).unwrap();
    assert_eq!(standings(&coverage), [("new", Standing::Covered)]);
    let (category, why) = coverage.orphans.first().unwrap();
    assert_eq!((category.id.as_str(), *why), ("was", Orphan::ClosedCard));
    let mut other = account("line", "Line", "lineOfCredit");
    other.on_budget = false;
    assert!(
        !is_card(&other)
            && is_card(&Account {
                on_budget: true,
                ..other.clone()
            })
    );
}

#[test]
fn overspending_is_debt_only_as_far_as_it_was_on_cards() {
    let accounts = [card("visa", "Visa", -90_000), account("current", "Current", "checking")];
    let mut everyday = group("everyday", GroupRole::Ordinary, &["food", "rent", "fun", "fine"]).categories;
    for (category, available) in everyday.iter_mut().zip([-30_000, -50_000, -5_000, 10_000]) {
        category.available = money(available);
    }
    everyday.push(payment("a", "Visa", 85_000));
    let month = month(everyday);
    let row = |account: &str, date: &str, amount: i64, category: &str| {
        let mut row = transaction(&format!("{account}{date}{amount}{category}"));
        row.account_id = AccountId::parse(account).unwrap();
        row.date = date.parse().unwrap();
        (row.amount, row.category_id) = (money(amount), Some(category_id(category)));
        row
    };
    let mut split = row("visa", "2026-09-30", -12_000, "none");
    split.category_id = None;
    split.lines = Box::new([
        split_line(-20_000, Some(category_id("food"))),
        split_line(8_000, Some(category_id("fun"))),
    ]);
    let rows = [
        split,
        row("visa", "2026-09-01", -15_000, "food"),
        row("visa", "2026-09-02", 1_000, "food"),
        row("visa", "2026-08-31", -99_000, "rent"),
        row("visa", "2026-10-01", -99_000, "rent"),
        row("current", "2026-09-03", -99_000, "rent"),
        row("visa", "2026-09-03", -20_000, "rent"),
        row("visa", "2026-09-04", -9_000, "fine"),
    ];
    let coverage = coverage(&accounts, &month, &rows).unwrap();
    let found: Vec<_> = coverage
        .overspending
        .iter()
        .map(|row| (row.category.id.as_str(), row.overspent.get(), row.on_cards.get()))
        .collect();
    // 34 of food on the card, 30 below zero; 20 of rent on the card, 50 below zero; more came back for fun than was spent.
    assert_eq!(found, [("food", 30_000, 30_000), ("rent", 50_000, 20_000)]);
    assert_eq!(coverage.overspent_on_cards, money(50_000));
    assert!(
        told(&coverage)
            .ends_with("Overspending of up to 50.00 on cards became debt this month: cover Food, Rent first."),
        "{}",
        told(&coverage)
    );
}

#[test]
fn amounts_that_do_not_fit_are_an_error() {
    let accounts = [card("visa", "Visa", i64::MIN)];
    assert_eq!(coverage(&accounts, &month(vec![]), &[]), Err(MoneyError::Overflow));
    let accounts = [card("visa", "Visa", -i64::MAX)];
    assert_eq!(
        coverage(&accounts, &month(vec![payment("a", "Visa", -2)]), &[]),
        Err(MoneyError::Overflow)
    );
}

/// A generated plan with what is available in each category.
fn plans_with_available() -> impl Strategy<Value = (SamplePlan, MonthDetail)> {
    let available = proptest::collection::vec(-60_000_i64..60_000, 16);
    (plans(60), available).prop_map(|(plan, available)| {
        let mut categories: Vec<Category> = plan.groups.iter().flat_map(|group| group.categories.clone()).collect();
        for (category, available) in categories.iter_mut().zip(available) {
            category.available = money(available);
        }
        (plan, month(categories))
    })
}

proptest! {
    #[test]
    fn every_plan_is_covered_as_its_rows_say((mut plan, month) in plans_with_available(), exact: bool) {
        if exact {
            for account in &mut plan.accounts {
                account.balance = month.categories.iter().find(|category| category.name == account.name).map_or(account.balance, |category| money(-category.available.get()));
            }
        }
        let coverage = coverage(&plan.accounts, &month, &plan.transactions).unwrap();
        let available = |id: &str| month.categories.iter().find(|category| category.id.as_str() == id).unwrap().available.get();
        let (mut short, mut stuck, mut owed) = (0, 0, 0);
        for id in ["visa", "line"] {
            let balance = plan.accounts.iter().find(|account| account.id.as_str() == id).unwrap().balance.get();
            let found = coverage.cards.iter().find(|card| card.account.id.as_str() == id).unwrap();
            let owes = if balance < 0 { -balance } else { 0 };
            prop_assert_eq!(found.owed.get(), owes);
            owed += owes;
            let more = available(id) - owes;
            let expected = match more {
                0 => Standing::Covered,
                more if more > 0 => Standing::MoreThanOwed(money(more)),
                less => Standing::Short(money(-less)),
            };
            prop_assert_eq!(found.standing, expected);
            short += (-more).max(0);
            stuck += more.max(0);
        }
        prop_assert_eq!((coverage.owed.get(), coverage.short.get(), coverage.stuck.get()), (owed, short, stuck));
        let mut on_cards = 0;
        for id in ["food", "rent", "fun", "misc", "misc-too", "secret"] {
            let mut spent = 0;
            for row in plan.transactions.iter().filter(|row| ["visa", "line"].contains(&row.account_id.as_str())) {
                for line in lines(row).filter(|line| line.category_id() == Some(&category_id(id))) {
                    spent -= if Month::of(row.date) == month.month { line.amount().get() } else { 0 };
                }
            }
            on_cards += spent.min(-available(id)).max(0);
        }
        prop_assert_eq!(coverage.overspent_on_cards.get(), on_cards);
    }
}
