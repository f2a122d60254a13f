//! What counts, and only once: each case is one that a forecast easily gets wrong.

use super::*;

const MONTHS: [&str; 8] = [
    "2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07", "2026-08",
];

/// Eight months of a rent on the fifth, the last on 5 August.
fn with_rent(today: &str) -> Ledger {
    let mut ledger = Ledger::on(today);
    ledger.balance("current", 10_000);
    ledger.monthly(&MONTHS, 5, "current", "Landlord", -950);
    ledger
}

#[test]
fn a_schedule_of_another_payee_whose_words_are_in_the_name_removes_nothing() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 50_000);
    ledger.monthly(&MONTHS, 10, "current", "ACME STORE", -4_200);
    ledger.schedule(Frequency::Yearly, "2026-09-15", "current", "ACME", -50);
    let look = ledger.until("2026-10");
    assert_eq!(look.flows(), [(0, 0), (0, -4_250), (0, -4_200)]);
    assert_eq!(look.recurring, [("ACME STORE".to_owned(), money(-4_200))]);
}

#[test]
fn a_single_payment_to_the_landlord_does_not_end_the_rent() {
    let mut ledger = with_rent("2026-08-20");
    // Another amount: it stands beside the rent.
    ledger.schedule(Frequency::Never, "2026-09-10", "current", "Landlord", -100);
    assert_eq!(
        ledger.until("2026-11").flows(),
        [(0, 0), (0, -1_050), (0, -950), (0, -950)]
    );
    // The rent's amount: it is September's rent, and only that.
    ledger.scheduled.clear();
    ledger.schedule(Frequency::Never, "2026-09-07", "current", "Landlord", -970);
    let look = ledger.until("2026-11");
    assert_eq!(look.flows(), [(0, 0), (0, -970), (0, -950), (0, -950)]);
    assert_eq!(look.days("Landlord"), ["2026-09-07", "2026-10-05", "2026-11-05"]);
}

#[test]
fn a_yearly_schedule_replaces_the_one_time_that_is_near_it() {
    let mut ledger = with_rent("2026-08-20");
    ledger.schedule(Frequency::Yearly, "2026-10-19", "current", "Landlord", -950);
    let look = ledger.until("2027-11");
    let days = look.days("Landlord");
    // 19 October is nearer to 5 October than to 5 November, and a year later again.
    assert_eq!(days.len(), 15);
    assert_eq!(days[..3], ["2026-09-05", "2026-10-19", "2026-11-05"]);
    assert_eq!(days[12..], ["2027-09-05", "2027-10-19", "2027-11-05"]);
    assert_eq!(
        look.months[1..]
            .iter()
            .map(|month| month.all.outflows)
            .collect::<Vec<_>>(),
        [money(-950); 15]
    );
}

#[test]
fn a_schedule_of_the_same_rhythm_stands_for_the_series_at_its_own_amount_and_days() {
    let mut ledger = with_rent("2026-08-20");
    ledger.schedule(Frequency::Monthly, "2026-09-01", "current", "Landlord", -1_000);
    let look = ledger.until("2026-11");
    assert_eq!(look.days("Landlord"), ["2026-09-01", "2026-10-01", "2026-11-01"]);
    assert_eq!(look.flows(), [(0, 0), (0, -1_000), (0, -1_000), (0, -1_000)]);
    assert_eq!((look.variable, look.recurring.len()), (Milliunits::ZERO, 0));
    assert_eq!(look.scheduled, [("Landlord".to_owned(), 3, money(-3_000))]);
}

#[test]
fn one_schedule_stands_for_one_of_two_subscriptions_of_a_payee() {
    let mut ledger = Ledger::on("2026-08-28");
    ledger.balance("current", 10_000);
    ledger.monthly(&MONTHS, 3, "current", "Streams", -10);
    ledger.monthly(&MONTHS, 20, "current", "Streams", -30);
    ledger.schedule(Frequency::Monthly, "2026-09-20", "current", "Streams", -30);
    let look = ledger.until("2026-10");
    assert_eq!(look.flows(), [(0, 0), (0, -40), (0, -40)]);
    assert_eq!(look.recurring, [("Streams".to_owned(), money(-10))]);
}

#[test]
fn a_payee_without_latin_letters_is_counted_once() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 10_000);
    ledger.monthly(&MONTHS, 8, "current", "東京ガス", -80);
    ledger.schedule(Frequency::Monthly, "2026-09-08", "current", "東京ガス", -80);
    assert_eq!(ledger.until("2026-10").flows(), [(0, 0), (0, -80), (0, -80)]);
    // Also when the schedule's payee is another of the same name.
    ledger.scheduled[0].payee_id = Some(payee_id("other"));
    assert_eq!(ledger.until("2026-10").flows(), [(0, 0), (0, -80), (0, -80)]);
    ledger.scheduled[0].payee_id = None;
    assert_eq!(ledger.until("2026-10").flows(), [(0, 0), (0, -80), (0, -80)]);
}

#[test]
fn a_payee_whose_name_is_too_long_to_show_is_counted_once() {
    let name = "Stadtwerke und Verkehrsbetriebe der Landeshauptstadt, Abteilung für Strom, Gas und Wasser";
    assert!(name.chars().count() > 80);
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 10_000);
    ledger.monthly(&MONTHS, 8, "current", "Works", -80);
    for row in &mut ledger.plan.transactions {
        (row.payee_id, row.payee_name) = (None, Some(name.into()));
    }
    // It comes again, and is no variable spending beside that; its schedule is the same once more.
    let once = [(0, 0), (0, -80), (0, -80)];
    let look = ledger.until("2026-10");
    assert_eq!((look.flows(), look.variable), (once.to_vec(), money(0)));
    let schedule = ledger.schedule(Frequency::Monthly, "2026-09-08", "current", "Works", -80);
    (schedule.payee_id, schedule.payee_name) = (None, Some(name.into()));
    let look = ledger.until("2026-10");
    assert_eq!((look.flows(), look.variable), (once.to_vec(), money(0)));
}

#[test]
fn what_a_young_schedule_already_entered_is_no_variable_spending() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 10_000);
    ledger.row("2025-01-01", "current", "Long ago", -1);
    ledger.row("2026-07-15", "current", "Kindergarten", -300);
    ledger.row("2026-08-15", "current", "Kindergarten", -300);
    ledger.row("2026-07-20", "current", "Kindergarten", -90);
    ledger.schedule(Frequency::Monthly, "2026-09-15", "current", "Kindergarten", -300);
    let look = ledger.until("2026-09");
    // The 90 are a purchase like any other: 30 a month over three months.
    assert_eq!(look.variable, money(-30));
    assert_eq!(look.flows()[1], (0, -330));
}

#[test]
fn twice_a_month_falls_on_both_days_of_every_month_once() {
    let mut ledger = Ledger::on("2026-03-10");
    ledger.balance("current", 1_000);
    ledger
        .schedule(Frequency::TwiceAMonth, "2026-03-16", "current", "Allowance", -10)
        .date_first = day("2026-01-01");
    let look = ledger.until("2026-05");
    let days = ["2026-03-16", "2026-04-01", "2026-04-16", "2026-05-01", "2026-05-16"];
    assert_eq!(look.days("Allowance"), days);
    assert_eq!(look.flows(), [(0, -10), (0, -20), (0, -20)]);
}

#[test]
fn a_bill_of_the_31st_is_paid_in_a_short_month_and_leaves_the_balance() {
    let mut ledger = Ledger::on("2026-11-30");
    ledger.balance("current", 1_000);
    let months = ["2026-05", "2026-06", "2026-07", "2026-08", "2026-09", "2026-10"];
    ledger.monthly(&months, 31, "current", "Insurance", -100);
    // Due today and not there yet: it is expected tomorrow, and again on the last of December.
    let look = ledger.until("2026-12");
    assert_eq!(look.days("Insurance"), ["2026-12-01", "2026-12-31"]);
    assert_eq!(look.flows(), [(0, 0), (0, -200)]);
    assert_eq!(look.months.last().unwrap().all.end, money(800));
    ledger.row("2026-11-30", "current", "Insurance", -100);
    assert_eq!(
        ledger.until("2027-02").days("Insurance"),
        ["2026-12-31", "2027-01-31", "2027-02-28"]
    );
}

#[test]
fn a_schedule_does_not_swallow_a_purchase_beside_the_bill_it_stands_for() {
    let mut ledger = with_rent("2026-08-20");
    ledger.schedule(Frequency::Monthly, "2026-09-05", "current", "Landlord", -950);
    ledger.row("2026-06-12", "current", "Landlord", -900);
    let look = ledger.until("2026-09");
    assert_eq!((look.variable, look.flows()[1]), (money(-300), (0, -1_250)));
}

#[test]
fn a_payment_of_a_series_is_no_variable_spending_however_odd() {
    let mut ledger = with_rent("2026-08-20");
    // Five days late, and half as much again, once: it is still July's rent.
    let july = ledger
        .plan
        .transactions
        .iter_mut()
        .find(|row| row.date == day("2026-07-05"))
        .unwrap();
    (july.date, july.amount) = (day("2026-07-10"), money(-1_400));
    let look = ledger.until("2026-09");
    assert_eq!((look.variable, look.flows()[1]), (Milliunits::ZERO, (0, -950)));
}

#[test]
fn a_rent_that_was_paid_early_is_not_paid_again() {
    let mut ledger = with_rent("2026-09-01");
    assert_eq!(ledger.until("2026-10").days("Landlord"), ["2026-09-05", "2026-10-05"]);
    ledger.row("2026-08-31", "current", "Landlord", -950);
    assert_eq!(ledger.until("2026-10").days("Landlord"), ["2026-10-05"]);
}

#[test]
fn a_rent_that_is_posted_ahead_is_in_the_balance_and_not_expected() {
    let mut ledger = with_rent("2026-09-01");
    ledger.row("2026-09-04", "current", "Landlord", -950);
    let look = ledger.until("2026-10");
    assert_eq!(look.days("Landlord"), ["2026-10-05"]);
    assert_eq!(look.flows(), [(0, 0), (0, -950)]);
}

#[test]
fn what_is_overdue_is_expected_tomorrow_and_what_lapsed_is_not_expected_at_all() {
    let ledger = with_rent("2026-09-12");
    let look = ledger.until("2026-10");
    assert_eq!(look.days("Landlord"), ["2026-09-13", "2026-10-05"]);
    let ledger = with_rent("2026-09-30");
    let look = ledger.until("2028-09");
    assert_eq!((look.days("Landlord").len(), look.variable), (0, Milliunits::ZERO));
    assert!(look.flows().iter().all(|flows| *flows == (0, 0)));
}

#[test]
fn what_a_loan_and_the_savings_outside_get_goes_out() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 1_000);
    for month in MONTHS {
        ledger.transfer(&format!("{month}-07"), "current", "loan", 400);
    }
    let look = ledger.until("2026-10");
    assert_eq!(look.flows(), [(0, 0), (0, -400), (0, -400)]);
    assert_eq!(look.days("Transfer : loan"), ["2026-09-07", "2026-10-07"]);
    // An irregular one is spread at its average, in its own direction.
    ledger.transfer("2026-06-02", "depot", "current", 90);
    ledger.transfer("2026-07-22", "depot", "current", 60);
    let look = ledger.until("2026-09");
    assert_eq!(look.flows(), [(50, 0), (50, -400)]);
    assert_eq!(look.moved, [("current".to_owned(), "depot".to_owned(), money(50))]);
    assert_eq!((look.income, look.variable), (Milliunits::ZERO, Milliunits::ZERO));
}

#[test]
fn a_scheduled_transfer_counts_on_whichever_side_it_is_recorded() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 1_000).balance("savings", 5_000);
    ledger.scheduled_transfer("2026-09-03", "current", "depot", -100);
    ledger.scheduled_transfer("2026-09-04", "depot", "current", -30);
    ledger.scheduled_transfer("2026-09-05", "savings", "current", 200);
    let look = ledger.until("2026-09");
    // To the depot and from it; the savings book is in the forecast itself.
    assert_eq!(look.flows()[1], (30, -100));
    assert_eq!(
        (look.low("current").end, look.low("savings").end),
        (money(730), money(5_200))
    );
    assert_eq!(look.low("current").lowest, money(730));
    let only = Asked {
        accounts: Some([account_id("current")].into()),
        ..asked("2026-09")
    };
    assert_eq!(ledger.look(&only).flows()[1], (30, -300));
}

#[test]
fn a_transfer_in_the_history_and_its_schedule_are_one() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 1_000);
    for month in MONTHS {
        ledger.transfer(&format!("{month}-07"), "current", "loan", 400);
        ledger.transfer(&format!("{month}-12"), "current", "savings", 100);
    }
    // The one is recorded on the loan, the other on the savings book.
    ledger.scheduled_transfer("2026-09-07", "loan", "current", 400);
    ledger.scheduled_transfer("2026-09-12", "savings", "current", 100);
    let look = ledger.until("2026-10");
    assert_eq!(look.flows(), [(0, 0), (0, -400), (0, -400)]);
    assert_eq!(
        (look.low("current").end, look.low("savings").end),
        (Milliunits::ZERO, money(200))
    );
    assert!(look.recurring.is_empty() && look.moved.is_empty());
}

#[test]
fn an_opening_balance_and_an_adjustment_are_no_habit() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 20_000);
    ledger.row("2026-01-01", "current", "Market", -1);
    ledger.row("2026-06-15", "current", "Starting Balance", 20_000);
    ledger.row("2026-07-15", "current", "Reconciliation Balance Adjustment", -333);
    let look = ledger.until("2026-10");
    assert_eq!((look.income, look.variable), (Milliunits::ZERO, Milliunits::ZERO));
    assert_eq!(look.flows(), [(0, 0); 3]);
}

#[test]
fn savings_do_not_hide_that_the_current_account_runs_dry() {
    let mut ledger = with_rent("2026-08-20");
    ledger.balance("current", 1_000).balance("savings", 9_000);
    let look = ledger.until("2026-11");
    assert_eq!(look.first_shortfall, None);
    assert_eq!(look.first_below, Some(("current".to_owned(), "2026-10-05".to_owned())));
    assert_eq!(look.low("current").lowest, money(1_000 - 3 * 950));
    assert_eq!(look.low("current").lowest_on, day("2026-11-05"));
    assert_eq!(
        look.message,
        "Cash accounts stay at or above zero together until the end of 2026-11; at the lowest they hold 7150.00 on \
         2026-11-05. Current alone is below zero first, on 2026-10-05. Check the assumptions with the person."
    );
}

#[test]
fn a_card_is_charged_by_purchases_and_paid_from_cash() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 1_000).balance("visa", -200);
    for month in MONTHS {
        ledger.row(&format!("{month}-02"), "visa", "Streams", -20);
        ledger.transfer(&format!("{month}-15"), "current", "visa", 300);
    }
    let look = ledger.until("2026-10");
    let september = look.months[1];
    assert_eq!(
        (september.all.inflows, september.all.outflows),
        (Milliunits::ZERO, money(-20))
    );
    assert_eq!((september.cash.outflows, september.cash.end), (money(-300), money(700)));
    assert_eq!(
        (september.cards.inflows, september.cards.outflows),
        (money(300), money(-20))
    );
    assert_eq!(look.cards.unwrap().end, money(360));
    // What is owed on the card is no shortfall.
    assert_eq!((look.first_shortfall, look.cash.lowest), (None, money(400)));
}

#[test]
fn a_salary_and_a_rent_of_one_day_both_count_and_the_rent_goes_first() {
    let mut ledger = Ledger::on("2026-08-20");
    ledger.balance("current", 500);
    ledger.monthly(&MONTHS, 1, "current", "Employer", 3_200);
    ledger.monthly(&MONTHS, 1, "current", "Landlord", -950);
    let look = ledger.until("2026-09");
    assert_eq!(look.flows()[1], (3_200, -950));
    assert_eq!(look.months[1].all.lowest, money(-450));
    assert_eq!(look.first_shortfall.as_deref(), Some("2026-09"));
    assert_eq!(look.cash.lowest_on, day("2026-09-01"));
}
