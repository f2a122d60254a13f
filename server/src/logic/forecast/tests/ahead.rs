//! The edges of what is asked, averages, and what the person says in place of them.

use super::*;
use crate::logic::samples::with_lines;

#[test]
fn the_last_month_is_this_one_to_two_years_ahead() {
    let today = day("2026-08-20");
    for fits in ["2026-08", "2026-09", "2028-08"] {
        assert!(check_until(month(fits), today).is_ok(), "{fits}");
    }
    for (until, shown) in [("2026-07", "2026-07"), ("2028-09", "2028-09")] {
        let error = check_until(month(until), today).unwrap_err().to_string();
        assert!(
            error.contains(shown) && error.contains("from 2026-08 to 2028-08"),
            "{error}"
        );
    }
}

#[test]
fn a_wrong_sign_is_refused_with_the_right_one() {
    let today = day("2026-08-20");
    let problems = |asked: &Asked| match check(asked, today) {
        Err(ToolError::Rows(problems)) => problems,
        _ => Vec::new(),
    };
    let wrong = Asked {
        monthly_income: Some(money(-1)),
        variable_monthly: Some(money(900)),
        ..asked("2026-09")
    };
    assert_eq!(
        problems(&wrong),
        [
            "`monthly_income` is money in, so it cannot be negative",
            "`variable_monthly` is money out, so it is negative (or 0): write -900 for 900 spent a month",
        ]
    );
    let right = Asked {
        monthly_income: Some(Milliunits::ZERO),
        variable_monthly: Some(Milliunits::ZERO),
        ..asked("2026-09")
    };
    assert_eq!(problems(&right), [""; 0]);
}

#[test]
fn a_one_off_of_today_or_beyond_the_end_is_refused_by_name() {
    let today = day("2026-08-20");
    let one = |date: &str, label: &str| OneOff {
        date: day(date),
        amount: money(-5),
        label: label.to_owned(),
    };
    let late = Asked {
        one_offs: vec![
            one("2026-08-20", "Cake"),
            one("2026-08-21", "Fine"),
            one("2026-09-30", "Fine too"),
            one("2026-10-01", "Trip"),
        ],
        ..asked("2026-09")
    };
    let Err(ToolError::Rows(problems)) = check(&late, today) else {
        panic!("taken")
    };
    assert_eq!(
        problems,
        [
            "One-off ‘Cake’ of 2026-08-20: the balance holds what happened until today, so a one-off is dated after it",
            "One-off ‘Trip’ of 2026-10-01: the forecast ends on 2026-09-30",
        ]
    );
}

#[test]
fn a_one_off_leaves_the_account_that_most_is_paid_from() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 100).balance("savings", 100);
    ledger.row("2026-08-01", "savings", "Market", -1);
    ledger.row("2026-08-02", "savings", "Market", -2);
    ledger.row("2026-08-02", "current", "Kiosk", -2);
    ledger.row("2026-08-03", "visa", "Kiosk", -7);
    let holiday = Asked {
        one_offs: vec![OneOff {
            date: day("2026-08-31"),
            amount: money(-150),
            label: "Holiday".to_owned(),
        }],
        ..asked("2026-08")
    };
    let look = ledger.look(&holiday);
    assert_eq!(look.flows(), [(0, -150)]);
    assert_eq!(
        (look.low("savings").end, look.low("current").end),
        (money(-50), money(100))
    );
    assert_eq!(look.first_below, Some(("savings".to_owned(), "2026-08-31".to_owned())));
}

#[test]
fn on_the_last_day_of_a_month_nothing_is_left_of_it() {
    let mut ledger = Ledger::on("2026-08-31");
    ledger.balance("current", 100);
    for month in ["2026-05", "2026-06", "2026-07", "2026-08"] {
        ledger.row(&format!("{month}-01"), "current", "Market", -30);
    }
    ledger.row("2026-08-12", "current", "Market", -17);
    let look = ledger.until("2026-08");
    assert_eq!(look.flows(), [(0, 0)]);
    let course = look.months[0].all;
    assert_eq!([course.start, course.end, course.lowest], [money(100); 3]);
}

#[test]
fn a_negative_balance_is_a_shortfall_from_the_beginning() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", -50).balance("savings", 20);
    let look = ledger.until("2026-09");
    assert_eq!(look.first_shortfall.as_deref(), Some("2026-08"));
    assert_eq!(look.first_below, Some(("current".to_owned(), "2026-08-20".to_owned())));
    assert_eq!((look.cash.lowest, look.cash.lowest_on), (money(-30), day("2026-08-20")));
    assert_eq!(
        look.message,
        "Cash accounts go below zero together in 2026-08 (on 2026-08-20); at the lowest they hold -30.00 on 2026-08-20. \
         Current alone is below zero first, on 2026-08-20. Check the assumptions with the person."
    );
}

/// Purchases of 90, 60 and 30 in the last three full months, after some history.
fn with_purchases(today: &str) -> Ledger {
    let mut ledger = Ledger::on(today);
    ledger.balance("current", 1_000);
    ledger.row("2026-01-10", "current", "Bakery", -7);
    ledger.row("2026-05-11", "current", "Market", -90);
    ledger.row("2026-06-27", "current", "Kiosk", -60);
    ledger.row("2026-07-03", "visa", "Cinema", -45);
    // A refund is no income: it makes the spending less.
    ledger.row("2026-07-09", "visa", "Cinema", 15).category_id = Some(category_id("food"));
    ledger
}

#[test]
fn variable_spending_is_the_average_of_three_full_months_and_refunds_lessen_it() {
    let look = with_purchases("2026-08-20").until("2026-09");
    assert_eq!(
        (look.variable, look.income, look.averaged),
        (money(-60), Milliunits::ZERO, 3)
    );
    assert_eq!(look.flows(), [(0, -60), (0, -60)]);
    // 150 of 180 from the current account, 30 from the card.
    assert_eq!(look.months[1].cash.outflows, money(-50));
    assert_eq!(look.months[1].cards.outflows, money(-10));
}

#[test]
fn of_the_current_month_only_what_is_left_is_spent() {
    let mut ledger = with_purchases("2026-08-20");
    ledger.row("2026-08-02", "current", "Market", -25);
    assert_eq!(ledger.until("2026-09").flows(), [(0, -35), (0, -60)]);
    // What is dated ahead is in the balance already.
    ledger.row("2026-08-22", "current", "Market", -10);
    assert_eq!(ledger.until("2026-09").flows(), [(0, -25), (0, -60)]);
    ledger.row("2026-08-03", "current", "Furniture", -300);
    assert_eq!(ledger.until("2026-09").flows(), [(0, 0), (0, -60)]);
}

#[test]
fn a_young_history_is_averaged_over_the_months_it_covers() {
    for (first, average, averaged) in [
        ("2026-05-01", 70, 3),
        ("2026-05-02", 75, 2),
        ("2026-06-30", 90, 1),
        ("2026-07-02", 90, 1),
        ("2026-08-02", 0, 0),
    ] {
        let mut ledger = Ledger::on("2026-08-20");
        ledger.row(first, "current", "Starting Balance", 500);
        for (date, units) in [("2026-05-20", -60), ("2026-06-30", -60), ("2026-07-05", -90)] {
            if date >= first {
                ledger.row(date, "current", date, units);
            }
        }
        let look = ledger.until("2026-08");
        assert_eq!((look.variable, look.averaged), (money(-average), averaged), "{first}");
    }
}

#[test]
fn what_the_person_says_takes_the_place_of_the_averages() {
    let mut ledger = with_purchases("2026-08-20");
    for month in ["2026-03", "2026-04", "2026-05", "2026-06", "2026-07", "2026-08"] {
        ledger.row(&format!("{month}-01"), "current", "Employer", 2_000);
    }
    ledger.row("2026-06-12", "savings", "Flea market", 45);
    ledger.schedule(Frequency::Monthly, "2026-09-10", "current", "Child benefit", 250);
    let look = ledger.until("2026-09");
    assert_eq!((look.income, look.flows()[1]), (money(15), (2_265, -60)));
    let said = Asked {
        monthly_income: Some(money(2_100)),
        variable_monthly: Some(money(-120)),
        ..asked("2026-09")
    };
    let look = ledger.look(&said);
    // 2000 of it came this month already.
    assert_eq!(look.flows(), [(100, -120), (2_100, -120)]);
    assert!(look.recurring.is_empty() && look.scheduled.is_empty());
    let without = Asked {
        monthly_income: Some(Milliunits::ZERO),
        ..asked("2026-09")
    };
    assert_eq!(ledger.look(&without).flows(), [(0, -60), (0, -60)]);
}

#[test]
fn money_from_accounts_that_are_closed_or_gone_does_not_come_again() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.row("2026-01-10", "current", "Bakery", -7);
    ledger.transfer("2026-06-15", "old", "current", 900);
    ledger.transfer("2026-07-15", "ghost", "current", 600);
    let look = ledger.until("2026-09");
    assert_eq!(look.flows(), [(0, 0), (0, 0)]);
    assert!(look.moved.is_empty());
}

#[test]
fn tracking_accounts_can_be_asked_for_and_debts_alone_have_no_shortfall() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger
        .balance("depot", 100)
        .balance("loan", -3_000)
        .balance("visa", -10);
    for month in ["2026-03", "2026-04", "2026-05", "2026-06", "2026-07", "2026-08"] {
        ledger.transfer(&format!("{month}-07"), "depot", "loan", 60);
    }
    let of = |ids: &[&str]| Asked {
        accounts: Some(ids.iter().map(|id| account_id(id)).collect()),
        ..asked("2026-10")
    };
    let look = ledger.look(&of(&["depot", "loan"]));
    assert_eq!((look.side, look.flows()), (Side::Assets, vec![(0, 0); 3]));
    assert_eq!(look.first_shortfall.as_deref(), Some("2026-10"));
    let look = ledger.look(&of(&["loan", "visa"]));
    assert_eq!(
        (look.side, &look.first_shortfall, &look.first_below),
        (Side::Nothing, &None, &None)
    );
    assert_eq!(look.flows(), [(0, 0), (60, 0), (60, 0)]);
    assert_eq!(
        look.message,
        "Only debts were asked for: they go from -3010.00 to -2890.00 by the end of 2026-10. Check the assumptions with \
         the person."
    );
}

#[test]
fn a_schedule_that_is_a_few_days_late_is_still_entered_and_an_old_one_is_not() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 1_000);
    ledger.schedule(Frequency::Never, "2026-08-18", "current", "Dentist", -70);
    ledger.schedule(Frequency::Never, "2026-08-01", "current", "Forgotten", -70);
    ledger.schedule(Frequency::Weekly, "2026-08-20", "current", "Market day", -10);
    let look = ledger.until("2026-08");
    assert_eq!(look.days("Dentist"), ["2026-08-21"]);
    assert_eq!(look.days("Market day"), ["2026-08-21", "2026-08-27"]);
    assert!(look.days("Forgotten").is_empty());
}

#[test]
fn the_lines_of_a_scheduled_split_go_where_they_go() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 1_000);
    let split = ledger.schedule(Frequency::Never, "2026-09-01", "current", "Shop", -100);
    let line = |units: i64, to: Option<&str>| crate::domain::plan::SplitLine {
        transfer_account_id: to.map(account_id),
        ..crate::logic::samples::split_line(units * 1000, None)
    };
    split.lines = Box::new([line(-50, None), line(-30, Some("savings")), line(-20, Some("depot"))]);
    let look = ledger.until("2026-09");
    assert_eq!(look.flows()[1], (0, -70));
    assert_eq!(
        (look.low("current").end, look.low("savings").end),
        (money(900), money(30))
    );
}

#[test]
fn an_empty_plan_has_a_forecast_of_nothing() {
    let ledger = Ledger::on("2026-08-20");
    let look = ledger.until("2028-08");
    assert_eq!((look.months.len(), look.averaged), (25, 0));
    assert!(look.flows().iter().all(|flows| *flows == (0, 0)));
    let mut ledger = Ledger::on("2026-08-20");
    ledger.plan.accounts.clear();
    let look = ledger.until("2026-09");
    assert_eq!(look.message, "There is no open account in the plan to forecast.");
}

#[test]
fn an_amount_too_large_to_add_up_is_an_error() {
    let mut ledger = Ledger::on("2026-08-20");
    for account in ["current", "savings"] {
        ledger.balance(account, 0);
        let mut accounts = ledger.plan.accounts.iter_mut();
        accounts.find(|known| known.id == account_id(account)).unwrap().balance = Milliunits::new(i64::MAX);
    }
    let chart = Chart::new(&ledger.plan.accounts, &ledger.plan.groups);
    let currency = Currency::neutral();
    let error = forecast(
        &chart,
        with_lines(&[]),
        &[],
        &asked("2026-09"),
        &currency,
        ledger.plan.today,
    )
    .unwrap_err();
    assert_eq!(error, MoneyError::Overflow);
}
