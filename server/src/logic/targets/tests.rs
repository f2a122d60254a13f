//! What may be asked of a target, and what YNAB is expected to make of it.

use super::*;
use crate::domain::money::Milliunits;
use crate::logic::samples::{account, groups, groups_aiming, groups_with};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn milliunits(amount: i64) -> Milliunits {
    Milliunits::new(amount)
}

fn amount(text: &str) -> Wanted {
    Wanted {
        amount: Some(AmountArgument::parse(text).unwrap()),
        by_date: None,
        frequency: None,
        needs_whole_amount: None,
    }
}

fn nothing() -> Wanted {
    Wanted {
        amount: None,
        ..amount("1")
    }
}

fn by_date(text: &str) -> Wanted {
    Wanted {
        by_date: Some(day(text)),
        ..amount("90")
    }
}

fn each(frequency: TargetFrequency) -> Wanted {
    Wanted {
        frequency: Some(frequency),
        ..amount("90")
    }
}

fn planned<'a>(groups: &'a [CategoryGroup], category: &str, wanted: &Wanted) -> Result<Retargeted<'a>, String> {
    let accounts = [
        account("car", "🚗 FOOD", "autoLoan"),
        account("visa", "Visa", "creditCard"),
    ];
    let currency = Currency::neutral();
    let planned = set(groups, &accounts, category, wanted, &currency, day("2026-09-15"));
    planned.map_err(|error| error.to_string())
}

fn after(groups: &[CategoryGroup], category: &str, wanted: &Wanted) -> Option<Target> {
    planned(groups, category, wanted).unwrap().after
}

fn of_kind(kind: TargetKind) -> Target {
    Target {
        cadence: None,
        every: None,
        ..Target::monthly(kind, milliunits(80_000))
    }
}

#[test]
fn a_new_target_is_of_the_kind_that_its_category_asks_for() {
    let groups = groups();
    let monthly = |kind| Some(Target::monthly(kind, milliunits(90_000)));
    assert_eq!(
        after(&groups, "visa", &amount("90")),
        monthly(TargetKind::MonthlyFunding)
    );
    // Named like a loan, whatever its case and pictures.
    assert_eq!(after(&groups, "food", &amount("90")), monthly(TargetKind::Debt));
    let spending = Target::repeating(milliunits(90_000), TargetFrequency::Monthly, Some(true));
    assert_eq!(after(&groups, "tennis", &amount("90")), Some(spending));
    let card = after(&groups, "visa", &by_date("2026-12-01")).unwrap();
    assert_eq!(
        (card.kind, card.date, card.whole_amount),
        (TargetKind::BalanceByDate, Some(day("2026-12-01")), None)
    );
    assert_eq!(after(&groups, "tennis", &nothing()), None);
}

#[test]
fn an_amount_alone_changes_the_amount_alone() {
    let on_a_day = Target {
        day: Some(15),
        whole_amount: Some(false),
        ..Target::repeating(milliunits(80_000), TargetFrequency::Monthly, None)
    };
    for target in [
        on_a_day,
        Target::by_date(milliunits(80_000), day("2026-12-01"), Some(true)),
        of_kind(TargetKind::Balance),
        of_kind(TargetKind::MonthlyFunding),
        of_kind(TargetKind::Other("HABIT".to_owned())),
    ] {
        let groups = groups_aiming("tennis", target.clone());
        let plan = planned(&groups, "tennis", &amount("90")).unwrap();
        let changed = Target {
            amount: milliunits(90_000),
            ..target.clone()
        };
        assert_eq!((plan.after, plan.no_way_back), (Some(changed), None), "{target:?}");
        // The same amount is the same target.
        assert!(planned(&groups, "tennis", &amount("80")).unwrap().is_same());
        assert!(!planned(&groups, "tennis", &amount("80.001")).unwrap().is_same());
    }
}

#[test]
fn a_frequency_makes_every_kind_a_spending_target_and_a_date_makes_a_balance_one_by_date() {
    for kind in [
        TargetKind::MonthlyFunding,
        TargetKind::Balance,
        TargetKind::BalanceByDate,
    ] {
        let groups = groups_aiming("tennis", of_kind(kind.clone()));
        let plan = planned(&groups, "tennis", &each(TargetFrequency::Weekly)).unwrap();
        assert_eq!(
            plan.after,
            Some(Target::repeating(
                milliunits(90_000),
                TargetFrequency::Weekly,
                Some(true)
            ))
        );
        assert!(plan.no_way_back.is_some(), "{kind:?}");
        let dated = after(&groups, "tennis", &by_date("2026-12-01")).unwrap();
        assert_eq!((dated.kind, dated.whole_amount), (TargetKind::BalanceByDate, None));
    }
    // How a spending target is filled stays, unless something else is asked.
    let refill = Target::repeating(milliunits(80_000), TargetFrequency::Monthly, Some(false));
    let groups = groups_aiming("tennis", refill);
    assert_eq!(
        after(&groups, "tennis", &each(TargetFrequency::Yearly))
            .unwrap()
            .whole_amount,
        Some(false)
    );
    let whole = Wanted {
        needs_whole_amount: Some(true),
        ..by_date("2026-12-01")
    };
    assert_eq!(after(&groups, "tennis", &whole).unwrap().whole_amount, Some(true));
}

#[test]
fn what_is_agreed_is_what_is_sent() {
    let groups = groups();
    let Effect::Target { request, card, .. } = planned(&groups, "visa", &by_date("2026-12-01")).unwrap().effect()
    else {
        panic!("not a target")
    };
    assert!(card);
    let expected = TargetRequest::Set {
        amount: milliunits(90_000),
        frequency: None,
        date: Some(day("2026-12-01")),
        whole_amount: None,
    };
    assert_eq!(request, Some(expected));
    let Effect::Target { request, card, .. } = planned(&groups, "tennis", &nothing()).unwrap().effect() else {
        panic!("not a target")
    };
    assert_eq!((request, card), (Some(TargetRequest::Remove), false));
}

#[test]
fn only_an_open_loan_of_that_name_makes_a_category_that_of_a_loan() {
    let groups = groups();
    let currency = Currency::neutral();
    let kind = |accounts: &[Account]| {
        let plan = set(&groups, accounts, "food", &amount("90"), &currency, day("2026-09-15"));
        plan.unwrap().after.unwrap().kind
    };
    assert_eq!(kind(&[account("l", "food", "mortgage")]), TargetKind::Debt);
    assert_eq!(kind(&[account("l", "food", "checking")]), TargetKind::Spending);
    assert_eq!(kind(&[account("l", "foods", "mortgage")]), TargetKind::Spending);
    let closed = Account {
        closed: true,
        ..account("l", "food", "mortgage")
    };
    assert_eq!(kind(&[closed]), TargetKind::Spending);
}

#[test]
fn a_debt_target_takes_an_amount_alone_whatever_its_category_is_called() {
    let groups = groups_aiming("tennis", Target::monthly(TargetKind::Debt, milliunits(80_000)));
    let plan = planned(&groups, "tennis", &amount("90")).unwrap();
    assert_eq!(plan.no_way_back, None);
    for wanted in [each(TargetFrequency::Monthly), by_date("2026-12-01")] {
        let text = planned(&groups, "tennis", &wanted).unwrap_err();
        assert_eq!(
            text,
            "Nothing was sent to YNAB: Tennis pays a loan: YNAB takes an amount alone for its target."
        );
    }
}

#[test]
fn hidden_categories_and_ynabs_own_are_refused() {
    let groups = groups_with("tennis", |category| category.hidden = true);
    let text = planned(&groups, "tennis", &amount("90")).unwrap_err();
    assert_eq!(
        text,
        "Nothing was sent to YNAB: category Tennis is hidden: show it in YNAB first."
    );
    let text = planned(&groups, "uncategorized", &amount("90")).unwrap_err();
    assert_eq!(
        text,
        "Nothing was sent to YNAB: Uncategorized is YNAB's own category, which has no target."
    );
}
